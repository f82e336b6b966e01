"""Who is there: people with their roles and passwords, devices with their tokens. Every change is an event of one
stream, and is made once however often it is sent.
"""

import hashlib
import secrets
import threading
import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import UNSET
from msgspec.structs import replace

from pitboss.casino.app import Casino
from pitboss.casino.codec import read_event
from pitboss.casino.requests import OtherCommand
from pitboss.casino.streams import Entity
from pitboss.casino.texts import name_fault
from pitboss.journal.port import Repeated
from pitboss.people import events as p
from pitboss.people.events import PEOPLE_STREAM, SYSTEM_NAME
from pitboss.people.evolve import evolve_people
from pitboss.people.roles import Role
from pitboss.people.state import Device, People
from pitboss.web.api.problems import Problem

LEAST_PASSWORD = 10
MOST_PASSWORD = 200

PersonChange = p.PasswordSet | p.RoleSet | p.PersonDisabled | p.PersonEnabled
_Change = TypeVar("_Change", bound=p.PersonAdded | p.DeviceAdded | p.DeviceRevoked | PersonChange)


def digest(text: str) -> str:
    """A token as it is kept."""
    return hashlib.sha256(text.encode()).hexdigest()


class Register:
    """People and devices. Many threads may ask.

    ``key`` is the caller's own id of a change: sent again, it is found in the journal and not done again, and the
    answer says so. Without one a change is a new one every time.
    """

    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self._hasher = PasswordHasher()
        self._lock = threading.Lock()
        self._people = casino.people()

    @property
    def people(self) -> People:
        """Everybody, as known here."""
        return self._people

    def refresh(self) -> People:
        """Everybody, as stored: another process may have signed somebody in."""
        # Reading and keeping go together: what is kept must not become older again.
        with self._lock:
            self._people = self._casino.people()
            return self._people

    # ── changes ─────────────────────────────────────────────────────────────────────────────────────────────────

    def add(
        self,
        by: str,
        name: str,
        role: Role,
        password: str | None,
        *,
        first: bool = False,
        must_change: bool = False,
        key: str | None = None,
    ) -> bool:
        """Adds a person; the ``first`` administrator only as long as there is none. ``must_change``: the password is
        a first one, which the person has to change.
        """
        check_name(name)

        def check(people: People) -> None:
            if first and (not people.nobody_yet or people.demo):
                raise already_set_up()
            check_free(name, people, people.devices.values())

        hashed = None if password is None else self.hashed(password)
        wanted = p.PersonAdded(
            at_ms=0, by=by, name=name, role=role, password=hashed, must_change=must_change or UNSET
        )
        return self._once(key, wanted, check, password)[1]

    def change(self, wanted: PersonChange, *, password: str | None = None, key: str | None = None) -> bool:
        """Changes something of a person who is there; ``password`` is the one whose hash the event has."""

        def check(people: People) -> None:
            if wanted.name not in people.persons:
                raise Problem(404, "no-such-person", f"There is no {wanted.name}.")
            after = evolve_people(people, wanted)
            if administrators(people) and not administrators(after) and not after.demo:
                raise Problem(409, "last-administrator", "Somebody has to be administrator.")

        return self._once(key, wanted, check, password)[1]

    def set_password(self, by: str, name: str, password: str, *, key: str | None = None) -> bool:
        """Sets somebody's password. One that somebody else has chosen has to be changed."""
        by_another = by != name
        wanted = p.PasswordSet(
            at_ms=0, by=by, name=name, password=self.hashed(password), must_change=by_another or UNSET
        )
        return self.change(wanted, password=password, key=key)

    def is_password_set(self, name: str, password: str, key: str) -> bool:
        """Whether somebody has set this own password under a key before."""
        wanted = p.PasswordSet(at_ms=0, by=name, name=name, password="")
        command = f"{name}:{key}"
        found = self._stored(command)
        return bool(found) and self._before(command, found, wanted, password) is not None

    def hashed(self, password: str) -> str:
        """A password as it is kept."""
        if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
            detail = f"A password has {LEAST_PASSWORD} to {MOST_PASSWORD} characters."
            raise Problem(422, "bad-password", detail, where="password")
        return self._hasher.hash(password)

    def add_device(
        self, by: str, role: Role, label: str, *, table: str | None = None, key: str | None = None
    ) -> tuple[str, str | None]:
        """A device's id and its token, which is shown once: not again to whoever sends the same again.

        A console deals at one table only.
        """
        if role not in (Role.DISPLAY, Role.DEALER):
            raise Problem(422, "bad-field", "A device is a display or a dealer's console.", where="role")
        if (role is Role.DEALER) is (table is None):
            detail = "A dealer's console is for one table, and a display for none: name the table, or leave it out."
            raise Problem(422, "bad-field", detail, where="table")
        check_name(label, where="label")

        def check(people: People) -> None:
            check_free(label, people, (one for one in people.devices.values() if not one.revoked))

        device, token = secrets.token_hex(6), secrets.token_urlsafe(32)
        wanted = p.DeviceAdded(
            at_ms=0, by=by, device=device, token=digest(token), role=role, label=label, table=table
        )
        made, repeated = self._once(key, wanted, check)
        return made.device, None if repeated else token

    def revoke(self, by: str, device: str, *, key: str | None = None) -> bool:
        """A device's token is worth nothing from now on."""

        def check(people: People) -> None:
            if device not in people.devices:
                raise Problem(404, "no-such-device", f"There is no device {device}.")

        return self._once(key, p.DeviceRevoked(at_ms=0, by=by, device=device), check)[1]

    def start_demo(self) -> bool:
        """Marks a journal that holds nobody yet as a demonstration; says whether it is one then."""

        def events(entity: Entity, now_ms: int) -> tuple[p.AnyPeopleEvent, ...]:
            return () if entity.version else (p.DemoStarted(at_ms=now_ms, by=SYSTEM_NAME),)

        self._record(f"demo/{secrets.token_hex(4)}", events)
        return self._people.demo

    # ── storing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _write(self, command: str, *events: p.AnyPeopleEvent) -> None:
        self._record(command, lambda _entity, _now_ms: events)

    def _record(self, command: str, events: Callable[[Entity, int], tuple[p.AnyPeopleEvent, ...]]) -> None:
        self._casino.record(PEOPLE_STREAM, f"people/{command}", events)
        self.refresh()

    def _once(
        self, key: str | None, wanted: _Change, check: Callable[[People], None], password: str | None = None
    ) -> tuple[_Change, bool]:
        """Stores an event under a caller's key, or finds the one that the key has brought about before; says which
        of both. ``check`` refuses what can't be done. Raises OtherCommand where the key was used for something else.
        """
        command = f"{wanted.by}:{key or secrets.token_hex(12)}"
        found: list[p.AnyPeopleEvent] = []

        def events(entity: Entity, now_ms: int) -> tuple[p.AnyPeopleEvent, ...]:
            found[:] = [] if key is None else self._stored(command)
            if found:
                return ()
            check(entity.people)
            return (replace(wanted, at_ms=now_ms),)

        try:
            self._record(command, events)
        except Repeated:
            # Another process was first.
            found[:] = self._stored(command)
            self.refresh()
        return (self._before(command, found, wanted, password), True) if found else (wanted, False)

    def _before(
        self, command: str, found: list[p.AnyPeopleEvent], wanted: _Change, password: str | None
    ) -> _Change:
        """What a key has brought about before; raises OtherCommand where it is not what is wanted now."""
        (before,) = found
        if not isinstance(before, type(wanted)) or not _alike(before, wanted):
            raise OtherCommand(command)
        if isinstance(before, p.PersonAdded | p.PasswordSet) and not self.fits(before.password, password):
            raise OtherCommand(command)
        return before

    def _stored(self, command: str) -> list[p.AnyPeopleEvent]:
        records = self._casino.journal.find_command(f"people/{command}")
        return [event for record in records if isinstance(event := read_event(record), p.Event)]

    def fits(self, hashed: str | None, password: str | None) -> bool:
        """Whether a password is the one that is kept."""
        if hashed is None or password is None:
            return hashed is password
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


