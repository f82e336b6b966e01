"""What can be done about people, sessions and devices.

The shell has already hashed passwords and digested tokens: neither is ever here in clear, and two
hashes of one password differ.
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
    """Creates the first administrator, who has chosen the password, and says in which time zone the
    house is.
    """

    name: str
    password: str
    timezone: str | None = None


class AddPerson(Command, frozen=True, tag="add-person"):
    """Adds a person, who chooses a password with the one-time link whose token's digest is
    ``invitation``. A password chosen by somebody else is good for one sign-in. ``by_two``: another
    administrator is to approve it, even if the post does not require that.
    """

    name: str
    role: Role
    password: str | None = None
    invitation: str | None = None
    by_two: bool = False


class ChangeRole(Command, frozen=True, tag="change-role"):
    """Gives a person another role."""

    name: str
    role: Role


class DisablePerson(Command, frozen=True, tag="disable-person"):
    """Disables a person who has left, and signs him out everywhere. Nobody is ever deleted."""

    name: str


class EnablePerson(Command, frozen=True, tag="enable-person"):
    """Lets a disabled person sign in again."""

    name: str


class InvitePerson(Command, frozen=True, tag="invite-person"):
    """Gives another person a one-time link, with which that person chooses a new password; the old
    one ends now. ``invitation`` is the digest of the link's token.
    """

    name: str
    invitation: str


class AcceptInvitation(Command, frozen=True, tag="accept-invitation"):
    """Chooses one's own password with a one-time link, which ends with it."""

    invitation: str
    password: str


class ChangePassword(Command, frozen=True, tag="change-password"):
    """Changes one's own password. ``old`` is the hash that the old password fits."""

    old: str
    password: str


class SetPin(Command, frozen=True, tag="set-pin"):
    """Sets one's own PIN, for approving at a table where somebody else is signed in. ``pin`` is its
    hash; a new PIN also unlocks a locked one.
    """

    pin: str


class NoteWrongPin(Command, frozen=True, tag="note-wrong-pin"):
    """Records a wrong PIN for somebody, and the address that it came from."""

    name: str
    address: str


class NoteRightPin(Command, frozen=True, tag="note-right-pin"):
    """Records a right PIN for somebody: earlier wrong tries no longer count."""

    name: str


# ── second factors ──────────────────────────────────────────────────────────────────────────────


class EnrolTotp(Command, frozen=True, tag="enrol-totp"):
    """Begins to set up one's own authenticator app. ``sealed`` is its secret, encrypted."""

    sealed: str


class ConfirmTotp(Command, frozen=True, tag="confirm-totp"):
    """Confirms the app with a right code: from now on it is asked for. ``sealed`` is the secret
    that was compared, ``step`` the half minute of the code, ``codes`` are the hashes of new
    recovery codes, and ``session`` is the current session; the person's other sessions end.
    """

    sealed: str
    step: int
    codes: tuple[str, ...]
    session: str


class RemoveTotp(Command, frozen=True, tag="remove-totp"):
    """Removes one's own app, and the recovery codes with it."""


class RenewCodes(Command, frozen=True, tag="renew-codes"):
    """Replaces the remaining recovery codes with new ones. ``codes`` are their hashes."""

    codes: tuple[str, ...]


class AddPasskey(Command, frozen=True, tag="add-passkey"):
    """Adds a passkey of one's own, made in this ``session``; the person's other sessions end."""

    passkey: Passkey
    session: str


class RemovePasskey(Command, frozen=True, tag="remove-passkey"):
    """Removes one of one's own passkeys."""

    id: str


class GivePasskey(Command, frozen=True, tag="give-passkey"):
    """Approves with a passkey where somebody else is signed in."""

    name: str
    given: PasskeyGiven


class GiveSecond(Command, frozen=True, tag="give-second"):
    """Proves one's own second factor again within a session (step-up)."""

    session: str
    given: AnyGiven


class NoteWrongCode(Command, frozen=True, tag="note-wrong-code"):
    """Records a right password with a wrong code, and the address that they came from."""

    name: str
    address: str


class ResetFactors(Command, frozen=True, tag="reset-factors"):
    """Removes another person's second factor and PIN after a loss; two administrators do it."""

    name: str


class IssueBadge(Command, frozen=True, tag="issue-badge"):
    """Issues a badge for approving at a table where somebody else is signed in; two administrators
    do it. ``badge`` is the hash of its number; an earlier badge no longer counts.
    """

    name: str
    badge: str


