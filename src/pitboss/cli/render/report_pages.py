"""The reports as pages for people."""

from datetime import tzinfo

from pitboss.cli.render.columns import columns, time_text, units_money
from pitboss.cli.render.wording import clauses, gain, money, words
from pitboss.reports.day import DayReport, TableFigures
from pitboss.reports.displays import Display
from pitboss.reports.forms import accounts_in_order, parts, start_paid, verdict, win_percent
from pitboss.reports.jackpot import Hit, LinkReport
from pitboss.reports.reconciliation import Reconciliation
from pitboss.reports.text import units_text

_DAY_HEAD = (
    "rounds",
    "void",
    "turnover",
    "handle",
    "win",
    "win %",
    "contributions",
    "hits",
    "awards",
    "incidents",
    "refusals",
)


def day_page(report: DayReport) -> str:
    """A day for people: a line for each table, each rulebook, and the total."""
    lines = [f"{report.day.isoformat()}, {report.zone}", ""]
    lines += _day_table(report) if report.rows else ["Nothing happened at any table on this day."]
    counts = (
        ("Rounds that Pitboss was stopped in", report.total.interruptions),
        ("Commands to links that were refused", report.link_refusals),
        ("Commands for tables or links that are not there", report.other_refusals),
    )
    return "\n".join([*lines, *(f"{what}: {count:,}." for what, count in counts if count)])


def _day_table(report: DayReport) -> list[str]:
    rows = [(row.table, row.rulebook, *_day_cells(row.figures)) for row in report.rows]
    sums = [("", name, *_day_cells(figures)) for name, figures in report.by_rulebook().items()]
    every = [*rows, *sums, ("all", "", *_day_cells(report.total))]
    words = (
        "Turnover: all chips staked. Handle: those that were decided. Win: taken less paid, awards "
        "of the link apart. Win %: win of turnover."
    )
    return [
        columns(("table", "rulebook", *_DAY_HEAD), every, "ll" + "r" * len(_DAY_HEAD)),
        "",
        words,
    ]


def _day_cells(figures: TableFigures) -> tuple[str, ...]:
    return (
        f"{figures.rounds:,}",
        f"{figures.void_rounds:,}",
        money(figures.turnover_cents),
        money(figures.handle_cents),
        money(figures.win_cents),
        "" if figures.win_bp is None else f"{win_percent(figures)}%",
        units_money(figures.contributions_units),
        f"{figures.hits:,}",
        money(figures.awards_cents),
        f"{figures.incidents:,}",
        f"{figures.refusals:,}",
    )


def jackpot_page(reports: list[LinkReport], zone: tzinfo) -> str:
    """Every link for people."""
    return "\n\n".join(_link_page(report, zone) for report in reports) or "There are no links yet."


def _link_page(report: LinkReport, zone: tzinfo) -> str:
    what = (
        "link opened" if report.since.award_of is None else f"claim {report.since.award_of} took it"
    )
    state = "down" if report.down else "locked by a claim" if report.locked else "open"
    lines = [
        (
            f"Link {report.link} ({report.operator}), {state}: the sign shows "
            f"{money(report.displayed)}"
        ),
        f"Since {time_text(report.since.at_ms, zone)} ({what}):",
        "",
    ]
    rows = [(name, units_money(units)) for name, units in parts(report)]
    rows[1:1] = [
        (f"  of which {who} paid", f"({units_money(units)})")
        for who, units in start_paid(report)
        if units
    ]
    rows.append(("= jackpot", units_money(report.meter_units)))
    waits = [table for table in report.tables if table.waiting_units]
    rows += [(f"waiting, from {table.table}", units_money(table.waiting_units)) for table in waits]
    rows += [
        ("reserve for the next reset", units_money(report.reserve_units)),
        ("waiting for the reserve", units_money(report.reserve_waiting_units)),
        ("overflow", units_money(report.overflow_units)),
    ]
    lines.append(columns(("", "amount"), rows, "lr"))
    if report.composed_units != report.meter_units:
        wrong = units_money(report.composed_units)
        lines.append(f"THE PARTS COME TO {wrong}, WHICH IS NOT THE JACKPOT: run pitboss audit.")
    if report.hits:
        lines += ["", *(_hit_line(hit, zone) for hit in report.hits)]
    return "\n".join(lines)


def _hit_line(hit: Hit, zone: tzinfo) -> str:
    verified = ", ".join(by.name for by in hit.verified_by)
    share = "all" if hit.part == "1" else hit.part
    whose = hit.player if hit.winner is None else f"{hit.winner} ({hit.player})"
    parts = [
        (
            f"{hit.claim}: {words(hit.hand)} of {whose} at {time_text(hit.dealt_ms, zone)}, "
            f"{share} of the jackpot"
        )
    ]
    parts.append(f"verified by {verified}" if verified else hit.standing.value)
    if hit.award is not None:
        parts.append(f"paid {money(hit.award)} as number {hit.order}{clauses(hit.clauses)}")
    if hit.note:
        parts.append(hit.note)
    return "; ".join(parts)


def reconcile_page(result: Reconciliation) -> str:
    """The accounts for people, any mismatches, and the verdict."""
    rows = [(account, gain(units_text(units))) for account, units in accounts_in_order(result)]
    rows.append(("sum", gain(units_text(sum(units for _, units in result.balances)))))
    lines = [columns(("account", "balance"), rows, "lr"), ""]
    for check in result.wrong:
        expected, was = units_money(check.expected_units), units_money(check.found_units)
        lines.append(f"WRONG: {check.about}: {check.what}: {expected} expected, {was} found")
    return "\n".join([*lines, verdict(result)])


def displays_page(displays: list[Display], zone: tzinfo) -> str:
    """What signs displayed: a line for each reported figure."""
    if not displays:
        return "No sign reported anything at that time."
    rows = [
        (
            one.sign,
            one.screen,
            one.link,
            time_text(one.figure.at_ms, zone),
            money(one.figure.figure),
            one.figure.state,
            "" if one.figure.position is None else f"{one.figure.position}",
        )
        for one in displays
    ]
    head = ("sign", "screen", "link", "from", "displayed", "as", "position")
    return columns(head, rows, "llllrlr")
