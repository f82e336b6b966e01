"""Ways to change a journal behind its back: with the hashes computed again, so that only the
meaning is wrong.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from pitboss.casino.entry import Entry, body_of_entry
from pitboss.journal.chain import START, hash_of
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Checkpoint, Record
from pitboss.version import identity

Change = Callable[[Any], None]
"""Changes a decoded event in place."""


def journal_of(records: Iterable[Record], checkpoints: Sequence[Checkpoint] = ()) -> MemoryJournal:
    """A journal that holds just these records, whatever is wrong with them."""
    journal = MemoryJournal()
    for record in records:
        journal._keep(record)
    journal._checkpoints.extend(checkpoints)
    return journal


def entry_to(stream: str) -> bytes:
    """The entry of something that nobody asked for."""
    return body_of_entry(Entry(by="pitboss", to=stream, program=identity()))


def hashed_again(records: Sequence[Record]) -> list[Record]:
    """The same records with hashes that fit."""
    heads: dict[str, bytes] = {}
    found = []
    for record in records:
        digest = heads[record.stream] = hash_of(record, heads.get(record.stream, START))
        found.append(msgspec.structs.replace(record, hash=digest))
    return found


def numbered_again(records: Sequence[Record]) -> list[Record]:
    """The same records with positions, versions, numbers and hashes that fit: some were cut out or
    moved.
    """
    versions: dict[str, int] = {}
    found: list[Record] = []
    for position, record in enumerate(records, start=1):
        version = versions[record.stream] = versions.get(record.stream, 0) + 1
        number = found[-1].number + 1 if found and found[-1].command == record.command else 0
        found.append(
            msgspec.structs.replace(
                record,
                position=position,
                version=version,
                number=number,
                entry=(record.entry or entry_to(record.stream)) if number == 0 else None,
            )
        )
    return hashed_again(found)


def edited(record: Record, change: Change) -> Record:
    """A record whose event has been changed; its hash is the old one."""
    event = msgspec.json.decode(record.body)
    change(event)
    return msgspec.structs.replace(record, kind=event["event"], body=msgspec.json.encode(event))


def with_edit(records: Sequence[Record], at: Record, change: Change) -> list[Record]:
    """All records, one of them changed and all hashes computed again."""
    return hashed_again([edited(record, change) if record is at else record for record in records])


def first(
    records: Sequence[Record], kind: str, which: Callable[[Any], bool] = lambda _: True
) -> Record:
    """The first record of a kind whose event is such a one."""
    for record in records:
        if record.kind == kind and which(msgspec.json.decode(record.body)):
            return record
    raise AssertionError(f"the history has no such {kind}; take another seed")
