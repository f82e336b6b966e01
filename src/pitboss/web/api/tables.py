"""Endpoints for tables and links."""

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.casino.process import MAX_NAME_CHARACTERS
from pitboss.jackpot.commands import AnyLinkCommand
from pitboss.jackpot.state import LinkState
from pitboss.kernel.json_types import Outgoing
from pitboss.kernel.money import Cents, format_cents
from pitboss.rulebook.incidents import FACTS, Incident
from pitboss.table.betting import owners
from pitboss.table.commands import AnyCommand
from pitboss.table.corrections.views import ListedEntry, entry_views
from pitboss.table.facts import known_facts
from pitboss.table.occasions import NEEDS_BOX, check_occasion
from pitboss.table.rulings import WrittenRuling, rule_incident, written_ruling
from pitboss.table.state import TableState
from pitboss.web.api.commands import LinkAnswer, TableAnswer, link_command, table_command
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, body_of, json
from pitboss.web.api.openapi import Parameter
from pitboss.web.api.problems import Problem
from pitboss.web.service import Service
from pitboss.web.views.floor import FloorView, in_order
from pitboss.web.views.incidents import (
    FactAsked,
    IncidentsOnHold,
    PossibleIncident,
    PossibleIncidents,
    incident_view,
)
from pitboss.web.views.links import ClaimOnLink, LinkView, claims_in_full, link_view, pays_now
from pitboss.web.views.tables import TablePage, table_view


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    _declare_tables_and_links(add)
    _declare_decisions(add)


def _declare_tables_and_links(add: Endpoints) -> None:
    add.add(
        "GET",
        "/api/time",
        time,
        summary="The server's clock, by which a table's clock runs down",
        answer=ServerTime,
    )
    add.add("GET", "/api/floor", floor, summary="The floor at a glance", answer=FloorView)
    add.add(
        "GET",
        "/api/tables/{table}",
        table,
        summary="A table as the caller may see it",
        problems=(404,),
        answer=TablePage,
    )
    add.add(
        "POST",
        "/api/tables/{table}/commands",
        table_command,
        summary="Carry out a command at a table",
        body=AnyCommand,
        answer=TableAnswer,
        key=True,
        direct=True,
    )
    add.add(
        "GET",
        "/api/tables/{table}/entries",
        entries,
        summary="The entries of the round in progress, any of which may be corrected",
        problems=(404,),
        answer=Entries,
    )
    add.add(
        "GET",
        "/api/links",
        links,
        summary="All jackpot links",
        answer=JackpotLinks,
    )
    add.add(
        "GET",
        "/api/links/{link}",
        link,
        summary="A jackpot link",
        problems=(404,),
        answer=LinkView,
    )
    add.add(
        "POST",
        "/api/links/{link}/commands",
        link_command,
        summary="Carry out a command on a link",
        body=AnyLinkCommand,
        answer=LinkAnswer,
        key=True,
        direct=True,
    )


def _declare_decisions(add: Endpoints) -> None:
    add.add(
        "GET",
        "/api/claims",
        claims,
        summary="Claims waiting to be verified",
        answer=Claims,
    )
    add.add(
        "GET",
        "/api/incidents",
        incidents,
        summary="Rulings waiting for somebody's decision",
        answer=IncidentsOnHold,
    )
    add.add(
        "GET",
        "/api/incidents/facts",
        facts,
        summary="What has to be reported of an incident at a table",
        query={
            "table": Parameter(required=True),
            "box": Parameter(description="The box it is about."),
        },
        problems=(404,),
        answer=PossibleIncidents,
    )
    add.add(
        "POST",
        "/api/rule",
        rule,
        summary="Ask what the rules say about an incident",
        body=Asked,
        answer=WrittenRuling,
    )


class Entries(Outgoing, frozen=True):
    """What was entered in the round in progress."""

    round: str | None
    entries: list[ListedEntry]


class ServerTime(Outgoing, frozen=True):
    """The server's clock, in milliseconds since 1970."""

    now_ms: int


class JackpotLinks(Outgoing, frozen=True):
    """All jackpot links."""

    links: list[LinkView]


class Claims(Outgoing, frozen=True):
    """Claims waiting to be verified."""

    claims: list[ClaimOnLink]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """An incident (docs/rulings.md)."""

    id: str | None = None
    rulebook: str
    incident: str
    facts: dict[str, bool | int | str] = {}


async def time(call: Call) -> Response:
    return json(ServerTime(call.service.clock_ms()))


async def floor(call: Call) -> Response:
    return json(call.service.hub.floor(call.caller))


