"""Power cuts: a casino on SQLite whose disk loses what was not synced, again and again.

A *life* is one journal with a number of cuts, all from one seed, so that ``life(seed, number)``
shows again what a failure named. Everything happens in one thread: the same seed takes the same
steps.
"""

from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from pitboss.casino.app import Casino
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal, NotAJournal, Unavailable
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.casino.request_groups import all_answers
from tests.faults.checks import Found, check, check_live, check_recovered
from tests.faults.disk import Disk
from tests.faults.floor import LINKS, SHELF, Clients, Crowd, often, opening

CUTS_A_LIFE = 12
STEPS_AT_MOST = (50, 300, 1_000)
TABLES = 3

NAME = "casino.db"


class Life:
    """One journal, from its making through many power cuts to an end in peace."""

    def __init__(self, folder: Path, random: Random, synchronous: str = "FULL") -> None:
        self.counts: Counter[str] = Counter()
        self._folder = folder
        self._random = random
        self._synchronous = synchronous
        self._clients = Clients()
        self._now_ms = 1_800_000_000_000
        (folder / "0").mkdir()
        self._disk = Disk(folder / "0", random)
        self._session = self._crowds = 0

    def run(self, cuts: int) -> None:
        try:
            found = Found()
            for _ in range(cuts):
                found = self._until_cut(found)
            self._in_peace(found)
        finally:
            self._disk.close()

    def _open(self) -> Casino:
        path = self._disk.folder / NAME
        journal = SqliteJournal(
            path,
            archive=self._disk.folder,
            vfs=self._disk.vfs,
            synchronous=self._synchronous,
        )
        return Casino(
            journal, shelf=SHELF, clock_ms=self._clock_ms, secret=lambda: self._random.randbytes(32)
        )

    def _clock_ms(self) -> int:
        self._now_ms += self._random.randrange(3)
        return self._now_ms

    def _until_cut(self, before: Found) -> Found:
        self._disk.cut_at = self._disk.steps + self._random.randint(
            1, self._random.choice(STEPS_AT_MOST)
        )
        while not self._disk.off:
            casino = self._open()
            try:
                # Now and then it is closed in order and opened again: that has a write-back of its
                # own to be cut.
                before = self._play(casino, before, self._random.choice((15, 1_000, 1_000)))
                if not self._disk.off:
                    casino.close()
            finally:
                casino.journal.close()
        self._session += 1
        self._disk.power_on(self._folder / str(self._session))
        return self._checked()

    def _play(self, casino: Casino, before: Found, groups: int) -> Found:
        flagged = [found.table for found in casino.recover()]
        if not self._disk.off:
            check_recovered(before, flagged, casino.journal)
        self._crowds += 1
        crowd = Crowd(self._crowds, TABLES, self._random)
        waiting = list(self._clients.waiting.values())
        for group in range(groups):
            requests = waiting or (
                opening(TABLES) if group == 0 else crowd.next(casino, self._random.randint(1, 3))
            )
            waiting = []
            self._between(casino)
            for request in requests:
                self._clients.ask(request)
            answers = all_answers(casino, requests)
            if self._disk.off:
                return before
            self._clients.take(answers)
            self.counts["acknowledged"] += len(answers)
            if self._random.random() < 0.05:
                casino.enter_contributions(self._random.choice(list(LINKS)))
        return check(casino.journal, self._clients)

    def _between(self, casino: Casino) -> None:
        """What else is done in a life."""

    def _checked(self) -> Found:
        """What the power cut has left, before anything has been done about it."""
        self.counts["cuts"] += 1
        journal: Journal
        try:
            journal = SqliteJournal(
                self._disk.folder / NAME, read_only=True, archive=self._disk.folder
            )
        except (NotAJournal, Unavailable):
            # The power failed before there was a journal, or while it was being made; only a writer
            # can clear that up. Then nothing may have been acknowledged.
            journal = MemoryJournal()
        try:
            return check(journal, self._clients)
        finally:
            journal.close()

    def _in_peace(self, before: Found) -> None:
        casino = self._open()
        try:
            before = self._play(casino, before, 10)
            check_live(casino, self._clients)
            self.counts += before.told
            self.counts["sent again"] += self._clients.repeated
            casino.close()
        finally:
            casino.journal.close()


def life(
    seed: int, number: int, cuts: int = CUTS_A_LIFE, synchronous: str = "FULL"
) -> Counter[str]:
    """One life; what it came to. An error says which life it was."""
    random = Random(f"{seed}/{number}")
    with TemporaryDirectory() as folder, often(log_pages=random.choice((10, 40, 4_000))):
        found = Life(Path(folder).resolve(), random, synchronous)
        try:
            found.run(cuts)
        except BaseException as error:
            error.add_note(
                f"seed {seed}, life {number}, cut {found.counts['cuts']}, synchronous={synchronous}"
            )
            raise
    return found.counts
