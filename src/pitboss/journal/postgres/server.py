"""The PostgreSQL server: how to connect to it, what its errors mean, and its migrations."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from pitboss.journal.migrate import Applied, Migration
from pitboss.journal.port import JournalError, NotAJournal, Unavailable

Connection = psycopg.Connection[tuple[Any, ...]]

SCHEMA = "pitboss"
CHANNEL = "pitboss_records"
OLDEST_VERSION = 13

LOCKS = 0x50495442
"""The first key of our advisory locks (``PITB``); the second says which one it is."""
PRESENCE, ELECTION, OPENING = 1, 2, 3
STREAMS = LOCKS + 1
"""The first key of stream locks."""

STATEMENT_TIMEOUT_S = 30

# So that nothing hangs for ever: not on a statement, a lock, a client that vanished in a
# transaction, or a network that swallows everything.
_SETTINGS = {
    "application_name": "pitboss",
    "client_encoding": "UTF8",
    "search_path": f"{SCHEMA}, pg_catalog",
    "default_transaction_isolation": "read committed",
    "synchronous_commit": "on",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "10s",
    # Every query we make has an index. The planner would scan a small table, and a prepared
    # statement would go on doing so long after the table had grown.
    "enable_seqscan": "off",
    # For a range of positions whose ends it does not know yet, it would collect the whole range and
    # sort it, where the index has the order and the limit is near.
    "enable_bitmapscan": "off",
    # Planning our statements takes longer than running them, and no values call for another plan.
    "plan_cache_mode": "force_generic_plan",
    "jit": "off",
}
_SEVERAL: dict[str, str | int] = {"target_session_attrs": "read-write", "connect_timeout": 2}
"""For an address with several servers: use the one that accepts writes, for reading too, as a
standby may lag; and skip a dead machine before anybody notices.
"""
_DEFAULTS: dict[str, str | int] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


class PostgresServer:
    """The address of a journal, with nothing open."""

    def __init__(self, url: str) -> None:
        given: Mapping[str, object] | None
        try:
            given = conninfo_to_dict(url)
        except psycopg.ProgrammingError:
            given = None
        if given is None or "@" in str(given.get("host")):
            # Do not repeat any of it: the password may have ended up in another part of the
            # address.
            raise NotAJournal(
                "the address of the PostgreSQL journal can't be read. Write "
                "postgresql://user:password@host:port/database, with special characters as %XX."
            )
        several = "," in str(given.get("host") or given.get("hostaddr"))
        defaults = _DEFAULTS | (_SEVERAL if several else {})
        self._address = make_conninfo(
            url, **{key: value for key, value in defaults.items() if key not in given}
        )
        place = given.get("host") or given.get("hostaddr") or "the local socket"
        port = f":{given['port']}" if given.get("port") else ""
        self.name = (
            f"PostgreSQL journal {given.get('dbname') or given.get('user') or 'of this user'} at "
            f"{place}{port}"
        )

    def connect(self, *, read_only: bool, statement_s: int = STATEMENT_TIMEOUT_S) -> Connection:
        """A connection with our settings, in autocommit mode, whose statements take at most so
        long.
        """
        connection = psycopg.connect(self._address, autocommit=True)
        try:
            settings = _SETTINGS | {
                "default_transaction_read_only": "on" if read_only else "off",
                "statement_timeout": f"{statement_s}s",
            }
            chosen = sql.SQL(", ").join(
                sql.SQL("set_config({}, {}, false)").format(name, value)
                for name, value in settings.items()
            )
            connection.execute(sql.SQL("SELECT {}").format(chosen))
        except BaseException:
            connection.close()
            raise
        return connection

    def check(self, connection: Connection) -> None:
        """Raises if the server can't hold a journal."""
        if connection.info.server_version < OLDEST_VERSION * 10_000:
            raise Unavailable(
                f"{self.name}: the server is PostgreSQL "
                f"{connection.info.server_version // 10_000}; {OLDEST_VERSION} or newer is needed. "
                "Update the server."
            )
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise NotAJournal(
                f"{self.name}: the database stores texts as {encoding}. "
                "Create one with ENCODING 'UTF8' TEMPLATE template0."
            )


