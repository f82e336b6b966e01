"""The entries of a round: which command, by whom, each of its events goes back to.

A table stores what has happened, not what was asked for; but each command's events show which
command it was. The first event of an entry identifies it, and the others follow from it: the end of
the decisions, the remedies of a ruling.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.games.deal_plan import BURN, COMMUNITY, DEALER, Do
from pitboss.games.record import Jackpot
from pitboss.games.record_json import RecordJackpot
from pitboss.kernel.cards import Card, Lying
from pitboss.kernel.money import to_cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.effects import OptionsFor
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.affected_boxes import affected_boxes
from pitboss.table.cards.felt import STREETS, open_after, told_again
from pitboss.table.corrections.spans import LEADING, Span, spans
from pitboss.table.event_base import CommandJson
from pitboss.table.state import TableState


class TableEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What was entered, by whom, when, and on which jackpot; for real cards also whether the step
    burnt, dealt or turned them over. ``opened`` are the cards that it turned up for all to see.
    ``void`` is a settlement that returned all bets of a void
    round; ``told_again`` is a second entry of cards, one of which had turned up twice.
    """

    span: Span
    command: c.AnyCommand
    actor: Actor
    at_ms: int | None = None
    jackpot: Jackpot | None = None
    step: Do | None = None
    opened: Lying = ()
    void: bool = False
    told_again: bool = False


# ── what was entered ──────────────────────────────────────────────────────────────────────────────


def entry_of(before: TableState, span: Span, events: Sequence[e.AnyEvent]) -> TableEntry:
    """The command that the events of an entry go back to; ``before`` is the table as it was
    then.
    """
    event = events[0]
    command = INVERSE[type(event)](event, before)
    at_ms = getattr(event, "at_ms", UNSET)
    return TableEntry(
        span=span,
        command=command,
        actor=entered_by(events),
        at_ms=None if at_ms is UNSET else at_ms,
        jackpot=_jackpot(events),
        step=None if before.settings.cards == "virtual" else _STEPS.get(type(event)),
        opened=_opened(event, before),
        void=isinstance(event, e.RoundSettled) and event.record.outcome == "void",
        told_again=isinstance(event, e.HandShown) and _is_told_again(before, event),
    )


def _is_told_again(before: TableState, event: e.HandShown) -> bool:
    return before.round is not None and told_again(before.round, event.place) is not None


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
            return lying if isinstance(told, UnsetType) else told
        case _:
            return ()


_STEPS = {e.CardBurnt: Do.BURN, e.CardsDealt: Do.DEAL, e.TurnedOver: Do.TURN_OVER}


def entered_by(events: Sequence[e.AnyEvent]) -> Actor:
    """Who made the entry of some events. Who deals and who settles was not always stored."""
    event = events[1] if type(events[0]) in LEADING else events[0]
    by = getattr(event, "by", UNSET)
    if isinstance(by, Actor):
        return by
    player = getattr(event, "player", None)
    return Actor(Post.DEALER, "dealer") if player is None else Actor(Post.PLAYER, player)


def last_by(state: TableState) -> tuple[Span, Actor] | None:
    """The last entry, if it can be taken back, and who may do so."""
    if state.round is None:
        return None
    last = spans(state)[-1]
    if not last.first or last.first < state.mended:
        return None
    return last, entered_by(state.events[last.first :])


def plain(command: c.AnyCommand, virtual: bool = False) -> CommandJson:
    """A command in the form in which it is stored: without unset fields, and without the system's
    face-down cards.
    """
    if virtual and isinstance(command, c.SetHand):
        command = c.SetHand(command.box, None, command.player)
    fields = msgspec.json.decode(msgspec.json.encode(command))
    left_out = {
        field.encode_name for field in _fields(type(command)) if _is_default(command, field)
    }
    stored = {name: value for name, value in fields.items() if name not in left_out}
    if isinstance(command, c.Correct) and command.should_be is not None:
        stored["should-be"] = plain(command.should_be)
    return stored


# Computing them takes longer than all the rest of a view.
_fields = cache(msgspec.structs.fields)


def _is_default(command: c.AnyCommand, field: msgspec.structs.FieldInfo) -> bool:
    value = getattr(command, field.name)
    return value is None or value is UNSET or value == field.default or value in ((), {})


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
    if before.settings.cards == "virtual":
        return c.Deal()
    cards, round = event.cards, before.round
    if isinstance(cards, UnsetType) or round is None:
        return c.Deal(None, COMMUNITY if event.shows in STREETS else DEALER)
    if event.shows in STREETS:
        return c.Deal(_unread(round.community[round.community_open :], cards), COMMUNITY)
    return c.Deal(_unread(round.dealer, cards), DEALER)


