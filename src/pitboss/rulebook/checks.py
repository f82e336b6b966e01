"""What the parts of a rulebook must have in common before a game may rely on them.

The shape of a file is checked where it is read. Here its parts are checked against each other: that
every cited clause exists, that every open question raised by the rules has its reading, that no
wager is promised what a game does not pay, and that the rulings answer every case.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from pitboss.rulebook.clauses import Clause, ClauseListError, all_clauses, read_clauses
from pitboss.rulebook.deciding import deciding_row, fact_combinations, number_from
from pitboss.rulebook.effects import RulingRow
from pitboss.rulebook.incidents import AT_LEAST, FACTS, Incident
from pitboss.rulebook.model import CommonCites, Rulebook
from pitboss.rulebook.parts import (
    Dealing,
    Effective,
    PayLine,
    SameTable,
    Stage,
    WagerKind,
    operator_problem,
)
from pitboss.rulebook.pay import ForOne, Share, ToOne
from pitboss.rulebook.shape import BookShape

Clauses: TypeAlias = Mapping[str, Clause]


class BadValue(Exception):
    """A problem at a key, before the file's name is added."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(problem)
        self.key, self.problem = key, problem


Shape: TypeAlias = BookShape[Rulebook]

ClauseSource: TypeAlias = Path | Clauses
"""Where a rulebook's clauses are: the folder of its file, or the list that comes with its text."""


def check(book: Rulebook, shape: Shape, source: ClauseSource) -> None:
    """Raises BadValue for the first inconsistency."""
    _check_effective(book.effective)
    if problem := operator_problem(book.operator):
        raise BadValue("operator", f"{problem}; write the name of the house whose document this is")
    _check_dealing(book, shape)
    _check_wagers(book, shape)
    _check_pays(book)
    _check_readings(book, shape)
    _check_rulings(book)
    _check_clauses(book, shape, source)


def _check_effective(effective: Effective) -> None:
    for key, moment in (("since", effective.since), ("until", effective.until)):
        if moment is not None and moment.tzinfo is None:
            raise BadValue(
                f"effective.{key}", "has no time zone; write it as 2020-12-08T08:00:00+08:00"
            )
    if effective.until is not None and not effective.since_ms < effective.until_ms:
        raise BadValue("effective.until", "is not after effective.since; write when it ends")


def listed(words: Iterable[object]) -> str:
    """Words for a message: ``a, b, c``."""
    return ", ".join(str(word) for word in words)


