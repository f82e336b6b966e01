"""Rulings: what the approved rules say when something goes wrong.

Each rulebook has a table for each incident; the first row whose facts hold decides. A fact is asked
for only if the ruling depends on it. The same function serves ``pitboss rule`` and live tables.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.games.faults import Fault, FaultCode, shown
from pitboss.games.record_reader import find_rulebook
from pitboss.kernel.display import Cell, Panel, Tabular
from pitboss.kernel.json_types import Outgoing
from pitboss.rulebook.authority import Authority
from pitboss.rulebook.deciding import row_for
from pitboss.rulebook.effects import Effect, Option, OptionsFor
from pitboss.rulebook.incidents import DEFAULT_FACTS, FACTS, Fact, Incident
from pitboss.rulebook.model import Rulebook, possible
from pitboss.rulebook.shelf import Shelf

_INCIDENTS = {incident.value: incident for incident in Incident}


class OperationChoice(msgspec.Struct, frozen=True):
    """One of the ways in which the house may run later rounds."""

    operation: str
    clause: str
    notice: str | None = None


class Ruling(Tabular, msgspec.Struct, frozen=True):
    """What the rules say: what happens, what players may choose, who must decide, and the
    clauses.
    """

    id: str | None
    rulebook: str
    incident: Incident
    effects: tuple[Effect, ...]
    options: tuple[Option, ...]
    options_for: OptionsFor | None
    authority: Authority | None
    clauses: tuple[str, ...]
    because: str
    operations: tuple[OperationChoice, ...] = ()

    def headline(self) -> str:
        return f"{self.rulebook} {self.incident}: {', '.join(self.effects)}"

    def panels(self) -> Iterator[Panel]:
        said = [("because", self.because)]
        if self.options:
            said.append((f"options for {self.options_for}", ", ".join(self.options)))
        said += [("may choose", choice.operation) for choice in self.operations]
        if self.authority is not None:
            said.append(("decided by", self.authority))
        said.append(("clauses", ", ".join(self.clauses)))
        yield Panel("", rows=tuple(said))

    def written(self) -> "WrittenRuling":
        return written_ruling(self)

    def to_rows(self) -> list[Mapping[str, Cell]]:
        """One, of the whole ruling."""
        return [
            {
                "rulebook": self.rulebook,
                "incident": self.incident.value,
                "effects": ", ".join(self.effects),
                "options": ", ".join(self.options),
                "options_for": self.options_for,
                "authority": self.authority,
                "clauses": ", ".join(self.clauses),
                "because": self.because,
            }
        ]


class WrittenOperation(Outgoing, frozen=True):
    operation: str
    clause: str
    notice: str | UnsetType = UNSET


class WrittenRuling(Outgoing, frozen=True):
    """A ruling as the contract writes it; msgspec encodes it as it is."""

    id: str | None
    rulebook: str
    effects: tuple[str, ...]
    options: tuple[str, ...]
    options_for: str | None
    authority: str | None
    clauses: tuple[str, ...]
    because: str
    operations: tuple[WrittenOperation, ...] | UnsetType = UNSET


def rule_incident(raw: object, shelf: Shelf) -> Ruling:
    """Rules on an incident as JSON gives it; raises Fault where it can't be answered."""
    if not isinstance(raw, Mapping):
        raise Fault(FaultCode.BAD_FIELD, f"an incident is a JSON object, and this is {shown(raw)}")
    if "id" in raw and not isinstance(raw["id"], str):
        raise Fault(FaultCode.BAD_FIELD, f"id must be a string, not {shown(raw['id'])}", "id")
    book = find_rulebook(raw, shelf)
    incident = _read_incident(raw.get("incident"))
    facts = raw.get("facts")
    if facts is None:
        facts = {}
    if not isinstance(facts, Mapping):
        raise Fault(
            FaultCode.BAD_FIELD, f"facts must be a JSON object, not {shown(facts)}", "facts"
        )
    return rule(book, incident, facts, raw.get("id"))


def rule(
    book: Rulebook, incident: Incident, facts: Mapping[str, object], ruling_id: str | None = None
) -> Ruling:
    """Rules on an incident under a rulebook; raises Fault for one its game can't have, or a fact
    missing or wrong.
    """
    _check_possible(book, incident, facts)
    # Anything that a document does not name is handled like whatever it does not cover.
    rows = book.rulings.get(incident) or book.rulings[Incident.UNLISTED]
    row = row_for(incident, rows, _told(incident, facts))
    if isinstance(row, str):
        raise _unusable(incident, row, facts.get(row))
    chooses = Effect.CHOOSE_OPERATION in row.effects
    return Ruling(
        ruling_id,
        book.id,
        incident,
        row.effects,
        row.options,
        row.options_for,
        row.authority,
        row.clauses,
        row.because,
        operations_of(book) if chooses else (),
    )


def operations_of(book: Rulebook) -> tuple[OperationChoice, ...]:
    """What the house may choose for later rounds while the jackpot is down."""
    return tuple(
        OperationChoice(name, operation.clause, operation.notice)
        for name, operation in book.operations.items()
    )


def _read_incident(name: object) -> Incident:
    if name is None:
        raise Fault(
            FaultCode.MISSING_FIELD,
            f"incident is missing; write one of {', '.join(_INCIDENTS)}",
            "incident",
        )
    incident = _INCIDENTS.get(name) if isinstance(name, str) else None
    if incident is None:
        message = f"{shown(name)} is not an incident; write one of {', '.join(_INCIDENTS)}"
        raise Fault(FaultCode.UNKNOWN_INCIDENT, message, "incident")
    return incident


def _check_possible(book: Rulebook, incident: Incident, facts: Mapping[str, object]) -> None:
    if not possible(book, incident):
        raise Fault(
            FaultCode.BAD_FIELD, f"{book.title} can't have the incident {incident}", "incident"
        )
    # A caller who says which device dealt is told if it has no burn to miss.
    device = facts.get("device")
    if incident is Incident.BURN_MISSED and any(
        dealing.device == device and not dealing.burn_before for dealing in book.dealing.values()
    ):
        raise Fault(
            FaultCode.BAD_FIELD, f"{book.title} burns no card with this device", "facts.device"
        )


def _told(incident: Incident, facts: Mapping[str, object]) -> dict[str, Fact]:
    """The facts of an incident that have been told, or have a default."""
    told: dict[str, Fact] = {}
    for name, kind in FACTS.get(incident, {}).items():
        value: Any = facts.get(name)
        if value is None:
            value = DEFAULT_FACTS.get(name)
        if kind.allows(value):
            told[name] = value
    return told


def _unusable(incident: Incident, name: str, value: object) -> Fault:
    """Why a fact that a ruling depends on has not been told."""
    kind = FACTS[incident][name]
    if value is None:
        message = f"the ruling depends on {name}: tell {kind}"
        return Fault(FaultCode.MISSING_FIELD, message, f"facts.{name}")
    message = f"{name} must be {kind}, not {shown(value)}"
    return Fault(FaultCode.BAD_FIELD, message, f"facts.{name}")


def written_ruling(ruling: Ruling) -> WrittenRuling:
    """The ruling as the contract writes it."""
    return WrittenRuling(
        ruling.id,
        ruling.rulebook,
        ruling.effects,
        ruling.options,
        ruling.options_for,
        ruling.authority,
        ruling.clauses,
        ruling.because,
        tuple(
            WrittenOperation(
                choice.operation, choice.clause, UNSET if choice.notice is None else choice.notice
            )
            for choice in ruling.operations
        )
        or UNSET,
    )
