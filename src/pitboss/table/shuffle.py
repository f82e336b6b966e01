"""The verifiable shuffle.

When betting opens, the hash of a fresh secret of 256 bits is published. When it closes, the secret
and the seeds that players contributed drive the shuffle; after the round the secret is published,
and anybody can compute the deck again.

The stream is HMAC-SHA-256 under the secret of the seeds' digest and a counter, read as 32-bit
numbers, the highest byte first. Each step of Fisher-Yates draws from as many numbers as there are
cards left; a number in the last, incomplete stretch is thrown away, so that no card is favoured.
"""

import hmac
from collections.abc import Iterator, Mapping
from hashlib import sha256

from pitboss.kernel.cards import DECK, Card

SECRET_BYTES = 32
_WORDS = 1 << 32


def commitment(secret: bytes) -> str:
    """What is published before any bet is placed."""
    return sha256(secret).hexdigest()


def digest_of_seeds(seeds: Mapping[str, str]) -> bytes:
    """A digest of all players' seeds, in the order of the players' names; lengths keep them
    apart.
    """
    digest = sha256()
    for player in sorted(seeds):
        for text in (player.encode(), seeds[player].encode()):
            digest.update(len(text).to_bytes(4, "big"))
            digest.update(text)
    return digest.digest()


def numbers(secret: bytes, context: bytes) -> Iterator[int]:
    """The stream of 32-bit numbers."""
    counter = 0
    while True:
        block = hmac.digest(secret, context + counter.to_bytes(4, "big"), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def draw_below(stream: Iterator[int], bound: int) -> int:
    """A number from 0 to bound - 1, each as likely as the next."""
    whole = _WORDS - _WORDS % bound
    for number in stream:
        if number < whole:
            return number % bound
    raise AssertionError("the stream never ends")  # pragma: no cover - for the type checker


def shuffled(secret: bytes, seeds: Mapping[str, str]) -> tuple[Card, ...]:
    """The deck that a secret and the seeds give, the first card to be dealt first."""
    deck = list(DECK)
    stream = numbers(secret, digest_of_seeds(seeds))
    for last in range(len(deck) - 1, 0, -1):
        chosen = draw_below(stream, last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)
