"""The clock on the wall."""

import time


def wall_clock_ms() -> int:
    """The time of day, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
