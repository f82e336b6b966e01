"""Irregularities on a live round: the same rulings as ``pitboss rule``, applied."""

from collections.abc import Mapping

from pitboss.games.faults import Fault, FaultCode
from pitboss.kernel.money import format_cents
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.effects import Effect, Option
from pitboss.rulebook.incidents import FACTS, Fact, Incident
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.asking import (
    PROGRESSIVE,
    boxes_of,
    decision_outstanding,
    is_raise,
    outcome_established,
    raise_size,
    wager,
)
from pitboss.table.betting import Decision, acting_player, refuse
from pitboss.table.commands import Given
from pitboss.table.play import going_on
from pitboss.table.refusals import Refusal, Refused
from pitboss.table.remedies import WITHDRAW, chips_beside_others, leave_round, remedies
from pitboss.table.rulings import Ruling, possible, rule
from pitboss.table.state import BoxState, Pending, Phase, TableState

_ALL = frozenset(Phase) - {Phase.VOID}
_AFTER_CLOSE = frozenset((Phase.CLOSED, Phase.DEALING, Phase.DECIDING, Phase.REVEALED))
_DEAL = frozenset((Phase.DEALING, Phase.DECIDING))
_DEALT = _DEAL | {Phase.REVEALED}
_COUNTED = _DEALT | {Phase.SETTLED}
_UNFINISHED = _AFTER_CLOSE | {Phase.BETTING}

WHEN: Mapping[Incident, frozenset[Phase]] = {
    Incident.OVER_MAXIMUM_BET: _UNFINISHED,
    Incident.UNDER_MINIMUM_BET: _UNFINISHED,
    Incident.WRONG_RAISE: frozenset((Phase.REVEALED,)),
    Incident.PROGRESSIVE_WITHOUT_ANTE: _UNFINISHED,
    Incident.PLAYER_ABSENT: _AFTER_CLOSE,
    Incident.TECHNICAL_INTERRUPTION: _UNFINISHED | {Phase.SETTLED},
    Incident.FOREIGN_CARD: _AFTER_CLOSE | {Phase.SETTLED},
    Incident.DECK_COUNT_WRONG: _AFTER_CLOSE | {Phase.SETTLED},
    Incident.CARDS_NOT_SHUFFLED: _AFTER_CLOSE | {Phase.SETTLED},
    Incident.CARDS_INSUFFICIENT: frozenset((Phase.CLOSED, Phase.DEALING)),
    Incident.CARDS_EXPOSED: _DEAL,
    Incident.MISDEAL: _DEAL,
    Incident.WRONG_DEALER_CARD_COUNT: _COUNTED,
    Incident.WRONG_PLAYER_CARD_COUNT: _COUNTED,
    Incident.WRONG_COMMUNITY_CARD_COUNT: _COUNTED,
    Incident.BURN_MISSED: _DEAL,
    Incident.LATE_BET: _AFTER_CLOSE,
    Incident.LATE_WITHDRAWAL: _AFTER_CLOSE,
    Incident.CARD_FACE_UP_IN_SHOE: frozenset((Phase.CLOSED, Phase.DEALING)),
    Incident.CARDS_DRAWN_TOGETHER: _DEAL,
    Incident.OTHER_DEALING_ERROR: _DEALT,
    Incident.PROGRESSIVE_SYSTEM_DOWN: _UNFINISHED,
    Incident.EXTRA_HAND_EXAMINED: frozenset((Phase.DECIDING,)),
    Incident.HAND_NOT_CONFIDENTIAL: frozenset((Phase.DECIDING, Phase.REVEALED)),
    Incident.SEVERAL_POSITIONS_IN_ERROR: _DEAL,
    Incident.ERROR_NOTICED_LATER: _ALL,
    Incident.UNLISTED: _ALL,
}
"""In which phases of a round each incident can be reported."""

NEEDS_BOX = frozenset(
    (
        Incident.OVER_MAXIMUM_BET,
        Incident.UNDER_MINIMUM_BET,
        Incident.WRONG_RAISE,
        Incident.PROGRESSIVE_WITHOUT_ANTE,
        Incident.PLAYER_ABSENT,
        Incident.WRONG_PLAYER_CARD_COUNT,
        Incident.EXTRA_HAND_EXAMINED,
        Incident.HAND_NOT_CONFIDENTIAL,
        Incident.SEVERAL_POSITIONS_IN_ERROR,
    )
)
"""Incidents that are about one box or its player."""


