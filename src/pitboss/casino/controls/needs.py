"""What needs a second person's approval: found in what a command would lead to. Pure."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from pitboss.casino.approvals import ApprovalKind
from pitboss.casino.controls.policy import ApprovalPolicy
from pitboss.casino.requests import SYSTEM
from pitboss.jackpot.commands import OpenLink
from pitboss.kernel.money import format_cents
from pitboss.people.scopes import is_program
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from pitboss.table import events as te
from pitboss.table.betting import shares
from pitboss.table.corrections.events import CorrectionAsked
from pitboss.table.state import RoundState, TableState


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
) -> Need | None:
    """What a command needs beyond whoever gives it. ``table`` is as it was before, and ``events``
    are what would happen at it.
    """
    found = _found(policy, command, actor, table, events)
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
    return _ruled(command, actor, round, events) if isinstance(command, _RULED) else None


def _ruled(
    command: Any, actor: Actor, round: RoundState, events: Sequence[Any]
) -> tuple[ApprovalKind, str] | None:
    if isinstance(command, tc.Confirm) and _two_already(round, actor):
        return None
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
    if command.amount <= policy.payout_above:
        return None
    payer, payee = command.payer or "the house", command.payee or "the house"
    return ApprovalKind.PAYOUT, (
        f"On account of round {command.round} {payer} pays {payee} {format_cents(command.amount)}: "
        f"{command.reason}"
    )


def _two_already(round: RoundState, actor: Actor) -> bool:
    """Whether one person has reported and another one rules. Pitboss itself is nobody, and neither
    is a program.
    """
    by = None if round.pending is None else round.pending.by
    return by is not None and by.name not in (actor.name, SYSTEM.name) and not is_program(by.name)


def _payout(
    policy: ApprovalPolicy, table: TableState, round: RoundState, events: Sequence[Any]
) -> tuple[ApprovalKind, str] | None:
    read = ("virtual",) if policy.entered_by_hand else ("virtual", "entered")
    if table.settings.cards in read:
        return None
    settled = next((event for event in events if isinstance(event, te.RoundSettled)), None)
    if settled is None:
        return None
    won: dict[str, int] = dict(settled.paid)
    for box in round.boxes.values():
        for bet in box.bets:
            for player, part in shares(box, bet).items():
                won[player] = won.get(player, 0) - part
    # A hand with an award was verified by persons who had no part in the round.
    jackpot = settled.settlement.jackpot
    for award in () if jackpot is UNSET else jackpot.awards:
        won.pop(round.boxes[award.box].player, None)
    player, most = max(won.items(), key=lambda one: one[1], default=("", 0))
    if most <= policy.payout_above:
        return None
    return (
        ApprovalKind.PAYOUT,
        f"{player} wins {format_cents(most)}, and no device has read the cards.",
    )
