"""A way back in for an administrator who can't sign in any more, from the machine that the journal is on.

Whoever may write to the journal could let himself in unseen. So this is no secret door but an open one: it is on record
with a reason and with who it was to the operating system, every administrator sees it, and the audit counts it.
"""

import os
import platform
import pwd
import secrets

from argon2 import PasswordHasher

from pitboss.casino.app import Casino
from pitboss.casino.streams import Entity
from pitboss.casino.texts import MOST_NAME, one_line, text_fault
from pitboss.people import events as p
from pitboss.people.events import PEOPLE_STREAM, SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.people.state import People
from pitboss.web.api.problems import Problem
from pitboss.web.auth.register import administrators, check_free, check_name

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that are not mistaken for one another when they are read out or typed in."""


class CannotRecover(Exception):
    """Nobody was recovered; the sentence says why, and what to do."""


def recover_administrator(casino: Casino, name: str | None, reason: str) -> tuple[str, str]:
    """Makes a password for one sign-in: for the administrator of a name, for the only one there is, or for a new one
    where none is left. The name and the password, which is shown this once.
    """
    if not reason.strip():
        raise CannotRecover("say in a reason why it is needed (--reason): it stays on record")
    if (fault := text_fault(reason)) is not None:
        raise CannotRecover(f"the reason can't be recorded: {fault}")
    password = "-".join("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(4))
    hashed = PasswordHasher().hash(password)

    def events(entity: Entity, now_ms: int) -> tuple[p.AnyPeopleEvent, ...]:
        return (
            p.AdministratorRecovered(
                at_ms=now_ms,
                by=SYSTEM_NAME,
                name=_whom(entity.people, name),
                password=hashed,
                reason=reason.strip(),
                os_user=os_user(),
                host=one_line(platform.node(), MOST_NAME),
            ),
        )

    after = casino.record(PEOPLE_STREAM, f"people/recovered/{secrets.token_hex(8)}", events)
    return after.people.recoveries[-1].name, password


def _whom(people: People, name: str | None) -> str:
    if people.demo:
        raise CannotRecover("this is a demonstration: anybody may sign in there as anybody")
    known = administrators(people)
    if name is None:
        if len(known) == 1:
            return known[0]
        listed = f"name one of the administrators (--name): {', '.join(known)}"
        raise CannotRecover(listed if known else "no administrator is left; name a new one (--name)")
    if name in known:
        return name
    if known:
        raise CannotRecover(f"{name} is no administrator who is enabled; these are: {', '.join(known)}")
    person = people.persons.get(name)
    if person is None:
        try:
            check_name(name)
            check_free(name, people, people.devices.values())
        except Problem as problem:
            raise CannotRecover(
                f"{name!r} can't be the name of a new administrator. {problem.detail}"
            ) from None
    elif person.role is not Role.ADMINISTRATOR:
        raise CannotRecover(f"{name} is a {person.role}, and stays one; give the name of a new person")
    return name


def os_user() -> str:
    """Who runs this, to the operating system; behind sudo also who that was before."""
    uid = os.getuid()
    try:
        user = pwd.getpwuid(uid).pw_name
    except KeyError:
        user = f"user {uid}"
    before = os.environ.get("SUDO_USER") if uid == 0 else None
    return one_line(f"{user} (sudo by {before})" if before else user, MOST_NAME)
