"""Recovery after a stop: each round that was in progress is put to its rulebook as a technical
interruption, and the pit is asked whether that affects it.
"""

from collections.abc import Callable

import msgspec

from pitboss.casino.requests import SYSTEM, Answer, OwnRequest
from pitboss.casino.stream_ids import table_stream
from pitboss.rulebook.incidents import Incident
from pitboss.table.commands import Report
from pitboss.table.events import IncidentReported
from pitboss.table.remedies.interruption import AFFECTS, UNKNOWN
from pitboss.table.rulings import Ruling
from pitboss.table.state import RoundState

INTERRUPTION = Report(incident=Incident.TECHNICAL_INTERRUPTION.value, facts={AFFECTS: UNKNOWN})
"""The pit says, table by table, whether the stop affects the round."""


class Interruption(msgspec.Struct, frozen=True):
    """A round that was in progress when Pitboss stopped, and its rulebook's ruling; None if it
    needs none any more.
    """

    table: str
    round: str
    phase: str
    ruling: Ruling | None


def interrupt(
    table: str, version: int, round: RoundState, carry_out: Callable[[OwnRequest], Answer]
) -> Interruption:
    """Flags a round and has its rulebook rule. ``version`` is that of the table's stream, and is
    part of the id so that it is done once per stop.
    """
    stream = table_stream(table)
    answer = carry_out(OwnRequest(f"interrupted/{stream}/{version}", stream, INTERRUPTION, SYSTEM))
    events = (stored.event for stored in answer.events)
    reported = next((event for event in events if isinstance(event, IncidentReported)), None)
    ruling = None if reported is None else reported.ruling
    return Interruption(table, round.id, round.phase.value, ruling)
