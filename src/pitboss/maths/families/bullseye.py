"""The mathematics of Bullseye."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.games.bullseye.book import BullseyeBook
from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents
from pitboss.maths.exact import bullseye
from pitboss.maths.exact import progressive as jackpot
from pitboss.maths.exact.analysis import Analysis, Main, Side
from pitboss.maths.exact.premises import check_nothing_exposed
from pitboss.maths.family import Block, FamilyMaths, Illustration
from pitboss.maths.simulation.game import Game, Stakes, Strategy
from pitboss.maths.strategy import bullseye as play
from pitboss.maths.strategy.best_play import Advice, ProgressiveStakes
from pitboss.maths.strategy.charts import Chart
from pitboss.rulebook.parts import Dealing


class BullseyeMaths(FamilyMaths[BullseyeBook]):
    samples = ("As Kd 4h 8c 6s",)
    strategies = (Strategy.OPTIMAL, Strategy.HOUSE_WAY)

    def check_dealing(self, name: str, dealing: Dealing) -> None:
        check_nothing_exposed(name, dealing)

    def analyse(self, book: BullseyeBook, bet: Cents) -> Analysis:
        pays = bullseye.BullseyeOdds(book)
        places = bullseye.best_places(pays)
        best = bullseye.main_cases(pays, places)
        return Analysis(
            rulebook=book.id,
            main=Main(wager="main", cases=best),
            strategies={"optimal": best.house_edge},
            side={
                "tie": Side(bullseye.tie_cases(pays, places)),
                "suits": Side(bullseye.suits_cases(pays)),
                "bullseye": Side(bullseye.bullseye_cases(pays)),
            },
            progressive=jackpot.progressive(book, bet, jackpot.dealt()),
            point_hands=bullseye.point_hands(),
        )

    def dealt(self) -> tuple[Fraction, ...]:
        return jackpot.dealt()

    def advise(
        self,
        book: BullseyeBook,
        cards: Sequence[Card],
        stakes: ProgressiveStakes | None,  # noqa: ARG002 - no setting of the hand forfeits it
        *,
        turn_down: bool,  # noqa: ARG002 - hold'em has one
    ) -> Advice:
        return play.advice(book, cards)

    def chart(self, book: BullseyeBook, stakes: ProgressiveStakes | None) -> Chart:  # noqa: ARG002 - as above
        return play.chart_of(book)

    def game(self, book: BullseyeBook, strategy: Strategy, stakes: Stakes) -> Game:
        from pitboss.maths.simulation.bullseye import BullseyeGame

        return BullseyeGame(book, strategy, stakes)

    def block(self) -> Block:
        from pitboss.maths.simulation import kernels

        return Block(kernels.bullseye_block, kernels.BULLSEYE_CELLS)

    def picture(self, book: BullseyeBook) -> Illustration:
        from pitboss.maths.plots import strategy

        return Illustration(
            strategy.bullseye_hands(book),
            "Point hands and what becomes of them",
            "Both sides set their best; a player without a 3 Card Hand loses.",
        )


MATHS = BullseyeMaths()
