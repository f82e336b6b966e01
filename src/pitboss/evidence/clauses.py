"""The wording of the clauses that decided something."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.evidence.verify import Row
from pitboss.rulebook.shelf import Shelf, UnknownRulebook

Words = dict[str, dict[str, str]]
"""What clauses require, by rulebook and number."""


def clauses_cited(rows: list[Row], rounds: Mapping[str, str], shelf: Shelf) -> Words:
    """What each cited clause says. ``rounds`` holds the rulebook of each table."""
    words: Words = {}
    for row in rows:
        if not row["of"]:
            continue
        event = row["shown"] if row["body"] is None else row["event"]
        for book, cited in _cited(event, rounds.get(row["stream"])):
            words.setdefault(book, {}).update(dict.fromkeys(cited, ""))
    return {book: _in_words(book, cited, shelf) for book, cited in sorted(words.items())}


def _cited(event: Any, book: str | None) -> Iterator[tuple[str, list[str]]]:
    """Citations anywhere in an event; a part that names a rulebook cites from that one."""
    if isinstance(event, list):
        for part in event:
            yield from _cited(part, book)
    elif isinstance(event, dict):
        named = event.get("rulebook", book)
        book = named if isinstance(named, str) else book
        for name, value in event.items():
            if name in ("clauses", "void_by", "invalid_by", "registered_by") and isinstance(
                value, list
            ):
                if book is not None and value:
                    yield book, [str(number) for number in value]
            else:
                yield from _cited(value, book)


def _in_words(name: str, cited: dict[str, str], shelf: Shelf) -> dict[str, str]:
    try:
        known = shelf.clauses(shelf.get(name))
    except UnknownRulebook:
        known = {}
    return {
        number: known[number].gist if number in known else "not in the rulebook that is at hand"
        for number in sorted(cited, key=_natural)
    }


def _natural(number: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdecimal() else 1_000_000, part) for part in number.split(".")]
