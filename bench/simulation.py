"""Simulating casino stud: compared with a loop in C, with Python loops using other people's
evaluators, and on two cores.

Everybody plays the same game: ten cards off a fresh deck, the bet on A-K-J-8-3 or better, the
dealer's qualifying hand, the pay table of the document. The Python loops draw with
``random.sample`` and rank with the fastest of the evaluators. The loop in C has the same generator,
deals and tables as ours, and must arrive at the same counts.
"""

import ctypes
import os
import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import eval7  # type: ignore[import-not-found, import-untyped, unused-ignore]  # has no types
import numpy as np
import numpy.typing as npt
import phevaluator  # type: ignore[import-not-found, import-untyped, unused-ignore]  # has no types
import pkrbot  # type: ignore[import-not-found, import-untyped, unused-ignore]  # has no types

from bench.effort import Effort
from bench.figures import AtLeast, Figure
from bench.timing import Times, announced, race
from pitboss.games.stud.book import StudBook
from pitboss.kernel.cards import NAMES
from pitboss.kernel.poker import ACE_KING_HIGH
from pitboss.maths.kernels import ranking as kernels
from pitboss.maths.kernels.draws import block_state, words_to_reject
from pitboss.maths.simulation.blocks import BLOCK_ROUNDS, Plan, Work, count, count_blocks
from pitboss.maths.simulation.game import Stakes, Strategy
from pitboss.maths.simulation.kernels import STUD_CARDS, STUD_CELLS
from pitboss.maths.simulation.pays import stud_values
from pitboss.maths.simulation.run import prepare
from pitboss.rulebook.loader import installed

_BOOK = "rws-casino-stud-6"
_PYTHON, _C, _TWO_CORES = AtLeast(150), AtLeast(0.9), AtLeast(1.7)

# Ours does this many blocks while a Python loop does some thousand rounds.
_BLOCKS = 8
_BLOCKS_ON_CORES = 400


def simulating(effort: Effort) -> Iterator[Figure]:
    """All figures of the simulation."""
    book = installed(_BOOK)
    assert isinstance(book, StudBook), "one of ours"
    plan = prepare(book, Strategy.AKJ83, Stakes()).plan
    with TemporaryDirectory() as folder:
        yield from _on_one_core(effort, plan, book, CLoop(Path(folder), plan))
    yield from _other_games(effort)
    yield from _on_two_cores(effort, plan)


# ── the loop in C ─────────────────────────────────────────────────────────────────────────────────


class _Tables(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("keys", "begins", "mixed", "suited", "codes")),
        ("reject", ctypes.c_uint64),
        ("qualifies", ctypes.c_uint16),
    )


class CLoop:
    """The same simulation in C, compiled here; ``library`` is None if there is no compiler."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.library = None
        self.arrays = (
            kernels.FIVE_KEYS,
            kernels.FIVE_BEGINS,
            kernels.FIVE_MIXED,
            kernels.SUITED,
            plan.arguments[0],
        )
        compiler = shutil.which("cc")
        if compiler is None:
            return
        library = folder / "stud_loop.so"
        source = Path(__file__).parent / "stud_loop.c"
        subprocess.run(
            [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source],
            check=True,
        )
        self.library = ctypes.CDLL(str(library))
        self.tables = _Tables(
            *(array.ctypes.data for array in self.arrays),
            int(words_to_reject(STUD_CARDS)),
            ACE_KING_HIGH,
        )

    def count(self, work: Work) -> npt.NDArray[np.int64]:
        """All blocks of it."""
        assert self.library is not None, "asked only where there is a compiler"
        counts = np.zeros(STUD_CELLS, np.int64)
        for block in range(work.blocks):
            state = block_state(work.seed, block)
            self.library.stud_loop(
                ctypes.byref(self.tables),
                state.ctypes.data_as(ctypes.c_void_p),
                ctypes.c_uint64(work.rounds_of(block)),
                counts.ctypes.data_as(ctypes.c_void_p),
            )
        return counts


# ── Python loops ──────────────────────────────────────────────────────────────────────────────────

Ranking = tuple[list[Any], Callable[[list[Any]], int]]
"""Cards in an evaluator's form, and its strength of five of them; higher is better."""


def _rankings() -> dict[str, Ranking]:
    return {
        "pkrbot": ([pkrbot.Card(name) for name in NAMES], pkrbot.evaluate),
        "eval7": ([eval7.Card(name) for name in NAMES], eval7.evaluate),
        # Its cards are numbers, numbered like ours, and a lower strength is better.
        "phevaluator": ([*range(52)], lambda hand: -int(phevaluator.evaluate_cards(*hand))),
    }


def _python_loop(ranking: Ranking, book: StudBook) -> Callable[[int, int], float]:
    """The game in plain Python: a function of the number of rounds and a seed that returns the mean
    result.
    """
    cards, strength = ranking
    named = dict(zip(NAMES, cards, strict=True))
    least = ["As Kd Jh 8c 3s", "As Kd 4h 3c 2s"]
    bets_from, qualifies_from = (strength([named[name] for name in hand.split()]) for hand in least)
    # The weakest hand of each category from the pair up: a winner's category is where its strength
    # falls between them.
    weakest = (
        "2s 2d 5h 4c 3s",
        "3s 3d 2h 2c 4s",
        "2s 2d 2h 4c 3s",
        "As 2d 3h 4c 5s",
        "2s 3s 4s 5s 7s",
        "2s 2d 2h 3c 3s",
        "2s 2d 2h 2c 3s",
        "As 2s 3s 4s 5s",
        "As Ks Qs Js Ts",
    )
    steps = [strength([named[name] for name in hand.split()]) for hand in weakest]
    wins = [float(value) for value in stud_values(book)["main"].net[-10:]]

    def play(rounds: int, seed: int) -> float:
        sample, total = Random(seed).sample, 0.0
        for _ in range(rounds):
            dealt = sample(cards, STUD_CARDS)
            mine = strength(dealt[:5])
            if mine < bets_from:
                total -= 1
                continue
            theirs = strength(dealt[5:])
            if theirs < qualifies_from:
                total += 1
            elif mine > theirs:
                total += wins[bisect_right(steps, mine)]
            elif mine < theirs:
                total -= 3
        return total / rounds

    return play


