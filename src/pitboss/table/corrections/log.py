"""The events that a round stands on, one after another."""

from collections.abc import Iterator, Sequence
from typing import overload

from pitboss.table.events import AnyEvent


class RoundLog(Sequence[AnyEvent]):
    """A sequence of events that never changes; with one more it is another one.

    The longer ones share what they have in common: a copy for every event would touch every event
    before it.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, shared: list[AnyEvent] | None = None, length: int = 0) -> None:
        self._shared = [] if shared is None else shared
        self._length = length

    def plus(self, event: AnyEvent) -> "RoundLog":
        """With one more event behind."""
        length, shared = self._length, self._shared
        if len(shared) == length:
            shared.append(event)
        # Two may go on from here, even at the same time: the second has a copy.
        if shared[length] is not event:
            shared = [*shared[:length], event]
        return RoundLog(shared, length + 1)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[AnyEvent]:
        return iter(self._shared[: self._length])

    @overload
    def __getitem__(self, at: int) -> AnyEvent: ...
    @overload
    def __getitem__(self, at: slice) -> list[AnyEvent]: ...
    def __getitem__(self, at: int | slice) -> AnyEvent | list[AnyEvent]:
        return self._shared[: self._length][at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RoundLog) and [*self] == [*other]

    def __hash__(self) -> int:
        return hash(self._length)

    def __repr__(self) -> str:
        return f"RoundLog({[*self]})"
