"""Why a jackpot stands where it does: what it consists of, by which clauses, and the proof."""

from starlette.responses import Response

from pitboss.games.progressive import ProgressivePays
from pitboss.kernel.money import format_cents
from pitboss.reports.jackpots import JackpotNow
from pitboss.reports.text import units_text
from pitboss.rulebook.pay import Share
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.problems import Problem
from pitboss.web.api.records import proof_of
from pitboss.web.auth.permissions import may
from pitboss.web.views.reasons import (
    FigurePart,
    FigureReasons,
    JackpotRules,
    TableShare,
)


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/links/{link}/why",
        why,
        summary="Why a jackpot stands where it does: its parts, the clauses, the proof",
        problems=(404,),
        answer=FigureReasons,
        tag="records",
    )


async def why(call: Call) -> Response:
    name = call.path("link")
    known = name in call.service.hub.links
    now = await call.read(call.service.jackpots.now, name) if known else None
    if now is None:
        raise Problem(404, "no-such-link", f"There is no link {name[:80]}.")
    return json(await call.read(_reasons, call, now))


def _reasons(call: Call, now: JackpotNow) -> FigureReasons:
    report = now.report
    staff = may(call.caller.role, "GET", "/api/reports/jackpot")
    return FigureReasons(
        link=report.link,
        operator=report.operator,
        at_ms=call.service.clock_ms(),
        since_ms=report.since.at_ms,
        displayed=format_cents(report.displayed),
        locked=report.locked,
        down=report.down,
        parts=[FigurePart(what, units_text(units)) for what, units in now.parts],
        adds_up=report.composed_units == report.meter_units,
        tables=[
            TableShare(table.table, units_text(table.entered_units + table.waiting_units))
            for table in report.tables
        ]
        if staff
        else [],
        rules=_rules(call, report.link),
        record=proof_of(call.service.casino.journal, now.record),
    )


def _rules(call: Call, link: str) -> list[JackpotRules]:
    """What the rulebooks of a link's tables say about the wager, and about the hands that win a
    share.
    """
    shelf, tables = call.service.casino.shelf, call.service.hub.tables
    state, _ = call.service.hub.links[link]
    names = {
        table.rulebook: table.rules or table.rulebook
        for table in map(tables.get, state.tables)
        if table is not None
    }
    rules = []
    for rulebook, name in sorted(names.items()):
        book = shelf.get(name)
        said = shelf.clauses(book)
        cited = [book.wagers.spot("progressive").clause]
        cited += [
            clause
            for payment in ProgressivePays(book).payments
            if payment is not None and isinstance(payment.pays, Share)
            for clause in payment.clauses
        ]
        clauses = {number: said[number].gist for number in cited if number in said}
        rules.append(JackpotRules(rulebook, book.title, clauses))
    return rules
