"""Stud where a rulebook's file says otherwise than ours: another reading, or another way of the house, and no code.

Each test writes an operator's own file, which is one of ours with a few lines changed, and settles by it.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.loader import DATA
from pitboss.rulebook.shelf import Shelf
from tests.support import CS, MS, SS, STUD_RULEBOOKS, Settled, box, record, refused, settled

QUALIFIES = "As Kd 9h 5s 3d"
NO_HAND = "Qd Td 9h 5s 3d"

ROYAL = "Ah Kh Qh Jh Th"
STRAIGHT_FLUSH, OTHER_STRAIGHT_FLUSH = "Qc Jc Tc 9c 8c", "6h 5h 4h 3h 2h"
FLUSH = "Kh Jh 8h 5h 2h"
NOTHING = "Ts 8d 6c 4s 2c"

LOST = ("lose", 0, 0)

Settle = Callable[..., Settled]


def write_variant(folder: Path, rulebook: str, *changes: tuple[str, str]) -> Path:
    """One of our files with some lines changed, each of which stands there once."""
    text = (DATA / f"{rulebook}.toml").read_text(encoding="utf-8")
    for ours, own in changes:
        assert text.count(f"\n{ours}\n") == 1, f"{ours} stands {text.count(ours)} times in {rulebook}"
        text = text.replace(f"\n{ours}\n", f"\n{own}\n")
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def taking(reading: str, other: str) -> tuple[str, str]:
    """The change from one reading to another."""
    return f'take = "{reading}"', f'take = "{other}"'


@pytest.fixture(params=["on-the-shelf", "by-its-path"])
def settle_by(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., Settle]:
    """Settles by a changed file: one that is put on the shelf under our id, or one whose path the record names."""

    def settle_by(rulebook: str, *changes: tuple[str, str]) -> Settle:
        path = write_variant(tmp_path, rulebook, *changes)
        if request.param == "by-its-path":
            return partial(settled, str(path))
        return partial(settled, rulebook, shelf=Shelf(own=[path]))

    return settle_by


def hidden(cards: str | None, **more: Any) -> dict[str, Any]:
    return box(cards, hand="unrevealed", **({"ante": "25", "bet": "50", "progressive": "5"} | more))


def jackpot_box(cards: str, number: int = 1) -> dict[str, Any]:
    return box(cards, number=number, ante="25", bet="50", progressive="5")


# ── finding the file ──────────────────────────────────────────────────────────────────────────────────────────────


def test_an_own_rulebook_is_named_by_its_own_id_and_leaves_ours_as_it_is(tmp_path: Path) -> None:
    own_id = (f'id = "{CS}"', 'id = "house-stud-1"')
    path = write_variant(tmp_path, CS, own_id, taking("rank-unproved", "deemed-folded"))
    shelf = Shelf(own=[path])

    own = settled("house-stud-1", NO_HAND, hidden(None), shelf=shelf)
    ours = settled(CS, NO_HAND, hidden(None), shelf=shelf)

    assert own.settlement.rulebook == "house-stud-1"
    assert own.result("ante") == LOST
    assert ours.settlement.rulebook == CS
    assert ours.result("ante") == ("win", 25_00, 25_00)


def test_a_reading_that_is_not_an_alternative_is_refused_with_the_record(tmp_path: Path) -> None:
    path = write_variant(tmp_path, CS, taking("rank-unproved", "ask-a-friend"))

    assert refused(record(str(path), NO_HAND, hidden(None))) == ("unknown-rulebook", "rulebook")


# ── C2: cards that are not shown, where no clause deems the hand folded ───────────────────────────────────────────


class TestC2RankUnproved:
    """The reading that comes with Pitboss, taken by name from an own file."""

    @pytest.fixture
    def settle(self, settle_by: Callable[..., Settle]) -> Settle:
        return settle_by(CS, taking("rank-unproved", "rank-unproved"))

    def test_it_loses_to_a_dealer_who_qualifies(self, settle: Settle) -> None:
        round = settle(QUALIFIES, hidden(FLUSH))

        assert round.result("ante") == round.result("bet") == LOST
        assert round.line("bet").clauses == ("4.3",)

    def test_a_dealer_who_does_not_qualify_pays_its_ante(self, settle: Settle) -> None:
        round = settle(NO_HAND, hidden(FLUSH))

        assert round.result("ante") == ("win", 25_00, 25_00)
        assert round.result("bet") == ("push", 50_00, 0)

    def test_the_jackpot_needs_proof(self, settle: Settle) -> None:
        proved = settle(NO_HAND, hidden(FLUSH, established=["progressive"]))

        assert settle(NO_HAND, hidden(FLUSH)).result("progressive") == LOST
        assert proved.result("progressive") == ("win", 0, 100_00)


class TestC2DeemedFolded:
    @pytest.fixture
    def settle(self, settle_by: Callable[..., Settle]) -> Settle:
        return settle_by(CS, taking("rank-unproved", "deemed-folded"))

    @pytest.mark.parametrize("dealer", [QUALIFIES, NO_HAND])
    @pytest.mark.parametrize("cards", [FLUSH, None])
    def test_ante_and_bet_are_lost_whatever_the_dealer_holds(
        self, settle: Settle, dealer: str, cards: str | None
    ) -> None:
        round = settle(dealer, hidden(cards))

        assert round.result("ante") == round.result("bet") == LOST
        assert round.line("ante").clauses == round.line("bet").clauses == ("4.3",)

    def test_the_jackpot_needs_proof(self, settle: Settle) -> None:
        """As in the Multi-Link document, whose 4.3 deems a fold and still lets the rank be established."""
        unproved = settle(NO_HAND, hidden(FLUSH))
        proved = settle(NO_HAND, hidden(FLUSH, established=["progressive"]))

        assert unproved.result("progressive") == LOST
        assert unproved.line("progressive").clauses == ("4.3",)
        assert proved.result("progressive") == ("win", 0, 100_00)

    def test_a_hand_that_is_shown_is_settled_as_ever(self, settle: Settle) -> None:
        assert settle(NO_HAND, jackpot_box(FLUSH)).result("ante") == ("win", 25_00, 25_00)


class TestC2HouseShowsTheCards:
    @pytest.fixture
    def settle(self, settle_by: Callable[..., Settle]) -> Settle:
        return settle_by(CS, taking("rank-unproved", "house-shows-the-cards"))

    def test_a_higher_hand_wins(self, settle: Settle) -> None:
        round = settle(QUALIFIES, hidden(FLUSH))

        assert round.result("ante") == ("win", 25_00, 25_00)
        assert round.result("bet") == ("win", 50_00, 250_00)
        assert round.line("bet").clauses == ("3.14.1", "4.1")

    def test_a_lower_hand_loses_by_the_comparison(self, settle: Settle) -> None:
        round = settle(QUALIFIES, hidden(NOTHING))

        assert round.result("ante") == round.result("bet") == LOST
        assert round.line("bet").clauses == ("3.14.2",)

    def test_an_equal_hand_stands_off(self, settle: Settle) -> None:
        assert settle(QUALIFIES, hidden("Ac Kc 9s 5h 3c")).result("bet") == ("push", 50_00, 0)

    def test_a_dealer_who_does_not_qualify_pays_the_ante(self, settle: Settle) -> None:
        round = settle(NO_HAND, hidden(NOTHING))

        assert round.result("ante") == ("win", 25_00, 25_00)
        assert round.result("bet") == ("push", 50_00, 0)

    @pytest.mark.parametrize("proof", [{}, {"established": ["progressive"]}])
    def test_the_jackpot_is_paid_without_proof(self, settle: Settle, proof: dict[str, Any]) -> None:
        flush = settle(QUALIFIES, hidden(FLUSH, **proof))
        royal = settle(QUALIFIES, hidden(ROYAL, **proof))

        assert flush.result("progressive") == ("win", 0, 100_00)
        assert royal.awards == [(1, "royal-flush", 250_000_00)]

    def test_cards_that_are_not_in_the_record_lose_to_a_dealer_who_qualifies(self, settle: Settle) -> None:
        round = settle(QUALIFIES, hidden(None))

        assert round.result("ante") == round.result("bet") == round.result("progressive") == LOST
        assert round.line("bet").clauses == ("4.3",)
        assert round.line("progressive").clauses == ("4.3",)

    def test_cards_that_are_not_in_the_record_are_not_asked_for_by_a_dealer_who_does_not_qualify(
        self, settle: Settle
    ) -> None:
        """3.13 pays the ante of whoever has not folded without looking at the player's cards."""
        round = settle(NO_HAND, hidden(None))

        assert round.result("ante") == ("win", 25_00, 25_00)
        assert round.result("bet") == ("push", 50_00, 0)
        assert round.result("progressive") == LOST


