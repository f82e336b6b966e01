"""Sections 5 and 6 of the two MBS documents, numbered alike: what is ruled, and what that does to the money."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support import BE, MBS_RULEBOOKS, SS, box, proves, ruled, settled

Said = tuple[tuple[str, ...], tuple[str, ...], str | None, str | None, tuple[str, ...]]


def each(*clauses: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Runs a test for both rulebooks; each run proves the clauses of its own rulebook."""
    rows = [pytest.param(book, marks=proves(book, *clauses), id=book) for book in MBS_RULEBOOKS]
    return pytest.mark.parametrize("book", rows)


def told(book: str, incident: str, /, **facts: Any) -> Said:
    """What is ruled: effects, options, for whom, on whose authority, by which clauses."""
    found = ruled(book, incident, **facts)
    return (found.effects, found.options, found.options_for, found.authority, found.clauses)


def said(effects: str, *clauses: str, by: str | None = None) -> Said:
    """These documents give players no options of the kind that RWS has."""
    return (tuple(effects.split()), (), None, by, clauses)


# Stud: a dealer with ace-king, a pair that beats him, and a hand that does not.
ACE_KING = "Ad Kh 9h 7d 2c"
QUEENS = "Qs Qh 8c 4d 3s"
QUEEN_HIGH = "Qs Jh 8c 4d 3s"
ROYAL_FLUSH = "As Ks Qs Js Ts"

# Bullseye: three pictures leave the dealer six points, one player nine and another three.
SIX_POINTS = "Kd Qc Jd 4h 2s"
NINE_POINTS = "Ks Qh Js 5c 4s"
THREE_POINTS = "Kh Qd Jc 2d Ah"


# ── 5.1 to 5.4 and 5.8: void rounds ───────────────────────────────────────────────────────────────────────────────


@each("5.1", "5.1.1")
@pytest.mark.parametrize("incident", ["foreign-card", "cards-not-shuffled"])
def test_5_1_1_a_foreign_card_and_unshuffled_cards_void_the_round(book: str, incident: str) -> None:
    assert told(book, incident) == said("void-round", "5.1.1")


@each("5.1", "5.1.1", "5.8")
def test_5_8_a_count_that_proves_wrong_voids_the_round(book: str) -> None:
    assert told(book, "deck-count-wrong") == said("void-round", "5.1.1", "5.8")
    assert "count" in ruled(book, "deck-count-wrong").because


@each("5.1.2", "5.15")
def test_5_1_2_and_5_15_what_earlier_rounds_came_to_stands(book: str) -> None:
    assert told(book, "error-noticed-later") == said("stands", "5.1.2", "5.15")


@proves(SS, "5.1.1")
def test_5_1_1_a_void_stud_round_gives_every_wager_back() -> None:
    # The royal flush wins nothing, and the second position gets back the ante that folding had cost it.
    found = settled(
        SS,
        ACE_KING,
        box(ROYAL_FLUSH, ante="25", bet="50", progressive="5"),
        box("Qd Jh 8c 4d 3s", 2, "folded", ante="30"),
        outcome="void",
    )
    assert found.result("ante") == ("void", 25_00, 0)
    assert found.result("bet") == ("void", 50_00, 0)
    assert found.result("progressive") == ("void", 5_00, 0)
    assert found.result("ante", 2) == ("void", 30_00, 0)
    assert found.line("ante").clauses == ("5.1.1", "5.2", "5.3", "5.4", "5.8")
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)


@proves(BE, "5.1.1")
def test_5_1_1_a_void_bullseye_round_gives_every_wager_back() -> None:
    bets: dict[str, Any] = {"main": "25", "tie": "10", "suits": "15", "bullseye": "20", "progressive": "5"}
    found = settled(BE, SIX_POINTS, box(ROYAL_FLUSH, **bets), outcome="void")
    assert found.result("main") == ("void", 25_00, 0)
    assert found.result("tie") == ("void", 10_00, 0)
    assert found.result("suits") == ("void", 15_00, 0)
    assert found.result("bullseye") == ("void", 20_00, 0)
    assert found.result("progressive") == ("void", 5_00, 0)
    assert found.line("main").clauses == ("5.1.1", "5.2", "5.3", "5.4", "5.8")
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)


