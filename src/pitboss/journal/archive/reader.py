"""Reading database and archive as one journal, whose older records are in segments.

Another process may seal a segment at any moment and then delete its rows. No row is deleted before
its segment is on record; so a reader that reads rows, and then finds that nothing after its
position has been sealed, has missed nothing.
"""

from collections.abc import Callable, Collection, Iterator

from pitboss.journal.archive.folder import Archive
from pitboss.journal.port import LeftOut, LookedBack, Record

BEFORE_ALL, AFTER_ALL = -(1 << 63), (1 << 63) - 1


class Archived:
    """What both databases share. ``look`` asks the database for the segments on record and updates
    the archive.
    """

    def __init__(self, archive: Archive, look: Callable[[], None]) -> None:
        self.archive = archive
        self._look = look

    def _reach(self) -> int:
        self._look()
        return self.archive.reach

    def read(
        self, stream: str, after: int, rows: Callable[[int], list[Record]]
    ) -> Iterator[Record]:
        """The records of a stream. ``rows`` returns those in the database after a version, which
        are always the tail of the stream.
        """
        while records := rows(after):
            if records[0].version > after + 1:
                self._look()
                if self.archive.sealed:
                    yield from self.archive.read(stream, max(after, 0), records[0].version)
            yield from records
            after = records[-1].version

    def read_all(
        self,
        after: int,
        limit: int,
        rows: Callable[[int, int], list[Record]],
        left_out: LeftOut | None = None,
    ) -> list[Record]:
        """Records of all streams after a position, except those left out. ``rows`` returns those in
        the database, up to a limit.
        """
        records: list[Record] = []
        while True:
            if self.archive.sealed and after < (reach := self.archive.reach):
                records += self._sealed(after, limit - len(records), left_out)
                if len(records) >= limit:
                    return records
                after = reach
            live = rows(after, limit - len(records))
            if self._reach() <= max(after, 0):
                return records + live

    def _sealed(self, after: int, limit: int, left_out: LeftOut | None) -> list[Record]:
        if left_out is None:
            return self.archive.read_all(after, limit)
        records: list[Record] = []
        while len(records) < limit and (page := self.archive.read_all(after, limit)):
            records += [record for record in page if not left_out.has(record)]
            after = page[-1].position
        return records[:limit]

    def read_back(
        self,
        before: int | None,
        limit: int,
        kinds: Collection[str] | None,
        rows: Callable[[int], LookedBack],
    ) -> LookedBack:
        """Looks back over database and archive. ``rows`` looks back over the rows after a
        position.
        """
        while True:
            reach = self.archive.reach
            live = rows(reach)
            if self._reach() == reach:
                break
        if not reach or live.looked == limit:
            return live
        before = reach + 1 if before is None else min(before, reach + 1)
        older = self.archive.read_back(before, limit - live.looked, kinds)
        return LookedBack(
            live.records + older.records,
            live.looked + older.looked,
            older.position or live.position,
        )

    def find_command(self, command: str, rows: list[Record]) -> list[Record]:
        """The records of a command. ``rows`` are those in the database, which may be incomplete:
        the last record of a stream stays there when the others go.
        """
        reach = self._reach()
        if rows and rows[0].position > reach:
            return rows
        return self.archive.find_command(command) or rows

    def count(self, rows: Callable[[int], int]) -> int:
        """How many records there are. ``rows`` counts those in the database after a position."""
        while True:
            sealed = self.archive.sealed
            reach = sealed[-1].last if sealed else BEFORE_ALL
            count = sum(one.records for one in sealed) + rows(reach)
            self._look()
            if self.archive.sealed == sealed:
                return count
