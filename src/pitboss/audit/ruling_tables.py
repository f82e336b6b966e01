"""Rulings recomputed from the tables in a rulebook's file: the first row whose facts hold
decides.
"""

from collections.abc import Mapping
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
    """What a rulebook says on an incident, given its facts."""
    rows = book.find("rulings", incident) or book.find("rulings", NOT_COVERED)
    if not rows:
        raise CannotCheck(f"rulebook {book.name} has no ruling for what it does not cover")
    for row in rows:
        if all(_holds(wanted, name, facts) for name, wanted in row.get("when", {}).items()):
            return _as_written(book, row)
    raise Misfit(f"the facts of {incident}", "some row of the rulebook", dict(facts))


def _holds(wanted: Any, name: str, facts: Facts) -> bool:
    value = facts.get(name)
    if value is None and name == "dealers_card":
        value = False
    if value is None:
        raise Misfit(f"a ruling that depends on {name}", "that it is told", "nothing")
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
