"""Reconstruction: the returning of cards to their original intended sequential order (RWS 1.15, MBS
5.3, 5.7).

Cards are told apart by place and by their turn there, so that it can be worked out for cards that
nobody has read, too.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pitboss.games.deal_plan import COMMUNITY, DEALER, Do, Step
from pitboss.kernel.cards import Card
from pitboss.table.changes import change_round
from pitboss.table.remedies.events import CardsMoved
from pitboss.table.state import RoundState, TableState

Hands = Mapping[str, tuple[Card | None, ...]]


def held_at(round: RoundState, place: str) -> tuple[Card | None, ...] | None:
    """The cards of a place; None where there is no such place."""
    if place == DEALER:
        return round.dealer
    if place == COMMUNITY:
        return round.community
    box = round.boxes.get(int(place)) if place.isdecimal() else None
    return None if box is None else box.cards


def after_missed_burn(round: RoundState) -> CardsMoved | None:
    """Who has what when the burn that was forgotten last is made up for: its first card is burnt,
    each place gets the card that came after its own, and the last one waits for another.

    None where no card has been dealt since: then the burn is simply made.
    """
    done = round.program[: round.cursor]
    burns = [at for at, step in enumerate(done) if step.do is Do.BURN]
    if not burns:
        return None
    before = _dealt(done[: burns[-1]])
    dealt = [
        step.place for step in done[burns[-1] :] if step.do is Do.DEAL for _ in range(step.cards)
    ]
    if not dealt:
        return None
    turn = Counter(before)
    cards: list[Card | None] = []
    for place in dealt:
        cards.append((held_at(round, place) or ())[turn[place]])
        turn[place] += 1
    places = {place: (held_at(round, place) or ())[: before[place]] for place in dealt}
    for place, card in zip(dealt, cards[1:], strict=False):
        places[place] += (card,)
    nth = len(burns)
    burnt = (*round.burnt[: nth - 1], cards[0], *round.burnt[nth:])
    return CardsMoved(places, burnt, dealt[-1])


def _dealt(steps: tuple[Step, ...]) -> Counter[str]:
    """How many cards each place has got."""
    found: Counter[str] = Counter()
    for step in steps:
        if step.do is Do.DEAL:
            found[step.place] += step.cards
    return found


def opened_since_burn(round: RoundState) -> bool:
    """Whether community cards lie open that came after the last burn: they can't change places
    unseen.
    """
    burns = [at for at, step in enumerate(round.program[: round.cursor]) if step.do is Do.BURN]
    before = _dealt(round.program[: burns[-1]])[COMMUNITY] if burns else 0
    return round.community_open > before


def told(round: RoundState, hands: Hands) -> CardsMoved:
    """Who has what as the dealer says it."""
    return CardsMoved(dict(hands), round.burnt)


def problem_with(round: RoundState, hands: Hands) -> str | None:
    """Why hands can't be what the places have after a reconstruction; None where they can."""
    for place, cards in hands.items():
        held = held_at(round, place)
        if held is None:
            return f"There is no place {place!r} in the round."
        if len(held) != len(cards):
            return f"{place} has {len(held)} cards, and {len(cards)} are told."
    every = [card for cards in hands.values() for card in cards]
    places = (DEALER, COMMUNITY, *map(str, round.boxes))
    elsewhere = {
        card for place in places if place not in hands for card in held_at(round, place) or ()
    }
    if len(set(every)) < len(every) or elsewhere.intersection(every):
        return "A card can't lie in two places."
    return None


def moved(state: TableState, event: CardsMoved) -> TableState:
    """The state after cards have gone back to their order."""
    current = state.round
    assert current is not None, "cards are moved in a round"
    boxes = dict(current.boxes)
    changes: dict[str, Any] = {"burnt": event.burnt}
    for place, cards in event.places.items():
        if place.isdecimal():
            # How a hand was set says nothing of the one that it has become.
            boxes[int(place)] = replace(boxes[int(place)], cards=cards, three=None)
        else:
            changes[place] = cards
    if event.one_more is not None:
        done = reversed(current.program[: current.cursor])
        there = [step for step in done if step.do is Do.DEAL and step.place == event.one_more]
        assert there, "a place that lacks a card has got some"
        last = there[0]
        at = current.cursor
        one = replace(last, cards=1)
        changes["program"] = (*current.program[:at], one, *current.program[at:])
        if event.one_more == DEALER:
            # What lay face up is another's card now.
            changes["dealer_open"] = ()
    return change_round(state, boxes=boxes, settlement=None, paid={}, claimed=(), **changes)
