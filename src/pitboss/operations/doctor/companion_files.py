"""The doctor's checks of what belongs to a journal but is not in it: keys, sealed snapshots, the
archive, the index of rounds, and what a restored backup has replaced.
"""

from collections.abc import Iterator
from datetime import datetime

from pitboss.casino.codec import read_event
from pitboss.casino.operations import OPERATIONS_STREAM, JournalRestored, ProgramStarted
from pitboss.casino.vault import Vault
from pitboss.journal.keys import BadKey, load_key
from pitboss.journal.port import Journal, JournalError
from pitboss.operations.archiver import segment_faults
from pitboss.operations.config import Config
from pitboss.operations.doctor.findings import Finding, failure, fine, warning
from pitboss.operations.signing_key import WrongKey, check_key
from pitboss.operations.snapshots import snapshot_faults, snapshots
from pitboss.operations.vault_key import (
    WrongVaultKey,
    key_at_hand,
    name_in_force,
    vault_key,
)
from pitboss.reports.rounds.comparison import index_fault
from pitboss.reports.rounds.index import INDEX_NAME
from pitboss.rulebook.shelf import Shelf


def signing_finding(config: Config, journal: Journal | None) -> Finding:
    """Whether the signing key is available."""
    path = config.key
    try:
        if journal is not None:
            check_key(journal, path)
        if not path.exists():
            return warning(
                "signing key",
                f"{path} does not exist",
                "'pitboss checkpoint' makes one. Keep a copy of it somewhere else.",
            )
        load_key(path)
    except WrongKey as error:
        return failure("signing key", error.what, error.fix)
    except BadKey as error:
        fix = f"Run: chmod 600 {path}" if "mode" in str(error) else "Restore the key from its copy."
        return failure("signing key", str(error), fix)
    except JournalError as error:
        return failure(
            "signing key", str(error), "Run 'pitboss audit' to see what is wrong with the journal."
        )
    return fine("signing key", str(path))


def vault_finding(config: Config, journal: Journal) -> Finding:
    """Whether the journal's vault key is available."""
    path = config.vault
    try:
        if name_in_force(journal) is None and not path.exists():
            return fine("vault key", "none yet; the server makes one when it starts")
        name = Vault(vault_key(journal, path)).name
    except WrongVaultKey as error:
        return failure("vault key", error.what, error.fix)
    except BadKey as error:
        fix = f"Correct it, or restore the key from its copy: {path}"
        return failure("vault key", str(error), fix)
    return fine("vault key", f"{name} in {path}")


def restored_findings(journal: Journal, config: Config) -> Iterator[Finding]:
    """Whether the journal was replaced with a backup, and what still needs to be done about it."""
    last: JournalRestored | None = None
    started = False
    for record in journal.read(OPERATIONS_STREAM):
        event = read_event(record)
        if isinstance(event, JournalRestored):
            last, started = event, False
        started |= isinstance(event, ProgramStarted)
    if last is None:
        return
    at = datetime.fromtimestamp(last.at_ms / 1_000, config.zone_in(journal))
    said = f"{last.by} restored {last.file} at {at:%Y-%m-%d %H:%M:%S}, up to position " + str(
        last.position
    )
    lost = last.replaced is not None and last.replaced > last.position
    if lost:
        said += f"; the journal it replaced went up to {last.replaced}"
    if started:
        yield fine("restored", said)
        return
    then = (
        "Run 'pitboss audit', and start the server: interrupted rounds are dealt with as "
        "their rules say."
    )
    if lost:
        then += (
            " Anything stored after the backup is only in the journal that was set aside "
            "(its name ends in .replaced-…): look there for missing bets, awards and "
            "changes to people, and keep it."
        )
    yield warning("restored", said, then)


def archive_findings(journal: Journal) -> Iterator[Finding]:
    """Whether every segment of the archive exists, follows the one before, and is signed with a key
    of this journal.
    """
    segments = journal.segments()
    if not segments or journal.archive is None:
        yield fine("archive", "nothing is archived")
        return
    faults = list(segment_faults(journal))
    for fault, fix in faults:
        yield failure("archive", fault, fix)
    if not faults:
        records = sum(one.records for one in segments)
        yield fine(
            "archive",
            f"{len(segments):,} segments in {journal.archive.folder}, {records:,} records up to "
            f"position {segments[-1].last}",
        )


def snapshot_findings(journal: Journal, config: Config) -> Iterator[Finding]:
    """Whether every snapshot matches its records, and is sealed."""
    key = key_at_hand(config.vault)
    shelf = Shelf(own=config.rulebooks, paths=False)
    faults = list(snapshot_faults(journal, shelf, None if key is None else Vault(key)))
    for fault in faults:
        yield failure(
            "snapshots",
            fault,
            "The server ignores it. Find out who can write to the database, and run "
            "'pitboss audit'.",
        )
    if not faults:
        count = sum(1 for _ in snapshots(journal))
        yield fine("snapshots", f"{count}, each matching its records")


def index_finding(journal: Journal, config: Config) -> Finding:
    """Whether the index of rounds, if there is one, agrees with the journal."""
    path = config.data / INDEX_NAME
    if not path.exists():
        return fine("index of rounds", "none; the server makes one")
    fault = index_fault(journal, path)
    if fault is None:
        return fine("index of rounds", "matches the journal, as far as it goes")
    fix = (
        f"Stop the server and delete {path}; it will be rebuilt. Find out who can write "
        "there, and run 'pitboss audit'."
    )
    return failure("index of rounds", fault, fix)