@each("5.2")
def test_5_2_a_misdeal_that_nobody_has_handled_voids_the_round(book: str) -> None:
    found = told(book, "misdeal", players_have_seen=False, whole_hands_can_move=False)
    assert found == said("void-round", "5.2")


@each("5.2")
def test_5_2_a_misdeal_that_whole_hands_put_right_is_put_right(book: str) -> None:
    found = told(book, "misdeal", players_have_seen=False, whole_hands_can_move=True)
    assert found == said("reconstruct", "5.2")


@each("5.3")
def test_5_3_a_wrong_number_of_dealers_cards_voids_the_round(book: str) -> None:
    found = told(book, "wrong-dealer-card-count", noticed="this-round", can_reconstruct=False)
    assert found == said("void-round", "5.3")


@each("5.3")
def test_5_3_dealers_cards_that_can_be_put_right_are_put_right(book: str) -> None:
    found = told(book, "wrong-dealer-card-count", noticed="this-round", can_reconstruct=True)
    assert found == said("reconstruct", "5.3")


@each("5.3")
def test_5_3_dealers_cards_counted_too_late_leave_the_round_as_it_was(book: str) -> None:
    found = told(book, "wrong-dealer-card-count", noticed="later")
    assert found == said("stands", "5.3", "5.1.2", "5.15")


@each("5.4")
@pytest.mark.parametrize("count", [2, 3, 10])
@pytest.mark.parametrize("players_have_seen", [True, False])
def test_5_4_two_cards_exposed_void_the_round_whoever_has_looked(
    book: str, count: int, players_have_seen: bool
) -> None:
    found = told(book, "cards-exposed", count=count, players_have_seen=players_have_seen)
    assert found == said("void-round", "5.4")


# ── 5.5 to 5.7: late wagers, wrong numbers of cards ───────────────────────────────────────────────────────────────


@each("5.5")
def test_5_5_a_wager_after_the_call_is_refused(book: str) -> None:
    assert told(book, "late-bet") == said("refuse", "5.5")


@each("5.6")
def test_5_6_a_wager_taken_off_after_the_call_still_wins_or_loses(book: str) -> None:
    assert told(book, "late-withdrawal") == said("bet-stands", "5.6")


@each("5.7", "5.7.1")
def test_5_7_a_wrong_number_of_players_cards_takes_the_hand_out_and_others_may_be_let_go(book: str) -> None:
    found = told(book, "wrong-player-card-count", noticed="this-round", can_reconstruct=False)
    assert found == said("invalidate-hand may-withdraw", "5.7", "5.7.1", by="shift-manager")


@each("5.7")
def test_5_7_players_cards_that_can_be_put_right_are_put_right(book: str) -> None:
    found = told(book, "wrong-player-card-count", noticed="this-round", can_reconstruct=True)
    assert found == said("reconstruct", "5.7")


@each("5.7")
def test_5_7_players_cards_counted_too_late_leave_the_round_as_it_was(book: str) -> None:
    found = told(book, "wrong-player-card-count", noticed="later")
    assert found == said("stands", "5.7", "5.1.2", "5.15")


@proves(SS, "5.7", "5.9", "5.10.1", "5.10.2")
def test_5_7_a_stud_hand_taken_out_gets_its_wagers_back_and_wins_nothing() -> None:
    found = settled(
        SS,
        ACE_KING,
        box(ROYAL_FLUSH, hand="invalid", ante="25", bet="50", progressive="5"),
        box("Qd Qh 8c 4d 3s", 2, player="p1", ante="25", bet="50"),
    )
    assert found.result("ante") == ("void", 25_00, 0)
    assert found.result("bet") == ("void", 50_00, 0)
    assert found.result("progressive") == ("void", 5_00, 0)
    assert {"5.7", "5.9", "5.10.1", "5.10.2"} <= set(found.line("ante").clauses)
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)
    # The same player's other hand is played to its end.
    assert found.result("ante", 2) == ("win", 25_00, 25_00)


