"""Errors in the journal, reported by their position.

Pitboss never stores an event that can't have happened at that point, but somebody with access to
the database could. A reader then reports the position in one sentence instead of a traceback.
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
"""The journal is not at fault if a rulebook is missing from the shelf: that error names the
rulebook, which the settings have to list.
"""


class Place(Protocol):
    """A record, or an event with its place in the journal."""

    @property
    def position(self) -> int: ...
    @property
    def stream(self) -> str: ...


class OutOfPlace(NotAJournal, ValueError):
    """A stored event is not of the kind that belongs there."""

    def __init__(self) -> None:
        super().__init__("an event is of another kind than where it stands: run pitboss audit")


class Placed:
    """``with Placed(record):`` turns whatever goes wrong inside into a NotAJournal that names the
    record.
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
