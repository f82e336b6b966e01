"""What Bullseye makes of its two open questions: equal point hands, and pairs of pictures.

A reading is changed in the rulebook's file and nowhere else, so the tests change it there.
"""

from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.loader import DATA
from pitboss.rulebook.shelf import Shelf
from tests.support import BE, Settled, box, settled

EQUAL_HANDS = "push"
PICTURE_PAIRS = "by-the-list"

# Each sets T-8-2, which makes 20; the settings with a picture in the ten's place leave ten points.
QUEENS_DEALER = "Qd Qh Td 8d 2d"
KINGS_DEALER = "Kd Kh Td 8d 2d"
JACKS_DEALER = "Jd Jh Td 8d 2d"
# K-K-T and Q-Q-T both make 30, so either pair can be left over; so can K-Q and, with three pictures, a picture and T.
KINGS_OR_QUEENS = ("Ks Kc Qs Qc Tc", "Qs Qc Ks Kc Tc", "Tc Qs Ks Qc Kc")

HOUSE_WAY = ("1.1.5",)


@pytest.fixture
def shelf_with(tmp_path: Path) -> "ShelfWith":
    return ShelfWith(tmp_path)


class ShelfWith:
    """A shelf whose Bullseye takes other readings than the one that comes with the package."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, equal_hands: str = EQUAL_HANDS, picture_pairs: str = PICTURE_PAIRS) -> Shelf:
        text = (DATA / f"{BE}.toml").read_text(encoding="utf-8")
        for old, new in ((EQUAL_HANDS, equal_hands), (PICTURE_PAIRS, picture_pairs)):
            assert text.count(f'take = "{old}"\n') == 1
            text = text.replace(f'take = "{old}"\n', f'take = "{new}"\n')
        path = self.folder / "own.toml"
        path.write_text(text, encoding="utf-8")
        return Shelf(own=[path])


def dealt(shelf: Shelf | None, dealer: str, cards: str, **more: Any) -> Settled:
    """One box with a main wager of 12.35 and a tie wager of 3.35."""
    return settled(BE, dealer, box(cards, main="12.35", tie="3.35", **more), shelf=shelf)


# ── F1: the main wager on equal point hands ───────────────────────────────────────────────────────────────────────

# A pair of nines on both sides, K-Q against K-J, and seven points on both sides.
EQUAL = (
    ("9s 9h Qc 8c 2c", "9c 9d Kd 8d 2d", 37_05, "pair"),
    ("Ks Qh Tc 8c 2c", "Kd Jd Td 7d 3d", 24_70, "mixed-pictures"),
    ("Ks 7h Tc 8c 2c", "Kd 7d Td 8d 2d", 12_35, "point-total"),
)


@pytest.mark.parametrize(("cards", "dealer", "winnings", "row"), EQUAL)
class TestEqualPointHands:
    def test_push(self, shelf_with: ShelfWith, cards: str, dealer: str, winnings: int, row: str) -> None:
        for shelf in (None, shelf_with(equal_hands="push")):
            found = dealt(shelf, dealer, cards)
            assert found.result("main") == ("push", 12_35, 0)
            assert found.line("main").clauses == ("3.15", *HOUSE_WAY)
            assert found.result("tie") == ("win", 3_35, 26_80)

    def test_lose(self, shelf_with: ShelfWith, cards: str, dealer: str, winnings: int, row: str) -> None:
        found = dealt(shelf_with(equal_hands="lose"), dealer, cards)
        assert found.result("main") == ("lose", 0, 0)
        assert found.line("main").clauses == ("3.15", *HOUSE_WAY)
        assert found.result("tie") == ("win", 3_35, 26_80)

    def test_win(self, shelf_with: ShelfWith, cards: str, dealer: str, winnings: int, row: str) -> None:
        """Paid by the kind of hand, as a higher hand of that kind is."""
        found = dealt(shelf_with(equal_hands="win"), dealer, cards)
        assert found.result("main") == ("win", 12_35, winnings)
        assert (found.line("main").clauses, found.line("main").row) == (("3.3", "4.1", *HOUSE_WAY), row)
        assert found.result("tie") == ("win", 3_35, 26_80)


@pytest.mark.parametrize("equal_hands", ["push", "lose", "win"])
@pytest.mark.parametrize(
    ("cards", "dealer", "main", "tie"),
    [
        pytest.param("9s 9h Qc 8c 2c", "8d 8h Kd 9d Ad", ("win", 12_35, 37_05), "lose", id="higher"),
        pytest.param("8s 8c Kc 9c Ac", "9d 9h Qd 8d 2d", ("lose", 0, 0), "lose", id="lower"),
        pytest.param("9s 9h Qc 8c 2c", "2d 5d 5h 8d 8h", ("push", 12_35, 0), "lose", id="the player alone"),
        pytest.param("Qs 2c 4d 5c 7h", "9c 9d Kd 8d 2d", ("lose", 0, 0), "lose", id="the dealer alone"),
        # Neither side has a point hand, so there are no equal ones.
        pytest.param("Qs 2c 4d 5c 7h", "2d 5d 5h 8d 8h", ("lose", 0, 0), "win", id="neither side"),
    ],
)
def test_the_reading_of_equal_hands_concerns_equal_hands_alone(
    shelf_with: ShelfWith, equal_hands: str, cards: str, dealer: str, main: tuple[str, int, int], tie: str
) -> None:
    found = dealt(shelf_with(equal_hands=equal_hands), dealer, cards)
    assert found.result("main") == main
    assert found.line("tie").result.value == tie


@pytest.mark.parametrize(
    ("equal_hands", "expected"),
    [("push", ("push", 12_35, 0)), ("lose", ("lose", 0, 0)), ("win", ("win", 12_35, 12_35))],
)
def test_equal_hands_by_a_setting_of_ones_own(
    shelf_with: ShelfWith, equal_hands: str, expected: tuple[str, int, int]
) -> None:
    """9-9-2 makes 20 and leaves eight points, as the dealer has; the win is that of points, not of the pair."""
    three = {"three": ["9s", "9h", "2c"]}
    found = dealt(shelf_with(equal_hands=equal_hands), "Kd 8d Td 8h 2d", "9s 9h Qc 8c 2c", arrangement=three)
    assert found.result("main") == expected
    assert found.line("main").clauses[-1] == "3.10.1"


@pytest.mark.parametrize(
    ("equal_hands", "expected"),
    [("push", ("push", 30_25, 0)), ("lose", ("lose", 10_15, 0)), ("win", ("win", 30_25, 60_30))],
)
def test_equal_hands_over_the_maximum(
    shelf_with: ShelfWith, equal_hands: str, expected: tuple[str, int, int]
) -> None:
    """30.25 lie there and 20.10 play; a pair pays 3 to 1."""
    cards, dealer, _, _ = EQUAL[0]
    shelf = shelf_with(equal_hands=equal_hands)
    found = settled(BE, dealer, box(cards, main="30.25"), limits={"main": {"max": "20.10"}}, shelf=shelf)
    assert found.result("main") == expected
    assert found.line("main").clauses[-1] == "5.14"


# ── F2: pairs of pictures ─────────────────────────────────────────────────────────────────────────────────────────


def pair(rank: str) -> str:
    """A player's pair beside T-8-2, in suits that the dealers above leave free."""
    return f"{rank}s {rank}c Tc 8c 2c"


