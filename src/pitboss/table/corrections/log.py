"""The events that a round stands on, in order.

A log is a linked list: the log before it and the event that was added. So adding an event copies
nothing, where a list would be copied for every event.
"""

from pitboss.table.events import AnyEvent

RoundLog = tuple["RoundLog", AnyEvent] | None
"""An empty log is None."""


def events_in(log: RoundLog) -> list[AnyEvent]:
    """The events of a log, the first one first."""
    events = []
    while log is not None:
        log, event = log
        events.append(event)
    events.reverse()
    return events