def noticed_later(incident: Incident, told: Mapping[str, Fact]) -> bool:
    """Whether a report is about an earlier round."""
    if incident is Incident.ERROR_NOTICED_LATER:
        return True
    kind = FACTS.get(incident, {}).get("noticed")
    return kind is not None and kind.allows("later") and told.get("noticed") == "later"


_LEFT_OPEN = frozenset((Effect.REFER, Effect.MAY_BAR_PLAYER, Effect.MAY_WITHDRAW))
"""What the rules leave to an authority; everything else it only confirms."""


def known_facts(
    state: TableState, incident: Incident, told: Mapping[str, Fact], box: BoxState | None
) -> dict[str, Fact]:
    """What the table knows by itself; nobody needs to tell it."""
    round = state.round
    if round is None or noticed_later(incident, told):
        return {"noticed": "later"}
    closing = {Incident.OVER_MAXIMUM_BET, Incident.UNDER_MINIMUM_BET, Incident.PROGRESSIVE_WITHOUT_ANTE}
    when = ("after-close" if round.closed else "before-close") if incident in closing else "this-round"
    # Where cards are real somebody may have looked without the table's knowing, so there a report is believed.
    dealt = any(other.cards for other in round.boxes.values())
    seen = dealt and state.settings.cards == "entered" and told.get("players_have_seen") is True
    facts: dict[str, Fact] = {
        "noticed": when,
        "players_have_seen": round.anyone_examined or seen,
        "outcome_established": outcome_established(state),
    }
    if box is not None:
        facts["decision_outstanding"] = decision_outstanding(round, box)
        facts["settled_before"] = box.player in state.under_minimum_settled
        facts["hands_viewed"] = sum(other.examined for other in boxes_of(round, box.player))
    return facts


def report(state: TableState, command: c.Report, actor: Actor, given: Given) -> Decision:
    if command.incident not in list(Incident):
        return refuse(state, Refusal.UNKNOWN_INCIDENT, f"Incidents are {', '.join(Incident)}.")
    incident = Incident(command.incident)
    if refused := _check_when(state, incident, command):
        return refused
    round = state.round
    box = None if round is None or command.box is None else round.boxes.get(command.box)
    if incident in NEEDS_BOX and box is None and not noticed_later(incident, command.facts):
        return refuse(state, Refusal.FACT_NEEDED, "Say on which box (box), one that is in the round.")
    if refused := _check_chips(state, command, box):
        return refused
    told = {**command.facts, **_size(state, incident, command, box)}
    ruling = _ruling(state, incident, {**told, **known_facts(state, incident, told, box)})
    if isinstance(ruling, Refused):
        return ruling
    if refused := _check_fit(state, incident, command, box) or _check_moves(state, command):
        return refused
    down = incident is Incident.PROGRESSIVE_SYSTEM_DOWN and given.jackpot is None
    if down and round is not None and any(other.bets.get(PROGRESSIVE) for other in round.boxes.values()):
        message = "There are progressive bets: tell the jackpot that was registered before the failure."
        return refuse(state, Refusal.NO_JACKPOT, message)
    waits = round is not None and _must_wait(ruling, actor)
    reported = e.IncidentReported(
        ruling=ruling,
        facts=told,
        by=actor,
        waits=waits,
        box=command.box,
        boxes=command.boxes,
        bet=command.bet,
        amount=command.amount,
        moves=command.moves,
    )
    if waits or round is None:
        return (reported,)
    subject = _subject(command, ruling)
    return going_on(state, reported, *remedies(state, round, subject, None, actor, given))


def _check_when(state: TableState, incident: Incident, command: c.Report) -> Refused | None:
    round = state.round
    if not possible(state.book, incident):
        return refuse(state, Refusal.CANNOT_HAPPEN_NOW, f"{state.book.title} can't have {incident}.")
    if incident is Incident.BURN_MISSED and not state.book.dealing[state.settings.dealing].burn_before:
        return refuse(state, Refusal.CANNOT_HAPPEN_NOW, "There is no burn with this way of dealing.")
    without = state.settings.progressive_bet is None or state.notice is not None
    if incident is Incident.PROGRESSIVE_SYSTEM_DOWN and without:
        return refuse(state, Refusal.CANNOT_HAPPEN_NOW, "No progressive jackpot runs here that could fail.")
    later = noticed_later(incident, command.facts)
    if round is None:
        if later or incident is Incident.UNLISTED:
            return None
        return refuse(state, Refusal.CANNOT_HAPPEN_NOW, "There is no round.")
    if round.phase not in (_ALL if later else WHEN[incident]):
        return refuse(
            state, Refusal.CANNOT_HAPPEN_NOW, f"{incident} can't be reported when the round is {round.phase}."
        )
    return None


