"""Live updates: one thread follows the journal, and each client is sent what has changed of what it
watches.

Updates are conflated, so there is no backlog: a client only ever gets the latest state, and a slow
one skips the states in between. A view that many clients share is rendered once.
"""

import asyncio
import logging
import threading
from collections.abc import AsyncGenerator, Mapping, Set
from typing import Any

import msgspec

from pitboss.casino.app import Casino
from pitboss.casino.approvals import APPROVALS_STREAM, ApprovalAsked
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.conditions import Condition
from pitboss.demo.clock import Countdown
from pitboss.jackpot.state import LinkState
from pitboss.journal.port import JournalError
from pitboss.kernel.money import Cents
from pitboss.people.events import PEOPLE_STREAM
from pitboss.table.state import TableState
from pitboss.table.views.names import EVERYBODY, NOBODY_ELSE, Names, is_staff
from pitboss.web.auth.callers import Caller
from pitboss.web.auth.sessions import Guard
from pitboss.web.floor_state import FloorState
from pitboss.web.interruptions import interrupted_rounds
from pitboss.web.live_clients import (
    ENDED,
    FLOOR,
    METER,
    Client,
    addressed_to,
    at_consoles,
    topics_of,
)
from pitboss.web.views.audience import viewer_key
from pitboss.web.views.floor import FloorView, floor_view
from pitboss.web.views.links import link_view, meter_view
from pitboss.web.views.tables import InterruptionView, table_view

HEARTBEAT_S = 4.0
"""Pages that hear nothing for seven seconds say that they are not live."""
METERS_EVERY_S = 0.1
LOOK_S = 0.5

_BATCH = 500
_log = logging.getLogger("pitboss.web")