@proves(BE, "5.7", "5.9", "5.10.1", "5.10.2")
def test_5_7_a_bullseye_hand_taken_out_gets_its_wagers_back_and_wins_nothing() -> None:
    bets: dict[str, Any] = {"main": "25", "tie": "10", "suits": "15", "bullseye": "20", "progressive": "5"}
    other = box(THREE_POINTS, 2, player="p1", main="25")
    found = settled(BE, SIX_POINTS, box(ROYAL_FLUSH, hand="invalid", **bets), other)
    assert found.result("main") == ("void", 25_00, 0)
    assert found.result("tie") == ("void", 10_00, 0)
    assert found.result("suits") == ("void", 15_00, 0)
    assert found.result("bullseye") == ("void", 20_00, 0)
    assert found.result("progressive") == ("void", 5_00, 0)
    assert {"5.7", "5.9", "5.10.1", "5.10.2"} <= set(found.line("main").clauses)
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)
    assert found.result("main", 2) == ("lose", 0, 0)


# ── 5.9 to 5.11: players and their hands ──────────────────────────────────────────────────────────────────────────


@each("5.9")
def test_5_9_a_shift_manager_may_bar_a_player_whose_wagers_then_go_back(book: str) -> None:
    found = told(book, "hand-not-confidential")
    assert found == said("return-bet may-bar-player", "5.9", by="shift-manager")


@each("5.10", "5.10.1")
@pytest.mark.parametrize("viewed", [1, 2, 5])
def test_5_10_1_viewed_hands_play_on_and_the_others_are_cancelled(book: str, viewed: int) -> None:
    found = told(book, "several-positions-in-error", hands_viewed=viewed)
    assert found == said("continue invalidate-unviewed-hands", "5.10.1")


@each("5.10", "5.10.2")
def test_5_10_2_with_no_hand_viewed_the_first_dealt_is_played_out(book: str) -> None:
    found = told(book, "several-positions-in-error", hands_viewed=0)
    assert found == said("invalidate-later-hands", "5.10.2")


@each("5.10.3")
def test_5_10_3_a_player_who_tries_to_control_several_hands_is_for_the_shift_manager(book: str) -> None:
    found = told(book, "extra-hand-examined")
    assert found == said("refer", "6.1", "5.10.3", by="shift-manager")
    assert told(book, "extra-hand-examined", intentional=True) == found


@proves(SS, "5.11")
def test_5_11_a_stud_hand_with_nobody_to_decide_is_invalid() -> None:
    assert told(SS, "player-absent", decision_outstanding=True) == said("invalidate-hand", "5.11")
    found = settled(SS, ACE_KING, box(ROYAL_FLUSH, hand="left", ante="25", progressive="5"))
    assert found.result("ante") == ("void", 25_00, 0)
    assert found.result("progressive") == ("void", 5_00, 0)
    assert found.line("ante").clauses == ("5.11",)
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)


@proves(BE, "5.11")
def test_5_11_a_bullseye_hand_with_nobody_to_decide_is_set_by_the_house_way() -> None:
    assert told(BE, "player-absent", decision_outstanding=True) == said("set-house-way", "5.11")
    # Two kings and a ten would leave a pair of fives; the House Way takes ten and fives, and the kings beat the queens.
    found = settled(
        BE,
        "Qs Qd 2c 8h Tc",
        box("Ks Kd Th 5c 5s", hand="left", arrangement={"three": ["Ks", "Kd", "Th"]}, main="25", tie="5"),
    )
    assert found.hand() == "pair-k"
    assert found.result("main") == ("win", 25_00, 75_00)
    assert found.result("tie") == ("lose", 0, 0)


@each("5.11")
def test_5_11_with_nothing_left_to_decide_the_hand_is_settled_as_usual(book: str) -> None:
    assert told(book, "player-absent", decision_outstanding=False) == said("settle-hand", "5.11")


# ── 5.12 to 5.15: wagers that should not be there, or not so big or small ─────────────────────────────────────────


@each("5.12", "5.12.1")
def test_5_12_1_before_the_call_the_entry_wager_is_added_or_the_others_go(book: str) -> None:
    found = told(book, "progressive-without-ante", noticed="before-close")
    assert found == said("place-ante-or-cancel", "5.12.1")