# ── E5: a declined comparison when the dealer has no hand ─────────────────────────────────────────────────────────


class TestE5:
    @pytest.mark.parametrize("cards", [FLUSH, None])
    def test_ante_paid_and_bet_returned(self, settle_by: Callable[..., Settle], cards: str | None) -> None:
        take = "ante-paid-and-bet-returned"
        round = settle_by(SS, taking(take, take))(NO_HAND, hidden(cards, established=["progressive"]))

        assert round.result("ante") == ("win", 25_00, 25_00)
        assert round.line("ante").clauses == ("3.10.2.2", "4.1.1")
        assert round.result("bet") == ("push", 50_00, 0)
        assert round.line("bet").clauses == ("3.10.2.1",)
        assert round.result("progressive") == LOST
        assert round.line("progressive").clauses == ("3.10.1",)

    @pytest.mark.parametrize("cards", [FLUSH, None])
    def test_all_lost(self, settle_by: Callable[..., Settle], cards: str | None) -> None:
        settle = settle_by(SS, taking("ante-paid-and-bet-returned", "all-lost"))
        round = settle(NO_HAND, hidden(cards, established=["progressive"]))

        assert round.result("ante") == round.result("bet") == round.result("progressive") == LOST
        assert {line.clauses for line in round.settlement.boxes[0].lines} == {("3.10.1",)}

    @pytest.mark.parametrize("take", ["ante-paid-and-bet-returned", "all-lost"])
    def test_both_readings_lose_to_a_dealer_with_a_hand(
        self, settle_by: Callable[..., Settle], take: str
    ) -> None:
        round = settle_by(SS, taking("ante-paid-and-bet-returned", take))(QUALIFIES, hidden(FLUSH))

        assert round.result("ante") == round.result("bet") == LOST
        assert round.line("bet").clauses == ("3.10.1",)

    @pytest.mark.parametrize("take", ["ante-paid-and-bet-returned", "all-lost"])
    def test_both_readings_pay_whoever_shows(self, settle_by: Callable[..., Settle], take: str) -> None:
        round = settle_by(SS, taking("ante-paid-and-bet-returned", take))(NO_HAND, jackpot_box(FLUSH))

        assert round.result("ante") == ("win", 25_00, 25_00)
        assert round.result("progressive") == ("win", 0, 100_00)


