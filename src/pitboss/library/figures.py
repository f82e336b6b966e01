"""The mathematics of a rulebook. NumPy and Numba are imported on the first call, and each kind of
code is compiled on its first use.
"""

from functools import partial
from typing import TYPE_CHECKING

from pitboss.library.inputs import BookOrName, CardsOrNames, book_of, cards, cents, whole
from pitboss.maths.family import maths_of

if TYPE_CHECKING:
    from pitboss.maths.difference import MathsDifference
    from pitboss.maths.exact.analysis import Analysis
    from pitboss.maths.simulation.run import Simulated
    from pitboss.maths.strategy.best_play import Advice, ProgressiveStakes
    from pitboss.maths.strategy.charts import Chart


def analyse(book: BookOrName, progressive_bet: str = "5.00") -> "Analysis":
    """House edge, best play, side wagers and progressive bet, exactly (docs/maths.md); raises
    ``pitboss.CannotAnalyse`` where a key of the rulebook stands in the way.

    >>> analyse("rws-casino-stud-6").house_edge
    Fraction(86362082531, 1661102543100)
    """
    from pitboss.maths.exact import analysis

    return analysis.analyse(book_of(book), cents(progressive_bet, "progressive_bet"))


def advise(
    book: BookOrName,
    hand: CardsOrNames,
    *,
    jackpot: str | None = None,
    progressive_bet: str = "5.00",
    ante: str = "25.00",
) -> "Advice":
    """What each choice with these cards is worth, per unit of the opening wager.

    Stud: five cards, then the dealer's. Hold'em: two hole cards, then what lies open. Bullseye:
    five. ``jackpot`` is what it stands at, for a player with a progressive bet down.

    >>> advise("rws-casino-stud-6", "As Kd Jh 8c 3s 8d").best.name
    'bet'
    """
    from pitboss.maths.strategy import best_play

    stakes = _stakes(jackpot, progressive_bet, ante)
    return best_play.advise(book_of(book), cards(hand), stakes)


def chart(
    book: BookOrName,
    *,
    jackpot: str | None = None,
    progressive_bet: str = "5.00",
    ante: str = "25.00",
) -> "Chart":
    """The best play as a chart, and what simpler rules cost."""
    from pitboss.maths.strategy import charts

    return charts.chart(book_of(book), _stakes(jackpot, progressive_bet, ante))


def _stakes(jackpot: str | None, progressive_bet: str, ante: str) -> "ProgressiveStakes | None":
    from pitboss.maths.strategy.best_play import ProgressiveStakes

    if jackpot is None:
        return None
    return ProgressiveStakes(
        cents(ante, "ante"), cents(progressive_bet, "progressive_bet"), cents(jackpot, "jackpot")
    )


def simulate(
    book: BookOrName,
    rounds: int = 1_000_000,
    *,
    seed: int = 1,
    strategy: str = "optimal",
    workers: int = 1,
    jackpot: str | None = None,
    progressive_bet: str = "5.00",
    ante: str = "25.00",
) -> "Simulated":
    """Plays a rulebook at random and holds what comes of it against the exact figures
    (docs/simulation.md). One seed gives the same result, for any number of workers.
    """
    from pitboss.maths.simulation import run
    from pitboss.maths.simulation.blocks import Work, count
    from pitboss.maths.simulation.game import Stakes, Strategy

    known = book_of(book)
    strategies = maths_of(known).strategies
    if strategy not in strategies:
        raise ValueError(f"strategy is {strategy!r}; for {known.id} write {', '.join(strategies)}")
    whole("rounds", rounds, 2)  # a standard error takes two
    whole("seed", seed, 0)
    whole("workers", workers, 1)
    stakes = Stakes(
        cents(progressive_bet, "progressive_bet"),
        None if jackpot is None else cents(jackpot, "jackpot"),
        cents(ante, "ante"),
    )
    work = Work(rounds, seed)
    return run.simulate(known, Strategy(strategy), stakes, work, partial(count, workers=workers))


def compare(a: BookOrName, b: BookOrName, progressive_bet: str = "5.00") -> "MathsDifference":
    """What differs between two rulebooks in exact figures; ``pitboss maths diff`` prints it.

    >>> compare("rws-casino-stud-6", "rws-casino-stud-6").figures
    ()
    """
    from pitboss.maths import difference

    bet = cents(progressive_bet, "progressive_bet")
    return difference.compare(book_of(a), book_of(b), bet)
