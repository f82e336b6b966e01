"""A journal's rulebooks: adopted texts are read from the journal, never from a file."""

from pitboss.casino.codec import AnyStored, read_event
from pitboss.casino.stream_ids import HOUSE_STREAM
from pitboss.house.events import RulebookAdopted, RulebookProposed, RulebookSealed
from pitboss.journal.port import Journal
from pitboss.rulebook.loader import RulebookError
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf, UnknownRulebook
from pitboss.rulebook.texts import RulebookText, read_text, unpinned

_LEAST_DIGITS = 6
"""The fewest digits by which a hash may be abbreviated."""


class RecordShelf(Shelf):
    """A shelf backed by another one. A pinned name refers to a text in the journal. A bare id
    refers to the first text adopted under it, which its tables played by before there were pinned
    names. Anything the journal does not know is looked up on the other shelf.
    """

    def __init__(self, journal: Journal, other: Shelf) -> None:
        super().__init__()
        self.files = other.files
        self._other = other
        self._journal = journal
        self._version = 0
        self._texts: dict[str, RulebookText] = {}
        self._ids: dict[str, str] = {}
        """The id of each text."""
        self._first: dict[str, str] = {}

    def ids(self) -> tuple[str, ...]:
        self._catch_up()
        return tuple(sorted({*self._other.ids(), *self._first}))

    def get(self, name: str) -> Rulebook:
        book = self._found.get(name)
        return self._look_up(name) if book is None else book

    def take_in(self, rulebook: str, hash: str, text: RulebookText) -> None:
        """Adds a text that may still be on its way into the journal."""
        if hash not in self._texts:
            self._texts[hash] = text
            self._first.setdefault(rulebook, hash)

    def find(self, name: str) -> Rulebook:
        """As ``get``, but a text in the journal may also be named by its hash or a prefix of it."""
        self._catch_up()
        if len(name) >= _LEAST_DIGITS:
            hashes = [hash for hash in self._texts if hash.startswith(name)]
            if len(hashes) == 1:
                return read_text(self._texts[hashes[0]])
        return self.get(name)

    def filed(self, name: str) -> Rulebook | None:
        """The rulebook in a file, whatever the journal says; None if there is no readable one."""
        try:
            return self._other.get(name)
        except (RulebookError, UnknownRulebook):
            return None

    def _look_up(self, name: str) -> Rulebook:
        id, hash = unpinned(name)
        if hash is None and id not in self._first:
            self._catch_up()
        hash = hash or self._first.get(id)
        if hash is None:
            return self._other.get(name)
        if hash not in self._texts:
            self._catch_up()
        text = self._texts.get(hash)
        if text is None:
            return self._other.get(name)
        book = self._found[name] = read_text(text)
        return book

    def _catch_up(self) -> None:
        for record in self._journal.read(HOUSE_STREAM, after=self._version):
            self.note(read_event(record))
            self._version = record.version

    def note(self, event: AnyStored) -> None:
        """Takes in what the house has put on record."""
        match event:
            case RulebookSealed() | RulebookProposed():
                self._texts[event.rules] = RulebookText(event.toml, event.clauses)
                self._ids[event.rules] = event.rulebook
                if isinstance(event, RulebookSealed):
                    self._first.setdefault(event.rulebook, event.rules)
            case RulebookAdopted():
                self._first.setdefault(self._ids[event.rules], event.rules)
            case _:
                pass
