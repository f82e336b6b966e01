"""The round record, typed: the input to settlement. ``record_reader`` builds it from JSON."""

from enum import StrEnum

import msgspec

from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents
from pitboss.rulebook.model import Rulebook

CARDS_IN_COMMUNITY = 5


class HandState(StrEnum):
    """What happened to a box."""

    PLAYED = "played"
    FOLDED = "folded"
    LEFT = "left"
    UNREVEALED = "unrevealed"
    INVALID = "invalid"


# Names of their own: Python 3.11 takes five times as long to look up a member in its class, and
# every box needs several.
PLAYED, FOLDED, LEFT, UNREVEALED, INVALID = HandState


class Limit(msgspec.Struct, frozen=True):
    """The minimum and the maximum of a wager; None means no limit."""

    least: Cents | None = None
    most: Cents | None = None


NO_LIMIT = Limit()


class Jackpot(msgspec.Struct, frozen=True):
    """What the sign shows when the round is settled, and what it restarts from."""

    displayed: Cents
    reset: Cents


class Box(msgspec.Struct, frozen=True):
    """A box of the layout. ``bets`` are in the order of the family's wagers; 0 means nothing
    staked. ``invalid_by`` are the clauses that took an invalid hand out, if known; ``kept_back`` is
    a folded hand known not to have been shown by its player.
    """

    number: int
    player: str | None
    state: HandState
    bets: tuple[Cents, ...]
    cards: tuple[Card, ...] | None = None
    three: tuple[Card, ...] | None = None
    established: tuple[str, ...] = ()
    under_minimum_settled_before: bool = False
    invalid_by: tuple[str, ...] = ()
    kept_back: bool = False


class Round(msgspec.Struct, frozen=True):
    """A round record that can be settled. ``dealing``, the clauses that voided the round
    (``void_by``) and those by which it is paid on the jackpot registered before a failure
    (``registered_by``) are optional; they affect what is cited, but no amount.
    """

    id: str | None
    book: Rulebook
    void: bool
    limits: tuple[Limit, ...]
    jackpot: Jackpot | None
    dealer: tuple[Card, ...] | None
    community: tuple[Card, ...] | None
    boxes: tuple[Box, ...]
    dealing: str | None = None
    void_by: tuple[str, ...] = ()
    registered_by: tuple[str, ...] = ()
