"""Short ways to say what is to be stored, and what is."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from pitboss.journal.chain import START, hash_of
from pitboss.journal.port import Journal, NewRecord, Part, Record, Unit
from tests.patience import PATIENCE_S

ENTRY = b'{"by":"ann","post":0,"to":"table/T1","command":{"do":"deal"},"program":"0.1.0+0"}'


def part(stream: str, expected: int, *bodies: bytes) -> Part:
    """Records of one kind for a stream."""
    return Part(stream, expected, tuple(NewRecord("thing-done/1", body) for body in bodies))


def unit(command: str, *parts: Part, at_ms: int = 1_700_000_000_000) -> Unit:
    """What a command has led to."""
    return Unit(command, ENTRY, at_ms, parts)


def one(command: str, stream: str, expected: int, *bodies: bytes) -> Unit:
    """What a command has led to in one stream."""
    return unit(command, part(stream, expected, *(bodies or (command.encode(),))))


def bodies(records: Iterable[Record]) -> list[bytes]:
    """What was stored, in order."""
    return [record.body for record in records]


def everything(journal: Journal, limit: int = 1000) -> list[Record]:
    """All records, as somebody reads them who follows the journal."""
    found: list[Record] = []
    while more := journal.read_all(found[-1].position if found else 0, limit):
        found += more
    return found


def wait_for(journal: Journal, count: int, timeout_s: float = PATIENCE_S) -> list[Record]:
    """All records, as soon as there are so many to be read. What is stored may show a little later
    in PostgreSQL.
    """
    found = everything(journal)
    while len(found) < count and journal.wait(found[-1].position if found else 0, timeout_s):
        found = everything(journal)
    assert len(found) == count
    return found


@contextmanager
def woken(journal: Journal, after: int, threads: int = 1) -> Iterator[None]:
    """Threads that wait while the ``with`` block is run, and must then be woken long before their
    time is over.
    """
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(journal.wait, after, 2 * PATIENCE_S) for _ in range(threads)]
        try:
            yield
            assert [future.result(PATIENCE_S) for future in waiting] == [True] * threads
        except BaseException:
            # This wakes them in any case; the pool would wait for them otherwise.
            journal.close()
            raise


def assert_chained(records: Iterable[Record]) -> None:
    """Each record has the hash that follows from it and from the one before in its stream, and the
    next version.
    """
    ends: dict[str, tuple[int, bytes]] = {}
    position = 0
    for record in records:
        version, before = ends.get(record.stream, (0, START))
        assert record.version == version + 1
        assert record.position > position
        assert record.hash == hash_of(record, before)
        ends[record.stream] = (record.version, record.hash)
        position = record.position
