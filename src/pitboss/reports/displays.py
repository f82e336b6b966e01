"""What signs displayed, and when, according to their own reports."""

from collections.abc import Iterator

import msgspec

from pitboss.casino.codec import read_event
from pitboss.casino.displays import DisplayedFigure, FiguresDisplayed
from pitboss.casino.journal_errors import Placed
from pitboss.casino.stream_ids import sign_of
from pitboss.journal.port import Journal, NotAJournal
from pitboss.kernel.money import format_cents
from pitboss.kernel.names import natural
from pitboss.reports.json_types import WrittenDisplay
from pitboss.reports.text import as_csv, as_json


class Display(msgspec.Struct, frozen=True):
    """What a screen of a sign showed; ``recorded`` is where in the journal its report is."""

    sign: str
    screen: str
    link: str
    recorded: int
    figure: DisplayedFigure


def displays(journal: Journal, link: str | None, from_ms: int, to_ms: int) -> list[Display]:
    """What signs displayed in a time span, including the last figure before it, which was still
    showing.
    """
    shown: list[Display] = []
    signs = {stream: name for stream in journal.heads() if (name := sign_of(stream)) is not None}
    for stream, sign in sorted(signs.items(), key=lambda item: natural(item[1])):
        before: dict[tuple[str, str], Display] = {}
        within: list[Display] = []
        for one in _of_sign(journal, stream, sign, link):
            if one.figure.at_ms < from_ms:
                before[one.screen, one.link] = one
            elif one.figure.at_ms < to_ms:
                within.append(one)
        shown += [*before.values(), *within]
    return shown


def _of_sign(journal: Journal, stream: str, sign: str, link: str | None) -> Iterator[Display]:
    for record in journal.read(stream):
        with Placed(record):
            event = read_event(record)
            if not isinstance(event, FiguresDisplayed):
                raise NotAJournal("signs report what they displayed")
        if link is None or event.link == link:
            for figure in event.figures:
                yield Display(sign, event.screen, event.link, record.position, figure)


def written_displays(shown: list[Display]) -> list[WrittenDisplay]:
    """The displays in the form for programs."""
    return [
        WrittenDisplay(
            sign=one.sign,
            screen=one.screen,
            link=one.link,
            at_ms=one.figure.at_ms,
            displayed=format_cents(one.figure.figure),
            position=one.figure.position,
            state=one.figure.state,
            recorded=one.recorded,
        )
        for one in shown
    ]


def displays_json(shown: list[Display]) -> str:
    return as_json(written_displays(shown))


def displays_csv(shown: list[Display]) -> str:
    head = WrittenDisplay.__struct_encode_fields__
    rows = [
        tuple("" if cell is None else str(cell) for cell in msgspec.structs.astuple(one))
        for one in written_displays(shown)
    ]
    return as_csv(head, rows)
