"""The mathematics of a rulebook as one page: exact tables, and plots. ``pitboss maths RULEBOOK
--html`` writes it.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from pitboss.kernel.money import format_cents
from pitboss.maths.exact.analysis import Analysis, Main, Side
from pitboss.maths.exact.progressive import Progressive
from pitboss.maths.exact.results import CannotAnalyse, Cases
from pitboss.maths.family import maths_of
from pitboss.maths.plots import rulebook as rulebook_plots
from pitboss.maths.progress import step
from pitboss.maths.report import html
from pitboss.maths.simulation.blocks import Work, count
from pitboss.maths.simulation.game import SimulationError, Stakes, Strategy
from pitboss.maths.simulation.run import Simulated, simulate
from pitboss.maths.strategy.charts import Chart, chart
from pitboss.rulebook.model import Rulebook

# Enough for two or three digits of a house edge, in about a second.
CHECK = Work(rounds=5_000_000, seed=1)
WORKERS = 2

_LEFT_OUT = (CannotAnalyse, NotImplementedError)
"""What a package raises for a part of the mathematics that its game does not have."""


def write_page(book: Rulebook, analysis: Analysis, file: Path) -> None:
    """Writes the page; raises OSError if the file can't be written."""
    html.write(file, page_of(book, analysis))


def page_of(book: Rulebook, analysis: Analysis, check: Work = CHECK) -> str:
    """The whole page."""
    step("the chart of the best play")
    try:
        rules = chart(book)
    except _LEFT_OUT:
        rules = None
    step(f"a simulation of {check.rounds:,} rounds to check against")
    checked = _checked(book, analysis, check)
    step("the plots")
    title = f"{book.title}, version {book.version}: mathematics"
    return html.page(title, _body(book, analysis, rules, checked))


def _checked(book: Rulebook, analysis: Analysis, check: Work) -> Simulated | None:
    stakes = Stakes(progressive=analysis.progressive.bet_cents)
    try:
        return simulate(
            book, Strategy.OPTIMAL, stakes, check, lambda plan, work: count(plan, work, WORKERS)
        )
    except (SimulationError, *_LEFT_OUT):
        # A Bullseye variant whose best play is not the House Way: there is nothing to compare it
        # with. Or a game of another package that has no simulation.
        return None


def _unit(wager: str) -> str:
    return "main wager" if wager == "main" else wager


def _body(
    book: Rulebook, analysis: Analysis, rules: Chart | None, checked: Simulated | None
) -> Iterator[str]:
    unit = _unit(analysis.main.wager)
    yield html.title(book.title)
    yield html.paragraph(
        f"Mathematics of the rulebook {book.id} (version {book.version}, {book.operator}). Every "
        "figure is exact, from whole counts of deals and the rulebook's own pay tables and "
        f"readings, unless it is said to be simulated. Results are per unit of the {unit}, under "
        "the best play; payout caps and table limits are left out.",
        "lead",
    )
    yield _key_figures(analysis)
    yield from _main_game(analysis.main, unit)
    yield from _strategy(book, analysis, rules)
    for name, side in analysis.side.items():
        yield from _side(name, side)
    yield from _progressive(book, analysis.progressive)
    if checked is not None:
        yield from _simulation(checked)
    missing = [
        what
        for what, one in (("chart of its best play", rules), ("simulation to check with", checked))
        if one is None
    ]
    if missing:
        yield html.paragraph(f"For these rules there is no {' and no '.join(missing)}.", "note")
    yield from _readings(book)
    yield html.footer(
        f"Made by Pitboss from the rulebook's file. 'pitboss maths {book.id} --json' prints all "
        f"fractions; 'pitboss simulate {book.id}' repeats the check."
    )


def _key_figures(analysis: Analysis) -> str:
    cases = analysis.main.cases
    figures = [
        ("house edge", html.percent(cases.house_edge)),
        ("element of risk", html.percent(cases.element_of_risk)),
        ("standard deviation of a round", f"{float(cases.standard_deviation):.4f}"),
        ("staked on average", f"{float(cases.staked):.4f}"),
    ]
    even = analysis.progressive.break_even_jackpot_cents
    if even is not None:
        figures.append(("break-even jackpot", f"${even / 100:,.2f}"))
    return html.key_figures(figures)


