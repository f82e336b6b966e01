"""Cards of a round as they were told: all as they are dealt, or, where nobody reads them, when they
are turned over.
"""

from collections.abc import Sequence

from msgspec import UnsetType

from pitboss.audit.books.round_book import FOLDED, UNREVEALED, RoundBook
from pitboss.audit.deal_order import BURN, DEAL
from pitboss.audit.report import Misfit, fits
from pitboss.table import events as e

DEALER_PLACE, COMMUNITY_PLACE = "dealer", "community"
_STREETS = {"flop": 3, "turn": 4, "river": 5}


def dealt(found: RoundBook, event: e.CardsDealt) -> None:
    """Cards come to a place."""
    cards, place = event.cards, event.place
    if not found.unread and None in cards:
        raise Misfit("every card of this table is known as it is dealt", "a card", None)
    found.draw(cards)
    if place == DEALER_PLACE:
        found.dealer += cards
        last = len(found.dealer)
        found.dealer_open += tuple(range(last - event.face_up, last))
        if any(found.dealer[at] is None for at in range(last - event.face_up, last)):
            raise Misfit("a card that is dealt face up is told", "a card", None)
    elif place == COMMUNITY_PLACE:
        found.community += cards
    else:
        box = found.box(int(place))
        box.cards += cards
        box.dealt_ms = event.at_ms


def turned_over(found: RoundBook, event: e.TurnedOver) -> None:
    """Community cards, or the dealer's, lie open; those that nobody had read are told with it."""
    before, after = found.community_open, _STREETS.get(event.shows, 0)
    lying = found.community[before:after] if after else found.dealer
    if not isinstance(event.cards, UnsetType):
        _fill(found, lying, event.cards)
        if after:
            found.community = found.community[:before] + event.cards + found.community[after:]
        else:
            found.dealer = event.cards
    elif None in lying:
        raise Misfit(f"the {event.shows} that are turned over are told", "cards", None)
    if after:
        found.community_open = after
    else:
        found.dealer_open = tuple(range(len(found.dealer)))


def shown(found: RoundBook, event: e.HandShown) -> None:
    """A hand is turned over; or what lies at a place is told again, as a card was told twice."""
    if not found.unread:
        raise Misfit("every card of this table is known as it is dealt", "no hand", event.place)
    match event.place:
        case "dealer":
            fits("cards that lie open at the dealer's", len(found.dealer_open), len(event.cards))
            told = dict(zip(found.dealer_open, event.cards, strict=True))
            found.dealer = tuple(told.get(at, card) for at, card in enumerate(found.dealer))
        case "community":
            fits("community cards that lie open", found.community_open, len(event.cards))
            found.community = event.cards + found.community[found.community_open :]
        case "burn":
            told_again = iter(event.cards)
            found.burnt = [None if card is None else next(told_again) for card in found.burnt]
        case place:
            _box_shown(found, int(place), event)


def _box_shown(found: RoundBook, number: int, event: e.HandShown) -> None:
    box = found.box(number)
    fits(f"cards of the hand on box {number}", len(box.cards), len(event.cards))
    if None in box.cards:
        _fill(found, box.cards, event.cards)
    box.cards = event.cards
    box.three = None if isinstance(event.three, UnsetType) else event.three
    if box.three is not None and not set(box.three) <= set(box.cards):
        raise Misfit("a hand is set from its own cards", box.cards, box.three)


def declined(found: RoundBook, event: e.ShowDeclined) -> None:
    """A hand is not shown. A folded one stays folded."""
    box = found.box(event.box)
    if box.hand == FOLDED:
        box.kept_back = True
    else:
        box.hand = UNREVEALED


def established(found: RoundBook, event: e.HandEstablished) -> None:
    """A hand that is not shown is proved; its cards are told where nobody had read them. A folded
    one lies open from then on.
    """
    box = found.box(event.box)
    box.established = event.bets
    box.shown, box.kept_back = box.shown or box.kept_back, False
    if not isinstance(event.cards, UnsetType):
        _fill(found, box.cards, event.cards)
        box.cards = event.cards


def _fill(found: RoundBook, lying: Sequence[int | None], told: Sequence[int]) -> None:
    """What is told of cards that nobody had read keeps those that were known."""
    if not found.unread:
        raise Misfit("every card of this table is known as it is dealt", "no cards", told)
    fits("cards that are turned over", len(lying), len(told))
    for was, card in zip(lying, told, strict=True):
        if was is not None:
            fits("a card that lay open before", was, card)


def hands_moved(found: RoundBook, event: e.HandsMoved) -> bool:
    """Whole hands change places; whether a claim falls away with it."""
    fits(
        "hands change places among themselves",
        sorted(source for source, _ in event.moves),
        sorted(to for _, to in event.moves),
    )
    hands = {to: found.box(source) for source, to in event.moves}
    lay = {to: (box.cards, box.shown) for to, box in hands.items()}
    for number, (cards, shown) in lay.items():
        box = found.box(number)
        box.cards, box.shown, box.three, box.kept_back = cards, shown, None, False
    return found.unsettle()


def moved(found: RoundBook, event: e.CardsMoved) -> bool:
    """Single cards go back to their intended order; whether a claim falls away with it."""
    found.burnt = list(event.burnt)
    if event.one_more is not None:
        _one_more(found, event.one_more)
    for place, cards in event.places.items():
        if place == DEALER_PLACE:
            found.dealer = cards
            if event.one_more is not None:
                # What lay face up is another's card now.
                found.dealer_open = ()
        elif place == COMMUNITY_PLACE:
            found.community = cards
        else:
            box = found.box(int(place))
            box.cards, box.three = cards, None
    hands = (found.dealer, found.community, *(box.cards for box in found.boxes.values()))
    lie = [card for cards in hands for card in cards if card is not None]
    if len(set(lie)) < len(lie):
        raise Misfit("a card lies in one place", "no card twice", sorted(lie))
    # A card that lies nowhere any more is back in the shoe, and may come again.
    found.out = {*lie, *(card for card in found.burnt if card is not None)}
    return found.unsettle()


def _one_more(found: RoundBook, place: str) -> None:
    """A place lacks a card, which comes next; a burn that came last is made once more."""
    if place == BURN:
        found.at -= 1
        return
    done, ahead = list(found.plan[: found.at]), found.plan[found.at :]
    there = [at for at, step in enumerate(done) if step.do == DEAL and step.place == place]
    if not there:
        return
    last = done.pop(there[-1])
    if last.cards > 1:
        done.insert(there[-1], last._replace(cards=last.cards - 1))
    found.plan, found.at = (*done, last._replace(cards=1), *ahead), len(done)
