"""The request bodies of endpoints for people and devices, and the answer to a change."""

from typing import Annotated, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from starlette.responses import Response

from pitboss.kernel.json_types import Outgoing
from pitboss.people.roles import Role
from pitboss.people.scopes import Scope
from pitboss.web.api.exchange import Call, body_of, json
from pitboss.web.api.problems import Problem
from pitboss.web.auth.passkeys import Answered

_B = TypeVar("_B", bound="Body")


class Body(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all request bodies. Unknown fields are ignored."""


class SignIn(Body, frozen=True, kw_only=True):
    """A name and a password, and where there is a second factor, the code of the authenticator app
    or a recovery code.
    """

    name: str
    password: str
    code: str | UnsetType = UNSET


class CodeToCheck(Body, frozen=True, kw_only=True):
    """The code that an authenticator app shows, or a recovery code."""

    code: str


class SecondToGive(Body, frozen=True, kw_only=True):
    """A code, or a passkey's answer."""

    code: str | UnsetType = UNSET
    passkey: Answered | UnsetType = UNSET


class PasskeySignIn(Body, frozen=True, kw_only=True):
    """A passkey's answer to the challenge for signing in."""

    passkey: Answered


class DirectoryAnswer(Body, frozen=True, kw_only=True):
    """What the directory sent the browser back with, and what the page has kept in the meantime."""

    code: str
    state: str
    flow: str
    iss: Annotated[str, msgspec.Meta(description="The issuer, if the answer names it.")] = ""


class PasskeyPurpose(Body, frozen=True, kw_only=True):
    """What a passkey is to be used for: sign-in, step-up, or the digest of what is being
    approved.
    """

    purpose: str


class PasskeyToAdd(Body, frozen=True, kw_only=True):
    """A new passkey as the browser made it, and a name for it."""

    label: str
    passkey: Answered


class OwnPassword(Body, frozen=True, kw_only=True):
    """One's own password; not needed from somebody who has just proved a second factor."""

    password: str | UnsetType = UNSET


class FirstAdministrator(Body, frozen=True, kw_only=True):
    """The first administrator, with the token that Pitboss printed when it started."""

    token: str
    name: str
    password: str
    timezone: Annotated[
        str | UnsetType,
        msgspec.Meta(description="Where the house is, such as Asia/Singapore; UTC if left out."),
    ] = UNSET


class InvitationToRead(Body, frozen=True, kw_only=True):
    """The token of a one-time link."""

    token: str


class InvitationToAccept(Body, frozen=True, kw_only=True):
    """The token of a one-time link, and the password that its owner has chosen."""

    token: str
    password: str


class DemoSignIn(Body, frozen=True, kw_only=True):
    """Which person to be in a demonstration."""

    role: Role
    second: Annotated[
        bool, msgspec.Meta(description="The other player, or the other shift manager.")
    ] = False


class NewPassword(Body, frozen=True, kw_only=True):
    """One's own password, and the new one."""

    old: str
    new: str


class PersonToAdd(Body, frozen=True, kw_only=True):
    """A new person who may sign in."""

    name: str
    role: Role
    password: Annotated[
        str | UnsetType,
        msgspec.Meta(
            description="A password for one sign-in; without it, the answer has a one-time link."
        ),
    ] = UNSET
    by_two: Annotated[
        bool,
        msgspec.Meta(
            description="Another administrator is to approve it, even if the post does not "
            "require that."
        ),
    ] = False


class PersonToChange(Body, frozen=True, kw_only=True):
    """The new role; empty for any other change."""

    role: Role | UnsetType = UNSET


class DeviceToAdd(Body, frozen=True, kw_only=True):
    """A sign or a dealer's console."""

    role: Annotated[Role, msgspec.Meta(description="A display, or a dealer's console.")]
    label: str
    table: Annotated[
        str | None, msgspec.Meta(description="The one table of a dealer's console.")
    ] = None


EndMs = Annotated[int, msgspec.Meta(description="When it ends, in milliseconds since 1970.")]


class TokenToAdd(Body, frozen=True, kw_only=True):
    """A program that is to act with a token."""

    name: str
    role: Role
    scope: Scope
    until_ms: EndMs


class DeviceToken(Body, frozen=True, kw_only=True):
    """The token that a sign or a console was given to sign in with."""

    token: Annotated[str, msgspec.Meta(max_length=64)]


class Word(Body, frozen=True, kw_only=True):
    """Who approves where somebody else is signed in; empty if the person signed in approves."""

    name: str | UnsetType = UNSET
    pin: str | UnsetType = UNSET
    badge: Annotated[
        str | UnsetType, msgspec.Meta(description="The number of a badge, as a scanner reads it.")
    ] = UNSET
    passkey: Answered | UnsetType = UNSET


class BadgeToIssue(Body, frozen=True, kw_only=True):
    """The number of a badge, as a scanner reads it."""

    badge: str


class NewPin(Body, frozen=True, kw_only=True):
    """One's own password, and the new PIN."""

    password: str
    pin: str


class Guest(Body, frozen=True, kw_only=True):
    """A guest without an account."""

    name: str


class Drain(Body, frozen=True, kw_only=True):
    """Whether new rounds are to wait for a restart."""

    on: bool = True


_NO_TEXTS = (Answered, Scope, EndMs)


async def read(call: Call, kind: type[_B], *needed: str) -> _B:
    """The body of a request as a struct, including the optional fields that are required this
    time.
    """
    raw = await body_of(call.request)
    if not isinstance(raw, dict):
        raise Problem(422, "bad-field", "The body must be a JSON object.")
    for field in msgspec.structs.fields(kind):
        value = raw.get(field.name)
        wanted = field.required or field.name in needed
        if wanted and field.type not in _NO_TEXTS and not isinstance(value, str):
            raise Problem(422, "bad-field", f"{field.name} must be a string.", where=field.name)
        if field.name == "role" and value is not None and value not in list(Role):
            raise Problem(
                422, "bad-field", f"A role must be one of {', '.join(Role)}.", where="role"
            )
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        raise Problem(422, "bad-field", f"{what}.", where=where.rstrip("`")) from None


def done(value: Outgoing, repeated: bool) -> Response:
    """The answer to a change, which may have been made already."""
    return json(value, headers={"Idempotent-Replay": "true"} if repeated else None)
