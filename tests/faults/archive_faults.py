"""Faults while a segment of the archive is sealed: a power cut, a disk that fails, kill -9, a
PostgreSQL server that stops.

The lives of ``cuts.py`` and ``io_errors.py`` with an archive: segments lie on the same disk as the
database, and are written through it step by step. Whatever is left, everything acknowledged is
there once, and the next attempt finishes what was begun.
"""

import errno
import os
import signal
import threading
from collections import Counter
from contextlib import closing, suppress
from datetime import UTC
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import apsw
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.casino.app import Casino
from pitboss.journal.archive.files import PartFile, SegmentFiles
from pitboss.journal.checkpoints import build
from pitboss.journal.port import Journal, JournalError
from pitboss.journal.postgres.journal import PostgresJournal
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.operations.archiver import Archiver, ends_before
from tests.casino.request_groups import all_answers
from tests.faults import cuts, io_errors
from tests.faults.checks import Found, check
from tests.faults.disk import Disk
from tests.faults.floor import SHELF, Clients, Crowd, often, opening
from tests.postgres import Server

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
CUTS_A_LIFE = 8
KILLS_A_LIFE = 8
STOPS_A_LIFE = 5
TABLES = 3
STEPS_OF_A_SEALING = (20, 60, 150)


class DiskFile(PartFile):
    """A segment that is being written to a disk that can fail."""

    def __init__(self, disk: Disk, path: Path) -> None:
        super().__init__(path)
        self._disk = disk
        self._content = disk.opened(path.name)
        self._content.pending.append(0)
        self._size = 0

    def write(self, content: bytes) -> None:
        _step(self._disk, "write")
        super().write(content)
        self._content.pending.append((self._size, content))
        self._size += len(content)

    def sync(self) -> None:
        _step(self._disk, "sync")
        super().sync()
        self._content.sync()


