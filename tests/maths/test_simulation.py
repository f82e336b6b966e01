"""Simulations as a whole: reproducible, the same on any number of workers, and true to the exact
mathematics.
"""

from concurrent.futures import Future
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss.kernel.money import Cents
from pitboss.kernel.poker import Category
from pitboss.maths.simulation.blocks import (
    BLOCK_ROUNDS,
    Counts,
    Plan,
    Work,
    count,
    count_blocks,
    gather,
)
from pitboss.maths.simulation.figures import Exact, Figure, figure, measure, wager_figures
from pitboss.maths.simulation.game import SimulationError, Stakes, Strategy
from pitboss.maths.simulation.kernels import NO_DEALER_HAND, STUD_CELLS
from pitboss.maths.simulation.pays import CellValues
from pitboss.maths.simulation.run import Simulated, prepare, simulate, strategies_of
from pitboss.rulebook.loader import builtin_ids
from tests.maths import variants
from tests.support import book_of

JACKPOT = Cents(50_000_000)


def simulated(name: str, strategy: Strategy, rounds: int, seed: int = 1) -> Simulated:
    return simulate(book_of(name), strategy, Stakes(jackpot=JACKPOT), Work(rounds, seed), count)


CASES = [(name, strategy) for name in builtin_ids() for strategy in strategies_of(book_of(name))]


@pytest.mark.parametrize(("name", "strategy"), CASES)
def test_every_figure_is_within_four_standard_errors_of_the_exact_value(
    name: str, strategy: Strategy
) -> None:
    found = simulated(name, strategy, 3_000_000)
    compared = found.compared()
    assert len(compared) >= 8
    for what, one in compared:
        assert one.off is not None
        assert abs(one.off) < 4, f"{what}: {float(one.mean)} is {one.off} errors off {one.exact}"


@pytest.mark.parametrize(
    ("strategy", "published"),
    [(Strategy.OPTIMAL, 0.05224), (Strategy.AKJ83, 0.05316), (Strategy.BLIND, 0.16607)],
)
def test_caribbean_stud_has_the_published_house_edge(strategy: Strategy, published: float) -> None:
    # The Wizard of Odds on Caribbean Stud Poker, where a royal flush pays 100 to 1: in a variant
    # that pays so, too.
    book = variants.stud(pays__bet__royal_flush="100 to 1")
    main = simulate(book, strategy, Stakes(), Work(20_000_000, seed=1), count).wagers[0]
    rounded_away = 0.000005
    assert abs(float(main.house_edge.mean) - published) < 4 * main.house_edge.error + rounded_away


@pytest.mark.parametrize(
    "name", ["rws-casino-stud-6", "rws-multilink-holdem-2", "mbs-megalink-bullseye-4"]
)
def test_the_number_of_workers_changes_nothing(name: str) -> None:
    plan = prepare(book_of(name), Strategy.OPTIMAL, Stakes()).plan
    # Three blocks and a bit, so that the last one is short.
    work = Work(3 * BLOCK_ROUNDS + 1_234, seed=9)
    alone = count(plan, work, workers=1)
    assert (count(plan, work, workers=3) == alone).all()
    backwards = [
        count_blocks(plan, work, block, block + 1) for block in reversed(range(work.blocks))
    ]
    assert (np.sum(backwards, axis=0) == alone).all()
    assert (count(plan, Work(work.rounds, seed=10)) != alone).any()


def test_a_seed_gives_what_it_always_gave() -> None:
    # Reproducing a filed simulation depends on these numbers: if this fails, seeds have changed
    # their meaning.
    counts = count(
        prepare(book_of("rws-casino-stud-6"), Strategy.AKJ83, Stakes()).plan,
        Work(1_000_000, seed=1),
    )
    by_result = counts.reshape(6, len(Category)).sum(axis=1).tolist()
    assert by_result == [266230, 208990, 228645, 137441, 15, 158679]


def test_every_round_is_counted_once() -> None:
    plan = prepare(book_of("rws-multilink-stud-3"), Strategy.BLIND, Stakes()).plan
    counts = count(plan, Work(BLOCK_ROUNDS + 5, seed=1))
    assert len(counts) == STUD_CELLS
    assert counts.sum() == BLOCK_ROUNDS + 5
    assert counts[: NO_DEALER_HAND * len(Category)].sum() == 0, "who bets blind never folds"


def test_progress_is_told_to_the_last_round() -> None:
    told: list[int] = []
    plan = prepare(book_of("rws-multilink-stud-3"), Strategy.BLIND, Stakes()).plan
    count(plan, Work(40 * BLOCK_ROUNDS + 7, seed=1), workers=2, progress=told.append)
    assert told[0] == 0
    assert told == sorted(told)
    assert len(told) == 4
    assert told[-1] == 40 * BLOCK_ROUNDS + 7


