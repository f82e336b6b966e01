"""What was entered wrongly is put right: taken back, corrected until the round is concluded, and
after that decided in money.
"""

from typing import Any, get_args

import msgspec
import pytest

from pitboss.games.settlement import Award, JackpotSettlement
from pitboss.kernel.cards import NAMES
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import FromLink, Given
from pitboss.table.corrections.entries import enter, made_on, plain
from pitboss.table.corrections.events import EntryTakenBack, MoneyDecided, RoundCorrected
from pitboss.table.corrections.seen_cards import unseen
from pitboss.table.corrections.views import entry_views
from pitboss.table.decide import decide
from pitboss.table.entries import Asked, TableEntry
from pitboss.table.evolve import fold
from pitboss.table.refusals import TableRefused
from pitboss.table.views.table import view
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS, proves
from tests.table.linked_table import LinkedTable, on_link
from tests.table.test_ordinary_cards import HOLDEM, STUD, revealed
from tests.tables import DANA, SHIFT_MANAGER, SUPERVISOR, Table, ready

SUE = "pit-supervisor:sue"
OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}
ROYAL = "Ah Kh Qh Jh Th"
NOTHING = "2c 3d 5s 7h 9c"
DEALERS = "Ad Kd 4c 4s 8h"


def corrected(t: Table) -> RoundCorrected:
    found = [event for event in t.events if isinstance(event, RoundCorrected)]
    return found[-1]


# ── every command and every event has its entry ───────────────────────────────────────────────────

BESIDE = {
    e.TableOpened,
    e.TableClosed,
    e.RulesTaken,
    e.ProgressiveRestored,
    e.RoundConcluded,
    e.ShuffleChainPublished,
    *(kind for kind in e.AnyEvent.__args__ if kind.__module__.endswith("corrections.events")),
}
"""What is no entry of a round that is on, nor follows from one."""


def test_every_command_of_a_round_is_an_entry() -> None:
    """Each rulebook is played with everything that can be entered, in the trials of
    ``correction_trials``; here, that nothing is left out by name.
    """
    beside = {c.OpenTable, c.CloseTable, c.RestoreProgressive, c.OpenBetting, c.Conclude}
    mending = {c.TakeBack, c.Correct, c.AllowCorrection, c.DropCorrection, c.DecideMoney}
    told = set(get_args(c.RoundEntry))

    assert set(c.AnyCommand.__args__) == told | beside | mending


# ── taking back ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_the_dealer_takes_back_what_he_entered_last(book: str) -> None:
    t = Table.open(book)
    t.do("open-betting")
    before = t.state
    t.do("place-bet", box=1, bet=OPENING[book], amount="25", player="ann")
    (taken,) = t.do("take-back", entry=2)

    assert isinstance(taken, EntryTakenBack)
    assert taken.was == {
        "do": "place-bet", "box": 1, "bet": OPENING[book], "amount": 2500, "player": "ann",
    }  # fmt: skip
    assert (taken.entry, taken.kept, taken.by) == (2, 1, DANA)
    assert t.state.round == before.round
    assert not any(t.state.chips.values())


def test_no_more_bets_is_taken_back_and_betting_goes_on() -> None:
    t = Table.open(MS)
    t.bet(ann=(1, {"ante": "25"}))
    t.do("take-back")
    t.lay(bob=(2, {"ante": "10"}))

    assert t.phase == "betting"


def test_nobody_takes_back_what_another_entered() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25"}))

    assert t.refused("take-back")[0] == "not-allowed"
    assert t.refused("take-back", by="player:ann")[0] == "not-allowed"
    assert t.state.last_entry == t.state.entries[1]
    assert t.state.entries[1].asked.by == Actor(Post.PLAYER, "ann")


def test_another_entry_is_the_last_by_now() -> None:
    t = Table.open(MS)
    t.lay()
    t.do("place-bet", box=1, bet="ante", amount="25", player="ann")

    assert t.refused("take-back", entry=1)[0] == "changed-since"


def test_only_one_entry_is_taken_back_at_a_time() -> None:
    t = Table.open(MS)
    t.lay()
    for box, player in ((1, "ann"), (2, "bob")):
        t.do("place-bet", box=box, bet="ante", amount="25", player=player)
    t.do("take-back")

    assert t.refused("take-back")[0] == "no-such-entry"
    assert t.state.last_entry is None
    t.do("place-bet", box=3, bet="ante", amount="25", player="bob")
    t.do("take-back")


def test_the_opening_of_a_round_stands() -> None:
    t = Table.open(MS)
    assert t.refused("take-back")[0] == "no-such-entry"
    assert t.state.last_entry is None
    t.do("open-betting")

    assert t.refused("take-back")[0] == "entry-stands"
    assert t.refused("correct", entry=1, reason="Too early.")[0] == "entry-stands"
    assert t.state.last_entry is None


def test_a_card_is_taken_back_and_entered_right() -> None:
    t = Table.open(MS, dealing="shoe")
    t.bet(ann=(1, {"ante": "25"}))
    while t.round.step is not None and t.round.step.place != "1":
        t.deal()
    t.do("deal", cards=["Ah"])
    t.do("take-back")
    t.do("deal", cards=["As"])

    assert t.held(1) == "As"


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_report_that_waits_is_taken_back(book: str) -> None:
    t = ready(book, ann=(1, {OPENING[book]: "25"}))
    t.do("report", incident="unlisted", box=1)
    t.do("take-back")

    assert t.round.pending is None


@proves(MS, "5.15")
def test_cards_that_a_report_puts_right_are_put_right_again() -> None:
    t = Table.open(MS, "shoe")
    t.cards({1: "2c 3c 4c 5c 6c", 2: "2d 3d 4d 5d 6d"})
    t.bet(ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
    t.deal_all()
    hands = {"1": ["2c", "3c", "4c", "5c", "6d"], "2": ["2d", "3d", "4d", "5d", "6c"]}
    facts = {"can_reconstruct": True}
    t.do("report", incident="wrong-player-card-count", box=1, facts=facts, hands=hands)
    t.do("close-options")
    right = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "50"}
    t.do("correct", by=SUE, entry=2, should_be=right, reason="Two chips.")

    assert corrected(t).dropped == ()
    assert (t.held(1), t.held(2)) == ("2c 3c 4c 5c 6d", "2d 3d 4d 5d 6c")


# ── cards of the system that somebody has seen ────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_look_at_cards_of_the_system_can_not_be_taken_back(book: str) -> None:
    t = Table.open(book, cards="virtual")
    t.bet(ann=(1, {OPENING[book]: "25"}))
    t.deal_all()
    t.do("examine", box=1)

    assert t.refused("take-back")[0] == "cards-seen"
    number = t.state.entries[-1].number
    assert t.refused("correct", by=SUE, entry=number, reason="Box 2.")[0] == "cards-seen"


