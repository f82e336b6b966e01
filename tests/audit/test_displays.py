"""What signs say they displayed: over a random evening it fits, and a cent too much is found."""

from random import Random

import pytest
from msgspec.structs import replace

from pitboss.audit import audit
from pitboss.casino.displays import DisplayedFigure, FiguresDisplayed
from pitboss.casino.requests import DisplayRequest
from pitboss.casino.stream_ids import sign_stream
from pitboss.journal.memory import MemoryJournal
from pitboss.kernel.money import Cents
from pitboss.reports.displays import displays
from pitboss.web.floor_state import FloorState
from tests.audit.histories import LINKS, History
from tests.audit.tampering import journal_of, with_edit


class Sign:
    """A sign that shows each figure as soon as it hears of it, or a little less, and reports."""

    def __init__(self, history: History, link: str, seed: int) -> None:
        self.history = history
        self.link = link
        self.random = Random(seed)
        self.known = FloorState(history.casino)
        self.known.start(history.casino.journal.last_position())
        self.read = history.casino.journal.last_position()
        self.figures: list[DisplayedFigure] = []
        self.reports = 0

    def look(self) -> None:
        records = self.history.casino.journal.read_all(self.read, 10_000)
        if records:
            self.known.read(records)
            self.read = records[-1].position
        shown, position = self.known.links[self.link][1], self.known.positions[self.link]
        assert position is not None, "nobody writes while it is read"
        lag = self.random.choice((0, 0, 1, 250))
        self.figures.append(
            DisplayedFigure(self.history.now_ms, Cents(max(0, shown - lag)), position, "live")
        )

    def report(self, *figures: DisplayedFigure) -> None:
        self.reports += 1
        told = figures or tuple(self.figures)
        event = FiguresDisplayed(at_ms=0, link=self.link, screen="a1", figures=told)
        self.history.casino.carry_out(
            DisplayRequest(
                id=f"displays/{self.link}/{self.reports}",
                target=sign_stream(f"sign-{self.link}"),
                report=event,
            )
        )
        self.figures = []


@pytest.mark.parametrize("seed", [3, 4])
def test_over_a_random_evening_no_sign_shows_more_than_the_jackpot(seed: int) -> None:
    history = History(MemoryJournal(), seed)
    signs = [Sign(history, link, seed) for link in LINKS]
    for step in range(120):
        history.play(4)
        for sign in signs:
            sign.look()
            if step % 10 == 9:
                sign.report()
    found = audit(history.casino.journal)
    assert found.problem is None, found.problem.sentence
    assert found.counts.displayed == 240
    told = displays(history.casino.journal, LINKS[0], 0, 2**60)
    assert len(told) == 120
    assert {one.link for one in told} == {LINKS[0]}

    # One cent more than the jackpot at that position does not fit, and it is said where.
    history.play(20)
    sign = signs[0]
    sign.figures = []
    sign.look()
    shown = sign.known.links[sign.link][1]
    last = replace(sign.figures[0], figure=Cents(shown))
    sign.report(last)
    assert audit(history.casino.journal).content
    sign.report(replace(last, figure=Cents(shown + 1)))
    problem = audit(history.casino.journal).problem
    assert problem is not None
    assert problem.what == f"what the sign of {sign.link} displayed, in cents"
    assert problem.found == str(shown + 1)


def test_what_no_sign_can_have_displayed_does_not_fit() -> None:
    for wrong, what in (
        ({"position": 10**9}, "where in the journal a displayed figure came from"),
        ({"at_ms": 5}, "when a sign displayed a figure"),
    ):
        history = History(MemoryJournal(), 5).play(40)
        sign = Sign(history, LINKS[0], 5)
        sign.look()
        right = sign.figures[0]
        sign.report(right)
        sign.report(replace(right, **wrong))
        problem = audit(history.casino.journal).problem
        assert problem is not None
        assert problem.what == what


def test_a_sign_that_lies_hides_nothing_that_comes_later() -> None:
    """Whoever has the token of a sign would otherwise end every audit at his report."""
    history = History(MemoryJournal(), 5).play(40)
    sign = Sign(history, LINKS[0], 5)
    sign.look()
    sign.report(replace(sign.figures[0], figure=10**9))
    lie = history.casino.journal.last_position()
    history.play(80)
    records = history.casino.journal.read_all(0, 100_000)
    at = [one for one in records if one.kind == "bet-placed/1"][-1]
    assert at.position > lie
    problem = audit(history.casino.journal).problem
    assert problem is not None
    assert problem.position == lie
    forged = with_edit(records, at, lambda e: e.update(box=99))
    problem = audit(journal_of(forged)).problem
    assert problem is not None
    assert problem.position is not None
    assert problem.position >= at.position


def test_a_sign_of_a_link_that_is_not_there_does_not_fit() -> None:
    history = History(MemoryJournal(), 6).play(5)
    sign = Sign(history, LINKS[0], 6)
    sign.look()
    sign.link = "nowhere"
    sign.report()
    problem = audit(history.casino.journal).problem
    assert problem is not None
    assert problem.what == "the link that a sign shows"


def test_what_stood_on_a_sign_at_a_moment_is_what_it_last_reported_before() -> None:
    history = History(MemoryJournal(), 7).play(5)
    sign = Sign(history, LINKS[0], 7)
    for _ in range(3):
        history.now_ms += 1_000
        sign.look()
    first, second, _ = sign.figures
    sign.report()
    journal = history.casino.journal
    (stood,) = displays(journal, None, second.at_ms, second.at_ms)
    assert stood.figure == first
    (stood,) = displays(journal, None, second.at_ms + 1, second.at_ms + 1)
    assert stood.figure == second
    assert displays(journal, LINKS[1], 0, 2**60) == []


def test_more_is_kept_than_any_report_may_reach_back_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.audit.books.display_book._KEPT", 3)
    history = History(MemoryJournal(), 8)
    sign = Sign(history, LINKS[0], 8)
    sign.look()
    early = sign.figures[0]
    history.play(400)
    sign.figures = []
    sign.look()
    sign.report()
    assert audit(history.casino.journal).content
    sign.report(replace(early, at_ms=history.now_ms))
    problem = audit(history.casino.journal).problem
    assert problem is not None
    assert problem.what == "where in the journal a displayed figure came from"