# ── the figures ───────────────────────────────────────────────────────────────────────────────────


def _on_one_core(effort: Effort, plan: Plan, book: StudBook, loop: CLoop) -> Iterator[Figure]:
    what = "simulate casino stud, one core"
    few = 4 * effort.hands
    players = {name: _python_loop(ranking, book) for name, ranking in _rankings().items()}
    _agree(plan, loop, players)
    contestants: list[Callable[[Work], object]] = [
        lambda work: count_blocks(plan, work, 0, work.blocks)
    ]
    contestants += [_alone(play, few) for play in players.values()]
    if loop.library is not None:
        contestants.append(loop.count)
    works = (Work(_BLOCKS * BLOCK_ROUNDS, seed) for seed in range(effort.rounds))
    ours, *others = race(announced(what, works, effort.rounds), *contestants)
    each = _each(ours, _BLOCKS * BLOCK_ROUNDS)
    peers = {name: _each(times, few) for name, times in zip(players, others, strict=False)}
    best = min(peers, key=lambda name: peers[name].middle_s)
    for name, times in peers.items():
        yield _beside(what, each, f"Python, {name}", times, _PYTHON if name == best else None)
    if loop.library is not None:
        yield _beside(what, each, "a loop in C", _each(others[-1], _BLOCKS * BLOCK_ROUNDS), _C)
    else:
        yield Figure(
            f"{what} (no compiler 'cc' here to make the loop in C)", "rounds/s", 1 / each.middle_s
        )


def _alone(play: Callable[[int, int], float], rounds: int) -> Callable[[Work], object]:
    return lambda work: play(rounds, work.seed)


def _agree(plan: Plan, loop: CLoop, players: dict[str, Callable[[int, int], float]]) -> None:
    """Checks that all play the same game; compiles on the way."""
    work = Work(2 * BLOCK_ROUNDS + 7, seed=99)
    ours = count_blocks(plan, work, 0, work.blocks)
    if loop.library is not None:
        assert np.array_equal(loop.count(work), ours), "the loop in C plays another game"
    # One seed deals all of them the same cards, so their results agree to the last digit.
    results = {name: play(5_000, 1) for name, play in players.items()}
    assert len(set(results.values())) == 1, f"evaluators disagree: {results}"


def _other_games(effort: Effort) -> Iterator[Figure]:
    for name, rulebook, strategy in (
        ("stud, the best play", _BOOK, Strategy.OPTIMAL),
        ("hold'em, the best play", "rws-multilink-holdem-2", Strategy.OPTIMAL),
        ("Bullseye", "mbs-megalink-bullseye-4", Strategy.OPTIMAL),
    ):
        book = installed(rulebook)
        assert book is not None, "one of ours"
        plan = prepare(book, strategy, Stakes()).plan
        count_blocks(plan, Work(10, 1), 0, 1)
        what = f"simulate {name}, one core"
        works = (Work(_BLOCKS * BLOCK_ROUNDS, seed) for seed in range(effort.rounds))
        (times,) = race(announced(what, works, effort.rounds), _player(plan))
        yield Figure(what, "rounds/s", 1 / _each(times, _BLOCKS * BLOCK_ROUNDS).middle_s)


def _player(plan: Plan) -> Callable[[Work], object]:
    return lambda work: count_blocks(plan, work, 0, work.blocks)


def _on_two_cores(effort: Effort, plan: Plan) -> Iterator[Figure]:
    what = "simulate casino stud, two threads"
    with _all_cores() as cores:
        if cores < 2:
            return
        what += _business()
        works = (Work(_BLOCKS_ON_CORES * BLOCK_ROUNDS, seed) for seed in range(effort.rounds))
        two, one = race(
            announced(what, works, effort.rounds),
            lambda work: count(plan, work, workers=2),
            lambda work: count(plan, work, workers=1),
            clock=perf_counter,
        )
    rounds = _BLOCKS_ON_CORES * BLOCK_ROUNDS
    yield _beside(what, _each(two, rounds), "one thread", _each(one, rounds), _TWO_CORES)


def _business() -> str:
    """Two cores are twice as fast only while nobody else uses them; so the output says if somebody
    does.
    """
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    # The benchmark itself has kept one core busy up to now.
    return f" (busy machine: load {load:.1f})" if load > 1.5 else ""


@contextmanager
def _all_cores() -> Iterator[int]:
    """Releases the one core that the rest is measured on; returns how many there are."""
    if not hasattr(os, "sched_setaffinity"):
        yield os.cpu_count() or 1
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield len(os.sched_getaffinity(0))
    finally:
        os.sched_setaffinity(0, before)


def _each(times: Times, rounds: int) -> Times:
    """The time per round."""
    return Times([seconds / rounds for seconds in times.seconds])


def _beside(what: str, ours: Times, peer: str, theirs: Times, goal: AtLeast | None) -> Figure:
    return Figure(
        what, "rounds/s", 1 / ours.middle_s, peer, 1 / theirs.middle_s, ours.over(theirs), goal
    )
