"""Threads that read the journal for requests: few, for a limited time, and for nobody who has gone.

Reading has threads of its own, so that however much is read, and however slowly, commands, sign-in
and health checks go on.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive

from pitboss.journal.patience import Patience

THREADS, LONGEST_S = 8, 10.0
REPORT_THREADS, REPORT_LONGEST_S = 2, 120.0
"""Reports read whole days, or the whole journal."""

_T = TypeVar("_T")


class TookTooLong(Exception):
    """A read was given up: it took too long, or others kept all threads busy."""


class Reads:
    """Some threads that read, each for at most so long."""

    def __init__(self, threads: int = THREADS, longest_s: float = LONGEST_S) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="read")
        self.longest_s = longest_s

    async def carry_out(
        self, work: Callable[[], _T], request: Request | None = None, longest_s: float | None = None
    ) -> _T:
        """What ``work`` returns, which runs in a thread. Raises TookTooLong, or ClientDisconnect if
        the client of a GET request goes.
        """
        longest_s = longest_s or self.longest_s
        patience = Patience()
        job = self._threads.submit(patience.carry_out, work)
        done = asyncio.wrap_future(job)
        waiting: set[asyncio.Future[Any]] = {done}
        # Of any other request, the body may still be unread.
        if request is not None and request.method == "GET":
            waiting.add(asyncio.ensure_future(gone(request.receive)))
        try:
            ready, _ = await asyncio.wait(
                waiting, timeout=longest_s, return_when=asyncio.FIRST_COMPLETED
            )
            if done in ready:
                return done.result()
            if ready:
                raise ClientDisconnect
            raise TookTooLong(
                f"this took longer than {longest_s:g} seconds and was given up; ask for less, or "
                "again later"
                if job.running()
                else "too many others are reading at the moment; ask again in a few seconds"
            )
        finally:
            patience.end()
            for one in waiting:
                one.cancel()

    def close(self) -> None:
        """Begins nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


async def gone(receive: Receive) -> None:
    """Waits until the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
