"""Who may sign in, in which role, and who is signed in: events of one stream, so that it is on record like
everything else.

Passwords and tokens are here only as hashes. Pure: hashing and the clock are the caller's.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from pitboss.rulebook.authority import Post

PEOPLE_STREAM = "people"
SYSTEM_NAME = "pitboss"


class Role(StrEnum):
    """What somebody is here for. The first five are posts, in rising order; the others stand beside them."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"
    AUDITOR = "auditor"
    DISPLAY = "display"
    ADMINISTRATOR = "administrator"

    @property
    def post(self) -> Post | None:
        """The post in which this role acts at tables; those beside the posts do not act at all."""
        return _POSTS.get(self)


_POSTS = {Role(post.name.lower().replace("_", "-")): post for post in Post}


class Event(msgspec.Struct, frozen=True, tag_field="event", rename="kebab", kw_only=True):
    """Base of all events. ``by`` is who did it, a name; what Pitboss did by itself is by ``pitboss``."""

    at_ms: int
    by: str


class PersonAdded(Event, frozen=True, tag="person-added/1", kw_only=True):
    """``must_change``: somebody else chose the password, so it is good for one sign-in, and then for nothing but to
    choose another.
    """

    name: str
    role: Role
    password: str | None = None
    must_change: bool | msgspec.UnsetType = msgspec.UNSET


class PasswordSet(Event, frozen=True, tag="password-set/1", kw_only=True):
    """A new password; all sessions of the person end. ``must_change`` as of a person who is added."""

    name: str
    password: str
    must_change: bool | msgspec.UnsetType = msgspec.UNSET


class AdministratorRecovered(Event, frozen=True, tag="administrator-recovered/1", kw_only=True):
    """Nobody could sign in as administrator any more, and somebody who works on the machine itself has made a way
    back: a password for one sign-in. ``os_user`` and ``host`` say who that was to the operating system, and where.
    """

    name: str
    password: str
    reason: str
    os_user: str
    host: str


class RoleSet(Event, frozen=True, tag="role-set/1", kw_only=True):
    name: str
    role: Role


class PersonDisabled(Event, frozen=True, tag="person-disabled/1", kw_only=True):
    name: str


class PersonEnabled(Event, frozen=True, tag="person-enabled/1", kw_only=True):
    name: str


class SessionOpened(Event, frozen=True, tag="session-opened/1", kw_only=True):
    """``session`` is the hash of a token that only the browser has."""

    session: str
    name: str
    expires_ms: int


class SessionSeen(Event, frozen=True, tag="session-seen/1", kw_only=True):
    session: str


class SessionClosed(Event, frozen=True, tag="session-closed/1", kw_only=True):
    session: str


class SignInFailed(Event, frozen=True, tag="sign-in-failed/1", kw_only=True):
    name: str
    address: str


class DeviceAdded(Event, frozen=True, tag="device-added/1", kw_only=True, omit_defaults=True):
    """A sign or a table's console that signs itself in with a token of its own. ``token`` is the token's hash, and
    ``table`` the only one at which a console deals.
    """

    device: str
    token: str
    role: Role
    label: str
    table: str | None = None


class DeviceRevoked(Event, frozen=True, tag="device-revoked/1", kw_only=True):
    device: str


class DemoStarted(Event, frozen=True, tag="demo-started/1", kw_only=True):
    """This journal was made for a demonstration: visitors may sign in as anybody."""


AnyPeopleEvent = (
    PersonAdded
    | PasswordSet
    | AdministratorRecovered
    | RoleSet
    | PersonDisabled
    | PersonEnabled
    | SessionOpened
    | SessionSeen
    | SessionClosed
    | SignInFailed
    | DeviceAdded
    | DeviceRevoked
    | DemoStarted
)


class Person(msgspec.Struct, frozen=True):
    """``must_change``: the password was chosen by somebody else. ``used``: and has been used to sign in."""

    name: str
    role: Role
    password: str | None = None
    enabled: bool = True
    must_change: bool = False
    used: bool = False