# ── A1: fractions of a cent ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rulebook", STUD_RULEBOOKS)
@pytest.mark.parametrize(
    ("take", "awards"),
    [
        # Tenths of 250,000.04, .05 and .06 are 25,000.004, .005 and .006, that of .10 is a whole cent; then one cent.
        ("round-down", (25_000_00, 25_000_00, 25_000_00, 25_000_01, 0)),
        ("round-half-up", (25_000_00, 25_000_01, 25_000_01, 25_000_01, 0)),
        ("round-up", (25_000_01, 25_000_01, 25_000_01, 25_000_01, 1)),
    ],
)
def test_a1_a_tenth_is_rounded_as_the_file_says_and_the_rest_stays(
    settle_by: Callable[..., Settle], rulebook: str, take: str, awards: tuple[int, ...]
) -> None:
    settle = settle_by(rulebook, taking("round-down", take))
    with_fractions = ("250000.04", 250_000_04), ("250000.05", 250_000_05), ("250000.06", 250_000_06)
    without_and_tiny = ("250000.10", 250_000_10), ("0.01", 1)
    for (displayed, before), award in zip(with_fractions + without_and_tiny, awards, strict=True):
        jackpot = {"displayed": displayed, "reset": "100000.00"}
        round = settle(QUALIFIES, jackpot_box(STRAIGHT_FLUSH), jackpot=jackpot)

        assert round.result("progressive") == ("win", 0, award)
        assert round.awards == [(1, "straight-flush", award)]
        assert round.jackpot_after == before - award


