"""Memoisation by identity, for objects that never change."""

from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple

_Object = TypeVar("_Object")
_More = TypeVarTuple("_More")
_Result = TypeVar("_Result")


class Memo(Generic[_Object, *_More, _Result]):
    """A function that runs once for each object. Objects are told apart by identity, because
    comparing their contents would take longer than running it again; further arguments are compared
    by value.

    It keeps at most ``most`` results and then starts afresh. It is safe to call from many threads.
    """

    def __init__(self, work: Callable[[_Object, *_More], _Result], most: int = 4_096) -> None:
        self._work = work
        self._most = most
        # The object is kept with its result, so that no other can get its id in the meantime.
        self._kept: dict[tuple[object, ...], tuple[_Object, _Result]] = {}

    def __call__(self, object_: _Object, *more: *_More) -> _Result:
        key = (id(object_), *more)
        kept = self._kept.get(key)
        if kept is not None:
            return kept[1]
        result = self._work(object_, *more)
        if len(self._kept) >= self._most:
            self._kept.clear()
        self._kept[key] = object_, result
        return result
