"""Managing people from the machine that the journal is on: a way back in for an administrator who
can no longer sign in, and the first posts of a new house.

Anyone who can write to the journal could let themselves in unnoticed. So this door is open rather
than secret: its use is on record with a reason and the operating-system user, every administrator
sees it, and the audit counts it.
"""

import os
import platform
import pwd
import secrets

from pitboss.casino.app import Casino
from pitboss.casino.journal_errors import OutOfPlace
from pitboss.casino.texts import one_line
from pitboss.kernel.texts import MOST_NAME
from pitboss.people.commands import Appoint, RecoverAdministrator
from pitboss.people.events import AdministratorRecovered
from pitboss.people.roles import Role
from pitboss.web.api.problems import Problem
from pitboss.web.auth.hashing import HASHER
from pitboss.web.auth.people_commands import carry_out

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters that are not mistaken for one another when read out or typed in."""


class CannotRecover(Exception):
    """Nobody was recovered or appointed; the sentence says why, and what to do."""


def recover_administrator(casino: Casino, name: str | None, reason: str) -> tuple[str, str]:
    """Makes a password for one sign-in: for the administrator with a name, for the only one there
    is, or for a new one if none is left. Returns the name and the password, which is shown only
    this once.
    """
    password = drawn_word()
    command = RecoverAdministrator(
        name=name,
        password=HASHER.hash(password),
        reason=reason,
        os_user=os_user(),
        host=one_line(platform.node(), MOST_NAME),
    )
    try:
        (event,) = carry_out(casino, f"recovered/{secrets.token_hex(8)}", command).events
    except Problem as problem:
        option = f" (--{problem.where})" if problem.where else ""
        raise CannotRecover(f"{problem.detail.removesuffix('.')}{option}") from None
    if not isinstance(event, AdministratorRecovered):
        raise OutOfPlace
    return event.name, password


def appoint(casino: Casino, name: str, role: Role, reason: str) -> str:
    """Gives a new person a post, from the machine itself; returns the password for the first
    sign-in.
    """
    password = drawn_word()
    command = Appoint(
        name=name,
        role=role,
        password=HASHER.hash(password),
        reason=reason,
        os_user=os_user(),
        host=one_line(platform.node(), MOST_NAME),
    )
    try:
        carry_out(casino, f"appointed/{secrets.token_hex(8)}", command)
    except Problem as problem:
        raise CannotRecover(problem.detail.removesuffix(".")) from None
    return password


def drawn_word() -> str:
    """A password or a code that nobody can guess: four groups of five letters, 99 bits."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(4))


def os_user() -> str:
    """Who is running this, according to the operating system; under sudo, also who that was
    before.
    """
    uid = os.getuid()
    try:
        user = pwd.getpwuid(uid).pw_name
    except KeyError:
        user = f"user {uid}"
    before = os.environ.get("SUDO_USER") if uid == 0 else None
    return one_line(f"{user} (sudo by {before})" if before else user, MOST_NAME)
