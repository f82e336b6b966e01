"""Section 5 of the three RWS documents: what is ruled when something goes wrong, and what that does to the money.

Tests carry the clause numbers of the two stud documents; hold'em has no 5.16, so that its later numbers are lower.
"""

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.rulebook.shelf import Shelf
from tests.support import CS, MH, MS, RWS_RULEBOOKS, box, proves, ruled, settled

HOLDEM_NUMBERS = {
    "5.17": "5.16",
    "5.18": "5.17",
    "5.18.1": "5.17.1",
    "5.18.2": "5.17.2",
    "5.18.2.a": "5.17.2.a",
    "5.18.2.b": "5.17.2.b",
    "5.18.2.c": "5.17.2.c",
    "5.19": "5.18",
    "5.20": "5.19",
    "5.22": "5.21",
    "5.24": "5.23",
}

STUD = (MS, CS)

Said = tuple[tuple[str, ...], tuple[str, ...], str | None, str | None, tuple[str, ...]]


def numbers(book: str, *stud_numbers: str) -> tuple[str, ...]:
    """Clauses of the stud documents as a rulebook numbers them."""
    if book != MH:
        return stud_numbers
    assert "5.16" not in stud_numbers, "hold'em has no such clause"
    return tuple(HOLDEM_NUMBERS.get(number, number) for number in stud_numbers)


