"""Badges, which a scanner reads and with which people approve at a table where somebody else is
signed in. A badge belongs to one person, and a person has one.
"""

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.refusals import PeopleDecision, PeopleRefusal, PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.state import People, Person

LEAST_SIGNS, MOST_SIGNS, LEAST_DIGITS = 8, 64, 6
"""Its digits distinguish a scanned number from a typed name."""


def decide_badge(
    state: People, command: c.IssueBadge | c.RevokeBadge, who: str, now_ms: int
) -> PeopleDecision:
    """What a command about somebody's badge leads to."""
    person = state.persons.get(command.name)
    if person is None:
        return PeopleRefused(
            PeopleRefusal.NO_SUCH_PERSON, f"There is nobody called {command.name} here."
        )
    if isinstance(command, c.RevokeBadge):
        if person.badge is None:
            return PeopleRefused(PeopleRefusal.NO_BADGE, f"{command.name} has no badge.")
        return (e.BadgeRevoked(at_ms=now_ms, by=who, name=command.name),)
    post = person.role.post
    if post is None or person.role is Role.PLAYER:
        message = f"{command.name} approves nothing at a table and needs no badge."
        return PeopleRefused(PeopleRefusal.BAD_FIELD, message, "name")
    if any(one.badge == command.badge for one in state.persons.values()):
        message = "That badge already belongs to somebody: revoke it first, or take another."
        return PeopleRefused(PeopleRefusal.BADGE_TAKEN, message, "badge")
    return (e.BadgeIssued(at_ms=now_ms, by=who, name=command.name, badge=command.badge),)


def badge_owner(state: People, badge: str) -> Person | None:
    """Who has a badge whose number has this hash, if that person may sign in."""
    persons = state.persons.values()
    return next((one for one in persons if one.badge == badge and one.enabled), None)


def badge_form_fault(number: str) -> str | None:
    """What is wrong with a badge's number; None if it is valid."""
    plain = number.isascii() and number.isprintable() and " " not in number
    digits = sum(sign.isdecimal() for sign in number)
    if plain and LEAST_SIGNS <= len(number) <= MOST_SIGNS and digits >= LEAST_DIGITS:
        return None
    return (
        f"A badge number has {LEAST_SIGNS} to {MOST_SIGNS} letters and digits, at least "
        f"{LEAST_DIGITS} of them digits: scan it again."
    )
