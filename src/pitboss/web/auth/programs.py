"""Programs and their tokens: whose a token is, when it was last used, and what it may be used for.

A token has a prefix of its own, so that anybody who finds one in a file or a log knows what it is.
"""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from pitboss.casino.app import Casino
from pitboss.journal.port import JournalError
from pitboss.people import commands as c
from pitboss.people.events import DeedProposed, ProgramAdded
from pitboss.people.roles import Role
from pitboss.people.scopes import ReadArea, Scope
from pitboss.people.state import PendingDeed, program_of
from pitboss.web.api.problems import Problem
from pitboss.web.auth.callers import Caller, Stranger, actor_of
from pitboss.web.auth.passkeys import PasskeyRegister
from pitboss.web.auth.register import digest

MARK = "pbt_"
_SEEN_EVERY_MS = 300_000

_ALWAYS = frozenset(
    (("GET", "/api/me"), ("GET", "/api/openapi.json"), ("GET", "/api/time"), ("POST", "/api/rule"))
)
_COMMANDS = frozenset(
    (("POST", "/api/tables/{table}/commands"), ("POST", "/api/links/{link}/commands"))
)
_READS: Mapping[str, ReadArea] = {
    "/api/floor": ReadArea.FLOOR,
    "/api/stream": ReadArea.FLOOR,
    "/api/tables/{table}": ReadArea.FLOOR,
    "/api/links": ReadArea.FLOOR,
    "/api/links/{link}": ReadArea.FLOOR,
    "/api/tables/{table}/entries": ReadArea.RECORDS,
    "/api/claims": ReadArea.RECORDS,
    "/api/incidents": ReadArea.RECORDS,
    "/api/incidents/facts": ReadArea.RECORDS,
    "/api/rounds": ReadArea.RECORDS,
    "/api/rounds/{round}": ReadArea.RECORDS,
    "/api/rounds/{round}/record": ReadArea.RECORDS,
    "/api/rounds/{round}/proof": ReadArea.RECORDS,
    "/api/rounds/{round}/shuffle": ReadArea.RECORDS,
    "/api/log": ReadArea.RECORDS,
    "/api/reports/day": ReadArea.REPORTS,
    "/api/reports/today": ReadArea.REPORTS,
    "/api/reports/jackpot": ReadArea.REPORTS,
    "/api/reports/displays": ReadArea.REPORTS,
    "/api/reports/reconcile": ReadArea.REPORTS,
    "/api/audit": ReadArea.REPORTS,
    "/api/house/rules": ReadArea.RULES,
    "/api/house/rules/{rules}": ReadArea.RULES,
    "/api/rulebooks": ReadArea.RULES,
    "/api/rulebooks/diff": ReadArea.RULES,
    "/api/rulebooks/{rulebook}": ReadArea.RULES,
    "/api/rulebooks/{rulebook}/clauses/{clause}": ReadArea.RULES,
    "/api/rulebooks/{rulebook}/opening": ReadArea.RULES,
    "/api/rulebooks/{rulebook}/maths": ReadArea.RULES,
    "/api/maths": ReadArea.RULES,
}
"""Everything that a program can read, by area; nothing else is open to programs."""


def is_program_token(token: str) -> bool:
    """Whether a token is a program's and not a device's."""
    return token.startswith(MARK)


class NewProgram(NamedTuple):
    """A program's id and its token, which is shown once. ``waits``: the digest by which another
    administrator approves it; the token becomes valid then.
    """

    program: str
    token: str | None
    waits: str | None


