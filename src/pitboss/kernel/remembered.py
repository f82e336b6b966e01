"""What was worked out of things that never change, kept for as long as it is likely to be asked for
again.
"""

from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple

_Thing = TypeVar("_Thing")
_More = TypeVarTuple("_More")
_Made = TypeVar("_Made")


class Remembered(Generic[_Thing, *_More, _Made]):
    """A function that is worked out once for each thing, told apart by what it is and not by what
    is in it: to compare would take longer than to work it out. Whatever else is given is compared.

    No more than ``most`` are kept; then it begins anew. Many threads may ask.
    """

    def __init__(self, work: Callable[[_Thing, *_More], _Made], most: int = 4_096) -> None:
        self._work = work
        self._most = most
        # A thing is kept with what was made of it, so no other can have its id meanwhile.
        self._kept: dict[tuple[object, ...], tuple[_Thing, _Made]] = {}

    def __call__(self, thing: _Thing, *more: *_More) -> _Made:
        key = (id(thing), *more)
        kept = self._kept.get(key)
        if kept is not None:
            return kept[1]
        made = self._work(thing, *more)
        if len(self._kept) >= self._most:
            self._kept.clear()
        self._kept[key] = thing, made
        return made
