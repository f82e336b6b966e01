"""Rounds still in progress in which Pitboss stopped: everybody at the table sees that, with what
the rules say.
"""

from collections.abc import Mapping

from pitboss.casino.app import Casino
from pitboss.casino.codec import RoundInterrupted
from pitboss.casino.history import OPENED, as_stored, last_of_kind
from pitboss.casino.stream_ids import table_stream
from pitboss.table.events import IncidentReported
from pitboss.web.views.tables import InterruptionView

INTERRUPTED = str(RoundInterrupted.__struct_config__.tag)


def interrupted_rounds(casino: Casino) -> Mapping[str, InterruptionView]:
    """The last interruption of each round in progress, by its id.

    Read once, at start-up: a round is interrupted when the only process ends, so none is while one
    runs.
    """
    interrupted = {}
    for name in casino.tables():
        state = casino.table(name)
        if state is not None and state.round is not None:
            interruption = _of_round(casino, table_stream(name))
            if interruption is not None:
                interrupted[state.round.id] = interruption
    return interrupted


def _of_round(casino: Casino, stream: str) -> InterruptionView | None:
    journal = casino.journal
    head = journal.head(stream)
    flag = (
        None if head is None else last_of_kind(journal, stream, INTERRUPTED, head.version, OPENED)
    )
    if flag is None:
        return None
    for record in journal.read(stream, after=flag.version):
        if record.command != flag.command:
            break
        event = as_stored(record).event
        if isinstance(event, IncidentReported):
            ruling = event.ruling
            return InterruptionView(flag.at_ms, ruling.because, ruling.clauses, event.waits)
    return InterruptionView(flag.at_ms, None, ())
