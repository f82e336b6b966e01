"""Bullseye as one object."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from pitboss.games.bullseye.book import BullseyeBook
from pitboss.games.deal_plan import Ask
from pitboss.games.family import Decision, Family
from pitboss.games.record import INVALID, LEFT, HandState
from pitboss.kernel.cards import Card
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import Clauses, WagerKind

if TYPE_CHECKING:
    from pitboss.games.bullseye.rules import BullseyeRules


class Bullseye(Family[BullseyeBook]):
    name = "bullseye"
    book = BullseyeBook
    wagers = {  # noqa: RUF012 - nobody changes it
        "main": WagerKind.OPENING,
        "tie": WagerKind.SIDE,
        "suits": WagerKind.SIDE,
        "bullseye": WagerKind.SIDE,
        "progressive": WagerKind.PROGRESSIVE,
    }
    limited = ("main", "tie", "suits", "bullseye")
    hand_cards = 5
    asks = (Decision(Ask.SET),)
    maths = "pitboss.maths.families.bullseye"

    def rules(self, book: Rulebook) -> "BullseyeRules":
        from pitboss.games.bullseye.rules import BullseyeRules

        return BullseyeRules(self.known(book))

    def first_hand(
        self, book: Rulebook, cards: tuple[Card, ...], three: tuple[Card, ...] | None
    ) -> tuple[Card, ...]:
        """The 3 Card Hand; none if no three cards make one."""
        return self.rules(book).three_card_hand(cards, three)

    def gives_up_turned_up(
        self,
        book: BullseyeBook,  # noqa: ARG002 - whatever it says
        state: HandState,
        *,
        bets: Collection[str],  # noqa: ARG002 - as above
        established: bool,  # noqa: ARG002 - as above
    ) -> bool:
        """The hand of a player who left is set the House Way; one that is not shown has lost
        everything.
        """
        return state is LEFT

    def loses_by_leaving(self, book: BullseyeBook) -> bool:  # noqa: ARG002 - never
        return False

    def is_compared(self, book: BullseyeBook, state: HandState) -> bool:  # noqa: ARG002 - as above
        """Also that of a player who left: it is set the House Way."""
        return state is not INVALID

    # ── its rulebooks ─────────────────────────────────────────────────────────────────────────────

    def play_in_words(self, book: Rulebook) -> list[tuple[str, str, Clauses]]:
        play = self.known(book).play
        return [
            (
                "leaving",
                "The hand of a player who is not there is set by the House Way and settled.",
                (play.leaving_clause,),
            ),
            (
                "hiding",
                "A hand that is not shown ranks below the dealer's; all its wagers are lost.",
                (play.hiding_clause,),
            ),
        ]


FAMILY = Bullseye()