def _check_chips(state: TableState, command: c.Report, box: BoxState | None) -> Refused | None:
    """Chips that were found must lie on a spot of the box."""
    bet, amount = command.bet, command.amount
    if bet is None or amount is None or box is None:
        return None
    if bet not in box.bets:
        return refuse(state, Refusal.NO_SUCH_BET, f"There is no {bet} on box {box.number}.")
    if amount <= 0:
        return refuse(state, Refusal.BAD_AMOUNT, "A bet is more than nothing.")
    if amount <= sum(box.others.get(bet, {}).values()):
        return refuse(state, Refusal.BAD_AMOUNT, f"The chips beside {box.player}'s alone are as much.")
    return None


def _check_fit(
    state: TableState, incident: Incident, command: c.Report, box: BoxState | None
) -> Refused | None:
    """Chips that were found must be what the incident says of them."""
    bet, amount = command.bet, command.amount
    if bet is None or amount is None or box is None:
        return None
    least, most = state.limits.get(bet, (None, None))
    found = wager(state, bet)
    fits = {
        Incident.OVER_MAXIMUM_BET: most is not None and amount > most,
        Incident.UNDER_MINIMUM_BET: least is not None and amount < least,
        Incident.WRONG_RAISE: found is not None and is_raise(found) and amount != raise_size(state, box, bet),
    }
    if not fits.get(incident, True):
        return refuse(
            state, Refusal.BAD_FACT, f"{bet} of {format_cents(amount)} on box {box.number} is no {incident}."
        )
    return None


def _check_moves(state: TableState, command: c.Report) -> Refused | None:
    """Whole hands that are moved change places among boxes that have hands of as many cards."""
    if not command.moves:
        return None
    boxes = {} if state.round is None else state.round.boxes
    sources = [source for source, _ in command.moves]
    targets = [target for _, target in command.moves]
    sizes = {len(boxes[number].cards) if number in boxes else 0 for number in sources}
    if 0 in sizes or sorted(sources) != sorted(targets) or len(set(sources)) != len(sources):
        return refuse(state, Refusal.BAD_FACT, "Moves must change the places of hands that have been dealt.")
    if len(sizes) > 1:
        return refuse(state, Refusal.BAD_FACT, "Only hands of as many cards can change places.")
    return None


def _size(state: TableState, incident: Incident, command: c.Report, box: BoxState | None) -> dict[str, Fact]:
    """Whether a raise is too large or too small follows from what was found."""
    if incident is not Incident.WRONG_RAISE or command.bet is None or command.amount is None or box is None:
        return {}
    return {"size": "more" if command.amount > raise_size(state, box, command.bet) else "less"}


def _ruling(state: TableState, incident: Incident, facts: Mapping[str, Fact]) -> Ruling | Refused:
    try:
        return rule(state.book, incident, facts)
    except Fault as fault:
        code = Refusal.FACT_NEEDED if fault.code is FaultCode.MISSING_FIELD else Refusal.BAD_FACT
        return refuse(state, code, f"{fault.message[0].upper()}{fault.message[1:]}.")


def _must_wait(ruling: Ruling, actor: Actor) -> bool:
    """Whether somebody has still to decide: a higher post, or anybody where the rules leave the matter open."""
    if ruling.authority is None:
        return False
    if Effect.CHOOSE_OPERATION in ruling.effects:
        # What the house chooses, it chooses for later rounds; this one goes on by the rule.
        return False
    return not _LEFT_OPEN.isdisjoint(ruling.effects) or actor.post < ruling.authority.least_post


def _subject(command: c.Report, ruling: Ruling) -> Pending:
    return Pending(
        ruling=ruling,
        facts=command.facts,
        box=command.box,
        boxes=command.boxes,
        bet=command.bet,
        amount=command.amount,
        moves=command.moves,
    )


