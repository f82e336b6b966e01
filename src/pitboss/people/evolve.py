"""The state of people after an event. Total: an event has happened, so it is never refused here."""

from typing import assert_never

from msgspec.structs import replace

from pitboss.people.events import (
    AdministratorRecovered,
    AnyPeopleEvent,
    BadgeIssued,
    BadgeRevoked,
    DeedApproved,
    DeedDropped,
    DeedProposed,
    DemoStarted,
    DeviceAdded,
    DeviceRenewed,
    DeviceRevoked,
    DirectoryEvent,
    DirectoryPersonAdded,
    FactorEvent,
    FactorsReset,
    FoundingEnded,
    InvitationAccepted,
    PasskeyAdded,
    PasswordSet,
    PersonAdded,
    PersonAppointed,
    PersonDisabled,
    PersonEnabled,
    PersonInvited,
    PinAccepted,
    PinRefused,
    PinSet,
    ProgramAdded,
    ProgramEvent,
    ProgramRevoked,
    ProgramSeen,
    RoleSet,
    SecondFactorGiven,
    SessionClosed,
    SessionOpened,
    SessionSeen,
    SignInFailed,
    TimeZoneSet,
    TotpConfirmed,
    WalkInAdmitted,
)
from pitboss.people.factors import ProofCarried
from pitboss.people.roles import Role
from pitboss.people.second_factor import evolve_factors
from pitboss.people.state import (
    Device,
    DirectoryIdentity,
    PendingDeed,
    People,
    Person,
    Program,
    Recovery,
    Session,
)


def evolve_people(state: People, event: AnyPeopleEvent) -> People:  # noqa: C901 - one case an event
    """The state after an event."""
    if isinstance(event, FactorEvent):
        return _factor(state, event)
    if isinstance(event, ProgramEvent):
        return _program(state, event)
    if isinstance(event, DirectoryEvent):
        return _directory(state, event)
    match event:
        case PersonAdded():
            person = Person(
                event.name,
                event.role,
                event.password,
                must_change=event.must_change is True,
                since_ms=0 if event.founding is True else event.at_ms,
                invitation=event.invitation or None,
                link_until_ms=event.link_until_ms or 0,
            )
            return replace(state, persons={**state.persons, event.name: person})
        case PersonInvited() | InvitationAccepted():
            return _invitation(state, event)
        case TimeZoneSet():
            return replace(state, timezone=event.timezone)
        case FoundingEnded():
            return replace(state, founded=True)
        case PasswordSet():
            after = _person(
                state, event.name, password=event.password, must_change=False, used=False
            )
            return _signed_out(after, event.name)
        case PinSet() | PinRefused() | PinAccepted():
            return _pin(state, event)
        case AdministratorRecovered():
            return _recovered(state, event)
        case PersonAppointed():
            # Whoever has access to the machine is responsible: the account may approve at once.
            person = Person(event.name, event.role, event.password, must_change=True)
            return replace(state, persons={**state.persons, event.name: person})
        case RoleSet():
            after = _person(state, event.name, role=event.role, since_ms=event.at_ms)
            return _signed_out(after, event.name)
        case BadgeIssued() | BadgeRevoked():
            return _badge(state, event)
        case DeedProposed() | DeedApproved() | DeedDropped():
            return _deed(state, event)
        case PersonDisabled():
            return _signed_out(_person(state, event.name, enabled=False), event.name)
        case PersonEnabled():
            return _person(state, event.name, enabled=True)
        case SessionOpened() | SessionSeen() | SessionClosed():
            return _session(state, event)
        case WalkInAdmitted():
            tables = tuple(dict.fromkeys((*state.walk_ins.get(event.name, ()), event.table)))
            return replace(state, walk_ins={**state.walk_ins, event.name: tables})
        case DeviceAdded() | DeviceRenewed() | DeviceRevoked():
            return _device(state, event)
        case DemoStarted():
            return replace(state, demo=True)
        case SignInFailed():
            return state
        case _:
            assert_never(event)


def _invitation(state: People, event: PersonInvited | InvitationAccepted) -> People:
    if isinstance(event, InvitationAccepted):
        # Whoever is invited in the founding and comes only after it counts as new, too.
        at_once = not state.founded and not state.persons[event.name].since_ms
        return _person(
            state,
            event.name,
            password=event.password,
            invitation=None,
            since_ms=0 if at_once else event.at_ms,
        )
    after = _person(
        state,
        event.name,
        password=None,
        must_change=False,
        used=False,
        invitation=event.invitation,
        link_until_ms=event.link_until_ms,
        # Somebody who gives a person a link must not get that person's approvals with it.
        pin=None,
        wrong_pins=0,
        since_ms=0 if event.founding is True else event.at_ms,
    )
    return _signed_out(after, event.name)


