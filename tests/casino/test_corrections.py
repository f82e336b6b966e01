"""Corrections in a casino: feeds, links, ledger and auditor are what they would have been."""

from collections.abc import Sequence
from datetime import datetime
from itertools import product
from zoneinfo import ZoneInfo

import pytest

from pitboss.audit.run import audit
from pitboss.casino import jackpot_effects, postings
from pitboss.casino.app import Casino
from pitboss.casino.approvals import How
from pitboss.casino.controls.policy import Controls
from pitboss.jackpot import commands as lc
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.kernel.cards import DECK, NAMES
from pitboss.reports.day import day_report
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.corrections.events import MoneyDecided, RoundCorrected
from pitboss.table.events import CardsDealt
from tests.casino.corrected_evenings import SOURCES, runs
from tests.casino.correction_mistakes import KINDS
from tests.casino.correction_rounds import SUE
from tests.casino.floor import OPENING, SHELF, Floor, FloorTable
from tests.casino.test_process import one
from tests.jackpot.links import MAX
from tests.support import BE, MS, RULEBOOKS, SS, book_of
from tests.tables import SECRET, SHIFT_MANAGER

ROUNDS = 400
"""At each of the five rulebooks: 2,000 together."""


@pytest.mark.parametrize("book", RULEBOOKS)
def test_everybody_has_what_he_would_have_had(book: str) -> None:
    counts = runs("make test", book, ROUNDS)
    assert counts["rounds"] >= ROUNDS
    assert counts["two"] > ROUNDS // 20, "about a tenth has two mistakes"
    # Nobody decides in Bullseye whether to stay in.
    assert set(counts) >= {"refused", *KINDS} - ({"decision"} if book == BE else set())
    assert all(counts[f"{way[0]} {way[1]}"] for way in product(SOURCES, book_of(book).dealing))


def audited(floor: Floor) -> None:
    problem = audit(floor.journal).problem
    assert problem is None, problem


@pytest.mark.parametrize("book", RULEBOOKS)
def test_an_award_comes_back_exactly_where_its_card_was_mistyped(book: str) -> None:
    floor, mega, table = one(book, reserve_bp=1_000)
    table.play("royal", None)
    table.claims()
    mega.verify("t1-1/1")
    table.do("settle")
    assert mega.awards == [("t1-1/1", 100_001_00)]
    entry, dealt = next(
        (nth, event)
        for nth, event in enumerate(_begun(table.state.events), 1)
        if isinstance(event, CardsDealt) and event.place == "1"
    )
    out = {card for event in table.state.events for card in getattr(event, "cards", ()) or ()}
    other = next(NAMES[card] for card in DECK if card not in out)
    cards = [other, *(NAMES[card] for card in dealt.cards[1:] if card is not None)]
    should_be = {"do": "deal", "cards": cards, "to": "1"}
    table.do("correct", by=SUE, entry=entry, should_be=should_be, reason="Not hearts.")

    assert mega.claims == []
    assert mega.state.claims["t1-1/1"].standing == "withdrawn"
    floor.casino.enter_contributions("mega")
    floor.check()
    assert mega.state.meter_units == 100_001_00 * UNITS_PER_CENT
    assert mega.state.reserve_units == 1_00 * UNITS_PER_CENT
    table.do("conclude")
    audited(floor)


def _begun(log: Sequence[object]) -> list[object]:
    """The first events of entries, as far as none follows from another before cards are dealt."""
    return [event for event in log if type(event).__name__ != "OneHandTold"]


def test_a_claim_that_comes_again_keeps_its_place_in_the_order() -> None:
    floor, mega, table = one(SS)
    other = floor.table("t2", SS)
    table.play("royal", None)
    table.claims()
    other.play("royal")
    other.claims()
    assert mega.claims == ["t1-1/1", "t2-1/1"]
    coin = next(
        nth for nth, event in enumerate(_begun(table.state.events), 1) if _is_coin(event, 2)
    )
    table.do("correct", by=SUE, entry=coin, reason="No coin was there.")

    assert mega.claims == ["t2-1/1", "t1-1/1/1"]
    mega.verify("t2-1/1", "t1-1/1/1")
    assert [claim for claim, _ in mega.awards] == ["t1-1/1/1", "t2-1/1"]
    # And once more.
    bet = {"do": "place-bet", "box": 2, "bet": "progressive", "amount": "5"}
    fields = {"after": coin - 1, "should_be": {**bet, "player": table.round.boxes[2].player}}
    table.do("correct", by=SUE, reason="It was there after all.", **fields)
    assert mega.claims == ["t1-1/1/1a"]
    mega.verify("t1-1/1/1a")
    for played in (table, other):
        played.finish()
    floor.casino.enter_contributions("mega")
    audited(floor)


def _is_coin(event: object, box: int) -> bool:
    return getattr(event, "bet", "") == "progressive" and getattr(event, "box", 0) == box


def test_a_settlement_that_was_taken_back_leaves_claim_and_award_alone() -> None:
    floor, mega, table = one(MS)
    table.play("royal", None)
    table.claims()
    mega.verify("t1-1/1")
    table.do("settle")
    table.do("take-back")
    assert mega.state.claims["t1-1/1"].standing == "paid"
    table.finish()
    audited(floor)


def test_a_claim_is_withdrawn_where_the_settlement_is_taken_back_that_raised_it() -> None:
    floor, mega, table = one(MS)
    table.play("royal")
    table.claims()
    table.do("take-back")
    assert mega.claims == []
    table.claims()
    assert mega.claims == ["t1-1/1/2"]
    mega.do(lc.DeclineClaim("t1-1/1/2", "The hand was not shown."))
    table.finish()
    audited(floor)


