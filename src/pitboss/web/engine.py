"""Between the event loop and the application: commands that wait are carried out together, as one group.

Two threads take turns: while one waits for the disk the other decides what has come meanwhile.
"""

import asyncio
import threading
from collections.abc import Sequence

from pitboss.casino.app import Casino
from pitboss.casino.model import Answer, Request

_Waiting = tuple[Request, asyncio.Future[Answer]]

WORKERS = 2
LARGEST_GROUP = 256


class Engine:
    """Carries out requests that come from one event loop."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        self._waiting: list[_Waiting] = []
        self._come = threading.Condition()
        self._stopping = False
        self._threads = [
            threading.Thread(target=self._work, name=f"engine-{n}", daemon=True) for n in range(WORKERS)
        ]
        for thread in self._threads:
            thread.start()

    async def do(self, request: Request) -> Answer:
        """The answer to a request, once it is stored."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        with self._come:
            self._waiting.append((request, future))
            self._come.notify()
        return await future

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
            answers: Sequence[Answer | Exception]
            try:
                answers = self.casino.do_each([request for request, _ in group])
            except Exception as error:  # noqa: BLE001 - told to all who wait; the thread goes on with the next
                answers = [error] * len(group)
            loop = group[0][1].get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(_tell, group, answers)


def _tell(group: Sequence[_Waiting], answers: Sequence[Answer | Exception]) -> None:
    for (_, future), outcome in zip(group, answers, strict=True):
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
