"""Signs report what they display; staff can see what each has displayed."""

import datetime as dt
from typing import Annotated

import msgspec
from starlette.responses import Response

from pitboss.casino.displays import (
    MOST_SAMPLES,
    OLDEST_RECORDS,
    DisplayedFigure,
    FiguresDisplayed,
    SignState,
)
from pitboss.casino.requests import DisplayRequest
from pitboss.casino.stream_ids import sign_stream
from pitboss.journal.port import Journal
from pitboss.kernel.json_types import AmountText, Outgoing
from pitboss.kernel.money import Cents, to_cents
from pitboss.reports.displays import displays, written_displays
from pitboss.reports.json_types import WrittenDisplays
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, body_of, idempotency_key, json
from pitboss.web.api.openapi import Parameter
from pitboss.web.api.problems import Problem
from pitboss.web.api.records import moment_ms

_SCREEN = Annotated[str, msgspec.Meta(min_length=1, max_length=20, pattern="^[0-9a-z]+$")]


class FigureShown(Outgoing, frozen=True, kw_only=True):
    """What the sign showed at a moment, by the server's clock as the sign knows it."""

    at_ms: Annotated[int, msgspec.Meta(ge=0, le=10**14)]
    displayed: AmountText
    position: Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1)] | None
    state: SignState


class DisplayReport(Outgoing, frozen=True, kw_only=True):
    """What one screen of a sign has displayed of a link since its last report."""

    link: str
    screen: _SCREEN
    figures: Annotated[list[FigureShown], msgspec.Meta(min_length=1, max_length=MOST_SAMPLES)]


class DisplayTaken(Outgoing, frozen=True):
    """How many figures are on record now."""

    taken: int


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "POST",
        "/api/displays",
        report,
        summary="A sign reports what it has displayed",
        body=DisplayReport,
        problems=(404, 422, 429),
        answer=DisplayTaken,
        key=True,
        tag="records",
    )
    add.add(
        "GET",
        "/api/reports/displays",
        told,
        summary="What signs displayed, and when",
        query={
            "link": Parameter(description="One link; otherwise all."),
            "from": Parameter(description="From this time (ISO 8601) on; by default, an hour ago."),
            "to": Parameter(description="Before this time; by default, now."),
        },
        problems=(422,),
        answer=WrittenDisplays,
        tag="records",
    )


async def report(call: Call) -> Response:
    key, body = idempotency_key(call.request), await body_of(call.request)
    try:
        body_read = msgspec.convert(body, DisplayReport)
        figures = [
            DisplayedFigure(one.at_ms, Cents(to_cents(one.displayed)), one.position, one.state)
            for one in body_read.figures
        ]
    except (msgspec.ValidationError, ValueError) as error:
        what, _, where = str(error).partition(" - at `$.")
        raise Problem(422, "bad-field", f"{what}.", where=where.rstrip("`")) from None
    service, sign = call.service, call.caller.name
    if body_read.link not in service.hub.links:
        raise Problem(404, "no-such-link", f"There is no link {body_read.link[:80]}.")
    end, oldest = await call.read(_span, service.casino.journal, figures)
    if any(one.position is not None and one.position > end for one in figures):
        detail = f"The journal ends at position {end}."
        raise Problem(422, "bad-field", detail, where="figures.position")
    service.displays.take(f"{sign}/{body_read.screen}/{body_read.link}", service.clock_ms())
    kept = tuple(sorted(_of_late(figures, oldest), key=lambda one: one.at_ms))
    if kept:
        event = FiguresDisplayed(
            at_ms=0, link=body_read.link, screen=body_read.screen, figures=kept
        )
        request = DisplayRequest(
            id=f"displays/{sign}/{key}", target=sign_stream(sign), report=event
        )
        await service.bridge.carry_out(request, lambda: None)
    return json(DisplayTaken(len(kept)))


def _span(journal: Journal, figures: list[DisplayedFigure]) -> tuple[int, int]:
    """The last position, and the oldest one from which these figures may be."""
    end = journal.last_position()
    # There are no more records than positions, so usually nobody has to count.
    oldest = end - OLDEST_RECORDS + 1
    if all(one.position is None or one.position >= oldest for one in figures):
        return end, oldest
    back = journal.read_back(end + 1, OLDEST_RECORDS, ())
    return end, back.position if back.looked == OLDEST_RECORDS else 0


def _of_late(figures: list[DisplayedFigure], oldest: int) -> list[DisplayedFigure]:
    """Reports from too far back can no longer be checked and are left out."""
    return [one for one in figures if one.position is None or one.position >= oldest]


async def told(call: Call) -> Response:
    now_ms = call.service.clock_ms()
    from_ms = moment_ms(
        call, "from", now_ms - dt.timedelta(hours=1) // dt.timedelta(milliseconds=1)
    )
    to_ms = moment_ms(call, "to", now_ms + 1)
    link = call.given("link")
    shown = await call.read(displays, call.service.casino.journal, link, from_ms, to_ms)
    return json(WrittenDisplays(written_displays(shown)))