def _session(state: People, event: SessionOpened | SessionSeen | SessionClosed) -> People:
    match event:
        case SessionOpened():
            session = Session(event.name, event.at_ms, event.expires_ms, event.at_ms)
            # Expired sessions need not be remembered.
            alive = {
                key: old for key, old in state.sessions.items() if old.expires_ms > event.at_ms
            }
            owner = state.persons.get(event.name)
            if owner is not None and owner.must_change:
                state = _person(state, event.name, used=True)
            return replace(state, sessions={**alive, event.session: session})
        case SessionSeen():
            known = state.sessions.get(event.session)
            if known is None:
                return state
            seen = replace(known, seen_ms=event.at_ms)
            return replace(state, sessions={**state.sessions, event.session: seen})
        case SessionClosed():
            kept = {key: session for key, session in state.sessions.items() if key != event.session}
            return replace(state, sessions=kept)
        case _:
            assert_never(event)


def _deed(state: People, event: DeedProposed | DeedApproved | DeedDropped) -> People:
    if isinstance(event, DeedProposed):
        waits = PendingDeed(event.deed, event.by, event.at_ms)
        return replace(state, deeds={**state.deeds, waits.digest: waits})
    left = {digest: waits for digest, waits in state.deeds.items() if digest != event.digest}
    return replace(state, deeds=left)


def _recovered(state: People, event: AdministratorRecovered) -> People:
    person = Person(
        event.name,
        Role.ADMINISTRATOR,
        event.password,
        must_change=True,
        since_ms=event.at_ms,
    )
    recovery = Recovery(event.name, event.at_ms, event.reason, event.os_user, event.host)
    after = replace(
        state,
        persons={**state.persons, event.name: person},
        recoveries=(*state.recoveries, recovery),
    )
    return _signed_out(after, event.name)


def _directory(state: People, event: DirectoryEvent) -> People:
    if isinstance(event, DirectoryPersonAdded):
        identity = DirectoryIdentity(event.issuer, event.subject)
        person = Person(event.name, event.role, since_ms=event.at_ms, identity=identity)
        return replace(state, persons={**state.persons, event.name: person})
    proved = event.at_ms if event.second else None
    opened = Session(event.name, event.at_ms, event.expires_ms, event.at_ms, proved)
    alive = {key: old for key, old in state.sessions.items() if old.expires_ms > event.at_ms}
    return replace(state, sessions={**alive, event.session: opened})


def _device(state: People, event: DeviceAdded | DeviceRenewed | DeviceRevoked) -> People:
    if isinstance(event, DeviceAdded):
        device = Device(
            event.device,
            event.token,
            event.role,
            event.label,
            table=event.table,
            ends_ms=event.ends_ms,
        )
    elif isinstance(event, DeviceRenewed):
        known = state.devices[event.device]
        device = replace(known, token=event.token, ends_ms=event.ends_ms)
    else:
        device = replace(state.devices[event.device], revoked=True)
    return replace(state, devices={**state.devices, event.device: device})


def _program(state: People, event: ProgramEvent) -> People:
    match event:
        case ProgramAdded():
            program = Program(
                id=event.program,
                token=event.token,
                name=event.name,
                role=event.role,
                scope=event.scope,
                by=event.by,
                until_ms=event.until_ms,
            )
        case ProgramRevoked():
            program = replace(state.programs[event.program], revoked=True)
        case ProgramSeen():
            program = replace(state.programs[event.program], seen_ms=event.at_ms)
        case _:
            assert_never(event)
    return replace(state, programs={**state.programs, event.program: program})


def _pin(state: People, event: PinSet | PinRefused | PinAccepted) -> People:
    match event:
        case PinSet():
            return _person(state, event.name, pin=event.pin, wrong_pins=0)
        case PinRefused():
            tries = state.persons[event.name].wrong_pins + 1
            return _person(state, event.name, wrong_pins=tries)
        case PinAccepted():
            return _person(state, event.name, wrong_pins=0)
        case _:
            assert_never(event)


def _badge(state: People, event: BadgeIssued | BadgeRevoked) -> People:
    badge = event.badge if isinstance(event, BadgeIssued) else None
    return _person(state, event.name, badge=badge)


def _factor(state: People, event: FactorEvent) -> People:
    name, at_ms = event.name, event.at_ms
    after = _person(state, name, factors=evolve_factors(state.persons[name].factors, event))
    match event:
        case TotpConfirmed() | PasskeyAdded():
            # The others may have been opened without it.
            only = state.sessions.get(event.session)
            after = _signed_out(after, name)
            if only is None:
                return after
            kept = replace(only, second_ms=at_ms)
            return replace(after, sessions={**after.sessions, event.session: kept})
        case SecondFactorGiven():
            known = state.sessions.get(event.session)
            if known is None:
                return after
            given = event.given
            proved = given.given_ms if isinstance(given, ProofCarried) else at_ms
            seen = replace(known, second_ms=proved)
            return replace(after, sessions={**state.sessions, event.session: seen})
        case FactorsReset():
            # The next one may be set up by somebody else, so the account counts as new.
            after = _person(after, name, pin=None, badge=None, wrong_pins=0, since_ms=at_ms)
            return _signed_out(after, name)
        case _:
            return after


def _person(state: People, name: str, **changes: object) -> People:
    return replace(state, persons={**state.persons, name: replace(state.persons[name], **changes)})


def _signed_out(state: People, name: str) -> People:
    kept = {key: session for key, session in state.sessions.items() if session.name != name}
    return replace(state, sessions=kept)
