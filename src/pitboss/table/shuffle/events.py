"""What happens to a shuffle of version 2 before its first card is dealt, and how face-down cards
are stored.
"""

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.kernel.cards import Card
from pitboss.rulebook.authority import Actor
from pitboss.table.event_base import TableEvent
from pitboss.table.shuffle.deck import ShuffleChain

UNREADABLE = Card(52)
"""In memory, stands for a sealed card whose key is not available."""


class Sealed(msgspec.Struct, frozen=True, rename="kebab"):
    """Face-down cards as they are stored: encrypted with a key derived from the secret of the
    round, which is published when the round is concluded. ``chain`` names the chain of that secret.
    """

    chain: str
    round: int
    text: bytes


class ShuffleChainPublished(TableEvent, frozen=True, tag="shuffle-chain-published/1"):
    """The secrets of virtual shuffles are fixed for future rounds."""

    chain: ShuffleChain
    at_ms: int
    by: Actor


class SeedCommitted(TableEvent, frozen=True, tag="seed-committed/1"):
    """A player with a bet has committed to a seed, which nobody else knows yet. ``alias`` stands
    for the player's name in the hashes.
    """

    player: str
    commitment: str
    alias: str | UnsetType = UNSET


class SeedOpened(TableEvent, frozen=True, tag="seed-opened/1"):
    """After the close: the seed that the player committed to."""

    player: str
    seed: str


class ShuffleFixed(TableEvent, frozen=True, tag="shuffle-fixed/1"):
    """The first card is about to be dealt: these seeds go into the shuffle, and those who did not
    open theirs are ``left_out``.
    """

    at_ms: int
    seeds: tuple[str, ...]
    left_out: tuple[str, ...]
