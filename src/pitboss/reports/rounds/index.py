"""Which rounds there were, and who was in them: an index beside the journal, so that a search need
not read it all.

It is built from the journal in batches, never while a command waits, and is a separate file. It
proves nothing, and the auditor does not use it; the doctor compares it with the journal. If it is
missing, damaged or from another journal, it is rebuilt, and until it has caught up a search reads
the journal itself.
"""

import logging
import os
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw
import msgspec

from pitboss.casino.history import OPENED
from pitboss.casino.stream_ids import table_of, table_stream
from pitboss.conditions import Condition
from pitboss.journal.port import Journal, JournalError, Record
from pitboss.journal.sqlite.file import transaction
from pitboss.kernel.money import Cents, format_cents
from pitboss.reports.rounds.summary import RoundSummary
from pitboss.reports.rounds.sums import settled_sums

_log = logging.getLogger("pitboss.reports")

INDEX_NAME = "rounds.db"
"""Its file, in the data folder."""

FORM = 2
"""A new form of the tables below gets a new number, and the index is rebuilt."""

RECORDS_A_TURN = 1_000
RECORDS_A_SEARCH = 10_000
"""The most records that a search waits for before it reads the journal itself."""

EVERY_S = 5.0
_PAUSE_S = 0.02

_TABLES = f"""
PRAGMA user_version = {FORM};
CREATE TABLE reached (
    one INTEGER PRIMARY KEY, position INTEGER NOT NULL, hash BLOB NOT NULL
) STRICT;
INSERT INTO reached VALUES (1, 0, x'');
CREATE TABLE rounds (
    stream  TEXT    NOT NULL,
    version INTEGER NOT NULL,
    at_ms   INTEGER NOT NULL,
    summary BLOB    NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX rounds_by_time ON rounds (at_ms, stream, version);
CREATE INDEX rounds_by_table ON rounds (stream, at_ms, version);
CREATE TABLE players (
    player  TEXT    NOT NULL,
    at_ms   INTEGER NOT NULL,
    stream  TEXT    NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (player, at_ms, stream, version)
) STRICT, WITHOUT ROWID;
"""

ROUNDS_A_LOOK = 200
_BACK = """
SELECT at_ms, stream, version, summary FROM {}
WHERE {} AND at_ms >= ? AND (at_ms, stream, version) < (?, ?, ?)
ORDER BY at_ms DESC, stream DESC, version DESC LIMIT ?
"""
_OF_PLAYER = _BACK.format(
    "(SELECT players.*, summary FROM players JOIN rounds USING (stream, version))", "player = ?"
)
_OF_TABLE = _BACK.format("rounds", "stream = ?")
_OF_ALL = _BACK.format("rounds", "?")


class DamagedIndex(Exception):
    """The index is damaged. It has been dropped, and will be rebuilt."""


class _Opened(msgspec.Struct):
    round: str


class _Bet(msgspec.Struct):
    player: str


class _Round(msgspec.Struct):
    """A round as far as it is known, and where it began."""

    version: int
    round: str
    table: str
    at_ms: int
    players: list[str] = []
    marks: set[str] = set()
    staked: Cents | None = None
    net: Cents | None = None

    def summary(self) -> RoundSummary:
        marks = self.marks
        return RoundSummary(
            round=self.round,
            table=self.table,
            at_ms=self.at_ms,
            players=self.players,
            outcome="void" if "void" in marks else "settled" if "settled" in marks else "running",
            irregular="irregular" in marks,
            jackpot="jackpot" in marks,
            staked=None if self.staked is None else format_cents(self.staked),
            net=None if self.net is None else format_cents(self.net),
        )


_MARKS = {
    "round-voided/1": "void",
    "round-settled/1": "settled",
    "incident-reported/1": "irregular",
    "jackpot-claimed/1": "jackpot",
}
_read_opened = msgspec.json.Decoder(_Opened).decode
_read_bet = msgspec.json.Decoder(_Bet).decode
_read_round = msgspec.json.Decoder(_Round).decode
_write = msgspec.json.Encoder().encode


