"""Examines an installation: versions, database, disk, clock, chain, checkpoints. Each failure names
its fix.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from importlib import metadata
from typing import Any

import msgspec

from pitboss.casino.stream_ids import link_of
from pitboss.casino.streams import load
from pitboss.journal.address import open_journal
from pitboss.journal.chain import START, hash_of
from pitboss.journal.port import Head, Journal, JournalError
from pitboss.kernel.names import natural
from pitboss.operations.config import Config, sqlite_path, without_password
from pitboss.operations.doctor.companion_files import (
    archive_findings,
    index_finding,
    restored_findings,
    signing_finding,
    snapshot_findings,
    vault_finding,
)
from pitboss.operations.doctor.findings import Finding, Severity, failure, fine, warning
from pitboss.operations.doctor.machine import (
    age,
    behind_finding,
    certificate_finding,
    data_folder,
    space_finding,
)
from pitboss.operations.doctor.store import disk_findings, postgres_findings, sqlite_findings
from pitboss.rulebook.shelf import Shelf
from pitboss.version import __version__

CHAIN_RECORDS = 200
"""How many of the last records of each stream are checked."""

_PYTHON = (3, 11)
_SQLITE = (3, 40, 0)
_LIBRARIES = ("apsw", "cryptography", "msgspec", "typer")
_OLD_CHECKPOINT = 3
"""A checkpoint is late if it is this many times older than it should be."""

_CLOCKS_DIFFER_S = 0.5


class Clocks(msgspec.Struct, frozen=True):
    """The two clocks of the machine, in seconds."""

    wall_s: Callable[[], float] = time.time
    steady_s: Callable[[], float] = time.monotonic


def examine(config: Config, clocks: Clocks = Clocks()) -> Iterator[Finding]:  # noqa: B008 - a frozen default
    """Examines everything, one finding after another."""
    begun_s = (clocks.wall_s(), clocks.steady_s())
    yield from _programs(config)
    yield from _settings(config)
    yield space_finding(config)
    if sqlite_path(config.database) is not None:
        yield from disk_findings(data_folder(config))
    yield certificate_finding(config, clocks.wall_s())
    journal = None
    try:
        journal = open_journal(config.database, read_only=True, archive=config.archive)
    except JournalError as error:
        yield _not_opened(config, error)
    if journal is not None:
        with closing(journal):
            yield fine("database", f"{journal.name}, {journal.count():,} records")
            yield from _store(config)
            yield from _guarded("chain", journal, _chain)
            yield from _guarded(
                "checkpoints", journal, lambda opened: _checkpoints(opened, config, clocks)
            )
            yield _copies(journal, config)
            yield from _guarded(
                "restored", journal, lambda opened: restored_findings(opened, config)
            )
            yield from _guarded("archive", journal, archive_findings)
            yield from _guarded("links", journal, lambda opened: _links(opened, config))
            yield from _guarded("last event", journal, lambda opened: _last_event(opened, clocks))
            yield signing_finding(config, journal)
            yield vault_finding(config, journal)
            yield from _guarded(
                "snapshots", journal, lambda opened: snapshot_findings(opened, config)
            )
            yield from _guarded(
                "index of rounds", journal, lambda opened: iter([index_finding(opened, config)])
            )
    else:
        yield signing_finding(config, None)
    yield _clock(begun_s, clocks, config)


def _guarded(
    check: str, journal: Journal, look: Callable[[Journal], Iterator[Finding]]
) -> Iterator[Finding]:
    """A check that can't be made is a finding too."""
    try:
        yield from look(journal)
    except JournalError as error:
        yield failure(
            check,
            str(error),
            "Run 'pitboss audit'; restore the database from a backup if it is damaged.",
        )


# ── programs, settings, disk ──────────────────────────────────────────────────────────────────────


def _programs(config: Config) -> Iterator[Finding]:
    import apsw

    yield fine("program", f"pitboss {__version__}")
    yield python_finding(sys.version_info)
    sqlite = apsw.sqlite_lib_version()
    if tuple(map(int, sqlite.split("."))) < _SQLITE:
        yield failure(
            "sqlite",
            sqlite,
            "Install the pinned apsw again ('make setup'): it brings its own SQLite.",
        )
    else:
        yield fine("sqlite", sqlite)
    driver = ("psycopg",) if config.database.startswith("postgres") else ()
    for name in (*_LIBRARIES, *driver):
        try:
            yield fine(name, metadata.version(name))
        except metadata.PackageNotFoundError:
            yield failure(
                name, "not installed", "Run 'make setup', which installs the pinned versions."
            )


def python_finding(version: tuple[Any, ...]) -> Finding:
    """The finding about a Python version."""
    said = ".".join(map(str, version[:3]))
    if version < _PYTHON:
        return failure("python", said, "Install Python 3.11 or newer, and run 'make setup' again.")
    return fine("python", said)


def _settings(config: Config) -> Iterator[Finding]:
    where = "built-in settings" if config.file is None else str(config.file)
    if config.warnings:
        yield warning("settings", " ".join(config.warnings), "Rename or remove the variable.")
    else:
        yield fine("settings", where)


def _not_opened(config: Config, error: JournalError) -> Finding:
    path = sqlite_path(config.database)
    if path is not None and not path.exists():
        return warning(
            "database",
            f"there is no journal at {path} yet",
            "Start the server, which creates it; or correct the setting database "
            "('pitboss config').",
        )
    shown = without_password(config.database)
    return failure(
        "database",
        f"{shown}: {error}",
        "Check the setting database ('pitboss config') and that its server is running.",
    )


