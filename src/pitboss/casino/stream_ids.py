"""The names of streams: what kind of thing a stream is of, and which one.

A stream is named by text in the journal (``table/T1``, ``feed/mega/T1``). Nothing outside this
module takes such a name apart or puts one together.
"""

from enum import StrEnum
from typing import NamedTuple, NewType

from pitboss.house import events as house
from pitboss.people import events as people

StreamId = NewType("StreamId", str)


class StreamKind(StrEnum):
    """What a stream is of."""

    TABLE = "table"
    LINK = "link"
    FEED = "feed"
    PEOPLE = "people"
    HOUSE = "house"
    OPERATIONS = "operations"
    REFUSED = "refused"
    APPROVALS = "approvals"
    SIGN = "sign"


class FeedName(NamedTuple):
    """Whose feed it is: what one table has put into the jackpot of one link."""

    link: str
    table: str


PEOPLE_STREAM = StreamId(people.PEOPLE_STREAM)
HOUSE_STREAM = StreamId(house.HOUSE_STREAM)
OPERATIONS_STREAM = StreamId("operations")

REFUSED_STREAM = StreamId("refused")
"""The stream of refused commands for tables and links that are not there."""

_KINDS = {kind.value: kind for kind in StreamKind}


def table_stream(table: str) -> StreamId:
    """The stream of a table."""
    return StreamId(f"table/{table}")


def link_stream(link: str) -> StreamId:
    """The stream of a link."""
    return StreamId(f"link/{link}")


def feed_stream(link: str, table: str) -> StreamId:
    """The stream of what a table has put into a link."""
    return StreamId(f"feed/{link}/{table}")


def sign_stream(sign: str) -> StreamId:
    """The stream of what a sign has displayed."""
    return StreamId(f"sign/{sign}")


def kind_of(stream: str) -> StreamKind | None:
    """What a stream is of; None where Pitboss has no such streams."""
    return _KINDS.get(stream.partition("/")[0])


def table_of(stream: str) -> str | None:
    """The table whose stream it is."""
    return stream[6:] if stream.startswith("table/") else None


def link_of(stream: str) -> str | None:
    """The link whose stream it is."""
    return stream[5:] if stream.startswith("link/") else None


def sign_of(stream: str) -> str | None:
    """The sign whose stream it is."""
    return stream[5:] if stream.startswith("sign/") else None


def feed_of(stream: str) -> FeedName | None:
    """The link and the table whose feed it is."""
    if not stream.startswith("feed/"):
        return None
    link, _, table = stream[5:].partition("/")
    return FeedName(link, table)
