"""``pitboss recover-administrator`` and ``pitboss appoint``: people, from the machine itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.context import ConfigFile, Database

if TYPE_CHECKING:
    from pathlib import Path

    from pitboss.casino.app import Casino

commands = typer.Typer(rich_markup_mode=None)


@commands.command(
    "recover-administrator", short_help="Let in an administrator who has lost the password."
)
def recover_administrator(
    reason: Annotated[str, typer.Option(help="Why this is needed; the reason goes on record.")],
    name: Annotated[
        str | None,
        typer.Option(
            help="The administrator, or a new one if none is left [the only one].",
            show_default=False,
        ),
    ] = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Let in an administrator who has lost the password: prints a new one, valid for one sign-in.

    This is recorded with the reason and the operating system user, and every administrator sees it
    on the People page. With PostgreSQL, servers may keep running; with SQLite, stop the server
    first and start it again afterwards. Exit code 0: done. 2: nothing was changed.
    """
    from pitboss.cli.context import explained

    with explained():
        from pitboss.web.auth.recovery import recover_administrator as recover

        with _casino(config, database) as casino:
            whom, password = recover(casino, name, reason)
        _tell(whom, password)
        typer.echo("Anyone signed in under this name has been signed out. This is on record.")


@commands.command(short_help="Give a new person a post, to get a new house started.")
def appoint(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new person's name.")],
    role: Annotated[
        str,
        typer.Argument(metavar="ROLE", help="The role, such as shift-manager or administrator."),
    ],
    reason: Annotated[str, typer.Option(help="Why this is needed; the reason goes on record.")],
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Give a new person a post, from the machine itself: prints a password valid for one sign-in.

    A new house has one administrator, and it takes two to make somebody a pit manager, a shift
    manager or an administrator: its first posts are filled here. This is recorded with the reason
    and the operating system user, and the audit counts it. With PostgreSQL, servers may keep
    running; with SQLite, stop the server first and start it again afterwards. Exit code 0: done. 2:
    nothing was changed.
    """
    from pitboss.cli.context import explained
    from pitboss.cli.streams import fail

    with explained():
        from pitboss.people.roles import Role
        from pitboss.web.auth.recovery import appoint as appointed

        if role not in [one.value for one in Role]:
            raise fail(f"there is no role {role}; choose one of {', '.join(Role)}")
        with _casino(config, database) as casino:
            password = appointed(casino, name, Role(role), reason)
        _tell(name, password)
        typer.echo("It is on record.")


@contextmanager
def _casino(config: "Path | None", database: str | None) -> Iterator["Casino"]:
    """The casino of an existing journal, for one change of its people."""
    from pitboss.casino.app import Casino
    from pitboss.cli.context import load, shelf_of, writing
    from pitboss.cli.streams import fail
    from pitboss.journal.port import InUse
    from pitboss.operations.config import sqlite_path
    from pitboss.web.auth.recovery import CannotRecover

    settings = load(config, database)
    path = sqlite_path(settings.database)
    if path is not None and not path.exists():
        raise fail(f"there is no journal at {path}. Check the path.")
    try:
        with writing(settings) as journal:
            yield Casino(journal, shelf=shelf_of(settings))
    except InUse as error:
        raise fail(f"{error} Afterwards, start the server again.") from None
    except CannotRecover as error:
        raise fail(str(error)) from None


def _tell(name: str, password: str) -> None:
    typer.echo(f"{name} can sign in once with this password, and must then choose another:")
    typer.echo(f"\n    {password}\n")
