"""Pages: complete, self-contained, accessible, and the same every time."""

import re
from fractions import Fraction
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from pitboss.kernel.money import Cents
from pitboss.maths.exact.analysis import analyse
from pitboss.maths.exact.progressive import Progressive, ProgressiveHand
from pitboss.maths.exact.results import Case, Cases
from pitboss.maths.exact.stud import StudOdds, best_decisions
from pitboss.maths.plots import rulebook as rulebook_plots
from pitboss.maths.plots import style as plots
from pitboss.maths.plots.strategy import ace_king_shares, point_hand_shares
from pitboss.maths.report.html import percent, table
from pitboss.maths.report.rulebook import page_of, write_page
from pitboss.maths.simulation.blocks import Work
from pitboss.rulebook.loader import installed
from tests.effort import at_length
from tests.maths import variants
from tests.support import BE, CS, MH, MS, RULEBOOKS

CHECK = Work(rounds=200_000, seed=1)
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Reader(HTMLParser):
    """Checks that elements are closed in order, ids are unique, and nothing is loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.refers: list[str] = []
        self.loads: list[str] = []
        self.pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.pictures += tag == "svg"
        if tag in ("script", "link", "iframe", "object", "base"):
            self.loads.append(tag)
        for name, value in given.items():
            if name == "id" and value:
                self.ids.append(value)
            if name in ("src", "href", "xlink:href", "srcset", "data") and value:
                (self.refers if value.startswith("#") else self.loads).append(value)
            self.refers += [f"#{found}" for found in re.findall(r"url\(#([^)]+)\)", value or "")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_stands_alone(page: str, pictures: int) -> None:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert not reader.loads, "a page asks for nothing"
    assert len(reader.ids) == len(set(reader.ids)), "ids are unique"
    missing = {name[1:] for name in reader.refers} - set(reader.ids)
    assert not missing, "what is referred to is there"
    assert reader.pictures == pictures
    assert page.count('role="img"') == pictures
    assert page.count("<desc id=") == pictures, "each picture is described"
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    # Names of the language of pictures, which nobody opens.
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "default-src 'none'" in page
    assert page.startswith("<!DOCTYPE html>")
    assert '<html lang="en">' in page


@pytest.mark.parametrize(
    ("name", "pictures"),
    [
        pytest.param(CS, 6, marks=at_length, id="stud"),
        pytest.param(MH, 7, id="holdem"),
        pytest.param(BE, 9, marks=at_length, id="bullseye"),
    ],
)
def test_a_page_is_complete_and_stands_alone(name: str, pictures: int, tmp_path: Path) -> None:
    book = installed(name)
    assert book is not None
    found = analyse(book)
    page = page_of(book, found, CHECK)
    assert_stands_alone(page, pictures)
    assert escape(book.title) in page
    assert percent(found.main.cases.house_edge) in page
    for line in (
        "The best play",
        "The progressive wager",
        "Checked by simulation",
        "What simpler rules cost",
    ):
        assert line in page
    for wager in found.side:
        assert f"Side wager: {wager.capitalize()}" in page
    edge = found.main.cases.house_edge
    assert f"{edge.numerator}/{edge.denominator}" in page
    if name == BE:
        # The same figures give the same bytes: a filed page can be made again.
        assert page == page_of(book, found, CHECK)


def test_the_page_is_written_where_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = installed(MS)
    assert book is not None
    monkeypatch.setattr("pitboss.maths.report.rulebook.CHECK", CHECK)
    write_page(book, analyse(book), tmp_path / "page.html")
    assert_stands_alone((tmp_path / "page.html").read_text(encoding="utf-8"), 6)


def test_every_rulebook_has_a_strategy_picture() -> None:
    assert set(RULEBOOKS) >= {CS, MH, BE}


def test_ace_king_by_exposed_card() -> None:
    # Known of this game: A-K-Q-J is always bet; ace-king that holds no queen or jack is folded to
    # an ace or king.
    names, shares = ace_king_shares(best_decisions(StudOdds.of(variants.stud())))
    row = dict(zip(names, shares, strict=True))
    assert names[0] == "A-K-Q-J"
    assert (row["A-K-Q-J"] == 1).all()
    assert (row["A-K-9-8"][:2] == 0).all()
    assert (row["A-K-J-T"][:2] == 1).all()
    assert not np.isnan(shares).any()


def test_point_hands_add_up() -> None:
    rows = point_hand_shares(variants.bullseye())
    assert sum(chance for _, chance, *_ in rows) == 1
    for _, chance, wins, pushes, loses in rows:
        assert wins + pushes + loses == chance
    # Without a 3 Card Hand everything is lost.
    name, chance, wins, pushes, loses = rows[-1]
    assert name == "none"
    assert wins == pushes == 0
    assert loses == chance


def coin(win: Fraction = Fraction(1)) -> Cases:
    """A fair coin for as much as is staked."""
    half = Fraction(1, 2)
    return Cases(
        (
            Case("win", None, win, Fraction(1), half),
            Case("lose", None, Fraction(-1), Fraction(1), half),
        )
    )


def test_results_are_added_up_by_net() -> None:
    third = Fraction(1, 3)
    cases = Cases(
        tuple(
            Case(name, None, Fraction(net), Fraction(1), third)
            for name, net in (("a", 2), ("b", -1), ("c", 2))
        )
    )
    assert rulebook_plots.by_result(cases) == {-1: third, 2: 2 * third}


def test_a_session_of_coins_is_binomial() -> None:
    # Of four tosses: ahead with 5 of 16, even with 6.
    svg = rulebook_plots.session(coin(), "coin", rounds=4)
    assert svg is not None
    assert "the player is ahead with 31.2%" in svg
    assert "the mean is 0.00" in svg.replace("-0.00", "0.00")
    assert "standard deviation 2.0" in svg


def test_a_session_too_fine_for_a_scale_is_left_out() -> None:
    assert rulebook_plots.session(coin(Fraction(10**6)), "coin") is None


def test_without_shares_there_is_no_return_against_the_jackpot() -> None:
    wager = Progressive(
        Cents(500), {"flush": ProgressiveHand(Fraction(1, 500), Fraction(5_000), Fraction(0))}
    )
    assert rulebook_plots.jackpot_return(wager, "a variant") is None


def test_a_variant_that_is_not_set_the_house_way_has_no_check() -> None:
    book = variants.bullseye(pays__main__point_total="900 to 1")
    page = page_of(book, analyse(book), CHECK)
    assert "Checked by simulation" not in page
    assert_stands_alone(page, 8)


def test_what_comes_from_a_rulebook_is_escaped() -> None:
    assert "&lt;b&gt;" in table("<b>", ("<i>",), [("<u>",)])
    assert "<u>" not in table("<b>", ("<i>",), [("<u>",)])


def test_a_picture_that_fails_leaves_the_style_alone() -> None:
    import matplotlib as mpl

    before = mpl.rcParams["font.size"]
    with pytest.raises(ZeroDivisionError), plots.Picture("x", "x", "x", 1.0):
        raise ZeroDivisionError
    assert mpl.rcParams["font.size"] == before


@pytest.mark.parametrize(
    ("cents", "said"), [(12_345, "$123"), (2_500_000, "$25k"), (150_000_000, "$1.5M"), (0, "$0")]
)
def test_dollars_for_short(cents: int, said: str) -> None:
    assert plots.short_dollars(cents) == said
