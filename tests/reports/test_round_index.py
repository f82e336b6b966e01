"""The index of rounds finds what a search through the journal finds, whatever has happened to its
file.
"""

import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC
from pathlib import Path
from random import Random

import apsw
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.journal.address import open_journal
from pitboss.journal.port import Journal
from pitboss.operations.archiver import Archiver, ends_before
from pitboss.reports.rounds import index as indexing
from pitboss.reports.rounds.index import RoundIndex
from pitboss.reports.rounds.search import Wanted, search
from pitboss.reports.rounds.summary import RoundSummary
from tests import checkpoints
from tests.postgres import Server
from tests.reports.test_round_search import Scribe, names

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
TABLES = ["A", "B", "C"]
PEOPLE = ["ann", "bob", "cyd", "dan", "eva"]

Opening = Callable[[], RoundIndex]


@pytest.fixture(params=["sqlite", "postgres"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    with ExitStack() as stack:
        if request.param == "sqlite":
            address = str(tmp_path / "pitboss.db")
        else:
            server: Server = request.getfixturevalue("postgres_server")
            address = stack.enter_context(server.borrowed_journal())
        opened = open_journal(address, archive=tmp_path / "archive")
        stack.callback(opened.close)
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rounds.db"


@pytest.fixture
def opening(journal: Journal, path: Path) -> Iterator[Opening]:
    opened: list[RoundIndex] = []

    def one() -> RoundIndex:
        opened.append(RoundIndex(journal, path))
        return opened[-1]

    yield one
    for index in opened:
        index.close()


def play(journal: Journal, rounds: int, seed: int = 1) -> Scribe:
    """Rounds at three tables; the last of each may not be over."""
    scribe, random = Scribe(journal), Random(seed)
    play_on(scribe, random, rounds)
    return scribe


def play_on(scribe: Scribe, random: Random, rounds: int, begin_ms: int = 1_000) -> None:
    for number in range(rounds):
        also = tuple(
            kind
            for kind in (
                "incident-reported/1",
                "jackpot-claimed/1",
                "round-voided/1",
                "round-settled/1",
            )
            if random.random() < 0.5
        )
        seated = [random.choice(PEOPLE) for _ in range(random.randint(0, 4))]
        # Some begin in the same moment.
        at_ms = begin_ms + 10 * (number // 2)
        scribe.round(f"{random.choice(TABLES)}-{begin_ms}{number}", at_ms, *seated, also=also)


def pages(
    journal: Journal, tables: list[str], player: str, limit: int, index: RoundIndex | None
) -> list[RoundSummary]:
    """All rounds, page by page; those of one moment in the order of their names."""
    found: list[RoundSummary] = []
    more: int | None = 1 << 62
    while more is not None:
        wanted = Wanted(player=player, limit=limit, to_ms=more)
        page, more = search(journal, tables, wanted, index=index)
        found += page
    assert [-one.at_ms for one in found] == sorted(-one.at_ms for one in found)
    return sorted(found, key=lambda one: (-one.at_ms, one.round))


def same(journal: Journal, index: RoundIndex) -> None:
    """Both roads lead to the same rounds."""
    for player in ("ann", "eva", "nobody", ""):
        for tables in (TABLES, ["B"]):
            plain = pages(journal, tables, player, 1_000, None)
            for limit in (1, 7, 1_000):
                assert pages(journal, tables, player, limit, index) == plain


def test_it_finds_what_reading_the_journal_finds(
    journal: Journal, opening: Opening, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing, "ROUNDS_A_LOOK", 3)
    scribe, index = play(journal, 60), opening()
    same(journal, index)
    play_on(scribe, Random(2), 20, 5_000)
    same(journal, index)
    index.close()
    # A round that was on when the index was closed goes on.
    scribe.write("B", 9_000, "bet-placed/1", '{"player":"eva"}')
    scribe.write("B", 9_001, "incident-reported/1")
    same(journal, opening())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_with_the_index_the_journal_is_not_read(
    journal: Journal, opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal, 30)
    index = opening()
    assert index.catch_up()
    read: list[str] = []
    monkeypatch.setattr(journal, "read", lambda *_: read.append("read"))
    for wanted in (Wanted(player="ann"), Wanted()):
        for tables in (TABLES, ["B"]):
            assert search(journal, tables, wanted, index=index)[0]
    assert read == []


def test_what_one_search_looks_at_in_the_index_is_bounded(
    journal: Journal, opening: Opening
) -> None:
    play(journal, 40)
    index, wanted = opening(), Wanted(words=("nowhere",))
    found, more = search(journal, TABLES, wanted, most_records=20, index=index)
    assert found == []
    assert more is not None
    times = 0
    while more is not None:
        wanted = Wanted(words=("nowhere",), to_ms=more)
        found, more = search(journal, TABLES, wanted, most_records=20, index=index)
        assert found == []
        times += 1
    assert times > 1


def test_an_index_that_is_behind_is_not_waited_for(
    journal: Journal, opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal, 30)
    index = opening()
    monkeypatch.setattr(RoundIndex.catch_up, "__defaults__", (5,))
    assert index.rounds(TABLES, 0, 1 << 62, "ann") is None
    found, _ = search(journal, TABLES, Wanted(player="ann"), index=index)
    assert names(found) == names(search(journal, TABLES, Wanted(player="ann"))[0])


@pytest.mark.parametrize("damage", ["gone", "rubbish", "cut", "rows", "another form"])
def test_a_damaged_index_is_made_again(
    journal: Journal, opening: Opening, path: Path, damage: str
) -> None:
    play(journal, 40)
    index = opening()
    same(journal, index)
    index.close()
    content = path.read_bytes()
    if damage == "gone":
        path.unlink()
    elif damage == "rubbish":
        path.write_bytes(b"Dear diary" * 500)
    elif damage == "cut":
        path.write_bytes(content[: len(content) // 2])
    else:
        database = apsw.Connection(str(path))
        if damage == "rows":
            database.execute("UPDATE rounds SET summary = x'00'")
        else:
            database.execute("PRAGMA user_version = 99")
        database.close()
    index = opening()
    same(journal, index)
    assert index.reached == journal.last_position()


def test_an_index_of_another_journal_is_made_again(
    journal: Journal, opening: Opening, tmp_path: Path, path: Path
) -> None:
    other = open_journal(str(tmp_path / "other.db"))
    play(other, 40, seed=9)
    index = RoundIndex(other, path)
    same(other, index)
    index.close()
    other.close()
    play(journal, 40, seed=10)
    same(journal, opening())


def test_it_reads_the_archive_as_well(journal: Journal, opening: Opening) -> None:
    play(journal, 40)
    checkpoints.take(journal, KEY, 10_000)
    assert Archiver(journal, KEY, pause_s=0).archive(ends_before(journal, 1 << 62, UTC))
    same(journal, opening())


def test_two_processes_share_a_file(journal: Journal, opening: Opening) -> None:
    scribe, one, other = play(journal, 20), opening(), opening()
    same(journal, one)
    scribe.write("A", 9_000, "betting-opened/1", '{"round":"A-9000"}')
    same(journal, one)
    scribe.write("A", 9_001, "bet-placed/1", '{"player":"dan"}')
    same(journal, other)
    scribe.write("A", 9_002, "bet-placed/1", '{"player":"eva"}')
    same(journal, one)
    same(journal, other)


def test_where_no_file_can_be_it_is_in_memory(journal: Journal, tmp_path: Path) -> None:
    play(journal, 20)
    for place in (None, tmp_path / "nowhere" / "rounds.db"):
        index = RoundIndex(journal, place)
        same(journal, index)
        index.close()


def test_it_keeps_up_by_itself(journal: Journal, opening: Opening) -> None:
    index, stop = opening(), threading.Event()
    keeper = threading.Thread(target=index.run, args=(stop, 0.01))
    keeper.start()
    play(journal, 20)
    last = journal.last_position()
    for _ in range(500):
        if index.reached == last:
            break
        stop.wait(0.01)
    stop.set()
    keeper.join()
    assert index.reached == last


def test_a_full_disk_is_in_the_log_once(
    journal: Journal, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is tried again, but not at once, and it goes on by itself when there is room."""
    play(journal, rounds=60)
    waits: list[float] = []

    class Small(RoundIndex):
        pages = 1

        def _opened(self) -> apsw.Connection:
            database = super()._opened()
            database.execute(f"PRAGMA max_page_count = {self.pages}")
            return database

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout or 0)
            if len(waits) == 45:
                index.pages = 1_000_000
            return len(waits) > 90

    with caplog.at_level("INFO", "pitboss.reports"), ExitStack() as stack:
        index = Small(journal, path)
        stack.callback(index.close)
        index.run(Stop(), 2.0)
    assert set(waits[:45]) == {2.0}
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert "disk is full" in caplog.messages[0]
    same(journal, index)
