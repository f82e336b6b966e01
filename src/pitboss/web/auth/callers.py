"""Callers: as whom a request is taken."""

import msgspec

from pitboss.people.roles import Role
from pitboss.people.scopes import Scope
from pitboss.rulebook.authority import Actor
from pitboss.table.views.names import EVERYBODY, Names, names_for
from pitboss.web.api.problems import Problem
from pitboss.web.auth.permissions import BEFORE_OWN_PASSWORD, READERS, TO_ENROL, TO_PROVE


class Caller(msgspec.Struct, frozen=True):
    """Who sends a request: a person who is signed in, a device, a program, or nobody in
    particular.
    """

    name: str
    role: Role | None
    token: str | None = None
    device: bool = False
    table: str | None = None
    """The only table at which a console may do anything."""
    must_change: bool = False
    """Somebody else chose the password: until it is changed nothing else is to be done."""

    enrol: bool = False
    """The post needs a second factor, and there is none: until it is set up nothing else is to be
    done.
    """

    prove: bool = False
    """The directory has spoken for the caller, who has a second factor here: until it is proved
    nothing else is to be done.
    """

    step_up: bool = False
    """The second factor has to be proved again before anything is approved."""

    actor: Actor | None = None
    """As whom the caller acts at tables."""

    scope: Scope | None = None
    """What a program may do with its token; None for everybody else."""

    fault: str = ""
    """Why a program's token counts no more."""

    @property
    def is_person(self) -> bool:
        """Whether somebody is there: neither a device nor a program."""
        return not self.device and self.scope is None

    @property
    def names(self) -> Names:
        """Whose names the caller may know."""
        return EVERYBODY if self.role in READERS else names_for(self.actor)

    @property
    def only(self) -> frozenset[tuple[str, str]] | None:
        """The only endpoints that are for somebody who has to do something else first."""
        if self.must_change:
            return BEFORE_OWN_PASSWORD
        if self.prove:
            return TO_PROVE
        return TO_ENROL if self.enrol else None


NOBODY = Caller("", None)


def actor_of(name: str, role: Role) -> Actor | None:
    """As whom somebody in a role acts at tables; None where the role never does."""
    post = role.post
    return None if post is None else Actor(post, name)


class Stranger(Problem):
    """Somebody with a token that is not known here."""

    def __init__(self) -> None:
        super().__init__(401, "sign-in-needed", "Sign in first.")
