"""Signing in and staying signed in: passwords, session tokens, device tokens, and what a request
must carry to change anything.
"""

import hmac
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from urllib.parse import urlsplit

from msgspec.structs import replace
from starlette.requests import HTTPConnection

from pitboss.casino.app import Casino
from pitboss.casino.approvals import How
from pitboss.casino.texts import one_line
from pitboss.journal.port import JournalError
from pitboss.kernel.texts import MOST_NAME
from pitboss.operations.config import is_zone
from pitboss.people import commands as c
from pitboss.people.factors import AnyGiven
from pitboss.people.pins import pin_fault
from pitboss.people.refusals import (
    ALREADY_SET_UP,
    WRONG_NAME_OR_PASSWORD,
    WRONG_NAME_OR_PIN,
    PeopleRefusal,
)
from pitboss.people.second_factor import needs_factor, step_up_due
from pitboss.people.state import Person, Session, device_of
from pitboss.rulebook.authority import Actor
from pitboss.web.api.problems import Problem
from pitboss.web.auth.callers import NOBODY, Caller, Stranger, actor_of
from pitboss.web.auth.cookies import device_token, session_token
from pitboss.web.auth.directory_register import DirectoryRegister
from pitboss.web.auth.known_browsers import KnownBrowsers
from pitboss.web.auth.passkeys import SIGN_IN, Answered, Site
from pitboss.web.auth.people_commands import problem_of
from pitboss.web.auth.programs import is_program_token
from pitboss.web.auth.rate_limit import Tries
from pitboss.web.auth.register import digest
from pitboss.web.auth.sign_in_tries import SignInTries, failure_id

_SEEN_EVERY_MS = 300_000
_SEEN_KEPT = 10_000


def _same(given: str, right: str) -> bool:
    """Whether two texts are equal, compared in constant time."""
    return hmac.compare_digest(given.encode(), right.encode())


