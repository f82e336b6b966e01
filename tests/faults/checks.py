"""What must hold of a journal after any fault, held against what the clients remember."""

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pitboss.audit import audit
from pitboss.casino.aggregates import NOTHING_YET, Entity, evolved
from pitboss.casino.app import Casino
from pitboss.casino.codec import CommandRefused, RoundInterrupted, read_event
from pitboss.casino.entry import read_entry
from pitboss.casino.postings import Ledger, standing
from pitboss.casino.requests import Stored
from pitboss.casino.streams import load
from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.jackpot.state import displayed, waiting
from pitboss.journal.chain import START, hash_of
from pitboss.journal.port import Journal, Record
from pitboss.ledger.entries import Balances
from pitboss.table.state import TableState
from tests.faults.floor import SHELF, Clients, digest_of_records

TABLE, LINK, FEED = "table/", "link/", "feed/"

_BY_THE_HOUSE_ITSELF = ("enter/", "interrupted/", "operations/")


_REFUSED = str(CommandRefused.__struct_config__.tag)


class AcknowledgedLost(AssertionError):
    """A command that was acknowledged is not in the journal."""


class Found(msgspec.Struct, frozen=True):
    """What a journal was found to hold: how many events of each kind, and what all streams come
    to.
    """

    kinds: Mapping[str, int] = {}
    entities: Mapping[str, Entity] = {}

    @property
    def told(self) -> Counter[str]:
        """What a report of a run says of it."""
        names = {
            "records": tuple(self.kinds),
            "rounds": ("round-concluded/1",),
            "interrupted": ("round-interrupted/1",),
            "claims": ("claim-raised/1",),
            "awards": ("award-paid/1",),
            "refusals": ("command-refused/1",),
        }
        return Counter(
            {name: sum(self.kinds.get(kind, 0) for kind in kinds) for name, kinds in names.items()}
        )

    @property
    def unfinished(self) -> set[str]:
        """The tables whose round is not over."""
        return {
            stream.removeprefix(TABLE)
            for stream, entity in self.entities.items()
            if stream.startswith(TABLE)
            and entity.table is not None
            and entity.table.round is not None
        }


def check(journal: Journal, clients: Clients) -> Found:
    """Everything that must hold at any moment; AssertionError where something does not."""
    records = _all(journal)
    _check_chain(records)
    _check_commands(records, clients)
    events = [
        Stored(at.position, at.stream, at.version, at.at_ms, at.command, read_event(at))
        for at in records
    ]
    ledger = Ledger(SHELF)
    for stored in events:
        ledger.post(stored)
    entities = ledger._streams
    _check_ledger(ledger, entities)
    for link in (stream for stream in entities if stream.startswith(LINK)):
        _check_link(link.removeprefix(LINK), events, entities)
    for stream, entity in entities.items():
        loaded = as_folded(load(journal, stream, SHELF))
        assert loaded == entity, f"{stream}: with its snapshot it is something else"
    _check_auditor(journal)
    return Found(Counter(record.kind for record in records), entities)


def as_folded(entity: Entity) -> Entity:
    """A stream as its events alone make it, without what was asked of a table."""
    if not isinstance(entity.state, TableState):
        return entity
    return Entity(entity.version, msgspec.structs.replace(entity.state, entries=()))


def check_live(casino: Casino, clients: Clients) -> Found:
    """The same, and that what the running application knows is what a new one would read."""
    found = check(casino.journal, clients)
    for stream, entity in found.entities.items():
        assert as_folded(casino.cache.committed(stream)) == entity, (
            f"{stream}: the application has something else in memory"
        )
        known = casino.cache._speculative.get(stream)
        # It may not have heard of the latest: a commit whose answer got lost, or of another
        # process.
        assert known is None or as_folded(known) == _at(casino.journal, stream, known.version), (
            f"{stream}: the application would decide on what never was"
        )
    return found


def _at(journal: Journal, stream: str, version: int) -> Entity:
    """What a stream came to when it had this version."""
    entity = NOTHING_YET
    for record in itertools.islice(journal.read(stream), version):
        entity = evolved(stream, entity, read_event(record), SHELF)
    return entity


def _all(journal: Journal) -> list[Record]:
    records: list[Record] = []
    while more := journal.read_all(records[-1].position if records else 0):
        records += more
    assert len(records) == journal.count()
    return records


def _check_chain(records: Iterable[Record]) -> None:
    ends: dict[str, tuple[int, bytes]] = {}
    for record in records:
        version, before = ends.get(record.stream, (0, START))
        assert record.version == version + 1, (
            f"{record.stream}: {record.version} comes after {version}"
        )
        assert record.hash == hash_of(record, before), (
            f"{record.stream} {record.version}: the chain is broken"
        )
        ends[record.stream] = (record.version, record.hash)


