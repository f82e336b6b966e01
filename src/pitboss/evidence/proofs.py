"""Proofs that records were stored and signed: each stretch of a stream up to a record that a signed
checkpoint names, and the path from there to the checkpoint's root.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256

import msgspec

from pitboss.casino.history import CONCLUDED, OPENED
from pitboss.evidence.credentials import credentials_in, without_credentials
from pitboss.evidence.forms import Anchor, Before, Point, Proofs, Row
from pitboss.evidence.subjects import Progress, Subject
from pitboss.journal.chain import leaf, merkle_path
from pitboss.journal.checkpoints import heads_of
from pitboss.journal.port import Checkpoint, Head, Journal, JournalError, NotAJournal, Record


class NotSigned(JournalError):
    """Records after the last checkpoint: nothing proves them yet."""


class Proof(msgspec.Struct, frozen=True):
    """The records in the form of a folder, in the order of their positions, and what proves
    them.
    """

    rows: list[Row]
    proof: Proofs


class SignedHeads:
    """The checkpoints of a journal, found by binary search; those that were used are cached."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        last = journal.last_checkpoint()
        self._last = 0 if last is None else last.number
        self._read: dict[int, Checkpoint] = {}
        self._heads: dict[int, dict[str, Head]] = {}
        self.used: set[int] = set()

    def last(self) -> int:
        """The number of the last checkpoint; raises NotSigned if there is none."""
        if not self._last:
            raise NotSigned(
                f"nothing in {self._journal.name} is signed yet: run 'pitboss checkpoint'"
            )
        return self._last

    def anchors(self, last: int) -> Iterator[Anchor]:
        """Every place where a checkpoint names a later record of a stream than the checkpoint
        before.
        """
        before: dict[str, Head] = {}
        for number in range(1, last + 1):
            heads = self.heads(number)
            for stream, head in heads.items():
                if before.get(stream) != head:
                    yield self.anchor(number, stream)
            before = heads

    def anchor(self, number: int, stream: str) -> Anchor:
        """The path to a checkpoint's root from the record that it names of a stream."""
        heads = self.heads(number)
        streams = sorted(heads)
        leaves = [leaf(one, heads[one]) for one in streams]
        path = merkle_path(leaves, streams.index(stream))
        return {
            "stream": stream,
            "version": heads[stream].version,
            "checkpoint": number,
            "path": [[side, beside.hex()] for side, beside in path],
        }

    def _get(self, number: int) -> Checkpoint:
        if number not in self._read:
            checkpoint = next(self._journal.checkpoints(after=number - 1), None)
            if checkpoint is None:
                raise NotAJournal("checkpoints are numbered without gaps")
            self._read[number] = checkpoint
        return self._read[number]

    def covering(self, record: Record) -> tuple[int, int]:
        """The first checkpoint that covers a record, and the version that it names of its
        stream.
        """
        low, high = 1, self._last + 1
        while low < high:
            middle = (low + high) // 2
            if self._get(middle).position < record.position:
                low = middle + 1
            else:
                high = middle
        if low > self._last:
            raise NotSigned(
                f"position {record.position} of {self._journal.name} came after the last "
                "checkpoint, so nothing proves it yet: run 'pitboss checkpoint', then this again"
            )
        self.used.add(low)
        return low, self.heads(low)[record.stream].version

    def heads(self, number: int) -> dict[str, Head]:
        if number not in self._heads:
            self._heads[number] = heads_of(self._get(number))
        return self._heads[number]

    def written(self, number: int) -> Point:
        """A checkpoint in the form of a folder: its heads only by their hash, because one path is
        enough.
        """
        point = self._get(number)
        return {
            "number": point.number,
            "at_ms": point.at_ms,
            "position": point.position,
            "root": point.root.hex(),
            "previous": point.previous.hex(),
            "key": point.key.hex(),
            "heads": sha256(point.heads).hexdigest(),
            "signature": point.signature.hex(),
        }


def prove(journal: Journal, subject: Subject, progress: Progress) -> Proof:
    """Everything that a folder needs from the journal; raises NotSigned if a record is in no
    checkpoint yet.
    """
    points = SignedHeads(journal)
    records: dict[int, Record] = {}
    befores: list[Before] = []
    anchors: list[Anchor] = []
    for done, (stream, versions) in enumerate(sorted(subject.versions.items())):
        progress("proving", done, len(subject.versions))
        for first, last, checkpoint in _stretches(journal, points, stream, sorted(versions)):
            before = next(journal.read(stream, after=first - 2), None) if first > 1 else None
            if before is not None:
                befores.append({"stream": stream, "version": first, "hash": before.hash.hex()})
            for record in journal.read(stream, after=first - 1):
                if record.version > last:
                    break
                records[record.position] = record
            anchors.append(points.anchor(checkpoint, stream))
    shown = {(one.stream, one.version) for one in records.values()}
    proof: Proofs = {
        "form": "pitboss-evidence/1",
        "subject": {
            "kind": str(subject.kind),
            "name": subject.name,
            "rounds": [round.id for round in subject.rounds],
        },
        "checkpoints": [points.written(number) for number in sorted(points.used)],
        "anchors": anchors,
        "before": [one for one in befores if (one["stream"], one["version"] - 1) not in shown],
    }
    rows = [written_row(records[place], place in subject.told) for place in sorted(records)]
    return Proof(rows, proof)


def _stretches(
    journal: Journal, points: SignedHeads, stream: str, versions: list[int]
) -> Iterator[tuple[int, int, int]]:
    """What must be shown of a stream: from a version to one that a checkpoint names, and that
    checkpoint. Consecutive versions need only one checkpoint, after the last of them.
    """
    while versions:
        first = last = versions[0]
        for version in versions[1:]:
            if version != last + 1:
                break
            last = version
        record = next(journal.read(stream, after=last - 1))
        checkpoint, end = points.covering(record)
        yield first, end, checkpoint
        versions = [version for version in versions if version > end]


def written_row(record: Record, told: bool) -> Row:
    """A record in the form of a folder. Credentials are withheld, and with them the body whose hash
    is shown.
    """
    event = json.loads(record.body)
    held_back = credentials_in(record.stream, event)
    return {
        "position": record.position,
        "stream": record.stream,
        "version": record.version,
        "at_ms": record.at_ms,
        "command": record.command,
        "number": record.number,
        "entry": None if held_back or record.entry is None else record.entry.decode(),
        "kind": record.kind,
        "body": None if held_back else record.body.decode(),
        "shown": without_credentials(event) if held_back else None,
        "hash": record.hash.hex(),
        "of": told,
    }


def rounds_on(rows: Iterable[Row]) -> list[str]:
    """The rounds that begin in some rows and do not end there."""
    on: dict[str, str] = {}
    for row in rows:
        if row["kind"] == OPENED:
            on[row["stream"]] = json.loads(row["body"] or "")["round"]
        elif row["kind"] == CONCLUDED:
            on.pop(row["stream"], None)
    return list(on.values())
