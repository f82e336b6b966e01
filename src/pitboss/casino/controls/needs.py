"""Which commands need a second person's approval, judged by the events they would lead to. Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from pitboss.casino.approvals import ApprovalKind
from pitboss.casino.controls.policy import ApprovalPolicy
from pitboss.casino.requests import SYSTEM
from pitboss.games.settlement import WrittenBox
from pitboss.jackpot.commands import OpenLink, OrderClaims
from pitboss.jackpot.order import TimesAreEqual, turns
from pitboss.jackpot.state import LinkState
from pitboss.kernel.money import format_cents, to_cents
from pitboss.people.scopes import is_program
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.effects import Effect
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as tc
from pitboss.table import events as te
from pitboss.table.betting import shares
from pitboss.table.corrections.events import CorrectionAsked
from pitboss.table.state import BoxState, RoundState, TableState


def nameless(box: int) -> str:
    """The player's name for chips on a box that nobody has claimed as his."""
    return f"Box {box}"


class Need(msgspec.Struct, frozen=True):
    """The approval a command needs: its kind, the least post that may give it, and why, in
    words.
    """

    kind: ApprovalKind
    least: Post
    why: str


_STAKED = (te.BetCorrected, te.BetReturned, te.BetWithdrawn)
_RULED = frozenset((tc.Report, tc.Confirm, tc.ChooseOption))
_RULINGS = (te.IncidentReported, te.RulingConfirmed)


class PersonsKnown(msgspec.Struct, frozen=True):
    """What the rules ask about people: the labels of ``consoles``, which are not persons, and whose
    account ``is_new``, so that his word does not count yet.
    """

    consoles: Collection[str]
    is_new: Callable[[str], bool]


def need_of(
    policy: ApprovalPolicy,
    command: Any,
    actor: Actor,
    table: TableState | None,
    events: Sequence[Any],
    known: Callable[[], PersonsKnown],
) -> Need | None:
    """The approval a command needs besides whoever gives it. ``table`` is the state before it, and
    ``events`` are what would happen there.
    """
    reason = _reason(policy, command, actor, table, events, known)
    if reason is None:
        return None
    kind, why = reason
    least = policy.least(kind)
    return None if least is None else Need(kind, least, why)


def _reason(
    policy: ApprovalPolicy,
    command: Any,
    actor: Actor,
    table: TableState | None,
    events: Sequence[Any],
    known: Callable[[], PersonsKnown],
) -> tuple[ApprovalKind, str] | None:
    kind = type(command)
    if kind is OpenLink:
        start = format_cents(command.parameters.reset)
        return ApprovalKind.LINK, (
            f"A new jackpot for the tables of {command.operator} is to start at {start}, which the "
            "house pays."
        )
    if kind is tc.DecideMoney:
        return _decided(policy, command)
    round = None if table is None else table.round
    if table is None or round is None:
        return None
    if kind is tc.Correct:
        return _corrected(table, round, command, events)
    if kind is tc.Settle:
        return _payout(policy, table, round, events)
    if kind is tc.TakeBack and actor.post is not Post.PLAYER:
        return _taken_back(round, table.events[events[0].kept :])
    # Where the rules give players a choice it is theirs alone; staff's word on what they chose is
    # not enough.
    if kind not in _RULED or actor.post is Post.PLAYER:
        return None
    ruled = _ruled(round, events)
    if ruled is None or kind is tc.Report:
        return ruled
    if kind is tc.Confirm:
        by = None if round.pending is None else round.pending.by
        two = _are_two([] if by is None else [by], actor, (actor,), known())
    else:
        before = _offered_by(table)
        two = _are_two(before, actor, (*before, actor), known())
    return None if two else ruled


def out_of_time(
    policy: ApprovalPolicy, link: LinkState, command: OrderClaims, shelf: Shelf
) -> Need | None:
    """The approval needed to pay claims in another order than hands were dealt by the record. Where
    the record is ambiguous, the house decides without one.
    """
    waiting = link.waiting_claims
    book = shelf.get(waiting[0].rulebook)
    try:
        by_time = turns(book, waiting)
    except TimesAreEqual:
        return None
    if policy.payout is None or turns(book, waiting, command.tables) == by_time:
        return None
    tables = ", ".join(command.tables)
    why = f"Claims are paid in another order than hands were dealt: {tables}. {command.reason}"
    return Need(ApprovalKind.PAYOUT, policy.payout, why)


def _ruled(round: RoundState, events: Sequence[Any]) -> tuple[ApprovalKind, str] | None:
    voided = next((event for event in events if isinstance(event, te.RoundVoided)), None)
    if voided is not None:
        return ApprovalKind.VOID, f"Round {round.id} is void: {voided.because}"
    boxes = _void_hands(events)
    if len(boxes) == 1:
        return ApprovalKind.VOID, f"The hand on box {boxes[0]} is void, and its bets go back."
    if boxes:
        named = ", ".join(map(str, boxes))
        return ApprovalKind.VOID, f"The hands on boxes {named} are void, and their bets go back."
    staked = [event for event in events if isinstance(event, _STAKED)]
    if not staked or not round.closed:
        return None
    # All of them: one left unnamed could be slipped in between the look and the click.
    changed = ", ".join(_staked(round, event) for event in staked)
    return ApprovalKind.STAKE, f"After the close {changed}."


def _taken_back(round: RoundState, undone: Sequence[Any]) -> tuple[ApprovalKind, str] | None:
    """One person can't undo what two have decided."""
    ruled = _ruled(round, undone)
    if ruled is None:
        return None
    kind, why = ruled
    if kind is ApprovalKind.STAKE:
        bets = [f"{one.bet} on box {one.box}" for one in undone if isinstance(one, _STAKED)]
        why = f"What was changed after the close: {', '.join(bets)}."
    return kind, f"This is taken back: {why}"


