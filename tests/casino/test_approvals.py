"""A second person: what waits for one, who may be one, and that an approval is for that command
and no other, once, within a minute.
"""

from typing import Any

import pytest

from pitboss.casino.approvals import (
    APPROVALS_STREAM,
    WITHIN_MS,
    Approval,
    ApprovalAsked,
    ApprovalGiven,
    ApprovalKind,
    DropApproval,
    How,
    command_of,
)
from pitboss.casino.controls.policy import ApprovalPolicy, Controls
from pitboss.casino.requests import (
    Answer,
    ApprovedRequest,
    NothingWaits,
    PeopleRequest,
    Request,
)
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.jackpot import commands as lc
from pitboss.kernel.money import Cents
from pitboss.people.commands import AddDevice, AddPerson, AdmitWalkIn, DisablePerson
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from tests.casino.floor import FloorTable
from tests.casino.test_controls import House, refusal
from tests.jackpot.links import MAX, MIA, parameters
from tests.support import MS

DANA, DREW = Actor(Post.DEALER, "dana"), Actor(Post.DEALER, "drew")
SAM, SUE = Actor(Post.PIT_SUPERVISOR, "sam"), Actor(Post.PIT_SUPERVISOR, "sue")
ANN = Actor(Post.PLAYER, "ann")
T1 = table_stream("t1")
FOREIGN = tc.Report(incident="foreign-card")


class Pit(House):
    """A house with one table without a link, a dealer, supervisors and two players."""

    def __init__(self, **policy: Any) -> None:
        self.policy = ApprovalPolicy(**policy)
        super().__init__()
        for number, (name, role) in enumerate(
            (("ann", Role.PLAYER), ("bob", Role.PLAYER), ("dana", Role.DEALER))
        ):
            self.casino.carry_out(
                PeopleRequest(id=f"people/{number}", command=AddPerson(name, role))
            )
        self.table1 = self.table("t1", MS, None, progressive_bet=None)

    def _open(self) -> Any:
        casino = super()._open()
        casino.pipeline._controls = Controls(verifiers=2, approvals=self.policy)
        return casino

    def waits(self, command: Any, by: Actor = DANA, target: str = T1) -> ApprovalAsked:
        """A command that has to wait."""
        found = refusal(self.ask(target, command, by))
        assert found.code == "approval-needed", found
        assert found.asked is not None
        return found.asked

    def approve(self, asked: ApprovalAsked, by: Actor = SAM, how: How = How.PIN) -> Answer:
        answer = self.casino.approve(asked.digest, by, how)
        self.check()
        return answer

    def refused(self, asked: ApprovalAsked, by: Actor = SAM) -> str:
        return refusal(self.approve(asked, by)).code

    def done(self, command: Any, by: Actor = DANA) -> Answer:
        answer = self.ask(T1, command, by)
        assert answer.refusal is None, answer.refusal
        return answer

    def play(self) -> FloorTable:
        """A round of Ann's, up to where everything lies open."""
        table = self.table1
        table.bet(ann=(1, {"ante": "25"}))
        table.play_on()
        return table


@pytest.fixture
def pit() -> Pit:
    return Pit()


def test_a_void_round_waits_for_a_second_person(pit: Pit) -> None:
    table = pit.play()
    before = table.state
    asked = pit.waits(FOREIGN)
    assert (asked.kind, asked.least, asked.round) == (
        ApprovalKind.VOID,
        Post.PIT_SUPERVISOR,
        "t1-1",
    )
    assert asked.why.startswith("Round t1-1 is void: ")
    assert table.state == before, "nothing has happened yet"
    assert list(pit.casino.approvals().waiting) == [asked.digest]
    answer = pit.approve(asked)
    assert answer.refusal is None
    given = answer.events[0].event
    assert isinstance(given, ApprovalGiven)
    assert (given.asked_by, given.by, given.how) == (DANA, SAM, How.PIN)
    assert table.phase == "void"
    assert not pit.casino.approvals().waiting
    assert {stored.command for stored in answer.events} == {f"approved/{asked.digest}/sam"}


