"""Between the event loop and the pipeline.

Switching threads costs more than anything else here, so it happens once for all requests of one
turn of the loop, and once for all answers that have arrived since.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

from pitboss.casino.pipeline import Pipeline
from pitboss.casino.requests import Answer, Request, Submission
from pitboss.journal.port import Unavailable

WORKERS = 2
STUCK_S, REMEMBERED_S = 10.0, 15.0
"""How long a command may wait until commands count as stuck, and how long it counts that one could
not be stored.
"""

_T = TypeVar("_T")
_log = logging.getLogger("pitboss.web")


class _Waiting(NamedTuple):
    request: Request
    look: Callable[[], Any]
    future: asyncio.Future[Any]


class Bridge:
    """Requests from one event loop, and their answers back to it."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._coming: list[_Waiting] = []
        self._answered: deque[tuple[_Waiting, tuple[Answer, Any] | BaseException]] = deque()
        self._telling = False
        # When those that wait came, the oldest first; and when one last failed to be stored.
        self._came_s: dict[asyncio.Future[Any], float] = {}
        self._failed_s: float | None = None
        pipeline.start_workers(WORKERS)

    async def carry_out(self, request: Request, look: Callable[[], _T]) -> tuple[Answer, _T]:
        """The answer to a request, once it is stored, and what ``look`` returns after that.
        ``look`` runs in another thread, so it may query the database.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[tuple[Answer, _T]] = loop.create_future()
        if not self._coming:
            loop.call_soon(self._hand_over)
        self._coming.append(_Waiting(request, look, future))
        self._came_s[future] = loop.time()
        try:
            answer = await future
            self._failed_s = None
            return answer
        except Unavailable as error:
            if self._failed_s is None:
                _log.warning("commands can't be stored: %s", error)
            self._failed_s = loop.time()
            raise
        finally:
            del self._came_s[future]

    def trouble(self) -> str:
        """Why commands can't be carried out; empty if they can, as far as is known."""
        now_s = asyncio.get_running_loop().time()
        waits_s = now_s - next(iter(self._came_s.values()), now_s)
        if waits_s > STUCK_S:
            return f"A command has been waiting for {waits_s:.0f} seconds."
        if self._failed_s is not None and now_s - self._failed_s < REMEMBERED_S:
            return "The last command could not be stored; the log says why."
        return ""

    def stop(self) -> None:
        """Waits until everything submitted is done."""
        self._pipeline.stop_workers()

    def _hand_over(self) -> None:
        coming, self._coming = self._coming, []
        self._pipeline.submit(
            *(waiting.request for waiting in coming),
            then=[partial(self._done, waiting) for waiting in coming],
        )

    def _done(self, waiting: _Waiting, submission: Submission) -> None:
        """Runs in a thread of the pipeline, once what was submitted is stored or has failed."""
        outcome: tuple[Answer, Any] | BaseException
        if submission.answer is None:
            assert submission.error is not None, "what is done without an answer has an error"
            outcome = submission.error
        else:
            try:
                outcome = submission.answer, waiting.look()
            except Exception as problem:  # noqa: BLE001 - the caller gets it
                outcome = problem
        self._answered.append((waiting, outcome))
        # A thread that finds this set has appended before ``_tell`` clears it, so its answer is
        # delivered too.
        if not self._telling:
            self._telling = True
            # Nobody waits any more on a loop that is closed.
            with suppress(RuntimeError):
                waiting.future.get_loop().call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        self._telling = False
        while self._answered:
            (_, _, future), outcome = self._answered.popleft()
            if future.done():
                continue
            if isinstance(outcome, BaseException):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