@pytest.mark.parametrize("book", RULEBOOKS)
def test_cards_of_the_system_that_nobody_has_seen_are_dealt_again(book: str) -> None:
    t = Table.open(book, cards="virtual")
    t.bet(ann=(1, {OPENING[book]: "25"}))
    t.deal()
    dealt = t.state
    assert dealt.round is not None
    t.do("take-back")
    t.deal()

    assert t.deals[-1] == t.deals[-2]
    assert t.round.drawn == dealt.round.drawn
    assert t.round.burnt == dealt.round.burnt
    assert [box.cards for box in t.round.boxes.values()] == [
        box.cards for box in dealt.round.boxes.values()
    ]


def test_what_was_turned_over_for_all_stays_open() -> None:
    t = Table.open(BE, cards="virtual")
    t.bet(ann=(1, {"main": "25"}))
    t.deal_all()
    t.choose(1, "set-hand")
    t.deal_all()

    assert t.refused("take-back")[0] == "cards-seen"


def test_no_hand_that_was_seen_goes_to_another_box() -> None:
    """A forgotten box would get cards that lie elsewhere."""
    t = Table.open(BE, cards="virtual")
    t.bet(bob=(2, {"main": "25"}))
    t.deal_all()
    t.choose(2, "examine")
    forgotten = {"do": "place-bet", "box": 1, "bet": "main", "amount": "25", "player": "ann"}

    code, _ = t.refused("correct", by=SUE, after=1, should_be=forgotten, reason="Forgotten.")
    assert code == "cards-seen"


def test_a_settled_round_of_the_system_is_corrected_where_the_cards_stay() -> None:
    t = Table.open(BE, cards="virtual")
    t.bet(ann=(1, {"main": "25"}), bob=(2, {"main": "25"}))
    t.deal_all()
    t.choose(1, "set-hand")
    t.choose(2, "set-hand")
    t.settle()
    cards = {number: box.cards for number, box in t.round.boxes.items()}
    should_be = {"do": "place-bet", "box": 1, "bet": "main", "amount": "50"}
    t.do("correct", by=SUE, entry=2, should_be=should_be, reason="Two chips.")

    assert {number: box.cards for number, box in t.round.boxes.items()} == cards
    assert t.line("main", 1)["stake"] == "50.00"
    # Without its chips on box 1 the hands would lie elsewhere.
    assert t.refused("correct", by=SUE, entry=2, reason="Not there.")[0] == "cards-seen"


def test_nothing_is_unseen_between_rounds() -> None:
    t = Table.open(BE, cards="virtual")
    assert unseen(t.state, t.state) is None


# ── correcting ────────────────────────────────────────────────────────────────────────────────────


@proves(MS, "5.21")
def test_a_bet_that_was_mistyped_is_corrected_after_the_settlement() -> None:
    """The raise follows its ante, and the round is settled anew."""
    t = Table.open(MS, dealing="shoe")
    t.bet(ann=(1, {"ante": "25"}), bob=(2, {"ante": "10"}))
    t.cards({1: "Ah Ac Qh Jh 2h", 2: NOTHING, "dealer": DEALERS})
    t.deal_all()
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    t.settle()
    should_be = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "50"}
    first, *_ = t.do("correct", by=SUE, entry=2, should_be=should_be, reason="It was a green chip.")

    assert isinstance(first, RoundCorrected)
    assert (first.was or {})["amount"], (first.now or {})["amount"] == (2500, 5000)
    assert first.asked_by == Actor(Post.PIT_SUPERVISOR, "sue")
    assert first.approved_by is None
    assert first.dropped == ()
    assert t.phase == "settled"
    assert t.line("ante", 1)["stake"] == "50.00"
    assert t.line("bet", 1)["stake"] == "100.00"


def test_a_decision_is_corrected() -> None:
    t = ready(MS, ann=(1, {"ante": "25"}), bob=(2, {"ante": "10"}))
    number = len(t.state.entries) + 1
    t.do("fold", box=1)
    t.do("raise", box=2, amount="20")
    stays = {"do": "raise", "box": 1, "amount": "50"}
    t.do("correct", by=SUE, entry=number, should_be=stays, reason="He put in chips.")

    assert t.round.boxes[1].bets["bet"] == Cents(50_00)
    assert t.round.boxes[2].bets["bet"] == Cents(20_00)


def test_what_is_no_longer_possible_is_named_and_asked_for_again() -> None:
    t = ready(MS, ann=(1, {"ante": "25"}), bob=(2, {"ante": "10"}))
    number = len(t.state.entries) + 1
    t.do("report", incident="unlisted", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    t.do("fold", box=1)
    t.do("correct", by=SUE, entry=number, reason="Reported at the wrong table.")

    (dropped,) = corrected(t).dropped
    assert (dropped.entry, dropped.code) == (number + 1, "nothing-pending")
    assert dropped.what == {"do": "confirm", "decision": "continue"}
    assert t.round.boxes[1].standing == "folded"
    made = view(t.state, Actor(Post.DEALER, "dana")).corrected
    assert made is not None
    assert (made.asked_by, made.approved_by, made.now) == ("sue", None, None)
    assert made.was == {"do": "report", "incident": "unlisted", "box": 1}
    assert [(one.entry, one.what["do"]) for one in made.dropped] == [(number + 1, "confirm")]
    assert view(t.state, Actor(Post.PLAYER, "ann")).corrected is None


def test_staff_see_the_last_correction_until_the_round_is_over() -> None:
    t = ready(MS, ann=(1, {"ante": "25"}))
    entry = next(one.number for one in t.state.entries if isinstance(one.asked.command, c.PlaceBet))
    bet = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "50", "player": "ann"}
    t.do("correct", entry=entry, should_be=bet, reason="A green chip")
    t.do("allow-correction", by=SUE)
    made = view(t.state, DANA).corrected
    assert made is not None
    assert (made.was or {})["amount"] == "25.00"
    assert (made.now or {})["amount"] == "50.00"
    assert made.approved_by == "sue"
    t.do("fold", box=1)
    t.do("take-back")
    assert view(t.state, DANA).corrected == made


def test_cards_that_were_exchanged_between_two_boxes() -> None:
    t = Table.open(BE)
    t.bet(ann=(1, {"main": "25"}), bob=(2, {"main": "25"}))
    t.deal()
    t.deal()
    one, two = t.held(1), t.held(2)
    entries = [span.number for span in t.state.entries]
    t.do("correct", by=SUE, entry=entries[-2], swap_with=entries[-1], reason="Read in wrong order.")

    assert (t.held(1), t.held(2)) == (two, one)
    assert corrected(t).swapped_with == entries[-1]


def test_a_hand_that_was_set_with_a_mistyped_card_is_set_with_the_right_one() -> None:
    t = Table.open(BE)
    t.bet(ann=(1, {"main": "25"}))
    t.do("deal", cards=["2c", "3c", "5c", "7d", "9s"])
    number = t.state.entries[-1].number
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "set-hand", three=["2c", "3c", "5c"])
    should_be = {"do": "deal", "cards": ["2c", "3c", "5h", "7d", "9s"], "to": "1"}
    t.do("correct", by=SUE, entry=number, should_be=should_be, reason="A heart.")

    three = t.round.boxes[1].three
    assert three is not None
    assert set(three) <= set(t.round.boxes[1].cards)
    assert corrected(t).dropped == ()


