"""Cards of the system that somebody has seen: a correction can't make them unseen."""

from collections.abc import Iterator

from pitboss.kernel.cards import Card
from pitboss.table.queries import shown_at_settlement
from pitboss.table.state import RoundState, TableState


def unseen(state: TableState, corrected: TableState) -> str | None:
    """Why a correction would require people to forget what they saw; None if it would not. Real
    cards lie where they lie, whatever was entered.
    """
    was, now = state.round, corrected.round
    if state.settings.cards != "virtual" or was is None or now is None:
        return None
    opened = any(seed.seed is not None for seed in was.committed)
    if (opened and was.committed != now.committed) or (was.deck and was.deck != now.deck):
        # Somebody who knows the others' seeds must not choose a seed, nor decide whether to deal
        # again.
        return "The shuffle has been fixed, and that can't be taken back."
    looked = [box.number for box in was.boxes.values() if box.examined]
    kept = [n for n in looked if n in now.boxes and now.boxes[n].examined]
    if kept != looked:
        number = next(n for n in looked if n not in kept)
        return f"The hand of box {number} has been looked at, and a look can't be taken back."
    if set(was.dealer_open) - set(now.dealer_open) or was.community_open > now.community_open:
        return "Cards have been turned over for all to see, and that can't be taken back."
    if any(card != _lying(now, place, at) for place, at, card in _seen(state, was)):
        return "This would move cards that somebody has seen, and a look can't be taken back."
    return None


def _seen(state: TableState, round: RoundState) -> Iterator[tuple[str, int, Card | None]]:
    """The places of all cards that somebody has seen."""
    for at in round.dealer_open:
        yield "dealer", at, round.dealer[at]
    for at, card in enumerate(round.community[: round.community_open]):
        yield "community", at, card
    claiming = {hand.box for hand in round.claimed}
    settled = round.settlement is not None
    for number, box in round.boxes.items():
        turned_up = settled and shown_at_settlement(state, box)
        if box.examined or box.established or box.shown or number in claiming or turned_up:
            for at, card in enumerate(box.cards):
                yield str(number), at, card


def _lying(round: RoundState, place: str, at: int) -> Card | None:
    cards: tuple[Card | None, ...]
    if place == "dealer":
        cards = round.dealer
    elif place == "community":
        cards = round.community
    else:
        box = round.boxes.get(int(place))
        cards = () if box is None else box.cards
    return cards[at] if at < len(cards) else None
