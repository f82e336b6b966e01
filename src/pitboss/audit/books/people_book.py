"""Everybody at each moment: who has an account, in which post and since when; who made
appointments, and who approved them. Once the house's controls are on record, every actor is checked
against this.
"""

from typing import Any, NamedTuple

from pitboss.audit.books.appointment_book import AppointmentBook
from pitboss.audit.books.factor_book import FactorBook
from pitboss.audit.report import Counts, Misfit
from pitboss.casino.operations import ControlsInForce
from pitboss.people import events as e

POSTS = {"player": 0, "dealer": 1, "pit-supervisor": 2, "pit-manager": 3, "shift-manager": 4}
"""The post in which a role acts at tables; other roles never do."""

PROGRAM = "program/"
"""The prefix of a program's name; no person's name has a slash."""

A_MOMENT_MS = 10_000
"""How long after a change to an account its earlier requests may still arrive."""


class AuditedAccount(NamedTuple):
    """``since_ms`` is when somebody else last gave the account a role or a password, or reset its
    second factor, or when its owner accepted an invitation. ``link``: the digest of a link with
    which a password can still be chosen, and until when. ``before`` is the account until
    ``changed_ms``.
    """

    role: str
    enabled: bool = True
    since_ms: int = 0
    changed_ms: int = 0
    before: "AuditedAccount | None" = None
    link: tuple[str, int] | None = None

    def at(self, at_ms: int) -> tuple["AuditedAccount", ...]:
        """The account, and what it was if it changed a moment ago."""
        recent = self.before is not None and at_ms - self.changed_ms <= A_MOMENT_MS
        return (self, self.before) if recent and self.before is not None else (self,)


class AuditedDevice(NamedTuple):
    label: str
    role: str
    table: str | None
    revoked_ms: int | None = None


class AuditedProgram(NamedTuple):
    """A program that acts by a token, only at the tables it names, if any."""

    name: str
    role: str
    tables: tuple[str, ...]
    until_ms: int
    revoked_ms: int | None = None

    def acts(self, by: Any, at_ms: int, table: str | None) -> bool:
        """Whether this program is the actor, and its token valid."""
        ends = self.until_ms if self.revoked_ms is None else min(self.until_ms, self.revoked_ms)
        return (
            by.name == PROGRAM + self.name
            and by.post == POSTS.get(self.role)
            and at_ms - ends <= A_MOMENT_MS
            and (not self.tables or table in self.tables)
        )


