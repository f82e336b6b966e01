"""The deal plan, recomputed from a rulebook's file: which cards go where and in which order, where
one is burnt, and when players are asked.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.audit.families import Course
from pitboss.audit.rulebook_file import CannotCheck, RulebookFile

BURN, DEAL, TURN, ASK = "burn", "deal", "turn over", "ask"
DEALER, COMMUNITY = "dealer", "community"
ALL_COMMUNITY = 5
STREETS = {"flop": 3, "turn": 4, "river": 5}
"""How many community cards lie open after each street."""


class DealStep(NamedTuple):
    """One step. ``says`` is what is turned over, or what players are asked."""

    do: str
    place: str = ""
    cards: int = 0
    face_up: int = 0
    says: str = ""

    @property
    def words(self) -> str:
        match self.do:
            case "burn":
                return "burn a card"
            case "deal":
                return f"deal {self.cards} to {self.place}, {self.face_up} face up"
            case _:
                return f"{self.do}: {self.says}"


def deal_order(
    book: RulebookFile, course: Course, dealing: str, boxes: Sequence[int]
) -> tuple[DealStep, ...]:
    """The steps of a round with these boxes, from the first card to turning over the dealer's
    hand.
    """
    way = book.find("dealing", dealing)
    if way is None:
        raise CannotCheck(f"rulebook {book.name} has no way of dealing {dealing!r}")
    return tuple(_steps(way, course, [str(box) for box in boxes]))


def _steps(way: Mapping[str, Any], course: Course, places: list[str]) -> Iterator[DealStep]:
    order, one_by_one = way["order"], way["cards"] == "one-by-one"
    burns = way.get("burn-before", ())
    # Single cards alternate between players and dealer if the one directly follows the other.
    along = course.dealer_along and one_by_one and order[:2] == ["players", "dealer"]
    questions = iter(course.asks)
    for stage in order:
        if stage in burns:
            yield DealStep(BURN, cards=1)
        if stage == "players":
            yield from _hands(way, course, [*places, DEALER] if along else places)
        elif stage == "dealer":
            yield from () if along else _hands(way, course, [DEALER])
        elif stage == "decisions":
            yield DealStep(ASK, says=next(questions)[0])
        elif stage == "community":
            yield DealStep(DEAL, COMMUNITY, ALL_COMMUNITY)
        else:
            if "community" not in order:
                before = {"flop": 0, "turn": 3, "river": 4}[stage]
                yield DealStep(DEAL, COMMUNITY, STREETS[stage] - before)
            yield DealStep(TURN, says=stage)
    yield DealStep(TURN, says="dealer's cards")


def _hands(way: Mapping[str, Any], course: Course, places: list[str]) -> Iterator[DealStep]:
    last_is_open = way["dealer-face-up"] == "last"
    if way["cards"] == "whole-sets":
        for place in places:
            up = int(last_is_open and place == DEALER)
            yield DealStep(DEAL, place, course.hand_cards, up)
        return
    for nth in range(1, course.hand_cards + 1):
        for place in places:
            up = int(last_is_open and place == DEALER and nth == course.hand_cards)
            yield DealStep(DEAL, place, 1, up)
