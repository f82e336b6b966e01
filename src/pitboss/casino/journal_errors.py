"""Errors in the journal, reported by their position.

Pitboss never stores an event that can't have happened where it stands, but somebody with access to
the database could. A reader then reports the position in one sentence instead of a traceback of its
own.
"""

from types import TracebackType
from typing import Protocol

from pitboss.journal.port import NotAJournal
from pitboss.rulebook.loader import RulebookError
from pitboss.rulebook.shelf import UnknownRulebook

_OUT_OF_PLACE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
_THE_CALLERS = (RulebookError, UnknownRulebook)
"""A rulebook that is not on the shelf is said by its name: the settings have to list it."""


class Place(Protocol):
    """A record, or an event with its place in the journal."""

    @property
    def position(self) -> int: ...
    @property
    def stream(self) -> str: ...


class OutOfPlace(NotAJournal, ValueError):
    """What is stored is not what stands in such a place."""

    def __init__(self) -> None:
        super().__init__("an event is of another kind than where it stands: run pitboss audit")


class Placed:
    """``with Placed(record):`` whatever goes wrong inside is said of the record: raises
    NotAJournal.
    """

    __slots__ = ("_place",)

    def __init__(self, place: Place) -> None:
        self._place = place

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if isinstance(error, _OUT_OF_PLACE) and not isinstance(error, _THE_CALLERS):
            place = self._place
            raise NotAJournal(
                f"position {place.position} in {place.stream} does not fit what is stored "
                "before it: run pitboss audit"
            ) from error