def test_a_forgotten_bet_comes_before_or_after_another_entry() -> None:
    bet = {"do": "place-bet", "box": 2, "bet": "ante", "amount": "25", "player": "bob"}
    for where in ({"after": 2}, {"before": 3}):
        t = Table.open(MS)
        t.bet(ann=(1, {"ante": "25"}))
        t.do("correct", by=SUE, should_be=bet, reason="He laid it in time.", **where)

        assert sorted(t.round.boxes) == [1, 2]
        assert corrected(t).was is None
        assert corrected(t).entry == 3
        assert t.phase == "closed"


def test_an_entry_forgotten_at_the_end_is_made_now() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25"}))
    seat = {"do": "place-bet", "box": 2, "bet": "ante", "amount": "25", "player": "bob"}
    t.do("correct", by=SUE, after=2, should_be=seat, reason="Forgotten.")

    assert sorted(t.round.boxes) == [1, 2]


def test_what_it_should_be_must_be_possible() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25"}))
    much = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "2000"}

    assert (
        t.refused("correct", by=SUE, entry=2, should_be=much, reason="More.")[0] == "over-maximum"
    )


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"entry": 2, "before": 2},
        {"before": 2},
        {"after": 2, "swap_with": 3, "should_be": {"do": "settle"}},
        {"entry": 2, "swap_with": 3, "should_be": {"do": "settle"}},
        {"entry": 2, "swap_with": 2},
        {"entry": 4},
        {"entry": 2, "swap_with": 4},
        {"entry": 0},
    ],
)
def test_a_correction_names_one_entry_of_the_round(told: dict[str, Any]) -> None:
    t = Table.open(MS)
    t.bet(ann=(1, {"ante": "25"}))

    assert t.refused("correct", by=SUE, reason="So.", **told)[0] == "no-such-entry"


def test_between_rounds_there_is_nothing_to_correct() -> None:
    t = Table.open(MS)

    assert t.refused("correct", by=SUE, entry=2, reason="So.")[0] == "no-such-entry"


def test_a_correction_has_a_reason() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25"}))
    sue = Actor(Post.PIT_SUPERVISOR, "sue")
    refused = decide(t.state, c.Correct(entry=2, reason=" "), sue, Given(), "t1")

    assert isinstance(refused, TableRefused)
    assert refused.code == "reason-needed"


def test_a_raise_of_a_wrong_size_stays_wrong() -> None:
    """Only a raise of the right size follows its ante."""
    t = ready(MS, ann=(1, {"ante": "25"}))
    number = len(t.state.entries) + 1
    t.do("raise", box=1, amount="50")
    wrong = {"do": "raise", "box": 1, "amount": "51"}

    assert t.refused("correct", by=SUE, entry=number, should_be=wrong, reason="So.")[0] == (
        "wrong-raise"
    )
    gone = {"do": "raise", "box": 5, "amount": "50"}
    assert t.refused("correct", by=SUE, entry=number, should_be=gone, reason="So.")[0] == (
        "no-such-box"
    )


# ── nobody does it alone ──────────────────────────────────────────────────────────────────────────


def asked(**more: Any) -> Table:
    t = Table.open(MS)
    t.lay()
    t.do("place-bet", box=1, bet="ante", amount="25", player="ann")
    should_be = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "50", "player": "ann"}
    t.do("correct", entry=2, should_be=should_be, reason="Two chips.", **more)
    return t


def test_a_dealer_asks_and_a_supervisor_approves() -> None:
    t = asked()
    assert t.round.boxes[1].bets["ante"] == Cents(25_00)
    assert t.refused("allow-correction")[0] == "not-allowed"
    assert t.refused("allow-correction", by=SUE, approves="another")[0] == "changed-since"
    t.do("allow-correction", by=SUE, approves=t.state.asked_digest)

    assert t.round.boxes[1].bets["ante"] == Cents(50_00)
    assert corrected(t).asked_by == DANA
    assert corrected(t).approved_by == Actor(Post.PIT_SUPERVISOR, "sue")
    assert t.state.asked is None
    assert t.state.asked_digest is None
    assert t.refused("allow-correction", by=SUE)[0] == "nothing-pending"


def test_nobody_approves_what_he_asked_for_or_entered_himself() -> None:
    t = asked()
    assert t.refused("allow-correction", by="pit-supervisor:dana")[0] == "second-person-needed"

    t = Table.open(MS)
    t.do("open-betting", by=SUPERVISOR)
    t.do("place-bet", by=SUPERVISOR, box=1, bet="ante", amount="25", player="ann")
    t.do("correct", by=SUPERVISOR, entry=2, reason="Not there.")
    assert t.state.asked is not None
    t.do("drop-correction", by=SUPERVISOR)
    t.do("correct", entry=2, reason="Not there.")
    assert t.refused("allow-correction", by=SUPERVISOR)[0] == "second-person-needed"
    t.do("allow-correction", by=SUE)
    assert not t.round.boxes


def test_a_correction_that_was_asked_for_may_no_longer_be_possible() -> None:
    t = asked()
    t.do("withdraw-bet", by="player:ann", box=1, bet="ante")
    t.do("place-bet", box=1, bet="ante", amount="990", player="ann")
    t.do("take-back")
    assert t.state.asked is None, "entries have other numbers now"


def test_a_correction_is_approved_with_the_command_itself() -> None:
    t = Table.open(MS)
    t.lay()
    t.do("place-bet", box=1, bet="ante", amount="25", player="ann")
    command = c.Correct(entry=2, reason="Not there.")
    sue, tom = (Actor(Post.PIT_SUPERVISOR, name) for name in ("sue", "dana"))
    decided = decide(t.state, command, DANA, Given(approved_by=sue), "t1")
    refused = decide(t.state, command, DANA, Given(approved_by=tom), "t1")

    assert not isinstance(decided, TableRefused)
    assert isinstance(decided[0], RoundCorrected)
    assert (decided[0].asked_by, decided[0].approved_by) == (DANA, sue)
    assert isinstance(refused, TableRefused)
    assert refused.code == "second-person-needed"


def test_a_round_is_not_concluded_over_a_correction_that_waits() -> None:
    t = asked()
    t.do("close-betting")
    t.deal_all()
    t.do("fold", box=1)
    t.settle()
    assert t.refused("conclude")[0] == "correction-pending"
    assert t.refused("drop-correction", by="dealer:dick")[0] == "not-allowed"
    t.do("drop-correction")
    assert t.refused("drop-correction")[0] == "nothing-pending"
    t.do("conclude")


