"""Floors that were audited up to a checkpoint, and the verdict of that."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.audit.checkpoint_form import name_of
from pitboss.audit.run import WantedAudit, audit_as
from pitboss.audit.runs.verdict import (
    FORM,
    AuditProgram,
    AuditVerdict,
    identity_of,
    packed,
    signed,
)
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Checkpoint, Record
from tests.audit.histories import History
from tests.audit.tampering import journal_of
from tests.audit.test_checkpoints import KEY, PUBLIC, signed_at

PROGRAM = AuditProgram("1.0", "ab" * 32, {}, {})


def floor(seed: int, steps: int = 350) -> tuple[list[Record], list[Checkpoint]]:
    """A random floor with two checkpoints, the second after some three fifths of it."""
    journal = MemoryJournal()
    History(journal, seed, tables=5).agree().play(steps)
    records = journal.read_all(0, 1_000_000)
    ends = [at for at, record in enumerate(records) if record.number == 0]
    return records, signed_at(records, (ends[len(ends) // 4], ends[len(ends) * 3 // 5]))


def verdict_of(
    records: Sequence[Record], checkpoints: Sequence[Checkpoint], **fields: Any
) -> AuditVerdict:
    """What an audit of all came to, signed; ``fields`` are others than the true ones."""
    journal = journal_of(records, checkpoints)
    done = audit_as(journal, WantedAudit(keep=True))
    assert done.report.problem is None, done.report.problem.sentence
    assert done.kept is not None
    assert done.checkpoint is not None
    verdict = AuditVerdict(
        form=FORM,
        journal=identity_of(journal),
        checkpoint=done.checkpoint.number,
        name=name_of(done.checkpoint).hex(),
        position=done.checkpoint.position,
        checkpoint_ms=done.checkpoint.at_ms,
        audited_ms=1_000,
        full_ms=1_000,
        steps=0,
        program=PROGRAM,
        checkpoints=done.report.counts.checkpoints,
        seen=done.report.keys,
        key_changes=done.report.key_changes,
        books=packed(done.kept),
        key=PUBLIC.hex(),
        signature="",
    )
    return signed(msgspec.structs.replace(verdict, **fields), KEY.sign)
