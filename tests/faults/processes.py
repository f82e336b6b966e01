"""Processes for tests: a server that has imported everything forks them, so that a start takes
milliseconds.
"""

import multiprocessing

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.faults.victim", "tests.faults.player"])
