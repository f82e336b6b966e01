"""Between the event loop and the application: commands that wait are carried out together, as one group.

Two threads take turns: while one waits for the disk the other decides what has come meanwhile.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from pitboss.casino.app import Casino
from pitboss.casino.requests import Answer, Request

WORKERS = 2
LARGEST_GROUP = 256

_T = TypeVar("_T")


class _Waiting(NamedTuple):
    request: Request
    look: Callable[[], Any]
    future: asyncio.Future[Any]


class Engine:
    """Carries out requests that come from one event loop."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        # What has come in this turn of the event loop; handed over as a whole, since waking a thread costs more
        # than all else here.
        self._coming: list[_Waiting] = []
        self._waiting: list[_Waiting] = []
        self._come = threading.Condition()
        self._stopping = False
        self._threads = [
            threading.Thread(target=self._work, name=f"engine-{n}", daemon=True) for n in range(WORKERS)
        ]
        for thread in self._threads:
            thread.start()

    async def do(self, request: Request, look: Callable[[], _T]) -> tuple[Answer, _T]:
        """The answer to a request, once it is stored, and what a ``look`` shows after that. It is another thread
        that looks, so it may ask the database.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[tuple[Answer, _T]] = loop.create_future()
        if not self._coming:
            loop.call_soon(self._hand_over)
        self._coming.append(_Waiting(request, look, future))
        return await future

    def _hand_over(self) -> None:
        with self._come:
            self._waiting += self._coming
            self._come.notify()
        self._coming = []

    def stop(self) -> None:
        """Lets what waits be done, and ends the threads."""
        with self._come:
            self._stopping = True
            self._come.notify_all()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while True:
            with self._come:
                while not self._waiting and not self._stopping:
                    self._come.wait()
                if not self._waiting:
                    return
                group = self._waiting[:LARGEST_GROUP]
                del self._waiting[:LARGEST_GROUP]
            outcomes = self._carry_out(group)
            loop = group[0].future.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(_tell, group, outcomes)

    def _carry_out(self, group: Sequence[_Waiting]) -> Sequence[tuple[Answer, Any] | Exception]:
        try:
            answers = self.casino.do_each([waiting.request for waiting in group])
        except Exception as error:  # noqa: BLE001 - told to all who wait; the thread goes on with the next
            return [error] * len(group)
        return [_looked(waiting, answer) for waiting, answer in zip(group, answers, strict=True)]


def _looked(waiting: _Waiting, answer: Answer | Exception) -> tuple[Answer, Any] | Exception:
    if isinstance(answer, Exception):
        return answer
    try:
        return answer, waiting.look()
    except Exception as error:  # noqa: BLE001 - told to whoever waits
        return error


def _tell(group: Sequence[_Waiting], outcomes: Sequence[tuple[Answer, Any] | Exception]) -> None:
    for waiting, outcome in zip(group, outcomes, strict=True):
        future = waiting.future
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
