"""The round record as the contract writes it and a journal stores it; ``record`` is how the rules
see it.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from pitboss.games.record import HandState
from pitboss.kernel.json_types import AmountText, CardText, Outgoing


class RecordLimit(Outgoing, frozen=True):
    """The minimum and the maximum of a wager, if there is such a limit."""

    min: AmountText | UnsetType = UNSET
    max: AmountText | UnsetType = UNSET


class RecordTable(Outgoing, frozen=True):
    """The table's limits by wager; the way of dealing, if a clause depends on it."""

    limits: dict[str, RecordLimit]
    dealing: str | UnsetType = UNSET


class RecordJackpot(Outgoing, frozen=True):
    """What the sign showed, and what the jackpot restarts from."""

    displayed: AmountText
    reset: AmountText


class RecordArrangement(Outgoing, frozen=True):
    """The three cards that a player has set."""

    three: list[CardText]


class RecordBox(Outgoing, frozen=True, kw_only=True):
    """A box of the layout. A hand that was not turned up is here without its cards."""

    box: int
    player: str
    hand: HandState
    cards: list[CardText] | UnsetType = UNSET
    bets: dict[str, AmountText]
    arrangement: RecordArrangement | UnsetType = UNSET
    invalid_by: list[str] | UnsetType = UNSET
    kept_back: bool | UnsetType = UNSET
    established: list[str] | UnsetType = UNSET
    under_minimum_settled_before: bool | UnsetType = UNSET


class RoundRecord(Outgoing, frozen=True, kw_only=True):
    """The contract's round record (docs/settlement.md)."""

    id: str
    rulebook: str
    outcome: Literal["completed", "void"]
    table: RecordTable
    void_by: list[str] | UnsetType = UNSET
    registered_by: list[str] | UnsetType = UNSET
    deal_ended: bool | UnsetType = UNSET
    jackpot: RecordJackpot | UnsetType = UNSET
    dealer: list[CardText] | UnsetType = UNSET
    community: list[CardText] | UnsetType = UNSET
    boxes: list[RecordBox]
