"""What a decision about a table gets from outside."""

import msgspec

from pitboss.games.record import Jackpot
from pitboss.games.settlement import JackpotSettlement
from pitboss.rulebook.authority import Actor
from pitboss.table.shuffle.deck import ShuffleChain


class FromLink(msgspec.Struct, frozen=True):
    """What a link tells one of its tables: whether it works, and what it has paid on this round's
    claims.

    ``paid`` is set once every claim of the round has been paid or declined.
    """

    down: bool = False
    paid: JackpotSettlement | None = None


class Given(msgspec.Struct, frozen=True):
    """What reaches the core only as an argument, and is stored in events: clock, randomness, the
    link's jackpot.

    A table that is not on a link has no ``link``; it pays jackpots itself, from ``jackpot``.
    ``chains`` are those that the secrets of virtual shuffles are of: the one for the next round,
    and where that is its last, the one after it. Without any, a shuffle is of version 1.
    ``approved_by`` is a second person who has approved this very command. ``rules`` is the pinned
    name of the text that the house plays by, where a table or a round is opened in one with rules
    on record.
    """

    now_ms: int = 0
    secret: bytes | None = None
    jackpot: Jackpot | None = None
    link: FromLink | None = None
    chains: tuple[ShuffleChain, ...] = ()
    approved_by: Actor | None = None
    rules: str | None = None
