"""Hold'em under other readings and other figures: what a changed rulebook file changes, with no code touched."""

from pathlib import Path
from typing import Any, Protocol

import pytest

from pitboss.rulebook.loader import DATA
from pitboss.rulebook.shelf import Shelf
from tests.support import MH, Settled, box, settled

# Four aces with the flop for the hand "As Ah", which therefore wins everything that can be won on it.
BOARD, DEALER, ACES = "Ac Ad 9h 4s 2c", "Ks Kd", "As Ah"
LIMITS = {"ante": {"min": "25"}, "bonus": {"min": "10"}}

LOSES = ("lose", 0, 0)


class Variant(Protocol):
    """Makes a shelf with our hold'em rulebook after some replacements in the text of its file."""

    def __call__(self, *replacements: tuple[str, str]) -> Shelf: ...


@pytest.fixture
def variant(tmp_path: Path) -> Variant:
    def make(*replacements: tuple[str, str]) -> Shelf:
        text = (DATA / f"{MH}.toml").read_text(encoding="utf-8")
        for old, new in replacements:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the file"
            text = text.replace(old, new)
        own = tmp_path / "own.toml"
        own.write_text(text, encoding="utf-8")
        return Shelf(own=[own])

    return make


def taking(old: str, new: str) -> tuple[str, str]:
    """The replacement of what a reading takes."""
    return (f'take = "{old}"', f'take = "{new}"')


def results(found: Settled, *bets: str) -> list[tuple[str, int, int]]:
    return [found.result(bet) for bet in bets]


# ── D1: a player who walks away after the Flop wager ──────────────────────────────────────────────────────────────

LEFT: dict[str, Any] = {"hand": "left", "ante": "25", "bonus": "10", "progressive": "5"}


class TestLeavingAfterTheFlop:
    ALL_LOST = taking("folded-and-all-lost", "folded-and-all-lost")
    CHECKS = taking("folded-and-all-lost", "checks-to-the-end")
    RAISES_BACK = taking("folded-and-all-lost", "folded-and-raises-returned")

    @pytest.mark.parametrize(
        ("reading", "expected", "clauses"),
        [
            pytest.param(
                ALL_LOST,
                [LOSES, LOSES, LOSES, LOSES, ("win", 0, 200000)],
                [("5.5", "3.11.2.a"), ("5.5", "3.11.2.a"), ("5.5", "3.11.2.a"), ("5.5", "3.11.2.a")],
                id="all-lost",
            ),
            pytest.param(
                CHECKS,
                [
                    ("win", 2500, 2500),
                    ("win", 5000, 5000),
                    ("win", 2500, 2500),
                    ("win", 1000, 30000),
                    ("win", 0, 200000),
                ],
                [("3.13", "4.1"), ("3.13", "4.1"), ("3.13", "4.1"), ("3.9", "4.1")],
                id="checks",
            ),
            pytest.param(
                RAISES_BACK,
                [LOSES, ("void", 5000, 0), ("void", 2500, 0), LOSES, ("win", 0, 200000)],
                [("5.5", "3.11.2.a"), ("5.5", "3.11.2.a"), ("5.5", "3.11.2.a"), ("5.5", "3.11.2.a")],
                id="raises-back",
            ),
        ],
    )
    def test_d1_what_becomes_of_the_wagers(
        self,
        variant: Variant,
        reading: tuple[str, str],
        expected: list[tuple[str, int, int]],
        clauses: list[tuple[str, ...]],
    ) -> None:
        hand = box(ACES, flop="50", turn="25", **LEFT)
        found = settled(MH, DEALER, hand, community=BOARD, shelf=variant(reading))
        assert results(found, "ante", "flop", "turn", "bonus", "progressive") == expected
        assert [found.line(bet).clauses for bet in ("ante", "flop", "turn", "bonus")] == clauses
        assert found.line("progressive").clauses == ("4.2", "3.16")

    @pytest.mark.parametrize("reading", [ALL_LOST, CHECKS, RAISES_BACK])
    def test_d1_before_the_flop_wager_every_reading_folds(
        self, variant: Variant, reading: tuple[str, str]
    ) -> None:
        found = settled(MH, DEALER, box(ACES, **LEFT), community=BOARD, shelf=variant(reading))
        assert results(found, "ante", "bonus", "progressive") == [LOSES, LOSES, ("win", 0, 200000)]
        assert found.line("ante").clauses == found.line("bonus").clauses == ("5.5", "3.11.2.a")

    def test_d1_who_checks_to_the_end_can_lose_and_stand_off(self, variant: Variant) -> None:
        shelf = variant(self.CHECKS)
        lower = settled(MH, "9c 9d", box("Qs Jd", flop="50", **LEFT), community=BOARD, shelf=shelf)
        assert results(lower, "ante", "flop", "bonus") == [LOSES, LOSES, LOSES]
        assert lower.line("ante").clauses == ("3.14",)
        assert lower.line("bonus").clauses == ("3.9",)
        equal = settled(MH, "Qc Jc", box("Qs Jd", flop="50", **LEFT), community=BOARD, shelf=shelf)
        assert results(equal, "ante", "flop") == [("push", 2500, 0), ("push", 5000, 0)]

    def test_d1_checking_to_the_end_takes_cards_to_compare(self, variant: Variant) -> None:
        hand = box(flop="50", turn="25", **LEFT)
        found = settled(MH, DEALER, hand, community=BOARD, shelf=variant(self.CHECKS))
        assert results(found, "ante", "flop", "turn", "bonus", "progressive") == [LOSES] * 5
        assert found.line("flop").clauses == ("5.5", "3.11.2.a")

    def test_d1_raises_go_back_whole_whatever_their_size(self, variant: Variant) -> None:
        hand = box(ACES, flop="60", turn="20", **LEFT)
        found = settled(MH, DEALER, hand, community=BOARD, shelf=variant(self.RAISES_BACK))
        assert results(found, "flop", "turn") == [("void", 6000, 0), ("void", 2000, 0)]


