"""The codec of stored events: the name and bytes of every event, and the events that the
application itself records.
"""

from collections.abc import Sequence
from typing import get_args

import msgspec

from pitboss.casino.approvals import AnyApprovalEvent
from pitboss.casino.displays import FiguresDisplayed
from pitboss.casino.encryption import KEPT_BACK, Opener, is_kept_back, opened, stripped
from pitboss.casino.entry import Entry, body_of_entry
from pitboss.casino.operations import OPERATIONS_STREAM, AnyOperationsEvent, JournalRestored
from pitboss.house.events import AnyHouseEvent
from pitboss.jackpot.events import AnyFeedEvent, AnyLinkEvent
from pitboss.journal.port import Journal, NewRecord, NotAJournal, Part, Record, Unit
from pitboss.people.events import AnyPeopleEvent
from pitboss.rulebook.authority import Actor
from pitboss.table.event_base import CommandJson
from pitboss.table.events import AnyEvent
from pitboss.version import identity


class CasinoEvent(msgspec.Struct, frozen=True, tag_field="event", rename="kebab"):
    """Base of the application's own events."""


class CommandRefused(CasinoEvent, frozen=True, tag="command-refused/1"):
    """A command was refused: who asked for what, and why not. Nothing else changed."""

    command: CommandJson
    by: Actor
    code: str
    message: str
    clauses: tuple[str, ...] = ()


class RoundInterrupted(CasinoEvent, frozen=True, tag="round-interrupted/1"):
    """Pitboss stopped during this round: a technical interruption, found when it started again."""

    round: str
    phase: str
    at_ms: int


AnyCasinoEvent = CommandRefused | RoundInterrupted
AnyStored = (
    AnyEvent
    | AnyLinkEvent
    | AnyFeedEvent
    | AnyCasinoEvent
    | AnyPeopleEvent
    | AnyOperationsEvent
    | AnyApprovalEvent
    | AnyHouseEvent
    | FiguresDisplayed
)

_TYPES = {kind.__struct_config__.tag: kind for kind in get_args(AnyStored)}
_DECODERS = {tag: msgspec.json.Decoder(kind) for tag, kind in _TYPES.items()}
_DECODE = {tag: decoder.decode for tag, decoder in _DECODERS.items()}
_TAGS = {kind: tag for tag, kind in _TYPES.items()}
_KEPT_BACK = frozenset(KEPT_BACK)
_encode = msgspec.json.Encoder().encode


def stored(event: AnyStored) -> NewRecord:
    """An event under its stable name in its canonical bytes, which are JSON so that any tool can
    read a journal.
    """
    kind = type(event)
    return NewRecord(_TAGS[kind], _encode(stripped(event) if kind in _KEPT_BACK else event))


def body_of(event: AnyStored) -> bytes:
    """Only the canonical bytes of an event."""
    return _encode(stripped(event) if type(event) in _KEPT_BACK else event)


def read_event(record: Record, opener: Opener | None = None) -> AnyStored:
    """The event in a record. Sealed cards are decrypted if ``opener`` knows the secret of their
    round.
    """
    try:
        decoder = _DECODERS.get(record.kind)
        if decoder is None:
            raise NotAJournal(
                f"position {record.position} holds {record.kind}, which this version of "
                "Pitboss does not know: "
                "update it"
            )
        event: AnyStored = decoder.decode(record.body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotAJournal(
            f"position {record.position} ({record.kind}) can't be read: {error}"
        ) from error
    if type(event) in _KEPT_BACK:
        try:
            event = opened(event, record.stream.partition("/")[2], opener)
        except (ValueError, OverflowError) as error:
            raise NotAJournal(
                f"position {record.position} ({record.kind}) can't be opened: {error}"
            ) from error
    return event


def read_canonical(records: Sequence[Record]) -> list[AnyStored | None] | None:
    """The events of many records at once, with None in place of a sealed one. Returns None
    altogether if any record can't be read or its bytes are not canonical; the caller then reads one
    by one to report which.
    """
    try:
        events: list[AnyStored | None] = [_DECODE[one.kind](one.body) for one in records]
    except (KeyError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    # Every body decoded as one object, so if the two texts are equal they split at the same places.
    if _encode(events) != b"[%b]" % b",".join([one.body for one in records]):
        return None
    for place, event in enumerate(events):
        if type(event) in _KEPT_BACK and is_kept_back(event):
            events[place] = None
    return events


def last_restored(journal: Journal) -> int:
    """The position at which a backup last replaced the journal; 0 if it never did."""
    position = 0
    for record in journal.read(OPERATIONS_STREAM):
        if isinstance(read_event(record), JournalRestored):
            position = record.position
    return position


def newest_ms(journal: Journal) -> int:
    """When the last record was stored; 0 if there is none."""
    records = journal.read_back(limit=1).records
    return records[0].at_ms if records else 0


def operation_unit(journal: Journal, event: AnyOperationsEvent) -> Unit:
    """The unit that records an operation on the journal itself, next in its stream."""
    head = journal.head(OPERATIONS_STREAM)
    version = 0 if head is None else head.version
    new = stored(event)
    return Unit(
        f"{OPERATIONS_STREAM}/{version + 1}/{event.at_ms}",
        body_of_entry(Entry(by=event.by, to=OPERATIONS_STREAM, program=identity())),
        event.at_ms,
        (Part(OPERATIONS_STREAM, version, (new,)),),
    )


def record_operation(journal: Journal, event: AnyOperationsEvent) -> Record:
    """Records an operation on the journal itself. Nobody else may be writing to it."""
    return journal.append([operation_unit(journal, event)])[0][0]
