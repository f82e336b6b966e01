"""The names of streams: which aggregate a stream belongs to, by kind and name.

In the journal a stream is named by text (``table/T1``, ``feed/mega/T1``). Only this module builds
such names and takes them apart.
"""

from enum import StrEnum
from typing import NamedTuple, NewType

from pitboss.house import events as house
from pitboss.people import events as people

StreamId = NewType("StreamId", str)


class StreamKind(StrEnum):
    """The kinds of streams."""

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
    """The link and the table of a feed."""

    link: str
    table: str


PEOPLE_STREAM = StreamId(people.PEOPLE_STREAM)
HOUSE_STREAM = StreamId(house.HOUSE_STREAM)
OPERATIONS_STREAM = StreamId("operations")

REFUSED_STREAM = StreamId("refused")
"""The stream of refused commands for tables and links that do not exist."""

_KINDS = {kind.value: kind for kind in StreamKind}


def table_stream(table: str) -> StreamId:
    """The stream of a table."""
    return StreamId(f"table/{table}")


def link_stream(link: str) -> StreamId:
    """The stream of a link."""
    return StreamId(f"link/{link}")


def feed_stream(link: str, table: str) -> StreamId:
    """The stream of a table's contributions to a link."""
    return StreamId(f"feed/{link}/{table}")


def sign_stream(sign: str) -> StreamId:
    """The stream of a sign's reports."""
    return StreamId(f"sign/{sign}")


def kind_of(stream: str) -> StreamKind | None:
    """The kind of a stream; None if Pitboss has no such streams."""
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
