"""Appending to PostgreSQL in one round trip, whatever the number of records.

The message locks the streams involved, checks those that were only looked at, stores and commits. A
position is derived from the transaction's number, and the hash covers the position; so the server
computes both and returns them. This is written against libpq itself (``psycopg.pq``) because every
command waits here, and the driver's cursors would take longer than the server does.
"""

import select
import struct
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, repeat
from zlib import crc32

import psycopg
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult

from pitboss.journal.batch import COLUMNS
from pitboss.journal.chain import START, between_position_and_body
from pitboss.journal.port import Head, Record, Unit
from pitboss.journal.postgres.server import CHANNEL, STATEMENT_TIMEOUT_S, STREAMS, Connection

POSITION_BITS = 20
"""The low bits of a position, which count the records within their transaction."""

# The server abandons a statement before this, so no reply means that the server is gone.
REPLY_TIMEOUT_MS = (STATEMENT_TIMEOUT_S + 15) * 1_000

# Streams are hashed onto this many locks: the server has room for some thousands, however many
# streams a call writes to.
STREAM_LOCKS = 4_096

# A writer holds an exclusive lock on each stream it writes to and a shared one on each stream it
# depends on, until the transaction ends. This is a separate statement because the next one must see
# what was committed while this one waited. All lock in the same order, so there are no deadlocks.
_LOCK = f"""
PREPARE lock_streams (bigint[], bigint[]) AS
SELECT count(CASE written
    WHEN 1 THEN pg_advisory_xact_lock({STREAMS}, key::int)
    ELSE pg_advisory_xact_lock_shared({STREAMS}, key::int)
END)
FROM unnest($1, $2) AS wanted (key, written)
"""

# True if all streams that were looked at still have the same versions.
_UNMOVED = """NOT EXISTS (
    SELECT FROM unnest({streams}, {versions}) AS looked (stream, version)
    WHERE looked.version <> coalesce((
        SELECT max(stored.version) FROM records AS stored
        WHERE stored.stream = looked.stream COLLATE "C"
    ), 0)
)"""

# Only this process can find a command in the archive, in the segments it knows of. If another
# process has sealed one since, nothing is stored until this one has looked again.
_ALL_SEGMENTS = "(SELECT count(*) FROM segments) = $13"

_FIRST = f"""(
    SELECT (pg_current_xact_id()::text::bigint + raised) << {POSITION_BITS} AS first
    FROM origin OFFSET 0
) AS transaction"""

# A single record is the most frequent case, and takes half the time without arrays.
_STORE_ONE = f"""
PREPARE store_one (text, bigint, bigint, text, bigint, bytea, text, bytea, bytea, bytea,
    text[], bigint[], bigint) AS
INSERT INTO records ({", ".join(COLUMNS)})
SELECT first, $1, $2, $3, $4, $5, $6, $7, $8, sha256($10 || int8send(first) || $9 || $8)
FROM {_FIRST}
WHERE {_ALL_SEGMENTS} AND {_UNMOVED.format(streams="$11", versions="$12")}
RETURNING position, hash
"""

# Every process inserts in the same order, by stream and version, so there are no deadlocks.
_STORE = f"""
PREPARE store (text[], bigint[], bigint[], text[], bigint[], bytea[], text[], bytea[], bytea[],
    bytea[], text[], bigint[], bigint) AS
INSERT INTO records ({", ".join(COLUMNS)})
SELECT first + place - 1, stream, version, at_ms, command, number, entry, kind, body,
    chain(start, first + place - 1, rest || body)
    OVER (PARTITION BY stream COLLATE "C" ORDER BY version ROWS UNBOUNDED PRECEDING)
FROM {_FIRST}
CROSS JOIN unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
WITH ORDINALITY AS new (stream, version, at_ms, command, number, entry, kind, body, rest,
    start, place)
WHERE {_ALL_SEGMENTS} AND {_UNMOVED.format(streams="$11", versions="$12")}
ORDER BY stream COLLATE "C", version
RETURNING position, hash
"""

# A NOTIFY within the transaction would make the server commit one transaction at a time, each
# waiting for the disk. So it follows in a separate transaction, which need not wait. If it gets
# lost, subscribers poll soon anyway.
_NOTIFY = f"""
PREPARE notice AS
SELECT set_config('synchronous_commit', 'off', true), pg_notify('{CHANNEL}', '')
"""

