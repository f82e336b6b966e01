"""What a jackpot has consisted of since its last reset: every unit is accounted for."""

from collections.abc import Mapping

import msgspec

from pitboss.casino.codec import read_event
from pitboss.casino.history import as_stored
from pitboss.casino.journal_errors import OutOfPlace, Placed
from pitboss.casino.requests import Stored
from pitboss.casino.stream_ids import feed_stream, link_stream
from pitboss.casino.streams import load
from pitboss.jackpot import events as e
from pitboss.jackpot.evolve import evolve_link
from pitboss.jackpot.feed import Feed
from pitboss.jackpot.parameters import UNITS_PER_CENT, LinkParameters
from pitboss.jackpot.state import ClaimStanding, LinkState, displayed, waiting
from pitboss.journal.port import Journal
from pitboss.kernel.money import Cents, format_cents
from pitboss.kernel.names import natural
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.shelf import Shelf


class Since(msgspec.Struct, frozen=True):
    """Where the current jackpot begins: the opening of the link, or the award that took the whole
    of the last one.
    """

    at_ms: int
    position: int
    award_of: str | None = None


class FromTable(msgspec.Struct, frozen=True):
    """What a table has contributed since then: entered in the meter (or in the overflow pool), and
    still waiting.
    """

    table: str
    entered_units: int
    waiting_units: int


