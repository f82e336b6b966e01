"""Events as they are stored: names, versions, and forms that do not change by accident.

The golden file holds the stored form of every event. When a form changes on purpose, the event gets
a new version and what was stored must still be read; the file is then written again with
``write_golden()``.
"""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.games.record import HandState, Jackpot
from pitboss.games.record_json import (
    RecordArrangement,
    RecordBox,
    RecordJackpot,
    RecordLimit,
    RecordTable,
    RoundRecord,
)
from pitboss.games.settlement import (
    DealerHand,
    Result,
    WrittenAward,
    WrittenBox,
    WrittenJackpot,
    WrittenLine,
    WrittenSettlement,
)
from pitboss.kernel.cards import Card, parse_cards
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Authority, Post
from pitboss.rulebook.effects import Effect, Option, OptionsFor
from pitboss.rulebook.incidents import Incident
from pitboss.table import events as e
from pitboss.table.commands import LimitSetting, OpenTable
from pitboss.table.corrections.events import (
    CorrectionAsked,
    CorrectionDropped,
    Dropped,
    EntryTakenBack,
    MoneyDecided,
    RoundCorrected,
)
from pitboss.table.rulings import OperationChoice, Ruling
from pitboss.table.shuffle.deck import ShuffleChain
from tests.support import MS, RULEBOOKS

GOLDEN = Path(__file__).parent / "golden_events.json"

ANN = Actor(Post.PLAYER, "ann")
DANA = Actor(Post.DEALER, "dana")
MAX = Actor(Post.SHIFT_MANAGER, "max")

RULING = Ruling(
    None,
    MS,
    Incident.PROGRESSIVE_SYSTEM_DOWN,
    (Effect.CONTINUE, Effect.PAY_REGISTERED_JACKPOT),
    (Option.CONTINUE, Option.RETURN_AND_INVALIDATE),
    OptionsFor.ALL,
    Authority.HOUSE,
    ("5.18.1", "5.18.2"),
    "It is so.",
    (
        OperationChoice("close-table", "5.18.2.a"),
        OperationChoice("bar-box", "5.18.2.b", "Mind the box."),
    ),
)
PLAIN_RULING = Ruling(
    "i1", MS, Incident.FOREIGN_CARD, (Effect.VOID_ROUND,), (), None, None, ("5.8.1",), "It is void."
)
SETTINGS = OpenTable(
    rulebook=MS,
    layout="A",
    boxes=6,
    dealing="shoe",
    cards="virtual",
    limits={"ante": LimitSetting(Cents(10_00), Cents(1000_00))},
    progressive_bet=Cents(5_00),
    link="mega",
)

RECORD = RoundRecord(
    id="t1-1",
    rulebook=MS,
    outcome="completed",
    table=RecordTable({"ante": RecordLimit("10.00", "1000.00"), "bet": RecordLimit()}),
    jackpot=RecordJackpot("250000.00", "100000.00"),
    dealer=["Ad", "Kd", "4c", "4s", "8h"],
    community=["2c"],
    boxes=[
        RecordBox(
            box=1,
            player="ann",
            hand=HandState.PLAYED,
            cards=["Ah", "Kh", "Qh", "Jh", "Th"],
            bets={"ante": "25.00"},
            arrangement=RecordArrangement(["Ah", "Kh", "Qh"]),
            established=["progressive"],
            under_minimum_settled_before=True,
        ),
        RecordBox(box=2, player="bob", hand=HandState.FOLDED, bets={}),
    ],
)
"""All that a record can hold; no game has all of it."""

SETTLEMENT = WrittenSettlement(
    "t1-1",
    MS,
    DealerHand("one-pair", True),
    (
        WrittenBox(
            1,
            "ann",
            "royal-flush",
            "250000.00",
            (
                WrittenLine(
                    "progressive", "5.00", Result.WIN, "5.00", "250000.00", ("4.2",), "royal-flush"
                ),
            ),
        ),
        WrittenBox(2, None, None, "0.00", ()),
    ),
    WrittenJackpot(
        "250000.00",
        "100000.00",
        "100000.00",
        (WrittenAward(1, "royal-flush", "250000.00", ("4.2",)),),
    ),
)
VOID_RECORD = RoundRecord(id="t1-2", rulebook=MS, outcome="void", table=RecordTable({}), boxes=[])
VOID_SETTLEMENT = WrittenSettlement("t1-2", MS, None, ())

