"""A missed burn, recomputed: which burn it was, who has which cards once it is made up for, and
whether that is still possible.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.audit.books.round_book import RoundBook
from pitboss.audit.deal_order import BURN, COMMUNITY, DEAL, DEALER, DealStep
from pitboss.audit.report import Misfit
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
    place waits for another. A card that the system burnt stays burnt.
    """
    if missed is None:
        return None
    had = _cards(round.plan[:missed])
    slots = [
        place for step in round.plan[missed + 1 : round.at] for place in [_place(step)] * step.cards
    ]
    if not slots:
        return None
    # The missed burn is on record among the burnt cards, but only a virtual deck really made it.
    since = len(round.burnt) - slots.count(BURN)
    made = since - 1 if round.deck is None else since
    next_card = Counter(had)
    next_card[BURN] = since
    cards = []
    for place in slots:
        cards.append(_held(round, place)[next_card[place]])
        next_card[place] += 1
    now = {place: _held(round, place)[: had[place]] for place in slots}
    now[BURN] = tuple(round.burnt[:made])
    for place, card in zip([BURN, *slots], cards, strict=False):
        now[place] += (card,)
    burnt = now.pop(BURN)
    return e.CardsMoved(now, burnt, slots[-1])


def beyond_repair(table: "TableBook", round: RoundBook, facts: Mapping[str, Any]) -> bool:
    """Whether the cards can no longer be put right: they lie open, nobody may know them, or the
    deck would run out.
    """
    missed = missed_at(table, round, facts)
    open_ = round.revealed or _opened_since(round, missed)
    return open_ or round.chained or _runs_out(round, missed)


def _opened_since(round: RoundBook, missed: int | None) -> bool:
    """Whether community cards dealt after the burn lie open."""
    before = 0 if missed is None else _cards(round.plan[:missed])[COMMUNITY]
    return round.community_open > before


def _runs_out(round: RoundBook, missed: int | None) -> bool:
    """Whether the virtual deck would run out before every place has its cards."""
    if round.deck is None or after_missed_burn(round, missed) is None:
        return False
    to_come = sum(_cards(round.plan[round.at :]).values())
    return len(round.deck) - round.drawn <= to_come


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
