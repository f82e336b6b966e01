"""The JSON of ``pitboss maths``: its shape, its digits, and figures worked out by hand."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from pitboss.kernel.money import Cents
from pitboss.maths.exact.analysis import analyse, written
from pitboss.maths.exact.results import Case, Cases, NotPerUnit, decimal, root
from pitboss.maths.json_types.exact import number
from pitboss.rulebook.loader import installed
from pitboss.rulebook.model import FoldedProgressive
from tests.maths import variants
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS, STUD_RULEBOOKS

# Stud and Bullseye were also worked out by going through single cards instead of ranks, with the
# same digits; for hold'em see the value of 7-2 in test_holdem_exact.py.
HOUSE_EDGES = {
    MS: "86362082531/1661102543100",
    CS: "86362082531/1661102543100",
    SS: "86362082531/1661102543100",
    MH: "578107733/28381438800",
    BE: "665899873/10833277455",
}


def found_of(rulebook: str, bet: int = 500) -> dict[str, Any]:
    book = installed(rulebook)
    assert book is not None
    found: dict[str, Any] = msgspec.to_builtins(written(analyse(book, Cents(bet))))
    return found


def numbers(value: Any) -> list[dict[str, str]]:
    """Every number of the JSON that is a fraction with its decimal."""
    if isinstance(value, dict):
        if set(value) == {"exact", "decimal"}:
            return [value]
        return [found for part in value.values() for found in numbers(part)]
    return []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_number_is_a_reduced_fraction_with_its_decimal(rulebook: str) -> None:
    found = numbers(found_of(rulebook))
    assert len(found) > 10
    for one in found:
        top, bottom = map(int, one["exact"].split("/"))
        value = Fraction(top, bottom)
        assert (value.numerator, value.denominator) == (top, bottom)
        shown = one["decimal"]
        digits = shown.replace("-", "").replace(".", "").lstrip("0")
        assert "E" not in shown
        assert value == 0 or len(digits) >= 12
        assert abs(Fraction(Decimal(shown)) - value) <= abs(value) / 10**18


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_house_edge_digit_for_digit(rulebook: str) -> None:
    main = found_of(rulebook)["main"]
    assert main["house_edge"]["exact"] == HOUSE_EDGES[rulebook]
    assert sum(Fraction(one["exact"]) for one in main["outcomes"].values()) == 1


@pytest.mark.parametrize("rulebook", STUD_RULEBOOKS)
def test_stud_has_the_contracts_keys(rulebook: str) -> None:
    found = found_of(rulebook)
    assert list(found) == ["rulebook", "main", "strategies", "side", "progressive"]
    assert list(found["main"]) == [
        "wager",
        "house_edge",
        "element_of_risk",
        "standard_deviation",
        "outcomes",
        "raise",
        "dealer_qualifies",
    ]
    assert list(found["main"]["outcomes"]) == [
        "fold",
        "dealer-does-not-qualify",
        "win",
        "push",
        "lose",
    ]
    assert list(found["strategies"]) == ["optimal", "blind", "always-fold", "akj83"]
    assert found["side"] == {}
    assert found["main"]["dealer_qualifies"]["exact"] == "205/364"
    assert found["strategies"]["always-fold"]["exact"] == "1/1"
    fold = Fraction(found["main"]["outcomes"]["fold"]["exact"])
    raised = Fraction(found["main"]["raise"]["exact"])
    assert fold + raised == 1
    # The ante always, twice as much where it is raised.
    edge = Fraction(found["main"]["house_edge"]["exact"])
    assert Fraction(found["main"]["element_of_risk"]["exact"]) == edge / (1 + 2 * raised)


def test_holdem_has_the_contracts_keys() -> None:
    found = found_of(MH)
    assert list(found["main"]["outcomes"]) == ["fold", "win", "push", "lose"]
    assert found["main"]["starting_hands_folded"] == 5
    assert list(found["strategies"]) == ["optimal", "blind", "always-fold"]
    assert list(found["side"]) == ["bonus"]
    # None of the five hands that are folded is on the bonus table.
    edges = found["side"]["bonus"]
    assert edges["house_edge"] == edges["house_edge_with_optimal_main"]
    assert found["main"]["outcomes"]["fold"]["exact"] == "10/221"


def test_bullseye_has_the_contracts_keys() -> None:
    found = found_of(BE)
    assert found["main"]["wager"] == "main"
    assert (
        found["main"]["house_edge"]
        == found["main"]["element_of_risk"]
        == found["strategies"]["optimal"]
    )
    assert list(found["side"]) == ["tie", "suits", "bullseye"]
    assert len(found["point_hands"]) == 26
    assert sum(found["point_hands"].values()) == 2_598_960
    assert found["point_hands"]["none"] == 594_120


def test_the_progressive_bet_by_hand() -> None:
    found = found_of(MS)["progressive"]
    # 400 for 1 x 624, 80 for 1 x 3,744, 40 for 1 x 5,108 and 20 for 1 x 10,200, of 2,598,960 hands.
    fixed = Fraction(400 * 624 + 80 * 3_744 + 40 * 5_108 + 20 * 10_200, 2_598_960)
    assert Fraction(found["fixed_return"]["exact"]) == fixed == Fraction(704, 1_911)
    # All of the jackpot for 4 hands and a tenth for 36: 7.6 of 2,598,960, for 5 dollars.
    per_dollar = Fraction(76, 10 * 2_598_960 * 5)
    assert Fraction(found["return_per_jackpot_dollar"]["exact"]) == per_dollar
    # (1 - 704/1911) / per dollar is 1,079,947.368...; rounded up to the cent.
    assert found["break_even_jackpot"] == "1079947.37"
    assert found["hits"]["straight"]["exact"] == "5/1274"
    assert found["bet"] == "5.00"


def test_fixed_awards_weigh_less_beside_a_larger_bet() -> None:
    five, ten = found_of(CS), found_of(CS, 1_000)
    assert (five["progressive"]["bet"], ten["progressive"]["bet"]) == ("5.00", "10.00")
    returns = [Fraction(one["progressive"]["fixed_return"]["exact"]) for one in (five, ten)]
    assert (
        returns[0]
        == 2 * returns[1]
        == Fraction(500 * 624 + 200 * 3_744 + 100 * 5_108, 2_598_960 * 5)
    )
    assert five["main"] == ten["main"]
    assert list(five["progressive"]["hits"]) == [
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "full-house",
        "flush",
    ]


def test_folding_that_forfeits_the_progressive_bet_costs_only_hands_that_are_folded() -> None:
    plain, straight = variants.stud(), variants.casino_stud()
    assert straight.play.folded_progressive is FoldedProgressive.LOST
    # Every hand that the table pays is bet, so nothing is lost by folding.
    assert analyse(straight).progressive.hits["flush"].probability == Fraction(5_108, 2_598_960)
    # Were odd cards paid, those that the best play folds would not be.
    paid = variants.casino_stud(pays__progressive__five_odd_cards="1 for 1")
    stays = variants.stud(pays__progressive__five_odd_cards="1 for 1")
    hit = [analyse(book).progressive.hits["five-odd-cards"].probability for book in (paid, stays)]
    assert hit[1] == Fraction(1_302_540, 2_598_960)
    assert hit[0] == hit[1] - analyse(plain).main.cases.outcomes()["fold"]


def test_folding_that_forfeits_the_progressive_bet_in_holdem() -> None:
    lost = variants.holdem(play__folded_progressive=FoldedProgressive.LOST)
    stays = variants.holdem()
    hits = [analyse(book).progressive.hits["flush"].probability for book in (lost, stays)]
    # 7-2 and lower with a two, offsuit: they make flushes only with a flop of one of their suits,
    # which needs five.
    assert hits == [Fraction(5_108, 2_598_960)] * 2
    quads = [analyse(book).progressive.hits["four-of-a-kind"].probability for book in (lost, stays)]
    # Three of a rank on the flop match a hole card: for each of five folded hands 12 pairs and 2
    # ranks.
    assert quads[1] - quads[0] == Fraction(5 * 12 * 2, 1_326 * 19_600)


def test_a_bet_that_returns_itself_without_a_jackpot() -> None:
    rich = variants.stud(pays__progressive__one_pair="4 for 1")
    found: Any = msgspec.to_builtins(written(analyse(rich)))["progressive"]
    assert Fraction(found["fixed_return"]["exact"]) > 1
    assert found["break_even_jackpot"] == "0.00"


def test_no_share_of_the_jackpot_never_breaks_even() -> None:
    poor = variants.stud(
        pays__progressive__royal_flush="$5000", pays__progressive__straight_flush="$500"
    )
    found: Any = msgspec.to_builtins(written(analyse(poor)))["progressive"]
    assert found["break_even_jackpot"] is None


@pytest.mark.parametrize(
    ("book", "key"),
    [
        (variants.stud(pays__bet__flush="$50"), "pays.bet.flush"),
        (variants.holdem(pays__bonus__low_pairs="$5"), "pays.bonus.low-pairs"),
        (variants.bullseye(pays__suits__five="$5"), "pays.suits.five"),
    ],
)
def test_a_fixed_sum_on_a_wager_of_the_layout_is_refused_by_name(book: Any, key: str) -> None:
    with pytest.raises(NotPerUnit, match=key):
        analyse(book)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(1), "1.0000000000000000000"),
        (Fraction(0), "0.00000000000000000000"),
        (Fraction(-1, 3), "-0.33333333333333333333"),
        (Fraction(2, 3), "0.66666666666666666667"),
        (Fraction(1, 10**9), "0.0000000010000000000000000000"),
        (Fraction(123_456), "123456.00000000000000"),
    ],
)
def test_decimals_have_twenty_significant_digits(value: Fraction, shown: str) -> None:
    assert decimal(value) == shown
    assert number(value).decimal == shown


def test_roots_are_rounded_at_the_last_digit() -> None:
    assert root(Fraction(2)) == "1.4142135623730950488"
    assert root(Fraction(1, 4)) == "0.50000000000000000000"


def test_cases_by_hand() -> None:
    """A coin: win 3 with a stake of 2, or fold and lose 1."""
    half = Fraction(1, 2)
    cases = Cases(
        (
            Case("win", None, Fraction(3), Fraction(2), half),
            Case("fold", None, Fraction(-1), Fraction(1), half),
        )
    )
    assert cases.house_edge == -1
    assert cases.element_of_risk == Fraction(-2, 3)
    assert cases.variance == 4
    with pytest.raises(AssertionError):
        Cases((Case("win", None, Fraction(3), Fraction(2), half),))
