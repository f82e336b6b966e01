"""The deal as a program: the steps of one round, computed when betting closes.

A rulebook's way of dealing determines the order; the boxes in the round determine how many cards
there are. The dealer's next step is then always the one under the cursor.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import assert_never

import msgspec

from pitboss.rulebook.parts import Dealing, Stage

DEALER = "dealer"
COMMUNITY = "community"
BURN = "burn"


class Do(StrEnum):
    """What a step asks of the dealer or of the players."""

    BURN = "burn"
    DEAL = "deal"
    TURN_OVER = "turn-over"
    DECIDE = "decide"


DECIDE = Do.DECIDE
"""A name of its own, as for ``authority.PLAYER``."""


class Ask(StrEnum):
    """What players are asked in a stretch of decisions."""

    STAY = "stay"
    TURN = "turn"
    RIVER = "river"
    SET = "set"


class Step(msgspec.Struct, frozen=True):
    """One step. ``place`` is a box number as text, ``dealer``, ``community`` or ``burn``; ``nth``
    of ``of`` cards.

    ``face_up`` is how many of its last cards lie open from the start; a security card, which is not
    part of the deck, may lie under them.
    """

    do: Do
    place: str = ""
    cards: int = 0
    nth: int = 1
    of: int = 1
    face_up: int = 0
    shows: str = ""
    asks: Ask | None = None
    security_card: bool = False

    @property
    def label(self) -> str:
        """What a console shows."""
        match self.do:
            case Do.BURN:
                return "Burn one card"
            case Do.TURN_OVER:
                return f"Turn over the {self.shows}"
            case Do.DECIDE:
                return f"Players decide ({self.asks})"
            case Do.DEAL if self.shows:
                return f"Deal the {self.shows}"
            case Do.DEAL:
                where = f"box {self.place}" if self.place.isdecimal() else f"the {self.place}"
                open_ = ", face up" if self.face_up == self.cards else ""
                if self.cards > 1:
                    last = ", the last face up" if 0 < self.face_up < self.cards else open_
                    under = ", on top of a security card" if self.security_card else ""
                    return f"Deal {self.cards} cards to {where}{last}{under}"
                return f"Deal card {self.nth} of {self.of} to {where}{open_}"
            case _:
                assert_never(self.do)


FLOP_CARDS = 3


@lru_cache(maxsize=1024)
def program(
    dealing: Dealing,
    boxes: tuple[int, ...],
    hand_cards: int,
    asks: tuple[Ask, ...],
    deals_dealer_along: bool,
) -> tuple[Step, ...]:
    """All steps of a round with these boxes, clockwise from the dealer's left."""
    places = [str(box) for box in boxes]
    questions = iter(asks)
    steps: list[Step] = []
    dealt_together = deals_dealer_along and _together(dealing)
    for stage in dealing.order:
        if stage in dealing.burn_before:
            steps.append(Step(Do.BURN, BURN, 1))
        match stage:
            case Stage.PLAYERS:
                dealt_to = [*places, DEALER] if dealt_together else places
                steps += _hands(dealing, dealt_to, hand_cards)
            case Stage.DEALER if not dealt_together:
                steps += _hands(dealing, [DEALER], hand_cards)
            case Stage.DEALER:
                pass
            case Stage.COMMUNITY:
                steps.append(Step(Do.DEAL, COMMUNITY, 5, shows="five community cards"))
            case Stage.FLOP | Stage.TURN | Stage.RIVER:
                if Stage.COMMUNITY not in dealing.order:
                    count = FLOP_CARDS if stage is Stage.FLOP else 1
                    steps.append(Step(Do.DEAL, COMMUNITY, count, shows=stage.value))
                steps.append(Step(Do.TURN_OVER, COMMUNITY, shows=stage.value))
            case Stage.DECISIONS:
                steps.append(Step(Do.DECIDE, asks=next(questions)))
            case _:
                assert_never(stage)
    steps.append(Step(Do.TURN_OVER, DEALER, shows="dealer's cards"))
    return tuple(steps)


def _together(dealing: Dealing) -> bool:
    """Single cards go round players and dealer alike; whole sets come one stage after the other."""
    return dealing.cards == "one-by-one" and dealing.order[:2] == (Stage.PLAYERS, Stage.DEALER)


def _hands(dealing: Dealing, places: Sequence[str], size: int) -> list[Step]:
    open_cards = 1 if dealing.dealer_face_up == "last" else 0
    if dealing.cards == "whole-sets":
        return [
            Step(
                Do.DEAL,
                place,
                size,
                face_up=open_cards if place == DEALER else 0,
                security_card=dealing.security_card and place == DEALER,
            )
            for place in places
        ]
    return [
        Step(Do.DEAL, place, 1, nth, size, open_cards if place == DEALER and nth == size else 0)
        for nth in range(1, size + 1)
        for place in places
    ]
