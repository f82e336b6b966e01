"""How two rulebooks differ, in the form for programs."""

from collections.abc import Callable

from msgspec import UNSET, UnsetType

from pitboss.kernel.json_types import Outgoing
from pitboss.rulebook.difference import Difference, Pair, Statement


class WrittenSide(Outgoing, frozen=True):
    """What one of them says: the value with its clauses, or only our wording."""

    value: str | UnsetType = UNSET
    clauses: tuple[str, ...] | UnsetType = UNSET
    wording: str | UnsetType = UNSET


class WrittenPair(Outgoing, frozen=True):
    """What the two say under one key; null if one of them has no such key."""

    section: str
    key: str
    a: WrittenSide | None
    b: WrittenSide | None


class WrittenDifference(Outgoing, frozen=True, kw_only=True):
    """All differences, the most important first: what is said, then only the clause, then only our
    wording.
    """

    a: str
    b: str
    values: list[WrittenPair]
    clauses: list[WrittenPair]
    wording: list[WrittenPair]
    not_compared: tuple[str, ...]


def _written(pair: Pair, side: Callable[[Statement], WrittenSide]) -> WrittenPair:
    a, b = (None if entry is None else side(entry) for entry in (pair.a, pair.b))
    return WrittenPair(pair.section, pair.key, a, b)


def _said(entry: Statement) -> WrittenSide:
    return WrittenSide(value=entry.value, clauses=entry.clauses)


def _worded(entry: Statement) -> WrittenSide:
    return WrittenSide(wording=entry.wording)


def written_difference(difference: Difference) -> WrittenDifference:
    a, b = difference.names
    return WrittenDifference(
        a=a,
        b=b,
        values=[_written(pair, _said) for pair in difference.values],
        clauses=[_written(pair, _said) for pair in difference.clauses],
        wording=[_written(pair, _worded) for pair in difference.wording],
        not_compared=difference.not_compared,
    )
