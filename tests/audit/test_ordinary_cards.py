"""A floor with ordinary cards on all its tables: the auditor follows every hand that was told."""

from pitboss.audit.run import audit
from pitboss.casino.app import Casino
from pitboss.casino.requests import SYSTEM, Request
from pitboss.casino.stream_ids import table_stream
from pitboss.demo.robot import Robot
from pitboss.journal.memory import MemoryJournal
from tests.audit.histories import BOOKS, settings


def test_rounds_of_ordinary_cards_add_up() -> None:
    journal = MemoryJournal()
    now = iter(range(1_800_000_000_000, 1_900_000_000_000, 1_000))
    casino = Casino(journal, clock_ms=lambda: next(now))
    robots = []
    for book in BOOKS:
        casino.carry_out(
            Request(f"open/{book}", table_stream(book), settings(book, None, "shown"), SYSTEM)
        )
        robots.append(Robot(book, 7, flushes=0.3, trouble=0.1))
    for _ in range(250):
        for robot in robots:
            state = casino.table(robot.table)
            assert state is not None
            request = robot.request(state)
            assert request is not None
            casino.carry_out(request)
    report = audit(journal)
    assert report.problem is None, report.problem
    assert report.counts.settlements > 30
