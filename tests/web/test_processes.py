"""What a demonstration starts beside itself is gone when it is done, and when the server is."""

import signal
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from pitboss.rulebook.loader import builtin_ids
from tests.patience import PATIENCE_S
from tests.web.servers import Server, server

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="there is no /proc here"
)


def children(parent: int) -> dict[int, str]:
    """The processes that a process has started and not reaped, each with its state: Z is a
    zombie.
    """
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name in brackets may hold anything; what follows it does not.
            state, ppid = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(ppid) == parent:
            found[int(stat.parent.name)] = state
    return found


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(comes: Callable[[], bool]) -> None:
    end_s = monotonic() + PATIENCE_S
    while not comes():
        assert monotonic() < end_s
        sleep(0.05)


def the_worker(started: Server) -> int:
    started.address()
    [worker] = children(started.pid)
    return worker


def test_a_worker_that_is_done_leaves_no_zombie(tmp_path: Path) -> None:
    maths = tmp_path / "data" / "maths"
    maths.mkdir(parents=True)
    for book in builtin_ids():
        (maths / f"{book}.json").write_text("{}")
    with server(tmp_path, "--demo") as started:
        worker = the_worker(started)
        wait_until(lambda: not is_running(worker))
        # It is reaped by a thread of the server that waits for nothing else.
        wait_until(lambda: not children(started.pid))
        assert started.end() == 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_worker_that_is_not_done_ends_with_the_server(
    tmp_path: Path, how: signal.Signals
) -> None:
    with server(tmp_path, "--demo") as started:
        worker = the_worker(started)
        assert is_running(worker)
        started.end(how)
        wait_until(lambda: not is_running(worker))
