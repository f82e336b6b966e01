"""What a ruling does to a live round: one event or more for each of its effects."""

from msgspec import UNSET

from pitboss.games.family import family_of
from pitboss.games.record import Jackpot
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.effects import Effect, OptionsFor
from pitboss.rulebook.incidents import Incident
from pitboss.table import events as e
from pitboss.table.affected_boxes import in_play
from pitboss.table.betting import shares, taken_off
from pitboss.table.commands import Given
from pitboss.table.queries import HAND_STATES, PROGRESSIVE, boxes_of, limits_of, opening
from pitboss.table.remedies.interruption import GO_ON
from pitboss.table.remedies.reconstruction import after_missed_burn, missed_at, told
from pitboss.table.rulings import Ruling
from pitboss.table.state import BoxState, Pending, Phase, RoundState, Standing, TableState

WITHDRAW, STAY = "withdraw", "stay"
"""What a player may choose if the rules allow taking back wagers."""

_OUT = (Standing.INVALID, Standing.FOLDED)

ABOUT_CHIPS = frozenset(
    (
        Incident.OVER_MAXIMUM_BET,
        Incident.UNDER_MINIMUM_BET,
        Incident.WRONG_RAISE,
        Incident.PROGRESSIVE_WITHOUT_ANTE,
    )
)
"""Effects that concern chips and how they lie."""

LEFT_OPEN = frozenset((Effect.REFER, Effect.MAY_BAR_PLAYER, Effect.MAY_WITHDRAW))
"""What the rules leave to an authority; everything else it only confirms."""


def decisions_on(ruling: Ruling, round: RoundState) -> tuple[str | None, ...]:
    """What the authority may decide about a waiting ruling; None means to confirm it as it is."""
    if Effect.REFER in ruling.effects:
        failed = ruling.incident is Incident.PROGRESSIVE_SYSTEM_DOWN
        if failed and round.claimed:
            # A failure touches neither a claim that was raised before it nor a paid award.
            return (GO_ON,)
        returned = ("return-progressive",) if failed else ()
        return ("void-round", "continue", *returned, "invalidate-hand", "bar-player")
    if ruling.incident is Incident.TECHNICAL_INTERRUPTION:
        # The pit confirms that the round is affected, or says that it is not.
        return (None, GO_ON)
    if Effect.MAY_BAR_PLAYER in ruling.effects:
        return ("bar-player", "decline")
    return (None, "decline") if Effect.MAY_WITHDRAW in ruling.effects else (None,)


def remedies(
    state: TableState,
    round: RoundState,
    subject: Pending,
    decision: str | None,
    actor: Actor,
    given: Given,
) -> list[e.AnyEvent]:
    """The events that a ruling causes."""
    ruling = subject.ruling
    box = None if subject.box is None else round.boxes.get(subject.box)
    events: list[e.AnyEvent] = []
    if ruling.incident in ABOUT_CHIPS and round.settlement is not None:
        # What was found while the round is being paid goes into its settlement, which is made
        # again.
        events.append(e.SettlementSetAside(actor))
    for effect in ruling.effects:
        events += _effect(state, round, subject, effect, box, decision, actor, given)
    if ruling.options and not any(isinstance(event, e.RoundVoided) for event in events):
        boxes = _with_options(state, round, subject)
        if boxes:
            events.append(e.OptionsOffered(boxes, tuple(ruling.options), ruling.clauses))
    return events


def _effect(  # noqa: C901 - one case for each word of the contract
    state: TableState,
    round: RoundState,
    subject: Pending,
    effect: Effect,
    box: BoxState | None,
    decision: str | None,
    actor: Actor,
    given: Given,
) -> list[e.AnyEvent]:
    ruling, clauses = subject.ruling, subject.ruling.clauses
    match effect:
        case Effect.VOID_ROUND:
            # If the house then chooses how to go on, the last clause is about that alone.
            later = Effect.CHOOSE_OPERATION in ruling.effects
            return [e.RoundVoided(clauses[:1] if later else clauses, ruling.because)]
        case Effect.INVALIDATE_HAND if (
            box is not None and ruling.incident is Incident.PLAYER_ABSENT
        ):
            # The settlement knows how the document treats a hand whose player has left.
            return [e.PlayerLeft(box.number)]
        case Effect.INVALIDATE_HAND if box is not None:
            # The first clause is about the hand itself; others are about the other players.
            return leave_round(round, box, clauses[:1], actor)
        case Effect.INVALIDATE_UNVIEWED_HANDS | Effect.INVALIDATE_LATER_HANDS if box is not None:
            real = state.settings.cards != "virtual"
            viewed = subject.boxes if real else ()
            dropped = _one_too_many(round, viewed, effect, box.player)
            return [invalidated(round, other.number, clauses) for other in dropped]
        case Effect.FOLD_HAND | Effect.SET_HOUSE_WAY if box is not None:
            return [e.PlayerLeft(box.number)]
        case Effect.RECONSTRUCT:
            return _reconstructed(state, round, subject)
        case (
            Effect.REJECT_EXCESS
            | Effect.CAP_AT_MAXIMUM
            | Effect.RETURN_EXCESS
            | Effect.PLAY_AS_LAID
            | Effect.INCREASE_OR_WITHDRAW
        ):
            return _correct(state, subject, effect, box)
        case Effect.RETURN_BET:
            return _return_bet(state, round, subject, box, decision, actor)
        case Effect.OFFER_WITHDRAWAL if round.offered and round.all_or_none:
            # Players already have this choice before them.
            return []
        case Effect.OFFER_WITHDRAWAL:
            return [_withdrawal(state, round, clauses)]
        case Effect.MAY_WITHDRAW if decision != "decline" and not (round.revealed or round.offered):
            # The last clause is about those who were dealt the right number of cards. Nobody takes
            # anything back once the dealer's hand lies open and it is known who has lost; and after
            # a power failure, everybody may already.
            offered = _withdrawal(state, round, clauses[-1:], but=subject.box)
            return [offered] if offered.boxes else []
        case Effect.USE_AS_FACE_UP_CARD if round.dealer:
            return [e.FaceUpChosen(len(round.dealer) - 1)]
        case Effect.PAY_REGISTERED_JACKPOT:
            return _registered(round, given.jackpot, clauses)
        case Effect.CHOOSE_OPERATION:
            return [e.OperationAwaited()]
        case Effect.MAY_BAR_PLAYER if box is not None and decision == "bar-player":
            return [e.PlayerBarred(subject.player or box.player, actor, clauses)]
        case Effect.REFER:
            return _decided(state, round, subject, box, decision, actor, given)
        case _:
            # The other effects do not change anything at the table itself.
            return []


