"""All books of a floor between two commands, saved so that an audit can continue from them."""

from typing import TypeVar

import msgspec

from pitboss.audit.books.deed_book import DeedBook
from pitboss.audit.floor import AuditedFloor
from pitboss.audit.report import Counts
from pitboss.audit.runs.books_form import BadBooks, BooksReader, BooksWriter, WrittenFields

_SHARED = (
    "keeping",
    "people",
    "links",
    "feeds",
    "approvals",
    "displays",
    "position",
    "newest_ms",
    "restored",
    "unaudited",
)
"""The parts of a floor to keep, apart from its tables and their deeds."""

_Form = TypeVar("_Form", BooksReader, BooksWriter)


class KeptBooks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The books of each table, the deeds in rounds in progress, and in ``shared`` all other books;
    only the first process has those.
    """

    counts: Counts
    tables: WrittenFields
    deeds: WrittenFields
    shared: WrittenFields


def keep(floor: AuditedFloor) -> KeptBooks:
    """Saves the books between two commands."""
    shared = {}
    if floor.share.first:
        writer = BooksWriter(floor.rules, {"counts": floor.counts})
        shared = {name: writer.write(getattr(floor, name)) for name in _SHARED}
        shared["rules"] = writer.write(floor.rules.decided)
        shared["claims"] = writer.write(floor.deeds.claims)
    return KeptBooks(
        counts=msgspec.structs.replace(floor.counts),
        tables={
            name: _of_table(floor, BooksWriter).write(one) for name, one in floor.tables.items()
        },
        deeds={
            name: _of_table(floor, BooksWriter).write(one)
            for name, one in floor.deeds.rounds.items()
        },
        shared=shared,
    )


def take_up(floor: AuditedFloor, kept: KeptBooks) -> None:
    """Restores the books of a floor, as far as its process needs them; raises BadBooks."""
    reader = BooksReader(floor.rules, {"counts": floor.counts})
    try:
        for name in _SHARED:
            setattr(floor, name, reader.read(kept.shared[name]))
        floor.rules.decided = reader.read(kept.shared["rules"])
        floor.deeds = DeedBook(floor.people, floor.rules.past)
        floor.deeds.claims = reader.read(kept.shared["claims"])
    except LookupError as error:
        raise BadBooks(f"the books lack {error}") from error
    for name, data in kept.tables.items():
        if floor.share.has(name):
            floor.tables[name] = _of_table(floor, BooksReader).read(data)
    for name, data in kept.deeds.items():
        if floor.share.has(name):
            floor.deeds.rounds[name] = _of_table(floor, BooksReader).read(data)


def _of_table(floor: AuditedFloor, form: type[_Form]) -> _Form:
    return form(floor.rules, {"counts": floor.counts, "keeping": floor.keeping})
