"""Checks a virtual shuffle afterwards, from what was published."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from pitboss.games.faults import Fault, FaultCode, shown
from pitboss.kernel.cards import NAMES, SPELLINGS, Card
from pitboss.table.shuffle.deck import (
    SECRET_BYTES,
    SEED_BYTES,
    CommittedSeed,
    commitment,
    is_hex,
    promise,
    seed_commitment,
    shuffled,
    shuffled_in_order,
)


class Mismatch(Fault):
    """A shuffle that does not match what was published."""


def verify_shuffle(raw: object) -> dict[str, object]:
    """Computes the commitment and the deck again; raises Fault, with the place, if they do not
    match.
    """
    if not isinstance(raw, Mapping):
        raise Fault(FaultCode.BAD_FIELD, f"a published shuffle is a JSON object, not {shown(raw)}")
    secret = _secret(raw.get("secret"))
    # If a file has many shuffles, the reader wants to know which one does not match.
    which = f"round {shown(raw['round'])}: " if "round" in raw else ""
    version = raw.get("version", 1)
    if version == 1:
        promised, deck = _first_version(raw, secret, which)
    elif version == 2:
        promised, deck = _second_version(raw, secret, which)
    else:
        message = f"{which}version must be 1 or 2, not {shown(version)}; update Pitboss"
        raise Fault(FaultCode.BAD_FIELD, message, "version")
    claimed = raw.get("deck")
    if not isinstance(claimed, list) or len(claimed) != len(deck):
        raise Fault(
            FaultCode.WRONG_CARD_COUNT, f"{which}deck must be a list of {len(deck)} cards", "deck"
        )
    for index, (card, name) in enumerate(zip(deck, claimed, strict=True)):
        if not isinstance(name, str) or SPELLINGS.get(name) != card:
            message = f"{which}the secret and the seeds give {NAMES[card]} here, not {shown(name)}"
            raise Mismatch(FaultCode.BAD_CARD, message, f"deck[{index}]")
    return {"round": raw.get("round"), "verified": True, "commitment": promised}


def _fits(raw: Mapping[str, Any], promised: str, which: str) -> None:
    if raw.get("commitment") != promised:
        message = (
            f"{which}the secret's hash is {promised}, which is not what was published before "
            "betting"
        )
        raise Mismatch(FaultCode.BAD_FIELD, message, "commitment")


def _first_version(
    raw: Mapping[str, Any], secret: bytes, which: str
) -> tuple[str, tuple[Card, ...]]:
    seeds = raw.get("seeds", {})
    if not isinstance(seeds, Mapping) or not all(
        isinstance(text, str) for pair in seeds.items() for text in pair
    ):
        raise Fault(FaultCode.BAD_FIELD, "seeds must be an object of strings by player", "seeds")
    promised = commitment(secret)
    _fits(raw, promised, which)
    try:
        return promised, shuffled(secret, seeds)
    except UnicodeEncodeError:
        message = (
            f"{which}the seeds contain half a character, written as in \\ud800; no shuffle "
            "takes that in"
        )
        raise Fault(FaultCode.BAD_FIELD, message, "seeds") from None


# ── version 2 ─────────────────────────────────────────────────────────────────────────────────────


class _ChainPart(msgspec.Struct, frozen=True):
    first: Annotated[int, msgspec.Meta(ge=1)]
    length: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    end: str


class _SeedPart(msgspec.Struct, frozen=True):
    player: str
    commitment: str
    seed: str | None = None


class _Material(msgspec.Struct, frozen=True):
    """What a shuffle of version 2 has besides its secret and its deck."""

    table: str
    number: Annotated[int, msgspec.Meta(ge=1, le=1 << 62)]
    chain: _ChainPart
    committed: tuple[_SeedPart, ...]


def _second_version(
    raw: Mapping[str, Any], secret: bytes, which: str
) -> tuple[str, tuple[Card, ...]]:
    """Checks the secret against what fixed it beforehand, the promise of its round and the end of
    its chain, and every seed against its player's commitment.
    """
    try:
        material = msgspec.convert({name: raw[name] for name in _FIELDS if name in raw}, _Material)
        for text in (material.table, *(one.player for one in material.committed)):
            text.encode()
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        message = f"{which}a shuffle of version 2 has {', '.join(_FIELDS)}: {error}"
        raise Fault(FaultCode.BAD_FIELD, message, "version") from None
    table, number, chain = material.table, material.number, material.chain
    promised = promise(table, number, secret)
    _fits(raw, promised.hex(), which)
    if not chain.first <= number < chain.first + chain.length:
        message = f"{which}number {number} is not one of the chain's rounds"
        raise Mismatch(FaultCode.BAD_FIELD, message, "chain")
    end = promised
    for before in range(number - 1, chain.first - 1, -1):
        end = promise(table, before, end)
    if end.hex() != chain.end:
        message = f"{which}the secret leads to the end {end.hex()}, which is not what was published"
        raise Mismatch(FaultCode.BAD_FIELD, message, "chain.end")
    for index, seed in enumerate(material.committed):
        _check_seed(material, promised.hex(), index, seed, which)
    seeds = tuple(CommittedSeed(one.player, one.commitment, one.seed) for one in material.committed)
    return promised.hex(), shuffled_in_order(table, number, secret, seeds)


_FIELDS = _Material.__struct_fields__


def _check_seed(
    material: _Material, promised: str, index: int, seed: _SeedPart, which: str
) -> None:
    where = f"committed[{index}]"
    for text, name in ((seed.commitment, "commitment"), (seed.seed, "seed")):
        if text is not None and not is_hex(text, SEED_BYTES):
            message = f"{which}{name} must be {2 * SEED_BYTES} hexadecimal digits"
            raise Fault(FaultCode.BAD_FIELD, message, f"{where}.{name}")
    if any(other.player == seed.player for other in material.committed[:index]):
        message = f"{which}{shown(seed.player)} has two seeds; everybody has one at most"
        raise Mismatch(FaultCode.BAD_FIELD, message, where)
    if seed.seed is not None and seed.commitment != seed_commitment(
        material.table, material.number, promised, seed.player, seed.seed
    ):
        message = f"{which}the seed of {shown(seed.player)} is not the one he was bound to"
        raise Mismatch(FaultCode.BAD_FIELD, message, f"{where}.seed")


def _secret(value: object) -> bytes:
    try:
        secret = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        message = f"secret must be {2 * SECRET_BYTES} hexadecimal digits, not {shown(value)}"
        raise Fault(FaultCode.BAD_FIELD, message, "secret")
    return secret
