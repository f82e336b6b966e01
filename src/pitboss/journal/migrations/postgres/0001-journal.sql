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
    RAISE EXCEPTION 'a stored record is never changed or deleted';
END
$$;

CREATE TRIGGER records_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON records
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