# ── the main game ─────────────────────────────────────────────────────────────────────────────────


def _main_game(main: Main, unit: str) -> Iterator[str]:
    cases = main.cases
    yield html.heading("The main game")
    yield html.figure(
        rulebook_plots.results(cases, unit),
        "Distribution of the result of a round",
        f"Exact probabilities of every net result, in units of the {unit}. Blue wins, brick loses.",
    )
    session = rulebook_plots.session(cases, unit)
    if session is not None:
        yield html.figure(
            session,
            f"Result of {rulebook_plots.SESSION_ROUNDS} rounds",
            "The distribution of the sum of independent rounds, from the one above.",
        )
    yield html.figure(
        rulebook_plots.lines("main", cases, unit),
        "What each line adds to the return",
        (
            "Result times probability of every outcome; the bars add up to the last one, which is "
            "minus the house edge."
        ),
    )
    yield _cases_table("Outcomes of the main game", cases)
    facts = [("House edge", cases.house_edge), ("Element of risk", cases.element_of_risk)]
    facts += [
        (f"Outcome: {name.replace('-', ' ')}", chance) for name, chance in cases.outcomes().items()
    ]
    if main.dealer_qualifies is not None:
        facts.append(("Dealer qualifies", main.dealer_qualifies))
    rows = [(name, html.percent(value, 6), html.fraction(value)) for name, value in facts]
    yield html.folded(
        "Exact fractions", html.table("Exactly", ("", "Value", "Fraction"), rows, exact=(2,))
    )


def _cases_table(caption: str, cases: Cases) -> str:
    rows = [
        (
            rulebook_plots.line_name(case.outcome, case.line),
            rulebook_plots.signed(case.net),
            html.percent(case.probability, 6),
            html.percent(case.net * case.probability),
        )
        for case in cases.cases
        if case.probability
    ]
    rows.append(("together", "", html.percent(1, 6), html.percent(cases.mean)))
    header = ("Outcome", "Net result", "Probability", "Adds to the return")
    return html.table(caption, header, rows, total=True)


# ── the best play ─────────────────────────────────────────────────────────────────────────────────


def _strategy(book: Rulebook, analysis: Analysis, rules: Chart | None) -> Iterator[str]:
    yield html.heading("The best play")
    if rules is not None:
        yield from _chart(rules)
    try:
        picture = maths_of(book).picture(book)
    except _LEFT_OUT:
        picture = None
    if picture is not None:
        yield html.figure(picture.svg, picture.title, picture.caption)
    if rules is not None and rules.rules:
        best = rules.rules[0].house_edge
        rows = [
            (rule.says, html.percent(rule.house_edge), html.percent(rule.house_edge - best))
            for rule in rules.rules
        ]
        header = ("Rule", "House edge", "Costs")
        yield html.table("What simpler rules cost", header, rows, wrapped=(0,))
    edges = [
        (name, html.percent(edge), html.fraction(edge))
        for name, edge in analysis.strategies.items()
    ]
    yield html.folded(
        "Exact house edges by strategy",
        html.table("Strategies", ("Strategy", "House edge", "Fraction"), edges, exact=(2,)),
    )
    if analysis.point_hands is not None:
        rows = [
            (name.replace("-", " "), f"{number:,}", html.percent(Fraction(number, 2_598_960)))
            for name, number in analysis.point_hands.items()
        ]
        yield html.folded(
            "Counts of point hands",
            html.table("Of 2,598,960 hands", ("Point hand", "Count", "Part"), rows),
        )


def _chart(rules: Chart) -> Iterator[str]:
    """Sentences about the chart in the terminal do not belong next to the picture, which has its
    own caption.
    """
    for sentence in rules.says:
        if "the table" not in sentence and not sentence.startswith("Rows and columns"):
            yield html.paragraph(sentence)


