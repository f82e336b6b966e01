"""Names of people and labels of devices. What they do is on record under them, so none may be read
as another.
"""

from collections.abc import Iterable

from pitboss.kernel.lookalikes import skeleton
from pitboss.kernel.texts import name_fault
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.refusals import PeopleRefusal, PeopleRefused


def name_refused(name: str, taken: Iterable[str], where: str = "name") -> PeopleRefused | None:
    """Why somebody or something new can't have a name beside those that are taken."""
    # A slash and a colon stand between names in ids and paths.
    if (fault := name_fault(name, parted_by="/:")) is not None:
        return PeopleRefused(PeopleRefusal.BAD_NAME, fault, where)
    read = skeleton(name)
    if read == skeleton(SYSTEM_NAME):
        message = f"{SYSTEM_NAME} is the name under which Pitboss itself acts; take another."
        return PeopleRefused(PeopleRefusal.BAD_NAME, message, where)
    other = next((other for other in taken if skeleton(other) == read), None)
    if other is not None:
        return PeopleRefused(
            PeopleRefusal.NAME_TAKEN, f"The name {other} is taken; choose another."
        )
    return None
