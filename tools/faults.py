"""Everything that can go wrong with the store, many times over: nothing acknowledged may be lost or
done twice.

``python tools/faults.py`` runs all suites with a fresh seed, which it prints; ``--seed`` repeats a
run, ``--only`` selects suites, and each has a size. After every single fault the journal is
compared with what the clients were told, the ledger and the meters are added up again, and the
auditor checks it. The exit code is 1 if anything does not hold.
"""

import argparse
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.faults import (
    archive_faults,
    cuts,
    failover,
    four_processes,
    io_errors,
    kills,
    moments,
    postgres_faults,
)
from tests.faults.checks import AcknowledgedLost
from tests.postgres import Server

LONGEST_WAIT_S = 1.0
LONGEST_FAILOVER_S = 5.0
TOLD_EVERY_S = 10.0


class Suite(NamedTuple):
    """``run`` takes the seed, the size and the options, and returns counts; it raises if something
    does not hold.
    """

    what: str
    size: int
    run: Callable[[int, int, argparse.Namespace], Counter[str]]


class Progress:
    """Reports now and then how far a suite is."""

    def __init__(self, name: str, size: int, unit: str) -> None:
        self.counts: Counter[str] = Counter()
        self._name, self._size, self._unit = name, size, unit
        self._began = self._told = time.monotonic()

    def add(self, counts: Counter[str]) -> None:
        self.counts += counts
        now = time.monotonic()
        if now > self._told + TOLD_EVERY_S:
            self._told = now
            done = self.counts[self._unit]
            rate = done / (now - self._began)
            left_s = max(0, self._size - done) / rate if rate else 0.0
            print(
                f"  {self._name}: {done:,} of {self._size:,} {self._unit}, "
                f"{self.counts['acknowledged']:,} acknowledged, about {left_s:.0f} s left",
                flush=True,
            )


