"""Reconstruction: the returning of cards to their original intended sequential order (RWS 1.15, MBS
5.3, 5.7).

Cards are identified by place and by their turn there, so it also works for cards that nobody has
read.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from pitboss.games.deal_plan import BURN, COMMUNITY, DEALER, Do, Step
from pitboss.kernel.cards import Card
from pitboss.rulebook.incidents import Fact
from pitboss.table.changes import change_round
from pitboss.table.remedies.events import CardsMoved
from pitboss.table.state import RoundState, TableState

Hands = Mapping[str, tuple[Card | None, ...]]


def held_at(round: RoundState, place: str) -> tuple[Card | None, ...] | None:
    """The cards of a place; None if there is no such place."""
    if place == DEALER:
        return round.dealer
    if place == COMMUNITY:
        return round.community
    box = round.boxes.get(int(place)) if place.isdecimal() else None
    return None if box is None else box.cards


MISSED = "burn_before"
"""The fact that says which burn was forgotten, by what should have come after it: the first hands
(``players``), the flop. If it is left out, it is the last one.
"""


def burns(state: TableState) -> tuple[str, ...]:
    """What a card is burnt before at this table, in the order of the deal."""
    dealing = state.book.dealing[state.settings.dealing]
    return tuple(stage.value for stage in dealing.order if stage in dealing.burn_before)


def missed_at(state: TableState, round: RoundState, facts: Mapping[str, Fact]) -> int | None:
    """Where in the deal the forgotten burn belongs; None if it has not come yet."""
    done = [at for at, step in enumerate(round.program[: round.cursor]) if step.do is Do.BURN]
    stage = facts.get(MISSED)
    nth = len(done) - 1 if stage is None else [*burns(state), stage].index(stage)
    return done[nth] if 0 <= nth < len(done) else None


def after_missed_burn(round: RoundState, missed: int | None) -> CardsMoved | None:
    """Who has what when a forgotten burn is made up for: its first card is burnt, each place gets
    the card that came after its own, and the last place waits for another.

    None if no card has been dealt since: then the burn is simply made.
    """
    if missed is None:
        return None
    before = _dealt(round.program[:missed])
    slots = [
        step.place
        for step in round.program[missed + 1 : round.cursor]
        if step.do in (Do.DEAL, Do.BURN)
        for _ in range(step.cards)
    ]
    if not slots:
        return None
    later = len(round.burnt) - slots.count(BURN)
    held = {place: held_at(round, place) or () for place in slots} | {BURN: round.burnt[later:]}
    turn = before - Counter({BURN: before[BURN]})
    cards: list[Card | None] = []
    for place in slots:
        cards.append(held[place][turn[place]])
        turn[place] += 1
    places = {place: held[place][: before[place]] for place in slots if place != BURN}
    burnt = (*round.burnt[: later - 1], cards[0])
    for place, card in zip(slots, cards[1:], strict=False):
        if place == BURN:
            burnt += (card,)
        else:
            places[place] += (card,)
    return CardsMoved(places, burnt, slots[-1])


def unread(state: TableState, moved: CardsMoved | None) -> bool:
    """Whether an unread card would come to a hand at a table where all are read: one that was
    burnt.
    """
    if moved is None or state.settings.cards == "shown":
        return False
    return any(None in cards for cards in moved.places.values())


def _dealt(steps: tuple[Step, ...]) -> Counter[str]:
    """How many cards each place has got, and how many were burnt."""
    counts: Counter[str] = Counter()
    for step in steps:
        if step.do in (Do.DEAL, Do.BURN):
            counts[step.place] += step.cards
    return counts


def opened_since(round: RoundState, missed: int | None) -> bool:
    """Whether community cards that came after a burn lie open: they can't change places unseen."""
    before = 0 if missed is None else _dealt(round.program[:missed])[COMMUNITY]
    return round.community_open > before


def told(round: RoundState, hands: Hands) -> CardsMoved:
    """Who has what according to the dealer."""
    return CardsMoved(dict(hands), round.burnt)