def _host_of(origin: str) -> str:
    """The host and port of an origin; empty if it is none, as from a sandboxed page."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


class Guard(DirectoryRegister):
    """Knows who is who, and who is signed in. Thread-safe."""

    def __init__(
        self,
        casino: Casino,
        clock_ms: Callable[[], int],
        *,
        idle_ms: int = 30 * 60_000,
        longest_ms: int = 12 * 3_600_000,
    ) -> None:
        super().__init__(casino, clock_ms)
        self._idle_ms = idle_ms
        self._longest_ms = longest_ms
        self._seen_ms: dict[str, int] = {}
        self._noting: set[str] = set()
        self._notes = ThreadPoolExecutor(1, thread_name_prefix="sessions")
        self.tries = SignInTries(casino.journal)
        vault = casino.vault
        key = secrets.token_bytes(32) if vault is None else vault.key_for("known-browser")
        self.known_browsers = KnownBrowsers(key, clock_ms)
        self.pin_tries = Tries("PINs")
        self.setup_token = secrets.token_urlsafe(24) if self._people.nobody_yet else None

    # ── who sends this ────────────────────────────────────────────────────────────────────────────

    def caller(self, connection: HTTPConnection) -> Caller:
        """Who sends a request, by its cookie or its token; raises Stranger if that is unknown here.

        It never waits: the event loop calls it, and an unreachable database must not hold up
        everybody.
        """
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        device = bearer if scheme.lower() == "bearer" else connection.headers.get("x-device")
        return self.sender(connection, device, connection.headers.get("x-view-as", ""))

    def sender(self, connection: HTTPConnection, device: str | None, view: str) -> Caller:
        """The same if the device is known already, by its token or by the id in its cookie, or if a
        tab of a demonstration says as whom it views.
        """
        header, secure = connection.headers.get("cookie"), connection.scope.get("scheme") == "https"
        if device:
            if is_program_token(device):
                return self._by_program(device)
            return self._device(device_token(header, device, secure=secure) or device)
        token = session_token(header, view if self._people.demo else "", secure=secure)
        return NOBODY if token is None else self.person(token)

    @staticmethod
    def csrf_of(caller: Caller) -> str | None:
        """What a change must carry; a page of another site can't know it."""
        return None if caller.token is None else digest(f"csrf:{caller.token}")

    def caller_afresh(self, connection: HTTPConnection) -> Caller:
        """The same for a stranger, after reading what is stored: another process may have signed
        them in.
        """
        self.refresh()
        try:
            return self.caller(connection)
        except Stranger:
            return NOBODY

    def sender_afresh(self, connection: HTTPConnection, device: str | None, view: str) -> Caller:
        self.refresh()
        try:
            return self.sender(connection, device, view)
        except Stranger:
            return NOBODY

    def person(self, token: str) -> Caller:
        """Whose session a token belongs to."""
        key, now_ms, people = digest(token), self._clock_ms(), self._people
        session = people.sessions.get(key)
        if session is None:
            raise Stranger
        person = people.persons.get(session.name)
        if self._is_over(key, session, now_ms) or person is None or not person.enabled:
            self._seen_ms.pop(key, None)
            return NOBODY
        self._seen_ms[key] = now_ms
        if now_ms - session.seen_ms >= _SEEN_EVERY_MS and key not in self._noting:
            self._noting.add(key)
            with suppress(RuntimeError):  # the service is ending
                self._notes.submit(self._note, c.NoteSession(key, now_ms), person.name)
        return Caller(
            person.name,
            person.role,
            token,
            must_change=person.must_change,
            enrol=session.second_ms is None and needs_factor(people, person, self.rules),
            prove=session.second_ms is None and person.factors.any and not people.demo,
            step_up=step_up_due(people, session, self.rules, now_ms),
            actor=actor_of(person.name, person.role),
        )

    def _by_program(self, token: str) -> Caller:
        caller, note = self.program_caller(token)
        if note is not None:
            with suppress(RuntimeError):  # the service is ending
                self._notes.submit(self.note_program, note, caller.name)
        return caller

    def _note(self, seen: c.NoteSession, name: str) -> None:
        """Records that somebody is active. If that fails now, it is done the next time."""
        try:
            with suppress(JournalError):
                self._do(f"seen/{seen.session[:16]}/{seen.seen_ms}", seen, name)
        finally:
            self._noting.discard(seen.session)

    def close(self) -> None:
        """Waits until pending notes are written."""
        self._notes.shutdown()

    def still(self, caller: Caller) -> bool:
        """Whether a caller is still signed in as before. This check does not count as activity: a
        session that only listens ends after being idle for too long.
        """
        if caller.token is None:
            return True
        key, people = digest(caller.token), self._people
        if caller.scope is not None:
            return self.is_program_still(key)
        if caller.device:
            return device_of(people, key, self._clock_ms()) is not None
        session, person = people.sessions.get(key), people.persons.get(caller.name)
        if (
            session is None
            or person is None
            or not person.enabled
            or person.role is not caller.role
        ):
            return False
        return not self._is_over(key, session, self._clock_ms())

    def _is_over(self, key: str, session: Session, now_ms: int) -> bool:
        seen_ms = max(session.seen_ms, self._seen_ms.get(key, 0))
        return now_ms >= session.expires_ms or now_ms - seen_ms >= self._idle_ms

    def ends_of(self, caller: Caller) -> tuple[int, int] | None:
        """After how many milliseconds without a request a person's session ends, and in how many it
        ends whatever they do; None for anybody else.
        """
        session = None if caller.token is None else self._people.sessions.get(digest(caller.token))
        if session is None:
            return None
        return self._idle_ms, max(0, session.expires_ms - self._clock_ms())

    def sessions_of(self, name: str) -> dict[str, Session]:
        """Where somebody is signed in now, by the digests of the tokens, and when each was last
        seen.
        """
        now_ms = self._clock_ms()
        return {
            key: replace(one, seen_ms=max(one.seen_ms, self._seen_ms.get(key, 0)))
            for key, one in self.refresh().sessions.items()
            if one.name == name and not self._is_over(key, one, now_ms)
        }

    def _device(self, token: str) -> Caller:
        key = digest(token)
        device = device_of(self._people, key, self._clock_ms())
        if device is None:
            raise Stranger
        return Caller(
            device.label,
            device.role,
            token,
            device=True,
            table=device.table,
            actor=actor_of(device.label, device.role),
        )

    def check_change(self, connection: HTTPConnection, caller: Caller) -> None:
        """A change must come from our own pages: the origin is ours, and the session's token is
        present.
        """
        self.check_origin(connection)
        csrf = self.csrf_of(caller) if caller.is_person else None
        if csrf is not None and not _same(connection.headers.get("x-csrf-token", ""), csrf):
            detail = "The X-CSRF-Token header is missing or wrong; /api/me returns it."
            raise Problem(403, "csrf-token-needed", detail)

    def check_origin(self, connection: HTTPConnection) -> None:
        """Whether a request comes from our own pages, or from no page at all."""
        origin = connection.headers.get("origin")
        if origin is not None and _host_of(origin) != connection.headers.get("host"):
            raise Problem(
                403, "wrong-origin", "Changes are accepted only from Pitboss's own pages."
            )

    # ── signing in and out ────────────────────────────────────────────────────────────────────────

    def sign_in(
        self,
        name: str,
        password: str,
        address: str,
        code: str | None = None,
        browser: str | None = None,
    ) -> str:
        """A new session's token; raises Problem if name and password do not match, if a second
        factor is missing or wrong, or after too many tries. ``browser`` is the mark of one known to
        be that person's.
        """
        self.tries.check_right(name, self._clock_ms())
        hashed = self.check_password(name, password, address, browser)
        person = self.people.persons[name]
        second = None
        if code is not None and person.factors.any:
            second = self.check_code(person, code, address)
        try:
            return self.open_session(name, hashed, second)
        except Problem as problem:
            if problem.code != PeopleRefusal.SECOND_FACTOR_NEEDED:
                self._failed(name, address, browser)
            raise

    def sign_in_by_passkey(self, answer: Answered, site: Site, address: str) -> str:
        """A new session's token for the owner of a passkey; raises Problem if it does not match.
        The passkey has verified its owner, so no password is needed.
        """
        person, given = self.check_passkey(answer, SIGN_IN, site, address)
        return self.open_session(person.name, None, given)

    def approver_by_passkey(
        self, answer: Answered, digest: str, site: Site, address: str, by: str
    ) -> Actor:
        """The owner of a passkey that has signed an approval, as they act at tables. ``by`` is who
        is signed in there.
        """
        person, given = self.check_passkey(answer, digest, site, address)
        actor = self._at_tables(person)
        self._do(f"passkey/{secrets.token_hex(8)}", c.GivePasskey(person.name, given), by)
        return actor

    def approver_by_badge(
        self, number: str, pin: str | None, address: str, by: str
    ) -> tuple[Actor, How]:
        """The owner of a badge, as they act at tables, and how they proved it: with the badge, and
        also the PIN unless the house does without.
        """
        person = self.badge_person(number, address, by)
        if self.rules.badge_alone:
            return self._at_tables(person), How.BADGE
        if pin is None:
            detail = f"{person.name}, give your PIN too."
            raise Problem(403, "pin-needed", detail, where="pin")
        return self.check_pin(person.name, pin, address, by), How.BADGE_AND_PIN

    def check_password(
        self, name: str, password: str, address: str, browser: str | None = None
    ) -> str:
        """The hash that a person's password matches; raises Problem if it does not."""
        with self.tries.trying(name, address, browser, self._clock_ms()):
            person = self.refresh().persons.get(name)
            hashed = None if person is None or not person.enabled else person.password
            # The work, and so the time, is the same whether or not there is such a person.
            fits = self.fits(hashed or self.nobodys_hash, password)
            if hashed is None or not fits:
                self._failed(name, address, browser)
                raise problem_of(WRONG_NAME_OR_PASSWORD)
        return hashed

    def check_own_password(self, caller: Caller, password: str, address: str) -> str:
        """The same for somebody who is signed in: strangers' tries do not count against them."""
        return self.check_password(caller.name, password, address, digest(caller.token or "")[:16])

    def check_pin(self, name: str, pin: str, address: str, by: str) -> Actor:
        """The owner of a name and a PIN, as they act at tables. Raises Problem if they do not
        match, or after too many tries. ``by`` is who is signed in where they were given.
        """
        this = self.pin_tries.begin(name, address, self._clock_ms())
        person = self.refresh().persons.get(name)
        known = person if person is not None and person.enabled else None
        fault = WRONG_NAME_OR_PIN if known is None else pin_fault(known)
        hashed = None if known is None or fault is not None else known.pin
        # The work is the same whether or not there is such a PIN.
        fits = self.fits(hashed or self.nobodys_hash, pin)
        if known is None or fault is not None:
            raise problem_of(fault or WRONG_NAME_OR_PIN)
        if not fits:
            wrong = c.NoteWrongPin(name, one_line(address, MOST_NAME))
            self._do(f"pin/{secrets.token_hex(8)}", wrong, by)
            raise problem_of(WRONG_NAME_OR_PIN)
        this.fitted()
        if known.wrong_pins:
            self._do(f"pin/{secrets.token_hex(8)}", c.NoteRightPin(name), by)
        return self._at_tables(known)

    @staticmethod
    def _at_tables(person: Person) -> Actor:
        actor = actor_of(person.name, person.role)
        if actor is None:
            role = person.role.replace("-", " ")
            raise Problem(403, "not-permitted", f"A {role} approves nothing at a table.")
        return actor

    def _failed(self, name: str, address: str, browser: str | None) -> None:
        failed = c.NoteFailedSignIn(one_line(name, MOST_NAME), one_line(address, MOST_NAME))
        self._do(failure_id(browser, secrets.token_hex(8)), failed)

    def open_session(
        self, name: str, hashed: str | None = None, second: AnyGiven | None = None
    ) -> str:
        """Signs somebody in; the token goes to the browser and its hash into the journal.
        ``hashed`` is the password that was given: it must still be the current one. ``second`` is
        what proves the second factor.
        """
        token = secrets.token_urlsafe(32)
        key = digest(token)
        opening = c.OpenSession(key, name, self._longest_ms, hashed, second)
        self._do(f"session/{key}", opening, name)
        if len(self._seen_ms) > _SEEN_KEPT:
            self._seen_ms = {
                one: at for one, at in self._seen_ms.items() if one in self._people.sessions
            }
        return token

    def sign_out(self, caller: Caller) -> None:
        if caller.token is not None and caller.is_person:
            self.end_session(caller.name, digest(caller.token))

    def end_session(self, by: str, key: str) -> None:
        """Signs out whoever holds the token with this digest."""
        self._do(f"closed/{secrets.token_hex(8)}", c.CloseSession(key), by)
        self._seen_ms.pop(key, None)

    def set_up(self, token: str, name: str, password: str, zone: str | None = None) -> str:
        """Creates the first administrator, once, with the token printed at start-up. ``zone`` is
        where the house is.
        """
        if self.setup_token is None or not self.refresh().nobody_yet:
            raise problem_of(ALREADY_SET_UP)
        if not _same(token, self.setup_token):
            raise Problem(
                403, "wrong-set-up-token", "Use the link that was printed when Pitboss started."
            )
        if zone is not None and not is_zone(zone):
            detail = f"{zone[:40]!r} is not a time zone; give one such as Asia/Singapore."
            raise Problem(422, "bad-field", detail, where="timezone")
        first = c.SetUp(name, self.hashed(password, name), zone)
        self._do(f"set-up/{secrets.token_hex(12)}", first)
        self.setup_token = None
        return self.open_session(name)
