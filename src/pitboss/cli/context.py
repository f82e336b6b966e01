"""What commands that use a journal have in common: its options, opening it, and one-sentence
errors.
"""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from pitboss.journal.port import Journal
    from pitboss.operations.config import Config
    from pitboss.rulebook.shelf import Shelf

ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="The settings file [PITBOSS_CONFIG, or pitboss.toml in this folder].",
        show_default=False,
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="The journal: a SQLite file, or postgresql://… [the database setting].",
        show_default=False,
    ),
]
RulebookName = Annotated[
    str,
    typer.Argument(metavar="RULEBOOK", help="A rulebook id, or the path to your own .toml file."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
Zone = Annotated[
    str | None,
    typer.Option(
        "--tz", metavar="ZONE", help="A time zone, such as Asia/Singapore [the timezone setting]."
    ),
]

_PROGRESS_AFTER_S = 1.0
_PROGRESS_EVERY_S = 0.1


@contextmanager
def explained() -> Iterator[None]:
    """Ends the command with one sentence and exit code 2 if something is wrong with settings, a
    journal or rulebooks.
    """
    from pitboss.casino.history import UnknownRound
    from pitboss.cli.streams import fail
    from pitboss.journal.port import JournalError
    from pitboss.operations.config import BadConfig
    from pitboss.rulebook.loader import RulebookError
    from pitboss.rulebook.shelf import UnknownRulebook

    try:
        yield
    except BadConfig as error:
        raise fail("\npitboss: ".join(error.problems)) from None
    except (JournalError, UnknownRound, RulebookError, UnknownRulebook) as error:
        raise fail(str(error)) from None


def load(file: Path | None, database: str | None) -> "Config":
    """The settings in force for a command."""
    from pitboss.operations.config import load_config

    return load_config(file, database=database)


@contextmanager
def reading(config: "Config") -> "Iterator[Journal]":
    """The journal, read-only: a server may keep writing."""
    from pitboss.journal.address import open_journal

    with closing(open_journal(config.database, read_only=True, archive=config.archive)) as journal:
        yield journal


@contextmanager
def writing(config: "Config") -> "Iterator[Journal]":
    """The journal, for writing; created if it does not exist yet."""
    from pitboss.journal.address import open_journal
    from pitboss.operations.config import sqlite_path

    path = sqlite_path(config.database)
    if path is not None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(open_journal(config.database, archive=config.archive)) as journal:
        yield journal


@contextmanager
def signing(config: "Config") -> "Iterator[Journal]":
    """The journal, for signing its end. It must exist; a server may keep writing."""
    from pitboss.journal.address import open_journal
    from pitboss.journal.sqlite.signing_reader import SigningReader
    from pitboss.operations.config import sqlite_path

    path = sqlite_path(config.database)
    if path is None:
        # Checked first, because opening a database for writing turns it into a journal.
        with reading(config):
            pass
    with closing(
        open_journal(config.database, archive=config.archive)
        if path is None
        else SigningReader(path, config.archive)
    ) as journal:
        yield journal


def zone_of(config: "Config", name: str | None) -> "ZoneInfo":
    """The time zone from an option, from the settings, or from the house's set-up."""
    from zoneinfo import ZoneInfo

    from pitboss.cli.streams import fail

    if name is None:
        if config.zone is not None:
            return config.zone
        with reading(config) as journal:
            return config.zone_in(journal)
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        raise fail(
            f"--tz takes a time zone name such as UTC or Asia/Singapore, not {name!r}"
        ) from None


def moment_ms(text: str | None, zone: "ZoneInfo") -> int | None:
    """A time in milliseconds; a day without an hour begins at midnight in the house's time zone."""
    from datetime import datetime

    from pitboss.cli.streams import fail

    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise fail(
            "--since and --until take a time such as 2026-11-01 or 2026-11-01T08:00+08:00, not "
            f"{text!r}"
        ) from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    return int(moment.timestamp() * 1000)


def shelf_of(config: "Config") -> "Shelf":
    """The rulebooks that tables may name."""
    from pitboss.rulebook.shelf import Shelf

    return Shelf(config.rulebooks)


class ProgressLine:
    """Shows progress on a terminal for anything that takes longer than a second."""

    def __init__(self) -> None:
        self._begun_s = self._said_s = monotonic()
        self._wanted = sys.stderr.isatty()
        self._shown = False

    def __call__(self, what: str, done: int, of: int) -> None:
        now_s = monotonic()
        late = (
            now_s - self._begun_s > _PROGRESS_AFTER_S and now_s - self._said_s > _PROGRESS_EVERY_S
        )
        if self._wanted and late:
            self._said_s = now_s
            self._shown = True
            sys.stderr.write(f"\r\x1b[K{what}: {done:,}{f' of {of:,}' if of else ''}")
            sys.stderr.flush()

    def end(self) -> None:
        """Removes the line again."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def progress() -> Iterator[ProgressLine]:
    """Progress that is cleaned up whatever happens."""
    shown = ProgressLine()
    try:
        yield shown
    finally:
        shown.end()
