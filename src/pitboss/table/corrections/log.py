"""The events that a round stands on, one after another.

A log is the one before it and the event that came then, so to go on copies nothing: a copy for
every event would touch every event before it.
"""

from pitboss.table.events import AnyEvent

RoundLog = tuple["RoundLog", AnyEvent] | None
"""With no event yet it is None."""


def events_in(log: RoundLog) -> list[AnyEvent]:
    """The events of a log, the first one first."""
    events = []
    while log is not None:
        log, event = log
        events.append(event)
    events.reverse()
    return events
