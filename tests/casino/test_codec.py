"""What is stored: a stable name and the same bytes for every kind of event: of tables, links,
feeds, people, Pitboss.

The golden file holds the stored bytes of every kind. When a form changes on purpose, the event gets
a new version and what was stored must still be read; then ``write_golden()`` adds to the file, and
nothing in it is taken out.
"""

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from pitboss.casino import approvals as a
from pitboss.casino import displays as d
from pitboss.casino import operations as o
from pitboss.casino.codec import (
    _TYPES,
    AnyCasinoEvent,
    AnyStored,
    CommandRefused,
    RoundInterrupted,
    read_event,
    stored,
)
from pitboss.casino.requests import SYSTEM
from pitboss.house import events as h
from pitboss.jackpot import events as le
from pitboss.jackpot.parameters import LinkParameters, Reason
from pitboss.journal.port import NotAJournal, Record
from pitboss.kernel.money import Cents
from pitboss.people import events as p
from pitboss.people import factors as f
from pitboss.people.commands import AddPerson, IssueBadge, ResetFactors
from pitboss.people.roles import Role
from pitboss.people.scopes import ReadArea, Scope
from pitboss.rulebook.authority import Post
from tests.jackpot.links import MAX, MIA, SUPERVISOR
from tests.support import MS
from tests.table.test_events import EVENTS as TABLE_EVENTS

GOLDEN = Path(__file__).parent / "golden_stored.json"
KINDS = tuple(sorted(_TYPES))
"""The names of everything that can be stored."""

PARAMETERS = LinkParameters(Cents(100_000_00), 1_250, 250, Cents(500_000_00), 2)
FUNDING = le.Funding(1, 2, -3)
AWARD = le.ClaimAward("t1-1/3", 3, "royal-flush", Cents(250_001_89), ("4.5.2",))

