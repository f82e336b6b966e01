"""The tables and links of a floor as last read, and since when they have been in that state."""

from collections.abc import Iterable, Mapping, Sequence

from pitboss.casino.app import Casino
from pitboss.casino.stream_ids import feed_of, link_of, table_of, table_stream
from pitboss.jackpot.state import LinkState
from pitboss.journal.port import Record
from pitboss.kernel.money import Cents
from pitboss.table.state import TableState


class FloorState:
    """Written by one thread and shown by the event loop: mappings are replaced, never changed,
    because somebody may be iterating over them.

    ``since`` is when each table entered its current phase. ``positions`` gives for each link the
    journal position at which its figure was exactly what is shown; None if more was stored while it
    was being read, until that has been read too.
    """

    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self._versions: dict[str, int] = {}
        self._phases: dict[str, object] = {}
        self.tables: Mapping[str, TableState] = {}
        self.links: Mapping[str, tuple[LinkState, Cents]] = {}
        self.since: Mapping[str, int] = {}
        self.positions: Mapping[str, int | None] = {}

    def start(self, position: int) -> None:
        """Loads everything as it is. Somebody else may be writing at the same time."""
        heads = self._casino.journal.heads()
        self._versions = {stream: head.version for stream, head in heads.items()}
        still = self._casino.journal.last_position() == position
        self._load(heads, position if still else None)
        self.since = {
            name: record.at_ms
            for name in self.tables
            for record in self._casino.journal.read(
                table_stream(name), after=heads[table_stream(name)].version - 1
            )
        }
        self._phases = {name: _phase(state) for name, state in self.tables.items()}

    def read(self, records: Sequence[Record]) -> set[str]:
        """Takes in what was stored; returns the links whose signs have to show something that none
        of their own events says.
        """
        self._versions |= {record.stream: record.version for record in records}
        before = self.tables
        self._load({record.stream for record in records}, records[-1].position)
        since, paid_out = dict(self.since), set()
        for record in records:
            name = table_of(record.stream)
            state = None if name is None else self.tables.get(name)
            if name is None or state is None:
                continue
            phase = _phase(state)
            if self._phases.get(name) != phase:
                self._phases[name] = phase
                since[name] = record.at_ms
            link = state.settings.link
            if link is not None and _hit_moved_on(before.get(name), state):
                paid_out.add(link)
        self.since = since
        return paid_out

    def _load(self, streams: Iterable[str], position: int | None) -> None:
        links, tables = set(), dict(self.tables)
        for stream in streams:
            if (name := table_of(stream)) is not None:
                state = self._casino.table(name)
                if state is not None:
                    tables[name] = state
            elif (link := link_of(stream)) is not None:
                links.add(link)
            elif (feed := feed_of(stream)) is not None:
                links.add(feed.link)
        shown_links, positions = dict(self.links), dict(self.positions)
        for name in links:
            shown = self._casino.shown(name)
            if shown is not None:
                shown_links[name] = (shown.link, shown.displayed)
                exact = all(
                    self._versions.get(stream, 0) == version
                    for stream, version in shown.versions.items()
                )
                positions[name] = position if exact else None
        self.tables, self.links, self.positions = tables, shown_links, positions


def _phase(state: TableState) -> object:
    """What a table is waiting in: as long as this stays the same, its time adds up."""
    round = state.round
    if round is None:
        return state.open, state.rounds
    return round.id, round.phase, round.pending is not None


def _hit_moved_on(before: TableState | None, after: TableState) -> bool:
    """Whether a round in which a jackpot was claimed has just been settled or concluded."""
    if before is None or before is after or before.round is None or not before.round.claimed:
        return False
    now = after.round
    return now is None or now.id != before.round.id or now.phase is not before.round.phase
