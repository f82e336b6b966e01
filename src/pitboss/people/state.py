"""What the events of people come to: everybody, who is signed in, and the devices."""

from collections.abc import Mapping

import msgspec

from pitboss.people.roles import Role


class Person(msgspec.Struct, frozen=True):
    """``must_change``: somebody else chose the password. ``used``: that one has been used to sign
    in, which is all that it was good for; a password of one's own is never marked so.
    """

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


def administrators(state: People) -> list[str]:
    """Who can change people and devices."""
    persons = state.persons.values()
    return [one.name for one in persons if one.role is Role.ADMINISTRATOR and one.enabled]


def device_of(state: People, token: str) -> Device | None:
    """The device with a token of this hash, unless it was revoked."""
    devices = state.devices.values()
    return next((one for one in devices if one.token == token and not one.revoked), None)
