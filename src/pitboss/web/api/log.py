"""What has happened on the floor, newest first: incidents, jackpots, or what one person did."""

from enum import StrEnum
from time import monotonic
from typing import Annotated, Any, get_args

import msgspec
from starlette.responses import Response

from pitboss.casino.history import as_stored
from pitboss.casino.journal_errors import Placed
from pitboss.casino.stream_ids import link_of, table_of
from pitboss.jackpot.events import AnyLinkEvent, ContributionsFolded
from pitboss.journal.port import Journal, Record
from pitboss.kernel.json_types import Outgoing
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.openapi import Parameter
from pitboss.web.api.problems import Problem
from pitboss.web.api.records import about_event, clauses_of

MOST_ENTRIES = 100
_LOOK_S = 0.03
"""How long a request goes on looking further back; ``next`` says where to continue."""
_BLOCK = 1_000
"""Records looked at in one step if each must be read, and ``_BLOCK_OF_KINDS`` if the journal itself
knows those of the wanted kinds.
"""
_BLOCK_OF_KINDS = 5_000


class LogAbout(StrEnum):
    """What to look for."""

    INCIDENTS = "incidents"
    LINKS = "links"
    PERSON = "person"


class LogEntry(Outgoing, frozen=True, kw_only=True):
    """Something that happened: where, by whom and about what. Never a card."""

    position: int
    at_ms: int
    table: str | None
    link: str | None
    round: str | None
    event: str
    by: str | None
    about: dict[str, str]
    clauses: tuple[str, ...]


class LogPage(Outgoing, frozen=True):
    """Entries, the newest first; ``next`` is the position before which to look further."""

    entries: list[LogEntry]
    next: int | None


_INCIDENTS = frozenset(
    (
        "incident-reported/1",
        "ruling-confirmed/1",
        "round-voided/1",
        "round-interrupted/1",
        "round-corrected/1",
        "entry-taken-back/1",
        "money-decided/1",
        "command-refused/1",
    )
)
_LINKS = frozenset(
    str(kind.__struct_config__.tag)
    for kind in get_args(AnyLinkEvent)
    if kind is not ContributionsFolded
)
_KINDS = {LogAbout.INCIDENTS: _INCIDENTS, LogAbout.LINKS: _LINKS}


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/log",
        log,
        summary="Incidents, jackpot events, or what one person did; the newest first",
        query={
            "about": Parameter(kind=LogAbout, description="What to look for."),
            "person": Parameter(description="Whose acts, if it is about a person."),
            "before": Parameter(
                kind=Annotated[int, msgspec.Meta(ge=1)],
                description="Before this position; by default, the end.",
            ),
        },
        problems=(422,),
        answer=LogPage,
        tag="records",
    )


async def log(call: Call) -> Response:
    try:
        about = LogAbout(call.query("about", "incidents"))
    except ValueError:
        detail = f"about must be one of {', '.join(LogAbout)}."
        raise Problem(422, "bad-field", detail, where="about") from None
    person, before = call.query("person"), call.query("before")
    if about is LogAbout.PERSON and not person:
        raise Problem(422, "bad-field", "Say whose acts, with person.", where="person")
    if before and not (before.isascii() and before.isdecimal() and len(before) < 19):
        raise Problem(422, "bad-field", "A position must be a whole number.", where="before")
    journal = call.service.casino.journal
    return json(await call.read(_page, journal, about, person, int(before) if before else None))


def _page(journal: Journal, about: LogAbout, person: str, before: int | None) -> LogPage:
    entries: list[LogEntry] = []
    named = msgspec.json.encode(person)
    kinds = _KINDS.get(about)
    block = _BLOCK if kinds is None else _BLOCK_OF_KINDS
    end_s = monotonic() + _LOOK_S
    while True:
        back = journal.read_back(before, block, kinds)
        for record in back.records:
            if about is LogAbout.PERSON and named not in record.body:
                continue
            if (entry := _entry(record, person)) is not None:
                entries.append(entry)
            if len(entries) >= MOST_ENTRIES:
                return LogPage(entries, record.position)
        if back.looked < block:
            return LogPage(entries, None)
        before = back.position
        if monotonic() > end_s:
            return LogPage(entries, before)


def _entry(record: Record, person: str) -> LogEntry | None:
    """A record as an entry; None if it was not by the person asked about."""
    with Placed(record):
        event: Any = as_stored(record).event
    by = getattr(getattr(event, "by", None), "name", None)
    if person and by != person:
        return None
    round = getattr(event, "round", None)
    return LogEntry(
        position=record.position,
        at_ms=record.at_ms,
        table=table_of(record.stream),
        link=link_of(record.stream),
        round=round if isinstance(round, str) else None,
        event=record.kind,
        by=by,
        about=about_event(event),
        clauses=clauses_of(event),
    )
