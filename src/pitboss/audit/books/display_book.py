"""Checks what signs report to have displayed against what the jackpots were."""

from array import array
from bisect import bisect_right
from typing import NamedTuple

from pitboss.audit.books.link_book import LinkBook
from pitboss.audit.books.proposal_book import UNITS
from pitboss.audit.report import Counts, Misfit
from pitboss.casino.displays import OLDEST_RECORDS, FiguresDisplayed
from pitboss.journal.port import Record

_KEPT = 2 * OLDEST_RECORDS
"""How many changes of a figure to keep: more than there can be since the oldest a sign may
report.
"""


def displayed(link: LinkBook) -> int:
    """What a link's signs show, in cents: including contributions not entered yet, unless the
    figure is frozen.
    """
    if link.locked:
        return link.shown
    entered = link.marks
    waiting = sum(
        feed.now.meter - (entered[table].meter_units if table in entered else 0)
        for table, feed in link.feeds.items()
    )
    return (link.meter + link.split(waiting)[0]) // UNITS


class _Figures(NamedTuple):
    """A link's figures, and the position from which each held."""

    positions: "array[int]"
    cents: "array[int]"


class DisplayBook:
    """The recent figures of all links, and what signs have shown of them."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self._links: dict[str, _Figures] = {}
        self._last: dict[tuple[str, str], int] = {}

    def stands(self, link: LinkBook, position: int) -> None:
        """Notes a link's figure after a record."""
        cents = displayed(link)
        figures = self._links.get(link.name)
        if figures is None:
            figures = self._links[link.name] = _Figures(array("q"), array("q"))
        if figures.cents and figures.cents[-1] == cents:
            return
        figures.positions.append(position)
        figures.cents.append(cents)
        if len(figures.cents) > 2 * _KEPT:
            del figures.positions[:-_KEPT]
            del figures.cents[:-_KEPT]

    def take(self, record: Record, event: FiguresDisplayed) -> None:
        """Checks that no sign showed more than the jackpot was, or reports the future."""
        figures = self._links.get(event.link)
        if figures is None:
            raise Misfit("the link that a sign shows", "one that was opened", event.link)
        screen = (record.stream, event.screen)
        for one in event.figures:
            self._counts.displayed += 1
            if not self._last.get(screen, 0) <= one.at_ms <= record.at_ms:
                raise Misfit(
                    "when a sign displayed a figure",
                    f"after what it reported before, up to {record.at_ms}",
                    one.at_ms,
                )
            self._last[screen] = one.at_ms
            if one.position is None:
                continue
            at = bisect_right(figures.positions, one.position) - 1
            if at < 0 or one.position >= record.position:
                raise Misfit(
                    "where in the journal a displayed figure came from",
                    f"a position of late, before {record.position}",
                    one.position,
                )
            if one.figure > figures.cents[at]:
                raise Misfit(
                    f"what the sign of {event.link} displayed, in cents",
                    f"no more than {figures.cents[at]}, the jackpot at position {one.position}",
                    one.figure,
                )