def _check_commands(records: Iterable[Record], clients: Clients) -> None:
    """Each command once and whole, as it was asked for, and answered as it is stored; none that was
    acknowledged missing.
    """
    commands: dict[str, list[Record]] = {}
    for record in records:
        commands.setdefault(record.command, []).append(record)
    for command, parts in commands.items():
        assert [part.number for part in parts] == list(range(len(parts))), (
            f"{command}: not whole, or twice"
        )
        assert all(a.position + 1 == b.position for a, b in itertools.pairwise(parts)), (
            f"{command} is torn apart"
        )
        assert len({part.at_ms for part in parts}) == 1, f"{command} was carried out at two moments"
        if command.startswith(_BY_THE_HOUSE_ITSELF):
            continue
        asked = clients.asked.get(command)
        assert asked is not None, f"{command}: nobody asked for it"
        assert parts[0].entry is not None
        assert asked.was(read_entry(parts[0].entry), refused=parts[0].kind == _REFUSED), (
            f"{command}: something else was asked for"
        )
    for command, digest in clients.acknowledged.items():
        parts = commands.get(command, [])
        if not parts and digest != digest_of_records([]):
            raise AcknowledgedLost(f"{command} was acknowledged and is not in the journal")
        assert digest == digest_of_records(parts), f"{command}: something else was acknowledged"


def _check_ledger(ledger: Ledger, entities: Mapping[str, Entity]) -> None:
    total = sum(units for _, units in ledger.balances)
    assert total == 0, f"the ledger sums to {total} units"
    assert ledger.balances == Balances(itertools.starmap(standing, entities.items())), (
        "entry by entry the ledger comes to something else"
    )


def _check_link(link: str, events: Iterable[Stored], entities: Mapping[str, Entity]) -> None:
    """A link's meters from its events, added up here: what came in less what went out is what there
    is.
    """
    state = entities[LINK + link].link
    if state is None:
        return
    shown = reserve = 0
    for stored in events:
        if stored.stream.startswith(f"{FEED}{link}/"):
            sign = -1 if isinstance(stored.event, e.ContributionReturned) else 1
            assert isinstance(stored.event, e.ContributionMade | e.ContributionReturned)
            shown += sign * stored.event.bets * stored.event.rate_bp
            reserve += sign * stored.event.bets * stored.event.reserve_bp
        elif stored.stream == LINK + link:
            more, less = _moved(stored.event)
            shown += more
            reserve -= less
    feeds = {
        table: entities[feed].feed
        for table in state.tables
        if (feed := f"{FEED}{link}/{table}") in entities
    }
    meter, to_reserve = waiting(state, feeds)
    held = state.meter_units + state.overflow_units + meter
    assert held == shown, f"{link}: meter, overflow and feeds hold {held} units, not {shown}"
    assert state.reserve_units + to_reserve == reserve, (
        f"{link}: the reserve is not {reserve} units"
    )
    if not state.locked and state.parameters.cap is None:
        assert displayed(state, feeds) == shown // UNITS_PER_CENT, (
            f"{link} shows what it has not got"
        )


def _moved(event: Any) -> tuple[int, int]:
    """What an event of a link adds to its meter and overflow pool together, and what it takes from
    the reserve.
    """
    match event:
        case e.LinkOpened():
            return event.parameters.reset * UNITS_PER_CENT, 0
        case e.ContributionsFolded():
            return event.house_units, 0
        case e.AwardPaid():
            paid = sum(award.amount for award in event.awards) * UNITS_PER_CENT
            return (
                event.funding.reserve_units + event.funding.house_units - paid,
                event.funding.reserve_units,
            )
        case e.AwardReversed():
            back = event.amount * UNITS_PER_CENT
            return (
                back - event.funding.reserve_units - event.funding.house_units,
                -event.funding.reserve_units,
            )
        case e.ParametersTookEffect():
            return (
                event.funding.reserve_units + event.funding.house_units,
                event.funding.reserve_units,
            )
        case e.LinkCorrected():
            return event.amount * UNITS_PER_CENT, 0
        case _:
            return 0, 0


def _check_auditor(journal: Journal) -> None:
    problem = audit(journal).problem
    assert problem is None, f"the auditor: {problem}"


def check_recovered(before: Found, flagged: Iterable[str], journal: Journal) -> None:
    """At start-up every round that was on was found, and no other."""
    assert set(flagged) == before.unfinished, (
        f"found at start-up {sorted(flagged)}, not {before.unfinished}"
    )
    for table in before.unfinished:
        version = before.entities[TABLE + table].version
        first = next(iter(journal.read(TABLE + table, after=version)))
        assert isinstance(read_event(first), RoundInterrupted), (
            f"{table} goes on as if nothing had happened"
        )
