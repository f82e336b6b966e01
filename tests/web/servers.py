"""``pitboss serve`` as a process of its own, for tests over real HTTP."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from tests.patience import PATIENCE_S
from tests.web.nursery import Child, nursery

ADDRESS = re.compile(r"Pitboss is at (http://127\.0\.0\.1:\d+)/")


UNTHROTTLED = {
    "PITBOSS_LIMITS_REQUESTS_PER_SECOND": "0",
    "PITBOSS_LIMITS_CONNECTIONS_PER_ADDRESS": "4000",
    "PITBOSS_LIMITS_STREAMS_PER_SESSION": "4000",
    "PITBOSS_APPROVALS_APPOINTMENTS": "false",
    "PITBOSS_APPROVALS_ACCOUNT_AGE_HOURS": "0",
}
"""One test, or one measurement, asks as much as a whole casino does."""

NO_SECOND_FACTOR = {"PITBOSS_SIGN_IN_SECOND_FACTOR": "none"}
"""Programs that sign in for people have no telephone."""


class Server:
    """A server that has just been started, by the nursery unless it is to be started as people do
    it. A ``plain`` one is told nothing but what its settings file says; any other takes as many
    requests from one client as come, and asks nobody for a second factor unless it is to.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        plain: bool = False,
        second_factor: bool = False,
        as_people_do: bool = False,
    ) -> None:
        env = {name: value for name, value in os.environ.items() if not name.startswith("PITBOSS")}
        where = [] if plain else ["--port", "0"]
        told = UNTHROTTLED | {"PITBOSS_DATA": str(folder / "data")}
        told |= {} if second_factor else NO_SECOND_FACTOR
        env = env if plain else env | told
        line = ["serve", *where, *arguments]
        self._process: subprocess.Popen[str] | Child
        if as_people_do:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "pitboss", *line],
                cwd=folder,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        else:
            self._process = nursery().start(line, folder, env)
        self.said: list[str] = []
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._complaints: list[str] = []
        # Both are read all the time: a server that nobody listens to stops when the pipe is full.
        self._readers = [
            threading.Thread(target=read, daemon=True)
            for read in (self._read, self._read_complaints)
        ]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def _read_complaints(self) -> None:
        assert self._process.stderr is not None
        self._complaints.extend(self._process.stderr)

    def wait_for(self, pattern: re.Pattern[str]) -> re.Match[str]:
        """Reads what it says until something is said."""
        while True:
            line = self._lines.get(timeout=PATIENCE_S)
            assert line, f"it ended: {self.said} {self._complaints}"
            self.said.append(line.rstrip("\n"))
            if found := pattern.search(line):
                return found

    def address(self) -> str:
        """Where it is, once it is there."""
        return self.wait_for(ADDRESS)[1]

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask_to_end(self, how: signal.Signals) -> None:
        """Asks it to end, and does not wait."""
        self._process.send_signal(how)

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Stops it as Ctrl-C does, or in another way; the code that it ends with."""
        self._process.send_signal(how)
        return self.wait()

    def wait(self) -> int:
        code = self._process.wait(PATIENCE_S)
        self._join()
        while line := self._lines.get():
            self.said.append(line.rstrip("\n"))
        return code

    def errors(self) -> str:
        """What it has complained about; to be asked when it has ended."""
        self._join()
        return "".join(self._complaints)

    def _join(self) -> None:
        for reader in self._readers:
            reader.join()

    def close(self) -> None:
        """Ends it, whatever it does."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._join()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()


@contextmanager
def server(folder: Path, *arguments: str, as_people_do: bool = False) -> Iterator[Server]:
    """A server that is gone afterwards."""
    started = Server(folder, *arguments, as_people_do=as_people_do)
    try:
        yield started
    finally:
        started.close()
