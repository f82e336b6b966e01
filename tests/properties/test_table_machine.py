"""People do what they like at tables of every rulebook, and everything that must hold of a table does.

What must hold stands in ``table_invariants``, what people do in ``table_machine``; ``tools/heavy_tables.py`` runs the
same for as long as one likes.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from pitboss.table import events as e
from pitboss.table.refusals import Refusal
from pitboss.table.state import Phase
from tests.properties.rounds import reproducible
from tests.properties.table_invariants import Watched
from tests.properties.table_machine import BYTES, Way, run, take_step
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS

EXAMPLES, STEPS = 12, 100

told = st.binary(min_size=BYTES, max_size=BYTES)


class TableMachine(RuleBasedStateMachine):
    """One table. Hypothesis leaves out some kinds of steps in some runs: there are tables at which nothing goes wrong."""

    rulebook = MS
    steps_taken = 0

    def __init__(self) -> None:
        super().__init__()
        self.table = Watched()

    def _take(self, codes: bytes, way: Way | None) -> None:
        type(self).steps_taken += 1
        try:
            take_step(self.table, self.rulebook, codes, way)
        finally:
            if self.table.steps:
                note(str(self.table.steps[-1]))

    @rule(codes=told)
    def somebody_does_something(self, codes: bytes) -> None:
        self._take(codes, None)

    @rule(codes=told)
    def somebody_does_what_is_offered(self, codes: bytes) -> None:
        self._take(codes, Way.OFFERED)

    @precondition(lambda self: self.is_dealing)
    @rule(codes=told)
    def something_goes_wrong(self, codes: bytes) -> None:
        self._take(codes, Way.REPORTED)

    @property
    def is_dealing(self) -> bool:
        state = self.table.state
        return state is not None and state.round is not None and state.round.closed

    def teardown(self) -> None:
        self.table.check_end()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_everything_holds_at_a_table_whatever_people_do(rulebook: str) -> None:
    machine = type("Machine", (TableMachine,), {"rulebook": rulebook})
    run_state_machine_as_test(
        machine,
        settings=settings(
            reproducible,
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            # A hundred steps with all that is checked after each take long, on a busy machine longer.
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
    assert machine.steps_taken >= 1_000
