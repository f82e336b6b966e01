"""How two rulebooks differ in exact figures, as a page."""

from typing import TYPE_CHECKING

from pitboss.cli.render.rulebook_sheet import Sheet
from pitboss.kernel.money import format_cents

if TYPE_CHECKING:
    from pitboss.maths.difference import MathsDifference
    from pitboss.rulebook.model import Rulebook


def print_page(difference: "MathsDifference", books: "tuple[Rulebook, Rulebook]") -> None:
    """Prints every figure that differs, side by side and by section."""
    with Sheet() as sheet:
        titles = [f"{book.title}, version {book.version}" for book in books]
        names = zip((difference.a, difference.b), titles, strict=True)
        sheet.table(("", ""), [*names], whole=(0,))
        sheet.text()
        bet = format_cents(difference.progressive_bet)
        one, other = difference.wagers
        unit = f"the {one}" if one == other else f"the {one} and the {other}"
        sheet.text(
            f"Exact, per unit of {unit}, under the best play; progressive bet of ${bet}. "
            f"Different: {len(difference.figures)}. The same: {difference.same}."
        )
        for panel in difference.panels():
            sheet.section(panel.title[0].upper() + panel.title[1:])
            header = panel.header or ("", "")
            last = len(header) - 1
            exact = (last,) if header[last] == "exactly" else ()
            sheet.table(header, panel.rows, whole=range(last), exact=exact)
        sheet.text()
        if difference.best_play is None:
            sheet.text("The best play is not compared: the two are games of different families.")
        elif difference.best_play.is_none:
            sheet.text("The chart of the best play is the same.")
