"""A process beside the server for slow work that nobody waits for."""

import subprocess
import sys
import threading
from collections.abc import Callable


class Worker:
    """A Python module run as a program; ``heard`` is called with every line that it prints, and
    ``over`` when it ends.

    It is reaped as soon as it is done, and ends with the server: its standard input then closes,
    even if the server was killed.
    """

    def __init__(
        self, module: str, *arguments: str, heard: Callable[[str], None], over: Callable[[], None]
    ) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._heard = heard
        self._over = over
        self._thread = threading.Thread(target=self._follow, name="worker", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _follow(self) -> None:
        with self._process as process:
            assert process.stdout is not None
            for line in process.stdout:
                self._heard(line)
        self._over()

    def wait(self) -> int:
        """Waits until it is done; returns its exit code."""
        self._thread.join()
        return self._process.wait()

    def end(self) -> None:
        """Ends it, whatever it is doing."""
        self._process.kill()
        self._thread.join()