LINK_EVENTS: list[le.AnyLinkEvent] = [
    le.LinkOpened("mega", "RWS", PARAMETERS, 1_700_000_000_000, MAX),
    le.LinkOpened("mini", "MBS", LinkParameters(Cents(0), 0), 0, MAX),
    le.TableJoined("t1"),
    le.ContributionsFolded({"t1": le.FeedMark(7, 12_345, 678)}, 12_000, 345, 678),
    le.ContributionsFolded({}, -1, -2, -3, 4),
    le.ClaimRaised(
        claim="t1-1/3",
        table="t1",
        round="t1-1",
        rulebook=MS,
        box=3,
        player="ann käse",
        hand="royal-flush",
        part="1",
        dealt_ms=1_700_000_000_001,
        entry=1,
        at_ms=1_700_000_000_002,
        displayed=Cents(250_001_89),
    ),
    le.ClaimRaised(
        claim="t1-2/1/9",
        table="t1",
        round="t1-2",
        rulebook=MS,
        box=1,
        player="bob",
        hand="straight-flush",
        part="1/10",
        dealt_ms=0,
        entry=9,
        at_ms=1,
        displayed=Cents(0),
        registered=Cents(1),
    ),
    le.ClaimRaised(
        claim="t1-3/1",
        table="t1",
        round="t1-3",
        rulebook=MS,
        box=1,
        player="bob",
        hand="straight-flush",
        part="1/10",
        dealt_ms=5,
        entry=10,
        at_ms=6,
        displayed=Cents(0),
        clock_steps=(3, 4),
    ),
    le.ClaimVerified("t1-1/3", SUPERVISOR, True),
    le.ClaimVerified("t1-1/3", SUPERVISOR, True, "Ann Lee"),
    le.DeclineRecorded("t1-1/3", SUPERVISOR, "The deck was short."),
    le.ClaimDeclined("t1-1/3", SUPERVISOR, "The deck was short."),
    le.ClaimWithdrawn("t1-1/3", "The round is void."),
    le.ClaimsOrdered(("t2", "t1"), "The film shows it.", MAX, ("4.5.2",)),
    le.AwardPaid(
        table="t1",
        round="t1-1",
        awards=(AWARD,),
        before=Cents(250_001_89),
        after=Cents(100_000_00),
        funding=FUNDING,
        resets=True,
        at_ms=3,
        clauses=("4.5.2",),
    ),
    le.AwardReversed(claim="t1-1/3", amount=Cents(5), funding=FUNDING, because="Void.", at_ms=4),
    le.LinkFailed(Cents(250_001_89), "Power.", 5, SUPERVISOR),
    le.LinkRestored(6, MAX),
    le.ParametersProposed(PARAMETERS, MAX),
    le.ParametersApproved(MIA),
    le.ProposalWithdrawn(MIA),
    le.ParametersTookEffect(PARAMETERS, FUNDING, 7),
    le.CorrectionProposed(Cents(-12_34), Reason.DOUBLE_ENTRY, "Round 17.", MAX),
    le.LinkCorrected(Cents(-12_34), Reason.DOUBLE_ENTRY, "Round 17.", MAX, MIA, 8),
    le.NoticeShown("Closing time.", SUPERVISOR),
    le.NoticeCleared(SUPERVISOR),
]
FEED_EVENTS: list[le.AnyFeedEvent] = [
    kind(
        round="t1-1",
        bets=Cents(5_05),
        rate_bp=1_250,
        reserve_bp=250,
        bets_in=Cents(15_15),
        meter_total=1_893_750,
        reserve_total=378_750,
        at_ms=9,
    )
    for kind in (le.ContributionMade, le.ContributionReturned)
]
CASINO_EVENTS: list[AnyCasinoEvent] = [
    CommandRefused({"do": "settle"}, SUPERVISOR, "not-now", "Not now.", ("1.16",)),
    CommandRefused(
        {"do": "place-bet", "amount": 1, "player": None}, MAX, "no-table", "Open it first."
    ),
    RoundInterrupted("t1-1", "deciding", 10),
]
PEOPLE_EVENTS: list[p.AnyPeopleEvent] = [
    p.PersonAdded(
        at_ms=1, by="pitboss", name="ann", role=Role.ADMINISTRATOR, password="$argon2id$x"
    ),
    p.PersonAdded(at_ms=1, by="ann", name="bob", role=Role.PLAYER),
    p.PasswordSet(at_ms=2, by="bob", name="bob", password="$argon2id$y"),
    p.PersonAdded(
        at_ms=1, by="ann", name="cyd", role=Role.DEALER, password="$argon2id$x", must_change=True
    ),
    p.PersonAdded(
        at_ms=1,
        by="ann",
        name="cyd",
        role=Role.DEALER,
        invitation="ab" * 32,
        link_until_ms=9,
        founding=True,
    ),
    p.PersonInvited(
        at_ms=2, by="ann", name="cyd", invitation="cd" * 32, link_until_ms=9, founding=True
    ),
    p.InvitationAccepted(at_ms=2, by="cyd", name="cyd", password="$argon2id$z"),
    p.TimeZoneSet(at_ms=2, by="ann", timezone="Asia/Singapore"),
    p.FoundingEnded(at_ms=2, by="max"),
    p.AdministratorRecovered(
        at_ms=3,
        by="pitboss",
        name="ann",
        password="$argon2id$w",
        reason="Lost.",
        os_user="op",
        host="db1",
    ),
    p.RoleSet(at_ms=3, by="ann", name="bob", role=Role.SHIFT_MANAGER),
    p.PersonDisabled(at_ms=4, by="ann", name="bob"),
    p.PersonEnabled(at_ms=5, by="ann", name="bob"),
    p.SessionOpened(at_ms=6, by="bob", session="ab" * 32, name="bob", expires_ms=7),
    p.SessionSeen(at_ms=7, by="bob", session="ab" * 32),
    p.SessionClosed(at_ms=8, by="bob", session="ab" * 32),
    p.SignInFailed(at_ms=9, by="pitboss", name="bob", address="192.0.2.1"),
    p.DeviceAdded(
        at_ms=10, by="ann", device="d1", token="cd" * 32, role=Role.DISPLAY, label="Sign"
    ),
    p.DeviceAdded(
        at_ms=10,
        by="ann",
        device="d2",
        token="cd" * 32,
        role=Role.DEALER,
        label="Console",
        table="t1",
        ends_ms=99,
    ),
    p.DeviceRenewed(at_ms=11, by="ann", device="d1", token="ce" * 32, ends_ms=98),
    p.DeviceRevoked(at_ms=11, by="ann", device="d1"),
    p.DemoStarted(at_ms=12, by="pitboss"),
    p.PinSet(at_ms=13, by="bob", name="bob", pin="$argon2id$…"),
    p.PinRefused(at_ms=14, by="ann", name="bob", address="192.0.2.1"),
    p.PinAccepted(at_ms=15, by="ann", name="bob"),
    p.WalkInAdmitted(at_ms=16, by="bob", name="Mr Tan", table="t1"),
    p.PersonAppointed(
        at_ms=17,
        by="pitboss",
        name="mia",
        role=Role.SHIFT_MANAGER,
        password="$argon2id$…",
        reason="A new house.",
        os_user="ops",
        host="floor-1",
    ),
    p.DeedProposed(at_ms=18, by="ann", deed=AddPerson("mia", Role.SHIFT_MANAGER, "$argon2id$…")),
    p.DeedApproved(at_ms=19, by="eve", digest="ab" * 16, proposed_by="ann"),
    p.DeedDropped(at_ms=20, by="eve", digest="ab" * 16),
]
PEOPLE_EVENTS += [
    p.TotpEnrolled(at_ms=21, by="bob", name="bob", sealed="ab" * 48),
    p.TotpConfirmed(
        at_ms=22, by="bob", name="bob", step=56_666_666, codes=("cd" * 32,), session="ef" * 32
    ),
    p.TotpRemoved(at_ms=23, by="bob", name="bob"),
    p.RecoveryCodesRenewed(at_ms=24, by="bob", name="bob", codes=("cd" * 32, "01" * 32)),
    p.SecondFactorGiven(
        at_ms=1,
        by="max",
        name="max",
        session="ab" * 32,
        given=f.DirectoryGiven("https://login.example", "s-1"),
    ),
    p.SecondFactorGiven(
        at_ms=25, by="bob", name="bob", session="ef" * 32, given=f.TotpGiven(56_666_667)
    ),
    p.SecondFactorGiven(
        at_ms=26, by="bob", name="bob", session="ef" * 32, given=f.CodeGiven("cd" * 32)
    ),
    p.SecondFactorGiven(
        at_ms=27, by="bob", name="bob", session="ef" * 32, given=f.ProofCarried(25)
    ),
    p.PasskeyAdded(
        at_ms=31,
        by="bob",
        name="bob",
        passkey=f.Passkey("AbC_", "Bob's telephone", "pQEC", 0, "pitboss.example"),
        session="ef" * 32,
    ),
    p.PasskeyRemoved(at_ms=32, by="bob", name="bob", id="AbC_"),
    p.SecondFactorGiven(
        at_ms=33, by="dana", name="bob", session="", given=f.PasskeyGiven("AbC_", 7, "01" * 32, 99)
    ),
    p.SecondFactorRefused(at_ms=28, by="bob", name="bob", address="10.0.0.7"),
    p.DeedProposed(at_ms=29, by="root", deed=ResetFactors("bob")),
    p.FactorsReset(at_ms=30, by="root", name="bob"),
    p.ProgramAdded(
        at_ms=34,
        by="root",
        program="0a1b2c",
        token="ab" * 32,
        name="Feeder",
        role=Role.AUDITOR,
        scope=Scope(reads=(ReadArea.FLOOR, ReadArea.REPORTS)),
        until_ms=99,
    ),
    p.ProgramAdded(
        at_ms=35,
        by="root",
        program="0a1b2d",
        token="cd" * 32,
        name="Shoe 1",
        role=Role.DEALER,
        scope=Scope(commands=("deal",), tables=("t1",)),
        until_ms=99,
    ),
    p.DeedProposed(at_ms=38, by="root", deed=IssueBadge("bob", "ab" * 32)),
    p.BadgeIssued(at_ms=39, by="root", name="bob", badge="ab" * 32),
    p.BadgeRevoked(at_ms=40, by="root", name="bob"),
    p.DirectoryPersonAdded(
        at_ms=41,
        by="pitboss",
        name="drew",
        role=Role.DEALER,
        issuer="https://login.example",
        subject="s-1",
    ),
    *(
        p.DirectorySessionOpened(
            at_ms=42,
            by="pitboss",
            session="ab" * 32,
            name="drew",
            issuer="https://login.example",
            subject="s-1",
            expires_ms=99,
            second=second,
        )
        for second in (False, True)
    ),
    p.ProgramRevoked(at_ms=36, by="root", program="0a1b2c"),
    p.ProgramSeen(at_ms=37, by="program/Shoe 1", program="0a1b2d"),
]
OPERATIONS_EVENTS: list[o.AnyOperationsEvent] = [
    o.ArchiveSealed(
        at_ms=3, by="root", segment=1, first=1, last=9, records=9, checkpoint=2, digest="ab" * 32
    ),
    o.JournalRestored(at_ms=1, by="root", file="/backups/säfe.db", position=7, replaced=9),
    o.JournalRestored(at_ms=2, by="1000", file="/backups/safe.db", position=7),
    o.SigningKeyChanged(
        at_ms=3, by="root", before="ab" * 32, after="cd" * 32, checkpoint=4, signature="ef" * 64
    ),
    o.SigningKeyChanged(at_ms=4, by="root", before="cd" * 32, after="01" * 32, checkpoint=5),
    o.VaultKeyChanged(at_ms=5, by="root", after="ab" * 8),
    o.ClockStepped(at_ms=7, by="root", expected_ms=6, found_ms=1),
    o.VaultKeyChanged(at_ms=6, by="root", before="ab" * 8, after="cd" * 8, lost=True),
]
APPROVAL_EVENTS: list[a.AnyApprovalEvent] = [
    a.ApprovalAsked(
        digest="ab" * 16,
        at_ms=1,
        id="dana:7",
        target="table/t1",
        round="t1-3",
        command='{"do":"settle"}',
        by=SUPERVISOR,
        kind=a.ApprovalKind.PAYOUT,
        least=Post.PIT_SUPERVISOR,
        why="ann wins 6000.00, and no device has read the cards.",
    ),
    a.ApprovalAsked(
        digest="cd" * 16,
        at_ms=2,
        id="max:8",
        target="link/mega",
        round=None,
        command="{}",
        by=MAX,
        kind=a.ApprovalKind.LINK,
        least=Post.SHIFT_MANAGER,
        why="A link is opened.",
    ),
    a.ApprovalGiven(
        digest="ab" * 16,
        at_ms=3,
        target="table/t1",
        round="t1-3",
        kind=a.ApprovalKind.PAYOUT,
        asked_by=SUPERVISOR,
        by=MIA,
        how=a.How.PIN,
    ),
    a.ApprovalGiven(
        digest="cd" * 16,
        at_ms=4,
        target="link/mega",
        round=None,
        kind=a.ApprovalKind.LINK,
        asked_by=MAX,
        by=MIA,
        how=a.How.SESSION,
    ),
    a.ApprovalGiven(
        digest="01" * 16,
        at_ms=6,
        target="link/mega",
        round=None,
        kind=a.ApprovalKind.LINK,
        asked_by=MAX,
        by=MIA,
        how=a.How.PASSKEY,
    ),
    *(
        a.ApprovalGiven(
            digest="23" * 16,
            at_ms=7,
            target="table/t1",
            round="t1-3",
            kind=a.ApprovalKind.VOID,
            asked_by=SUPERVISOR,
            by=MIA,
            how=how,
        )
        for how in (a.How.BADGE, a.How.BADGE_AND_PIN)
    ),
    a.FirstApproval(digest="ef" * 16, at_ms=5, by=MIA, how=a.How.PIN),
    a.ApprovalDropped(digest="ef" * 16, at_ms=5, by=MAX),
]
TEXT: dict[str, Any] = {"rulebook": MS, "toml": 'id = "ä"\n', "clauses": "rulebook,clause\n"}
HOUSE_EVENTS: list[h.AnyHouseEvent] = [
    h.RulebookSealed(rules="ab" * 32, at_ms=1, by=SYSTEM, **TEXT),
    h.RulebookProposed(
        rules="cd" * 32,
        at_ms=2,
        by=MAX,
        **TEXT,
        since_ms=3,
        until_ms=9,
        before="ab" * 32,
        replaces="old-stud-1",
    ),
    h.RulebookProposed(rules="ef" * 32, at_ms=2, by=MAX, **TEXT),
    h.RulebookAdopted(rules="cd" * 32, at_ms=4, by=MIA),
    h.RulebookWithdrawn(rules="ef" * 32, at_ms=5, by=MAX),
]
OPERATIONS_EVENTS += [
    o.ProgramStarted(
        at_ms=1, by="root", process="0a", version="1.0", program="ab" * 32, python="3.13.1"
    ),
    o.ProgramStarted(
        at_ms=1,
        by="root",
        process="0b",
        version="1.0",
        program="ab" * 32,
        python="3.13.1",
        games={"war": "casino-war 1.2"},
    ),
    o.SettingsInForce(at_ms=2, by="root", settings={"timezone": "UTC", "links.verifiers": 2}),
    o.ProgramStopped(at_ms=3, by="root", process="0a"),
    o.ControlsInForce(at_ms=7, by="root", verifiers=2),
    o.ControlsInForce(
        at_ms=8,
        by="root",
        verifiers=2,
        void=2,
        stake=2,
        payout=3,
        payout_above=500_000,
        entered_by_hand=False,
        walk_in=2,
        link=4,
    ),
    o.ControlsInForce(
        at_ms=9, by="root", verifiers=2, appointments=True, account_age_ms=86_400_000
    ),
]
DISPLAY_EVENTS = [
    d.FiguresDisplayed(
        at_ms=9,
        link="mega",
        screen="a1b2",
        figures=(
            d.DisplayedFigure(5, Cents(100_000_75), 17, "live"),
            d.DisplayedFigure(8, Cents(100_000_75), None, "not-live"),
        ),
    ),
]
EVENTS: list[AnyStored] = [
    *TABLE_EVENTS,
    *LINK_EVENTS,
    *FEED_EVENTS,
    *CASINO_EVENTS,
    *PEOPLE_EVENTS,
    *OPERATIONS_EVENTS,
    *APPROVAL_EVENTS,
    *HOUSE_EVENTS,
    *DISPLAY_EVENTS,
]


