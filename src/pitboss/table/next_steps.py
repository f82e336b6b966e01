"""What each person at a table may do next, with the words a console can show."""

from typing import assert_never

from pitboss.games.deal_plan import Ask, Do
from pitboss.kernel.money import format_cents
from pitboss.kernel.written import AmountText, Outgoing
from pitboss.rulebook.authority import Post
from pitboss.table.queries import (
    decision_outstanding,
    has_opening,
    opening,
    raise_name,
    raise_size,
    to_ask,
)
from pitboss.table.state import BoxState, Phase, RoundState, Standing, TableState


class NextStep(Outgoing, frozen=True):
    """A command that would be accepted now, and what to call it."""

    label: str
    """What a button may say."""
    do: str
    """The command."""
    box: int | None = None
    """The box it is for."""
    clauses: tuple[str, ...] = ()
    option: str | None = None
    """What a player chooses by it, where there is a choice."""
    amount: AmountText | None = None
    """What it stakes, where the rules set the amount."""
    says: str | None = None
    """What is said aloud with it: an announcement, or the question to a player."""


def next_steps(state: TableState | None, post: Post, name: str = "") -> tuple[NextStep, ...]:
    """What somebody in this post may do now; players by name, for their own boxes."""
    if state is None or not state.open:
        return (NextStep("Open the table", "open-table"),) if post >= Post.PIT_SUPERVISOR else ()
    if state.round is None:
        return _between_rounds(state, post)
    round = state.round
    if round.pending is not None:
        authority = round.pending.ruling.authority
        waits = authority is not None and post >= authority.least_post
        label = f"Decide: {round.pending.ruling.because}"
        return (
            (NextStep(label, "confirm", round.pending.box, round.pending.ruling.clauses),)
            if waits
            else ()
        )
    if post is Post.PLAYER:
        return _player_steps(state, round, name)
    return _staff_steps(state, round)


def _between_rounds(state: TableState, post: Post) -> tuple[NextStep, ...]:
    if post is Post.PLAYER:
        return ()
    steps = []
    power = state.book.powers.get("choose-operation")
    if state.operation_awaited:
        if power is not None and power.held_by(post):
            steps.append(
                NextStep(
                    "Choose how to run without the jackpot",
                    "choose-operation",
                    None,
                    (power.clause,),
                )
            )
        return tuple(steps)
    conduct = state.book.conduct
    steps.append(
        NextStep(
            f"Announce: {conduct.announce_open}",
            "open-betting",
            None,
            (conduct.open_clause,),
            says=conduct.announce_open,
        )
    )
    if post >= Post.PIT_SUPERVISOR:
        steps.append(NextStep("Close the table", "close-table"))
    if post >= Post.SHIFT_MANAGER and (state.notice is not None or state.barred_boxes):
        steps.append(NextStep("Resume progressive bets", "restore-progressive"))
    return tuple(steps)


def _staff_steps(state: TableState, round: RoundState) -> tuple[NextStep, ...]:
    if round.offered:
        return (NextStep("Time's up, everyone else plays on", "close-options"),)
    book = state.book
    match round.phase:
        case Phase.BETTING:
            if any(has_opening(state, box) for box in round.boxes.values()):
                said = book.conduct.announce_close
                clauses = (book.conduct.close_clause,)
                label = f"Announce: {said}"
                return (NextStep(label, "close-betting", None, clauses, says=said),)
            return (
                () if round.boxes else (NextStep("Conclude the round: nobody has bet", "conclude"),)
            )
        case Phase.CLOSED | Phase.DEALING:
            assert round.step is not None
            clause = book.dealing[state.settings.dealing].clause
            return (NextStep(round.step.label, "deal", None, (clause,)),)
        case Phase.DECIDING:
            box = round.boxes[to_ask(round)[0]]
            question = _question(state, round, box)
            label = f"Ask box {box.number}: {question}"
            return (NextStep(label, "ask", box.number, says=question),)
        case Phase.REVEALED:
            return (NextStep("Settle: collect and pay", "settle"),)
        case Phase.SETTLED:
            return (NextStep("Conclude the round", "conclude"),)
        case Phase.VOID:
            if round.settlement is None:
                return (
                    NextStep(
                        "Return all bets: the round is void", "settle", None, round.void_clauses
                    ),
                )
            return (NextStep("Conclude the round", "conclude"),)
        case _:
            assert_never(round.phase)


def _question(state: TableState, round: RoundState, box: BoxState) -> str:
    """What a box is asked, with the amounts."""
    assert round.step is not None
    ask = round.step.asks
    assert ask is not None
    bet = raise_name(state, ask)
    if bet is None:
        return "set the hand"
    label = state.book.wagers.spot(bet).label
    other = "fold" if ask is Ask.STAY else "check"
    return f"{other}, or {label} {format_cents(raise_size(state, box, bet))}"


def _player_steps(state: TableState, round: RoundState, name: str) -> tuple[NextStep, ...]:
    mine = [box for box in round.boxes.values() if box.player == name]
    if round.offered:
        return tuple(
            NextStep(f"Box {box.number}: {option}", "choose-option", box.number, option=option)
            for box in mine
            for option in round.offered.get(box.number, ())
        )
    if round.phase is Phase.BETTING:
        label = f"Bet: {state.book.wagers.spot(opening(state)).label} on a box"
        return () if name in state.barred_players else (NextStep(label, "place-bet"),)
    if round.phase is Phase.REVEALED:
        shown = [box for box in mine if box.standing is Standing.IN]
        return tuple(
            NextStep(f"Mark box {box.number} as not shown", "decline-to-show", box.number)
            for box in shown
        )
    if round.phase is not Phase.DECIDING:
        return ()
    steps = []
    if not any(box.examined for box in mine):
        steps += [
            NextStep(f"Look at box {box.number}", "examine", box.number)
            for box in mine
            if box.cards and decision_outstanding(round, box)
        ]
    turn = to_ask(round)[0]
    steps += [step for box in mine if box.number == turn for step in _answers(state, round, box)]
    return tuple(steps)


def _answers(state: TableState, round: RoundState, box: BoxState) -> list[NextStep]:
    assert round.step is not None
    assert round.step.do is Do.DECIDE
    ask = round.step.asks
    assert ask is not None
    bet = raise_name(state, ask)
    if bet is None:
        return [NextStep(f"Set the hand of box {box.number}", "set-hand", box.number)]
    amount = format_cents(raise_size(state, box, bet))
    label = f"{state.book.wagers.spot(bet).label} {amount} on box {box.number}"
    staying = NextStep(label, "raise", box.number, amount=amount)
    if ask is Ask.STAY:
        return [staying, NextStep(f"Fold box {box.number}", "fold", box.number)]
    return [staying, NextStep(f"Check on box {box.number}", "check", box.number)]
