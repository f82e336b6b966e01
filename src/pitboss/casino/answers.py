"""Idempotency: the answers that were given, so that a command which is sent again is answered and
not done again.
"""

from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from pitboss.casino.codec import AnyStored, CommandRefused, read_event
from pitboss.casino.requests import Answer, OtherCommand, Refusal, Request, Stored
from pitboss.journal.port import Journal, Record

ANSWERS_KEPT = 10_000


class Answers:
    """The latest answers in memory, and all of them in the journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: OrderedDict[str, tuple[bytes, Answer]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, command: str) -> bool:
        return command in self._kept

    def keep(self, fingerprint: bytes, answer: Answer) -> None:
        """Remembers an answer that has just been given, and forgets the oldest."""
        self._kept[answer.id] = (fingerprint, answer)
        if len(self._kept) > ANSWERS_KEPT:
            self._kept.popitem(last=False)

    def recent(self, request: Request) -> Answer | None:
        """The answer that a request got not long ago; older ones are found when the journal refuses
        to store twice.
        """
        kept = self._kept.get(request.id)
        if kept is None:
            return None
        fingerprint, answer = kept
        if not request.was(fingerprint):
            raise OtherCommand(request.id)
        return msgspec.structs.replace(answer, repeated=True)

    def stored(self, request: Request) -> Answer | None:
        """The answer that is stored for a request's id, however long ago."""
        records = self._journal.find_command(request.id)
        if not records:
            return None
        if not request.was(records[0].fingerprint):
            raise OtherCommand(request.id)
        return _answer(records)


def with_place(record: Record, event: AnyStored) -> Stored:
    """An event with its place in the journal."""
    return Stored(
        record.position, record.stream, record.version, record.at_ms, record.command, event
    )


def read(record: Record) -> Stored:
    """The event that a record holds, with its place."""
    return with_place(record, read_event(record))


def _answer(records: Sequence[Record]) -> Answer:
    """An answer as it is stored: a refusal is the one event of its command."""
    events = tuple(map(read, records))
    first = events[0].event
    refusal = None
    if isinstance(first, CommandRefused):
        refusal = Refusal(first.code, first.message, first.clauses)
    return Answer(records[0].command, events, refusal, repeated=True)
