"""The ASGI application: endpoints, pages, headers, start-up and shutdown."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from anyio import move_on_after
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Lifespan, Message, Receive, Scope, Send

from pitboss.demo.tour import Tours
from pitboss.journal.port import JournalError
from pitboss.kernel.json_types import Outgoing
from pitboss.version import __version__
from pitboss.web import fonts, page_files
from pitboss.web.api import approvals as api_approvals
from pitboss.web.api import books as api_books
from pitboss.web.api import deeds as api_deeds
from pitboss.web.api import devices as api_devices
from pitboss.web.api import displays as api_displays
from pitboss.web.api import factors as api_factors
from pitboss.web.api import hints
from pitboss.web.api import house as api_house
from pitboss.web.api import log as api_log
from pitboss.web.api import passkeys as api_passkeys
from pitboss.web.api import people as api_people
from pitboss.web.api import records as api_records
from pitboss.web.api import reports as api_reports
from pitboss.web.api import stream as api_stream
from pitboss.web.api import tables as api_tables
from pitboss.web.api import tour as api_tour
from pitboss.web.api.command_schema import Schema
from pitboss.web.api.endpoints import Endpoint, Endpoints, only
from pitboss.web.api.exchange import Call, json
from pitboss.web.api.identity import badges as api_badges
from pitboss.web.api.identity import directory as api_directory
from pitboss.web.api.identity import invitations as api_invitations
from pitboss.web.api.identity import sessions as api_sessions
from pitboss.web.api.identity import tokens as api_tokens
from pitboss.web.api.openapi import document
from pitboss.web.api.problems import Problem, answer, as_problem, on_error
from pitboss.web.api.reasons import links as api_link_reasons
from pitboss.web.api.reasons import rounds as api_round_reasons
from pitboss.web.api.reports import Audits
from pitboss.web.auth.admission import address_of
from pitboss.web.auth.cookies import without_foreign_cookies
from pitboss.web.hosts import is_our_name
from pitboss.web.reads import TookTooLong
from pitboss.web.routes import DirectRoutes
from pitboss.web.service import Service
from pitboss.web.strangers import too_many

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; worker-src 'self'; font-src 'self'; form-action 'self'; base-uri "
        "'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_READY_S = 5.0
"""How long the answer to whether it can serve waits for each thing that is tried."""
_log = logging.getLogger("pitboss.web")

_PAGES = {
    "/": "lobby/lobby.html",
    "/sign-in": "sign-in/sign-in.html",
    "/setup": "sign-in/setup.html",
    "/invitation": "sign-in/invitation.html",
    "/table/{name}": "console/console.html",
    "/seat/{name}": "seat/seat.html",
    "/sign/{name}": "sign/sign.html",
    "/pit": "pit/pit.html",
    "/audit": "audit/audit.html",
    "/why": "why/why.html",
    "/rulebooks": "rulebooks/rulebooks.html",
    "/people": "people/people.html",
    "/tour": "tour/tour.html",
}


def make_app(service: Service) -> "App":
    """The application of one service."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(service.hub.start, asyncio.get_running_loop())
        service.ready = True
        yield
        service.ready = False
        service.hub.let_go()
        service.reads.close()
        service.reports.close()
        await asyncio.to_thread(service.hub.stop)
        await asyncio.to_thread(service.turns.close)
        await asyncio.to_thread(service.bridge.stop)
        await asyncio.to_thread(service.guard.close)

    app = App(service.clock_ms, lifespan)
    app.state.service = service
    app.state.audits = Audits(service)
    app.state.tours = Tours(service.casino)
    app.add_exception_handler(Exception, on_error)
    app.add_exception_handler(Problem, on_error)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_middleware(_Headers, clock_ms=service.clock_ms)
    declare_all(app.endpoints)
    _serve_pages(app)
    return app


def declare_all(endpoints: Endpoints) -> None:
    """Declares all endpoints."""
    for module in (
        api_tables,
        api_approvals,
        api_stream,
        api_people,
        api_deeds,
        api_factors,
        api_passkeys,
        api_devices,
        api_tokens,
        api_badges,
        api_sessions,
        api_directory,
        api_invitations,
        api_displays,
        api_books,
        api_house,
        api_records,
        api_round_reasons,
        api_link_reasons,
        api_log,
        api_reports,
        hints,
        api_tour,
    ):
        module.declare(endpoints)
    _declare_own(endpoints)
    endpoints.check()


class App(Starlette):
    """Starlette, except for requests that take the fast path."""

    def __init__(self, clock_ms: Callable[[], int], lifespan: Lifespan["App"]) -> None:
        super().__init__(lifespan=lifespan)
        # It would redirect an address that is almost one of ours to one built from the Host header.
        self.router.redirect_slashes = False
        self.direct = DirectRoutes({**HEADERS, "Cache-Control": "no-store"}, clock_ms)
        self.endpoints = Endpoints(self.router.routes, self.direct)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if not is_our_name(scope, self.state.service.hosts):
                problem = Problem(421, "other-host", "There is no server of that name here.")
                await answer(problem)(scope, receive, send)
                return
            if (refused := too_many(self.state.service, scope)) is not None:
                await self.direct.refuse(refused, send)
                return
            endpoint = self.direct.find(scope)
            if endpoint is not None:
                scope["app"] = self
                await self.direct.serve(endpoint, scope, receive, send)
                return
            scope["headers"] = without_foreign_cookies(scope["headers"])
        await super().__call__(scope, receive, send)


