"""The program's log, on standard error: lines for people, or JSON for a collector."""

import logging
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo

import msgspec

from pitboss.casino.texts import one_line
from pitboss.operations.settings import Log, LogFormat

_MINUTE_MS = 60_000
_KEYS_KEPT = 1_000


class _Json(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        written = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            written["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(written).decode()


class _Text(logging.Formatter):
    """A line for people, in local time. Its content can't start a new line or send control codes to
    a terminal.
    """

    def __init__(self, zone: tzinfo) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._zone = zone

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802 - logging's signature
        return f"{datetime.fromtimestamp(record.created, self._zone):%Y-%m-%d %H:%M:%S}"

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        line = super().formatMessage(record)
        return one_line(line, len(line))


class Allowance:
    """Throttling: so many lines a minute for each key, and so many in total. Thread-safe."""

    def __init__(self, each: int, together: int, clock_ms: Callable[[], int]) -> None:
        self._each, self._together, self._clock_ms = each, together, clock_ms
        self._lock = threading.Lock()
        self._minute = 0
        self._written = 0
        self._of_key: OrderedDict[str, int] = OrderedDict()
        self._left_out = 0

    def take(self, key: str) -> int | None:
        """None if the line must not be written; otherwise how many were suppressed since the last
        one.
        """
        with self._lock:
            minute = self._clock_ms() // _MINUTE_MS
            if minute != self._minute:
                self._minute, self._written = minute, 0
                self._of_key.clear()
            of_key = self._of_key.get(key, 0)
            if of_key >= self._each or self._written >= self._together:
                self._left_out += 1
                return None
            self._of_key[key] = of_key + 1
            if len(self._of_key) > _KEYS_KEPT:
                self._of_key.popitem(last=False)
            self._written += 1
            left_out, self._left_out = self._left_out, 0
            return left_out


class Seldom(logging.Filter):
    """Throttles a third-party logger, which a client could trigger with every request."""

    def __init__(
        self, each: int = 20, clock_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        super().__init__()
        self._allowance = Allowance(each, 5 * each, clock_ms)

    def filter(self, record: logging.LogRecord) -> bool:
        return self._allowance.take(str(record.msg)[:100]) is not None


def start_logging(settings: Log, zone: tzinfo = UTC) -> None:
    """Sets up the logger ``pitboss`` and all below it, and no others. Idempotent."""
    handler = logging.StreamHandler(sys.stderr)
    if settings.format is LogFormat.JSON:
        handler.setFormatter(_Json())
    else:
        handler.setFormatter(_Text(zone))
    logger = logging.getLogger("pitboss")
    logger.handlers[:] = [handler]
    logger.setLevel(settings.level.upper())
    logger.propagate = False
