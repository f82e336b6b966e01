"""``pitboss maths RULEBOOK``, ``pitboss maths diff`` and ``pitboss maths jackpot``."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from pitboss.cli.commands import jackpot_maths
from pitboss.cli.context import AsJson, RulebookName
from pitboss.cli.streams import fail
from pitboss.extras import need
from pitboss.kernel.display import exactly, percent

if TYPE_CHECKING:
    from pitboss.cli.render.rulebook_sheet import Sheet
    from pitboss.kernel.money import Cents
    from pitboss.maths.exact.analysis import Analysis, Main, Side
    from pitboss.maths.exact.progressive import Progressive
    from pitboss.rulebook.model import Rulebook

_RULEBOOK = "rulebook"
"""The command to run when the first word is not a command."""


ProgressiveBet = Annotated[
    str, typer.Option(metavar="AMOUNT", help="The progressive bet, in dollars.")
]


class _Group(TyperGroup):
    """Treats ``pitboss maths RULEBOOK`` as ``pitboss maths rulebook RULEBOOK``."""

    # Typer bundles its own copy of click, whose types have no public names.
    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        if args[0] in self.commands:
            return super().resolve_command(ctx, args)
        return _RULEBOOK, self.commands[_RULEBOOK], args


app = typer.Typer(
    cls=_Group,
    no_args_is_help=True,
    rich_markup_mode=None,
    # Options may come before the rulebook; they belong to the command, not the group.
    context_settings={"ignore_unknown_options": True},
    help="The exact mathematics of a rulebook, 'pitboss maths RULEBOOK', what differs between two,"
    " 'pitboss maths diff A B', or of a linked jackpot, 'pitboss maths jackpot' (docs/maths.md).",
)


@app.command(
    _RULEBOOK,
    short_help=(
        "House edge, best play, deviation, side wagers, progressive; RULEBOOK may come first."
    ),
)
def command(
    rulebook: RulebookName,
    json: AsJson = False,
    progressive_bet: ProgressiveBet = "5.00",
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write a page with tables and plots.")
    ] = None,
) -> None:
    """Work out a rulebook's exact figures: house edge, best play, deviation, side wagers and the
    progressive bet.

    Every figure is a fraction of whole counts; nothing is simulated or rounded on the way. See
    docs/maths.md.
    """
    from pitboss.cli.render.steps import steps_shown

    book = load(rulebook)
    bet = amount("--progressive-bet", progressive_bet)
    if html is not None:
        need("plots")
    from pitboss.maths.exact.analysis import analyse
    from pitboss.maths.exact.results import CannotAnalyse

    try:
        with steps_shown():
            analysis = analyse(book, bet)
    except CannotAnalyse as error:
        raise fail(f"{book.id}: {error}") from None
    if html is not None:
        _write_page(book, analysis, html)
    if json:
        import msgspec

        from pitboss.maths.exact.analysis import written

        typer.echo(msgspec.json.format(msgspec.json.encode(written(analysis)), indent=2))
    else:
        _print(book, analysis)
        if html is not None:
            typer.echo(f"\nThe page is in {html}.")


@app.command("diff", short_help="What differs between two rulebooks, in exact figures.")
def diff(
    a: Annotated[
        str, typer.Argument(metavar="A", help="A rulebook id, or the path to your own .toml file.")
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    json: AsJson = False,
    progressive_bet: ProgressiveBet = "5.00",
) -> None:
    """Compare two rulebooks by their exact figures: house edge, element of risk, side wagers, best
    play, hits and return of the progressive bet.

    Figures that are equal are counted, not printed. See docs/maths.md.
    """
    from pitboss.cli.render.steps import steps_shown

    books = load(a), load(b)
    bet = amount("--progressive-bet", progressive_bet)
    from pitboss.maths.difference import compare
    from pitboss.maths.exact.results import CannotAnalyse

    try:
        with steps_shown():
            # Two versions of one file have the same id, so they are shown by their paths.
            differences = compare(*books, bet, (a, b) if books[0].id == books[1].id else None)
    except CannotAnalyse as error:
        raise fail(str(error)) from None
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(differences.written()), indent=2))
    else:
        from pitboss.cli.render.maths_diff_page import print_page

        print_page(differences, books)


app.command("jackpot", short_help="The economics of a linked jackpot.")(jackpot_maths.command)

commands = typer.Typer(rich_markup_mode=None)
commands.add_typer(
    app, name="maths", short_help="Exact mathematics of a rulebook, or of a linked jackpot."
)


def _write_page(book: "Rulebook", analysis: "Analysis", file: Path) -> None:
    from pitboss.cli.render.steps import steps_shown
    from pitboss.maths.report.rulebook import write_page

    try:
        with steps_shown():
            write_page(book, analysis, file)
    except OSError as error:
        raise fail(f"{file} can't be written: {error.strerror}") from None


# ── what the commands of the mathematics share ────────────────────────────────────────────────────


def load(name: str) -> "Rulebook":
    """The rulebook with an id or a path."""
    from pitboss.rulebook.shelf import RulebookError, Shelf, UnknownRulebook

    try:
        return Shelf().get(name)
    except (UnknownRulebook, RulebookError) as error:
        raise fail(str(error)) from None


def amount(option: str, text: str, least: int = 1) -> "Cents":
    """An amount of money on the command line."""
    from pitboss.kernel.money import parse_cents

    cents = parse_cents(text)
    if cents is None or cents < least:
        raise fail(f"{option} is {text!r}; write an amount such as 5.00")
    return cents


# ── the page in the terminal ──────────────────────────────────────────────────────────────────────


def _print(book: "Rulebook", analysis: "Analysis") -> None:
    from pitboss.cli.render.rulebook_sheet import Sheet

    with Sheet() as sheet:
        sheet.title(f"{book.title}, version {book.version}")
        sheet.text(f"{book.id}: exact, per unit of the {analysis.main.wager}, under the best play")
        _print_main(sheet, analysis.main)
        sheet.section("Ways to play")
        rows = [(name, percent(edge), exactly(edge)) for name, edge in analysis.strategies.items()]
        sheet.table(("strategy", "house edge", "exactly"), rows, whole=(0, 1), exact=(2,))
        for name, side in analysis.side.items():
            _print_side(sheet, name, side)
        _print_progressive(sheet, analysis.progressive)
        if analysis.point_hands is not None:
            sheet.section("Point hands, of 2,598,960")
            hands = [
                (name, f"{count:,}", percent(Fraction(count, 2_598_960)))
                for name, count in analysis.point_hands.items()
            ]
            sheet.table(("hand", "count", ""), hands)


def _print_main(sheet: "Sheet", main: "Main") -> None:
    cases = main.cases
    sheet.section("Main game")
    rows = [
        ("house edge", percent(cases.house_edge), exactly(cases.house_edge)),
        ("element of risk", percent(cases.element_of_risk), exactly(cases.element_of_risk)),
        ("standard deviation", cases.standard_deviation[:12], ""),
        ("staked on average", f"{float(cases.staked):.6f}", exactly(cases.staked)),
    ]
    if main.dealer_qualifies is not None:
        rows.append(
            ("dealer qualifies", percent(main.dealer_qualifies), exactly(main.dealer_qualifies))
        )
    if main.starting_hands_folded is not None:
        rows.append(("starting hands folded", f"{main.starting_hands_folded} of 169", ""))
    sheet.table(("", "", ""), rows, whole=(0, 1), exact=(2,))
    sheet.section("What it comes to")
    cases_rows = [
        (
            case.outcome + (f": {case.line}" if case.line else ""),
            _signed(case.net),
            percent(case.probability, 6),
            percent(case.net * case.probability),
            exactly(case.probability),
        )
        for case in cases.cases
        if case.probability
    ]
    header = ("outcome", "result", "probability", "share of the return", "exactly")
    sheet.table(header, cases_rows, whole=(0, 1, 2, 3), exact=(4,))


def _signed(value: Fraction) -> str:
    return f"+{value}" if value > 0 else str(value)


def _print_side(sheet: "Sheet", name: str, side: "Side") -> None:
    sheet.section(f"Side wager: {name}")
    rows = [
        (
            case.line or case.outcome,
            _signed(case.net),
            percent(case.probability, 6),
            exactly(case.probability),
        )
        for case in side.cases.cases
        if case.probability
    ]
    sheet.table(("line", "result", "probability", "exactly"), rows, whole=(0, 1, 2), exact=(3,))
    edge = side.cases.house_edge
    sheet.text(f"House edge {percent(edge)}, exactly {exactly(edge)}.")
    if side.with_optimal_main is not None:
        folded = side.with_optimal_main.house_edge
        sheet.text(
            f"With the best play in the main game, which folds some hands: {percent(folded)}."
        )


def _print_progressive(sheet: "Sheet", progressive: "Progressive") -> None:
    from pitboss.kernel.money import format_cents

    sheet.section(f"Progressive bet of ${format_cents(progressive.bet_cents)}, one player alone")
    rows = []
    for name, hit in progressive.hits.items():
        award = (
            f"{percent(hit.share, 0)} of jackpot"
            if hit.share
            else f"${format_cents(int(hit.award_cents))}"
        )
        rows.append((name, award, hit.how_often, exactly(hit.probability)))
    sheet.table(("hand", "award", "how often", "exactly"), rows, whole=(0, 1, 2), exact=(3,))
    sheet.text(f"Minor awards return {percent(progressive.fixed_return)} of the bet.")
    even = progressive.break_even_jackpot_cents
    if even is not None:
        million = progressive.return_per_jackpot_dollar * 1_000_000
        sheet.text(
            f"Each million of the jackpot returns {percent(million)} more; "
            f"the bet returns itself from a jackpot of ${even // 100:,}.{even % 100:02d}."
        )