def _reconstructed(state: TableState, round: RoundState, subject: Pending) -> list[e.AnyEvent]:
    """Cards go back to their order: whole hands, single cards as reported, or all after a burn."""
    if subject.moves:
        return [e.HandsMoved(subject.moves)]
    if subject.hands:
        return [told(round, subject.hands)]
    shifted = None
    if subject.ruling.incident is Incident.BURN_MISSED:
        shifted = after_missed_burn(round, missed_at(state, round, subject.facts))
    return [] if shifted is None else [shifted]


def _withdrawal(
    state: TableState, round: RoundState, clauses: tuple[str, ...], but: int | None = None
) -> e.OptionsOffered:
    """Everybody with chips on a hand in the round may take them back: all of them, or, if one hand
    has left it, those on any of the others. What goes back anyway, because its player has left (MBS
    stud 5.11), is not offered.
    """
    family = family_of(state.book)
    boxes = tuple(
        number
        for number, other in round.boxes.items()
        if number != but and family.is_compared(state.book, HAND_STATES[other.standing])
    )
    beside = tuple(
        (number, player) for number in boxes for player in players_beside(round.boxes[number])
    )
    return e.OptionsOffered(
        boxes, (WITHDRAW, STAY), clauses, all_or_none=but is None, beside=beside or UNSET
    )


def _one_too_many(
    round: RoundState, viewed: tuple[int, ...], effect: Effect, player: str
) -> list[BoxState]:
    """The hands that a player has in error besides those viewed, or besides the first."""
    mine = [other for other in boxes_of(round, player) if other.standing is not Standing.INVALID]
    if effect is not Effect.INVALIDATE_UNVIEWED_HANDS:
        return mine[1:]
    # Not every look at real cards is entered: the report says which hands were also viewed.
    return [other for other in mine if not other.examined and other.number not in viewed]


def _decided(
    state: TableState,
    round: RoundState,
    subject: Pending,
    box: BoxState | None,
    decision: str | None,
    actor: Actor,
    given: Given,
) -> list[e.AnyEvent]:
    """What the authority decided where the rules leave a matter open."""
    clauses = subject.ruling.clauses
    if decision == "void-round":
        return [e.RoundVoided(clauses, f"The {subject.ruling.authority} has voided the round.")]
    if decision == "return-progressive":
        return [
            e.BetReturned(n, PROGRESSIVE)
            for n, other in round.boxes.items()
            if PROGRESSIVE in other.bets
        ]
    events: list[e.AnyEvent] = []
    if subject.ruling.incident is Incident.PROGRESSIVE_SYSTEM_DOWN:
        # A round that goes on without its jackpot is paid on what was registered before the
        # failure.
        events += _registered(round, subject.registered or given.jackpot, clauses)
    if decision not in ("invalidate-hand", "bar-player") or box is None:
        return events
    player = subject.player
    if decision == "invalidate-hand" or player is None:
        events += leave_round(round, box, clauses, actor)
    elif not round.revealed:
        # The hand is another's: only the player's own chips leave it.
        events += withdraw_all(state, round, player, clauses, actor, only=box.number)
    if decision == "bar-player":
        events.append(e.PlayerBarred(player or box.player, actor, clauses))
    return events


def _registered(
    round: RoundState, jackpot: Jackpot | None, clauses: tuple[str, ...]
) -> list[e.AnyEvent]:
    """The jackpot on which the round is paid: its value before it first failed in this round. The
    first clause is about that; another one is about later rounds. A claim raised before stays what
    it is.
    """
    if round.settlement is not None or round.claimed:
        return []
    value = round.registered if round.jackpot_failed else jackpot
    return [e.JackpotRegistered(value, clauses[:1])]


