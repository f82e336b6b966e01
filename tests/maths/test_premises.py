"""A rulebook that deals another game than the one worked out is refused by its key, never given
wrong figures.
"""

import pytest
from msgspec.structs import replace

from pitboss.kernel.cards import parse_cards
from pitboss.kernel.money import Cents
from pitboss.maths.exact.analysis import analyse
from pitboss.maths.exact.premises import NotHonoured, check_premises
from pitboss.maths.simulation.game import Stakes as SimulatedStakes
from pitboss.maths.simulation.game import Strategy
from pitboss.maths.simulation.run import prepare
from pitboss.maths.strategy.best_play import advise
from pitboss.maths.strategy.charts import chart
from pitboss.rulebook.loader import builtin_ids, installed
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import Stage
from tests.maths import variants


def dealt(book: Rulebook, way: str, **changes: object) -> Rulebook:
    """A rulebook with one way of dealing changed."""
    return replace(book, dealing=book.dealing | {way: replace(book.dealing[way], **changes)})


NO_EXPOSED_CARD = dealt(variants.stud(), "shoe", dealer_face_up="none")
DECIDES_FIRST = dealt(variants.stud(), "shoe", order=(Stage.PLAYERS, Stage.DECISIONS, Stage.DEALER))
SEES_THE_FLOP = dealt(
    variants.holdem(),
    "shuffler",
    order=(
        Stage.COMMUNITY,
        Stage.PLAYERS,
        Stage.DEALER,
        Stage.FLOP,
        Stage.DECISIONS,
        Stage.TURN,
        Stage.DECISIONS,
        Stage.RIVER,
        Stage.DECISIONS,
    ),
)
OPEN_DEALER = dealt(variants.bullseye(), "method-a", dealer_face_up="last")


@pytest.mark.parametrize("name", builtin_ids())
def test_our_own_rulebooks_are_the_games_worked_out(name: str) -> None:
    book = installed(name)
    assert book is not None
    check_premises(book)


@pytest.mark.parametrize(
    ("book", "key"),
    [
        (NO_EXPOSED_CARD, "dealing.shoe.dealer-face-up"),
        (DECIDES_FIRST, "dealing.shoe.order"),
        (SEES_THE_FLOP, "dealing.shuffler.order"),
        (dealt(variants.holdem(), "shoe", dealer_face_up="last"), "dealing.shoe.dealer-face-up"),
        (OPEN_DEALER, "dealing.method-a.dealer-face-up"),
    ],
)
def test_another_game_is_refused_by_its_key(book: Rulebook, key: str) -> None:
    for ask in (
        lambda: analyse(book),
        lambda: chart(book),
        lambda: advise(book, parse_cards("As Kd")),
        lambda: prepare(book, Strategy.OPTIMAL, SimulatedStakes(Cents(500), None, Cents(2_500))),
    ):
        with pytest.raises(NotHonoured, match=f"^{key}"):
            ask()


def test_what_changes_no_figure_is_no_reason() -> None:
    """Players may be dealt after the dealer: each still decides on the same cards."""
    stud = variants.stud()
    check_premises(dealt(stud, "shoe", order=(Stage.DEALER, Stage.PLAYERS, Stage.DECISIONS)))
