"""Texts of rulebooks for tests: one of ours with some words changed."""

from pitboss.rulebook.loader import DATA
from pitboss.rulebook.texts import RulebookText, text_of
from tests.support import MS, book_of

SINCE = "since = 2020-12-08T08:00:00+08:00"
"""As Multi-Link Stud has it."""
SINCE_MS = 1_607_385_600_000


def toml(*edits: tuple[str, str], source: str = MS) -> str:
    """The file of one of ours with edits."""
    text = (DATA / f"{source}.toml").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def renamed(id: str, source: str = MS) -> tuple[str, str]:
    """The edit that gives it another id."""
    return (f'\nid = "{source}"', f'\nid = "{id}"')


def ours(source: str = MS) -> RulebookText:
    """One of ours, as it comes with Pitboss."""
    return text_of(book_of(source))


def text(*edits: tuple[str, str], source: str = MS) -> RulebookText:
    """One of ours with edits, and with its clauses."""
    return RulebookText(toml(*edits, source=source), ours(source).clauses)


FLUSH = ('flush = { pays = "5 to 1"', 'flush = { pays = "6 to 1"')
"""What is changed: a better price for a flush."""
