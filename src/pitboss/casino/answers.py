"""Idempotency: the answers already given, so that a repeated command gets its answer and is not
carried out again.
"""

from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from pitboss.casino.approvals import ApprovalAsked, FirstApproval
from pitboss.casino.codec import AnyStored, CommandRefused, read_event
from pitboss.casino.encryption import Opener
from pitboss.casino.entry import read_entry
from pitboss.casino.requests import (
    Answer,
    OtherCommand,
    Refusal,
    Request,
    Stored,
    approval_needed,
    one_more_needed,
)
from pitboss.journal.port import Journal, Record

ANSWERS_KEPT = 10_000
BYTES_KEPT = 32 * 1024 * 1024
"""Measured in stored events; their size in memory is proportional."""


class Answers:
    """The latest answers from memory, all others from the journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: OrderedDict[str, tuple[bytes, Answer, int]] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, command: str) -> bool:
        return command in self._kept

    def keep(self, entry: bytes, answer: Answer, size: int) -> None:
        """Remembers an answer that has just been given and evicts the oldest. ``size`` is the size
        of its events in the journal.
        """
        self._kept[answer.id] = (entry, answer, size)
        self._bytes += size
        while len(self._kept) > ANSWERS_KEPT or self._bytes > BYTES_KEPT:
            self._bytes -= self._kept.popitem(last=False)[1][2]

    def recent(self, request: Request) -> Answer | None:
        """The answer to a request, if it was given recently. Older ones turn up when the journal
        refuses to store the id twice.
        """
        kept = self._kept.get(request.id)
        if kept is None:
            return None
        entry, answer, _ = kept
        _check_same(request, entry, answer)
        return msgspec.structs.replace(answer, repeated=True)

    def stored(self, request: Request) -> Answer | None:
        """The answer stored under a request's id, however old."""
        records = self._journal.find_command(request.id)
        if not records:
            return None
        answer = answer_of(records)
        _check_same(request, records[0].entry, answer)
        return answer


def _check_same(request: Request, entry: bytes | None, answer: Answer) -> None:
    """Raises OtherCommand if another command was given the same id."""
    refused = answer.refusal is not None and not answer.refusal.asked
    if entry is None or not request.was(read_entry(entry), refused=refused):
        raise OtherCommand(request.id)


def with_place(record: Record, event: AnyStored) -> Stored:
    """An event with its place in the journal."""
    return Stored(
        record.position, record.stream, record.version, record.at_ms, record.command, event
    )


def read(record: Record, opener: Opener | None = None) -> Stored:
    """The event that a record holds, with its place."""
    return with_place(record, read_event(record, opener=opener))


def answer_of(records: Sequence[Record]) -> Answer:
    """The answer that stored records amount to. A refusal is the only event of its command, and so
    is a wait for a second person.
    """
    events = tuple(map(read, records))
    first = events[0].event
    refusal = None
    if isinstance(first, CommandRefused):
        refusal = Refusal(first.code, first.message, first.clauses)
    elif isinstance(first, ApprovalAsked):
        refusal = approval_needed(first)
    elif isinstance(first, FirstApproval):
        refusal = one_more_needed(first.by.name)
    return Answer(records[0].command, events, refusal, repeated=True)
