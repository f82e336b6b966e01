"""Ranking by the million on one core: the batch kernels compared with a loop in C over the same
tables, and with other evaluators.

The other evaluators are called as their documentation says, one hand at a time, with cards already
in their own form; the time per hand is compared. The same run determines which of them is the
fastest.
"""

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import eval7  # type: ignore[import-not-found, import-untyped, unused-ignore]  # has no types
import numpy as np
import numpy.typing as npt
import phevaluator  # type: ignore[import-not-found, import-untyped, unused-ignore]  # has no types
import pkrbot  # type: ignore[import-not-found, import-untyped, unused-ignore]  # has no types
from pokerkit import Card as PokerkitCard
from pokerkit import StandardHighHand

from bench.contestants import evaluator, for_treys
from bench.effort import Effort
from bench.figures import AtLeast, Figure, Goal, a_second
from bench.timing import Times, announced, race
from pitboss.kernel.cards import NAMES
from pitboss.maths.kernels import ranking as kernels

Hands = npt.NDArray[np.uint8]

_BEST_PEER = {5: AtLeast(60), 7: AtLeast(35)}
_C_LOOP = {5: AtLeast(0.9), 7: AtLeast(0.8)}
_ALL_HANDS_MS = 10.0


@dataclass(frozen=True)
class Work:
    """Hands for us and the loop in C, and a few of them in the form of each of the others."""

    many: Hands
    out: npt.NDArray[np.uint16]
    few: dict[str, Sequence[Any]]


def _forms(hands: Hands) -> dict[str, Sequence[Any]]:
    rows: list[list[int]] = hands.tolist()
    names = [[NAMES[card] for card in row] for row in rows]
    pkrbot_cards, eval7_cards = (
        [make(name) for name in NAMES] for make in (pkrbot.Card, eval7.Card)
    )
    return {
        "pkrbot": [[pkrbot_cards[card] for card in row] for row in rows],
        # Its cards are numbers, and numbered like ours.
        "phevaluator": rows,
        "eval7": [[eval7_cards[card] for card in row] for row in rows],
        "treys": for_treys(rows),  # type: ignore[arg-type]  # the kernel's cards, as plain numbers
        "pokerkit": [tuple(PokerkitCard.parse("".join(row))) for row in names],
    }


def _pokerkit(hands: Sequence[Any]) -> None:
    for hand in hands:
        StandardHighHand.from_game(hand) if len(hand) > 5 else StandardHighHand(hand)


_PEERS: dict[str, Callable[[Sequence[Any]], object]] = {
    "pkrbot": lambda hands: [pkrbot.evaluate(hand) for hand in hands],
    "phevaluator": lambda hands: [phevaluator.evaluate_cards(*hand) for hand in hands],
    "eval7": lambda hands: [eval7.evaluate(hand) for hand in hands],
    "treys": lambda hands: [evaluator.evaluate(hand, []) for hand in hands],
    "pokerkit": _pokerkit,
}