def invalidated(round: RoundState, box: int, clauses: tuple[str, ...]) -> e.HandInvalidated:
    """A hand leaves the round. Cards go to boxes with a wager: this one gets none, unless the deal
    has begun.
    """
    return e.HandInvalidated(box, clauses, UNSET if round.cursor else True)


def leave_round(
    round: RoundState, box: BoxState, clauses: tuple[str, ...], actor: Actor
) -> list[e.AnyEvent]:
    """A hand leaves the round and its bets go back; before any card, that is simply a withdrawn
    bet.
    """
    if round.closed:
        return [invalidated(round, box.number, clauses)]
    return [
        e.BetWithdrawn(box.number, bet, Cents(part), player, actor)
        for bet in box.bets
        for player, part in shares(box, bet).items()
    ]


def players_beside(box: BoxState) -> list[str]:
    """Players with chips on a box at which another is seated."""
    return list(dict.fromkeys(player for theirs in box.others.values() for player in theirs))


def withdraw_all(
    state: TableState,
    round: RoundState,
    player: str,
    clauses: tuple[str, ...],
    actor: Actor,
    seated: bool | None = None,
    only: int | None = None,
) -> list[e.AnyEvent]:
    """All wagers of a player go back, or only those on boxes where the player is or is not seated,
    or on one box. A box on which others have a share of the opening wager plays on with theirs; if
    the player's raise is gone, they are asked for one, as long as players decide.
    """
    events: list[e.AnyEvent] = []
    raises = family_of(state.book).raises
    for box in round.boxes.values():
        mine = [bet for bet in box.bets if player in shares(box, bet)]
        if not mine or box.standing in _OUT or seated not in (None, box.player == player):
            continue
        if only not in (None, box.number):
            continue
        alone = list(shares(box, opening(state))) == [player]
        unpaid = round.phase is not Phase.DECIDING and not set(mine).isdisjoint(raises)
        if round.closed and (alone or unpaid):
            events.append(invalidated(round, box.number, clauses))
        else:
            events += taken_off(box, opening(state), player, actor)
    return events


def _correct(
    state: TableState, subject: Pending, effect: Effect, box: BoxState | None
) -> list[e.AnyEvent]:
    """Chips that do not lie as they should: what was found is entered, and settlement does the
    rest.

    A record has no limits for a progressive bet, so anything over its prescribed amount never gets
    into it (Q-A10).
    """
    bet, amount = subject.bet, subject.amount
    if box is None or bet is None or amount is None:
        return []
    most = limits_of(state, bet)[1]
    if (
        (effect is Effect.REJECT_EXCESS or bet == PROGRESSIVE)
        and most is not None
        and amount > most
    ):
        amount = most
    return [e.BetCorrected(box.number, bet, Cents(amount))] if amount != box.bets.get(bet) else []


def _return_bet(
    state: TableState,
    round: RoundState,
    subject: Pending,
    box: BoxState | None,
    decision: str | None,
    actor: Actor,
) -> list[e.AnyEvent]:
    """A bet that may not play goes back; for a barred player, all that are still undecided."""
    if box is None:
        # Chips on a box that is not in the round are in nobody's account: they are given back, and
        # that is all.
        return []
    if subject.bet == PROGRESSIVE and subject.ruling.incident is Incident.UNDER_MINIMUM_BET:
        return [e.BetReturned(box.number, PROGRESSIVE)] if PROGRESSIVE in box.bets else []
    match subject.ruling.incident:
        case Incident.HAND_NOT_CONFIDENTIAL:
            if decision != "bar-player" or round.revealed:
                # Once the dealer's hand lies open, nothing is undecided any more (Q-E9, Q-C11).
                return []
            clauses, player = subject.ruling.clauses, subject.player or box.player
            return [
                *withdraw_all(state, round, player, clauses, actor, seated=True),
                # A fold has lost the ante, not the progressive wager.
                *[
                    e.BetReturned(other.number, PROGRESSIVE)
                    for other in boxes_of(round, player)
                    if other.standing is Standing.FOLDED and other.bets.get(PROGRESSIVE)
                ],
                *withdraw_all(state, round, player, clauses, actor, seated=False),
            ]
        case Incident.PROGRESSIVE_WITHOUT_ANTE:
            return [e.BetReturned(box.number, bet) for bet in box.bets]
        case _:
            # A wager under the minimum that may not play again is returned when the round is
            # settled.
            return _correct(state, subject, Effect.RETURN_BET, box)


def _with_options(state: TableState, round: RoundState, subject: Pending) -> tuple[int, ...]:
    """Who may choose: all, or those affected; nobody once the dealer's hand lies open and it is
    known who has lost.
    """
    if round.revealed:
        return ()
    playing = in_play(state, round)
    if subject.ruling.options_for is OptionsFor.ALL:
        return playing
    invalid = subject.box if Effect.INVALIDATE_HAND in subject.ruling.effects else None
    return tuple(number for number in subject.boxes if number in playing and number != invalid)