class RoundIndex:
    """The index of a journal, in a file or, without one, in memory. Thread-safe."""

    def __init__(self, journal: Journal, path: Path | None = None) -> None:
        self._journal = journal
        self._path = path
        self._lock = threading.Lock()
        self._fault = Condition(_log)
        self._database: apsw.Connection | None = None
        # How far this process has read, and the last round of each table, which may continue.
        self.reached = 0
        self._last: dict[str, _Round] = {}

    def run(self, stop: threading.Event, every_s: float = EVERY_S) -> None:
        """Keeps up with the journal until it is asked to stop."""
        while not stop.wait(every_s):
            with suppress(JournalError):
                while not self.catch_up(RECORDS_A_TURN) and not stop.wait(
                    _PAUSE_S if self.reached else every_s
                ):
                    pass

    def catch_up(self, most: int = RECORDS_A_SEARCH) -> bool:
        """Reads what is new, up to a maximum of records; returns whether that was all. If the index
        fails, it is rebuilt the next time.
        """
        with self._lock:
            try:
                while most > 0:
                    database = self._opened()
                    after = int(database.execute("SELECT position FROM reached").get)
                    if after != self.reached:
                        # Another process has read further.
                        self._last = {}
                    records = self._journal.read_all(after, min(most, RECORDS_A_TURN))
                    if not records:
                        self._fault.now("", "the index of rounds is up to date again")
                        return True
                    self._take(database, records)
                    most -= len(records)
            except (apsw.Error, OSError, msgspec.DecodeError) as error:
                self._fault.now(f"the index of rounds is made again: {error}")
                self._drop()
        return False

    def rounds(
        self, tables: Collection[str], from_ms: int, to_ms: int, player: str = ""
    ) -> Iterator[RoundSummary] | None:
        """The rounds of some tables, or of a player at them, newest first; None if the index is not
        up to date. Raises DamagedIndex if it turns out to be damaged.
        """
        if not self.catch_up():
            return None
        if player:
            asked: tuple[str, object] = (_OF_PLAYER, player)
        elif len(tables) == 1:
            asked = (_OF_TABLE, table_stream(next(iter(tables))))
        else:
            asked = (_OF_ALL, 1)
        return self._back(*asked, tables, from_ms, to_ms)

    def _back(
        self, question: str, of: object, tables: Collection[str], from_ms: int, to_ms: int
    ) -> Iterator[RoundSummary]:
        before: tuple[object, ...] = (to_ms, "", 0)
        full, wanted = True, frozenset(tables)
        while full:
            with self._lock:
                try:
                    values = (of, from_ms, *before, ROUNDS_A_LOOK)
                    rows: list[Any] = self._opened().execute(question, values).fetchall()
                    rounds = [_read_round(row[-1]) for row in rows]
                except (apsw.Error, msgspec.DecodeError) as error:
                    self._drop()
                    raise DamagedIndex from error
            full = len(rows) == ROUNDS_A_LOOK
            before = tuple(rows[-1][:-1]) if rows else before
            yield from (one.summary() for one in rounds if one.table in wanted)

    def rows(self) -> Iterator["IndexRow"]:
        """Everything that it holds, in order."""
        return readable(self._opened())

    def close(self) -> None:
        """Closes the file; safe to repeat."""
        with self._lock:
            self._let_go()

    # ── the file ──────────────────────────────────────────────────────────────────────────────────

    def _opened(self) -> apsw.Connection:
        if self._database is None:
            self._database = self._ours() or self._anew()
        return self._database

    def _ours(self) -> apsw.Connection | None:
        """The database in the file, if it is an index of this journal."""
        if self._path is None or not self._path.exists():
            return None
        try:
            database = _connect(str(self._path))
            if database.execute("PRAGMA user_version").get == FORM:
                position, digest = database.execute("SELECT position, hash FROM reached").get
                there = self._journal.read_all(position - 1, 1) if position else []
                if not position or (there and there[0].hash == digest):
                    return database
            database.close()
        except (apsw.Error, TypeError):
            pass
        return None

    def _anew(self) -> apsw.Connection:
        name = ":memory:"
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
                # It names players, so nobody else may read it.
                os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
                name = str(self._path)
        database = _connect(name)
        database.execute(_TABLES)
        return database

    def _let_go(self) -> None:
        database, self._database = self._database, None
        self._last = {}
        if database is not None:
            with suppress(apsw.Error):
                database.close(True)

    def _drop(self) -> None:
        self._let_go()
        self.reached = 0
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    # ── taking in ─────────────────────────────────────────────────────────────────────────────────

    def _take(self, database: apsw.Connection, records: Sequence[Record]) -> None:
        changed: dict[tuple[str, int], _Round] = {}
        for record in records:
            if (round := self._after(database, record)) is not None:
                changed[record.stream, round.version] = round
        with transaction(database):
            for (stream, version), one in changed.items():
                database.execute(
                    "INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?)",
                    (stream, version, one.at_ms, _write(one)),
                )
                database.executemany(
                    "INSERT OR IGNORE INTO players VALUES (?, ?, ?, ?)",
                    [(player, one.at_ms, stream, version) for player in one.players],
                )
            last = records[-1]
            database.execute(
                "UPDATE reached SET position = ?, hash = ?", (last.position, last.hash)
            )
        self.reached = last.position

    def _after(self, database: apsw.Connection, record: Record) -> _Round | None:
        """The round that a record changes, if any."""
        kind, stream = record.kind, record.stream
        if kind == OPENED:
            name = _read_opened(record.body).round
            self._last[stream] = _Round(record.version, name, table_of(stream) or "", record.at_ms)
            return self._last[stream]
        if kind != "bet-placed/1" and kind not in _MARKS:
            return None
        one = self._last.get(stream) or self._stored(database, stream)
        if one is None:
            return None
        if kind == "bet-placed/1":
            player = _read_bet(record.body).player
            if player in one.players:
                return None
            one.players.append(player)
        else:
            one.marks.add(_MARKS[kind])
            if kind == "round-settled/1":
                # If it was corrected, the last one stands.
                one.staked, one.net = settled_sums(record.body)
        return one

    def _stored(self, database: apsw.Connection, stream: str) -> _Round | None:
        """The last round of a table as it was when the index was closed."""
        summary = database.execute(
            "SELECT summary FROM rounds WHERE stream = ? ORDER BY version DESC LIMIT 1", (stream,)
        ).get
        if summary is not None:
            self._last[stream] = _read_round(summary)
        return self._last.get(stream)


class IndexRow(msgspec.Struct, frozen=True):
    """One row: a table, the version at which the round begins, and its summary in words."""

    stream: str
    version: int
    what: str


def readable(database: apsw.Connection) -> Iterator[IndexRow]:
    """All rows of an index, in order. The marks of a round are a set, so they are sorted."""
    for stream, version, at_ms, summary in database.execute(
        "SELECT stream, version, at_ms, summary FROM rounds ORDER BY stream, version"
    ):
        one = _read_round(summary)
        said = msgspec.structs.replace(one, marks=set()), sorted(one.marks)
        yield IndexRow(stream, version, f"at {at_ms}: {said}")
    for player, at_ms, stream, version in database.execute(
        "SELECT player, at_ms, stream, version FROM players ORDER BY stream, version, player"
    ):
        yield IndexRow(stream, version, f"{player} at {at_ms}")


def _connect(name: str) -> apsw.Connection:
    database = apsw.Connection(name)
    # Whatever a power cut loses is read from the journal again.
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("PRAGMA trusted_schema = OFF")
    database.set_busy_timeout(1_000)
    return database