def test_a_failing_task_ends_the_simulation_and_calls_off_the_others() -> None:
    cancelled = []

    class Waiting(Future[Counts]):
        def cancel(self) -> bool:
            cancelled.append(self)
            return super().cancel()

    def submit(first: int, _: int) -> Future[Counts]:
        future = Waiting()
        if first == 0:
            future.set_exception(RuntimeError("a worker died"))
        return future

    plan = Plan("stud", ())
    with pytest.raises(RuntimeError, match="a worker died"):
        gather(submit, plan, Work(100 * BLOCK_ROUNDS, 1), 3, lambda _: None)
    # The failed one is among them; it has nothing to call off.
    assert len(cancelled) >= 2


@pytest.mark.parametrize(
    ("name", "strategy"),
    [
        ("rws-casino-stud-6", Strategy.HOUSE_WAY),
        ("rws-multilink-holdem-2", Strategy.AKJ83),
        ("mbs-megalink-bullseye-4", Strategy.BLIND),
    ],
)
def test_a_strategy_of_another_family_is_refused(name: str, strategy: Strategy) -> None:
    with pytest.raises(SimulationError, match="is no strategy for"):
        prepare(book_of(name), strategy, Stakes())


def test_json_does_not_depend_on_time_or_workers() -> None:
    found = simulated("mbs-megalink-bullseye-4", Strategy.OPTIMAL, 50_000).written()
    assert found == simulated("mbs-megalink-bullseye-4", Strategy.OPTIMAL, 50_000).written()
    one: Any = msgspec.to_builtins(found)
    assert one["rounds"] == 50_000
    assert list(one["wagers"]) == ["main", "tie", "suits", "bullseye"]
    assert sum(one["wagers"]["main"]["results"].values()) == 50_000
    assert one["progressive"]["jackpot"] == "500000.00"


# ── figures ───────────────────────────────────────────────────────────────────────────────────────


def test_mean_and_error_by_hand() -> None:
    # 1, 1, 1 and -3: mean 0, squares 12, variance 12/3, error of the mean the root of 4/4.
    mean, variance, error = measure([Fraction(1), Fraction(-3)], [3, 1])
    assert mean == 0
    assert variance == 4
    assert error == 1.0


def test_how_far_off_by_hand() -> None:
    assert Figure("x", Fraction(3, 10), 0.05, Fraction(1, 5)).off == pytest.approx(2)
    assert Figure("x", Fraction(3, 10), 0.05).off is None
    assert Figure("x", Fraction(1), 0.0, Fraction(1)).off == 0
    assert Figure("x", Fraction(1), 0.0, Fraction(1, 2)).off == float("inf")


def test_what_never_came_has_the_error_that_was_to_be_expected() -> None:
    found = figure("royal-flush", [Fraction(0), Fraction(1)], [10_000, 0], Fraction(1, 649_740))
    chance = 1 / 649_740
    assert found.error == pytest.approx(sqrt(chance * (1 - chance) / 10_000))
    assert found.off == pytest.approx(-chance / found.error)


def test_a_wagers_figures_by_hand() -> None:
    values = CellValues(
        (Fraction(-1), Fraction(0), Fraction(2)), (Fraction(1), Fraction(3), Fraction(3))
    )
    exact = Exact(Fraction(0), Fraction(2), Fraction(2), {"lose": Fraction(1, 2)})
    found = wager_figures("main", values, [5, 3, 2], exact, ["lose", "push", "win"])
    # 5 · -1 + 2 · 2 = -1 in 10 rounds; 5 · 1 + 5 · 3 staked.
    assert found.house_edge.mean == Fraction(1, 10)
    assert found.staked.mean == 2
    assert found.deviation == pytest.approx(sqrt((13 - 0.1) / 9))
    assert found.exact_deviation == pytest.approx(sqrt(2))
    assert [(one.name, one.mean, one.exact) for one in found.outcomes] == [
        ("lose", Fraction(1, 2), Fraction(1, 2)),
        ("push", Fraction(3, 10), None),
        ("win", Fraction(1, 5), None),
    ]
    assert found.results == {-1: 5, 0: 3, 2: 2}


def test_counts_are_whole_numbers_of_64_bits() -> None:
    plan = prepare(book_of("rws-multilink-stud-3"), Strategy.BLIND, Stakes()).plan
    assert count_blocks(plan, Work(10, 1), 0, 1).dtype == np.int64
