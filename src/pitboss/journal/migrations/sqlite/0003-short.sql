-- What recurs in every record is stored once: a stream by its number, and a kind with the texts that its bodies repeat.
CREATE TABLE streams (
    id   INTEGER PRIMARY KEY,
    name TEXT    NOT NULL UNIQUE
) STRICT;

CREATE TABLE kinds (
    id    INTEGER PRIMARY KEY,
    name  TEXT    NOT NULL,
    texts TEXT    NOT NULL
) STRICT;

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
    records.entry,
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
LEFT JOIN kinds ON kinds.id = records.kind;

-- A journal that holds records already goes on in the form that they have.
PRAGMA writable_schema = ON;

UPDATE sqlite_schema SET sql = replace(replace(replace(
    sql, 'stream      TEXT   ', 'stream      ANY    '), 'command     TEXT   ', 'command     ANY    '),
    'kind        TEXT   ', 'kind        ANY    ')
WHERE type = 'table' AND name = 'records' AND NOT EXISTS (SELECT 1 FROM records);

PRAGMA writable_schema = RESET;
