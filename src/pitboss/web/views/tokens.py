"""Tokens of programs, badges, and the redirect to the directory, as clients see them."""

from typing import Annotated

import msgspec

from pitboss.kernel.json_types import Outgoing
from pitboss.people.roles import Role
from pitboss.people.scopes import Scope
from pitboss.web.views.people import Waits


class TokenView(Outgoing, frozen=True, kw_only=True):
    """A program that may act with a token, or used to."""

    program: str
    name: Annotated[str, msgspec.Meta(description="On record it acts as program/NAME.")]
    role: Role
    scope: Scope
    by: Annotated[str, msgspec.Meta(description="The administrator who made it.")]
    until_ms: int
    revoked: bool
    used_ms: Annotated[int | None, msgspec.Meta(description="When it was last used.")]


class Tokens(Outgoing, frozen=True):
    """All tokens, including those that have ended."""

    tokens: list[TokenView]


class NewToken(Outgoing, frozen=True):
    """The token is shown once: it is null when a request is repeated. If it waits, it becomes valid
    once another administrator has approved it.
    """

    program: str
    token: str | None
    waits: Waits


class RevokedToken(Outgoing, frozen=True):
    """A program whose token is no longer valid."""

    program: str
    revoked: bool


class BadgeChange(Outgoing, frozen=True):
    """Whether somebody has a badge now."""

    name: str
    badge: bool
    waits: Waits


class DirectoryStart(Outgoing, frozen=True):
    """Where a browser goes to sign in, and what its page keeps until it comes back."""

    address: str
    flow: str
