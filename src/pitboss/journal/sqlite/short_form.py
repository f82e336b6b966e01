"""The short form of records in a SQLite file.

Streams and kinds are stored as numbers, an id of 32 hexadecimal digits as 16 bytes, and in a body
or an entry one byte replaces each text that those of its kind repeat. The file describes its own
encoding in its tables ``streams`` and ``kinds``. Only the table is short: what is hashed, read,
copied and archived is the record with all its bytes.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import apsw
import msgspec

from pitboss.journal.batch import Rows, as_heads, as_records, checked
from pitboss.journal.port import Head, NotAJournal, Record
from pitboss.journal.sqlite.dictionary import ENTRY, ENTRY_TEXTS, MOST, texts_of
from pitboss.journal.sqlite.file import transaction

Value = int | str | bytes | None
Ask = Callable[..., Rows]
"""Runs a query."""

_STREAMS = "SELECT id, name FROM streams"
_STREAM = "SELECT id, name FROM streams WHERE name = ?"
_KINDS = "SELECT id, name, texts FROM kinds"
_ENTRY = f"SELECT texts FROM kinds WHERE name = '{ENTRY}'"
_KIND = "SELECT id FROM kinds WHERE name = ? AND texts = ?"

_KindRow = tuple[int, str, str]
_CODES = bytes(range(MOST + 1))
_HEX = re.compile("[0-9a-f]{32}").fullmatch
_LONG = 1000
_BETWEEN = b"\xff"
"""This byte never occurs in UTF-8."""


class KindOnFile(NamedTuple):
    """A kind as stored in a file: its number, its name, and each of its texts with the byte that
    replaces it.
    """

    id: int
    name: str
    texts: tuple[tuple[bytes, bytes], ...]


def short_command(command: str) -> str | bytes:
    """A command's id in the short form."""
    return bytes.fromhex(command) if len(command) == 32 and _HEX(command) else command


