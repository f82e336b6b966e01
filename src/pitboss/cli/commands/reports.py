"""``pitboss report day|jackpot|reconcile``."""

import datetime as dt
from typing import Annotated

import typer

from pitboss.cli.context import AsCsv, AsJson, ConfigFile, Database, Zone

report = typer.Typer(
    help=(
        "A day's play, what each jackpot is made up of, and whether all the money is accounted for."
    ),
    rich_markup_mode=None,
    no_args_is_help=True,
)


commands = typer.Typer(rich_markup_mode=None)
commands.add_typer(
    report, name="report", short_help="Print a day's play, a jackpot or a reconciliation."
)


def _one_form(csv: bool, json: bool) -> None:
    if csv and json:
        raise typer.BadParameter("give --csv or --json, not both")


@report.command("day", short_help="What was staked and won at each table on a day.")
def day_command(
    date: Annotated[
        str | None,
        typer.Option("--date", metavar="YYYY-MM-DD", help="The day [today].", show_default=False),
    ] = None,
    tz: Zone = None,
    csv: AsCsv = False,
    json: AsJson = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """A day's rounds, turnover, handle, win, contributions, awards, incidents and refusals, table
    by table.

    A round belongs to the day on which it was concluded.
    """
    _one_form(csv, json)
    from pitboss.cli.context import explained, load, progress, reading, zone_of

    with explained():
        from pitboss.cli.render import report_pages as pages
        from pitboss.reports import forms
        from pitboss.reports.day import day_report, read_day

        settings = load(config, database)
        zone = zone_of(settings, tz)
        try:
            day = read_day(date) if date is not None else dt.datetime.now(zone).date()
        except ValueError as error:
            raise typer.BadParameter(f"--date {date!r}: {error}") from None
        with reading(settings) as journal, progress() as shown:
            figures = day_report(journal, day, zone, lambda done: shown("reading", done, 0))
        typer.echo(
            forms.day_csv(figures)
            if csv
            else forms.day_json(figures)
            if json
            else pages.day_page(figures)
        )


@report.command("jackpot", short_help="What each jackpot is made up of since its last reset.")
def jackpot_command(
    link: Annotated[
        str | None,
        typer.Argument(metavar="LINK", help="One link; all if omitted.", show_default=False),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also list the hits of earlier jackpots.")
    ] = False,
    tz: Zone = None,
    csv: AsCsv = False,
    json: AsJson = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Each jackpot since its last reset: starting value, contributions by table, corrections,
    funding, what is still waiting, the reserve and the overflow pool; and its hits: claim, who
    verified it, award, order.
    """
    _one_form(csv, json)
    from pitboss.cli.context import explained, load, reading, shelf_of, zone_of
    from pitboss.cli.streams import fail

    with explained():
        from pitboss.casino.history import is_staged
        from pitboss.casino.stream_ids import link_of, link_stream
        from pitboss.cli.render import report_pages as pages
        from pitboss.kernel.names import natural
        from pitboss.reports import forms
        from pitboss.reports.jackpot import jackpot_report

        settings = load(config, database)
        zone, shelf = zone_of(settings, tz), shelf_of(settings)
        with reading(settings) as journal:
            links = (link for link in map(link_of, journal.heads()) if link is not None)
            names = sorted(links, key=natural)
            if link is not None and link not in names:
                raise fail(f"there is no link {link!r}; the links are {', '.join(names) or 'none'}")
            house = [name for name in names if not is_staged(journal, link_stream(name))]
            wanted = house if link is None else [link]
            reports = [jackpot_report(journal, name, shelf, all_hits=everything) for name in wanted]
        there = [one for one in reports if one is not None]
        if csv:
            typer.echo(forms.jackpot_csv(there))
        else:
            typer.echo(forms.jackpot_json(there, zone) if json else pages.jackpot_page(there, zone))


@report.command("displays", short_help="What a jackpot's signs displayed, and when.")
def displays_command(
    link: Annotated[
        str | None,
        typer.Argument(metavar="LINK", help="One link; all if omitted.", show_default=False),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="TIME",
            help="What was on display at a time, such as 2026-11-15T20:30:00 [all of today].",
            show_default=False,
        ),
    ] = None,
    tz: Zone = None,
    csv: AsCsv = False,
    json: AsJson = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """What each sign showed, by its own reports: the figure, the journal position behind it, and
    the time. 'pitboss audit' checks every one of them against the journal.
    """
    _one_form(csv, json)
    from pitboss.cli.context import explained, load, reading, zone_of

    with explained():
        from pitboss.cli.render import report_pages as pages
        from pitboss.reports import displays as displays_report
        from pitboss.reports.day import bounds_ms

        settings = load(config, database)
        zone = zone_of(settings, tz)
        try:
            moment = dt.datetime.now(zone) if at is None else dt.datetime.fromisoformat(at)
        except ValueError:
            raise typer.BadParameter(
                f"--at {at!r}: write a time such as 2026-11-15T20:30:00"
            ) from None
        moment = moment if moment.tzinfo else moment.replace(tzinfo=zone)
        if at is None:
            from_ms, to_ms = bounds_ms(moment.date(), zone)
        else:
            from_ms = to_ms = round(moment.timestamp() * 1_000) + 1
        with reading(settings) as journal:
            figures = displays_report.displays(journal, link, from_ms, to_ms)
        if csv:
            typer.echo(displays_report.displays_csv(figures))
        else:
            typer.echo(
                displays_report.displays_json(figures)
                if json
                else pages.displays_page(figures, zone)
            )


@report.command("reconcile", short_help="Whether all the money is accounted for.")
def reconcile_command(
    csv: AsCsv = False,
    json: AsJson = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """The balance of every account, added up from the first event and checked against tables,
    meters and feeds.

    Exit code 0: everything adds up. 1: something does not. 2: there is no journal.
    """
    _one_form(csv, json)
    from pitboss.cli.context import explained, load, progress, reading, shelf_of

    with explained():
        from pitboss.cli.render import report_pages as pages
        from pitboss.reports import forms
        from pitboss.reports.reconciliation import reconcile

        settings = load(config, database)
        with reading(settings) as journal, progress() as shown:
            of = journal.count()
            result = reconcile(
                journal, shelf_of(settings), lambda done: shown("adding up", done, of)
            )
        form = (
            forms.reconcile_csv if csv else forms.reconcile_json if json else pages.reconcile_page
        )
        typer.echo(form(result))
        raise typer.Exit(0 if result.right else 1)
