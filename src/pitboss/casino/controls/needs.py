"""What needs a second person's approval: found in what a command would lead to. Pure."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from pitboss.casino.approvals import ApprovalKind
from pitboss.casino.controls.policy import ApprovalPolicy
from pitboss.casino.requests import SYSTEM
from pitboss.games.settlement import WrittenBox
from pitboss.jackpot.commands import OpenLink
from pitboss.kernel.money import format_cents, to_cents
from pitboss.people.scopes import is_program
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from pitboss.table import events as te
from pitboss.table.betting import shares
from pitboss.table.corrections.events import CorrectionAsked
from pitboss.table.state import BoxState, RoundState, TableState


def nameless(box: int) -> str:
    """What chips on a box are laid for where nobody says whose they are."""
    return f"Box {box}"


class Need(msgspec.Struct, frozen=True):
    """What a second person is asked for, the least post that may approve it, and why in words."""

    kind: ApprovalKind
    least: Post
    why: str


_VOIDED = (te.RoundVoided, te.HandInvalidated)
_STAKED = (te.BetCorrected, te.BetReturned, te.BetWithdrawn)
_RULED = (tc.Report, tc.Confirm)


def need_of(
    policy: ApprovalPolicy,
    command: Any,
    actor: Actor,
    table: TableState | None,
    events: Sequence[Any],
    devices: Callable[[], Collection[str]] = frozenset,
) -> Need | None:
    """What a command needs beyond whoever gives it. ``table`` is as it was before, and ``events``
    are what would happen at it. ``devices`` are the labels of consoles: those are no persons.
    """
    found = _found(policy, command, actor, table, events, devices)
    if found is None:
        return None
    kind, why = found
    least = policy.least(kind)
    return None if least is None else Need(kind, least, why)


def _found(
    policy: ApprovalPolicy,
    command: Any,
    actor: Actor,
    table: TableState | None,
    events: Sequence[Any],
    devices: Callable[[], Collection[str]],
) -> tuple[ApprovalKind, str] | None:
    if isinstance(command, OpenLink):
        return ApprovalKind.LINK, "A link is opened."
    if isinstance(command, tc.DecideMoney):
        return _decided(policy, command)
    round = None if table is None else table.round
    if table is None or round is None:
        return None
    if isinstance(command, tc.Correct):
        return _corrected(round, events)
    if isinstance(command, tc.Settle):
        return _payout(policy, table, round, events)
    # What players choose where the rules give them the choice is theirs alone.
    if not isinstance(command, _RULED):
        return None
    if isinstance(command, tc.Confirm) and _two_already(round, actor, devices()):
        return None
    return _ruled(round, events)


def _ruled(round: RoundState, events: Sequence[Any]) -> tuple[ApprovalKind, str] | None:
    voided = next((event for event in events if isinstance(event, _VOIDED)), None)
    if isinstance(voided, te.RoundVoided):
        return ApprovalKind.VOID, f"Round {round.id} is void: {voided.because}"
    if voided is not None:
        return ApprovalKind.VOID, f"The hand on box {voided.box} is void, and its bets go back."
    staked = next((event for event in events if isinstance(event, _STAKED)), None)
    if staked is None or not round.closed:
        return None
    laid = round.boxes[staked.box].bets.get(staked.bet, 0)
    after = staked.amount if isinstance(staked, te.BetCorrected) else 0
    return ApprovalKind.STAKE, (
        f"After the close {staked.bet} on box {staked.box} becomes {format_cents(after)}; it was "
        f"{format_cents(laid)}."
    )


def _corrected(round: RoundState, events: Sequence[Any]) -> tuple[ApprovalKind, str]:
    """A correction is no deed alone, whoever gives it."""
    first = events[0]
    if isinstance(first, CorrectionAsked):
        told = first.correction
        number = told.get("entry") or told.get("before") or told.get("after")
        why = f"Entry {number} of round {round.id} is to be corrected: {told['reason']}"
    else:
        why = f"Entry {first.entry} of round {round.id} is to be corrected: {first.reason}"
    return ApprovalKind.STAKE, why


def _decided(policy: ApprovalPolicy, command: tc.DecideMoney) -> tuple[ApprovalKind, str] | None:
    """Money that is moved when a round is over is no deed alone, unless the house says up to which
    sum it is.
    """
    if command.amount <= policy.money_above:
        return None
    payer, payee = command.payer or "the house", command.payee or "the house"
    return ApprovalKind.PAYOUT, (
        f"On account of round {command.round} {payer} pays {payee} {format_cents(command.amount)}: "
        f"{command.reason}"
    )


def _two_already(round: RoundState, actor: Actor, devices: Collection[str]) -> bool:
    """Whether one person has reported and another one rules. Pitboss itself is nobody, and so are
    a console and a program.
    """
    by = None if round.pending is None else round.pending.by
    if by is None or is_program(by.name):
        return False
    return by.name not in (actor.name, SYSTEM.name, *devices)


NAMELESS = "Whoever plays on boxes without a name"


def _won(round: RoundState, settled: te.RoundSettled) -> dict[str, int]:
    """What each player has won. Boxes without a name may all be one person's: what they win is
    added up. A hand with an award was verified by persons who had no part in the round: its box
    does not count, but any other of the same player does.
    """
    jackpot = settled.settlement.jackpot
    verified = set() if jackpot is UNSET else {award.box for award in jackpot.awards}
    won: dict[str, int] = {}
    for box in settled.settlement.boxes:
        if box.box not in verified:
            for player, net in _nets(round.boxes[box.box], box).items():
                if player != nameless(box.box):
                    won[player] = won.get(player, 0) + net
                elif net > 0:
                    won[NAMELESS] = won.get(NAMELESS, 0) + net
    return won


def _nets(box: BoxState, settled: WrittenBox) -> dict[str, int]:
    """What each player is up or down by the wagers on a box. A shared one is divided by its
    chips.
    """
    nets: dict[str, int] = {box.player: 0}
    for line in settled.lines:
        got = rest = to_cents(line.returned) + to_cents(line.winnings)
        stake = to_cents(line.stake)
        for player, part in shares(box, line.bet).items():
            theirs = 0 if player == box.player else got * part // stake
            rest -= theirs
            nets[player] = nets.get(player, 0) + theirs - part
        nets[box.player] += rest
    return nets


def _payout(
    policy: ApprovalPolicy, table: TableState, round: RoundState, events: Sequence[Any]
) -> tuple[ApprovalKind, str] | None:
    read = ("virtual",) if policy.entered_by_hand else ("virtual", "entered")
    if table.settings.cards in read:
        return None
    settled = next((event for event in events if isinstance(event, te.RoundSettled)), None)
    if settled is None:
        return None
    player, most = max(_won(round, settled).items(), key=lambda one: one[1], default=("", 0))
    if most <= policy.payout_above:
        return None
    return (
        ApprovalKind.PAYOUT,
        f"{player} wins {format_cents(most)}, and no device has read the cards.",
    )
