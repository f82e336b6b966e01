"""Checks snapshots by recomputing them: each must match its records and be sealed with the vault
key.

A server ignores a snapshot whose seal is invalid, so a forged one does no harm. But its presence is
worth knowing: somebody has written to the database.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pitboss.audit.report import AuditReport, Discrepancy
from pitboss.casino.aggregates import NOTHING_YET, SNAPSHOT_FORM, evolved
from pitboss.casino.codec import read_event
from pitboss.casino.journal_errors import Placed
from pitboss.casino.record_shelf import RecordShelf
from pitboss.casino.streams import snapshot_of, unsealed
from pitboss.casino.vault import SEAL_BYTES, Vault
from pitboss.journal.port import Journal, Snapshot
from pitboss.rulebook.shelf import Shelf


def snapshots(journal: Journal) -> Iterator[Snapshot]:
    """The snapshots that this version of the program would use."""
    for stream in sorted(journal.heads()):
        snapshot = journal.snapshot(stream)
        if snapshot is not None and snapshot.form == SNAPSHOT_FORM:
            yield snapshot


def snapshot_faults(
    journal: Journal, shelf: Shelf, vault: Vault | None, *, fold: bool = True
) -> Iterator[str]:
    """What is wrong with a journal's snapshots, a sentence each. Without the vault, seals are not
    checked; without ``fold``, only seals are, since recomputing reads all records of a stream.
    """
    shelf = RecordShelf(journal, shelf)
    for snapshot in snapshots(journal):
        where = f"the snapshot of {snapshot.stream} at version {snapshot.version}"
        if fold and _folded(journal, snapshot, shelf) != snapshot.body[SEAL_BYTES:]:
            yield f"{where} does not match its records: somebody has tampered with it"
        elif vault is not None and unsealed(journal, snapshot, vault) is None:
            yield f"{where} is not sealed with the vault key: somebody else wrote it"


def with_snapshots(
    report: AuditReport, journal: Journal, shelf: Shelf, vault: Vault | None
) -> AuditReport:
    """Adds a check of the snapshots to a clean audit; of their seals only, if it did not read all
    records.
    """
    fold = report.begun is None or report.begun.reread
    faults = snapshot_faults(journal, shelf, vault, fold=fold)
    fault = next(faults, None) if report.content else None
    if fault is None:
        return report
    problem = Discrepancy(
        what="a snapshot", expected="matches its records, under our seal", found=fault
    )
    return replace(report, problem=problem)


def _folded(journal: Journal, snapshot: Snapshot, shelf: Shelf) -> bytes | None:
    """The state of a stream from its records, in a snapshot's form."""
    entity = NOTHING_YET
    for record in journal.read(snapshot.stream):
        if record.version > snapshot.version:
            break
        with Placed(record):
            entity = evolved(snapshot.stream, entity, read_event(record), shelf)
    made = snapshot_of(snapshot.stream, entity)
    return None if made is None or entity.version != snapshot.version else made.body
