"""Blocks of a few thousand consecutive records, stored by column and compressed.

Derivable values are not stored: the versions, which count up, and the hashes, which the chain
reproduces from those at the start of the block. So reading a record also verifies it.
"""

import lzma
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise, repeat

from pitboss.journal.archive.columns import Columns, numbers
from pitboss.journal.chain import HASH_BYTES, hash_of, record_hash
from pitboss.journal.port import Head, NotAJournal, Record

_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 22}]


class BadSegment(NotAJournal):
    """A segment of the archive is not what it claims to be, or records can't go into one."""


def packed(records: Sequence[Record], heads: dict[str, Head]) -> bytes:
    """A block of records, each chained to the end of its stream in ``heads``, which is updated."""
    streams: dict[str, int] = {}
    kinds: dict[str, int] = {}
    begins = bytearray()
    versions: list[int] = []
    for record in records:
        head = heads.get(record.stream, NO_RECORDS)
        if record.version != head.version + 1 or hash_of(record, head.hash) != record.hash:
            raise BadSegment(
                f"position {record.position} ({record.stream}, version {record.version}) does not "
                "follow the record before it in its stream. Nothing is archived that does not fit: "
                "run 'pitboss audit'"
            )
        if record.stream not in streams:
            streams[record.stream] = len(streams)
            versions.append(head.version)
            begins += head.hash
        kinds.setdefault(record.kind, len(kinds))
        heads[record.stream] = Head(record.version, record.hash)
    runs = list(_runs(records))
    firsts = [run[0] for run in runs]
    commands = [first.command.encode() for first in firsts]
    names, known = [name.encode() for name in streams], [kind.encode() for kind in kinds]
    places = (0, *(record.position for record in records))
    columns = (
        numbers("I", (len(records), len(runs), len(streams), len(kinds))),
        *(numbers("I", map(len, names)), numbers("Q", versions)),
        numbers("I", map(len, known)),
        numbers("I", map(len, runs)),
        numbers("I", (first.number for first in firsts)),
        numbers("Q", (first.at_ms for first in firsts)),
        numbers("I", map(len, commands)),
        numbers("I", (_width(first.entry) for first in firsts)),
        numbers("Q", (later - before for before, later in pairwise(places))),
        numbers("I", (streams[record.stream] for record in records)),
        numbers("I", (kinds[record.kind] for record in records)),
        numbers("I", (len(record.body) for record in records)),
        *names,
        *known,
        *commands,
        *(record.body for record in records),
        bytes(begins),
        *(first.entry or b"" for first in firsts),
    )
    return lzma.compress(
        b"".join(columns), format=lzma.FORMAT_XZ, check=lzma.CHECK_NONE, filters=_FILTERS
    )


def _width(entry: bytes | None) -> int:
    """One more than its length, so that 0 can stand for no entry."""
    return 0 if entry is None else len(entry) + 1


def _runs(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Runs of records that differ only in stream, kind and body, as those of one command usually
    do.
    """
    run: list[Record] = []
    for record in records:
        if run:
            last = run[-1]
            if (
                record.entry is None
                and record.number == last.number + 1
                and record.command == last.command
                and record.at_ms == last.at_ms
            ):
                run.append(record)
                continue
            yield run
        run = [record]
    if run:
        yield run


NO_RECORDS = Head(0, bytes(HASH_BYTES))
"""The head of a stream without records."""


class RecordBlock:
    """An unpacked block. Its records are built on demand."""

    def __init__(self, content: bytes) -> None:
        try:
            self._read(lzma.decompress(content, format=lzma.FORMAT_XZ))
        except (lzma.LZMAError, UnicodeDecodeError, ValueError) as error:
            raise BadSegment(f"a block of the archive can't be read: {error}") from error
        self._all: list[Record] | None = None

    def _read(self, plain: bytes) -> None:
        columns = Columns(plain)
        records, runs, streams, kinds = columns.numbers("I", 4)
        name_lengths = columns.numbers("I", streams)
        self._versions = columns.numbers("Q", streams)
        kind_lengths = columns.numbers("I", kinds)
        run_lengths = columns.numbers("I", runs)
        self._first_numbers = columns.numbers("I", runs)
        self._times = columns.numbers("Q", runs)
        command_lengths = columns.numbers("I", runs)
        widths = columns.numbers("I", runs)
        self.positions = list(accumulate(columns.numbers("Q", records)))
        self._streams = columns.numbers("I", records)
        self._kinds = columns.numbers("I", records)
        body_lengths = columns.numbers("I", records)
        self.names = columns.texts(name_lengths)
        self._kind_names = columns.texts(kind_lengths)
        self._commands = columns.texts(command_lengths)
        self._bodies = columns.pieces(body_lengths)
        self._hashes = columns.pieces(repeat(HASH_BYTES, streams))
        entries = columns.pieces(max(width - 1, 0) for width in widths)
        self._prints = [
            value if width else None for width, value in zip(widths, entries, strict=True)
        ]
        self._run_starts = list(accumulate(run_lengths, initial=0))
        self._run_of = list(
            chain.from_iterable(repeat(run, length) for run, length in enumerate(run_lengths))
        )
        columns.check_end()
        if len(self._run_of) != records:
            raise ValueError("its columns do not fit together")

    def records(self) -> list[Record]:
        """All records, in the order of their positions."""
        if self._all is None:
            heads = {
                stream: Head(version, digest)
                for stream, (version, digest) in enumerate(
                    zip(self._versions, self._hashes, strict=True)
                )
            }
            self._all = [self._record(place, heads) for place in range(len(self.positions))]
        return self._all

    def of_stream(self, stream: str) -> list[Record]:
        """The records of one stream."""
        if self._all is not None:
            return [record for record in self._all if record.stream == stream]
        try:
            wanted = self.names.index(stream)
        except ValueError:
            return []
        heads = {wanted: Head(self._versions[wanted], self._hashes[wanted])}
        return [
            self._record(place, heads)
            for place, stored_in in enumerate(self._streams)
            if stored_in == wanted
        ]

    def of_command(self, command: str) -> list[Record]:
        """The records of one command."""
        if command not in self._commands:
            return []
        return [record for record in self.records() if record.command == command]

    def _record(self, place: int, heads: dict[int, Head]) -> Record:
        stream, run = self._streams[place], self._run_of[place]
        head = heads[stream]
        within = place - self._run_starts[run]
        parts = (
            self.positions[place],
            self.names[stream],
            head.version + 1,
            self._times[run],
            self._commands[run],
            self._first_numbers[run] + within,
            None if within else self._prints[run],
            self._kind_names[self._kinds[place]],
            self._bodies[place],
        )
        digest = record_hash(head.hash, *parts)
        heads[stream] = Head(head.version + 1, digest)
        return Record(*parts, digest)
