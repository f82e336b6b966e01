"""``pitboss serve``."""

from typing import Annotated

import typer

from pitboss.cli.context import ConfigFile, Database

commands = typer.Typer(rich_markup_mode=None)


@commands.command(short_help="Run the service and its pages.")
def serve(
    host: Annotated[
        str | None,
        typer.Option(
            help="The address to listen on [the server.host setting].", show_default=False
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="The port [the server.port setting].", show_default=False
        ),
    ] = None,
    demo: Annotated[
        bool,
        typer.Option(
            "--demo", help="Run a demonstration: visitors sign in as anybody, and robots play."
        ),
    ] = False,
    robots: Annotated[
        bool, typer.Option("--robots/--no-robots", help="Whether robots play in the demonstration.")
    ] = True,
    practice: Annotated[
        bool,
        typer.Option(
            "--practice",
            help="Players may ask what the exact strategy would do [the server.practice setting].",
        ),
    ] = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Run the service: tables, jackpots, and the pages for everybody who works or plays there.

    The first time, it prints a link for creating the first administrator.
    """
    from pitboss.cli.context import explained, load
    from pitboss.cli.streams import fail

    with explained():
        settings = load(config, database)
        from pitboss.web.demo import NotADemo
        from pitboss.web.lifecycle import NoAddress, run

        try:
            run(settings, host=host, port=port, demo=demo, robots=robots, practice=practice)
        except (NotADemo, NoAddress) as error:
            raise fail(str(error)) from None