PAIRS_APART = [
    ("K", QUEENS_DEALER, "win"),
    ("K", JACKS_DEALER, "win"),
    ("Q", JACKS_DEALER, "win"),
    ("Q", KINGS_DEALER, "lose"),
    ("J", KINGS_DEALER, "lose"),
    ("J", QUEENS_DEALER, "lose"),
]


@pytest.mark.parametrize(("rank", "dealer", "result"), PAIRS_APART)
def test_by_the_list_pairs_of_pictures_rank_apart(
    shelf_with: ShelfWith, rank: str, dealer: str, result: str
) -> None:
    for shelf in (None, shelf_with(picture_pairs="by-the-list")):
        found = dealt(shelf, dealer, pair(rank))
        assert found.hand() == f"pair-{rank.lower()}"
        assert found.result("main") == (("win", 12_35, 37_05) if result == "win" else ("lose", 0, 0))
        assert found.result("tie") == ("lose", 0, 0)


@pytest.mark.parametrize(("rank", "dealer", "result"), PAIRS_APART)
def test_all_equal_pairs_of_pictures_push_and_win_the_tie(
    shelf_with: ShelfWith, rank: str, dealer: str, result: str
) -> None:
    found = dealt(shelf_with(picture_pairs="all-equal"), dealer, pair(rank))
    # Each keeps its name: what changes is only which beats which.
    assert found.hand() == f"pair-{rank.lower()}"
    assert found.result("main") == ("push", 12_35, 0)
    assert found.line("main").clauses == ("3.15", *HOUSE_WAY)
    assert found.result("tie") == ("win", 3_35, 26_80)
    assert (found.line("tie").clauses, found.line("tie").row) == (("1.1.13", "4.2"), "same-ranking")


