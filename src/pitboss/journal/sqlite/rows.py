"""The SQL statements of a SQLite journal, and the functions that run them."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import islice

import apsw
import msgspec
from msgspec.structs import astuple

from pitboss.journal.batch import COLUMNS
from pitboss.journal.port import Checkpoint, Conflict, Head, Record, SealedSegment
from pitboss.journal.sqlite.short_form import ShortForm

ROWS_PER_STATEMENT = 128

SELECT = f"SELECT {', '.join(COLUMNS)} FROM records"
READ = f"{SELECT} WHERE stream = ? AND version > ? ORDER BY version LIMIT ?"
READ_ALL = f"{SELECT} WHERE position > ? AND position <= ? ORDER BY position LIMIT ?"
# The positions between which a look back goes, and how many records that is.
LOOKED_BACK = """
SELECT coalesce(min(position), 0), coalesce(max(position), 0), count(*) FROM (
    SELECT position FROM records WHERE position > ? AND position <= ?
    ORDER BY position DESC LIMIT ?
)
"""
READ_BACK = f"{SELECT} WHERE position BETWEEN ? AND ? ORDER BY position DESC"
_LISTED = "SELECT value FROM json_each(?)"
# A kind is stored under a number for each list of texts it has had, or by name.
_NUMBERS_OF_KINDS = f"""
    WITH named(name) AS ({_LISTED})
    SELECT name FROM named UNION ALL SELECT id FROM kinds WHERE name IN (SELECT name FROM named)
"""
READ_BACK_KINDS = f"""
{SELECT} WHERE position BETWEEN ? AND ? AND kind IN ({_NUMBERS_OF_KINDS}) ORDER BY position DESC
"""
READ_BUT = f"""
{SELECT} WHERE position > ? AND position <= ? AND (
    stream NOT IN (SELECT id FROM streams WHERE name IN ({_LISTED}))
    OR kind IN ({_NUMBERS_OF_KINDS})
)
ORDER BY position LIMIT ?
"""
LAST = "SELECT coalesce(max(position), 0) FROM records"
FIND_COMMAND = f"{SELECT} WHERE command = ? ORDER BY number"
# Counting all rows uses the smallest index; few rows are in segments as well.
COUNT = """
SELECT (SELECT count(*) FROM records) - (SELECT count(*) FROM records WHERE position <= ?)
"""
SEGMENTS = f"SELECT {', '.join(SealedSegment.__struct_fields__)} FROM segments ORDER BY number"
HAS_SEGMENTS = "SELECT count(*) FROM sqlite_schema WHERE name = 'segments'"
SNAPSHOT = "SELECT stream, version, form, body, digest FROM snapshots WHERE stream = ?"
CHECKPOINT = f"SELECT {', '.join(Checkpoint.__struct_fields__)} FROM checkpoints"
END = f"{SELECT} WHERE stream = ? ORDER BY version DESC LIMIT 1"
HEAD = "SELECT stream, version, hash FROM records WHERE stream = ? ORDER BY version DESC LIMIT 1"

# Skips from name to name through the index instead of scanning all records.
HEADS = """
WITH RECURSIVE names (stream) AS (
    SELECT min(stream) FROM records
    UNION ALL
    SELECT (SELECT min(stream) FROM records WHERE stream > names.stream)
        FROM names WHERE names.stream IS NOT NULL
)
SELECT records.stream, records.version, records.hash FROM names
JOIN records ON records.stream = names.stream
    AND records.version = (SELECT max(version) FROM records WHERE stream = names.stream)
"""


# One statement, so that only one of two processes adding the same number succeeds.
_ADD_CHECKPOINT = """
INSERT INTO checkpoints SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
WHERE ?1 = (SELECT coalesce(max(number), 0) + 1 FROM checkpoints)
"""


_ADD_SEGMENT = """
INSERT INTO segments SELECT ?1, ?2, ?3, ?4, ?5, ?6
WHERE ?1 = (SELECT coalesce(max(number), 0) + 1 FROM segments)
"""

# In order of position, so that what remains of a stream is always its tail.
_DROP = """
DELETE FROM records WHERE position IN (
    SELECT position FROM records AS old
    WHERE position <= (SELECT coalesce(max(last), 0) FROM segments)
        AND stream NOT IN (SELECT value FROM json_each(?))
        AND EXISTS (
            SELECT 1 FROM records AS later
            WHERE later.stream = old.stream AND later.version = old.version + 1
        )
    ORDER BY position LIMIT ?
)
"""


@cache
def _insert(rows: int) -> str:
    placeholders = f"({', '.join('?' * len(COLUMNS))})"
    return f"INSERT INTO records VALUES {', '.join([placeholders] * rows)}"


def stored_last(connection: apsw.Connection) -> int:
    return int(connection.execute(LAST).get)


def stored_head(connection: apsw.Connection, stream: str | int) -> Head | None:
    row = connection.execute(HEAD, (stream,)).fetchone()
    return None if row is None else Head(*row[1:])


def stored_commands(
    connection: apsw.Connection, short: ShortForm, commands: Collection[str]
) -> list[str]:
    known = "SELECT 1 FROM records WHERE command = ? LIMIT 1"
    return [
        command for command in commands if connection.execute(known, (short.command(command),)).get
    ]


def store(connection: apsw.Connection, short: ShortForm, records: Sequence[Record]) -> None:
    """Stores all of the records, or none."""
    if len(records) <= ROWS_PER_STATEMENT:
        try:
            values = short.values(records)
        except KeyError:
            # A new name is stored in the same transaction, below.
            pass
        else:
            connection.execute(_insert(len(records)), values)
            return
    with short.writing(connection):
        insert_all(connection, short, iter(records))


def store_checkpoint(connection: apsw.Connection, checkpoint: Checkpoint) -> None:
    """Stores a checkpoint; raises Conflict if its number is not one above the last."""
    connection.execute(_ADD_CHECKPOINT, astuple(checkpoint))
    if not connection.changes():
        raise Conflict(("the checkpoints",))


def store_seal(
    connection: apsw.Connection,
    short: ShortForm,
    segment: SealedSegment,
    records: Sequence[Record],
) -> None:
    """Stores a segment's entry together with the records that announce it; raises Conflict if its
    number is not one above the last.
    """
    with short.writing(connection):
        add_segment(connection, segment)
        insert_all(connection, short, iter(records))


def add_segment(connection: apsw.Connection, segment: SealedSegment) -> None:
    connection.execute(_ADD_SEGMENT, astuple(segment))
    if not connection.changes():
        raise Conflict(("the segments",))


def drop_sealed(connection: apsw.Connection, keep: Collection[str | int], limit: int) -> int:
    """Deletes rows whose records are in segments, except the last of each stream. Returns how
    many.
    """
    connection.execute(_DROP, (msgspec.json.encode(list(keep)).decode(), limit))
    return connection.changes()


def insert_all(connection: apsw.Connection, short: ShortForm, records: Iterator[Record]) -> int:
    """Stores records in batches, with any new names, and returns how many. Only within
    ``short.writing``.
    """
    count = 0
    while batch := list(islice(records, ROWS_PER_STATEMENT)):
        short.learn(connection, batch)
        connection.execute(_insert(len(batch)), short.values(batch))
        count += len(batch)
    return count