# ── A1 and A5: the jackpot ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("take", "awards"),
    [
        # A tenth of 123,456.71, of 123,456.75 and of 123,456.79: 12,345.671, 12,345.675 and 12,345.679.
        ("round-down", [1234567, 1234567, 1234567]),
        ("round-half-up", [1234567, 1234568, 1234568]),
        ("round-up", [1234568, 1234568, 1234568]),
    ],
)
def test_a1_fractions_of_a_cent(variant: Variant, take: str, awards: list[int]) -> None:
    shelf = variant(taking("round-down", take))
    for displayed, award in zip((12345671, 12345675, 12345679), awards, strict=True):
        found = settled(
            MH,
            "Qs Jd",
            box("Jh Th", ante="25", flop="50", progressive="5"),
            community="9h 8h 7h 4s 2c",
            jackpot={"displayed": f"{displayed // 100}.{displayed % 100}", "reset": "100000"},
            shelf=shelf,
        )
        assert found.result("progressive") == ("win", 0, award)
        assert found.jackpot_after == displayed - award


@pytest.mark.parametrize(
    ("take", "awards", "after"),
    [
        # A tenth of 250,000 and then of what stands: the 225,000 that are left, or the reset value of 100,000.
        ("lowers-the-jackpot", [2500000, 2250000], 20250000),
        ("resets-the-jackpot", [2500000, 1000000], 10000000),
    ],
)
def test_a5_what_a_straight_flush_does_to_the_jackpot(
    variant: Variant, take: str, awards: list[int], after: int
) -> None:
    found = settled(
        MH,
        "Ks Qd",
        box("6h 5h", number=1, ante="25", flop="50", progressive="5"),
        box("Jh Th", number=2, ante="25", flop="50", progressive="5"),
        community="9h 8h 7h 2c 3d",
        shelf=variant(taking("lowers-the-jackpot", take)),
    )
    assert [amount for _, _, amount in found.awards] == awards
    assert found.jackpot_after == after