class DiskFiles(SegmentFiles):
    """Segments on such a disk."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def create(self, path: Path) -> PartFile:
        return DiskFile(self._disk, path)

    def rename(self, part: Path, path: Path) -> None:
        _step(self._disk, "rename")
        super().rename(part, path)
        self._disk.renamed(part.name, path.name)

    def remove(self, path: Path) -> None:
        _step(self._disk, "delete")
        super().remove(path)
        self._disk.deleted(path.name)

    def sync_folder(self, folder: Path) -> None:
        _step(self._disk, "sync")
        self._disk.sync_folder()


def _step(disk: Disk, what: str) -> None:
    try:
        disk.step(what)
    except apsw.Error as error:
        raise OSError(errno.EIO, "the disk fails, as the test has it") from error


def sign(journal: Journal, now_ms: int) -> None:
    """Signs all that is there, if anything is new."""
    last, position = journal.last_checkpoint(), journal.last_position()
    if position and (last is None or last.position < position):
        journal.add_checkpoint(
            build(journal.heads(), position=position, at_ms=now_ms, last=last, key=KEY)
        )


def archive(journal: Journal, disk: Disk, now_ms: int) -> int:
    """Archives all that is signed; how many segments were sealed."""
    archiver = Archiver(journal, KEY, clock_ms=lambda: now_ms, files=DiskFiles(disk), pause_s=0)
    return len(archiver.archive(ends_before(journal, 1 << 62, UTC)))


class CutLife(cuts.Life):
    """Power cuts, of which most come while a segment is sealed."""

    def _between(self, casino: Casino) -> None:
        if self._random.random() > 0.15 or self._disk.off:
            return
        disk, journal = self._disk, casino.journal
        sign(journal, self._clock_ms())
        if disk.off or not journal.last_checkpoint():
            return
        disk.cut_at = disk.steps + self._random.randint(1, self._random.choice(STEPS_OF_A_SEALING))
        self.counts["segments"] += archive(journal, disk, self._clock_ms())
        self.counts["cut while sealing"] += disk.off


class ErrorLife(io_errors.Life):
    """A disk that fails while a segment is sealed, and at other times."""

    def _bad_time(self, casino: Casino) -> Casino:
        journal = casino.journal
        sign(journal, self._clock_ms())
        bad = self._disk.trouble = io_errors.BadDisk(self._random)
        with suppress(JournalError, OSError):
            self.counts["segments"] += archive(journal, self._disk, self._clock_ms())
        self._disk.trouble = None
        self.counts["failed while sealing"] += bad.failed > 0
        check(journal, self._clients)
        return super()._bad_time(casino)


def cut_life(seed: int, number: int, faults: int = CUTS_A_LIFE) -> Counter[str]:
    random = Random(f"sealing/{seed}/{number}")
    with TemporaryDirectory() as folder, often(log_pages=random.choice((10, 40, 4_000))):
        return _told(CutLife(Path(folder).resolve(), random), faults, seed, number)


def error_life(seed: int, number: int, faults: int = io_errors.BAD_TIMES_A_LIFE) -> Counter[str]:
    random = Random(f"sealing/{seed}/{number}")
    with TemporaryDirectory() as folder, often():
        return _told(ErrorLife(Path(folder).resolve(), random), faults, seed, number)


def _told(life: CutLife | ErrorLife, faults: int, seed: int, number: int) -> Counter[str]:
    try:
        life.run(faults)
    except BaseException as error:
        error.add_note(f"seed {seed}, life {number}, {dict(life.counts)}")
        raise
    return life.counts


def kill_life(seed: int, number: int, faults: int = KILLS_A_LIFE) -> Counter[str]:
    """One journal, whose process is killed again and again while it seals."""
    random = Random(f"sealing/{seed}/{number}")
    counts: Counter[str] = Counter()
    clients, found = Clients(), Found()
    with TemporaryDirectory() as name, often():
        path = Path(name).resolve() / cuts.NAME
        for turn in range(faults):
            _play(SqliteJournal(path, archive=path.parent), clients, random, turn)
            counts["killed while sealing"] += _killed(path, random)
            journal = SqliteJournal(path, archive=path.parent)
            try:
                found = check(journal, clients)
                counts["segments"] = len(journal.segments())
            except BaseException as error:
                error.add_note(f"seed {seed}, life {number}, kill {turn}")
                raise
            finally:
                journal.close()
            counts["kills"] += 1
        counts += found.told
        counts["acknowledged"] += len(clients.acknowledged)
    return counts


def _play(journal: Journal, clients: Clients, random: Random, turn: int) -> None:
    casino = Casino(journal, shelf=SHELF)
    try:
        casino.recover()
        crowd = Crowd(turn + 1, TABLES, random)
        for group in range(12):
            requests = opening(TABLES) if not group else crowd.next(casino, 2)
            for request in requests:
                clients.ask(request)
            clients.take(all_answers(casino, requests))
        sign(casino.journal, 1_800_000_000_000 + turn)
    finally:
        casino.close()
        casino.journal.close()


def _killed(path: Path, random: Random) -> bool:
    """Archives in a process of its own, which kills itself at some step; whether it did."""
    dies_at = random.randint(1, random.choice(STEPS_OF_A_SEALING))
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
        return os.WIFSIGNALED(status)
    try:
        disk = Disk(path.parent, random)
        journal = SqliteJournal(path, archive=path.parent, vfs=disk.vfs)
        end = disk.steps + dies_at

        def step(_what: str) -> None:
            if disk.steps >= end:
                os.kill(os.getpid(), signal.SIGKILL)

        disk.trouble = step
        archive(journal, disk, 1_900_000_000_000)
        journal.close()
        os._exit(0)
    finally:
        os._exit(1)


class StoppingFiles(SegmentFiles):
    """Segments whose database is gone when they have come so far: the server stops without a
    goodbye, and starts again.
    """

    def __init__(self, server: Server, after: int) -> None:
        self._server = server
        self._left = after

    def _step(self) -> None:
        self._left -= 1
        if self._left == 0:
            restart(self._server)

    def create(self, path: Path) -> PartFile:
        self._step()
        return super().create(path)

    def rename(self, part: Path, path: Path) -> None:
        self._step()
        super().rename(part, path)

    def sync_folder(self, folder: Path) -> None:
        super().sync_folder(folder)
        self._step()


def restart(server: Server) -> None:
    server.stop(immediate=True)
    server.start()


def stop_life(server: Server, seed: int, number: int, faults: int = STOPS_A_LIFE) -> Counter[str]:
    """One journal on PostgreSQL, whose server stops again and again while a segment is sealed."""
    random = Random(f"sealing/{seed}/{number}")
    counts: Counter[str] = Counter()
    clients, found = Clients(), Found()
    database = server.new_database()
    with TemporaryDirectory() as name, often():
        folder = Path(name).resolve()
        try:
            for turn in range(faults):
                _play(_on(server, database, folder), clients, random, turn)
                with closing(_on(server, database, folder)) as journal:
                    counts["stopped while sealing"] += _stopped(server, journal, random)
                with closing(_on(server, database, folder)) as journal:
                    found = check(journal, clients)
                    counts["segments"] = len(journal.segments())
                counts["stops"] += 1
        except BaseException as error:
            error.add_note(f"seed {seed}, life {number}, stop {counts['stops'] + 1}")
            raise
        finally:
            server.drop(database)
    counts += found.told
    counts["acknowledged"] += len(clients.acknowledged)
    return counts


def _on(server: Server, database: str, folder: Path) -> PostgresJournal:
    return PostgresJournal(server.url(database), archive=folder)


def _stopped(server: Server, journal: Journal, random: Random) -> bool:
    """Archives while the server stops: at a step of the file, or at any moment; whether that was
    in the way.
    """
    files, timer = SegmentFiles(), None
    if random.random() < 0.5:
        files = StoppingFiles(server, random.randint(1, 3))
    else:
        # Whoever starts the server must outlive it, so that is not done by this thread.
        timer = threading.Timer(random.uniform(0, 0.15), server.stop, kwargs={"immediate": True})
        timer.start()
    archiver = Archiver(journal, KEY, clock_ms=lambda: 1_900_000_000_000, files=files, pause_s=0)
    try:
        archiver.archive(ends_before(journal, 1 << 62, UTC))
    except JournalError:
        return True
    finally:
        if timer is not None:
            timer.join()
            server.start()
    return False