def _staked(round: RoundState, event: te.BetCorrected | te.BetReturned | te.BetWithdrawn) -> str:
    laid = round.boxes[event.box].bets.get(event.bet, 0)
    after = event.amount if isinstance(event, te.BetCorrected) else 0
    return (
        f"{event.bet} on box {event.box} becomes {format_cents(after)}; it was {format_cents(laid)}"
    )


def _void_hands(events: Sequence[Any]) -> list[int]:
    """The boxes whose hands are void, or will be at settlement because the player has left the
    table and the rules then give the bets back.
    """
    absent = any(
        isinstance(event, _RULINGS) and Effect.INVALIDATE_HAND in event.ruling.effects
        for event in events
    )
    void = (te.HandInvalidated, te.PlayerLeft) if absent else te.HandInvalidated
    return [event.box for event in events if isinstance(event, void)]


def _corrected(
    table: TableState, round: RoundState, command: tc.Correct, events: Sequence[Any]
) -> tuple[ApprovalKind, str]:
    """A correction always takes two, whoever gives it. It names entries by number, and the entry
    under that number could change before it is approved; so the reason quotes it.
    """
    first = events[0]
    if isinstance(first, CorrectionAsked):
        correction = first.correction
        number = correction.get("entry") or correction.get("before") or correction.get("after")
        reason = str(correction["reason"])
    else:
        number, reason = first.entry, first.reason
    stop = "" if reason.endswith((".", "!", "?")) else "."
    why = f"Entry {number} of round {round.id} is to be corrected: {reason}{stop}"
    named = (command.entry, command.before, command.after, command.swap_with)
    entered = [one.asked for one in table.entries if one.number in named]
    sentences = [f"Entered by {one.by.name}: {_in_words(one.command)}." for one in entered]
    if command.should_be is not None:
        becomes = _in_words(command.should_be)
        same = any(_in_words(one.command) == becomes for one in entered)
        sentences.append("Its cards or details change." if same else f"It becomes: {becomes}.")
    return ApprovalKind.STAKE, " ".join([why, *sentences])


def _in_words(command: tc.AnyCommand) -> str:
    """A command in words, without cards: not everybody who may approve may see them."""
    parts = [str(command.__struct_config__.tag).replace("-", " ")]
    for field in ("incident", "decision", "box", "bet", "amount", "option", "player"):
        value = getattr(command, field, None)
        if value is not None:
            words = format_cents(value) if field == "amount" else value
            parts.append(f"{field} {words}")
    facts: Mapping[str, object] = getattr(command, "facts", {})
    parts += [f"{name.replace('_', ' ')} {str(value).lower()}" for name, value in facts.items()]
    return ", ".join(parts)


def _decided(policy: ApprovalPolicy, command: tc.DecideMoney) -> tuple[ApprovalKind, str] | None:
    """Moving money after a round takes two, except up to the sum the house allows one person."""
    if command.amount <= policy.money_above:
        return None
    payer, payee = command.payer or "the house", command.payee or "the house"
    return ApprovalKind.PAYOUT, (
        f"On account of round {command.round} {payer} pays {payee} {format_cents(command.amount)}: "
        f"{command.reason}"
    )


def _are_two(
    before: Sequence[Actor], actor: Actor, judges: Sequence[Actor], known: PersonsKnown
) -> bool:
    """Whether two persons are behind a decision, counting those ``before`` and whoever acts now,
    and at least one of the ``judges`` is a supervisor whose account is not new. Pitboss itself, a
    console and a program do not count as persons.
    """
    nobody = {SYSTEM.name, *known.consoles}
    persons = {
        one.name for one in (*before, actor) if one.name not in nobody and not is_program(one.name)
    }
    return len(persons) > 1 and any(
        one.name in persons and one.post >= Post.PIT_SUPERVISOR and not known.is_new(one.name)
        for one in judges
    )


def _offered_by(table: TableState) -> list[Actor]:
    """Who reported the incident that now gives players a choice, and who ruled on it."""
    actors: list[Actor] = []
    events = reversed(table.events)
    for event in events:
        if isinstance(event, te.OptionsOffered):
            break
    for event in events:
        if isinstance(event, te.RulingConfirmed):
            actors.append(event.by)
        elif isinstance(event, te.IncidentReported):
            return [*actors, event.by]
    return actors


NAMELESS = "Whoever plays on boxes without a name"


def _won(round: RoundState, settled: te.RoundSettled) -> dict[str, int]:
    """What each player has won. Unnamed boxes may all belong to one person, so their wins are added
    up. A hand with an award has been verified by people who had no part in the round: its box does
    not count, but the same player's other boxes do.
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
    """What each player wins or loses on a box, net. A shared wager is divided by its chips."""
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
    trusted = ("virtual",) if policy.entered_by_hand else ("virtual", "entered")
    if table.settings.cards in trusted:
        return None
    settled = next((event for event in events if isinstance(event, te.RoundSettled)), None)
    if settled is None:
        return None
    large = [one for one in _won(round, settled).items() if one[1] > policy.payout_above]
    if not large:
        return None
    # All of them: one left unnamed could be slipped in between the look and the click.
    won = ", ".join(
        f"{player} wins {format_cents(most)}"
        for player, most in sorted(large, key=lambda one: one[1], reverse=True)
    )
    return ApprovalKind.PAYOUT, f"{won}, and no device has read the cards."
