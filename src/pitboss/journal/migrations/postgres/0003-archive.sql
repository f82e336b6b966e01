-- The segments of the archive: records from "first" up to "last" are in a sealed file, and are read there.
CREATE TABLE segments (
    number  bigint PRIMARY KEY,
    first   bigint NOT NULL,
    last    bigint NOT NULL,
    records bigint NOT NULL,
    at_ms   bigint NOT NULL,
    digest  bytea  NOT NULL
);

CREATE FUNCTION segments_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what is on record of a segment is never changed or deleted';
END
$$;

CREATE TRIGGER segments_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON segments
FOR EACH STATEMENT EXECUTE FUNCTION segments_stay();

-- A record leaves the database when it is in a sealed segment, and not before.
DROP TRIGGER records_stay ON records;
CREATE TRIGGER records_stay BEFORE UPDATE OR TRUNCATE ON records
FOR EACH STATEMENT EXECUTE FUNCTION records_stay();

CREATE FUNCTION records_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM gone WHERE position > (SELECT coalesce(max(last), 0) FROM segments)
    ) THEN
        RAISE EXCEPTION 'a stored record is never deleted before it is archived';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER records_are_kept AFTER DELETE ON records
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION records_are_kept();