# ── other figures ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("first", "paid"),
    [
        pytest.param("five-odd-cards", ["win", "win", "win", "win", "win", "win"]),
        pytest.param("one-pair", ["push", "win", "win", "win", "win", "win"]),
        pytest.param("two-pairs", ["push", "push", "win", "win", "win", "win"]),
        pytest.param("three-of-a-kind", ["push", "push", "push", "win", "win", "win"]),
        pytest.param("straight", ["push", "push", "push", "push", "win", "win"]),
        pytest.param("flush", ["push", "push", "push", "push", "push", "win"]),
    ],
)
def test_the_ante_pays_from_the_kind_of_hand_that_the_file_says(
    variant: Variant, first: str, paid: list[str]
) -> None:
    shelf = variant(('from-category = "straight"', f'from-category = "{first}"'))
    found = []
    for board, cards in (
        ("Kc 9d 7h 4s 2c", "As 3h"),
        ("Kc 9d 7h 4s 2c", "9s 3h"),
        ("Kc 9d 7h 4s 2c", "9s 7c"),
        ("Kc 9d 7h 4s 2c", "9s 9h"),
        ("Kc 9d 7h 6s 2c", "Ts 8h"),
        ("Kh 9h 7h 4s 2c", "Th 3h"),
    ):
        round_ = settled(MH, "Qs Jd", box(cards, ante="25", flop="50"), community=board, shelf=shelf)
        assert round_.result("flop") == ("win", 5000, 5000)
        found.append(round_.result("ante")[0])
    assert found == paid


def test_ante_and_raises_pay_what_the_file_says(variant: Variant) -> None:
    shelf = variant(
        (
            'win = { pays = "1 to 1", clause = "4.1:ante-straight-or-better" }',
            'win = { pays = "3 to 2", clause = "4.1:ante-straight-or-better" }',
        ),
        ('win = { pays = "1 to 1", clause = "4.1:flop" }', 'win = { pays = "2 to 1", clause = "4.1:flop" }'),
        ('win = { pays = "1 to 1", clause = "4.1:turn" }', 'win = { pays = "3 to 1", clause = "4.1:turn" }'),
        (
            'win = { pays = "1 to 1", clause = "4.1:river" }',
            'win = { pays = "4 to 1", clause = "4.1:river" }',
        ),
    )
    hand = box(ACES, ante="25.01", flop="50.02", turn="25.01", river="25.01")
    found = settled(MH, DEALER, hand, community=BOARD, shelf=shelf)
    # One and a half times 25.01 is 37.515, and half cents are not paid.
    assert results(found, "ante", "flop", "turn", "river") == [
        ("win", 2501, 3751),
        ("win", 5002, 10004),
        ("win", 2501, 7503),
        ("win", 2501, 10004),
    ]


def test_a_raise_has_the_size_that_the_file_says(variant: Variant) -> None:
    shelf = variant(
        (
            'flop = { label = "Flop", kind = "raise", times-opening = 2',
            'flop = { label = "Flop", kind = "raise", times-opening = 3',
        )
    )
    found = settled(MH, DEALER, box(ACES, ante="25", flop="80"), community=BOARD, shelf=shelf)
    assert found.result("flop") == ("win", 8000, 7500)


def test_a_bonus_line_pays_what_the_file_says(variant: Variant) -> None:
    shelf = variant(('aa-player-only = { pays = "30 to 1"', 'aa-player-only = { pays = "35 to 1"'))
    found = settled(MH, DEALER, box(ACES, ante="25", flop="50", bonus="10"), community=BOARD, shelf=shelf)
    assert found.result("bonus") == ("win", 1000, 35000)


def test_a_file_without_a_cap_caps_nothing(variant: Variant) -> None:
    shelf = variant(('[caps]\nbonus = { winnings = "100000.00", clause = "4.1.1" }\n', ""))
    hand = box(ACES, ante="25", flop="50", bonus="5000")
    found = settled(MH, DEALER, hand, community=BOARD, shelf=shelf)
    assert found.result("bonus") == ("win", 500000, 15000000)
    assert found.line("bonus").clauses == ("3.9", "4.1")


def test_another_cap_caps_at_another_amount(variant: Variant) -> None:
    shelf = variant(('winnings = "100000.00"', 'winnings = "299.99"'))
    found = settled(MH, DEALER, box(ACES, ante="25", flop="50", bonus="10"), community=BOARD, shelf=shelf)
    assert found.result("bonus") == ("win", 1000, 29999)
    assert found.line("bonus").clauses == ("3.9", "4.1", "4.1.1")


