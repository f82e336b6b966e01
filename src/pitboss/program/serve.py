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
            help="The address to listen on [the setting server.host].", show_default=False
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="The port [the setting server.port].", show_default=False
        ),
    ] = None,
    demo: Annotated[
        bool,
        typer.Option("--demo", help="A demonstration: visitors sign in as anybody, robots play."),
    ] = False,
    robots: Annotated[
        bool, typer.Option("--robots/--no-robots", help="Whether robots play in the demonstration.")
    ] = True,
    practice: Annotated[
        bool,
        typer.Option(
            "--practice",
            help="Players may ask what the exact strategy would do [the setting server.practice].",
        ),
    ] = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Run the service: tables, jackpots and the pages for everybody who works or plays there.

    At the first start a link is printed with which the first administrator is made.
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
