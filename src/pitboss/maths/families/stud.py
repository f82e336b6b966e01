"""The mathematics of stud."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.games.stud.book import StudBook
from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents
from pitboss.maths.exact import progressive as jackpot
from pitboss.maths.exact import stud
from pitboss.maths.exact.analysis import ALWAYS_FOLD, Analysis, Main
from pitboss.maths.exact.premises import NotHonoured
from pitboss.maths.family import Block, FamilyMaths, Illustration
from pitboss.maths.simulation.game import Game, Stakes, Strategy
from pitboss.maths.strategy import stud as play
from pitboss.maths.strategy.best_play import Advice, ProgressiveStakes
from pitboss.maths.strategy.charts import Chart
from pitboss.rulebook.model import FoldedProgressive
from pitboss.rulebook.parts import Dealing, Stage


class StudMaths(FamilyMaths[StudBook]):
    samples = ("As Kd Jh 8c 3s 7c",)
    strategies = (Strategy.OPTIMAL, Strategy.BLIND, Strategy.ALWAYS_FOLD, Strategy.AKJ83)

    def check_dealing(self, name: str, dealing: Dealing) -> None:
        order = dealing.order
        if order.index(Stage.DECISIONS) < order.index(Stage.DEALER):
            raise NotHonoured(
                f"dealing.{name}.order has players decide before the dealer has cards; the "
                "mathematics is of a player who sees one card of the dealer's"
            )
        if dealing.dealer_face_up != "last":
            raise NotHonoured(
                f"dealing.{name}.dealer-face-up is {dealing.dealer_face_up!r}; the mathematics is "
                "of a player who sees one card of the dealer's ('last')"
            )

    def analyse(self, book: StudBook, bet: Cents) -> Analysis:
        pays = stud.StudOdds.of(book)
        decisions = stud.best_decisions(pays)
        best = stud.cases(pays, decisions)
        blind = stud.cases(pays, stud.from_strength(1))
        simple = stud.cases(pays, stud.from_strength(stud.AKJ83))
        lost = book.play.folded_progressive is FoldedProgressive.LOST
        made = stud.raised_by_category(decisions) if lost else jackpot.dealt()
        return Analysis(
            rulebook=book.id,
            main=Main(
                wager="ante",
                cases=best,
                raised=1 - best.outcomes()["fold"],
                # A player who never folds meets every hand of the dealer.
                dealer_qualifies=1 - blind.outcomes()["dealer-does-not-qualify"],
            ),
            strategies={
                "optimal": best.house_edge,
                "blind": blind.house_edge,
                "always-fold": ALWAYS_FOLD,
                "akj83": simple.house_edge,
            },
            side={},
            progressive=jackpot.progressive(book, bet, made),
        )

    def dealt(self) -> tuple[Fraction, ...]:
        return jackpot.dealt()

    def advise(
        self,
        book: StudBook,
        cards: Sequence[Card],
        stakes: ProgressiveStakes | None,
        *,
        turn_down: bool,  # noqa: ARG002 - hold'em has one
    ) -> Advice:
        return play.advice(book, cards, stakes)

    def chart(self, book: StudBook, stakes: ProgressiveStakes | None) -> Chart:
        return play.chart_of(book, stakes)

    def game(self, book: StudBook, strategy: Strategy, stakes: Stakes) -> Game:
        from pitboss.maths.simulation.stud import StudGame

        return StudGame(book, strategy, stakes)

    def block(self) -> Block:
        from pitboss.maths.simulation import kernels

        return Block(kernels.stud_block, kernels.STUD_CELLS)

    def picture(self, book: StudBook) -> Illustration:
        from pitboss.maths.plots import strategy

        return Illustration(
            strategy.stud_strategy(book),
            "When to bet ace-king",
            "Each cell has the part of hands to bet: suits and the fifth card decide where it is "
            "neither all nor none.",
        )


MATHS = StudMaths()