def test_the_entry_that_was_to_be_corrected_is_gone() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25"}))
    t.do("place-bet", box=2, bet="ante", amount="25", player="bob")
    wanted = c.Correct(entry=3, reason="Not there.")
    asked_for = decide(t.state, wanted, DANA, Given(), "t1")
    assert not isinstance(asked_for, TableRefused)
    state = t.state.start
    for one in t.state.entries[:2]:
        state = enter(state, one.asked, t.state.events[one.first : one.end])
    state = enter(state, Asked(wanted, DANA, 0), asked_for)
    found = decide(state, c.AllowCorrection(), Actor(Post.PIT_MANAGER, "pat"), Given(), "t1")

    assert isinstance(found, TableRefused)
    assert found.code == "no-such-entry"


# ── jackpots ──────────────────────────────────────────────────────────────────────────────────────


def claiming() -> LinkedTable:
    t = on_link(MS, dealing="shoe")
    t.bet(ann=(1, {"ante": "25", "progressive": "5"}), bob=(2, {"ante": "25"}))
    t.cards({1: ROYAL, 2: NOTHING, "dealer": DEALERS})
    t.deal_all()
    t.choose(1, "raise", "50")
    t.choose(2, "raise", "50")
    t.deal_all()
    t.do("settle")
    assert t.round.claimed
    return t


def test_a_claim_stands_where_the_correction_does_not_touch_it() -> None:
    t = claiming()
    hands = t.round.claimed
    bet = {"do": "place-bet", "box": 2, "bet": "ante", "amount": "50"}
    t.do("correct", by=SUE, entry=4, should_be=bet, reason="Two chips.")

    assert t.round.claimed == hands
    assert t.round.boxes[2].bets["bet"] == Cents(100_00)


def test_a_claim_falls_away_with_the_bet_that_it_rests_on() -> None:
    t = claiming()
    t.do("correct", by=SUE, entry=3, reason="No coin was there.")

    assert t.round.claimed == ()
    assert t.phase == "settled"


def test_a_settled_claim_is_asked_for_again_where_another_coin_comes_in() -> None:
    t = claiming()
    t.link = FromLink(paid=t_paid(t))
    t.do("settle")
    assert t.phase == "settled"
    coin = {"do": "place-bet", "box": 2, "bet": "progressive", "amount": "5", "player": "bob"}
    t.do("correct", by=SUE, after=4, should_be=coin, reason="Overlooked.")

    assert t.phase == "revealed"
    assert t.round.claimed
    assert [dropped.code for dropped in corrected(t).dropped] == ["jackpot-pending"]


def test_a_settled_claim_is_settled_again_where_nothing_has_changed_for_it() -> None:
    t = claiming()
    t.link = FromLink(paid=t_paid(t))
    t.do("settle")
    paid = t.round.paid["ann"]
    bet = {"do": "place-bet", "box": 2, "bet": "ante", "amount": "50"}
    t.do("correct", by=SUE, entry=4, should_be=bet, reason="Two chips.")

    assert t.phase == "settled"
    assert t.round.paid["ann"] == paid


def test_a_claim_that_falls_away_after_it_was_paid_leaves_one_settlement() -> None:
    t = claiming()
    t.link = FromLink(paid=t_paid(t))
    t.do("settle")
    t.do("correct", by=SUE, entry=3, reason="No coin was there.")

    assert t.phase == "settled"
    assert corrected(t).dropped == ()


def t_paid(t: LinkedTable) -> JackpotSettlement:
    award = Award(1, t.round.claimed[0].hand, Cents(250_000_00), ("4.4",))
    return JackpotSettlement(Cents(250_000_00), Cents(100_000_00), Cents(100_000_00), (award,))


def test_the_jackpot_of_the_settlement_is_that_of_the_record() -> None:
    t = Table.open(MS, dealing="shoe")
    t.bet(ann=(1, {"ante": "25", "progressive": "5"}), bob=(2, {"ante": "10"}))
    t.cards({1: ROYAL, 2: NOTHING, "dealer": DEALERS})
    t.deal_all()
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    t.settle()
    won = t.round.paid["ann"]
    t.jackpot = None
    bet = {"do": "place-bet", "box": 2, "bet": "ante", "amount": "50"}
    t.do("correct", by=SUE, entry=4, should_be=bet, reason="Two chips.")

    assert t.round.paid["ann"] == won


# ── what the events of an entry go back to ────────────────────────────────────────────────────────


def test_the_operation_and_what_managers_decide_about_players_are_entries() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, {"ante": "25"}))
    t.do("hold-to-one-position", by="pit-manager:pat", player="bob")
    t.do("stop-player", by=SHIFT_MANAGER, player="cat")

    commands = [entry.asked.command for entry in t.state.entries]
    assert commands[2:] == [c.HoldToOnePosition("bob"), c.StopPlayer("cat")]


def test_a_player_who_is_barred_by_a_ruling_and_one_who_is_stopped() -> None:
    t = ready(SS, ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
    count = len(t.state.entries)
    t.do("report", incident="hand-not-confidential", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="bar-player")
    t.do("stop-player", by=SHIFT_MANAGER, player="cat")

    commands = [type(entry.asked.command) for entry in t.state.entries]
    assert commands[count:] == [c.Report, c.Confirm, c.StopPlayer]


def test_who_withdraws_all_or_nothing_withdraws_once() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, {"ante": "25"}), ann2=(2, {"ante": "25"}), bob=(3, {"ante": "25"}))
    t.do("place-bet", by="player:ann", box=3, bet="ante", amount="10")
    t.do("close-betting")
    t.do("report", incident="technical-interruption")
    count = len(t.state.entries)
    t.do("choose-option", box=1, option="withdraw")
    t.do("choose-option", box=3, option="stay")

    commands = [entry.asked.command for entry in t.state.entries]
    assert commands[count:] == [
        c.ChooseOption(1, "withdraw", "ann"),
        c.ChooseOption(3, "stay", "bob"),
    ]


@pytest.mark.parametrize("book", [SS, BE])
def test_whoever_is_seated_next_makes_a_choice_of_his_own(book: str) -> None:
    t = Table.open(book)
    t.lay(cat=(1, {OPENING[book]: "25"}))
    t.do("place-bet", by="player:bob", box=1, bet=OPENING[book], amount="10")
    t.do("report", incident="technical-interruption")
    count = len(t.state.entries)
    for player in ("cat", "bob"):
        t.do("choose-option", by=f"player:{player}", box=1, option="withdraw")

    commands = [entry.asked.command for entry in t.state.entries]
    assert commands[count:] == [
        c.ChooseOption(1, "withdraw", "cat"),
        c.ChooseOption(1, "withdraw", "bob"),
    ]