# ── side wagers and the progressive ───────────────────────────────────────────────────────────────


def _side(name: str, side: Side) -> Iterator[str]:
    yield html.heading(f"Side wager: {name.capitalize()}")
    edge = side.cases.house_edge
    said = f"House edge {html.percent(edge)}"
    if side.with_optimal_main is not None:
        folded = side.with_optimal_main.house_edge
        said += (
            f" for a player who never folds, {html.percent(folded)} with the best play in the "
            "main game"
        )
    yield html.paragraph(said + f"; standard deviation {float(side.cases.standard_deviation):.4f}.")
    yield html.figure(
        rulebook_plots.lines(name, side.cases, f"{name} wager"),
        "What each line adds to the return",
        "Result times probability of every line, in percent of the wager.",
    )
    yield _cases_table(f"Outcomes of the {name} wager", side.cases)


def _progressive(book: Rulebook, wager: Progressive) -> Iterator[str]:
    yield html.heading("The progressive wager")
    bet = format_cents(wager.bet_cents)
    yield html.paragraph(
        f"A bet of ${bet}, one player alone on the link. Awards contain the stake, which is "
        "not returned besides."
    )
    drawn = rulebook_plots.jackpot_return(wager, book.title)
    if drawn is not None:
        yield html.figure(
            drawn,
            "Return of the progressive bet against the jackpot",
            f"Minor awards return {html.percent(wager.fixed_return)} whatever the jackpot; each "
            f"million dollars adds {html.percent(wager.return_per_jackpot_dollar * 1_000_000)}.",
        )
    rows = []
    for name, hit in wager.hits.items():
        award = (
            html.percent(hit.share, 0) + " of jackpot"
            if hit.share
            else f"${float(hit.award_cents) / 100:,.2f}"
        )
        adds = (
            html.percent(hit.probability * hit.award_cents / wager.bet_cents)
            if not hit.share
            else "grows"
        )
        one_in = f"1 in {float(1 / hit.probability):,.1f}" if hit.probability else "never"
        rows.append((name.replace("-", " "), award, one_in, adds, html.fraction(hit.probability)))
    header = ("Hand", "Award", "How often", "Returns of the bet", "Exactly")
    yield html.table(f"Progressive bet of ${bet}", header, rows, exact=(4,))


# ── the check, and what was read ──────────────────────────────────────────────────────────────────


def _simulation(checked: Simulated) -> Iterator[str]:
    compared = checked.compared()
    yield html.heading("Checked by simulation")
    yield html.paragraph(
        f"{checked.work.rounds:,} rounds from seed {checked.work.seed}, dealt at random and "
        "settled as live rounds are. Nothing of the exact counting is used, except for the "
        "decisions."
    )
    yield html.figure(
        rulebook_plots.checks(compared, checked.work.rounds),
        "Simulated against exact",
        "Each point is a simulated mean, in standard errors off the exact value. About one in "
        "twenty lies outside the shaded band by chance.",
    )
    rows = [
        (
            name.replace("_", " ").replace("-", " "),
            f"{float(figure.mean):.8f}",
            f"{figure.error:.2g}",
            f"{float(figure.exact):.8f}" if figure.exact is not None else "",
            f"{figure.off:+.2f}".replace("-", "−") if figure.off is not None else "",
        )
        for name, figure in compared
    ]
    header = ("Figure", "Simulated", "Standard error", "Exact", "Errors off")
    yield html.folded("All figures", html.table("Simulated and exact", header, rows))


def _readings(book: Rulebook) -> Iterator[str]:
    """Where the document is silent, the figures depend on the rulebook's readings."""
    rows = []
    for field in book.readings.__struct_fields__:
        reading = getattr(book.readings, field)
        if reading is not None:
            rows.append(
                (
                    field.replace("_", " "),
                    reading.take.replace("-", " "),
                    ", ".join(reading.clauses),
                )
            )
    yield html.heading("Readings that the figures rest on")
    yield html.table("Open questions of the document", ("Question", "Taken", "Clauses"), rows)