@pytest.mark.parametrize(
    ("take", "first", "second", "after"),
    [
        # A tenth of 100.05 is 10.005, which leaves 90.05 or 90.04; a tenth of that is 9.005 or 9.004.
        ("round-down", 10_00, 9_00, 81_05),
        ("round-half-up", 10_01, 9_00, 81_04),
        ("round-up", 10_01, 9_01, 81_03),
    ],
)
@pytest.mark.parametrize("rulebook", [MS, CS])
def test_a1_each_award_in_turn_is_rounded_by_itself(
    settle_by: Callable[..., Settle], rulebook: str, take: str, first: int, second: int, after: int
) -> None:
    settle = settle_by(rulebook, taking("round-down", take))
    boxes = jackpot_box(STRAIGHT_FLUSH), jackpot_box(OTHER_STRAIGHT_FLUSH, 2)
    round = settle(QUALIFIES, *boxes, jackpot={"displayed": "100.05", "reset": "50.00"})

    assert [amount for _, _, amount in round.awards] == [first, second]
    assert round.jackpot_after == after


# ── A5: what a straight flush does to the jackpot ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rulebook", STUD_RULEBOOKS)
@pytest.mark.parametrize(
    ("take", "after", "added"),
    [
        ("lowers-the-jackpot", 225_000_00, 0),
        # What was neither paid nor needed for the reset value goes to the house.
        ("resets-the-jackpot", 100_000_00, -125_000_00),
    ],
)
def test_a5_a_straight_flush_lowers_the_jackpot_or_starts_it_again(
    settle_by: Callable[..., Settle], rulebook: str, take: str, after: int, added: int
) -> None:
    settle = settle_by(rulebook, taking("lowers-the-jackpot", take))
    round = settle(QUALIFIES, jackpot_box(STRAIGHT_FLUSH))
    found = round.settlement.jackpot

    assert round.result("progressive") == ("win", 0, 25_000_00)
    assert found is not None
    assert (found.after, found.added) == (after, added)


@pytest.mark.parametrize("rulebook", [MS, CS])
@pytest.mark.parametrize(
    ("take", "awards"),
    [
        ("lowers-the-jackpot", [25_000_00, 22_500_00, 202_500_00]),
        ("resets-the-jackpot", [25_000_00, 10_000_00, 100_000_00]),
    ],
)
def test_a5_the_next_award_is_paid_from_what_the_display_then_shows(
    settle_by: Callable[..., Settle], rulebook: str, take: str, awards: list[int]
) -> None:
    settle = settle_by(rulebook, taking("lowers-the-jackpot", take))
    boxes = jackpot_box(STRAIGHT_FLUSH), jackpot_box(OTHER_STRAIGHT_FLUSH, 2), jackpot_box(ROYAL, 3)
    round = settle(NO_HAND, *boxes)

    assert [amount for _, _, amount in round.awards] == awards
    assert round.jackpot_after == 100_000_00


def test_a5_a_jackpot_below_its_reset_value_starts_again_too(settle_by: Callable[..., Settle]) -> None:
    settle = settle_by(MS, taking("lowers-the-jackpot", "resets-the-jackpot"))
    jackpot = {"displayed": "50000.00", "reset": "100000.00"}
    found = settle(QUALIFIES, jackpot_box(STRAIGHT_FLUSH), jackpot=jackpot).settlement.jackpot

    assert found is not None
    assert (found.awards[0].amount, found.after, found.added) == (5_000_00, 100_000_00, 55_000_00)


