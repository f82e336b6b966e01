"""Appointments by two administrators: nobody becomes two persons by inventing one of them.

An administrator who gives somebody a high post or a new link in one, brings such a person back,
removes anybody's second factor, gives a program a high post, or takes an administrator's post away,
proposes it to the other administrators; one of them approves it by its digest, and only then is it
done. The house switches this on (``HouseRules``); by default the engine leaves it to one.

A house has to be founded on its first day: until it opens its first table, two administrators may
propose and approve however new their accounts are, and whom they appoint together may approve at
once. One administrator alone founds nothing: the other one approves under a sign-in of their own.
"""

import msgspec

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.refusals import PeopleDecision, PeopleRefusal, PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.state import PendingDeed, People, administrators, old_enough_ms
from pitboss.rulebook.authority import Post

HIGH = frozenset((Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.ADMINISTRATOR))
"""Posts that approve what moves large sums, and those who appoint them."""


class HouseRules(msgspec.Struct, frozen=True, kw_only=True):
    """``appointments``: high posts are given by two administrators. ``account_age_ms``: how old an
    account must be before it approves anything. ``second_from``: the post from which people sign in
    with a second factor. ``step_up_ms``: how long that is good for approvals; 0 for always.
    ``program_ms``: how long a program's token may last; 0 for any time. ``badge_alone``: approving
    with a badge does not take the PIN too. ``directory_high``: the directory's groups give high
    posts, too. ``supervisors_by_two``: a pit supervisor's post counts as a high one, so that nobody
    who approves anything is one administrator's invention.
    """

    appointments: bool = False
    account_age_ms: int = 0
    second_from: Post | None = None
    step_up_ms: int = 0
    program_ms: int = 0
    badge_alone: bool = False
    directory_high: bool = False
    supervisors_by_two: bool = False

    def is_high(self, role: Role) -> bool:
        """Whether a post takes two administrators, if any does."""
        return role in HIGH or (self.supervisors_by_two and role is Role.PIT_SUPERVISOR)


ALONE = HouseRules()


def needs_two(state: People, deed: c.Deed, who: str, rules: HouseRules) -> bool:
    """Whether another administrator has to approve a deed that is otherwise allowed."""
    if not rules.appointments or state.demo or who == SYSTEM_NAME:
        return False
    if isinstance(deed, c.AddPerson) and deed.by_two:
        return True
    if isinstance(deed, c.AddPerson | c.ChangeRole):
        known = state.persons.get(deed.name)
        if known is not None and known.role is Role.ADMINISTRATOR:
            # Somebody who could do it alone would be the only administrator, and then invent
            # another.
            return True
        # The first administrator appoints the second: there is nobody else to ask. Somebody who has
        # disabled the others is not the first.
        all_there_were = [
            one.name for one in state.persons.values() if one.role is Role.ADMINISTRATOR
        ]
        second = deed.role is Role.ADMINISTRATOR and all_there_were == [who]
        return rules.is_high(deed.role) and not second
    if isinstance(deed, c.AddProgram):
        return deed.role in HIGH
    if isinstance(deed, c.ResetFactors | c.IssueBadge):
        # For any post: whoever gives somebody a way to prove who they are could use it.
        return True
    return rules.is_high(state.persons[deed.name].role)


def proposed(deed: c.Deed, who: str, now_ms: int) -> PeopleDecision:
    """What is stored about a deed that is waiting for another administrator."""
    return (e.DeedProposed(at_ms=now_ms, by=who, deed=deed),)


def pending(
    state: People, command: c.ApproveDeed | c.DropDeed, who: str, rules: HouseRules, now_ms: int
) -> PendingDeed | PeopleRefused:
    """The deed that somebody approves or drops, if they may."""
    waits = state.deeds.get(command.digest)
    if waits is None:
        message = (
            "Nothing is waiting under that digest: it was approved or dropped, or has changed. "
            "Look again."
        )
        return PeopleRefused(PeopleRefusal.NOTHING_WAITS, message)
    if isinstance(command, c.DropDeed):
        return waits
    known = administrators(state)
    if waits.by == who or who not in known:
        message = f"{waits.by} proposed this; another administrator must approve it."
        return PeopleRefused(PeopleRefusal.SECOND_NEEDED, message)
    if waits.by not in known:
        message = f"{waits.by}, who proposed this, is no longer an administrator; drop it."
        return PeopleRefused(PeopleRefusal.SECOND_NEEDED, message)
    # Somebody invented yesterday is neither of the two.
    for name, does in ((who, "approve"), (waits.by, "propose")):
        if now_ms < appoints_from_ms(state, name, rules):
            hours = rules.account_age_ms // 3_600_000
            message = (
                f"{name}'s account is less than {hours} hours old and can't {does} anything yet."
            )
            return PeopleRefused(PeopleRefusal.ACCOUNT_TOO_NEW, message)
    return waits


def appoints_from_ms(state: People, name: str, rules: HouseRules) -> int:
    """From when on an administrator may propose or approve; 0 for at once, as while a house has yet
    to be founded.
    """
    return old_enough_ms(state, name, rules.account_age_ms) if state.founded else 0


def in_founding(
    state: People, events: tuple[e.AnyPeopleEvent, ...]
) -> tuple[e.AnyPeopleEvent, ...]:
    """What two administrators have decided: if the house has yet to open its first table, whomever
    they have invited may approve at once.
    """
    if state.founded:
        return events
    invites = (e.PersonAdded, e.PersonInvited)
    return tuple(
        msgspec.structs.replace(one, founding=True) if isinstance(one, invites) else one
        for one in events
    )