def as_stored(events: list[AnyStored]) -> dict[str, list[str]]:
    """The golden file's content: the stored bytes of each event, by the name of its kind."""
    found: dict[str, list[str]] = {}
    for event in events:
        record = stored(event)
        found.setdefault(record.kind, []).append(record.body.decode())
    return found


def write_golden() -> None:
    """Writes the golden file again."""
    text = json.dumps(as_stored(EVENTS), indent=1, ensure_ascii=False)
    GOLDEN.write_text(text + "\n", encoding="utf-8")


def golden() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return found


def record(kind: str, body: bytes) -> Record:
    return Record(17, "table/t1", 1, 1, "x", 0, b"", kind, body, b"")


def test_every_kind_is_among_those_above_and_in_the_golden_file() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(AnyStored))
    assert tuple(sorted(golden())) == KINDS


def test_stored_bytes_have_not_changed() -> None:
    assert as_stored(EVENTS) == golden()


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_stored_is_read_and_would_be_stored_in_the_same_bytes(kind: str) -> None:
    for body in golden()[kind]:
        event = read_event(record(kind, body.encode()))
        again = stored(event)
        assert (again.kind, again.body) == (kind, body.encode())


def test_names_are_stable_and_carry_a_version() -> None:
    assert len(KINDS) == len(get_args(AnyStored))
    for kind in KINDS:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*/[1-9][0-9]*", kind), kind


