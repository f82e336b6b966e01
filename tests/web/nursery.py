"""A process that has imported the whole program and starts servers by forking: a server is there in
a fraction of the half second that importing takes, and the tests start more than a hundred.

A test process has one, made when it is first needed, and it ends with that process. What it forks
is ``python -m pitboss`` in everything but the imports: arguments, environment, folder, output,
signals and exit code are its own.
"""

import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, NamedTuple

_MODULES = (
    "pitboss.cli.app",
    "pitboss.cli.context",
    "pitboss.program.serve",
    "pitboss.web.asgi",
    "pitboss.web.demo",
    "pitboss.web.lifecycle",
)
_LONGEST = 1 << 16


class Child:
    """A forked server, with the part of ``subprocess.Popen`` that tests use."""

    def __init__(self, pid: int, stdout: IO[str], stderr: IO[str], end: int) -> None:
        self.pid = pid
        self.stdout = stdout
        self.stderr = stderr
        self._end = end
        self._code: int | None = None

    def poll(self) -> int | None:
        """Its exit code, once it has ended."""
        return self._exit_code(0)

    def wait(self, timeout: float | None = None) -> int:
        """Waits for its end; gives its exit code."""
        code = self._exit_code(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("pitboss serve", timeout or 0)
        return code

    def send_signal(self, how: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, how)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _exit_code(self, timeout: float | None) -> int | None:
        if self._code is None and select.select([self._end], [], [], timeout)[0]:
            status = os.read(self._end, 16)
            assert status, "the nursery has ended, and nobody knows how its servers do"
            self._code = os.waitstatus_to_exitcode(int(status))
            os.close(self._end)
        return self._code


class Nursery:
    """The tests' side of it."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.web.nursery", str(theirs.fileno())],
                cwd=Path(__file__).parents[2],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )

    def start(self, arguments: Sequence[str], cwd: Path, env: Mapping[str, str]) -> Child:
        """Forks a process that runs ``pitboss`` with these arguments."""
        out, err, end = os.pipe(), os.pipe(), os.pipe()
        order = json.dumps([list(arguments), str(cwd), dict(env)]).encode()
        socket.send_fds(self._socket, [order], [out[1], err[1], end[1]])
        for _, written in (out, err, end):
            os.close(written)
        answer = self._socket.recv(_LONGEST)
        assert answer, "the nursery has ended"
        return Child(int(answer), os.fdopen(out[0]), os.fdopen(err[0]), end[0])


@cache
def nursery() -> Nursery:
    """The one of this process."""
    return Nursery()


# ── the other side ────────────────────────────────────────────────────────────────────────────────


class Order(NamedTuple):
    """What a forked process is to be."""

    arguments: list[str]
    cwd: str
    env: dict[str, str]
    output: list[int]

    def carry_out(self) -> None:
        """Runs the program in this process."""
        for number, descriptor in enumerate(self.output, start=1):
            os.dup2(descriptor, number)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        os.chdir(self.cwd)
        os.environ.clear()
        os.environ.update(self.env)
        time.tzset()
        sys.path[0] = self.cwd
        sys.argv = ["pitboss", *self.arguments]
        runpy.run_module("pitboss", run_name="__main__", alter_sys=True)


class Ends:
    """Where the end of each process that runs is told."""

    def __init__(self) -> None:
        self.woken, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._pipes: dict[int, int] = {}

    def add(self, pid: int, pipe: int) -> None:
        self._pipes[pid] = pipe

    def tell(self) -> None:
        os.read(self.woken, _LONGEST)
        for pid in list(self._pipes):
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                pipe = self._pipes.pop(pid)
                os.write(pipe, str(status).encode())
                os.close(pipe)

    def kill_all(self) -> None:
        for pid in self._pipes:
            os.kill(pid, signal.SIGKILL)

    @staticmethod
    def forget() -> None:
        """In a process that was forked."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)


def serve(connection: socket.socket) -> Order | None:
    """Forks as often as it is told to. Comes back in each new process with its order, and in this
    one with nothing, when the tests have ended.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ends = Ends()
    while True:
        ready = select.select([connection.fileno(), ends.woken], [], [])[0]
        if ends.woken in ready:
            ends.tell()
        if connection.fileno() in ready:
            order, descriptors, _, _ = socket.recv_fds(connection, _LONGEST, 3)
            if not order:
                ends.kill_all()
                return None
            *output, end = descriptors
            pid = os.fork()
            if not pid:
                ends.forget()
                arguments, cwd, env = json.loads(order)
                return Order(arguments, cwd, env, output)
            ends.add(pid, end)
            for descriptor in output:
                os.close(descriptor)
            connection.send(str(pid).encode())


def main() -> None:
    connection = socket.socket(fileno=int(sys.argv[1]))
    for module in _MODULES:
        import_module(module)
    assert threading.active_count() == 1, "what has threads can't be forked"
    gc.collect()
    gc.freeze()
    order = serve(connection)
    # A forked process closes every descriptor, this one's too.
    connection.detach()
    if order is not None:
        order.carry_out()


if __name__ == "__main__":
    main()
