"""The verifiable shuffle, in two versions.

**Version 2.** The secrets of a table are a chain that is fixed in advance: each is the hash of the
one that is used after it, with the table and the number of the round; the chain's end is published
before its first round. Players with a bet commit themselves to a seed by its hash while betting is
open, and open it after the close. The secret, the round and the seeds in the order of their
commitments drive the shuffle: neither house nor player chooses last.

**Version 1**, of scripts and of old journals: the hash of a fresh secret is published when betting
opens, and seeds are given openly until it closes.

After the round the secret is published, and anybody can compute the deck again. The stream is HMAC-
SHA-256 under the secret of the seeds' digest and a counter, read as 32-bit numbers, the highest
byte first. Each step of Fisher-Yates draws from as many numbers as there are cards left; a number
in the last, incomplete stretch is thrown away, so that no card is favoured.
"""

import hmac
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from struct import Struct

import msgspec

from pitboss.kernel.cards import DECK, Card

SECRET_BYTES = 32
SEED_BYTES = 32
_WORDS = 1 << 32
_WORDS_OF_A_BLOCK = Struct(">8I")


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
        yield from _WORDS_OF_A_BLOCK.unpack(block)
        counter += 1


def draw_below(stream: Iterator[int], bound: int) -> int:
    """A uniformly distributed number from 0 to bound - 1."""
    whole = _WORDS - _WORDS % bound
    for number in stream:
        if number < whole:
            return number % bound
    raise AssertionError("the stream never ends")  # pragma: no cover - for the type checker


def shuffled(secret: bytes, seeds: Mapping[str, str]) -> tuple[Card, ...]:
    """The deck that a secret and the seeds give in version 1, in the order of dealing."""
    return _deck(secret, digest_of_seeds(seeds))


def _deck(secret: bytes, context: bytes) -> tuple[Card, ...]:
    deck = list(DECK)
    stream = numbers(secret, context)
    for last in range(len(deck) - 1, 0, -1):
        chosen = draw_below(stream, last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


# ── version 2 ─────────────────────────────────────────────────────────────────────────────────────


class ShuffleChain(msgspec.Struct, frozen=True, rename="kebab"):
    """A table's secrets for ``length`` rounds starting at number ``first``, identified by what was
    published of them: their ``end``.

    ``key`` names the key that they were derived with. ``restored`` is the position at which the
    journal was last replaced with a backup, 0 for never: secrets published since may not be used
    again.
    """

    first: int
    length: int
    end: str
    key: str
    restored: int = 0

    @property
    def name(self) -> str:
        """What identifies the chain among a table's: enough to derive it again with its key."""
        return f"{self.first}/{self.length}/{self.restored}"

    def covers(self, number: int) -> bool:
        """Whether the chain has a secret for a round."""
        return self.first <= number < self.first + self.length


class CommittedSeed(msgspec.Struct, frozen=True):
    """A player's commitment to a seed, and the seed once it is opened; both in hexadecimal
    digits.
    """

    player: str
    commitment: str
    seed: str | None = None
    alias: str | None = None

    @property
    def under(self) -> str:
        """What stands for the player in the hashes, and so in the proof: an alias chosen for this
        round, or the name itself.
        """
        return self.player if self.alias is None else self.alias


def _text(text: str) -> bytes:
    """A text with its length before it, so that two texts can't be mistaken for two others."""
    written = text.encode()
    return len(written).to_bytes(4, "big") + written


def number_of(round_id: str) -> int:
    """The number of a round at its table: 17 of ``T1-17``."""
    return int(round_id.rpartition("-")[2])


def _round(table: str, number: int) -> bytes:
    return _text(table) + number.to_bytes(8, "big")


def promise(table: str, number: int, secret: bytes) -> bytes:
    """What fixes the secret of a round beforehand: the secret of the round before it, or the end of
    the chain.
    """
    return sha256(b"pitboss-chain/1\0" + _round(table, number) + secret).digest()


def seed_commitment(table: str, number: int, commitment: str, under: str, seed: str) -> str:
    """A player's commitment to a seed, for one round at one table whose secret is fixed."""
    bound = _round(table, number) + bytes.fromhex(commitment) + _text(under)
    return sha256(b"pitboss-seed/1\0" + bound + bytes.fromhex(seed)).hexdigest()


@lru_cache(64)
def shuffled_in_order(
    table: str, number: int, secret: bytes, seeds: tuple[CommittedSeed, ...]
) -> tuple[Card, ...]:
    """The deck that a secret and committed seeds give. A seed that was never opened takes part only
    through its commitment, which was fixed before the close.
    """
    context = sha256(b"pitboss-shuffle/2\0" + _round(table, number))
    context.update(promise(table, number, secret))
    for one in seeds:
        context.update(_text(one.under) + bytes.fromhex(one.commitment))
        context.update(b"\0" if one.seed is None else b"\1" + bytes.fromhex(one.seed))
    return _deck(secret, context.digest())


def is_hex(text: str, size: int) -> bool:
    """Whether a text is this many bytes in lower-case hexadecimal digits."""
    return len(text) == 2 * size and all(sign in "0123456789abcdef" for sign in text)
