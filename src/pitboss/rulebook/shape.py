"""What the shelf must know about a family of games to read, check and explain its rulebooks.

The family itself is defined above, in ``games``; it is found by its name when a file first refers
to it, so that the rulebooks need not know the games and start-up only pays for those it uses.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from pitboss.rulebook.model import FoldedProgressive, Rulebook
from pitboss.rulebook.parts import Clauses, PayLine, Stage, WagerKind, WagerSpot

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Book_co = TypeVar("Book_co", bound=Rulebook, covariant=True)

GROUP = "pitboss.families"
"""The entry points with which an installed package adds a family: its name, and where it is."""

_OURS = {
    "stud": "pitboss.games.stud",
    "holdem": "pitboss.games.holdem",
    "bullseye": "pitboss.games.bullseye",
}
_OBJECT = "FAMILY"

SHARED = (Rulebook, WagerSpot, FoldedProgressive)
"""The types that rulebooks of different families have in common.

msgspec builds the decoder of a type on first use, and a second thread that meets the type
half-built crashes. Families are imported in parallel, each on one thread; so what they have in
common is built here, before the first of them. Each family builds what is its own.
"""
for _kind in SHARED:
    msgspec.json.Decoder(_kind, dec_hook=lambda _kind, value: value)


class BookShape(ABC, Generic[Book_co]):
    """The facts about a family that its rulebooks have to fit."""

    name: str
    """As a file writes it, after ``family``."""
    book: type[Book_co]
    wagers: Mapping[str, WagerKind]
    """The opening wager first, the progressive one last; raises follow the opening wager."""
    limited: tuple[str, ...]
    """The wagers with limits of their own at a table."""
    capped: tuple[str, ...] = ()
    """The wagers whose winnings a rulebook may cap."""
    streets: tuple[Stage, ...] = ()
    """Community cards in the order in which they are turned up."""
    rulebooks: Path | None = None
    """The folder of the rulebooks that come with the family, if it is not one of ours."""

    @property
    @abstractmethod
    def decisions(self) -> int:
        """How often players are asked in a round."""

    def readings_needed(self, book: Rulebook) -> dict[str, bool]:
        """Readings of its own, by name, and whether this rulebook's rules raise the question."""
        del book
        return {}

    @abstractmethod
    def play_in_words(self, book: Rulebook) -> list[tuple[str, str, Clauses]]:
        """What folding, leaving and hiding do: the case, what happens, the clauses."""

    def pay_in_words(self, book: Rulebook, bet: str, line: PayLine) -> str | None:
        """What a line of a pay table is for, if its key does not say."""
        del book, bet, line
        return None


class FaultyGame(Exception):
    """The game of an installed package can't be used; says which and why."""


# ── finding them ──────────────────────────────────────────────────────────────────────────────────


def shape_names() -> tuple[str, ...]:
    """The families that are installed, ours first."""
    return tuple(dict.fromkeys((*_OURS, *sorted(_installed()))))


@lru_cache
def shape_named(name: str) -> BookShape[Rulebook] | None:
    """A family by its name: one of ours, or one added by an installed package. Raises FaultyGame if
    that package does not work.
    """
    where = _OURS.get(name)
    if where is not None:
        ours: BookShape[Rulebook] = getattr(import_module(where), _OBJECT)
        return ours
    return _added(name) if name in _installed() else None


def _added(name: str) -> BookShape[Rulebook]:
    try:
        family = _installed()[name].load()
    except Exception as error:
        raise FaultyGame(_fault(name, f"{type(error).__name__}: {error}")) from error
    if not isinstance(family, BookShape):
        raise FaultyGame(_fault(name, "it is no instance of pitboss.games.family.Family"))
    if family.name != name:
        raise FaultyGame(_fault(name, f"its family calls itself {family.name!r}"))
    if family.rulebooks is not None and not Path(family.rulebooks).is_dir():
        raise FaultyGame(_fault(name, f"its folder of rulebooks, {family.rulebooks}, is missing"))
    return family


def _fault(name: str, problem: str) -> str:
    package = added_packages()[name]
    return f"the game {name}{package and f' of the package {package}'} can't be used: {problem}"


@lru_cache
def _installed() -> "Mapping[str, EntryPoint]":
    # Slow to import, and most runs do not need it.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def added_packages() -> dict[str, str]:
    """The packages that add families, by the name of the family."""
    return {
        name: "" if point.dist is None else f"{point.dist.name} {point.dist.version}"
        for name, point in sorted(_installed().items())
    }


def added_folders() -> tuple[tuple[Path, ...], tuple[FaultyGame, ...]]:
    """The folders of rulebooks that come with families of other packages, and the packages that
    don't work.
    """
    folders, faults = [], []
    for name in _installed():
        try:
            family = shape_named(name)
        except FaultyGame as fault:
            faults.append(fault)
        else:
            assert family is not None, "it is installed"
            folders += [Path(family.rulebooks)] if family.rulebooks is not None else []
    return tuple(folders), tuple(faults)
