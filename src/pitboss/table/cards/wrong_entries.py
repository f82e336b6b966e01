"""A card that was entered at two places: which entries told it, and which may be made again.

What was entered last is entered again by whoever entered it. Everything that lay open before that
stays, unless a second person approves a correction.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from pitboss.games.deal_plan import BURN, COMMUNITY, DEALER
from pitboss.kernel.cards import SIGNS, Card, Lying, known_of
from pitboss.table import events as e
from pitboss.table.cards.felt import STREETS, lying_of, twice
from pitboss.table.evolve import fold
from pitboss.table.state import TableState


class Telling(msgspec.Struct, frozen=True):
    """An entry that told the cards at a place: what was known there before it, and after."""

    entry: int
    place: str
    before: Lying
    after: Lying
    again: bool
    """Whether it told cards that were known already."""


class WhichIsWrong(msgspec.Struct, frozen=True):
    """Cards that lie at the same places, of which one was entered wrongly."""

    cards: tuple[Card, ...]
    places: tuple[str, ...]
    """What was entered last comes first."""
    told_by: tuple[tuple[int, str], ...]
    """The entries that told them, the last first, each with its place."""

    @property
    def says(self) -> str:
        *first, last = map(_where, self.places)
        where = f"{', '.join(first)} and {last}" if first else f"twice {last}"
        cards = " ".join(SIGNS[card] for card in self.cards)
        return f"{cards} {'is' if len(self.cards) == 1 else 'are'} {where}"


def _where(place: str) -> str:
    if place.isdecimal():
        return f"on box {place}"
    return {
        DEALER: "with the dealer",
        COMMUNITY: "among the community cards",
        BURN: "among the burnt cards",
    }[place]


def which_is_wrong(state: TableState) -> tuple[WhichIsWrong, ...]:
    """Cards that turned up twice, by where they lie; what was entered last comes first."""
    round = state.round
    if round is None or not (repeats := twice(round)):
        return ()
    told_by = _told_by(state)
    groups: dict[tuple[tuple[tuple[int, str], ...], tuple[str, ...]], list[Card]] = {}
    for card in sorted(repeats, reverse=True):
        entries = tuple(sorted(told_by.get(card, ()), reverse=True))
        latest = {place: entry for entry, place in reversed(entries)}
        places = [place for place, cards in lying_of(round).items() if card in cards]
        places.sort(key=lambda place: latest.get(place, 0), reverse=True)
        groups.setdefault((entries, tuple(places)), []).append(card)
    return tuple(
        WhichIsWrong(tuple(groups[key]), key[1], key[0]) for key in sorted(groups, reverse=True)
    )


def may_be_told_again(state: TableState, place: str, name: str) -> frozenset[Card] | None:
    """The cards that stay when somebody enters those of a place again: they lay open before the
    last entry. None if that is not what they entered last.
    """
    last = state.last_entry
    told = list(_tellings(state))
    if last is None or not told:
        return None
    at = told.pop()
    if (at.entry, at.place, last.asked.by.name) != (last.number, place, name):
        return None
    while at.again and told and (told[-1].entry, told[-1].place) == (at.entry - 1, place):
        at = told.pop()
    return frozenset(known_of(at.before))


def first_told_in(state: TableState, place: str, cards: Iterable[Card]) -> int | None:
    """The first entry that told one of some cards at a place."""
    told_by = _told_by(state)
    entries = [entry for card in cards for entry, where in told_by.get(card, ()) if where == place]
    return min(entries, default=None)


def _told_by(state: TableState) -> Mapping[Card, Sequence[tuple[int, str]]]:
    """The entries that told each card, with their places; without those that were made again."""
    told_by: dict[Card, list[tuple[int, str]]] = {}
    for told in _tellings(state):
        before, after = Counter(known_of(told.before)), Counter(known_of(told.after))
        for card in (before - after).elements():
            here = sorted(one for one in told_by.get(card, ()) if one[1] == told.place)
            for one in here[-1:]:
                told_by[card].remove(one)
        for card in (after - before).elements():
            told_by.setdefault(card, []).append((told.entry, told.place))
        if told.again:
            # The entry just before it is the one that was made again.
            made_again = (told.entry - 1, told.place)
            for card in after:
                entries = told_by.get(card, [])
                told_by[card] = [
                    (told.entry, told.place) if one == made_again else one for one in entries
                ]
    return told_by


def _tellings(state: TableState) -> Iterator[Telling]:
    """The entries of the round that told cards, from the first."""
    now, log = state.start, state.events
    for entry in state.entries:
        events = log[entry.first : entry.end]
        # A shuffle is fixed by the step that deals its first card.
        event = events[1] if type(events[0]) is e.ShuffleFixed else events[0]
        then, now = now, fold(events, now)
        place = _place_told(event)
        if place is None:
            continue
        assert then is not None and now is not None, "a round has a table"  # noqa: PT018
        assert then.round is not None and now.round is not None, "cards are dealt in a round"  # noqa: PT018
        before, after = lying_of(then.round)[place], lying_of(now.round)[place]
        known = len(known_of(before)) == len(known_of(after))
        yield Telling(entry.number, place, before, after, isinstance(event, e.HandShown) and known)


def _place_told(event: e.AnyEvent) -> str | None:
    """Whose cards an event tells, if it tells any."""
    match event:
        case e.CardBurnt():
            return BURN
        case e.CardsDealt() | e.HandShown():
            return event.place
        case e.TurnedOver():
            return COMMUNITY if event.shows in STREETS else DEALER
        case e.HandEstablished():
            return str(event.box)
        case _:
            return None
