"""Migrations: numbered SQL files that bring a database to the form this version needs. Each runs
once.

A released migration is never edited: its SHA-256 is stored beside its number, and a database with
another is refused. Changes come as further migrations.
"""

import re
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Literal, Protocol

import msgspec

from pitboss.journal.port import FromTheFuture, NotAJournal, OutOfDate

_FILE = re.compile(r"([0-9]{4})-([a-z0-9-]+)\.sql")


class Migration(msgspec.Struct, frozen=True):
    """A migration: its number, counted from 1, its name and its statements."""

    number: int
    name: str
    sql: str

    @property
    def digest(self) -> str:
        """SHA-256 of the statements, in hexadecimal digits."""
        return sha256(self.sql.encode()).hexdigest()


class Applied(msgspec.Struct, frozen=True):
    """A migration that a database has run."""

    number: int
    name: str
    digest: str


class Database(Protocol):
    """What the runner needs of a database."""

    def alone(self) -> AbstractContextManager[object]:
        """A transaction that excludes other processes, rolled back on an exception."""

    def applied(self) -> list[Applied]:
        """The migrations it has run, by number; none if it is new."""

    def apply(self, step: Migration, at_ms: int) -> None:
        """Runs and records a migration, within the open transaction."""


@cache
def shipped(store: Literal["sqlite", "postgres"]) -> tuple[Migration, ...]:
    """The migrations shipped with this version."""
    folder = files("pitboss.journal") / "migrations" / store
    scripts = sorted(folder.iterdir(), key=lambda file: file.name)
    return tuple(
        Migration(int(match[1]), match[2], file.read_text(encoding="utf-8"))
        for file in scripts
        if (match := _FILE.fullmatch(file.name))
    )


def pending(
    applied: Sequence[Applied], known: Sequence[Migration], where: str
) -> tuple[Migration, ...]:
    """The migrations still to run. Raises if those already run are not a prefix of those we
    know.
    """
    if applied and applied[-1].number > len(known):
        raise FromTheFuture(
            f"{where} is of version {applied[-1].number}; this program knows versions up to "
            f"{len(known)}. Update the program, and open it again."
        )
    for number, done in enumerate(applied, start=1):
        if done.number != number:
            raise NotAJournal(
                f"{where}: migration {number} is missing although migration {done.number} has run. "
                "Restore the database from a backup."
            )
        step = known[number - 1]
        if (done.name, done.digest) != (step.name, step.digest):
            raise NotAJournal(
                f"{where}: migration {number} ({done.name}) is not the one this program knows "
                f"({step.name}): its statements differ. Install the version of the program that "
                "made the database."
            )
    return tuple(known[len(applied) :])


def migrate(database: Database, known: Sequence[Migration], where: str) -> int:
    """Runs the pending migrations, each in a transaction of its own. Returns how many.

    Each transaction checks again which have run, so processes that start together run none twice.
    """
    count = 0
    while pending(database.applied(), known, where):
        with database.alone():
            if todo := pending(database.applied(), known, where):
                database.apply(todo[0], time.time_ns() // 1_000_000)
                count += 1
    return count


def check_current(
    database: Database, known: Sequence[Migration], where: str, readable_from: int | None = None
) -> None:
    """Raises OutOfDate for a read-only database that lacks a migration, unless it has all up to
    ``readable_from`` and so can be read as it is.
    """
    todo = pending(database.applied(), known, where)
    if todo and (readable_from is None or todo[0].number <= readable_from):
        raise OutOfDate(
            f"{where} is of version {todo[0].number - 1}; this program needs version {len(known)}. "
            "Open it once for writing (any command that changes something) to bring it up to date."
        )
