"""Endpoints for rounds, step by step."""

import datetime as dt
from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, Any

import msgspec
from starlette.responses import Response

from pitboss.casino.history import FoundRound, UnknownRound, find_round
from pitboss.casino.journal_errors import Placed
from pitboss.casino.process import MAX_NAME_CHARACTERS
from pitboss.casino.requests import Stored
from pitboss.casino.stream_ids import table_stream
from pitboss.evidence.proofs import NotSigned, SignedHeads
from pitboss.journal.port import Journal, Record
from pitboss.kernel.money import Cents, format_cents
from pitboss.kernel.names import natural
from pitboss.reports.day import YEARS
from pitboss.reports.rounds.search import MOST_ROUNDS, Wanted, search
from pitboss.table import events as te
from pitboss.table.corrections.events import RoundCorrected
from pitboss.table.evolve import evolve
from pitboss.table.shuffle.verify import Mismatch, verify_shuffle
from pitboss.table.shuffle.views import shuffle_of
from pitboss.table.state import TableState
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.openapi import Parameter
from pitboss.web.api.problems import Problem
from pitboss.web.views.rounds import (
    Frame,
    RecordAndSettlement,
    RecordProof,
    RoundProof,
    RoundsFound,
    RoundSteps,
    ShuffleCheck,
)
from pitboss.web.views.tables import TablePage, table_view

_ROUNDS = 50


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/rounds",
        rounds,
        summary="Rounds, the newest first",
        query={
            "table": Parameter(description="One table; otherwise all."),
            "player": Parameter(),
            "from": Parameter(
                description="Started at this time (ISO 8601) or later; without an offset, in the "
                "casino's time zone."
            ),
            "to": Parameter(description="Started before this time."),
            "q": Parameter(
                description="Words to find: the round, players, settled, void, running, irregular, "
                "jackpot."
            ),
            "limit": Parameter(
                kind=Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)], default=_ROUNDS
            ),
        },
        problems=(404, 422),
        answer=RoundsFound,
        tag="records",
    )
    for path, handler, summary, kind in (
        ("", a_round, "A round, step by step", RoundSteps),
        ("/record", record, "The round record and its settlement", RecordAndSettlement),
        ("/proof", proof, "Where the journal has what was decided in a round", RoundProof),
        (
            "/shuffle",
            shuffle,
            "What anybody needs to check the shuffle, and the result",
            ShuffleCheck,
        ),
    ):
        add.add(
            "GET",
            f"/api/rounds/{{round}}{path}",
            handler,
            summary=summary,
            problems=(404, 409),
            answer=kind,
            tag="records",
        )


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────


async def found_round(call: Call) -> FoundRound:
    """The round named in a path."""
    name = call.path("round")
    if len(name) > MAX_NAME_CHARACTERS + 20 or not name.isprintable():
        raise Problem(404, "no-such-round", "There is no such round.")
    try:
        return await call.read(
            find_round, call.service.casino.journal, name, call.service.casino.opener
        )
    except UnknownRound as error:
        raise Problem(404, "no-such-round", str(error)) from None


async def rounds(call: Call) -> Response:
    """Newest first. The number of records examined per request is bounded; ``next`` says where to
    continue.
    """
    tables = call.service.hub.tables
    table = call.query("table")
    if table and table not in tables:
        raise Problem(404, "no-such-table", f"There is no table {table}.")
    wanted = Wanted(
        from_ms=moment_ms(call, "from", Wanted().from_ms),
        to_ms=moment_ms(call, "to", Wanted().to_ms),
        player=call.query("player"),
        words=tuple(call.query("q").lower().split()),
        limit=_limit(call.given("limit")),
    )
    names = [table] if table else sorted(tables, key=natural)
    page, next_ms = await call.read(
        search, call.service.casino.journal, names, wanted, index=call.service.rounds
    )
    return json(RoundsFound(page, None if next_ms is None else _iso(next_ms)))


def moment_ms(call: Call, name: str, otherwise: int) -> int:
    """A time in milliseconds; without a zone, it is in the casino's local time."""
    text = call.query(name)
    if not text:
        return otherwise
    try:
        moment = dt.datetime.fromisoformat(text)
        if moment.year not in YEARS:
            raise ValueError(text)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=call.service.zone)
        return (moment - dt.datetime.fromtimestamp(0, dt.UTC)) // dt.timedelta(milliseconds=1)
    except (ValueError, OverflowError):
        detail = (
            "Write a time such as 2026-11-15, 2026-11-15T20:30 or 2026-11-15T20:30:00+08:00, in "
            f"the years {YEARS[0]} to {YEARS[-1]}."
        )
        raise Problem(422, "bad-field", detail, where=name) from None


def _iso(at_ms: int) -> str:
    moment = dt.datetime.fromtimestamp(0, dt.UTC) + dt.timedelta(milliseconds=at_ms)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _limit(text: str | None) -> int:
    if text is None:
        return _ROUNDS
    if not (
        text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= MOST_ROUNDS
    ):
        raise Problem(
            422, "bad-field", f"A limit must be a number from 1 to {MOST_ROUNDS}.", where="limit"
        )
    return int(text)