class Corrected(msgspec.Struct, frozen=True):
    at_ms: int
    amount: Cents
    reason: str
    note: str
    proposed_by: Actor
    approved_by: Actor


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A claim and its outcome. ``order`` is its place among all that the link has paid, from 1."""

    claim: str
    table: str
    round: str
    box: int
    player: str
    hand: str
    part: str
    dealt_ms: int
    raised_ms: int
    standing: ClaimStanding
    verified_by: tuple[Actor, ...]
    declined_by: tuple[Actor, ...] = ()
    winner: str | None = None
    note: str | None = None
    award: Cents | None = None
    paid_ms: int | None = None
    order: int | None = None
    resets: bool = False
    clauses: tuple[str, ...] = ()


class LinkReport(msgspec.Struct, frozen=True, kw_only=True):
    """One link. All amounts are in units except awards and corrections, which are in cents.

    ``start_funding`` is who paid for the start, which may also contain an old jackpot's
    odd units.

    start + contributions - to overflow + from house + corrections + funding - awards + taken back =
    meter
    """

    link: str
    operator: str
    parameters: LinkParameters
    since: Since
    start_units: int
    start_funding: e.Funding
    tables: tuple[FromTable, ...]
    to_overflow_units: int
    from_house_units: int
    corrections: tuple[Corrected, ...]
    funding: e.Funding
    awards_cents: int
    reversed_cents: int
    meter_units: int
    waiting_units: int
    reserve_units: int
    reserve_waiting_units: int
    overflow_units: int
    displayed: Cents
    locked: bool
    down: bool
    notice: str | None
    hits: tuple[Hit, ...]
    hits_ever: int

    @property
    def contributions_units(self) -> int:
        return sum(table.entered_units for table in self.tables)

    @property
    def composed_units(self) -> int:
        """What the parts add up to: the meter, if nothing is lost."""
        return (
            self.start_units
            + self.contributions_units
            - self.to_overflow_units
            + self.from_house_units
            + sum(correction.amount for correction in self.corrections) * UNITS_PER_CENT
            + self.funding.total
            - (self.awards_cents - self.reversed_cents) * UNITS_PER_CENT
        )


def jackpot_report(
    journal: Journal, link: str, shelf: Shelf, *, all_hits: bool = False
) -> LinkReport | None:
    """The report of a link; None if there is no such link. ``all_hits``: includes those of earlier
    jackpots.
    """
    story = JackpotStory()
    for record in journal.read(link_stream(link)):
        with Placed(record):
            story.take(as_stored(record))
    return told(journal, story, shelf, all_hits=all_hits)


def told(
    journal: Journal, story: "JackpotStory", shelf: Shelf, *, all_hits: bool = False
) -> LinkReport | None:
    """The state of a link, with what its tables have contributed since."""
    state = story.state
    if state is None:
        return None
    feeds = {
        table: load(journal, feed_stream(state.id, table), shelf).feed for table in state.tables
    }
    return story.report(state, feeds, all_hits)


def feed_totals(journal: Journal, stream: str, version: int) -> tuple[int, int]:
    """What a feed has contributed up to a version, added up bet by bet instead of taken from its
    own totals.
    """
    meter = reserve = 0
    for record in journal.read(stream):
        if record.version > version:
            break
        event = read_event(record)
        with Placed(record):
            if not isinstance(event, e.ContributionMade | e.ContributionReturned):
                raise OutOfPlace
        sign = 1 if isinstance(event, e.ContributionMade) else -1
        meter += sign * event.bets * event.rate_bp
        reserve += sign * event.bets * event.reserve_bp
    return meter, reserve


class JackpotStory:
    """Follows a link event by event, and starts again whenever the jackpot does."""

    def __init__(self) -> None:
        self.state: LinkState | None = None
        self._hits: dict[str, Hit] = {}
        self._fresh_from: set[str] = set()
        self._begin(Since(0, 0), 0, e.Funding(), {})

    def _begin(
        self, since: Since, start_units: int, paid_by: e.Funding, marks: Mapping[str, int]
    ) -> None:
        self._since = since
        self._start_units = start_units
        self._start_funding = paid_by
        self._marks = marks
        self._to_overflow = self._from_house = 0
        self._corrections: list[Corrected] = []
        self._funding = e.Funding()
        self._awards = self._reversed = 0
        # Claims that are still pending belong to the new jackpot too.
        self._fresh_from = {name for name, hit in self._hits.items() if _waits(hit)}

    def take(self, stored: Stored) -> None:
        event = stored.event
        if isinstance(event, e.LinkEvent):
            link_event: e.AnyLinkEvent = event  # type: ignore[assignment]  # a link's stream holds a link's events
            before = self.state
            self.state = evolve_link(before, link_event)
            self._account(stored, link_event)
            self._follow(stored, link_event)
            if isinstance(link_event, e.LinkOpened):
                units = self.state.meter_units
                self._begin(
                    Since(stored.at_ms, stored.position), units, e.Funding(house_units=units), {}
                )
            elif isinstance(link_event, e.AwardPaid) and link_event.resets:
                self._started_again(stored, link_event)

    def _started_again(self, stored: Stored, event: e.AwardPaid) -> None:
        if self.state is None:
            raise OutOfPlace
        marks = {table: mark.meter_units for table, mark in self.state.feeds.items()}
        claim = event.awards[-1].claim
        since = Since(stored.at_ms, stored.position, claim)
        self._begin(since, self.state.meter_units, event.funding, marks)
        self._fresh_from |= {award.claim for award in event.awards}

    def _account(self, stored: Stored, event: e.AnyLinkEvent) -> None:
        match event:
            case e.ContributionsFolded():
                self._to_overflow += event.overflow_units
                self._from_house += event.house_units
            case e.LinkCorrected():
                self._corrections.append(
                    Corrected(
                        stored.at_ms,
                        event.amount,
                        event.reason,
                        event.note,
                        event.proposed_by,
                        event.approved_by,
                    )
                )
            case e.AwardPaid():
                self._funding = _sum(self._funding, event.funding, 1)
                self._awards += sum(award.amount for award in event.awards)
            case e.AwardReversed():
                self._funding = _sum(self._funding, event.funding, -1)
                self._reversed += event.amount
            case e.ParametersTookEffect():
                self._funding = _sum(self._funding, event.funding, 1)
            case _:
                pass

    def _follow(self, stored: Stored, event: e.AnyLinkEvent) -> None:
        """Follows claims to their outcome."""
        match event:
            case e.ClaimRaised():
                self._hits[event.claim] = Hit(
                    claim=event.claim,
                    table=event.table,
                    round=event.round,
                    box=event.box,
                    player=event.player,
                    hand=event.hand,
                    part=event.part,
                    dealt_ms=event.dealt_ms,
                    raised_ms=stored.at_ms,
                    standing=ClaimStanding.OPEN,
                    verified_by=(),
                )
                self._fresh_from.add(event.claim)
            case e.ClaimVerified():
                self._verified(event)
            case e.DeclineRecorded():
                self._declined(event, ClaimStanding.OPEN)
            case e.ClaimDeclined():
                self._declined(event, ClaimStanding.DECLINED)
            case e.ClaimWithdrawn():
                self._hit(event.claim, standing=ClaimStanding.WITHDRAWN, note=event.because)
            case e.AwardReversed():
                note = f"award of {format_cents(event.amount)} taken back: {event.because}"
                self._hit(event.claim, standing=ClaimStanding.WITHDRAWN, award=None, note=note)
            case e.AwardPaid():
                if self.state is None:
                    raise OutOfPlace
                first = self.state.totals.hits - len(event.awards) + 1
                for nth, award in enumerate(event.awards):
                    self._hit(
                        award.claim,
                        standing=ClaimStanding.PAID,
                        award=award.amount,
                        paid_ms=stored.at_ms,
                        order=first + nth,
                        resets=event.resets,
                        clauses=award.clauses,
                    )
            case _:
                pass

    def _verified(self, event: e.ClaimVerified) -> None:
        hit = self._hits[event.claim]
        declined_by = _without(hit.declined_by, event.by)
        self._hit(
            event.claim,
            verified_by=(*hit.verified_by, event.by),
            declined_by=declined_by,
            winner=event.winner or None,
            note=hit.note if declined_by else None,
            standing=ClaimStanding.VERIFIED if event.complete else ClaimStanding.OPEN,
        )

    def _declined(
        self, event: e.DeclineRecorded | e.ClaimDeclined, standing: ClaimStanding
    ) -> None:
        hit = self._hits[event.claim]
        reason = f"declined by {event.by.name}: {event.reason}"
        verified_by = _without(hit.verified_by, event.by)
        self._hit(
            event.claim,
            verified_by=verified_by,
            winner=hit.winner if verified_by else None,
            declined_by=(*hit.declined_by, event.by),
            note=reason if hit.note is None else f"{hit.note}; {reason}",
            standing=standing,
        )

    def _hit(self, claim: str, **changes: object) -> None:
        self._hits[claim] = msgspec.structs.replace(self._hits[claim], **changes)

    def report(self, state: LinkState, feeds: dict[str, Feed], all_hits: bool) -> LinkReport:
        waits_units, reserve_waits = waiting(state, feeds)
        tables = []
        for table in sorted(state.tables, key=natural):
            mark = state.feeds.get(table)
            so_far = 0 if mark is None else mark.meter_units
            tables.append(
                FromTable(table, so_far - self._marks.get(table, 0), feeds[table].meter - so_far)
            )
        return LinkReport(
            link=state.id,
            operator=state.operator,
            parameters=state.parameters,
            since=self._since,
            start_units=self._start_units,
            start_funding=self._start_funding,
            tables=tuple(tables),
            to_overflow_units=self._to_overflow,
            from_house_units=self._from_house,
            corrections=tuple(self._corrections),
            funding=self._funding,
            awards_cents=self._awards,
            reversed_cents=self._reversed,
            meter_units=state.meter_units,
            waiting_units=waits_units,
            reserve_units=state.reserve_units,
            reserve_waiting_units=reserve_waits,
            overflow_units=state.overflow_units,
            displayed=displayed(state, feeds),
            locked=state.locked,
            down=state.down,
            notice=state.notice,
            hits=tuple(
                hit for name, hit in self._hits.items() if all_hits or name in self._fresh_from
            ),
            hits_ever=state.totals.hits,
        )


def _without(persons: tuple[Actor, ...], gone: Actor) -> tuple[Actor, ...]:
    """Somebody who changes sides is removed from the other list."""
    return tuple(person for person in persons if person.name != gone.name)


def _waits(hit: Hit) -> bool:
    return hit.standing in (ClaimStanding.OPEN, ClaimStanding.VERIFIED)


def _sum(one: e.Funding, other: e.Funding, sign: int) -> e.Funding:
    return e.Funding(
        one.reserve_units + sign * other.reserve_units,
        one.overflow_units + sign * other.overflow_units,
        one.house_units + sign * other.house_units,
    )