@pytest.mark.parametrize("book", [SS, BE])
def test_the_last_entry_is_told_where_whoever_made_it_has_left_the_table(book: str) -> None:
    """In a power failure while bets are open his box is empty, and the console still shows it."""
    t = Table.open(book)
    t.lay(ann=(1, {OPENING[book]: "25"}))
    t.do("report", incident="technical-interruption")
    t.do("choose-option", by="player:ann", box=1, option="withdraw")
    assert not t.round.boxes
    last = t.view("dealer:dana")["last"]
    told = {"do": "choose-option", "box": 1, "option": "withdraw", "player": "ann"}
    assert last["what"] == told
    t.do("take-back", by="dealer:ann")
    assert list(t.round.boxes) == [1]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_that_was_never_void_is_settled_when_hands_have_been_shown(book: str) -> None:
    """A foreign card was reported in error, and all bets were to go back. Without it the round is
    where it was, and a player may still keep his hand to himself.
    """
    t = ready(book, ann=(1, {OPENING[book]: "25"}))
    while t.phase == "deciding":
        asked = t.round.step
        assert asked is not None
        answers = {"stay": ("raise", "50"), "set": ("set-hand",)}
        t.choose(1, *answers.get(str(asked.asks), ("check",)))
        t.deal_all()
    t.do("report", incident="foreign-card")
    t.do("settle")
    entry = len(t.state.entries) - 1
    t.do("correct", by=SUE, entry=entry, reason="It belongs to the deck.")
    assert t.phase == "revealed"
    (again,) = corrected(t).dropped
    assert (again.what, again.code) == ({"do": "settle"}, "not-now")
    t.do("decline-to-show", by="player:ann", box=1)
    t.settle()
    assert t.record["boxes"][0]["hand"] == "unrevealed"


def test_a_correction_is_read_back_as_it_was_stored() -> None:
    """Entries that are asked for again keep their cards, also in a journal."""
    t = ready(CS, "shuffler", ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
    t.do("correct", by=SUE, entry=3, reason="It never happened.")
    told = corrected(t)
    assert any("cards" in one.what for one in told.dropped)
    assert msgspec.json.decode(msgspec.json.encode(told), type=RoundCorrected) == told


def test_a_share_that_is_withdrawn_with_its_side_wager_is_one_entry() -> None:
    t = Table.open(BE)
    t.lay(ann=(1, {"main": "25"}), bob=(1, {"main": "20", "tie": "5"}))
    before = t.state
    t.do("withdraw-bet", by="player:bob", box=1, bet="main")
    assert [type(event) for event in t.state.events[-2:]] == [e.BetWithdrawn, e.BetWithdrawn]
    assert len(t.state.entries) == len(before.entries) + 1
    t.do("take-back", by="dealer:bob")
    assert t.state.events == before.events


def test_chips_withdrawn_one_after_another_are_several_entries() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, {"ante": "25", "progressive": "5"}), bob=(2, {"ante": "25", "progressive": "5"}))
    t.do("place-bet", by="player:bob", box=1, bet="ante", amount="10")
    count = len(t.state.entries)
    t.do("withdraw-bet", by="player:bob", box=1, bet="ante")
    t.do("withdraw-bet", by="player:bob", box=2, bet="progressive")
    t.do("withdraw-bet", by="player:bob", box=2, bet="ante")
    t.do("withdraw-bet", by="player:ann", box=1, bet="ante")

    assert len(t.state.entries) == count + 4
    assert not t.round.boxes


def test_chips_withdrawn_after_a_report_are_an_entry_of_their_own() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
    t.do("report", incident="unlisted", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="invalidate-hand")
    count = len(t.state.entries)
    assert sorted(t.round.boxes) == [2]
    t.do("withdraw-bet", by=SHIFT_MANAGER, box=2, bet="ante", player="bob")
    assert len(t.state.entries) == count + 1

    t.lay(ann=(1, {"ante": "25"}))
    t.do("report", incident="unlisted", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    count = len(t.state.entries)
    t.do("withdraw-bet", by="player:ann", box=1, bet="ante")
    assert len(t.state.entries) == count + 1


def test_the_jackpot_that_an_entry_was_made_on() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, {"ante": "25", "progressive": "5"}))
    t.do("close-betting")
    t.do("report", incident="progressive-system-down")
    t.do("confirm", by=SHIFT_MANAGER, decision="continue")
    *_, report, confirm = (
        made_on(t.state, t.state.events[one.first : one.end]) for one in t.state.entries
    )

    assert report.jackpot == confirm.jackpot == t.jackpot


def test_a_command_is_told_without_what_it_leaves_out() -> None:
    assert plain(c.Deal()) == {"do": "deal"}
    assert plain(c.CloseBetting(let_stand=True)) == {"do": "close-betting", "let-stand": True}
    assert plain(c.Report(incident="misdeal", moves=())) == {"do": "report", "incident": "misdeal"}


# ── ordinary cards ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", [MS, MH])
def test_ordinary_cards_are_told_again_as_they_were(book: str) -> None:
    """What was shown is what its entries say, and a bet is corrected without telling a card
    again.
    """
    t = revealed(book, ann={}, bob={})
    t.do("show-hand", box=1, cards=HOLDEM[1] if book == MH else STUD[1])
    t.do("show-hand", box=2, cards=HOLDEM[2] if book == MH else STUD[2])
    t.do("settle")
    held = t.held(1), t.held("dealer")
    bet = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "50"}
    t.do("correct", by=SUE, entry=2, should_be=bet, reason="Two chips.")

    assert t.phase == "settled"
    assert (t.held(1), t.held("dealer")) == held
    assert corrected(t).dropped == ()
    shown = [
        entry.asked.command
        for entry in t.state.entries
        if isinstance(entry.asked.command, c.ShowHand)
    ]
    assert [command.box for command in shown] == [1, 2]


def told_twice() -> tuple[Table, int]:
    """Box 1 was entered with a card of the dealer's, and then again; and which entry turned the
    dealer's cards over.
    """
    t = revealed(MS, ann={})
    dealers = len(t.state.entries)
    t.do("show-hand", box=1, cards="Kd 3c 4c 5d 6d")
    t.do("show-hand", box=1, cards="2c 3c 4c 5d 6d")
    return t, dealers


def put_right(t: Table, entry: int, **should_be: Any) -> None:
    t.do("correct", by=SUE, entry=entry, reason="misread", **{"should-be": should_be})


def test_cards_that_were_told_again_stay_when_the_other_place_is_corrected() -> None:
    t, dealers = told_twice()
    put_right(t, dealers, do="deal", to="dealer", cards="Ad Qd 9h 5c 2s")
    assert (t.held("dealer"), t.held(1)) == ("Ad Qd 9h 5c 2s", "2c 3c 4c 5d 6d")
    assert corrected(t).dropped == ()
    t.settle()


def test_of_cards_that_were_told_again_the_first_entry_can_be_corrected() -> None:
    t, dealers = told_twice()
    put_right(t, dealers + 1, do="show-hand", box=1, cards="7c 3c 4c 5d 6d")
    assert t.held(1) == "7c 3c 4c 5d 6d"
    assert [dropped.code for dropped in corrected(t).dropped] == ["already-decided"]


