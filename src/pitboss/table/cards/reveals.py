"""Decisions about hands that are turned over: shown and entered, kept back, or proved to a
supervisor.
"""

from msgspec import UNSET, UnsetType

from pitboss.games.deal_plan import COMMUNITY, DEALER, Ask, Do
from pitboss.games.family import family_of
from pitboss.kernel.cards import SIGNS, Card
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import Decision, refuse
from pitboss.table.cards.felt import (
    comes_to_an_end,
    lying_of,
    lying_open,
    may_be_established,
    may_decline,
    open_and_untold,
    reads_nothing,
    sets,
    to_show,
    told_again,
    twice,
)
from pitboss.table.cards.sources import completed, repeated
from pitboss.table.cards.wrong_entries import first_told_in, may_be_told_again
from pitboss.table.commands import Given
from pitboss.table.dealing import box_of, deal_on
from pitboss.table.queries import shown_at_settlement, wager_names
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import BoxState, Phase, RoundState, Standing, TableState

_ON_THE_TABLE = (Phase.CLOSED, Phase.DEALING, Phase.DECIDING, Phase.REVEALED)


def show_hand(state: TableState, command: c.ShowHand, actor: Actor, given: Given) -> Decision:
    """Cards that nobody has read are turned over and entered."""
    if not reads_nothing(state):
        message = (
            "This table already knows its cards; they are turned up when the round is settled."
        )
        return refuse(state, TableRefusal.NOT_NOW, message)
    round = state.round
    if round is None or round.phase not in _ON_THE_TABLE or round.claimed:
        return refuse(state, TableRefusal.NOT_NOW, "There is no hand to show now.")
    place = place_of(command)
    if place is None or (command.box is not None and command.place is not None):
        message = "Say whose cards these are: the box, or the place (dealer, community)."
        return refuse(state, TableRefusal.NO_SUCH_BOX, message)
    if (count := told_again(round, place) if place in _places(round) else None) is not None:
        stays = _not_alone(state, command, place, actor)
        return stays or _told_again(state, round, command, place, count, actor)
    if command.box is not None:
        return _box_shown(state, round, command, command.box, actor)
    return _place_shown(state, round, command, place, actor, given)


def place_of(command: c.ShowHand) -> str | None:
    """Where the cards lie; that of a box is its number."""
    return command.place if command.box is None else str(command.box)


def show_anew(state: TableState, command: c.ShowHand, actor: Actor) -> Decision | None:
    """Cards that were entered twice over because one of them lay elsewhere too, decided again when
    it no longer does: what was entered last stands. None if they don't lie open.
    """
    round, place = state.round, place_of(command)
    assert round is not None, "cards are entered in a round"
    assert place is not None, "an entry names its place"
    on = round.phase in _ON_THE_TABLE and not round.claimed and place in _places(round)
    count = lying_open(round, place) if on else None
    return _told_again(state, round, command, place, count, actor) if count else None


def _places(round: RoundState) -> tuple[str, ...]:
    return (DEALER, COMMUNITY, "burn", *map(str, round.boxes))


def _told_again(
    state: TableState, round: RoundState, command: c.ShowHand, place: str, count: int, actor: Actor
) -> Decision:
    """One of two places with the same card was entered wrongly: the cards there are entered
    again.
    """
    if len(command.cards) != count:
        message = f"Enter all {count} cards here again; you entered {len(command.cards)}."
        return refuse(state, TableRefusal.CARDS_NEEDED, message)
    box = round.boxes.get(command.box) if command.box is not None else None
    if refused := repeated(state, command.cards) or _check_three(
        state, box, command, command.cards
    ):
        return refused
    return (e.HandShown(place, command.cards, actor, command.three or UNSET),)


def _not_alone(
    state: TableState, command: c.ShowHand, place: str, actor: Actor
) -> TableRefused | None:
    """Why somebody can't enter the cards of a place again: a card that lay open before the last
    entry is never lost without a second person.
    """
    stay = may_be_told_again(state, place, actor.name)
    lost = sorted((stay or frozenset()) - set(command.cards))
    if stay is not None and not lost:
        return None
    assert state.round is not None, "cards are entered in a round"
    named = lost or twice(state.round) & set(lying_of(state.round)[place])
    entry = first_told_in(state, place, named)
    which = "the entry" if entry is None else f"entry {entry}"
    why = f"{SIGNS[lost[0]]} lay open before" if lost else "This is not what you entered last"
    message = f"{why}: correct {which} instead, which a second person approves."
    return refuse(state, TableRefusal.SECOND_PERSON_NEEDED, message)


def _place_shown(
    state: TableState,
    round: RoundState,
    command: c.ShowHand,
    place: str,
    actor: Actor,
    given: Given,
) -> Decision:
    """The dealer's cards, or community cards, are turned over: everything before that has been
    dealt.
    """
    if place == DEALER and len(command.cards) == open_and_untold(round):
        refused = repeated(state, command.cards)
        return refused or (e.HandShown(DEALER, command.cards, actor),)
    ahead = round.program[round.cursor :]
    coming = next((step for step in ahead if step.do in (Do.TURN_OVER, Do.DECIDE)), None)
    if coming is None or coming.place != place:
        step = round.step
        label = "the hands of the boxes" if step is None else step.label
        return refuse(state, TableRefusal.WRONG_PLACE, f"The next step is: {label}.")
    return deal_on(state, command.cards, actor, given)