class PostgresMigrations:
    """A PostgreSQL database as seen by the migration runner."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def alone(self) -> AbstractContextManager[None]:
        return opening(self._connection)

    def applied(self) -> list[Applied]:
        # Functions that look up a table by name may have cached that it did not exist. This does
        # not.
        table = self._connection.execute(
            "SELECT 1 FROM pg_tables WHERE schemaname = %s AND tablename = 'migrations'", (SCHEMA,)
        )
        if table.fetchone() is None:
            return []
        rows = self._connection.execute(
            "SELECT number, name, sha256 FROM migrations ORDER BY number"
        ).fetchall()
        return [Applied(*row) for row in rows]

    def apply(self, step: Migration, at_ms: int) -> None:
        self._connection.execute(
            sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SCHEMA))
        )
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT "
            "NULL, sha256 text NOT NULL, at_ms bigint NOT NULL)"
        )
        # The statements come from a file of this package.
        self._connection.execute(step.sql.encode())
        self._connection.execute(
            "INSERT INTO migrations VALUES (%s, %s, %s, %s)",
            (step.number, step.name, step.digest, at_ms),
        )


@contextmanager
def opening(connection: Connection) -> Iterator[None]:
    """A transaction that only one of the processes opening the journal is in at a time."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s::int, %s::int)", (LOCKS, OPENING))
        yield


# By SQLSTATE, or by the class in its first two or three characters.
_MEANINGS: dict[str, tuple[type[JournalError], str]] = {
    "08": (Unavailable, "the connection was lost. It is made again with the next call"),
    "25006": (Unavailable, "the server takes no writing now: it is a standby, or set to read only"),
    "25P03": (Unavailable, "a transaction waited too long for this program"),
    "28": (Unavailable, "the server refuses this user. Check user and password in the address"),
    "3D000": (Unavailable, "there is no such database. Create it first"),
    "40": (Unavailable, "the server gave up the transaction. Try again"),
    "42501": (
        Unavailable,
        "this user lacks a right that is needed. Grant it, or use the owner of the database",
    ),
    "53100": (Unavailable, "the server's disk is full. Make room, and try again"),
    "53": (Unavailable, "the server is short of memory or connections. Look at its log"),
    "55P03": (Unavailable, "a lock was not to be had in time. Try again"),
    "57014": (Unavailable, "the statement took too long, or an administrator stopped it"),
    "57P": (
        Unavailable,
        "the server is stopping or starting, or an administrator ended the connection",
    ),
    "58": (Unavailable, "the server can't read or write its files. Look at its log"),
    "3F000": (NotAJournal, "the database holds no journal"),
    "42P01": (NotAJournal, "the database holds no journal, or tables are missing"),
    "42P07": (
        NotAJournal,
        "the database has tables of our names that are no journal. Use another database",
    ),
    "XX001": (NotAJournal, "the database is damaged. Restore it from a backup"),
    "XX002": (NotAJournal, "an index of the database is damaged. Restore it from a backup"),
}


def meaning(error: psycopg.Error, name: str) -> JournalError | None:
    """The port's error for a driver error; None if it is a bug in this program."""
    code = error.sqlstate
    words = " ".join(str(error).split())
    if code is None:
        if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            return Unavailable(f"{name} can't be reached: {words}")
        return None
    for length in (5, 3, 2):
        if known := _MEANINGS.get(code[:length]):
            becomes, explanation = known
            return becomes(f"{name}: {explanation} ({words})")
    return None


def lost(error: psycopg.Error) -> bool:
    """Whether the connection itself is gone, as opposed to a statement refused."""
    return error.sqlstate is None or error.sqlstate.startswith(("08", "57P"))


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Translates driver errors in a ``with`` block into errors of the port."""
    try:
        yield
    except psycopg.Error as error:
        explanation = meaning(error, name)
        if explanation is None:
            raise
        raise explanation from error
