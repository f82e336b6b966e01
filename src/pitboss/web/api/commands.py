"""Commands at tables and on links: JSON in, a request to the casino, and its answer with the view
after it.
"""

import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from starlette.responses import Response

from pitboss.casino.app import Casino
from pitboss.casino.requests import Answer, Refusal, Request, TooLate
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.games.faults import Fault, FaultCode
from pitboss.jackpot.command_json import read_link_command
from pitboss.jackpot.commands import (
    ApproveCorrection,
    ApproveParameters,
    DeclineClaim,
    OpenLink,
    OrderClaims,
    VerifyClaim,
)
from pitboss.kernel.json_types import Outgoing
from pitboss.table.command_json import read_command
from pitboss.table.commands import (
    AllowCorrection,
    AnyCommand,
    Confirm,
    OpenBetting,
    OpenTable,
)
from pitboss.table.state import TableState
from pitboss.web.api.command_checks import (
    beside,
    check_beside,
    check_described,
    check_new_name,
    check_numbers,
    check_texts,
)
from pitboss.web.api.exchange import (
    Call,
    body_of,
    bytes_of,
    check_stepped_up,
    deadline_ms,
    from_json,
    idempotency_key,
    json,
)
from pitboss.web.api.problems import Problem, no_post
from pitboss.web.auth.programs import check_command
from pitboss.web.service import Service
from pitboss.web.views.approvals import waiting_view
from pitboss.web.views.links import LinkView, link_view
from pitboss.web.views.tables import TablePage, table_view

_T = TypeVar("_T")
_BY_A_SECOND = frozenset(
    (
        Confirm,
        AllowCorrection,
        VerifyClaim,
        DeclineClaim,
        OrderClaims,
        ApproveParameters,
        ApproveCorrection,
    )
)
"""Commands that decide on what somebody else has done."""


class TableAnswer(Outgoing, frozen=True):
    """A command was carried out: its id, the journal position, the events, the table after it."""

    id: str
    position: int
    events: list[str]
    view: TablePage


class LinkAnswer(Outgoing, frozen=True):
    """A command was carried out: its id, the journal position, the events, the link after it."""

    id: str
    position: int
    events: list[str]
    view: LinkView


def _names(answer: Answer) -> list[str]:
    """The names of the events that a command led to."""
    return [str(stored.event.__struct_config__.tag) for stored in answer.events]


class Sent(NamedTuple):
    """A command, and what its body says besides."""

    command: AnyCommand
    said: Mapping[str, object]


def _command(body: bytes) -> Sent:
    """The command in a body, if it is sound."""
    raw = from_json(body)
    if not isinstance(raw, dict):
        raise Fault(FaultCode.BAD_FIELD, "a command is a JSON object")
    command = read_command(raw)
    check_numbers(command)
    check_texts(command)
    check_described(command)
    if isinstance(command, OpenTable) and command.rulebook.endswith(".toml"):
        raise Problem(422, "bad-field", "Name a rulebook by its id.", where="rulebook")
    return Sent(command, beside(raw))


_SHORT = 200
_often = lru_cache(maxsize=4096)(_command)
"""The same bets are placed over and over, so short bodies are parsed once."""


async def table_command(call: Call) -> Response:
    key = idempotency_key(call.request)
    body = await bytes_of(call.request)
    command, said = _often(body) if len(body) <= _SHORT else _command(body)
    check_command(call.caller, str(command.__struct_config__.tag))
    actor = call.caller.actor
    if actor is None:
        raise no_post()
    name = call.path("table")
    if said:
        check_beside(said, actor, name)
    if type(command) is OpenTable:
        check_new_name(name, "table", call.service.hub.tables)
    if type(command) is OpenBetting:
        check_not_draining(call.service)
    if type(command) in _BY_A_SECOND:
        check_stepped_up(call)
    until_ms = deadline_ms(call.request)
    request = Request(f"{actor.name}:{key}", table_stream(name), command, actor, until_ms)
    casino = call.service.casino
    answer, state = await carried_out(call.service, request, lambda: casino.table(name))
    assert state is not None, "a table that has accepted a command is there"
    call.service.on_act(name, command, actor)
    hub = call.service.hub
    position = answer.events[-1].position if answer.events else hub.position
    return json(
        TableAnswer(
            key,
            position,
            _names(answer),
            table_view(state, call.caller, position, hub.interrupted, hub.clock(state)),
        ),
        headers={"Idempotent-Replay": "true"} if answer.repeated else None,
    )


async def link_command(call: Call) -> Response:
    key = idempotency_key(call.request)
    controls = call.service.casino.controls
    body = await body_of(call.request)
    command = (
        read_link_command(body) if controls is None else read_link_command(body, controls.verifiers)
    )
    check_command(call.caller, str(command.__struct_config__.tag))
    check_numbers(command)
    check_texts(command)
    actor = call.caller.actor
    if actor is None:
        raise no_post()
    name = call.path("link")
    if isinstance(command, OpenLink):
        check_new_name(name, "link", call.service.hub.links)
    if type(command) in _BY_A_SECOND:
        check_stepped_up(call)
    casino, until_ms = call.service.casino, deadline_ms(call.request)
    answer, (state, shown, tables) = await carried_out(
        call.service,
        Request(f"{actor.name}:{key}", link_stream(name), command, actor, until_ms),
        lambda: (casino.link(name), casino.displayed(name), _claiming(casino, name)),
    )
    assert state is not None
    assert shown is not None
    return json(
        LinkAnswer(
            key,
            answer.events[-1].position if answer.events else call.service.hub.position,
            _names(answer),
            link_view(state, shown, call.caller, casino.shelf, tables),
        ),
        headers={"Idempotent-Replay": "true"} if answer.repeated else None,
    )


def check_not_draining(service: Service) -> None:
    """No new round begins before a restart."""
    if service.hub.draining:
        detail = "Pitboss is about to restart: rounds in progress finish, and new ones wait."
        raise Problem(409, "draining", detail, headers={"Retry-After": "10"})


def _claiming(casino: Casino, link: str) -> dict[str, TableState]:
    """The tables of a link whose jackpot is being claimed: those with a claiming hand, and those
    that may have a hand that comes first.
    """
    state = casino.link(link)
    names = state.tables if state is not None and state.waiting_claims else ()
    return {name: there for name in names if (there := casino.table(name)) is not None}


async def carried_out(
    service: Service, request: Request, look: Callable[[], _T]
) -> tuple[Answer, _T]:
    """Carries out a command and counts it; a refusal becomes a problem. ``look`` runs afterwards,
    in a thread that may query the database.
    """
    begun_s = time.perf_counter()
    do = str(request.command.__struct_config__.tag)
    try:
        answer, seen = await service.bridge.carry_out(request, look)
    except TooLate:
        service.figures.commands.count(do, "too-late")
        raise
    except Exception:
        service.figures.commands.count(do, "error")
        raise
    service.figures.commands.took(time.perf_counter() - begun_s)
    refusal = answer.refusal
    service.figures.commands.count(do, "refused" if refusal else "accepted")
    if refusal is not None:
        service.figures.refusals.labels(refusal.code).inc()
        headers = {"Idempotent-Replay": "true"} if answer.repeated else None
        raise refused(refusal, headers)
    return answer, seen


def refused(refusal: Refusal, headers: dict[str, str] | None = None) -> Problem:
    """A refusal as the client sees it."""
    return Problem(
        409,
        refusal.code,
        refusal.message,
        clauses=refusal.clauses,
        where=refusal.where,
        headers=headers,
        approval=None if refusal.asked is None else waiting_view(refusal.asked),
    )
