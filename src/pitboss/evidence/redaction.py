"""A copy of a journal for outsiders: every record is there, nobody is named, and signatures still
verify.

A record that names somebody is shown without the names and keeps the hash of what was stored: the
house's commitment to it, which an evidence folder of the same record opens. The id of its command
is withheld; it contains random bits, so that nobody can find a name by trying hashes.
"""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pitboss.casino.history import CONCLUDED, OPENED
from pitboss.evidence.credentials import WITHHELD, without_credentials
from pitboss.evidence.forms import Proofs, Row
from pitboss.evidence.proofs import NotSigned, Proof, SignedHeads, written_row
from pitboss.evidence.subjects import CHUNK, Progress
from pitboss.evidence.verify import written
from pitboss.journal.port import Journal, Record
from pitboss.people.events import PEOPLE_STREAM, SYSTEM_NAME

_NAMED = frozenset(("name", "player", "winner", "payer", "payee", "by", "proposed-by", "os-user"))
"""Fields that contain a person's name."""
_LISTED = frozenset(("seeds", "left-out", "under-minimum-settled"))
"""Fields that list names."""
_TYPED = frozenset(
    ("address", "command", "correction", "description", "file", "host", "label", "message", "note",
     "notice", "now", "reason", "seed", "text", "was", "what", "why")
)  # fmt: skip
"""What somebody has typed, or what repeats it: it may contain any name. A seed belongs to one
player, and would allow guessing the player's name.
"""
_KEPT = frozenset(("sealed", "toml", "clauses"))
"""What names nobody: cards that open only with the round's secret, and the text of rules."""
_CARDS = frozenset(("card", "cards", "deck", "hands", "places", "secret", "three"))
_RANDOM = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Pseudonyms:
    """A pseudonym for everybody, the same everywhere: by order of first appearance."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._known)

    def of(self, name: str) -> str:
        if name in ("", SYSTEM_NAME):
            return name
        return self._known.setdefault(name, f"person-{len(self._known) + 1}")

    def hidden(self, event: Any) -> Any:
        """An event without names and without anything people have typed."""
        if isinstance(event, dict):
            return {key: self._field(key, value) for key, value in event.items()}
        return [self.hidden(part) for part in event] if isinstance(event, list) else event

    def _field(self, key: str, value: Any) -> Any:
        if value is None:
            return None
        if key in _NAMED and isinstance(value, str):
            return self.of(value)
        if key in _LISTED and isinstance(value, list):
            return [self.of(name) for name in value]
        if key == "paid" and isinstance(value, dict):
            return {self.of(name): amount for name, amount in value.items()}
        if key == "beside":
            return [[box, self.of(name)] for box, name in value]
        if key in _KEPT:
            return value
        if key in _TYPED or (isinstance(value, str) and self._names_somebody(value)):
            return WITHHELD
        return self.hidden(value)

    def _names_somebody(self, text: str) -> bool:
        """Whether it is a name, or a sentence of ours that contains one."""
        return text in self._known or (" " in text and any(name in text for name in self._known))


class RedactedCopy:
    """The rows of a copy, and what there is to say about them."""

    def __init__(self) -> None:
        self.persons = Pseudonyms()
        self.guessable = 0
        self._commands = 0

    def rows(self, unit: Sequence[Record]) -> Iterator[Row]:
        """What one command led to: unchanged if it names nobody, otherwise all of it without names,
        because its records share the id that is withheld.
        """
        events = [json.loads(record.body) for record in unit]
        shown = [
            self.persons.hidden(without_credentials(event) if of == PEOPLE_STREAM else event)
            for event, of in zip(events, (record.stream for record in unit), strict=True)
        ]
        entry = json.loads(unit[0].entry or b"null")
        if shown == events and self.persons.hidden(entry) == entry:
            yield from (written_row(record, told=False) for record in unit)
            return
        self._commands += 1
        self.guessable += len(unit) * (_RANDOM.search(unit[0].command) is None)
        for record, event in zip(unit, shown, strict=True):
            yield _without(written_row(record, told=False), event, f"command-{self._commands}")


def _without(row: Row, event: Any, command: str) -> Row:
    """A row with this instead of what was stored."""
    redacted = row.copy()
    redacted["command"], redacted["entry"] = command, None
    redacted["body"], redacted["shown"] = None, event
    return redacted


def _cover_cards(rows: list[Row]) -> None:
    """The cards of rounds in progress are still secret."""
    on: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        if row["kind"] == OPENED:
            on[row["stream"]] = []
        if row["kind"] == CONCLUDED:
            on.pop(row["stream"], None)
        elif row["stream"] in on:
            on[row["stream"]].append(place)
    for place in (place for places in on.values() for place in places):
        row = rows[place]
        event = json.loads(row["body"] or "") if row["shown"] is None else row["shown"]
        asked = (json.loads(row["entry"] or "null") or {}).get("command") or {}
        if _CARDS & (event.keys() | asked.keys()):
            covered = {
                key: WITHHELD if key in _CARDS and value is not None else value
                for key, value in event.items()
            }
            rows[place] = _without(row, covered, row["command"])


def redact(
    journal: Journal, progress: Progress, last: int | None = None
) -> tuple[Proof, RedactedCopy]:
    """A copy of a journal up to a checkpoint, by default the last; raises NotSigned if there is
    none. The same journal gives the same copy.
    """
    points, copy = SignedHeads(journal), RedactedCopy()
    last = points.last() if last is None else last
    if last > points.last():
        raise NotSigned(f"{journal.name} has no checkpoint {last}: its last is {points.last()}")
    ends = points.heads(last)
    rows: list[Row] = []
    of = journal.count()
    for unit in _units(journal):
        signed = [one for one in unit if one.stream in ends]
        signed = [one for one in signed if one.version <= ends[one.stream].version]
        rows.extend(copy.rows(signed) if signed else ())
        progress("redacting", len(rows), of)
    _cover_cards(rows)
    proof: Proofs = {
        "form": "pitboss-evidence/1",
        "subject": {"kind": "journal", "name": f"up to checkpoint {last}", "rounds": []},
        "checkpoints": [points.written(number) for number in range(1, last + 1)],
        "anchors": list(points.anchors(last)),
        "before": [],
    }
    return Proof(rows, proof), copy


class UnreadableCopy(Exception):
    """A folder that is not a redacted copy."""


def difference(journal: Journal, folder: Path, progress: Progress) -> str | None:
    """Where a copy differs from what the journal gives up to the same checkpoint; None if it does
    not. For somebody who may see the journal, and can vouch for the copy to others.
    """
    try:
        lines = (folder / "events.jsonl").read_bytes().splitlines(keepends=True)
        points = json.loads((folder / "proof.json").read_bytes())["checkpoints"]
        last = int(points[-1]["number"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UnreadableCopy(f"{folder} holds no redacted copy: {error}") from None
    proof, _ = redact(journal, progress, last)
    for row, line in zip_longest(proof.rows, lines, fillvalue=None):
        if row is None or line is None or written(row, None) != line:
            place = "the end" if row is None else f"position {row['position']}"
            return f"{folder} differs from {journal.name} at {place}"
    if written(proof.proof) != (folder / "proof.json").read_bytes():
        return f"{folder} has other proofs than {journal.name} gives"
    return None


def _units(journal: Journal) -> Iterator[list[Record]]:
    """The records of each command, which are consecutive."""
    unit: list[Record] = []
    after = 0
    while records := journal.read_all(after, CHUNK):
        for record in records:
            if unit and record.command != unit[-1].command:
                yield unit
                unit = []
            unit.append(record)
        after = records[-1].position
    if unit:
        yield unit
