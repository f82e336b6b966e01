"""Signing in and being signed in: passwords, session tokens, device tokens, and what a request must bring to
change anything.
"""

import hashlib
import hmac
import secrets
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from starlette.requests import HTTPConnection

from pitboss.casino import people as p
from pitboss.casino.app import Casino
from pitboss.casino.people import PEOPLE_STREAM, SYSTEM_NAME, People, Role
from pitboss.casino.states import Entity
from pitboss.journal.port import JournalError
from pitboss.rulebook.authority import Actor
from pitboss.web.problems import Problem

COOKIE = "pitboss"
LEAST_PASSWORD = 10
MOST_PASSWORD = 200
MOST_NAME = 40
_SEEN_EVERY_MS = 300_000
_TRIES, _TRIES_WITHIN_MS = 5, 60_000
_NAMES_WATCHED = 10_000


class Caller(msgspec.Struct, frozen=True):
    """Who sends a request: a person who is signed in, a device, or nobody in particular."""

    name: str
    role: Role | None
    token: str | None = None
    device: bool = False

    @property
    def actor(self) -> Actor | None:
        """As whom the caller acts at tables."""
        post = None if self.role is None else self.role.post
        return None if post is None else Actor(post, self.name)

    @property
    def csrf(self) -> str | None:
        """What a change must bring along; a page of another site can't know it."""
        return None if self.token is None else _digest(f"csrf:{self.token}")


NOBODY = Caller("", None)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _same(given: str, right: str) -> bool:
    """Whether two texts are the same; how long it takes gives nothing away."""
    return hmac.compare_digest(given.encode(), right.encode())