def test_the_refusal_says_who_may_approve_and_names_the_command(pit: Pit) -> None:
    pit.play()
    found = refusal(pit.ask(T1, FOREIGN, DANA))
    assert found.message.endswith("This needs the approval of a pit supervisor or above.")
    assert found.asked is not None
    assert command_of(found.asked) == FOREIGN


def test_sent_again_with_its_key_it_still_waits_and_is_asked_for_once(pit: Pit) -> None:
    pit.play()
    request = Request("dana:7", T1, FOREIGN, DANA)
    first, again = pit.casino.carry_out(request), pit.casino.carry_out(request)
    pit.reopen()
    after_a_restart = pit.casino.carry_out(request)
    assert first.refusal == again.refusal == after_a_restart.refusal
    assert again.repeated
    assert after_a_restart.repeated
    assert len(pit.events(APPROVALS_STREAM)) == 1


def test_it_goes_through_once_however_often_it_is_approved(pit: Pit) -> None:
    pit.play()
    asked = pit.waits(FOREIGN)
    first, again = pit.approve(asked), pit.approve(asked)
    assert again.repeated
    assert again.events == first.events
    with pytest.raises(NothingWaits):
        pit.approve(asked, SUE)
    pit.reopen()
    assert pit.approve(asked).events == first.events


def test_nobody_approves_what_he_asked_for(pit: Pit) -> None:
    pit.play()
    asked = pit.waits(FOREIGN, SAM)
    assert pit.refused(asked, SAM) == "own-deed"
    assert pit.refused(asked, Actor(Post.SHIFT_MANAGER, "sam")) == "own-deed"
    assert pit.approve(asked, SUE).refusal is None, "somebody else still may"


def test_nor_does_a_post_below_the_one_that_is_asked_for() -> None:
    pit = Pit(void=Post.PIT_MANAGER)
    pit.play()
    asked = pit.waits(FOREIGN)
    assert pit.refused(asked, DREW) == "post-too-low"
    assert pit.refused(asked, SAM) == "post-too-low"
    assert pit.approve(asked, MAX).refusal is None


def test_nor_does_anybody_who_dealt(pit: Pit) -> None:
    table = pit.table1
    pit.done(tc.OpenBetting(), SUE)
    pit.done(tc.PlaceBet(1, "ante", Cents(25_00)), ANN)
    pit.done(tc.CloseBetting(), DANA)
    assert table.round.acted == {"sue", "dana"}
    assert pit.refused(pit.waits(FOREIGN), SUE) == "acted-in-round"


def test_nor_does_a_player_of_the_round(pit: Pit) -> None:
    pit.play()
    asked = pit.waits(FOREIGN)
    found = refusal(pit.approve(asked, Actor(Post.PIT_SUPERVISOR, "ann")))
    assert found.code == "acted-in-round"
    assert found.message.startswith("ann plays in round t1-1;")


def test_a_minute_later_it_has_to_be_asked_for_again(pit: Pit) -> None:
    pit.play()
    asked = pit.waits(FOREIGN)
    pit.clock.now_ms = asked.at_ms + WITHIN_MS + 1
    assert pit.refused(asked) == "not-waiting"
    again = pit.waits(FOREIGN)
    assert again.digest != asked.digest
    assert list(pit.casino.approvals().waiting) == [again.digest]
    pit.clock.now_ms = again.at_ms + WITHIN_MS
    assert pit.approve(again).refusal is None


def test_it_is_for_the_round_in_which_it_was_asked_for(pit: Pit) -> None:
    pit.clock.step_ms = 100
    table = pit.play()
    asked = pit.waits(FOREIGN)
    table.finish()
    pit.play()
    assert pit.refused(asked) == "approval-changed"
    assert table.phase == "revealed"


def test_another_command_is_not_carried_out_by_it(pit: Pit) -> None:
    pit.play()
    asked = pit.waits(FOREIGN)
    other = ApprovedRequest(
        f"approved/{asked.digest}/sam",
        T1,
        tc.Report(incident="unlisted"),
        DANA,
        approval=Approval(SAM, asked.digest, How.PIN),
    )
    assert refusal(pit.casino.carry_out(other)).code == "approval-changed"


