"""Finding a rulebook by its id, or by the path of an operator's own file."""

from collections.abc import Iterable
from pathlib import Path

from pitboss.rulebook.checks import Clauses, clauses_of
from pitboss.rulebook.loader import (
    RulebookError,
    faults_of_added,
    installed,
    installed_ids,
    load_rulebook,
    source_of,
)
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.texts import text_of, unpinned

SUFFIX = ".toml"

# What no system accepts as a path is not worth trying, nor repeating in a message.
_LONGEST_PATH = 4_096


class UnknownRulebook(LookupError):
    """No rulebook has that name; says which there are."""


class Shelf:
    """The rulebooks that can be named: those that come with Pitboss, and own ones.

    ``own`` are files, or rulebooks, that are known by their ids and take precedence over ours of
    the same id. With ``paths``, a name that ends in ``.toml`` is also read as a file; a service
    that takes names from strangers leaves that off.
    """

    def __init__(self, own: Iterable[Path | Rulebook] = (), paths: bool = True) -> None:
        self._paths = paths
        self._own: dict[str, Rulebook] = {}
        self.files: dict[str, Path] = {}
        """Where the own ones that were read from a file are, by id."""
        for one in own:
            if isinstance(one, Rulebook):
                self._own[one.id] = one
            else:
                book = load_rulebook(one)
                self._own[book.id] = book
                self.files[book.id] = one
        self._found: dict[str, Rulebook] = dict(self._own)
        self._clauses: dict[Rulebook, Clauses] = {}

    def ids(self) -> tuple[str, ...]:
        """All ids on the shelf, sorted."""
        return tuple(sorted({*installed_ids(), *self._own}))

    def get(self, name: str) -> Rulebook:
        """The rulebook with that id, path or pinned name; raises UnknownRulebook or
        RulebookError.
        """
        book = self._found.get(name)
        if book is None:
            book = self._found[name] = self._look_up(name)
        return book

    def clauses(self, book: Rulebook) -> Clauses:
        """The clauses that a rulebook cites, by number: its own list, or the built-in one that it
        names.
        """
        known = self._clauses.get(book)
        if known is None:
            known = self._clauses[book] = clauses_of(book, source_of(book))
        return known

    def _look_up(self, name: str) -> Rulebook:
        id, hash = unpinned(name)
        if hash is not None:
            of_that_id = self.get(id)
            if text_of(of_that_id).hash != hash:
                raise UnknownRulebook(
                    f"the text {hash[:12]} of rulebook {id} is not here, but another one of that id"
                )
            return of_that_id
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
            # A stranger is not told what is installed here.
            faults = "".join(f"; {one}" for one in faults_of_added().values() if self._paths)
            raise UnknownRulebook(
                f"there is no rulebook {shown!r}; the ids are {', '.join(self.ids())}{own}{faults}"
            )
        return book


__all__ = ["RulebookError", "Shelf", "UnknownRulebook"]