class CLoop:
    """The same ranking in C, compiled here; nothing if there is no compiler."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc")
        self.library = None
        if compiler is not None:
            library = folder / "rank_loop.so"
            source = Path(__file__).parent / "rank_loop.c"
            subprocess.run(
                [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source],
                check=True,
            )
            self.library = ctypes.CDLL(str(library))

    def rank(self, cards: Hands, out: npt.NDArray[np.uint16]) -> None:
        assert self.library is not None, "asked only where there is a compiler"
        if cards.shape[1] == 5:
            tables: Sequence[npt.NDArray[Any]] = (
                kernels.FIVE_KEYS,
                kernels.FIVE_BEGINS,
                kernels.FIVE_MIXED,
            )
            function = self.library.rank5
        else:
            tables = (kernels.SEVEN_KEYS, kernels.SEVEN_BEGINS, kernels.SEVEN_MIXED)
            function = self.library.rank7
        pointers = [
            array.ctypes.data_as(ctypes.c_void_p) for array in (*tables, kernels.SUITED, out)
        ]
        function(cards.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(len(cards)), *pointers)


def batches(effort: Effort) -> Iterator[Figure]:
    """All figures of batch ranking."""
    with TemporaryDirectory() as folder:
        loop = CLoop(Path(folder))
        yield from _ranking(effort, "rank5", kernels.rank5, 5, loop)
        yield from _ranking(effort, "rank7", kernels.rank7, 7, loop)
    yield _point_hands(effort)
    yield _every_hand(effort)


def _ranking(
    effort: Effort, what: str, rank: Callable[..., object], size: int, loop: CLoop
) -> Iterator[Figure]:
    _agree(size, rank, loop)
    many, few = 200 * effort.hands, effort.hands
    contestants: list[Callable[[Work], object]] = [lambda work: rank(work.many, work.out)]
    contestants += [_alone(name) for name in _PEERS]
    if loop.library is not None:
        contestants.append(lambda work: loop.rank(work.many, work.out))
    works = (_work(many, few, size, number) for number in range(effort.rounds))
    ours, *others = race(announced(what, works, effort.rounds), *contestants)
    hand = _each(ours, many)
    peers = {name: _each(times, few) for name, times in zip(_PEERS, others, strict=False)}
    best = min(peers, key=lambda name: peers[name].middle_s)
    for name, times in peers.items():
        yield _beside(what, hand, name, times, _BEST_PEER[size] if name == best else None)
    if loop.library is not None:
        yield _beside(what, hand, "a loop in C", _each(others[-1], many), _C_LOOP[size])


def _alone(name: str) -> Callable[[Work], object]:
    return lambda work: _PEERS[name](work.few[name])


def _each(times: Times, count: int) -> Times:
    """The time of one hand."""
    return Times([seconds / count for seconds in times.seconds])


def _beside(what: str, ours: Times, peer: str, theirs: Times, goal: AtLeast | None) -> Figure:
    return Figure(
        what, "hands/s", 1 / ours.middle_s, peer, 1 / theirs.middle_s, ours.over(theirs), goal
    )


def _work(many: int, few: int, size: int, seed: int) -> Work:
    hands = _random_hands(many, size, seed)
    return Work(hands, np.empty(many, np.uint16), _forms(hands[:few]))


def _random_hands(count: int, size: int, seed: int) -> Hands:
    order = np.random.default_rng(seed).random((count, 52), np.float32)
    return np.ascontiguousarray(np.argpartition(order, size, axis=1)[:, :size].astype(np.uint8))


def _agree(size: int, rank: Callable[..., Any], loop: CLoop) -> None:
    """Checks that all rank hands in the same order, and so do the same work; compiles on the
    way.
    """
    hands = _random_hands(2_000, size, 99)
    ours = rank(hands)
    forms = _forms(hands)
    by_peer = {
        "pkrbot": [pkrbot.evaluate(hand) for hand in forms["pkrbot"]],
        "phevaluator": [-phevaluator.evaluate_cards(*hand) for hand in forms["phevaluator"]],
        "eval7": [eval7.evaluate(hand) for hand in forms["eval7"]],
        "treys": [-evaluator.evaluate(hand, []) for hand in forms["treys"]],
    }
    for name, values in by_peer.items():
        for one, other in zip(
            np.argsort(ours, kind="stable"), np.argsort(ours, kind="stable")[1:], strict=False
        ):
            assert (ours[one] < ours[other]) == (values[one] < values[other]), (
                f"{name} ranks a hand differently"
            )
    if loop.library is not None:
        out = np.zeros(len(hands), np.uint16)
        loop.rank(hands, out)
        assert np.array_equal(out, ours), "the loop in C ranks a hand differently"


def _point_hands(effort: Effort) -> Figure:
    count = 200 * effort.hands
    kernels.point_hand(_random_hands(10, 5, 0))
    works = (
        (_random_hands(count, 5, number), np.empty(count, np.uint8))
        for number in range(effort.rounds)
    )
    (times,) = race(
        announced("point_hand", works, effort.rounds),
        lambda work: kernels.point_hand(work[0], work[1]),
    )
    return a_second("point_hand", "hands", count, times)


def _every_hand(effort: Effort) -> Figure:
    """All 2,598,960 hands of five, in the usual order."""
    what = "rank5 of all 2,598,960 hands"
    cards = np.fromiter(
        (card for hand in combinations(range(52), 5) for card in hand), np.uint8, 5 * 2_598_960
    )
    hands, out = cards.reshape(-1, 5), np.empty(2_598_960, np.uint16)
    (times,) = race(
        announced(what, range(effort.rounds), effort.rounds), lambda _: kernels.rank5(hands, out)
    )
    goal_s = Times([_ALL_HANDS_MS / 1_000] * len(times.seconds))
    return Figure(
        what, "ms", 1_000 * times.middle_s, "goal", _ALL_HANDS_MS, times.over(goal_s), Goal(1)
    )