def test_nor_the_same_of_somebody_else(pit: Pit) -> None:
    pit.play()
    asked = pit.waits(FOREIGN)
    other = ApprovedRequest(
        f"approved/{asked.digest}/sam",
        T1,
        FOREIGN,
        DREW,
        approval=Approval(SAM, asked.digest, How.PIN),
    )
    assert refusal(pit.casino.carry_out(other)).code == "approval-changed"


def test_what_was_dropped_is_not_approved(pit: Pit) -> None:
    pit.play()
    asked = pit.waits(FOREIGN)
    drop = DropApproval(asked.digest)
    answer = pit.casino.carry_out(Request("dana:drop", APPROVALS_STREAM, drop, DANA))
    assert [type(stored.event).__name__ for stored in answer.events] == ["ApprovalDropped"]
    with pytest.raises(NothingWaits):
        pit.approve(asked)
    assert pit.casino.carry_out(Request("dana:2", APPROVALS_STREAM, drop, DANA)).events == ()


# ── what needs one ────────────────────────────────────────────────────────────────────────────────


def test_a_stake_changed_after_the_close_does(pit: Pit) -> None:
    table = pit.table1
    table.bet(ann=(1, {"ante": "25"}))
    found = tc.Report(incident="over-maximum-bet", box=1, bet="ante", amount=Cents(5_000_00))
    assert table.phase == "closed"
    asked = pit.waits(found)
    assert asked.kind is ApprovalKind.STAKE
    assert asked.why.startswith("After the close ante on box 1 becomes ")
    assert pit.approve(asked).refusal is None


@pytest.mark.parametrize(
    "found",
    [
        tc.Report(incident="over-maximum-bet", box=1, bet="ante", amount=Cents(1_001_00)),
        tc.Report(incident="wrong-raise", box=1, bet="bet", amount=Cents(1_001_00)),
    ],
    ids=["ante", "raise"],
)
def test_a_stake_is_not_raised_by_one_person_while_paying(pit: Pit, found: tc.Report) -> None:
    """The hands lie open and the winner is known: 25 does not become 1,001 on one word."""
    table = pit.table1
    table.bet(ann=(1, {"ante": "25"}))
    table.plan("straight")
    table.play_on()
    pit.done(tc.Settle())
    before = table.state
    asked = pit.waits(found)
    assert asked.kind is ApprovalKind.STAKE
    assert table.state == before
    assert pit.refused(asked, DANA) == "own-deed"
    assert table.state == before


def test_a_settled_round_with_an_award_is_not_voided_by_one_person() -> None:
    """All hands lie open and the jackpot has been awarded: one click does not undo that."""
    house = House()
    desk = house.link("mega", verifiers=2)
    table = house.table("t1", MS)
    table.play("royal")
    (box,) = table.claims()
    for person in (SAM, SUE):
        desk.verify(f"t1-1/{box}", by=person)
    table.do("settle")
    before, awards = table.state, list(desk.awards)
    assert awards
    found = refusal(house.ask(T1, FOREIGN, DREW))
    assert found.code == "approval-needed"
    assert found.asked is not None
    alone = house.casino.approve(found.asked.digest, DREW, How.PIN)
    assert refusal(alone).code == "own-deed"
    assert (table.state, list(desk.awards)) == (before, awards)


def test_a_ruling_of_one_who_reported_it_himself_does_and_of_another_does_not(pit: Pit) -> None:
    table = pit.play()
    pit.done(tc.Report(incident="unlisted"), MAX)
    void = tc.Confirm(decision="void-round", approves=table.round.digest or "")
    assert pit.waits(void, MAX).kind is ApprovalKind.VOID
    assert pit.ask(T1, void, MIA).refusal is None
    assert table.phase == "void"