_TEXT, _BYTES, _BIGINT = 25, 17, 20
_ARRAY = struct.Struct(">iiIii")
_LENGTH = struct.Struct(">i").pack
_NULL = _LENGTH(-1)
_LONG = struct.Struct(">q")
_ELEMENT = struct.Struct(">iq").pack


COLLISIONS = (psycopg.errors.UniqueViolation, psycopg.errors.DeadlockDetected)
"""Errors saying that somebody else has stored, or is storing, what we wanted to. The connection
remains usable.
"""


class Appender:
    """Sends records to the server, on a connection that nobody else uses meanwhile."""

    def __init__(self, connection: Connection) -> None:
        for statement in (_LOCK, _STORE_ONE, _STORE, _NOTIFY):
            connection.execute(statement.encode())
        self._connection = connection
        self._pq = connection.pgconn
        self._noticing = False
        self._readable = select.poll()
        self._readable.register(self._pq.socket, select.POLLIN)
        self._either = select.poll()
        self._either.register(self._pq.socket, select.POLLIN | select.POLLOUT)

    def rest(self) -> None:
        """Reads the pending reply to the last notice, which frees the connection for anything else.
        An error means that the connection was lost.
        """
        if self._noticing:
            self._noticing = False
            self._drain(1)
        while self._readable.poll(0):
            # Unsolicited input: the server is saying goodbye.
            self._pq.consume_input()

    def store(
        self,
        units: Sequence[Unit],
        heads: Mapping[str, Head],
        looked: Mapping[str, int],
        segments: int,
    ) -> list[list[Record]] | None:
        """Stores units in one transaction, on top of ``heads``. Returns None, having stored
        nothing, if a stream that was looked at has moved on or the number of segments is not
        ``segments``.
        """
        rows = _rows(units, heads)
        self._pq.enter_pipeline_mode()
        names = tuple(looked)
        self._send(b"lock_streams", _locks(tuple({row[0]: None for row in rows}), names))
        looks: list[bytes | None] = [
            _names(names),
            _bigints(looked.values()),
            _LONG.pack(segments),
        ]
        if len(rows) == 1:
            self._send(b"store_one", _values(rows[0]) + looks)
        else:
            self._send(b"store", _columns(rows) + looks)
        # Whatever is between two sync points is one transaction.
        self._pq.pipeline_sync()
        self._send(b"notice")
        self._pq.pipeline_sync()
        self._flush()
        self._noticing = True
        try:
            self._answer(ExecStatus.TUPLES_OK)
            stored = self._answer(ExecStatus.TUPLES_OK)
        except COLLISIONS:
            self._noticing = False
            self._drain(2)
            raise
        # It is committed once the server reports having passed the sync point.
        self._answer(ExecStatus.PIPELINE_SYNC)
        return _records(units, rows, stored)

    def _drain(self, sync_points: int) -> None:
        """Reads until the server has passed this many sync points, which frees the connection."""
        answered = True
        while sync_points:
            result = self._result()
            if result is None and not answered:
                raise psycopg.OperationalError("the connection was lost")
            answered = result is not None
            sync_points -= result is not None and result.status == ExecStatus.PIPELINE_SYNC
        self._pq.exit_pipeline_mode()

    def _send(self, statement: bytes, values: Sequence[bytes | None] = ()) -> None:
        self._pq.send_query_prepared(
            statement, values, [Format.BINARY] * len(values), Format.BINARY
        )

    def _flush(self) -> None:
        while self._pq.flush():
            # The server may have to send something before it accepts the rest.
            for _, event in self._wait(self._either):
                if event & select.POLLIN:
                    self._pq.consume_input()

    def _wait(self, poll: select.poll) -> list[tuple[int, int]]:
        events = poll.poll(REPLY_TIMEOUT_MS)
        if not events:
            raise psycopg.OperationalError("the server does not answer")
        return events

    def _result(self) -> PGresult | None:
        while self._pq.is_busy():
            self._wait(self._readable)
            self._pq.consume_input()
        return self._pq.get_result()

    def _answer(self, expected: ExecStatus) -> PGresult:
        """The reply to one statement; raises its error."""
        result = self._result()
        if result is None:
            raise psycopg.OperationalError("the connection was lost")
        if result.status != expected:
            raise error_from_result(result)
        if expected != ExecStatus.PIPELINE_SYNC:
            # The reply is followed by an end marker.
            self._result()
        return result


