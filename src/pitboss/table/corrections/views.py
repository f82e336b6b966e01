"""What staff see of a round's entries: the last one, which may be taken back; all of them, which
may be corrected; and a correction that is waiting.
"""

from typing import Annotated

import msgspec

from pitboss.kernel.cards import NAMES
from pitboss.kernel.json_types import CardText, DigestText, Outgoing
from pitboss.kernel.money import Cents, format_cents
from pitboss.rulebook.authority import Actor
from pitboss.table import commands as c
from pitboss.table.corrections.entries import plain
from pitboss.table.corrections.plan import Planned, planned_again
from pitboss.table.event_base import CommandJson
from pitboss.table.shuffle.events import UNREADABLE
from pitboss.table.state import TableState


class EntryView(Outgoing, frozen=True):
    """An entry of the round, without its cards: some of them lie face down."""

    entry: int
    what: Annotated[CommandJson, msgspec.Meta(description="The command, without its cards.")]
    by: str
    mine: Annotated[bool, msgspec.Meta(description="Whoever looks may take it back now.")]


class ListedEntry(EntryView, frozen=True):
    """An entry of the round, with the cards that it turned up for all to see."""

    at_ms: int
    cards: list[CardText]


class CorrectionOnHold(Outgoing, frozen=True):
    """A correction that is waiting for a second person."""

    by: str
    at_ms: int
    reason: str
    correction: Annotated[CommandJson, msgspec.Meta(description="The command, without its cards.")]
    was: Annotated[
        CommandJson | None, msgspec.Meta(description="The entry as it is, without its cards.")
    ]
    digest: DigestText


class DroppedEntry(Outgoing, frozen=True):
    """An entry that is no longer possible after a correction: it must be made again."""

    entry: int
    what: Annotated[CommandJson, msgspec.Meta(description="The command, without its cards.")]
    because: str


class CorrectionMade(Outgoing, frozen=True):
    """The last correction of the round: what an entry was, what it is now, and what must be entered
    again.
    """

    entry: int
    was: Annotated[CommandJson | None, msgspec.Meta(description="Without its cards.")]
    now: Annotated[CommandJson | None, msgspec.Meta(description="Without its cards.")]
    asked_by: str
    approved_by: str | None
    reason: str
    dropped: list[DroppedEntry]


def last_entry(state: TableState, viewer: Actor) -> EntryView | None:
    """The last entry, for staff, if it can still be taken back."""
    last = state.last_entry
    if last is None:
        return None
    asked = last.asked
    return EntryView(last.number, _told(asked.command), asked.by.name, asked.by.name == viewer.name)


def entry_views(state: TableState, viewer: Actor) -> list[ListedEntry]:
    """All entries of the round in progress, except its opening."""
    last = last_entry(state, viewer)
    return [
        ListedEntry(
            entry.number,
            _told(entry.asked.command),
            entry.asked.by.name,
            last is not None and last.mine and last.entry == entry.number,
            entry.asked.at_ms,
            _opened(state, planned),
        )
        for entry, planned in zip(state.entries, planned_again(state), strict=True)
        if entry.number > 1
    ]


def _opened(state: TableState, entry: Planned) -> list[str]:
    """Not those of a hand that was proved to a supervisor alone."""
    command = entry.command
    if isinstance(command, c.ShowHand) and command.box is not None and state.round is not None:
        box = state.round.boxes.get(command.box)
        if box is None or not box.shown:
            return []
    return [NAMES[card] for card in entry.made.opened if card not in (None, UNREADABLE)]


def waiting_correction(state: TableState) -> CorrectionOnHold | None:
    """A requested correction, for staff."""
    asked, digest = state.asked, state.asked_digest
    if asked is None or digest is None:
        return None
    command = msgspec.convert(asked.correction, c.Correct)
    named = next((entry for entry in state.entries if entry.number == command.entry), None)
    return CorrectionOnHold(
        asked.by.name,
        asked.at_ms,
        command.reason,
        _told(command),
        None if named is None else _told(named.asked.command),
        digest,
    )


def correction_made(state: TableState) -> CorrectionMade | None:
    """The last correction of the round in progress, for staff."""
    made = state.corrected
    if made is None:
        return None
    second = made.approved_by
    return CorrectionMade(
        made.entry,
        None if made.was is None else _without_cards(made.was),
        None if made.now is None else _without_cards(made.now),
        made.asked_by.name,
        None if second is None else second.name,
        made.reason,
        [DroppedEntry(one.entry, _without_cards(one.what), one.because) for one in made.dropped],
    )


def _told(command: c.AnyCommand) -> CommandJson:
    """A command as it is written in JSON, without its cards."""
    written = _without_cards(plain(command))
    if isinstance(command, c.Correct) and command.should_be is not None:
        written["should-be"] = _told(command.should_be)
    return written


def _without_cards(command: CommandJson) -> CommandJson:
    """A command in its plain form, as it is written in JSON."""
    written = {name: value for name, value in command.items() if name not in _CARDS}
    if "amount" in written:
        written["amount"] = format_cents(Cents(written["amount"]))
    return written


_CARDS = frozenset(("cards", "three", "hands"))
