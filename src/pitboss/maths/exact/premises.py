"""What the mathematics assumes about how a game is dealt.

A rulebook file may say otherwise: no exposed card, or decisions at a different point of the deal.
Such a game has other figures, so it is refused by its key instead of being given the wrong ones.
"""

from pitboss.maths.exact.results import CannotAnalyse
from pitboss.maths.family import maths_of
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import Dealing


class NotHonoured(CannotAnalyse):
    """A key of the rulebook describes a game other than the one analysed here; names the key."""


def check_premises(book: Rulebook) -> None:
    """Raises NotHonoured for the first way of dealing whose figures would be different."""
    maths = maths_of(book)
    for name, dealing in book.dealing.items():
        maths.check_dealing(name, dealing)


def check_nothing_exposed(name: str, dealing: Dealing) -> None:
    """Raises NotHonoured if a player would see one of the dealer's cards."""
    if dealing.dealer_face_up != "none":
        raise NotHonoured(
            f"dealing.{name}.dealer-face-up is {dealing.dealer_face_up!r}; the mathematics is "
            "of a player who sees no card of the dealer's ('none')"
        )
