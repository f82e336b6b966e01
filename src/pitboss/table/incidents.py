"""Irregularities on a live round: the same rulings as ``pitboss rule``, applied."""

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from pitboss.games.faults import Fault, FaultCode
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.effects import Effect, Option, OptionsFor
from pitboss.rulebook.incidents import Fact, Incident
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.affected_boxes import affected_boxes
from pitboss.table.betting import Decision, acting_player, refuse
from pitboss.table.commands import Given
from pitboss.table.dealing import going_on
from pitboss.table.evolve_incidents import report_of
from pitboss.table.facts import known_facts
from pitboss.table.looks import contradiction
from pitboss.table.occasions import check_occasion, noticed_later
from pitboss.table.queries import (
    PROGRESSIVE,
)
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.remedies.checks import (
    check_box,
    check_burn,
    check_chips,
    check_fit,
    check_hands,
    check_moved,
    check_moves,
    check_player,
    size_of_raise,
)
from pitboss.table.remedies.interruption import (
    GO_ON,
    asked,
    by_its_effect,
    is_unaffected,
    pit_is_asked,
    unaffected,
)
from pitboss.table.ruling_effects import (
    LEFT_OPEN,
    WITHDRAW,
    decisions_on,
    invalidated,
    remedies,
    withdraw_all,
)
from pitboss.table.rulings import Ruling, rule
from pitboss.table.state import BoxState, TableState


def report(state: TableState, command: c.Report, actor: Actor, given: Given) -> Decision:
    if command.incident not in list(Incident):
        return refuse(
            state,
            TableRefusal.UNKNOWN_INCIDENT,
            f"There is no such incident: choose one of {', '.join(Incident)}.",
        )
    incident = Incident(command.incident)
    if refused := check_occasion(state, incident, command.facts):
        return refused
    round = state.round
    box = None if round is None or command.box is None else round.boxes.get(command.box)
    later = noticed_later(incident, command.facts)
    if refused := check_box(state, incident, command, box, later) or check_chips(
        state, command, box
    ):
        return refused
    facts = {**command.facts, **size_of_raise(state, incident, command, box)}
    known = known_facts(state, incident, facts, box, command.bet)
    ruling = _ruling(state, incident, {**facts, **known})
    if isinstance(ruling, TableRefused):
        return ruling
    if refused := _check_looks(state, incident, facts, known, box):
        return refused
    ruling = _fitted(state, ruling, command)
    asks_pit = round is not None and bool(round.boxes) and pit_is_asked(ruling, facts)
    if asks_pit and round is not None and round.pending is not None:
        return refuse(state, TableRefusal.RULING_PENDING, _ANOTHER_WAITS)
    ruling = asked(ruling) if asks_pit else by_its_effect(ruling, facts)
    if refused := _check_report(state, ruling, command, facts, box, given):
        return refused
    waits = round is not None and (asks_pit or _must_wait(ruling, actor))
    boxes = command.boxes or ()
    if command.boxes is None and round is not None and ruling.options_for is OptionsFor.AFFECTED:
        boxes = affected_boxes(state, round, ruling, command.box, command.moves, command.hands)
    failed = waits and incident is Incident.PROGRESSIVE_SYSTEM_DOWN
    beside = None if box is None or command.player == box.player else command.player
    reported = e.IncidentReported(
        ruling=ruling,
        facts=facts,
        by=actor,
        waits=waits,
        box=command.box,
        boxes=boxes,
        bet=command.bet,
        amount=command.amount,
        moves=command.moves,
        hands=UNSET if command.hands is None else command.hands,
        registered=UNSET if not failed or given.jackpot is None else given.jackpot,
        at_ms=given.now_ms,
        description=UNSET if command.description is None else command.description,
        player=UNSET if beside is None else beside,
    )
    if round is None:
        chooses = Effect.CHOOSE_OPERATION in ruling.effects
        return (reported, e.OperationAwaited()) if chooses else (reported,)
    if waits:
        return (reported,)
    subject = report_of(reported)
    return going_on(state, reported, *remedies(state, round, subject, None, actor, given))


_ANOTHER_WAITS = "Another ruling is already waiting; report the interruption once it has been made."


def _check_report(
    state: TableState,
    ruling: Ruling,
    command: c.Report,
    facts: Mapping[str, Fact],
    box: BoxState | None,
    given: Given,
) -> TableRefused | None:
    """Whether what is reported is consistent with what was ruled on it."""
    return (
        check_fit(state, ruling.incident, command, box)
        or check_player(state, ruling, command, box)
        or check_moved(state, command)
        or check_moves(state, ruling, command)
        or check_hands(state, command)
        or check_burn(state, ruling, facts, command.hands or {})
        or _check_registered(state, ruling.incident, given)
    )


