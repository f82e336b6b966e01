"""Cards put back in their order, recomputed: which burn was missed, who has which cards once it is
made up for, and whether that is still possible; and that nothing comes in, where somebody told who
has what, that could not have come from the shoe.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from pitboss.audit.books.round_book import RoundBook
from pitboss.audit.deal_order import BURN, COMMUNITY, DEAL, DEALER, DealStep
from pitboss.audit.report import Misfit, fits
from pitboss.table import events as e

if TYPE_CHECKING:
    from pitboss.audit.books.table_book import TableBook

MISSED = "burn_before"
"""The fact that says which burn it was; without it, the last one."""


def missed_at(table: "TableBook", round: RoundBook, facts: Mapping[str, Any]) -> int | None:
    """The burn's place in the plan; None if it was never due."""
    if table.settings is None:
        raise Misfit("a table with a round is open", "it is", "it is not")
    due = [at for at, step in enumerate(round.plan[: round.at]) if step.do == BURN]
    way = table.book.find("dealing", table.settings.dealing) or {}
    stages = [stage for stage in way["order"] if stage in way.get("burn-before", ())]
    missed = facts.get(MISSED)
    if missed is None:
        return due[-1] if due else None
    return dict(zip(stages, due, strict=False)).get(missed)


def after_missed_burn(round: RoundBook, missed: int | None) -> e.CardsMoved | None:
    """Each card dealt after the burn belongs one place further on: the first is burnt, and the last
    place waits for another.
    """
    if missed is None:
        return None
    had = _cards(round.plan[:missed])
    slots = [
        place for step in round.plan[missed + 1 : round.at] for place in [_place(step)] * step.cards
    ]
    if not slots:
        return None
    # The missed burn is on record among the burnt cards.
    since = len(round.burnt) - slots.count(BURN)
    next_card = Counter(had)
    next_card[BURN] = since
    cards = []
    for place in slots:
        cards.append(_held(round, place)[next_card[place]])
        next_card[place] += 1
    now = {place: _held(round, place)[: had[place]] for place in slots}
    now[BURN] = tuple(round.burnt[: since - 1])
    for place, card in zip([BURN, *slots], cards, strict=False):
        now[place] += (card,)
    burnt = now.pop(BURN)
    return e.CardsMoved(now, burnt, slots[-1])


def beyond_repair(table: "TableBook", round: RoundBook, facts: Mapping[str, Any]) -> bool:
    """Whether the cards can no longer be put right, because they lie open."""
    return round.revealed or _opened_since(round, missed_at(table, round, facts))


def _opened_since(round: RoundBook, missed: int | None) -> bool:
    """Whether community cards dealt after the burn lie open."""
    before = 0 if missed is None else _cards(round.plan[:missed])[COMMUNITY]
    return round.community_open > before


def _place(step: DealStep) -> str:
    return BURN if step.do == BURN else step.place


def _cards(steps: Sequence[DealStep]) -> Counter[str]:
    """How many cards went to each place, and how many were burnt."""
    counts: Counter[str] = Counter()
    for step in steps:
        if step.do in (BURN, DEAL):
            counts[_place(step)] += step.cards
    return counts


def _held(round: RoundBook, place: str) -> tuple[Any, ...]:
    if place == BURN:
        return tuple(round.burnt)
    if place == DEALER:
        return round.dealer
    return round.community if place == COMMUNITY else round.box(int(place)).cards


# ── as somebody told it ───────────────────────────────────────────────────────────────────────────

_UNREAD = -1
"""A card from the shoe that nobody has read."""

Hands = Mapping[str, Sequence[Any]]

_OF_REAL_CARDS = frozenset(
    (
        "foreign-card",
        "deck-count-wrong",
        "cards-not-shuffled",
        "cards-insufficient",
        "misdeal",
        "wrong-dealer-card-count",
        "wrong-player-card-count",
        "wrong-community-card-count",
        "burn-missed",
        "card-face-up-in-shoe",
        "cards-drawn-together",
        "other-dealing-error",
    )
)
"""What can't happen where the system shuffles and deals."""


def check_source(table: "TableBook", event: e.IncidentReported) -> None:
    """Checks that a report fits the table's source of cards."""
    virtual = table.settings is not None and table.settings.cards == "virtual"
    moved = bool(event.moves) or (event.hands is not UNSET and bool(event.hands))
    if virtual and (moved or event.ruling.incident in _OF_REAL_CARDS):
        raise Misfit(
            "the system shuffles and deals, and no card changes places",
            "no such report",
            str(event.ruling.incident),
        )


def check_told(round: RoundBook, incident: str, box: int | None, hands: Hands) -> None:
    """Checks that the cards told are those that lay there, or what the deal would have brought."""
    for place, cards in hands.items():
        fits(f"cards at {place} that are put right", len(_held(round, place)), len(cards))
    now = Counter(card for cards in hands.values() for card in cards)
    lay = Counter(card for place in hands for card in _held(round, place))
    new = now - lay
    if not new:
        return
    counted = {
        "wrong-player-card-count": str(box),
        "wrong-dealer-card-count": DEALER,
        "wrong-community-card-count": COMMUNITY,
    }.get(incident)
    burnt = [card for card in round.burnt if card in new]
    if burnt or not any(_agrees(round, dealt, hands) for dealt in _as_meant(round, counted)):
        raise Misfit("cards put right were out, or came from the shoe", "no other", sorted(new))


def _as_meant(round: RoundBook, counted: str | None) -> Iterator[Hands]:
    """The deal without one of its cards, and with the next one of the shoe; or with one more, the
    one too many of the place before.
    """
    places = [_place(step) for step in round.plan[: round.at] for _ in range(step.cards)]
    left = {place: list(_held(round, place)) for place in places}
    cards = [left[place].pop(0) for place in places]
    read = [
        _UNREAD if card is None and place == BURN else card
        for place, card in zip(places, cards, strict=True)
    ]
    for nth, place in enumerate(places):
        yield _dealt(places, [*read[:nth], *read[nth + 1 :], _UNREAD])
        if nth and counted == places[nth - 1] and counted != place:
            yield _dealt(places, [*read[:nth], _UNREAD, *read[nth:]])


def _dealt(places: Sequence[str], shoe: Sequence[Any]) -> Hands:
    """Who has what if cards come in this order."""
    hands: dict[str, list[Any]] = {}
    for place, card in zip(places, shoe, strict=False):
        hands.setdefault(place, []).append(card)
    return hands


def _agrees(round: RoundBook, dealt: Hands, hands: Hands) -> bool:
    """Whether all cards that were read lie where they would have come."""
    for place in dealt.keys() - {BURN}:
        lie = Counter(hands[place] if place in hands else _held(round, place))
        if Counter(card for card in dealt[place] if card != _UNREAD) - lie:
            return False
    return True