CHAIN = ShuffleChain(17, 512, "12" * 32, "34" * 8, 9)
SEALED = e.Sealed("17/512/9", 17, bytes(range(21)))

EVENTS: list[e.AnyEvent] = [
    e.TableOpened("t1", SETTINGS, MAX),
    e.TableOpened(
        "t1", OpenTable(rulebook=MS, layout="B", boxes=1, dealing="shuffler", cards="entered"), MAX
    ),
    e.RulesTaken(f"{MS}@{'ab' * 32}", MAX),
    e.TableClosed(MAX),
    e.TableClosed(MAX, ("5.18.2.a",)),
    e.BettingOpened("t1-1", 1_700_000_000_000, "ab" * 32, bytes(range(32))),
    e.BettingOpened("t1-2", 0),
    e.SeedGiven("ann", "käse 🧀"),
    e.BetPlaced(1, "ante", Cents(25_00), "ann", DANA),
    e.OneHandTold("ann"),
    e.BetWithdrawn(1, "ante", Cents(25_00), "ann", ANN),
    e.BettingClosed(1_700_000_000_001, tuple(Card(number) for number in reversed(range(52)))),
    e.BettingClosed(1),
    e.CardBurnt(Card(51)),
    e.CardBurnt(),
    e.CardsDealt("dealer", parse_cards("Ah Kd"), 1, 1_700_000_000_002),
    e.CardsDealt("dealer", (None, *parse_cards("Kd")), 1, 1_700_000_000_002),
    e.TurnedOver("dealer's cards"),
    e.TurnedOver("flop", DANA, parse_cards("Ah Kd Qc")),
    e.HandExamined(1, "ann"),
    e.Folded(1, ANN),
    e.Raised(1, "bet", Cents(50_00), ANN),
    e.Checked(1, ANN),
    e.HandSet(1, parse_cards("Ah Kd Qc"), ANN),
    e.HandSet(1, None, DANA),
    e.DecisionsEnded(),
    e.HandShown("1", parse_cards("Ah Kd"), DANA),
    e.HandShown("dealer", parse_cards("Ah Kd Qc"), DANA, parse_cards("Ah Kd Qc")),
    e.ShowDeclined(1, ANN),
    e.HandEstablished(1, ("progressive", "bonus"), MAX),
    e.HandEstablished(1, ("progressive",), MAX, parse_cards("Ah Kd")),
    e.JackpotClaimed(
        (
            e.ClaimedHand(1, "ann", "royal-flush", "1", 1_700_000_000_002),
            e.ClaimedHand(2, "bob", "straight-flush", "1/10", 0),
        )
    ),
    e.RoundSettled(RECORD, SETTLEMENT, {"ann": Cents(1)}, ("bob",)),
    e.RoundSettled(VOID_RECORD, VOID_SETTLEMENT, {}),
    e.RoundVoided(("5.8.1",), "It is void."),
    e.RoundConcluded(1_700_000_000_003),
    e.IncidentReported(
        ruling=RULING,
        facts={"count": 2, "players_have_seen": False, "noticed": "later"},
        by=DANA,
        waits=True,
        box=1,
        boxes=(1, 2),
        bet="ante",
        amount=Cents(12_34),
        moves=((1, 2), (2, 1)),
    ),
    e.IncidentReported(ruling=PLAIN_RULING, facts={}, by=DANA, waits=False),
    e.IncidentReported(
        ruling=PLAIN_RULING,
        facts={},
        by=DANA,
        waits=False,
        at_ms=1_700_000_000_004,
        description="A drink went over box 2 ☕",
    ),
    e.RulingConfirmed(RULING, MAX, "void-round"),
    e.RulingConfirmed(PLAIN_RULING, MAX),
    e.BetCorrected(1, "ante", Cents(12_34)),
    e.BetReturned(1, "progressive"),
    e.HandInvalidated(1, ("5.19",)),
    e.HandInvalidated(2, ("5.16.1",), True),
    e.PlayerLeft(1),
    e.OptionsOffered((1, 2), ("withdraw", "stay"), ("5.16.1",), all_or_none=True),
    e.OptionsOffered((1,), ("continue", "return-and-invalidate")),
    e.OptionChosen(1, "withdraw", ANN),
    e.OptionsOffered(
        (1,), ("withdraw", "stay"), ("5.16.1",), all_or_none=True, beside=((1, "bob"),)
    ),
    e.OptionChosen(1, "stay", ANN, "bob"),
    e.OptionsClosed(),
    e.HandsMoved(((1, 2), (2, 1))),
    e.FaceUpChosen(3),
    e.JackpotRegistered(Jackpot(Cents(250_000_00), Cents(100_000_00))),
    e.JackpotRegistered(None),
    e.JackpotRegistered(Jackpot(Cents(250_000_00), Cents(100_000_00)), ("5.18.1",)),
    e.OperationAwaited(),
    e.OperationChosen("bar-box", MAX, 2),
    e.OperationChosen("run-without-progressive", MAX, notice="No jackpot."),
    e.ProgressiveRestored(MAX),
    e.PlayerBarred("ann", MAX, ("5.9",)),
    e.PlayerHeldToOnePosition("ann", MAX),
    e.OnePositionLifted("ann", MAX),
    e.BarLifted("ann", MAX),
    e.DealEnded(),
    e.CardsMoved({"1": (Card(0), None), "dealer": ()}, (Card(4), None), "dealer"),
    e.IncidentReported(
        ruling=PLAIN_RULING, facts={}, by=DANA, waits=False, hands={"1": (Card(3),)}
    ),
    e.SettlementSetAside(DANA),
    e.BettingOpened("t1-3", 0, by=DANA),
    e.BettingClosed(1, by=DANA),
    e.CardBurnt(by=DANA),
    e.CardsDealt("1", parse_cards("2c"), 0, 2, DANA),
    e.TurnedOver("flop", DANA),
    e.JackpotClaimed((), DANA),
    e.RoundSettled(VOID_RECORD, VOID_SETTLEMENT, {}, by=DANA),
    e.RoundConcluded(3, DANA),
    e.OptionsClosed(DANA),
    e.ShuffleChainPublished(CHAIN, 4, DANA),
    e.BettingOpened("t1-17", 5, "ab" * 32, None, DANA, CHAIN),
    e.SeedCommitted("ann käse", "cd" * 32),
    e.SeedOpened("ann käse", "ef" * 32),
    e.ShuffleFixed(6, ("ann käse",), ("bob",)),
    e.CardBurnt(by=DANA, sealed=SEALED),
    e.CardsDealt("1", (), 0, 7, DANA, SEALED),
    e.HandSet(1, None, ANN, SEALED),
    e.RoundConcluded(8, DANA, bytes(range(32))),
    e.RoundConcluded(9, DANA, None),
    e.HandExamined(1, "ann", DANA),
    e.RulingConfirmed(PLAIN_RULING, MAX, facts={"intentional": True}),
    EntryTakenBack(round="t1-1", kept=3, entry=3, was={"do": "fold", "box": 1}, by=DANA, at_ms=1),
    CorrectionAsked("t1-1", {"do": "correct", "entry": 3, "reason": "So."}, DANA, 2),
    CorrectionDropped("t1-1", MAX, 3),
    RoundCorrected(
        round="t1-1",
        kept=3,
        follow=2,
        entry=3,
        was={"do": "fold", "box": 1},
        now={"do": "raise", "box": 1, "amount": 5000},
        asked_by=DANA,
        reason="He put in chips.",
        at_ms=4,
        approved_by=MAX,
        swapped_with=5,
        dropped=(Dropped(4, {"do": "settle"}, DANA, "jackpot-pending", "Not paid yet."),),
    ),
    RoundCorrected(
        round="t1-1",
        kept=3,
        follow=0,
        entry=3,
        was=None,
        now=None,
        asked_by=MAX,
        reason="So.",
        at_ms=4,
    ),
    MoneyDecided(
        round="t1-1",
        amount=Cents(25_00),
        payer="ann",
        payee="bob",
        reason="So.",
        clauses=("5.24",),
        by=MAX,
        at_ms=5,
        approved_by=DANA,
    ),
    MoneyDecided(
        round="t1-1",
        amount=Cents(1),
        payer=None,
        payee="bob",
        reason="So.",
        clauses=("6.1",),
        by=MAX,
        at_ms=5,
    ),
]
"""Every event, with all that it can hold and with as little as it can."""


