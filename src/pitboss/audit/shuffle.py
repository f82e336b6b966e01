"""The virtual shuffle computed again, from its published description (docs/tables.md) by code of
its own.
"""

import hashlib
import hmac
from collections.abc import Mapping

CARDS = 52


def promise(secret: bytes) -> str:
    """What is published before betting."""
    return hashlib.sha256(secret).hexdigest()


def deck_of(secret: bytes, seeds: Mapping[str, str]) -> tuple[int, ...]:
    """The deck that a secret and the players' seeds give."""
    joined = b"".join(
        len(text).to_bytes(4, "big") + text
        for player, seed in sorted(seeds.items())
        for text in (player.encode(), seed.encode())
    )
    context = hashlib.sha256(joined).digest()
    words: list[int] = []
    blocks = 0
    deck = list(range(CARDS))
    for left in range(CARDS, 1, -1):
        limit = (1 << 32) // left * left
        while True:
            if not words:
                block = hmac.new(
                    secret, context + blocks.to_bytes(4, "big"), hashlib.sha256
                ).digest()
                words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -1, -4)]
                blocks += 1
            word = words.pop()
            if word < limit:
                break
        chosen = word % left
        deck[left - 1], deck[chosen] = deck[chosen], deck[left - 1]
    return tuple(deck)