class Hub:
    """Holds the latest states and the clients."""

    def __init__(self, casino: Casino, guard: Guard) -> None:
        self._casino = casino
        self._guard = guard
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._clients: set[Client] = set()
        self._rendered: dict[tuple[str, Any], bytes] = {}
        self._messages: dict[tuple[frozenset[str], Any], bytes] = {}
        self._beating = False
        # Throttling: topics that change more often than they are sent wait here.
        self._often: set[str] = set()
        self._often_told_s = 0.0
        self._letting_go = False
        self.look_s = LOOK_S
        self.position = 0
        self.known = FloorState(casino)
        self.interrupted: Mapping[str, InterruptionView] = {}
        self._waiting: tuple[ApprovalAsked, ...] = ()
        self._clocks: Mapping[str, Countdown] = {}
        self.draining = False

    # ── following ─────────────────────────────────────────────────────────────────────────────────

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Loads the current state of everything, and follows the journal from there."""
        self._loop = loop
        self.position = self._casino.journal.last_position()
        self.interrupted = interrupted_rounds(self._casino)
        self.known.start(self.position)
        self._waiting = tuple(self._casino.approvals().waiting.values())
        self._thread = threading.Thread(target=self._follow, name="hub", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stops following."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def let_go(self) -> None:
        """On the event loop: ends every stream; clients reconnect elsewhere."""
        self._letting_go = True
        for client in self._clients:
            client.wake.set()

    @property
    def tables(self) -> Mapping[str, TableState]:
        return self.known.tables

    @property
    def links(self) -> Mapping[str, tuple[LinkState, Cents]]:
        return self.known.links

    @property
    def clients(self) -> int:
        return len(self._clients)

    def present(self) -> list[tuple[Caller, frozenset[str]]]:
        """Who has a page open, and at which tables: staff at their consoles, others wherever they
        watch. Safe to call from any thread.
        """
        return [
            (client.caller, client.consoles if client.staff else client.tables)
            for client in tuple(self._clients)
        ]

    # ── clocks ────────────────────────────────────────────────────────────────────────────────────

    def show_clock(self, table: str, clock: Countdown | None) -> None:
        """Sets or clears a table's clock, and tells everybody who watches the table. Safe to call
        from any thread.
        """
        others = {name: one for name, one in self._clocks.items() if name != table}
        self._clocks = others if clock is None else others | {table: clock}
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._clock_changed, table)

    def drain(self, on: bool) -> None:
        """On the event loop: new rounds wait for a restart, or no longer do. Everybody is told."""
        self.draining = on
        self._changed({FLOOR}, self.position, people=False)

    def _clock_changed(self, table: str) -> None:
        if table in self.tables:
            topic = table_stream(table)
            for key in [key for key in self._rendered if key[0] == topic]:
                del self._rendered[key]
            self._messages.clear()
            self._tell({topic})

    def clock(self, state: TableState) -> Countdown | None:
        """A table's clock, unless the table has moved on since it was set."""
        clock = self._clocks.get(state.id)
        return clock if clock is not None and clock.fits(state) else None

    def _follow(self) -> None:
        journal, position, waiting = self._casino.journal, self.position, Condition(_log)
        while not self._stop.is_set():
            try:
                records = journal.read_news(position, _BATCH)
                waiting.now("", "live updates go on")
                if not records:
                    journal.wait(position, self.look_s)
                    continue
                streams = {record.stream for record in records}
                paid_out = self.known.read(records)
                if APPROVALS_STREAM in streams:
                    self._waiting = tuple(self._casino.approvals().waiting.values())
                people = PEOPLE_STREAM in streams
                if people:
                    self._guard.refresh()
            except JournalError as error:
                # The database is unreachable; clients get what they missed when it is back.
                waiting.now(f"live updates are waiting for the journal: {error}")
                self._stop.wait(self.look_s)
                continue
            except Exception:  # noqa: BLE001 - it is in the log; were this thread to end, every screen would stand still
                _log.exception("live updates failed; trying again")
                self._stop.wait(self.look_s)
                continue
            position = records[-1].position
            topics = {topic for stream in streams for topic in topics_of(stream)}
            topics |= set(map(link_stream, paid_out))
            loop = self._loop
            if loop is not None and not loop.is_closed():
                loop.call_soon_threadsafe(self._changed, topics, position, people)

    def _changed(self, topics: set[str], position: int, people: bool) -> None:
        """On the event loop: something has changed."""
        self.position = position
        meters = {topic for topic in topics if topic.startswith(METER)}
        # Links and the floor show the meter's figure too. Clients that watch them get it from the
        # meter; a new client must not get a stale one.
        stale = (
            topics
            | {link_stream(topic.removeprefix(METER)) for topic in meters}
            | ({FLOOR} if meters else set())
        )
        for key in [key for key in self._rendered if key[0] in stale]:
            del self._rendered[key]
        self._messages.clear()
        self._tell_in_time(topics)
        if people:
            # No more updates for callers who are no longer signed in.
            for client in self._clients:
                if not self._guard.still(client.caller):
                    client.wake.set()

    def _tell(self, topics: Set[str]) -> None:
        # Many clients watch the same things: what concerns them is computed once.
        concerned: dict[frozenset[str], frozenset[str]] = {}
        for client in self._clients:
            mine = concerned.get(client.topics)
            if mine is None:
                mine = frozenset(topic for topic in topics if client.looks_at(topic))
                concerned[client.topics] = mine
            if mine:
                client.changed = client.changed | mine if client.changed else mine
                client.wake.set()

    def _beat(self) -> None:
        """Twice in each heartbeat interval: wakes all clients that were sent nothing since the last
        time. One timer serves all.
        """
        self._beating = bool(self._clients) and not self._letting_go
        if not self._beating:
            return
        for client in self._clients:
            if client.quiet:
                client.beat_due = True
                client.wake.set()
            client.quiet = True
        asyncio.get_running_loop().call_later(HEARTBEAT_S / 2, self._beat)

    def _tell_in_time(self, topics: Set[str]) -> None:
        """Throttling: meters and the floor change all the time, and are published at intervals."""
        assert self._loop is not None, "changes come from following"
        often = {topic for topic in topics if topic == FLOOR or topic.startswith(METER)}
        if not often:
            self._tell(topics)
            return
        due_s = self._often_told_s + METERS_EVERY_S - self._loop.time()
        if not self._often and due_s <= 0:
            self._often_told_s = self._loop.time()
            self._tell(topics)
            return
        self._tell(topics - often)
        if not self._often:
            self._loop.call_later(max(0.0, due_s), self._tell_often)
        self._often |= often

    def _tell_often(self) -> None:
        assert self._loop is not None
        self._often_told_s = self._loop.time()
        often, self._often = self._often, set()
        self._tell(often)

    # ── telling ───────────────────────────────────────────────────────────────────────────────────

    async def stream(self, client: Client, resumed: bool) -> AsyncGenerator[bytes, None]:
        """First everything the client watches, then what changes, while it is signed in."""
        self._come(client)
        try:
            yield self._snapshot(client, resumed)
            while not self._letting_go:
                await client.wake.wait()
                client.wake.clear()
                if not self._guard.still(client.caller):
                    return
                if news := self._news(client):
                    yield news
        finally:
            self._leave(client)

    async def shared(
        self, clients: Mapping[int, Client], strangers: Set[int]
    ) -> AsyncGenerator[bytes, None]:
        """Several clients on one connection, each under a number of its own: each message is for
        the client named last. Callers who are not signed in are told so. The connection ends when
        nobody is left.
        """
        wake, there = asyncio.Event(), dict(clients)
        for client in there.values():
            client.wake = wake
            self._come(client)
        try:
            for number in sorted(strangers):
                yield addressed_to(number) + ENDED
            for number, client in there.items():
                yield addressed_to(number) + self._snapshot(client, resumed=False)
            while there and not self._letting_go:
                await wake.wait()
                wake.clear()
                for number, client in tuple(there.items()):
                    if not self._guard.still(client.caller):
                        self._leave(there.pop(number))
                        yield addressed_to(number) + ENDED
                    elif news := self._news(client):
                        yield addressed_to(number) + news
        finally:
            for client in there.values():
                self._leave(client)

    def _come(self, client: Client) -> None:
        self._clients.add(client)
        self._at_console(client)
        if not self._beating:
            self._beat()

    def _leave(self, client: Client) -> None:
        self._clients.discard(client)
        self._at_console(client)

    def _news(self, client: Client) -> bytes:
        """What to send to a client that was woken; nothing if another one was meant."""
        changed, client.changed = client.changed, frozenset()
        if not changed and not client.beat_due:
            return b""
        # No page can see a comment; the heartbeat is what it misses when the connection is dead.
        message = (
            self._told(changed, client) if changed else b": still here\n\nevent: beat\ndata: {}\n\n"
        )
        client.quiet = client.beat_due = False
        return message

    def _at_console(self, client: Client) -> None:
        """Somebody has come to a console or left it: other staff see that on the floor."""
        if not client.consoles:
            return
        self._rendered.pop((FLOOR, viewer_key(FLOOR, client.caller)), None)
        self._messages.clear()
        for other in self._clients:
            if other is not client and other.staff and other.looks_at(FLOOR):
                other.changed |= {FLOOR}
                other.wake.set()

    def floor(self, caller: Caller, names: Names | None = None) -> FloorView:
        """The floor as the caller may see it; staff also see who is at its consoles. ``names`` are
        the names it may show, if fewer than the caller may know.
        """
        known = is_staff(caller.actor)
        staff = at_consoles(self._clients) if known else {}
        waiting = self._waiting if known else ()
        names = names or caller.names
        return floor_view(self.known, self.position, names, staff, waiting, self.draining)

    def _snapshot(self, client: Client, resumed: bool) -> bytes:
        """The current state of what a client watches; clients that reconnect get it too."""
        topics = [FLOOR, *map(table_stream, self.tables), *map(link_stream, self.links)]
        looked_at = filter(client.looks_at, topics)
        parts = {topic: msgspec.Raw(self._body(topic, client)) for topic in looked_at}
        body = msgspec.json.encode({"resumed": resumed, "position": self.position, "views": parts})
        return b"event: snapshot\nid: %d\ndata: %b\n\n" % (self.position, body)

    def _told(self, changed: frozenset[str], client: Client) -> bytes:
        """The message about changes, shared by all clients with the same view and the same
        changes.
        """
        key = (changed, client.viewer)
        message = self._messages.get(key)
        if message is None:
            message = b"".join(self._message(topic, client) for topic in sorted(changed))
            self._messages[key] = message
        return message

    def _message(self, topic: str, client: Client) -> bytes:
        kind = topic.partition("/")[0]
        body = self._body(topic, client)
        return b"event: %b\nid: %d\ndata: %b\n\n" % (kind.encode(), self.position, body)

    def _body(self, topic: str, client: Client) -> bytes:
        key = (topic, viewer_key(topic, client.caller))
        body = self._rendered.get(key)
        if body is None:
            body = self._rendered[key] = msgspec.json.encode(self._view(topic, client.caller))
        return body

    def _view(self, topic: str, caller: Caller) -> Any:
        kind, _, name = topic.partition("/")
        match kind:
            case "table":
                state = self.tables[name]
                return table_view(state, caller, self.position, self.interrupted, self.clock(state))
            case "link":
                at = self.known.positions.get(name)
                shelf, tables = self._casino.shelf, self.tables
                return link_view(*self.links[name], caller, shelf, tables, position=at)
            case "meter":
                return meter_view(name, self.links[name][1], self.known.positions.get(name))
            case _:
                # One floor serves all players, so it can't show each of them which boxes are
                # theirs.
                return self.floor(caller, EVERYBODY if caller.names.everybody else NOBODY_ELSE)
