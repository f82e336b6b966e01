"""The cards of a round as they became known: as they are dealt or, if nobody reads them, when they
are turned over.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import UnsetType

from pitboss.audit.books.round_book import FOLDED, PLAYED, PROGRESSIVE, UNREVEALED, RoundBook
from pitboss.audit.deal_order import BURN, DEAL
from pitboss.audit.report import Misfit, fits
from pitboss.audit.rulebook_file import RulebookFile
from pitboss.table import events as e

DEALER_PLACE, COMMUNITY_PLACE = "dealer", "community"
_STREETS = {"flop": 3, "turn": 4, "river": 5}


def dealt(round: RoundBook, event: e.CardsDealt) -> None:
    """Deals cards to a place."""
    cards, place = event.cards, event.place
    if not round.unread and None in cards:
        raise Misfit("every card of this table is known as it is dealt", "a card", None)
    _stands(round, place)
    round.draw(cards)
    if place == DEALER_PLACE:
        round.dealer += cards
        last = len(round.dealer)
        round.dealer_open += tuple(range(last - event.face_up, last))
        if any(round.dealer[at] is None for at in range(last - event.face_up, last)):
            raise Misfit("a card that is dealt face up is told", "a card", None)
    elif place == COMMUNITY_PLACE:
        round.community += cards
    else:
        box = round.box(int(place))
        box.cards += cards
        box.dealt_ms = event.at_ms


def turned_over(round: RoundBook, event: e.TurnedOver) -> None:
    """Turns over community cards or the dealer's; the event names those nobody had read."""
    before, after = round.community_open, _STREETS.get(event.shows, 0)
    _stands(round, COMMUNITY_PLACE if after else DEALER_PLACE)
    lying = round.community[before:after] if after else round.dealer
    if not isinstance(event.cards, UnsetType):
        _fill(round, lying, event.cards)
        if after:
            round.community = round.community[:before] + event.cards + round.community[after:]
        else:
            round.dealer = event.cards
    elif None in lying:
        raise Misfit(f"the {event.shows} that are turned over are told", "cards", None)
    if after:
        round.community_open = after
    else:
        round.dealer_open = tuple(range(len(round.dealer)))


def burnt(round: RoundBook, event: e.CardBurnt) -> None:
    _stands(round, BURN)
    round.draw((event.card,))
    round.burnt.append(event.card)


def _stands(round: RoundBook, place: str) -> None:
    """Before cards are told at a place: those that are known there stay."""
    if round.unread:
        round.stands = _known(round, place)


def _known(round: RoundBook, place: str) -> frozenset[int]:
    held = {DEALER_PLACE: round.dealer, COMMUNITY_PLACE: round.community, BURN: round.burnt}
    cards: Sequence[int | None] = held[place] if place in held else round.box(int(place)).cards
    return frozenset(card for card in cards if card is not None)


def check_told_again(round: RoundBook, last: Any, event: e.HandShown) -> None:
    """Checks that no card is lost which lay open before the ``last`` entry, and that whoever made
    that one makes it again: anything else is a correction, which takes a second person.
    """
    lost = _known(round, event.place) - set(event.cards)
    if not lost:
        return
    same = _place_told(last) == event.place and _teller(last) == event.by.name
    if not same or lost & round.stands:
        raise Misfit("a card that lay open is not lost alone", "a correction", event.place)


def _place_told(event: Any) -> str | None:
    match event:
        case e.CardBurnt():
            return BURN
        case e.CardsDealt() | e.HandShown():
            return event.place
        case e.TurnedOver():
            return COMMUNITY_PLACE if event.shows in _STREETS else DEALER_PLACE
        case e.HandEstablished():
            return str(event.box)
        case _:
            return None


def _teller(event: Any) -> str:
    """Who told cards; of dealers that was not always stored."""
    return "dealer" if isinstance(event.by, UnsetType) else str(event.by.name)


def shown(round: RoundBook, event: e.HandShown) -> None:
    """Shows a hand; or names the cards at a place again, because one was entered twice."""
    if not round.unread:
        raise Misfit("every card of this table is known as it is dealt", "no hand", event.place)
    if _known(round, event.place) <= set(event.cards):
        _stands(round, event.place)
    match event.place:
        case "dealer":
            fits("cards that lie open at the dealer's", len(round.dealer_open), len(event.cards))
            cards_at = dict(zip(round.dealer_open, event.cards, strict=True))
            round.dealer = tuple(cards_at.get(at, card) for at, card in enumerate(round.dealer))
        case "community":
            fits("community cards that lie open", round.community_open, len(event.cards))
            round.community = event.cards + round.community[round.community_open :]
        case "burn":
            told_again = iter(event.cards)
            round.burnt = [None if card is None else next(told_again) for card in round.burnt]
        case place:
            _box_shown(round, int(place), event)


