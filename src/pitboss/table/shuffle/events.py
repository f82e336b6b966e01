"""What happens to a shuffle of version 2 before its first card is dealt, and how cards that lie
face down are stored.
"""

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.kernel.cards import Card
from pitboss.rulebook.authority import Actor
from pitboss.table.event_base import TableEvent
from pitboss.table.shuffle.deck import ShuffleChain

UNREADABLE = Card(52)
"""Stands in memory for a card that is sealed while the key to it is not at hand."""


class Sealed(msgspec.Struct, frozen=True, rename="kebab"):
    """Cards that lie face down, as they are stored: enciphered with a key that follows from the
    secret of the round, which is published when the round is concluded. ``chain`` names what that
    secret is of.
    """

    chain: str
    round: int
    text: bytes


class ShuffleChainPublished(TableEvent, frozen=True, tag="shuffle-chain-published/1"):
    """The secrets of virtual shuffles are fixed for rounds to come."""

    chain: ShuffleChain
    at_ms: int
    by: Actor


class SeedCommitted(TableEvent, frozen=True, tag="seed-committed/1"):
    """A player with a bet is bound to a seed, which nobody else knows yet. ``alias`` is the text
    that the hashes have for his name.
    """

    player: str
    commitment: str
    alias: str | UnsetType = UNSET


class SeedOpened(TableEvent, frozen=True, tag="seed-opened/1"):
    """After the close: what the player was bound to."""

    player: str
    seed: str


class ShuffleFixed(TableEvent, frozen=True, tag="shuffle-fixed/1"):
    """The first card is about to be dealt: these seeds go into the shuffle, and whoever did not
    open his is ``left_out``.
    """

    at_ms: int
    seeds: tuple[str, ...]
    left_out: tuple[str, ...]
