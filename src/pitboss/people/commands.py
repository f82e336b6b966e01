"""What can be done about people, sessions and devices.

A password is here as the hash that the shell has made of it, and a token as its digest: neither is
ever here in clear, and two hashes of one password differ.
"""

import msgspec

from pitboss.people.roles import Role


class Command(
    msgspec.Struct, frozen=True, tag_field="do", rename="kebab", forbid_unknown_fields=True
):
    """Base of all commands; ``do`` names the kind."""


# ── people ──────────────────────────────────────────────────────────────────────────────────────


class SetUp(Command, frozen=True, tag="set-up"):
    """Makes the first administrator, who has chosen the password."""

    name: str
    password: str


class AddPerson(Command, frozen=True, tag="add-person"):
    """Adds a person. A password that another person has chosen is good for one sign-in."""

    name: str
    role: Role
    password: str | None = None


class ChangeRole(Command, frozen=True, tag="change-role"):
    name: str
    role: Role


class DisablePerson(Command, frozen=True, tag="disable-person"):
    """Nobody is ever deleted: a person who has left is disabled, and signed out everywhere."""

    name: str


class EnablePerson(Command, frozen=True, tag="enable-person"):
    name: str


class ResetPassword(Command, frozen=True, tag="reset-password"):
    """Gives somebody else a password for one sign-in."""

    name: str
    password: str


class ChangePassword(Command, frozen=True, tag="change-password"):
    """Changes one's own password. ``old`` is the hash that the old password fits."""

    old: str
    password: str


class RecoverAdministrator(Command, frozen=True, tag="recover-administrator"):
    """Makes a way back in where no administrator can sign in any more: a password for one sign-in,
    for the administrator of a name, for the only one there is, or for a new one where none is left.
    """

    name: str | None
    password: str
    reason: str
    os_user: str
    host: str


class StartDemo(Command, frozen=True, tag="start-demo"):
    """Marks a journal that holds nobody yet as a demonstration's."""


# ── sessions ────────────────────────────────────────────────────────────────────────────────────


class OpenSession(Command, frozen=True, tag="open-session"):
    """Signs somebody in. ``session`` is the digest of the session's token, and ``password`` the
    hash that the given password fits; there is none where nobody was asked for one.
    """

    session: str
    name: str
    lasts_ms: int
    password: str | None = None


class NoteSession(Command, frozen=True, tag="note-session"):
    """Notes when somebody was last seen, so that another process knows that the session goes on."""

    session: str
    seen_ms: int


class CloseSession(Command, frozen=True, tag="close-session"):
    session: str


class NoteFailedSignIn(Command, frozen=True, tag="note-failed-sign-in"):
    """Somebody tried a name from an address; neither need be known."""

    name: str
    address: str


# ── devices ─────────────────────────────────────────────────────────────────────────────────────


class AddDevice(Command, frozen=True, tag="add-device"):
    """Adds a sign, or a dealer's console for one table. ``token`` is the digest of its token."""

    device: str
    token: str
    role: Role
    label: str
    table: str | None = None


class RevokeDevice(Command, frozen=True, tag="revoke-device"):
    """A device's token is worth nothing from now on."""

    device: str


PersonCommand = ChangeRole | DisablePerson | EnablePerson

AnyPeopleCommand = (
    SetUp
    | AddPerson
    | ChangeRole
    | DisablePerson
    | EnablePerson
    | ResetPassword
    | ChangePassword
    | RecoverAdministrator
    | StartDemo
    | OpenSession
    | NoteSession
    | CloseSession
    | NoteFailedSignIn
    | AddDevice
    | RevokeDevice
)
