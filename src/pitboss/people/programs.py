"""Decisions about programs that act with a token. A token expires, and can be revoked before."""

from collections.abc import Iterator
from typing import assert_never

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.appointments import HouseRules
from pitboss.people.names import name_refused
from pitboss.people.refusals import PeopleDecision, PeopleRefusal, PeopleRefused
from pitboss.people.scopes import PROGRAM_ROLES, scope_fault
from pitboss.people.state import People

_DAY_MS = 86_400_000


def add_program(
    state: People, command: c.AddProgram, who: str, now_ms: int, rules: HouseRules
) -> PeopleDecision:
    """A new token. ``rules`` say how long it may last."""
    if command.role not in PROGRAM_ROLES:
        message = f"A program's role is one of {', '.join(PROGRAM_ROLES)}."
        return PeopleRefused(PeopleRefusal.BAD_FIELD, message, "role")
    if (fault := scope_fault(command.scope)) is not None:
        return PeopleRefused(PeopleRefusal.BAD_FIELD, fault, "scope")
    if command.until_ms <= now_ms:
        message = "The token's end is in the past: give a later time."
        return PeopleRefused(PeopleRefusal.BAD_FIELD, message, "until_ms")
    if rules.program_ms and command.until_ms - now_ms > rules.program_ms:
        message = f"In this house a token lasts at most {rules.program_ms // _DAY_MS} days."
        return PeopleRefused(PeopleRefusal.BAD_FIELD, message, "until_ms")
    refused = name_refused(command.name, _taken(state, now_ms))
    if refused is not None:
        return refused
    return (
        e.ProgramAdded(
            at_ms=now_ms,
            by=who,
            program=command.program,
            token=command.token,
            name=command.name,
            role=command.role,
            scope=command.scope,
            until_ms=command.until_ms,
        ),
    )


def decide_program(
    state: People, command: c.RevokeProgram | c.NoteProgram, who: str, now_ms: int
) -> PeopleDecision:
    """Changes to an existing token."""
    if command.program not in state.programs:
        message = f"There is no token {command.program}."
        return PeopleRefused(PeopleRefusal.NO_SUCH_PROGRAM, message)
    match command:
        case c.RevokeProgram():
            return (e.ProgramRevoked(at_ms=now_ms, by=who, program=command.program),)
        case c.NoteProgram():
            return (e.ProgramSeen(at_ms=command.seen_ms, by=who, program=command.program),)
        case _:
            assert_never(command)


def _taken(state: People, now_ms: int) -> Iterator[str]:
    """Names that a program can't have. One whose token has ended may get another under its name."""
    yield from state.persons
    yield from state.walk_ins
    for device in state.devices.values():
        yield device.label
    for program in state.programs.values():
        if not program.revoked and program.until_ms > now_ms:
            yield program.name
