"""Hands, and short ways to say things, for the tests of the two RWS stud documents."""

from typing import Any

import pytest

from tests.support import CS, MS, box, proves

QUALIFIES = "As Kd 9h 5s 3d"
"""A-K-9-5-3: the dealer has a hand, and each of HANDS beats it."""

NO_HAND = "Qd Td 9h 5s 3d"
"""Q-T-9-5-3: the dealer does not qualify."""

HANDS = {
    "royal-flush": "Ah Kh Qh Jh Th",
    "straight-flush": "Qc Jc Tc 9c 8c",
    "four-of-a-kind": "7c 7h 7d 7s Jh",
    "full-house": "Kc Kh Ks Js Jh",
    "flush": "Kh Jh 8h 5h 2h",
    "straight": "5c 4d 3c 2h Ad",
    "three-of-a-kind": "Qs Qh Qc 8h 3c",
    "two-pairs": "7s 7h 4c 4h Jd",
    "one-pair": "Tc Th Kc 6h 3s",
    "five-odd-cards": "Ac Kc Jd 5h 2s",
}
"""A hand of each kind; none shares a card with either dealer."""

NOTHING = "Ts 8d 6c 4s 2c"
"""T-8-6-4-2 loses to any dealer who qualifies and is on no jackpot table; it shares no card with the above."""

SAME = "Ac Kc 9s 5h 3c"
"""A-K-9-5-3, as the qualifying dealer has it."""

HIGHER = ("3.14.1", "4.1")
"""The clauses of an ante or a BET that wins a comparison."""

JACKPOT_WIN = {MS: ("4.2", "4.2.1"), CS: ("4.2", "3.13")}
"""The clauses of a progressive wager that wins."""

ROYAL, OTHER_ROYAL = HANDS["royal-flush"], "Ac Kc Qc Jc Tc"
SUITED_RUN, OTHER_SUITED_RUN = "Ts 9s 8s 7s 6s", "6h 5h 4h 3h 2h"
"""Royal and straight flushes for one round; they share no card with each other, nor with the dealer without a hand."""

LIMITS = {"ante": {"min": "25.00", "max": "1000.00"}}

LOST = ("lose", 0, 0)

Result = tuple[str, int, int]


def in_both(*numbers: str) -> pytest.MarkDecorator:
    """Runs a test for both documents and marks the clauses in each."""
    both = [pytest.param(book, marks=proves(book, *numbers)) if numbers else book for book in (MS, CS)]
    return pytest.mark.parametrize("book", both)


def major(cards: str, number: int, hand: str = "played", **more: Any) -> dict[str, Any]:
    """A box with a progressive wager, for a round of several major awards."""
    return box(cards, number=number, hand=hand, **({"ante": "25", "bet": "50", "progressive": "5"} | more))