@pytest.mark.parametrize("picture_pairs", ["by-the-list", "all-equal"])
@pytest.mark.parametrize(
    ("cards", "dealer", "result"),
    [
        pytest.param(pair("J"), "9d 9h Td 8d 2d", "win", id="jacks over nines"),
        # K-8-2 makes 20 and leaves the tens.
        pytest.param("Js Jc Qc 8c 2c", "Td Th Kd 8d 2d", "win", id="jacks over tens"),
        pytest.param("Ts Tc Kc 8c 2c", JACKS_DEALER, "lose", id="tens under jacks"),
        pytest.param(pair("K"), "Ad Ah Td 8d 2d", "lose", id="kings under aces"),
        pytest.param("Ac Ah Tc 8c 2c", KINGS_DEALER, "win", id="aces over kings"),
        pytest.param("As Kc Tc 8c 2c", QUEENS_DEALER, "win", id="gnau tung ku over queens"),
        pytest.param("Ks Qc Tc 8c 2c", JACKS_DEALER, "lose", id="mixed pictures under jacks"),
    ],
)
def test_pairs_of_pictures_keep_their_place_among_the_others(
    shelf_with: ShelfWith, picture_pairs: str, cards: str, dealer: str, result: str
) -> None:
    found = dealt(shelf_with(picture_pairs=picture_pairs), dealer, cards)
    assert found.line("main").result.value == result
    assert found.result("tie") == ("lose", 0, 0)


@pytest.mark.parametrize("cards", KINGS_OR_QUEENS)
def test_by_the_list_the_house_way_leaves_the_higher_pair(shelf_with: ShelfWith, cards: str) -> None:
    shelf = shelf_with(picture_pairs="by-the-list")
    assert dealt(shelf, JACKS_DEALER, cards).hand() == "pair-k"
    against = dealt(shelf, cards, JACKS_DEALER)
    assert against.settlement.dealer is not None
    assert against.settlement.dealer.hand == "pair-k"
    assert against.result("main") == ("lose", 0, 0)


@pytest.mark.parametrize("cards", KINGS_OR_QUEENS)
def test_all_equal_the_house_way_may_leave_either_pair_and_nothing_depends_on_it(
    shelf_with: ShelfWith, cards: str
) -> None:
    shelf = shelf_with(picture_pairs="all-equal")
    found = dealt(shelf, JACKS_DEALER, cards)
    assert found.hand() in ("pair-k", "pair-q")
    assert found.result("main") == ("push", 12_35, 0)
    assert found.result("tie") == ("win", 3_35, 26_80)
    # It is still better than the mixed pictures and the ten points that could be left too.
    assert dealt(shelf, "9s 9h Td 8d 2d", cards).result("main") == ("win", 12_35, 37_05)
    # The dealer's hand is set in the same way.
    against = dealt(shelf, cards, JACKS_DEALER)
    assert against.settlement.dealer is not None
    assert against.settlement.dealer.hand in ("pair-k", "pair-q")
    assert against.result("main") == ("push", 12_35, 0)


@pytest.mark.parametrize(
    ("equal_hands", "expected"),
    [("push", ("push", 12_35, 0)), ("lose", ("lose", 0, 0)), ("win", ("win", 12_35, 37_05))],
)
def test_both_readings_together(
    shelf_with: ShelfWith, equal_hands: str, expected: tuple[str, int, int]
) -> None:
    shelf = shelf_with(equal_hands=equal_hands, picture_pairs="all-equal")
    found = dealt(shelf, KINGS_DEALER, pair("J"))
    assert found.result("main") == expected
    assert found.result("tie") == ("win", 3_35, 26_80)
