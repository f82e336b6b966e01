"""A table's feed: what its progressive bets have put into a link, entry by entry."""

from collections import deque
from typing import NamedTuple

from pitboss.audit.report import Misfit, fits
from pitboss.jackpot.events import AnyFeedEvent, ContributionMade


class Rates(NamedTuple):
    """How much of a bet goes to the jackpot and to the reserve, in basis points."""

    rate_bp: int
    reserve_bp: int


class FeedVersion(NamedTuple):
    """A feed at one of its versions: its total contribution so far."""

    version: int
    meter: int
    reserve: int


class FeedBook:
    """One feed. ``waiting`` holds the entries the link has not entered yet."""

    def __init__(self, link: str, table: str) -> None:
        self.link = link
        self.table = table
        self.now = FeedVersion(0, 0, 0)
        self.round: str | None = None
        self.bets_in = 0
        self.rates = Rates(0, 0)
        self.waiting: deque[FeedVersion] = deque()

    def bets_of(self, round: str) -> int:
        """The bets of a round that the feed has contributions for."""
        return self.bets_in if round == self.round else 0

    def take(self, event: AnyFeedEvent, in_force: Rates, just_before: Rates | None = None) -> None:
        """Takes an entry. A round keeps the rates at which its bets were accepted; a new one has
        those in force.

        ``just_before`` are rates replaced a moment ago, under which another process may have closed
        its betting.
        """
        made = isinstance(event, ContributionMade)
        if event.bets <= 0:
            raise Misfit("a contribution is of some bets", "an amount", event.bets)
        rates = self.rates if event.round == self.round else in_force
        if event.round != self.round and just_before == (event.rate_bp, event.reserve_bp):
            rates = just_before
        fits("the rates in force, in basis points", tuple(rates), (event.rate_bp, event.reserve_bp))
        more = event.bets if made else -event.bets
        fits(
            "progressive bets that are in, in cents",
            self.bets_of(event.round) + more,
            event.bets_in,
        )
        if event.bets_in < 0:
            raise Misfit("progressive bets that are in", "no less than nothing", event.bets_in)
        meter = self.now.meter + more * rates.rate_bp
        reserve = self.now.reserve + more * rates.reserve_bp
        fits("what the feed has put into the jackpot, in units", meter, event.meter_total)
        fits("what the feed has put into the reserve, in units", reserve, event.reserve_total)
        self.now = FeedVersion(self.now.version + 1, meter, reserve)
        self.waiting.append(self.now)
        self.round, self.bets_in, self.rates = event.round, event.bets_in, rates

    def enter(self, version: int) -> FeedVersion:
        """The entry of a version; it and those before it are no longer waiting."""
        while self.waiting and self.waiting[0].version <= version:
            entry = self.waiting.popleft()
            if entry.version == version:
                return entry
        raise Misfit(
            f"the feed of {self.table} has not got the version that was entered",
            "a version that waits",
            version,
        )
