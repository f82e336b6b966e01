"""The SQL statements of a PostgreSQL journal, except those that append."""

from pitboss.journal.batch import COLUMNS
from pitboss.journal.port import Checkpoint, SealedSegment
from pitboss.journal.postgres.append import POSITION_BITS

SELECT = f"SELECT {', '.join(COLUMNS)} FROM records"
READ = f"{SELECT} WHERE stream = %s AND version > %s ORDER BY version LIMIT %s"

# The first position that may not be returned yet. If there are positions that no transaction of
# this cluster can have produced, the journal was restored from another one and nobody has written
# since; then everything may be returned.
END = f"""(
    SELECT CASE
        WHEN (SELECT max(position) FROM records)
            >= (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + raised) << {POSITION_BITS}
        THEN 9223372036854775807
        ELSE (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + raised) << {POSITION_BITS}
    END FROM origin
)"""
READ_ALL = f"{SELECT} WHERE position > %s AND position < {END} ORDER BY position LIMIT %s"
READ_BUT = f"""
{SELECT} WHERE position > %s AND position < {END} AND (stream <> ALL (%s) OR kind = ANY (%s))
ORDER BY position LIMIT %s
"""
# The positions between which a look back goes, and how many records that is.
LOOKED_BACK = f"""
SELECT coalesce(min(position), 0), coalesce(max(position), 0), count(*) FROM (
    SELECT position FROM records WHERE position > %s AND position < least(%s, {END})
    ORDER BY position DESC LIMIT %s
) AS looked
"""
READ_BACK = f"{SELECT} WHERE position BETWEEN %s AND %s ORDER BY position DESC"
READ_BACK_KINDS = f"""
{SELECT} WHERE position BETWEEN %s AND %s AND kind = ANY (%s) ORDER BY position DESC
"""
LAST = f"SELECT coalesce(max(position), 0) FROM records WHERE position < {END}"
LAST_STORED = "SELECT coalesce(max(position), 0) FROM records"
LAST_GIVEN_AND_STORED = f"SELECT ({LAST}), ({LAST_STORED})"

# Skips from name to name through the index instead of scanning all records.
HEADS = """
WITH RECURSIVE ends AS (
    (SELECT stream, version, hash FROM records ORDER BY stream DESC, version DESC LIMIT 1)
    UNION ALL
    SELECT lower.stream, lower.version, lower.hash FROM ends CROSS JOIN LATERAL (
        SELECT stream, version, hash FROM records WHERE stream < ends.stream
        ORDER BY stream DESC, version DESC LIMIT 1
    ) AS lower
)
SELECT stream, version, hash FROM ends
"""

TYPES = ("int8", "text", "int8", "int8", "text", "int4", "bytea", "text", "bytea", "bytea")
COPY = f"COPY records ({', '.join(COLUMNS)}) FROM STDIN (FORMAT BINARY)"

# Raises future positions above all that are stored, so that those may be returned at once.
RAISE = f"""
UPDATE origin SET raised = greatest(raised,
    (SELECT max(position) >> {POSITION_BITS} FROM records) + 1
    - pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
"""

FIND_COMMAND = f"{SELECT} WHERE command = %s ORDER BY number"
HEAD = "SELECT stream, version, hash FROM records WHERE stream = %s ORDER BY version DESC LIMIT 1"
HEADS_OF = """
SELECT wanted.stream, ends.version, ends.hash
FROM unnest(%s::text[]) AS wanted (stream)
CROSS JOIN LATERAL (
    SELECT version, hash FROM records WHERE stream = wanted.stream COLLATE "C" ORDER BY version
        DESC LIMIT 1
) AS ends
"""
ENDS = f"""
SELECT ends.* FROM unnest(%s::text[]) AS wanted (stream)
CROSS JOIN LATERAL (
    {SELECT} WHERE stream = wanted.stream COLLATE "C" ORDER BY version DESC LIMIT 1
) AS ends
"""
COMMANDS_STORED = "SELECT DISTINCT command FROM records WHERE command = ANY(%s)"
POSITION_NOW = (
    f"SELECT (pg_current_xact_id()::text::bigint + raised) << {POSITION_BITS} FROM origin"
)
COUNT = """
SELECT (SELECT count(*) FROM records) - (SELECT count(*) FROM records WHERE position <= %s)
"""
SEGMENTS = f"SELECT {', '.join(SealedSegment.__struct_fields__)} FROM segments ORDER BY number"
ADD_SEGMENT = f"""
INSERT INTO segments ({", ".join(SealedSegment.__struct_fields__)})
SELECT %s, %s, %s, %s, %s, %s WHERE %s = (SELECT coalesce(max(number), 0) + 1 FROM segments)
"""

# Blocks writers while rows are deleted: a later writer then sees the new segment, in which it finds
# the command of a deleted row.
HOLD_WRITERS = "LOCK TABLE records IN SHARE ROW EXCLUSIVE MODE"
# In order of position, so that what remains of a stream is always its tail.
DROP_SEALED = """
DELETE FROM records WHERE position IN (
    SELECT position FROM records AS old
    WHERE position <= (SELECT coalesce(max(last), 0) FROM segments)
        AND stream <> ALL (%s::text[])
        AND EXISTS (
            SELECT FROM records AS later
            WHERE later.stream = old.stream AND later.version = old.version + 1
        )
    ORDER BY position LIMIT %s
)
"""

SNAPSHOT = "SELECT stream, version, form, body, digest FROM snapshots WHERE stream = %s"
# A snapshot may be lost, so it does not wait for the disk.
LAZILY = "SELECT set_config('synchronous_commit', 'off', true)"
SAVE_SNAPSHOT = """
INSERT INTO snapshots (stream, version, form, body, digest) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (stream) DO UPDATE
SET version = excluded.version, form = excluded.form, body = excluded.body, digest = excluded.digest
"""

CHECKPOINT = f"SELECT {', '.join(Checkpoint.__struct_fields__)} FROM checkpoints"
ADD_CHECKPOINT = f"""
INSERT INTO checkpoints ({", ".join(Checkpoint.__struct_fields__)})
SELECT %s, %s, %s, %s, %s, %s, %s, %s WHERE %s
= (SELECT coalesce(max(number), 0) + 1 FROM checkpoints)
"""
