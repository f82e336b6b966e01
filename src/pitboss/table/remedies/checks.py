"""Whether what is reported can be: the box, the chips found there, hands that change places."""

from collections.abc import Mapping

from pitboss.kernel.money import format_cents
from pitboss.rulebook.effects import Effect
from pitboss.rulebook.incidents import Fact, Incident
from pitboss.table import commands as c
from pitboss.table.betting import refuse
from pitboss.table.occasions import NEEDS_BOX
from pitboss.table.queries import (
    PROGRESSIVE,
    boxes_of,
    has_opening,
    is_raise,
    limits_of,
    opening,
    raise_size,
    wager,
    wager_names,
)
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.remedies.reconstruction import (
    MISSED,
    Hands,
    after_missed_burn,
    burns,
    missed_at,
    problem_with,
    unread,
)
from pitboss.table.rulings import Ruling
from pitboss.table.state import BoxState, Standing, TableState

_OF_SEVERAL_HANDS = frozenset((Incident.EXTRA_HAND_EXAMINED, Incident.SEVERAL_POSITIONS_IN_ERROR))
"""What happens to players with more than one hand only."""


def check_box(
    state: TableState, incident: Incident, command: c.Report, box: BoxState | None, later: bool
) -> TableRefused | None:
    """Whether an irregularity can be one of the box that it is said to be about."""
    if incident not in NEEDS_BOX or later:
        return None
    stray = incident is Incident.PROGRESSIVE_WITHOUT_ANTE
    if stray and command.box is not None and 1 <= command.box <= state.settings.boxes:
        return _check_stray(state, command, box)
    if box is None:
        return refuse(
            state, TableRefusal.FACT_NEEDED, "Say on which box (box), one that is in the round."
        )
    assert state.round is not None
    mine = boxes_of(state.round, box.player)
    if incident in _OF_SEVERAL_HANDS and len(mine) < 2:
        message = f"{box.player} has only one hand, the one on box {box.number}."
        return refuse(state, TableRefusal.BAD_FACT, message)
    if incident is Incident.SEVERAL_POSITIONS_IN_ERROR and state.settings.cards != "virtual":
        named = any(one.examined or one.number in (command.boxes or ()) for one in mine)
        if command.facts.get("hands_viewed") not in (None, 0) and not named:
            message = f"Say which hands {box.player} has looked at (boxes)."
            return refuse(state, TableRefusal.FACT_NEEDED, message)
    if incident is Incident.EXTRA_HAND_EXAMINED:
        return _check_additional(state, box, mine)
    return None


def _check_additional(
    state: TableState, box: BoxState, mine: list[BoxState]
) -> TableRefused | None:
    """A hand that was looked at besides another one is in the round, and the one that its player
    viewed first stays: of all his hands one can't be additional (RWS 5.19, MH 5.18).
    """
    if box.examined:
        message = (
            f"{box.player} looked at box {box.number} first: name the other box whose hand was "
            "looked at."
        )
        return refuse(state, TableRefusal.BAD_FACT, message)
    if box.standing is Standing.INVALID:
        message = f"The hand of box {box.number} has left the round."
        return refuse(state, TableRefusal.BAD_FACT, message)
    removed = state.book.rulings[Incident.EXTRA_HAND_EXAMINED][0].clauses
    if all(one is box or one.invalid_by == removed for one in mine):
        message = (
            f"{box.player}'s other hands are already void as additional ones, so the hand of "
            f"box {box.number} stays."
        )
        return refuse(state, TableRefusal.BAD_FACT, message)
    return None