class TestFoldingLosesTheProgressiveWager:
    LOST = ('folded-progressive = "stays"', 'folded-progressive = "lost"')

    @pytest.mark.parametrize(
        ("hand", "clauses"),
        [
            ("folded", ("3.11.2.a",)),
            # It takes 5.5 to say why a player who walked away has folded.
            ("left", ("5.5", "3.11.2.a")),
        ],
    )
    def test_where_the_file_says_so(self, variant: Variant, hand: str, clauses: tuple[str, ...]) -> None:
        found = settled(
            MH,
            "9c 9d",
            box("Ah Kh", number=1, hand=hand, ante="25", progressive="5"),
            box("9h 8h", number=2, ante="25", flop="50", progressive="5"),
            community="Qh Jh Th 4s 2c",
            shelf=variant(self.LOST),
        )
        assert found.result("progressive", 1) == LOSES
        # The royal flush takes nothing, so the straight flush has its tenth of the whole.
        assert found.awards == [(2, "straight-flush", 2500000)]
        assert found.line("progressive", 1).clauses == clauses

    @pytest.mark.parametrize("hand", ["played", "unrevealed"])
    def test_but_not_that_of_a_hand_that_stays_in_and_is_shown_for_it(
        self, variant: Variant, hand: str
    ) -> None:
        given = box(ACES, hand=hand, established=["progressive"], ante="25", flop="50", progressive="5")
        found = settled(MH, DEALER, given, community=BOARD, shelf=variant(self.LOST))
        assert found.result("progressive") == ("win", 0, 200000)

    def test_nor_that_of_a_hand_that_checks_to_the_end(self, variant: Variant) -> None:
        shelf = variant(self.LOST, TestLeavingAfterTheFlop.CHECKS)
        found = settled(MH, DEALER, box(ACES, flop="50", **LEFT), community=BOARD, shelf=shelf)
        assert results(found, "flop", "progressive") == [("win", 5000, 5000), ("win", 0, 200000)]
        # Before the Flop wager the hand is folded under every reading.
        folded = settled(MH, DEALER, box(ACES, **LEFT), community=BOARD, shelf=shelf)
        assert results(folded, "ante", "progressive") == [LOSES, LOSES]


class TestUnderTheMinimumOnce:
    ONCE = ('under-minimum = "always"', 'under-minimum = "once"')

    def test_an_ante_that_goes_back_takes_its_raises_and_the_side_wagers_play(self, variant: Variant) -> None:
        hand = box(
            ACES,
            ante="24.99",
            flop="49.98",
            turn="24.99",
            river="24.99",
            bonus="10",
            progressive="5",
            under_minimum_settled_before=True,
        )
        found = settled(MH, DEALER, hand, community=BOARD, limits=LIMITS, shelf=variant(self.ONCE))
        assert results(found, "ante", "flop", "turn", "river", "bonus", "progressive") == [
            ("void", 2499, 0),
            ("void", 4998, 0),
            ("void", 2499, 0),
            ("void", 2499, 0),
            ("win", 1000, 30000),
            ("win", 0, 200000),
        ]
        assert {found.line(bet).clauses for bet in ("ante", "flop", "turn", "river")} == {("5.2.1",)}

    def test_a_bonus_goes_back_by_itself(self, variant: Variant) -> None:
        hand = box(ACES, ante="25", flop="50", bonus="9.99", under_minimum_settled_before=True)
        found = settled(MH, DEALER, hand, community=BOARD, limits=LIMITS, shelf=variant(self.ONCE))
        assert results(found, "ante", "flop", "bonus") == [
            ("win", 2500, 2500),
            ("win", 5000, 5000),
            ("void", 999, 0),
        ]
        assert found.line("bonus").clauses == ("5.2.1",)

    def test_the_first_time_it_plays(self, variant: Variant) -> None:
        hand = box(ACES, ante="24.99", flop="49.98", bonus="9.99", under_minimum_settled_before=False)
        found = settled(MH, DEALER, hand, community=BOARD, limits=LIMITS, shelf=variant(self.ONCE))
        assert results(found, "ante", "flop", "bonus") == [
            ("win", 2499, 2499),
            ("win", 4998, 4998),
            ("win", 999, 29970),
        ]


def test_a_variant_leaves_the_rulebook_of_the_same_id_on_other_shelves_alone(variant: Variant) -> None:
    shelf = variant(('aa-player-only = { pays = "30 to 1"', 'aa-player-only = { pays = "35 to 1"'))
    hand = box(ACES, ante="25", flop="50", bonus="10")
    assert settled(MH, DEALER, hand, community=BOARD, shelf=shelf).result("bonus") == ("win", 1000, 35000)
    assert settled(MH, DEALER, hand, community=BOARD).result("bonus") == ("win", 1000, 30000)
