"""What the program says about its own work, on standard error: in lines for people, or as JSON for a collector."""

import logging
import sys
import time
from datetime import UTC, datetime, tzinfo

import msgspec

from pitboss.casino.settings import Log, LogFormat


class _Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        found = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            found["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(found).decode()


class _Text(logging.Formatter):
    """A line for people, with the time as their clocks show it."""

    def __init__(self, zone: tzinfo) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._zone = zone

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802 - the base has it so
        return f"{datetime.fromtimestamp(record.created, self._zone):%Y-%m-%d %H:%M:%S}"


def start_logging(settings: Log, zone: tzinfo = UTC) -> None:
    """Sets up the logger ``pitboss`` and all below it; others are left as they are. Safe to repeat."""
    handler = logging.StreamHandler(sys.stderr)
    if settings.format is LogFormat.JSON:
        handler.setFormatter(_Json())
    else:
        handler.setFormatter(_Text(zone))
    logger = logging.getLogger("pitboss")
    logger.handlers[:] = [handler]
    logger.setLevel(settings.level.upper())
    logger.propagate = False
