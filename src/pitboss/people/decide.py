"""What a command about people leads to: events, or a refusal. Pure: the clock, hashes and tokens
come from the caller.
"""

from typing import assert_never

from msgspec import UNSET

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.appointments import (
    ALONE,
    HouseRules,
    in_founding,
    needs_two,
    pending,
    proposed,
)
from pitboss.people.badges import decide_badge
from pitboss.people.devices import decide_device
from pitboss.people.directories import decide_directory
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.evolve import evolve_people
from pitboss.people.invitations import INVITATION_MS, accept
from pitboss.people.names import name_refused, names_of
from pitboss.people.pins import decide_pin
from pitboss.people.programs import add_program, decide_program
from pitboss.people.recoveries import appoint, recover
from pitboss.people.refusals import (
    ALREADY_SET_UP,
    WRONG_NAME_OR_PASSWORD,
    PeopleDecision,
    PeopleRefusal,
    PeopleRefused,
)
from pitboss.people.roles import Role
from pitboss.people.second_factor import FactorCommand, decide_factor, given_fault, proof
from pitboss.people.state import People, administrators


def decide_people(  # noqa: C901 - one case a command
    state: People,
    command: c.AnyPeopleCommand,
    by: str | None,
    now_ms: int,
    rules: HouseRules = ALONE,
) -> PeopleDecision:
    """The events that a command leads to, or why it is refused; then nothing has changed. ``by`` is
    the name of whoever asks, or None if Pitboss acts by itself; ``rules`` are the house's.
    """
    who = SYSTEM_NAME if by is None else by
    if isinstance(command, FactorCommand):
        return decide_factor(state, command, who, now_ms, rules)
    match command:
        case (
            c.AddPerson()
            | c.ChangeRole()
            | c.EnablePerson()
            | c.InvitePerson()
            | c.ResetFactors()
            | c.AddProgram()
            | c.IssueBadge()
        ):
            decided = _alone(state, command, who, now_ms, rules)
            if isinstance(decided, PeopleRefused) or not needs_two(state, command, who, rules):
                return decided
            return proposed(command, who, now_ms)
        case c.ApproveDeed() | c.DropDeed():
            return _decide_deed(state, command, who, now_ms, rules)
        case c.SetUp():
            return _set_up(state, command, now_ms)
        case c.DisablePerson():
            return _change_person(state, command, who, now_ms)
        case c.ChangePassword():
            return _change_password(state, command, who, now_ms)
        case c.AcceptInvitation():
            return accept(state, command, now_ms)
        case c.SetPin() | c.NoteWrongPin() | c.NoteRightPin():
            return decide_pin(state, command, who, now_ms)
        case c.RecoverAdministrator():
            return recover(state, command, who, now_ms)
        case c.Appoint():
            return appoint(state, command, who, now_ms)
        case c.StartDemo():
            return _start_demo(state, who, now_ms)
        case c.OpenSession():
            return _open_session(state, command, who, now_ms)
        case c.OpenByDirectory():
            return decide_directory(state, command, who, now_ms, rules)
        case c.NoteSession():
            # A session that has ended in the meantime is not revived by activity in it.
            seen = e.SessionSeen(at_ms=command.seen_ms, by=who, session=command.session)
            return (seen,) if command.session in state.sessions else ()
        case c.CloseSession():
            closed = e.SessionClosed(at_ms=now_ms, by=who, session=command.session)
            return (closed,) if command.session in state.sessions else ()
        case c.NoteFailedSignIn():
            return (
                e.SignInFailed(at_ms=now_ms, by=who, name=command.name, address=command.address),
            )
        case c.AdmitWalkIn():
            return _admit(state, command, who, now_ms)
        case c.AddDevice() | c.RenewDevice() | c.RevokeDevice():
            return decide_device(state, command, who, now_ms)
        case c.RevokeBadge():
            return decide_badge(state, command, who, now_ms)
        case c.RevokeProgram() | c.NoteProgram():
            return decide_program(state, command, who, now_ms)
        case _:
            assert_never(command)


# ── people ──────────────────────────────────────────────────────────────────────────────────────


def _alone(state: People, deed: c.Deed, who: str, now_ms: int, rules: HouseRules) -> PeopleDecision:
    """What a deed leads to if nobody else has to approve it."""
    if isinstance(deed, c.AddProgram):
        return add_program(state, deed, who, now_ms, rules)
    if isinstance(deed, c.IssueBadge):
        return decide_badge(state, deed, who, now_ms)
    if isinstance(deed, c.AddPerson):
        return _add_person(state, deed, who, now_ms)
    return _change_person(state, deed, who, now_ms)


def _decide_deed(
    state: People, command: c.ApproveDeed | c.DropDeed, who: str, now_ms: int, rules: HouseRules
) -> PeopleDecision:
    waits = pending(state, command, who, rules, now_ms)
    if isinstance(waits, PeopleRefused):
        return waits
    if isinstance(command, c.DropDeed):
        return (e.DeedDropped(at_ms=now_ms, by=who, digest=command.digest),)
    decided = _alone(state, waits.deed, waits.by, now_ms, rules)
    if isinstance(decided, PeopleRefused):
        return decided
    approved = e.DeedApproved(at_ms=now_ms, by=who, digest=command.digest, proposed_by=waits.by)
    return (approved, *in_founding(state, decided))