async def a_round(call: Call) -> Response:
    """Every step as the caller may see it. While a round is in progress, its hidden cards stay
    hidden from everybody.
    """
    played = await found_round(call)
    frames = await call.read(_frames, call, played)
    return json(
        RoundSteps(round=played.id, table=played.table, concluded=played.concluded, frames=frames)
    )


def states_of(call: Call, played: FoundRound) -> Iterator[tuple[TableState, list[Stored]]]:
    """The table after each command of a round, and the events of that command. They come together:
    nobody ever sees a table between the events of one command.
    """
    shelf = call.service.casino.shelf
    state = played.begun(shelf)
    for _, together in groupby(played.events, key=lambda stored: stored.command):
        group = list(together)
        for stored in group:
            if stored.stream == table_stream(played.table) and isinstance(
                stored.event, te.TableEvent
            ):
                with Placed(stored):
                    state = evolve(state, stored.event, shelf)
        yield state, group


def _frames(call: Call, played: FoundRound) -> list[Frame]:
    frames = []
    for state, group in states_of(call, played):
        seen = table_view(state, call.caller, group[-1].position)
        frames += [_frame(stored, seen) for stored in group]
    return frames


def _frame(stored: Stored, seen: TablePage) -> Frame:
    event: Any = stored.event
    return Frame(
        position=stored.position,
        at_ms=stored.at_ms,
        stream=stored.stream,
        event=str(event.__struct_config__.tag),
        by=getattr(getattr(event, "by", None), "name", None),
        about=about_event(event),
        clauses=clauses_of(event),
        view=seen,
    )


_TOLD = (
    "box",
    "player",
    "bet",
    "place",
    "option",
    "operation",
    "decision",
    "hand",
    "reason",
    "because",
    "code",
    "message",
    "note",
    "text",
    "payer",
    "payee",
    "why",
)


def about_event(event: Any) -> dict[str, str]:
    """What an event is about, in a few words; never a card."""
    written = {
        name: str(value)
        for name in _TOLD
        if (value := getattr(event, name, None)) not in (None, msgspec.UNSET)
    }
    if isinstance(amount := getattr(event, "amount", None), int):
        written["amount"] = format_cents(Cents(amount))
    if isinstance(event, te.IncidentReported):
        written |= {"incident": event.ruling.incident, "because": event.ruling.because}
        if isinstance(event.description, str):
            written["description"] = event.description
    return written


def clauses_of(event: Any) -> tuple[str, ...]:
    """The clauses of an event, or of the ruling it carries."""
    if isinstance(event, te.IncidentReported | te.RulingConfirmed):
        return event.ruling.clauses
    return tuple(getattr(event, "clauses", ()))


async def record(call: Call) -> Response:
    played = await found_round(call)
    settled = [
        stored.event for stored in played.events if isinstance(stored.event, te.RoundSettled)
    ]
    if not settled:
        raise Problem(409, "not-settled", f"Round {played.id} has not been settled.")
    return json(RecordAndSettlement(settled[-1].record, settled[-1].settlement))


_DECIDED = (
    te.RoundSettled,
    te.IncidentReported,
    te.RulingConfirmed,
    te.RoundVoided,
    RoundCorrected,
)


async def proof(call: Call) -> Response:
    played = await found_round(call)
    journal = call.service.casino.journal
    return json(RoundProof(played.id, await call.read(proved, journal, played)))


def proved(journal: Journal, played: FoundRound) -> list[RecordProof]:
    """Where the journal stores the decisions of a round, and which signatures cover them."""
    decided = [stored for stored in played.events if isinstance(stored.event, _DECIDED)]
    records = (next(iter(journal.read(one.stream, after=one.version - 1))) for one in decided)
    points = SignedHeads(journal)
    return [_proof(points, one) for one in records]


def proof_of(journal: Journal, record: Record) -> RecordProof:
    """Where the journal stores a record, and which signatures cover it."""
    return _proof(SignedHeads(journal), record)


def _proof(points: SignedHeads, record: Record) -> RecordProof:
    signed = _signed(points, record)
    return RecordProof(record.position, record.at_ms, record.kind, record.hash.hex(), signed)


def _signed(points: SignedHeads, record: Record) -> int | None:
    try:
        return points.covering(record)[0]
    except NotSigned:
        return None


async def shuffle(call: Call) -> Response:
    played = await found_round(call)
    if not played.concluded:
        raise Problem(
            409,
            "not-concluded",
            f"Round {played.id} is not concluded; its secret is published then.",
        )
    published = await call.read(lambda: checked(list(states_of(call, played))[-1][0]))
    if published is None:
        raise Problem(
            409, "no-shuffle", f"The cards of round {played.id} were real; there was no shuffle."
        )
    return json(published)


def checked(state: TableState) -> ShuffleCheck | None:
    """The published shuffle of a table, checked; nothing if its cards were real."""
    if state.published is None:
        return None
    material = shuffle_of(state.published)
    fields = msgspec.structs.asdict(material)
    try:
        verify_shuffle(msgspec.to_builtins(material))
    except Mismatch as mismatch:
        return ShuffleCheck(**fields, verified=False, problem=mismatch.message)
    return ShuffleCheck(**fields, verified=True)
