"""Which processes write to a PostgreSQL journal, coordinated by advisory locks.

A writer holds a shared lock, PRESENCE, on the very connection that writes, so no process writes
unseen. Being alone means holding it exclusively. Only the holder of ELECTION may try that. A
process that is alone keeps both locks, so that others starting up wait until it has joined them or
died, and then try in turn.
"""

from enum import Enum, auto

import psycopg

from pitboss.journal.port import InUse
from pitboss.journal.postgres.server import ELECTION, LOCKS, PRESENCE, Connection

PATIENCE_S = 60


class ProcessStanding(Enum):
    """A process's relation to the other writers."""

    OUTSIDE = auto()
    AMONG_OTHERS = auto()
    ALONE = auto()


class Presence:
    """The standing of one journal, which survives a reconnection."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.standing = ProcessStanding.OUTSIDE

    def renew(self, connection: Connection) -> None:
        """Takes the locks lost with the old connection again on a new one."""
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
        """Lets the others in, or joins them; waits while one of them is alone."""
        if self.standing is not ProcessStanding.AMONG_OTHERS:
            self._lock(connection, "pg_advisory_lock_shared", PRESENCE)
        if self.standing is ProcessStanding.ALONE:
            _ask(connection, "pg_advisory_unlock", PRESENCE)
            _ask(connection, "pg_advisory_unlock", ELECTION)
        self.standing = ProcessStanding.AMONG_OTHERS

    def alone(self, connection: Connection) -> bool:
        """Tries to be alone, and failing that joins the others. Returns whether it is alone."""
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
                "seconds, alone. See to that process, then start this one again."
            ) from error


def _ask(connection: Connection, function: str, which: int) -> bool:
    """Calls an advisory-lock function. Those that try or unlock return whether they succeeded."""
    row = connection.execute(
        f"SELECT {function}(%s::int, %s::int)".encode(), (LOCKS, which)
    ).fetchone()
    return row is not None and row[0] is True