def problem_with(round: RoundState, hands: Hands, wrong_count: str | None) -> str | None:
    """Why hands can't be what the places have after a reconstruction; None if they can.
    ``wrong_count`` is the place that was dealt a wrong number of cards, if one was.
    """
    for place, cards in hands.items():
        held = held_at(round, place)
        if held is None:
            return f"There is no place {place!r} in this round."
        if len(held) != len(cards):
            return f"{place} has {len(held)} cards, and you gave {len(cards)}."
    every = [card for cards in hands.values() for card in cards]
    lay = {card for place in hands for card in held_at(round, place) or ()}
    places = (DEALER, COMMUNITY, *map(str, round.boxes))
    elsewhere = {
        card for place in places if place not in hands for card in held_at(round, place) or ()
    }.union(round.burnt)
    if len(set(every)) < len(every) or elsewhere.intersection(every):
        return "A card can't lie in two places."
    if lay.issuperset(every) or any(
        _fits(order, round, hands) for order in _put_right(round, wrong_count)
    ):
        return None
    # Which card is out of place would tell who asks what lies face down.
    return (
        "Putting a deal right only returns cards that are out to their order; these would not be. "
        "If a card was entered wrongly, correct that entry (correct)."
    )


_ANY = "any"
"""A card that nobody has read: a burnt one, one too many, or the next of the shoe."""

_Order = Mapping[str, list[Card | str | None]]
"""Who has which cards in another order of the deal."""


def _put_right(round: RoundState, wrong_count: str | None) -> Iterator[_Order]:
    """Who has what when one card comes out of the order of the deal, all after it move up and the
    next of the shoe comes last; or when a card too many goes to the place that was dealt to next,
    and all after it move down.
    """
    turns: Counter[str] = Counter()
    slots: list[str] = []
    order: list[Card | str | None] = []
    for step in round.program[: round.cursor]:
        for _ in range(step.cards):
            held = round.burnt if step.place == BURN else held_at(round, step.place) or ()
            card = held[turns[step.place]]
            turns[step.place] += 1
            slots.append(step.place)
            order.append(_ANY if card is None and step.place == BURN else card)
    for at in range(len(slots)):
        yield _dealt_to(slots, [*order[:at], *order[at + 1 :], _ANY])
        if at and slots[at - 1] == wrong_count != slots[at]:
            yield _dealt_to(slots, [*order[:at], _ANY, *order[at:-1]])


def _dealt_to(slots: Sequence[str], order: Sequence[Card | str | None]) -> _Order:
    hands: dict[str, list[Card | str | None]] = {place: [] for place in slots}
    for place, card in zip(slots, order, strict=True):
        hands[place].append(card)
    return hands


def _fits(order: _Order, round: RoundState, hands: Hands) -> bool:
    """Whether every place has these cards: those that were named, and the others what they had."""
    for place, cards in order.items():
        if place == BURN:
            continue
        told = hands.get(place) or held_at(round, place) or ()
        known = [card for card in cards if card is not _ANY]
        if Counter(known) - Counter(told):
            return False
    return True


def _deals_to(step: Step, place: str) -> bool:
    return step.do is Do.DEAL and step.place == place


def moved(state: TableState, event: CardsMoved) -> TableState:
    """The state after cards have gone back to their order."""
    current = state.round
    assert current is not None, "cards are moved in a round"
    boxes = dict(current.boxes)
    changes: dict[str, object] = {"burnt": event.burnt}
    for place, cards in event.places.items():
        if place.isdecimal():
            # How a hand was set does not apply to the one that it has become.
            boxes[int(place)] = replace(boxes[int(place)], cards=cards, three=None)
        else:
            changes[place] = cards
    if event.one_more is not None and DEALER in event.places:
        # The face-up card is another's now.
        changes["dealer_open"] = ()
    if event.one_more == BURN:
        # The last burn is made once more.
        changes["cursor"] = current.cursor - 1
    elif event.one_more is not None:
        # The last card it got is another's now, and is dealt once more.
        done = current.program[: current.cursor]
        at = max(
            (nth for nth, step in enumerate(done) if _deals_to(step, event.one_more)), default=None
        )
        assert at is not None, "a place that lacks a card has got some"
        last = done[at]
        fewer = (replace(last, cards=last.cards - 1),) if last.cards > 1 else ()
        done = (*done[:at], *fewer, *done[at + 1 :])
        one = replace(last, cards=1)
        changes["program"] = (*done, one, *current.program[current.cursor :])
        changes["cursor"] = len(done)
    return change_round(state, boxes=boxes, settlement=None, paid={}, claimed=(), **changes)
