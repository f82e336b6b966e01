"""The signed verdicts of earlier audits, in a folder beside the copies of checkpoints. An audit
continues from one, and signs a new one if everything fits.

A verdict saves time and proves nothing by itself: one that is damaged, forged, or from another
journal or program is reported and ignored, and everything is audited.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.audit.checkpoint_form import name_of
from pitboss.audit.report import AuditReport
from pitboss.audit.run import Audited, WantedAudit, audit_as
from pitboss.audit.runs.verdict import (
    FORM,
    AuditProgram,
    AuditVerdict,
    BadVerdict,
    as_file,
    check_program,
    identity_of,
    packed,
    read_verdict,
    signed,
)
from pitboss.clock import wall_clock_ms
from pitboss.journal.keys import load_key, sync_folder
from pitboss.journal.opening import open_journal
from pitboss.journal.port import Journal, JournalError
from pitboss.operations.config import Config
from pitboss.operations.program_record import program_hash
from pitboss.operations.signing import public_key
from pitboss.rulebook.shape import added_packages
from pitboss.version import __version__

FOLDER = "audited"
_KEPT = 7
"""How many of the newest verdicts to keep, in addition to the last of every month."""


def folder_of(config: Config) -> Path:
    """The folder of a journal's verdicts."""
    return (config.data if config.copy is None else config.copy.parent) / FOLDER


def program_of(rulebooks: dict[str, Path]) -> AuditProgram:
    """The auditing program: this version, the installed games and the custom rulebook files."""
    return AuditProgram(
        version=__version__,
        hash=program_hash(Path(str(files("pitboss")))),
        games=added_packages(),
        rulebooks={id: _hash_of(path) for id, path in sorted(rulebooks.items())},
    )