def _box_shown(
    state: TableState, round: RoundState, command: c.ShowHand, number: int, actor: Actor
) -> Decision:
    box = round.boxes.get(number)
    if box is None or not box.cards:
        return refuse(state, TableRefusal.NO_SUCH_BOX, f"Box {number} has no hand in this round.")
    if box.standing in (Standing.UNDECIDED, Standing.IN) and round.phase is not Phase.REVEALED:
        return refuse(
            state,
            TableRefusal.NOT_NOW,
            "Players show their hands after the dealer's hand is turned over.",
        )
    if refused := _nothing_to_show(state, box):
        return refused
    cards = completed(state, box.cards, command.cards, f"Box {number}")
    if isinstance(cards, TableRefused):
        return cards
    if refused := _check_three(state, box, command, cards):
        return refused
    return (e.HandShown(str(number), cards, actor, command.three or UNSET),)


def _nothing_to_show(state: TableState, box: BoxState) -> TableRefused | None:
    """Why a hand can no longer be turned over."""
    if box.shown:
        message = f"The hand of box {box.number} has already been shown."
    elif box.standing is Standing.DECLINED or box.kept_back:
        message = f"The hand of box {box.number} is already marked as not shown."
    elif not shown_at_settlement(state, box):
        message = f"The hand of box {box.number} has nothing left to win."
    else:
        return None
    return refuse(state, TableRefusal.ALREADY_DECIDED, message)


def _check_three(
    state: TableState, box: BoxState | None, command: c.ShowHand, cards: tuple[Card, ...]
) -> TableRefused | None:
    """How a player has set the hand being shown."""
    three = command.three
    if three is None:
        return None
    hands_are_set = any(asked.ask is Ask.SET for asked in family_of(state.book).asks)
    if box is None or not hands_are_set:
        message = (
            "Players do not set their hands in this game: leave out the three cards."
            if box
            else "Only players set their hands: leave out the three cards."
        )
        return refuse(state, TableRefusal.BAD_SETTING, message)
    assert state.round is not None
    looked = [other for other in state.round.boxes.values() if other.examined]
    blind = any(other.player == box.player and other is not box for other in looked)
    if box.standing is Standing.LEFT or blind:
        return refuse(
            state,
            TableRefusal.BAD_SETTING,
            "The player has not looked at this hand, so it is set the House Way: leave out "
            "the three cards.",
        )
    if not sets(three, cards):
        return refuse(state, TableRefusal.BAD_SETTING, "Name three different cards of the hand.")
    return None


# ── hands that are not shown ──────────────────────────────────────────────────────────────────────


def decline_to_show(
    state: TableState, command: c.DeclineToShow, actor: Actor, given: Given
) -> Decision:
    round = state.round
    if round is None or not comes_to_an_end(state, round):
        return refuse(
            state,
            TableRefusal.NOT_NOW,
            "Mark a hand as not shown after the dealer's hand is turned over.",
        )
    if round.claimed:
        # A hand that raised a claim has been seen; it can't be kept from the table afterwards.
        return refuse(
            state,
            TableRefusal.NOT_NOW,
            "The jackpot has been claimed, so the hands have already been shown.",
        )
    if command.rest is True:
        return _rest_declined(state, round, command, actor)
    if command.box is None:
        return refuse(state, TableRefusal.NO_SUCH_BOX, "Say which box will not show its hand.")
    box = box_of(state, command.box, command.player, actor)
    if isinstance(box, TableRefused):
        return box
    if box.gone:
        message = (
            f"{box.player} has left, so the house turns up box {box.number}. If the player is "
            "here after all, correct that entry first."
        )
        return TableRefused(TableRefusal.ALREADY_DECIDED, message)
    if not may_decline(state, box):
        return TableRefused(
            TableRefusal.ALREADY_DECIDED, f"Box {box.number} has no hand left to show or keep back."
        )
    return (e.ShowDeclined(box.number, actor),)


def _rest_declined(
    state: TableState, round: RoundState, command: c.DeclineToShow, actor: Actor
) -> Decision:
    """Everything not shown by now is marked as not shown; the house itself turns up what a player
    has left behind.
    """
    if actor.post is Post.PLAYER:
        return refuse(
            state, TableRefusal.NOT_ALLOWED, "You may keep back only your own hand: name its box."
        )
    if command.box is not None:
        return refuse(state, TableRefusal.NO_SUCH_BOX, "Name one box or mark the rest, not both.")
    marked = [number for number in to_show(state, round) if may_decline(state, round.boxes[number])]
    if not marked:
        return refuse(state, TableRefusal.ALREADY_DECIDED, "No hand is left to mark as not shown.")
    return tuple(e.ShowDeclined(number, actor) for number in marked)


def establish_hand(
    state: TableState, command: c.EstablishHand, actor: Actor, given: Given
) -> Decision:
    round = state.round
    box = None if round is None else round.boxes.get(command.box)
    if round is None or box is None or not may_be_established(state, round, box):
        return refuse(
            state,
            TableRefusal.NOT_NOW,
            "Only a hand that was not shown can be established, and only before settlement.",
        )
    unknown = [bet for bet in command.bets if bet not in wager_names(state)]
    if unknown or not command.bets:
        return refuse(
            state,
            TableRefusal.NO_SUCH_BET,
            f"Say which bets (bets): {', '.join(wager_names(state))}.",
        )
    if None not in box.cards:
        if command.cards is not UNSET:
            message = f"The cards of box {box.number} are already known: leave them out."
            return refuse(state, TableRefusal.CARDS_NOT_TAKEN, message)
        return (e.HandEstablished(box.number, command.bets, actor),)
    if isinstance(command.cards, UnsetType):
        message = (
            f"No device has read the hand of box {box.number}: say which cards you saw (cards)."
        )
        return refuse(state, TableRefusal.CARDS_NEEDED, message)
    cards = completed(state, box.cards, command.cards, f"Box {box.number}")
    if isinstance(cards, TableRefused):
        return cards
    return (e.HandEstablished(box.number, command.bets, actor, cards),)
