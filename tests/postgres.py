"""A PostgreSQL server of our own for tests: in a temporary folder, on a free port, gone
afterwards.
"""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from pitboss.journal.postgres.journal import PostgresJournal

MISSING = (
    "PostgreSQL is not installed (Debian, Ubuntu: apt-get install postgresql), so its journal is "
    "not tested"
)

_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "on",
    "max_connections": "200",
    "shared_buffers": "32MB",
    # One checkpoint more or less must not decide how long a test takes.
    "max_wal_size": "2GB",
    "log_min_messages": "warning",
}


def find_program(name: str) -> Path | None:
    """A program of the newest PostgreSQL there is. Debian keeps the server's programs off the
    path.
    """
    installed = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3])
    )
    if installed:
        return installed[-1]
    found = shutil.which(name)
    return None if found is None else Path(found)


def installed() -> bool:
    """Whether there is a PostgreSQL to start."""
    return find_program("initdb") is not None and find_program("postgres") is not None


def _unprivileged_user() -> str | None:
    """Who runs the server: PostgreSQL refuses to be run by root."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


_libc = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1


def _die_with_parent() -> None:
    """A server that outlived a killed test run would never be stopped."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A server, started at once. ``settings`` go before those we have."""

    def __init__(self, **settings: str) -> None:
        postgres = find_program("postgres")
        if postgres is None or find_program("initdb") is None:
            pytest.skip(MISSING)
        self._postgres = postgres
        self._user = _unprivileged_user()
        self._settings = _SETTINGS | settings
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        self._template: str | None = None
        self._idle: list[str] = []
        self.port = 0
        # The name of a socket has room for about a hundred characters, so the folder's must be
        # short.
        self._folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-"))
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._fill()
        self.start()

    def _fill(self) -> None:
        """Makes the files of a new server."""
        initdb = find_program("initdb")
        assert initdb is not None
        self._run(initdb, "--pgdata", self._data, "--username=postgres", "--auth=trust", (
            "--encoding=UTF8"
        ),
                  "--locale=C", "--no-sync", "--no-instructions")  # fmt: skip

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    @property
    def log(self) -> Path:
        """What the server has to say."""
        return self._folder / "log"

    def _run(self, *arguments: str | Path) -> None:
        done = subprocess.run(
            arguments,
            user=self._user,
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{arguments[0]} failed: {done.stderr}")

    def start(self) -> None:
        """Starts the server and waits until it answers. Where it crashed before, it recovers
        first.
        """
        self.port = self.port or _free_port()
        options = [
            part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")
        ]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [
                    self._postgres,
                    "-D",
                    self._data,
                    "-p",
                    str(self.port),
                    "-k",
                    self._folder,
                    *options,
                ],
                user=self._user,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # An interrupt at the terminal is for pytest, which then stops the server in order.
                start_new_session=True,
                preexec_fn=_die_with_parent,  # noqa: PLW1509  # one call into the kernel, which takes no lock
            )
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        ready = find_program("pg_isready")
        assert ready is not None
        assert self._process is not None
        for _ in range(1500):
            if self._process.poll() is not None:
                raise RuntimeError(f"PostgreSQL did not start: {self.log.read_text()[-2000:]}")
            probe: list[str | Path] = [
                ready,
                "--quiet",
                "--host",
                self._folder,
                "--port",
                str(self.port),
                "--timeout",
                "1",
            ]
            if subprocess.run(probe, check=False).returncode == 0:
                return
            # The server is a process of its own; there is nothing to wait on but the clock.
            try:
                self._process.wait(0.02)
            except subprocess.TimeoutExpired:
                continue
        raise RuntimeError(f"PostgreSQL does not answer: {self.log.read_text()[-2000:]}")

    def stop(self, *, immediate: bool = False) -> None:
        """Stops it in order, or ``immediate``ly: no goodbye, no last write, and recovery at the
        next start.
        """
        if self._process is None:
            return
        self._process.send_signal(signal.SIGQUIT if immediate else signal.SIGINT)
        self._process.wait()
        self._process = None

    def kill(self) -> None:
        """Kills it and all its processes at once, as a machine that dies does."""
        if self._process is None:
            return
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def remove(self) -> None:
        """Stops it for good and deletes everything."""
        self.stop(immediate=True)
        shutil.rmtree(self._folder, ignore_errors=True)

    def url(self, database: str = "postgres", *, tcp: bool = False) -> str:
        """The address of a database, by the socket or over the network."""
        if tcp:
            return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"
        return f"postgresql:///{database}?host={self._folder}&port={self.port}&user=postgres"

    @property
    def place(self) -> tuple[str, str]:
        """Host and port for an address that names several."""
        return str(self._folder), str(self.port)

    @contextmanager
    def connection(self, database: str = "postgres") -> Iterator[psycopg.Connection[Any]]:
        """A plain connection, each statement a transaction of its own."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            yield connection

    def run(
        self, statement: LiteralString, *names: str, database: str = "postgres"
    ) -> list[tuple[Any, ...]]:
        """Runs one statement, with names in the place of its ``{}``; the rows, if it has any."""
        with self.connection(database) as connection:
            cursor = connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
            return cursor.fetchall() if cursor.description else []

    def new_journal(self) -> str:
        """The address of a new and empty journal, which is copied ready-made."""
        if self._template is None:
            template = self.new_database()
            PostgresJournal(self.url(template)).close()
            self._template = template
        return self.url(self.new_database(self._template))

    @contextmanager
    def borrowed_journal(self) -> Iterator[str]:
        """The address of an empty journal, which is emptied again afterwards: much quicker than a
        new database.
        """
        url = self._idle.pop() if self._idle else self.new_journal()
        yield url
        database = database_of(url)
        self.terminate_backends(database)
        with self.connection(database) as connection:
            # The guard that keeps records from being deleted is a trigger, and triggers do not fire
            # for a replica.
            connection.execute("SET session_replication_role = replica")
            connection.execute("SET search_path = pitboss")
            for table in ("records", "snapshots", "checkpoints", "segments"):
                connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
            connection.execute("UPDATE origin SET raised = 0")
        self._idle.append(url)

    def new_database(self, template: str | None = None) -> str:
        """A database of its own for a test."""
        self._databases += 1
        name = f"test_{self._databases}"
        if template is None:
            self.run("CREATE DATABASE {}", name)
        else:
            self.run("CREATE DATABASE {} TEMPLATE {}", name, template)
        return name

    def drop(self, database: str) -> None:
        """Deletes a database, whoever is connected to it."""
        self.run("DROP DATABASE {} WITH (FORCE)", database)

    def terminate_backends(self, database: str) -> int:
        """Ends all connections to a database, as an administrator would, and waits until they are
        gone; how many.
        """
        with self.connection() as connection:
            ended = connection.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = %s",
                (database,),
            )
            return len(ended.fetchall())


class Standby(Server):
    """A server that follows another one, byte by byte, until it is promoted."""

    def __init__(self, primary: Server, **settings: str) -> None:
        self._primary = primary
        super().__init__(**settings)

    def _fill(self) -> None:
        program = find_program("pg_basebackup")
        assert program is not None
        host, port = self._primary.place
        source = ("--host", host, "--port", port, "--username=postgres")
        options = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        self._run(program, *source, *options, "--pgdata", self._data)

    def promote(self) -> None:
        """Makes it the primary; waits until it takes writing."""
        ((done,),) = self.run("SELECT pg_promote(true, 60)")
        assert done, self.log.read_text()[-2000:]


def database_of(url: str) -> str:
    """The name of the database in an address."""
    return str(conninfo_to_dict(url)["dbname"])


_shared: list[Server] = []
_users = 0


@contextmanager
def shared_server() -> Iterator[Server]:
    """One server for all fixtures of a test run (and of each of its workers) that ask for it."""
    global _users  # noqa: PLW0603  # a test run has one server, whoever asks for it
    if not _shared:
        _shared.append(Server())
    _users += 1
    try:
        yield _shared[0]
    finally:
        _users -= 1
        if not _users:
            _shared.pop().remove()
