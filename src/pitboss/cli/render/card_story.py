"""The story of the cards of a round: dealt, looked at, set, turned over, shown."""

from msgspec import UnsetType

from pitboss.cli.render.wording import box_of, cards, player_of
from pitboss.games.deal_plan import COMMUNITY
from pitboss.kernel.cards import known_of
from pitboss.table import events as e
from pitboss.table.state import RoundState, TableState


def dealt(event: e.CardsDealt) -> str:
    up = event.face_up
    if not known_of(event.cards):
        return f"{_place(event.place)}: {_counted(len(event.cards))} dealt."
    if event.place == COMMUNITY:
        return f"Community cards, face down: {cards(event.cards)}."
    where = f"Box {event.place}" if event.place.isdecimal() else f"The {event.place}"
    if up == 0:
        return f"{where} gets {cards(event.cards)}."
    if up == len(event.cards):
        return f"{where} gets {cards(event.cards)}, face up."
    return f"{where} gets {cards(event.cards)}; {cards(event.cards[-up:])} lies face up."


_COUNTED = ("", "a card", "two cards", "three cards", "four cards", "five cards")


def _counted(number: int) -> str:
    return _COUNTED[number]


def _place(place: str) -> str:
    return f"Box {place}" if place.isdecimal() else _PLACES[place]


_PLACES = {"dealer": "The dealer", "community": "Community cards", "burn": "The burnt cards"}


def examined(event: e.HandExamined, before: TableState) -> str:
    hand = box_of(before, event.box).cards
    seen = f": {cards(hand)}" if known_of(hand) else ""
    return f"{event.player} looks at box {event.box}{seen}."


def shown(event: e.HandShown, before: TableState) -> str:
    place = _place(event.place)
    if not event.place.isdecimal():
        return f"{place} once more: {cards(event.cards)}."
    again = " once more" if box_of(before, int(event.place)).shown else ""
    sentence = f"{player_of(before, int(event.place))} shows{again} {cards(event.cards)}"
    if isinstance(event.three, UnsetType):
        return f"{sentence}."
    rest = [card for card in event.cards if card not in event.three]
    return f"{sentence}, set as {cards(event.three)} with {cards(rest)} as the point hand."


def turned_over(event: e.TurnedOver, round: RoundState) -> str:
    match event.shows:
        case "flop":
            shown = round.community[:3]
        case "turn" | "river":
            shown = round.community[round.community_open - 1 : round.community_open]
        case _:
            shown = round.dealer
    are = "are" if shown is round.dealer else "is"
    return f"The {event.shows} {are} turned over: {cards(shown)}."


def hand_set(event: e.HandSet, before: TableState) -> str:
    who = player_of(before, event.box)
    if event.three is None:
        if None in box_of(before, event.box).cards:
            return f"{who} has set the hand."
        return f"{who} leaves the setting to the House Way."
    rest = [card for card in box_of(before, event.box).cards if card not in event.three]
    return f"{who} sets {cards(event.three)} and keeps {cards(rest)} as the point hand."
