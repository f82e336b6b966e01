-- "PITB": tells a journal from the database of some other program.
PRAGMA application_id = 1346982978;

CREATE TABLE records (
    position    INTEGER PRIMARY KEY,
    stream      TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    at_ms       INTEGER NOT NULL,
    command     TEXT    NOT NULL,
    number      INTEGER NOT NULL,
    entry       BLOB,
    kind        TEXT    NOT NULL,
    body        BLOB    NOT NULL,
    hash        BLOB    NOT NULL,
    UNIQUE (stream, version),
    UNIQUE (command, number)
) STRICT;

-- A journal is written once. Whoever changes it must do so on purpose, and the hash chain will show it.
CREATE TRIGGER records_stay BEFORE UPDATE ON records
BEGIN SELECT raise(ABORT, 'a stored record is never changed'); END;

CREATE TRIGGER records_are_kept BEFORE DELETE ON records
BEGIN SELECT raise(ABORT, 'a stored record is never deleted'); END;

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