def lives(size: int, each: int) -> list[int]:
    """That many faults, divided among lives."""
    return [each] * (size // each) + ([size % each] if size % each else [])


def _in_processes(
    name: str,
    unit: str,
    life: Callable[..., Counter[str]],
    seed: int,
    size: int,
    each: int,
    workers: int,
) -> Counter[str]:
    """Lives in parallel, each in one process."""
    progress = Progress(name, size, unit)
    with ProcessPoolExecutor(workers, mp_context=get_context("forkserver")) as pool:
        running = [
            pool.submit(life, seed, number, faults)
            for number, faults in enumerate(lives(size, each))
        ]
        try:
            for one in as_completed(running):
                progress.add(one.result())
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return progress.counts


def run_kills(seed: int, size: int, options: argparse.Namespace) -> Counter[str]:
    return _in_processes(
        "kills", "kills", kills.life, seed, size, kills.KILLS_A_LIFE, options.workers
    )


def run_cuts(seed: int, size: int, options: argparse.Namespace) -> Counter[str]:
    _show_teeth(seed)
    return _in_processes("cuts", "cuts", cuts.life, seed, size, cuts.CUTS_A_LIFE, options.workers)


def _show_teeth(seed: int) -> None:
    """Without syncs the same cuts must be noticed; otherwise they prove nothing."""
    for number in range(100):
        try:
            cuts.life(seed, number, synchronous="NORMAL")
        except AcknowledgedLost as lost:
            print(
                (
                    f"  cuts: with synchronous=NORMAL life {number} lost what it had "
                    f"acknowledged ({lost})"
                ),
                flush=True,
            )
            return
    raise AssertionError(
        "with synchronous=NORMAL nothing was lost in 100 lives: the suite has no teeth"
    )


def run_errors(seed: int, size: int, options: argparse.Namespace) -> Counter[str]:
    return _in_processes(
        "errors",
        "bad times",
        io_errors.life,
        seed,
        size,
        io_errors.BAD_TIMES_A_LIFE,
        options.workers,
    )


def run_sealing(seed: int, size: int, options: argparse.Namespace) -> Counter[str]:
    """A third each of cuts, errors and kills while a segment is being sealed."""
    counts: Counter[str] = Counter()
    each = -(-size // 3)
    for unit, life, faults in (
        ("cuts", archive_faults.cut_life, archive_faults.CUTS_A_LIFE),
        ("bad times", archive_faults.error_life, io_errors.BAD_TIMES_A_LIFE),
        ("kills", archive_faults.kill_life, archive_faults.KILLS_A_LIFE),
    ):
        counts += _in_processes("sealing", unit, life, seed, each, faults, options.workers)
    return counts


def run_archives(seed: int, size: int, _: argparse.Namespace) -> Counter[str]:
    return _at_a_server(
        "archives", "stops", archive_faults.stop_life, seed, size, archive_faults.STOPS_A_LIFE
    )


def run_moments(seed: int, size: int, _: argparse.Namespace) -> Counter[str]:
    progress = Progress("moments", size, "recoveries")
    for number in range(size):
        progress.add(moments.life(seed, number))
    return progress.counts


def run_stops(seed: int, size: int, _: argparse.Namespace) -> Counter[str]:
    faults = postgres_faults.FAULTS_A_LIFE
    return _at_a_server("stops", "faults", postgres_faults.life, seed, size, faults)


def _at_a_server(
    what: str,
    unit: str,
    life: Callable[[Server, int, int, int], Counter[str]],
    seed: int,
    size: int,
    faults_a_life: int,
) -> Counter[str]:
    """Lives on one PostgreSQL server. What it wrote outlives it in the system's memory; syncs are
    for power cuts.
    """
    progress = Progress(what, size, unit)
    server = Server(fsync="off")
    try:
        for number, faults in enumerate(lives(size, faults_a_life)):
            progress.add(life(server, seed, number, faults))
    finally:
        server.remove()
    return progress.counts


def run_failovers(seed: int, size: int, _: argparse.Namespace) -> Counter[str]:
    progress = Progress("failovers", size, "faults")
    pair = failover.Pair()
    try:
        for number, faults in enumerate(lives(size, failover.FAILOVERS_A_LIFE)):
            progress.add(failover.life(pair, seed, number, faults))
    finally:
        pair.remove()
    longest_s = max(pair.back_s)
    print(f"  failovers: back {longest_s:.3f} s after the promotion at the latest", flush=True)
    assert longest_s < LONGEST_FAILOVER_S, f"back {longest_s:.3f} s after the promotion"
    return progress.counts + Counter({"longest way back in ms": round(longest_s * 1000)})


def run_four(seed: int, size: int, options: argparse.Namespace) -> Counter[str]:
    server = Server()
    try:
        played = four_processes.run(server, seed, options.tables, float(size))
    finally:
        server.remove()
    print(
        f"  four: the longest wait was {played.longest_s:.3f} s, for {played.slowest}", flush=True
    )
    assert played.longest_s < LONGEST_WAIT_S, f"{played.slowest} waited {played.longest_s:.3f} s"
    return played.counts + Counter({"longest wait in ms": round(played.longest_s * 1000)})


def run_bits(seed: int, size: int, _: argparse.Namespace) -> Counter[str]:
    tool = Path(__file__).with_name("heavy_bits.py")
    done = subprocess.run(
        [sys.executable, tool, "--seed", str(seed), "--rows", str(size)], check=False
    )
    assert done.returncode == 0, f"{tool.name} ended with {done.returncode}"
    return Counter({"edits": size})


SUITES = {
    "kills": Suite("kill -9 of a process on SQLite", 2_000, run_kills),
    "cuts": Suite("power cuts of SQLite's disk", 10_000, run_cuts),
    "errors": Suite("times in which SQLite's disk is full or fails", 1_000, run_errors),
    "sealing": Suite("faults while a segment of the archive is sealed", 3_000, run_sealing),
    "stops": Suite("ended connections and immediate stops of PostgreSQL", 2_000, run_stops),
    "archives": Suite(
        "stops of PostgreSQL while a segment of the archive is sealed", 300, run_archives
    ),
    "moments": Suite("recoveries of a lost PostgreSQL to a moment", 10, run_moments),
    "failovers": Suite("primaries of PostgreSQL killed, standbys promoted", 30, run_failovers),
    "four": Suite("seconds of play by four processes on one PostgreSQL", 60, run_four),
    "bits": Suite("single-bit edits of a stored journal", 10_000, run_bits),
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, help="of an earlier run")
    parser.add_argument(
        "--only", nargs="+", choices=SUITES, default=list(SUITES), help="some suites"
    )
    parser.add_argument("--workers", type=int, default=2, help="processes side by side (2)")
    parser.add_argument("--tables", type=int, default=40, help="tables of the four processes (40)")
    for name, suite in SUITES.items():
        parser.add_argument(
            f"--{name}", type=int, default=suite.size, help=f"{suite.what} ({suite.size:,})"
        )
    options = parser.parse_args(arguments)
    seed: int = SystemRandom().randrange(2**32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    rows = [
        _run(name, seed, getattr(options, name), options) for name in SUITES if name in options.only
    ]
    print(f"\nseed {seed}")
    for row in rows:
        print(row.line)
    return 0 if all(row.held for row in rows) else 1


class Row(NamedTuple):
    held: bool
    line: str


def _run(name: str, seed: int, size: int, options: argparse.Namespace) -> Row:
    suite = SUITES[name]
    if not size:
        return Row(True, f"{name:9} left out")
    print(f"{name}: {size:,} {suite.what}", flush=True)
    began = time.monotonic()
    row_text = partial("{:9} {:6} {:7.0f} s  {}".format, name)
    try:
        counts = suite.run(seed, size, options)
    except Exception as error:  # noqa: BLE001 - whatever it is, the suite has failed, and the others still run
        traceback.print_exc()
        return Row(
            False, row_text("FAILED", time.monotonic() - began, f"{type(error).__name__}: {error}")
        )
    parts = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
    return Row(True, row_text("holds", time.monotonic() - began, parts))


if __name__ == "__main__":
    sys.exit(main())
