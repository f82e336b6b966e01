"""The mathematics of Casino Hold'em."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from casino_holdem import exact, play
from casino_holdem.book import CasinoHoldemBook
from pitboss.kernel.cards import RANKS, Card
from pitboss.kernel.money import Cents
from pitboss.maths.exact import progressive as jackpot
from pitboss.maths.exact.analysis import ALWAYS_FOLD, Analysis, Main, Side
from pitboss.maths.exact.premises import NotHonoured, check_nothing_exposed
from pitboss.maths.family import Block, FamilyMaths, Illustration
from pitboss.maths.simulation.game import Game, Stakes, Strategy
from pitboss.maths.strategy.best_play import Advice, ProgressiveStakes
from pitboss.maths.strategy.charts import RANKS_DOWN, Chart
from pitboss.rulebook.parts import Dealing, Stage

_ORDER = (Stage.FLOP, Stage.DECISIONS, Stage.TURN, Stage.RIVER)


class CasinoHoldemMaths(FamilyMaths[CasinoHoldemBook]):
    samples = ("As Kd 2c 7d 9h",)
    strategies = (Strategy.OPTIMAL, Strategy.BLIND, Strategy.ALWAYS_FOLD)

    def check_dealing(self, name: str, dealing: Dealing) -> None:
        order = tuple(stage for stage in dealing.order if stage in _ORDER)
        if order != _ORDER:
            raise NotHonoured(
                f"dealing.{name}.order is {', '.join(order)}; the mathematics is of a decision "
                "between flop and turn"
            )
        check_nothing_exposed(name, dealing)

    def analyse(self, book: CasinoHoldemBook, bet: Cents) -> Analysis:
        pays = exact.Odds.of(book)
        found = exact.best(pays)
        best, blind = exact.cases(pays, found.totals), exact.cases(pays, exact.blind(found))
        return Analysis(
            rulebook=book.id,
            main=Main(
                wager="ante",
                cases=best,
                raised=1 - best.outcomes()["fold"],
                # Whoever never folds meets every hand of the dealer.
                dealer_qualifies=1 - blind.outcomes()["dealer-does-not-qualify"],
            ),
            strategies={
                "optimal": best.house_edge,
                "blind": blind.house_edge,
                "always-fold": ALWAYS_FOLD,
            },
            side={"bonus": Side(exact.bonus_cases(book))},
            progressive=jackpot.progressive(book, bet, jackpot.dealt()),
        )

    def dealt(self) -> tuple[Fraction, ...]:
        # Hole cards and flop are five cards off one deck.
        return jackpot.dealt()

    def advise(
        self,
        book: CasinoHoldemBook,
        cards: Sequence[Card],
        stakes: ProgressiveStakes | None,
        *,
        turn_down: bool,  # noqa: ARG002 - a call is the only raise
    ) -> Advice:
        return play.advice(book, cards, stakes)

    def chart(self, book: CasinoHoldemBook, stakes: ProgressiveStakes | None) -> Chart:  # noqa: ARG002 - no choice forfeits it
        return play.chart_of(book)

    def game(self, book: CasinoHoldemBook, strategy: Strategy, stakes: Stakes) -> Game:
        from casino_holdem.simulation import CasinoHoldemGame

        return CasinoHoldemGame(book, strategy, stakes)

    def block(self) -> Block:
        from casino_holdem import simulation

        return Block(simulation.block, simulation.CELLS)

    def picture(self, book: CasinoHoldemBook) -> Illustration:
        from matplotlib.colors import Normalize

        from pitboss.maths.plots import style as plots

        shares = play.called_shares(exact.best(exact.Odds.of(book)).plays)
        values = np.array(
            [[float(shares[row * 13 + column]) for column in RANKS_DOWN] for row in RANKS_DOWN]
        )
        title = "On how many flops to call"
        caption = (
            "The part of all flops on which to call each starting hand. Suited hands are above the "
            "diagonal, offsuit hands below it."
        )
        with plots.Picture("strategy", title, caption, 6.4, 7.4) as picture:
            axes = picture.axes()
            plots.cells(axes, values, plots.SHARES, Normalize(0, 1))
            axes.set_aspect("equal")
            ranks = [RANKS[rank].replace("T", "10") for rank in RANKS_DOWN]
            axes.set_xticks(range(13), labels=ranks)
            axes.set_yticks(range(13), labels=ranks)
            axes.tick_params(length=0)
        return Illustration(picture.svg, title, caption)


MATHS = CasinoHoldemMaths()
