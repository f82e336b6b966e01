"""How records reach PostgreSQL: in two messages and two answers, whatever their number.

The first begins a transaction and asks for its number, from which the positions follow and with
them the hashes; the second brings the records and commits. This is written against libpq's own
functions (``psycopg.pq``), as every command waits here, and the cursors of the driver would take
longer than the server does.
"""

import select
import struct
from collections.abc import Iterable, Sequence
from itertools import chain, repeat

import psycopg
from msgspec.structs import astuple
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult

from pitboss.journal.batch import COLUMNS
from pitboss.journal.port import Head, Record
from pitboss.journal.postgres.server import CHANNEL, STATEMENT_TIMEOUT_S, Connection

POSITION_BITS = 20
"""How many bits of a position count the records within their transaction."""

# The server gives up a statement before this; so no answer means that there is no server any more.
REPLY_TIMEOUT_MS = (STATEMENT_TIMEOUT_S + 15) * 1_000

_HEADS_OF = """
PREPARE heads_of (text[]) AS
SELECT wanted.stream, ends.version, ends.hash
FROM unnest($1) AS wanted (stream)
CROSS JOIN LATERAL (
    SELECT version, hash FROM records WHERE stream = wanted.stream COLLATE "C" ORDER BY version
        DESC LIMIT 1
) AS ends
"""

_NUMBER = f"""
PREPARE number_of_transaction AS
SELECT (pg_current_xact_id()::text::bigint + raised) << {POSITION_BITS} FROM origin
"""

# Every process stores in the same order, by stream and version; so no two of them can wait for each
# other.
_STORE = f"""
PREPARE store (bigint, text[], bigint[], bigint[], text[], bigint[], bytea[], text[], bytea[],
    bytea[]) AS
INSERT INTO records ({", ".join(COLUMNS)})
SELECT $1 + place - 1, stream, version, at_ms, command, number, fingerprint, kind, body, hash
FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10)
WITH ORDINALITY AS new (stream, version, at_ms, command, number, fingerprint, kind, body, hash,
    place)
ORDER BY stream COLLATE "C", version
"""

# A notice within the transaction would make the server commit one transaction at a time, each with
# a wait for the disk. So it follows in one of its own, which need not wait. Should it get lost,
# whoever waits looks for himself soon.
_NOTIFY = f"""
PREPARE notice AS
SELECT set_config('synchronous_commit', 'off', true), pg_notify('{CHANNEL}', '')
"""

# Two statements that are prepared under the names they have.
_BEGIN, _COMMIT = b"BEGIN", b"COMMIT"

_TEXT, _BYTES, _BIGINT = 25, 17, 20
_ARRAY = struct.Struct(">iiIii")
_LENGTH = struct.Struct(">i").pack
_NULL = _LENGTH(-1)
_LONG = struct.Struct(">q")
_ELEMENT = struct.Struct(">iq").pack


COLLISIONS = (psycopg.errors.UniqueViolation, psycopg.errors.DeadlockDetected)
"""Errors that say that somebody else has stored, or is storing, what we wanted to. The connection
stays in order.
"""


class Appender:
    """The messages that store records, on a connection that nobody else uses meanwhile."""

    def __init__(self, connection: Connection) -> None:
        for statement in (_HEADS_OF, _NUMBER, _STORE, _NOTIFY):
            connection.execute(statement.encode())
        self._connection = connection
        self._pq = connection.pgconn
        for word in (_BEGIN, _COMMIT):
            self._pq.prepare(word, word)
        self._readable = select.poll()
        self._readable.register(self._pq.socket, select.POLLIN)
        self._either = select.poll()
        self._either.register(self._pq.socket, select.POLLIN | select.POLLOUT)

    def begin(self, streams: Sequence[str]) -> tuple[int, dict[str, Head]]:
        """Begins a transaction: its first position, and the heads of some streams."""
        self._pq.enter_pipeline_mode()
        self._send(_BEGIN)
        if streams:
            self._send(b"heads_of", [_texts(streams)])
        self._send(b"number_of_transaction")
        self._pq.pipeline_sync()
        self._flush()
        self._answer(ExecStatus.COMMAND_OK)
        heads: dict[str, Head] = {}
        if streams:
            found = self._answer(ExecStatus.TUPLES_OK)
            for row in range(found.ntuples):
                stream, version, digest = (
                    found.get_value(row, column) or b"" for column in range(3)
                )
                heads[stream.decode()] = Head(_LONG.unpack(version)[0], digest)
        number = self._answer(ExecStatus.TUPLES_OK).get_value(0, 0)
        assert number is not None
        self._answer(ExecStatus.PIPELINE_SYNC)
        return _LONG.unpack(number)[0], heads

    def store(self, records: Sequence[Record]) -> None:
        """Stores records in the transaction that was begun, and ends it."""
        _, stream, version, at_ms, command, number, fingerprint, kind, body, digest = zip(
            *map(astuple, records), strict=True
        )
        self._send(
            b"store",
            [
                _LONG.pack(records[0].position),
                _texts(stream),
                _bigints(version),
                _bigints(at_ms),
                _texts(command),
                _bigints(number),
                _bytes(fingerprint),
                _texts(kind),
                _bytes(body),
                _bytes(digest),
            ],
        )
        self._send(_COMMIT)
        self._pq.pipeline_sync()
        self._send(b"notice")
        self._pq.pipeline_sync()
        self._flush()
        try:
            self._answer(ExecStatus.COMMAND_OK)
        except COLLISIONS:
            self._drain(2)
            self._roll_back()
            raise
        if self._answer(ExecStatus.COMMAND_OK).command_status != _COMMIT:
            raise psycopg.OperationalError("the server did not commit the transaction")
        try:
            self._drain(2)
        except psycopg.Error:
            # It is stored. That nobody was told, and that the connection is gone, is for the next
            # call to put right.
            self._connection.close()

    def give_up(self) -> None:
        """Ends the transaction that was begun without having stored anything."""
        self._pq.exit_pipeline_mode()
        self._roll_back()

    def _roll_back(self) -> None:
        self._connection.execute("ROLLBACK")

    def _drain(self, synchronisations: int) -> None:
        """Reads on until the server has passed so many synchronisation points; the connection is
        free again then.
        """
        answered = True
        while synchronisations:
            found = self._result()
            if found is None and not answered:
                raise psycopg.OperationalError("the connection was lost")
            answered = found is not None
            synchronisations -= found is not None and found.status == ExecStatus.PIPELINE_SYNC
        self._pq.exit_pipeline_mode()

    def _send(self, statement: bytes, values: Sequence[bytes] = ()) -> None:
        self._pq.send_query_prepared(
            statement, values, [Format.BINARY] * len(values), Format.BINARY
        )

    def _flush(self) -> None:
        while self._pq.flush():
            # The server may have something to say before it takes the rest.
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
        """The answer to one statement, or its error."""
        found = self._result()
        if found is None:
            raise psycopg.OperationalError("the connection was lost")
        if found.status != expected:
            raise error_from_result(found)
        if expected != ExecStatus.PIPELINE_SYNC:
            # After the answer comes a sign that there is no more of it.
            self._result()
        return found


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


def _bigints(values: Sequence[int]) -> bytes:
    return _ARRAY.pack(1, 0, _BIGINT, len(values), 1) + b"".join(map(_ELEMENT, repeat(8), values))
