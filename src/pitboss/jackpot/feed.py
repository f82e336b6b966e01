"""A table's feed: what its progressive bets have contributed to a link, entry by entry.

Each table has a feed of its own, so that tables never wait for one another; the link enters the
feeds now and then. The display counts what has not been entered yet.
"""

import msgspec

from pitboss.jackpot.events import AnyFeedEvent, ContributionMade, ContributionReturned
from pitboss.jackpot.parameters import LinkParameters
from pitboss.kernel.money import Cents


class Feed(msgspec.Struct, frozen=True):
    """What a table has contributed, in units for the jackpot and the reserve, and which part of it
    is from its last round.
    """

    version: int = 0
    meter: int = 0
    reserve: int = 0
    round: str | None = None
    bets_in: Cents = Cents(0)
    rate_bp: int = 0
    reserve_bp: int = 0


def brought_to(
    feed: Feed, parameters: LinkParameters, round: str, bets: Cents, at_ms: int
) -> AnyFeedEvent | None:
    """The entry after which exactly ``bets`` of a round are in, if one is needed.

    A round keeps the rates that were in force when its bets were accepted.
    """
    same = feed.round == round
    more = bets - (feed.bets_in if same else 0)
    if not more:
        return None
    rate = feed.rate_bp if same else parameters.rate_bp
    reserve = feed.reserve_bp if same else parameters.reserve_bp
    kind = ContributionMade if more > 0 else ContributionReturned
    return kind(
        round=round,
        bets=Cents(abs(more)),
        rate_bp=rate,
        reserve_bp=reserve,
        bets_in=bets,
        meter_total=feed.meter + more * rate,
        reserve_total=feed.reserve + more * reserve,
        at_ms=at_ms,
    )


def evolve_feed(feed: Feed, event: AnyFeedEvent) -> Feed:
    """The feed after an entry. An entry contains the totals, so the last one is enough."""
    return Feed(
        feed.version + 1,
        event.meter_total,
        event.reserve_total,
        event.round,
        event.bets_in,
        event.rate_bp,
        event.reserve_bp,
    )
