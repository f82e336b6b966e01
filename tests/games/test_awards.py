"""The jackpot in one round at one table: who is paid what, in which order, and what is left
(``awards.md``).

In short: ``paid(MS, "RS", ...)`` is a round in which a royal flush was dealt before a straight
flush, in boxes 1 and 2. Amounts are in cents.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.awards import Claim, settle_jackpot
from pitboss.games.record import Jackpot
from pitboss.games.settlement import JackpotSettlement
from pitboss.kernel.money import Cents, parse_cents
from pitboss.kernel.poker import Category
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.readings import (
    Fractions,
    SeveralRoyals,
    SeveralStraightFlushes,
    StraightFlush,
)
from tests.cases import rows_of
from tests.rounds import amount
from tests.support import BE, MBS_RULEBOOKS, RULEBOOKS, RWS_RULEBOOKS, SS, book_of

DOWN = Fractions.ROUND_DOWN
LOWERS = StraightFlush.LOWERS
OF_RESETS = SeveralStraightFlushes.OF_RESETS

Taken = Fractions | StraightFlush | SeveralRoyals | SeveralStraightFlushes

_NAMES: Mapping[type[Taken], str] = {
    Fractions: "fractions_of_a_cent",
    StraightFlush: "straight_flush_award",
    SeveralRoyals: "several_royal_flushes",
    SeveralStraightFlushes: "several_straight_flushes",
}

TAKES: Mapping[str, Taken] = {take.value: take for kind in _NAMES for take in kind}

_KINDS = {"R": (Category.ROYAL_FLUSH, Fraction(1)), "S": (Category.STRAIGHT_FLUSH, Fraction(1, 10))}


def reading(rulebook: str, *takes: Taken) -> Rulebook:
    """A rulebook that takes these readings and otherwise its own."""
    book = book_of(rulebook)
    changed: dict[str, Any] = {}
    for take in takes:
        name = _NAMES[type(take)]
        changed[name] = msgspec.structs.replace(getattr(book.readings, name), take=take)
    readings: Any = msgspec.structs.replace(book.readings, **changed)
    return msgspec.structs.replace(book, readings=readings)


def paid(
    rulebook: str, hands: str, *takes: Taken, displayed: int = 250_000_00, reset: int = 100_000_00
) -> JackpotSettlement:
    """The awards for hands in the order of dealing: R is a royal flush, S a straight flush."""
    claims = [Claim(box, *_KINDS[hand]) for box, hand in enumerate(hands, start=1)]
    found = settle_jackpot(
        reading(rulebook, *takes), Jackpot(Cents(displayed), Cents(reset)), claims
    )
    assert found.before == displayed
    assert found.before + found.added == found.after + sum(award.amount for award in found.awards)
    return found


BOOKS = {"every": RULEBOOKS, "RWS": RWS_RULEBOOKS, "MBS": MBS_RULEBOOKS}
ROWS = [
    pytest.param(rulebook, row, id=f"{row['case']} {rulebook}")
    for row in rows_of(Path(__file__).parent / "awards.md")
    for rulebook in BOOKS[row["rulebooks"]]
]


@pytest.mark.parametrize(("rulebook", "row"), ROWS)
def test_award(rulebook: str, row: dict[str, str]) -> None:
    hands = row["hands"].strip("—")
    takes = [TAKES[name] for name in row["readings"].split(", ") if name != "—"]
    displayed, reset = parse_cents(row["displayed"]), parse_cents(row["reset"])
    assert displayed is not None
    assert reset is not None
    found = paid(rulebook, hands, *takes, displayed=displayed, reset=reset)
    awards = [f"{award.box} {amount(award.amount)}" for award in found.awards]
    assert (", ".join(awards) or "—", amount(found.after)) == (row["awards"], row["left"])
    names = {"R": "royal-flush", "S": "straight-flush"}
    assert [award.hand for award in found.awards] == [
        names[hands[award.box - 1]] for award in found.awards
    ]
    if rulebook in RWS_RULEBOOKS:
        assert {award.clauses for award in found.awards} <= {("4.5.1",) if len(hands) > 1 else ()}


@pytest.mark.parametrize(
    ("hands", "clauses"),
    [
        ("S", [()]),
        ("R", [()]),
        ("SS", [("several-s",)] * 2),
        ("RR", [("several-r",)] * 2),
        ("RS", [("last",)] * 2),
        ("RSS", [("last", "several-s"), ("last", "several-s"), ("last",)]),
        ("RSR", [("last",), ("last", "several-r"), ("last", "several-r")]),
        ("SRRS", [("last", "several-s")] * 2 + [("last", "several-r")] * 2),
    ],
)
@pytest.mark.parametrize(
    ("rulebook", "numbers"),
    [
        (SS, {"several-r": "3.15.1", "several-s": "3.15.2", "last": "3.15.3"}),
        (BE, {"several-r": "3.20.1", "several-s": "3.20.2", "last": "3.20.3"}),
    ],
)
def test_pooled_awards_cite_what_made_them(
    rulebook: str, numbers: dict[str, str], hands: str, clauses: list[tuple[str, ...]]
) -> None:
    assert [award.clauses for award in paid(rulebook, hands).awards] == [
        tuple(numbers[name] for name in names) for names in clauses
    ]


# ── whatever the figures ──────────────────────────────────────────────────────────────────────────

cents = st.one_of(st.integers(0, 200), st.integers(0, 10_000_000_00))
roundings = st.sampled_from(Fractions)
awards_of_straight_flushes = st.sampled_from(StraightFlush)


@given(
    rulebook=st.sampled_from(RWS_RULEBOOKS),
    hands=st.text("RS", min_size=1, max_size=9),
    displayed=cents,
    reset=cents,
    rounding=roundings,
    award=awards_of_straight_flushes,
)
def test_in_dealing_order_no_cent_is_made_or_lost(
    rulebook: str, hands: str, displayed: int, reset: int, rounding: Fractions, award: StraightFlush
) -> None:
    found = paid(rulebook, hands, rounding, award, displayed=displayed, reset=reset)
    assert [award.box for award in found.awards] == list(range(1, len(hands) + 1))
    assert all(award.amount >= 0 for award in found.awards)
    assert found.after >= 0
    if "R" not in hands and award is LOWERS:
        assert found.added == 0


@given(
    rulebook=st.sampled_from(MBS_RULEBOOKS),
    hands=st.text("RS", min_size=1, max_size=7),
    displayed=cents,
    reset=cents,
    rounding=roundings,
    award=awards_of_straight_flushes,
    royals=st.sampled_from(SeveralRoyals),
    straights=st.sampled_from(SeveralStraightFlushes),
)
def test_pooled_no_cent_is_made_or_lost(
    rulebook: str,
    hands: str,
    displayed: int,
    reset: int,
    rounding: Fractions,
    award: StraightFlush,
    royals: SeveralRoyals,
    straights: SeveralStraightFlushes,
) -> None:
    found = paid(
        rulebook, hands, rounding, award, royals, straights, displayed=displayed, reset=reset
    )
    in_order = [*_boxes(hands, "S"), *_boxes(hands, "R")]
    assert [award.box for award in found.awards] == in_order
    for kind in ("straight-flush", "royal-flush"):
        assert len({award.amount for award in found.awards if award.hand == kind}) <= 1
    if rounding is DOWN and "R" in hands:
        # What can't be divided is less than a cent for each winner.
        assert reset <= found.after < reset + hands.count("R")
    if "R" not in hands and award is LOWERS and straights is not OF_RESETS:
        assert found.added == 0


@given(
    hands=st.text("RS", min_size=1, max_size=7),
    displayed=cents,
    reset=cents,
    takes=st.tuples(
        roundings, st.sampled_from(SeveralRoyals), st.sampled_from(SeveralStraightFlushes)
    ),
)
def test_pooled_neither_an_award_nor_the_jackpot_is_less_than_nothing(
    hands: str, displayed: int, reset: int, takes: tuple[Taken, ...]
) -> None:
    """Where rounding up pays more cents than there are, they are the house's to add."""
    found = paid(BE, hands, *takes, displayed=displayed, reset=reset)
    assert all(award.amount >= 0 for award in found.awards)
    assert found.after >= 0


def _boxes(hands: str, kind: str) -> list[int]:
    return [box for box, hand in enumerate(hands, start=1) if hand == kind]
