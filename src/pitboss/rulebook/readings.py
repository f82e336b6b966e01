"""Readings: how a rulebook decides where its document is silent or ambiguous.

Each reading is named, says which question it answers, what is taken and what else the engine can
do. The enumerations below are those alternatives; choosing another one is a change in a rulebook's
file and not in code.
"""

from enum import StrEnum
from typing import Generic, TypeVar

import msgspec


class Fractions(StrEnum):
    """Q-A1: a share of the jackpot that is not a whole number of cents."""

    ROUND_DOWN = "round-down"
    ROUND_HALF_UP = "round-half-up"
    ROUND_UP = "round-up"


class StraightFlush(StrEnum):
    """Q-A5: what a straight flush's award does to the jackpot."""

    LOWERS = "lowers-the-jackpot"
    RESETS = "resets-the-jackpot"


class SeveralRoyals(StrEnum):
    """Q-B4: what several royal flushes of one round divide, with n winners."""

    ONE_RESET_EACH_FURTHER = "one-reset-for-each-further-winner"
    ONE_RESET_EACH = "one-reset-for-each-winner"
    ONE_RESET = "one-reset"


class SeveralStraightFlushes(StrEnum):
    """Q-B5: what several straight flushes of one round divide."""

    FALLING = "tenths-of-the-falling-jackpot"
    OF_RESETS = "tenths-of-the-reset-value"
    OF_DISPLAYED = "tenths-of-the-displayed-jackpot"


class HiddenHand(StrEnum):
    """Q-C2: a hand whose cards are not shown, where no clause deems it folded."""

    UNPROVED = "rank-unproved"
    FOLDED = "deemed-folded"
    SHOWN = "house-shows-the-cards"


class LeavingAfterFlop(StrEnum):
    """Q-D1: a hold'em player who walks away after the Flop wager."""

    FOLDED = "folded-and-all-lost"
    CHECKS = "checks-to-the-end"
    FOLDED_RAISES_BACK = "folded-and-raises-returned"


class DeclinedWithNoHand(StrEnum):
    """Q-E5: a declined comparison when the dealer has no hand."""

    ANTE_PAID = "ante-paid-and-bet-returned"
    ALL_LOST = "all-lost"


class EqualPointHands(StrEnum):
    """Q-F1: the main wager on equal point hands."""

    PUSH = "push"
    LOSE = "lose"
    WIN = "win"


class PicturePairs(StrEnum):
    """Q-F2: whether pairs of pictures rank apart."""

    BY_LIST = "by-the-list"
    EQUAL = "all-equal"


Choice = TypeVar("Choice", bound=StrEnum)


class Reading(msgspec.Struct, Generic[Choice], frozen=True, forbid_unknown_fields=True):
    """One open question and how this rulebook answers it."""

    question: str
    asks: str
    take: Choice
    alternatives: tuple[Choice, ...]
    clauses: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.take not in self.alternatives:
            raise ValueError(f"take is {self.take.value!r}, which is not among the alternatives")


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the engine answers in one way only; stated so that an operator can see it."""

    question: str
    take: str
    clauses: tuple[str, ...]
