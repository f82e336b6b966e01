"""Starting on a long history: how long it takes, and that memory stays constant.

The history is one real round at each table, stored again and again; each start is a separate
process.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.effort import Effort
from bench.figures import Figure, Goal
from bench.floor import one_round, open_floor
from bench.timing import Ratio, announced
from pitboss.casino.app import Casino
from pitboss.casino.stream_ids import StreamId, table_stream
from pitboss.journal.address import open_journal
from pitboss.journal.port import Journal, NewRecord, Part, Unit
from pitboss.reports.rounds.index import RoundIndex
from pitboss.reports.rounds.search import Wanted, search
from tests.casino.request_groups import all_answers

TABLES = 64
SHORT = 20_000
_LIMIT_MS = 5_000
_UNITS_A_CALL = 200
_SEARCH_MS = 50.0

_START = """
import re, sys, time
from pathlib import Path
begun = time.perf_counter()
from pitboss.casino.app import Casino
from pitboss.journal.address import open_journal
casino = Casino(open_journal(sys.argv[1]), key=bytes(32))
casino.recover()
assert len(casino.tables()) == int(sys.argv[2])
took_ms = (time.perf_counter() - begun) * 1000
# What getrusage calls the most is what the process that started this one had, if that was more.
print(took_ms, re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


def _lengthen(journal: Journal, events: int) -> None:
    """Stores the first round of every table over and over, until there are this many events."""
    rounds: dict[StreamId, tuple[NewRecord, ...]] = {}
    for name in (f"T{n}" for n in range(TABLES)):
        stream = table_stream(name)
        # After the event that opened the table.
        rounds[stream] = tuple(
            NewRecord(record.kind, record.body) for record in journal.read(stream, 1)
        )
    versions = {stream: len(records) + 1 for stream, records in rounds.items()}
    units: list[Unit] = []
    left, number = events - journal.count(), 0
    while left > 0:
        for stream, records in rounds.items():
            number += 1
            units.append(
                Unit(
                    f"long {number}", b"\0" * 32, number, (Part(stream, versions[stream], records),)
                )
            )
            versions[stream] += len(records)
            left -= len(records)
            if len(units) == _UNITS_A_CALL or left <= 0:
                journal.append(units)
                units = []
            if left <= 0:
                break


def _history(path: Path, events: int) -> None:
    names = [f"T{n}" for n in range(TABLES)]
    journal = open_journal(str(path))
    casino = open_floor(journal, names)
    for requests in one_round(names):
        all_answers(casino, requests)
    _lengthen(journal, events)
    # A casino that has run for so long has made snapshots all along, sealed with its key.
    casino = Casino(journal, key=bytes(32))
    for name in names:
        casino.table(name)
    casino.close()


def _started(path: Path) -> tuple[float, float]:
    """Milliseconds and kilobytes of one start."""
    run = [sys.executable, "-c", _START, str(path), str(TABLES)]
    out = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    took_ms, kilobytes = map(float, out.split())
    return took_ms, kilobytes


def long_history(effort: Effort) -> Iterator[Figure]:
    """A start on many events compared with the five seconds it may take, and its memory with that
    of a start on few.
    """
    with TemporaryDirectory() as folder:
        short, long = Path(folder) / "short.db", Path(folder) / "long.db"
        what = f"start-up with {effort.events:,} events"
        starts: list[tuple[tuple[float, float], tuple[float, float]]] = []
        for number in announced(what, iter(range(4)), 4):
            if number == 0:
                _history(short, SHORT)
                _history(long, effort.events)
            else:
                starts.append((_started(long), _started(short)))
        took_ms = sorted(start[0] for start, _ in starts)
        yield _figure(what, "ms", took_ms, "allowed", [float(_LIMIT_MS)] * len(took_ms), Goal(1))
        memory = [sorted(pair[at][1] for pair in starts) for at in (0, 1)]
        yield _figure(
            f"its memory, against {SHORT:,} events", "kB", memory[0], "few", memory[1], Goal(1.1)
        )
        of_players, newest = _searches(long)
        allowed = [_SEARCH_MS] * len(of_players)
        what = f"search for a player in {effort.events:,} events"
        yield _figure(what, "ms", of_players, "allowed", allowed, Goal(1))
        what = f"a page of the newest rounds of {effort.events:,} events"
        yield _figure(what, "ms", newest, "allowed", allowed, Goal(1))


def _searches(path: Path) -> tuple[list[float], list[float]]:
    """Milliseconds of searches, each for the newest rounds of another player; and of pages of the
    newest rounds of all tables.
    """
    journal = open_journal(str(path), read_only=True)
    index = RoundIndex(journal, path.with_name("rounds.db"))
    try:
        while not index.catch_up():
            pass
        tables = [f"T{n}" for n in range(TABLES)]
        players = [search(journal, [name], Wanted(limit=1))[0][0].players[0] for name in tables]
        of_players = [_took_ms(journal, tables, Wanted(player=one), index) for one in players]
        newest = [_took_ms(journal, tables, Wanted(), index) for _ in tables]
        return sorted(of_players), sorted(newest)
    finally:
        index.close()
        journal.close()


def _took_ms(journal: Journal, tables: list[str], wanted: Wanted, index: RoundIndex) -> float:
    begun = perf_counter()
    rounds, _ = search(journal, tables, wanted, index=index)
    took_ms = (perf_counter() - begun) * 1000
    assert rounds
    return took_ms


def _figure(
    what: str, unit: str, ours: list[float], peer: str, theirs: list[float], goal: Goal
) -> Figure:
    ratios = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))
    middle = len(ratios) // 2
    ratio = Ratio(ratios[middle], ratios[0], ratios[-1])
    return Figure(what, unit, ours[middle], peer, theirs[middle], ratio, goal)
