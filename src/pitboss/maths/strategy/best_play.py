"""The best play in one situation: the exact value of each choice. This is also the hint of a
practice seat.

Values are what the round is worth on average, per unit of the opening wager, counting what is
already staked.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec import UNSET

from pitboss.kernel.cards import NAMES, Card, format_cards
from pitboss.kernel.display import Cell, Panel, Tabular, exactly, percent
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import Category
from pitboss.maths.exact.premises import check_premises
from pitboss.maths.exact.progressive import awards
from pitboss.maths.family import maths_of
from pitboss.maths.json_types.exact import number
from pitboss.maths.json_types.strategy import WrittenAdvice, WrittenChoice
from pitboss.rulebook.model import Rulebook


class BadSituation(ValueError):
    """Cards that are not a situation of the game; says which are."""


class ProgressiveStakes(msgspec.Struct, frozen=True):
    """A progressive bet beside the ante, and the current jackpot."""

    ante_cents: Cents
    bet_cents: Cents
    jackpot_cents: Cents

    def award(self, book: Rulebook, category: Category) -> Fraction:
        """What a hand wins with the progressive bet, per unit of the ante."""
        line = book.pays.progressive.line(category)
        if line is None:
            return Fraction(0)
        cents, share = awards(line.pays, self.bet_cents)
        return (cents + share * self.jackpot_cents) / self.ante_cents


class Choice(msgspec.Struct, frozen=True):
    """What the player can do. ``cards`` are those of the 3 Card Hand, in Bullseye."""

    name: str
    value: Fraction
    cards: tuple[Card, ...] = ()

    def written(self) -> WrittenChoice:
        three = [NAMES[card] for card in self.cards]
        return WrittenChoice(self.name, number(self.value), three or UNSET)


class Advice(Tabular, msgspec.Struct, frozen=True):
    """The choices with these cards, the best first; if equal, the one with the smaller wager first.

    ``award`` is what the progressive bet wins in any case, and ``forfeits`` what folding would give
    away; both per unit of the ante, and None if no jackpot was given.
    """

    rulebook: str
    choices: tuple[Choice, ...]
    award: Fraction | None = None
    forfeits: Fraction | None = None
    cards: tuple[Card, ...] = ()

    @property
    def best(self) -> Choice:
        return self.choices[0]

    def written(self) -> WrittenAdvice:
        """What ``pitboss strategy --json`` prints of a situation."""
        return WrittenAdvice(
            rulebook=self.rulebook,
            cards=[NAMES[card] for card in self.cards],
            best=self.best.name,
            choices=[choice.written() for choice in self.choices],
            progressive_award=UNSET if self.award is None else number(self.award),
            folding_forfeits=UNSET if self.forfeits is None else number(self.forfeits),
        )

    def to_rows(self) -> list[Mapping[str, Cell]]:
        """One for each choice."""
        return [
            {
                "choice": choice.name,
                "value": float(choice.value),
                "costs": float(self.best.value - choice.value),
                "exact": exactly(choice.value),
                "cards": format_cards(choice.cards) or None,
            }
            for choice in self.choices
        ]

    def headline(self) -> str:
        return f"{self.rulebook}: {self.best.name}, worth {float(self.best.value):+.6f}"

    def panels(self) -> Iterator[Panel]:
        rows = tuple(
            (
                choice.name,
                f"{float(choice.value):+.6f}",
                percent(self.best.value - choice.value),
                exactly(choice.value),
                format_cards(choice.cards),
            )
            for choice in self.choices
        )
        yield Panel("", ("choice", "value", "costs", "exactly", "three cards"), rows)


def advise(
    book: Rulebook,
    cards: Sequence[Card],
    stakes: ProgressiveStakes | None = None,
    *,
    turn_down: bool = False,
) -> Advice:
    """The value of each choice with these cards.

    Stud: five cards of the player and the dealer's. Hold'em: two hole cards, then what lies open,
    nothing or three or four cards. Bullseye: five cards. ``stakes`` are for a player who has a
    progressive bet down; ``turn_down`` counts a Turn wager that is down when the River is decided,
    which changes no choice.

    >>> from pitboss.kernel.cards import parse_cards
    >>> from pitboss.rulebook.shelf import Shelf
    >>> advise(Shelf().get("mbs-megalink-bullseye-4"), parse_cards("Ks Kd Js Jd Td")).best.name
    'pair-k'
    """
    if len(set(cards)) != len(cards):
        raise BadSituation("a card is named twice")
    check_premises(book)
    advice = maths_of(book).advise(book, cards, stakes, turn_down=turn_down)
    return msgspec.structs.replace(advice, cards=tuple(cards))


def best_first(*choices: Choice) -> tuple[Choice, ...]:
    """The best first. They are given with the smallest wager first, and sorting is stable."""
    return tuple(sorted(choices, key=lambda choice: -choice.value))