@each("5.12", "5.12.2")
def test_5_12_2_after_the_call_the_progressive_wager_is_invalid(book: str) -> None:
    found = told(book, "progressive-without-ante", noticed="after-close")
    assert found == said("return-bet", "5.12.2")


@proves(SS, "5.12", "5.12.2")
def test_5_12_2_a_progressive_wager_without_an_ante_cannot_win() -> None:
    found = settled(SS, ACE_KING, box(ROYAL_FLUSH, progressive="5"))
    assert found.result("progressive") == ("void", 5_00, 0)
    assert found.line("progressive").clauses == ("5.12.2",)
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)


@proves(BE, "5.12", "5.12.2")
def test_5_12_2_no_wager_without_a_main_wager_can_win() -> None:
    bets: dict[str, Any] = {"tie": "10", "suits": "15", "bullseye": "20", "progressive": "5"}
    found = settled(BE, SIX_POINTS, box(ROYAL_FLUSH, **bets))
    assert found.result("tie") == ("void", 10_00, 0)
    assert found.result("suits") == ("void", 15_00, 0)
    assert found.result("bullseye") == ("void", 20_00, 0)
    assert found.result("progressive") == ("void", 5_00, 0)
    assert found.line("progressive").clauses == ("5.12.2",)
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)


@each("5.13")
def test_5_13_a_wager_under_the_minimum_plays_once(book: str) -> None:
    first = told(book, "under-minimum-bet", noticed="after-close", settled_before=False)
    assert first == said("play-as-laid", "5.13")
    again = told(book, "under-minimum-bet", noticed="after-close", settled_before=True)
    assert again == said("return-bet", "5.13")


@proves(SS, "5.13")
@pytest.mark.parametrize(
    ("cards", "first_ante", "first_bet"),
    [(QUEENS, ("win", 10_00, 10_00), ("win", 20_00, 20_00)), (QUEEN_HIGH, ("lose", 0, 0), ("lose", 0, 0))],
)
def test_5_13_a_stud_ante_under_the_minimum_is_settled_once_and_then_goes_back(
    cards: str, first_ante: tuple[str, int, int], first_bet: tuple[str, int, int]
) -> None:
    limits = {"ante": {"min": "25"}}
    once = settled(SS, ACE_KING, box(cards, ante="10", bet="20"), limits=limits)
    assert (once.result("ante"), once.result("bet")) == (first_ante, first_bet)
    assert "5.13" in once.line("ante").clauses
    again = box(cards, ante="10", bet="20", under_minimum_settled_before=True)
    back = settled(SS, ACE_KING, again, limits=limits)
    assert (back.result("ante"), back.result("bet")) == (("void", 10_00, 0), ("void", 20_00, 0))
    assert back.line("ante").clauses == ("5.13",)


@proves(BE, "5.13")
@pytest.mark.parametrize(
    ("cards", "first"), [(NINE_POINTS, ("win", 10_00, 10_00)), (THREE_POINTS, ("lose", 0, 0))]
)
def test_5_13_a_main_wager_under_the_minimum_is_settled_once_and_then_goes_back(
    cards: str, first: tuple[str, int, int]
) -> None:
    limits = {"main": {"min": "25"}}
    once = settled(BE, SIX_POINTS, box(cards, main="10"), limits=limits)
    assert once.result("main") == first
    assert "5.13" in once.line("main").clauses
    again = box(cards, main="10", under_minimum_settled_before=True)
    back = settled(BE, SIX_POINTS, again, limits=limits)
    assert back.result("main") == ("void", 10_00, 0)
    assert back.line("main").clauses == ("5.13",)


@each("5.14")
def test_5_14_a_wager_over_the_maximum_plays_as_the_maximum(book: str) -> None:
    assert told(book, "over-maximum-bet", noticed="after-close") == said("cap-at-maximum", "5.14")


@proves(SS, "5.14")
def test_5_14_a_stud_ante_is_paid_and_collected_up_to_the_maximum() -> None:
    limits = {"ante": {"max": "1000"}}
    won = settled(SS, ACE_KING, box(QUEENS, ante="1500", bet="2000"), limits=limits)
    assert won.result("ante") == ("win", 1500_00, 1000_00)
    assert "5.14" in won.line("ante").clauses
    lost = settled(SS, ACE_KING, box(QUEEN_HIGH, ante="1500", bet="2000"), limits=limits)
    assert lost.result("ante") == ("lose", 500_00, 0)


