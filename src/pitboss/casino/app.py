"""The application: tables and links on one journal.

Commands go through the pipeline; queries return only what is stored.
"""

import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from pitboss.casino.answers import answer_of, read
from pitboss.casino.approvals import APPROVALS_STREAM, Approval, Approvals, How, command_of
from pitboss.casino.codec import last_restored, newest_ms
from pitboss.casino.controls.policy import Controls
from pitboss.casino.encryption import Opener
from pitboss.casino.journal_clock import JournalClock
from pitboss.casino.operations import ClockStepped, system_user
from pitboss.casino.pipeline import Pipeline
from pitboss.casino.process import feeds_of
from pitboss.casino.recovery import Interruption, interrupt
from pitboss.casino.requests import (
    SYSTEM,
    Answer,
    ApprovedRequest,
    NoteRequest,
    NothingWaits,
    OwnRequest,
    Request,
    Stored,
    Submission,
)
from pitboss.casino.stream_ids import (
    HOUSE_STREAM,
    PEOPLE_STREAM,
    link_of,
    link_stream,
    table_of,
    table_stream,
)
from pitboss.casino.streams import StreamCache, View
from pitboss.casino.vault import Vault
from pitboss.clock import wall_clock_ms
from pitboss.house.commands import SealRulebooks
from pitboss.house.events import RulebookSealed
from pitboss.house.state import House
from pitboss.jackpot.commands import FoldFeeds
from pitboss.jackpot.state import LinkState, displayed
from pitboss.journal.port import Head, Journal
from pitboss.kernel.money import Cents
from pitboss.kernel.names import natural
from pitboss.people.state import People
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf
from pitboss.rulebook.texts import text_of
from pitboss.table.shuffle.deck import SECRET_BYTES
from pitboss.table.state import TableState


class ShownLink(NamedTuple):
    """A link with the figure on its signs; ``versions`` are those of the streams it was read
    from.
    """

    link: LinkState
    displayed: Cents
    versions: Mapping[str, int]