def confirm(state: TableState, command: c.Confirm, actor: Actor, given: Given) -> Decision:
    round = state.round
    pending = None if round is None else round.pending
    if round is None or pending is None:
        return refuse(state, Refusal.NOTHING_PENDING, "No ruling waits for confirmation.")
    authority = pending.ruling.authority
    assert authority is not None, "only a ruling that needs an authority waits"
    if actor.post < authority.least_post:
        message = f"This needs a {authority.least_post.name.lower().replace('_', ' ')} or above."
        return Refused(Refusal.NOT_ALLOWED, message, pending.ruling.clauses)
    box = None if pending.box is None else round.boxes.get(pending.box)
    incident = pending.ruling.incident
    told = {**pending.facts, **command.facts}
    ruling = _ruling(state, incident, {**told, **known_facts(state, incident, told, box)})
    if isinstance(ruling, Refused):
        return ruling
    decision = command.decision
    if Effect.REFER in ruling.effects and decision not in (
        "void-round",
        "continue",
        "invalidate-hand",
        "bar-player",
    ):
        message = "The rules leave this open: decide void-round, continue, invalidate-hand or bar-player."
        return refuse(state, Refusal.DECISION_NEEDED, message)
    if Effect.MAY_BAR_PLAYER in ruling.effects and decision not in ("bar-player", "decline"):
        return refuse(state, Refusal.DECISION_NEEDED, "Decide bar-player or decline.")
    if Effect.MAY_WITHDRAW in ruling.effects and decision not in (None, "decline"):
        message = "Confirm without a decision to let the others withdraw, or decline that."
        return refuse(state, Refusal.DECISION_NEEDED, message)
    if decision in ("invalidate-hand", "bar-player") and box is None:
        return refuse(
            state, Refusal.FACT_NEEDED, "The report named no box, so there is no hand or player to act on."
        )
    if decision is not None and _LEFT_OPEN.isdisjoint(ruling.effects):
        message = "The rules decide this: confirm it without a decision, or correct the facts."
        return refuse(state, Refusal.NO_SUCH_OPTION, message)
    subject = Pending(
        ruling=ruling,
        facts=told,
        box=pending.box,
        boxes=pending.boxes,
        bet=pending.bet,
        amount=pending.amount,
        moves=pending.moves,
    )
    events = remedies(state, round, subject, decision, actor, given)
    return going_on(state, e.RulingConfirmed(ruling, actor, decision), *events)


def choose_option(state: TableState, command: c.ChooseOption, actor: Actor, given: Given) -> Decision:
    round = state.round
    if round is None or not round.offered:
        return refuse(state, Refusal.NOTHING_PENDING, "No options are open.")
    box = round.boxes.get(command.box)
    if box is None or command.box not in round.offered:
        return refuse(state, Refusal.NO_SUCH_BOX, f"Box {command.box} has nothing to choose.")
    named = command.player if actor.post == 0 else command.player or box.player
    if acting_player(actor, named) != box.player:
        return refuse(state, Refusal.SOMEONE_ELSES_BOX, f"Box {command.box} is {box.player}'s.")
    options = round.offered[command.box]
    if command.option not in options:
        return refuse(state, Refusal.NO_SUCH_OPTION, f"The options are {', '.join(options)}.")
    if command.option == Option.RETURN_AND_INVALIDATE:
        chosen = e.OptionChosen(command.box, command.option, actor)
        return going_on(state, chosen, e.HandInvalidated(command.box, state.book.cites.invalid_hand))
    # Where it is all of a player's wagers or none, every box of his goes with this one.
    mine = [other for other in boxes_of(round, box.player) if other.number in round.offered]
    boxes = mine if round.all_or_none else [box]
    events: list[e.AnyEvent] = [e.OptionChosen(other.number, command.option, actor) for other in boxes]
    if command.option == WITHDRAW:
        for other in boxes:
            events += leave_round(round, other, round.offer_clauses, actor)
        if round.all_or_none:
            events += chips_beside_others(round, box.player, actor)
    return going_on(state, *events)


def close_options(state: TableState, command: c.CloseOptions, actor: Actor, given: Given) -> Decision:
    if state.round is None or not state.round.offered:
        return refuse(state, Refusal.NOTHING_PENDING, "No options are open.")
    return going_on(state, e.OptionsClosed())
