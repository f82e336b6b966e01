"""Compiles everything that Numba compiles and caches it on disk: once, instead of in every process
that the tests start at the same time.
"""

import numpy as np

from pitboss.kernel.money import Cents
from pitboss.maths.kernels.ranking import point_hand, rank5, rank7
from pitboss.maths.simulation.blocks import Work, count
from pitboss.maths.simulation.game import Stakes
from pitboss.maths.simulation.run import simulate, strategies_of
from pitboss.rulebook.loader import builtin_ids
from pitboss.rulebook.shelf import Shelf
from pitboss.web.api.hints import compile_all

ROUNDS = Work(1, 1)


def main() -> None:
    compile_all()
    hands = np.arange(7, dtype=np.uint8).reshape(1, 7)
    rank7(hands)
    rank5(hands[:, :5])
    point_hand(hands[:, :5])
    for book in map(Shelf(paths=False).get, builtin_ids()):
        for strategy in strategies_of(book):
            simulate(book, strategy, Stakes(jackpot=Cents(100_000_00)), ROUNDS, count)


if __name__ == "__main__":
    main()
