-- Names are compared byte by byte: quicker than by a language's rules, and no new version of those can disorder an index.
CREATE TABLE records (
    position    bigint  NOT NULL,
    stream      text    COLLATE "C" NOT NULL,
    version     bigint  NOT NULL,
    at_ms       bigint  NOT NULL,
    command     text    COLLATE "C" NOT NULL,
    number      integer NOT NULL,
    entry       bytea,
    kind        text    COLLATE "C" NOT NULL,
    body        bytea   NOT NULL,
    hash        bytea   NOT NULL,
    CONSTRAINT records_position PRIMARY KEY (position),
    CONSTRAINT records_stream_version UNIQUE (stream, version),
    CONSTRAINT records_command_number UNIQUE (command, number)
);

-- A journal is written once. Whoever changes it must do so on purpose, and the hash chain will show it.
CREATE FUNCTION records_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a stored record is never changed';
END
$$;

CREATE TRIGGER records_stay BEFORE UPDATE OR TRUNCATE ON records
FOR EACH STATEMENT EXECUTE FUNCTION records_stay();

-- A position is ((number of the transaction + raised) << 20) + the record's place in it. Another cluster counts its
-- transactions from elsewhere: "raised" lifts them above all positions that were copied in or restored.
CREATE TABLE origin (
    one    boolean PRIMARY KEY DEFAULT true CHECK (one),
    raised bigint  NOT NULL
);

INSERT INTO origin (raised) VALUES (0);

CREATE TABLE snapshots (
    stream  text    COLLATE "C" PRIMARY KEY,
    version bigint  NOT NULL,
    form    text    NOT NULL,
    body    bytea   NOT NULL,
    digest  bytea   NOT NULL
);

CREATE TABLE checkpoints (
    number    bigint PRIMARY KEY,
    at_ms     bigint NOT NULL,
    position  bigint NOT NULL,
    heads     bytea  NOT NULL,
    root      bytea  NOT NULL,
    previous  bytea  NOT NULL,
    key       bytea  NOT NULL,
    signature bytea  NOT NULL
);

-- A position holds the number of its transaction, which the server alone knows when a record is stored, and the hash of
-- a record covers its position. So the server makes the hash: of the hash before it in its stream, the position, and
-- all else in the form that docs/journal-format.md describes.
CREATE FUNCTION chain_link(reached bytea, start bytea, "position" bigint, rest bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN sha256(coalesce(reached, start) || int8send("position") || rest);
END
$$;

-- Over the records of a stream in the order of their versions: each takes the hash of the one before, the first takes
-- "start".
CREATE AGGREGATE chain (start bytea, "position" bigint, rest bytea) (SFUNC = chain_link, STYPE = bytea);

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
