"""The reports as CSV and as JSON: the same figures for the terminal, the web and other programs."""

from datetime import tzinfo
from zoneinfo import ZoneInfo

import msgspec

from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.kernel.money import format_cents
from pitboss.kernel.names import natural
from pitboss.reports.day import DayReport, TableFigures
from pitboss.reports.jackpot import Hit, LinkReport
from pitboss.reports.json_types import (
    JackpotPart,
    StartPaidBy,
    WrittenComparison,
    WrittenDay,
    WrittenFigures,
    WrittenFromTable,
    WrittenHit,
    WrittenLink,
    WrittenReconciliation,
    WrittenSince,
    WrittenTableDay,
    written_parameters,
)
from pitboss.reports.reconciliation import Reconciliation
from pitboss.reports.text import actor_text, as_csv, as_json, iso_time, units_text


def win_percent(figures: TableFigures) -> str | None:
    """Win as a percentage of turnover with two decimals: hundredths are formatted like cents."""
    return None if figures.win_bp is None else format_cents(figures.win_bp)


def written_figures(figures: TableFigures) -> WrittenFigures:
    """The figures of tables, in the form for programs."""
    return WrittenFigures(
        rounds=figures.rounds,
        void_rounds=figures.void_rounds,
        turnover=format_cents(figures.turnover_cents),
        handle=format_cents(figures.handle_cents),
        win=format_cents(figures.win_cents),
        win_percent=win_percent(figures),
        contributions=units_text(figures.contributions_units),
        contributions_jackpot=units_text(figures.meter_units),
        contributions_reserve=units_text(figures.reserve_units),
        hits=figures.hits,
        awards=format_cents(figures.awards_cents),
        incidents=figures.incidents,
        interruptions=figures.interruptions,
        refusals=figures.refusals,
        corrections=figures.corrections,
        money_decisions=figures.money_decisions,
        decided=format_cents(figures.decided_cents),
    )


def day_csv(report: DayReport) -> str:
    """One line per table."""
    figures = WrittenFigures.__struct_encode_fields__
    head = ("date", "timezone", "table", "rulebook", "link", *figures)
    day = (report.day.isoformat(), report.zone)
    rows = [
        (
            *day,
            row.table,
            row.rulebook,
            row.link or "",
            *map(_cell, msgspec.structs.astuple(written_figures(row.figures))),
        )
        for row in report.rows
    ]
    return as_csv(head, rows)


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def day_json(report: DayReport) -> str:
    return as_json(written_day(report))


def written_day(report: DayReport) -> WrittenDay:
    zone = ZoneInfo(report.zone)
    return WrittenDay(
        date=report.day.isoformat(),
        timezone=report.zone,
        from_=iso_time(report.start_ms, zone),
        to=iso_time(report.end_ms, zone),
        tables=[
            WrittenTableDay(
                table=row.table,
                rulebook=row.rulebook,
                link=row.link,
                **msgspec.structs.asdict(written_figures(row.figures)),
            )
            for row in report.rows
        ],
        rulebooks={
            name: written_figures(figures) for name, figures in report.by_rulebook().items()
        },
        total=written_figures(report.total),
        link_refusals=report.link_refusals,
        other_refusals=report.other_refusals,
    )


def parts(report: LinkReport) -> list[tuple[str, int]]:
    """What a jackpot consists of, in the order of the report; the parts add up to the meter."""
    parts = [("start", report.start_units)]
    parts += [(f"contributions of {table.table}", table.entered_units) for table in report.tables]
    parts += [
        ("kept out by the cap, to overflow", -report.to_overflow_units),
        ("paid in by the house for bets that went back", report.from_house_units),
    ]
    parts += [
        (f"correction, {correction.reason}: {correction.note}", correction.amount * UNITS_PER_CENT)
        for correction in report.corrections
    ]
    parts += [
        ("put in from the reserve", report.funding.reserve_units),
        ("put in from overflow", report.funding.overflow_units),
        ("put in by the house", report.funding.house_units),
        ("awards paid", -report.awards_cents * UNITS_PER_CENT),
        ("awards taken back", report.reversed_cents * UNITS_PER_CENT),
    ]
    return [(what, units) for what, units in parts if units or what == "start"]


def start_paid(report: LinkReport) -> list[tuple[str, int]]:
    """Who paid for the start."""
    paid = report.start_funding
    return [
        ("reserve", paid.reserve_units),
        ("overflow", paid.overflow_units),
        ("house", paid.house_units),
    ]


