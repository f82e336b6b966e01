"""``pitboss config``."""

from typing import Annotated

import typer

from pitboss.cli.context import AsJson, ConfigFile, Database

commands = typer.Typer(rich_markup_mode=None)


@commands.command(short_help="Print the settings in force, or an example file.")
def config(
    example: Annotated[
        bool,
        typer.Option("--example", help="Print a settings file with every setting, to start from."),
    ] = False,
    json: AsJson = False,
    database: Database = None,
    file: ConfigFile = None,
) -> None:
    """Print the settings in force and where each comes from; never a password
    (docs/configuration.md).

    Exit code 0: they are valid. 2: something is wrong with them; the message says what, where, and
    how to put it right.
    """
    from pitboss.cli.context import explained, load

    if example:
        from pitboss.operations.settings import example as example_file

        typer.echo(example_file(), nl=False)
        return
    with explained():
        from pitboss.cli.render.columns import columns
        from pitboss.operations.config import shown_value, without_password
        from pitboss.operations.settings import DESCRIBED
        from pitboss.reports.text import as_json

        loaded = load(file, database)
        shown = [
            (setting.key, shown_value(loaded, setting.key), loaded.sources[setting.key])
            for setting in DESCRIBED
        ]
        if json:
            typer.echo(
                as_json({key: {"value": value, "from": source} for key, value, source in shown})
            )
            return
        typer.echo(columns(("setting", "value", "from"), shown))
        typer.echo(f"\nThe journal: {without_password(loaded.database)}")
        for text in loaded.warnings:
            typer.echo(f"Warning: {text}")
