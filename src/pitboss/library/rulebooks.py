"""Loading rulebooks, and trying variants that are in no file."""

from collections.abc import Mapping

from pitboss.library.inputs import BookOrName, book_of, shelf
from pitboss.rulebook import variants
from pitboss.rulebook.model import Rulebook


def rulebooks() -> tuple[str, ...]:
    """The ids of all rulebooks that are installed.

    >>> "rws-casino-stud-6" in rulebooks()
    True
    """
    return shelf.ids()


def load_rulebook(name: BookOrName) -> Rulebook:
    """A rulebook by its id, or by the path of a ``.toml`` file; raises ``pitboss.UnknownRulebook``
    or ``pitboss.RulebookError``, which says what is wrong at which key.

    >>> load_rulebook("rws-casino-stud-6")
    <StudBook rws-casino-stud-6: Casino Stud Poker, version 6 (RWS)>
    """
    return book_of(name)


def vary(book: BookOrName, changes: Mapping[str, object], id: str | None = None) -> Rulebook:
    """A rulebook with other values, in memory: each by its key in the file, as a file writes it.

    A pay line may be given as what it pays alone; None takes a line away. What comes of it is
    checked as a file is. Without an ``id`` of its own it has the rulebook's with ``-varied`` after
    it.

    >>> vary("rws-casino-stud-6", {"pays.bet.royal-flush": "100 to 1"}).pays.bet.royal_flush.pays
    <100 to 1>
    """
    known = book_of(book)
    return variants.vary(known, changes, f"{known.id}-varied" if id is None else id)