class ProgramRegister(PasskeyRegister):
    """Programs and their tokens. Thread-safe."""

    def __init__(self, casino: Casino, clock_ms: Callable[[], int]) -> None:
        super().__init__(casino, clock_ms)
        self._used_ms: dict[str, int] = {}
        self._noted_ms: dict[str, int] = {}

    def add_program(
        self,
        by: str,
        name: str,
        role: Role,
        scope: Scope,
        until_ms: int,
        *,
        key: str | None = None,
    ) -> NewProgram:
        """Lets a program act with a token of its own."""
        token = MARK + secrets.token_urlsafe(32)
        command = c.AddProgram(
            program=secrets.token_hex(6),
            token=digest(token),
            name=name,
            role=role,
            scope=scope,
            until_ms=until_ms,
        )
        event, repeated = self._once(by, key, command)
        waits = None
        if isinstance(event, DeedProposed):
            waits = PendingDeed(event.deed, event.by, event.at_ms).digest
            made = event.deed
            assert isinstance(made, c.AddProgram)
            return NewProgram(made.program, None if repeated else token, waits)
        assert isinstance(event, ProgramAdded)
        return NewProgram(event.program, None if repeated else token, waits)

    def revoke_program(self, by: str, program: str, *, key: str | None = None) -> bool:
        """Revokes a program's token."""
        return self._once(by, key, c.RevokeProgram(program))[1]

    def last_use_ms(self, program: str) -> int | None:
        """When a program's token was last used, as far as this process knows."""
        known = self.people.programs[program].seen_ms
        here = self._used_ms.get(program)
        return max(known or 0, here) if here is not None else known

    def program_caller(self, token: str) -> tuple[Caller, c.NoteProgram | None]:
        """Whose token it is, and what to note about its use; raises Stranger if nobody knows it."""
        program, now_ms = program_of(self.people, digest(token)), self._clock_ms()
        if program is None:
            raise Stranger
        name = program.acts_as
        if program.revoked:
            return Caller(name, None, token, scope=program.scope, fault="token-revoked"), None
        if now_ms >= program.until_ms:
            return Caller(name, None, token, scope=program.scope, fault="token-ended"), None
        self._used_ms[program.id] = now_ms
        noted_ms = max(program.seen_ms or 0, self._noted_ms.get(program.id, 0))
        note = None
        if now_ms - noted_ms >= _SEEN_EVERY_MS:
            self._noted_ms[program.id] = now_ms
            note = c.NoteProgram(program.id, now_ms)
        actor = actor_of(name, program.role)
        return Caller(name, program.role, token, actor=actor, scope=program.scope), note

    def is_program_still(self, hashed: str) -> bool:
        """Whether the token with a hash is still valid."""
        program = program_of(self.people, hashed)
        return program is not None and not program.revoked and self._clock_ms() < program.until_ms

    def note_program(self, seen: c.NoteProgram, name: str) -> None:
        """Records when a token was used. If that fails now, it is done later."""
        with suppress(JournalError):
            self._do(f"used/{seen.program}/{seen.seen_ms}", seen, name)

    def token_problem(self, caller: Caller) -> Problem:
        """Why a program's token is no longer valid, in words."""
        if caller.fault == "token-revoked":
            detail = f"The token of {caller.name} was revoked; an administrator can make another."
        else:
            program = program_of(self.people, digest(caller.token or ""))
            until_ms = 0 if program is None else program.until_ms
            ended = datetime.fromtimestamp(until_ms / 1000, UTC).isoformat(" ", "seconds")
            detail = (
                f"The token of {caller.name} expired at {ended}; an administrator can make another."
            )
        return Problem(401, caller.fault, detail)


def check_scope(scope: Scope, method: str, path: str, table: str | None) -> None:
    """Raises Problem if an endpoint is not in a token's scope. ``table`` is the one in the
    address.
    """
    if (method, path) in _ALWAYS:
        return
    commands = (method, path) in _COMMANDS
    area = _READS.get(path) if method == "GET" else None
    if not commands and area is None:
        raise _out_of_scope("Programs can't do this; a person has to sign in.")
    if commands and not scope.commands:
        raise _out_of_scope("This token is read-only.")
    if area is not None and area not in scope.reads:
        raise _out_of_scope(f"This token does not read {area}.")
    if scope.tables and area is not ReadArea.RULES and table not in scope.tables:
        raise _out_of_scope(f"This token is for {', '.join(scope.tables)} only.")


def check_command(caller: Caller, do: str) -> None:
    """Raises Problem if a command is not in the scope of a program's token."""
    if caller.scope is not None and do not in caller.scope.commands:
        given = ", ".join(caller.scope.commands)
        raise _out_of_scope(f"This token is not for {do}; it is for {given}.")


def _out_of_scope(detail: str) -> Problem:
    return Problem(403, "out-of-scope", detail)
