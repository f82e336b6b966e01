"""Appointments. Checks that two administrators give high posts, and links to those who hold them;
that two reset anybody's second factor or issue a badge; that the second approved what the first had
proposed; and that what counts at once was decided by two before the house opened its first table.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.audit.report import Misfit
from pitboss.casino.operations import ControlsInForce
from pitboss.people import events as e
from pitboss.people.events import SYSTEM_NAME

if TYPE_CHECKING:
    from pitboss.audit.books.people_book import AuditedAccount

HIGH = frozenset(("pit-manager", "shift-manager", "administrator"))
"""Posts that approve large movements of money, and administrators, who appoint them."""

_BY_ADMINISTRATORS = (
    e.PersonAdded,
    e.RoleSet,
    e.PersonDisabled,
    e.PersonEnabled,
    e.PersonInvited,
    e.FactorsReset,
    e.BadgeIssued,
    e.BadgeRevoked,
    e.DeviceAdded,
    e.DeviceRenewed,
    e.DeviceRevoked,
    e.ProgramAdded,
    e.ProgramRevoked,
    e.DeedProposed,
    e.DeedApproved,
)


class _ProposedDeed(msgspec.Struct):
    """A proposal, in the form its digest is computed over."""

    deed: Any
    by: str
    at_ms: int

    @property
    def digest(self) -> str:
        form = msgspec.json.encode(self, order="deterministic")
        return hashlib.sha256(form).hexdigest()[:32]


class AppointmentBook:
    """What waits for a second administrator, and what one has approved in the current command.
    ``founded``: the house has opened its first table.
    """

    def __init__(self) -> None:
        self.founded = False
        self._proposed: dict[str, _ProposedDeed] = {}
        self._approved: _ProposedDeed | None = None

    def end_command(self) -> None:
        if self._approved is not None:
            raise Misfit("what was approved is done", _wanted(self._approved.deed), "nothing")

    def take(
        self,
        event: Any,
        controls: ControlsInForce,
        accounts: "Mapping[str, AuditedAccount]",
        administrators: Sequence[str],
    ) -> None:
        """Checks one event about people, before it is entered."""
        if isinstance(event, _BY_ADMINISTRATORS) and event.by not in (SYSTEM_NAME, *administrators):
            raise Misfit("who changes people and devices", "an administrator", event.by)
        match event:
            case e.DeedProposed():
                proposal = _ProposedDeed(event.deed, event.by, event.at_ms)
                self._proposed[proposal.digest] = proposal
            case e.DeedDropped():
                self._proposed.pop(event.digest, None)
            case e.DeedApproved():
                self._approve(event, controls, accounts, administrators)
            case (
                e.PersonAdded()
                | e.RoleSet()
                | e.PersonEnabled()
                | e.PersonInvited()
                | e.FactorsReset()
                | e.ProgramAdded()
                | e.BadgeIssued()
                | e.DirectoryPersonAdded()
            ):
                self._check(event, controls, accounts, administrators)
            case e.PasswordSet() if event.by != event.name:
                raise Misfit("who chooses a password", event.name, event.by)
            case _:
                pass

    def _approve(
        self,
        event: e.DeedApproved,
        controls: ControlsInForce,
        accounts: "Mapping[str, AuditedAccount]",
        administrators: Sequence[str],
    ) -> None:
        proposal = self._proposed.pop(event.digest, None)
        if proposal is None or proposal.by != event.proposed_by:
            raise Misfit("what is approved was proposed", "a proposal", event.digest)
        if event.by == proposal.by or proposal.by not in administrators:
            raise Misfit("an appointment takes two administrators", "another one", event.by)
        names = (event.by, proposal.by) if controls.edition >= 4 else (event.by,)
        for name in names if self.founded else ():
            age = event.at_ms - accounts[name].since_ms
            if age < controls.account_age_ms:
                raise Misfit(
                    "how old an account is that approves, in milliseconds",
                    f"{controls.account_age_ms} at least",
                    f"{age} of {name}",
                )
        self._approved = proposal

    def _check(
        self,
        event: Any,
        controls: ControlsInForce,
        accounts: "Mapping[str, AuditedAccount]",
        administrators: Sequence[str],
    ) -> None:
        approved, self._approved = self._approved, None
        if getattr(event, "founding", False) is True and (approved is None or self.founded):
            what = "who counts at once"
            raise Misfit(what, "whom two appointed before the first table", event.name)
        if approved is not None:
            done = (type(event), *_about(event), event.by)
            if done != (*_wanted(approved.deed), approved.by):
                raise Misfit("what was approved is done", _wanted(approved.deed), done)
            return
        if not controls.appointments or event.by == event.name:
            return
        if isinstance(event, e.PersonAdded | e.RoleSet):
            # The first administrator is made while there is none, and alone makes the second.
            others = [name for name, one in accounts.items() if one.role == "administrator"]
            before = others if controls.edition >= 4 else list(administrators)
            first = event.role == "administrator" and before in ([], [event.by])
            needs_two = _is_high(event.role, controls) and not first
            if controls.edition >= 4 and event.name in others and event.by != SYSTEM_NAME:
                raise Misfit("an administrator's post is taken by two", "another one", event.by)
        elif isinstance(event, e.ProgramAdded | e.DirectoryPersonAdded):
            needs_two = event.role in HIGH
        else:
            known = accounts.get(event.name)
            needs_two = known is not None and _is_high(known.role, controls)
        if isinstance(event, e.FactorsReset):
            raise Misfit("a second factor is reset by two administrators", "another one", event.by)
        if isinstance(event, e.BadgeIssued):
            raise Misfit("a badge is given by two administrators", "another one", event.by)
        if needs_two and isinstance(event, e.RoleSet | e.DirectoryPersonAdded):
            # Pitboss itself changes a role only on behalf of the directory.
            needs_two = event.by != SYSTEM_NAME or not controls.directory_high
        if needs_two:
            raise Misfit("a high post takes two administrators", "a second one", event.by)


def _is_high(role: str, controls: ControlsInForce) -> bool:
    return role in HIGH or (controls.supervisors_by_two and role == "pit-supervisor")


def _wanted(deed: Any) -> tuple[Any, ...]:
    """The event a deed should lead to: its kind, whom it is about, and which role."""
    kinds = {
        "add-person": e.PersonAdded,
        "change-role": e.RoleSet,
        "enable-person": e.PersonEnabled,
        "invite-person": e.PersonInvited,
        "reset-factors": e.FactorsReset,
        "add-program": e.ProgramAdded,
        "issue-badge": e.BadgeIssued,
    }
    tag = str(deed.__struct_config__.tag)
    return kinds[tag], *_about(deed)


def _about(deed_or_event: Any) -> tuple[Any, ...]:
    """The fields that a deed and its event have in common."""
    fields = ("role", "scope", "until_ms", "token", "badge", "invitation")
    return deed_or_event.name, *(getattr(deed_or_event, field, None) or None for field in fields)