def test_of_the_community_cards_that_were_told_again_each_entry_can_be_corrected() -> None:
    for named in ({}, {"to": "community"}):
        t = Table.open(MH, "shoe", cards="shown")
        t.bet(ann=(1, {"ante": "25"}))
        t.do("deal", all=True)
        t.choose(1, "raise", "50")
        t.do("deal", all=True, cards="2h7hkh")
        flop = len(t.state.entries)
        t.choose(1, "check")
        t.do("deal", all=True, cards="7h")
        turn = len(t.state.entries)
        t.do("show-hand", place="community", cards="2h7hkh8h")
        put_right(t, flop, do="deal", cards="2h9hkh", **named)
        # What these very cards were told again is no longer the last word.
        assert t.held("community") == "2h 9h Kh 7h"
        assert [dropped.entry for dropped in corrected(t).dropped] == [turn + 1]


def test_cards_are_not_told_again_in_a_round_that_is_void_by_a_correction() -> None:
    t, dealers = told_twice()
    foreign = {"do": "report", "incident": "foreign-card"}
    t.do("correct", by=SUE, after=dealers, reason="seen at once", **{"should-be": foreign})
    assert [dropped.code for dropped in corrected(t).dropped] == ["not-now", "not-now"]
    t.settle()


def test_community_cards_that_were_told_again_are_an_entry_of_their_own() -> None:
    t = Table.open(MH, "shoe", cards="shown")
    t.bet(ann=(1, {"ante": "25"}))
    t.do("deal", all=True)
    t.choose(1, "raise", "50")
    t.do("deal", all=True, cards="2h7hkh")
    t.choose(1, "check")
    t.do("deal", all=True, cards="7h")
    t.do("show-hand", place="community", cards="2h7hkh8h")

    last = t.state.entries[-1]
    command = last.asked.command
    assert isinstance(command, c.ShowHand)
    assert (command.place, command.box) == ("community", None)
    before = fold(t.state.events[: last.first], t.state.start)
    assert before is not None
    assert made_on(before, t.state.events[last.first : last.end]).told_again


def test_cards_that_were_turned_over_are_not_dealt_in_their_place() -> None:
    t = revealed(MS, ann={})
    dealt = next(
        entry.number
        for entry in t.state.entries
        if isinstance(entry.asked.command, c.Deal) and entry.asked.command.to == "dealer"
    )
    t.do("correct", by=SUE, entry=dealt, reason="Not dealt yet.")

    assert not t.round.revealed
    assert corrected(t).dropped[-1].code == "wrong-place"


def test_chips_that_the_dealer_takes_off_after_a_report_are_an_entry_of_their_own() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "9.99"}))
    noticed = {"noticed": "before-close", "settled_before": False}
    t.do("report", incident="under-minimum-bet", box=1, facts=noticed)
    t.do("withdraw-bet", box=1, bet="ante", player="ann")

    assert len(t.state.entries) == 4
    t.do("take-back")
    assert t.round.boxes[1].bets == {"ante": 9_99}


def test_two_entries_that_are_not_alike_change_places() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25"}), bob=(2, {"ante": "10"}))
    t.do("correct", by=SUE, entry=2, swap_with=3, reason="Bob was first.")

    assert [event.player for event in t.state.events[1:]] == ["bob", "ann"]  # type: ignore[union-attr]  # bets


# ── the shuffle ───────────────────────────────────────────────────────────────────────────────────


def test_a_shuffle_that_was_fixed_is_not_made_anew() -> None:
    t = Table.open(BE, cards="virtual")
    t.bet(ann=(1, {"main": "25"}))

    assert t.refused("take-back")[0] == "cards-seen"


def test_a_hand_of_the_systems_cards_is_set_by_its_player() -> None:
    t = Table.open(BE, cards="virtual")
    t.bet(ann=(1, {"main": "25"}))
    t.deal_all()
    t.choose(1, "examine")
    t.choose(1, "set-hand")
    number = t.state.entries[-1].number
    setting = {"do": "set-hand", "box": 1, "three": ["2c", "3c", "4c"]}

    code, _ = t.refused("correct", by=SUE, entry=number, should_be=setting, reason="So.")
    assert code == "entry-stands"


def test_community_cards_that_were_seen_stay_where_they_lie() -> None:
    t = Table.open(MH, cards="virtual")
    t.bet(ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.choose(2, "raise", "50")
    t.deal_all()
    assert t.round.community_open
    community = t.round.community
    bet = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "50"}
    t.do("correct", by=SUE, entry=2, should_be=bet, reason="Two chips.")

    assert t.round.community == community
    assert t.refused("correct", by=SUE, entry=3, reason="Not there.")[0] == "cards-seen"


# ── whose chips lie where ─────────────────────────────────────────────────────────────────────────


def test_chips_that_were_found_or_returned_are_known_when_entries_are_read() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, {"ante": "25", "progressive": "5"}), bob=(2, {"ante": "25"}))
    t.do("report", incident="over-maximum-bet", box=2, bet="ante", amount="2000")
    t.do("report", incident="under-minimum-bet", box=1, bet="progressive", amount="1")
    count = len(t.state.entries)
    t.do("withdraw-bet", by="player:bob", box=2, bet="ante")

    assert len(t.state.entries) == count + 1


def test_who_takes_over_a_box_is_seated_there() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, {"ante": "25"}))
    t.do("place-bet", by="player:bob", box=1, bet="ante", amount="10")
    count = len(t.state.entries)
    t.do("withdraw-bet", box=1, bet="ante", player="ann")
    t.do("withdraw-bet", box=1, bet="ante", player="bob")

    assert len(t.state.entries) == count + 2


def test_who_chooses_for_all_of_his_boxes_chooses_whichever_was_named() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, {"ante": "25"}), ann2=(2, {"ante": "25"}), bob=(3, {"ante": "25"}))
    t.do("close-betting")
    t.do("report", incident="technical-interruption")
    t.do("choose-option", box=1, option="withdraw")
    t.do("correct", by=SUE, entry=2, reason="Not there.")

    assert t.round.boxes[2].standing == "invalid"
    assert corrected(t).dropped == ()


# ── what staff see ────────────────────────────────────────────────────────────────────────────────


def test_staff_see_the_last_entry_and_players_do_not() -> None:
    t = Table.open(MS)
    t.lay(ann=(1, {"ante": "25"}))
    t.do("place-bet", box=2, bet="ante", amount="10", player="bob")
    told = {"do": "place-bet", "box": 2, "bet": "ante", "amount": "10.00", "player": "bob"}

    assert t.view("dealer:dana")["last"] == {"entry": 3, "what": told, "by": "dana", "mine": True}
    assert not t.view(SUE)["last"]["mine"]
    assert t.view("player:ann")["last"] is None
    assert t.view()["last"] is None
    listed = entry_views(t.state, DANA)
    assert [(one.entry, one.mine) for one in listed] == [(2, False), (3, True)]


