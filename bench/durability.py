"""Commands that are stored before they are acknowledged, compared with bare inserts of the same
rows into the same kind of database.

The bare side writes rows of the same sizes into a table with the same columns and constraints, as
many per transaction as there are commands in a group, and makes them just as durable. It checks
nothing, hashes nothing and knows no rules.
"""

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from itertools import chain, count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock
from time import perf_counter
from typing import Any, Protocol, TypeVar

import apsw
import psycopg
from _pytest.outcomes import Skipped
from msgspec.structs import astuple

from bench.effort import Effort
from bench.figures import Figure, Goal, a_second_beside
from bench.floor import COMMANDS_A_ROUND, harmless, one_round, open_floor
from bench.timing import Times, announced, race
from pitboss.casino.app import Casino
from pitboss.casino.requests import Request
from pitboss.journal.address import open_journal
from pitboss.journal.port import Journal, Record
from pitboss.journal.sqlite.short_form import ShortForm
from pitboss.operations.garbage import sweep_seldom
from tests.casino.request_groups import all_answers
from tests.postgres import Server

TABLES = 64
ROUNDS_BEFORE = 60
_SEVENTY_PERCENT = Goal(1 / 0.7)
_ALONE = {"SQLite": Goal(1.5), "PostgreSQL": Goal(1.3)}

Row = tuple[Any, ...]


class Inserting(Protocol):
    """Bare inserts: a group of rows is one durable transaction."""

    def insert(self, rows: Sequence[Row]) -> None:
        """Stores rows of the journal's table of records."""


class Bare(Inserting, Protocol):
    """A store for them."""

    def row_of(self, record: Record) -> list[Any]:
        """The columns of a record as the journal stores them."""


class BareSqlite:
    """SQLite as the journal sets it up, with nothing in between."""

    def __init__(self, path: Path) -> None:
        open_journal(str(path)).close()
        self._connection = apsw.Connection(str(path))
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._short = ShortForm(str(path))

    def row_of(self, record: Record) -> list[Any]:
        with self._short.writing(self._connection):
            self._short.learn(self._connection, [record])
        return list(self._short.values([record]))

    def insert(self, rows: Sequence[Row]) -> None:
        marks = ", ".join("?" * len(rows[0]))
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(f"INSERT INTO records VALUES ({marks})", rows)
        connection.execute("COMMIT")


class BarePostgres:
    """PostgreSQL with nothing in between: a group is one prepared INSERT, which is its own
    transaction.
    """

    def __init__(self, url: str) -> None:
        open_journal(url).close()
        self._connection = psycopg.connect(url, autocommit=True)
        types = (
            "bigint",
            "text",
            "bigint",
            "bigint",
            "text",
            "integer",
            "bytea",
            "text",
            "bytea",
            "bytea",
        )
        arrays = ", ".join(f"%s::{kind}[]" for kind in types)
        self._statement = f"INSERT INTO pitboss.records SELECT * FROM unnest({arrays})"

    def row_of(self, record: Record) -> list[Any]:
        return list(astuple(record))

    def insert(self, rows: Sequence[Row]) -> None:
        columns: list[list[Any]] = [list(column) for column in zip(*rows, strict=True)]
        self._connection.execute(self._statement.encode(), columns, prepare=True, binary=True)

    def close(self) -> None:
        self._connection.close()


class Together:
    """Bare inserts of many clients, as a group commit: whoever comes first stores what all have
    brought in the meantime, in one transaction.
    """

    def __init__(self, bare: Bare) -> None:
        self._bare = bare
        self._brought: list[tuple[Sequence[Row], Event]] = []
        self._bringing = Lock()
        self._storing = Lock()

    def insert(self, rows: Sequence[Row]) -> None:
        """Returns when the rows are durable."""
        stored = Event()
        with self._bringing:
            self._brought.append((rows, stored))
        with self._storing:
            if not stored.is_set():
                with self._bringing:
                    brought, self._brought = self._brought, []
                self._bare.insert([row for batch, _ in brought for row in batch])
                for _, done in brought:
                    done.set()
        stored.wait()


_numbers = count(1)


def rows_like(rows: Sequence[Row]) -> list[Row]:
    """Rows like some others, which violate no constraint."""
    copies = []
    for like in rows:
        number = next(_numbers)
        row = list(like)
        row[0], row[2], row[4] = number, number, f"b{number}"
        copies.append(tuple(row))
    return copies


def _stored(bare: Bare, records: Sequence[Record]) -> list[Row]:
    return [tuple(bare.row_of(record)) for record in records]


