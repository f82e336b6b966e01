"""What is measured inside this process: settling, and the hand ranking it is based on."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from bench import contestants
from bench.effort import Effort
from bench.figures import Figure, Goal, a_second, a_second_beside
from bench.records import STUD, deals
from bench.timing import announced, race
from pitboss.kernel.cards import DECK, Card
from pitboss.kernel.points import PLACE_LABELS, best_place
from pitboss.kernel.poker import strength_of_five, strength_of_seven

_AFTER_TREYS = Goal(4)
_BEFORE_POKERKIT = Goal(1, below=True)


def settling(effort: Effort, rulebook: str) -> Iterator[Figure]:
    """Records settled from end to end, compared with ranking their hands. No record is used
    twice.
    """
    source = deals(rulebook, seed=rulebook)
    contestants.check(list(islice(source, effort.records)))
    rounds = (list(islice(source, effort.records)) for _ in range(effort.rounds))
    what = f"settle {rulebook}"
    pitboss, treys, pokerkit = race(
        announced(what, rounds, effort.rounds),
        contestants.pitboss,
        contestants.treys,
        contestants.pokerkit,
    )
    goals = (_AFTER_TREYS, _BEFORE_POKERKIT) if rulebook == STUD else (None, None)
    yield a_second_beside(what, "records", effort.records, pitboss, "treys", treys, goals[0])
    yield a_second_beside(what, "records", effort.records, pitboss, "pokerkit", pokerkit, goals[1])


def ranking(effort: Effort) -> Iterator[Figure]:
    """The functions that rank hands, on cards that are already parsed."""
    yield _strength(effort, "strength_of_five", strength_of_five, 5)
    yield _strength(effort, "strength_of_seven", strength_of_seven, 7)
    order = tuple(range(len(PLACE_LABELS)))
    (places,) = race(
        announced("best_place", _hands(effort, 5), effort.rounds),
        lambda hands: [best_place(hand, order) for hand in hands],
    )
    yield a_second("best_place", "hands", effort.hands, places)


def _strength(
    effort: Effort, what: str, strength: Callable[[list[Card]], int], cards: int
) -> Figure:
    rounds = ((hands, contestants.for_treys(hands)) for hands in _hands(effort, cards))
    rank = contestants.evaluator.evaluate
    ours, treys = race(
        announced(what, rounds, effort.rounds),
        lambda hands: [strength(hand) for hand in hands[0]],
        lambda hands: [rank(hand, []) for hand in hands[1]],
    )
    return a_second_beside(what, "hands", effort.hands, ours, "treys", treys)


def _hands(effort: Effort, cards: int) -> Iterator[list[list[Card]]]:
    random = Random(cards)
    for _ in range(effort.rounds):
        yield [random.sample(DECK, cards) for _ in range(effort.hands)]
