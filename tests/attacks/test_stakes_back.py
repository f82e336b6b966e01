"""One person gives nobody his stake back: not by saying that he has left the table, nor by saying
what he chose; and who was given his post just now makes no second person.
"""

from typing import Any

import pytest

from pitboss.audit.report import Discrepancy
from pitboss.audit.run import audit
from pitboss.casino.approvals import ApprovalKind
from pitboss.casino.controls import needs
from pitboss.casino.controls.policy import ApprovalPolicy, Controls
from pitboss.casino.requests import PeopleRequest
from pitboss.casino.stream_ids import table_stream
from pitboss.kernel.cards import SPELLINGS
from pitboss.kernel.money import Cents
from pitboss.operations.controls_record import put_controls_on_record
from pitboss.people.appointments import HouseRules
from pitboss.people.commands import AddPerson, ChangeRole
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from tests.casino.floor import FloorTable
from tests.casino.test_approvals import ANN, DANA, DREW, SAM, Pit
from tests.casino.test_controls import refusal
from tests.jackpot.links import MAX
from tests.support import CS, MH, MS, SS

A_DAY_MS = 24 * 3_600_000
STAFF = {SAM: Role.PIT_SUPERVISOR, MAX: Role.SHIFT_MANAGER, DREW: Role.DEALER}
EXPOSED = tc.Report(incident="cards-exposed", box=1, facts={"count": 1, "players_have_seen": False})
BACK = tc.ChooseOption(1, "return-and-invalidate", "ann")


