"""Rulebooks that differ from ours in a line or two, made without a file."""

from typing import TypeVar

import msgspec

from pitboss.games.bullseye.book import BullseyeBook
from pitboss.games.holdem.book import HoldemBook
from pitboss.games.stud.book import StudBook
from pitboss.rulebook.loader import installed
from pitboss.rulebook.parts import PayLine
from pitboss.rulebook.pay import parse_pay
from tests.support import BE, CS, MH, MS

Part = TypeVar("Part", bound=msgspec.Struct)


def changed(part: Part, path: str, value: object) -> Part:
    """A copy of a part with another value at ``a.b.c``; a line of a pay table is given as what it
    pays.
    """
    name, _, rest = path.partition(".")
    old = getattr(part, name)
    if rest:
        new: object = changed(old, rest, value)
    elif isinstance(value, str) and (
        isinstance(old, PayLine) or (old is None and value[0].isdigit())
    ):
        new = PayLine(parse_pay(value), "4.1")
    else:
        new = value
    return msgspec.structs.replace(part, **{name: new})


def stud(rulebook: str = MS, **changes: object) -> StudBook:
    book = installed(rulebook)
    assert isinstance(book, StudBook)
    return _with(book, changes)


def casino_stud(**changes: object) -> StudBook:
    return stud(CS, **changes)


def holdem(**changes: object) -> HoldemBook:
    book = installed(MH)
    assert isinstance(book, HoldemBook)
    return _with(book, changes)


def bullseye(**changes: object) -> BullseyeBook:
    book = installed(BE)
    assert isinstance(book, BullseyeBook)
    return _with(book, changes)


def _with(book: Part, changes: dict[str, object]) -> Part:
    """Changes are named with double underscores for points: ``pays__bet__royal_flush="100 to
    1"``.
    """
    for path, value in changes.items():
        book = changed(book, path.replace("__", "."), value)
    return book
