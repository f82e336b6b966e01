"""``pitboss replay``."""

from typing import Annotated

import typer

from pitboss.cli.context import AsJson, ConfigFile, Database, Zone

commands = typer.Typer(rich_markup_mode=None)


@commands.command(short_help="Show a round event by event.")
def replay(
    round_id: Annotated[
        str,
        typer.Argument(
            metavar="ROUND", help="The round's id: its table and number, such as T1-17."
        ),
    ],
    tz: Zone = None,
    json: AsJson = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Show a round event by event, at the table and on its link: when, what happened, who did it,
    and under which clauses.

    Every card is shown. The secret of a virtual shuffle is shown once the round is concluded. Exit
    code 0: the round was shown. 2: there is no such round, or no journal.
    """
    from pitboss.cli.context import explained, load, reading, shelf_of, zone_of
    from pitboss.cli.render.replay_page import page, round_as_json

    with explained():
        from pitboss.casino.history import find_round
        from pitboss.casino.record_shelf import RecordShelf

        settings = load(config, database)
        zone = zone_of(settings, tz)
        with reading(settings) as journal:
            shelf = RecordShelf(journal, shelf_of(settings))
            played = find_round(journal, round_id)
            if json:
                typer.echo(round_as_json(played, shelf, zone))
                return
            for line in page(played, shelf, zone):
                typer.echo(line)
