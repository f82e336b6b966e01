"""How many bytes a round takes: in a SQLite file, and in the archive.

Rounds are those of a floor of robots, all five rulebooks; commands have ids as browsers make them.
"""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from bench.effort import Effort
from bench.figures import Figure, Goal
from bench.timing import Ratio
from pitboss.casino.history import OPENED
from pitboss.demo.house import play_demo
from pitboss.journal.chain import START, hash_of
from pitboss.journal.port import Record
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.operations.archiver import Archiver, ends_before
from pitboss.operations.checkpointer import Checkpointer

BEFORE = 12_000.0
"""What a round took in a SQLite file when this was first measured: 11 to 13 kB."""

COMMANDS = 24_000
"""So many that what is stored once, such as the texts of the rules, hardly counts."""
_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def _with_ids(records: list[Record]) -> Iterator[Record]:
    """The same records with random command ids, as browsers make them."""
    random = Random(17)
    ids: dict[str, str] = {}
    heads: dict[str, bytes] = {}
    for record in records:
        name = ids.setdefault(record.command, random.randbytes(16).hex())
        new = replace(record, command=name)
        heads[new.stream] = hash_of(new, heads.get(new.stream, START))
        yield replace(new, hash=heads[new.stream])


def archiving(effort: Effort) -> Iterator[Figure]:
    """Bytes per round, live and archived, compared with what a round took before."""
    del effort
    with TemporaryDirectory() as name:
        folder = Path(name)
        with closing(SqliteJournal(folder / "played.db")) as played:
            play_demo(played, commands=COMMANDS, seed=7)
            records = played.read_all(limit=10_000_000)
        rounds = sum(record.kind == OPENED for record in records)
        path = folder / "live.db"
        with closing(SqliteJournal(path)) as journal:
            journal.copy_in(_with_ids(records))
        live = path.stat().st_size / rounds
        with closing(SqliteJournal(path)) as journal:
            keeper = Checkpointer(journal, _KEY, every_events=1, every_s=1)
            keeper.make()
            [sealed] = Archiver(journal, _KEY, pause_s=0).archive(
                ends_before(journal, 1 << 62, UTC)
            )
        archived = (folder / "archive" / sealed.file).stat().st_size / rounds
    yield _figure("bytes per round, live", live, Goal(0.6))
    yield _figure("bytes per round, archived", archived, Goal(0.2))


def _figure(what: str, size: float, goal: Goal) -> Figure:
    ratio = size / BEFORE
    return Figure(what, "B", size, "before", BEFORE, Ratio(ratio, ratio, ratio), goal)
