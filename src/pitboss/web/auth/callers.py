"""Callers: on whose behalf a request is made."""

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
    """The only table at which a console may act."""
    must_change: bool = False
    """Somebody else chose the password: nothing else is allowed until it is changed."""

    enrol: bool = False
    """The post requires a second factor, and there is none: nothing else is allowed until it is set
    up.
    """

    prove: bool = False
    """The directory has vouched for the caller, who has a second factor here: nothing else is
    allowed until it is proved.
    """

    step_up: bool = False
    """The second factor must be proved again before anything is approved."""

    actor: Actor | None = None
    """As whom the caller acts at tables."""

    scope: Scope | None = None
    """What a program may do with its token; None for everybody else."""

    fault: str = ""
    """Why a program's token is no longer valid."""

    @property
    def is_person(self) -> bool:
        """Whether it is a person, as opposed to a device or a program."""
        return not self.device and self.scope is None

    @property
    def names(self) -> Names:
        """Whose names the caller may know."""
        return EVERYBODY if self.role in READERS else names_for(self.actor)

    @property
    def only(self) -> frozenset[tuple[str, str]] | None:
        """The only endpoints open to somebody who has to do something else first."""
        if self.must_change:
            return BEFORE_OWN_PASSWORD
        if self.prove:
            return TO_PROVE
        return TO_ENROL if self.enrol else None


NOBODY = Caller("", None)


def actor_of(name: str, role: Role) -> Actor | None:
    """As whom somebody in a role acts at tables; None if the role never does."""
    post = role.post
    return None if post is None else Actor(post, name)


class Stranger(Problem):
    """A caller with a token that is not known here."""

    def __init__(self) -> None:
        super().__init__(401, "sign-in-needed", "Sign in first.")
