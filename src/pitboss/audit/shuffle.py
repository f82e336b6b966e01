"""The virtual shuffle recomputed from its published description (docs/tables.md) by independent
code.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

CARDS = 52
_DRAWS = tuple((left, (1 << 32) // left * left) for left in range(CARDS, 1, -1))
"""How many cards are left before each draw, and the limit for rejection sampling: words below it
are unbiased.
"""
_WORDS = struct.Struct(">8I").unpack


def promise(secret: bytes) -> str:
    """The commitment published before betting."""
    return hashlib.sha256(secret).hexdigest()


def deck_of(secret: bytes, seeds: Mapping[str, str]) -> tuple[int, ...]:
    """The deck that a secret and the players' seeds give."""
    joined = b"".join(
        len(text).to_bytes(4, "big") + text
        for player, seed in sorted(seeds.items())
        for text in (player.encode(), seed.encode())
    )
    return _drawn(secret, hashlib.sha256(joined).digest())


def _drawn(secret: bytes, context: bytes) -> tuple[int, ...]:
    words = _words(secret, context)
    deck = list(range(CARDS))
    for left, limit in _DRAWS:
        word = next(words)
        while word >= limit:
            word = next(words)
        last, chosen = left - 1, word % left
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def _words(secret: bytes, context: bytes) -> Iterator[int]:
    """An endless sequence of words, eight from each block of the secret and the context."""
    for block in count():
        yield from _WORDS(hmac.digest(secret, context + block.to_bytes(4, "big"), "sha256"))


# ── version 2 ─────────────────────────────────────────────────────────────────────────────────────


def _of_round(table: str, number: int) -> bytes:
    name = table.encode()
    return len(name).to_bytes(4, "big") + name + number.to_bytes(8, "big")


def before_in_chain(table: str, number: int, secret: bytes) -> bytes:
    """The secret of the round before, which that of a round determines by hashing."""
    return hashlib.sha256(b"pitboss-chain/1\0" + _of_round(table, number) + secret).digest()


def bound_seed(table: str, number: int, promised: str, under: str, seed: bytes) -> str:
    """A player's commitment to a seed, under his name or an alias."""
    name = under.encode()
    bound = bytes.fromhex(promised) + len(name).to_bytes(4, "big") + name + seed
    return hashlib.sha256(b"pitboss-seed/1\0" + _of_round(table, number) + bound).hexdigest()


def deck_in_order(
    table: str,
    number: int,
    secret: bytes,
    bound: Iterable[tuple[str, str, str | None]],
) -> tuple[int, ...]:
    """The deck that a secret and the seeds give, in the order of commitments: the name, the
    commitment, and the seed if it was opened.
    """
    parts = [b"pitboss-shuffle/2\0" + _of_round(table, number)]
    parts.append(before_in_chain(table, number, secret))
    for under, commitment, seed in bound:
        name = under.encode()
        parts += [len(name).to_bytes(4, "big"), name, bytes.fromhex(commitment)]
        parts.append(b"\0" if seed is None else b"\1" + bytes.fromhex(seed))
    return _drawn(secret, hashlib.sha256(b"".join(parts)).digest())
