"""The 52 cards.

A card is an ``int`` from 0 to 51 under a type of its own: four times the rank (0 is the two, 12 the
ace) plus the suit. That makes it an index into tables, which is what ranking needs.
"""

import re
from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"

TWO, TEN, JACK, QUEEN, KING, ACE = 0, 8, 9, 10, 11, 12
"""Ranks that rules mention by name, as indexes into RANKS."""

DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))

NAMES: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""What a card is called on output, by card: ``"Td"``."""

SIGNS: tuple[str, ...] = tuple(
    ("10" if rank == "T" else rank) + suit for rank in RANKS for suit in "♣♦♥♠"
)
"""What a card is called in a sentence, by card: ``"A♠"``, ``"10♦"``."""


def _spellings() -> dict[str, Card]:
    """Every way to write a card on input: ``Td``, ``td``, ``10d``, ``T♦``, ``10♦``."""
    cards = {}
    for card, name in enumerate(NAMES):
        rank, suit = name[0], name[1]
        for rank_as in {rank, rank.lower()} | ({"10"} if rank == "T" else set()):
            for suit_as in (suit, "♣♦♥♠"[SUITS.index(suit)]):
                cards[rank_as + suit_as] = Card(card)
    return cards


SPELLINGS: dict[str, Card] = _spellings()


def parse_card(text: str) -> Card | None:
    """The card that ``text`` spells, or None."""
    return SPELLINGS.get(text)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards written one after another with spaces between, as people and consoles have them;
    raises ValueError.

    >>> format_cards(parse_cards("Qs Qh 10♦ as"))
    'Qs Qh Td As'
    """
    cards = []
    for word in text.split():
        card = parse_card(word)
        if card is None:
            raise ValueError(
                f"{word!r} is not a card; write a rank A K Q J T 9 … 2 and a suit s h d c, as "
                "in 'Td'"
            )
        cards.append(card)
    return tuple(cards)


_TYPED = re.compile(r"(10|[2-9tjqka])([cdhs\u2660\u2663\u2665\u2666])")
_BETWEEN = re.compile(r"[\s,;/-]*")


def typed_cards(text: str) -> tuple[Card, ...]:
    """Cards as people and scanners type them, in either case, with or without separators:
    ``"qs10h9c2d2c"``.
    """
    cards = []
    at, folded = _skip(text, 0), text.lower()
    while at < len(text):
        typed = _TYPED.match(folded, at)
        if typed is None:
            raise ValueError(
                f"{text[at : at + 8]!r} does not begin with a card; write a rank A K Q J 10 9 … 2 "
                "and a suit s h d c, one card after another, as in 'qs10h9c'"
            )
        cards.append(SPELLINGS[typed.group()])
        at = _skip(text, typed.end())
    return tuple(cards)


def _skip(text: str, at: int) -> int:
    """Where the next card begins."""
    gap = _BETWEEN.match(text, at)
    assert gap is not None, "the pattern fits nothing at all, too"
    return gap.end()


Lying = tuple[Card | None, ...]
"""Cards as they lie at a place of the table; None is one that is unknown."""


def known_of(cards: Lying) -> tuple[Card, ...]:
    """Those of them that are known."""
    if None not in cards:
        # Usually all are: there is nothing to leave out, and nothing to copy.
        return cards  # type: ignore[return-value]
    return tuple([card for card in cards if card is not None])


def whole(cards: Lying) -> tuple[Card, ...] | None:
    """All of them, if every one is known."""
    known = known_of(cards)
    return known if len(known) == len(cards) else None


def format_cards(cards: Iterable[Card]) -> str:
    """The opposite of parse_cards."""
    return " ".join(NAMES[card] for card in cards)


def rank_of(card: Card) -> int:
    """0 for a two … 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades: an index into SUITS."""
    return card & 3