def _alike(one: p.AnyPeopleEvent, other: p.AnyPeopleEvent) -> bool:
    """Whether two events are the same change: when, and what was drawn by lot for it, is left aside."""
    return _plain(one) == _plain(other)


def _plain(event: p.AnyPeopleEvent) -> p.AnyPeopleEvent:
    match event:
        case p.PersonAdded() | p.PasswordSet():
            # Whether a first password has to be changed was not noted in former times.
            return replace(event, at_ms=0, password="", must_change=UNSET)
        case p.DeviceAdded():
            return replace(event, at_ms=0, device="", token="")
        case _:
            return replace(event, at_ms=0)


def administrators(people: People) -> list[str]:
    """Who can change people and devices."""
    found = people.persons.values()
    return [one.name for one in found if one.role is Role.ADMINISTRATOR and one.enabled]


def already_set_up() -> Problem:
    return Problem(409, "already-set-up", "There is an administrator already; sign in.")


def check_name(name: str, where: str = "name") -> None:
    """What people do is on record under their names, so no name may be read as another."""
    if (fault := name_fault(name, parted_by="/:")) is not None:
        raise Problem(422, "bad-name", fault, where=where)
    if _as_read(name) == SYSTEM_NAME:
        detail = f"{SYSTEM_NAME} is the name under which Pitboss itself acts; take another."
        raise Problem(422, "bad-name", detail, where=where)


def check_free(name: str, people: People, devices: Iterable[Device]) -> None:
    """Two names that look alike on paper are one: people act under theirs, and devices under their labels."""
    read = _as_read(name)
    taken = (*people.persons, *(device.label for device in devices))
    if (found := next((other for other in taken if _as_read(other) == read), None)) is not None:
        raise Problem(409, "name-taken", f"The name {found} is taken; choose another.")


def _as_read(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
