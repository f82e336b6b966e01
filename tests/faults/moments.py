"""Point-in-time recovery: a PostgreSQL server is lost, and another one is brought to a moment from
a base backup and the archived log.

A *life* is one server with play before the base backup, after it, and after the moment. What comes
back is the journal up to that moment, whole. The copies of later checkpoints are named, and keep it
from being served as it is; after ``backup`` and ``restore``, as the documentation has it, play goes
on.
"""

import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from pitboss.audit import audit
from pitboss.casino.app import Casino
from pitboss.journal.copies import read_copies
from pitboss.journal.keys import create_key
from pitboss.journal.port import Record
from pitboss.journal.postgres.journal import PostgresJournal
from pitboss.operations.backup import back_up, restore
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.config import load_config
from pitboss.operations.doctor.examination import examine
from pitboss.operations.doctor.findings import Severity
from pitboss.operations.signing_key import CopyAhead
from tests.casino.request_groups import all_answers
from tests.faults.floor import SHELF, Crowd, often, opening
from tests.patience import PATIENCE_S
from tests.postgres import Server, find_program

TABLES = 3
GROUPS = 25


class Recovered(Server):
    """A base backup of another server, which is started when it is to be brought to a moment."""

    def __init__(self, primary: Server, **settings: str) -> None:
        self._primary = primary
        self._moment: str | None = None
        super().__init__(**settings)

    def _fill(self) -> None:
        program = find_program("pg_basebackup")
        assert program is not None
        host, port = self._primary.place
        source = ("--host", host, "--port", port, "--username=postgres")
        self._run(program, *source, "--checkpoint=fast", "--no-sync", "--pgdata", self._data)

    def start(self) -> None:
        if self._moment is not None:
            super().start()

    def recover(self, log: Path, moment: str) -> None:
        """Plays the archived log up to a moment, and takes writing from there on."""
        self._moment = moment
        self._settings |= {
            "restore_command": f"cp {log}/%f %p",
            "recovery_target_time": moment,
            "recovery_target_action": "promote",
        }
        signal = self._data / "recovery.signal"
        signal.touch()
        if self._user is not None:
            shutil.chown(signal, self._user)
        self.start()
        end = time.monotonic() + PATIENCE_S
        while self.run("SELECT pg_is_in_recovery()") != [(False,)]:
            assert time.monotonic() < end, self.log.read_text()[-2000:]


class Life:
    """One server that is lost, and what was saved of it."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.counts: Counter[str] = Counter()
        self._random = random
        self._data = folder / "pitboss-data"
        self._data.mkdir()
        self._log = folder / "log"
        self._log.mkdir()
        # Another user runs the server.
        folder.chmod(0o755)
        self._log.chmod(0o777)
        self._key = create_key(self._data / "checkpoint.key")
        self._copies = self._data / "checkpoints.jsonl"
        self._sessions = 0

    def run(self) -> None:
        archived = f"cp %p {self._log}/%f"
        lost = Server(fsync="off", wal_level="replica", archive_mode="on", archive_command=archived)
        saved: Recovered | None = None
        try:
            database = lost.new_database()
            self._play(lost.url(database), first=True)
            saved = Recovered(lost, fsync="off")
            self._play(lost.url(database))
            before = self._records(lost.url(database))
            moment = str(lost.run("SELECT clock_timestamp()")[0][0])
            self._play(lost.url(database))
            after = self._records(lost.url(database))
            assert after[: len(before)] == before
            assert len(after) > len(before)
            self._archive_all(lost)
            lost.kill()
            saved.recover(self._log, moment)
            self._check_moment(saved.url(database), before, after)
            saved.run("CREATE DATABASE {}", "again")
            self._serve_again(saved.url(database), saved.url("again"), before)
            self.counts += Counter({"recoveries": 1, "records": len(before)})
            self.counts["cut off"] += len(after) - len(before)
        finally:
            for server in (lost, saved):
                if server is not None:
                    server.remove()

    def _play(self, url: str, *, first: bool = False) -> None:
        """Some play, and a checkpoint with its copy."""
        self._sessions += 1
        with closing(PostgresJournal(url)) as journal:
            casino = Casino(journal, shelf=SHELF)
            casino.recover()
            crowd = Crowd(self._sessions, TABLES, self._random)
            if first:
                all_answers(casino, opening(TABLES))
            for _ in range(self._random.randint(GROUPS // 2, GROUPS)):
                all_answers(casino, crowd.next(casino, 2))
            keeper = Checkpointer(journal, self._key, every_events=1, every_s=1, copy=self._copies)
            keeper.make()
            keeper.copy_missing()
            casino.close()

    @staticmethod
    def _records(url: str) -> list[Record]:
        with closing(PostgresJournal(url, read_only=True)) as journal:
            return journal.read_all(limit=1_000_000)

    @staticmethod
    def _archive_all(server: Server) -> None:
        ((last,),) = server.run("SELECT pg_walfile_name(pg_switch_wal())")
        end = time.monotonic() + PATIENCE_S
        asked = "SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver"
        while server.run(asked)[0][0] < last:
            assert time.monotonic() < end, server.log.read_text()[-2000:]
            time.sleep(0.02)

    def _check_moment(self, url: str, before: Sequence[Record], after: Sequence[Record]) -> None:
        """The journal of the moment is whole; that it is not the last word is said by the copies,
        to everybody who looks.
        """
        copies = list(read_copies(self._copies))
        assert copies[-1].position == after[-1].position
        with closing(PostgresJournal(url, read_only=True)) as journal:
            assert journal.read_all(limit=1_000_000) == before
            last = journal.last_checkpoint()
            assert last is not None
            report = audit(journal)
            assert report.content, report.problem
            report = audit(journal, checkpoints=copies)
            assert report.problem is not None
            assert f"checkpoint {last.number + 1}" in report.problem.sentence, report.problem
        config = load_config(folder=self._data.parent, environment={"PITBOSS_DATABASE": url})
        found = {one.check: one for one in examine(config)}["checkpoint copies"]
        assert found.standing is Severity.FAILURE
        assert f"has a checkpoint {copies[-1].number} up to position" in found.found
        assert f"has none after {last.number}" in found.found
        with closing(PostgresJournal(url)) as journal:
            try:
                Checkpointer.configured(journal, config)
            except CopyAhead:
                return
        raise AssertionError("a journal of an earlier moment is served as if nothing were missing")

    def _serve_again(self, moment: str, url: str, before: Sequence[Record]) -> None:
        """As the documentation has it."""
        back_up(moment, self._data / "moment.db")
        restored = restore(self._data / "moment.db", url, "moment", copies=self._copies)
        assert restored.copies is not None
        assert not self._copies.exists()
        self._play(url)
        with closing(PostgresJournal(url, read_only=True)) as journal:
            now = journal.read_all(limit=1_000_000)
            assert now[: len(before)] == before
            assert len(now) > len(before)
            report = audit(journal, checkpoints=read_copies(self._copies))
            assert report.content, report.problem


def life(seed: int, number: int) -> Counter[str]:
    """One life; what it came to. An error says which life it was."""
    with tempfile.TemporaryDirectory(prefix="pitboss-moment-") as folder, often():
        found = Life(Path(folder), Random(f"moments/{seed}/{number}"))
        try:
            found.run()
        except BaseException as error:
            error.add_note(f"seed {seed}, life {number}")
            raise
    return found.counts