def test_the_name_stands_in_the_bytes_too() -> None:
    for kind, bodies in golden().items():
        for body in bodies:
            assert json.loads(body)["event"] == kind


@pytest.mark.parametrize(
    "kinds", [LINK_EVENTS, FEED_EVENTS, CASINO_EVENTS, PEOPLE_EVENTS, APPROVAL_EVENTS]
)
def test_fields_are_stored_in_kebab_case(kinds: list[Any]) -> None:
    def names(found: object) -> set[str]:
        if isinstance(found, dict):
            return set(found).union(*(names(value) for value in found.values()))
        return set().union(*(names(value) for value in found)) if isinstance(found, list) else set()

    for event in kinds:
        assert not any("_" in name for name in names(msgspec.json.decode(stored(event).body)))


def test_every_event_of_a_link_belongs_to_a_union() -> None:
    ours = set(get_args(le.AnyLinkEvent)) | set(get_args(le.AnyFeedEvent))
    assert set(le.LinkEvent.__subclasses__()) == ours


def test_a_kind_from_a_newer_version_is_not_read() -> None:
    with pytest.raises(NotAJournal) as raised:
        read_event(record("bet-placed/2", b"{}"))
    assert str(raised.value) == (
        "position 17 holds bet-placed/2, which this version of Pitboss does not know: update it"
    )


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"event":"table-joined/1"}',
        b'{"event":"bet-placed/1","table":"t1"}',
    ],
)
def test_bytes_that_are_no_event_are_not_read(body: bytes) -> None:
    with pytest.raises(NotAJournal, match=r"position 17 \(table-joined/1\) can't be read: "):
        read_event(record("table-joined/1", body))


def an_old_bet(kind: str, **fields: object) -> Record:
    body = msgspec.json.encode({"event": kind} | fields)
    return Record(7, "table/t1", 3, 0, "c1", 1, None, kind, body, b"")
