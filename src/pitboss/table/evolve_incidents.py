"""The state after reports and rulings: incidents, remedies, options."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UnsetType
from msgspec.structs import replace

from pitboss.kernel.money import NOTHING
from pitboss.rulebook.incidents import Fact, Incident
from pitboss.table import events as e
from pitboss.table.changes import change_box, change_round, move_chips, with_entry
from pitboss.table.looks import tells_of_a_look
from pitboss.table.queries import PROGRESSIVE
from pitboss.table.remedies.reconstruction import moved
from pitboss.table.rulings import Ruling
from pitboss.table.state import Pending, Standing, TableState


def report_of(event: e.IncidentReported) -> Pending:
    """A report as the round holds it."""
    return Pending(
        ruling=event.ruling,
        facts=event.facts,
        box=event.box,
        boxes=event.boxes,
        bet=event.bet,
        amount=event.amount,
        moves=event.moves,
        hands={} if isinstance(event.hands, UnsetType) else event.hands,
        registered=None if isinstance(event.registered, UnsetType) else event.registered,
        by=event.by,
        at_ms=None if isinstance(event.at_ms, UnsetType) else event.at_ms,
        description=None if isinstance(event.description, UnsetType) else event.description,
        player=None if isinstance(event.player, UnsetType) else event.player,
    )


def _reported(state: TableState, event: e.IncidentReported) -> TableState:
    if state.round is None:
        return state
    report = report_of(event)
    if event.waits:
        return change_round(state, reported=report, pending=report)
    state = _looked(state, event.ruling.incident, event.facts)
    if event.ruling.incident is Incident.PLAYER_ABSENT:
        assert event.box is not None, "whoever is absent has left a box"
        state = change_box(state, event.box, gone=True)
    return _exposed(change_round(state, reported=report), event.ruling, event.facts)


def _looked(state: TableState, incident: Incident, facts: Mapping[str, Fact]) -> TableState:
    """What a report has told of a look holds for the rest of the round."""
    assert state.round is not None, "reports of a round are looked into"
    dealt = any(box.cards for box in state.round.boxes.values())
    return change_round(state, looked=True) if dealt and tells_of_a_look(incident, facts) else state


def _exposed(state: TableState, ruling: Ruling, facts: Mapping[str, Fact]) -> TableState:
    """Cards exposed one after another add up."""
    if ruling.incident is not Incident.CARDS_EXPOSED:
        return state
    current = state.round
    assert current is not None
    return change_round(state, exposed=current.exposed.and_more(facts))


def _confirmed(state: TableState, event: e.RulingConfirmed) -> TableState:
    assert state.round is not None
    pending = state.round.pending
    assert pending is not None, "a ruling that was confirmed had waited"
    facts = {**pending.facts, **(event.facts or {})}
    state = _looked(_exposed(state, event.ruling, pending.facts), event.ruling.incident, facts)
    if event.decision == "return-progressive":
        state = change_round(state, progressive_returned=True)
    return change_round(state, pending=None, reported=replace(pending, ruling=event.ruling))


def _corrected(state: TableState, event: e.BetCorrected) -> TableState:
    assert state.round is not None
    box = state.round.boxes[event.box]
    more = event.amount - box.bets.get(event.bet, NOTHING)
    after = change_box(state, event.box, bets=with_entry(box.bets, event.bet, event.amount))
    # Claims on the jackpot do not depend on other wagers.
    claimed = () if event.bet == PROGRESSIVE else state.round.claimed
    return move_chips(
        change_round(after, settlement=None, paid={}, claimed=claimed), box.player, more
    )


def _bet_returned(state: TableState, event: e.BetReturned) -> TableState:
    assert state.round is not None
    box = state.round.boxes[event.box]
    bets = {bet: amount for bet, amount in box.bets.items() if bet != event.bet}
    theirs = box.others.get(event.bet, {})
    # A bet that is gone claims nothing, and results computed with it no longer hold.
    state = change_round(
        change_box(state, event.box, bets=bets), settlement=None, paid={}, claimed=()
    )
    for player, amount in theirs.items():
        state = move_chips(state, player, -amount)
    return move_chips(state, box.player, sum(theirs.values()) - box.bets[event.bet])


def _invalidated(state: TableState, event: e.HandInvalidated) -> TableState:
    # Once cards are dealt, they still come to its place, so that nobody else's move; results
    # computed with the hand no longer hold.
    after = change_box(state, event.box, standing=Standing.INVALID, invalid_by=event.clauses)
    assert after.round is not None
    program = after.round.program
    if event.undealt is True:
        program = tuple(step for step in program if step.place != str(event.box))
    # Nobody has to choose for a hand that is no longer there.
    offered = {n: options for n, options in after.round.offered.items() if n != event.box}
    return change_round(
        after, settlement=None, paid={}, claimed=(), program=program, offered=offered
    )


def _left(state: TableState, event: e.PlayerLeft) -> TableState:
    return change_box(state, event.box, standing=Standing.LEFT)


def _offered(state: TableState, event: e.OptionsOffered) -> TableState:
    assert state.round is not None
    choosers: dict[int, tuple[str, ...]] = {
        number: (state.round.boxes[number].player,) for number in event.boxes
    }
    for number, player in () if isinstance(event.beside, UnsetType) else event.beside:
        choosers[number] += (player,)
    return change_round(
        state,
        offered=dict.fromkeys(event.boxes, event.options),
        choosers=choosers,
        offered_for=state.round.reported,
        offer_clauses=event.clauses,
        all_or_none=event.all_or_none,
    )


def _chosen(state: TableState, event: e.OptionChosen) -> TableState:
    current = state.round
    assert current is not None
    seated = current.boxes[event.box].player
    who = seated if isinstance(event.player, UnsetType) else event.player
    left = tuple(player for player in current.choosers.get(event.box, ()) if player != who)
    if left:
        return change_round(state, choosers=with_entry(current.choosers, event.box, left))
    offered = {n: options for n, options in current.offered.items() if n != event.box}
    return change_round(state, offered=offered)


def _options_closed(state: TableState, event: e.OptionsClosed) -> TableState:
    return change_round(state, offered={}, choosers={})


def _hands_moved(state: TableState, event: e.HandsMoved) -> TableState:
    assert state.round is not None
    boxes = state.round.boxes
    # How a hand was set does not apply to the one that replaces it, which is set the House Way.
    moved = {
        to: replace(
            boxes[to],
            cards=boxes[source].cards,
            shown=boxes[source].shown,
            three=None,
            kept_back=False,
        )
        for source, to in event.moves
    }
    # Results computed with the hands where they were no longer hold.
    return change_round(state, boxes={**boxes, **moved}, settlement=None, paid={}, claimed=())


def _face_up(state: TableState, event: e.FaceUpChosen) -> TableState:
    return change_round(state, dealer_open=(event.nth,))


def _registered(state: TableState, event: e.JackpotRegistered) -> TableState:
    clauses = () if isinstance(event.clauses, UnsetType) else event.clauses
    return change_round(state, registered=event.jackpot, registered_by=clauses, jackpot_failed=True)


def _operation_awaited(state: TableState, event: e.OperationAwaited) -> TableState:
    return replace(state, operation_awaited=True)


INCIDENT_STEPS: dict[type[e.TableEvent], Callable[[TableState, Any], TableState]] = {
    e.IncidentReported: _reported,
    e.RulingConfirmed: _confirmed,
    e.BetCorrected: _corrected,
    e.BetReturned: _bet_returned,
    e.HandInvalidated: _invalidated,
    e.PlayerLeft: _left,
    e.OptionsOffered: _offered,
    e.OptionChosen: _chosen,
    e.OptionsClosed: _options_closed,
    e.HandsMoved: _hands_moved,
    e.CardsMoved: moved,
    e.FaceUpChosen: _face_up,
    e.JackpotRegistered: _registered,
    e.OperationAwaited: _operation_awaited,
}
