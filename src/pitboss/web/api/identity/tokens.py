"""Tokens of programs: who has one, for what, and until when."""

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.jackpot.command_json import LINK_COMMANDS
from pitboss.people.scopes import Scope
from pitboss.table.command_json import TABLE_COMMANDS
from pitboss.web.api.bodies import TokenToAdd, done, read
from pitboss.web.api.endpoints import Endpoints
from pitboss.web.api.exchange import Call, idempotency_key, json
from pitboss.web.api.problems import Problem
from pitboss.web.views.tokens import NewToken, RevokedToken, Tokens, TokenView


def declare(add: Endpoints) -> None:
    """The endpoints of this module."""
    add.add(
        "GET",
        "/api/tokens",
        tokens,
        summary="Programs and their tokens",
        answer=Tokens,
        tag="people",
    )
    add.add(
        "POST",
        "/api/tokens",
        add_token,
        summary="Create a token for a program; it is shown once",
        body=TokenToAdd,
        problems=(404,),
        answer=NewToken,
        key=True,
        tag="people",
    )
    add.add(
        "POST",
        "/api/tokens/{program}/revoke",
        revoke,
        summary="Revoke a program's token",
        problems=(404, 409, 422),
        answer=RevokedToken,
        key=True,
        tag="people",
    )


async def tokens(call: Call) -> Response:
    guard = call.service.guard
    return json(
        Tokens(
            [
                TokenView(
                    program=one.id,
                    name=one.name,
                    role=one.role,
                    scope=one.scope,
                    by=one.by,
                    until_ms=one.until_ms,
                    revoked=one.revoked,
                    used_ms=guard.last_use_ms(one.id),
                )
                for one in guard.people.programs.values()
            ]
        )
    )


async def add_token(call: Call) -> Response:
    key = idempotency_key(call.request)
    new = await read(call, TokenToAdd)
    _check_named(call, new.scope)
    guard, by = call.service.guard, call.caller.name
    made = await run_in_threadpool(
        lambda: guard.add_program(by, new.name, new.role, new.scope, new.until_ms, key=key)
    )
    return done(NewToken(made.program, made.token, made.waits), made.token is None)


def _check_named(call: Call, scope: Scope) -> None:
    """Checks that what a scope names exists: a misspelt word would allow nothing."""
    known = {*TABLE_COMMANDS, *LINK_COMMANDS}
    if (do := next((one for one in scope.commands if one not in known), None)) is not None:
        raise Problem(422, "bad-field", f"There is no command {do}.", where="scope")
    tables = call.service.hub.tables
    if (name := next((one for one in scope.tables if one not in tables), None)) is not None:
        raise Problem(404, "no-such-table", f"There is no table {name}.", where="scope")


async def revoke(call: Call) -> Response:
    key, program = idempotency_key(call.request), call.path("program")
    guard, by = call.service.guard, call.caller.name
    repeated = await run_in_threadpool(lambda: guard.revoke_program(by, program, key=key))
    return done(RevokedToken(program, revoked=True), repeated)
