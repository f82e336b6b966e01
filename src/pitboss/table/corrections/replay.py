"""Decides a round again from its corrected entries."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from pitboss.rulebook.authority import Actor
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.betting import Decision, refuse
from pitboss.table.cards.reveals import place_of, show_anew
from pitboss.table.commands import FromLink, Given
from pitboss.table.corrections.entries import enter, plain
from pitboss.table.corrections.events import Dropped, Redone, RoundCorrected
from pitboss.table.corrections.plan import CorrectionPlan, Planned
from pitboss.table.corrections.seen_cards import unseen
from pitboss.table.entries import Asked, TableEntry
from pitboss.table.event_base import CommandJson
from pitboss.table.queries import PROGRESSIVE, has_opening, raise_name, raise_sizes
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import RoundState, Standing, TableState

Decide = Callable[[TableState | None, c.AnyCommand, Actor, Given, str], Decision]
"""The table's own decision function, which takes each entry again."""


def decided_again(
    state: TableState,
    plan: CorrectionPlan,
    asked_by: Actor,
    approved_by: Actor | None,
    given: Given,
    decide: Decide,
) -> Decision:
    """The round, decided again."""
    assert state.round is not None, "there is something to correct"
    now, virtual = plan.before, state.settings.cards == "virtual"
    events: list[e.AnyEvent] = []
    dropped: list[Dropped] = []
    redone: list[Redone] = []
    for entry in (*plan.anew, *plan.later):
        if _is_settled_already(now, entry.command):
            continue
        command = _resized(state, now, entry.command)
        given_then = _given(state.round, now, entry, given)
        decided: Decision | None = _other_deed(now, entry) if entry in plan.later else None
        if decided is None:
            decided = decide(now, command, entry.by, given_then, state.id)
        if isinstance(decided, TableRefused) and entry.made.told_again and entry in plan.later:
            decided = _shown_anew(now, entry, plan) or decided
        if not isinstance(decided, TableRefused):
            events += decided
            after = enter(now, Asked(command, entry.by, given_then.now_ms), decided)
            assert after is not None, "a table stays"
            redone += _again(state, entry, after.entries[len(now.entries) :])
            now = after
        elif entry in plan.anew:
            return decided
        else:
            kept = plan.kept + len(events)
            dropped.append(_dropped(entry, decided, plain(entry.command, virtual), kept))
    if seen := unseen(state, now):
        return refuse(state, TableRefusal.CARDS_SEEN, seen)
    corrected = RoundCorrected(
        round=state.round.id,
        kept=plan.kept,
        follow=len(events),
        entry=plan.first,
        was=None if plan.was is None else plain(plan.was, virtual),
        now=None if plan.command.should_be is None else plain(plan.command.should_be),
        asked_by=asked_by,
        reason=plan.command.reason.strip(),
        at_ms=given.now_ms,
        approved_by=approved_by,
        swapped_with=plan.command.swap_with,
        dropped=tuple(dropped),
        entries=tuple(redone),
        dropped_before=plan.still_dropped,
    )
    return (corrected, *events)


def _again(state: TableState, entry: Planned, made: Sequence[TableEntry]) -> Iterator[Redone]:
    """What an entry that was decided again has come to, and what has changed in it."""
    was = None if entry.entry is None else state.entries[entry.entry - 1].asked
    for one in made:
        asked, events = one.asked, one.end - one.first
        if was is None:
            yield Redone(events, None, plain(asked.command), asked.by, asked.at_ms)
        else:
            yield Redone(
                events,
                entry.entry,
                None if asked.command == was.command else plain(asked.command),
                None if asked.by == was.by else asked.by,
                None if asked.at_ms == was.at_ms else asked.at_ms,
            )


def _dropped(entry: Planned, why: TableRefused, what: CommandJson, kept: int) -> Dropped:
    return Dropped(
        entry.number,
        what,
        entry.by,
        why.code.value,
        why.message,
        kept,
        entry.at_ms,
        entry.made.jackpot,
        entry.made.step,
        entry.made.void,
        entry.made.told_again,
    )


