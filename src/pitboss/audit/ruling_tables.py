"""Rulings recomputed from the tables in a rulebook's file: the first row whose facts hold
decides.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from pitboss.audit.report import Misfit
from pitboss.audit.rulebook_file import CannotCheck, RulebookFile

Facts = Mapping[str, Any]

NOT_COVERED = "unlisted"
POSTS = {"dealer": 1, "pit-supervisor": 2, "pit-manager": 3, "shift-manager": 4, "house": 4}
"""The least post for each authority. A shift manager speaks for the house."""


class AuditedRuling(NamedTuple):
    """What the rules say, in the form of a stored ruling."""

    effects: tuple[str, ...]
    options: tuple[str, ...] = ()
    options_for: str | None = None
    authority: str | None = None
    clauses: tuple[str, ...] = ()
    because: str = ""
    operations: tuple[tuple[str, str, str | None], ...] = ()

    @classmethod
    def stored(cls, ruling: Any) -> "AuditedRuling":
        """From a stored ruling."""
        return cls(
            tuple(map(str, ruling.effects)),
            tuple(map(str, ruling.options)),
            None if ruling.options_for is None else str(ruling.options_for),
            None if ruling.authority is None else str(ruling.authority),
            ruling.clauses,
            ruling.because,
            tuple((one.operation, one.clause, one.notice) for one in ruling.operations),
        )

    @property
    def least_post(self) -> int:
        """The least post that may decide; a dealer if the rules leave nothing to decide."""
        return 1 if self.authority is None else POSTS[self.authority]


def ruled(book: RulebookFile, incident: str, facts: Facts) -> AuditedRuling:
    """What a rulebook says on an incident, given its facts. One that was not told must make no
    difference, whatever it is.
    """
    rows = book.find("rulings", incident) or book.find("rulings", NOT_COVERED)
    if not rows:
        raise CannotCheck(f"rulebook {book.name} has no ruling for what it does not cover")
    whens = [row.get("when", {}) for row in rows]
    cases = {name: _cases([when[name] for when in whens if name in when]) for name in _named(whens)}
    told = {name: facts[name] for name in cases if _is_one(facts.get(name), cases[name])}
    if "dealers_card" in cases:
        told.setdefault("dealers_card", False)
    untold = [name for name in cases if name not in told]
    found = [
        _first_row(rows, {**told, **dict(zip(untold, values, strict=True))}, incident)
        for values in product(*(cases[name] for name in untold))
    ]
    rulings = [_as_written(book, row) for row in found]
    if any(one._replace(because="") != rulings[0]._replace(because="") for one in rulings):
        names = ", ".join(untold)
        raise Misfit(f"a ruling that depends on {names}", "that it is told", "nothing")
    # The reason given is the one that speaks of what was told.
    possible = [row for row in rows if any(row is one for one in found)]
    said = max(possible, key=lambda row: len(told.keys() & row.get("when", {}).keys()))
    return _as_written(book, said)


def _named(whens: Sequence[Facts]) -> list[str]:
    return list(dict.fromkeys(name for when in whens for name in when))


def _cases(wanted: Sequence[Any]) -> list[Any]:
    """The values of a fact that rows can tell apart."""
    if any(isinstance(one, bool) for one in wanted):
        return [True, False]
    least = [int(one[2:]) for one in wanted if isinstance(one, str) and one.startswith(">=")]
    exact = [one for one in wanted if not (isinstance(one, str) and one.startswith(">="))]
    return list(dict.fromkeys([*exact, *least, *(number - 1 for number in least)]))


def _is_one(value: Any, cases: Sequence[Any]) -> bool:
    """Whether something told is a value of this kind at all."""
    return any(type(value) is type(case) for case in cases)


def _first_row(rows: Sequence[Any], facts: Facts, incident: str) -> Any:
    for row in rows:
        if all(_holds(wanted, facts[name]) for name, wanted in row.get("when", {}).items()):
            return row
    raise Misfit(f"the facts of {incident}", "some row of the rulebook", dict(facts))


def _holds(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, str) and wanted.startswith(">="):
        return int(value) >= int(wanted[2:])
    return bool(value == wanted)


def _as_written(book: RulebookFile, row: Mapping[str, Any]) -> AuditedRuling:
    operations = book.find("operations") or {}
    chooses = "choose-operation" in row["effects"]
    return AuditedRuling(
        tuple(row["effects"]),
        tuple(row.get("options", ())),
        row.get("options-for"),
        row.get("authority"),
        tuple(row["clauses"]),
        row["because"],
        tuple(
            (name, one["clause"], one.get("notice")) for name, one in operations.items() if chooses
        ),
    )
