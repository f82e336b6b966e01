"""The plan of a correction: from which entry a round is decided again, and with which entries."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from pitboss.rulebook.authority import PLAYER, Actor
from pitboss.table import commands as c
from pitboss.table.betting import refuse
from pitboss.table.corrections.entries import Made, made_on, plain, standing
from pitboss.table.corrections.events import Dropped
from pitboss.table.event_base import CommandJson
from pitboss.table.evolve import fold
from pitboss.table.refusals import TableRefusal, TableRefused
from pitboss.table.state import TableState

OPENING_STANDS = (
    "The opening of a round stands. If nobody has bet, conclude the round; withdraw bets "
    "that should not be there."
)


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """An entry to be decided again. ``entry`` is its number among those of the round, if it is one
    of them, and ``number`` what people know it by; ``at`` is how many events came before it.
    """

    number: int
    entry: int | None
    at: int
    command: c.AnyCommand
    by: Actor
    at_ms: int | None
    made: Made = Made()


class CorrectionPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is decided again: starting from the state ``before``, the new entries and then all later
    ones, among them those that the last correction dropped; the first of them has the number
    ``first``, and the first ``kept`` events of the round stand. ``made_by`` are those whose entries
    are corrected; ``still_dropped`` came before the new entries.
    """

    command: c.Correct
    before: TableState
    first: int
    kept: int
    anew: tuple[Planned, ...]
    later: tuple[Planned, ...]
    was: c.AnyCommand | None
    made_by: tuple[str, ...]
    still_dropped: tuple[Dropped, ...]


def table_after(state: TableState, events: int) -> TableState:
    """The table as the first events of the round made it."""
    after = fold(state.events[:events], state.start)
    assert after is not None, "a round has a table"
    return replace(after, entries=standing(state, events))


def planned_again(state: TableState) -> Iterator[Planned]:
    """The entries of the round in progress, from the first, to be decided again as they are."""
    before, log = state.start, state.events
    for entry in state.entries:
        events = log[entry.first : entry.end]
        assert before is not None, "a round has a table"
        asked = entry.asked
        yield Planned(
            number=entry.number,
            entry=entry.number,
            at=entry.first,
            command=asked.command,
            by=asked.by,
            at_ms=asked.at_ms,
            made=made_on(before, events),
        )
        before = fold(events, before)


def plan_of(state: TableState, command: c.Correct, actor: Actor) -> CorrectionPlan | TableRefused:
    if state.round is None:
        message = (
            "No round is in progress. A concluded round stands; a shift manager decides what "
            "is paid on account of it (decide-money)."
        )
        return refuse(state, TableRefusal.NO_SUCH_ENTRY, message)
    if not command.reason.strip():
        return refuse(state, TableRefusal.REASON_NEEDED, "Say why this needs correcting (reason).")
    setting = command.should_be
    if state.settings.cards == "virtual" and isinstance(setting, c.SetHand) and setting.three:
        message = "Only the player sees this hand, so only the player can set it."
        return refuse(state, TableRefusal.ENTRY_STANDS, message)
    places = [n for n in (command.entry, command.before, command.after) if n is not None]
    insert = command.entry is None
    if (
        len(places) != 1
        or (insert and command.should_be is None)
        or (command.swap_with is not None and (insert or command.should_be is not None))
    ):
        message = (
            "Name one entry (entry) and what it should be (should-be), or the one it changes "
            "places with (swap-with). For a forgotten entry, name the one it comes before or "
            "after (before, after)."
        )
        return refuse(state, TableRefusal.NO_SUCH_ENTRY, message)
    entries = tuple(planned_again(state))
    numbers = {*places, *(() if command.swap_with is None else (command.swap_with,))}
    with_itself = command.swap_with is not None and command.swap_with == command.entry
    if not numbers <= set(range(1, len(entries) + 1)) or with_itself:
        message = f"There is no such entry: this round has entries 1 to {len(entries)}."
        return refuse(state, TableRefusal.NO_SUCH_ENTRY, message)
    if 1 in numbers and command.after is None:
        return refuse(state, TableRefusal.ENTRY_STANDS, OPENING_STANDS)
    return _planned(state, command, actor, entries, min(numbers))