def test_staff_see_a_correction_that_waits() -> None:
    t = asked()
    found = t.view(SUE)["correction"]

    assert found["digest"] == t.state.asked_digest
    assert found["was"]["amount"] == "25.00"
    assert found["correction"]["should-be"]["amount"] == "50.00"
    assert t.view("player:ann")["correction"] is None
    t.do("drop-correction")
    bet = {"do": "place-bet", "box": 3, "bet": "ante", "amount": "50", "player": "bob"}
    t.do("correct", after=2, should_be=bet, reason="Forgotten.")
    assert t.view(SUE)["correction"]["was"] is None


# ── after the round ───────────────────────────────────────────────────────────────────────────────


def concluded() -> Table:
    t = ready(MS, ann=(1, {"ante": "25"}))
    t.choose(1, "fold")
    t.settle()
    t.do("conclude")
    return t


@proves(MS, "5.20", "5.24")
def test_a_concluded_round_stands_and_money_is_decided_on_account_of_it() -> None:
    t = concluded()
    chips, house = t.state.chips["ann"], t.state.house
    assert t.refused("correct", by=SUE, entry=2, reason="Mistyped.")[0] == "no-such-entry"
    (decided,) = t.do(
        "decide-money", by=SHIFT_MANAGER, round="t1-1", amount="25", payee="ann", reason="Goodwill."
    )

    assert isinstance(decided, MoneyDecided)
    assert decided.clauses == ("5.24",)
    assert t.state.chips["ann"] == chips + 2500
    assert t.state.house == house - 2500


def test_money_goes_from_one_player_to_another_or_to_the_house() -> None:
    t = concluded()
    t.do(
        "decide-money", by=SHIFT_MANAGER, round="t1-1", amount="5", payer="ann", payee="bob",
        reason="Her chips were his.", clause="5.23",
    )  # fmt: skip
    t.do(
        "decide-money", by=SHIFT_MANAGER, round="t1-1", amount="1", payer="bob", reason="Overpaid."
    )

    assert t.state.chips["bob"] == 400


def test_a_money_decision_is_not_undone_with_the_round_that_is_on() -> None:
    t = concluded()
    t.lay(bob=(2, {"ante": "25"}))
    t.do("place-bet", box=3, bet="ante", amount="25", player="ann")
    t.do(
        "decide-money", by=SHIFT_MANAGER, round="t1-1", amount="25", payee="ann", reason="Goodwill."
    )
    chips = t.state.chips["ann"]
    t.do("take-back")

    assert t.state.chips["ann"] == chips + 2500


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"round": "t1-2"}, "no-such-round"),
        ({"round": "t2-1"}, "no-such-round"),
        ({"amount": "0"}, "bad-amount"),
        ({"payee": None}, "bad-amount"),
        ({"payer": "ann"}, "bad-amount"),
        ({"clause": "99.9"}, "bad-fact"),
    ],
)
def test_a_money_decision_that_can_not_be(told: dict[str, Any], code: str) -> None:
    t = concluded()
    t.do("open-betting")
    whole = {"round": "t1-1", "amount": "25", "payee": "ann", "reason": "So."} | told

    assert t.refused("decide-money", by=SHIFT_MANAGER, **whole)[0] == code


def test_a_money_decision_is_the_shift_managers_with_a_reason_and_another_as_the_second() -> None:
    t = concluded()
    assert (
        t.refused(
            "decide-money",
            by="pit-manager:pat",
            round="t1-1",
            amount="1",
            payee="ann",
            reason="So.",
        )[0]
        == "not-allowed"
    )
    boss = Actor(Post.SHIFT_MANAGER, "max")
    for command, given, code in (
        (
            c.DecideMoney(round="t1-1", amount=Cents(1), payee="ann", reason=""),
            Given(),
            "reason-needed",
        ),
        (
            c.DecideMoney(round="t1-1", amount=Cents(1), payee="ann", reason="So."),
            Given(approved_by=boss),
            "second-person-needed",
        ),
    ):
        refused = decide(t.state, command, boss, given, "t1")
        assert isinstance(refused, TableRefused)
        assert refused.code == code


# ── ordinary cards ────────────────────────────────────────────────────────────────────────────────


def test_cards_that_were_never_dealt_are_not_turned_over() -> None:
    t = Table.open(BE, cards="shown")
    t.bet(ann=(1, {"main": "25"}))
    t.do("deal", to="1")
    t.do("deal", to="dealer")
    t.choose(1, "set-hand")
    t.do("show-hand", place="dealer", cards=DEALERS)
    dealt = next(n.number for n in t.state.entries if _deals_to_the_dealer(t, n))
    t.do("correct", by=SUE, entry=dealt, reason="It never happened.")

    assert [(one.entry, one.code) for one in corrected(t).dropped] == [
        (dealt + 1, "not-now"),
        (dealt + 2, "wrong-place"),
    ]
    assert t.round.dealer == ()


def _deals_to_the_dealer(t: Table, span: TableEntry) -> bool:
    event = t.state.events[span.first]
    return isinstance(event, e.CardsDealt) and event.place == "dealer"


# ── a correction that was mistyped itself ─────────────────────────────────────────────────────────


def mended(t: Table, entry: int, **fields: Any) -> RoundCorrected:
    t.do("correct", by=SUPERVISOR, entry=entry, reason="Mistyped", **fields)
    return corrected(t)


def laid(box: int, amount: str = "25") -> dict[str, Any]:
    bet = {"do": "place-bet", "box": box, "bet": "ante", "amount": amount, "player": "bob"}
    return {"should-be": bet}


