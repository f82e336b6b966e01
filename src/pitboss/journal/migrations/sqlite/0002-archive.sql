-- The segments of the archive: records from "first" up to "last" are in a sealed file, and are read there.
CREATE TABLE segments (
    number  INTEGER PRIMARY KEY,
    first   INTEGER NOT NULL,
    last    INTEGER NOT NULL,
    records INTEGER NOT NULL,
    at_ms   INTEGER NOT NULL,
    digest  BLOB    NOT NULL
) STRICT;

CREATE TRIGGER segments_stay BEFORE UPDATE ON segments
BEGIN SELECT raise(ABORT, 'what is on record of a segment is never changed'); END;

CREATE TRIGGER segments_are_kept BEFORE DELETE ON segments
BEGIN SELECT raise(ABORT, 'what is on record of a segment is never deleted'); END;

-- A record leaves the database when it is in a sealed segment, and not before.
DROP TRIGGER records_are_kept;
CREATE TRIGGER records_are_kept BEFORE DELETE ON records
WHEN OLD.position > (SELECT coalesce(max(last), 0) FROM segments)
BEGIN SELECT raise(ABORT, 'a stored record is never deleted before it is archived'); END;
