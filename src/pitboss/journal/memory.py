"""A journal in memory: the reference model for the other adapters, and for demonstrations without a
file.
"""

import threading
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter

from pitboss.journal.batch import chain_units, expected, fitting, refusal
from pitboss.journal.patience import check_patience
from pitboss.journal.port import (
    Checkpoint,
    Conflict,
    Head,
    LeftOut,
    LookedBack,
    NotAJournal,
    NotEmpty,
    Record,
    SealedSegment,
    Snapshot,
    Unavailable,
    Unit,
)

_position = attrgetter("position")
_NO_ARCHIVE = "a journal in memory has no archive. Name a file"


class MemoryJournal:
    """Nothing survives the process. Everything else works as in the durable journals."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._closed = False
        self._records: list[Record] = []
        self._streams: dict[str, list[Record]] = {}
        self._commands: dict[str, list[Record]] = {}
        self._heads: dict[str, Head] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._checkpoints: list[Checkpoint] = []

    @property
    def name(self) -> str:
        return "a journal in memory"

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        with self._news:
            self._check_open()
            required = expected(units)
            written = required.written
            moved = required.broken + [
                stream
                for versions in (written, required.looked)
                for stream, version in versions.items()
                if self._version(stream) != version
            ]
            commands = {unit.command for unit in units}
            stored = commands & self._commands.keys()
            if moved or stored or len(commands) < len(units):
                raise refusal(units, moved, lambda _: stored)
            heads = {stream: self._heads[stream] for stream in written if stream in self._heads}
            answer = chain_units(units, self._last() + 1, heads)
            for records in answer:
                for record in records:
                    self._keep(record)
            self._news.notify_all()
            return answer

    def _version(self, stream: str) -> int:
        head = self._heads.get(stream)
        return 0 if head is None else head.version

    def _last(self) -> int:
        return self._records[-1].position if self._records else 0

    def _keep(self, record: Record) -> None:
        self._records.append(record)
        self._streams.setdefault(record.stream, []).append(record)
        self._commands.setdefault(record.command, []).append(record)
        self._heads[record.stream] = Head(record.version, record.hash)

    def _check_open(self) -> None:
        check_patience()
        if self._closed:
            raise Unavailable(f"{self.name} is closed")

    def head(self, stream: str) -> Head | None:
        self._check_open()
        return self._heads.get(stream)

    def ends(self, streams: Collection[str]) -> Mapping[str, Record]:
        with self._news:
            self._check_open()
            return {
                stream: self._streams[stream][-1] for stream in streams if stream in self._streams
            }

    def known_version(self, stream: str) -> int | None:
        return None if self._closed else self._version(stream)

    def heads(self) -> Mapping[str, Head]:
        with self._news:
            self._check_open()
            return dict(self._heads)

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        self._check_open()
        # The list only grows, so reading by index also yields what is appended meanwhile.
        records = self._streams.get(stream, [])
        index = max(after, 0)
        while index < len(records):
            check_patience()
            yield records[index]
            index += 1

    def read_all(self, after: int = 0, limit: int = 1000) -> list[Record]:
        # The lock waits for an append in progress, so that whatever this returns is visible
        # everywhere.
        with self._news:
            self._check_open()
            first = bisect_right(self._records, after, key=_position)
            return self._records[first : first + limit]

    def read_back(
        self,
        before: int | None = None,
        limit: int = 1000,
        kinds: Collection[str] | None = None,
    ) -> LookedBack:
        with self._news:
            self._check_open()
            every = self._records
            end = len(every) if before is None else bisect_left(every, before, key=_position)
            start = max(0, end - limit)
            found = [
                one for one in reversed(every[start:end]) if kinds is None or one.kind in kinds
            ]
            return LookedBack(found, end - start, every[start].position if start < end else 0)

    def read_but(self, left_out: LeftOut, after: int, limit: int) -> list[Record]:
        with self._news:
            self._check_open()
            first = bisect_right(self._records, after, key=_position)
            later = islice(self._records, first, None)
            return list(islice((one for one in later if not left_out.has(one)), limit))

    def read_news(self, after: int, limit: int = 1000) -> list[Record]:
        return self.read_all(after, limit)

    def find_command(self, command: str) -> list[Record]:
        with self._news:
            self._check_open()
            return sorted(self._commands.get(command, ()), key=attrgetter("number"))

    def last_position(self) -> int:
        self._check_open()
        return self._last()

    def wait(self, after: int, timeout_s: float) -> bool:
        with self._news:
            self._news.wait_for(lambda: self._closed or self._last() > after, timeout_s)
            self._check_open()
            return self._last() > after

    def count(self) -> int:
        self._check_open()
        return len(self._records)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self._check_open()
        self._snapshots[snapshot.stream] = snapshot

    def snapshot(self, stream: str) -> Snapshot | None:
        self._check_open()
        return self._snapshots.get(stream)

    def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        with self._news:
            self._check_open()
            if checkpoint.number != len(self._checkpoints) + 1:
                raise Conflict(("the checkpoints",))
            self._checkpoints.append(checkpoint)

    def checkpoints(self, after: int = 0) -> Iterator[Checkpoint]:
        self._check_open()
        yield from self._checkpoints[after:]

    def last_checkpoint(self) -> Checkpoint | None:
        self._check_open()
        return self._checkpoints[-1] if self._checkpoints else None

    @property
    def archive(self) -> None:
        return None

    def segments(self) -> tuple[SealedSegment, ...]:
        self._check_open()
        return ()

    def seal(self, segment: SealedSegment, unit: Unit) -> list[Record]:  # noqa: ARG002 - the port's
        self._check_open()
        raise Unavailable(_NO_ARCHIVE)

    def drop_sealed(self, keep: Collection[str], limit: int) -> int:  # noqa: ARG002 - the port's
        self._check_open()
        return 0

    def read_rows(self, after: int = 0, limit: int = 1000) -> list[Record]:
        return self.read_all(after, limit)

    def copy_in(self, records: Iterator[Record], segments: Sequence[SealedSegment] = ()) -> int:
        if segments:
            raise Unavailable(_NO_ARCHIVE)
        with self._news:
            self._check_open()
            if self._records:
                raise NotEmpty(
                    f"{self.name} holds {len(self._records)} records; copy into a new one"
                )
            copied = list(fitting(records))
            if len({(record.command, record.number) for record in copied}) < len(copied):
                raise NotAJournal(
                    "the records to copy do not fit together: a number of a command stands twice"
                )
            for record in copied:
                self._keep(record)
            self._news.notify_all()
            return len(copied)

    def alone(self) -> bool:
        self._check_open()
        return True

    def join(self) -> None:
        self._check_open()

    def close(self) -> None:
        with self._news:
            self._closed = True
            self._news.notify_all()
