"""Hold'em as one object."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pitboss.games.deal_plan import Ask
from pitboss.games.family import PROGRESSIVE, Decision, Family
from pitboss.games.holdem.book import HoldemBook
from pitboss.games.record import LEFT, UNREVEALED, HandState
from pitboss.kernel.cards import TEN, Card, rank_of
from pitboss.rulebook.model import FoldedProgressive, Rulebook
from pitboss.rulebook.parts import Clauses, PayLine, Stage, WagerKind
from pitboss.rulebook.readings import LeavingAfterFlop
from pitboss.rulebook.words import folding, spaced

if TYPE_CHECKING:
    from pitboss.games.holdem.rules import HoldemRules


class Holdem(Family[HoldemBook]):
    name = "holdem"
    book = HoldemBook
    wagers = {  # noqa: RUF012 - nobody changes it
        "ante": WagerKind.OPENING,
        "flop": WagerKind.RAISE,
        "turn": WagerKind.RAISE,
        "river": WagerKind.RAISE,
        "bonus": WagerKind.SIDE,
        "progressive": WagerKind.PROGRESSIVE,
    }
    limited = ("ante", "bonus")
    capped = ("bonus",)
    streets = (Stage.FLOP, Stage.TURN, Stage.RIVER)
    cites_dealing = True
    hand_cards = 2
    asks = (Decision(Ask.STAY, "flop"), Decision(Ask.TURN, "turn"), Decision(Ask.RIVER, "river"))
    deals_dealer_along = False
    maths = "pitboss.maths.families.holdem"

    def rules(self, book: Rulebook) -> "HoldemRules":
        from pitboss.games.holdem.rules import HoldemRules

        return HoldemRules(self.known(book))

    def gives_up_turned_up(
        self, book: HoldemBook, state: HandState, *, bets: Collection[str], established: bool
    ) -> bool:
        """A folded hand if its progressive wager is alive; likewise that of a player who left,
        which is always turned up if it checks to the end; one not shown, as far as it was proved.
        """
        if state is UNREVEALED:
            return established
        if state is LEFT and book.readings.leaving_after_flop.take is LeavingAfterFlop.CHECKS:
            return True
        return PROGRESSIVE in bets and book.play.folded_progressive is FoldedProgressive.STAYS

    def loses_by_leaving(self, book: HoldemBook) -> bool:  # noqa: ARG002 - always
        return True

    def plays_on(self, cards: Sequence[Card]) -> bool:
        """A pair, or a ten or higher."""
        ranks = [rank_of(card) for card in cards]
        return len(set(ranks)) < len(ranks) or max(ranks) >= TEN

    def is_compared(self, book: HoldemBook, state: HandState) -> bool:
        checks = book.readings.leaving_after_flop.take is LeavingAfterFlop.CHECKS
        return super().is_compared(book, state) or (state is LEFT and checks)

    # ── its rulebooks ─────────────────────────────────────────────────────────────────────────────

    def play_in_words(self, book: Rulebook) -> list[tuple[str, str, Clauses]]:
        book = self.known(book)
        left = book.readings.leaving_after_flop.take
        return [
            ("folding", folding(book.play.folded_progressive), (book.play.folded_clause,)),
            (
                "leaving",
                (
                    "A player who leaves with a decision open counts as folded (after the Flop "
                    f"wager, reading leaving-after-flop: {left})."
                ),
                (book.play.leaving_clause,),
            ),
            (
                "hiding",
                (
                    "A hand that is not shown counts as folded; its Bonus and progressive wagers "
                    "are paid where the player proves the hand for them."
                ),
                (book.play.hiding_clause,),
            ),
        ]

    def pay_in_words(self, book: Rulebook, bet: str, line: PayLine) -> str | None:
        ante = self.known(book).pays.ante
        if bet != "ante" or line is not ante.win:
            return None
        return f"wins with a {spaced(ante.from_category)} or better"


FAMILY = Holdem()
