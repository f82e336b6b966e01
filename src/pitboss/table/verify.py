"""Checking a virtual shuffle afterwards, from what was published."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.faults import Fault, FaultCode, shown
from pitboss.kernel.cards import NAMES, SPELLINGS
from pitboss.table.shuffle import SECRET_BYTES, commitment, shuffled


class Mismatch(Fault):
    """A shuffle that does not fit what was published."""


def verify_shuffle(raw: object) -> dict[str, Any]:
    """Computes the commitment and the deck again; raises Fault, with the place, where they do not
    fit.
    """
    if not isinstance(raw, Mapping):
        raise Fault(FaultCode.BAD_FIELD, f"a published shuffle is a JSON object, not {shown(raw)}")
    secret = _secret(raw.get("secret"))
    seeds = raw.get("seeds", {})
    if not isinstance(seeds, Mapping) or not all(
        isinstance(text, str) for pair in seeds.items() for text in pair
    ):
        raise Fault(FaultCode.BAD_FIELD, "seeds must be an object of strings by player", "seeds")
    # Of many shuffles in a file the reader wants to know which one does not fit.
    which = f"round {shown(raw['round'])}: " if "round" in raw else ""
    promised = commitment(secret)
    if raw.get("commitment") != promised:
        message = (
            f"{which}the secret's hash is {promised}, which is not what was published before "
            "betting"
        )
        raise Mismatch(FaultCode.BAD_FIELD, message, "commitment")
    try:
        deck = shuffled(secret, seeds)
    except UnicodeEncodeError:
        message = (
            f"{which}half a character stands in the seeds, written as in \\ud800; no shuffle "
            "takes that in"
        )
        raise Fault(FaultCode.BAD_FIELD, message, "seeds") from None
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


def _secret(value: object) -> bytes:
    try:
        secret = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        message = f"secret must be {2 * SECRET_BYTES} hexadecimal digits, not {shown(value)}"
        raise Fault(FaultCode.BAD_FIELD, message, "secret")
    return secret
