"""Which program ran, by which settings and rules: a change of one byte is named, also where all
hashes are computed again.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from pitboss.audit import Discrepancy, audit
from pitboss.casino.operations import OPERATIONS_STREAM
from pitboss.casino.stream_ids import HOUSE_STREAM
from pitboss.journal.port import Checkpoint, Record
from pitboss.operations.config import load_config
from pitboss.operations.program_record import put_start_on_record
from tests.audit.tampering import hashed_again, journal_of
from tests.audit.test_checkpoints import signed_at
from tests.casino.floor import Floor
from tests.support import MS

KINDS = {
    "program-started/1": OPERATIONS_STREAM,
    "settings-in-force/1": OPERATIONS_STREAM,
    "program-stopped/1": OPERATIONS_STREAM,
    "rulebook-sealed/1": HOUSE_STREAM,
}
PLACES = 40
"""So many bytes of an event are changed, evenly spread."""

Signed = tuple[list[Record], list[Checkpoint]]


@pytest.fixture(scope="module")
def journal() -> Signed:
    """A program starts, a table is opened by a text that is sealed, and the program stops."""
    floor = Floor()
    stop = put_start_on_record(floor.casino, load_config(folder=Path("nowhere"), environment={}))
    floor.table("t1", MS, link=None, **{"progressive-bet": None})
    stop()
    records = floor.journal.read_all(0, 10_000)
    return records, signed_at(records, (len(records),))


def changed(records: Sequence[Record], at: Record, byte: int) -> list[Record]:
    """The records, a bit of one byte of an event the other way round."""
    body = bytearray(at.body)
    body[byte] ^= 1
    bad = msgspec.structs.replace(at, body=bytes(body))
    return [bad if one is at else one for one in records]


def problem_of(records: Sequence[Record], checkpoints: Sequence[Checkpoint]) -> Discrepancy:
    problem = audit(journal_of(records, checkpoints)).problem
    assert problem is not None
    return problem


def test_what_is_on_record_fits(journal: Signed) -> None:
    assert audit(journal_of(*journal)).content
    assert {one.kind: one.stream for one in journal[0] if one.kind in KINDS} == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_byte_of_it_is_another(journal: Signed, kind: str) -> None:
    records, checkpoints = journal
    at = next(one for one in records if one.kind == kind)
    for byte in range(0, len(at.body), max(1, len(at.body) // PLACES)):
        bad = changed(records, at, byte)
        problem = problem_of(bad, checkpoints)
        assert (problem.position, problem.kind) == (at.position, kind), (byte, problem.sentence)
        # All hashes are computed again: then what was signed is not what is there.
        problem = problem_of(hashed_again(bad), checkpoints)
        assert problem.stream == KINDS[kind], (byte, problem.sentence)
