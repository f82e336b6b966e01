"""What a game provides to the mathematics: exact figures, the best play, and its loop for
simulations.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from pitboss.extras import need
from pitboss.games.family import Family, family_of
from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents
from pitboss.maths.exact.results import CannotAnalyse
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import Dealing
from pitboss.rulebook.shape import shape_named

if TYPE_CHECKING:
    from pitboss.maths.exact.analysis import Analysis
    from pitboss.maths.simulation.game import Game, Stakes, Strategy
    from pitboss.maths.strategy.best_play import Advice, ProgressiveStakes
    from pitboss.maths.strategy.charts import Chart

_NOT_SIMULATED = "its mathematics has no simulation"

Book_contra = TypeVar("Book_contra", bound=Rulebook, contravariant=True)


class Block(msgspec.Struct, frozen=True):
    """The loop that plays a block of rounds at random, and how many cells it counts them in."""

    play: Callable[..., Any]
    cells: int


class Illustration(msgspec.Struct, frozen=True):
    """A drawing for the report, as SVG, with its heading and a description."""

    svg: str
    title: str
    caption: str


class FamilyMaths(ABC, Generic[Book_contra]):
    """The mathematics of one family of games. A family names the module that contains it as
    ``MATHS``: it takes a second to load, and a table runs without it.
    """

    samples: tuple[str, ...] = ()
    """Situations with which the tables behind a hint can be prepared."""
    strategies: "tuple[Strategy, ...]" = ()
    """How its simulated players can decide; empty if it can't be simulated."""

    @abstractmethod
    def check_dealing(self, name: str, dealing: Dealing) -> None:
        """Raises NotHonoured if a way of dealing would have other figures."""

    @abstractmethod
    def analyse(self, book: Book_contra, bet: Cents) -> "Analysis":
        """The exact mathematics of a rulebook, with a progressive bet of this size."""

    # A game may come with less than all of this.

    def dealt(self) -> tuple[Fraction, ...]:
        """By category: how often the hand is dealt on which the progressive wager is judged. The
        economics of a linked jackpot rest on it.
        """
        raise CannotAnalyse(
            "its mathematics does not say how often the hands of its progressive wager are dealt"
        )

    def advise(
        self,
        book: Book_contra,
        cards: Sequence[Card],
        stakes: "ProgressiveStakes | None",
        *,
        turn_down: bool,
    ) -> "Advice":
        """What each choice with these cards is worth."""
        raise CannotAnalyse("its mathematics gives no advice")

    def chart(self, book: Book_contra, stakes: "ProgressiveStakes | None") -> "Chart":
        """The best play as a chart."""
        raise CannotAnalyse("its mathematics has no chart of the best play")

    def game(self, book: Book_contra, strategy: "Strategy", stakes: "Stakes") -> "Game":
        """A rulebook and a strategy, prepared for simulation."""
        raise CannotAnalyse(_NOT_SIMULATED)

    def block(self) -> Block:
        """The loop of its simulations."""
        raise CannotAnalyse(_NOT_SIMULATED)

    def picture(self, book: Book_contra) -> Illustration:
        """The best play as a drawing."""
        raise CannotAnalyse("its mathematics has no drawing of the best play")


def maths_of(book: Rulebook) -> FamilyMaths[Any]:
    """The mathematics of a rulebook's game; raises CannotAnalyse if there is none, and MissingExtra
    if what it needs is not installed.
    """
    return _load(family_of(book))


def maths_named(family: str) -> FamilyMaths[Any]:
    """The same by the family's name."""
    shape = shape_named(family)
    assert isinstance(shape, Family), f"a plan names a family, and {family} is none"
    return _load(shape)


def _load(family: Family[Any]) -> FamilyMaths[Any]:
    if not family.maths:
        raise CannotAnalyse(f"the game {family.name} comes without its mathematics")
    need("maths")
    maths: FamilyMaths[Any] = import_module(family.maths).MATHS
    return maths
