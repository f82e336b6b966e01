"""Simulating a rulebook from end to end: what ``pitboss simulate`` does."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from pitboss.kernel.display import Cell, Panel, Tabular
from pitboss.maths.exact.premises import check_premises
from pitboss.maths.exact.results import CannotAnalyse
from pitboss.maths.family import maths_of
from pitboss.maths.json_types.simulation import WrittenSimulation
from pitboss.maths.simulation.blocks import Counts, Plan, Work
from pitboss.maths.simulation.figures import Figure, ProgressiveFigures, WagerFigures
from pitboss.maths.simulation.game import Game, Stakes, Strategy
from pitboss.rulebook.model import Rulebook

Counter = Callable[[Plan, Work], Counts]
"""Counts a simulation: on threads of this process, or on a cluster."""


class Simulated(Tabular, msgspec.Struct, frozen=True):
    """A simulation and its results."""

    rulebook: str
    strategy: Strategy
    work: Work
    wagers: tuple[WagerFigures, ...]
    progressive: ProgressiveFigures

    def compared(self) -> list[tuple[str, Figure]]:
        """Every figure that has an exact value to compare with, with its full name."""
        named = []
        for wager in self.wagers:
            # A stake that is always the same proves nothing.
            staked = (wager.staked,) if wager.staked.error else ()
            figures = (wager.house_edge, *staked, *wager.outcomes)
            named += [(f"{wager.name} {figure.name}", figure) for figure in figures]
        progressive = self.progressive
        whole = () if progressive.whole_return is None else (progressive.whole_return,)
        figures = (*progressive.hits, progressive.fixed_return, *whole)
        named += [(f"progressive {figure.name}", figure) for figure in figures]
        return [(name, figure) for name, figure in named if figure.exact is not None]

    def headline(self) -> str:
        edge = self.wagers[0].house_edge
        return (
            f"{self.rulebook}: {self.work.rounds:,} rounds, {self.strategy}, "
            f"house edge {float(edge.mean):.6f} ± {edge.error:.2g}"
        )

    def panels(self) -> Iterator[Panel]:
        rows = tuple(
            (
                name,
                f"{float(figure.mean):.9f}",
                f"{figure.error:.2g}",
                "" if figure.exact is None else f"{float(figure.exact):.9f}",
                "" if figure.off is None else f"{figure.off:+.2f}",
            )
            for name, figure in self.compared()
        )
        yield Panel("", ("figure", "simulated", "standard error", "exact", "errors off"), rows)

    def to_rows(self) -> list[Mapping[str, Cell]]:
        """One for each figure that has an exact value to compare with."""
        return [
            {
                "figure": name,
                "simulated": float(figure.mean),
                "standard_error": figure.error,
                "exact": None if figure.exact is None else float(figure.exact),
                "errors_off": figure.off,
            }
            for name, figure in self.compared()
        ]

    def written(self) -> WrittenSimulation:
        """What ``pitboss simulate --json`` prints."""
        return WrittenSimulation(
            rulebook=self.rulebook,
            strategy=self.strategy.value,
            rounds=self.work.rounds,
            seed=self.work.seed,
            wagers={wager.name: wager.written() for wager in self.wagers},
            progressive=self.progressive.written(),
        )


def strategies_of(book: Rulebook) -> tuple[Strategy, ...]:
    """The strategies that fit the family; raises CannotAnalyse if it can't be simulated."""
    known = maths_of(book).strategies
    if not known:
        raise CannotAnalyse("its mathematics has no simulation")
    return known


def prepare(book: Rulebook, strategy: Strategy, stakes: Stakes) -> Game:
    """The game of a rulebook; raises SimulationError or CannotAnalyse if it can't be simulated."""
    check_premises(book)
    return maths_of(book).game(book, strategy, stakes)


def simulate(
    book: Rulebook, strategy: Strategy, stakes: Stakes, work: Work, counter: Counter
) -> Simulated:
    """Plays that many rounds and returns the results."""
    game = prepare(book, strategy, stakes)
    return concluded(book, strategy, work, game, counter(game.plan, work))


def concluded(
    book: Rulebook, strategy: Strategy, work: Work, game: Game, counts: Counts
) -> Simulated:
    """What the counts of a simulation say."""
    return Simulated(book.id, strategy, work, game.wagers(counts), game.progressive(counts))
