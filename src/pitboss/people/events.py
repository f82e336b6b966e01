"""What has happened to people, sessions and devices: the events of one stream, on record like
everything else. Passwords and tokens are here only as hashes.
"""

import msgspec

from pitboss.people.commands import Deed
from pitboss.people.factors import AnyGiven, Passkey
from pitboss.people.roles import Role
from pitboss.people.scopes import Scope

PEOPLE_STREAM = "people"
SYSTEM_NAME = "pitboss"
"""The name under which Pitboss itself acts."""


class Event(msgspec.Struct, frozen=True, tag_field="event", rename="kebab", kw_only=True):
    """Base of all events. ``by`` is the name of whoever did it; Pitboss itself is ``pitboss``."""

    at_ms: int
    by: str


class PersonAdded(Event, frozen=True, tag="person-added/1", kw_only=True):
    """``must_change``: somebody else chose the password, so it is good for one sign-in, and then
    only for choosing another. ``invitation`` is the digest of a one-time link's token, with which
    the person chooses one until ``link_until_ms``. ``founding``: two administrators gave the post
    before the house opened its first table, so the account counts at once.
    """

    name: str
    role: Role
    password: str | None = None
    must_change: bool | msgspec.UnsetType = msgspec.UNSET
    invitation: str | msgspec.UnsetType = msgspec.UNSET
    link_until_ms: int | msgspec.UnsetType = msgspec.UNSET
    founding: bool | msgspec.UnsetType = msgspec.UNSET


class PersonInvited(Event, frozen=True, tag="person-invited/1", kw_only=True):
    """Somebody who had an account chooses a new password with a one-time link; the old password and
    the PIN are worthless, and all sessions end. The fields are as in PersonAdded.
    """

    name: str
    invitation: str
    link_until_ms: int
    founding: bool | msgspec.UnsetType = msgspec.UNSET


class InvitationAccepted(Event, frozen=True, tag="invitation-accepted/1", kw_only=True):
    """A person has chosen a password with the link, which has ended."""

    name: str
    password: str


class TimeZoneSet(Event, frozen=True, tag="time-zone-set/1", kw_only=True):
    """Where the house is: its day begins at midnight there, and times are shown as they are there,
    unless its settings say otherwise.
    """

    timezone: str


class FoundingEnded(Event, frozen=True, tag="founding-ended/1", kw_only=True):
    """The house has opened its first table: from now on every new account has to wait before it
    approves anything.
    """


class PasswordSet(Event, frozen=True, tag="password-set/1", kw_only=True):
    """A new password, chosen by its owner; all sessions of the person end."""

    name: str
    password: str


class PinSet(Event, frozen=True, tag="pin-set/1", kw_only=True):
    """A person has chosen a PIN; wrong tries of the old one are forgotten with it."""

    name: str
    pin: str


class PinRefused(Event, frozen=True, tag="pin-refused/1", kw_only=True):
    """A PIN that was not the person's. ``by`` is who was signed in where it was given."""

    name: str
    address: str


class PinAccepted(Event, frozen=True, tag="pin-accepted/1", kw_only=True):
    """The right PIN was given after wrong tries; the count starts again."""

    name: str


class TotpEnrolled(Event, frozen=True, tag="totp-enrolled/1", kw_only=True):
    """A person sets up an authenticator app. ``sealed`` is its secret, sealed with the vault key:
    it takes effect once a code has confirmed it.
    """

    name: str
    sealed: str


class TotpConfirmed(Event, frozen=True, tag="totp-confirmed/1", kw_only=True):
    """The app is asked for from now on. All sessions end except the one in which it was
    confirmed.
    """

    name: str
    step: int
    codes: tuple[str, ...]
    session: str


class TotpRemoved(Event, frozen=True, tag="totp-removed/1", kw_only=True):
    name: str


class RecoveryCodesRenewed(Event, frozen=True, tag="recovery-codes-renewed/1", kw_only=True):
    name: str
    codes: tuple[str, ...]


class PasskeyAdded(Event, frozen=True, tag="passkey-added/1", kw_only=True):
    """All sessions end except the one in which it was added."""

    name: str
    passkey: Passkey
    session: str


class PasskeyRemoved(Event, frozen=True, tag="passkey-removed/1", kw_only=True):
    name: str
    id: str


class SecondFactorGiven(Event, frozen=True, tag="second-factor-given/1", kw_only=True):
    """A second factor was proved: in a session that was opened with it, or again later; in none if
    a passkey approves at somebody else's console.
    """

    name: str
    session: str
    given: AnyGiven


class SecondFactorRefused(Event, frozen=True, tag="second-factor-refused/1", kw_only=True):
    """The password was right and the code was not."""

    name: str
    address: str


class FactorsReset(Event, frozen=True, tag="factors-reset/1", kw_only=True):
    """Somebody no longer has a second factor, a PIN or a badge, and is signed out."""

    name: str


class BadgeIssued(Event, frozen=True, tag="badge-issued/1", kw_only=True):
    """Somebody has a badge for approvals. ``badge`` is the hash of its number."""

    name: str
    badge: str


class BadgeRevoked(Event, frozen=True, tag="badge-revoked/1", kw_only=True):
    name: str


