"""A round in a list of rounds."""

from typing import Annotated, Literal

import msgspec

from pitboss.kernel.json_types import AmountText, Outgoing


class RoundSummary(Outgoing, frozen=True, kw_only=True, omit_defaults=True):
    """A round in a list; players are in the order of their first bets."""

    round: str
    table: str
    at_ms: int
    players: list[str]
    outcome: Literal["running", "settled", "void"]
    irregular: Annotated[
        bool, msgspec.Meta(description="Whether anything irregular was reported.")
    ] = False
    jackpot: Annotated[
        bool, msgspec.Meta(description="Whether a share of the jackpot was claimed.")
    ] = False
    staked: Annotated[
        AmountText | None, msgspec.Meta(description="All that was staked, once it is settled.")
    ] = None
    net: Annotated[
        AmountText | None,
        msgspec.Meta(description="What the players won in total, including awards."),
    ] = None
