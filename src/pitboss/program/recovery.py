"""``pitboss recover-administrator``."""

from typing import Annotated

import typer

from pitboss.cli.context import ConfigFile, Database

commands = typer.Typer(rich_markup_mode=None)


@commands.command(
    "recover-administrator", short_help="Let an administrator in who has no password any more."
)
def recover_administrator(
    reason: Annotated[str, typer.Option(help="Why it is needed; it stays on record.")],
    name: Annotated[
        str | None,
        typer.Option(
            help="The administrator, or a new one where none is left [the only one there is].",
            show_default=False,
        ),
    ] = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Let an administrator in who has no password any more: prints one that is good for one
    sign-in.

    It is on record with the reason and the user of the operating system, and every administrator
    sees it on the page People. On PostgreSQL servers may go on; on SQLite stop the server first,
    and start it again afterwards. Exit code 0: done. 2: nothing was changed.
    """
    from pitboss.cli.context import explained, load, shelf_of, writing
    from pitboss.cli.streams import fail

    with explained():
        from pitboss.casino.app import Casino
        from pitboss.journal.port import InUse
        from pitboss.operations.config import sqlite_path
        from pitboss.web.auth.recovery import CannotRecover
        from pitboss.web.auth.recovery import recover_administrator as recover

        settings = load(config, database)
        path = sqlite_path(settings.database)
        if path is not None and not path.exists():
            raise fail(f"there is no journal at {path}. Check the path.")
        try:
            with writing(settings) as journal:
                whom, password = recover(Casino(journal, shelf=shelf_of(settings)), name, reason)
        except InUse as error:
            raise fail(f"{error} When this is done, start the server again.") from None
        except CannotRecover as error:
            raise fail(str(error)) from None
        typer.echo(f"{whom} can sign in once with this password, and chooses another one then:")
        typer.echo(f"\n    {password}\n")
        typer.echo("Whoever was signed in under this name is signed out. It is on record.")
