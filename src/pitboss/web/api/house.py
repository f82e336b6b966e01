"""Endpoints for the house rules: what was adopted, what is proposed, and the approval by two
persons.
"""

import msgspec
from starlette.responses import Response

from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import HOUSE_STREAM
from pitboss.games.faults import Fault, FaultCode
from pitboss.house.commands import AnyRuleCommand, ApproveRulebook
from pitboss.house.decide import MOST_CHARACTERS
from pitboss.rulebook.texts import read_text
from pitboss.web.api.commands import carried_out
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import (
    Call,
    body_of,
    check_stepped_up,
    deadline_ms,
    idempotency_key,
    json,
)
from pitboss.web.api.problems import Problem, no_post
from pitboss.web.views.house import HouseView, RulesText, house_view

_MOST_BYTES = 4 * MOST_CHARACTERS


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/house/rules",
        rules,
        summary="The rules of the house: adopted, proposed, and to come",
        answer=HouseView,
        tag="rulebooks",
    )
    add.add(
        "GET",
        "/api/house/rules/{rules}",
        one_text,
        summary="The full text of a rulebook, by its hash",
        problems=(404,),
        answer=RulesText,
        tag="rulebooks",
    )
    add.add(
        "POST",
        "/api/house/commands",
        command,
        summary="Propose, approve or withdraw a rulebook",
        body=AnyRuleCommand,
        problems=(409, 413),
        answer=HouseView,
        key=True,
        tag="rulebooks",
    )


async def rules(call: Call) -> Response:
    return json(await call.read(_view, call))


def _view(call: Call) -> HouseView:
    return house_view(call.service.casino.house(), call.service.clock_ms())


async def one_text(call: Call) -> Response:
    hash = call.path("rules")
    house = await call.read(call.service.casino.house)
    text = house.texts.get(hash)
    if text is None:
        raise Problem(404, "unknown-rulebook", f"No text with the hash {hash:.64} is on record.")
    rulebook = read_text(text).id
    return json(RulesText(rules=hash, rulebook=rulebook, toml=text.toml, clauses=text.clauses))


async def command(call: Call) -> Response:
    key = idempotency_key(call.request)
    asked = _read(await body_of(call.request, _MOST_BYTES))
    actor = call.caller.actor
    if actor is None:
        raise no_post()
    if isinstance(asked, ApproveRulebook):
        check_stepped_up(call)
    request = Request(f"{actor.name}:{key}", HOUSE_STREAM, asked, actor, deadline_ms(call.request))
    answer, view = await carried_out(call.service, request, lambda: _view(call))
    return json(view, headers={"Idempotent-Replay": "true"} if answer.repeated else None)


def _read(body: object) -> AnyRuleCommand:
    try:
        rule_command: AnyRuleCommand = msgspec.convert(body, AnyRuleCommand)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$.")
        message = f"{problem[0].lower()}{problem[1:]}"
        raise Fault(FaultCode.BAD_FIELD, message, place.rstrip("`")) from None
    return rule_command