@pytest.mark.parametrize("cards", ["entered", "shown"])
@pytest.mark.parametrize("book", [MS, CS, SS])
def test_a_mistyped_correction_corrected_again_brings_back_what_it_dropped(
    book: str, cards: str
) -> None:
    t = Table.open(book, cards=cards)
    t.lay(ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
    bobs = len(t.state.entries)
    t.do("place-bet", box=2, bet="progressive", amount="5", player="bob")
    t.do("close-betting")
    t.deal_all()
    t.do("raise", box=1, amount="50")
    t.do("raise", box=2, amount="50")
    t.settle()
    before, events = t.record, t.state.events
    # On box 3 bob has no progressive bet, and no raise on box 2; the round can't be settled.
    wrong = mended(t, bobs, **laid(3))
    assert {"place-bet", "raise", "settle"} <= {one.what["do"] for one in wrong.dropped}
    assert t.round.settlement is None
    assert mended(t, bobs, **laid(2)).dropped == ()
    assert (t.record, t.state.events) == (before, events)


def test_what_was_dropped_comes_back_after_corrections_elsewhere_too() -> None:
    t = Table.open(CS, "shuffler")
    t.lay(
        bob=(2, {"ante": "25", "progressive": "5"}),
        ann=(1, {"ante": "25"}),
        cat=(4, {"ante": "25"}),
    )
    assert len(mended(t, 2, **laid(3)).dropped) == 1
    cat = {"do": "place-bet", "box": 4, "bet": "ante", "amount": "30", "player": "cat"}
    last = mended(t, 4, **{"should-be": cat})
    assert ([one.entry for one in last.dropped_before], last.dropped) == ([3], ())
    assert mended(t, 2, **laid(2)).dropped == ()
    assert t.round.boxes[2].bets == {"ante": 25_00, "progressive": 5_00}


def test_what_has_been_entered_anew_is_not_brought_back_besides() -> None:
    t = Table.open(CS, "shuffler")
    t.lay(bob=(2, {"ante": "25", "progressive": "5"}))
    assert len(mended(t, 2, **laid(3)).dropped) == 1
    t.lay(bob=(2, {"ante": "25", "progressive": "5"}))
    assert mended(t, 2, **laid(2)).dropped == ()
    assert t.round.boxes[2].bets == {"ante": 50_00, "progressive": 5_00}


def test_a_hand_of_the_systems_that_its_player_has_set_is_set_again_by_nobody_else() -> None:
    t = Table.open(BE, "method-a", cards="virtual")
    t.lay(ann=(1, {"main": "25"}), bob=(2, {"main": "25"}))
    t.do("close-betting")
    t.deal_all()
    absent = {"do": "report", "incident": "player-absent", "box": 2}
    t.choose(1, "examine")
    t.choose(2, "examine")
    t.choose(1, "set-hand", three=t.held(1).split()[:3])
    t.choose(2, "set-hand", three=t.held(2).split()[:3])
    last = len(t.state.entries)
    t.do("correct", by=SUPERVISOR, before=last, reason="Gone", **{"should-be": absent})
    assert [one.what["do"] for one in corrected(t).dropped] == ["set-hand"]
    mended(t, last)
    assert t.round.boxes[2].three is None


# ── what comes next ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("should_be", "next_step"),
    [
        ({"do": "decline-to-show", "box": 1}, ("conclude", None)),
        (None, ("show-hand", 1)),
        # Now the two of clubs is on both boxes: one of them is corrected.
        ({"do": "show-hand", "box": 1, "cards": "2c Kh Qh Jh Th"}, ("correct", 2)),
    ],
)
def test_after_a_correction_that_takes_a_claim_away_the_table_says_what_is_next(
    should_be: dict[str, Any] | None, next_step: tuple[str, int | None]
) -> None:
    t = on_link(MS, cards="shown")
    t.cards({1: "Ah Kh Qh Jh Th", 2: "2c 3d 5s 7h 9c", "dealer": "As Kd 4c 6c 8h"})
    t.bet(ann=(1, {"ante": "25", "progressive": "5"}), bob=(2, {"ante": "25"}))
    t.deal_all()
    t.do("raise", box=1, amount="50")
    t.do("raise", box=2, amount="50")
    t.deal_all()
    t.show_all()
    t.do("settle")
    assert t.round.claimed
    shown = next(
        one.number
        for one in t.state.entries
        if isinstance(one.asked.command, c.ShowHand) and one.asked.command.box == 1
    )
    mended(t, shown, **({} if should_be is None else {"should-be": should_be}))
    assert not t.round.claimed
    assert t.may()[0] == next_step


# ── the list of entries ───────────────────────────────────────────────────────────────────────────


def listed(t: Table) -> dict[str, tuple[list[str], int]]:
    """The cards and the time of each entry that has cards, by what it is for."""
    return {
        str(one.what.get("box") or one.what.get("place") or one.what.get("to")): (
            one.cards,
            one.at_ms,
        )
        for one in entry_views(t.state, DANA)
        if one.cards
    }


def test_entries_are_listed_with_the_cards_that_they_turned_up() -> None:
    t = revealed(MS, ann={})
    t.do("show-hand", box=1, cards="2c 3c 4c 5d 6d")
    found = listed(t)
    assert found["1"] == (["2c", "3c", "4c", "5d", "6d"], t.now_ms - 1_000)
    # The card that lay open is in the entry that turned over the others too.
    assert found["dealer"][0] == ["Ad", "Kd", "9h", "5c", "2s"]


def test_what_lies_face_down_is_not_listed() -> None:
    t = ready(MS, ann=(1, {"ante": "25"}))
    assert {place: len(cards) for place, (cards, _) in listed(t).items()} == {"dealer": 1}
    board = ready(MH, ann=(1, {"ante": "25"}))
    board.choose(1, "raise", "50")
    board.deal_all()
    assert [len(cards) for cards, _ in listed(board).values()] == [3]


def test_a_hand_that_was_proved_to_a_supervisor_alone_is_not_listed() -> None:
    t = revealed(MH, ann={"progressive": "5"}, bob={})
    t.do("show-hand", box=2, cards="8c8d")
    t.do("decline-to-show", box=1)
    t.do("establish-hand", by=SUE, box=1, bets=["progressive"], cards="Ah8c")
    t.do("show-hand", by=SUE, box=1, cards="Ah3h")
    assert "1" not in listed(t)
    assert listed(t)["2"][0] == ["8c", "8d"]


def test_what_a_correction_decides_again_has_the_time_at_which_it_was_entered() -> None:
    t = revealed(MS, ann={})
    t.do("show-hand", box=1, cards="2c 3c 4c 5d 6d")
    before = {one.entry: one.at_ms for one in entry_views(t.state, DANA)}
    bet = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "50", "player": "ann"}
    t.do("correct", entry=2, should_be=bet, reason="Two chips.")
    t.do("allow-correction", by=SUE)
    assert {one.entry: one.at_ms for one in entry_views(t.state, DANA)} == before
    t.do("settle")
    t.do("take-back")
    assert {one.entry: one.at_ms for one in entry_views(t.state, DANA)} == before


def test_a_card_that_is_corrected_is_right_in_the_hands_of_a_later_report_too() -> None:
    t = Table.open(MS, "shuffler")
    t.lay(ann=(1, {"ante": "25"}), bob=(2, {"ante": "25"}))
    t.do("close-betting")
    t.do("deal", cards="2c4c6c8cTc")
    t.do("deal", cards="2d4d6d8dTd")
    first = next(one.number for one in t.state.entries if isinstance(one.asked.command, c.Deal))
    t.do("deal", cards="2h4h6h8hTh")
    swapped = {"1": "2d4c6c8cTc", "2": "2c4d6d8dTd"}
    facts = {"can_reconstruct": True, "noticed": "this-round", "players_have_seen": False}
    t.do("report", incident="other-dealing-error", box=1, facts=facts, hands=swapped)
    should_be = {"do": "deal", "to": "1", "cards": "3c4c6c8cTc"}
    t.do("correct", by=SUE, entry=first, should_be=should_be, reason="A three.")
    assert corrected(t).dropped == ()
    report = t.state.entries[-1].asked.command
    assert isinstance(report, c.Report)
    assert report.hands is not None
    assert NAMES[report.hands["2"][0]] == "3c"
