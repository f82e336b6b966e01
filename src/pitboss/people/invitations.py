"""One-time links, with which people choose their own passwords: whoever invites somebody never
learns the password, and only the digest of the link's token is kept.
"""

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.refusals import NO_INVITATION, PeopleDecision
from pitboss.people.state import People, Person

INVITATION_MS = 72 * 3_600_000
"""How long a link is good for: a weekend."""


def invited(state: People, invitation: str, now_ms: int) -> Person | None:
    """Who may still choose a password with a link."""
    for person in state.persons.values():
        if person.invitation == invitation:
            return person if person.enabled and now_ms < person.link_until_ms else None
    return None


def accept(state: People, command: c.AcceptInvitation, now_ms: int) -> PeopleDecision:
    """Somebody has opened the link and chosen a password."""
    person = invited(state, command.invitation, now_ms)
    if person is None:
        return NO_INVITATION
    name = person.name
    return (e.InvitationAccepted(at_ms=now_ms, by=name, name=name, password=command.password),)
