"""The exact figures: against every deal counted one by one, against the published ones, and against
the simulation.
"""

import json
import random
from fractions import Fraction

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from casino_holdem import counts, exact, play
from rounds import BOOK
from typer.testing import CliRunner

from pitboss.cli.app import app
from pitboss.kernel.cards import DECK, Card, parse_cards
from pitboss.kernel.poker import Category
from pitboss.maths.exact import holdem_classes as classes
from pitboss.maths.exact.analysis import analyse, written
from pitboss.maths.exact.holdem_boards import Entries
from pitboss.maths.exact.holdem_classes import flop_number, flops
from pitboss.maths.exact.holdem_counts import hole_number
from pitboss.maths.exact.premises import NotHonoured
from pitboss.maths.family import maths_of
from pitboss.maths.simulation.game import Strategy
from pitboss.maths.strategy.best_play import BadSituation, ProgressiveStakes, advise
from pitboss.rulebook.parts import Stage
from pitboss.rulebook.shelf import Shelf

BOOK_OF = Shelf().get(BOOK)
PAYS = exact.Odds.of(BOOK_OF)


def decided(cards: tuple[Card, ...]) -> bool:
    """What the analysis decides in a situation."""
    kinds, suits, _ = flops()
    number = flop_number(*cards[2:])
    one, two = (card & ~3 | int(suits[number, card & 3]) for card in cards[:2])
    return bool(exact.best(PAYS).plays[kinds[number], hole_number(one, two)])


def test_the_house_edge_is_the_published_one() -> None:
    """2.16 % of the ante and 6.26 % of the bonus; the dealer qualifies three times in four."""
    found = msgspec.to_builtins(written(analyse(BOOK_OF)))
    edge = Fraction(found["main"]["house_edge"]["exact"])
    assert edge == Fraction(1363917077, 63213204600)
    assert round(float(edge), 4) == 0.0216
    bonus = Fraction(found["side"]["bonus"]["house_edge"]["exact"])
    assert bonus == Fraction(5809, 92820)
    assert round(float(bonus), 4) == 0.0626
    # Of 133,784,560 hands of seven cards 23,294,460 have no pair; of the 58,627,800 with one pair
    # about two in thirteen have one of twos or threes.
    fails = (23_294_460 + 58_627_800 * 2 / 13) / 133_784_560
    qualifies = Fraction(found["main"]["dealer_qualifies"]["exact"])
    assert float(qualifies) == pytest.approx(1 - fails, abs=0.001)
    assert 0.81 < float(Fraction(found["main"]["raise"]["exact"])) < 0.83
    assert set(found["strategies"]) == {"optimal", "blind", "always-fold"}
    assert found["progressive"]["hits"]["royal-flush"]["exact"] == "1/649740"


def test_sampled_situations_are_decided_as_all_their_deals_say() -> None:
    dice = random.Random(6)
    for _ in range(12):
        cards = tuple(dice.sample(DECK, 5))
        assert decided(cards) == (play.call_value(PAYS, cards) > -1), cards


def test_the_counts_of_a_flop_are_those_of_all_its_deals() -> None:
    """Some situations looked up in the tables of the analysis, and dealt one by one."""
    dice = random.Random(7)
    own = [0, *range(Category.FLUSH, Category.ROYAL_FLUSH + 1)]
    tables = counts.four_tables(own)
    for _ in range(3):
        cards = tuple(dice.sample(DECK, 5))
        one_by_one = counts.situation(np.array(cards, np.uint8))
        assert one_by_one.sum() == counts.DEALS
        by_line = np.zeros((len(own), 3), np.int64)
        by_line[0] = one_by_one[: Category.FLUSH, :3].sum(axis=0)
        by_line[1:] = one_by_one[Category.FLUSH :, :3]
        # What is lost is counted in one place, whatever the hand.
        by_line[0, 2], by_line[1:, 2] = by_line[:, 2].sum(), 0
        assert (looked_up(tables, cards[:2], cards[2:], len(own)) == by_line).all()


