"""Reconstruction: the returning of cards to their original intended sequential order (RWS 1.15, MBS
5.3, 5.7).

Cards are identified by place and by their turn there, so it also works for cards that nobody has
read.
"""

from collections import Counter
from collections.abc import Mapping

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
    the card that came after its own, and the last place waits for another. If the system burnt a
    card anyway, that one stays burnt: it has left the deck.

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
    burnt = (*round.burnt[: later if round.deck is not None else later - 1], cards[0])
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


def runs_out(round: RoundState, missed: int | None) -> bool:
    """Whether the system's deck has no card left for the place that would lack one."""
    if round.deck is None or after_missed_burn(round, missed) is None:
        return False
    ahead = _dealt(round.program[round.cursor :]).total()
    return round.drawn + ahead >= len(round.deck)


def told(round: RoundState, hands: Hands) -> CardsMoved:
    """Who has what according to the dealer."""
    return CardsMoved(dict(hands), round.burnt)


def problem_with(round: RoundState, hands: Hands) -> str | None:
    """Why hands can't be what the places have after a reconstruction; None if they can."""
    for place, cards in hands.items():
        held = held_at(round, place)
        if held is None:
            return f"There is no place {place!r} in this round."
        if len(held) != len(cards):
            return f"{place} has {len(held)} cards, and you gave {len(cards)}."
    every = [card for cards in hands.values() for card in cards]
    lay = [card for place in hands for card in held_at(round, place) or ()]
    if round.deck is not None and set(every) != set(lay):
        return (
            "The system dealt this table's cards: they may change places, but no other card may "
            "come in."
        )
    places = (DEALER, COMMUNITY, *map(str, round.boxes))
    elsewhere = {
        card for place in places if place not in hands for card in held_at(round, place) or ()
    }.union(round.burnt)
    if len(set(every)) < len(every) or elsewhere.intersection(every):
        return "A card can't lie in two places."
    return None


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
