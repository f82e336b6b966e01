"""Who follows the live stream, and which topics concern whom."""

import asyncio
from collections.abc import Iterable

from pitboss.casino.stream_ids import StreamKind, feed_of, kind_of, table_of, table_stream
from pitboss.table.views.names import is_staff
from pitboss.web.auth.callers import Caller
from pitboss.web.views.audience import viewer_key

FLOOR = "floor"
METER = "meter/"
ENDED = b"event: ended\ndata: {}\n\n"
"""Sent to one of several clients on a connection: no more updates, because its caller is no longer
signed in.
"""


class Client:
    """One stream of updates: what it watches, and what of that has changed since the last message.

    ``table/*`` among its topics stands for all tables, including those opened later. Clients with
    the same ``viewer`` see everything alike. ``consoles`` are the tables whose consoles a staff
    member has open.
    """

    __slots__ = (
        "all_of",
        "beat_due",
        "caller",
        "changed",
        "consoles",
        "quiet",
        "staff",
        "topics",
        "viewer",
        "wake",
    )

    def __init__(
        self, caller: Caller, topics: frozenset[str], consoles: frozenset[str] = frozenset()
    ) -> None:
        self.caller = caller
        self.topics = topics
        self.all_of = tuple(topic[:-1] for topic in topics if topic.endswith("/*"))
        self.staff = is_staff(caller.actor)
        self.viewer = viewer_key(table_stream(""), caller), self.staff
        self.consoles = consoles if self.staff else frozenset()
        self.changed: frozenset[str] = frozenset()
        self.wake = asyncio.Event()
        self.quiet = False
        self.beat_due = False

    @property
    def tables(self) -> frozenset[str]:
        """The tables that it watches by name."""
        names = map(table_of, self.topics)
        return frozenset(name for name in names if name is not None) - {"*"}

    def looks_at(self, topic: str) -> bool:
        return topic in self.topics or topic.startswith(self.all_of)


def at_consoles(clients: Iterable[Client]) -> dict[str, list[str]]:
    """The staff at each table's console."""
    consoles: dict[str, set[str]] = {}
    for client in clients:
        for table in client.consoles:
            consoles.setdefault(table, set()).add(client.caller.name)
    return {table: sorted(names) for table, names in consoles.items()}


def addressed_to(number: int) -> bytes:
    """For whom the following messages are."""
    return b"event: watch\ndata: %d\n\n" % number


def topics_of(stream: str) -> tuple[str, ...]:
    """The topics in which a change of a stream is visible."""
    if kind_of(stream) in (StreamKind.TABLE, StreamKind.LINK):
        return stream, FLOOR
    if kind_of(stream) is StreamKind.APPROVALS:
        return (FLOOR,)
    if (feed := feed_of(stream)) is not None:
        return (METER + feed.link,)
    return ()
