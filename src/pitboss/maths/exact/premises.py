"""What the mathematics takes for granted about how a game is dealt.

A rulebook file may say otherwise: no exposed card, or decisions at another moment of the deal. Such
a game has other figures, so it is refused by its key instead of being given the wrong ones.
"""

from typing import assert_never

from pitboss.maths.exact.results import CannotAnalyse
from pitboss.rulebook.model import BullseyeBook, HoldemBook, Rulebook, StudBook
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


class NotHonoured(CannotAnalyse):
    """A key of the rulebook asks for a game that is not the one worked out here; names the key."""


def check_premises(book: Rulebook) -> None:
    """Raises NotHonoured for the first way of dealing whose figures would be others."""
    for name, dealing in book.dealing.items():
        match book:
            case StudBook():
                _check_exposed_card(name, dealing)
            case HoldemBook():
                _check_streets(name, dealing)
            case BullseyeBook():
                _check_nothing_exposed(name, dealing)
            case _:
                assert_never(book)


def _check_exposed_card(name: str, dealing: Dealing) -> None:
    order = dealing.order
    if order.index(Stage.DECISIONS) < order.index(Stage.DEALER):
        raise NotHonoured(
            f"dealing.{name}.order has players decide before the dealer has cards; the "
            "mathematics is "
            "of a player who sees one card of the dealer's"
        )
    if dealing.dealer_face_up != "last":
        raise NotHonoured(
            f"dealing.{name}.dealer-face-up is {dealing.dealer_face_up!r}; the mathematics is of a "
            "player who sees one card of the dealer's ('last')"
        )


def _check_streets(name: str, dealing: Dealing) -> None:
    streets = tuple(stage for stage in dealing.order if stage in _HOLDEM)
    if streets != _HOLDEM:
        raise NotHonoured(
            f"dealing.{name}.order is {', '.join(streets)}; the mathematics is of decisions "
            "before the "
            "flop, before the turn and before the river"
        )
    _check_nothing_exposed(name, dealing)


def _check_nothing_exposed(name: str, dealing: Dealing) -> None:
    if dealing.dealer_face_up != "none":
        raise NotHonoured(
            f"dealing.{name}.dealer-face-up is {dealing.dealer_face_up!r}; the mathematics is of a "
            "player who sees no card of the dealer's ('none')"
        )
