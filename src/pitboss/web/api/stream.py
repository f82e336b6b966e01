"""Endpoints for live updates: a stream for one caller, and one connection for all tabs of a
browser.

A browser opens at most six connections to a server. With a stream for each tab, the seventh tab
would never load and no command would be sent, so all pages of a browser share one.
"""

from collections.abc import AsyncGenerator, Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType
from starlette.responses import Response

from pitboss.kernel.json_types import Outgoing
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call
from pitboss.web.api.openapi import Parameter
from pitboss.web.api.problems import Problem
from pitboss.web.auth.callers import Caller, Stranger
from pitboss.web.auth.permissions import held_back, may
from pitboss.web.live_clients import FLOOR, Client
from pitboss.web.routes import EventStream
from pitboss.web.service import Service

MOST_WATCHES = 40
"""People and devices in one browser."""


class Watch(msgspec.Struct, forbid_unknown_fields=True):
    """What one person or device in a browser watches."""

    name: str
    """Who it is for. Nobody else gets it, even if they have since signed in with that browser."""
    role: str | None = None
    """The role in which the page knows this person; if it has changed, the page must reload."""
    device: str | None = None
    """The token of a device; without one, it is for whoever is signed in with the browser."""
    view: str = ""
    """As whom the tabs view, in a demonstration."""
    tables: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    consoles: tuple[str, ...] = ()


class StreamEvent(Outgoing, frozen=True, kw_only=True):
    """A server-sent event."""

    id: Annotated[
        str | UnsetType,
        msgspec.Meta(
            description="The journal position; send it as Last-Event-ID.",
            extra_json_schema={"pattern": "^[0-9]+$"},
        ),
    ] = UNSET
    event: Literal["snapshot", "floor", "table", "link", "meter", "beat", "watch", "ended"]
    data: Annotated[
        str,
        msgspec.Meta(
            description="JSON: a snapshot has views by topic; floor, table, link are as FloorView, "
            "TablePage, LinkView; a meter has link, displayed and position; a watch is "
            "the number in X-Watch of whoever the next events are for."
        ),
    ]


_watches = msgspec.json.Decoder(tuple[Watch, ...])


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/stream",
        stream,
        summary="Live updates as server-sent events",
        answers={200: "A snapshot, then changes; the id of an event is the journal position."},
        media_type="text/event-stream",
        answer=StreamEvent,
        query={
            "tables": Parameter(description="Names separated by commas, or *."),
            "links": Parameter(description="Names separated by commas, or *."),
        },
        direct=True,
    )
    add.add(
        "GET",
        "/api/stream/shared",
        shared,
        summary="Live updates for several people or devices in one browser",
        answers={200: "Like /api/stream; a watch event says whom the events after it are for."},
        problems=(401, 422),
        media_type="text/event-stream",
        answer=StreamEvent,
        headers={
            "X-Watch": Parameter(
                required=True,
                description="JSON: a list of what each one is watching, with name, role, tables, "
                "links and consoles; device holds a device's token.",
            )
        },
        direct=True,
    )


async def stream(call: Call) -> Response:
    hub = call.service.hub
    tables = [name for name in call.query("tables").split(",") if name]
    links = [name for name in call.query("links").split(",") if name]
    # Staff who watch exactly one table are at its console.
    consoles = frozenset(tables if tables != ["*"] and len(tables) == 1 else ())
    client = Client(call.caller, _topics(call.caller, tables, links), consoles)
    resumed = bool(call.request.headers.get("last-event-id"))
    return _counted(call.service, hub.stream(client, resumed), [call.caller])


def _counted(
    service: Service, events: AsyncGenerator[bytes, None], callers: Iterable[Caller]
) -> EventStream:
    """A stream of updates, unless one of those it is for has too many open already."""
    tokens = frozenset(caller.token for caller in callers if caller.token is not None)
    if not service.streams.take(tokens):
        raise Problem(
            429,
            "too-many-streams",
            "Too many live connections are open for this session: close a tab, or sign in again.",
            headers={"Retry-After": "5"},
        )

    return EventStream(events, lambda: service.streams.give_back(tokens))


def _topics(caller: Caller, tables: Iterable[str], links: Iterable[str]) -> frozenset[str]:
    """A star stands for all of them, including those opened later. The console of one table gets
    that table only.
    """
    if caller.table is not None:
        tables = [caller.table] if {caller.table, "*"} & set(tables) else []
    looked_at = {f"table/{name}" for name in tables}
    looked_at |= {f"{part}/{name}" for name in links for part in ("link", "meter")}
    return frozenset(looked_at | {FLOOR})


async def shared(call: Call) -> Response:
    watches = _read(call.request.headers.get("x-watch", ""))
    callers = [await _caller(call, watch) for watch in watches]
    clients = {
        number: Client(
            caller, _topics(caller, watch.tables, watch.links), frozenset(watch.consoles)
        )
        for number, (watch, caller) in enumerate(zip(watches, callers, strict=True))
        if caller.name == watch.name
        and caller.scope is None
        and watch.role in (None, caller.role)
        and may(caller.role, "GET", "/api/stream")
        and not held_back(caller.only, "GET", "/api/stream")
    }
    if not clients:
        raise Problem(401, "sign-in-needed", "Sign in first.")
    others = frozenset(range(len(watches))) - clients.keys()
    return _counted(call.service, call.service.hub.shared(clients, others), callers)


def _read(text: str) -> tuple[Watch, ...]:
    try:
        watches = _watches.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem(
            422, "bad-field", f"X-Watch must be a JSON list: {error}.", where="X-Watch"
        ) from None
    if not 0 < len(watches) <= MOST_WATCHES:
        raise Problem(
            422, "bad-field", f"X-Watch must list 1 to {MOST_WATCHES} watches.", where="X-Watch"
        )
    return watches


async def _caller(call: Call, watch: Watch) -> Caller:
    guard = call.service.guard
    try:
        return guard.sender(call.request, watch.device, watch.view)
    except Stranger:
        # Another process may have signed him in.
        return await call.service.reads.carry_out(
            lambda: guard.sender_afresh(call.request, watch.device, watch.view)
        )