class Recovery(msgspec.Struct, frozen=True):
    """When a way back was made for an administrator from the command line, by whom and why."""

    name: str
    at_ms: int
    reason: str
    os_user: str
    host: str


class Session(msgspec.Struct, frozen=True):
    name: str
    opened_ms: int
    expires_ms: int
    seen_ms: int


class Device(msgspec.Struct, frozen=True):
    id: str
    token: str
    role: Role
    label: str
    revoked: bool = False
    table: str | None = None


class People(msgspec.Struct, frozen=True):
    """Everybody, and who is signed in."""

    persons: Mapping[str, Person] = {}
    sessions: Mapping[str, Session] = {}
    devices: Mapping[str, Device] = {}
    demo: bool = False
    recoveries: tuple[Recovery, ...] = ()

    @property
    def nobody_yet(self) -> bool:
        """Whether the first administrator still has to be made."""
        return not any(person.role is Role.ADMINISTRATOR for person in self.persons.values())


def evolve_people(state: People, event: AnyPeopleEvent) -> People:  # noqa: C901 - one case an event
    """The state after an event."""
    match event:
        case PersonAdded():
            person = Person(event.name, event.role, event.password, must_change=event.must_change is True)
            return replace(state, persons={**state.persons, event.name: person})
        case PasswordSet():
            given = event.must_change is True
            after = _person(state, event.name, password=event.password, must_change=given, used=False)
            return _signed_out(after, event.name)
        case AdministratorRecovered():
            person = Person(event.name, Role.ADMINISTRATOR, event.password, must_change=True)
            made = Recovery(event.name, event.at_ms, event.reason, event.os_user, event.host)
            after = replace(
                state,
                persons={**state.persons, event.name: person},
                recoveries=(*state.recoveries, made),
            )
            return _signed_out(after, event.name)
        case RoleSet():
            return _person(state, event.name, role=event.role)
        case PersonDisabled():
            return _signed_out(_person(state, event.name, enabled=False), event.name)
        case PersonEnabled():
            return _person(state, event.name, enabled=True)
        case SessionOpened():
            session = Session(event.name, event.at_ms, event.expires_ms, event.at_ms)
            # Sessions that have ended by themselves need not be remembered.
            alive = {key: old for key, old in state.sessions.items() if old.expires_ms > event.at_ms}
            person_there = state.persons.get(event.name)
            if person_there is not None and person_there.must_change:
                state = _person(state, event.name, used=True)
            return replace(state, sessions={**alive, event.session: session})
        case SessionSeen():
            found = state.sessions.get(event.session)
            if found is None:
                return state
            seen = replace(found, seen_ms=event.at_ms)
            return replace(state, sessions={**state.sessions, event.session: seen})
        case SessionClosed():
            kept = {key: session for key, session in state.sessions.items() if key != event.session}
            return replace(state, sessions=kept)
        case DeviceAdded():
            device = Device(event.device, event.token, event.role, event.label, table=event.table)
            return replace(state, devices={**state.devices, event.device: device})
        case DeviceRevoked():
            gone = replace(state.devices[event.device], revoked=True)
            return replace(state, devices={**state.devices, event.device: gone})
        case DemoStarted():
            return replace(state, demo=True)
        case SignInFailed():
            return state


def _person(state: People, name: str, **changes: object) -> People:
    return replace(state, persons={**state.persons, name: replace(state.persons[name], **changes)})


def _signed_out(state: People, name: str) -> People:
    kept = {key: session for key, session in state.sessions.items() if session.name != name}
    return replace(state, sessions=kept)


def device_of(state: People, token: str) -> Device | None:
    """The device with a token of this hash, unless it was revoked."""
    found = (device for device in state.devices.values() if device.token == token and not device.revoked)
    return next(found, None)