def test_a_console_that_reports_is_no_first_person(pit: Pit) -> None:
    added = AddDevice("d1", "t", Role.DEALER, "Console 1", "t1")
    pit.casino.carry_out(PeopleRequest(id="people/d1", command=added))
    table = pit.play()
    pit.done(tc.Report(incident="unlisted"), Actor(Post.DEALER, "Console 1"))
    void = tc.Confirm(decision="void-round", approves=table.round.digest or "")
    assert pit.waits(void, MAX).kind is ApprovalKind.VOID


def test_what_a_console_asks_for_takes_two_persons(pit: Pit) -> None:
    added = AddDevice("d1", "t", Role.DEALER, "Console 1", "t1")
    pit.casino.carry_out(PeopleRequest(id="people/d1", command=added))
    table = pit.play()
    asked = pit.waits(FOREIGN, Actor(Post.DEALER, "Console 1"))
    told = refusal(pit.approve(asked, SAM))
    assert (told.code, told.asked) == ("approval-needed", asked)
    again = refusal(pit.approve(asked, SAM))
    assert again.message == told.message, "the same person's word, sent again"
    assert pit.approve(asked, MIA).refusal is None
    assert table.phase == "void"
    assert not pit.casino.approvals().first


def test_a_ruling_without_such_effects_does_not(pit: Pit) -> None:
    table = pit.play()
    pit.done(tc.Report(incident="unlisted"), MAX)
    pit.done(tc.Confirm(decision="continue", approves=table.round.digest or ""), MAX)


def test_whoever_dealt_does_not_rule(pit: Pit) -> None:
    table = pit.play()
    pit.done(tc.Report(incident="unlisted"), DANA)
    rule = tc.Confirm(decision="continue", approves=table.round.digest or "")
    dealt = Actor(Post.SHIFT_MANAGER, next(iter(table.round.acted)))
    assert refusal(pit.ask(T1, rule, dealt)).code == "acted-in-round"


@pytest.mark.parametrize(("above", "waits"), [(0, True), (1_000_000_00, False)])
def test_a_large_payout_at_a_table_whose_cards_no_device_reads_does(
    above: int, waits: bool
) -> None:
    pit = Pit(payout_above=Cents(above))
    table = pit.table1
    table.bet(ann=(1, {"ante": "25"}))
    table.plan("straight")
    table.play_on()
    if not waits:
        pit.done(tc.Settle())
        return
    asked = pit.waits(tc.Settle())
    assert asked.kind is ApprovalKind.PAYOUT
    assert asked.why.startswith("ann wins ")
    assert pit.approve(asked).refusal is None
    assert table.phase == "settled"


def test_not_where_a_device_reads_them() -> None:
    pit = Pit(payout_above=Cents(0), entered_by_hand=False)
    table = pit.table1
    table.bet(ann=(1, {"ante": "25"}))
    table.plan("straight")
    table.play_on()
    pit.done(tc.Settle())


def test_a_bet_for_somebody_unknown_waits_and_whoever_approves_admits_him(pit: Pit) -> None:
    pit.done(tc.OpenBetting())
    bet = tc.PlaceBet(1, "ante", Cents(25_00), "Mr Tan")
    asked = pit.waits(bet)
    assert asked.kind is ApprovalKind.WALK_IN
    answer = pit.approve(asked)
    kinds = [str(stored.event.__struct_config__.tag) for stored in answer.events]
    assert kinds == ["approval-given/1", "walk-in-admitted/1", "bet-placed/1"]
    assert pit.casino.people().walk_ins == {"Mr Tan": ("t1",)}
    pit.done(tc.PlaceBet(1, "ante", Cents(25_00), "Mr Tan"))


def test_at_a_table_with_real_cards_a_box_may_be_bet_on_without_a_name(pit: Pit) -> None:
    pit.done(tc.OpenBetting())
    pit.done(tc.PlaceBet(1, "ante", Cents(25_00), "Box 1"))
    other = refusal(pit.ask(T1, tc.PlaceBet(2, "ante", Cents(25_00), "Box 1"), DANA))
    assert other.code == "bad-name"