def looked_up(
    tables: tuple[Entries, ...], hole: tuple[int, ...], flop: tuple[int, ...], lines: int
) -> npt.NDArray[np.int64]:
    """By line and outcome, with every turn. Turn and river come in either order."""
    found = np.zeros((lines + 1, 3), np.int64)
    of_suit = np.zeros(4, np.int64)
    index, four_of = classes.mask_index(), classes.four_of_key()
    for turn in set(range(52)) - {*hole, *flop}:
        board = np.array((*flop, turn), np.int64)
        at, sorts = classes.four_class(board, index, four_of, classes.FOUR_BEGINS, of_suit)
        one, two = ((card >> 2) + int(of_suit[card & 3]) for card in hole)
        first, *rare = (int(table[at + classes.pair_of(one, two, sorts)]) for table in tables)
        found[0] += [first >> bit & 0xFFFF for bit in (0, 16, 32)]
        for number, entry in enumerate(rare):
            found[2 * number + 1, :2] += [entry >> bit & 0xFFFF for bit in (0, 16)]
            found[2 * number + 2, :2] += [entry >> bit & 0xFFFF for bit in (32, 48)]
    assert not found[lines:].any()
    return found[:lines] // 2


def test_a_table_with_one_pay_for_all_has_no_rare_lines() -> None:
    """Then a call is worth the same with every hand that wins."""
    pays = tuple((1, 3, -3, -1) for _ in Category)
    found = counts.call_counts(pays)
    best = exact.best(PAYS)
    assert (found.totals.sum(axis=(0, 1)) == best.totals.sum(axis=(0, 1))).all()
    # Without higher pays for flushes and better fewer hands are worth a call.
    assert int(found.totals[1, counts.CATEGORIES, 0]) < int(best.totals[1, counts.CATEGORIES, 0])


def test_all_deals_are_counted() -> None:
    totals = exact.best(PAYS).totals
    assert int(totals[:, counts.CATEGORIES, 0].sum()) * counts.DEALS == counts.ALL_DEALS


@pytest.mark.parametrize(
    ("cards", "best"),
    [("As Kd 2c 7d 9h", "call"), ("3c 2d Kh Qh 9h", "fold"), ("4c 4d Kh Qs 9h", "call")],
)
def test_advice(cards: str, best: str) -> None:
    found = advise(BOOK_OF, parse_cards(cards))
    assert found.best.name == best
    assert {choice.name: choice.value for choice in found.choices}["fold"] == -1


def test_no_choice_forfeits_the_progressive_bet() -> None:
    stakes = ProgressiveStakes(10_00, 5_00, 50_000_00)
    found = advise(BOOK_OF, parse_cards("Kc 9c 7c 4c 2c"), stakes)
    assert (found.award, found.forfeits) == (5, 0)


def test_other_numbers_of_cards_are_no_situation() -> None:
    with pytest.raises(BadSituation, match="two hole cards and the three of the flop"):
        advise(BOOK_OF, parse_cards("As Kd"))


def test_another_order_of_the_deal_is_another_game() -> None:
    import msgspec

    dealing = msgspec.structs.replace(
        BOOK_OF.dealing["shoe"],
        order=(
            Stage.PLAYERS,
            Stage.DEALER,
            Stage.DECISIONS,
            Stage.FLOP,
            Stage.TURN,
            Stage.RIVER,
        ),
    )
    with pytest.raises(NotHonoured, match="between flop and turn"):
        maths_of(BOOK_OF).check_dealing("shoe", dealing)


@pytest.mark.parametrize("strategy", [Strategy.OPTIMAL, Strategy.BLIND, Strategy.ALWAYS_FOLD])
def test_the_simulation_is_within_four_standard_errors(strategy: Strategy) -> None:
    arguments = ("simulate", BOOK, "--rounds", "1_000_000", "--strategy", strategy.value, "--json")
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    off = [*all_off(found)]
    assert len(off) > 10
    assert max(map(abs, off)) < 4


def all_off(found: object) -> list[float]:
    """Every distance from an exact value that a simulation tells of."""
    if isinstance(found, dict):
        own = [found["standard_errors_off"]] if "standard_errors_off" in found else []
        return own + [one for part in found.values() for one in all_off(part)]
    return [one for part in found for one in all_off(part)] if isinstance(found, list) else []


def test_the_chart() -> None:
    result = CliRunner().invoke(app, ("strategy", BOOK, "--table"), env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    assert "Call every hand." in result.stdout