class _Headers:
    """Adds our headers to every answer, and turns anything that goes wrong into a problem document.

    Everything that answers GET also answers HEAD, except the stream, which would never end; the
    server leaves the body out.
    """

    def __init__(self, app: ASGIApp, clock_ms: Callable[[], int]) -> None:
        self._app = app
        self._clock_ms = clock_ms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD" and not scope["path"].startswith("/api/stream"):
            scope = {**scope, "method": "GET"}
        kept = "no-store"
        if scope["path"].startswith(page_files.FILES):
            path, kept = page_files.without_stamp(scope["path"])
            scope = {**scope, "path": path}
        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", kept if message["status"] < 400 else "no-store")
                headers["X-Server-Time"] = str(self._clock_ms())
            await send(message)

        try:
            await self._app(scope, receive, with_headers)
        except Exception as error:
            if begun:
                raise
            await answer(as_problem(error))(scope, receive, with_headers)


async def _not_found(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    code = {404: "not-found", 405: "method-not-allowed"}.get(status, "bad-request")
    if status == 404 and _is_for_a_person(request):
        return page_files.page("shared/not-found.html", status)
    if status != 405:
        return answer(Problem(status, code, "There is nothing here."))
    ways = sorted(_ways(request))
    detail = f"Method not allowed; use {' or '.join(ways)}."
    return answer(Problem(status, code, detail, headers={"Allow": ", ".join(ways)}))


def _is_for_a_person(request: Request) -> bool:
    """Whether somebody navigated to an address with a browser, as opposed to a request by a program
    or a page.
    """
    programs = request.url.path.startswith(("/api/", "/static/"))
    return not programs and "text/html" in request.headers.get("accept", "")


def _ways(request: Request) -> set[str]:
    """The methods that a path answers to."""
    app: Starlette = request.app
    methods = [
        route.methods or set()
        for route in app.router.routes
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE
    ]
    return set().union(*methods) or {"GET"}


class Up(Outgoing, frozen=True):
    """The process is up."""

    up: bool
    version: str


class Ready(Outgoing, frozen=True):
    """It serves, and has read the journal up to a position. While it is ``draining``, new rounds
    wait for a restart; ``rounds`` are still in progress.
    """

    ready: bool
    position: int
    draining: bool
    rounds: int


def _declare_own(add: Endpoints) -> None:
    add.add(
        "GET",
        "/healthz",
        _health,
        summary="Whether the process is up",
        answer=Up,
        tag="operations",
    )
    add.add(
        "GET",
        "/readyz",
        _ready,
        summary="Whether it can serve",
        problems=(503,),
        answer=Ready,
        tag="operations",
    )
    add.add(
        "GET",
        "/metrics",
        _metrics,
        summary="Figures for Prometheus",
        problems=(403,),
        media_type="text/plain",
        answer=str,
        tag="operations",
    )
    add.add("GET", "/api/openapi.json", _openapi, summary="This document", tag="operations")


async def _health(_call: Call) -> Response:
    return json(Up(up=True, version=__version__))


async def _ready(call: Call) -> Response:
    service = call.service
    if reason := await _trouble(service):
        raise Problem(503, "not-ready", reason, headers={"Retry-After": "5"})
    return json(Ready(True, service.hub.position, service.hub.draining, service.rounds_on))


async def _trouble(service: Service) -> str:
    """Why it can't serve; empty if it can."""
    if not service.ready:
        return "Starting or stopping."
    try:
        await service.reads.carry_out(
            partial(service.casino.journal.read_back, limit=1), longest_s=_READY_S
        )
    except TookTooLong as error:
        return f"Nothing can be read: {error}."
    except JournalError as error:
        _log.warning("not ready: %s", error)
        return "Nothing can be read: the journal does not answer; the log says why."
    with move_on_after(_READY_S) as waiting:
        await run_in_threadpool(int)
    if waiting.cancelled_caught:
        return "All threads that make changes are busy."
    return service.bridge.trouble()


async def _metrics(call: Call) -> Response:
    watchers = call.service.watchers
    if watchers and address_of(call.request) not in watchers:
        raise Problem(403, "not-permitted", "server.metrics names the addresses that may ask.")
    figures, hub = call.service.figures, call.service.hub
    figures.clients.set(hub.clients)
    figures.position.set(hub.position)
    for name, (_, shown) in hub.links.items():
        figures.displayed.labels(name).set(shown / 100)
    return Response(
        generate_latest(figures.registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
    )


async def _openapi(call: Call) -> Response:
    app: App = call.request.app
    return json(document_of(app.endpoints))


def document_of(endpoints: Endpoints) -> Schema:
    """The OpenAPI document."""
    return document(
        "Pitboss",
        __version__,
        "Casino table games and their linked jackpots, run to the letter of the approved rule "
        "documents.",
        endpoints.operations,
    )


def _serve_pages(app: App) -> None:
    def page(file: str) -> Endpoint:
        async def served(_request: Request) -> Response:
            return page_files.page(file)

        return served

    for path, file in _PAGES.items():
        app.router.routes.append(only("GET", path, page(file)))

    async def faces(_request: Request) -> Response:
        return Response(fonts.style(), media_type="text/css")

    packed = StaticFiles(directory=fonts.FOLDER, check_dir=False)
    app.router.routes += [
        only("GET", "/static/shared/fonts.css", faces),
        Mount("/static/fonts", packed, name="fonts"),
        Mount("/static", page_files.PageFiles(directory=page_files.PAGES), name="static"),
    ]