def _check_stray(state: TableState, command: c.Report, box: BoxState | None) -> TableRefused | None:
    """Chips on a box without its opening wager lie on a spot of the game, but not on that one."""
    if has_opening(state, box):
        message = f"Box {command.box} has its {opening(state)}, so no bet there is without one."
        return refuse(state, TableRefusal.BAD_FACT, message)
    spots = [
        name
        for name in wager_names(state)[1:]
        if (spot := wager(state, name)) is not None and not is_raise(spot)
    ]
    if command.bet not in (None, *spots):
        message = f"Only these bets can be there without the {opening(state)}: {', '.join(spots)}."
        return refuse(state, TableRefusal.NO_SUCH_BET, message)
    if command.amount is not None and command.amount <= 0:
        return refuse(state, TableRefusal.BAD_AMOUNT, "A bet must be more than zero.")
    return None


def check_chips(state: TableState, command: c.Report, box: BoxState | None) -> TableRefused | None:
    """Chips that were found must lie on a spot of the box."""
    bet, amount = command.bet, command.amount
    if bet is None or amount is None or box is None:
        return None
    # Chips may lie on a coin spot that were never entered; a wagering system has taken a bet or it
    # has not.
    by_chips = state.settings.progressive_bet is not None and state.book.conduct.has_coin_spots
    coin_spot = bet == PROGRESSIVE and by_chips
    if coin_spot and bet not in box.bets and state.notice is not None:
        # Under the notice no progressive bet is accepted, wherever its chips lie.
        return refuse(state, TableRefusal.NO_PROGRESSIVE, state.notice)
    if bet not in box.bets and not coin_spot:
        return refuse(state, TableRefusal.NO_SUCH_BET, f"There is no {bet} on box {box.number}.")
    if amount <= 0:
        return refuse(state, TableRefusal.BAD_AMOUNT, "A bet must be more than zero.")
    if amount <= sum(box.others.get(bet, {}).values()):
        return refuse(
            state,
            TableRefusal.BAD_AMOUNT,
            f"Chips of players other than {box.player} already come to that much: give the "
            "whole amount.",
        )
    return None


def check_fit(
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
            f"{bet} of {format_cents(amount)} on box {box.number} does not count as {incident}.",
        )
    return None


def check_hands(state: TableState, command: c.Report) -> TableRefused | None:
    """What places have once their cards are put right must be possible."""
    if not command.hands:
        return None
    if state.round is not None and state.round.chain is not None:
        # Whether they are possible would show where a card lies.
        message = (
            "Nobody sees this table's cards while they are face down: leave out the cards (hands)."
        )
        return refuse(state, TableRefusal.BAD_FACT, message)
    problem = (
        "No round is in progress."
        if state.round is None
        else problem_with(state.round, command.hands)
    )
    return None if problem is None else refuse(state, TableRefusal.BAD_FACT, problem)


def check_burn(
    state: TableState, incident: Incident, facts: Mapping[str, Fact], hands: Hands
) -> TableRefused | None:
    """The burn that was forgotten has been due, and what it moves is known."""
    round = state.round
    if incident is not Incident.BURN_MISSED or round is None:
        return None
    missed = missed_at(state, round, facts)
    if missed is None and MISSED in facts:
        message = (
            f"Cards are burnt before {', '.join(burns(state))}: in {MISSED}, name one whose burn "
            "was due by now."
        )
        return refuse(state, TableRefusal.BAD_FACT, message)
    known = facts.get("can_reconstruct") is not True or bool(hands)
    if known or not unread(state, after_missed_burn(round, missed)):
        return None
    message = (
        "A burnt card that nobody has read comes into play: say which cards each place has (hands)."
    )
    return refuse(state, TableRefusal.FACT_NEEDED, message)


def check_moves(state: TableState, ruling: Ruling, command: c.Report) -> TableRefused | None:
    """Whole hands that are moved change places among boxes that have hands of as many cards. Where
    moving them puts the deal right, it must be said which.
    """
    if not command.moves:
        if ruling.incident is not Incident.MISDEAL or Effect.RECONSTRUCT not in ruling.effects:
            return None
        message = "Say which whole hands are moved (moves): [[from box, to box], …]."
        return refuse(state, TableRefusal.FACT_NEEDED, message)
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


def size_of_raise(
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
