"""A game as one object: its wagers and cards, how it is dealt, asked, shown and settled."""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

import msgspec

from pitboss.games.deal_plan import Ask, Step, program
from pitboss.games.record import (
    CARDS_IN_COMMUNITY,
    FOLDED,
    INVALID,
    LEFT,
    PLAYED,
    UNREVEALED,
    HandState,
)
from pitboss.games.rules import Rules
from pitboss.kernel.cards import Card
from pitboss.kernel.money import NOTHING, Cents
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import Dealing, WagerKind
from pitboss.rulebook.shape import BookShape, shape_named

PROGRESSIVE = "progressive"
"""The name of the progressive wager, in every game."""

Book = TypeVar("Book", bound=Rulebook)


class Decision(msgspec.Struct, frozen=True):
    """What players are asked at one point of the deal, and the wager by which they stay in; without
    one, a hand is set.
    """

    ask: Ask
    wager: str | None = None


class OpenHand(msgspec.Struct, frozen=True):
    """What everybody knows about a hand while it is played: its standing so far, and the wagers on
    it.
    """

    state: HandState
    bets: Collection[str]


class Family(BookShape[Book], Generic[Book]):
    """All facts and rules of a family of games. The progressive wager is the last of each."""

    hand_cards: int
    """Cards in the hand of a box, and in the dealer's."""
    asks: tuple[Decision, ...]
    """In the order of the deal."""
    deals_dealer_along: bool = True
    """Whether single cards go round players and dealer alike."""
    cites_dealing: bool = False
    """Whether a clause that decides a wager depends on how the cards were dealt."""
    settled_on_flop: frozenset[str] = frozenset((PROGRESSIVE,))
    """The wagers that are decided by hole cards and flop, if there is a flop."""
    maths: str = ""
    """The module with its mathematics, a ``pitboss.maths.family.FamilyMaths``; empty if there is
    none.
    """

    def __init__(self) -> None:
        # A family is created while its module is imported, on one thread; what it shares with
        # others has been built already (``rulebook.shape.SHARED`` says why that matters).
        msgspec.json.Decoder(self.book, dec_hook=lambda _kind, value: value)

    # ── facts that follow from these ──────────────────────────────────────────────────────────────

    @property
    def decisions(self) -> int:
        return len(self.asks)

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """Its wagers by name, in the order in which they stand in a record."""
        return tuple(self.wagers)

    @cached_property
    def _raises(self) -> Mapping[Ask, str | None]:
        return {decision.ask: decision.wager for decision in self.asks}

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Where each wager stands in a record."""
        return {bet: at for at, bet in enumerate(self.wagers)}

    @cached_property
    def no_bets(self) -> tuple[Cents, ...]:
        """Nothing on any of them."""
        return (NOTHING,) * len(self.wagers)

    @cached_property
    def raises(self) -> tuple[str, ...]:
        """The wagers by which a hand stays in."""
        return tuple(bet for bet, kind in self.wagers.items() if kind is WagerKind.RAISE)

    @cached_property
    def community_cards(self) -> int:
        """How many cards everybody shares."""
        return CARDS_IN_COMMUNITY if self.streets else 0

    def raise_for(self, ask: Ask) -> str | None:
        """The wager that answers a question by staying in; None if the hand is set instead."""
        return self._raises.get(ask)

    # ── the deal ──────────────────────────────────────────────────────────────────────────────────

    def deal_plan(self, dealing: Dealing, boxes: tuple[int, ...]) -> tuple[Step, ...]:
        """All steps of a round with these boxes, clockwise from the dealer's left."""
        asks = tuple(decision.ask for decision in self.asks)
        return program(dealing, boxes, self.hand_cards, asks, self.deals_dealer_along)

    # ── what lies open ────────────────────────────────────────────────────────────────────────────

    def turns_up(
        self, book: Rulebook, state: HandState, *, bets: Collection[str], established: bool
    ) -> bool:
        """Whether a hand is turned up when the round is settled, so that its cards count and
        everybody may see them.

        A hand that stayed in is, an invalid one never. ``bets`` are the wagers on it;
        ``established`` means that the hand was not shown but proved for one of them.
        """
        if state is PLAYED:
            return True
        if state is INVALID:
            return False
        return self.gives_up_turned_up(self.known(book), state, bets=bets, established=established)

    @abstractmethod
    def gives_up_turned_up(
        self, book: Book, state: HandState, *, bets: Collection[str], established: bool
    ) -> bool:
        """The same for a hand that was folded, left or not shown."""

    def counts_as_shown(self, book: Book, proved: Collection[str]) -> bool:  # noqa: ARG002 - stud asks it
        """Whether a hand that is not shown, but proved for these wagers, is compared like one that
        is.
        """
        return False

    @abstractmethod
    def loses_by_leaving(self, book: Book) -> bool:
        """Whether a player who walks away with a decision open has lost the opening wager."""

    def is_compared(self, book: Book, state: HandState) -> bool:  # noqa: ARG002 - others ask it
        """Whether a hand is compared with the dealer's cards."""
        return state in (PLAYED, UNREVEALED)

    def outcome_established(
        self, book: Rulebook, hands: Sequence[OpenHand], community_open: int
    ) -> bool:
        """Whether the open cards have decided any wager for certain before the dealer's cards are
        turned over: Q-C11.

        A fold, declared or deemed; the flop turned up while a wager that it settles is alive. What
        face-down cards may already decide does not count.
        """
        states = [hand.state for hand in hands]
        if FOLDED in states or (LEFT in states and self.loses_by_leaving(self.known(book))):
            return True
        return community_open > 0 and any(
            not self.settled_on_flop.isdisjoint(hand.bets) and hand.state is not INVALID
            for hand in hands
        )

    # ── settling ──────────────────────────────────────────────────────────────────────────────────

    @abstractmethod
    def rules(self, book: Rulebook) -> Rules[Any]:
        """A rulebook of this family prepared for settling."""

    def first_hand(
        self,
        book: Rulebook,  # noqa: ARG002 - whose hands are set reads it
        cards: tuple[Card, ...],  # noqa: ARG002 - as above
        three: tuple[Card, ...] | None,  # noqa: ARG002 - as above
    ) -> tuple[Card, ...]:
        """The cards of a hand that are set apart from the others, as they count at settlement;
        none in a game where hands are not set. ``three`` is how the player has set it.
        """
        return ()

    # ── players without a plan ────────────────────────────────────────────────────────────────────

    def plays_on(self, cards: Sequence[Card]) -> bool:
        """A rule of thumb for the robots of a demonstration: whether a hand is worth staying in
        with.
        """
        del cards
        return True

    def known(self, book: Rulebook) -> Book:
        """The rulebook as the struct of this family."""
        assert type(book) is self.book, f"{book.id} is not a rulebook of the family {self.name}"
        return book


@cache
def family_of_kind(kind: type[Rulebook]) -> Family[Any]:
    """The same, by the struct of its rulebooks."""
    family = shape_named(str(kind.__struct_config__.tag))
    assert isinstance(family, Family), "a rulebook has been loaded for its family"
    return family


def family_of(book: Rulebook) -> Family[Any]:
    """The game that a rulebook describes."""
    return family_of_kind(type(book))
