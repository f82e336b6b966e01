"""What the application itself has to record in a stream, and the names and bytes under which every event is stored."""

import hashlib
from typing import Any, get_args

import msgspec

from pitboss.casino.operations import OPERATIONS_STREAM, AnyOperationsEvent
from pitboss.jackpot.events import AnyFeedEvent, AnyLinkEvent
from pitboss.journal.port import Journal, NewRecord, NotAJournal, Part, Record, Unit
from pitboss.people.events import AnyPeopleEvent
from pitboss.rulebook.authority import Actor
from pitboss.table.events import AnyEvent


class CasinoEvent(msgspec.Struct, frozen=True, tag_field="event", rename="kebab"):
    """Base of the application's own events."""


class CommandRefused(CasinoEvent, frozen=True, tag="command-refused/1"):
    """A command that was refused: who asked for what, and why not. Nothing else has changed."""

    command: dict[str, Any]
    by: Actor
    code: str
    message: str
    clauses: tuple[str, ...] = ()


class RoundInterrupted(CasinoEvent, frozen=True, tag="round-interrupted/1"):
    """Pitboss was not running while this round was on: a technical interruption, found when it started again."""

    round: str
    phase: str
    at_ms: int


AnyCasinoEvent = CommandRefused | RoundInterrupted
AnyStored = AnyEvent | AnyLinkEvent | AnyFeedEvent | AnyCasinoEvent | AnyPeopleEvent | AnyOperationsEvent

_TYPES: dict[str, Any] = {kind.__struct_config__.tag: kind for kind in get_args(AnyStored)}
_DECODERS = {tag: msgspec.json.Decoder(kind) for tag, kind in _TYPES.items()}
_TAGS = {kind: tag for tag, kind in _TYPES.items()}
_encode = msgspec.json.Encoder().encode


def stored(event: AnyStored) -> NewRecord:
    """An event under its stable name, in its canonical bytes: JSON, so that any tool can read a journal."""
    return NewRecord(_TAGS[type(event)], _encode(event))


def read_event(record: Record) -> AnyStored:
    """The event that a record holds."""
    decoder = _DECODERS.get(record.kind)
    if decoder is None:
        raise NotAJournal(
            f"position {record.position} holds {record.kind}, which this version of Pitboss does not know: update it"
        )
    try:
        event: AnyStored = decoder.decode(record.body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotAJournal(f"position {record.position} ({record.kind}) can't be read: {error}") from error
    return event


def record_operation(journal: Journal, event: AnyOperationsEvent) -> Record:
    """Stores what was done to the journal itself. Nobody else may be writing to it."""
    head = journal.head(OPERATIONS_STREAM)
    version = 0 if head is None else head.version
    new = stored(event)
    unit = Unit(
        f"{OPERATIONS_STREAM}/{version + 1}/{event.at_ms}",
        hashlib.sha256(new.body).digest(),
        event.at_ms,
        (Part(OPERATIONS_STREAM, version, (new,)),),
    )
    return journal.append([unit])[0][0]