def _shown(event: e.HandShown, before: TableState) -> c.ShowHand:
    three = None if isinstance(event.three, UnsetType) else event.three
    box = int(event.place) if event.place.isdecimal() else None
    place = event.place if box is None else None
    cards = event.cards
    if box is not None and before.round is not None:
        cards = _unread(before.round.boxes[box].cards, cards)
    return c.ShowHand(cards=cards, box=box, place=place, three=three)


def _unread(lying: Lying, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Of the cards that were entered, those that nobody had read before: the others may be left
    out.
    """
    return tuple(card for was, card in zip(lying, cards, strict=False) if was is None) or cards


def _report(event: e.IncidentReported, before: TableState) -> c.Report:
    ruling, round = event.ruling, before.round
    assert round is not None, "an entry is made in a round"
    # The affected boxes were computed, unless somebody said otherwise.
    worked_out: tuple[int, ...] = ()
    hands = None if isinstance(event.hands, UnsetType) else event.hands
    if ruling.options_for is OptionsFor.AFFECTED:
        worked_out = affected_boxes(before, round, ruling, event.box, event.moves, hands)
    return c.Report(
        incident=ruling.incident,
        facts=event.facts,
        box=event.box,
        boxes=None if event.boxes == worked_out else event.boxes,
        bet=event.bet,
        amount=event.amount,
        moves=event.moves,
        hands=hands,
        description=event.description if isinstance(event.description, str) else None,
        player=event.player if isinstance(event.player, str) else None,
    )


def _confirm(event: e.RulingConfirmed, before: TableState) -> c.Confirm:
    return msgspec.convert(
        {
            "do": "confirm",
            "facts": event.facts if isinstance(event.facts, dict) else {},
            "decision": event.decision,
        },
        c.Confirm,
    )


def _option(event: e.OptionChosen, before: TableState) -> c.ChooseOption:
    assert before.round is not None, "players choose in a round"
    # A player who withdraws while bets are open leaves an empty box.
    box = before.round.boxes.get(event.box)
    seated = None if box is None else box.player
    return c.ChooseOption(event.box, event.option, event.player or seated)


INVERSE: dict[type[e.TableEvent], Callable[[Any, TableState], c.AnyCommand]] = {
    e.BettingOpened: lambda *_: c.OpenBetting(),
    e.SeedGiven: lambda event, _: c.GiveSeed(event.seed),
    e.SeedCommitted: lambda event, _: c.CommitSeed(event.commitment, event.alias),
    e.SeedOpened: lambda event, _: c.OpenSeed(event.seed),
    e.ShuffleFixed: lambda *_: c.Deal(),
    e.DealEnded: lambda *_: c.Settle(),
    e.BetPlaced: lambda event, _: c.PlaceBet(event.box, event.bet, event.amount, event.player),
    e.BetWithdrawn: lambda event, _: c.WithdrawBet(event.box, event.bet, event.player),
    e.BettingClosed: lambda *_: c.CloseBetting(),
    e.CardBurnt: _burnt,
    e.CardsDealt: _dealt,
    e.TurnedOver: _turned,
    e.HandExamined: lambda event, _: c.Examine(event.box),
    e.Folded: lambda event, _: c.Fold(event.box),
    e.Raised: lambda event, _: c.Raise(event.box, event.amount),
    e.Checked: lambda event, _: c.Check(event.box),
    e.HandSet: lambda event, _: c.SetHand(event.box, event.three),
    e.ShowDeclined: lambda event, _: c.DeclineToShow(event.box),
    e.HandEstablished: lambda event, _: c.EstablishHand(event.box, event.bets, event.cards),
    e.JackpotClaimed: lambda *_: c.Settle(),
    e.RoundSettled: lambda *_: c.Settle(),
    e.IncidentReported: _report,
    e.RulingConfirmed: _confirm,
    e.OptionChosen: _option,
    e.HandShown: _shown,
    e.OptionsClosed: lambda *_: c.CloseOptions(),
    e.OperationChosen: lambda event, _: c.ChooseOperation(event.operation, event.box),
    e.PlayerBarred: lambda event, _: c.StopPlayer(event.player),
    e.PlayerHeldToOnePosition: lambda event, _: c.HoldToOnePosition(event.player),
    e.OnePositionLifted: lambda event, _: c.LiftOnePosition(event.player),
    e.BarLifted: lambda event, _: c.LiftBar(event.player),
}
"""For each event that begins an entry of a round, the command that it goes back to."""
