"""The statements of a SQLite journal, and how records go through them."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import chain, islice

import apsw
from msgspec.structs import astuple

from pitboss.journal.batch import COLUMNS
from pitboss.journal.port import Checkpoint, Conflict, Head, Record
from pitboss.journal.sqlite.file import transaction

ROWS_PER_STATEMENT = 128

SELECT = f"SELECT {', '.join(COLUMNS)} FROM records"
READ = f"{SELECT} WHERE stream = ? AND version > ? ORDER BY version LIMIT ?"
READ_ALL = f"{SELECT} WHERE position > ? AND position <= ? ORDER BY position LIMIT ?"
LAST = "SELECT coalesce(max(position), 0) FROM records"
FIND_COMMAND = f"{SELECT} WHERE command = ? ORDER BY number"
COUNT = "SELECT count(*) FROM records"
SNAPSHOT = "SELECT stream, version, form, body, digest FROM snapshots WHERE stream = ?"
CHECKPOINT = f"SELECT {', '.join(Checkpoint.__struct_fields__)} FROM checkpoints"
END = f"{SELECT} WHERE stream = ? ORDER BY version DESC LIMIT 1"
HEAD = "SELECT stream, version, hash FROM records WHERE stream = ? ORDER BY version DESC LIMIT 1"

# Goes from name to name through the index, instead of over all records.
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


# One statement, so that of two processes that add a checkpoint of one number only one does.
_ADD_CHECKPOINT = """
INSERT INTO checkpoints SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
WHERE ?1 = (SELECT coalesce(max(number), 0) + 1 FROM checkpoints)
"""


@cache
def _insert(rows: int) -> str:
    marks = f"({', '.join('?' * len(COLUMNS))})"
    return f"INSERT INTO records VALUES {', '.join([marks] * rows)}"


def stored_last(connection: apsw.Connection) -> int:
    return int(connection.execute(LAST).get)


def stored_head(connection: apsw.Connection, stream: str) -> Head | None:
    row = connection.execute(HEAD, (stream,)).fetchone()
    return None if row is None else Head(*row[1:])


def stored_commands(connection: apsw.Connection, commands: Collection[str]) -> list[str]:
    known = "SELECT 1 FROM records WHERE command = ? LIMIT 1"
    return [command for command in commands if connection.execute(known, (command,)).get]


def store(connection: apsw.Connection, records: Sequence[Record]) -> None:
    """All of the records, or none."""
    if len(records) <= ROWS_PER_STATEMENT:
        connection.execute(_insert(len(records)), list(chain.from_iterable(map(astuple, records))))
    else:
        with transaction(connection):
            insert_all(connection, iter(records))


def store_checkpoint(connection: apsw.Connection, checkpoint: Checkpoint) -> None:
    """Stores a checkpoint; raises Conflict where its number is not the one above the last."""
    connection.execute(_ADD_CHECKPOINT, astuple(checkpoint))
    if not connection.changes():
        raise Conflict(("the checkpoints",))


def insert_all(connection: apsw.Connection, records: Iterator[Record]) -> int:
    """Stores records portion by portion; how many."""
    count = 0
    while portion := list(islice(records, ROWS_PER_STATEMENT)):
        connection.execute(_insert(len(portion)), list(chain.from_iterable(map(astuple, portion))))
        count += len(portion)
    return count