def test_who_was_admitted_before_is_bet_for_at_his_table_alone(pit: Pit) -> None:
    pit.casino.carry_out(PeopleRequest(id="people/walk", command=AdmitWalkIn("Mr Tan", "t2")))
    pit.done(tc.OpenBetting())
    pit.waits(tc.PlaceBet(1, "ante", Cents(25_00), "Mr Tan"))
    pit.casino.carry_out(PeopleRequest(id="people/walk2", command=AdmitWalkIn("Mr Tan", "t1")))
    pit.done(tc.PlaceBet(1, "ante", Cents(25_00), "Mr Tan"))


def test_nobody_bets_for_staff_nor_for_a_name_like_theirs_nor_for_the_disabled(pit: Pit) -> None:
    pit.done(tc.OpenBetting())
    pit.casino.carry_out(PeopleRequest(id="people/off", command=DisablePerson("bob")))
    codes = {
        name: refusal(pit.ask(T1, tc.PlaceBet(1, "ante", Cents(25_00), name), DANA)).code
        for name in ("dana", "Dana", "bob", "pitboss")
    }
    assert codes == {
        "dana": "staff-may-not-play",
        "Dana": "name-taken",
        "bob": "staff-may-not-play",
        "pitboss": "bad-name",
    }
    pit.done(tc.PlaceBet(1, "ante", Cents(25_00), "ann"))


def test_with_none_for_walk_ins_any_other_name_is_bet_for() -> None:
    pit = Pit(walk_in=None)
    pit.done(tc.OpenBetting())
    pit.done(tc.PlaceBet(1, "ante", Cents(25_00), "Mr Tan"))
    found = refusal(pit.ask(T1, tc.PlaceBet(2, "ante", Cents(25_00), "dana"), DANA))
    assert found.code == "staff-may-not-play"


def test_a_link_is_opened_by_two() -> None:
    pit = Pit()
    opening = lc.OpenLink("RWS", parameters(verifiers=2))
    asked = pit.waits(opening, MAX, link_stream("mega"))
    assert (asked.kind, asked.round) == (ApprovalKind.LINK, None)
    assert pit.refused(asked, SAM) == "post-too-low"
    assert pit.approve(asked, MIA).refusal is None
    assert pit.casino.link("mega") is not None


@pytest.mark.parametrize(
    ("kind", "command"), [("void", FOREIGN), ("link", lc.OpenLink("RWS", parameters(verifiers=2)))]
)
def test_where_the_house_asks_for_nobody_nobody_is_needed(kind: str, command: Any) -> None:
    pit = Pit(**{kind: None})
    pit.play()
    target = T1 if kind == "void" else link_stream("mega")
    assert pit.ask(target, command, MAX).refusal is None


def test_what_the_engine_refuses_by_then_is_refused_and_the_approval_used_up(pit: Pit) -> None:
    pit.clock.step_ms = 100
    table = pit.play()
    first, second = pit.waits(FOREIGN), pit.waits(tc.Report(incident="foreign-card", box=1))
    assert pit.approve(first).refusal is None
    assert refusal(pit.approve(second)).code not in ("approval-needed", "not-waiting")
    assert table.phase == "void"


def test_a_claim_is_not_judged_by_whoever_dealt_its_round() -> None:
    house = House()
    desk = house.link("mega", verifiers=2)
    table = house.table("t1", MS)
    table.play("royal")
    (box,) = table.claims()
    dealers = [Actor(Post.SHIFT_MANAGER, name) for name in table.round.acted]
    assert dealers
    claim = f"t1-1/{box}"
    for dealer in dealers:
        assert desk.refused(lc.VerifyClaim(claim), dealer) == "acted-in-round"
        assert desk.refused(lc.DeclineClaim(claim, "No."), dealer) == "acted-in-round"
    player = Actor(Post.PIT_SUPERVISOR, table.round.boxes[box].player)
    assert desk.refused(lc.VerifyClaim(claim), player) == "acted-in-round"
    desk.verify(claim, by=SAM)
    desk.verify(claim, by=SUE)
    table.finish()
    assert desk.refused(lc.VerifyClaim(claim), SAM) == "claim-closed"
