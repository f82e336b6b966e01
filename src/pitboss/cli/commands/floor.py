"""``pitboss floor``, ``pitboss tables``, ``pitboss links`` and ``pitboss demo``."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.context import AsJson, ConfigFile, Database

commands = typer.Typer(rich_markup_mode=None)


@commands.command(short_help="Show tables, links, and what is waiting for somebody.")
def floor(json: AsJson = False, database: Database = None, config: ConfigFile = None) -> None:
    """Show the floor: each table with its phase and round, each link with its jackpot, and what is
    waiting for somebody.
    """
    from pitboss.cli.context import explained, load, reading, shelf_of

    with explained():
        from pitboss.casino.app import Casino
        from pitboss.cli.render.floor_page import floor_json, floor_page
        from pitboss.operations.vault_key import key_at_hand

        settings = load(config, database)
        with reading(settings) as journal:
            casino = Casino(journal, shelf=shelf_of(settings), key=key_at_hand(settings.vault))
            typer.echo(floor_json(casino) if json else floor_page(casino))


@commands.command(short_help="List the tables.")
def tables(json: AsJson = False, database: Database = None, config: ConfigFile = None) -> None:
    """List the tables: rulebook, phase, round, link, chips on the layout."""
    from pitboss.cli.context import explained, load, reading, shelf_of

    with explained():
        from pitboss.casino.app import Casino
        from pitboss.cli.render import floor_page as pages
        from pitboss.operations.vault_key import key_at_hand
        from pitboss.reports.text import as_json

        settings = load(config, database)
        with reading(settings) as journal:
            casino = Casino(journal, shelf=shelf_of(settings), key=key_at_hand(settings.vault))
            rows = pages.tables_of(casino)
        typer.echo(
            as_json([pages.table_values(table) for table in rows])
            if json
            else pages.tables_page(rows)
        )


@commands.command(short_help="List the jackpot links.")
def links(json: AsJson = False, database: Database = None, config: ConfigFile = None) -> None:
    """List the jackpot links: what the sign shows, state, tables, pending claims, hits."""
    from pitboss.cli.context import explained, load, reading, shelf_of

    with explained():
        from pitboss.casino.app import Casino
        from pitboss.cli.render import floor_page as pages
        from pitboss.operations.vault_key import key_at_hand
        from pitboss.reports.text import as_json

        settings = load(config, database)
        with reading(settings) as journal:
            casino = Casino(journal, shelf=shelf_of(settings), key=key_at_hand(settings.vault))
            rows = pages.links_of(casino)
            values = [pages.link_values(casino, link) for link in rows]
            typer.echo(as_json(values) if json else pages.links_page(casino, rows))


@commands.command(short_help="Fill a new journal with sample play.")
def demo(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="DIR", help="A folder to create for the new journal.", show_default=False
        ),
    ] = None,
    tables: Annotated[int, typer.Option("--tables", min=1, max=200, help="How many tables.")] = 5,
    commands: Annotated[int, typer.Option("--commands", min=1, help="How many commands.")] = 2_000,
    seed: Annotated[
        int, typer.Option("--seed", help="A different number gives a different history.")
    ] = 1,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Fill a new journal with sample play like a casino's: tables of every rulebook, two links, and
    irregularities.

    For trying the other commands. The journal must be empty.
    """
    from pitboss.cli.context import explained, load, progress, writing
    from pitboss.cli.streams import fail

    if folder is not None and database is not None:
        raise typer.BadParameter("give a folder or --database, not both")
    with explained():
        from pitboss.demo.house import play_demo

        settings = load(config, str(folder / "pitboss.db") if folder is not None else database)
        with writing(settings) as journal, progress() as shown:
            if stored := journal.count():
                raise fail(
                    f"{journal.name} already holds {stored:,} records. A demonstration needs "
                    "an empty journal: name another."
                )
            played = play_demo(
                journal,
                tables=tables,
                commands=commands,
                seed=seed,
                verifiers=settings.settings.links.verifiers,
                progress=lambda done: shown("playing", done, commands),
            )
            name, stored = journal.name, journal.count()
    typer.echo(
        f"{name}: {played.rounds:,} rounds at {played.tables} tables on {played.links} links, "
        f"{stored:,} events (seed {seed})."
    )
    typer.echo(
        "Look at it with 'pitboss floor', 'pitboss report day' or 'pitboss replay T1-1', with "
        "the same --database."
    )
