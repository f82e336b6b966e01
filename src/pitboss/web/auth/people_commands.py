"""The one way by which anything is done about people: a command is decided and stored, or a refusal
becomes the problem that the caller is told.
"""

from typing import NamedTuple

from pitboss.casino.app import Casino
from pitboss.casino.codec import read_event
from pitboss.casino.streams import Entity
from pitboss.journal.port import Repeated
from pitboss.people.commands import AnyPeopleCommand
from pitboss.people.decide import decide_people
from pitboss.people.events import PEOPLE_STREAM, AnyPeopleEvent, Event
from pitboss.people.refusals import PeopleRefusal, PeopleRefused
from pitboss.web.api.problems import Problem

STATUS = {
    PeopleRefusal.ALREADY_SET_UP: 409,
    PeopleRefusal.IN_USE: 409,
    PeopleRefusal.REASON_NEEDED: 422,
    PeopleRefusal.BAD_REASON: 422,
    PeopleRefusal.DEMONSTRATION: 409,
    PeopleRefusal.NAME_NEEDED: 422,
    PeopleRefusal.NOT_AN_ADMINISTRATOR: 409,
    PeopleRefusal.BAD_FIELD: 422,
    PeopleRefusal.BAD_NAME: 422,
    PeopleRefusal.NAME_TAKEN: 409,
    PeopleRefusal.OWN_PASSWORD: 409,
    PeopleRefusal.NO_SUCH_PERSON: 404,
    PeopleRefusal.NO_SUCH_DEVICE: 404,
    PeopleRefusal.LAST_ADMINISTRATOR: 409,
    PeopleRefusal.WRONG_NAME_OR_PASSWORD: 401,
    PeopleRefusal.FIRST_PASSWORD_USED: 403,
}
_HINTS = {PeopleRefusal.OWN_PASSWORD: "/api/password"}


class Outcome(NamedTuple):
    """What a command has led to. ``repeated``: it had been carried out before under its id."""

    events: tuple[AnyPeopleEvent, ...]
    repeated: bool = False


def carry_out(
    casino: Casino,
    command_id: str,
    command: AnyPeopleCommand,
    by: str | None = None,
    *,
    repeatable: bool = False,
) -> Outcome:
    """Decides a command on what is stored, and stores what it leads to; raises Problem where it is
    refused.

    A ``repeatable`` command has an id that the client chose, and may have been carried out before.
    Whether it was the same command then is for the caller to find out, who can compare passwords.
    """
    outcome = Outcome(())

    def decide(entity: Entity, now_ms: int) -> tuple[AnyPeopleEvent, ...]:
        nonlocal outcome
        before = stored_under(casino, command_id) if repeatable else ()
        if before:
            outcome = Outcome(before, repeated=True)
            return ()
        decided = decide_people(entity.people, command, by, now_ms)
        if isinstance(decided, PeopleRefused):
            raise problem_of(decided)
        outcome = Outcome(decided)
        return decided

    try:
        casino.record(PEOPLE_STREAM, _stored_id(command_id), decide)
    except Repeated:
        # Another process was first.
        outcome = Outcome(stored_under(casino, command_id), repeated=True)
    return outcome


def stored_under(casino: Casino, command_id: str) -> tuple[AnyPeopleEvent, ...]:
    """What a command of an id has led to, if it was carried out."""
    records = casino.journal.find_command(_stored_id(command_id))
    return tuple(event for record in records if isinstance(event := read_event(record), Event))


def _stored_id(command_id: str) -> str:
    return f"people/{command_id}"


def problem_of(refused: PeopleRefused) -> Problem:
    """A refusal as a client is told of it."""
    detail, hint = refused.message, _HINTS.get(refused.code)
    if hint is not None:
        detail = f"{detail.removesuffix('.')} ({hint})."
    return Problem(STATUS[refused.code], refused.code.value, detail, where=refused.where)
