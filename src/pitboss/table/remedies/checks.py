"""Whether a report is possible: the box, the chips found there, hands that change places."""

from collections.abc import Mapping, Sequence

from pitboss.games.deal_plan import COMMUNITY, DEALER
from pitboss.kernel.money import Cents, format_cents
from pitboss.rulebook.effects import Effect
from pitboss.rulebook.incidents import Fact, Incident
from pitboss.table import commands as c
from pitboss.table.betting import owners, refuse
from pitboss.table.occasions import NEEDS_BOX, OF_ANY_BOX
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

_ABOUT_CONDUCT = frozenset((Effect.MAY_BAR_PLAYER, Effect.REFER))
"""What may end with a player barred."""


def check_box(
    state: TableState, incident: Incident, command: c.Report, box: BoxState | None, later: bool
) -> TableRefused | None:
    """Whether an irregularity can concern the box that it is reported for."""
    round = state.round
    if refused := _check_boxes(state, incident, command, later):
        return refused
    if round is None or later or incident not in NEEDS_BOX:
        return None
    if command.box is None:
        return refuse(
            state, TableRefusal.FACT_NEEDED, "Say on which box (box), one that is in the round."
        )
    if incident is Incident.PROGRESSIVE_WITHOUT_ANTE:
        return _check_stray(state, command, box)
    assert box is not None, "a box that is not in the round has been refused"
    mine = boxes_of(round, box.player)
    match incident:
        case Incident.SEVERAL_POSITIONS_IN_ERROR:
            return _check_several(state, command, box, mine)
        case Incident.EXTRA_HAND_EXAMINED:
            return _no_other_hand(state, box, mine) or _check_additional(state, box, mine)
        case Incident.PLAYER_ABSENT | Incident.WRONG_PLAYER_CARD_COUNT:
            return _check_still_there(state, incident, box)
        case _:
            return None


def _check_boxes(
    state: TableState, incident: Incident, command: c.Report, later: bool
) -> TableRefused | None:
    """Whether the boxes that a report names exist, and have hands if it is about hands."""
    named = (*(() if command.box is None else (command.box,)), *(command.boxes or ()))
    for number in named:
        if not 1 <= number <= state.settings.boxes:
            message = f"The layout has boxes 1 to {state.settings.boxes}."
            return refuse(state, TableRefusal.NO_SUCH_BOX, message)
    if later or incident in OF_ANY_BOX or state.round is None:
        return None
    for number in named:
        if number not in state.round.boxes:
            message = f"Box {number} is not in the round."
            return refuse(state, TableRefusal.NO_SUCH_BOX, message)
    return None


def _check_still_there(state: TableState, incident: Incident, box: BoxState) -> TableRefused | None:
    """Nobody leaves twice, and a hand that has left the round can't leave it again."""
    if box.standing is Standing.INVALID:
        message = f"The hand of box {box.number} has left the round."
    elif incident is Incident.PLAYER_ABSENT and box.gone:
        message = f"That {box.player} has left box {box.number} has been reported."
    else:
        return None
    return refuse(state, TableRefusal.BAD_FACT, message)


def _no_other_hand(
    state: TableState, box: BoxState, hands: Sequence[BoxState]
) -> TableRefused | None:
    if len(hands) > 1:
        return None
    message = f"{box.player} has only one hand, the one on box {box.number}."
    return refuse(state, TableRefusal.BAD_FACT, message)


def _check_several(
    state: TableState, command: c.Report, box: BoxState, mine: list[BoxState]
) -> TableRefused | None:
    """If there are several hands, every one that was viewed must be named (MBS 5.10.1)."""
    hands = [one for one in mine if one.standing is not Standing.INVALID]
    if refused := _no_other_hand(state, box, hands):
        return refused
    viewed = command.facts.get("hands_viewed")
    if state.settings.cards == "virtual" or not isinstance(viewed, int):
        return None
    if viewed > len(hands):
        message = f"{box.player} has {len(hands)} hands in the round, and not {viewed}."
        return refuse(state, TableRefusal.BAD_FACT, message)
    if viewed > sum(one.examined or one.number in (command.boxes or ()) for one in hands):
        message = f"Say which hands {box.player} has looked at (boxes)."
        return refuse(state, TableRefusal.FACT_NEEDED, message)
    return None