class Felt(Pit):
    """A pit where everybody has had his account for longer than a day, and its controls are on
    record.
    """

    def __init__(self, book: str = MS, cards: str = "entered") -> None:
        super().__init__()
        for number, (who, role) in enumerate(STAFF.items()):
            added = AddPerson(who.name, role)
            self.casino.carry_out(PeopleRequest(id=f"staff/{number}", command=added))
        self.clock.now_ms += 2 * A_DAY_MS
        self.controls = Controls(
            verifiers=2,
            approvals=ApprovalPolicy(payout_above=Cents(100_00)),
            people=HouseRules(account_age_ms=A_DAY_MS),
        )
        self.casino.pipeline._controls = self.controls
        put_controls_on_record(self.journal, self.controls, self.clock)
        self.felt = self.table("t2", book, None, progressive_bet=None, cards=cards)

    def looked(self) -> FloorTable:
        """A round in which players have looked at their cards."""
        table = self.felt
        table.bet(ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
        while table.phase != "deciding":
            table.deal()
        return table

    def told(self, command: Any, by: Actor) -> str:
        return refusal(self.ask(table_stream("t2"), command, by)).code

    def does(self, command: Any, by: Actor) -> None:
        assert self.ask(table_stream("t2"), command, by).refusal is None

    def problem(self) -> Discrepancy | None:
        return audit(self.journal).problem


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that does not ask for a second person."""
    monkeypatch.setattr(needs, "_ruled", lambda *_: None)


ABSENT = tc.Report(incident="player-absent", box=1)


def test_a_dealer_does_not_say_alone_that_somebody_has_left_whose_bets_go_back() -> None:
    felt = Felt(SS)
    felt.looked()
    asked = felt.waits(ABSENT, target=table_stream("t2"))
    assert (asked.kind, asked.why) == (
        ApprovalKind.VOID,
        "The hand on box 1 is void, and its bets go back.",
    )
    assert felt.approve(asked).refusal is None
    assert felt.problem() is None


def test_where_the_bets_are_lost_he_does() -> None:
    felt = Felt(MS)
    felt.looked()
    felt.does(ABSENT, DANA)
    assert felt.problem() is None


@pytest.mark.usefixtures("alone")
def test_the_audit_finds_who_has_said_so_alone() -> None:
    felt = Felt(SS)
    felt.looked()
    felt.does(ABSENT, DANA)
    problem = felt.problem()
    assert problem is not None
    assert (problem.what, problem.found) == ("a void round or hand has a second person", "dana")


@pytest.mark.parametrize("book", [MS, CS, MH])
def test_a_dealer_does_not_choose_for_a_player_what_he_reported_alone(book: str) -> None:
    felt = Felt(book)
    felt.looked()
    felt.does(EXPOSED, DANA)
    assert felt.told(BACK, DANA) == "approval-needed"
    assert felt.told(BACK, DREW) == "approval-needed", "two dealers, and no supervisor"
    felt.does(tc.ChooseOption(1, "continue", "ann"), DANA)
    assert felt.problem() is None


def test_the_player_chooses_for_himself_and_a_dealer_for_him_where_a_supervisor_reported() -> None:
    for reporter, chooser in ((DANA, ANN), (SAM, DANA), (DANA, SAM)):
        felt = Felt()
        felt.looked()
        felt.does(EXPOSED, reporter)
        felt.does(BACK, chooser)
        assert felt.problem() is None


@pytest.mark.usefixtures("alone")
def test_the_audit_finds_who_has_chosen_for_a_player_alone() -> None:
    felt = Felt()
    felt.looked()
    felt.does(EXPOSED, DANA)
    felt.does(BACK, DANA)
    problem = felt.problem()
    assert problem is not None
    assert (problem.what, problem.found) == ("a void round or hand has a second person", "dana")


def void(table: FloorTable) -> tc.Confirm:
    return tc.Confirm(decision="void-round", approves=table.round.digest or "")


def promoted(felt: Felt) -> Actor:
    """Somebody whom an administrator has made a shift manager just now."""
    change = ChangeRole("drew", Role.SHIFT_MANAGER)
    felt.casino.carry_out(PeopleRequest(id="promoted", command=change))
    return Actor(Post.SHIFT_MANAGER, "drew")


def test_who_was_given_his_post_just_now_is_no_second_person_who_rules() -> None:
    felt = Felt()
    drew, table = promoted(felt), felt.looked()
    felt.does(tc.Report(incident="unlisted"), DANA)
    assert felt.told(void(table), drew) == "approval-needed"
    felt.does(void(table), MAX)
    assert felt.problem() is None


def test_nor_one_who_says_what_players_chose() -> None:
    felt = Felt()
    drew = promoted(felt)
    felt.looked()
    felt.does(EXPOSED, DANA)
    assert felt.told(BACK, drew) == "approval-needed"


@pytest.mark.usefixtures("alone")
def test_the_audit_finds_the_one_who_ruled_too_early() -> None:
    felt = Felt()
    drew, table = promoted(felt), felt.looked()
    felt.does(tc.Report(incident="unlisted"), DANA)
    felt.does(void(table), drew)
    problem = felt.problem()
    assert problem is not None
    assert (problem.what, problem.found) == ("a void round or hand has a second person", "drew")


STAKE = tc.Report(incident="over-maximum-bet", box=1, bet="ante", amount=Cents(5_000_00))
DECIDED = {
    "a void round": (MS, tc.Report(incident="foreign-card")),
    "a stake": (MS, STAKE),
    "a player who has left": (SS, ABSENT),
}


def decided(what: str) -> Felt:
    """What the dealer asked for and a supervisor has approved."""
    book, command = DECIDED[what]
    felt = Felt(book)
    felt.looked()
    assert felt.approve(felt.waits(command, target=table_stream("t2"))).refusal is None
    return felt


@pytest.mark.parametrize("what", DECIDED)
def test_one_does_not_take_back_what_two_have_decided(what: str) -> None:
    felt = decided(what)
    asked = felt.waits(tc.TakeBack(), target=table_stream("t2"))
    assert asked.why.startswith("This is taken back: ")
    assert felt.approve(asked).refusal is None
    assert felt.problem() is None


@pytest.mark.parametrize("what", DECIDED)
def test_the_audit_finds_who_has(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "_taken_back", lambda *_: None)
    felt = decided(what)
    felt.does(tc.TakeBack(), DANA)
    problem = felt.problem()
    assert problem is not None
    assert (problem.what, problem.found) == ("what two have decided is taken back by two", "dana")


def test_what_takes_nobody_else_is_taken_back_alone() -> None:
    felt = decided("a stake")
    felt.does(tc.Fold(1, "ann"), DANA)
    felt.does(tc.TakeBack(), DANA)
    assert felt.problem() is None


def test_another_entry_between_the_look_and_the_click_is_another_correction() -> None:
    """The supervisor is shown that one fold goes; the dealer takes it back and folds another."""
    felt = Felt()
    felt.looked()
    felt.does(tc.Fold(1, "ann"), DANA)
    entry = len(felt.felt.state.entries)
    asked = felt.waits(
        tc.Correct(entry=entry, reason="She meant to play."), target=table_stream("t2")
    )
    assert asked.why.endswith("Entered by dana: fold, box 1, player ann.")
    felt.does(tc.TakeBack(), DANA)
    felt.does(tc.Raise(1, Cents(50_00), "ann"), DANA)
    assert felt.refused(asked) == "approval-changed"
    assert felt.problem() is None


def test_another_winner_between_the_look_and_the_click_is_another_payout() -> None:
    """The dealer asks for one large win to be paid, and turns a loser into another meanwhile."""
    felt = Felt(cards="shown")
    table, stream = felt.felt, table_stream("t2")
    table.bet(ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
    table.cards({1: "Ah Kh Qh Jh 9h", 2: "3c 5c 7d 9c Jc", "dealer": "As Ks 4d 6s 8h"})
    table.play_on()
    table.show_all()
    asked = felt.waits(tc.Settle(), target=stream)
    assert asked.why.startswith("ann wins ")
    felt.does(tc.TakeBack(), DANA)
    clubs = tuple(SPELLINGS[name] for name in ("Ac", "Kc", "Qc", "Jc", "9c"))
    felt.does(tc.ShowHand(cards=clubs, box=2), DANA)
    assert felt.refused(asked) == "approval-changed"
    again = felt.waits(tc.Settle(), target=stream)
    assert "bob wins " in again.why