def shown(value: object) -> str:
    """A value for a message: as a file writes it, but shortened."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return repr(value if len(value) <= 60 else value[:57] + "...")
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "a table"
        case _:
            return str(value)


# ── clauses ───────────────────────────────────────────────────────────────────────────────────────


def clauses_of(book: Rulebook, source: ClauseSource) -> Clauses:
    """The clause list that a rulebook cites: the one that comes with its text, a built-in one by
    its rulebook id, or an own CSV file by its path.
    """
    if not isinstance(source, Path):
        return source
    name = book.clause_list
    if not name.endswith(".csv"):
        if name in all_clauses():
            return all_clauses()[name]
        allowed = listed(all_clauses())
        raise BadValue(
            "clause-list", f"is {name!r}; write one of {allowed}, or the path of an own .csv file"
        )
    try:
        lists = read_clauses(source / name)
    except (ClauseListError, ValueError) as error:
        raise BadValue("clause-list", str(error)) from None
    if book.id in lists:
        return lists[book.id]
    if len(lists) == 1:
        return next(iter(lists.values()))
    raise BadValue("clause-list", f"{name} has clauses of {listed(lists)} and none of {book.id}")


def _check_clauses(book: Rulebook, shape: Shape, source: ClauseSource) -> None:
    known = clauses_of(book, source)
    for key, numbers in cited(book):
        if not numbers and not _may_cite_nothing(book, shape, key):
            raise BadValue(key, "is empty; name at least one clause")
        for number in numbers:
            if number not in known:
                raise BadValue(
                    key, f"cites {number!r}, which is not in the clause list {book.clause_list!r}"
                )


def _may_cite_nothing(book: Rulebook, shape: Shape, key: str) -> bool:
    """A game without raises has no clause on their size; awards that are not pooled need none on
    pools; and not every document has a separate clause for each outcome.
    """
    if key in ("cites.void-bets", "cites.withdrawn-hand", "cites.folded-at-shuffler"):
        return True
    if key in ("limits.raise-over-clauses", "limits.raise-under-clauses"):
        return WagerKind.RAISE not in shape.wagers.values()
    pools = ("several-royal-flushes", "several-straight-flushes", "royal-flushes-last")
    return book.jackpot.same_table is not SameTable.POOLED and key in [
        f"jackpot.{p}-clauses" for p in pools
    ]


def cited(part: object, key: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """All clauses that a rulebook cites, by key."""
    if isinstance(part, msgspec.Struct):
        for field in msgspec.structs.fields(part):
            value = getattr(part, field.name)
            inner = f"{key}.{field.encode_name}" if key else field.encode_name
            if isinstance(part, CommonCites) or field.name.endswith("clauses"):
                yield inner, value
            elif field.name.endswith("clause"):
                yield inner, (value,)
            elif field.name == "refusals":
                yield from ((f"{inner}.{code}", clauses) for code, clauses in value.items())
            else:
                yield from cited(value, inner)
    elif isinstance(part, dict):
        for name, value in part.items():
            yield from cited(value, f"{key}.{name}")
    elif isinstance(part, tuple):
        for index, value in enumerate(part):
            yield from cited(value, f"{key}[{index}]")


# ── wagers and pay tables ─────────────────────────────────────────────────────────────────────────

_STREETS = (Stage.FLOP, Stage.TURN, Stage.RIVER)


def _check_dealing(book: Rulebook, shape: Shape) -> None:
    """Every way of dealing deals to everybody, and asks as often as the game has decisions."""
    needed = (Stage.PLAYERS, Stage.DEALER, *shape.streets)
    allowed = (*needed, Stage.DECISIONS, *((Stage.COMMUNITY,) if shape.streets else ()))
    for name, dealing in book.dealing.items():
        problem = _order_problem(dealing, needed, allowed, shape.decisions)
        if problem is not None:
            raise BadValue(f"dealing.{name}.order", problem)
        for stage in dealing.burn_before:
            if stage not in dealing.order:
                raise BadValue(
                    f"dealing.{name}.burn-before", f"names {stage}, which is not in the order"
                )


def _order_problem(
    dealing: Dealing, needed: tuple[Stage, ...], allowed: tuple[Stage, ...], decisions: int
) -> str | None:
    order = dealing.order
    for stage in order:
        if stage not in allowed:
            return f"has {stage}; here the stages are {listed(allowed)}"
        if stage is not Stage.DECISIONS and order.count(stage) > 1:
            return f"has {stage} more than once"
    for stage in needed:
        if stage not in order:
            return f"leaves out {stage}; everything that is dealt needs its place"
    if order.count(Stage.DECISIONS) != decisions:
        return f"has decisions {order.count(Stage.DECISIONS)} times; this game asks {decisions}"
    streets = tuple(stage for stage in order if stage in _STREETS)
    if streets != tuple(stage for stage in _STREETS if stage in needed):
        return f"has {listed(streets)}; write {listed(_STREETS)} in this order"
    if decisions and order.index(Stage.DECISIONS) < order.index(Stage.PLAYERS):
        return "asks for decisions before the players have cards"
    if Stage.COMMUNITY in order and order.index(Stage.COMMUNITY) > order.index(Stage.FLOP):
        return "deals the community cards after the flop"
    return None


def _check_wagers(book: Rulebook, shape: Shape) -> None:
    for name, wager in book.wagers.spots():
        if wager.kind is not shape.wagers[name]:
            raise BadValue(
                f"wagers.{name}.kind",
                f"is {wager.kind.value!r}; write {shape.wagers[name].value!r}",
            )
        if wager.times_opening is not None and wager.times_opening < 1:
            raise BadValue(
                f"wagers.{name}.times-opening",
                f"is {wager.times_opening}; write a whole number from 1",
            )
    allowed = shape.capped
    for name in book.caps:
        if name not in allowed:
            hint = f"here {listed(allowed)} can" if allowed else "here none can"
            raise BadValue(f"caps.{name}", f"is not a wager whose winnings can be capped; {hint}")


def _check_pays(book: Rulebook) -> None:
    """A progressive stake stays with the house, and every other one goes back to a winner; pay
    lines must fit that.
    """
    for name in book.wagers.names:
        for key, line in pay_lines(book.pays.table(name)):
            at = f"pays.{name}.{key}.pays"
            if name == "progressive":
                if isinstance(line.pays, ToOne):
                    raise BadValue(
                        at,
                        (
                            f"is '{line.pays}', but a progressive stake does not go back; "
                            "write 'for 1'"
                        ),
                    )
            elif isinstance(line.pays, Share):
                raise BadValue(at, "only a progressive wager can be paid a share of the jackpot")
            elif isinstance(line.pays, ForOne):
                raise BadValue(
                    at,
                    f"is '{line.pays}', but the stake goes back besides; write it as odds 'to 1'",
                )
    if book.jackpot.same_table is SameTable.POOLED:
        paid = [line.pays for _, line in pay_lines(book.pays.progressive)]
        if len({pay.part for pay in paid if isinstance(pay, Share) and pay.part < 1}) > 1:
            raise BadValue(
                "pays.progressive",
                "different parts of the jackpot can't be pooled; write one part for all",
            )


def pay_lines(table: msgspec.Struct) -> Iterator[tuple[str, PayLine]]:
    """The lines of a pay table by their keys, in the table's order; hands that pay nothing have no
    line.
    """
    for field in msgspec.structs.fields(table):
        line = getattr(table, field.name)
        if isinstance(line, PayLine):
            yield field.encode_name, line


# ── readings ──────────────────────────────────────────────────────────────────────────────────────


def _check_readings(book: Rulebook, shape: Shape) -> None:
    pooled = book.jackpot.same_table is SameTable.POOLED
    needed = {"several-royal-flushes": pooled, "several-straight-flushes": pooled}
    needed |= shape.readings_needed(book)
    for name, wanted in needed.items():
        present = getattr(book.readings, name.replace("-", "_")) is not None
        if wanted and not present:
            raise BadValue(f"readings.{name}", "is missing, and this rulebook's rules depend on it")
        if present and not wanted:
            raise BadValue(
                f"readings.{name}",
                "answers a question that this rulebook's rules do not raise; remove it",
            )


# ── rulings ───────────────────────────────────────────────────────────────────────────────────────


def _check_rulings(book: Rulebook) -> None:
    if Incident.UNLISTED not in book.rulings:
        raise BadValue(
            "rulings.unlisted", "is missing: say who decides what the rules do not cover"
        )
    for name, rows in book.rulings.items():
        if name not in list(Incident):
            raise BadValue(
                f"rulings.{name}", f"is not an incident; write one of {listed(Incident)}"
            )
        incident = Incident(name)
        for index, row in enumerate(rows):
            _check_when(incident, row, f"rulings.{name}[{index}].when")
        for facts in fact_combinations(incident, rows):
            if deciding_row(rows, facts) is None:
                missing = listed(f"{fact} = {shown(value)}" for fact, value in facts.items())
                raise BadValue(
                    f"rulings.{name}", f"has no row for {missing}" if missing else "has no row"
                )


def _check_when(incident: Incident, row: RulingRow, key: str) -> None:
    kinds = FACTS.get(incident, {})
    for fact, wanted in row.when.items():
        kind = kinds.get(fact)
        if kind is None:
            raise BadValue(
                f"{key}.{fact}", f"is not a fact of this incident; it has {listed(kinds) or 'none'}"
            )
        if kind.least is not None and number_from(wanted) is not None:
            continue
        if not kind.allows(wanted):
            more = f', or "{AT_LEAST}2" and the like' if kind.least is not None else ""
            raise BadValue(f"{key}.{fact}", f"is {shown(wanted)}; write {kind}{more}")