def _check_registered(state: TableState, incident: Incident, given: Given) -> TableRefused | None:
    """If there are progressive bets, a failure of the jackpot needs the value that it had
    before.
    """
    round = state.round
    down = incident is Incident.PROGRESSIVE_SYSTEM_DOWN and given.jackpot is None
    if not down or round is None:
        return None
    if not any(box.bets.get(PROGRESSIVE) for box in round.boxes.values()):
        return None
    message = (
        "There are progressive bets: give the jackpot that was recorded before the failure "
        "(jackpot)."
    )
    return refuse(state, TableRefusal.NO_JACKPOT, message)


def _fitted(state: TableState, ruling: Ruling, command: c.Report) -> Ruling:
    """A ruling for cases that the rules' own row does not fit: chips on the coin spot, no round at
    all, or wagers that are already decided, about which the authority is warned.
    """
    if ruling.incident is Incident.UNDER_MINIMUM_BET and command.bet == PROGRESSIVE:
        because = (
            "A progressive bet has one prescribed amount; a short one is not accepted and goes "
            "back."
        )
        clauses = state.book.refusals.get(
            TableRefusal.WRONG_PROGRESSIVE_AMOUNT.value, ruling.clauses
        )
        return replace(ruling, effects=(Effect.RETURN_BET,), clauses=clauses, because=because)
    if state.round is None and Effect.CHOOSE_OPERATION in ruling.effects:
        because = "The jackpot failed between rounds, so the house says how later rounds are run."
        clauses = (state.book.powers["choose-operation"].clause,)
        return replace(ruling, effects=(Effect.CHOOSE_OPERATION,), clauses=clauses, because=because)
    if state.round is not None and state.round.revealed:
        warned = [_NOW_DECIDED[effect] for effect in ruling.effects if effect in _NOW_DECIDED]
        return replace(ruling, because=" ".join([ruling.because, *warned]))
    return ruling


_NOW_DECIDED = {
    Effect.MAY_WITHDRAW: "The dealer's hand is face up, so nobody else withdraws any more.",
    Effect.MAY_BAR_PLAYER: "The dealer's hand is face up, so his wagers now are settled instead.",
}
"""What an authority is told if its permission comes too late for wagers."""


def _ruling(
    state: TableState, incident: Incident, facts: Mapping[str, Fact]
) -> Ruling | TableRefused:
    try:
        return rule(state.book, incident, facts)
    except Fault as fault:
        code = (
            TableRefusal.FACT_NEEDED
            if fault.code is FaultCode.MISSING_FIELD
            else TableRefusal.BAD_FACT
        )
        return refuse(state, code, f"{fault.message[0].upper()}{fault.message[1:]}.")


def _check_looks(
    state: TableState,
    incident: Incident,
    facts: Mapping[str, Fact],
    known: Mapping[str, Fact],
    box: BoxState | None,
) -> TableRefused | None:
    """Nobody tells the table something about looks that it knows to be otherwise, where the ruling
    depends on it.
    """
    wrong = None if state.round is None else contradiction(state, state.round, facts, box)
    if wrong is None:
        return None
    name, message = wrong
    without = {**facts, **known}
    del without[name]
    try:
        rule(state.book, incident, without)
    except Fault:
        return refuse(state, TableRefusal.BAD_FACT, message)
    return None


def _must_wait(ruling: Ruling, actor: Actor) -> bool:
    """Whether somebody still has to decide: a higher post, or anybody if the rules leave the matter
    open.
    """
    if ruling.authority is None:
        return False
    if Effect.CHOOSE_OPERATION in ruling.effects:
        # What the house chooses, it chooses for later rounds; this one goes on by the rule.
        return False
    return not LEFT_OPEN.isdisjoint(ruling.effects) or actor.post < ruling.authority.least_post


