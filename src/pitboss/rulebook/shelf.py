"""Finding a rulebook by its id, or by the path of an operator's own file."""

from collections.abc import Iterable
from pathlib import Path

from pitboss.rulebook.checks import Clauses, clauses_of
from pitboss.rulebook.loader import (
    RulebookError,
    installed,
    installed_file,
    installed_ids,
    load_rulebook,
)
from pitboss.rulebook.model import Rulebook

SUFFIX = ".toml"

# What no system takes as a path is not worth trying, nor repeating in a message.
_LONGEST_PATH = 4_096


class UnknownRulebook(LookupError):
    """No rulebook has that name; says which there are."""


class Shelf:
    """The rulebooks that can be named: those that come with Pitboss, and own ones.

    ``own`` are files whose rulebooks are known by their ids and come before ours of the same id.
    With ``paths`` a name that ends in ``.toml`` is read as a file too; a service that takes names
    from strangers leaves that off.
    """

    def __init__(self, own: Iterable[Path] = (), paths: bool = True) -> None:
        self._paths = paths
        self._own: dict[str, Rulebook] = {}
        self.files: dict[str, Path] = {}
        """Where the own ones are, by id."""
        for path in own:
            book = load_rulebook(path)
            self._own[book.id] = book
            self.files[book.id] = path
        self._found: dict[str, Rulebook] = dict(self._own)
        self._clauses: dict[str, Clauses] = {}

    def ids(self) -> tuple[str, ...]:
        """All ids on the shelf, sorted."""
        return tuple(sorted({*installed_ids(), *self._own}))

    def get(self, name: str) -> Rulebook:
        """The rulebook of that id or path; raises UnknownRulebook or RulebookError."""
        book = self._found.get(name)
        if book is None:
            book = self._found[name] = self._look_up(name)
        return book

    def clauses(self, book: Rulebook) -> Clauses:
        """The clauses that a rulebook cites, by number: its own list, or the one of ours that it
        names.
        """
        known = self._clauses.get(book.id)
        if known is None:
            file = self.files.get(book.id) or installed_file(book.id)
            folder = Path() if file is None else file.parent
            known = self._clauses[book.id] = clauses_of(book, folder)
        return known

    def _look_up(self, name: str) -> Rulebook:
        if (
            self._paths
            and name.endswith(SUFFIX)
            and "\0" not in name
            and len(name) <= _LONGEST_PATH
        ):
            return load_rulebook(Path(name))
        book = installed(name)
        if book is None:
            own = ", or the path of an own .toml file" if self._paths else ""
            shown = name if len(name) <= 80 else name[:77] + "..."
            raise UnknownRulebook(
                f"there is no rulebook {shown!r}; the ids are {', '.join(self.ids())}{own}"
            )
        return book


__all__ = ["RulebookError", "Shelf", "UnknownRulebook"]
