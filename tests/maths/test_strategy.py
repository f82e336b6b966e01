"""Answers to one situation, and charts."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss.kernel.cards import DECK, parse_cards
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import CATEGORY_OF, Category, strength_of_five, strength_of_seven
from pitboss.maths.exact import holdem
from pitboss.maths.strategy.best_play import BadSituation, ProgressiveStakes, advise
from pitboss.maths.strategy.charts import chart
from pitboss.maths.strategy.holdem import starting_values
from pitboss.maths.strategy.holdem_simple import good_chance, own_hand, simple_totals
from pitboss.rulebook.model import FoldedProgressive, Rulebook
from tests.maths import variants

MILLION = ProgressiveStakes(
    ante_cents=Cents(2_500), bet_cents=Cents(500), jackpot_cents=Cents(100_000_000)
)


def values(
    book: Rulebook, cards: str, stakes: ProgressiveStakes | None = None
) -> dict[str, Fraction]:
    return {
        choice.name: choice.value for choice in advise(book, parse_cards(cards), stakes).choices
    }


def test_stud_by_hand_where_nothing_can_go_wrong() -> None:
    """A royal flush: the dealer can't be above it, and with its suit gone nobody is equal."""
    found = values(variants.stud(), "As Ks Qs Js Ts 7c")
    rest = [card for card in DECK if card not in parse_cards("As Ks Qs Js Ts 7c")]
    hands = [strength_of_five((*four, parse_cards("7c")[0])) for four in combinations(rest, 4)]
    low = sum(strength < strength_of_five(parse_cards("As Kd 4h 3c 2d")) for strength in hands)
    assert found == {"bet": Fraction(low + 501 * (len(hands) - low), len(hands)), "fold": -1}


def test_stud_ace_king_is_bet_when_the_dealers_card_matches() -> None:
    book = variants.stud()
    assert advise(book, parse_cards("As Kd Jh 8c 3s 7c")).best.name == "fold"
    assert advise(book, parse_cards("As Kd Jh 8c 3s 8d")).best.name == "bet"
    assert advise(book, parse_cards("2s 2d Jh 8c 3s Ac")).best.name == "bet"


def test_the_jackpot_counts_where_folding_forfeits_it() -> None:
    hand = "As Ks Qs Js Ts 7c"
    lost = advise(variants.casino_stud(), parse_cards(hand), MILLION)
    assert (lost.forfeits, lost.award) == (Fraction(40_000), None)
    assert lost.best.value == values(variants.casino_stud(), hand)["bet"] + 40_000
    stays = advise(variants.stud(), parse_cards(hand), MILLION)
    assert (stays.forfeits, stays.award) == (None, Fraction(40_000))
    assert stays.best.value == values(variants.stud(), hand)["bet"]
    # Ten of the jackpot's percent for a straight flush; a hundred dollars for a flush.
    assert (
        advise(variants.casino_stud(), parse_cards("9s Ks Qs Js Ts 7c"), MILLION).forfeits == 4_000
    )
    assert advise(variants.casino_stud(), parse_cards("9s Ks 2s Js Ts 7c"), MILLION).forfeits == 4


def test_a_jackpot_changes_a_decision_where_a_folded_hand_would_win_it() -> None:
    book = variants.casino_stud(pays__progressive__five_odd_cards="10% of jackpot")
    cards = "9s 7d 5s 3s 2s 9h"
    assert advise(book, parse_cards(cards)).best.name == "fold"
    assert advise(book, parse_cards(cards), MILLION).best.name == "bet"
    assert "hands are bet" in chart(book, MILLION).says[0]
    assert "no decision changes" in chart(variants.casino_stud(), MILLION).says[0]


def test_holdem_before_the_flop() -> None:
    book = variants.holdem()
    assert advise(book, parse_cards("7c 2d")).best.name == "fold"
    assert advise(book, parse_cards("8c 2d")).best.name == "flop"
    assert values(book, "2d 7c") == values(book, "7h 2s")
    assert advise(book, parse_cards("As Ad"), MILLION).award is not None


def test_holdem_where_folding_would_forfeit_the_progressive_bet() -> None:
    book = variants.holdem(play__folded_progressive=FoldedProgressive.LOST)
    plain, rich = (advise(book, parse_cards("7c 2d"), stakes) for stakes in (None, MILLION))
    assert (plain.best.name, rich.award) == ("fold", None)
    # Four of a kind in 2 flops at $2,000; a full house in 18 at $200; never a flush: in antes of
    # $25, of 19,600 flops.
    assert rich.forfeits == Fraction(2 * 80 + 18 * 8, 19_600)


def test_holdem_values_agree_from_one_decision_to_the_next() -> None:
    """What is worth something after the flop is the mean over the turns of what it is worth after
    the turn.
    """
    book = variants.holdem()
    cards = "As Kd 7c 8c 2h"
    after_flop = values(book, cards)
    turns = [card for card in DECK if card not in parse_cards(cards)]
    after_turn = [advise(book, (*parse_cards(cards), turn)).best.value for turn in turns]
    assert after_flop["check"] == sum(after_turn, Fraction(0)) / len(turns)


