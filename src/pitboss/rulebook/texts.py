"""A rulebook as complete text: its file and the clauses that it cites, under one hash.

This is what is adopted and stored in a journal. A name such as ``rws-casino-stud-6@5f0c…`` is
*pinned*: it names the text itself, whatever a file of that id says today.
"""

import hashlib
import re
from datetime import datetime
from pathlib import Path
from weakref import WeakValueDictionary

import msgspec

from pitboss.rulebook.checks import clauses_of
from pitboss.rulebook.clauses import ClauseListError, parse_clauses, written_clauses
from pitboss.rulebook.loader import RulebookError, parse_rulebook, read_toml, source_of, toml_of
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.variants import raw_of

_FORM = b"pitboss rulebook 1"
_books: WeakValueDictionary[str, Rulebook] = WeakValueDictionary()
_PINNED = re.compile(r"(.*)@([0-9a-f]{64})", re.DOTALL)


class RulebookText(msgspec.Struct, frozen=True):
    """``toml`` is the file; ``clauses`` is its clause list, in the form of our own list."""

    toml: str
    clauses: str

    @property
    def hash(self) -> str:
        """Identifies it: SHA-256 over a line that names the form, the length of the file in bytes
        on a line, the file and the list.
        """
        toml = self.toml.encode()
        parts = (_FORM, str(len(toml)).encode(), toml + self.clauses.encode())
        return hashlib.sha256(b"\n".join(parts)).hexdigest()


def pinned(rulebook: str, hash: str) -> str:
    """The name of one text of a rulebook."""
    return f"{rulebook}@{hash}"


def unpinned(name: str) -> tuple[str, str | None]:
    """The id in a name and, if it is pinned, the hash."""
    match = _PINNED.fullmatch(name)
    return (name, None) if match is None else (match[1], match[2])


def text_of(book: Rulebook) -> RulebookText:
    """A rulebook as text: its file if it was read from one, otherwise what a file would say."""
    toml = toml_of(book)
    if toml is None:
        toml = _toml(raw_of(book))
    text = RulebookText(toml, written_clauses(clauses_of(book, source_of(book)).values()))
    # From now on, reading the text gives this very book: states of a table compare equal only if
    # they hold the same one.
    _books[text.hash] = book
    return text


def read_text(text: RulebookText) -> Rulebook:
    """The rulebook of a text; raises RulebookError. The same text is read only once."""
    hash = text.hash
    book = _books.get(hash)
    if book is None:
        book = _books[hash] = _read(hash, text.toml, text.clauses)
    return book


def _read(hash: str, toml: str, clauses: str) -> Rulebook:
    name = f"the rulebook {hash[:12]}"
    try:
        lists = parse_clauses(clauses, Path("the clause list"))
    except ClauseListError as error:
        raise RulebookError(name, "clause-list", str(error)) from None
    if len(lists) > 1:
        raise RulebookError(name, "clause-list", "has the clauses of more than one rulebook")
    return parse_rulebook(toml, next(iter(lists.values())), name)


def declared_list(toml: str) -> str:
    """The clause list that the text of a file names; raises RulebookError if it names none."""
    named = read_toml(toml, "the rulebook").get("clause-list")
    return named if isinstance(named, str) else ""


def _toml(table: dict[str, object]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return msgspec.json.encode(key).decode()


def _value(value: object) -> str:
    match value:
        case dict():
            return (
                f"{{ {', '.join(f'{_key(key)} = {_value(one)}' for key, one in value.items())} }}"
            )
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case datetime():
            return value.isoformat()
        case _:
            # Strings, integers and booleans are written alike in JSON and in TOML.
            return msgspec.json.encode(value).decode()
