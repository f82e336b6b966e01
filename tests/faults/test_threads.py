"""Many threads begin at once."""

import subprocess
import sys

MANY_AT_ONCE = """
import sys, threading
from pitboss.rulebook.loader import DATA, builtin_ids, load_rulebook
sys.setswitchinterval(1e-6)
paths = [DATA / f"{name}.toml" for name in builtin_ids()] * 2
start = threading.Barrier(len(paths))
def load(path): start.wait(); load_rulebook(path)
threads = [threading.Thread(target=load, args=(path,)) for path in paths]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_rulebooks_can_be_read_by_many_threads_at_once() -> None:
    # It went wrong one time in three when each thread prepared the types for itself, and then took
    # the process along.
    for _ in range(6):
        done = subprocess.run(
            [sys.executable, "-c", MANY_AT_ONCE], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done
        assert not done.stderr
