"""Which row of a rulebook's table decides about an incident, and which facts that depends on."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from pitboss.rulebook.effects import RulingRow
from pitboss.rulebook.incidents import AT_LEAST, FACTS, Fact, FactKind, Incident, holds

_NONE: Mapping[str, Fact] = {}


def row_for(
    incident: Incident, rows: Sequence[RulingRow], told: Mapping[str, Fact]
) -> RulingRow | str:
    """The row that decides, given the facts that are told; or the name of one that is missing.

    A fact is missing only if what is ruled depends on it. Where several rows rule the same, the one
    that speaks of the facts told gives the reason.
    """
    cases = [
        (facts, row)
        for facts in fact_combinations(incident, rows, told)
        if (row := deciding_row(rows, facts)) is not None
    ]
    for name in FACTS.get(incident, {}):
        ruled = defaultdict(set)
        for facts, row in cases:
            others = tuple(value for fact, value in facts.items() if fact != name)
            ruled[others].add(
                (row.effects, row.options, row.options_for, row.authority, row.clauses)
            )
        if any(len(rulings) > 1 for rulings in ruled.values()):
            return name
    possible = [row for row in rows if any(row is one for _, one in cases)]
    return max(possible, key=lambda row: len(told.keys() & row.when.keys()))


def deciding_row(rows: Sequence[RulingRow], facts: Mapping[str, Fact]) -> RulingRow | None:
    """The first row whose facts hold."""
    for row in rows:
        if all(holds(wanted, facts[fact]) for fact, wanted in row.when.items()):
            return row
    return None


def fact_combinations(
    incident: Incident, rows: Sequence[RulingRow], told: Mapping[str, Fact] = _NONE
) -> Iterator[dict[str, Fact]]:
    """Every combination of facts that these rows can tell apart, given those that are told."""
    kinds = FACTS.get(incident, {})
    values = [
        (told[f],)
        if f in told
        else _telling_values(kind, [row.when[f] for row in rows if f in row.when])
        for f, kind in kinds.items()
    ]
    for combination in product(*values):
        yield dict(zip(kinds, combination, strict=True))


def _telling_values(kind: FactKind, wanted: Sequence[Fact]) -> Sequence[Fact]:
    """For a number: the minimum, and those at and beside each number that a row names."""
    if kind.least is None:
        return kind.samples()
    named = [value if (from_ := number_from(value)) is None else from_ for value in wanted]
    numbers = {kind.least, kind.least + 1}
    for number in named:
        assert isinstance(number, int), "checked before"
        numbers |= {number - 1, number, number + 1}
    return sorted(number for number in numbers if number >= kind.least)


def number_from(wanted: Fact) -> int | None:
    """2 for ``">=2"``, None for anything else."""
    if not isinstance(wanted, str) or not wanted.startswith(AT_LEAST):
        return None
    digits = wanted.removeprefix(AT_LEAST)
    return int(digits) if digits.isdecimal() and digits.isascii() and len(digits) < 10 else None
