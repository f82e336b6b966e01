"""The mathematics of hold'em."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.games.holdem.book import HoldemBook
from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents
from pitboss.maths.exact import holdem
from pitboss.maths.exact import progressive as jackpot
from pitboss.maths.exact.analysis import ALWAYS_FOLD, Analysis, Main, Side
from pitboss.maths.exact.premises import NotHonoured, check_nothing_exposed
from pitboss.maths.family import Block, FamilyMaths, Illustration
from pitboss.maths.simulation.game import Game, Stakes, Strategy
from pitboss.maths.strategy import holdem as play
from pitboss.maths.strategy.best_play import Advice, ProgressiveStakes
from pitboss.maths.strategy.charts import Chart
from pitboss.rulebook.model import FoldedProgressive
from pitboss.rulebook.parts import Dealing, Stage

_HOLDEM = (
    Stage.PLAYERS,
    Stage.DECISIONS,
    Stage.FLOP,
    Stage.DECISIONS,
    Stage.TURN,
    Stage.DECISIONS,
    Stage.RIVER,
)


class HoldemMaths(FamilyMaths[HoldemBook]):
    samples = ("As Kd", "As Kd 2c 7d 9h")
    strategies = (Strategy.OPTIMAL, Strategy.BLIND, Strategy.ALWAYS_FOLD)

    def check_dealing(self, name: str, dealing: Dealing) -> None:
        streets = tuple(stage for stage in dealing.order if stage in _HOLDEM)
        if streets != _HOLDEM:
            raise NotHonoured(
                f"dealing.{name}.order is {', '.join(streets)}; the mathematics is of decisions "
                "before the flop, before the turn and before the river"
            )
        check_nothing_exposed(name, dealing)

    def analyse(self, book: HoldemBook, bet: Cents) -> Analysis:
        pays = holdem.HoldemOdds.of(book)
        counts = holdem.best_counts(pays)
        plays = holdem.best_plays(holdem.values(pays, counts.totals))
        everything = np.ones_like(plays)
        best = holdem.cases(pays, counts.totals, plays)
        blind = holdem.cases(pays, holdem.checked(counts), everything)
        lost = book.play.folded_progressive is FoldedProgressive.LOST
        made = holdem.progressive_hands(plays) if lost else jackpot.dealt()
        bonus = Side(holdem.bonus_cases(book, everything), holdem.bonus_cases(book, plays))
        return Analysis(
            rulebook=book.id,
            main=Main(wager="ante", cases=best, starting_hands_folded=int((~plays).sum())),
            strategies={
                "optimal": best.house_edge,
                "blind": blind.house_edge,
                "always-fold": ALWAYS_FOLD,
            },
            side={"bonus": bonus},
            progressive=jackpot.progressive(book, bet, made),
        )

    def dealt(self) -> tuple[Fraction, ...]:
        return jackpot.dealt()

    def advise(
        self,
        book: HoldemBook,
        cards: Sequence[Card],
        stakes: ProgressiveStakes | None,
        *,
        turn_down: bool,
    ) -> Advice:
        return play.advice(book, cards, stakes, turn_down)

    def chart(self, book: HoldemBook, stakes: ProgressiveStakes | None) -> Chart:  # noqa: ARG002 - its chart has none
        return play.chart_of(book)

    def game(self, book: HoldemBook, strategy: Strategy, stakes: Stakes) -> Game:
        from pitboss.maths.simulation.holdem import HoldemGame

        return HoldemGame(book, strategy, stakes)

    def block(self) -> Block:
        from pitboss.maths.simulation import holdem_kernel

        return Block(holdem_kernel.holdem_block, holdem_kernel.HOLDEM_CELLS)

    def picture(self, book: HoldemBook) -> Illustration:
        from pitboss.maths.plots import strategy

        return Illustration(
            strategy.holdem_strategy(book),
            "What each starting hand is worth",
            "In antes, with the best play after the flop and the turn; folding is worth −1. Suited "
            "hands are above the diagonal, offsuit hands below it.",
        )


MATHS = HoldemMaths()