def _model(journal: Journal, casino: Casino, tables: Sequence[str]) -> list[list[Record]]:
    """The records of one round, group by group: what the bare side imitates."""
    groups = []
    after = journal.last_position()
    for requests in one_round(tables):
        all_answers(casino, requests)
        records = journal.read_all(after, 100_000)
        after = records[-1].position
        groups.append(records)
    return groups


def _rows_of(bare: Bare, records: Sequence[Record], tables: Sequence[str]) -> dict[str, list[Row]]:
    """The rows of each table, including its entries in the link's feed."""
    rows_of: dict[str, list[Row]] = {table: [] for table in tables}
    for record in records:
        rows_of[record.stream.rpartition("/")[2]] += _stored(bare, [record])
    return rows_of


def in_groups(effort: Effort, where: str, journal: Journal, bare: Bare) -> Iterator[Figure]:
    """All tables play, a group of commands at a time; while one half of them is stored, the other
    is decided.
    """
    names = [f"T{n}" for n in range(TABLES)]
    casino = open_floor(journal, names)
    model = [_stored(bare, records) for records in _model(journal, casino, names)]
    halves = [names[0::2], names[1::2]]

    def works() -> Iterator[tuple[list[list[list[Request]]], list[list[Row]]]]:
        while True:
            yield [one_round(half) for half in halves], [rows_like(records) for records in model]

    with ThreadPoolExecutor(2) as pool:
        what = f"{where}, {TABLES} tables, in groups"
        yield _beside(
            effort,
            what,
            TABLES,
            works(),
            lambda scripts: list(pool.map(lambda script: _play(casino, script), scripts)),
            lambda groups: _insert(bare, groups),
        )


def by_clients(effort: Effort, where: str, journal: Journal, bare: Bare) -> Iterator[Figure]:
    """As many clients as tables, each waiting for its answer before it sends the next command."""
    names = [f"C{n}" for n in range(TABLES)]
    casino = open_floor(journal, names)
    model = [_rows_of(bare, records, names) for records in _model(journal, casino, names)]
    together = Together(bare)

    def works() -> Iterator[tuple[list[list[list[Request]]], list[list[list[Row]]]]]:
        while True:
            yield (
                [one_round([name]) for name in names],
                [[rows_like(group[name]) for group in model] for name in names],
            )

    with ThreadPoolExecutor(TABLES) as pool:
        what = f"{where}, {TABLES} tables, a client each"
        yield _beside(
            effort,
            what,
            TABLES,
            works(),
            lambda scripts: list(pool.map(lambda script: _play(casino, script), scripts)),
            lambda clients: list(pool.map(lambda groups: _insert(together, groups), clients)),
            _SEVENTY_PERCENT,
        )


def one_by_one(effort: Effort, where: str, journal: Journal, bare: Bare) -> Iterator[Figure]:
    """One table, one command after another, each compared with a bare transaction: first a round of
    one and then a round of the other, then command by command. Both databases have reached the
    point where they overwrite existing space, as they do all day: a growing file takes twice as
    long.
    """
    casino = open_floor(journal, ["S"])
    model = [_stored(bare, records) for records in _model(journal, casino, ["S"])]

    def works() -> Iterator[tuple[list[list[Request]], list[list[Row]]]]:
        while True:
            yield one_round(["S"]), [rows_like(records) for records in model]

    for script, groups in islice(works(), ROUNDS_BEFORE):
        _play(casino, script)
        _insert(bare, groups)
    yield _beside(
        effort,
        f"{where}, one table, one command after another",
        1,
        works(),
        lambda script: _play(casino, script),
        lambda groups: _insert(bare, groups),
        _ALONE[where],
    )
    yield _by_turns(effort, where, casino, bare, works())


def _by_turns(
    effort: Effort,
    where: str,
    casino: Casino,
    bare: Bare,
    works: Iterator[tuple[list[list[Request]], list[list[Row]]]],
) -> Figure:
    """A command, a bare transaction, a command: a commit that follows on another finds the
    processor's caches as it left them, which at a table never happens. Here it does to neither.
    """
    what = f"{where}, one table, a command and a bare commit by turns"
    rounds = max(4, effort.rounds)
    totals: tuple[list[float], list[float]] = ([], [])
    for number, (script, groups) in enumerate(announced(what, islice(works, rounds), rounds)):
        gc.collect()
        turns = partial(_play, casino), partial(_insert, bare)
        taken_s = [0.0, 0.0]
        for at, pair in enumerate(zip(script, groups, strict=True)):
            for turn in (0, 1):
                side = (number + at + turn) % 2
                begun_s = perf_counter()
                turns[side]([pair[side]])
                taken_s[side] += perf_counter() - begun_s
        for total, seconds in zip(totals, taken_s, strict=True):
            total.append(seconds)
    mine, theirs = map(Times, totals)
    return a_second_beside(
        what, "commands", COMMANDS_A_ROUND, mine, "bare inserts", theirs, _ALONE[where]
    )