async def table(call: Call) -> Response:
    position, name = call.service.hub.position, call.path("table")
    state = await found_table(call, name)
    hub = call.service.hub
    return json(table_view(state, call.caller, position, hub.interrupted, hub.clock(state)))


async def found_table(call: Call, name: str) -> TableState:
    """A table including what the caller has just done there, whether or not the hub knows of it
    yet.
    """
    state = await call.read(call.service.casino.table, name) if _is_name(name) else None
    if state is None:
        raise _no_table(name)
    return state


def _is_name(text: str) -> bool:
    """Whether a table or link could have this name: not every journal accepts every text as a
    key.
    """
    return len(text) <= MAX_NAME_CHARACTERS and text.isprintable()


def _no_table(name: str) -> Problem:
    return Problem(404, "no-such-table", f"There is no table {name}.")


async def entries(call: Call) -> Response:
    state = call.service.hub.tables.get(call.path("table"))
    if state is None:
        raise _no_table(call.path("table"))
    round, actor = state.round, call.caller.actor
    if round is None or actor is None:
        return json(Entries(None if round is None else round.id, []))
    return json(Entries(round.id, entry_views(state, actor)))


async def links(call: Call) -> Response:
    links = in_order(call.service.hub.links)
    return json(JackpotLinks([_link(call.service, call, *link) for _, link in links]))


async def link(call: Call) -> Response:
    casino, name = call.service.casino, call.path("link")
    state, shown = (
        await call.read(lambda: (casino.link(name), casino.displayed(name)))
        if _is_name(name)
        else (None, None)
    )
    if state is None or shown is None:
        raise Problem(404, "no-such-link", f"There is no link {name}.")
    return json(_link(call.service, call, state, shown))


def _link(service: Service, call: Call, state: LinkState, shown: Cents) -> LinkView:
    bets: dict[str, set[Cents | None]] = {}
    rules: dict[str, str] = {}
    for table in map(service.hub.tables.get, state.tables):
        if table is not None:
            bets.setdefault(table.rulebook, set()).add(table.settings.progressive_bet)
            rules[table.rulebook] = table.rules or table.rulebook
    shelf = service.casino.shelf
    pays = {
        book: pays_now(rules[book], shown, shelf, next(iter(staked)) if len(staked) == 1 else None)
        for book, staked in sorted(bets.items())
    }
    return link_view(state, shown, call.caller, shelf, service.hub.tables, pays)


async def claims(call: Call) -> Response:
    service = call.service
    return json(
        Claims(
            [
                ClaimOnLink(
                    **msgspec.structs.asdict(claim), link=name, displayed=format_cents(shown)
                )
                for name, (state, shown) in in_order(service.hub.links)
                for claim in claims_in_full(
                    state, call.caller, service.casino.shelf, service.hub.tables
                )
            ]
        )
    )


async def incidents(call: Call) -> Response:
    waiting = []
    actor = call.caller.actor
    for name, state in in_order(call.service.hub.tables):
        round = state.round
        pending = None if round is None else round.pending
        if round is None or pending is None:
            continue
        authority = pending.ruling.authority
        mine = actor is not None and authority is not None and actor.post >= authority.least_post
        waiting.append(incident_view(name, round, pending, mine))
    return json(IncidentsOnHold(waiting))


async def facts(call: Call) -> Response:
    """Incidents that can happen now at a table, and the facts that only people can tell."""
    name = call.query("table")
    state = call.service.hub.tables.get(name)
    if state is None:
        raise _no_table(name)
    phase = None if state.round is None else state.round.phase
    number = call.query("box")
    boxes = (
        {} if state.round is None else {str(box.number): box for box in state.round.boxes.values()}
    )
    box = boxes.get(number)
    possible = []
    for incident in Incident:
        if check_occasion(state, incident, {}) is not None:
            continue
        known = known_facts(state, incident, {}, box)
        asked = {
            name: FactAsked(kind.words, kind.least)
            for name, kind in FACTS.get(incident, {}).items()
            if name not in known
        }
        known_here = {
            name: value for name, value in known.items() if name in FACTS.get(incident, {})
        }
        possible.append(
            PossibleIncident(
                incident=incident, facts=asked, known=known_here, needs_box=incident in NEEDS_BOX
            )
        )
    return json(PossibleIncidents(state.id, phase, possible, [] if box is None else owners(box)))


async def rule(call: Call) -> Response:
    raw = await body_of(call.request)
    ruling = await run_in_threadpool(rule_incident, raw, call.service.casino.shelf)
    return json(written_ruling(ruling))
