"""The only way to change anything about people: a command is decided and stored, or its refusal
becomes the problem that the caller is told.
"""

from typing import NamedTuple

from pitboss.casino.app import Casino
from pitboss.casino.codec import read_event
from pitboss.casino.requests import PeopleRequest, Refusal
from pitboss.people.commands import AnyPeopleCommand
from pitboss.people.events import AnyPeopleEvent, Event
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
    PeopleRefusal.OWN_ROLE: 409,
    PeopleRefusal.OWN_FACTORS: 409,
    PeopleRefusal.NOTHING_WAITS: 404,
    PeopleRefusal.SECOND_NEEDED: 403,
    PeopleRefusal.ACCOUNT_TOO_NEW: 403,
    PeopleRefusal.NO_SUCH_PERSON: 404,
    PeopleRefusal.NO_SUCH_DEVICE: 404,
    PeopleRefusal.NO_SUCH_PROGRAM: 404,
    PeopleRefusal.NO_SUCH_PASSKEY: 404,
    PeopleRefusal.LAST_ADMINISTRATOR: 409,
    PeopleRefusal.WRONG_NAME_OR_PASSWORD: 401,
    PeopleRefusal.ACCOUNT_DISABLED: 403,
    PeopleRefusal.NO_ROLE: 403,
    PeopleRefusal.FIRST_PASSWORD_USED: 403,
    PeopleRefusal.NO_INVITATION: 404,
    PeopleRefusal.WRONG_NAME_OR_PIN: 403,
    PeopleRefusal.BADGE_TAKEN: 409,
    PeopleRefusal.NO_BADGE: 409,
    PeopleRefusal.WRONG_BADGE: 403,
    PeopleRefusal.PIN_LOCKED: 403,
    PeopleRefusal.NO_SECOND_FACTOR: 409,
    PeopleRefusal.NOTHING_TO_CONFIRM: 409,
    PeopleRefusal.LAST_FACTOR: 409,
    PeopleRefusal.SECOND_FACTOR_NEEDED: 403,
    PeopleRefusal.WRONG_CODE: 403,
    PeopleRefusal.WRONG_PASSKEY: 403,
    PeopleRefusal.SECOND_FACTOR_LOCKED: 403,
}
_HINTS = {PeopleRefusal.OWN_PASSWORD: "/api/password"}


class Outcome(NamedTuple):
    """What a command led to. ``repeated``: it had already been carried out under its id."""

    events: tuple[AnyPeopleEvent, ...]
    repeated: bool = False


def carry_out(
    casino: Casino,
    command_id: str,
    command: AnyPeopleCommand,
    by: str | None = None,
) -> Outcome:
    """Has a command decided and stored; raises Problem if it is refused.

    It may have been carried out already under its id. Whether that was the same command is for the
    caller to find out: only the caller can compare passwords.
    """
    request = PeopleRequest(id=_stored_id(command_id), command=command, by=by)
    answer = casino.carry_out(request)
    if answer.refusal is not None:
        raise problem_of(answer.refusal)
    events = tuple(stored.event for stored in answer.events if isinstance(stored.event, Event))
    return Outcome(events, answer.repeated)


def stored_under(casino: Casino, command_id: str) -> tuple[AnyPeopleEvent, ...]:
    """What the command with an id led to, if it was carried out."""
    records = casino.journal.find_command(_stored_id(command_id))
    return tuple(event for record in records if isinstance(event := read_event(record), Event))


def _stored_id(command_id: str) -> str:
    return f"people/{command_id}"


def problem_of(refused: PeopleRefused | Refusal) -> Problem:
    """A refusal as the client sees it."""
    code = PeopleRefusal(refused.code)
    detail, hint = refused.message, _HINTS.get(code)
    if hint is not None:
        detail = f"{detail.removesuffix('.')} ({hint})."
    return Problem(STATUS[code], code.value, detail, where=refused.where)