Row = tuple[str, int, int, str, int, bytes | None, str, bytes, bytes, bytes]
"""A record without its position and hash, plus what the server needs to compute the hash."""


def _rows(units: Sequence[Unit], heads: Mapping[str, Head]) -> list[Row]:
    rows: list[Row] = []
    for unit in units:
        command, at_ms = unit.command, unit.at_ms
        entry: bytes | None = unit.entry
        number = 0
        for part in unit.parts:
            stream, version = part.stream, part.expected
            head = heads.get(stream)
            start = START if head is None else head.hash
            for new in part.records:
                version += 1
                kind, body = new.kind, new.body
                rest = between_position_and_body(
                    stream, version, at_ms, command, number, entry, kind, body
                )
                rows.append(
                    (stream, version, at_ms, command, number, entry, kind, body, rest, start)
                )
                entry = None
                number += 1
    return rows


def _values(row: Row) -> list[bytes | None]:
    stream, version, at_ms, command, number, entry, kind, body, rest, start = row
    return [
        stream.encode(),
        _LONG.pack(version),
        _LONG.pack(at_ms),
        command.encode(),
        _LONG.pack(number),
        entry,
        kind.encode(),
        body,
        rest,
        start,
    ]


def _columns(rows: Sequence[Row]) -> list[bytes | None]:
    stream, version, at_ms, command, number, entry, kind, body, rest, start = zip(
        *rows, strict=True
    )
    return [
        _texts(stream),
        _bigints(version),
        _bigints(at_ms),
        _texts(command),
        _bigints(number),
        _bytes(entry),
        _texts(kind),
        _bytes(body),
        _bytes(rest),
        _bytes(start),
    ]


def _records(
    units: Sequence[Unit], rows: Sequence[Row], stored: PGresult
) -> list[list[Record]] | None:
    """The records of the units, with the positions and hashes the server returned, in whatever
    order.
    """
    if not stored.ntuples:
        return None
    if len(rows) == 1:
        # The most frequent case.
        position, digest = stored.get_value(0, 0) or b"", stored.get_value(0, 1) or b""
        return [[Record(_LONG.unpack(position)[0], *rows[0][:8], digest)]]
    places = sorted(
        (_LONG.unpack(stored.get_value(row, 0) or b"")[0], stored.get_value(row, 1) or b"")
        for row in range(stored.ntuples)
    )
    records = iter(
        [
            Record(position, *row[:8], digest)
            for (position, digest), row in zip(places, rows, strict=True)
        ]
    )
    return [list(islice(records, sum(len(part.records) for part in unit.parts))) for unit in units]


# A table writes to and depends on the same streams again and again.
@lru_cache(4_096)
def _locks(written: tuple[str, ...], looked: tuple[str, ...]) -> tuple[bytes, bytes]:
    """The lock keys of streams, and whether each lock is exclusive."""
    keys = dict.fromkeys(map(_lock_of, looked), 0) | dict.fromkeys(map(_lock_of, written), 1)
    locks, writers = zip(*sorted(keys.items()), strict=True)
    return _bigints(locks), _bigints(writers)


def _lock_of(stream: str) -> int:
    return crc32(stream.encode()) % STREAM_LOCKS


@lru_cache(4_096)
def _names(streams: tuple[str, ...]) -> bytes:
    return _texts(streams)


def _texts(values: Iterable[str]) -> bytes:
    return _array(_TEXT, [value.encode() for value in values])


def _bytes(values: Sequence[bytes | None]) -> bytes:
    if None not in values:
        return _array(_BYTES, values)  # type: ignore[arg-type]  # there is no None among them
    elements = (_NULL if value is None else _LENGTH(len(value)) + value for value in values)
    return _ARRAY.pack(1, 1, _BYTES, len(values), 1) + b"".join(elements)


def _array(kind: int, values: Sequence[bytes]) -> bytes:
    elements = chain.from_iterable(zip(map(_LENGTH, map(len, values)), values, strict=True))
    return _ARRAY.pack(1, 0, kind, len(values), 1) + b"".join(elements)


def _bigints(values: Collection[int]) -> bytes:
    return _ARRAY.pack(1, 0, _BIGINT, len(values), 1) + b"".join(map(_ELEMENT, repeat(8), values))