def each(
    *clauses: str, books: tuple[str, ...] = RWS_RULEBOOKS
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Runs a test for each rulebook; each run proves the clauses of its own rulebook."""
    rows = [pytest.param(book, marks=proves(book, *numbers(book, *clauses)), id=book) for book in books]
    return pytest.mark.parametrize("book", rows)


def told(book: str, incident: str, /, **facts: Any) -> Said:
    """What is ruled: effects, options, for whom, on whose authority, by which clauses."""
    found = ruled(book, incident, **facts)
    return (found.effects, found.options, found.options_for, found.authority, found.clauses)


def said(
    effects: str, clauses: tuple[str, ...], options: str = "", to: str | None = None, by: str | None = None
) -> Said:
    return (tuple(effects.split()), tuple(options.split()), to, by, clauses)


def void(book: str, *clauses: str) -> Said:
    return said("void-round", numbers(book, *clauses))


PLAY_ON = "continue return-and-invalidate"
PLAY_CORRECTED = "continue-reconstructed return-and-invalidate"

# A dealer with ace-king, a pair that beats him, and a hand that does not.
ACE_KING = "Ad Kh 9h 7d 2c"
QUEENS = "Qs Qh 8c 4d 3s"
QUEEN_HIGH = "Qs Jh 8c 4d 3s"
ROYAL_FLUSH = "As Ks Qs Js Ts"
FLUSH = "Ks Js 9s 5s 2s"

# Hold'em: on this board a straight to the king wins, and the other two make jack-high.
BOARD = "9s Th Jd 2c 3d"
STRAIGHT = "Qs Kh"
JACK_HIGH = "6c 4h"
DEALER_JACK_HIGH = "5h 4c"


# ── 5.1 to 5.4: wagers of a wrong size ────────────────────────────────────────────────────────────────────────────


@each("5.1")
def test_5_1_an_excess_seen_before_the_close_is_rejected(book: str) -> None:
    assert told(book, "over-maximum-bet", noticed="before-close") == said("reject-excess", ("5.1",))


@each("5.1.1")
def test_5_1_1_an_excess_not_rejected_plays_as_the_maximum(book: str) -> None:
    assert told(book, "over-maximum-bet", noticed="after-close") == said("cap-at-maximum", ("5.1.1",))


@each("5.1.1", books=STUD)
def test_5_1_1_an_ante_over_the_maximum_wins_or_loses_as_the_maximum(book: str) -> None:
    limits = {"ante": {"max": "1000"}}
    won = settled(book, ACE_KING, box(QUEENS, ante="1500", bet="2000"), limits=limits)
    assert won.result("ante") == ("win", 1500_00, 1000_00)
    assert "5.1.1" in won.line("ante").clauses
    lost = settled(book, ACE_KING, box(QUEEN_HIGH, ante="1500", bet="2000"), limits=limits)
    assert lost.result("ante") == ("lose", 500_00, 0)


@proves(MH, "5.1.1")
def test_5_1_1_a_holdem_ante_over_the_maximum_wins_or_loses_as_the_maximum() -> None:
    limits = {"ante": {"max": "1000"}}
    won = settled(
        MH, DEALER_JACK_HIGH, box(STRAIGHT, ante="1500", flop="2000"), community=BOARD, limits=limits
    )
    assert won.result("ante") == ("win", 1500_00, 1000_00)
    lost = settled(MH, STRAIGHT, box(JACK_HIGH, ante="1500", flop="2000"), community=BOARD, limits=limits)
    assert lost.result("ante") == ("lose", 500_00, 0)
    assert "5.1.1" in lost.line("ante").clauses


@each("5.2")
def test_5_2_a_shortfall_seen_before_the_close_is_made_up_or_withdrawn(book: str) -> None:
    assert told(book, "under-minimum-bet", noticed="before-close") == said("increase-or-withdraw", ("5.2",))


@each("5.2.1")
def test_5_2_1_a_shortfall_that_went_unseen_plays_every_time(book: str) -> None:
    plays = said("play-as-laid", ("5.2.1",))
    assert told(book, "under-minimum-bet", noticed="after-close") == plays
    assert told(book, "under-minimum-bet", noticed="after-close", settled_before=True) == plays


@each("5.2.1", books=STUD)
def test_5_2_1_an_ante_under_the_minimum_wins_or_loses_at_its_amount(book: str) -> None:
    limits = {"ante": {"min": "25"}}
    won = settled(book, ACE_KING, box(QUEENS, ante="10", bet="20"), limits=limits)
    assert won.result("ante") == ("win", 10_00, 10_00)
    assert won.result("bet") == ("win", 20_00, 20_00)
    assert "5.2.1" in won.line("ante").clauses
    lost = settled(book, ACE_KING, box(QUEEN_HIGH, ante="10", bet="20"), limits=limits)
    assert lost.result("ante") == ("lose", 0, 0)


@proves(MH, "5.2.1")
def test_5_2_1_a_holdem_ante_under_the_minimum_wins_or_loses_at_its_amount() -> None:
    limits = {"ante": {"min": "25"}}
    won = settled(MH, DEALER_JACK_HIGH, box(STRAIGHT, ante="10", flop="20"), community=BOARD, limits=limits)
    assert won.result("ante") == ("win", 10_00, 10_00)
    lost = settled(MH, STRAIGHT, box(JACK_HIGH, ante="10", flop="20"), community=BOARD, limits=limits)
    assert lost.result("ante") == ("lose", 0, 0)
    assert "5.2.1" in lost.line("ante").clauses


@each("5.3", "5.3.1")
def test_5_3_1_a_raise_that_is_too_big_gets_its_surplus_back(book: str) -> None:
    assert told(book, "wrong-raise", size="more") == said("return-excess", ("5.3.1",))


@each("5.3", "5.3.2")
def test_5_3_2_a_raise_that_is_too_small_plays_as_it_lies(book: str) -> None:
    assert told(book, "wrong-raise", size="less") == said("play-as-laid", ("5.3.2",))


@each("5.3", "5.3.1", books=STUD)
def test_5_3_1_a_bet_over_twice_the_ante_plays_as_twice_the_ante(book: str) -> None:
    won = settled(book, ACE_KING, box(QUEENS, ante="25", bet="70"))
    assert won.result("bet") == ("win", 70_00, 50_00)
    assert "5.3.1" in won.line("bet").clauses
    lost = settled(book, ACE_KING, box(QUEEN_HIGH, ante="25", bet="70"))
    assert lost.result("bet") == ("lose", 20_00, 0)
    # 250 to 1 on 2,000 would be 500,000.
    capped = settled(book, ACE_KING, box(ROYAL_FLUSH, ante="1000", bet="2500"))
    assert capped.result("bet") == ("win", 2500_00, 100_000_00)
    assert {"5.3.1", "4.1.1"} <= set(capped.line("bet").clauses)


@each("5.3", "5.3.2", books=STUD)
def test_5_3_2_a_bet_under_twice_the_ante_plays_as_it_lies(book: str) -> None:
    won = settled(book, ACE_KING, box(QUEENS, ante="25", bet="30"))
    assert won.result("bet") == ("win", 30_00, 30_00)
    assert "5.3.2" in won.line("bet").clauses
    lost = settled(book, ACE_KING, box(QUEEN_HIGH, ante="25", bet="30"))
    assert lost.result("bet") == ("lose", 0, 0)
    # 250 to 1 on 1,500 would be 375,000.
    capped = settled(book, ACE_KING, box(ROYAL_FLUSH, ante="1000", bet="1500"))
    assert capped.result("bet") == ("win", 1500_00, 100_000_00)
    assert {"5.3.2", "4.1.1"} <= set(capped.line("bet").clauses)


@proves(MH, "5.3", "5.3.1")
def test_5_3_1_holdem_raises_over_their_multiple_play_as_the_multiple() -> None:
    raises: dict[str, Any] = {"ante": "25", "flop": "60", "turn": "30", "river": "40"}
    won = settled(MH, DEALER_JACK_HIGH, box(STRAIGHT, **raises), community=BOARD)
    assert won.result("flop") == ("win", 60_00, 50_00)
    assert won.result("turn") == ("win", 30_00, 25_00)
    assert won.result("river") == ("win", 40_00, 25_00)
    assert all("5.3.1" in won.line(bet).clauses for bet in ("flop", "turn", "river"))
    lost = settled(MH, STRAIGHT, box(JACK_HIGH, **raises), community=BOARD)
    assert lost.result("flop") == ("lose", 10_00, 0)
    assert lost.result("turn") == ("lose", 5_00, 0)
    assert lost.result("river") == ("lose", 15_00, 0)
    # The permissible limit: an ante of 150 counts as 100, and its Flop as twice that.
    limited = settled(
        MH,
        DEALER_JACK_HIGH,
        box(STRAIGHT, ante="150", flop="300"),
        community=BOARD,
        limits={"ante": {"max": "100"}},
    )
    assert limited.result("flop") == ("win", 300_00, 200_00)


@proves(MH, "5.3", "5.3.2")
def test_5_3_2_holdem_raises_under_their_multiple_play_as_they_lie() -> None:
    raises: dict[str, Any] = {"ante": "25", "flop": "40", "turn": "20", "river": "10"}
    won = settled(MH, DEALER_JACK_HIGH, box(STRAIGHT, **raises), community=BOARD)
    assert won.result("flop") == ("win", 40_00, 40_00)
    assert won.result("turn") == ("win", 20_00, 20_00)
    assert won.result("river") == ("win", 10_00, 10_00)
    assert all("5.3.2" in won.line(bet).clauses for bet in ("flop", "turn", "river"))
    lost = settled(MH, STRAIGHT, box(JACK_HIGH, **raises), community=BOARD)
    assert [lost.result(bet) for bet in ("flop", "turn", "river")] == [("lose", 0, 0)] * 3


@each("5.4")
def test_5_4_a_progressive_bet_without_an_ante_goes_back_whenever_it_is_noticed(book: str) -> None:
    # A round begins with "Place your Bets, please", so that both moments lie within it.
    back = said("return-bet", ("5.4",))
    assert told(book, "progressive-without-ante", noticed="before-close") == back
    assert told(book, "progressive-without-ante", noticed="after-close") == back


@each("5.4")
def test_5_4_a_progressive_bet_without_an_ante_cannot_win(book: str) -> None:
    # A royal flush: five cards in stud, two hole cards and the flop in hold'em.
    if book == MH:
        found = settled(book, DEALER_JACK_HIGH, box("As Ks", progressive="5"), community="Qs Js Ts 2c 3d")
    else:
        found = settled(book, ACE_KING, box(ROYAL_FLUSH, progressive="5"))
    assert found.result("progressive") == ("void", 5_00, 0)
    assert found.line("progressive").clauses == ("5.4",)
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)


# ── 5.5 to 5.7: players who leave, and interruptions ──────────────────────────────────────────────────────────────


@each("5.5")
def test_5_5_leaving_with_a_decision_open_is_a_fold(book: str) -> None:
    assert told(book, "player-absent", decision_outstanding=True) == said("fold-hand", ("5.5",))


@proves(MS, "5.5")
def test_5_5_leaving_loses_the_ante_and_keeps_the_progressive_bet_alive() -> None:
    # A flush pays 40 for 1, even against a dealer who does not qualify.
    found = settled(MS, "Kd Qh 9h 7d 2c", box(FLUSH, hand="left", ante="25", progressive="5"))
    assert found.result("ante") == ("lose", 0, 0)
    assert found.line("ante").clauses == ("5.5", "3.12.1")
    assert found.result("progressive") == ("win", 0, 200_00)


@proves(CS, "5.5")
def test_5_5_leaving_casino_stud_loses_ante_and_progressive_bet() -> None:
    found = settled(CS, "Kd Qh 9h 7d 2c", box(FLUSH, hand="left", ante="25", progressive="5"))
    assert found.result("ante") == ("lose", 0, 0)
    assert found.result("progressive") == ("lose", 0, 0)
    assert found.line("progressive").clauses == ("5.5", "3.12.1")


@proves(MH, "5.5")
def test_5_5_leaving_holdem_loses_all_but_the_progressive_bet() -> None:
    # Hole cards and flop make a flush, for a fixed 100 dollars.
    bets: dict[str, Any] = {"ante": "25", "bonus": "5", "progressive": "5"}
    board = "9s 5s 2s Kd 3d"
    found = settled(MH, DEALER_JACK_HIGH, box("As Ks", hand="left", **bets), community=board)
    assert found.result("ante") == ("lose", 0, 0)
    assert found.result("bonus") == ("lose", 0, 0)
    assert found.line("ante").clauses == ("5.5", "3.11.2.a")
    assert found.result("progressive") == ("win", 0, 100_00)
    later = settled(
        MH, DEALER_JACK_HIGH, box("As Ks", hand="left", flop="50", turn="25", **bets), community=board
    )
    assert [later.result(bet) for bet in ("ante", "flop", "turn", "bonus")] == [("lose", 0, 0)] * 4
    assert later.result("progressive") == ("win", 0, 100_00)


@each("5.6")
def test_5_6_leaving_with_nothing_to_decide_is_settled_as_usual(book: str) -> None:
    assert told(book, "player-absent", decision_outstanding=False) == said("settle-hand", ("5.6",))


@each("5.7", "5.7.1")
def test_5_7_1_an_interruption_after_an_outcome_lets_the_round_go_on(book: str) -> None:
    assert told(book, "technical-interruption", outcome_established=True) == said("continue", ("5.7.1",))


@each("5.7", "5.7.2")
def test_5_7_2_an_interruption_before_any_outcome_voids_the_round(book: str) -> None:
    assert told(book, "technical-interruption", outcome_established=False) == void(book, "5.7.2")


# ── 5.8 and 5.22: void rounds ─────────────────────────────────────────────────────────────────────────────────────


@each("5.8", "5.8.1")
def test_5_8_1_a_foreign_card_voids_the_round(book: str) -> None:
    assert told(book, "foreign-card") == void(book, "5.8.1")


@each("5.8", "5.8.2")
def test_5_8_2_two_cards_exposed_before_anyone_looked_void_the_round(book: str) -> None:
    assert told(book, "cards-exposed", count=2, players_have_seen=False) == void(book, "5.8.2")
    assert told(book, "cards-exposed", count=10, players_have_seen=False) == void(book, "5.8.2")


@each("5.8.2")
def test_5_8_2_two_of_the_dealers_cards_are_one_too_many(book: str) -> None:
    # 5.16 speaks of a single card, and hold'em does not except the dealer's cards at all.
    facts = {"count": 2, "players_have_seen": False, "dealers_card": True}
    assert told(book, "cards-exposed", **facts) == void(book, "5.8.2")


@each("5.8", "5.8.3")
def test_5_8_3_a_deck_short_or_over_voids_the_round(book: str) -> None:
    assert told(book, "deck-count-wrong") == void(book, "5.8.3")


@each("5.8", "5.8.4")
def test_5_8_4_too_few_cards_to_finish_void_the_round(book: str) -> None:
    assert told(book, "cards-insufficient") == void(book, "5.8.4")


@each("5.8", "5.8.5")
def test_5_8_5_unshuffled_cards_void_the_round(book: str) -> None:
    assert told(book, "cards-not-shuffled") == void(book, "5.8.5")


@each("5.8", "5.8.6")
def test_5_8_6_a_misdeal_that_nobody_has_seen_voids_the_round(book: str) -> None:
    assert told(book, "misdeal", players_have_seen=False, whole_hands_can_move=False) == void(book, "5.8.6")


@each("5.8.6")
def test_5_8_6_a_misdeal_that_whole_hands_put_right_is_put_right(book: str) -> None:
    moved = told(book, "misdeal", players_have_seen=False, whole_hands_can_move=True)
    assert moved == said("reconstruct", ("5.8.6",))


@each("5.8", "5.8.7")
def test_5_8_7_a_wrong_number_of_dealers_cards_voids_the_round(book: str) -> None:
    facts = {"noticed": "this-round", "can_reconstruct": False}
    assert told(book, "wrong-dealer-card-count", **facts) == void(book, "5.8.7")


@each("5.8.7")
def test_5_8_7_dealers_cards_that_can_be_put_right_are_put_right(book: str) -> None:
    found = told(book, "wrong-dealer-card-count", noticed="this-round", can_reconstruct=True)
    assert found == said("continue reconstruct", ("5.8.7", "5.10"), PLAY_CORRECTED, "affected")


@each("5.8.7", "5.20")
def test_5_8_7_dealers_cards_counted_too_late_leave_the_round_as_it_was(book: str) -> None:
    stands = said("stands", numbers(book, "5.8.7", "5.20"))
    assert told(book, "wrong-dealer-card-count", noticed="later") == stands


@proves(MH, "5.8", "5.8.7")
def test_5_8_7_a_wrong_number_of_community_cards_counts_as_the_dealers_do() -> None:
    facts = {"noticed": "this-round", "can_reconstruct": False}
    assert told(MH, "wrong-community-card-count", **facts) == void(MH, "5.8.7")
    corrected = told(MH, "wrong-community-card-count", noticed="this-round", can_reconstruct=True)
    assert corrected == said("continue reconstruct", ("5.8.7", "5.10"), PLAY_CORRECTED, "affected")
    assert told(MH, "wrong-community-card-count", noticed="later") == said("stands", ("5.8.7", "5.19"))


@each("5.22", books=STUD)
def test_5_22_a_void_round_gives_every_bet_back(book: str) -> None:
    # The royal flush wins nothing, and the second box gets back the ante that folding had cost it.
    found = settled(
        book,
        ACE_KING,
        box(ROYAL_FLUSH, ante="25", bet="50", progressive="5"),
        box("Qd Jh 8c 4d 3s", 2, "folded", ante="30", progressive="5"),
        outcome="void",
    )
    assert found.result("ante") == ("void", 25_00, 0)
    assert found.result("bet") == ("void", 50_00, 0)
    assert found.result("progressive") == ("void", 5_00, 0)
    assert found.result("ante", 2) == ("void", 30_00, 0)
    assert found.result("progressive", 2) == ("void", 5_00, 0)
    assert found.line("ante", 2).clauses == ("5.22",)
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)


@proves(MH, "5.21")
def test_5_22_a_void_holdem_round_gives_every_bet_back() -> None:
    bets: dict[str, Any] = {
        "ante": "25",
        "flop": "50",
        "turn": "25",
        "river": "25",
        "bonus": "10",
        "progressive": "5",
    }
    found = settled(MH, DEALER_JACK_HIGH, box("As Ks", **bets), community="Qs Js Ts 2c 3d", outcome="void")
    for bet, amount in bets.items():
        assert found.result(bet) == ("void", int(amount) * 100, 0)
        assert found.line(bet).clauses == ("5.21",)
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)


# ── 5.9 and 5.10: what can be put right, and what players may choose ──────────────────────────────────────────────


@each("5.9")
def test_5_9_a_missed_burn_that_can_be_put_right_gives_every_player_the_options(book: str) -> None:
    found = told(book, "burn-missed", players_have_seen=False, can_reconstruct=True)
    assert found == said("continue reconstruct", ("5.9", "5.10"), PLAY_CORRECTED, "all", "house")


@each("5.9")
def test_5_9_a_missed_burn_voids_the_round_once_anyone_has_looked(book: str) -> None:
    # The rule decides by itself, so that nobody need be asked whether the cards could be put right.
    assert told(book, "burn-missed", players_have_seen=True) == void(book, "5.9")
    assert told(book, "burn-missed", players_have_seen=True, can_reconstruct=True) == void(book, "5.9")


@each("5.9")
def test_5_9_a_missed_burn_that_cannot_be_put_right_voids_the_round(book: str) -> None:
    found = told(book, "burn-missed", players_have_seen=False, can_reconstruct=False)
    assert found == void(book, "5.9")


@each("5.10", "5.10.1", "5.10.3")
def test_5_10_1_where_nothing_can_be_put_right_the_hand_is_played_as_it_is_or_cancelled(book: str) -> None:
    found = told(book, "other-dealing-error", can_reconstruct=False)
    assert found == said("continue", ("5.10", "5.10.1", "5.10.3"), PLAY_ON, "affected")


@each("5.10", "5.10.2", "5.10.3")
def test_5_10_2_where_the_cards_can_be_put_right_the_corrected_hand_is_played_or_cancelled(book: str) -> None:
    found = told(book, "other-dealing-error", can_reconstruct=True)
    assert found == said("continue reconstruct", ("5.10", "5.10.2", "5.10.3"), PLAY_CORRECTED, "affected")


@each("5.10")
def test_5_10_a_misdeal_after_someone_has_looked_is_a_dealing_error_like_others(book: str) -> None:
    stuck = told(book, "misdeal", players_have_seen=True, whole_hands_can_move=False)
    assert stuck == said("continue", ("5.10",), PLAY_ON, "affected")
    moved = told(book, "misdeal", players_have_seen=True, whole_hands_can_move=True)
    assert moved == said("continue reconstruct", ("5.10",), PLAY_CORRECTED, "affected")


@each("5.10", "5.11")
def test_5_10_whoever_goes_on_takes_every_further_card(book: str) -> None:
    # There are two ways to go, on or out, and none that goes on and declines what comes; nor can a player who went
    # on take the bet back afterwards.
    for can_reconstruct in (True, False):
        options = ruled(book, "other-dealing-error", can_reconstruct=can_reconstruct).options
        assert [option for option in options if not option.startswith("continue")] == [
            "return-and-invalidate"
        ]
        assert len(options) == 2
    assert told(book, "late-withdrawal") == said("refuse", ("5.11",))


@each("5.10.3", "5.15", "5.19", books=STUD)
def test_5_10_3_a_cancelled_hand_gets_all_its_bets_back_and_wins_nothing(book: str) -> None:
    bets: dict[str, Any] = {"ante": "25", "bet": "50", "progressive": "5"}
    found = settled(
        book,
        ACE_KING,
        box(ROYAL_FLUSH, hand="invalid", **bets),
        box("Qd Qh 8c 4d 3s", 2, ante="25", bet="50"),
    )
    for bet, amount in bets.items():
        assert found.result(bet) == ("void", int(amount) * 100, 0)
        assert {"5.10.3", "5.15", "5.19"} <= set(found.line(bet).clauses)
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)
    # The other hand of the round is settled as if nothing had been.
    assert found.result("ante", 2) == ("win", 25_00, 25_00)


@proves(MH, "5.10.3", "5.15", "5.18")
def test_5_10_3_a_cancelled_holdem_hand_gets_all_its_bets_back_and_wins_nothing() -> None:
    bets: dict[str, Any] = {"ante": "25", "flop": "50", "turn": "25", "bonus": "10", "progressive": "5"}
    found = settled(MH, DEALER_JACK_HIGH, box("As Ks", hand="invalid", **bets), community="Qs Js Ts 2c 3d")
    for bet, amount in bets.items():
        assert found.result(bet) == ("void", int(amount) * 100, 0)
        assert {"5.10.3", "5.15", "5.18"} <= set(found.line(bet).clauses)
    assert (found.awards, found.jackpot_after) == ([], 250_000_00)


# ── 5.11 to 5.16: bets and cards out of turn ──────────────────────────────────────────────────────────────────────


@each("5.11")
def test_5_11_after_the_call_nothing_is_placed_raised_or_withdrawn(book: str) -> None:
    assert told(book, "late-bet") == said("refuse", ("5.11",))
    assert told(book, "late-withdrawal") == said("refuse", ("5.11",))


@each("5.12")
@pytest.mark.parametrize("count", [1, 2, 5])
def test_5_12_cards_exposed_after_someone_looked_change_nothing(book: str, count: int) -> None:
    assert told(book, "cards-exposed", count=count, players_have_seen=True) == said("continue", ("5.12",))


@proves(MS, "5.12", "5.10")
def test_5_12_one_card_exposed_before_anyone_looked_gives_the_player_concerned_the_options() -> None:
    found = told(MS, "cards-exposed", count=1, players_have_seen=False)
    assert found == said("continue", ("5.12", "5.10"), PLAY_ON, "affected")


@each("5.10", books=(CS, MH))
def test_5_10_one_card_exposed_before_anyone_looked_is_a_dealing_error_where_5_12_is_silent(
    book: str,
) -> None:
    found = told(book, "cards-exposed", count=1, players_have_seen=False)
    assert found == said("continue", ("5.10",), PLAY_ON, "affected")


@each("5.13")
def test_5_13_a_card_face_up_in_the_shoe_is_the_next_card(book: str) -> None:
    assert told(book, "card-face-up-in-shoe") == said("use-as-next-card", ("5.13",))


@each("5.14", "5.14.1")
def test_5_14_a_supervisor_orders_cards_drawn_together_and_every_player_has_the_options(book: str) -> None:
    found = told(book, "cards-drawn-together")
    expected = ("5.14", "5.14.1", "5.10")
    assert found == said("continue supervisor-orders-cards", expected, PLAY_ON, "all", "pit-supervisor")


@each("5.15")
def test_5_15_a_wrong_number_of_players_cards_cancels_the_hand_and_others_have_the_options(book: str) -> None:
    found = told(book, "wrong-player-card-count", noticed="this-round", can_reconstruct=False)
    assert found == said("continue invalidate-hand", ("5.15", "5.10"), PLAY_ON, "affected")


@each("5.15")
def test_5_15_players_cards_that_can_be_put_right_are_put_right(book: str) -> None:
    found = told(book, "wrong-player-card-count", noticed="this-round", can_reconstruct=True)
    assert found == said("continue reconstruct", ("5.15", "5.10"), PLAY_CORRECTED, "affected")


@each("5.15", "5.20")
def test_5_15_players_cards_counted_too_late_leave_the_round_as_it_was(book: str) -> None:
    stands = said("stands", numbers(book, "5.15", "5.20"))
    assert told(book, "wrong-player-card-count", noticed="later") == stands


@each("5.16", books=STUD)
@pytest.mark.parametrize("players_have_seen", [True, False])
def test_5_16_one_of_the_dealers_cards_exposed_becomes_his_face_up_card(
    book: str, players_have_seen: bool
) -> None:
    facts = {"count": 1, "dealers_card": True, "players_have_seen": players_have_seen}
    assert told(book, "cards-exposed", **facts) == said("use-as-face-up-card", ("5.16",))


@each("5.12", books=STUD)
def test_5_16_speaks_of_one_card_only(book: str) -> None:
    # With several of the dealer's cards up, the clauses on exposed cards decide.
    facts = {"count": 2, "dealers_card": True, "players_have_seen": True}
    assert told(book, "cards-exposed", **facts) == said("continue", ("5.12",))


@proves(MH, "5.10", "5.12")
def test_5_10_a_holdem_dealers_card_is_exposed_like_any_other() -> None:
    unseen = told(MH, "cards-exposed", count=1, players_have_seen=False, dealers_card=True)
    assert unseen == said("continue", ("5.10",), PLAY_ON, "affected")
    seen = told(MH, "cards-exposed", count=1, players_have_seen=True, dealers_card=True)
    assert seen == said("continue", ("5.12",))


# ── 5.17 and 5.18: the jackpot system ─────────────────────────────────────────────────────────────────────────────


@each("5.17", "5.18.2")
def test_5_17_a_jackpot_that_fails_before_anyone_looked_voids_the_round(book: str) -> None:
    found = told(book, "progressive-system-down", players_have_seen=False)
    clauses = numbers(book, "5.17", "5.18.2")
    assert found == said("void-round choose-operation", clauses, by="house")


@each("5.18", "5.18.1", "5.18.2")
def test_5_18_1_a_jackpot_that_fails_later_pays_what_was_registered(book: str) -> None:
    found = told(book, "progressive-system-down", players_have_seen=True)
    clauses = numbers(book, "5.18.1", "5.18.2")
    assert found == said("continue pay-registered-jackpot choose-operation", clauses, by="house")


@each("5.18.2", "5.18.2.a", "5.18.2.b", "5.18.2.c")
@pytest.mark.parametrize("players_have_seen", [True, False])
def test_5_18_2_the_house_closes_the_table_bars_the_box_or_runs_without_the_progressive(
    book: str, players_have_seen: bool
) -> None:
    choices = ruled(book, "progressive-system-down", players_have_seen=players_have_seen).operations
    assert [(choice.operation, choice.clause) for choice in choices] == list(
        zip(
            ("close-table", "bar-box", "run-without-progressive"),
            numbers(book, "5.18.2.a", "5.18.2.b", "5.18.2.c"),
            strict=True,
        )
    )
    # Only the last one needs a notice, which tells players that the bets are neither taken nor paid.
    assert [choice.notice is None for choice in choices] == [True, True, False]
    notice = choices[2].notice
    assert notice is not None
    assert "No Progressive Jackpot bets are accepted or paid" in notice
    assert "you accept this" in notice


# ── 5.19, 5.20 and 5.24 ───────────────────────────────────────────────────────────────────────────────────────────


@each("5.19")
def test_5_19_a_further_hand_examined_on_purpose_is_cancelled(book: str) -> None:
    found = told(book, "extra-hand-examined", intentional=True)
    assert found == said("invalidate-hand", numbers(book, "5.19"), by="pit-supervisor")


@each("5.19")
def test_5_19_a_further_hand_examined_by_accident_is_played_on(book: str) -> None:
    found = told(book, "extra-hand-examined", intentional=False)
    assert found == said("continue", numbers(book, "5.19"), by="pit-supervisor")


@each("5.8", "5.20")
def test_5_20_an_error_noticed_after_the_next_round_began_changes_nothing(book: str) -> None:
    assert told(book, "error-noticed-later") == said("stands", numbers(book, "5.20"))


@each("5.24")
@pytest.mark.parametrize(
    ("incident", "facts"),
    [
        ("unlisted", {}),
        ("unlisted", {"what": "a bird flew in"}),
        # Rules on these stand in the documents of the other house only.
        ("hand-not-confidential", {}),
        ("several-positions-in-error", {"hands_viewed": 2}),
    ],
)
def test_5_24_what_the_rules_do_not_settle_goes_to_the_shift_manager(
    book: str, incident: str, facts: dict[str, Any]
) -> None:
    assert told(book, incident, **facts) == said("refer", numbers(book, "5.24"), by="shift-manager")
    assert "Table Game Shift Manager or above" in ruled(book, incident, **facts).because


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_rulebook_offers_no_other_way_to_operate(book: str) -> None:
    operations = Shelf().get(book).operations
    assert list(operations) == ["close-table", "bar-box", "run-without-progressive"]
    assert all(operation.what.endswith(".") for operation in operations.values())
