"""Endpoints for reports and the audit."""

import datetime as dt
import threading
from collections import deque
from typing import Literal
from zoneinfo import ZoneInfo

from msgspec.structs import replace
from starlette.responses import Response

from pitboss.audit.report import AuditReport, WrittenAudit, WrittenDiscrepancy
from pitboss.audit.run import WantedAudit, audit_as
from pitboss.casino.history import is_staged
from pitboss.casino.stream_ids import link_stream
from pitboss.kernel.json_types import Outgoing
from pitboss.kernel.names import natural
from pitboss.operations.snapshots import with_snapshots
from pitboss.operations.verdicts import audit_journal
from pitboss.reports import forms
from pitboss.reports.day import day_report, read_day
from pitboss.reports.jackpot import jackpot_report
from pitboss.reports.json_types import (
    DateText,
    WrittenDay,
    WrittenLink,
    WrittenReconciliation,
    WrittenToday,
)
from pitboss.reports.reconciliation import reconcile
from pitboss.web.api.endpoints import Endpoints, Handler
from pitboss.web.api.exchange import Call, idempotency_key, json
from pitboss.web.api.openapi import Kind, Parameter
from pitboss.web.api.problems import Problem
from pitboss.web.service import Service


class AuditState(Outgoing, frozen=True, kw_only=True):
    """The audit that is running, or ran last: how many records it has read, and what it found."""

    running: bool = False
    read: int = 0
    records: int = 0
    report: WrittenAudit | None = None


AuditExtent = Literal["new", "all"]
"""Where an audit starts: after the last signed verdict, or from the first record."""


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    _declare_reports(add)
    _declare_audit(add)


def _declare_reports(add: Endpoints) -> None:
    tz = Parameter(description="A time zone other than the casino's, such as Asia/Singapore.")
    date = Parameter(
        kind=DateText, description="A day in the casino's time zone; by default, today."
    )
    link = Parameter(description="One link; otherwise all.")
    reports: tuple[tuple[str, Handler, str, Kind, dict[str, Parameter]], ...] = (
        ("day", day, "A day's play, table by table", WrittenDay, {"date": date, "tz": tz}),
        (
            "jackpot",
            jackpot,
            "What each jackpot is made of",
            list[WrittenLink],
            {"link": link, "tz": tz},
        ),
        ("today", today, "The day so far, table by table", WrittenToday, {}),
        ("reconcile", reconciled, "Whether all accounts add up", WrittenReconciliation, {}),
    )
    for name, handler, summary, kind, query in reports:
        add.add(
            "GET",
            f"/api/reports/{name}",
            handler,
            summary=summary,
            query=query,
            problems=(404, 422) if query else (),
            answer=kind,
            tag="records",
        )


def _declare_audit(add: Endpoints) -> None:
    add.add(
        "POST",
        "/api/audit",
        start_audit,
        summary="Start an audit of the journal",
        query={
            "extent": Parameter(
                kind=AuditExtent,
                description=(
                    "new (the default) is what came after the last signed verdict; all "
                    "starts from the first record."
                ),
            )
        },
        problems=(422,),
        answer=AuditState,
        key=True,
        tag="records",
    )
    add.add(
        "GET",
        "/api/audit",
        audit_state,
        summary="The state of the audit",
        answer=AuditState,
        tag="records",
    )


async def day(call: Call) -> Response:
    zone = _zone(call)
    which, service = _day(call, zone), call.service
    now_ms = service.clock_ms()
    if zone == service.zone and which == dt.datetime.fromtimestamp(now_ms / 1_000, zone).date():
        report = await call.report(service.today.report, now_ms)
    else:
        report = await call.report(day_report, service.casino.journal, which, zone)
    return _page(forms.day_json(report))


async def today(call: Call) -> Response:
    service = call.service
    return json(await call.read(service.today.written, service.clock_ms()))


async def jackpot(call: Call) -> Response:
    casino, zone = call.service.casino, _zone(call)
    known = sorted(call.service.hub.links, key=natural)
    names = [call.query("link")]
    if call.given("link") is None:
        names = [one for one in known if not is_staged(casino.journal, link_stream(one))]
    if any(name not in known for name in names):
        raise Problem(404, "no-such-link", f"There is no link {names[0][:80]}.")
    reports = [
        one
        for link in names
        if (one := await call.report(jackpot_report, casino.journal, link, casino.shelf))
    ]
    return _page(forms.jackpot_json(reports, zone))


async def reconciled(call: Call) -> Response:
    casino = call.service.casino
    return _page(forms.reconcile_json(await call.report(reconcile, casino.journal, casino.shelf)))


def _page(text: str) -> Response:
    return Response(text, media_type="application/json")


def _zone(call: Call) -> ZoneInfo:
    name = call.given("tz")
    if name is None:
        return call.service.zone
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        raise Problem(
            422,
            "bad-field",
            f"{name[:40]!r} is not a time zone; write one such as Asia/Singapore.",
            where="tz",
        ) from None


def _day(call: Call, zone: ZoneInfo) -> dt.date:
    text = call.given("date")
    if text is None:
        return dt.datetime.now(zone).date()
    try:
        return read_day(text)
    except ValueError as error:
        detail = str(error)
        raise Problem(
            422, "bad-field", f"{detail[:1].upper()}{detail[1:]}.", where="date"
        ) from None


class Audits:
    """The audit that is running, or ran last; one at a time."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._lock = threading.Lock()
        self._keys: deque[str] = deque(maxlen=1_000)
        self.state = AuditState()

    def start(self, key: str, *, full: bool = False) -> bool:
        """Starts an audit unless one is running; returns whether this key has asked for it
        before.
        """
        with self._lock:
            if key in self._keys:
                return True
            self._keys.append(key)
            if self.state.running:
                return False
            self.state = replace(self.state, running=True, read=0, records=0)
        threading.Thread(target=self._run, args=(full,), name="audit", daemon=True).start()
        return False

    def _run(self, full: bool) -> None:
        try:
            casino = self._service.casino
            result = with_snapshots(self._audited(full), casino.journal, casino.shelf, casino.vault)
            report = result.written
        except Exception as error:  # noqa: BLE001 - shown to the caller
            unread = WrittenDiscrepancy(sentence=f"The journal could not be read: {error}")
            report = WrittenAudit(content=False, problem=unread)
        self.state = replace(self.state, running=False, report=report)

    def _audited(self, full: bool) -> AuditReport:
        """Starts from the last signed verdict and signs the next, if the service knows where they
        are.
        """
        casino, config = self._service.casino, self._service.config
        wanted = WantedAudit(rulebooks=casino.shelf.files, progress=self._tell)
        if config is None:
            return audit_as(casino.journal, wanted).report
        clock_ms = self._service.clock_ms
        return audit_journal(casino.journal, config, wanted, full=full, clock_ms=clock_ms).report

    def _tell(self, read: int, records: int) -> None:
        self.state = replace(self.state, read=read, records=records)


async def start_audit(call: Call) -> Response:
    audits: Audits = call.request.app.state.audits
    extent = call.query("extent", "new")
    if extent not in ("new", "all"):
        detail = "extent must be new or all."
        raise Problem(422, "bad-field", detail, where="extent")
    key = f"{call.caller.name}:{idempotency_key(call.request)}"
    repeated = audits.start(key, full=extent == "all")
    return json(audits.state, headers={"Idempotent-Replay": "true"} if repeated else None)


async def audit_state(call: Call) -> Response:
    audits: Audits = call.request.app.state.audits
    return json(audits.state)
