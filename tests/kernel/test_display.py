"""How results show themselves: one line, plain text, HTML."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.kernel.display import Displayed, Panel, exactly, percent, signed


class Shown(Displayed):
    def __init__(self, *panels: Panel) -> None:
        self._panels = panels

    def headline(self) -> str:
        return "1 < 2"

    def panels(self) -> Iterator[Panel]:
        yield from self._panels


TABLE = Panel("heading", ("name", "a"), (("long name", "1"), ("b", "a & b")))


def test_the_interpreter_shows_one_line() -> None:
    assert repr(Shown(TABLE)) == "<Shown 1 < 2>"


def test_print_shows_columns_side_by_side() -> None:
    assert str(Shown(TABLE, Panel("a line"))) == (
        "1 < 2\n\nheading\nname       a\nlong name  1\nb          a & b\n\na line"
    )


def test_a_table_needs_neither_heading_nor_header() -> None:
    bare = Shown(Panel("", rows=(("x", "1"),)))
    assert str(bare) == "1 < 2\n\nx  1"
    assert bare._repr_html_() == (
        "<div><p><b>1 &lt; 2</b></p><table><tr><td>x</td><td>1</td></tr></table></div>"
    )


def test_a_notebook_shows_a_table_and_nothing_is_taken_for_markup() -> None:
    assert Shown(TABLE, Panel("<b>"))._repr_html_() == (
        "<div><p><b>1 &lt; 2</b></p><p>heading</p><table><tr><th>name</th><th>a</th></tr>"
        "<tr><td>long name</td><td>1</td></tr><tr><td>b</td><td>a &amp; b</td></tr></table>"
        "<p>&lt;b&gt;</p></div>"
    )


def test_numbers_in_words() -> None:
    assert (signed(7_000), signed(-2_500), signed(0)) == ("+70.00", "-25.00", "0.00")
    assert percent(Fraction(1, 3)) == "33.3333%"
    assert percent(Fraction(-1, 2_000), 2) == "-0.05%"
    assert percent(Fraction(1), 0) == "100%"
    assert exactly(Fraction(1)) == "1/1"
