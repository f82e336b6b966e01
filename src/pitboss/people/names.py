"""Names of people and labels of devices. Their actions are recorded under them, so none may look
like another.
"""

import re
from collections.abc import Iterable, Iterator

from pitboss.kernel.lookalikes import skeleton
from pitboss.kernel.texts import name_fault
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.refusals import PeopleRefusal, PeopleRefused
from pitboss.people.state import People

_BOX = re.compile(r"box\s*[0-9]+")
_BOXES = frozenset(skeleton(f"Box {number}") for number in range(1, 100))
"""At tables with real cards, bets by nobody in particular are recorded under the name of their
box.
"""


def name_refused(name: str, taken: Iterable[str], where: str = "name") -> PeopleRefused | None:
    """Why a new person or thing can't have a name, given those that are taken."""
    # A slash and a colon separate names in ids and paths.
    if (fault := name_fault(name, parted_by="/:")) is not None:
        return PeopleRefused(PeopleRefusal.BAD_NAME, fault, where)
    read = skeleton(name)
    if read == skeleton(SYSTEM_NAME):
        message = f"{SYSTEM_NAME} is the name under which Pitboss itself acts; choose another."
        return PeopleRefused(PeopleRefusal.BAD_NAME, message, where)
    if is_a_box(name):
        message = f"{name} stands for chips on a box that nobody has put a name to; choose another."
        return PeopleRefused(PeopleRefusal.BAD_NAME, message, where)
    other = next((other for other in taken if skeleton(other) == read), None)
    if other is not None:
        return PeopleRefused(
            PeopleRefusal.NAME_TAKEN, f"The name {other} is taken; choose another."
        )
    return None


def is_a_box(name: str) -> bool:
    """Whether a name looks like that of a box, which belongs to nobody."""
    return _BOX.fullmatch(name.casefold()) is not None or skeleton(name) in _BOXES


def names_of(state: People) -> Iterator[str]:
    """Every name under which somebody or something has acted, or has been played for."""
    yield from state.persons
    yield from state.walk_ins
    for device in state.devices.values():
        yield device.label
    for program in state.programs.values():
        yield program.name
