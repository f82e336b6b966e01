-- "PITB": tells a journal from the database of some other program.
PRAGMA application_id = 1346982978;

-- What recurs in every record is stored once: a stream by its number, and a kind with the texts that its bodies repeat.
-- An id of 32 hexadecimal digits stands as 16 bytes. The kind "entry" is that of the entries.
CREATE TABLE streams (
    id   INTEGER PRIMARY KEY,
    name TEXT    NOT NULL UNIQUE
) STRICT;

CREATE TABLE kinds (
    id    INTEGER PRIMARY KEY,
    name  TEXT    NOT NULL,
    texts TEXT    NOT NULL
) STRICT;

CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    stream   ANY     NOT NULL,
    version  INTEGER NOT NULL,
    at_ms    INTEGER NOT NULL,
    command  ANY     NOT NULL,
    number   INTEGER NOT NULL,
    entry    BLOB,
    kind     ANY     NOT NULL,
    body     BLOB    NOT NULL,
    hash     BLOB    NOT NULL,
    UNIQUE (stream, version),
    UNIQUE (command, number)
) STRICT;

-- The segments of the archive: records from "first" up to "last" are in a sealed file, and are read there.
CREATE TABLE segments (
    number  INTEGER PRIMARY KEY,
    first   INTEGER NOT NULL,
    last    INTEGER NOT NULL,
    records INTEGER NOT NULL,
    at_ms   INTEGER NOT NULL,
    digest  BLOB    NOT NULL
) STRICT;

CREATE TABLE snapshots (
    stream  TEXT    PRIMARY KEY,
    version INTEGER NOT NULL,
    form    TEXT    NOT NULL,
    body    BLOB    NOT NULL,
    digest  BLOB    NOT NULL
) STRICT;

CREATE TABLE checkpoints (
    number    INTEGER PRIMARY KEY,
    at_ms     INTEGER NOT NULL,
    position  INTEGER NOT NULL,
    heads     BLOB    NOT NULL,
    root      BLOB    NOT NULL,
    previous  BLOB    NOT NULL,
    key       BLOB    NOT NULL,
    signature BLOB    NOT NULL
) STRICT;

-- A journal is written once. Whoever changes it must do so on purpose, and the hash chain will show it.
CREATE TRIGGER records_stay BEFORE UPDATE ON records
BEGIN SELECT raise(ABORT, 'a stored record is never changed'); END;

-- A record leaves the database when it is in a sealed segment, and not before.
CREATE TRIGGER records_are_kept BEFORE DELETE ON records
WHEN OLD.position > (SELECT coalesce(max(last), 0) FROM segments)
BEGIN SELECT raise(ABORT, 'a stored record is never deleted before it is archived'); END;

CREATE TRIGGER segments_stay BEFORE UPDATE ON segments
BEGIN SELECT raise(ABORT, 'what is on record of a segment is never changed'); END;

CREATE TRIGGER segments_are_kept BEFORE DELETE ON segments
BEGIN SELECT raise(ABORT, 'what is on record of a segment is never deleted'); END;

CREATE TRIGGER streams_stay BEFORE UPDATE ON streams
BEGIN SELECT raise(ABORT, 'the number of a stream is never changed'); END;

CREATE TRIGGER streams_are_kept BEFORE DELETE ON streams
BEGIN SELECT raise(ABORT, 'the number of a stream is never deleted'); END;

CREATE TRIGGER kinds_stay BEFORE UPDATE ON kinds
BEGIN SELECT raise(ABORT, 'the number of a kind is never changed'); END;

CREATE TRIGGER kinds_are_kept BEFORE DELETE ON kinds
BEGIN SELECT raise(ABORT, 'the number of a kind is never deleted'); END;

-- The records with what their short values stand for, for whoever reads the file with another tool. Pitboss does it itself.
CREATE VIEW whole AS
SELECT
    records.position,
    coalesce(streams.name, records.stream) AS stream,
    records.version,
    records.at_ms,
    iif(typeof(records.command) = 'blob', lower(hex(records.command)), records.command) AS command,
    records.number,
    CASE
        WHEN records.entry IS NULL THEN NULL
        WHEN substr(records.entry, 1, 1) = x'FF' THEN substr(records.entry, 2)
        ELSE CAST((
            WITH RECURSIVE said (code, entry) AS (
                SELECT 0, CAST(records.entry AS TEXT)
                UNION ALL
                SELECT code + 1, replace(entry, char(code + 1), json_extract(of_entries.texts, '$[' || code || ']'))
                FROM said WHERE code < json_array_length(of_entries.texts)
            )
            SELECT entry FROM said WHERE code = json_array_length(of_entries.texts)
        ) AS BLOB)
    END AS entry,
    coalesce(kinds.name, records.kind) AS kind,
    iif(
        kinds.id IS NULL,
        records.body,
        CAST((
            WITH RECURSIVE said (code, body) AS (
                SELECT 0, CAST(records.body AS TEXT)
                UNION ALL
                SELECT code + 1, replace(body, char(code + 1), json_extract(kinds.texts, '$[' || code || ']'))
                FROM said WHERE code < json_array_length(kinds.texts)
            )
            SELECT body FROM said WHERE code = json_array_length(kinds.texts)
        ) AS BLOB)
    ) AS body,
    records.hash
FROM records
LEFT JOIN streams ON streams.id = records.stream
LEFT JOIN kinds ON kinds.id = records.kind
LEFT JOIN kinds AS of_entries ON of_entries.name = 'entry';
