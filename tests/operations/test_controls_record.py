"""The house's controls are on record, once, and again whenever they are others."""

from msgspec.structs import replace

from pitboss.audit.run import audit
from pitboss.casino.controls.policy import ApprovalPolicy, Controls
from pitboss.casino.operations import OPERATIONS_STREAM
from pitboss.journal.memory import MemoryJournal
from pitboss.operations.controls_record import controls_on_record, put_controls_on_record
from pitboss.rulebook.authority import Post

CONTROLS = Controls(verifiers=2)


def test_controls_are_put_on_record_once_and_again_when_they_change() -> None:
    journal = MemoryJournal()
    assert controls_on_record(journal) is None
    weaker = replace(CONTROLS, approvals=ApprovalPolicy(void=None))
    times = iter(range(1, 10))
    for controls in (CONTROLS, CONTROLS, weaker, weaker, CONTROLS):
        put_controls_on_record(journal, controls, lambda: next(times))
    found = [record.kind for record in journal.read(OPERATIONS_STREAM)]
    assert found == ["controls-in-force/1"] * 3
    last = controls_on_record(journal)
    assert last is not None
    assert (last.void, last.link) == (Post.PIT_SUPERVISOR, Post.SHIFT_MANAGER)
    assert audit(journal).problem is None
