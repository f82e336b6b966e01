"""The awards of a journal, worked out again from its claims: who had to be paid next, and what."""

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from pitboss.casino.requests import Stored
from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import UNITS_PER_CENT, LinkParameters

LINK = "link/"


class Found(msgspec.Struct):
    """What was found: claims, awards, turns that paid several at once, and the most claims that
    waited together.
    """

    claims: int = 0
    awards: int = 0
    pooled: int = 0
    most_waiting: int = 0


class _Link:
    """One link as its events tell it, with as little as is needed to know the next award."""

    def __init__(self, opened: e.LinkOpened, found: Found) -> None:
        self.operator = opened.operator
        self.parameters: LinkParameters = opened.parameters
        self.units = opened.parameters.reset * UNITS_PER_CENT
        self.waiting: dict[str, e.ClaimRaised] = {}
        self.verified: dict[str, set[str]] = {}
        self.declined: dict[str, set[str]] = {}
        self.paid: dict[str, int] = {}
        self.house_order: tuple[str, ...] = ()
        self.found = found

    def take(self, event: object) -> None:
        match event:
            case e.ContributionsFolded():
                self.units += event.meter_units
            case e.ClaimRaised():
                self.waiting[event.claim] = event
                self.found.claims += 1
                self.found.most_waiting = max(self.found.most_waiting, len(self.waiting))
            case e.ClaimVerified():
                self.verified.setdefault(event.claim, set()).add(event.by.name)
                self.declined.setdefault(event.claim, set()).discard(event.by.name)
            case e.DeclineRecorded() | e.ClaimDeclined():
                self.declined.setdefault(event.claim, set()).add(event.by.name)
                self.verified.setdefault(event.claim, set()).discard(event.by.name)
                if isinstance(event, e.ClaimDeclined):
                    needed = self.parameters.verifiers
                    assert len(self.declined[event.claim]) >= needed, (
                        f"{event.claim} is declined too soon"
                    )
                    self._closed(event.claim)
            case e.ClaimWithdrawn():
                self._closed(event.claim)
            case e.ClaimsOrdered():
                self.house_order = event.tables
            case e.AwardPaid():
                self._paid(event)
            case e.AwardReversed():
                assert self.paid.pop(event.claim) == event.amount, (
                    f"{event.claim} gives back another amount"
                )
                self.units += event.amount * UNITS_PER_CENT - event.funding.total
            case _:
                assert not isinstance(event, e.ParametersTookEffect | e.LinkCorrected), (
                    "nobody did that"
                )

    def _closed(self, claim: str) -> None:
        del self.waiting[claim]
        if not self.waiting:
            self.house_order = ()

    def _turn(self) -> list[e.ClaimRaised]:
        """The claims that are to be paid next."""
        claims = list(self.waiting.values())
        if self.operator == "MBS":
            first = min(claims, key=lambda claim: claim.entry)
            return [claim for claim in claims if claim.table == first.table]
        if self.house_order:
            tables = {table: place for place, table in enumerate(self.house_order)}
            return [
                min(claims, key=lambda c: (tables.get(c.table, len(tables)), c.dealt_ms, c.entry))
            ]
        first = min(claims, key=lambda claim: (claim.dealt_ms, claim.entry))
        rivals = {claim.table for claim in claims if claim.dealt_ms == first.dealt_ms}
        assert rivals == {first.table}, (
            f"{sorted(rivals)} are equal, and nobody was asked which comes first"
        )
        return [first]

    def _paid(self, event: e.AwardPaid) -> None:
        due = {claim.claim: claim for claim in self._turn()}
        assert {award.claim for award in event.awards} == set(due), (
            f"{event.awards}: {set(due)} came first"
        )
        shown = self.units // UNITS_PER_CENT
        for award in event.awards:
            claim = due[award.claim]
            assert award.claim not in self.paid, f"{award.claim} is paid twice"
            assert len(self.verified[award.claim]) >= self.parameters.verifiers, (
                f"{award.claim} is not verified"
            )
            assert (award.box, award.hand) == (claim.box, claim.hand)
            if len(due) == 1:
                base = shown if claim.registered is None else min(shown, claim.registered)
                share = Fraction(claim.part) * base
                assert award.amount == share.numerator // share.denominator, (
                    f"{award}: {claim.part} of {base}"
                )
            self.paid[award.claim] = award.amount
            self.found.awards += 1
        self.found.pooled += len(due) > 1
        total = sum(award.amount for award in event.awards)
        self.units += event.funding.total - total * UNITS_PER_CENT
        if len(due) == 1 and next(iter(due.values())).part == "1" and event.before == shown:
            assert self.units // UNITS_PER_CENT == self.parameters.reset, (
                "it did not start again from its reset value"
            )
        for paid in due:
            self._closed(paid)


def check_awards(events: Iterable[Stored]) -> Found:
    """Every award was due, in its turn and its amount, and paid once; AssertionError where that is
    not so.
    """
    found = Found()
    links: dict[str, _Link] = {}
    for stored in events:
        if not stored.stream.startswith(LINK):
            continue
        if isinstance(stored.event, e.LinkOpened):
            links[stored.stream] = _Link(stored.event, found)
        else:
            links[stored.stream].take(stored.event)
    return found