class RevokeBadge(Command, frozen=True, tag="revoke-badge"):
    """Revokes a person's badge."""

    name: str


class RecoverAdministrator(Command, frozen=True, tag="recover-administrator"):
    """Restores access when no administrator can sign in: gives a password for one sign-in to the
    named administrator, to the only one there is, or to a new one if none is left.
    """

    name: str | None
    password: str
    reason: str
    os_user: str
    host: str


class StartDemo(Command, frozen=True, tag="start-demo"):
    """Marks an empty journal as a demonstration's."""


class Appoint(Command, frozen=True, tag="appoint"):
    """Appoints a new person from the command line, as a new house needs it, with a password for one
    sign-in. ``os_user`` and ``host`` record who did it.
    """

    name: str
    role: Role
    password: str
    reason: str
    os_user: str
    host: str


class ApproveDeed(Command, frozen=True, tag="approve-deed"):
    """Another administrator approves what one has proposed. ``digest`` names what was read."""

    digest: str


class DropDeed(Command, frozen=True, tag="drop-deed"):
    """Drops what an administrator has proposed."""

    digest: str


# ── sessions ────────────────────────────────────────────────────────────────────────────────────


class OpenSession(Command, frozen=True, tag="open-session"):
    """Signs a person in. ``session`` is the digest of the session's token, and ``password`` the
    stored hash that the given password matched, or None if none was asked for. ``second`` proves
    the second factor, if the person has one.
    """

    session: str
    name: str
    lasts_ms: int
    password: str | None = None
    second: AnyGiven | None = None


class OpenByDirectory(Command, frozen=True, tag="open-by-directory", kw_only=True):
    """Signs in a person whom the house's directory has identified. ``issuer`` and ``subject``
    identify the account; ``name`` is given to a new one. ``roles`` are those that the person's
    groups grant, and ``second`` says whether the directory asked for a second factor.
    """

    session: str
    issuer: str
    subject: str
    name: str
    roles: tuple[Role, ...]
    lasts_ms: int
    second: bool = False


class NoteSession(Command, frozen=True, tag="note-session"):
    """Records when a person was last seen, so that other processes keep the session open."""

    session: str
    seen_ms: int


class CloseSession(Command, frozen=True, tag="close-session"):
    """Signs a session out."""

    session: str


class NoteFailedSignIn(Command, frozen=True, tag="note-failed-sign-in"):
    """Records a failed sign-in; neither the name nor the address need be known."""

    name: str
    address: str


# ── walk-ins ────────────────────────────────────────────────────────────────────────────────────


class AdmitWalkIn(Command, frozen=True, tag="admit-walk-in"):
    """Admits a guest without an account to a table: staff bet for the guest under this name."""

    name: str
    table: str


# ── devices ─────────────────────────────────────────────────────────────────────────────────────


class AddDevice(Command, frozen=True, tag="add-device"):
    """Adds a sign, or a dealer's console for one table. ``token`` is the digest of its token, and
    ``lasts_ms`` how long the token is good for, or None for ever.
    """

    device: str
    token: str
    role: Role
    label: str
    table: str | None = None
    lasts_ms: int | None = None


class RenewDevice(Command, frozen=True, tag="renew-device"):
    """Gives a device a new token; the old one stops working."""

    device: str
    token: str
    lasts_ms: int | None = None


class RevokeDevice(Command, frozen=True, tag="revoke-device"):
    """Revokes a device's token."""

    device: str


# ── programs ────────────────────────────────────────────────────────────────────────────────────


class AddProgram(Command, frozen=True, tag="add-program", kw_only=True):
    """Lets a program act with a token until the token ends. ``token`` is the token's digest."""

    program: str
    token: str
    name: str
    role: Role
    scope: Scope
    until_ms: int


class RevokeProgram(Command, frozen=True, tag="revoke-program"):
    """Revokes a program's token."""

    program: str


class NoteProgram(Command, frozen=True, tag="note-program"):
    """Records when a token was last used."""

    program: str
    seen_ms: int


PersonCommand = ChangeRole | DisablePerson | EnablePerson
Deed = AddPerson | ChangeRole | EnablePerson | InvitePerson | ResetFactors | AddProgram | IssueBadge
"""Commands that may have to wait for another administrator."""

AnyPeopleCommand = (
    SetUp
    | AddPerson
    | ChangeRole
    | DisablePerson
    | EnablePerson
    | InvitePerson
    | AcceptInvitation
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