class AdministratorRecovered(Event, frozen=True, tag="administrator-recovered/1", kw_only=True):
    """Nobody could sign in as administrator any more, and somebody working on the machine itself
    has made a way back: a password for one sign-in. ``os_user`` and ``host`` say who that was to
    the operating system, and where.
    """

    name: str
    password: str
    reason: str
    os_user: str
    host: str


class PersonAppointed(Event, frozen=True, tag="person-appointed/1", kw_only=True):
    """Somebody working on the machine itself has given a new person a post, and a password for one
    sign-in.
    """

    name: str
    role: Role
    password: str
    reason: str
    os_user: str
    host: str


class RoleSet(Event, frozen=True, tag="role-set/1", kw_only=True):
    name: str
    role: Role


class DeedProposed(Event, frozen=True, tag="deed-proposed/1", kw_only=True):
    """An administrator asks another one to approve a change to a person."""

    deed: Deed


class DeedApproved(Event, frozen=True, tag="deed-approved/1", kw_only=True):
    """What ``proposed_by`` asked for is done, in the events that follow under that name."""

    digest: str
    proposed_by: str


class DeedDropped(Event, frozen=True, tag="deed-dropped/1", kw_only=True):
    digest: str


class PersonDisabled(Event, frozen=True, tag="person-disabled/1", kw_only=True):
    name: str


class PersonEnabled(Event, frozen=True, tag="person-enabled/1", kw_only=True):
    name: str


class SessionOpened(Event, frozen=True, tag="session-opened/1", kw_only=True):
    """``session`` is the hash of a token that only the browser has."""

    session: str
    name: str
    expires_ms: int


class DirectoryPersonAdded(Event, frozen=True, tag="directory-person-added/1", kw_only=True):
    """Somebody has signed in through the directory for the first time, and has an account now."""

    name: str
    role: Role
    issuer: str
    subject: str


class DirectorySessionOpened(Event, frozen=True, tag="directory-session-opened/1", kw_only=True):
    """The directory has vouched for somebody. ``second``: it has asked for a second factor."""

    session: str
    name: str
    issuer: str
    subject: str
    expires_ms: int
    second: bool = False


class SessionSeen(Event, frozen=True, tag="session-seen/1", kw_only=True):
    session: str


class SessionClosed(Event, frozen=True, tag="session-closed/1", kw_only=True):
    session: str


class SignInFailed(Event, frozen=True, tag="sign-in-failed/1", kw_only=True):
    name: str
    address: str


class WalkInAdmitted(Event, frozen=True, tag="walk-in-admitted/1", kw_only=True):
    """A guest without an account may play at a table under this name."""

    name: str
    table: str


class DeviceAdded(Event, frozen=True, tag="device-added/1", kw_only=True, omit_defaults=True):
    """A sign or a table's console that signs itself in with a token of its own. ``token`` is the
    token's hash, and ``table`` the only one at which a console deals. Early tokens never expire.
    """

    device: str
    token: str
    role: Role
    label: str
    table: str | None = None
    ends_ms: int | None = None


class DeviceRenewed(Event, frozen=True, tag="device-renewed/1", kw_only=True, omit_defaults=True):
    """A device has a new token, and the old one is worthless."""

    device: str
    token: str
    ends_ms: int | None = None


class DeviceRevoked(Event, frozen=True, tag="device-revoked/1", kw_only=True):
    device: str


class ProgramAdded(Event, frozen=True, tag="program-added/1", kw_only=True):
    """A program may act with a token until ``until_ms``. ``token`` is the token's hash."""

    program: str
    token: str
    name: str
    role: Role
    scope: Scope
    until_ms: int


class ProgramRevoked(Event, frozen=True, tag="program-revoked/1", kw_only=True):
    program: str


class ProgramSeen(Event, frozen=True, tag="program-seen/1", kw_only=True):
    """The token was used."""

    program: str


class DemoStarted(Event, frozen=True, tag="demo-started/1", kw_only=True):
    """This journal was made for a demonstration: visitors may sign in as anybody."""


FactorEvent = (
    TotpEnrolled
    | TotpConfirmed
    | TotpRemoved
    | RecoveryCodesRenewed
    | PasskeyAdded
    | PasskeyRemoved
    | SecondFactorGiven
    | SecondFactorRefused
    | FactorsReset
)
DirectoryEvent = DirectoryPersonAdded | DirectorySessionOpened
ProgramEvent = ProgramAdded | ProgramRevoked | ProgramSeen
AnyPeopleEvent = (
    PersonAdded
    | PersonInvited
    | InvitationAccepted
    | TimeZoneSet
    | FoundingEnded
    | PasswordSet
    | PinSet
    | PinRefused
    | PinAccepted
    | FactorEvent
    | BadgeIssued
    | BadgeRevoked
    | AdministratorRecovered
    | PersonAppointed
    | RoleSet
    | DeedProposed
    | DeedApproved
    | DeedDropped
    | PersonDisabled
    | PersonEnabled
    | SessionOpened
    | SessionSeen
    | SessionClosed
    | SignInFailed
    | WalkInAdmitted
    | DeviceAdded
    | DeviceRenewed
    | DeviceRevoked
    | ProgramEvent
    | DirectoryEvent
    | DemoStarted
)