def _host_of(origin: str) -> str:
    """The host and port of an origin; nothing where it is none, as of a page in a sandbox."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


class Guard:
    """Knows who is who. Many threads may ask."""

    def __init__(
        self,
        casino: Casino,
        clock_ms: Callable[[], int],
        *,
        idle_ms: int = 30 * 60_000,
        longest_ms: int = 12 * 3_600_000,
    ) -> None:
        self._casino = casino
        self._clock_ms = clock_ms
        self._idle_ms = idle_ms
        self._longest_ms = longest_ms
        self._hasher = PasswordHasher()
        self._seen_ms: dict[str, int] = {}
        self._failures: dict[str, deque[int]] = {}
        self._lock = threading.Lock()
        self._people = casino.people()
        self.setup_token = secrets.token_urlsafe(24) if self._people.nobody_yet else None

    # ── who sends this ──────────────────────────────────────────────────────────────────────────────────────────

    def caller(self, connection: HTTPConnection) -> Caller:
        """Who sends a request, by its cookie or its token."""
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and bearer:
            return self._device(bearer)
        token = connection.cookies.get(COOKIE)
        return NOBODY if not token else self.person(token)

    def person(self, token: str) -> Caller:
        """Whose session a token is."""
        key, now_ms = _digest(token), self._clock_ms()
        session = self._people.sessions.get(key) or self._refreshed().sessions.get(key)
        if session is None:
            return NOBODY
        seen_ms = max(session.seen_ms, self._seen_ms.get(key, 0))
        person = self._people.persons.get(session.name)
        over = now_ms >= session.expires_ms or now_ms - seen_ms >= self._idle_ms
        if over or person is None or not person.enabled:
            self._seen_ms.pop(key, None)
            return NOBODY
        self._seen_ms[key] = now_ms
        if now_ms - session.seen_ms >= _SEEN_EVERY_MS:
            # If it can't be noted now it will be at the next look.
            with suppress(JournalError):
                self._write(
                    f"seen/{key[:16]}/{now_ms}", p.SessionSeen(at_ms=now_ms, by=person.name, session=key)
                )
        return Caller(person.name, person.role, token)

    def still(self, caller: Caller) -> bool:
        """Whether a caller is signed in as before. To be asked for is no sign of life: a session that only
        listens ends when it has been idle for too long.
        """
        if caller.token is None:
            return True
        key, people = _digest(caller.token), self._people
        if caller.device:
            return p.device_of(people, key) is not None
        session, person = people.sessions.get(key), people.persons.get(caller.name)
        if session is None or person is None or not person.enabled or person.role is not caller.role:
            return False
        now_ms, seen_ms = self._clock_ms(), max(session.seen_ms, self._seen_ms.get(key, 0))
        return now_ms < session.expires_ms and now_ms - seen_ms < self._idle_ms

    def _device(self, token: str) -> Caller:
        key = _digest(token)
        device = p.device_of(self._people, key) or p.device_of(self._refreshed(), key)
        return NOBODY if device is None else Caller(device.label, device.role, token, device=True)

    def _refreshed(self) -> People:
        """Another process may have signed somebody in."""
        self._people = self._casino.people()
        return self._people

    def refresh(self) -> None:
        """The stream of people has changed."""
        self._refreshed()

    def check_change(self, connection: HTTPConnection, caller: Caller) -> None:
        """A change must come from our own pages: the origin is ours and the token of the session is there."""
        self.check_origin(connection)
        if caller.csrf is None or caller.device:
            return
        if not _same(connection.headers.get("x-csrf-token", ""), caller.csrf):
            detail = "The header X-CSRF-Token is missing or wrong; /api/me tells it."
            raise Problem(403, "csrf-token-needed", detail)

    def check_origin(self, connection: HTTPConnection) -> None:
        """Whether a request comes from our own pages, or from no page at all."""
        origin = connection.headers.get("origin")
        if origin is not None and _host_of(origin) != connection.headers.get("host"):
            raise Problem(403, "wrong-origin", "Changes are taken from Pitboss's own pages only.")

    # ── signing in and out ──────────────────────────────────────────────────────────────────────────────────────

    def sign_in(self, name: str, password: str, address: str) -> str:
        """A new session's token; raises Problem where name and password do not fit, or after too many tries."""
        self.check_password(name, password, address)
        return self.open_session(name)

    def check_password(self, name: str, password: str, address: str) -> None:
        """Raises Problem where a password is not the person's."""
        now_ms = self._clock_ms()
        keys = (f"name:{name}", f"address:{address}")
        self._try(keys, now_ms)
        person = self._refreshed().persons.get(name)
        known = person is not None and person.enabled and person.password is not None
        # The work is the same whether there is such a person or not, and so is the time it takes.
        hashed = person.password if known and person is not None and person.password else self._nobodys_hash
        try:
            self._hasher.verify(hashed, password)
            fits = known
        except (VerificationError, InvalidHashError):
            fits = False
        if fits:
            self._fitted(keys, now_ms)
        else:
            shown = name[:MOST_NAME]
            self._write(
                f"failed/{secrets.token_hex(8)}",
                p.SignInFailed(at_ms=now_ms, by=SYSTEM_NAME, name=shown, address=address),
            )
            raise Problem(401, "wrong-name-or-password", "Name and password do not fit.")

    @property
    def _nobodys_hash(self) -> str:
        if not hasattr(self, "_made_hash"):
            self._made_hash = self._hasher.hash(secrets.token_hex(16))
        return self._made_hash

    def _try(self, keys: Sequence[str], now_ms: int) -> None:
        """Counts a try as failed until it turns out well, so that many at once are no more than many in a row."""
        with self._lock:
            for key in keys:
                self._check_tries(key, now_ms)
            if len(self._failures) > _NAMES_WATCHED:
                self._failures = {
                    key: tries
                    for key, tries in self._failures.items()
                    if now_ms - tries[-1] < _TRIES_WITHIN_MS
                }
            for key in keys:
                self._failures.setdefault(key, deque()).append(now_ms)

    def _check_tries(self, key: str, now_ms: int) -> None:
        failures = self._failures.get(key)
        if failures is None:
            return
        while failures and now_ms - failures[0] >= _TRIES_WITHIN_MS:
            failures.popleft()
        if not failures:
            del self._failures[key]
            return
        # An address may be shared by a whole pit, so it may fail oftener than one name.
        most = _TRIES if key.startswith("name:") else 4 * _TRIES
        if len(failures) >= most:
            # Whole seconds, and none too few.
            wait_s = -(-(_TRIES_WITHIN_MS - (now_ms - failures[0])) // 1000)
            detail = f"Too many wrong passwords; try again in {wait_s} seconds."
            raise Problem(429, "too-many-tries", detail, headers={"Retry-After": str(wait_s)})

    def _fitted(self, keys: Sequence[str], now_ms: int) -> None:
        with self._lock:
            for key in keys:
                tries = self._failures.get(key)
                if tries is not None and now_ms in tries:
                    tries.remove(now_ms)
                    if not tries:
                        del self._failures[key]

    def open_session(self, name: str) -> str:
        """Signs somebody in; the token goes to the browser and its hash into the journal."""
        token, now_ms = secrets.token_urlsafe(32), self._clock_ms()
        key = _digest(token)
        self._write(
            f"session/{key}",
            p.SessionOpened(
                at_ms=now_ms, by=name, session=key, name=name, expires_ms=now_ms + self._longest_ms
            ),
        )
        return token

    def sign_out(self, caller: Caller) -> None:
        if caller.token is not None and not caller.device:
            key, now_ms = _digest(caller.token), self._clock_ms()
            self._write(
                f"closed/{secrets.token_hex(8)}", p.SessionClosed(at_ms=now_ms, by=caller.name, session=key)
            )
            self._seen_ms.pop(key, None)

    # ── people and devices ──────────────────────────────────────────────────────────────────────────────────────

    def set_up(self, token: str, name: str, password: str) -> str:
        """Makes the first administrator, once, with the token that was printed at the start."""
        if self.setup_token is None or not self._refreshed().nobody_yet:
            raise _already_set_up()
        if not _same(token, self.setup_token):
            raise Problem(403, "wrong-set-up-token", "Use the link that was printed when Pitboss started.")
        self.add(SYSTEM_NAME, name, Role.ADMINISTRATOR, password, first=True)
        self.setup_token = None
        return self.open_session(name)

    def add(self, by: str, name: str, role: Role, password: str | None, *, first: bool = False) -> None:
        """Adds a person; the ``first`` administrator only as long as there is none."""
        _check_name(name)
        hashed = None if password is None else self.hashed(password)

        def events(entity: Entity, now_ms: int) -> tuple[p.PersonAdded, ...]:
            if first and not entity.people.nobody_yet:
                raise _already_set_up()
            if name in entity.people.persons:
                raise Problem(409, "name-taken", f"There is a {name} already.")
            return (p.PersonAdded(at_ms=now_ms, by=by, name=name, role=role, password=hashed),)

        self._record(f"add/{name}/{secrets.token_hex(4)}", events)

    def change(self, name: str, event: Callable[[int], p.AnyPeopleEvent]) -> None:
        """Changes something of a person who is there."""

        def events(entity: Entity, now_ms: int) -> tuple[p.AnyPeopleEvent, ...]:
            if name not in entity.people.persons:
                raise Problem(404, "no-such-person", f"There is no {name}.")
            made = event(now_ms)
            after = p.evolve_people(entity.people, made)
            if administrators(entity.people) and not administrators(after) and not after.demo:
                raise Problem(409, "last-administrator", "Somebody has to be administrator.")
            return (made,)

        self._record(f"change/{name}/{secrets.token_hex(8)}", events)

    def hashed(self, password: str) -> str:
        """A password as it is kept."""
        if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
            detail = f"A password has {LEAST_PASSWORD} to {MOST_PASSWORD} characters."
            raise Problem(422, "bad-password", detail, where="password")
        return self._hasher.hash(password)

    def add_device(self, by: str, role: Role, label: str) -> tuple[str, str]:
        """A device's id and its token, which is shown once."""
        if role not in (Role.DISPLAY, Role.DEALER):
            raise Problem(422, "bad-field", "A device is a display or a dealer's console.", where="role")
        _check_name(label)
        device, token = secrets.token_hex(6), secrets.token_urlsafe(32)
        self._write(
            f"device/{device}",
            p.DeviceAdded(
                at_ms=self._clock_ms(), by=by, device=device, token=_digest(token), role=role, label=label
            ),
        )
        return device, token

    def revoke(self, by: str, device: str) -> None:
        """A device's token is worth nothing from now on."""
        if device not in self._refreshed().devices:
            raise Problem(404, "no-such-device", f"There is no device {device}.")
        self._write(
            f"revoke/{device}/{secrets.token_hex(4)}",
            p.DeviceRevoked(at_ms=self._clock_ms(), by=by, device=device),
        )

    def start_demo(self) -> None:
        """Marks a journal that holds nobody yet as a demonstration."""
        self._write("demo", p.DemoStarted(at_ms=self._clock_ms(), by=SYSTEM_NAME))

    @property
    def people(self) -> People:
        return self._people

    def _write(self, command: str, *events: p.AnyPeopleEvent) -> None:
        self._record(command, lambda _entity, _now_ms: events)

    def _record(self, command: str, events: Callable[[Entity, int], tuple[p.AnyPeopleEvent, ...]]) -> None:
        self._people = self._casino.record(PEOPLE_STREAM, f"people/{command}", events).people


def administrators(people: People) -> list[str]:
    """Who can change people and devices."""
    found = people.persons.values()
    return [one.name for one in found if one.role is Role.ADMINISTRATOR and one.enabled]


def _already_set_up() -> Problem:
    return Problem(409, "already-set-up", "There is an administrator already; sign in.")


def _check_name(name: str) -> None:
    """What people do is on record under their names, so no name may be read as another."""
    good = 0 < len(name) <= MOST_NAME and name.isprintable() and name == name.strip()
    if not good or not {"/", ":"}.isdisjoint(name):
        detail = (
            f"A name has 1 to {MOST_NAME} printable characters, no slash or colon among them, "
            "no blank at its ends."
        )
        raise Problem(422, "bad-name", detail, where="name")
    if name == SYSTEM_NAME:
        detail = f"{name} is the name under which Pitboss itself acts; take another."
        raise Problem(422, "bad-name", detail, where="name")