def _check_additional(
    state: TableState, box: BoxState, mine: list[BoxState]
) -> TableRefused | None:
    """A hand that was looked at besides another one is in the round, and the one that its player
    viewed first stays: not all of a player's hands can be additional (RWS 5.19, MH 5.18).
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
            f"The other hands of {box.player} are already void as additional ones, so the hand of "
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
    """Chips that were found must lie on a spot of the box; those that come too late, on one of the
    game.
    """
    bet, amount = command.bet, command.amount
    if bet is not None and wager(state, bet) is None:
        message = f"The bets here are {', '.join(wager_names(state))}."
        return refuse(state, TableRefusal.NO_SUCH_BET, message)
    late = command.incident == Incident.LATE_BET
    if not late and bet is not None and box is not None and amount is not None:
        return _check_spot(state, box, bet, amount)
    if amount is not None and amount <= 0:
        return refuse(state, TableRefusal.BAD_AMOUNT, "A bet must be more than zero.")
    return None


def _check_spot(state: TableState, box: BoxState, bet: str, amount: Cents) -> TableRefused | None:
    """Whether this much can lie on a spot of a box."""
    # Chips may lie on a coin spot that were never entered; a wagering system has either taken a bet
    # or not.
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


def check_player(
    state: TableState, ruling: Ruling, command: c.Report, box: BoxState | None
) -> TableRefused | None:
    """The person reported must have chips on the box, and the conduct must be one that can get them
    barred.
    """
    player = command.player
    if player is None:
        return None
    if _ABOUT_CONDUCT.isdisjoint(ruling.effects) or box is None:
        message = f"{ruling.incident} is not about what a player has done: name none."
    elif player not in owners(box):
        message = f"{player} has no chips on box {box.number}."
    else:
        return None
    return refuse(state, TableRefusal.BAD_FACT, message)


def check_fit(
    state: TableState, incident: Incident, command: c.Report, box: BoxState | None
) -> TableRefused | None:
    """Chips that were found must match what the incident says about them."""
    bet, amount = command.bet, command.amount
    if bet is None or amount is None or box is None:
        return None
    least, most = limits_of(state, bet)
    spot = wager(state, bet)
    fits = {
        Incident.OVER_MAXIMUM_BET: most is not None and amount > most,
        Incident.UNDER_MINIMUM_BET: least is not None and amount < least,
        Incident.WRONG_RAISE: spot is not None
        and is_raise(spot)
        and amount != raise_size(state, box, bet),
    }
    if not fits.get(incident, True):
        return refuse(
            state,
            TableRefusal.BAD_FACT,
            f"{bet} of {format_cents(amount)} on box {box.number} does not count as {incident}.",
        )
    return None


def check_moved(state: TableState, command: c.Report) -> TableRefused | None:
    """Cards that the system deals go where they belong, and stay there. Whether others would be
    possible would reveal where a card lies.
    """
    if state.settings.cards != "virtual" or not (command.moves or command.hands):
        return None
    message = (
        "The system deals this table's cards, so none change places: leave out moves and hands."
    )
    return refuse(state, TableRefusal.CANNOT_HAPPEN_NOW, message)


def check_hands(state: TableState, command: c.Report) -> TableRefused | None:
    """The cards that places have after being put right must be possible."""
    if not command.hands:
        return None
    if state.round is None:
        return refuse(state, TableRefusal.BAD_FACT, "No round is in progress.")
    wrong_count = {
        Incident.WRONG_PLAYER_CARD_COUNT: str(command.box),
        Incident.WRONG_DEALER_CARD_COUNT: DEALER,
        Incident.WRONG_COMMUNITY_CARD_COUNT: COMMUNITY,
    }
    counted = wrong_count.get(Incident(command.incident))
    problem = problem_with(state.round, command.hands, counted)
    return None if problem is None else refuse(state, TableRefusal.BAD_FACT, problem)


def check_burn(
    state: TableState, ruling: Ruling, facts: Mapping[str, Fact], hands: Hands
) -> TableRefused | None:
    """The forgotten burn was due, and what making up for it moves is known."""
    round = state.round
    if ruling.incident is not Incident.BURN_MISSED or round is None:
        return None
    missed = missed_at(state, round, facts)
    if missed is None and MISSED in facts:
        message = (
            f"Cards are burnt before {', '.join(burns(state))}: in {MISSED}, name one whose burn "
            "was due by now."
        )
        return refuse(state, TableRefusal.BAD_FACT, message)
    known = Effect.RECONSTRUCT not in ruling.effects or bool(hands)
    if known or not unread(state, after_missed_burn(round, missed)):
        return None
    message = (
        "A burnt card that nobody has read comes into play: say which cards each place has (hands)."
    )
    return refuse(state, TableRefusal.FACT_NEEDED, message)


def check_moves(state: TableState, ruling: Ruling, command: c.Report) -> TableRefused | None:
    """Whole hands that are moved change places among boxes with hands of the same size. If moving
    them puts the deal right, the report must say which.
    """
    if not command.moves:
        if ruling.incident is not Incident.MISDEAL or Effect.RECONSTRUCT not in ruling.effects:
            return None
        message = "Say which whole hands are moved (moves): [[from box, to box], …]."
        return refuse(state, TableRefusal.FACT_NEEDED, message)
    if command.facts.get("whole_hands_can_move") is False:
        message = "Either whole hands put it right (moves), or moving them does not help."
        return refuse(state, TableRefusal.BAD_FACT, message)
    boxes = {} if state.round is None else state.round.boxes
    sources = [source for source, _ in command.moves]
    targets = [target for _, target in command.moves]
    sizes = {len(boxes[number].cards) if number in boxes else 0 for number in sources}
    swapped = sorted(sources) == sorted(targets) and len(set(sources)) == len(sources)
    if 0 in sizes or not swapped or any(source == target for source, target in command.moves):
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