def confirm(state: TableState, command: c.Confirm, actor: Actor, given: Given) -> Decision:
    round = state.round
    pending = None if round is None else round.pending
    if round is None or pending is None:
        return refuse(state, TableRefusal.NOTHING_PENDING, "No ruling is waiting for confirmation.")
    authority = pending.ruling.authority
    assert authority is not None, "only a ruling that needs an authority waits"
    if actor.post < authority.least_post:
        message = f"This needs a {authority.least_post.name.lower().replace('_', ' ')} or above."
        return TableRefused(TableRefusal.NOT_ALLOWED, message, pending.ruling.clauses)
    if command.approves not in (UNSET, round.digest):
        where = "" if pending.box is None else f" on box {pending.box}"
        message = (
            "What is waiting has changed since you looked: "
            f"it is now {pending.ruling.incident}{where} in round {round.id}. "
            "Look again before you decide."
        )
        return TableRefused(TableRefusal.CHANGED_SINCE, message)
    box = None if pending.box is None else round.boxes.get(pending.box)
    incident = pending.ruling.incident
    facts = {**pending.facts, **command.facts}
    known = known_facts(state, incident, facts, box, confirming=True)
    ruling = _ruling(state, incident, {**facts, **known})
    if isinstance(ruling, TableRefused):
        return ruling
    if refused := _check_looks(state, incident, facts, known, box):
        return refused
    decision = command.decision
    if is_unaffected(ruling, facts, decision):
        return going_on(state, e.RulingConfirmed(unaffected(ruling), actor, GO_ON))
    if refused := _check_decision(state, ruling, decision, box):
        return refused
    if refused := check_burn(state, ruling, facts, pending.hands):
        return refused
    subject = replace(pending, ruling=ruling, facts=facts)
    events = remedies(state, round, subject, decision, actor, given)
    told_now = command.facts or UNSET
    return going_on(state, e.RulingConfirmed(ruling, actor, decision, told_now), *events)


def _check_decision(
    state: TableState, ruling: Ruling, decision: str | None, box: BoxState | None
) -> TableRefused | None:
    """Whether an authority may decide that."""
    if LEFT_OPEN.isdisjoint(ruling.effects):
        message = "The rules decide this: confirm it without a decision, or correct the facts."
        return None if decision is None else refuse(state, TableRefusal.NO_SUCH_OPTION, message)
    assert state.round is not None, "a ruling waits in a round"
    choices = decisions_on(ruling, state.round)
    if decision not in choices:
        if Effect.MAY_WITHDRAW in ruling.effects:
            message = "Confirm without a decision to let the others withdraw, or decline that."
        elif Effect.MAY_BAR_PLAYER in ruling.effects:
            message = "Decide bar-player or decline."
        elif len(choices) == 1:
            message = (
                "The jackpot was claimed before it failed, and the failure does not touch that: "
                f"decide {choices[0]}."
            )
        else:
            *first, last = map(str, choices)
            message = f"The rules leave this open: decide {', '.join(first)} or {last}."
        return refuse(state, TableRefusal.DECISION_NEEDED, message)
    if decision in ("invalidate-hand", "bar-player") and box is None:
        message = "The report named no box, so there is no hand or player to act on."
        return refuse(state, TableRefusal.FACT_NEEDED, message)
    return None


def choose_option(
    state: TableState, command: c.ChooseOption, actor: Actor, given: Given
) -> Decision:
    round = state.round
    if round is None or not round.offered:
        return refuse(state, TableRefusal.NOTHING_PENDING, "No player has a choice to make now.")
    box = round.boxes.get(command.box)
    if box is None or command.box not in round.offered:
        return refuse(state, TableRefusal.NO_SUCH_BOX, f"Box {command.box} has nothing to choose.")
    choosers = round.choosers.get(box.number, (box.player,))
    asked = box.player if box.player in choosers else choosers[0]
    player = acting_player(actor, command.player or (None if _is_player(actor) else asked))
    if player is None or player not in choosers:
        return refuse(state, TableRefusal.SOMEONE_ELSES_BOX, f"Box {command.box} is {asked}'s.")
    options = round.offered[command.box]
    if command.option not in options:
        return refuse(state, TableRefusal.NO_SUCH_OPTION, f"Choose one of {', '.join(options)}.")
    if command.option == Option.RETURN_AND_INVALIDATE:
        chosen = e.OptionChosen(command.box, command.option, actor)
        clauses = state.book.cites.withdrawn_hand or round.offer_clauses
        return going_on(state, chosen, invalidated(round, command.box, clauses))
    # If it is all of a player's wagers or none, all of them go with this one.
    numbers = [
        number
        for number, names in round.choosers.items()
        if number in round.offered and number in round.boxes and player in names
    ]
    events: list[e.AnyEvent] = [
        e.OptionChosen(
            number,
            command.option,
            actor,
            UNSET if round.boxes[number].player == player else player,
        )
        for number in (numbers if round.all_or_none else [box.number])
    ]
    if command.option == WITHDRAW:
        only = None if round.all_or_none else box.number
        events += withdraw_all(state, round, player, round.offer_clauses, actor, only=only)
    return going_on(state, *events)


def _is_player(actor: Actor) -> bool:
    return actor.post is Post.PLAYER


def close_options(
    state: TableState, command: c.CloseOptions, actor: Actor, given: Given
) -> Decision:
    if state.round is None or not state.round.offered:
        return refuse(state, TableRefusal.NOTHING_PENDING, "No player has a choice to make now.")
    return going_on(state, e.OptionsClosed(actor))
