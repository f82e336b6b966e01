"""The current house rules, and which of them are in force at a moment."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from pitboss.house.events import RulebookProposed
from pitboss.rulebook.parts import NO_END_MS
from pitboss.rulebook.texts import RulebookText, pinned


class AdoptedBook(msgspec.Struct, frozen=True, kw_only=True):
    """A text that tables may play by, from ``from_ms`` until ``until_ms``. ``by`` are those who
    proposed and approved it; only Pitboss if it was sealed.
    """

    rules: str
    rulebook: str
    from_ms: int
    until_ms: int = NO_END_MS
    adopted_ms: int
    by: tuple[str, ...]
    replaces: str | None = None

    @property
    def name(self) -> str:
        """Its pinned name."""
        return pinned(self.rulebook, self.rules)

    def holds(self, now_ms: int) -> bool:
        return self.from_ms <= now_ms < self.until_ms


class Change(NamedTuple):
    """From when a table of some rulebook plays by what; None if by nothing."""

    at_ms: int
    book: AdoptedBook | None


class House(msgspec.Struct, frozen=True):
    """``books`` are in the order of their adoption; ``proposals`` and ``texts`` are by hash."""

    books: tuple[AdoptedBook, ...] = ()
    proposals: Mapping[str, RulebookProposed] = {}
    texts: Mapping[str, RulebookText] = {}

    def line(self, name: str) -> tuple[AdoptedBook, ...]:
        """The texts by which tables of a rulebook may play: those with its id, and those that have
        replaced them. In the order in which they take effect.
        """
        names, before = {name}, 0
        while len(names) > before:
            before = len(names)
            names |= {book.rulebook for book in self.books if book.replaces in names}
        books = (book for book in self.books if book.rulebook in names)
        return tuple(sorted(books, key=lambda book: book.from_ms))

    def in_force(self, name: str, now_ms: int) -> AdoptedBook | None:
        """The text by which tables of a rulebook play at a moment: among those in force, the one
        that took effect last. When that ends, the one before is in force again.
        """
        return next((book for book in reversed(self.line(name)) if book.holds(now_ms)), None)

    def changes(self, name: str, after_ms: int) -> list[Change]:
        """What is to take effect, and when, as far as known."""
        line = self.line(name)
        moments = sorted(
            {
                at_ms
                for book in line
                for at_ms in (book.from_ms, book.until_ms)
                if after_ms < at_ms < NO_END_MS
            }
        )
        changes: list[Change] = []
        last = self.in_force(name, after_ms)
        for at_ms in moments:
            book = self.in_force(name, at_ms)
            if book is not last:
                changes.append(Change(at_ms, book))
                last = book
        return changes
