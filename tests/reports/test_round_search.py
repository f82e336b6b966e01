"""Searching rounds: newest first, at one table or all, a piece at a time, and never one missed or
told twice.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import msgspec
import pytest

from pitboss.casino.stream_ids import table_stream
from pitboss.journal.address import open_journal
from pitboss.journal.port import Journal, NewRecord, Part, Unit
from pitboss.reports.rounds import search as searching
from pitboss.reports.rounds.search import Wanted, search
from pitboss.reports.rounds.summary import RoundSummary


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = open_journal(str(tmp_path / "pitboss.db"))
    yield opened
    opened.close()


SETTLED = (
    '{"settlement":{"boxes":[{"lines":['
    '{"stake":"25.00","returned":"25.00","winnings":"25.00"},'
    '{"stake":"5.00","returned":"0.00","winnings":"0.00"}]}]}}'
)


class Scribe:
    """Writes what happens at tables, as bare as a search needs it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._versions: dict[str, int] = {}
        self._commands = count()

    def write(self, table: str, at_ms: int, kind: str, body: str = "{}") -> None:
        version = self._versions.get(table, 0)
        self._versions[table] = version + 1
        part = Part(table_stream(table), version, (NewRecord(kind, body.encode()),))
        self._journal.append([Unit(f"c{next(self._commands)}", b"f" * 32, at_ms, (part,))])

    def round(
        self, name: str, at_ms: int, *players: str, also: tuple[str, ...] = ("round-settled/1",)
    ) -> None:
        table = name.rpartition("-")[0]
        self.write(table, at_ms, "betting-opened/1", f'{{"round":"{name}"}}')
        for player in players:
            self.write(table, at_ms + 1, "bet-placed/1", f'{{"player":"{player}"}}')
        for kind in also:
            self.write(table, at_ms + 2, kind, SETTLED if kind == "round-settled/1" else "{}")
        self.write(table, at_ms + 3, "round-concluded/1")


@pytest.fixture
def scribe(journal: Journal) -> Scribe:
    made = Scribe(journal)
    made.write("A", 1_000, "table-opened/1")
    made.round("A-1", 2_000, "ann", "bob", "ann")
    made.round(
        "B-1", 3_000, "cyd", also=("incident-reported/1", "round-voided/1", "round-settled/1")
    )
    made.round("A-2", 4_000, "bob", "ann", also=("jackpot-claimed/1", "round-settled/1"))
    made.write("B", 5_000, "betting-opened/1", '{"round":"B-2"}')
    return made


def names(found: list[RoundSummary]) -> list[str]:
    return [one.round for one in found]


@pytest.mark.usefixtures("scribe")
def test_the_newest_come_first_from_all_tables(journal: Journal) -> None:
    found, more = search(journal, ["A", "B"], Wanted())
    assert (msgspec.to_builtins(found), more) == (
        [
            {"round": "B-2", "table": "B", "at_ms": 5_000, "players": [], "outcome": "running"},
            {
                "round": "A-2",
                "table": "A",
                "at_ms": 4_000,
                "players": ["bob", "ann"],
                "outcome": "settled",
                "staked": "30.00",
                "net": "20.00",
                "jackpot": True,
            },
            {
                "round": "B-1",
                "table": "B",
                "at_ms": 3_000,
                "players": ["cyd"],
                "outcome": "void",
                "staked": "30.00",
                "net": "20.00",
                "irregular": True,
            },
            {
                "round": "A-1",
                "table": "A",
                "at_ms": 2_000,
                "players": ["ann", "bob"],
                "outcome": "settled",
                "staked": "30.00",
                "net": "20.00",
            },
        ],
        None,
    )
    assert names(search(journal, ["A"], Wanted())[0]) == ["A-2", "A-1"]
    assert search(journal, ["C"], Wanted()) == ([], None)


@pytest.mark.usefixtures("scribe")
@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (Wanted(player="ann"), ["A-2", "A-1"]),
        (Wanted(player="an"), []),
        (Wanted(words=("ann",)), ["A-2", "A-1"]),
        (Wanted(words=("bob", "jackpot")), ["A-2"]),
        (Wanted(words=("void",)), ["B-1"]),
        (Wanted(words=("irregular",)), ["B-1"]),
        (Wanted(words=("b-",)), ["B-2", "B-1"]),
        (Wanted(words=("running",)), ["B-2"]),
        (Wanted(from_ms=3_000), ["B-2", "A-2", "B-1"]),
        (Wanted(from_ms=3_001), ["B-2", "A-2"]),
        # A round that has begun before is there whole, though it went on after that.
        (Wanted(to_ms=4_001), ["A-2", "B-1", "A-1"]),
        (Wanted(to_ms=4_000), ["B-1", "A-1"]),
        (Wanted(from_ms=2_500, to_ms=4_500, player="ann"), ["A-2"]),
        (Wanted(to_ms=1_500), []),
    ],
)
def test_what_is_asked_for(journal: Journal, wanted: Wanted, fits: list[str]) -> None:
    found, more = search(journal, ["A", "B"], wanted)
    assert (names(found), more) == (fits, None)
    assert all(one.outcome != "running" for one in found if one.round == "A-2")


@pytest.mark.usefixtures("scribe")
def test_piece_by_piece(journal: Journal) -> None:
    assert search(journal, ["A", "B"], Wanted(limit=1))[1] == 5_000
    found, more = search(journal, ["A", "B"], Wanted(limit=2))
    assert (names(found), more) == (["B-2", "A-2"], 4_000)
    found, more = search(journal, ["A", "B"], Wanted(limit=2, to_ms=4_000))
    assert (names(found), more) == (["B-1", "A-1"], None)


@pytest.mark.usefixtures("scribe")
def test_a_search_that_finds_nothing_stops_and_says_where(journal: Journal) -> None:
    found, more = search(journal, ["A", "B"], Wanted(words=("nobody",)), most_records=5)
    assert found == []
    assert more in (4_000, 5_000)


def test_every_round_is_told_once_whatever_the_pieces(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many rounds begin in the same moment, and blocks end in the middle of rounds."""
    monkeypatch.setattr(searching, "_BLOCK", 7)
    random, scribe = Random(11), Scribe(journal)
    numbers = {table: count(1) for table in "ABC"}
    written, at_ms = [], 10_000
    for _ in range(60):
        table = random.choice("ABC")
        name = f"{table}-{next(numbers[table])}"
        scribe.round(name, at_ms, *random.choices("xyz", k=random.randrange(4)))
        written.append(name)
        at_ms += random.choice((0, 0, 10))
    for limit, most in ((1, 10**6), (4, 10**6), (200, 9), (7, 25)):
        told: list[str] = []
        to_ms: int | None = 1 << 62
        while to_ms is not None:
            found, to_ms = search(journal, "ABC", Wanted(limit=limit, to_ms=to_ms), most)
            told += names(found)
        assert sorted(told) == sorted(written), (limit, most)
