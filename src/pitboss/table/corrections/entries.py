"""How entries of a round come about: each command is one, except that a deal that goes on, and
hands that are all marked at once, are entries step by step, so that each can be corrected.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pitboss.games.deal_plan import BURN, COMMUNITY, DEALER, Do
from pitboss.games.record import Jackpot
from pitboss.games.record_json import RecordJackpot
from pitboss.kernel.cards import Card, Lying
from pitboss.kernel.money import to_cents
from pitboss.rulebook.shelf import Shelf
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.cards.felt import STREETS, open_after, told_again
from pitboss.table.corrections.events import EntryTakenBack, RoundCorrected
from pitboss.table.corrections.log import RoundLog
from pitboss.table.entries import Asked, TableEntry
from pitboss.table.event_base import CommandJson
from pitboss.table.evolve import evolve, fold
from pitboss.table.state import TableState

_shelf = Shelf()


def enter(
    state: TableState | None, asked: Asked, events: Sequence[e.AnyEvent], shelf: Shelf = _shelf
) -> TableState | None:
    """The table after an entry: what was asked, and the events that it led to."""
    after = fold(events, state, shelf)
    if after is None or after.round is None or not events:
        return after
    entries: tuple[TableEntry, ...]
    before = None if state is None or state.round is None else state
    match events[0]:
        case EntryTakenBack():
            assert before is not None, "something of a round is taken back"
            entries = standing(before, events[0].kept)
        case RoundCorrected():
            assert before is not None, "something of a round is corrected"
            entries = _redone(before, events[0])
        case _:
            entries = () if before is None else before.entries
            count = _added(after.log, None if before is None else before.log)
            if count:
                own = events[len(events) - count :]
                entries += tuple(_entries(after if before is None else before, asked, own, entries))
    return msgspec.structs.replace(after, entries=entries)


def _added(log: RoundLog, before: RoundLog) -> int:
    """How many events a log has more than another."""
    count = 0
    while log is not before:
        assert log is not None, "a log only grows"
        log = log[0]
        count += 1
    return count


def standing(before: TableState, kept: int) -> tuple[TableEntry, ...]:
    return tuple(entry for entry in before.entries if entry.end <= kept)


def _redone(before: TableState, event: RoundCorrected) -> tuple[TableEntry, ...]:
    """The entries of a corrected round."""
    entries = list(standing(before, event.kept))
    first = event.kept
    for again in event.entries:
        was = None if again.entry is None else before.entries[again.entry - 1].asked
        command, by, at_ms = again.command, again.by, again.at_ms
        asked = Asked(
            was.command if command is None and was else msgspec.convert(command, c.AnyCommand),
            was.by if by is None and was else by,  # type: ignore[arg-type]  # one of the two names them
            was.at_ms if at_ms is None and was else at_ms,  # type: ignore[arg-type]  # as above
        )
        entries.append(TableEntry(len(entries) + 1, asked, first, first + again.events))
        first += again.events
    return tuple(entries)


def _entries(
    state: TableState, asked: Asked, events: Sequence[e.AnyEvent], before: Sequence[TableEntry]
) -> Iterator[TableEntry]:
    """The entries that a command makes; ``state`` is the table before it."""
    number = len(before) + 1
    first = before[-1].end if before else 0
    for command, count in _steps(state, asked.command, events):
        yield TableEntry(
            number, msgspec.structs.replace(asked, command=command), first, first + count
        )
        number, first = number + 1, first + count


def _steps(
    state: TableState, command: c.AnyCommand, events: Sequence[e.AnyEvent]
) -> Iterator[tuple[c.AnyCommand, int]]:
    """A command, or the steps that it stands for, each with the number of its events. A step names
    its place, so that it goes there again whatever is corrected before it.
    """
    match command:
        case c.Deal():
            pass
        case c.DeclineToShow() if command.rest is True:
            pass
        case c.ShowHand() if command.box is None:
            pass
        case c.ChooseOption() if command.player is None:
            yield _with_player(state, command, events[0]), len(events)
            return
        case _:
            yield command, len(events)
            return
    at: int | None = None
    single: c.AnyCommand = command
    start = 0
    for place, event in enumerate(events):
        inverse = _STEPS.get(type(event))
        if inverse is not None:
            if at is not None:
                yield single, place - start
                start = place
            at, single = place, inverse(event, state)
        state = evolve(state, event)
    yield single, len(events) - start


def _with_player(state: TableState, command: c.ChooseOption, event: e.AnyEvent) -> c.ChooseOption:
    """A choice with the name of whoever made it: somebody else may be seated there later."""
    assert isinstance(event, e.OptionChosen), "a choice begins with itself"
    # A player who withdraws while bets are open leaves an empty box.
    box = None if state.round is None else state.round.boxes.get(event.box)
    seated = None if box is None else box.player
    return msgspec.structs.replace(command, player=event.player or seated)


def _dealt(event: e.CardsDealt, before: TableState) -> c.Deal:
    # The system's cards are listed wherever they go; of ordinary cards, only those that somebody
    # has read.
    if before.settings.cards == "virtual":
        return c.Deal()
    return c.Deal(tuple(card for card in event.cards if card is not None) or None, event.place)


def _burnt(event: e.CardBurnt, before: TableState) -> c.Deal:
    if before.settings.cards == "virtual":
        return c.Deal()
    return c.Deal(None if event.card is None else (event.card,), BURN)


def _turned(event: e.TurnedOver, before: TableState) -> c.Deal:
    round, cards = before.round, event.cards
    if before.settings.cards == "virtual" or round is None:
        return c.Deal()
    place = COMMUNITY if event.shows in STREETS else DEALER
    if isinstance(cards, msgspec.UnsetType):
        return c.Deal(None, place)
    lying = round.community[round.community_open :] if place == COMMUNITY else round.dealer
    return c.Deal(_unread(lying, cards), place)


def _unread(lying: Lying, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Of the cards that were entered, those that nobody had read before: the others may be left
    out.
    """
    return tuple(card for was, card in zip(lying, cards, strict=False) if was is None) or cards


