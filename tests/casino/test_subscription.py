"""Following a casino: every event once, in order, from a position, and then those that come."""

import threading
from pathlib import Path

import pytest

from pitboss.casino.app import Casino
from pitboss.casino.requests import Request, Stored
from pitboss.demo.robot import Robot
from pitboss.jackpot import commands as lc
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal
from pitboss.journal.sqlite.journal import SqliteJournal
from tests.casino.floor import START_MS, Floor
from tests.jackpot.links import SUPERVISOR
from tests.patience import PATIENCE_S
from tests.support import MS


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Journal:
    return MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path / "casino.db")


def collect(casino: Casino, after: int, many: int) -> list[Stored]:
    """The next events behind a position."""
    stop = threading.Event()
    found: list[Stored] = []
    for stored in casino.follow(after, stop, poll_s=0.05):
        found.append(stored)
        if len(found) == many:
            stop.set()
            break
    return found


def test_events_come_once_and_in_order_from_any_position(journal: Journal) -> None:
    floor = Floor(journal)
    floor.link()
    table = floor.table("t1", MS)
    table.play("straight", None)
    every = floor.events()
    assert [stored.position for stored in every] == sorted({stored.position for stored in every})
    for after in (0, 1, 7, len(every) - 1):
        behind = [stored for stored in every if stored.position > after]
        assert collect(floor.casino, after, len(behind)) == behind
    floor.casino.close()


def test_reading_goes_on_over_many_pages(journal: Journal) -> None:
    floor = Floor(journal)
    floor.link()
    for number in range(30):
        floor.ask("link/mega", lc.ShowNotice(f"{number}"), SUPERVISOR)
    found: list[Stored] = []
    while more := floor.casino.events(found[-1].position if found else 0, limit=7):
        assert len(more) <= 7
        found += more
    assert found == floor.events()
    assert len(found) == 31
    floor.casino.close()


def test_whoever_follows_gets_what_comes(journal: Journal) -> None:
    """Four tables play at once while somebody follows from the start and somebody else from the
    middle.
    """
    floor = Floor(journal)
    floor.link(reset="1000", rate_bp=1_000)
    names = [f"t{number}" for number in range(4)]
    for name in names:
        floor.table(name, MS)
    middle = journal.last_position()
    stop = threading.Event()
    seen: dict[int, list[Stored]] = {0: [], middle: []}

    def follow(after: int) -> None:
        for stored in floor.casino.follow(after, stop, poll_s=0.05):
            seen[after].append(stored)
            if stored.command == "the end":
                return

    def play(name: str) -> None:
        robot = Robot(name, seed=3)
        for _ in range(40):
            state = floor.casino.table(name)
            assert state is not None
            request = robot.request(state)
            assert request is not None
            floor.casino.carry_out(request)

    followers = [threading.Thread(target=follow, args=(after,)) for after in seen]
    players = [threading.Thread(target=play, args=(name,)) for name in names]
    for thread in followers + players:
        thread.start()
    for thread in players:
        thread.join()
    floor.casino.carry_out(Request("the end", "link/mega", lc.ShowNotice("The end."), SUPERVISOR))
    for thread in followers:
        thread.join(timeout=PATIENCE_S)
        assert not thread.is_alive(), "the last event did not come"
    every = floor.events()
    assert seen[0] == every
    assert seen[middle] == [stored for stored in every if stored.position > middle]
    floor.check()
    floor.casino.close()


def test_following_ends_when_it_is_told_to() -> None:
    floor = Floor()
    floor.link()
    stop = threading.Event()
    events = floor.casino.follow(0, stop, poll_s=0.01)
    assert next(events).stream == "link/mega"
    stop.set()
    assert list(events) == []
    assert list(floor.casino.follow(0, stop)) == []


def test_two_processes_see_the_same(journal: Journal, tmp_path: Path) -> None:
    floor = Floor(journal)
    floor.link()
    table = floor.table("t1", MS)
    table.play(None)
    reader = journal
    if isinstance(journal, SqliteJournal):
        reader = SqliteJournal(tmp_path / "casino.db", read_only=True)
    other = Casino(reader)
    assert other.events() == floor.casino.events()
    assert other.table("t1") == floor.casino.table("t1")
    if reader is not journal:
        reader.close()
    floor.casino.close()


def test_a_stored_event_has_its_place() -> None:
    floor = Floor()
    floor.link()
    (stored,) = floor.events()
    assert (stored.position, stored.stream, stored.version, stored.command) == (
        1,
        "link/mega",
        1,
        "a1",
    )
    assert stored.at_ms == START_MS
