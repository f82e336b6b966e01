"""Throttling: a token bucket for every caller, so that one client can't hog the service, or fill
its journal, at the expense of the others.
"""

from collections import OrderedDict
from collections.abc import Callable

from pitboss.web.api.problems import Problem
from pitboss.web.auth.callers import Caller
from pitboss.web.auth.rate_limit import neighbourhood

BURST_S = 5
"""How many seconds' worth of requests may come at once."""

REFUSED_COSTS = 3
"""Refused commands are stored like accepted ones, but move nothing forward."""

ADDRESS_SHARE = 4
"""Callers who are not signed in are told apart only by address, which many may share."""

_KEPT = 10_000


class _Bucket:
    __slots__ = ("at_ms", "left")

    def __init__(self, left: float, at_ms: int) -> None:
        self.left, self.at_ms = left, at_ms


class Throttle:
    """The buckets of one process, for its event loop only. The least recently used are
    forgotten.
    """

    def __init__(self, per_second: int, clock_ms: Callable[[], int]) -> None:
        self._per_second = per_second
        self._clock_ms = clock_ms
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, caller: Caller, address: str) -> None:
        """Lets a request pass; raises Problem (429) if there were too many."""
        if self._per_second:
            self._checked(*_key(caller, address)).left -= 1

    def check_stranger(self, address: str) -> None:
        """Raises Problem if callers who are not signed in have sent too many requests from there.
        It counts nothing yet: it runs before anybody checks who the caller is.
        """
        place = neighbourhood(address)
        if place in self._buckets:
            self._checked(place, ADDRESS_SHARE)

    def _checked(self, key: str, share: int) -> _Bucket:
        rate, now_ms = self._per_second * share, self._clock_ms()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(rate * BURST_S, now_ms)
            if len(self._buckets) > _KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
            gone_ms = max(0, now_ms - bucket.at_ms)
            bucket.left = min(rate * BURST_S, bucket.left + gone_ms * rate / 1000)
            bucket.at_ms = now_ms
        if bucket.left < 1:
            wait_s = max(1, -(-int(1 - bucket.left) // rate))
            raise Problem(
                429,
                "too-many-requests",
                f"Too many requests; try again in {wait_s} second{'s' if wait_s > 1 else ''}.",
                headers={"Retry-After": str(wait_s)},
            )
        return bucket

    def refused(self, caller: Caller, address: str) -> None:
        """A request that passed was refused, so it counts more. However many were, the caller waits
        no longer than for a full bucket: others may share the address.
        """
        key, share = _key(caller, address)
        bucket = self._buckets.get(key)
        if bucket is not None:
            least = -self._per_second * share * BURST_S
            bucket.left = max(least, bucket.left - (REFUSED_COSTS - 1))


def _key(caller: Caller, address: str) -> tuple[str, int]:
    if caller.token is None:
        return neighbourhood(address), ADDRESS_SHARE
    return caller.token, 1