class ShortForm:
    """How one journal stores its records: with numbers for names."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._numbers: dict[str, int] = {}
        self._streams: dict[int, str] = {}
        self._kinds: dict[int, KindOnFile] = {}
        self._by_name: dict[str, KindOnFile] = {}
        self._entry_texts: tuple[tuple[bytes, bytes], ...] | None = None

    def forget(self) -> None:
        """Forgets all numbers, as some may not have been stored after all; they are looked up
        again.
        """
        self._numbers, self._streams, self._kinds, self._by_name = {}, {}, {}, {}
        self._entry_texts = None

    # Reading

    def stream(self, name: str, ask: Ask) -> int | str:
        """The value of the stream column for a name."""
        if name not in self._numbers:
            self._note_streams(ask(_STREAM, name))
        return self._numbers.get(name, name)

    def command(self, command: str) -> str | bytes:
        """The value of the command column for an id."""
        return short_command(command)

    def records(self, rows: Rows, ask: Ask) -> list[Record]:
        """Rows of the table of records."""
        try:
            whole = self._whole(rows)
        except KeyError:
            self._read_names(ask)
            try:
                whole = self._whole(rows)
            except KeyError as number:
                raise NotAJournal(
                    f"{self._name}: what is stored is damaged: nothing has the number {number}. "
                    "Restore it from a backup."
                ) from None
        return as_records(whole, self._name)

    def heads(self, rows: Rows, ask: Ask) -> dict[str, Head]:
        """Rows of a stream, a version and a hash."""
        if any(row[0].__class__ is int and row[0] not in self._streams for row in rows):
            self._read_names(ask)
        rows = [(self._streams.get(row[0], row[0]), *row[1:]) for row in rows]  # type: ignore[call-overload]
        return as_heads(rows, self._name)

    def _whole(self, rows: Rows) -> list[tuple[object, ...]]:
        """Rows with their short values expanded. Values of an impossible type are left for the
        caller to report. A value that should have been shortened was not written by us, and queries
        would miss it: that is an error.
        """
        if not rows:
            return []
        # An audit reads the records of years, and going column by column is fastest.
        positions, streams, versions, times, commands, numbers, entries, kinds, bodies, digests = (
            zip(*rows, strict=True)
        )
        types = {*map(type, streams), *map(type, kinds)}, {*map(type, bodies)}
        plain = types == ({int}, {bytes}) and {*map(type, entries)} <= {bytes, type(None)}
        whole = self._bodies(kinds, bodies) if plain else None
        if whole is None:
            return self._row_by_row(rows)
        lengths = {*map(len, commands)} if {*map(type, commands)} == {str} else {32}
        return list(
            zip(
                positions,
                [self._streams[stream] for stream in streams],
                versions,
                times,
                map(self._command, commands, positions) if 32 in lengths else commands,
                numbers,
                self._whole_entries(entries),
                [self._kinds[kind].name for kind in kinds],
                whole,
                digests,
                strict=True,
            )
        )

    def _bodies(self, kinds: Sequence[int], bodies: Sequence[bytes]) -> list[bytes] | None:
        """Bodies with their texts expanded, all of a kind at once; None if one contains the
        separator byte, which no text has.
        """
        places: dict[int, list[int]] = {}
        for place, kind in enumerate(kinds):
            if (known := places.get(kind)) is None:
                known = places[kind] = []
            known.append(place)
        whole = [b""] * len(bodies)
        for kind, of_kind in places.items():
            joined = _BETWEEN.join([bodies[place] for place in of_kind])
            for text, code in self._kinds[kind].texts:
                joined = joined.replace(code, text)
            parts = joined.split(_BETWEEN)
            if len(parts) != len(of_kind):
                return None
            for place, part in zip(of_kind, parts, strict=True):
                whole[place] = part
        return whole

    def _row_by_row(self, rows: Rows) -> list[tuple[object, ...]]:
        """The same row by row, if something is unusual."""
        streams, kinds = self._streams, self._kinds
        whole: list[tuple[object, ...]] = []
        for position, stream, version, at_ms, command, number, entry, kind, body, digest in rows:
            if isinstance(stream, int):
                stream = streams[stream]  # noqa: PLW2901 - expanded in place, as below
            elif isinstance(stream, str):
                raise self._hidden("stream", position)
            command = self._command(command, position)  # noqa: PLW2901
            if isinstance(body, bytes):
                if isinstance(kind, int):
                    _, kind, texts = kinds[kind]  # noqa: PLW2901
                    for text, code in texts:
                        body = body.replace(code, text)  # noqa: PLW2901
                elif len(body.translate(None, _CODES)) == len(body):
                    raise self._hidden("kind", position)
            if isinstance(entry, bytes) and entry:
                entry = self._whole_entry(entry)  # noqa: PLW2901
            whole.append(
                (position, stream, version, at_ms, command, number, entry, kind, body, digest)
            )
        return whole

    def _command(self, command: object, position: object) -> str:
        if isinstance(command, bytes) and len(command) == 16:
            return command.hex()
        if not isinstance(command, str) or (len(command) == 32 and _HEX(command)):
            raise self._hidden("command", position)
        return command

    def _hidden(self, what: str, position: object) -> NotAJournal:
        return NotAJournal(
            f"{self._name}: the {what} of position {position} is not written as Pitboss writes it: "
            "a search does not find it. Restore it from a backup."
        )

    def _read_names(self, ask: Ask) -> None:
        self._note_streams(ask(_STREAMS))
        for row in checked(ask(_KINDS), list[_KindRow], self._name):
            self._note_kind(*row)

    def _note_streams(self, rows: Rows) -> None:
        for number, name in checked(rows, list[tuple[int, str]], self._name):
            if self._numbers.get(name, number) != number:
                raise NotAJournal(
                    f"{self._name}: stream {name} has two numbers, and what is under one of them "
                    "is not found. Restore it from a backup."
                )
            self._streams[number] = name
            self._numbers[name] = number

    def _note_kind(self, number: int, name: str, texts: str) -> None:
        try:
            texts_on_file = msgspec.json.decode(texts, type=list[str])
        except msgspec.DecodeError:
            raise NotAJournal(
                f"{self._name}: the texts of {name} are damaged. Restore it from a backup."
            ) from None
        pairs = tuple((b.encode(), bytes([i])) for i, b in enumerate(texts_on_file, 1))
        if name == ENTRY:
            # A file has one list of them for good, whatever later programs would choose.
            self._entry_texts = self._entry_texts or pairs
            return
        kind = KindOnFile(number, name, pairs)
        self._kinds[number] = kind
        if texts_on_file == list(texts_of(name)):
            self._by_name[name] = kind

    def _whole_entries(self, entries: Sequence[bytes | None]) -> list[bytes | None]:
        """Entries with their texts expanded, all at once."""
        if self._entry_texts is None:
            raise KeyError(ENTRY)
        some = [entry for entry in entries if entry]
        joined = _BETWEEN.join(some)
        for text, code in self._entry_texts:
            joined = joined.replace(code, text)
        whole = iter(joined.split(_BETWEEN))
        if joined.count(_BETWEEN) != max(len(some) - 1, 0):
            return [entry and self._whole_entry(entry) for entry in entries]
        return [next(whole) if entry else entry for entry in entries]

    def _whole_entry(self, entry: bytes) -> bytes:
        if entry.startswith(_BETWEEN):
            return entry[1:]
        for text, code in self._entry_texts or ():
            entry = entry.replace(code, text)
        return entry

    # Writing

    def _short_entry(self, entry: bytes) -> bytes:
        if self._entry_texts is None:
            raise KeyError(ENTRY)
        if len(entry.translate(None, _CODES)) != len(entry) or entry.startswith(_BETWEEN):
            # Not JSON of ours: stored as it is, behind a byte that JSON never has.
            return _BETWEEN + entry
        for text, code in self._entry_texts:
            entry = entry.replace(text, code)
        return entry

    def values(self, records: Iterable[Record]) -> list[Value]:
        """The values of all rows' columns in sequence. Raises KeyError if a name has no number
        yet.
        """
        values: list[Value] = []
        numbers, kinds = self._numbers, self._by_name
        for record in records:
            body, kind = record.body, kinds[record.kind]
            number: int | str = kind.id
            if len(body.translate(None, _CODES)) == len(body):
                if len(body) < _LONG:
                    for text, code in kind.texts:
                        body = body.replace(text, code)
                else:
                    # The same, but faster for long bodies: replace() would search for each text
                    # twice.
                    for text, code in kind.texts:
                        body = code.join(body.split(text))
            else:
                # Not JSON of ours: stored as it is, with the name of its kind.
                number = record.kind
            values += (
                record.position,
                numbers[record.stream],
                record.version,
                record.at_ms,
                short_command(record.command),
                record.number,
                record.entry and self._short_entry(record.entry),
                number,
                body,
                record.hash,
            )
        return values

    def learn(self, connection: apsw.Connection, records: Collection[Record]) -> None:
        """Makes sure that all names have numbers. Only within ``writing``."""
        for name in dict.fromkeys(record.stream for record in records):
            if name in self._numbers:
                continue
            connection.execute("INSERT OR IGNORE INTO streams (name) VALUES (?)", (name,))
            self._note_streams(connection.execute(_STREAM, (name,)).fetchall())
        if self._entry_texts is None:
            stored = connection.execute(_ENTRY).get
            if stored is None:
                stored = msgspec.json.encode(ENTRY_TEXTS).decode()
                connection.execute("INSERT INTO kinds (name, texts) VALUES (?, ?)", (ENTRY, stored))
            self._note_kind(0, ENTRY, stored)
        for name in dict.fromkeys(record.kind for record in records):
            if name in self._by_name:
                continue
            texts = msgspec.json.encode(texts_of(name)).decode()
            number = connection.execute(_KIND, (name, texts)).get
            if number is None:
                connection.execute("INSERT INTO kinds (name, texts) VALUES (?, ?)", (name, texts))
                number = connection.last_insert_rowid()
            self._note_kind(number, name, texts)

    @contextmanager
    def writing(self, connection: apsw.Connection) -> Iterator[None]:
        """Commits everything written in the ``with`` block, numbers of new names included, or
        nothing.
        """
        try:
            with transaction(connection):
                yield
        except BaseException:
            self.forget()
            raise
