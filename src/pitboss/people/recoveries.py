"""Managing people from the machine itself: a way back in for an administrator, and the first posts
of a house.
"""

from msgspec.structs import replace

from pitboss.kernel.texts import text_fault
from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.names import name_refused, names_of
from pitboss.people.refusals import PeopleDecision, PeopleRefusal, PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.state import People, administrators


def recover(
    state: People, command: c.RecoverAdministrator, who: str, now_ms: int
) -> PeopleDecision:
    """A way back in when no administrator can sign in any more."""
    if (refused := _not_from_here(state, command.reason)) is not None:
        return refused
    name = _administrator(state, command.name)
    if isinstance(name, PeopleRefused):
        return name
    return (
        e.AdministratorRecovered(
            at_ms=now_ms,
            by=who,
            name=name,
            password=command.password,
            reason=command.reason.strip(),
            os_user=command.os_user,
            host=command.host,
        ),
    )


def appoint(state: People, command: c.Appoint, who: str, now_ms: int) -> PeopleDecision:
    """A post for somebody new."""
    if (refused := _not_from_here(state, command.reason)) is not None:
        return refused
    if command.role is Role.DISPLAY:
        message = "A display is a device: an administrator adds it under devices."
        return PeopleRefused(PeopleRefusal.BAD_FIELD, message, "role")
    if (refused := name_refused(command.name, names_of(state))) is not None:
        return refused
    return (
        e.PersonAppointed(
            at_ms=now_ms,
            by=who,
            name=command.name,
            role=command.role,
            password=command.password,
            reason=command.reason.strip(),
            os_user=command.os_user,
            host=command.host,
        ),
    )


def _not_from_here(state: People, reason: str) -> PeopleRefused | None:
    """Why nothing is done about people from the machine itself: it takes a reason, and a
    demonstration does not need it.
    """
    if not reason.strip():
        message = "Say why it is needed: the reason stays on record."
        return PeopleRefused(PeopleRefusal.REASON_NEEDED, message, "reason")
    if (fault := text_fault(reason)) is not None:
        message = f"The reason can't be recorded. {fault}"
        return PeopleRefused(PeopleRefusal.BAD_REASON, message, "reason")
    if state.demo:
        message = "This is a demonstration, where anybody may sign in as anybody."
        return PeopleRefused(PeopleRefusal.DEMONSTRATION, message)
    return None


def _administrator(state: People, name: str | None) -> str | PeopleRefused:
    """Whom to let in: somebody new only if no enabled administrator is left."""
    known = administrators(state)
    if name is None:
        if len(known) == 1:
            return known[0]
        several = f"There are several administrators: {', '.join(known)}. Name one of them."
        message = several if known else "No administrator is left; name a new one."
        return PeopleRefused(PeopleRefusal.NAME_NEEDED, message, "name")
    if name in known:
        return name
    if known:
        message = f"{name} is not an enabled administrator; these are: {', '.join(known)}."
        return PeopleRefused(PeopleRefusal.NOT_AN_ADMINISTRATOR, message, "name")
    person = state.persons.get(name)
    if person is None:
        refused = name_refused(name, names_of(state))
        return name if refused is None else _not_a_new_name(name, refused)
    if person.role is not Role.ADMINISTRATOR:
        message = (
            f"{name} already works here as {person.role} and stays so; give the name of a new "
            "person."
        )
        return PeopleRefused(PeopleRefusal.NOT_AN_ADMINISTRATOR, message, "name")
    return name


def _not_a_new_name(name: str, refused: PeopleRefused) -> PeopleRefused:
    message = f"{name!r} can't be the name of a new administrator. {refused.message}"
    return replace(refused, message=message)
