"""Which processes write to a PostgreSQL journal, coordinated by advisory locks.

A writer holds the lock PRESENCE, shared with the others, on the very connection that writes, so no
process writes unseen. Being alone means holding it exclusively. One process at a time decides that,
the holder of ELECTION. A process that is alone keeps both, so that others starting up wait until it
has joined them or died, and then decide.
"""

from enum import Enum, auto

import psycopg

from pitboss.journal.port import InUse
from pitboss.journal.postgres.server import ELECTION, LOCKS, PRESENCE, Connection

PATIENCE_S = 60


class ProcessStanding(Enum):
    """How a process stands to the others."""

    OUTSIDE = auto()
    AMONG_OTHERS = auto()
    ALONE = auto()


class Presence:
    """The standing of one journal, kept when its connection is made again."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.standing = ProcessStanding.OUTSIDE

    def renew(self, connection: Connection) -> None:
        """Takes on a new connection the locks that were lost with the old one."""
        if self.standing is ProcessStanding.AMONG_OTHERS:
            self._lock(connection, "pg_advisory_lock_shared", PRESENCE)
        elif self.standing is ProcessStanding.ALONE and not (
            _ask(connection, "pg_try_advisory_lock", ELECTION)
            and _ask(connection, "pg_try_advisory_lock", PRESENCE)
        ):
            raise InUse(
                f"{self._name}: another process took over while the connection was lost. "
                "Start this one again."
            )

    def join(self, connection: Connection) -> None:
        """Lets the others in, or comes in to them; waits while one of them is alone."""
        if self.standing is not ProcessStanding.AMONG_OTHERS:
            self._lock(connection, "pg_advisory_lock_shared", PRESENCE)
        if self.standing is ProcessStanding.ALONE:
            _ask(connection, "pg_advisory_unlock", PRESENCE)
            _ask(connection, "pg_advisory_unlock", ELECTION)
        self.standing = ProcessStanding.AMONG_OTHERS

    def alone(self, connection: Connection) -> bool:
        """Tries to be alone; otherwise among the others."""
        if self.standing is ProcessStanding.ALONE:
            return True
        self._lock(connection, "pg_advisory_lock", ELECTION)
        if _ask(connection, "pg_try_advisory_lock", PRESENCE):
            if self.standing is ProcessStanding.AMONG_OTHERS:
                _ask(connection, "pg_advisory_unlock_shared", PRESENCE)
            self.standing = ProcessStanding.ALONE
            return True
        self.join(connection)
        _ask(connection, "pg_advisory_unlock", ELECTION)
        return False

    def _lock(self, connection: Connection, function: str, which: int) -> None:
        try:
            with connection.transaction():
                connection.execute(
                    (
                        "SELECT set_config('lock_timeout', %s, true), "
                        "set_config('statement_timeout', '0', true)"
                    ),
                    (f"{PATIENCE_S}s",),
                )
                _ask(connection, function, which)
        except psycopg.errors.LockNotAvailable as error:
            raise InUse(
                f"{self._name}: another process has been starting for more than {PATIENCE_S} "
                "seconds, alone. "
                "Look after that process, then start this one again."
            ) from error


def _ask(connection: Connection, function: str, which: int) -> bool:
    """Calls one of the functions for advisory locks; those that try, or let go, say whether they
    did.
    """
    row = connection.execute(
        f"SELECT {function}(%s::int, %s::int)".encode(), (LOCKS, which)
    ).fetchone()
    return row is not None and row[0] is True
