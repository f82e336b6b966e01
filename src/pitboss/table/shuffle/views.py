"""What anybody may see of a shuffle: what is fixed before the cards are dealt, and everything
afterwards.
"""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.kernel.cards import NAMES
from pitboss.kernel.json_types import CardText, Outgoing
from pitboss.table.shuffle.deck import CommittedSeed, ShuffleChain, number_of
from pitboss.table.state import Published, RoundState


class ChainView(Outgoing, frozen=True):
    """Rounds whose secrets are fixed in advance, and what was published before the first of them:
    the end of their hash chain.
    """

    first: int
    length: int
    end: str


class SeedView(Outgoing, frozen=True):
    """A player's commitment, and whether it has been opened; the seed itself once the shuffle is
    fixed.
    """

    player: Annotated[
        str,
        msgspec.Meta(description="What the hashes have for the name: the player's alias, if any."),
    ]
    commitment: str
    opened: bool
    seed: str | None
    mine: Annotated[
        bool | UnsetType, msgspec.Meta(description="Whether it is the caller's; in a round.")
    ] = UNSET


class Shuffle(Outgoing, frozen=True):
    """What ``pitboss verify`` takes. A shuffle of version 1 has none of the later fields."""

    round: str
    commitment: str
    secret: str
    seeds: dict[str, str]
    deck: list[CardText]
    version: int | UnsetType = UNSET
    table: str | UnsetType = UNSET
    number: int | UnsetType = UNSET
    chain: ChainView | UnsetType = UNSET
    committed: list[SeedView] | UnsetType = UNSET


def seeds_of(round: RoundState) -> dict[str, str]:
    if round.chain is None:
        return dict(round.seeds) if round.closed else {}
    if round.deck is None:
        return {}
    return {one.under: one.seed for one in round.committed if one.seed is not None}


def seed_view(one: CommittedSeed, fixed: bool) -> SeedView:
    return SeedView(one.under, one.commitment, one.seed is not None, one.seed if fixed else None)


def seeds_in(round: RoundState, viewer: str | None) -> list[SeedView]:
    """The seeds of a round in progress; ``viewer`` is told which one is their own."""
    fixed = round.deck is not None
    return [
        msgspec.structs.replace(seed_view(one, fixed), mine=one.player == viewer)
        for one in round.committed
    ]


def chain_view(chain: ShuffleChain) -> ChainView:
    return ChainView(chain.first, chain.length, chain.end)


def shuffle_of(published: Published) -> Shuffle:
    """A shuffle that was published when its round was concluded."""
    material = Shuffle(
        published.round,
        published.commitment,
        published.secret.hex(),
        dict(published.seeds),
        [NAMES[card] for card in published.deck],
    )
    chain = published.chain
    if chain is None:
        return material
    return msgspec.structs.replace(
        material,
        version=2,
        table=published.round.rpartition("-")[0],
        number=number_of(published.round),
        chain=chain_view(chain),
        committed=[seed_view(one, fixed=True) for one in published.committed],
    )