def _box_shown(round: RoundBook, number: int, event: e.HandShown) -> None:
    box = round.box(number)
    fits(f"cards of the hand on box {number}", len(box.cards), len(event.cards))
    if None in box.cards:
        _fill(round, box.cards, event.cards)
    box.cards = event.cards
    box.three = None if isinstance(event.three, UnsetType) else event.three
    if box.three is not None and not set(box.three) <= set(box.cards):
        raise Misfit("a hand is set from its own cards", box.cards, box.three)


def declined(round: RoundBook, event: e.ShowDeclined) -> None:
    """Declines to show a hand. A folded one stays folded."""
    box = round.box(event.box)
    if box.hand == FOLDED:
        box.kept_back = True
    else:
        box.hand = UNREVEALED


def established(book: RulebookFile, round: RoundBook, event: e.HandEstablished) -> None:
    """Proves a hand that was not shown; the event names its cards if nobody had read them. A folded
    one lies open from then on; so does one that could not win because its rank was unproved, and is
    now compared.
    """
    box = round.box(event.box)
    _stands(round, str(event.box))
    unproved = book.find("readings", "hidden-hand", "take") == "rank-unproved"
    if unproved and box.hand == UNREVEALED and {*event.bets} - {PROGRESSIVE}:
        box.hand, box.shown, box.established = PLAYED, True, ()
    else:
        box.established = event.bets
        box.shown, box.kept_back = box.shown or box.kept_back, False
    if not isinstance(event.cards, UnsetType):
        _fill(round, box.cards, event.cards)
        box.cards = event.cards


def _fill(round: RoundBook, lying: Sequence[int | None], cards: Sequence[int]) -> None:
    """Fills in cards that nobody had read; those already known must stay the same."""
    if not round.unread:
        raise Misfit("every card of this table is known as it is dealt", "no cards", cards)
    fits("cards that are turned over", len(lying), len(cards))
    for was, card in zip(lying, cards, strict=True):
        if was is not None:
            fits("a card that lay open before", was, card)


def hands_moved(round: RoundBook, event: e.HandsMoved) -> bool:
    """Swaps whole hands. Returns whether a claim is dropped as a result."""
    fits(
        "hands change places among themselves",
        sorted(source for source, _ in event.moves),
        sorted(to for _, to in event.moves),
    )
    hands = {to: round.box(source) for source, to in event.moves}
    lay = {to: (box.cards, box.shown) for to, box in hands.items()}
    for number, (cards, shown) in lay.items():
        box = round.box(number)
        box.cards, box.shown, box.three, box.kept_back = cards, shown, None, False
    return round.unsettle()


def moved(round: RoundBook, event: e.CardsMoved) -> bool:
    """Puts single cards back in the intended order. Returns whether a claim is dropped as a
    result.
    """
    round.burnt = list(event.burnt)
    if event.one_more is not None:
        _one_more(round, event.one_more)
    for place, cards in event.places.items():
        if place == DEALER_PLACE:
            round.dealer = cards
            if event.one_more is not None:
                # The face-up card now belongs elsewhere.
                round.dealer_open = ()
        elif place == COMMUNITY_PLACE:
            round.community = cards
        else:
            box = round.box(int(place))
            box.cards, box.three = cards, None
    hands = (round.dealer, round.community, *(box.cards for box in round.boxes.values()))
    lie = [card for cards in hands for card in cards if card is not None]
    if len(set(lie)) < len(lie):
        raise Misfit("a card lies in one place", "no card twice", sorted(lie))
    # A card that lies nowhere is back in the shoe, and may come again.
    round.out = {*lie, *(card for card in round.burnt if card is not None)}
    return round.unsettle()


def _one_more(round: RoundBook, place: str) -> None:
    """Makes the deal come next to a place that lacks a card; if that is the burn, it is
    repeated.
    """
    if place == BURN:
        round.at -= 1
        return
    done, ahead = list(round.plan[: round.at]), round.plan[round.at :]
    there = [at for at, step in enumerate(done) if step.do == DEAL and step.place == place]
    if not there:
        return
    last = done.pop(there[-1])
    if last.cards > 1:
        done.insert(there[-1], last._replace(cards=last.cards - 1))
    round.plan, round.at = (*done, last._replace(cards=1), *ahead), len(done)
