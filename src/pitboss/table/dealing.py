"""Decisions about the deal, looking at hands, and what players choose."""

import msgspec
from msgspec import UNSET

from pitboss.games.deal_plan import DECIDE, Ask, Do, Step
from pitboss.kernel.cards import Card
from pitboss.kernel.money import format_cents
from pitboss.rulebook.authority import PLAYER, Actor
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import Decision, acting_player, refuse
from pitboss.table.cards.felt import face_up, needs_cards, sets
from pitboss.table.cards.sources import cards_coming, cards_turned_over
from pitboss.table.commands import Given
from pitboss.table.evolve import fold
from pitboss.table.queries import (
    decision_outstanding,
    raise_name,
    raise_size,
    raise_sizes,
    to_ask,
)
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import BoxState, Phase, RoundState, TableState


def going_on(state: TableState, *events: e.AnyEvent) -> tuple[e.AnyEvent, ...]:
    """The events, and the end of every stretch of decisions in which nobody is left to ask."""
    if (
        len(events) == 1
        and isinstance(events[0], _STEPS_OF_THE_DEAL)
        and not _decisions_next(state)
    ):
        return events
    all_events = events
    after = fold(all_events, state)
    while after is not None and after.round is not None and _all_answered(after.round):
        all_events += (e.DecisionsEnded(),)
        after = fold(all_events[-1:], after)
    return all_events


_STEPS_OF_THE_DEAL = (e.CardsDealt, e.CardBurnt, e.TurnedOver)
# Enumeration members under names of their own, as in ``authority.PLAYER``.
_WHILE_DEALING = (Phase.CLOSED, Phase.DEALING)
_DECIDING = Phase.DECIDING
_BURN, _TURN_OVER = Do.BURN, Do.TURN_OVER
_RAISES = (Ask.STAY, Ask.TURN, Ask.RIVER)


def _decisions_next(state: TableState) -> bool:
    """Whether players are asked after the current step of the deal; most steps only lead to the
    next.
    """
    round = state.round
    assert round is not None, "cards are dealt in a round"
    after = round.cursor + 1
    return after < len(round.program) and round.program[after].do is DECIDE


def _all_answered(round: RoundState) -> bool:
    at_rest = round.pending is not None or round.offered or round.phase is not Phase.DECIDING
    return not at_rest and not to_ask(round)


# ── dealing ───────────────────────────────────────────────────────────────────────────────────────


def deal(state: TableState, command: c.Deal, actor: Actor, given: Given) -> Decision:
    round = state.round
    if round is None or round.phase not in _WHILE_DEALING:
        waiting = round is not None and round.phase is Phase.DECIDING
        message = (
            "Players are still deciding: deal when they have decided."
            if waiting
            else 'Cards are dealt after "No more bets".'
        )
        return refuse(state, TableRefusal.NOT_NOW, message)
    step = round.step
    assert step is not None, "a round whose program has ended is revealed"
    if command.to is not None and command.to != step.place:
        return refuse(state, TableRefusal.WRONG_PLACE, f"The next step is: {step.label}.")
    if command.all is True:
        return deal_on(state, command.cards, actor, given)
    return _take_step(state, round, step, command.cards, actor, given)


def _take_step(
    state: TableState,
    round: RoundState,
    step: Step,
    entered: tuple[Card, ...] | None,
    actor: Actor,
    given: Given,
) -> Decision:
    if step.do is _TURN_OVER:
        cards = cards_turned_over(state, round, step, entered)
        if isinstance(cards, TableRefused):
            return cards
        return going_on(state, e.TurnedOver(step.shows, actor, UNSET if cards is None else cards))
    coming = cards_coming(state, round, step, entered)
    if isinstance(coming, TableRefused):
        return coming
    if step.do is _BURN:
        return going_on(state, e.CardBurnt(coming[0] if coming else None, actor))
    up = face_up(round, step)
    return going_on(state, e.CardsDealt(step.place, coming, up, given.now_ms, actor))


def deal_on(
    state: TableState, entered: tuple[Card, ...] | None, actor: Actor, given: Given
) -> Decision:
    """Steps of the deal until players decide, or a card has been turned up; ``entered`` are the
    cards of these steps.

    If none were entered, the deal stops before the first step that needs them.
    """
    events: tuple[e.AnyEvent, ...] = ()
    now, left = state, entered
    while (round := now.round) is not None and round.phase in _WHILE_DEALING:
        step = round.step
        assert step is not None, "a round whose program has ended is revealed"
        if events and left is None and needs_cards(now, round, step):
            return events
        opens = step.do is Do.TURN_OVER or face_up(round, step) > 0
        mine = left if opens else _share(now, step, left)
        decided = _take_step(now, round, step, mine, actor, given)
        if isinstance(decided, TableRefused):
            return decided
        events += decided
        after = fold(decided, now)
        assert after is not None, "a table that deals is open"
        now = after
        left = None if left is None or opens else left[len(mine or ()) :] or None
        if opens:
            break
    if left:
        message = f"Too many cards: {len(left)} more than were dealt."
        return refuse(state, TableRefusal.CARDS_NEEDED, message)
    return events


def _share(
    state: TableState, step: Step, entered: tuple[Card, ...] | None
) -> tuple[Card, ...] | None:
    """The cards entered for a step that turns up nothing: its own if all cards are read."""
    if entered is None or step.do is Do.BURN or state.settings.cards != "entered":
        return None
    return entered[: step.cards]


