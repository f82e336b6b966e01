"""What can be done about people, sessions and devices.

A password is here as the hash that the shell has made of it, and a token as its digest: neither is
ever here in clear, and two hashes of one password differ.
"""

import msgspec

from pitboss.people.factors import AnyGiven, Passkey, PasskeyGiven
from pitboss.people.roles import Role
from pitboss.people.scopes import Scope


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


class SetPin(Command, frozen=True, tag="set-pin"):
    """Chooses one's own PIN, with which one approves at a table where somebody else is signed in.
    ``pin`` is its hash; one that was locked is good again.
    """

    pin: str


class NoteWrongPin(Command, frozen=True, tag="note-wrong-pin"):
    """Somebody's PIN was asked for from an address, and what was given is not it."""

    name: str
    address: str


class NoteRightPin(Command, frozen=True, tag="note-right-pin"):
    """Somebody's PIN was given rightly: wrong tries before no longer count."""

    name: str


# ── second factors ──────────────────────────────────────────────────────────────────────────────


class EnrolTotp(Command, frozen=True, tag="enrol-totp"):
    """Begins to set up one's own authenticator app. ``sealed`` is its secret, sealed."""

    sealed: str


class ConfirmTotp(Command, frozen=True, tag="confirm-totp"):
    """The app has shown the right code of a half minute: from now on it is asked for. ``sealed`` is
    the secret that was compared, ``codes`` are the hashes of new recovery codes, and ``session`` is
    the one in which it was done; all others of the person end.
    """

    sealed: str
    step: int
    codes: tuple[str, ...]
    session: str


class RemoveTotp(Command, frozen=True, tag="remove-totp"):
    """Takes away one's own app, and the recovery codes with it."""


class RenewCodes(Command, frozen=True, tag="renew-codes"):
    """New recovery codes in the place of those that are left. ``codes`` are their hashes."""

    codes: tuple[str, ...]


class AddPasskey(Command, frozen=True, tag="add-passkey"):
    """A new passkey of one's own, made in a session; all others of the person end."""

    passkey: Passkey
    session: str


class RemovePasskey(Command, frozen=True, tag="remove-passkey"):
    id: str


class GivePasskey(Command, frozen=True, tag="give-passkey"):
    """Somebody approves with a passkey where somebody else is signed in."""

    name: str
    given: PasskeyGiven


class GiveSecond(Command, frozen=True, tag="give-second"):
    """Proves one's own second factor again, in a session that goes on."""

    session: str
    given: AnyGiven


class NoteWrongCode(Command, frozen=True, tag="note-wrong-code"):
    """Somebody gave the right password, and a code from an address that is not the right one."""

    name: str
    address: str


class ResetFactors(Command, frozen=True, tag="reset-factors"):
    """Takes away somebody else's second factor, PIN and all: two administrators do it for who has
    lost it.
    """

    name: str


class IssueBadge(Command, frozen=True, tag="issue-badge"):
    """Gives somebody a badge, with which he approves at a table where somebody else is signed in:
    two administrators do it. ``badge`` is the hash of its number; one that he had counts no more.
    """

    name: str
    badge: str


class RevokeBadge(Command, frozen=True, tag="revoke-badge"):
    """Somebody's badge is worth nothing from now on."""

    name: str


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


class Appoint(Command, frozen=True, tag="appoint"):
    """Gives somebody a post from the machine itself, as a new house needs it: a new person with a
    password for one sign-in. ``os_user`` and ``host`` say who did it to the operating system.
    """

    name: str
    role: Role
    password: str
    reason: str
    os_user: str
    host: str


class ApproveDeed(Command, frozen=True, tag="approve-deed"):
    """Another administrator approves what one has proposed. ``digest`` names what was looked at."""

    digest: str


class DropDeed(Command, frozen=True, tag="drop-deed"):
    """What was proposed is not done."""

    digest: str


# ── sessions ────────────────────────────────────────────────────────────────────────────────────


class OpenSession(Command, frozen=True, tag="open-session"):
    """Signs somebody in. ``session`` is the digest of the session's token, and ``password`` the
    hash that the given password fits; there is none where nobody was asked for one. ``second`` is
    what proves the second factor, where somebody has one.
    """

    session: str
    name: str
    lasts_ms: int
    password: str | None = None
    second: AnyGiven | None = None


class OpenByDirectory(Command, frozen=True, tag="open-by-directory", kw_only=True):
    """Signs in somebody for whom the house's directory speaks. The account is known by ``issuer``
    and ``subject``; ``name`` is what a new one is called. ``roles`` are those that the groups give,
    and ``second`` says that the directory has asked for a second factor.
    """

    session: str
    issuer: str
    subject: str
    name: str
    roles: tuple[Role, ...]
    lasts_ms: int
    second: bool = False


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


# ── walk-ins ────────────────────────────────────────────────────────────────────────────────────


class AdmitWalkIn(Command, frozen=True, tag="admit-walk-in"):
    """Lets a guest without an account play at a table: staff bet for him under this name."""

    name: str
    table: str


# ── devices ─────────────────────────────────────────────────────────────────────────────────────


class AddDevice(Command, frozen=True, tag="add-device"):
    """Adds a sign, or a dealer's console for one table. ``token`` is the digest of its token, and
    ``lasts_ms`` how long that is good for; None for ever.
    """

    device: str
    token: str
    role: Role
    label: str
    table: str | None = None
    lasts_ms: int | None = None


class RenewDevice(Command, frozen=True, tag="renew-device"):
    """Gives a device another token; the one before is worth nothing from now on."""

    device: str
    token: str
    lasts_ms: int | None = None


class RevokeDevice(Command, frozen=True, tag="revoke-device"):
    """A device's token is worth nothing from now on."""

    device: str


# ── programs ────────────────────────────────────────────────────────────────────────────────────


class AddProgram(Command, frozen=True, tag="add-program", kw_only=True):
    """Lets a program act by a token until it ends. ``token`` is the token's digest."""

    program: str
    token: str
    name: str
    role: Role
    scope: Scope
    until_ms: int


class RevokeProgram(Command, frozen=True, tag="revoke-program"):
    """A program's token is worth nothing from now on."""

    program: str


class NoteProgram(Command, frozen=True, tag="note-program"):
    """Notes when a token was last used."""

    program: str
    seen_ms: int


PersonCommand = ChangeRole | DisablePerson | EnablePerson
Deed = (
    AddPerson | ChangeRole | EnablePerson | ResetPassword | ResetFactors | AddProgram | IssueBadge
)
"""What may have to wait for another administrator."""

AnyPeopleCommand = (
    SetUp
    | AddPerson
    | ChangeRole
    | DisablePerson
    | EnablePerson
    | ResetPassword
    | ChangePassword
    | SetPin
    | NoteWrongPin
    | NoteRightPin
    | EnrolTotp
    | ConfirmTotp
    | RemoveTotp
    | RenewCodes
    | AddPasskey
    | RemovePasskey
    | GivePasskey
    | GiveSecond
    | NoteWrongCode
    | ResetFactors
    | IssueBadge
    | RevokeBadge
    | RecoverAdministrator
    | Appoint
    | ApproveDeed
    | DropDeed
    | StartDemo
    | OpenSession
    | OpenByDirectory
    | NoteSession
    | CloseSession
    | NoteFailedSignIn
    | AdmitWalkIn
    | AddDevice
    | RenewDevice
    | RevokeDevice
    | AddProgram
    | RevokeProgram
    | NoteProgram
)
