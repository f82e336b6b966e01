"""Accounts of the house's directory: whose a subject is, and which role the groups result in.

The directory takes posts away at once. It gives them only as far as the house trusts it: by default
a high post is what two administrators have given, and the groups have to agree.
"""

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.appointments import HIGH, HouseRules
from pitboss.people.evolve import evolve_people
from pitboss.people.names import name_refused, names_of
from pitboss.people.refusals import PeopleDecision, PeopleRefusal, PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.state import DirectoryIdentity, People, Person, administrators

BY_RANK = (
    Role.ADMINISTRATOR,
    Role.SHIFT_MANAGER,
    Role.PIT_MANAGER,
    Role.PIT_SUPERVISOR,
    Role.DEALER,
    Role.AUDITOR,
    Role.PLAYER,
)
"""If there are several roles, the first counts. A display is a device."""


def decide_directory(
    state: People, command: c.OpenByDirectory, who: str, now_ms: int, rules: HouseRules
) -> PeopleDecision:
    """A session for somebody whom the directory vouches for, and what it changes about the
    account.
    """
    person = account_of(state, command.issuer, command.subject)
    if person is not None and not person.enabled:
        message = "Your account here is disabled; ask an administrator to enable it."
        return PeopleRefused(PeopleRefusal.ACCOUNT_DISABLED, message)
    role = role_of(command.roles, person, rules)
    if role is None:
        message = (
            "Your groups in the directory give you no role here. Ask whoever runs the "
            "directory; posts from pit manager up are given here, by two administrators."
        )
        return PeopleRefused(PeopleRefusal.NO_ROLE, message)
    changed = _account(state, person, command, role, who, now_ms)
    if isinstance(changed, PeopleRefused):
        return changed
    name = command.name if person is None else person.name
    opened = e.DirectorySessionOpened(
        at_ms=now_ms,
        by=who,
        session=command.session,
        name=name,
        issuer=command.issuer,
        subject=command.subject,
        expires_ms=now_ms + command.lasts_ms,
        second=command.second,
    )
    return (*changed, opened)


def _account(
    state: People,
    person: Person | None,
    command: c.OpenByDirectory,
    role: Role,
    who: str,
    now_ms: int,
) -> PeopleDecision:
    """What has to change about an account before its owner is signed in."""
    if person is None:
        refused = name_refused(command.name, names_of(state))
        if refused is not None:
            message = (
                f"The directory calls you {command.name}, and no new account here can have "
                f"that name. {refused.message}"
            )
            return PeopleRefused(refused.code, message)
        return (
            e.DirectoryPersonAdded(
                at_ms=now_ms,
                by=who,
                name=command.name,
                role=role,
                issuer=command.issuer,
                subject=command.subject,
            ),
        )
    if role is person.role:
        return ()
    changed = e.RoleSet(at_ms=now_ms, by=who, name=person.name, role=role)
    if administrators(state) and not administrators(evolve_people(state, changed)):
        return PeopleRefused(
            PeopleRefusal.LAST_ADMINISTRATOR,
            "This is the only administrator: make somebody else one first.",
        )
    return (changed,)


def account_of(state: People, issuer: str, subject: str) -> Person | None:
    """Whose account a subject of a directory is; names and addresses do not count."""
    identity = DirectoryIdentity(issuer, subject)
    return next((one for one in state.persons.values() if one.identity == identity), None)


def role_of(roles: tuple[Role, ...], person: Person | None, rules: HouseRules) -> Role | None:
    """The role that groups result in, with or without an existing account."""
    given = set(roles)
    if not rules.directory_high:
        high = given & HIGH
        if person is not None and _confirmed(person.role, high):
            return person.role
        given -= HIGH
        if high - {Role.ADMINISTRATOR}:
            # A manager may do what a supervisor may.
            given.add(Role.PIT_SUPERVISOR)
    return next((role for role in BY_RANK if role in given), None)


def _confirmed(role: Role, high: set[Role]) -> bool:
    """Whether the directory agrees with a high post that somebody has: with the same or a higher
    one.
    """
    post = role.post
    if role not in HIGH or post is None:
        return role in high
    return any(one.post is not None and one.post >= post for one in high)