# ── looking and deciding ──────────────────────────────────────────────────────────────────────────


def box_of(
    state: TableState, number: int, named: str | None, actor: Actor
) -> BoxState | TableRefused:
    """The box that a player, or staff for its player, acts for."""
    assert state.round is not None
    box = state.round.boxes.get(number)
    if box is None:
        return refuse(state, TableRefusal.NO_SUCH_BOX, f"Box {number} is not in this round.")
    player = acting_player(actor, named or (None if actor.post is PLAYER else box.player))
    if player != box.player:
        return refuse(
            state, TableRefusal.SOMEONE_ELSES_BOX, f"Box {number} belongs to another player."
        )
    return box


def examine(state: TableState, command: c.Examine, actor: Actor, given: Given) -> Decision:
    if state.round is None or state.round.phase is not _DECIDING:
        return refuse(
            state,
            TableRefusal.NOT_NOW,
            "Players examine their hands when they are asked to decide.",
        )
    box = box_of(state, command.box, command.player, actor)
    if isinstance(box, TableRefused):
        return box
    if box.examined:
        return refuse(
            state, TableRefusal.SECOND_LOOK, f"Box {box.number} has already been examined."
        )
    for other in state.round.boxes.values():
        if other.examined and other.player == box.player:
            message = f"{box.player} may examine one hand only."
            return refuse(state, TableRefusal.SECOND_LOOK, message)
    if not box.cards or not decision_outstanding(state.round, box):
        return refuse(
            state, TableRefusal.ALREADY_DECIDED, f"Box {box.number} has no decision left to make."
        )
    return (e.HandExamined(box.number, box.player, actor),)


class _Turn(msgspec.Struct, frozen=True):
    """A box whose turn it is, what it is asked, and whether it is the last to answer."""

    box: BoxState
    ask: Ask
    last: bool


def _answered(state: TableState, turn: _Turn, event: e.AnyEvent) -> tuple[e.AnyEvent, ...]:
    """An answer, and, if it was the last one, the end of the decisions."""
    return going_on(state, event) if turn.last else (event,)


def _asked(
    state: TableState,
    command: c.Fold | c.Raise | c.Check | c.SetHand,
    actor: Actor,
    answers: tuple[Ask, ...],
    otherwise: str,
) -> _Turn | TableRefused:
    """The box whose turn it is, and what it is asked; this command must be one of ``answers``."""
    round = state.round
    if round is None or round.phase is not _DECIDING:
        return refuse(state, TableRefusal.NOT_NOW, "Nobody is being asked for a decision.")
    step = round.step
    assert step is not None
    assert step.asks is not None
    if step.asks not in answers:
        return refuse(state, TableRefusal.NOT_NOW, otherwise)
    box = box_of(state, command.box, command.player, actor)
    if isinstance(box, TableRefused):
        return box
    waiting = to_ask(round)
    if box.number not in waiting:
        return refuse(
            state, TableRefusal.ALREADY_DECIDED, f"Box {box.number} has no decision to make now."
        )
    if waiting[0] != box.number:
        return refuse(state, TableRefusal.OUT_OF_TURN, f"Box {waiting[0]} decides first.")
    return _Turn(box, step.asks, len(waiting) == 1)


def fold_hand(state: TableState, command: c.Fold, actor: Actor, given: Given) -> Decision:
    asked = _asked(state, command, actor, (Ask.STAY,), "There is nothing to fold now.")
    if isinstance(asked, TableRefused):
        return asked
    return _answered(state, asked, e.Folded(command.box, actor))


def raise_bet(state: TableState, command: c.Raise, actor: Actor, given: Given) -> Decision:
    asked = _asked(state, command, actor, _RAISES, "There is no raise in this game.")
    if isinstance(asked, TableRefused):
        return asked
    box = asked.box
    bet = raise_name(state, asked.ask)
    assert bet is not None, "whoever is asked to stay in or go on is asked for a bet"
    if command.amount not in raise_sizes(state, box, bet):
        right = format_cents(raise_size(state, box, bet))
        message = f"{bet} on box {box.number} is {right}, no more and no less."
        return refuse(state, TableRefusal.WRONG_RAISE, message)
    return _answered(state, asked, e.Raised(box.number, bet, command.amount, actor))


def check(state: TableState, command: c.Check, actor: Actor, given: Given) -> Decision:
    asked = _asked(
        state, command, actor, (Ask.TURN, Ask.RIVER), "There is no check at this decision."
    )
    if isinstance(asked, TableRefused):
        return asked
    return _answered(state, asked, e.Checked(command.box, actor))


def set_hand(state: TableState, command: c.SetHand, actor: Actor, given: Given) -> Decision:
    asked = _asked(
        state, command, actor, (Ask.SET,), "Players do not set their hands in this game."
    )
    if isinstance(asked, TableRefused):
        return asked
    box = asked.box
    three = command.three
    if three is not None:
        if None in box.cards:
            return refuse(
                state,
                TableRefusal.BAD_SETTING,
                "Enter the three cards with the hand when it is turned over (show-hand).",
            )
        if not box.examined:
            return refuse(
                state,
                TableRefusal.BAD_SETTING,
                "The player has not looked at this hand, so it is set the House Way: leave "
                "out the three cards.",
            )
        if not sets(three, box.cards):
            return refuse(
                state, TableRefusal.BAD_SETTING, "Name three different cards of the hand."
            )
    return _answered(state, asked, e.HandSet(box.number, three, actor))
