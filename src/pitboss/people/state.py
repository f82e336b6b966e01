"""The result of the events about people: everybody, who is signed in, and the devices."""

from collections.abc import Mapping

import msgspec

from pitboss.kernel.digest import digest_of
from pitboss.people.commands import Deed
from pitboss.people.factors import Factors
from pitboss.people.roles import Role
from pitboss.people.scopes import PROGRAM, Scope

PIN_TRIES = 5
"""Wrong tries in a row after which a PIN is locked."""


class DirectoryIdentity(msgspec.Struct, frozen=True):
    """Who somebody is to the house's directory: a subject of an issuer, whatever their name."""

    issuer: str
    subject: str


class Person(msgspec.Struct, frozen=True):
    """``must_change``: somebody else chose the password. ``used``: it has been used to sign in,
    which is all it was good for; a password of one's own is never marked so.

    ``invitation`` is the digest of the one-time link with which the person still has to choose a
    password, until ``link_until_ms``.

    ``badge`` is the hash of a badge's number. ``wrong_pins`` counts wrong tries in a row.
    ``since_ms`` is when the account was created or its owner accepted an invitation, or when
    somebody else last gave it a role or a password: until then it says nothing about its owner. It
    is 0 for a founding post (``appointments``).
    """

    name: str
    role: Role
    password: str | None = None
    enabled: bool = True
    must_change: bool = False
    used: bool = False
    pin: str | None = None
    wrong_pins: int = 0
    since_ms: int = 0
    factors: Factors = Factors()
    badge: str | None = None
    identity: DirectoryIdentity | None = None
    invitation: str | None = None
    link_until_ms: int = 0

    @property
    def pin_locked(self) -> bool:
        """Whether nobody can approve with the PIN until its owner has chosen another."""
        return self.wrong_pins >= PIN_TRIES


class Recovery(msgspec.Struct, frozen=True):
    """When access was restored to an administrator from the command line, by whom and why."""

    name: str
    at_ms: int
    reason: str
    os_user: str
    host: str


class Session(msgspec.Struct, frozen=True):
    """``second_ms`` is when the second factor was last proved in it."""

    name: str
    opened_ms: int
    expires_ms: int
    seen_ms: int
    second_ms: int | None = None


class Device(msgspec.Struct, frozen=True):
    id: str
    token: str
    role: Role
    label: str
    revoked: bool = False
    table: str | None = None
    ends_ms: int | None = None


class Program(msgspec.Struct, frozen=True):
    """A program that acts with a token. ``seen_ms`` is when its use was last recorded."""

    id: str
    token: str
    name: str
    role: Role
    scope: Scope
    by: str
    until_ms: int
    revoked: bool = False
    seen_ms: int | None = None

    @property
    def acts_as(self) -> str:
        """The name under which its actions are recorded."""
        return PROGRAM + self.name


_form = msgspec.json.Encoder(order="deterministic").encode


class PendingDeed(msgspec.Struct, frozen=True):
    """A change to a person that one administrator has proposed, waiting for another."""

    deed: Deed
    by: str
    at_ms: int

    @property
    def digest(self) -> str:
        """Identifies it; whoever approves it gives it back."""
        return digest_of(_form(self))


class People(msgspec.Struct, frozen=True):
    """Everybody, and who is signed in. ``walk_ins`` are guests without an account, and the tables
    where they may play. ``founded``: the house has opened its first table. ``timezone`` is where
    the house said at set-up that it is.
    """

    persons: Mapping[str, Person] = {}
    sessions: Mapping[str, Session] = {}
    devices: Mapping[str, Device] = {}
    programs: Mapping[str, Program] = {}
    demo: bool = False
    recoveries: tuple[Recovery, ...] = ()
    walk_ins: Mapping[str, tuple[str, ...]] = {}
    deeds: Mapping[str, PendingDeed] = {}
    founded: bool = False
    timezone: str | None = None

    @property
    def nobody_yet(self) -> bool:
        """Whether the first administrator has yet to be created."""
        return not any(person.role is Role.ADMINISTRATOR for person in self.persons.values())


def administrators(state: People) -> list[str]:
    """Who can change people and devices."""
    persons = state.persons.values()
    return [one.name for one in persons if one.role is Role.ADMINISTRATOR and one.enabled]


def old_enough_ms(state: People, name: str, least_age_ms: int) -> int:
    """From when on somebody's account is old enough to approve something; 0 if it always was, as in
    a demonstration.
    """
    person = state.persons.get(name)
    if person is None or state.demo or not person.since_ms:
        return 0
    return person.since_ms + least_age_ms


def too_new(state: People, name: str, least_age_ms: int, now_ms: int) -> bool:
    """Whether somebody's account is too young to approve anything."""
    return now_ms < old_enough_ms(state, name, least_age_ms)


def device_of(state: People, token: str, now_ms: int) -> Device | None:
    """The device with a token of this hash, unless it was revoked or the token has expired."""
    device = next((one for one in state.devices.values() if one.token == token), None)
    if device is None or device.revoked:
        return None
    return None if device.ends_ms is not None and now_ms >= device.ends_ms else device


def program_of(state: People, token: str) -> Program | None:
    """The program with a token of this hash, whether or not that is still valid."""
    return next((one for one in state.programs.values() if one.token == token), None)
