"""Single bits flipped in a stored journal: in a column of a row, and in the bytes of the file."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import apsw
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.audit import audit
from pitboss.journal.port import JournalError
from pitboss.journal.sqlite.journal import SqliteJournal
from tests import checkpoints
from tests.audit.histories import History

KEY = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)

ROWS = {
    "records": (
        "position",
        ["stream", "version", "at_ms", "command", "number", "entry", "kind", "body", "hash"],
    ),
    "streams": ("id", ["name"]),
    "kinds": ("id", ["name"]),
    "checkpoints": (
        "number",
        ["at_ms", "position", "heads", "root", "previous", "key", "signature"],
    ),
}
"""What is evidence: the tables with their keys and other columns. Snapshots are none; a text of a
kind that no body has says nothing.
"""

Value = int | str | bytes


class Flip(NamedTuple):
    """A bit in a column of a row."""

    table: str
    key: int
    column: str
    bit: int


def store(path: Path, seed: int, steps: int = 110) -> None:
    """A journal with some rounds and a few checkpoints, in a file by itself."""
    journal = SqliteJournal(path)
    history = History(journal, seed, tables=2, wild=0.1)
    for part in range(3):
        history.play(steps // 3)
        checkpoints.take(journal, KEY, part)
    history.play(5)
    history.casino.close()


def bits_of(value: Value) -> int:
    """How many bits a stored value has."""
    if isinstance(value, int):
        return 64
    return 8 * len(value.encode() if isinstance(value, str) else value)


def flipped(value: Value, bit: int) -> int | bytes:
    """The value with one bit changed; a text becomes bytes, as it may be one no longer."""
    if isinstance(value, int):
        # The highest bit is the sign, as the database stores it.
        return value ^ (-(1 << 63) if bit == 63 else 1 << bit)
    raw = bytearray(value.encode() if isinstance(value, str) else value)
    raw[bit // 8] ^= 1 << (bit % 8)
    return bytes(raw)


class Rows:
    """A stored journal whose rows are changed by a bit, audited, and put right again."""

    def __init__(self, path: Path, seed: int) -> None:
        store(path, seed)
        self._path = path
        self._random = Random(seed)
        self._write = apsw.Connection(str(path))
        self._write.execute(
            "PRAGMA synchronous = OFF; DROP TRIGGER records_stay; DROP TRIGGER records_are_kept; "
            "DROP TRIGGER streams_stay; DROP TRIGGER kinds_stay"
        )
        self._read = SqliteJournal(path, read_only=True)
        report = audit(self._read, file=path)
        assert report.problem is None, f"seed {seed}: {report.problem.sentence}"
        self.records = report.counts.records
        self._keys = {
            table: [row[0] for row in self._write.execute(f"SELECT {key} FROM {table}")]
            for table, (key, _) in ROWS.items()
        }

    def flips(self, count: int) -> Iterator[tuple[Flip, bool]]:
        """So many bits, one after another; each with whether it was found."""
        done = 0
        while done < count:
            # There are few checkpoints and names, so they are given more than their share.
            table = self._random.choices(tuple(ROWS), (16, 1, 1, 4))[0]
            key_column, columns = ROWS[table]
            key = self._random.choice(self._keys[table])
            column = self._random.choice([key_column, *columns])
            value = self._write.execute(
                f"SELECT {column} FROM {table} WHERE {key_column} = ?", (key,)
            ).get
            if not value and not isinstance(value, int):
                continue
            flip = Flip(table, key, column, self._random.randrange(bits_of(value)))
            changed = flipped(value, flip.bit)
            try:
                self._set(table, key_column, key, column, changed, isinstance(value, str))
            except apsw.ConstraintError:
                # No database could hold that: it would stand twice.
                continue
            done += 1
            now = changed if column == key_column and isinstance(changed, int) else key
            yield flip, self._found(table)
            self._set(table, key_column, now, column, value, isinstance(value, str))

    def _set(
        self, table: str, key_column: str, key: int, column: str, value: Value, text: bool
    ) -> None:
        new = "CAST(? AS TEXT)" if text else "?"
        raw = value.encode() if isinstance(value, str) else value
        self._write.execute(
            f"UPDATE {table} SET {column} = {new} WHERE {key_column} = ?", (raw, key)
        )

    def _found(self, table: str) -> bool:
        if table not in {"streams", "kinds"}:
            return not audit(self._read, file=self._path).content
        # Who has a journal open has read these already.
        with closing(SqliteJournal(self._path, read_only=True)) as journal:
            return not audit(journal, file=self._path).content

    def close(self) -> None:
        """Audits once more, as everything has been put right again, and lets go."""
        report = audit(self._read, file=self._path)
        assert report.content, report.problem
        self._read.close()
        self._write.close()


class Bytes:
    """The file of a stored journal, whose bytes are changed by a bit."""

    def __init__(self, path: Path, seed: int) -> None:
        store(path, seed)
        self._path = path
        self._random = Random(seed)
        self._right = _dump(path)
        assert self._right is not None
        assert self._found() is False

    def flips(self, count: int) -> Iterator[tuple[int, int, str]]:
        """So many bits: the byte, the bit, and ``found``, ``without effect`` or ``missed``."""
        size = self._path.stat().st_size
        for _ in range(count):
            at, bit = self._random.randrange(size), self._random.randrange(8)
            self._flip(at, bit)
            outcome = (
                "found"
                if self._found()
                else "without effect"
                if _dump(self._path) == self._right
                else "missed"
            )
            self._flip(at, bit)
            yield at, bit, outcome

    def _flip(self, at: int, bit: int) -> None:
        with self._path.open("r+b") as file:
            file.seek(at)
            byte = file.read(1)[0]
            file.seek(at)
            file.write(bytes([byte ^ (1 << bit)]))

    def _found(self) -> bool:
        try:
            journal = SqliteJournal(self._path, read_only=True)
        except (JournalError, apsw.Error):
            return True
        try:
            return not audit(journal, file=self._path).content
        except apsw.Error:
            # A table has lost a column, say; the command line tells it as it is.
            return True
        finally:
            journal.close()


def _dump(path: Path) -> list[object] | None:
    """All rows that are evidence; None where they can't be read."""
    connection = apsw.Connection(str(path), apsw.SQLITE_OPEN_READONLY)
    try:
        return [
            row
            for table, (key, columns) in ROWS.items()
            for row in connection.execute(
                f"SELECT {key}, {', '.join(columns)} FROM {table} ORDER BY {key}"
            )
        ]
    except (apsw.Error, UnicodeDecodeError):
        return None
    finally:
        connection.close()