_STEPS: dict[type[e.TableEvent], Any] = {
    e.CardBurnt: _burnt,
    e.CardsDealt: _dealt,
    e.TurnedOver: _turned,
    e.ShowDeclined: lambda event, _: c.DeclineToShow(event.box),
}
"""The events of a command of several steps that begin one, and the command for that step alone."""


# ── what an entry was made on ─────────────────────────────────────────────────────────────────────


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """What an entry was made on: the jackpot, and for real cards whether the step burnt, dealt or
    turned them over. ``opened`` are the cards that it turned up for all to see. ``void`` is a
    settlement that returned all bets of a void round; ``told_again`` is a second entry of cards,
    one of which had turned up twice.
    """

    jackpot: Jackpot | None = None
    step: Do | None = None
    opened: Lying = ()
    void: bool = False
    told_again: bool = False


def made_on(before: TableState, events: Sequence[e.AnyEvent]) -> Made:
    """What an entry was made on, which its events tell; ``before`` is the table as it was then."""
    event = next((event for event in events if type(event) is not e.ShuffleFixed), events[0])
    return Made(
        jackpot=_jackpot(events),
        step=None if before.settings.cards == "virtual" else _DONE.get(type(event)),
        opened=_opened(event, before),
        void=isinstance(event, e.RoundSettled) and event.record.outcome == "void",
        told_again=isinstance(event, e.HandShown)
        and before.round is not None
        and told_again(before.round, event.place) is not None,
    )


_DONE = {e.CardBurnt: Do.BURN, e.CardsDealt: Do.DEAL, e.TurnedOver: Do.TURN_OVER}


def _opened(event: e.AnyEvent, before: TableState) -> Lying:
    """The cards that an event turns up for all to see."""
    match event:
        case e.HandShown():
            return event.cards
        case e.CardsDealt():
            return event.cards[len(event.cards) - event.face_up :]
        case e.TurnedOver() if before.round is not None:
            lies, told = before.round, event.cards
            opened, street = lies.community_open, event.shows in STREETS
            lying = (
                lies.community[opened : open_after(lies, event.shows)] if street else lies.dealer
            )
            return lying if isinstance(told, msgspec.UnsetType) else told
        case _:
            return ()


def _jackpot(events: Sequence[e.AnyEvent]) -> Jackpot | None:
    """The jackpot that an entry was made on, if it is on record."""
    for event in events:
        match event:
            case e.RoundSettled() if isinstance(event.record.jackpot, RecordJackpot):
                jackpot = event.record.jackpot
                return Jackpot(to_cents(jackpot.displayed), to_cents(jackpot.reset))
            case e.IncidentReported() if isinstance(event.registered, Jackpot):
                return event.registered
            case e.JackpotRegistered():
                return event.jackpot
            case _:
                pass
    return None


def plain(command: c.AnyCommand, virtual: bool = False) -> CommandJson:
    """A command in the form in which it is stored: without unset fields, and without the system's
    face-down cards.
    """
    if virtual and isinstance(command, c.SetHand):
        command = c.SetHand(command.box, None, command.player)
    stored: CommandJson = msgspec.json.decode(msgspec.json.encode(command))
    return stored