# ── what folding, leaving, hiding and small wagers do ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("state", "cited"), [("folded", ("3.12.1",)), ("left", ("5.5", "3.12.1"))])
def test_a_document_may_take_the_jackpot_from_a_folded_hand(
    settle_by: Callable[..., Settle], state: str, cited: tuple[str, ...]
) -> None:
    settle = settle_by(MS, ('folded-progressive = "stays"', 'folded-progressive = "lost"'))
    round = settle(QUALIFIES, box(ROYAL, hand=state, ante="25", progressive="5"))

    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == cited
    assert round.awards == []


@pytest.mark.parametrize("folded", ["stays", "lost"])
def test_a_document_may_return_the_wagers_of_whoever_left(
    settle_by: Callable[..., Settle], folded: str
) -> None:
    leaving = ('leaving = "folded"', 'leaving = "invalid"')
    settle = settle_by(MS, leaving, ('folded-progressive = "stays"', f'folded-progressive = "{folded}"'))
    round = settle(QUALIFIES, box(ROYAL, hand="left", ante="25", progressive="5"))

    assert round.result("ante") == ("void", 25_00, 0)
    assert round.result("progressive") == ("void", 5_00, 0)
    assert round.line("progressive").clauses == ("5.5", "3.12.1")
    assert round.awards == []
    assert round.jackpot_after == 250_000_00


def test_a_document_may_take_the_jackpot_from_a_hidden_hand_that_was_proved(
    settle_by: Callable[..., Settle],
) -> None:
    settle = settle_by(MS, ('hidden-progressive = "if-established"', 'hidden-progressive = "lost"'))
    round = settle(QUALIFIES, hidden(ROYAL, established=["progressive"]))

    assert round.result("progressive") == LOST
    assert round.line("progressive").clauses == ("4.3",)
    assert round.awards == []


class TestUnderTheMinimumOnce:
    """A document may let a wager under the minimum play once only; then ante and bet go back together."""

    LIMITS = {"ante": {"min": "25.00"}}  # noqa: RUF012 - nobody changes it

    @pytest.fixture
    def settle(self, settle_by: Callable[..., Settle]) -> Settle:
        return settle_by(MS, ('under-minimum = "always"', 'under-minimum = "once"'))

    @pytest.mark.parametrize(
        ("dealer", "state"), [(QUALIFIES, "played"), (NO_HAND, "played"), (QUALIFIES, "unrevealed")]
    )
    def test_ante_and_bet_go_back_and_the_progressive_plays(
        self, settle: Settle, dealer: str, state: str
    ) -> None:
        more: dict[str, Any] = {"under_minimum_settled_before": True, "established": ["progressive"]}
        hand = box(FLUSH, hand=state, ante="24.99", bet="60.00", progressive="5", **more)
        round = settle(dealer, hand, limits=self.LIMITS)

        assert round.result("ante") == ("void", 24_99, 0)
        assert round.result("bet") == ("void", 60_00, 0)
        assert round.line("ante").clauses == round.line("bet").clauses == ("5.2.1",)
        assert round.result("progressive") == ("win", 0, 200_00)

    def test_a_folded_ante_goes_back_by_itself(self, settle: Settle) -> None:
        folded = box(None, hand="folded", ante="10", under_minimum_settled_before=True)
        round = settle(QUALIFIES, folded, limits=self.LIMITS)

        assert [line.bet for line in round.settlement.boxes[0].lines] == ["ante"]
        assert round.result("ante") == ("void", 10_00, 0)

    @pytest.mark.parametrize(
        ("ante", "before", "limits", "cited"),
        [
            ("10", False, {"ante": {"min": "25.00"}}, ("3.12.1", "5.2.1")),
            ("25", True, {"ante": {"min": "25.00"}}, ("3.12.1",)),
            ("10", True, {"ante": {"max": "25.00"}}, ("3.12.1",)),
        ],
        ids=["first-time", "not-under", "no-minimum"],
    )
    def test_otherwise_it_plays(
        self, settle: Settle, ante: str, before: bool, limits: dict[str, Any], cited: tuple[str, ...]
    ) -> None:
        folded = box(None, hand="folded", ante=ante, under_minimum_settled_before=before)
        round = settle(QUALIFIES, folded, limits=limits)

        assert round.result("ante") == LOST
        assert round.line("ante").clauses == cited