def _shown_anew(now: TableState, entry: Planned, plan: CorrectionPlan) -> Decision | None:
    """Cards that were entered a second time, because one of them lay elsewhere too, stay as they
    were entered last, also if the card no longer lies elsewhere. If these very cards are being
    corrected, the correction is the last word.
    """
    command = entry.command
    assert isinstance(command, c.ShowHand), "only cards that are shown are entered again"
    places = map(_cards_place, (plan.was, *(other.command for other in plan.anew)))
    return None if place_of(command) in places else show_anew(now, command, entry.by)


def _cards_place(command: c.AnyCommand | None) -> str | None:
    """Whose cards an entry tells, if it tells any."""
    match command:
        case c.ShowHand():
            return place_of(command)
        case c.Deal():
            return command.to
        case _:
            return None


def _other_deed(now: TableState, entry: Planned) -> TableRefused | None:
    """Why an entry would now have a different effect. Real cards that were dealt do not become
    cards that were turned over, or the reverse; and somebody who returned all bets of a void round
    has not compared hands, which their players may still keep hidden.
    """
    if entry.made.void and now.round is not None and now.round.void_because is None:
        message = "The round is no longer void: settle it when all hands have been shown."
        return refuse(now, TableRefusal.NOT_NOW, message)
    step = None if now.round is None else now.round.step
    if entry.made.step is None or step is None or step.do is entry.made.step:
        return None
    return refuse(now, TableRefusal.WRONG_PLACE, f"The next step is: {step.label}.")


def _is_settled_already(now: TableState, command: c.AnyCommand) -> bool:
    """A round that waited for its jackpot was settled in two steps; it may need only one now."""
    return (
        isinstance(command, c.Settle) and now.round is not None and now.round.settlement is not None
    )


def _resized(state: TableState, now: TableState, command: c.AnyCommand) -> c.AnyCommand:
    """A raise has one size: if the opening wager was corrected, it is the right multiple of that.
    Bets under the minimum that were there when betting closed play. A player who chooses for all
    boxes at once does so, whichever box was named.
    """
    if isinstance(command, c.CloseBetting):
        return c.CloseBetting(let_stand=True)
    if isinstance(command, c.ChooseOption) and now.round is not None and now.round.all_or_none:
        mine = (n for n, who in now.round.choosers.items() if command.player in who)
        number = next((n for n in mine if n in now.round.offered), command.box)
        return replace(command, box=number)
    if not isinstance(command, c.Raise) or now.round is None or state.round is None:
        return command
    box, then = now.round.boxes.get(command.box), state.round.boxes.get(command.box)
    step = now.round.step
    bet = None if step is None or step.asks is None else raise_name(now, step.asks)
    if bet is None or not has_opening(now, box) or not has_opening(state, then):
        return command
    assert box is not None
    assert then is not None
    sizes = raise_sizes(state, then, bet)
    if command.amount not in sizes:
        return command
    return replace(command, amount=raise_sizes(now, box, bet)[sizes.index(command.amount)])


def _given(was: RoundState, now: TableState, entry: Planned, given: Given) -> Given:
    """What an entry was given when it was made. The link's answer about claims holds if they are
    the same.
    """
    link = given.link
    if link is not None:
        stands = now.round is not None and claims_stand(was, now.round)
        link = FromLink(isinstance(entry.command, c.ChooseOperation), link.paid if stands else None)
    return replace(
        given,
        now_ms=given.now_ms if entry.at_ms is None else entry.at_ms,
        jackpot=entry.made.jackpot or given.jackpot,
        link=link,
        approved_by=None,
    )


def claims_stand(was: RoundState, now: RoundState) -> bool:
    """Whether a round's claims on its link's jackpot are untouched by a correction: the same hands,
    on the same bets and the same jackpot.
    """
    return was.claimed == now.claimed and _stakes(was) == _stakes(now)


def _stakes(round: RoundState) -> object:
    coins = {
        number: box.bets.get(PROGRESSIVE, 0)
        for number, box in round.boxes.items()
        if box.standing is not Standing.INVALID
    }
    return coins, round.jackpot_failed, round.registered
