"""Which cards come with a step of the deal: from the system's shuffle, from a device that reads
them all, or, with ordinary cards, only those that lie face up.
"""

from pitboss.games.deal_plan import BURN, Step
from pitboss.kernel.cards import SIGNS, Card, Lying, known_of
from pitboss.table.betting import refuse
from pitboss.table.cards.felt import face_up, reads_nothing, turned
from pitboss.table.queries import cards_out
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import RoundState, TableState

Told = tuple[Card, ...]


def cards_coming(
    state: TableState, round: RoundState, step: Step, cards: Told | None
) -> Lying | TableRefused:
    """The cards of a step that burns or deals."""
    if round.deck:
        return _virtual_cards(state, round.deck[round.drawn :], step, cards)
    if cards is None and step.place == BURN:
        # A burnt card is discarded unseen, so it need not be known.
        return ()
    if reads_nothing(state):
        return _shown_cards(state, round, step, cards)
    return _entered_cards(state, round, step, cards)


def _virtual_cards(
    state: TableState, left: Told, step: Step, cards: Told | None
) -> Told | TableRefused:
    if cards is not None:
        return refuse(
            state,
            TableRefusal.CARDS_NOT_TAKEN,
            "This table deals from its own shuffle: enter no cards.",
        )
    return left[: step.cards]


def _entered_cards(
    state: TableState, round: RoundState, step: Step, cards: Told | None
) -> Told | TableRefused:
    if cards is None:
        return refuse(state, TableRefusal.CARDS_NEEDED, f"{step.label}: say which.")
    if len(cards) != step.cards:
        return _wrong_number(state, step, step.cards, cards)
    out = cards_out(round)
    for position, card in enumerate(cards):
        if card in out or card in cards[:position]:
            return refuse(
                state, TableRefusal.CARD_ALREADY_OUT, f"{SIGNS[card]} has already been dealt."
            )
    return cards


def _shown_cards(
    state: TableState, round: RoundState, step: Step, cards: Told | None
) -> Lying | TableRefused:
    """Face-up cards are entered; the others may have been read by a device, or by nobody.

    If a card that is already out comes again, one of the two was entered wrongly, or is foreign.
    """
    up = face_up(round, step)
    if cards is None:
        if up:
            message = f"{step.label}: say which card lies face up."
            return refuse(state, TableRefusal.CARDS_NEEDED, message)
        return (None,) * step.cards
    if len(cards) not in (up, step.cards):
        return _wrong_number(state, step, up or step.cards, cards)
    hidden: Lying = (None,) * (step.cards - len(cards))
    return repeated(state, cards) or hidden + cards


def _wrong_number(state: TableState, step: Step, needed: int, cards: Told) -> TableRefused:
    message = f"{step.label}: {needed} needed, {len(cards)} given."
    return refuse(state, TableRefusal.CARDS_NEEDED, message)


def cards_turned_over(
    state: TableState, round: RoundState, step: Step, cards: Told | None
) -> Told | TableRefused | None:
    """The cards that a step turns over, if nobody has read them; otherwise they are known."""
    lying = turned(round, step)
    if None not in lying:
        if cards is None:
            return None
        if not reads_nothing(state):
            return refuse(
                state,
                TableRefusal.CARDS_NOT_TAKEN,
                "The table already knows the cards that are turned over: enter none.",
            )
    if cards is None:
        return refuse(state, TableRefusal.CARDS_NEEDED, f"{step.label}: say which cards these are.")
    return completed(state, lying, cards, step.label)


def completed(state: TableState, lying: Lying, cards: Told, where: str) -> Told | TableRefused:
    """What lies at a place when these cards are turned over there; cards already known may be
    included or left out.
    """
    if refused := repeated(state, cards):
        return refused
    known = known_of(lying)
    rest = [card for card in cards if card not in known]
    missing = len(lying) - len(known)
    if len(rest) != missing:
        beside = f" beside {' '.join(SIGNS[card] for card in known)}" if known else ""
        message = f"{where}: {missing} needed{beside}, {len(rest)} given."
        return refuse(state, TableRefusal.CARDS_NEEDED, message)
    coming = iter(rest)
    return tuple(next(coming) if card is None else card for card in lying)


def repeated(state: TableState, cards: Told) -> TableRefused | None:
    """A card that appears twice in one entry."""
    for position, card in enumerate(cards):
        if card in cards[:position]:
            message = (
                f"{SIGNS[card]} is in this entry twice: enter it again, or report foreign-card "
                "if there really are two."
            )
            return refuse(state, TableRefusal.CARD_ALREADY_OUT, message)
    return None