@proves(BE, "5.14")
def test_5_14_bullseye_wagers_are_paid_and_collected_up_to_the_maximum() -> None:
    # Three pictures pay the Bullseye wager 10 to 1; the loser has no three cards of a suit.
    limits = {"main": {"max": "1000"}, "bullseye": {"max": "200"}, "suits": {"max": "50"}}
    won = settled(BE, SIX_POINTS, box(NINE_POINTS, main="1500", bullseye="300"), limits=limits)
    assert won.result("main") == ("win", 1500_00, 1000_00)
    assert won.result("bullseye") == ("win", 300_00, 2000_00)
    assert "5.14" in won.line("bullseye").clauses
    lost = settled(BE, SIX_POINTS, box(THREE_POINTS, main="1500", suits="60"), limits=limits)
    assert lost.result("main") == ("lose", 500_00, 0)
    assert lost.result("suits") == ("lose", 10_00, 0)


@pytest.mark.parametrize(("book", "clause"), [(SS, "3.4"), (BE, "3.5")])
def test_before_the_call_wagers_outside_the_limits_are_not_taken(book: str, clause: str) -> None:
    # Section 5 is silent there; the clause that admits wagers within the limits decides.
    assert told(book, "over-maximum-bet", noticed="before-close") == said("reject-excess", clause)
    assert told(book, "under-minimum-bet", noticed="before-close") == said("increase-or-withdraw", clause)


# ── 5.16: power failure ───────────────────────────────────────────────────────────────────────────────────────────


@each("5.16", "5.16.1")
def test_5_16_1_before_any_outcome_players_may_withdraw_all_their_wagers(book: str) -> None:
    found = told(book, "technical-interruption", outcome_established=False)
    assert found == said("offer-withdrawal", "5.16.1")
    assert (
        "all his wagers or none" in ruled(book, "technical-interruption", outcome_established=False).because
    )


@each("5.16", "5.16.2")
def test_5_16_2_after_an_outcome_the_round_goes_on(book: str) -> None:
    found = told(book, "technical-interruption", outcome_established=True)
    assert found == said("continue", "5.16.2")


# ── 6.1: what the rules do not cover ──────────────────────────────────────────────────────────────────────────────


@each("6.1")
@pytest.mark.parametrize(
    ("incident", "facts"),
    [
        ("unlisted", {}),
        ("unlisted", {"what": "a bird flew in"}),
        ("cards-exposed", {"count": 1, "players_have_seen": False}),
        ("cards-exposed", {"count": 1, "players_have_seen": True, "dealers_card": True}),
        ("misdeal", {"players_have_seen": True, "whole_hands_can_move": True}),
        ("misdeal", {"players_have_seen": True, "whole_hands_can_move": False}),
        ("cards-insufficient", {}),
        ("card-face-up-in-shoe", {}),
        ("cards-drawn-together", {}),
        ("other-dealing-error", {"can_reconstruct": True}),
        ("other-dealing-error", {"can_reconstruct": False}),
        ("progressive-system-down", {"players_have_seen": True}),
        ("progressive-system-down", {"players_have_seen": False}),
    ],
)
def test_6_1_what_the_rules_do_not_cover_goes_to_the_gaming_shift_manager(
    book: str, incident: str, facts: dict[str, Any]
) -> None:
    assert told(book, incident, **facts) == said("refer", "6.1", by="shift-manager")
    found = ruled(book, incident, **facts)
    assert "Gaming Shift Manager" in found.because
    assert found.operations == ()


@proves(SS, "6.1")
@pytest.mark.parametrize(("size", "effect"), [("more", "return-excess"), ("less", "play-as-laid")])
def test_6_1_a_bet_of_a_wrong_size_is_settled_with_the_shift_managers_word(size: str, effect: str) -> None:
    assert told(SS, "wrong-raise", size=size) == said(effect, "3.9.2", "6.1", by="shift-manager")
