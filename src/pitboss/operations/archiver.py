"""Moves older records of a journal into the segments of its archive, and records that in the
journal.

A segment is written, synced and read back before it is announced; then one transaction records that
it is sealed, and only after that are rows deleted from the database, a few at a time, so that
nobody waits long. If it is interrupted, it leaves either a file that nobody refers to or rows that
nobody needs; the next run cleans up both.
"""

import threading
from collections.abc import Callable, Iterator
from datetime import datetime, tzinfo

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.casino.approvals import APPROVALS_STREAM
from pitboss.casino.codec import operation_unit
from pitboss.casino.operations import OPERATIONS_STREAM, ArchiveSealed, system_user
from pitboss.casino.stream_ids import HOUSE_STREAM, PEOPLE_STREAM
from pitboss.clock import wall_clock_ms
from pitboss.journal.archive.files import SegmentFiles, place
from pitboss.journal.archive.folder import Archive
from pitboss.journal.archive.segment import Segment
from pitboss.journal.archive.writer import write_segment
from pitboss.journal.chain import START
from pitboss.journal.checkpoints import digest as name_of
from pitboss.journal.checkpoints import heads_of, verify
from pitboss.journal.port import (
    Checkpoint,
    Head,
    Journal,
    JournalError,
    Record,
    SealedSegment,
    Unavailable,
)
from pitboss.operations.integrity import (
    Progress,
    Reporter,
    all_records,
    counting,
    no_progress,
    say_nothing,
)

STAY = (HOUSE_STREAM, OPERATIONS_STREAM, PEOPLE_STREAM, APPROVALS_STREAM)
"""Streams that grow slowly and are read from their beginning at every start. Their records are
archived like all others, but stay in the database as well.
"""

MOST_RECORDS = 4_000_000
"""Before it would hold more, a segment ends with the last checkpoint, even within a month."""

ROWS_AT_ONCE = 2_000
PAUSE_S = 0.02
DAY_MS = 86_400_000


class Archiver:
    """Archives one journal. ``files`` and ``pause_s`` are for tests."""

    def __init__(
        self,
        journal: Journal,
        key: Ed25519PrivateKey,
        *,
        clock_ms: Callable[[], int] = wall_clock_ms,
        files: SegmentFiles | None = None,
        pause_s: float = PAUSE_S,
        stop: threading.Event | None = None,
    ) -> None:
        self._journal = journal
        self._key = key
        self._clock_ms = clock_ms
        self._files = files or SegmentFiles()
        self._pause_s = pause_s
        self._stop = stop or threading.Event()

    def archive(
        self, ends: Iterator[Checkpoint], report: Reporter = say_nothing
    ) -> list[SealedSegment]:
        """Seals a segment up to each of some checkpoints, in order; returns what was sealed. First
        it finishes what an earlier attempt began.
        """
        self._drop(counting(report, "making room", 0))
        made = []
        for end in ends:
            made.append(self._seal(end, counting(report, "archiving", 0)))
            self._drop(counting(report, "making room", made[-1].records))
        return made

    def _seal(self, end: Checkpoint, progress: Progress) -> SealedSegment:
        journal, archive = self._journal, self._folder()
        verify(end)
        sealed = journal.segments()
        before = sealed[-1] if sealed else None
        heads: dict[str, Head] = {} if before is None else archive.segment(before).closing()
        after = 0 if before is None else before.last
        following = journal.read_all(end.position, 1)
        if following and following[0].number:
            raise Unavailable(
                f"checkpoint {end.number} of {journal.name} ends within a command. Archive up to "
                "another one."
            )
        assert archive.folder is not None, "a folder is named"
        archive.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = len(sealed) + 1
        made = place(
            archive.folder,
            f"{number:06d}-{name_of(end).hex()[:16]}",
            lambda output: write_segment(
                output,
                self._watched(all_records(journal, up_to=end.position, after=after)),
                before=before,
                heads=heads,
                checkpoint=end,
                key=self._key,
            ),
            self._files,
        )
        self._read_back(archive, made, progress)
        event = ArchiveSealed(
            at_ms=self._clock_ms(),
            by=system_user(),
            segment=made.number,
            first=made.first,
            last=made.last,
            records=made.records,
            checkpoint=end.number,
            digest=made.digest.hex(),
        )
        journal.seal(made, operation_unit(journal, event))
        return made

    def _watched(self, records: Iterator[Record]) -> Iterator[Record]:
        """The records, until the program is asked to stop; an interrupted segment is redone."""
        for record in records:
            if self._stop.is_set():
                raise Unavailable("archiving was cut short because the program is stopping")
            yield record

    def _folder(self) -> Archive:
        archive = self._journal.archive
        if archive is None or archive.folder is None:
            raise Unavailable(
                f"{self._journal.name} has no archive folder. Name one in the setting "
                "archive.folder."
            )
        return archive

    def _read_back(self, archive: Archive, made: SealedSegment, progress: Progress) -> None:
        """Reads the file to its last record: only what is there may be deleted elsewhere."""
        assert archive.folder is not None, "a folder is named"
        segment = Segment(archive.folder / made.file, made)
        try:
            for done in segment.check():
                progress(done)
        finally:
            segment.close()

    def _drop(self, progress: Progress = no_progress) -> None:
        done = 0
        while dropped := self._journal.drop_sealed(STAY, ROWS_AT_ONCE):
            done += dropped
            progress(done)
            if self._stop.wait(self._pause_s):
                return


