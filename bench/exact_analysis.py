"""Exact analysis: warm, compared with brute force on a sample, and the first run in a fresh
process.

Wall-clock time counts, with all cores: that is what somebody waits for. Brute force is compiled too
and uses the same symmetries; it is timed on a sample and extrapolated.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from bench.added_game import added_game
from bench.effort import Effort
from bench.figures import AtLeast, Figure, Goal
from bench.timing import Times, announced, race
from pitboss.kernel.cards import parse_cards
from pitboss.maths.exact.analysis import analyse
from pitboss.maths.exact.bullseye import bullseye_counts
from pitboss.maths.exact.holdem_counts import holdem_counts
from pitboss.maths.exact.stud_counts import stud_counts
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.kernels.ranking import five, seven
from pitboss.maths.strategy.best_play import advise
from pitboss.rulebook.loader import installed
from pitboss.rulebook.model import Rulebook

STUD, HOLDEM, BULLSEYE = "rws-multilink-stud-3", "rws-multilink-holdem-2", "mbs-megalink-bullseye-4"

# Seconds that a C++ program takes for shared tables and the game on a machine of this kind; the
# goal is twice that.
_REFERENCE_S = {STUD: 0.4 + 0.8, HOLDEM: 0.4 + 1.6, BULLSEYE: 0.4 + 0.2}
_HINT_MS = 50.0
_FIRST_RUN_S = 60.0
_MEMORY_MB = 2_048.0

# Hands of five, and boards, that differ in more than the names of the suits.
_UP_TO_SUITS = 134_459


def exact(effort: Effort) -> Iterator[Figure]:
    """All figures of exact analysis."""
    with _all_cores():
        yield from _warm(effort)
        yield from added_game(effort)
        yield from _hints(effort)
        yield from _first_runs()


def _book(name: str) -> Rulebook:
    book = installed(name)
    assert book is not None, "one of ours"
    return book


def _forgotten(name: str) -> None:
    """The whole analysis, with only compiled code cached."""
    for kept in (stud_counts, holdem_counts, bullseye_counts):
        kept.cache_clear()
    analyse(_book(name))


def _warm(effort: Effort) -> Iterator[Figure]:
    brute: dict[str, Callable[[], float]] = {STUD: _brute_stud, HOLDEM: _brute_holdem}
    for name, reference_s in _REFERENCE_S.items():
        what = f"exact {name}"
        _forgotten(name)
        rounds = announced(what, range(effort.rounds), effort.rounds)
        (times,) = race(rounds, lambda _, name=name: _forgotten(name), clock=perf_counter)  # type: ignore[misc]  # bound now
        reference = Times([reference_s] * len(times.seconds))
        ours_ms = 1_000 * times.middle_s
        yield Figure(
            what,
            "ms",
            ours_ms,
            "C++ reference",
            1_000 * reference_s,
            times.over(reference),
            Goal(2),
        )
        if name in brute:
            sampled = Times([brute[name]()] * len(times.seconds))
            ratio = times.over(sampled)
            yield Figure(
                what,
                "ms",
                ours_ms,
                "brute force (sample)",
                1_000 * sampled.middle_s,
                ratio,
                AtLeast(10),
            )


@compiled
def _stud_sample(cards: Any) -> Any:
    """Ranks all 1,533,939 hands of the dealer, given one hand of the player."""
    mine = five(cards[0], cards[1], cards[2], cards[3], cards[4])
    won = 0
    for a in range(5, 48):
        for b in range(a + 1, 49):
            for c in range(b + 1, 50):
                for d in range(c + 1, 51):
                    for e in range(d + 1, 52):
                        won += five(cards[a], cards[b], cards[c], cards[d], cards[e]) < mine
    return won


@compiled
def _holdem_sample(cards: Any) -> Any:
    """On one board: ranks all 1,081 pairs of hole cards and compares each with all that share no
    card with it.
    """
    strengths = np.zeros((52, 52), np.uint16)
    for a in range(5, 51):
        for b in range(a + 1, 52):
            strengths[a, b] = seven(
                cards[0], cards[1], cards[2], cards[3], cards[4], cards[a], cards[b]
            )
    won = 0
    for a in range(5, 51):
        for b in range(a + 1, 52):
            mine = strengths[a, b]
            for c in range(5, 51):
                if c in (a, b):
                    continue
                for d in range(c + 1, 52):
                    if d not in (a, b):
                        won += strengths[c, d] < mine
    return won


def _brute(sample: Callable[[Any], object], count: int) -> float:
    """Seconds that brute force would take on all cores."""
    decks = np.random.default_rng(1).permuted(
        np.tile(np.arange(52, dtype=np.uint8), (count + 1, 1)), axis=1
    )
    sample(decks[0])
    begun_s = perf_counter()
    for deck in decks[1:]:
        sample(deck)
    return (perf_counter() - begun_s) / count * _UP_TO_SUITS / len(os.sched_getaffinity(0))


_brute_stud: Callable[[], float] = partial(_brute, _stud_sample, 40)
_brute_holdem: Callable[[], float] = partial(_brute, _holdem_sample, 200)


def _hints(effort: Effort) -> Iterator[Figure]:
    """One answer for the practice seat, once warm."""
    for name, cards in (
        (STUD, "As Kd Jh 8c 3s 7c"),
        (HOLDEM, "As Kd"),
        (HOLDEM, "As Kd 7c 8c 2h"),
        (BULLSEYE, "Ks Kd Js Jd Td"),
    ):
        what = f"hint: {name} {cards}"
        book, hand = _book(name), parse_cards(cards)
        advise(book, hand)
        rounds = announced(what, range(effort.rounds), effort.rounds)
        hint = partial(advise, book, hand)
        (times,) = race(rounds, lambda _, hint=hint: hint(), clock=perf_counter)  # type: ignore[misc]
        goal = Times([_HINT_MS / 1_000] * len(times.seconds))
        yield Figure(
            what, "ms", 1_000 * times.middle_s, "goal", _HINT_MS, times.over(goal), Goal(1)
        )


# The system records the peak memory of a program since it was started.
_COMMAND = (
    "import pathlib, sys\n"
    "from pitboss.cli.app import app\n"
    "try:\n"
    "    app(['maths', sys.argv[1], '--json'])\n"
    "finally:\n"
    "    status = pathlib.Path('/proc/self/status').read_text()\n"
    "    print(status.split('VmHWM:')[1].split()[0], file=sys.stderr)\n"
)


def _first_runs() -> Iterator[Figure]:
    """The command in a separate process: first with nothing compiled, then again."""
    for name in _REFERENCE_S:
        memory_mb = 0.0
        with TemporaryDirectory() as folder:
            for what in ("first run, compiling", "second run"):
                print(f"{what} {name}", file=sys.stderr)
                begun_s = perf_counter()
                memory_mb = _run(name, Path(folder))
                taken = Times([perf_counter() - begun_s] * 2)
                goal = Times([_FIRST_RUN_S] * 2)
                yield Figure(
                    f"{what}: pitboss maths {name}",
                    "s",
                    taken.middle_s,
                    "goal",
                    _FIRST_RUN_S,
                    taken.over(goal),
                    Goal(1),
                )
            used, most = Times([memory_mb] * 2), Times([_MEMORY_MB] * 2)
            yield Figure(
                f"memory: {name}", "MB", memory_mb, "goal", _MEMORY_MB, used.over(most), Goal(1)
            )


def _run(name: str, cache: Path) -> float:
    """Runs the command with compiled code cached in a folder of ours; returns its peak memory in
    megabytes.
    """
    settings = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", _COMMAND, name],
        capture_output=True,
        env=settings,
        check=True,
        text=True,
    )
    return int(done.stderr.split()[-1]) / 1_024


@contextmanager
def _all_cores() -> Iterator[None]:
    """The rest of the benchmark stays on one core; this part may use all."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
