"""Which text of a rulebook a table plays by when it is opened or opens a round: the one in force by
the house's own record.

If nothing is on record about a rulebook yet, its text is recorded in the same transaction, so that
no round is ever played by rules that are not on record.
"""

from datetime import UTC, datetime

from pitboss.casino.aggregates import evolved
from pitboss.casino.draft import Drafting, Outside, World
from pitboss.casino.requests import SYSTEM, BadRequest, OwnRequest, Refusal, Request
from pitboss.casino.stream_ids import HOUSE_STREAM
from pitboss.house.commands import FROM_PERSONS, AnyHouseCommand, SealRulebooks
from pitboss.house.decide import decide_house
from pitboss.house.events import AnyHouseEvent
from pitboss.house.refusals import HouseRefused
from pitboss.house.state import AdoptedBook
from pitboss.rulebook.loader import installed_ids
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import SUFFIX
from pitboss.rulebook.texts import text_of
from pitboss.table.refusals import TableRefusal


def about_rules(
    world: World, request: Request, command: AnyHouseCommand, now_ms: int
) -> tuple[AnyHouseEvent, ...] | Refusal:
    """What a command about the house's rules leads to, or why it is refused."""
    if not isinstance(command, FROM_PERSONS) and not isinstance(request, OwnRequest):
        raise BadRequest(f"{command.__struct_config__.tag} is not for people to ask for")
    decided = decide_house(world.fresh(HOUSE_STREAM).house, command, request.actor, now_ms)
    if isinstance(decided, HouseRefused):
        return Refusal(decided.code.value, decided.message, where=decided.where)
    return decided


def rules_for(drafting: Drafting, name: str, outside: Outside) -> str | Refusal | None:
    """The pinned name of the text a rulebook's tables play by now, or why they can't; None for an
    unknown name and for a file given by its path.
    """
    world, now_ms = drafting.world, outside.now_ms
    shelf, house = world.shelf, world.get(HOUSE_STREAM).house
    book = house.in_force(name, now_ms)
    if book is None:
        if line := house.line(name):
            return _refused(_not_now(line, name, now_ms))
        filed = None if name.endswith(SUFFIX) else shelf.filed(name)
        if filed is None:
            return None
        if outside.controls is not None and filed.id not in installed_ids():
            message = (
                f"The rulebook {name} has not been adopted: one shift manager proposes it and "
                "another approves it."
            )
            return _refused(message)
        if (refusal := _not_in_force(filed, now_ms)) is not None:
            return refusal
        book = _seal(drafting, filed, now_ms)
    else:
        shelf.take_in(book.rulebook, book.rules, house.texts[book.rules])
    return book.name


def _seal(drafting: Drafting, rulebook: Rulebook, now_ms: int) -> AdoptedBook:
    """Records the text of a rulebook as this process has it."""
    world, text = drafting.world, text_of(rulebook)
    entity = before = world.get(HOUSE_STREAM)
    sealed = decide_house(before.house, SealRulebooks(texts=(text,)), SYSTEM, now_ms)
    assert not isinstance(sealed, HouseRefused), "what nothing is on record about can be sealed"
    for event in sealed:
        entity = evolved(HOUSE_STREAM, entity, event, world.shelf)
    drafting.put(HOUSE_STREAM, before, sealed, entity)
    book = entity.house.books[-1]
    world.shelf.take_in(book.rulebook, book.rules, text)
    return book


def _not_in_force(book: Rulebook, now_ms: int) -> Refusal | None:
    if book.effective.holds(now_ms):
        return None
    begins = now_ms < book.effective.since_ms
    when = f"before {book.effective.since}" if begins else f"since {book.effective.until}"
    return _refused(f"{book.title}, version {book.version}, is not in force {when}.")


def _not_now(line: tuple[AdoptedBook, ...], name: str, now_ms: int) -> str:
    """Why no text of a rulebook is in force: the next has not begun, or the last has ended."""
    if coming := [book.from_ms for book in line if book.from_ms > now_ms]:
        return f"The rulebook {name} is not in force before {_shown(min(coming))}."
    ended_ms = max(one.until_ms for one in line)
    return f"The rulebook {name} has ended: it has not been in force since {_shown(ended_ms)}."


def _shown(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(" ")


def _refused(message: str) -> Refusal:
    return Refusal(TableRefusal.BAD_CONFIGURATION.value, message)
