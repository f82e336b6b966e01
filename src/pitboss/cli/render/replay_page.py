"""A round event by event: who did what and when, under which clauses, at the table and on its
link.
"""

import re
import textwrap
from collections.abc import Iterator
from datetime import tzinfo
from typing import Any

import msgspec

from pitboss.casino.codec import AnyStored
from pitboss.casino.history import FoundRound
from pitboss.casino.journal_errors import Placed
from pitboss.casino.requests import Stored
from pitboss.casino.stream_ids import table_of
from pitboss.cli.render.columns import NO_BREAK, printable
from pitboss.cli.render.event_json import event_as_json
from pitboss.cli.render.link_story import other_as_json, tell_other
from pitboss.cli.render.story import tell
from pitboss.cli.render.wording import cards
from pitboss.reports.text import actor_text, as_json, iso_time
from pitboss.rulebook.authority import Actor
from pitboss.rulebook.shelf import Shelf
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.state import TableState

_WIDTH = 110
_SECRET = ("secret", "deck")


class NarratedEvent(msgspec.Struct, frozen=True):
    """An event and the sentences for it."""

    stored: Stored
    sentences: list[str]


def is_of_table(event: AnyStored) -> bool:
    """Whether an event is the table's own, as opposed to its link's or the application's."""
    return isinstance(event, e.TableEvent)


def tell_round(played: FoundRound, shelf: Shelf) -> tuple[TableState, list[NarratedEvent]]:
    """The table as the round begins, and every event in words."""
    begun = played.begun(shelf)
    begun = msgspec.structs.replace(begun, rounds=played.number - 1)
    narrated: list[NarratedEvent] = []
    state = begun
    for stored in played.events:
        event: Any = stored.event
        if is_of_table(event):
            with Placed(stored):
                after = evolve(state, event, shelf)
                hidden = None if played.concluded else _unseen(event)
                narrated.append(
                    NarratedEvent(stored, tell(event, state, after) if hidden is None else [hidden])
                )
            state = after
        else:
            narrated.append(NarratedEvent(stored, tell_other(event)))
    return begun, narrated


def _unseen(event: e.AnyEvent) -> str | None:
    """The line for an event whose cards are hidden while its round is in progress; None for
    others.
    """
    match event:
        case e.CardBurnt():
            return "A card is burnt."
        case e.CardsDealt() if event.face_up < len(event.cards):
            where = f"Box {event.place}" if event.place.isdecimal() else f"The {event.place}"
            up = event.cards[len(event.cards) - event.face_up :]
            shown = f", and face up {cards(up)}" if up else ""
            return f"{where} gets {len(event.cards) - len(up)} face down{shown}."
        case e.HandExamined():
            return f"{event.player} looks at box {event.box}."
        case e.HandSet():
            return f"The hand of box {event.box} is set."
        case _:
            return None


def actor_of(event: AnyStored) -> str:
    """Who was behind an event, if it says so."""
    for name in ("by", "approved_by"):
        actor = getattr(event, name, None)
        if isinstance(actor, Actor):
            return actor_text(actor)
    player = getattr(event, "player", None)
    return f"player:{player}" if player else ""


def page(played: FoundRound, shelf: Shelf, zone: tzinfo) -> Iterator[str]:
    """The round for people."""
    begun, narrated = tell_round(played, shelf)
    book = begun.book
    first, last = played.events[0], played.events[-1]
    yield f"Round {played.id}: {book.title} ({book.operator}), version {book.version}"
    yield (
        f"{iso_time(first.at_ms, zone)[:10]}, times in {zone}; positions {first.position} to "
        f"{last.position}"
    )
    yield ""
    for entry in narrated:
        stored = entry.stored
        front = f"{iso_time(stored.at_ms, zone)[11:23]}  "
        where = "" if table_of(stored.stream) is not None else f"[{stored.stream}] "
        who = actor_of(stored.event)
        # Of an event that concerns nothing, such as a claim of no hand, only its name is known.
        says, *more = entry.sentences or [str(stored.event.__struct_config__.tag)]
        sentences = [f"{where}{says}{f' — {who}' if who else ''}", *more]
        for sentence in sentences:
            yield from _wrapped(sentence, front)
            front = " " * len(front)
    if not played.concluded:
        yield ""
        yield "This round is not concluded."


def _wrapped(sentence: str, front: str) -> list[str]:
    inner = " " * (len(sentence) - len(sentence.lstrip()))
    kept = re.sub(r"\[[^]]{1,40}\]", lambda match: match[0].replace(" ", NO_BREAK), sentence)
    lines = textwrap.wrap(
        printable(kept),
        _WIDTH,
        initial_indent=front,
        subsequent_indent=f"{' ' * len(front)}{inner}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(NO_BREAK, " ") for line in lines]


def round_as_json(played: FoundRound, shelf: Shelf, zone: tzinfo) -> str:
    """The round for programs. It contains the secret of a shuffle only once the round is
    concluded.
    """
    begun, narrated = tell_round(played, shelf)
    return as_json(
        {
            "round": played.id,
            "table": played.table,
            "rulebook": begun.rulebook,
            "concluded": played.concluded,
            "events": [_entry(entry, played.concluded, zone) for entry in narrated],
        }
    )


def _entry(entry: NarratedEvent, concluded: bool, zone: tzinfo) -> dict[str, object]:
    stored = entry.stored
    event: Any = stored.event
    written = event_as_json(event) if is_of_table(event) else other_as_json(event)
    if not concluded:
        written |= {name: None for name in _SECRET if name in written}
        if _unseen(event) is not None:
            written |= {name: None for name in ("card", "cards", "three") if name in written}
    return {
        "position": stored.position,
        "at": iso_time(stored.at_ms, zone),
        "stream": stored.stream,
        "version": stored.version,
        "command": stored.command,
        "by": actor_of(event) or None,
        **written,
        "says": entry.sentences,
    }
