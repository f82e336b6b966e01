"""People with their roles and passwords, devices with their tokens. Creates the hashes and tokens
that commands carry, and has each change made once however often it is sent.
"""

import hashlib
import secrets
import threading
from functools import lru_cache
from typing import NamedTuple

from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.casino.app import Casino
from pitboss.casino.requests import OtherCommand
from pitboss.people import commands as c
from pitboss.people.events import (
    AnyPeopleEvent,
    DeedProposed,
    PasswordSet,
    PersonAdded,
    PinSet,
)
from pitboss.people.invitations import invited
from pitboss.people.pins import pin_form_fault
from pitboss.people.refusals import NO_INVITATION, PeopleRefusal
from pitboss.people.repeats import is_repeat
from pitboss.people.roles import Role
from pitboss.people.state import PendingDeed, People, Person
from pitboss.web.api.problems import Problem
from pitboss.web.auth.hashing import HASHER
from pitboss.web.auth.password_rules import password_fault
from pitboss.web.auth.people_commands import Outcome, carry_out, problem_of, stored_under
from pitboss.web.auth.stolen_passwords import StolenPasswords


@lru_cache(maxsize=4096)
def digest(text: str) -> str:
    """A token as it is stored. Every request carries one, usually one seen before."""
    return hashlib.sha256(text.encode()).hexdigest()


class Done(NamedTuple):
    """The result of a change. ``repeated``: it had already been made under its key. ``waits``: the
    digest by which another administrator approves it; nothing is done until then. ``invitation``:
    the token of a one-time link, which is shown once, and not when a request is repeated.
    """

    repeated: bool
    waits: str | None = None
    invitation: str | None = None