def named(event: e.AnyEvent) -> str:
    """The stored name of an event."""
    return str(event.__struct_config__.tag)


def stored(event: e.AnyEvent) -> dict[str, Any]:
    """The two forms in which an event may be stored."""
    return {
        "json": msgspec.json.encode(event).decode(),
        "msgpack": msgspec.msgpack.encode(event).hex(),
    }


def as_stored(events: list[e.AnyEvent]) -> dict[str, list[dict[str, Any]]]:
    """The golden file's content: each event's stored forms, by its name."""
    found: dict[str, list[dict[str, Any]]] = {}
    for event in events:
        found.setdefault(named(event), []).append(stored(event))
    return found


def write_golden() -> None:
    """Writes the golden file again."""
    GOLDEN.write_text(
        json.dumps(as_stored(EVENTS), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def golden() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return found


def test_every_event_is_among_those_above() -> None:
    assert {type(event) for event in EVENTS} == set(e.AnyEvent.__args__)


def test_every_kind_of_event_belongs_to_the_union() -> None:
    assert set(e.TableEvent.__subclasses__()) == set(e.AnyEvent.__args__)


def test_names_are_stable_and_carry_a_version() -> None:
    names = [str(kind.__struct_config__.tag) for kind in e.AnyEvent.__args__]

    assert len(names) == len(set(names))
    for name in names:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*/[1-9][0-9]*", name), name
    assert {kind.__struct_config__.tag_field for kind in e.AnyEvent.__args__} == {"event"}


@pytest.mark.parametrize("event", EVENTS, ids=named)
def test_an_event_comes_back_from_json(event: e.AnyEvent) -> None:
    text = msgspec.json.encode(event)

    assert msgspec.json.decode(text, type=e.AnyEvent) == event
    assert json.loads(text)["event"] == named(event)


@pytest.mark.parametrize("event", EVENTS, ids=named)
def test_an_event_comes_back_from_messagepack(event: e.AnyEvent) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(event), type=e.AnyEvent) == event


def test_stored_forms_have_not_changed() -> None:
    assert as_stored(EVENTS) == golden()


def test_what_was_stored_is_still_read() -> None:
    events = {name: [event for event in EVENTS if named(event) == name] for name in golden()}
    for name, forms in golden().items():
        for event, form in zip(events[name], forms, strict=True):
            assert msgspec.json.decode(form["json"], type=e.AnyEvent) == event
            assert msgspec.msgpack.decode(bytes.fromhex(form["msgpack"]), type=e.AnyEvent) == event


def test_a_table_that_was_stored_before_there_were_links_is_on_none() -> None:
    text = (
        b'{"event":"table-opened/1","table":"t1","settings":{"do":"open-table","rulebook":"rws-multilink-stud-3",'
        b'"layout":"B","boxes":1,"dealing":"shuffler","cards":"entered","limits":{},"progressive-bet":null},'
        b'"by":{"post":4,"name":"max"}}'
    )
    event = msgspec.json.decode(text, type=e.AnyEvent)
    assert isinstance(event, e.TableOpened)
    assert event == EVENTS[1]
    assert event.settings.link is None


def test_fields_are_stored_in_kebab_case() -> None:
    names = {
        name for forms in golden().values() for form in forms for name in json.loads(form["json"])
    }

    assert "face-up" in names
    assert not any("_" in name for name in names)


@pytest.mark.parametrize(
    "raw", [b'{"event": "table-opened/2"}', b'{"event": "dance/1"}', b"{}", b"[]"]
)
def test_an_event_of_no_known_name_is_not_read(raw: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(raw, type=e.AnyEvent)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_records_and_settlements_of_real_rounds_keep_their_bytes(book: str) -> None:
    lines = (GOLDEN.parents[1] / "golden" / book / "events.jsonl").read_bytes().splitlines()
    answers = [msgspec.json.decode(line, type=_Answer) for line in lines if b'"events"' in line]
    settled = [one for answer in answers for one in answer.events if one.record and one.settlement]
    assert settled
    for one in settled:
        record = msgspec.json.decode(one.record, type=RoundRecord)
        settlement = msgspec.json.decode(one.settlement, type=WrittenSettlement)
        assert msgspec.json.encode(record) == bytes(one.record)
        assert msgspec.json.encode(settlement) == bytes(one.settlement)


class _Kept(msgspec.Struct):
    record: msgspec.Raw = msgspec.Raw(b"")
    settlement: msgspec.Raw = msgspec.Raw(b"")


class _Answer(msgspec.Struct):
    """A line of what ``pitboss play --json`` prints."""

    events: list[_Kept] = []
