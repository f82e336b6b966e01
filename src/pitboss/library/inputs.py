"""Rulebooks, cards and amounts as people write them."""

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from typing import Any, TypeAlias

from pitboss.kernel.cards import Card, parse_cards
from pitboss.kernel.money import Cents, parse_cents
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import SUFFIX, Shelf

BookOrName: TypeAlias = "Rulebook | str | PathLike[str]"
"""A rulebook, its id, or the path of its file."""

CardsOrNames: TypeAlias = "str | Sequence[str]"
"""Cards in one string, ``"Qs 10h"``, or one by one."""

shelf = Shelf()


def book_of(book: BookOrName) -> Rulebook:
    """The rulebook itself; raises UnknownRulebook or RulebookError."""
    if isinstance(book, Rulebook):
        return book
    if not isinstance(book, str) and not fspath(book).endswith(SUFFIX):
        raise ValueError(f"{fspath(book)!r} is no rulebook file: their names end in {SUFFIX}")
    # A file may have changed since it was last named; a shelf would cache it.
    return (shelf if isinstance(book, str) and not book.endswith(SUFFIX) else Shelf()).get(
        fspath(book)
    )


def cents(amount: object, name: str) -> Cents:
    """An amount in dollars; raises ValueError. A bare number is not accepted: nobody could tell
    dollars from cents.
    """
    value = parse_cents(amount) if isinstance(amount, str) else None
    if value is None:
        raise ValueError(f"{name} is {amount!r}; write dollars in quotes, such as '25.00'")
    return value


def whole(name: str, value: object, least: int) -> None:
    """Raises ValueError for what is no whole number of that size: a figure such as ``1e6`` is none
    in Python.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        example = ""
        if isinstance(value, float) and value.is_integer() and value >= least:
            example = f", such as {int(value):_}"
        raise ValueError(f"{name} is {value!r}; write a whole number from {least}{example}")


def cards(named: CardsOrNames) -> tuple[Card, ...]:
    """Cards by their names; raises ValueError."""
    return parse_cards(named if isinstance(named, str) else " ".join(named))


def shelf_for(source: object, own: Shelf | None) -> tuple[object, Shelf]:
    """A record or an incident that may contain a rulebook itself, and the shelf to read it with.
    Anything else is left for the reader to reject.
    """
    if not isinstance(source, Mapping):
        return source, own or shelf
    book = source.get("rulebook")
    if isinstance(book, Rulebook):
        return {**source, "rulebook": book.id}, Shelf([book])
    if isinstance(book, PathLike):
        source = {**source, "rulebook": fspath(book)}
    return source, own or shelf


_CARDS = ("dealer", "community", "cards", "three")


def with_card_lists(record: Any) -> Any:
    """A record, box or command whose cards may be in one string, converted to the form of the
    contracts.
    """
    if not isinstance(record, Mapping):
        return record
    fields = dict(record)
    for key in _CARDS:
        if isinstance(fields.get(key), str):
            fields[key] = fields[key].split()
    if "arrangement" in fields:
        fields["arrangement"] = with_card_lists(fields["arrangement"])
    if isinstance(fields.get("boxes"), list | tuple):
        fields["boxes"] = [with_card_lists(box) for box in fields["boxes"]]
    return fields
