"""The contestants: Pitboss from end to end, and two hand evaluators, which only do the middle part
of its work.

The evaluators get the names of the cards without any JSON around them and say how strong each hand
is. They do not check for duplicate cards, settle nothing, cite nothing and write nothing.
"""

from collections.abc import Iterable, Sequence

from pokerkit import Card as PokerkitCard
from pokerkit import Hand, StandardHighHand
from treys import Card as TreysCard  # type: ignore[import-untyped, unused-ignore]  # treys has no types
from treys import Evaluator

from bench.records import Deal
from pitboss.games.answer import Settler
from pitboss.kernel.cards import NAMES, Card, parse_cards
from pitboss.kernel.poker import KINDS_OF_HAND, strength_of_five, strength_of_seven
from pitboss.lines import answer_lines
from pitboss.rulebook.shelf import Shelf

evaluator = Evaluator()
_settler = Settler(Shelf())
_TREYS_CARDS: list[int] = [TreysCard.new(name) for name in NAMES]


def pitboss(deals: Sequence[Deal]) -> None:
    """Lines of bytes in, lines of bytes out, with the same calls as ``pitboss settle``."""
    lines = (deal.line for deal in deals)
    for text, settled in answer_lines(lines, _settler.answer, _settler.answer_quickly):
        assert settled, f"a record of the benchmark could not be settled: {text.decode()}"


def treys(deals: Sequence[Deal]) -> list[int]:
    """Every hand parsed and ranked; 1 is the best."""
    parse, rank = TreysCard.new, evaluator.evaluate
    ranks: list[int] = []
    for deal in deals:
        community = [parse(name) for name in deal.community]
        ranks += [rank([parse(name) for name in hand], community) for hand in deal.hands]
    return ranks


def pokerkit(deals: Sequence[Deal]) -> list[Hand]:
    """Every hand parsed and looked up."""
    hands: list[Hand] = []
    for deal in deals:
        if deal.community:
            community = tuple(PokerkitCard.parse("".join(deal.community)))
            hands += [StandardHighHand.from_game("".join(hand), community) for hand in deal.hands]
        else:
            hands += [StandardHighHand("".join(hand)) for hand in deal.hands]
    return hands


def for_treys(hands: Iterable[Iterable[Card]]) -> list[list[int]]:
    """The same hands as cards of treys."""
    return [[_TREYS_CARDS[card] for card in hand] for hand in hands]


def check(deals: Sequence[Deal]) -> None:
    """Checks that all three find the same strengths, and so do the same work."""
    strength = strength_of_seven if deals[0].community else strength_of_five
    ours = [
        strength(parse_cards(" ".join(hand + deal.community)))
        for deal in deals
        for hand in deal.hands
    ]
    assert ours == [KINDS_OF_HAND + 1 - rank for rank in treys(deals)], (
        "treys ranks a hand differently"
    )
    assert ours == [hand.entry.index + 1 for hand in pokerkit(deals)], (
        "pokerkit ranks a hand differently"
    )