def segment_faults(
    journal: Journal, *, whole: bool = False, report: Reporter = say_nothing
) -> Iterator[tuple[str, str]]:
    """What is wrong with segments, and how to fix it. ``whole``: each is read to its last record;
    otherwise only its seal, its signature and its place in the chain are checked.
    """
    archive = journal.archive
    segments = journal.segments()
    if archive is None or not segments:
        return
    keys = {one.key for one in journal.checkpoints()}
    names = {one.number: name_of(one) for one in journal.checkpoints()}
    back = (
        f"Put the file back into {archive.folder} from a backup, or from another machine that "
        "serves this journal; or name the right folder in the setting archive.folder."
    )
    before = START
    for sealed in segments:
        digest, before = before, sealed.digest
        try:
            segment = archive.segment(sealed)
            seal = segment.seal
            seal.check_signature()
            for done in segment.check() if whole else ():
                report(f"checking segment {sealed.number}", done, sealed.records)
        except JournalError as error:
            yield str(error), back
            continue
        if seal.previous != digest or names.get(seal.checkpoint) != seal.checkpoint_name:
            yield (
                f"segment {sealed.number} does not follow what is on record before it",
                "Run 'pitboss audit', and restore the journal from a backup.",
            )
        if seal.key not in keys:
            yield (
                f"segment {sealed.number} is signed with a key that signs no checkpoint here",
                "Find out who can write to the archive, and put the segment back from a backup.",
            )


def ends_before(
    journal: Journal, before_ms: int, zone: tzinfo, most_records: int = MOST_RECORDS
) -> Iterator[Checkpoint]:
    """The checkpoints with which segments should end, among those made before a moment: the last of
    each month, and one in between if a month has very many records.
    """
    sealed = journal.segments()
    reach = sealed[-1].last if sealed else 0
    counted = sum(one.records for one in sealed)
    last: Checkpoint | None = None
    last_count = counted
    for checkpoint in journal.checkpoints():
        if checkpoint.at_ms >= before_ms:
            break
        if checkpoint.position <= reach:
            continue
        count = _records_behind(checkpoint)
        full = count - counted > most_records
        if last is not None and (full or _month(last, zone) != _month(checkpoint, zone)):
            yield last
            counted = last_count
        last, last_count = checkpoint, count
    if last is not None:
        yield last


def _records_behind(checkpoint: Checkpoint) -> int:
    return sum(head.version for head in heads_of(checkpoint).values())


def _month(checkpoint: Checkpoint, zone: tzinfo) -> tuple[int, int]:
    at = datetime.fromtimestamp(checkpoint.at_ms / 1_000, zone)
    return at.year, at.month


def month_begins_ms(now_ms: int, keep_days: int, zone: tzinfo) -> int:
    """The beginning of the month before which everything is older than that many days: a month is
    archived as a whole, once its last day has been kept long enough.
    """
    kept = datetime.fromtimestamp((now_ms - keep_days * DAY_MS) / 1_000, zone)
    begin = kept.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return int(begin.timestamp() * 1_000)