def _store(config: Config) -> Iterator[Finding]:
    path = sqlite_path(config.database)
    if path is None:
        yield from postgres_findings(config.database)
    else:
        yield from sqlite_findings(path)


# ── links ─────────────────────────────────────────────────────────────────────────────────────────


def _links(journal: Journal, config: Config) -> Iterator[Finding]:
    """Whether every link, and any parameters waiting on one, have as many verifiers as the house
    requires.
    """
    least = config.settings.links.verifiers
    names = sorted((name for name in journal.heads() if link_of(name) is not None), key=natural)
    few = []
    for name in names:
        link = load(journal, name, Shelf()).link
        if link is None:
            continue
        proposal = link.proposal
        if min(link.parameters.verifiers, (proposal or link).parameters.verifiers) < least:
            few.append(link.id)
    if not few:
        enough = (
            f"{len(names):,}; a claim needs {least} or more to verify it" if names else "none yet"
        )
        yield fine("links", enough)
        return
    yield warning(
        "links",
        f"fewer than {least} people verify a claim on {', '.join(few)}",
        f"At the pit desk a shift manager proposes parameters with {least} verifiers for it, "
        "and a second one approves them. Or require fewer (setting links.verifiers).",
    )


# ── chain, checkpoints, clock ─────────────────────────────────────────────────────────────────────


def _chain(journal: Journal) -> Iterator[Finding]:
    checked = 0
    heads = journal.heads()
    for stream, head in heads.items():
        place = _broken(journal, stream, head)
        if isinstance(place, str):
            yield failure(
                "chain",
                f"{stream}: {place}",
                (
                    "Run 'pitboss audit' to see what was changed, and restore the database "
                    "from a backup."
                ),
            )
            return
        checked += place
    yield fine(
        "chain",
        f"{checked:,} records at the ends of {len(heads):,} streams are chained correctly",
    )


def _broken(journal: Journal, stream: str, head: Head) -> int | str:
    """How many records at the end of a stream are consistent, or where they are not."""
    start = max(0, head.version - CHAIN_RECORDS - 1)
    version, before, checked = start, START if start == 0 else None, 0
    for record in journal.read(stream, after=start):
        if record.version != version + 1:
            return f"version {version + 1} is missing"
        if before is not None and hash_of(record, before) != record.hash:
            return f"version {record.version} does not match the hash stored with it"
        checked += before is not None
        version, before = record.version, record.hash
        if version == head.version:
            break
    return checked if before == head.hash else f"it does not end at version {head.version}"


def _checkpoints(journal: Journal, config: Config, clocks: Clocks) -> Iterator[Finding]:
    from pitboss.journal.checkpoints import BadCheckpoint, verify

    last = journal.last_checkpoint()
    if last is None:
        if journal.last_position():
            yield warning("checkpoints", "none yet", "Make one: 'pitboss checkpoint'.")
        else:
            yield fine("checkpoints", "none yet, and nothing to sign")
        return
    try:
        verify(last)
    except BadCheckpoint as error:
        yield failure(
            "checkpoints",
            str(error),
            "Run 'pitboss audit', and restore the database from a backup.",
        )
        return
    age_s = max(0, clocks.wall_s() - last.at_ms / 1_000)
    said = f"number {last.number}, {age(age_s)} ago, up to position {last.position}"
    late = age_s > _OLD_CHECKPOINT * config.settings.checkpoints.every_s
    if late and journal.last_position() > last.position:
        yield warning(
            "checkpoints", said, "Records have been stored since. Make one: 'pitboss checkpoint'."
        )
    else:
        yield fine("checkpoints", said)


def _copies(journal: Journal, config: Config) -> Finding:
    """Whether the copies of checkpoints belong to this journal, and none is missing from it."""
    from pitboss.operations.signing_key import CopyAhead, check_copy

    path = config.copy
    if path is None:
        return fine("checkpoint copies", "none are kept (setting checkpoints.copy)")
    try:
        last = check_copy(journal, path)
    except CopyAhead as error:
        return failure("checkpoint copies", error.what, error.fix)
    except (JournalError, OSError) as error:
        return failure("checkpoint copies", str(error), f"Check {path} and the disk it is on.")
    newest = journal.last_checkpoint()
    behind = (0 if newest is None else newest.number) - (0 if last is None else last.number)
    if behind:
        return warning(
            "checkpoint copies",
            f"{path} is missing the last {behind}",
            "Check that it can be written to. 'pitboss checkpoint' adds what is missing.",
        )
    return fine("checkpoint copies", f"{path}, up to number {0 if last is None else last.number}")


def _last_event(journal: Journal, clocks: Clocks) -> Iterator[Finding]:
    newest_ms = 0
    for stream, head in journal.heads().items():
        for record in journal.read(stream, after=head.version - 1):
            newest_ms = max(newest_ms, record.at_ms)
    found = behind_finding(newest_ms / 1_000 - clocks.wall_s())
    if found.standing is not Severity.FINE:
        yield found


def _clock(begun_s: tuple[float, float], clocks: Clocks, config: Config) -> Finding:
    """Both clocks must have advanced equally while the other checks ran."""
    wall_s, steady_s = clocks.wall_s() - begun_s[0], clocks.steady_s() - begun_s[1]
    if abs(wall_s - steady_s) > _CLOCKS_DIFFER_S:
        return warning(
            "clock",
            f"the wall clock advanced {wall_s:.3f} s while {steady_s:.3f} s passed",
            "Something sets the clock in jumps. Use NTP, which adjusts it gradually.",
        )
    zone = config.zone or UTC
    return fine(
        "clock", f"{datetime.fromtimestamp(clocks.wall_s(), zone):%Y-%m-%d %H:%M:%S} in {zone}"
    )
