"""Decisions about the deal, looking at hands, and what players choose."""

from pitboss.games.deal_plan import BURN, Ask, Do, Step
from pitboss.kernel.cards import SIGNS, Card
from pitboss.kernel.money import format_cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import Decision, acting_player, refuse
from pitboss.table.commands import Given
from pitboss.table.evolve import fold
from pitboss.table.queries import (
    cards_out,
    decision_outstanding,
    raise_name,
    raise_size,
    raise_sizes,
    to_ask,
    wager_names,
)
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import BoxState, Phase, RoundState, Standing, TableState


def going_on(state: TableState, *events: e.AnyEvent) -> tuple[e.AnyEvent, ...]:
    """The events, and the end of every stretch of decisions in which nobody is left to ask."""
    if (
        len(events) == 1
        and isinstance(events[0], _STEPS_OF_THE_DEAL)
        and not _decisions_next(state)
    ):
        return events
    found = events
    after = fold(found, state)
    while after is not None and after.round is not None and _all_answered(after.round):
        found += (e.DecisionsEnded(),)
        after = fold(found[-1:], after)
    return found


_STEPS_OF_THE_DEAL = (e.CardsDealt, e.CardBurnt, e.TurnedOver)


def _decisions_next(state: TableState) -> bool:
    """Whether players are asked after the step that the deal is at; most steps lead only to the
    next.
    """
    round = state.round
    return round is not None and any(
        step.do is Do.DECIDE for step in round.program[round.cursor + 1 :][:1]
    )


def _all_answered(round: RoundState) -> bool:
    at_rest = round.pending is not None or round.offered or round.phase is not Phase.DECIDING
    return not at_rest and not to_ask(round)


# ── dealing ───────────────────────────────────────────────────────────────────────────────────────


def deal(state: TableState, command: c.Deal, actor: Actor, given: Given) -> Decision:
    round = state.round
    if round is None or round.phase not in (Phase.CLOSED, Phase.DEALING):
        waiting = round is not None and round.phase is Phase.DECIDING
        message = "Players are deciding." if waiting else 'Cards are dealt after "No more bets".'
        return refuse(state, TableRefusal.NOT_NOW, message)
    step = round.step
    assert step is not None, "a round whose program has ended is revealed"
    if command.to is not None and command.to != step.place:
        return refuse(state, TableRefusal.WRONG_PLACE, f"The next step is: {step.label}.")
    if step.do is Do.TURN_OVER:
        if command.cards is not None:
            return refuse(
                state,
                TableRefusal.CARDS_NOT_TAKEN,
                "Cards that are turned over have been dealt already.",
            )
        return going_on(state, e.TurnedOver(step.shows, actor))
    cards = (
        _virtual_cards(state, round, step, command)
        if round.deck
        else _entered_cards(state, round, step, command)
    )
    if isinstance(cards, TableRefused):
        return cards
    if step.do is Do.BURN:
        return going_on(state, e.CardBurnt(cards[0] if cards else None, actor))
    # A card that was shown by accident has become the face-up card; the last one then comes face
    # down.
    face_up = 0 if step.place == "dealer" and round.dealer_open else step.face_up
    return going_on(state, e.CardsDealt(step.place, cards, face_up, given.now_ms, actor))


def _virtual_cards(
    state: TableState, round: RoundState, step: Step, command: c.Deal
) -> tuple[Card, ...] | TableRefused:
    if command.cards is not None:
        return refuse(
            state, TableRefusal.CARDS_NOT_TAKEN, "This table's cards come from its own shuffle."
        )
    assert round.deck is not None
    return round.deck[round.drawn : round.drawn + step.cards]


def _entered_cards(
    state: TableState, round: RoundState, step: Step, command: c.Deal
) -> tuple[Card, ...] | TableRefused:
    cards = command.cards
    if cards is None:
        # A burnt card is thrown away unseen, so it need not be known.
        return (
            ()
            if step.place == BURN
            else refuse(state, TableRefusal.CARDS_NEEDED, f"{step.label}: say which.")
        )
    if len(cards) != step.cards:
        message = f"{step.label}: {step.cards} needed, {len(cards)} given."
        return refuse(state, TableRefusal.CARDS_NEEDED, message)
    out = cards_out(round)
    for position, card in enumerate(cards):
        if card in out or card in cards[:position]:
            return refuse(
                state, TableRefusal.CARD_ALREADY_OUT, f"{SIGNS[card]} has already been dealt."
            )
    return cards


# ── looking and deciding ──────────────────────────────────────────────────────────────────────────

_BoxCommand = c.Examine | c.Fold | c.Raise | c.Check | c.SetHand | c.DeclineToShow


def _box_of(state: TableState, command: _BoxCommand, actor: Actor) -> BoxState | TableRefused:
    """The box that a player, or staff for its player, acts for."""
    assert state.round is not None
    box = state.round.boxes.get(command.box)
    if box is None:
        return refuse(state, TableRefusal.NO_SUCH_BOX, f"Box {command.box} is not in the round.")
    player = acting_player(
        actor, command.player or (None if actor.post is Post.PLAYER else box.player)
    )
    if player != box.player:
        return refuse(
            state, TableRefusal.SOMEONE_ELSES_BOX, f"Box {command.box} is {box.player}'s."
        )
    return box