class Casino:
    """Tables and links on one journal. Safe to use from many threads, and from many processes on
    one PostgreSQL database.

    Without ``controls``, only the authorities in the documents apply. ``key`` is the vault key;
    without it virtual shuffles are of version 1, and sealed cards stay sealed. ``steady_ms`` is a
    clock that nobody can set.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        shelf: Shelf | None = None,
        controls: Controls | None = None,
        clock_ms: Callable[[], int] = wall_clock_ms,
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES),
        key: bytes | None = None,
        steady_ms: Callable[[], int] | None = None,
    ) -> None:
        self.journal = journal
        self.controls = controls
        self.vault = None if key is None else Vault(key, cache(partial(last_restored, journal)))
        self.opener: Opener | None = None if self.vault is None else self.vault.secret
        self.clock = JournalClock(clock_ms, partial(newest_ms, journal), steady_ms)
        self.cache = StreamCache(journal, shelf or Shelf(), self.vault, self.clock.seen)
        self.shelf = self.cache.shelf
        self.pipeline = Pipeline(
            journal,
            self.cache,
            controls=controls,
            clock_ms=self.clock,
            secret=secret,
            vault=self.vault,
        )

    # ── commands ──────────────────────────────────────────────────────────────────────────────────

    def submit(self, *requests: Request) -> list[Submission]:
        """Puts requests into the inbox. Each submission's ``result()`` returns its answer once that
        is durable.
        """
        return self.pipeline.submit(*requests)

    def carry_out(self, request: Request) -> Answer:
        """Submits one request and waits for its answer. Requests from several threads are stored
        together (group commit).
        """
        return self.pipeline.carry_out(request)

    def approve(self, digest: str, by: Actor, how: How) -> Answer:
        """Approves the command waiting under a digest, and carries it out in the name of whoever
        asked for it. Raises NothingWaits if there is none.
        """
        # The id makes it idempotent: the same person's approval, sent again, gets the same answer.
        id = f"approved/{digest}/{by.name}"
        asked = self.approvals().waiting.get(digest)
        if asked is None:
            records = self.journal.find_command(id)
            if not records:
                raise NothingWaits
            return answer_of(records)
        approval = Approval(by, digest, how)
        return self.carry_out(
            ApprovedRequest(id, asked.target, command_of(asked), asked.by, approval=approval)
        )

    # ── querying ──────────────────────────────────────────────────────────────────────────────────

    def table(self, table: str) -> TableState | None:
        """A table, as stored."""
        return self.cache.committed(table_stream(table)).table

    def link(self, link: str) -> LinkState | None:
        """A link, as stored."""
        return self.cache.committed(link_stream(link)).link

    def people(self) -> People:
        """Everybody, as stored."""
        return self.cache.committed(PEOPLE_STREAM).people

    def approvals(self) -> Approvals:
        """What waits for a second person, as stored."""
        return self.cache.committed(APPROVALS_STREAM).approvals

    def house(self) -> House:
        """The rules of the house, as stored."""
        return self.cache.committed(HOUSE_STREAM).house

    def book(self, name: str, now_ms: int) -> Rulebook:
        """A rulebook as of a moment: the text in force, or else the one on the shelf. Raises
        UnknownRulebook or RulebookError.
        """
        adopted = self.house().in_force(name, now_ms)
        return self.shelf.get(name if adopted is None else adopted.name)

    def displayed(self, link: str) -> Cents | None:
        """The figure on a link's signs: never less than what has been acknowledged."""
        shown = self.shown(link)
        return None if shown is None else shown.displayed

    def shown(self, link: str) -> ShownLink | None:
        """A link, the figure on its signs, and the versions of the streams they were read from."""
        view = View.committed(self.cache)
        state = view.fresh(link_stream(link)).link
        if state is None:
            return None
        figure = displayed(state, feeds_of(view, state, fresh=True))
        return ShownLink(state, figure, {name: seen.version for name, seen in view.seen.items()})

    def tables(self) -> list[str]:
        """The names of all tables, in order."""
        names = (table_of(stream) for stream in self.journal.heads())
        return sorted((name for name in names if name is not None), key=natural)

    def links(self) -> list[str]:
        """The names of all links, in order."""
        names = (link_of(stream) for stream in self.journal.heads())
        return sorted((name for name in names if name is not None), key=natural)

    def events(self, after: int = 0, limit: int = 1000) -> list[Stored]:
        """Events of all streams after a position, in order."""
        return [read(record, self.opener) for record in self.journal.read_all(after, limit)]

    def follow(self, after: int, stop: threading.Event, poll_s: float = 1.0) -> Iterator[Stored]:
        """Every event after a position, exactly once and in order, including those still to come,
        until ``stop`` is set.
        """
        while not stop.is_set():
            news = [read(record, self.opener) for record in self.journal.read_news(after)]
            yield from news
            if news:
                after = news[-1].position
            else:
                self.journal.wait(after, poll_s)

    def acknowledged(self) -> dict[str, Head]:
        """Where each stream ended when this process last wrote to it. Up to there it must never
        change.
        """
        return dict(self.pipeline.acknowledged)

    # ── housekeeping ──────────────────────────────────────────────────────────────────────────────

    def enter_contributions(self, link: str, least: int = 1) -> bool:
        """Enters the tables' contributions into a link if at least ``least`` entries are waiting.
        Returns whether it did.
        """
        view, stream = View.committed(self.cache), link_stream(link)
        state = view.get(stream).link
        if state is None or state.locked:
            return False
        entered = state.feeds
        waiting = sum(
            feed.version - (entered[table].version if table in entered else 0)
            for table, feed in feeds_of(view, state, fresh=True).items()
        )
        if waiting < least:
            return False
        # All processes about to enter the same contributions use the same id, so only one of them
        # does.
        request = OwnRequest(
            f"enter/{link}/{view.get(stream).version}", stream, FoldFeeds(), SYSTEM
        )
        answer = self.carry_out(request)
        return bool(answer.events) and not answer.repeated

    def note_clock(self) -> int:
        """Records each time this machine's clock was set since the last call. Returns how many."""
        self.clock()
        steps = self.clock.to_record()
        for step in steps:
            note = ClockStepped(
                at_ms=step.at_ms,
                by=system_user(),
                expected_ms=step.expected_ms,
                found_ms=step.found_ms,
            )
            self.carry_out(NoteRequest(id=f"operations/{secrets.token_hex(8)}", note=note))
        return len(steps)

    def seal_rules(self) -> tuple[str, ...]:
        """If no rules of the house are on record yet, records the text of every rulebook on the
        shelf, so that earlier rounds can be checked whatever becomes of the files. Returns the ids
        recorded.
        """
        if self.house().books:
            return ()
        known = (self.shelf.filed(name) for name in self.shelf.ids())
        texts = tuple(text_of(book) for book in known if book is not None)
        request = OwnRequest("house/sealed", HOUSE_STREAM, SealRulebooks(texts=texts), SYSTEM)
        return tuple(
            stored.event.rulebook
            for stored in self.carry_out(request).events
            if isinstance(stored.event, RulebookSealed)
        )

    def recover(self) -> list[Interruption]:
        """Finds the rounds that were in progress when Pitboss stopped, and puts each to its
        rulebook.

        If other processes run on the same journal, play has gone on and nothing was interrupted. An
        open claim stays open.
        """
        interruptions: list[Interruption] = []
        try:
            if self.journal.alone():
                for table in self.tables():
                    entity = self.cache.committed(table_stream(table))
                    if entity.table is not None and entity.table.round is not None:
                        interruptions.append(
                            interrupt(table, entity.version, entity.table.round, self.carry_out)
                        )
        finally:
            self.journal.join()
        return interruptions

    def close(self) -> None:
        """Saves a snapshot of every stream at rest, and closes the journal."""
        with self.pipeline.quiet():
            self.cache.save_snapshots()
            self.journal.close()
