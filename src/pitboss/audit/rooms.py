"""The kinds of streams in a journal, and which events each can have."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, get_args

from pitboss.audit.report import Misfit
from pitboss.audit.runs.share import TABLE
from pitboss.casino.approvals import APPROVALS_STREAM, AnyApprovalEvent
from pitboss.casino.codec import AnyCasinoEvent, CommandRefused
from pitboss.casino.displays import FiguresDisplayed
from pitboss.casino.operations import OPERATIONS_STREAM, AnyOperationsEvent
from pitboss.house.events import HOUSE_STREAM, AnyHouseEvent
from pitboss.jackpot.events import AnyFeedEvent, AnyLinkEvent
from pitboss.people.events import PEOPLE_STREAM, AnyPeopleEvent
from pitboss.table.events import AnyEvent

LINK, FEED, SIGN, REFUSED = "link/", "feed/", "sign/", "refused"

PLAIN, TIMED, REFUSAL = "plain", "timed", "refusal"
"""What is checked in every event of a kind: nothing, the time it says it was stored, or that a
command was refused.
"""


class Room(NamedTuple):
    """A kind of stream: which events it can have, and what is checked in each."""

    what: str
    kinds: Mapping[type, str]


def _room(what: str, *kinds: type, timed: bool = True) -> Room:
    return Room(what, {kind: _looked_at(kind, timed) for kind in kinds})


def _looked_at(kind: type, timed: bool) -> str:
    if not timed:
        return PLAIN
    if kind is CommandRefused:
        return REFUSAL
    fields: Iterable[str] = kind.__struct_fields__  # type: ignore[attr-defined]
    return TIMED if "at_ms" in fields else PLAIN


PEOPLE = _room("people", *get_args(AnyPeopleEvent), CommandRefused, timed=False)
OPERATIONS = _room("operations", *get_args(AnyOperationsEvent))
APPROVALS = _room("approvals", *get_args(AnyApprovalEvent))
HOUSE = _room("the house", *get_args(AnyHouseEvent), CommandRefused)
REFUSALS = _room("what was refused", CommandRefused)
A_TABLE = _room("a table", *get_args(AnyEvent), *get_args(AnyCasinoEvent))
A_LINK = _room("a link", *get_args(AnyLinkEvent), CommandRefused)
A_FEED = _room("a feed", *get_args(AnyFeedEvent))
A_SIGN = _room("a sign", FiguresDisplayed)

_BY_NAME = {
    PEOPLE_STREAM: PEOPLE,
    OPERATIONS_STREAM: OPERATIONS,
    APPROVALS_STREAM: APPROVALS,
    HOUSE_STREAM: HOUSE,
    REFUSED: REFUSALS,
}
_BY_PREFIX = {TABLE: A_TABLE, LINK: A_LINK, FEED: A_FEED, SIGN: A_SIGN}


def room_of(stream: str) -> Room:
    """The room of a stream, by name; raises Misfit if there is none of that name."""
    prefix = stream[: stream.find("/") + 1]
    room = _BY_NAME.get(stream) or _BY_PREFIX.get(prefix)
    if room is None:
        raise Misfit(
            "the name of a stream",
            "table/…, link/…, feed/…, sign/…, people, house, approvals, operations or refused",
            stream,
        )
    return room