def test_holdem_after_the_turn_by_the_plain_kernel() -> None:
    """Two pairs against a board with a flush in it, by ranking every hand of the dealer on every
    river.
    """
    cards = list(parse_cards("7h 6h 7s 6s 2s Ks"))
    rest = [card for card in DECK if card not in cards]
    check = river = 0
    for last in rest:
        board = [*cards[2:], last]
        mine = strength_of_seven([*cards[:2], *board])
        for pair in combinations([card for card in rest if card != last], 2):
            theirs = strength_of_seven([*pair, *board])
            won, lost = mine > theirs, mine < theirs
            check += 2 * won + (won and CATEGORY_OF[mine] >= Category.STRAIGHT) - 3 * lost
            river += won - lost
    deals = 46 * 990
    found = values(variants.holdem(), "7h 6h 7s 6s 2s Ks")
    assert found == {"check": Fraction(check, deals), "river": Fraction(check + river, deals)}


def test_bullseye_lists_every_legal_setting_the_house_way_first() -> None:
    found = advise(variants.bullseye(), parse_cards("Ks Kd Js Jd Td"))
    assert [choice.name for choice in found.choices][:2] == ["pair-k", "pair-j"]
    assert all(len(choice.cards) == 3 for choice in found.choices)
    assert [choice.value for choice in found.choices] == sorted(
        (one.value for one in found.choices), reverse=True
    )
    nothing = advise(variants.bullseye(), parse_cards("2s 2d 2h 4c 9s"))
    assert [(choice.name, choice.value) for choice in nothing.choices] == [("none", Fraction(-1))]


@pytest.mark.parametrize(
    ("book", "cards", "says"),
    [
        (variants.stud(), "As Kd Jh 8c 3s", "name the player's five and then the dealer's"),
        (variants.stud(), "As Kd Jh 8c 3s As", "twice"),
        (variants.holdem(), "As Kd Jh", "name two hole cards"),
        (variants.bullseye(), "As Kd Jh", "name the player's five"),
    ],
)
def test_cards_that_make_no_situation_are_refused(book: Rulebook, cards: str, says: str) -> None:
    with pytest.raises(BadSituation, match=says):
        advise(book, parse_cards(cards))


def test_the_chart_of_stud() -> None:
    found = chart(variants.stud())
    assert found.says[:2] == ("Always bet A-K-Q-J-2 or better.", "Always fold A-Q-J-T-9 or less.")
    cells = {row.name: dict(zip(found.columns, row.cells, strict=True)) for row in found.rows}
    assert cells["A-K-Q"]["dealer Q"] == 1
    assert cells["A-K-T"]["dealer A"] == 0
    costs = [rule.house_edge - found.rules[0].house_edge for rule in found.rules]
    assert costs[0] == 0
    assert all(cost > 0 for cost in costs[1:])
    # The three well-known rules are within a thousandth of a percent of the best (published: 5.225%
    # beside 5.224%).
    assert costs[1] < Fraction(1, 100_000)
    written: Any = msgspec.to_builtins(found.written())
    assert written["rules"][1]["cost"]["exact"] == f"{costs[1].numerator}/{costs[1].denominator}"


def test_the_chart_of_holdem() -> None:
    book = variants.holdem()
    found = chart(book)
    assert found.says[0] == "Fold 72o, 62o, 52o, 42o, 32o; play everything else."
    cells = {row.name: dict(zip(found.columns, row.cells, strict=True)) for row in found.rows}
    worth = starting_values(book)
    assert cells["A"]["K"] == worth[12 * 13 + 11]
    assert cells["K"]["A"] == worth[11 * 13 + 12] < cells["A"]["K"]
    assert all(rule.house_edge > found.rules[0].house_edge for rule in found.rules[1:])


def test_simple_rules_count_what_the_best_play_counts() -> None:
    pays = holdem.HoldemOdds.of(variants.holdem())
    best = holdem.best_counts(pays)
    for totals in simple_totals(best.entries):
        assert np.array_equal(totals.sum(axis=(1, 2)), best.totals.sum(axis=(1, 2)))


@pytest.mark.parametrize(
    ("hole", "board", "own", "chance"),
    [
        ("As Ad", "2c 3d 9h", True, False),
        ("As 9d", "2c 3d 9c", True, False),
        ("As 4d", "2c 3d 5c", True, False),
        ("As 7s", "2s 3s 9s", True, True),
        ("As 7d", "2c 3d 9h", False, False),
        ("As 7s", "2s 3s 9d", False, True),
        ("As 7s", "2s 3s 9d Jd", False, False),
        ("As 7d", "9c 9d 3h", False, True),
        ("Ks 7d", "9c 9d 3h", False, False),
    ],
)
def test_what_the_simple_rules_look_at(hole: str, board: str, own: bool, chance: bool) -> None:
    a, b = parse_cards(hole)
    cards = np.array(parse_cards(board), np.int64)
    assert own_hand(a, b, cards, len(cards)) == own
    assert good_chance(a, b, cards, len(cards)) == chance


def test_the_chart_of_bullseye() -> None:
    assert "House Way is the best play" in chart(variants.bullseye()).says[0]
    odd = chart(variants.bullseye(pays__main__point_total="9 to 1"))
    assert "not always best" in odd.says[0]
    assert odd.rules[0].house_edge < odd.rules[1].house_edge < odd.rules[2].house_edge
