"""The house's rules by its own record. Checks that each text matches its hash, that two people
adopted it, and that it was in force when a round was played by it.

Texts are read ahead, so that rounds played before they went into the journal are checked against
them too.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pitboss.audit.books.past_deeds import PastDeeds
from pitboss.audit.books.people_book import PeopleBook
from pitboss.audit.books.table_book import TableBook
from pitboss.audit.report import Misfit, fits
from pitboss.audit.rulebook_file import RulebookFile, open_book, text_book
from pitboss.casino.codec import read_event
from pitboss.house.events import (
    HOUSE_STREAM,
    RulebookAdopted,
    RulebookProposed,
    RulebookSealed,
    RulebookWithdrawn,
)
from pitboss.journal.port import Journal, NotAJournal, Record

SHIFT_MANAGER = 4
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FOR_EVER = 1 << 62


@dataclass(frozen=True, slots=True)
class _Adopted:
    """A text and the period in which it is in force."""

    hash: str
    rulebook: str
    begins: int
    ends: int
    replaces: str | None


class AuditedRules:
    """The rules in force, as far as the journal has been read."""

    def __init__(self, journal: Journal, own: Mapping[str, Path]) -> None:
        self._journal = journal
        self.past = PastDeeds(journal)
        self._own = own
        self._ahead: dict[str, RulebookSealed | RulebookProposed] | None = None
        self._first: dict[str, str] = {}
        self._books: dict[str, RulebookFile] = {}
        self._files: dict[str, RulebookFile] = {}
        self._proposed: dict[str, RulebookProposed] = {}
        self._adopted: list[_Adopted] = []
        self.now_ms = 0
        """The time of the record being read."""

    # ── finding a rulebook ────────────────────────────────────────────────────────────────────────

    def open(self, name: str) -> RulebookFile:
        """A rulebook as tables and claims name it: by its text (``ID@HASH``), or by its id, which
        means the text in force or, in older records, the first adopted. Only what the journal does
        not know is looked up in files. Raises CannotCheck.
        """
        if "@" not in name:
            name = self._in_force(name, self.now_ms) or name
        id, at, hash = name.rpartition("@")
        known = self._texts().get(hash if at else self._first.get(name, ""))
        if known is None:
            if at:
                raise Misfit("the text that a rulebook's name names", "one that is on record", name)
            book = self._files[name] = open_book(self._own.get(name, name))
            return book
        if at:
            fits("the rulebook whose text it is", known.rulebook, id)
        return self._text(known)

    def _text(self, known: RulebookSealed | RulebookProposed) -> RulebookFile:
        book = self._books.get(known.rules)
        if book is None:
            book = self._books[known.rules] = text_book(known.rulebook, known.toml, known.clauses)
        return book

    def _texts(self) -> "dict[str, RulebookSealed | RulebookProposed]":
        if self._ahead is None:
            self._ahead = self._read_ahead()
        return self._ahead

    def _read_ahead(self) -> dict[str, RulebookSealed | RulebookProposed]:
        texts: dict[str, RulebookSealed | RulebookProposed] = {}
        for record in self._journal.read(HOUSE_STREAM):
            try:
                event = read_event(record)
            except NotAJournal:
                # The audit reports it when it gets there.
                continue
            if isinstance(event, RulebookSealed | RulebookProposed):
                texts[event.rules] = event
            if isinstance(event, RulebookSealed | RulebookAdopted) and event.rules in texts:
                self._first.setdefault(texts[event.rules].rulebook, event.rules)
        return texts

    # ── what a verdict keeps ──────────────────────────────────────────────────────────────────────

    def name_of(self, book: RulebookFile) -> tuple[str, str]:
        """How to reopen a rulebook: by the hash of its text, or the name of its file."""
        for hash, opened in self._books.items():
            if opened is book:
                return "text", hash
        return "file", next(name for name, opened in self._files.items() if opened is book)

    def named(self, kind: str, name: str) -> RulebookFile:
        """The rulebook that ``name_of`` described."""
        if kind == "text":
            return self._text(self._texts()[name])
        book = self._files[name] = open_book(self._own.get(name, name))
        return book

    @property
    def decided(self) -> tuple[Any, ...]:
        """The house's decisions so far."""
        return self._proposed, self._adopted, self.now_ms

    @decided.setter
    def decided(self, decisions: tuple[Any, ...]) -> None:
        self._proposed, self._adopted, self.now_ms = decisions

    # ── what the house has decided ────────────────────────────────────────────────────────────────

    def take(self, record: Record, event: Any) -> None:
        """Takes one event of the house; raises Misfit if it does not fit."""
        match event:
            case RulebookSealed():
                self._check_text(event)
                known = [one.hash for one in self._adopted if one.rulebook == event.rulebook]
                fits("a rulebook is sealed where none of its id was adopted", [], known)
                fits("who seals a rulebook", "pitboss", event.by.name)
                self._adopt(event, record.at_ms, None)
            case RulebookProposed():
                self._check_text(event)
                _check_post(event)
                self._proposed[event.rules] = event
            case RulebookAdopted():
                proposed = self._proposal(event.rules)
                _check_post(event)
                if proposed.by.name == event.by.name:
                    raise Misfit("who adopts a rulebook", "a second person", event.by.name)
                self._adopt(proposed, record.at_ms, proposed.replaces)
            case RulebookWithdrawn():
                self._proposal(event.rules)
            case _:
                # A refused command changes nothing.
                pass

    def _proposal(self, hash: str) -> RulebookProposed:
        proposal = self._proposed.pop(hash, None)
        if proposal is None:
            raise Misfit("what is adopted or withdrawn was proposed", "a proposal", hash)
        return proposal

    def _adopt(
        self, event: RulebookSealed | RulebookProposed, at_ms: int, replaces: str | None
    ) -> None:
        begins = max(at_ms, event.since_ms or 0)
        ends = _FOR_EVER if event.until_ms is None else event.until_ms
        self._adopted.append(_Adopted(event.rules, event.rulebook, begins, ends, replaces))

    def _check_text(self, event: RulebookSealed | RulebookProposed) -> None:
        toml = event.toml.encode()
        whole = b"pitboss rulebook 1\n%d\n" % len(toml) + toml + event.clauses.encode()
        fits("the hash of a rulebook's text", hashlib.sha256(whole).hexdigest(), event.rules)
        book = text_book(event.rulebook, event.toml, event.clauses)
        fits("the id in a rulebook's text", book.id, event.rulebook)
        for key, bound_ms in (("since", event.since_ms), ("until", event.until_ms)):
            moment = book.find("effective", key)
            fits(f"effective.{key} of a rulebook, in ms", _first_ms(moment), bound_ms)

    # ── what tables play by ───────────────────────────────────────────────────────────────────────

    def check_table(self, table: TableBook, at_ms: int, taken: bool) -> None:
        """Checks that a table takes the text in force, and a round is played by it, once any text
        of its rulebook has been adopted.
        """
        if table.settings is None:
            raise Misfit("a table that takes rules or opens a round is open", "it is", "it is not")
        name = table.settings.rulebook
        if taken or table.rules or any(one.rulebook == name for one in self._adopted):
            in_force = self._in_force(name, at_ms) or "none"
            fits(f"the text of {name} that is in force", in_force, table.rules)

    def _in_force(self, rulebook: str, at_ms: int) -> str | None:
        names, grown = {rulebook}, True
        while grown:
            more = {one.rulebook for one in self._adopted if one.replaces in names}
            grown = not more <= names
            names |= more
        last: _Adopted | None = None
        for one in self._adopted:
            if one.rulebook not in names or not one.begins <= at_ms < one.ends:
                continue
            if last is None or one.begins >= last.begins:
                last = one
        return None if last is None else f"{last.rulebook}@{last.hash}"


def _check_post(event: RulebookProposed | RulebookAdopted) -> None:
    PeopleBook.check_person(event.by.name, "who decides on rules")
    if event.by.post < SHIFT_MANAGER:
        raise Misfit("who decides on rules", "a shift manager", event.by.post.name)


def _first_ms(moment: object) -> int | None:
    """A moment from a file in milliseconds, rounded up."""
    if not isinstance(moment, datetime):
        return None
    microseconds = (moment - _EPOCH) // timedelta(microseconds=1)
    return -(-microseconds // 1000)
