"""Journals with a short random history in them, for tests of what is done with whole journals."""

from pathlib import Path

from pitboss.demo.house import play_demo
from pitboss.journal.port import Journal
from pitboss.journal.sqlite.journal import SqliteJournal

END_MS = 1_772_366_400_000
"""Noon of the first of March 2026, UTC."""

COMMANDS = 250


def play(journal: Journal, seed: int = 1, commands: int = COMMANDS) -> Journal:
    """More happens in it than in a real casino."""
    play_demo(journal, commands=commands, seed=seed, flushes=0.03, trouble=0.05, end_ms=END_MS)
    return journal


def made(path: Path, seed: int = 1, commands: int = COMMANDS) -> Path:
    """A SQLite journal, closed again."""
    play(SqliteJournal(path), seed, commands).close()
    return path