def _hash_of(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


class FoundVerdict(NamedTuple):
    """The verdict to continue from, the newest with a valid signature, and why others are
    ignored.
    """

    verdict: AuditVerdict | None
    witness: AuditVerdict | None
    ignored: tuple[str, ...]


def verdicts_in(folder: Path, journal: str) -> list[Path]:
    """The verdicts of a journal, the newest first."""
    return sorted(folder.glob(f"{journal[:16] or '-'}-*.json"), reverse=True)


def find_verdict(
    folder: Path, journal: str, program: AuditProgram, since_ms: int | None = None
) -> FoundVerdict:
    """Searches the verdicts of a journal, newest first. With ``since_ms`` only a verdict whose
    checkpoint was made by then counts.
    """
    witness: AuditVerdict | None = None
    ignored: list[str] = []
    for path in verdicts_in(folder, journal):
        try:
            verdict = read_verdict(path.read_bytes())
            witness = witness or verdict
            check_program(verdict, program)
        except (BadVerdict, OSError) as reason:
            ignored.append(f"{path} is ignored: {reason}")
            continue
        if since_ms is None or verdict.checkpoint_ms <= since_ms:
            return FoundVerdict(verdict, witness, tuple(ignored))
    return FoundVerdict(None, witness, tuple(ignored))


class AuditResult(NamedTuple):
    """An audit's report, and what became of its verdict: a file, or why there is none."""

    report: AuditReport
    verdict: Path | None
    because: str = ""


def audit_journal(
    journal: Journal,
    config: Config,
    wanted: WantedAudit,
    *,
    full: bool = False,
    since_ms: int | None = None,
    clock_ms: Callable[[], int] = wall_clock_ms,
) -> AuditResult:
    """Audits from the newest acceptable verdict, or from the start; signs the next one if
    everything fits and the signing key is available.
    """
    folder = folder_of(config)
    program = program_of(dict(wanted.rulebooks))
    identity = identity_of(journal)
    begin_by = [at_ms for at_ms in (since_ms, wanted.until_ms) if at_ms is not None]
    newest = find_verdict(folder, identity, program, min(begin_by, default=None))
    wanted = replace(
        wanted,
        verdict=None if full else newest.verdict,
        witness=newest.witness,
        ignored=newest.ignored,
        house=_public_key(config.key),
        reopen=partial(open_journal, config.database, read_only=True),
        keep=True,
    )
    done = audit_as(journal, wanted)
    if not done.report.content:
        return AuditResult(done.report, None, "something does not fit")
    made = _verdict(done, wanted, identity, program, clock_ms())
    return made if isinstance(made, AuditResult) else _sign(done.report, made, folder, config.key)


def _verdict(
    done: Audited, wanted: WantedAudit, identity: str, program: AuditProgram, now_ms: int
) -> AuditVerdict | AuditResult:
    """The verdict of a clean audit, not yet signed; or why there is none."""
    report, checkpoint, begun = done.report, done.checkpoint, done.report.begun
    if checkpoint is None:
        return AuditResult(report, None, "there is no checkpoint; 'pitboss checkpoint' makes one")
    if wanted.until_ms is not None:
        return AuditResult(report, None, "not everything was read")
    if begun is not None and begun.checkpoint == checkpoint.number:
        return AuditResult(report, None, "nothing has been signed since the last one")
    if done.kept is None:
        return AuditResult(report, None, f"checkpoint {checkpoint.number} ends within a command")
    last = wanted.verdict if begun is not None else None
    return AuditVerdict(
        form=FORM,
        journal=identity,
        checkpoint=checkpoint.number,
        name=name_of(checkpoint).hex(),
        position=checkpoint.position,
        checkpoint_ms=checkpoint.at_ms,
        audited_ms=now_ms,
        full_ms=now_ms if last is None else last.full_ms,
        steps=0 if last is None else last.steps + 1,
        program=program,
        checkpoints=report.counts.checkpoints,
        seen=report.keys,
        key_changes=tuple(
            change for change in report.key_changes if change.position <= checkpoint.position
        ),
        books=packed(done.kept),
        key=checkpoint.key.hex(),
        signature="",
    )


def _sign(report: AuditReport, verdict: AuditVerdict, folder: Path, key_file: Path) -> AuditResult:
    if not key_file.exists():
        return AuditResult(report, None, f"the signing key is not here: there is no {key_file}")
    try:
        key = load_key(key_file)
    except (JournalError, OSError) as error:
        return AuditResult(report, None, str(error))
    if public_key(key).hex() != verdict.key:
        return AuditResult(report, None, f"the key in {key_file} does not sign this journal")
    path = folder / f"{verdict.journal[:16]}-{verdict.checkpoint:010}.json"
    try:
        _write(path, as_file(signed(verdict, key.sign)))
        prune(folder, verdict.journal)
    except OSError as error:
        return AuditResult(report, None, f"{path} can't be written: {error.strerror}")
    return AuditResult(report, path)


def _public_key(key_file: Path) -> bytes | None:
    with suppress(JournalError, OSError):
        return public_key(load_key(key_file)) if key_file.exists() else None
    return None


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    sync_folder(path.parent)


def prune(folder: Path, journal: str) -> None:
    """Removes a journal's verdicts, except the newest and the last of each month."""
    months: set[str] = set()
    for nth, path in enumerate(verdicts_in(folder, journal)):
        with suppress(BadVerdict, OSError):
            made = read_verdict(path.read_bytes()).checkpoint_ms
            month = f"{datetime.fromtimestamp(made / 1000, UTC):%Y-%m}"
            if nth >= _KEPT and month in months:
                path.unlink()
            months.add(month)


def set_aside(config: Config, journal: Journal, stamp: str) -> int:
    """Renames a journal's verdicts when a backup replaces it, as they cover records that are not in
    it. Returns how many.
    """
    folder = folder_of(config)
    paths = verdicts_in(folder, identity_of(journal))
    for path in paths:
        path.rename(path.with_name(f"{path.name}.replaced-{stamp}"))
    if paths:
        sync_folder(folder)
    return len(paths)


def workers_of_this_machine() -> int:
    """The default number of audit processes: one per usable core, at most eight."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(8, cores or 1))
