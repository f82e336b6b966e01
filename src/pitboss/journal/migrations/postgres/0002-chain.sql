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