def examine(state: TableState, command: c.Examine, actor: Actor, given: Given) -> Decision:
    if state.round is None or state.round.phase is not Phase.DECIDING:
        return refuse(state, TableRefusal.NOT_NOW, "Hands are examined when players decide.")
    box = _box_of(state, command, actor)
    if isinstance(box, TableRefused):
        return box
    if box.examined:
        return refuse(
            state, TableRefusal.SECOND_LOOK, f"Box {box.number} has already been examined."
        )
    if any(other.examined and other.player == box.player for other in state.round.boxes.values()):
        return refuse(state, TableRefusal.SECOND_LOOK, f"{box.player} may examine one hand only.")
    if not box.cards or not decision_outstanding(state.round, box):
        return refuse(
            state, TableRefusal.ALREADY_DECIDED, f"Box {box.number} has no decision left to make."
        )
    return (e.HandExamined(box.number, box.player),)


def _asked(
    state: TableState,
    command: c.Fold | c.Raise | c.Check | c.SetHand,
    actor: Actor,
    answers: tuple[Ask, ...],
    otherwise: str,
) -> tuple[BoxState, Ask] | TableRefused:
    """The box whose turn it is, and what it is asked; what this command answers is one of
    ``answers``.
    """
    round = state.round
    if round is None or round.phase is not Phase.DECIDING:
        return refuse(state, TableRefusal.NOT_NOW, "Nobody is being asked for a decision.")
    assert round.step is not None
    assert round.step.asks is not None
    if round.step.asks not in answers:
        return refuse(state, TableRefusal.NOT_NOW, otherwise)
    box = _box_of(state, command, actor)
    if isinstance(box, TableRefused):
        return box
    waiting = to_ask(round)
    if box.number not in waiting:
        return refuse(
            state, TableRefusal.ALREADY_DECIDED, f"Box {box.number} has no decision to make now."
        )
    if waiting[0] != box.number:
        return refuse(state, TableRefusal.OUT_OF_TURN, f"Box {waiting[0]} decides first.")
    return box, round.step.asks


def fold_hand(state: TableState, command: c.Fold, actor: Actor, given: Given) -> Decision:
    asked = _asked(state, command, actor, (Ask.STAY,), "There is nothing to fold now.")
    if isinstance(asked, TableRefused):
        return asked
    return going_on(state, e.Folded(command.box, actor))


def raise_bet(state: TableState, command: c.Raise, actor: Actor, given: Given) -> Decision:
    raises = (Ask.STAY, Ask.TURN, Ask.RIVER)
    asked = _asked(state, command, actor, raises, "There is no raise in this game.")
    if isinstance(asked, TableRefused):
        return asked
    box, ask = asked
    bet = raise_name(state, ask)
    assert bet is not None, "whoever is asked to stay in or go on is asked for a bet"
    if command.amount not in raise_sizes(state, box, bet):
        right = format_cents(raise_size(state, box, bet))
        message = f"{bet} on box {box.number} is {right}, no more and no less."
        return refuse(state, TableRefusal.WRONG_RAISE, message)
    return going_on(state, e.Raised(box.number, bet, command.amount, actor))


def check(state: TableState, command: c.Check, actor: Actor, given: Given) -> Decision:
    asked = _asked(state, command, actor, (Ask.TURN, Ask.RIVER), "Nobody can check here.")
    if isinstance(asked, TableRefused):
        return asked
    return going_on(state, e.Checked(command.box, actor))


def set_hand(state: TableState, command: c.SetHand, actor: Actor, given: Given) -> Decision:
    asked = _asked(state, command, actor, (Ask.SET,), "Hands are not set in this game.")
    if isinstance(asked, TableRefused):
        return asked
    box = asked[0]
    three = command.three
    if three is not None:
        if not box.examined:
            return refuse(
                state,
                TableRefusal.BAD_SETTING,
                "A hand that is not looked at is set the House Way.",
            )
        if len(three) != 3 or len(set(three)) != 3 or not set(three) <= set(box.cards):
            return refuse(
                state, TableRefusal.BAD_SETTING, "Name three different cards of the hand."
            )
    return going_on(state, e.HandSet(box.number, three, actor))


def decline_to_show(
    state: TableState, command: c.DeclineToShow, actor: Actor, given: Given
) -> Decision:
    if state.round is None or state.round.phase is not Phase.REVEALED:
        return refuse(
            state, TableRefusal.NOT_NOW, "Hands are shown, or not, when the dealer has revealed."
        )
    if state.round.claimed:
        # What a claim was raised on has been seen; it can't be kept from the table afterwards.
        return refuse(
            state,
            TableRefusal.NOT_NOW,
            "The hands have been shown: the jackpot has been claimed.",
        )
    box = _box_of(state, command, actor)
    if isinstance(box, TableRefused):
        return box
    if box.standing is not Standing.IN:
        return TableRefused(
            TableRefusal.ALREADY_DECIDED, f"Box {box.number} has no hand to show or to keep."
        )
    return (e.ShowDeclined(box.number, actor),)


def establish_hand(
    state: TableState, command: c.EstablishHand, actor: Actor, given: Given
) -> Decision:
    round = state.round
    box = None if round is None else round.boxes.get(command.box)
    if (
        round is None
        or round.phase is not Phase.REVEALED
        or box is None
        or box.standing is not Standing.DECLINED
    ):
        return refuse(
            state,
            TableRefusal.NOT_NOW,
            "Only a hand that was not shown can be established, and only before settlement.",
        )
    unknown = [bet for bet in command.bets if bet not in wager_names(state)]
    if unknown or not command.bets:
        return refuse(
            state, TableRefusal.NO_SUCH_BET, f"The bets here are {', '.join(wager_names(state))}."
        )
    return (e.HandEstablished(box.number, command.bets, actor),)
