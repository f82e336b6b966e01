"""Opening a table: the events of opening and closing it, the rules it plays by, and whether it can
be opened as asked.
"""

from pitboss.rulebook.authority import Actor
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import WagerKind
from pitboss.table.commands import OpenTable
from pitboss.table.event_base import TableEvent


class TableOpened(TableEvent, frozen=True, tag="table-opened/1"):
    table: str
    settings: OpenTable
    by: Actor


class TableClosed(TableEvent, frozen=True, tag="table-closed/1"):
    by: Actor
    clauses: tuple[str, ...] = ()


class RulesTaken(TableEvent, frozen=True, tag="rules-taken/1"):
    """From here on the table plays by this text, named by its hash (``rws-casino-stud-6@5f0c…``):
    it was opened, or between two rounds a different text came into force.
    """

    rulebook: str
    by: Actor


def check_settings(book: Rulebook, settings: OpenTable) -> str | None:
    """What is wrong with a table's settings, in a sentence; None if nothing is."""
    layout = book.layouts.get(settings.layout)
    if layout is None:
        return (
            f"There is no layout {settings.layout!r}; {book.title} has {', '.join(book.layouts)}."
        )
    least, most = layout.boxes
    if not least <= settings.boxes <= most:
        return f"Layout {settings.layout} has {least} to {most} boxes, not {settings.boxes}."
    if settings.dealing not in book.dealing:
        return (
            f"There is no way of dealing {settings.dealing!r}; choose one of "
            f"{', '.join(book.dealing)}."
        )
    if settings.progressive_bet is not None and settings.progressive_bet <= 0:
        return (
            "The progressive bet must be more than zero; leave it out at a table without a jackpot."
        )
    if settings.link is not None and settings.progressive_bet is None:
        return "A table on a link takes progressive bets: say how much one is (progressive-bet)."
    return _check_limits(book, settings)


def _check_limits(book: Rulebook, settings: OpenTable) -> str | None:
    names = [
        name
        for name, wager in book.wagers.spots()
        if wager.kind in (WagerKind.OPENING, WagerKind.SIDE)
    ]
    for bet, limit in settings.limits.items():
        if bet not in names:
            return f"{bet} has no limits of its own; limits are for {', '.join(names)}."
        if limit.min is not None and limit.max is not None and limit.min > limit.max:
            return f"The minimum for {bet} is over its maximum."
    given = settings.limits.get(names[0])
    if given is None or given.min is None or given.max is None:
        return f"Give the minimum and the maximum for {names[0]}: they are displayed at the table."
    return None
