"""Irregularities on a live round: the same rulings as ``pitboss rule``, applied."""

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from pitboss.games.faults import Fault, FaultCode
from pitboss.kernel.money import format_cents
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.effects import Effect, Option, OptionsFor
from pitboss.rulebook.incidents import Fact, Incident
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.affected import affected_boxes
from pitboss.table.betting import Decision, acting_player, refuse
from pitboss.table.commands import Given
from pitboss.table.dealing import going_on
from pitboss.table.facts import known_facts
from pitboss.table.occasions import NEEDS_BOX, check_occasion, noticed_later
from pitboss.table.queries import (
    PROGRESSIVE,
    boxes_of,
    has_opening,
    is_raise,
    limits_of,
    opening,
    raise_size,
    wager,
)
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.ruling_effects import (
    LEFT_OPEN,
    WITHDRAW,
    chips_beside_others,
    decisions_on,
    leave_round,
    remedies,
)
from pitboss.table.rulings import Ruling, rule
from pitboss.table.state import BoxState, Pending, TableState


def report(state: TableState, command: c.Report, actor: Actor, given: Given) -> Decision:
    if command.incident not in list(Incident):
        return refuse(state, TableRefusal.UNKNOWN_INCIDENT, f"Incidents are {', '.join(Incident)}.")
    incident = Incident(command.incident)
    if refused := check_occasion(state, incident, command.facts):
        return refused
    round = state.round
    box = None if round is None or command.box is None else round.boxes.get(command.box)
    later = noticed_later(incident, command.facts)
    if refused := _check_box(state, incident, command, box, later) or _check_chips(
        state, command, box
    ):
        return refused
    told = {**command.facts, **_size(state, incident, command, box)}
    ruling = _ruling(state, incident, {**told, **known_facts(state, incident, told, box)})
    if isinstance(ruling, TableRefused):
        return ruling
    ruling = _fitted(state, ruling, command)
    if refused := _check_fit(state, incident, command, box) or _check_moves(state, command):
        return refused
    down = incident is Incident.PROGRESSIVE_SYSTEM_DOWN and given.jackpot is None
    if (
        down
        and round is not None
        and any(other.bets.get(PROGRESSIVE) for other in round.boxes.values())
    ):
        message = (
            "There are progressive bets: tell the jackpot that was registered before the failure."
        )
        return refuse(state, TableRefusal.NO_JACKPOT, message)
    waits = round is not None and _must_wait(ruling, actor)
    boxes = command.boxes or ()
    if command.boxes is None and round is not None and ruling.options_for is OptionsFor.AFFECTED:
        boxes = affected_boxes(state, round, ruling, command.box, command.moves)
    failed = waits and incident is Incident.PROGRESSIVE_SYSTEM_DOWN
    reported = e.IncidentReported(
        ruling=ruling,
        facts=told,
        by=actor,
        waits=waits,
        box=command.box,
        boxes=boxes,
        bet=command.bet,
        amount=command.amount,
        moves=command.moves,
        registered=UNSET if not failed or given.jackpot is None else given.jackpot,
        at_ms=given.now_ms,
        description=UNSET if command.description is None else command.description,
    )
    if round is None:
        chooses = Effect.CHOOSE_OPERATION in ruling.effects
        return (reported, e.OperationAwaited()) if chooses else (reported,)
    if waits:
        return (reported,)
    subject = Pending(
        ruling=ruling,
        facts=told,
        box=command.box,
        boxes=boxes,
        bet=command.bet,
        amount=command.amount,
        moves=command.moves,
    )
    return going_on(state, reported, *remedies(state, round, subject, None, actor, given))


def _check_box(
    state: TableState, incident: Incident, command: c.Report, box: BoxState | None, later: bool
) -> TableRefused | None:
    """Whether an irregularity can be one of the box that it is said to be about."""
    if incident not in NEEDS_BOX or later:
        return None
    stray = incident is Incident.PROGRESSIVE_WITHOUT_ANTE
    if stray and command.box is not None and 1 <= command.box <= state.settings.boxes:
        if not has_opening(state, box):
            return None
        message = f"Box {command.box} has its {opening(state)}, so nothing lies there without one."
        return refuse(state, TableRefusal.BAD_FACT, message)
    if box is None:
        return refuse(
            state, TableRefusal.FACT_NEEDED, "Say on which box (box), one that is in the round."
        )
    assert state.round is not None
    if incident is Incident.EXTRA_HAND_EXAMINED:
        if len(boxes_of(state.round, box.player)) < 2:
            message = f"{box.player} has no other hand than that on box {box.number}."
            return refuse(state, TableRefusal.BAD_FACT, message)
        if box.examined:
            message = (
                f"{box.player} viewed box {box.number} first: say which other hand he looked at."
            )
            return refuse(state, TableRefusal.BAD_FACT, message)
    return None


