"""Stud as one object.

Three documents share this family; they differ in what folding, leaving and hiding do, in their pay
tables and in how a jackpot is divided, all of which the rulebook says.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pitboss.games.deal_plan import Ask
from pitboss.games.family import PROGRESSIVE, Decision, Family
from pitboss.games.record import UNREVEALED, HandState
from pitboss.games.stud.book import HiddenProgressive, StudBook, StudHiding
from pitboss.kernel.cards import Card
from pitboss.kernel.poker import ACE_KING_HIGH, strength_of_five
from pitboss.rulebook.model import FoldedProgressive, Rulebook
from pitboss.rulebook.parts import Clauses, Leaving, WagerKind
from pitboss.rulebook.readings import HiddenHand
from pitboss.rulebook.words import folding

if TYPE_CHECKING:
    from pitboss.games.stud.rules import StudRules


class Stud(Family[StudBook]):
    name = "stud"
    book = StudBook
    wagers = {  # noqa: RUF012 - nobody changes it
        "ante": WagerKind.OPENING,
        "bet": WagerKind.RAISE,
        "progressive": WagerKind.PROGRESSIVE,
    }
    limited = ("ante",)
    capped = ("bet",)
    hand_cards = 5
    asks = (Decision(Ask.STAY, "bet"),)
    maths = "pitboss.maths.families.stud"

    def rules(self, book: Rulebook) -> "StudRules":
        from pitboss.games.stud.rules import StudRules

        return StudRules(self.known(book))

    def gives_up_turned_up(
        self, book: StudBook, state: HandState, *, bets: Collection[str], established: bool
    ) -> bool:
        """A folded hand if its progressive wager is alive, and likewise that of a player who left
        if that counts as a fold; one that is not shown, if it can still be worth something.
        """
        if state is UNREVEALED:
            if book.play.hidden_progressive is not HiddenProgressive.IF_ESTABLISHED:
                return False
            reading = book.readings.hidden_hand
            return established or (reading is not None and reading.take is HiddenHand.SHOWN)
        folded = state is not HandState.LEFT or self.loses_by_leaving(book)
        lives = book.play.folded_progressive is FoldedProgressive.STAYS
        return PROGRESSIVE in bets and folded and lives

    def counts_as_shown(self, book: StudBook, proved: Collection[str]) -> bool:
        """Only a rank that nobody has proved can't win (Q-C2): one that a supervisor has seen, for
        the ante or the BET, can.
        """
        reading = book.readings.hidden_hand
        unproved = reading is not None and reading.take is HiddenHand.UNPROVED
        return unproved and any(bet != PROGRESSIVE for bet in proved)

    def loses_by_leaving(self, book: StudBook) -> bool:
        return book.play.leaving is Leaving.FOLDED

    def plays_on(self, cards: Sequence[Card]) -> bool:
        """Ace and king, or better."""
        return strength_of_five(tuple(cards)) >= ACE_KING_HIGH

    # ── its rulebooks ─────────────────────────────────────────────────────────────────────────────

    def readings_needed(self, book: Rulebook) -> dict[str, bool]:
        hiding = self.known(book).play.hiding
        return {
            "hidden-hand": hiding is StudHiding.NOT_SAID,
            "declined-with-no-hand": hiding is StudHiding.RANKS_BELOW_DEALER,
        }

    def play_in_words(self, book: Rulebook) -> list[tuple[str, str, Clauses]]:
        book = self.known(book)
        play = book.play
        return [
            (
                "dealer qualifies",
                f"with {play.dealer_qualifies_with} or better",
                (play.dealer_qualifies_clause,),
            ),
            ("folding", folding(play.folded_progressive), (play.folded_clause,)),
            ("leaving", _leaving(book), (play.leaving_clause,)),
            ("hiding", _hiding(book), (play.hiding_clause,)),
        ]


def _leaving(book: StudBook) -> str:
    return {
        Leaving.FOLDED: "A player who leaves with a decision open counts as folded.",
        Leaving.INVALID: (
            "The hand of a player who leaves with a decision open is invalid; its wagers go back."
        ),
    }[book.play.leaving]


def _hiding(book: StudBook) -> str:
    readings = book.readings
    said = {
        StudHiding.DEEMED_FOLDED: "A hand that is not shown counts as folded",
        StudHiding.NOT_SAID: "The document does not say what becomes of a hand that is not shown",
        StudHiding.RANKS_BELOW_DEALER: "A hand that is not shown ranks below the dealer's",
    }[book.play.hiding]
    for name, reading in (
        ("hidden-hand", readings.hidden_hand),
        ("declined-with-no-hand", readings.declined_with_no_hand),
    ):
        if reading is not None:
            said += f" (reading {name}: {reading.take.value})"
    progressive = {
        HiddenProgressive.IF_ESTABLISHED: "is paid where the player proves the hand for it",
        HiddenProgressive.LOST: "is lost",
    }[book.play.hidden_progressive]
    return f"{said}; its progressive wager {progressive}."


FAMILY = Stud()