Ours = TypeVar("Ours")
Theirs = TypeVar("Theirs")


def _beside(
    effort: Effort,
    what: str,
    tables: int,
    works: Iterator[tuple[Ours, Theirs]],
    play: Callable[[Ours], object],
    insert: Callable[[Theirs], object],
    goal: Goal | None = None,
) -> Figure:
    """Both sides in turn, by wall-clock time: waiting counts too."""
    rounds = max(4, effort.rounds)
    source = announced(what, islice(works, rounds), rounds)
    mine, bare = race(
        source, lambda work: play(work[0]), lambda work: insert(work[1]), clock=perf_counter
    )
    commands = tables * COMMANDS_A_ROUND
    per_second = commands / mine.middle_s, commands / bare.middle_s
    return Figure(
        what, "commands/s", per_second[0], "bare inserts", per_second[1], mine.over(bare), goal
    )


def _insert(bare: Inserting, groups: Sequence[Sequence[Row]]) -> None:
    for rows in groups:
        bare.insert(rows)


def _play(casino: Casino, script: list[list[Request]]) -> None:
    for requests in script:
        answers = (
            [casino.carry_out(requests[0])] if len(requests) == 1 else all_answers(casino, requests)
        )
        assert all(answer.refusal is None for answer in answers), answers


MEASURED = (in_groups, by_clients, one_by_one)


@contextmanager
def _as_served() -> Iterator[None]:
    """Runs the garbage collector as rarely as a server does, for both sides."""
    threshold = gc.get_threshold()
    sweep_seldom()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)


def on_sqlite(effort: Effort) -> Iterator[Figure]:
    """The embedded database, a new one each time."""
    for measured in MEASURED:
        with TemporaryDirectory() as folder, _as_served():
            place = Path(folder)
            with closing(open_journal(str(place / "journal.db"))) as journal:
                yield from measured(effort, "SQLite", journal, BareSqlite(place / "bare.db"))


def on_postgres(effort: Effort) -> Iterator[Figure]:
    """A separate server with its default settings: what is acknowledged is on disk. The databases
    are new each time.
    """
    try:
        server = Server()
    except Skipped as reason:
        print(f"Not measured: {reason}", file=sys.stderr)
        return
    try:
        for measured in MEASURED:
            ours, theirs = (server.url(server.new_database()) for _ in range(2))
            with (
                closing(open_journal(ours)) as journal,
                closing(BarePostgres(theirs)) as bare,
                _as_served(),
            ):
                yield from measured(effort, "PostgreSQL", journal, bare)
        with _as_served():
            yield _linked(effort, server)
    finally:
        server.remove()


WRITERS = 16
_TWENTY_PERCENT = Goal(1 / 0.8)


def _linked(effort: Effort, server: Server) -> Figure:
    """Writers with a connection each, whose tables feed one link, compared with as many with a link
    each.
    """
    sides: list[list[tuple[Casino, str]]] = []
    for linked in (True, False):
        url = server.url(server.new_database())
        names = [f"W{n}" for n in range(WRITERS)]
        open_floor(open_journal(url), names, linked).close()
        sides.append([(Casino(open_journal(url), secret=harmless), name) for name in names])

    def works() -> Iterator[list[list[list[Request]]]]:
        while True:
            yield [one_round([f"W{n}"]) for n in range(WRITERS)]

    with ThreadPoolExecutor(WRITERS) as pool:

        def side(
            writers: list[tuple[Casino, str]],
        ) -> Callable[[list[list[list[Request]]]], object]:
            return lambda scripts: list(
                pool.map(
                    lambda pair: _play(pair[0][0], pair[1]), zip(writers, scripts, strict=True)
                )
            )

        what = f"PostgreSQL, {WRITERS} writers to one link"
        rounds = max(4, effort.rounds)
        source = announced(what, islice(works(), rounds), rounds)
        linked_times, unlinked_times = race(source, *map(side, sides), clock=perf_counter)
    for casino, _ in chain(*sides):
        casino.close()
    commands = WRITERS * COMMANDS_A_ROUND
    return Figure(
        what,
        "commands/s",
        commands / linked_times.middle_s,
        "a link each",
        commands / unlinked_times.middle_s,
        linked_times.over(unlinked_times),
        _TWENTY_PERCENT,
    )