def _fitted(state: TableState, ruling: Ruling, command: c.Report) -> Ruling:
    """A ruling where the rules' own row is about something else: chips on the coin spot, or no
    round at all.
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
    return ruling


def _check_chips(state: TableState, command: c.Report, box: BoxState | None) -> TableRefused | None:
    """Chips that were found must lie on a spot of the box."""
    bet, amount = command.bet, command.amount
    if bet is None or amount is None or box is None:
        return None
    # Chips may lie on a coin spot that were never entered; a wagering system has taken a bet or it
    # has not.
    by_chips = state.settings.progressive_bet is not None and state.book.conduct.has_coin_spots
    coin_spot = bet == PROGRESSIVE and by_chips
    if bet not in box.bets and not coin_spot:
        return refuse(state, TableRefusal.NO_SUCH_BET, f"There is no {bet} on box {box.number}.")
    if amount <= 0:
        return refuse(state, TableRefusal.BAD_AMOUNT, "A bet must be more than zero.")
    if amount <= sum(box.others.get(bet, {}).values()):
        return refuse(
            state,
            TableRefusal.BAD_AMOUNT,
            f"The chips beside {box.player}'s alone come to that much.",
        )
    return None


def _check_fit(
    state: TableState, incident: Incident, command: c.Report, box: BoxState | None
) -> TableRefused | None:
    """Chips that were found must be what the incident says of them."""
    bet, amount = command.bet, command.amount
    if bet is None or amount is None or box is None:
        return None
    least, most = limits_of(state, bet)
    found = wager(state, bet)
    fits = {
        Incident.OVER_MAXIMUM_BET: most is not None and amount > most,
        Incident.UNDER_MINIMUM_BET: least is not None and amount < least,
        Incident.WRONG_RAISE: found is not None
        and is_raise(found)
        and amount != raise_size(state, box, bet),
    }
    if not fits.get(incident, True):
        return refuse(
            state,
            TableRefusal.BAD_FACT,
            f"{bet} of {format_cents(amount)} on box {box.number} is no {incident}.",
        )
    return None


def _check_moves(state: TableState, command: c.Report) -> TableRefused | None:
    """Whole hands that are moved change places among boxes that have hands of as many cards."""
    if not command.moves:
        return None
    boxes = {} if state.round is None else state.round.boxes
    sources = [source for source, _ in command.moves]
    targets = [target for _, target in command.moves]
    sizes = {len(boxes[number].cards) if number in boxes else 0 for number in sources}
    if 0 in sizes or sorted(sources) != sorted(targets) or len(set(sources)) != len(sources):
        return refuse(state, TableRefusal.BAD_FACT, "Moves must swap hands that have been dealt.")
    if len(sizes) > 1:
        return refuse(
            state,
            TableRefusal.BAD_FACT,
            "Only hands with the same number of cards can change places.",
        )
    return None


def _size(
    state: TableState, incident: Incident, command: c.Report, box: BoxState | None
) -> dict[str, Fact]:
    """Whether a raise is too large or too small follows from what was found."""
    if (
        incident is not Incident.WRONG_RAISE
        or command.bet is None
        or command.amount is None
        or box is None
    ):
        return {}
    return {"size": "more" if command.amount > raise_size(state, box, command.bet) else "less"}


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


def _must_wait(ruling: Ruling, actor: Actor) -> bool:
    """Whether somebody has still to decide: a higher post, or anybody where the rules leave the
    matter open.
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
    told = {**pending.facts, **command.facts}
    known = known_facts(state, incident, told, box, confirming=True)
    ruling = _ruling(state, incident, {**told, **known})
    if isinstance(ruling, TableRefused):
        return ruling
    decision = command.decision
    if refused := _check_decision(state, ruling, decision, box):
        return refused
    subject = replace(pending, ruling=ruling)
    events = remedies(state, round, subject, decision, actor, given)
    return going_on(state, e.RulingConfirmed(ruling, actor, decision), *events)


def _check_decision(
    state: TableState, ruling: Ruling, decision: str | None, box: BoxState | None
) -> TableRefused | None:
    """Whether an authority may decide that."""
    if LEFT_OPEN.isdisjoint(ruling.effects):
        message = "The rules decide this: confirm it without a decision, or correct the facts."
        return None if decision is None else refuse(state, TableRefusal.NO_SUCH_OPTION, message)
    choices = decisions_on(ruling)
    if decision not in choices:
        if Effect.MAY_WITHDRAW in ruling.effects:
            message = "Confirm without a decision to let the others withdraw, or decline that."
        elif Effect.MAY_BAR_PLAYER in ruling.effects:
            message = "Decide bar-player or decline."
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
        return refuse(state, TableRefusal.NOTHING_PENDING, "No options are open.")
    box = round.boxes.get(command.box)
    if box is None or command.box not in round.offered:
        return refuse(state, TableRefusal.NO_SUCH_BOX, f"Box {command.box} has nothing to choose.")
    if acting_player(actor, command.player or box.player) != box.player:
        return refuse(
            state, TableRefusal.SOMEONE_ELSES_BOX, f"Box {command.box} is {box.player}'s."
        )
    options = round.offered[command.box]
    if command.option not in options:
        return refuse(state, TableRefusal.NO_SUCH_OPTION, f"The options are {', '.join(options)}.")
    if command.option == Option.RETURN_AND_INVALIDATE:
        chosen = e.OptionChosen(command.box, command.option, actor)
        return going_on(
            state, chosen, e.HandInvalidated(command.box, state.book.cites.invalid_hand)
        )
    # Where it is all of a player's wagers or none, every box of his goes with this one.
    mine = [other for other in boxes_of(round, box.player) if other.number in round.offered]
    boxes = mine if round.all_or_none else [box]
    events: list[e.AnyEvent] = [
        e.OptionChosen(other.number, command.option, actor) for other in boxes
    ]
    if command.option == WITHDRAW:
        for other in boxes:
            events += leave_round(round, other, round.offer_clauses, actor)
        if round.all_or_none:
            events += chips_beside_others(round, box.player, actor)
    return going_on(state, *events)


def close_options(
    state: TableState, command: c.CloseOptions, actor: Actor, given: Given
) -> Decision:
    if state.round is None or not state.round.offered:
        return refuse(state, TableRefusal.NOTHING_PENDING, "No options are open.")
    return going_on(state, e.OptionsClosed(actor))
