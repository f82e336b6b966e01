"""Endpoints for what has happened: rounds, step by step; reports; the audit."""

import datetime as dt
import threading
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.casino.audit import audit as run_audit
from pitboss.casino.deciding import MAX_NAME_CHARACTERS
from pitboss.casino.model import Stored, table_stream
from pitboss.casino.reports.day import day_report
from pitboss.casino.reports.jackpot import jackpot_report
from pitboss.casino.reports.reconcile import reconcile
from pitboss.casino.rounds import FoundRound, UnknownRound, find_round
from pitboss.cli import report_pages as pages
from pitboss.table import events as te
from pitboss.table.evolve import evolve
from pitboss.table.state import TableState
from pitboss.table.verify import Mismatch, verify_shuffle
from pitboss.table.views import published_as_json
from pitboss.web import schemas as s
from pitboss.web.endpoints import Call, Endpoints
from pitboss.web.problems import Problem
from pitboss.web.service import Service, json
from pitboss.web.views import table_view

_DATE = {"type": "string", "format": "date"}
_MOST_ROUNDS = 200


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/rounds",
        rounds,
        summary="The last rounds of a table",
        query={"table": {"type": "string", "required": True}, "player": {"type": "string"}},
        problems=(404,),
        schema=s.ROUNDS,
        tag="records",
    )
    for path, handler, summary, schema in (
        ("", a_round, "A round, step by step", s.ROUND),
        (
            "/record",
            record,
            "The round record and its settlement",
            s.fields(record=s.FREE, settlement=s.FREE),
        ),
        ("/shuffle", shuffle, "What anybody needs to check the shuffle, and the result", s.FREE),
    ):
        add.add(
            "GET",
            f"/api/rounds/{{round}}{path}",
            handler,
            summary=summary,
            problems=(404, 409),
            schema=schema,
            tag="records",
        )
    add.add(
        "GET",
        "/api/reports/{report}",
        report,
        summary="A report: day, jackpot or reconcile",
        query={"date": _DATE, "tz": {"type": "string"}, "link": {"type": "string"}},
        problems=(404, 422),
        schema={"anyOf": [s.FREE, s.many(s.FREE)]},
        tag="records",
    )
    add.add(
        "POST",
        "/api/audit",
        start_audit,
        summary="Start an audit of the journal",
        schema=s.AUDIT,
        tag="records",
    )
    add.add("GET", "/api/audit", audit_state, summary="How the audit stands", schema=s.AUDIT, tag="records")


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def _found(call: Call) -> FoundRound:
    name = call.path("round")
    if len(name) > MAX_NAME_CHARACTERS + 20 or not name.isprintable():
        raise Problem(404, "no-such-round", "There is no round of this name.")
    try:
        return await run_in_threadpool(find_round, call.service.casino.journal, name)
    except UnknownRound as error:
        raise Problem(404, "no-such-round", str(error)) from None


async def rounds(call: Call) -> Response:
    state = call.service.hub.tables.get(call.query("table"))
    if state is None:
        raise Problem(404, "no-such-table", f"There is no table {call.query('table')}.")
    found = await run_in_threadpool(_last_rounds, call.service, state, call.query("player"))
    return json({"table": state.id, "rounds": found})


def _last_rounds(service: Service, state: TableState, player: str) -> list[dict[str, Any]]:
    """From the newest back; what is looked at is bounded."""
    journal = service.casino.journal
    stream = table_stream(state.id)
    head = journal.head(stream)
    after = 0 if head is None else max(0, head.version - 20_000)
    found: list[dict[str, Any]] = []
    current: dict[str, Any] = {}
    for record in journal.read(stream, after):
        match record.kind:
            case "betting-opened/1":
                opened = msgspec.json.decode(record.body)
                current = {
                    "round": opened["round"],
                    "at_ms": record.at_ms,
                    "players": [],
                    "outcome": "running",
                }
                found.append(current)
            case "bet-placed/1" if current:
                name = msgspec.json.decode(record.body)["player"]
                if name not in current["players"]:
                    current["players"].append(name)
            case "round-voided/1" if current:
                current["outcome"] = "void"
            case "incident-reported/1" if current:
                current["irregular"] = True
            case "jackpot-claimed/1" if current:
                current["jackpot"] = True
            case "round-settled/1" if current and current["outcome"] == "running":
                current["outcome"] = "settled"
            case _:
                pass
    wanted = [one for one in found if not player or player in one["players"]]
    return wanted[: -_MOST_ROUNDS - 1 : -1]


async def a_round(call: Call) -> Response:
    """Every step as the caller may see it. While a round runs its hidden cards stay hidden from everybody."""
    found = await _found(call)
    frames = await run_in_threadpool(_frames, call, found)
    return json({"round": found.id, "table": found.table, "concluded": found.concluded, "frames": frames})


