"""Conditions that last, such as a full disk: logged when they begin, when they change and when they
are over, however often somebody looks.
"""

import logging


class Condition:
    """One that is looked at again and again, by one thread at a time."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._state = ""

    def now(self, state: str, sentence: str = "") -> None:
        """What it is now; an empty ``state`` means that all is well. The sentence may tell more,
        such as a number that changes all the time.
        """
        if state == self._state:
            return
        self._state = state
        self._log.log(logging.WARNING if state else logging.INFO, "%s", sentence or state)
