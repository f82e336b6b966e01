"""The day of a demonstration looks like that of a casino: how many rounds an hour, how much of the
turnover the house keeps, how often a jackpot is hit and something goes wrong.
"""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from pitboss.demo.house import play_demo
from pitboss.journal.memory import MemoryJournal
from pitboss.reports.day import day_report

EVENING = datetime(2026, 3, 1, 22, tzinfo=UTC)
COMMANDS = 7_500
HOUR_MS = 3_600_000


def test_a_day_of_the_demonstration_is_like_one_of_a_casino() -> None:
    journal = MemoryJournal()
    end_ms = int(EVENING.timestamp() * 1_000)
    play_demo(journal, commands=COMMANDS, end_ms=end_ms)
    (first,) = journal.read_all(limit=1)
    hours = (end_ms - first.at_ms) / HOUR_MS
    report = day_report(journal, EVENING.date(), ZoneInfo("UTC"))
    for row in report.rows:
        assert 20 < row.figures.rounds / hours < 90, row.table
    total = report.total
    assert total.rounds > 200
    assert total.hits <= 1
    assert total.incidents + total.void_rounds < total.rounds // 20
    assert total.win_bp is not None
    assert 100 < total.win_bp < 1_500
    stakes = total.turnover_cents / total.rounds
    assert 50_00 < stakes < 500_00