def _frames(call: Call, found: FoundRound) -> list[dict[str, Any]]:
    shelf = call.service.casino.shelf
    state = evolve(None, found.opened, shelf)
    frames = []
    # The events of one command come as one: between them a table is where nobody could ever see it.
    for _, together in groupby(found.events, key=lambda stored: stored.command):
        group = list(together)
        for stored in group:
            if stored.stream == table_stream(found.table) and isinstance(stored.event, te.Event):
                state = evolve(state, stored.event, shelf)
        seen = table_view(state, call.caller, group[-1].position)
        frames += [_frame(stored, seen) for stored in group]
    return frames


def _frame(stored: Stored, seen: dict[str, Any]) -> dict[str, Any]:
    event: Any = stored.event
    return {
        "position": stored.position,
        "at_ms": stored.at_ms,
        "stream": stored.stream,
        "event": str(event.__struct_config__.tag),
        "by": getattr(getattr(event, "by", None), "name", None),
        "clauses": list(getattr(event, "clauses", ()) or ()),
        "view": seen,
    }


async def record(call: Call) -> Response:
    found = await _found(call)
    settled = [stored.event for stored in found.events if isinstance(stored.event, te.RoundSettled)]
    if not settled:
        raise Problem(409, "not-settled", f"Round {found.id} has not been settled.")
    return json({"record": settled[-1].record, "settlement": settled[-1].settlement})


async def shuffle(call: Call) -> Response:
    found = await _found(call)
    if not found.concluded:
        raise Problem(
            409, "not-concluded", f"Round {found.id} is not concluded; its secret is published then."
        )
    published = await run_in_threadpool(_published, call, found)
    if published is None:
        raise Problem(409, "no-shuffle", f"The cards of round {found.id} were real; there was no shuffle.")
    return json(published)


def _published(call: Call, found: FoundRound) -> dict[str, Any] | None:
    shelf = call.service.casino.shelf
    state = evolve(None, found.opened, shelf)
    for stored in found.events:
        if stored.stream == table_stream(found.table) and isinstance(stored.event, te.Event):
            state = evolve(state, stored.event, shelf)
    if state.published is None:
        return None
    material = published_as_json(state.published)
    try:
        return material | verify_shuffle(material)
    except Mismatch as mismatch:
        return material | {"verified": False, "problem": mismatch.message}


# ── reports and the audit ─────────────────────────────────────────────────────────────────────────────────────────


async def report(call: Call) -> Response:
    casino, name = call.service.casino, call.path("report")
    zone = _zone(call.query("tz", "UTC"))
    match name:
        case "day":
            day = _day(call.query("date"), zone)
            found = await run_in_threadpool(day_report, casino.journal, day, zone)
            text = pages.day_json(found)
        case "jackpot":
            names = [call.query("link")] if call.query("link") else casino.links()
            reports = [
                one
                for link in names
                if (one := await run_in_threadpool(jackpot_report, casino.journal, link, casino.shelf))
            ]
            text = pages.jackpot_json(reports, zone)
        case "reconcile":
            text = pages.reconcile_json(await run_in_threadpool(reconcile, casino.journal, casino.shelf))
        case _:
            raise Problem(404, "no-such-report", "Reports are day, jackpot and reconcile.")
    return Response(text, media_type="application/json")


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        raise Problem(
            422, "bad-field", f"{name[:40]!r} is no time zone; write one like Asia/Singapore.", where="tz"
        ) from None


def _day(text: str, zone: ZoneInfo) -> dt.date:
    if not text:
        return dt.datetime.now(zone).date()
    try:
        day = dt.date.fromisoformat(text)
        dt.datetime.combine(day + dt.timedelta(days=1), dt.time(), zone).timestamp()
    except (ValueError, OverflowError):
        raise Problem(422, "bad-field", "A date is like 2026-11-15.", where="date") from None
    return day


class Audits:
    """The audit that runs, or ran last; one at a time."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._lock = threading.Lock()
        self.state: dict[str, Any] = {"running": False, "report": None}

    def start(self) -> None:
        """Starts one unless one runs."""
        with self._lock:
            if self.state["running"]:
                return
            self.state = {"running": True, "report": self.state["report"]}
        threading.Thread(target=self._run, name="audit", daemon=True).start()

    def _run(self) -> None:
        try:
            report: dict[str, Any] = run_audit(self._service.casino.journal).as_json()
        except Exception as error:  # noqa: BLE001 - told to whoever asked for it
            report = {"content": False, "problem": {"sentence": f"The journal could not be read: {error}"}}
        self.state = {"running": False, "report": report}


async def start_audit(call: Call) -> Response:
    audits: Audits = call.request.app.state.audits
    audits.start()
    return json(audits.state)


async def audit_state(call: Call) -> Response:
    audits: Audits = call.request.app.state.audits
    return json(audits.state)