def _set_up(state: People, command: c.SetUp, now_ms: int) -> PeopleDecision:
    if not state.nobody_yet or state.demo:
        return ALREADY_SET_UP
    first = c.AddPerson(command.name, Role.ADMINISTRATOR, command.password)
    added = _add_person(state, first, SYSTEM_NAME, now_ms)
    if isinstance(added, PeopleRefused) or command.timezone is None:
        return added
    return (*added, e.TimeZoneSet(at_ms=now_ms, by=command.name, timezone=command.timezone))


def _add_person(state: People, command: c.AddPerson, who: str, now_ms: int) -> PeopleDecision:
    if (refused := name_refused(command.name, names_of(state))) is not None:
        return refused
    chosen_by_another = command.password is not None and who != SYSTEM_NAME
    linked = command.invitation is not None
    return (
        e.PersonAdded(
            at_ms=now_ms,
            by=who,
            name=command.name,
            role=command.role,
            password=command.password,
            must_change=chosen_by_another or UNSET,
            invitation=command.invitation or UNSET,
            link_until_ms=now_ms + INVITATION_MS if linked else UNSET,
        ),
    )


def _change_person(
    state: People,
    command: c.PersonCommand | c.InvitePerson | c.ResetFactors,
    who: str,
    now_ms: int,
) -> PeopleDecision:
    name = command.name
    if isinstance(command, c.InvitePerson) and name == who:
        message = "You change your own password with the old one, under your account."
        return PeopleRefused(PeopleRefusal.OWN_PASSWORD, message)
    if isinstance(command, c.ChangeRole) and name == who and not state.demo:
        message = "You can't change your own role; ask another administrator."
        return PeopleRefused(PeopleRefusal.OWN_ROLE, message)
    if isinstance(command, c.ResetFactors) and name == who:
        message = (
            "You change your own second factor with the factor itself or a recovery code, under "
            "your account."
        )
        return PeopleRefused(PeopleRefusal.OWN_FACTORS, message)
    if name not in state.persons:
        return PeopleRefused(PeopleRefusal.NO_SUCH_PERSON, f"There is nobody called {name} here.")
    event: e.RoleSet | e.PersonDisabled | e.PersonEnabled | e.PersonInvited | e.FactorsReset
    match command:
        case c.ChangeRole():
            event = e.RoleSet(at_ms=now_ms, by=who, name=name, role=command.role)
        case c.DisablePerson():
            event = e.PersonDisabled(at_ms=now_ms, by=who, name=name)
        case c.EnablePerson():
            event = e.PersonEnabled(at_ms=now_ms, by=who, name=name)
        case c.InvitePerson():
            event = e.PersonInvited(
                at_ms=now_ms,
                by=who,
                name=name,
                invitation=command.invitation,
                link_until_ms=now_ms + INVITATION_MS,
            )
        case c.ResetFactors():
            event = e.FactorsReset(at_ms=now_ms, by=who, name=name)
        case _:
            assert_never(command)
    after = evolve_people(state, event)
    if administrators(state) and not administrators(after) and not state.demo:
        return PeopleRefused(
            PeopleRefusal.LAST_ADMINISTRATOR,
            "This is the only administrator: make somebody else one first.",
        )
    return (event,)


def _change_password(
    state: People, command: c.ChangePassword, who: str, now_ms: int
) -> PeopleDecision:
    person = state.persons.get(who)
    if person is None or not person.enabled or person.password != command.old:
        return WRONG_NAME_OR_PASSWORD
    return (e.PasswordSet(at_ms=now_ms, by=who, name=who, password=command.password),)


def _start_demo(state: People, who: str, now_ms: int) -> PeopleDecision:
    if state.demo:
        return ()
    if state != People():
        message = (
            "This journal already has people in it; a demonstration needs a journal of its own."
        )
        return PeopleRefused(PeopleRefusal.IN_USE, message)
    return (e.DemoStarted(at_ms=now_ms, by=who),)


def _admit(state: People, command: c.AdmitWalkIn, who: str, now_ms: int) -> PeopleDecision:
    name = command.name
    taken = (other for other in names_of(state) if other != name or name not in state.walk_ins)
    if (refused := name_refused(name, taken)) is not None:
        return refused
    return (e.WalkInAdmitted(at_ms=now_ms, by=who, name=name, table=command.table),)


# ── sessions and devices ────────────────────────────────────────────────────────────────────────


def _open_session(state: People, command: c.OpenSession, who: str, now_ms: int) -> PeopleDecision:
    person, given = state.persons.get(command.name), command.password
    if person is None or not person.enabled:
        return WRONG_NAME_OR_PASSWORD
    # The password may have been changed since it was compared.
    if given is not None and given != person.password:
        return WRONG_NAME_OR_PASSWORD
    if given is not None and person.used:
        message = (
            "This password was good for one sign-in, and somebody has signed in with it. If "
            "that was not you, tell an administrator, who can give you another."
        )
        return PeopleRefused(PeopleRefusal.FIRST_PASSWORD_USED, message)
    second = command.second
    if not state.demo and (fault := given_fault(person, second)) is not None:
        return fault
    opened = e.SessionOpened(
        at_ms=now_ms,
        by=who,
        session=command.session,
        name=command.name,
        expires_ms=now_ms + command.lasts_ms,
    )
    if second is None:
        return (opened,)
    return (opened, proof(command.name, command.session, second, now_ms))