class PeopleBook:
    """People, devices, programs and walk-ins. ``controls`` are those in force."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self.controls: ControlsInForce | None = None
        # Whether every actor needs an account. In a demonstration anybody can be anybody.
        self.strict = False
        self._demo = False
        self.accounts: dict[str, AuditedAccount] = {}
        self._devices: dict[str, AuditedDevice] = {}
        self._programs: dict[str, AuditedProgram] = {}
        self._subjects: dict[tuple[str, str], str] = {}
        self._badges: set[str] = set()
        self._walk_ins: set[tuple[str, str]] = set()
        self._appointments = AppointmentBook()
        self._factors = FactorBook()

    def put_in_force(self, controls: ControlsInForce) -> None:
        """The house has recorded its controls."""
        self.controls = controls
        self.strict = not self._demo

    @property
    def founded(self) -> bool:
        """Whether the house has opened its first table."""
        return self._appointments.founded

    def check_founded(self, name: str) -> None:
        """Checks that a house is no longer being founded once it has a table."""
        if self.strict and not self.founded:
            raise Misfit("the first table ends the founding", "an end of it", f"table {name}")

    @property
    def administrators(self) -> list[str]:
        return [
            name
            for name, one in self.accounts.items()
            if one.role == "administrator" and one.enabled
        ]

    def end_command(self) -> None:
        self._appointments.end_command()

    # ── what happens to people ────────────────────────────────────────────────────────────────────

    def take(self, event: Any) -> None:
        """Takes one event; raises Misfit if it is impossible."""
        if self.strict and self.controls is not None:
            self._appointments.take(event, self.controls, self.accounts, self.administrators)
        match event:
            case e.PersonAdded() | e.PersonAppointed() | e.DirectoryPersonAdded():
                self._add(event)
            case e.AdministratorRecovered():
                # Somebody known, or a new account if no administrator was left.
                self._put(
                    event.name, AuditedAccount("administrator", since_ms=event.at_ms), event.at_ms
                )
                self._counts.recoveries += 1
            case e.RoleSet():
                changed = self._find(event.name)._replace(role=event.role, since_ms=event.at_ms)
                self._put(event.name, changed, event.at_ms)
            case e.PersonInvited() | e.InvitationAccepted() | e.FoundingEnded():
                self._take_beginning(event)
            case e.FactorsReset():
                self._badges.discard(event.name)
                known = self._find(event.name)._replace(since_ms=event.at_ms)
                self.accounts[event.name] = known
                self._factors.take(event)
            case e.PersonDisabled() | e.PersonEnabled():
                enabled = isinstance(event, e.PersonEnabled)
                known = self._find(event.name)._replace(enabled=enabled)
                self._put(event.name, known, event.at_ms)
            case (
                e.SessionOpened() | e.PasswordSet() | e.PinSet() | e.PinRefused() | e.PinAccepted()
            ):
                self._find(event.name)
            case e.DemoStarted():
                self._demo, self.strict = True, False
            case _ if isinstance(event, e.FactorEvent):
                self._find(event.name)
                self._factors.take(event)
            case _:
                self._take_other(event)

    def _take_beginning(
        self, event: e.PersonInvited | e.InvitationAccepted | e.FoundingEnded
    ) -> None:
        if isinstance(event, e.FoundingEnded):
            if self.founded:
                raise Misfit("a house is founded once", "a first table", event.by)
            self._appointments.founded = True
            return
        known = self._find(event.name)
        if isinstance(event, e.PersonInvited):
            since = 0 if event.founding is True else event.at_ms
            link = (event.invitation, event.link_until_ms)
        else:
            if event.by != event.name or known.link is None or event.at_ms >= known.link[1]:
                raise Misfit("who accepts an invitation", "somebody invited, in time", event.name)
            since = event.at_ms if self.founded or known.since_ms else 0
            link = None
        self.accounts[event.name] = known._replace(since_ms=since, link=link)

    def _take_other(self, event: Any) -> None:
        match event:
            case e.WalkInAdmitted():
                self._check_admitted(event)
                self._walk_ins.add((event.name, event.table))
            case e.DeviceAdded():
                if event.device in self._devices:
                    raise Misfit("a device is added once", "a new name", event.device)
                device = AuditedDevice(event.label, event.role, event.table)
                self._devices[event.device] = device
            case e.DeviceRevoked() | e.DeviceRenewed():
                device_known = self._devices.get(event.device)
                if device_known is None:
                    raise Misfit("a device that was added", "a known name", event.device)
                if isinstance(event, e.DeviceRevoked):
                    self._devices[event.device] = device_known._replace(revoked_ms=event.at_ms)
                elif device_known.revoked_ms is not None:
                    raise Misfit("a device that was revoked", "no new token", event.device)
            case e.DirectorySessionOpened():
                owner = self._subjects.get((event.issuer, event.subject))
                if owner != event.name:
                    raise Misfit("whose account a directory opens", owner, event.name)
                self._factors.take(event)
            case e.BadgeIssued() | e.BadgeRevoked():
                self._find(event.name)
                change = self._badges.add if isinstance(event, e.BadgeIssued) else None
                (change or self._badges.discard)(event.name)
            case e.ProgramAdded() | e.ProgramRevoked() | e.ProgramSeen():
                self._take_program(event)
            case _:
                # Sessions come and go; a failed sign-in may be by anybody.
                pass

    def _take_program(self, event: e.ProgramAdded | e.ProgramRevoked | e.ProgramSeen) -> None:
        known = self._programs.get(event.program)
        if isinstance(event, e.ProgramAdded):
            if known is not None:
                raise Misfit("a token is made once", "a new one", event.program)
            if event.until_ms <= event.at_ms:
                raise Misfit("a token ends after it was made", "a later time", event.until_ms)
            tables = event.scope.tables
            added = AuditedProgram(event.name, event.role, tables, event.until_ms)
            self._programs[event.program] = added
        elif known is None:
            raise Misfit("a token that was made", "a known one", event.program)
        elif isinstance(event, e.ProgramRevoked):
            self._programs[event.program] = known._replace(revoked_ms=event.at_ms)

    def _add(self, event: e.PersonAdded | e.PersonAppointed | e.DirectoryPersonAdded) -> None:
        if event.name in self.accounts:
            raise Misfit("a person is added once", "a new name", event.name)
        # Appointed on the machine itself, whose owner answers for it: such an account may approve
        # at once.
        since, link = 0 if isinstance(event, e.PersonAppointed) else event.at_ms, None
        if isinstance(event, e.PersonAdded):
            since = 0 if event.founding is True else since
            if event.invitation and event.link_until_ms:
                link = (event.invitation, event.link_until_ms)
        if isinstance(event, e.DirectoryPersonAdded):
            if (event.issuer, event.subject) in self._subjects:
                raise Misfit("a subject of a directory has one account", "a new one", event.subject)
            self._subjects[event.issuer, event.subject] = event.name
        self.accounts[event.name] = AuditedAccount(event.role, since_ms=since, link=link)

    def _put(self, name: str, account: AuditedAccount, at_ms: int) -> None:
        before = self.accounts.get(name)
        if before is not None:
            account = account._replace(changed_ms=at_ms, before=before._replace(before=None))
        self.accounts[name] = account

    def _find(self, name: str) -> AuditedAccount:
        account = self.accounts.get(name)
        if account is None:
            raise Misfit("a person that was added", "a known name", name)
        return account

    def _check_admitted(self, event: e.WalkInAdmitted) -> None:
        """Checks that whoever admits a guest is at least a supervisor."""
        if not self.strict:
            return
        least = max(2, (self.controls and self.controls.walk_in) or 0)
        account = self.accounts.get(event.by)
        if account is None or POSTS.get(account.role, -1) < least:
            raise Misfit("who admits a walk-in", f"a post of {least} or above", event.by)

    # ── who acts ──────────────────────────────────────────────────────────────────────────────────

    def check_actor(self, by: Any, at_ms: int, table: str | None = None) -> None:
        """Checks that the actor held that post at that moment."""
        if not self.strict:
            return
        account = self.accounts.get(by.name)
        if account is not None:
            if any(one.enabled and POSTS.get(one.role) == by.post for one in account.at(at_ms)):
                return
            state = account.role if account.enabled else f"{account.role}, disabled"
            raise Misfit("the post in which somebody acts", f"{by.name}, {state}", _acting(by))
        for device in self._devices.values():
            right = device.label == by.name and device.table == table
            alive = device.revoked_ms is None or at_ms - device.revoked_ms <= A_MOMENT_MS
            if right and alive and POSTS.get(device.role) == by.post:
                return
        if any(program.acts(by, at_ms, table) for program in self._programs.values()):
            return
        if by.name.startswith(PROGRAM):
            raise Misfit("what a program does by its token", "one that counts", _acting(by))
        raise Misfit("whoever acts has an account", "somebody who is known", _acting(by))

    @staticmethod
    def check_person(name: str, what: str) -> None:
        """Checks that a person's word was not given by a program."""
        if name.startswith(PROGRAM):
            raise Misfit(what, "a person", name)

    def check_proof(self, name: str, how: str) -> None:
        """Checks that whoever approved with a badge has one, and gave the PIN if the house requires
        it.
        """
        if not self.strict or not how.startswith("badge"):
            return
        if name not in self._badges:
            raise Misfit("who approves with a badge", "somebody who has one", name)
        if how == "badge" and not (self.controls and self.controls.badge_alone):
            raise Misfit("how an approval was proved", "a badge and a PIN", f"a badge, by {name}")

    def check_age(self, name: str, at_ms: int) -> None:
        """Checks that the approver has had his account, role and password for long enough."""
        if self.is_too_new(name, at_ms) and self.controls is not None:
            raise Misfit(
                "how old an account is that approves, in milliseconds",
                f"{self.controls.account_age_ms} at least",
                f"{at_ms - self.accounts[name].since_ms} of {name}",
            )

    def is_too_new(self, name: str, at_ms: int) -> bool:
        """Whether somebody's account, role or password is too recent."""
        controls, account = self.controls, self.accounts.get(name)
        if not self.strict or controls is None or account is None:
            return False
        return at_ms - account.since_ms < controls.account_age_ms

    def is_device(self, name: str) -> bool:
        """Whether a name is a console's rather than a person's."""
        return any(device.label == name for device in self._devices.values())

    def check_factor(self, name: str, at_ms: int) -> None:
        """Checks that an approver in a post that requires a second factor has one."""
        controls, account = self.controls, self.accounts.get(name)
        if not self.strict or controls is None or account is None or controls.second_from is None:
            return
        takes = POSTS.get(account.role, -1) >= controls.second_from
        lost_ms = self._factors.lost_ms(name)
        if takes and lost_ms is not None and at_ms - lost_ms > A_MOMENT_MS:
            raise Misfit("whoever approves in this post has a second factor", "one", name)

    def check_player(self, player: str, table: str, at_ms: int) -> None:
        """Checks that staff bet only for players who have an account or were admitted."""
        if not self.strict or self.controls is None or self.controls.walk_in is None:
            return
        account = self.accounts.get(player)
        if account is None:
            if (player, table) not in self._walk_ins:
                raise Misfit("for whom staff bet", "a known player, or a walk-in", player)
        elif not any(one.role == "player" and one.enabled for one in account.at(at_ms)):
            raise Misfit("for whom staff bet", "a player", f"{player}, {account.role}")


def _acting(by: Any) -> str:
    names = {post: role for role, post in POSTS.items()}
    return f"{by.name} as {names[by.post]}"