class Register:
    """People and devices. Thread-safe.

    ``key`` is the caller's own id for a change, for idempotency: if the change is sent again, it is
    found in the journal and not repeated, and the answer says so. Without a key every change is a
    new one.
    """

    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self.hasher = HASHER
        self._lock = threading.Lock()
        self._people = casino.people()
        self.device_ms: int | None = None
        """How long a device's token is valid; None means for ever."""
        self.stolen: StolenPasswords | None = None

    @property
    def people(self) -> People:
        """Everybody, as known to this process."""
        return self._people

    def refresh(self) -> People:
        """Everybody, as stored: another process may have signed somebody in."""
        # Reading and storing must go together: the copy here must never become older again.
        with self._lock:
            self._people = self._casino.people()
            return self._people

    # ── changes ─────────────────────────────────────────────────────────────────────────────────

    def add(
        self, by: str, name: str, role: Role, password: str | None, *, key: str | None = None
    ) -> Done:
        """Adds a person."""
        hashed = None if password is None else self.hashed(password, name)
        return _done(*self._once(by, key, c.AddPerson(name, role, hashed), password))

    def invite(
        self, by: str, name: str, role: Role, *, by_two: bool = False, key: str | None = None
    ) -> Done:
        """Adds a person, who chooses a password with a one-time link."""
        token = secrets.token_urlsafe(32)
        command = c.AddPerson(name, role, invitation=digest(token), by_two=by_two)
        return _done(*self._once(by, key, command), token)

    def invite_again(self, by: str, name: str, *, key: str | None = None) -> Done:
        """Gives somebody who has an account a one-time link in place of the password."""
        token = secrets.token_urlsafe(32)
        return _done(*self._once(by, key, c.InvitePerson(name, digest(token))), token)

    def invited(self, token: str, now_ms: int) -> Person:
        """Who may choose a password with a link; raises Problem if nobody may."""
        person = invited(self.refresh(), digest(token), now_ms)
        if person is None:
            raise problem_of(NO_INVITATION)
        return person

    def accept(self, token: str, person: Person, password: str) -> str:
        """Somebody chooses a password with a link, which ends; returns its hash."""
        hashed = self.hashed(password, person.name)
        command = c.AcceptInvitation(digest(token), hashed)
        self._do(f"invitation/{secrets.token_hex(12)}", command, person.name)
        return hashed

    def change(
        self,
        by: str,
        command: c.PersonCommand
        | c.ResetFactors
        | c.IssueBadge
        | c.RevokeBadge
        | c.ApproveDeed
        | c.DropDeed,
        *,
        key: str | None,
    ) -> Done:
        """Changes an existing person in anything but the password; or approves another
        administrator's change, or drops it.
        """
        return _done(*self._once(by, key, command))

    def change_password(self, name: str, old: str, password: str, key: str) -> str:
        """Changes one's own password; returns its hash. ``old`` is the hash that the old one
        matches.
        """
        hashed = self.hashed(password, name)
        self._once(name, key, c.ChangePassword(old, hashed), password)
        return hashed

    def set_pin(self, name: str, pin: str, *, key: str | None = None) -> bool:
        """Chooses one's own PIN."""
        if (fault := pin_form_fault(pin)) is not None:
            raise Problem(422, "bad-pin", fault, where="pin")
        return self._once(name, key, c.SetPin(self.hasher.hash(pin)), pin)[1]

    def admit(self, by: str, name: str, table: str, *, key: str | None = None) -> bool:
        """Admits a guest without an account at a table."""
        return self._once(by, key, c.AdmitWalkIn(name, table))[1]

    def is_password_changed(self, name: str, password: str, key: str) -> bool:
        """Whether somebody has already changed to this password under a key."""
        command_id = f"{name}:{key}"
        before = stored_under(self._casino, command_id)
        if before:
            self._check_repeat(command_id, name, c.ChangePassword("", ""), password, before)
        return bool(before)

    def hashed(self, password: str, name: str) -> str:
        """The hash of a new password; raises Problem if it is not a good one for that person."""
        if (fault := password_fault(password, name)) is not None:
            raise Problem(422, "bad-password", fault, where="password")
        if self.stolen is not None and self.stolen.has(password):
            detail = (
                "That password has been stolen elsewhere, and attackers try such passwords: "
                "choose another."
            )
            raise Problem(422, "bad-password", detail, where="password")
        return self.hasher.hash(password)

    def fits(self, hashed: str | None, password: str | None) -> bool:
        """Whether a password matches the stored one."""
        if hashed is None or password is None:
            return hashed is password
        try:
            return self.hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    @property
    def nobodys_hash(self) -> str:
        """The hash to compare with if there is no such person, so that it takes just as long."""
        if not hasattr(self, "_made_hash"):
            self._made_hash = self.hasher.hash(secrets.token_hex(16))
        return self._made_hash

    def add_device(
        self,
        by: str,
        role: Role,
        label: str,
        *,
        table: str | None = None,
        key: str | None = None,
    ) -> tuple[str, str | None]:
        """A device's id and its token, which is shown once, and not when the same request is
        repeated.
        """
        token = secrets.token_urlsafe(32)
        device = secrets.token_hex(6)
        command = c.AddDevice(device, digest(token), role, label, table, self.device_ms)
        added, repeated = self._once(by, key, command)
        return getattr(added, "device", device), None if repeated else token

    def renew_device(self, by: str, device: str, *, key: str | None = None) -> str | None:
        """Issues a new token for a device, which is shown once."""
        token = secrets.token_urlsafe(32)
        command = c.RenewDevice(device, digest(token), self.device_ms)
        return None if self._once(by, key, command)[1] else token

    def revoke(self, by: str, device: str, *, key: str | None = None) -> bool:
        """Revokes a device's token."""
        return self._once(by, key, c.RevokeDevice(device))[1]

    def start_demo(self) -> bool:
        """Marks a journal without people as a demonstration; returns whether it is one now."""
        try:
            self._do(f"demo/{secrets.token_hex(4)}", c.StartDemo())
        except Problem as problem:
            if problem.code != PeopleRefusal.IN_USE:
                raise
        return self.refresh().demo

    # ── carrying out ────────────────────────────────────────────────────────────────────────────

    def _do(
        self,
        command_id: str,
        command: c.AnyPeopleCommand,
        by: str | None = None,
    ) -> Outcome:
        outcome = carry_out(self._casino, command_id, command, by)
        self.refresh()
        return outcome

    def _once(
        self,
        by: str,
        key: str | None,
        command: c.AnyPeopleCommand,
        password: str | None = None,
    ) -> tuple[AnyPeopleEvent, bool]:
        """The event that a command leads to under a caller's key, and whether it already did.
        Raises OtherCommand if the key was used for something else. ``password`` is the one whose
        hash the command carries, or the PIN.
        """
        command_id = f"{by}:{key or secrets.token_hex(12)}"
        outcome = self._do(command_id, command, by)
        if outcome.repeated:
            self._check_repeat(command_id, by, command, password, outcome.events)
        return outcome.events[0], outcome.repeated

    def _check_repeat(
        self,
        command_id: str,
        by: str,
        command: c.AnyPeopleCommand,
        password: str | None,
        events: tuple[AnyPeopleEvent, ...],
    ) -> None:
        before = events[0]
        same = is_repeat(command, by, before)
        kept = before.deed if isinstance(before, DeedProposed) else before
        if same and isinstance(kept, PersonAdded | PasswordSet | c.AddPerson):
            same = self.fits(kept.password, password)
        elif same and isinstance(before, PinSet):
            same = self.fits(before.pin, password)
        if not same:
            raise OtherCommand(command_id)


def _done(event: AnyPeopleEvent, repeated: bool, invitation: str | None = None) -> Done:
    shown = None if repeated else invitation
    if isinstance(event, DeedProposed):
        return Done(repeated, PendingDeed(event.deed, event.by, event.at_ms).digest, shown)
    return Done(repeated, invitation=shown)