@pytest.mark.parametrize("book", [MS, BE])
def test_no_more_bets_that_was_taken_back_takes_its_contributions_out(book: str) -> None:
    floor, mega, table = one(book)
    table.lay(ann=(1, {OPENING[book]: "25", "progressive": "5"}))
    table.do("close-betting")
    assert mega.shown == 100_000_50
    table.do("take-back")
    assert mega.shown == 100_000_00
    table.do("close-betting")
    assert mega.shown == 100_000_50
    audited(floor)


def test_a_money_decision_is_an_entry_of_its_own() -> None:
    floor, _, table = one(MS)
    table.play(None)
    table.finish()
    before = floor.balance("player/at1p"), floor.balance("house/table/t1")
    (decided,) = table.do(
        "decide-money",
        by=SHIFT_MANAGER,
        round="t1-1",
        amount="10",
        payee="at1p",
        reason="The dealer had misread the hand.",
    )
    assert isinstance(decided, MoneyDecided)
    assert decided.by == MAX
    after = floor.balance("player/at1p"), floor.balance("house/table/t1")
    moved = 10_00 * UNITS_PER_CENT
    assert (after[0] - before[0], after[1] - before[1]) == (moved, -moved)
    # Another round is on, and its correction leaves the decision alone.
    table.lay(bob=(2, {"ante": "25"}))
    table.do("decide-money", by=SHIFT_MANAGER, round="t1-1", amount="1", payer="bob", reason="So.")
    table.do("correct", by=SUE, entry=2, reason="Not there.")
    floor.check()
    assert floor.balance("player/bob") == -1_00 * UNITS_PER_CENT
    table.do("conclude")
    audited(floor)


def test_a_rule_that_is_broken_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jackpot_effects, "claims_stand", lambda *_: True)
    with pytest.raises(AssertionError):
        runs("make test", MS, ROUNDS)


def test_a_player_whose_only_bet_was_taken_back_is_in_no_account() -> None:
    floor, _, table = one(MS)
    table.do("open-betting")
    table.do("place-bet", box=1, bet="ante", amount="25", player="ann")
    table.do("take-back")
    assert floor.balance("player/ann") == 0
    assert postings.standing("table/t1", floor.entities()["table/t1"]) is not None


def test_the_day_counts_corrections_and_money_decisions_and_no_report_twice() -> None:
    floor, _, table = one(MS)
    table.lay(ann=(1, {"ante": "25"}))
    table.do("place-bet", box=2, bet="ante", amount="25", player="bob")
    table.do("close-betting")
    table.do("report", incident="unlisted", box=1)
    table.do("confirm", by=SHIFT_MANAGER, decision="continue")
    table.do("correct", by=SUE, entry=3, reason="Not there.")
    table.play_on()
    table.finish()
    table.do(
        "decide-money", by=SHIFT_MANAGER, round="t1-1", amount="10", payee="ann", reason="Goodwill."
    )
    day = datetime.fromtimestamp(floor.clock.now_ms / 1_000, ZoneInfo("UTC")).date()
    total = day_report(floor.journal, day, ZoneInfo("UTC")).total

    assert (total.incidents, total.corrections, total.money_decisions) == (1, 1, 1)
    assert total.decided_cents == 10_00
    assert total.win_cents * UNITS_PER_CENT == floor.balance("house/table/t1")


def controlled(by: str) -> tuple[Floor, FloorTable]:
    """A house with controls, in which somebody asks for ann's bet to be corrected."""
    floor = Floor()
    floor.casino = Casino(
        floor.journal,
        shelf=SHELF,
        clock_ms=floor.clock,
        secret=lambda: SECRET,
        controls=Controls(verifiers=1),
    )
    table = floor.table("t1", MS, link=None, progressive_bet=None)
    table.do("open-betting")
    table.do("place-bet", by="player:ann", box=1, bet="ante", amount="25")
    should_be = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "50"}
    asked = table.refuse("correct", by=by, entry=2, should_be=should_be, reason="Two chips.")
    assert str(asked.code) == "approval-needed"
    return floor, table


def test_who_approves_a_correction_of_a_report_reads_which_fact_changes() -> None:
    floor, table = controlled(SUE)
    table.do("close-betting")
    exposed = {"count": 1, "players_have_seen": False}
    table.do("deal")
    table.do("report", incident="cards-exposed", facts=exposed)
    should_be = {"do": "report", "incident": "cards-exposed", "facts": exposed | {"count": 2}}
    entry = len(table.state.entries)
    table.refuse("correct", by=SUE, entry=entry, should_be=should_be, reason="Two of them.")
    why = [waits.why for waits in floor.casino.approvals().waiting.values()][-1]
    assert "count 1, players have seen false. It becomes: " in why
    assert why.endswith("incident cards-exposed, count 2, players have seen false.")


@pytest.mark.parametrize("by", ["dealer:dana", SUE])
def test_a_second_person_approves_a_correction_at_the_console(by: str) -> None:
    floor, table = controlled(by)
    (waits,) = floor.casino.approvals().waiting.values()
    assert waits.why == (
        "Entry 2 of round t1-1 is to be corrected: Two chips. Entered by ann: place bet, box 1, "
        "bet ante, amount 25.00. It becomes: place bet, box 1, bet ante, amount 50.00."
    )
    tom = Actor(Post.PIT_SUPERVISOR, "tom")
    answer = floor.casino.approve(waits.digest, tom, How.PIN)

    assert answer.refusal is None
    corrected = next(one.event for one in answer.events if isinstance(one.event, RoundCorrected))
    assert corrected.approved_by == tom
    assert table.round.boxes[1].bets["ante"] == 50_00
    table.do("withdraw-bet", by="player:ann", box=1, bet="ante")
    table.do("conclude")
    audited(floor)