def jackpot_csv(reports: list[LinkReport]) -> str:
    """One line for each part of each jackpot."""
    rows = []
    for report in reports:
        rows += [(report.link, "part", what, units_text(units)) for what, units in parts(report)]
        rows.append((report.link, "total", "jackpot", units_text(report.meter_units)))
        rows += [
            (report.link, "waiting", table.table, units_text(table.waiting_units))
            for table in report.tables
        ]
        rows += [
            (report.link, "pool", "reserve", units_text(report.reserve_units)),
            (report.link, "pool", "overflow", units_text(report.overflow_units)),
            (report.link, "sign", "displayed", format_cents(report.displayed)),
        ]
        rows += [
            (report.link, "hit", hit.claim, "" if hit.award is None else format_cents(hit.award))
            for hit in report.hits
        ]
    return as_csv(("link", "kind", "what", "amount"), rows)


def jackpot_json(reports: list[LinkReport], zone: tzinfo) -> str:
    return as_json([written_link(report, zone) for report in reports])


def written_link(report: LinkReport, zone: tzinfo) -> WrittenLink:
    paid = report.start_funding
    return WrittenLink(
        link=report.link,
        operator=report.operator,
        displayed=format_cents(report.displayed),
        locked=report.locked,
        down=report.down,
        notice=report.notice,
        parameters=written_parameters(report.parameters),
        since=WrittenSince(iso_time(report.since.at_ms, zone), report.since.award_of),
        start_paid_by=StartPaidBy(
            units_text(paid.reserve_units),
            units_text(paid.overflow_units),
            units_text(paid.house_units),
        ),
        parts=[JackpotPart(what, units_text(units)) for what, units in parts(report)],
        jackpot=units_text(report.meter_units),
        adds_up=report.composed_units == report.meter_units,
        tables=[
            WrittenFromTable(
                table.table, units_text(table.entered_units), units_text(table.waiting_units)
            )
            for table in report.tables
        ],
        waiting=units_text(report.waiting_units),
        reserve=units_text(report.reserve_units),
        reserve_waiting=units_text(report.reserve_waiting_units),
        overflow=units_text(report.overflow_units),
        hits=[_written_hit(hit, zone) for hit in report.hits],
        hits_ever=report.hits_ever,
    )


def _written_hit(hit: Hit, zone: tzinfo) -> WrittenHit:
    return WrittenHit(
        claim=hit.claim,
        table=hit.table,
        round=hit.round,
        box=hit.box,
        player=hit.player,
        winner=hit.winner,
        hand=hit.hand,
        part=hit.part,
        dealt=iso_time(hit.dealt_ms, zone),
        raised=iso_time(hit.raised_ms, zone),
        standing=hit.standing,
        verified_by=[actor_text(by) for by in hit.verified_by],
        declined_by=[actor_text(by) for by in hit.declined_by],
        award=None if hit.award is None else format_cents(hit.award),
        paid=None if hit.paid_ms is None else iso_time(hit.paid_ms, zone),
        order=hit.order,
        resets=hit.resets,
        clauses=hit.clauses,
        note=hit.note,
    )


def verdict(result: Reconciliation) -> str:
    if result.right:
        return (
            f"Everything adds up: {len(result.checks):,} comparisons over {result.events:,} "
            "events, to the last unit."
        )
    wrong, checks = len(result.wrong), len(result.checks)
    return f"{wrong:,} of {checks:,} comparisons do not fit: run pitboss audit."


def accounts_in_order(result: Reconciliation) -> list[tuple[str, int]]:
    balances = [(str(account), units) for account, units in result.balances]
    return sorted(balances, key=lambda balance: natural(balance[0]))


def reconcile_csv(result: Reconciliation) -> str:
    rows = [
        ("account", account, "", units_text(units), "")
        for account, units in accounts_in_order(result)
    ]
    rows += [
        (
            "check",
            check.about,
            check.what,
            units_text(check.found_units),
            "right" if check.right else f"wrong: {units_text(check.expected_units)} expected",
        )
        for check in result.checks
    ]
    return as_csv(("kind", "about", "what", "amount", "verdict"), rows)


def reconcile_json(result: Reconciliation) -> str:
    return as_json(written_reconciliation(result))


def written_reconciliation(result: Reconciliation) -> WrittenReconciliation:
    return WrittenReconciliation(
        right=result.right,
        verdict=verdict(result),
        position=result.position,
        events=result.events,
        accounts={account: units_text(units) for account, units in accounts_in_order(result)},
        sum=units_text(sum(units for _, units in result.balances)),
        checks=len(result.checks),
        wrong=[
            WrittenComparison(
                check.about,
                check.what,
                units_text(check.expected_units),
                units_text(check.found_units),
            )
            for check in result.wrong
        ],
    )
