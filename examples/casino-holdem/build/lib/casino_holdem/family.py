"""Casino Hold'em as one object."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from casino_holdem.book import CasinoHoldemBook
from pitboss.games.deal_plan import Ask
from pitboss.games.family import Decision, Family
from pitboss.games.record import UNREVEALED, HandState
from pitboss.kernel.cards import JACK, Card, rank_of
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import Clauses, PayLine, Stage, WagerKind

if TYPE_CHECKING:
    from casino_holdem.rules import CasinoHoldemRules

BONUS = "bonus"
PROGRESSIVE = "progressive"


class CasinoHoldem(Family[CasinoHoldemBook]):
    name = "casino-holdem"
    book = CasinoHoldemBook
    wagers = {  # noqa: RUF012 - nobody changes it
        "ante": WagerKind.OPENING,
        "call": WagerKind.RAISE,
        BONUS: WagerKind.SIDE,
        PROGRESSIVE: WagerKind.PROGRESSIVE,
    }
    limited = ("ante", BONUS)
    capped = (BONUS,)
    streets = (Stage.FLOP, Stage.TURN, Stage.RIVER)
    settled_on_flop = frozenset((BONUS, PROGRESSIVE))
    hand_cards = 2
    asks = (Decision(Ask.STAY, "call"),)
    maths = "casino_holdem.maths"
    rulebooks = Path(__file__).parent / "rulebooks"

    def rules(self, book: Rulebook) -> "CasinoHoldemRules":
        from casino_holdem.rules import CasinoHoldemRules

        return CasinoHoldemRules(self.known(book))

    def gives_up_turned_up(
        self,
        book: CasinoHoldemBook,  # noqa: ARG002 - whatever it says
        state: HandState,
        *,
        bets: Collection[str],
        established: bool,
    ) -> bool:
        """A hand that was folded or left, where hole cards and flop decide a wager that lies there;
        one that is not shown as far as it was proved.
        """
        if state is UNREVEALED:
            return established
        return not self.settled_on_flop.isdisjoint(bets)

    def loses_by_leaving(self, book: CasinoHoldemBook) -> bool:  # noqa: ARG002 - always
        return True

    def plays_on(self, cards: Sequence[Card]) -> bool:
        """A pair, or a card from the jack up; robots do not look at the flop."""
        ranks = [rank_of(card) for card in cards]
        return len(set(ranks)) < len(ranks) or max(ranks) >= JACK

    # ── its rulebooks ─────────────────────────────────────────────────────────────────────────────

    def play_in_words(self, book: Rulebook) -> list[tuple[str, str, Clauses]]:
        play = self.known(book).play
        return [
            (
                "dealer qualifies",
                "with a pair of fours or better",
                (play.dealer_qualifies_clause,),
            ),
            (
                "folding",
                "The ante is lost; bonus and progressive wager are settled on hole cards and flop.",
                (play.folded_clause,),
            ),
            (
                "leaving",
                "A player who leaves with the decision open counts as folded.",
                (play.leaving_clause,),
            ),
            (
                "hiding",
                (
                    "Ante and call of a hand that is not shown are lost; its bonus and progressive "
                    "wager are paid where the player proves the hand for them."
                ),
                (play.hiding_clause,),
            ),
        ]

    def pay_in_words(self, book: Rulebook, bet: str, line: PayLine) -> str | None:
        if bet == BONUS and line is self.known(book).pays.bonus.pair_of_aces:
            return "a pair of aces up to a straight"
        return None


FAMILY = CasinoHoldem()
