"""The worker processes of an audit, each of which reads the journal itself and recomputes its own
tables.
"""

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
"""Opens the journal again, in another process."""


class ShareTask(NamedTuple):
    """The task of a process: its share of the records after one position, up to another."""

    share: AuditShare
    rulebooks: Mapping[str, Path]
    after: int
    last: int
    until_ms: int | None
    keep_at: int | None
    begin: KeptBooks | None
    heads: Mapping[str, tuple[int, bytes]]


class ShareOutcome(NamedTuple):
    """The result of a share in which everything fits."""

    counts: Counts
    at_tables: int
    unaudited: dict[str, int]
    kept: KeptBooks | None


class NotContent(Exception):
    """A process found something or could not judge it. One process then repeats the audit from the
    start, so that the first place and its wording do not depend on timing.
    """


class Crew:
    """Worker processes, as a context manager: none is left running afterwards."""

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
        """Raises NotContent if a process has given up."""
        for process, pipe in self._working:
            if process.exitcode not in (None, 0) and not pipe.poll():
                raise NotContent

    def outcomes(self) -> list[ShareOutcome]:
        """Waits for all results; raises NotContent."""
        outcomes = []
        for _, pipe in self._working:
            try:
                outcome = pipe.recv()
            except EOFError:
                raise NotContent from None
            outcomes.append(outcome)
        return outcomes


def _work(pipe: Connection, reopen: Reopen, task: ShareTask) -> None:
    """Runs in another process. If it finds something, it exits without a result."""
    parent = os.getppid()

    def exit_if_orphaned(_: int) -> None:
        if os.getppid() != parent:
            os._exit(1)

    try:
        with closing(reopen()) as journal:
            pipe.send(follow_share(journal, task, exit_if_orphaned))
    except (Misfit, NotAlone, NotContent, JournalError):
        raise SystemExit(1) from None


def follow_share(
    journal: Journal, task: ShareTask, progress: Callable[[int], None] | None = None
) -> ShareOutcome:
    """Audits a share other than the first; raises Misfit, or NotAlone if it can't judge."""
    chain = Chain(SeenIds(0, journal.find_command), task.heads, task.after)
    run = Pass(journal, task.share, task.rulebooks, chain)
    if task.begin is not None:
        run.take_up(task.begin)
    run.read(task.after, task.last, until_ms=task.until_ms, keep_at=task.keep_at, progress=progress)
    return ShareOutcome(run.counts, run.floor.at_tables, run.floor.unaudited, run.kept)


OF_TABLES = ("tables", "rounds", "settlements", "rulings", "shuffles")
"""What each process counts at its own tables; the first counts the rest for all."""


def add_counts(into: Counts, others: Sequence[Counts]) -> None:
    """Adds the others' counts for their tables."""
    for field in OF_TABLES:
        more = sum(getattr(other, field) for other in others)
        setattr(into, field, getattr(into, field) + more)


def joined(first: KeptBooks, others: Sequence[KeptBooks | None]) -> KeptBooks:
    """Merges the books of all processes into one set."""
    counts = first.counts
    tables, deeds = dict(first.tables), dict(first.deeds)
    theirs = [other for other in others if other is not None]
    add_counts(counts, [other.counts for other in theirs])
    for other in theirs:
        tables |= other.tables
        deeds |= other.deeds
    return KeptBooks(counts=counts, tables=tables, deeds=deeds, shared=first.shared)