def _planned(
    state: TableState, command: c.Correct, actor: Actor, entries: Sequence[Planned], nth: int
) -> CorrectionPlan:
    named = entries[nth - 1]
    later = tuple(entries[nth:])
    was: c.AnyCommand | None = None if command.entry is None else named.command
    made_by: tuple[str, ...] = () if command.entry is None else (named.by.name,)
    anew: tuple[Planned, ...] = ()
    first, kept = nth, state.entries[nth - 1].first
    if command.swap_with is not None and command.entry is not None:
        other = entries[max(command.swap_with, command.entry) - 1]
        made_by += (other.by.name,)
        swapped = _swapped(named, other)
        between = [entry for entry in later if entry is not other]
        at = max(command.swap_with, command.entry) - nth - 1
        anew = (swapped[0], *between[:at], swapped[1])
        later = tuple(between[at:])
    elif command.entry is not None:
        if command.should_be is not None:
            by = named.by if _may_be_of(command.should_be, named.by) else actor
            anew = (replace(named, command=command.should_be, by=by),)
    else:
        assert command.should_be is not None, "what was forgotten is named"
        if command.before is not None:
            later = tuple(entries[nth - 1 :])
        else:
            first, kept = nth + 1, state.entries[nth - 1].end
        at_ms = later[0].at_ms if later else None
        anew = (
            Planned(
                number=first, entry=None, at=kept, command=command.should_be, by=actor, at_ms=at_ms
            ),
        )
    waiting = _not_made_again(state, entries)
    back = [one for one in waiting if one.kept >= kept]
    return CorrectionPlan(
        command=command,
        before=table_after(state, kept),
        first=first,
        kept=kept,
        anew=anew,
        later=tuple(_with_new_cards(was, command.should_be, _brought_back(later, back))),
        was=was,
        made_by=made_by,
        still_dropped=tuple(one for one in waiting if one.kept < kept),
    )


def _not_made_again(state: TableState, entries: Iterable[Planned]) -> list[Dropped]:
    """What corrections have dropped, and nobody has entered since. What only a player can set is
    not stored, so nobody else brings it back.
    """
    last = state.corrected
    waiting = () if last is None else (*last.dropped_before, *last.dropped)
    since = {_deed(plain(one.command)) for one in entries if one.at >= state.mended}
    virtual = state.settings.cards == "virtual"
    return [
        one
        for one in waiting
        if _deed(one.what) not in since and not (virtual and one.what["do"] == "set-hand")
    ]


_DECISIONS = ("fold", "raise", "check", "set-hand")


def _deed(command: CommandJson) -> tuple[object, ...]:
    """What is entered once: another decision of the same box takes the place of this one."""
    do = "decide" if command["do"] in _DECISIONS else command["do"]
    return do, *(command.get(name) for name in ("box", "place", "to", "bet"))


def _brought_back(later: Sequence[Planned], back: Iterable[Dropped]) -> list[Planned]:
    """Later entries, and those that were dropped where they were."""
    entries = [*later]
    for one in back:
        at = sum(entry.at < one.kept for entry in later) + len(entries) - len(later)
        entries.insert(at, _entry(one))
    return entries


def _entry(one: Dropped) -> Planned:
    return Planned(
        number=one.entry,
        entry=None,
        at=one.kept,
        command=msgspec.convert(one.what, c.AnyCommand),
        by=one.by,
        at_ms=one.at_ms,
        made=Made(jackpot=one.jackpot, step=one.step, void=one.void, told_again=one.told_again),
    )


def _may_be_of(command: c.AnyCommand, actor: Actor) -> bool:
    """Whether somebody can have given a command: only staff act for another player."""
    player = getattr(command, "player", None)
    return actor.post is not PLAYER or player in (None, actor.name)


def _swapped(one: Planned, other: Planned) -> tuple[Planned, Planned]:
    """Two entries swapped; deals stay where they are and swap their cards."""
    alike = one.made.step is other.made.step
    if alike and isinstance(one.command, c.Deal) and isinstance(other.command, c.Deal):
        return (
            replace(one, command=replace(one.command, cards=other.command.cards)),
            replace(other, command=replace(other.command, cards=one.command.cards)),
        )
    return other, one


def _with_new_cards(
    was: c.AnyCommand | None, now: c.AnyCommand | None, later: Iterable[Planned]
) -> Iterator[Planned]:
    """If a card was entered wrongly, a hand that was set with it is set with the right one, and one
    that was put right has it.
    """
    other = {}
    if isinstance(was, c.Deal) and isinstance(now, c.Deal) and was.cards and now.cards:
        other = dict(zip(was.cards, now.cards, strict=False))
    for entry in later:
        command = entry.command
        if other and isinstance(command, c.SetHand) and command.three is not None:
            three = tuple(other.get(card, card) for card in command.three)
            yield replace(entry, command=replace(command, three=three))
        elif other and isinstance(command, c.Report) and command.hands:
            hands = {
                place: tuple(other.get(card, card) for card in cards)
                for place, cards in command.hands.items()
            }
            yield replace(entry, command=replace(command, hands=hands))
        else:
            yield entry
