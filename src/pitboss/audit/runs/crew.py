"""The other processes of an audit: each reads the journal for itself, and recomputes its tables."""

import multiprocessing
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

from pitboss.audit.chain import Chain, SeenIds
from pitboss.audit.floor import NotAlone
from pitboss.audit.report import Counts, Misfit
from pitboss.audit.runs.kept_books import KeptBooks
from pitboss.audit.runs.one_pass import Pass
from pitboss.audit.runs.share import AuditShare
from pitboss.journal.port import Journal, JournalError

Reopen = Callable[[], Journal]
"""Opens the journal anew, in another process."""


class ShareTask(NamedTuple):
    """What a process does: its share of the records behind one position, up to another."""

    share: AuditShare
    rulebooks: Mapping[str, Path]
    after: int
    last: int
    until_ms: int | None
    keep_at: int | None
    begin: KeptBooks | None
    heads: Mapping[str, tuple[int, bytes]]


class ShareOutcome(NamedTuple):
    """What a share came to: everything in it fits."""

    counts: Counts
    at_tables: int
    unaudited: dict[str, int]
    kept: KeptBooks | None


class NotContent(Exception):
    """Somebody has found something, or could not judge it: one process is to look from the start,
    so that the first place and the words for it do not depend on who came there first.
    """


class Crew:
    """Processes that work on their shares. In a ``with``: afterwards none of them is left."""

    def __init__(self, reopen: Reopen, tasks: Sequence[ShareTask]) -> None:
        self._reopen = reopen
        self._tasks = tasks
        self._working: list[tuple[BaseProcess, Connection]] = []

    def __enter__(self) -> "Crew":
        # A fork would share the database's connections and locks with this process.
        context = multiprocessing.get_context("spawn")
        for task in self._tasks:
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(there, self._reopen, task), daemon=True)
            process.start()
            there.close()
            self._working.append((process, here))
        return self

    def __exit__(self, *_: object) -> None:
        for process, pipe in self._working:
            process.terminate()
            process.join()
            pipe.close()

    def check(self) -> None:
        """Raises NotContent where one has given up already."""
        for process, pipe in self._working:
            if process.exitcode not in (None, 0) and not pipe.poll():
                raise NotContent

    def outcomes(self) -> list[ShareOutcome]:
        """What all of them came to, when they are done; raises NotContent."""
        outcomes = []
        for _, pipe in self._working:
            try:
                outcome = pipe.recv()
            except EOFError:
                raise NotContent from None
            outcomes.append(outcome)
        return outcomes


def _work(pipe: Connection, reopen: Reopen, task: ShareTask) -> None:
    """In another process. Whoever finds something ends without a word."""
    parent = os.getppid()

    def look_back(_: int) -> None:
        if os.getppid() != parent:
            os._exit(1)

    try:
        with closing(reopen()) as journal:
            pipe.send(follow_share(journal, task, look_back))
    except (Misfit, NotAlone, NotContent, JournalError):
        raise SystemExit(1) from None


def follow_share(
    journal: Journal, task: ShareTask, told: Callable[[int], None] | None = None
) -> ShareOutcome:
    """Follows a share that is not the first; raises Misfit, and NotAlone where it can't judge."""
    chain = Chain(SeenIds(0, journal.find_command), task.heads, task.after)
    way = Pass(journal, task.share, task.rulebooks, chain)
    if task.begin is not None:
        way.take_up(task.begin)
    way.read(task.after, task.last, until_ms=task.until_ms, keep_at=task.keep_at, told=told)
    return ShareOutcome(way.counts, way.floor.at_tables, way.floor.unaudited, way.kept)


OF_TABLES = ("tables", "rounds", "settlements", "rulings", "shuffles")
"""What each process counts at its own tables; the rest the first one counts for all."""


def add_counts(into: Counts, others: Sequence[Counts]) -> None:
    """Adds what others have counted at their tables."""
    for field in OF_TABLES:
        more = sum(getattr(other, field) for other in others)
        setattr(into, field, getattr(into, field) + more)


def joined(first: KeptBooks, others: Sequence[KeptBooks | None]) -> KeptBooks:
    """The books of all processes as those of one."""
    counts = first.counts
    tables, deeds = dict(first.tables), dict(first.deeds)
    theirs = [other for other in others if other is not None]
    add_counts(counts, [other.counts for other in theirs])
    for other in theirs:
        tables |= other.tables
        deeds |= other.deeds
    return KeptBooks(counts=counts, tables=tables, deeds=deeds, shared=first.shared)
