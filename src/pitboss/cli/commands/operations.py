"""``pitboss backup``, ``restore``, ``move-to-postgres``, ``checkpoint`` and ``doctor``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.context import AsJson, ConfigFile, Database

if TYPE_CHECKING:
    from pitboss.operations.config import Config
    from pitboss.operations.integrity import Whole


commands = typer.Typer(rich_markup_mode=None)


def _holds(whole: "Whole") -> str:
    return (
        f"{whole.records:,} events in {whole.streams:,} streams up to position "
        f"{whole.last_position}, {whole.checkpoints:,} checkpoints, heads {whole.root.hex()[:16]}"
    )


@commands.command(short_help="Back up the journal, even while a server runs.")
def backup(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="The file to write [named by date and time, in the backups folder].",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Sign the end of the journal, copy the journal to a SQLite file as it stands at one moment,
    and check the copy.

    A server may keep writing meanwhile. Exit code 0: the backup is written and complete. 2: it is
    not, and FILE is unchanged.
    """
    from pitboss.cli.context import explained, load, progress

    with explained():
        from pitboss.operations.backup import back_up

        settings = load(config, database)
        target = _backup_file(settings, file)
        _sign(settings, "The last records of the backup are not signed")
        with progress() as shown:
            whole = back_up(
                settings.database, target, force=force, archive=settings.archive, report=shown
            )
        typer.echo(f"{target}: {_holds(whole)}.")


def _sign(settings: "Config", otherwise: str) -> None:
    """Signs the end of the journal. If that fails, it says so and the command continues."""
    from pitboss.cli.context import signing
    from pitboss.journal.port import JournalError, NotAJournal
    from pitboss.operations.checkpointer import Checkpointer

    try:
        with signing(settings) as journal:
            keeper = Checkpointer.configured(journal, settings)
            keeper.make()
            keeper.copy_missing()
    except NotAJournal:
        # Whatever comes next explains it better.
        return
    except (JournalError, OSError) as error:
        typer.echo(f"pitboss: {otherwise}: {error}", err=True)


def _backup_file(settings: "Config", file: Path | None) -> Path:
    if file is not None:
        return file
    settings.backups.mkdir(parents=True, exist_ok=True)
    return settings.backups / f"pitboss-{_stamp()}.db"


def _stamp() -> str:
    import datetime as dt

    return dt.datetime.now(dt.UTC).strftime("%Y%m%dT%H%M%SZ")


@commands.command(short_help="Replace the journal with a backup.")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Replace the journal with a backup, after checking it: chain, versions, counts and
    checkpoints.

    The journal that is replaced, and the copies of its checkpoints, are kept under other names. The
    restored journal records who restored it, when, and from what. Nothing is changed while a server
    is running. A PostgreSQL database must be empty. Exit code 0: restored. 2: not restored, and
    nothing has changed.
    """
    from pitboss.cli.context import explained, load, progress, reading, shelf_of

    with explained():
        from pitboss.operations.backup import restore as put_back
        from pitboss.operations.config import without_password
        from pitboss.operations.verdicts import set_aside

        settings, stamp = load(config, database), _stamp()
        with progress() as shown:
            done = put_back(
                file,
                settings.database,
                stamp,
                copies=settings.copy,
                shelf=shelf_of(settings),
                archive=settings.archive,
                report=shown,
            )
        typer.echo(f"{without_password(settings.database)}: {_holds(done.whole)}.")
        if done.kept is not None:
            typer.echo(f"What was there before is kept as {done.kept}.")
        if done.copies is not None:
            typer.echo(f"The copies of its checkpoints are kept as {done.copies}.")
        with reading(settings) as journal:
            if set_aside(settings, journal, stamp):
                typer.echo(f"The verdicts of its audits are set aside as .replaced-{stamp}.")
        typer.echo(f"The restore is on record at position {done.position}.")
        _sign(settings, "That record is not signed yet")
        typer.echo("Now run 'pitboss audit' and 'pitboss doctor'.")


@commands.command("move-to-postgres", short_help="Copy a SQLite journal into PostgreSQL.")
def move_to_postgres(
    url: Annotated[
        str, typer.Argument(metavar="URL", help="An empty database: postgresql://user@host/name.")
    ],
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Copy a SQLite journal into an empty PostgreSQL database: counts, balances and chain heads
    must be the same.

    The SQLite journal stays as it is; no server may be using it meanwhile. Exit code 0: moved. 2:
    not moved, and the PostgreSQL database is empty.
    """
    from pitboss.cli.context import explained, load, progress, shelf_of
    from pitboss.cli.streams import fail

    with explained():
        from pitboss.operations.config import sqlite_path, without_password
        from pitboss.operations.transfer import move

        settings = load(config, database)
        path = sqlite_path(settings.database)
        if path is None:
            raise fail(
                "the journal is already in PostgreSQL: only a SQLite journal can be moved there"
            )
        if not url.startswith(("postgresql://", "postgres://")):
            raise fail(
                f"{url!r} is not the address of a PostgreSQL database: write "
                "postgresql://user@host/name"
            )
        with progress() as shown:
            there = load(config, url)
            whole = move(
                path,
                url,
                shelf_of(settings),
                report=shown,
                archive=settings.archive,
                new_archive=there.archive,
            )
        typer.echo(
            f"{without_password(url)}: {_holds(whole)}. Balances, counts and chain heads are "
            "the same."
        )
        typer.echo(
            f"{path} is as it was. Set database to the new address before you start the "
            "server again."
        )


@commands.command(short_help="Sign the journal as it stands now.")
def checkpoint(
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Replace the signing key with a new one.")
    ] = False,
    old_key_lost: Annotated[
        bool,
        typer.Option(
            "--old-key-lost",
            help="With --new-key: the old key is lost and can't confirm the change.",
        ),
    ] = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Sign the journal as it stands now, and copy the signature to the file named in the settings.

    A running server does this by itself at intervals, and need not be stopped for it. Creates the
    signing key if nothing has been signed yet. Exit code 0: done, or there was nothing new to sign.
    2: it could not be done.
    """
    from pitboss.cli.context import explained, load, signing, writing

    with explained():
        from pitboss.clock import wall_clock_ms
        from pitboss.operations.checkpointer import Checkpointer
        from pitboss.operations.signing_key import change_key

        settings = load(config, database)
        if old_key_lost and not new_key:
            raise typer.BadParameter("--old-key-lost only goes with --new-key")
        with (writing if new_key else signing)(settings) as journal:
            if new_key:
                if not old_key_lost:
                    # Everything that the old key has signed.
                    Checkpointer.configured(journal, settings).make()
                kept = change_key(journal, settings.key, _stamp(), wall_clock_ms, lost=old_key_lost)
                old = "" if kept is None else f" The old one is kept as {kept}."
                typer.echo(f"A new key in {settings.key} signs from now on.{old}")
            keeper = Checkpointer.configured(journal, settings)
            made = keeper.make()
            copied = keeper.copy_missing()
            key = keeper.public_key.hex()
        if made is None:
            typer.echo("Nothing has been stored since the last checkpoint.")
        else:
            typer.echo(
                f"Checkpoint {made.number}: position {made.position}, root {made.root.hex()[:16]}."
            )
        if copied:
            typer.echo(f"Copied to {settings.copy}.")
        typer.echo(f"Public key for 'pitboss audit --key': {key}")


@commands.command(short_help="Show or replace the vault key.")
def vault(
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Replace the vault key with a new one.")
    ] = False,
    old_key_lost: Annotated[
        bool, typer.Option("--old-key-lost", help="With --new-key: the old key is lost.")
    ] = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Show which vault key the journal uses and whether it is here, or replace it.

    The secrets of virtual shuffles and the seals of snapshots are derived from this key. Stop all
    servers before you replace it, preferably between rounds: cards already dealt are sealed with
    the old one. Exit code 0: the key is here, or was replaced. 2: it is missing, or could not be
    replaced.
    """
    from pitboss.cli.context import explained, load, reading, writing

    with explained():
        from pitboss.clock import wall_clock_ms
        from pitboss.operations.vault_key import change_vault_key, name_in_force, vault_key

        settings = load(config, database)
        if old_key_lost and not new_key:
            raise typer.BadParameter("--old-key-lost only goes with --new-key")
        if new_key:
            with writing(settings) as journal:
                kept = change_vault_key(
                    journal, settings.vault, _stamp(), wall_clock_ms, lost=old_key_lost
                )
            old = "" if kept is None else f" The old one is kept as {kept}."
            typer.echo(f"A new vault key in {settings.vault} is in force from now on.{old}")
            return
        with reading(settings) as journal:
            name = name_in_force(journal)
            if name is None:
                typer.echo("The journal has no vault key yet; the server makes one when it starts.")
                return
            vault_key(journal, settings.vault)
        typer.echo(f"The vault key {name} is in {settings.vault}.")


@commands.command(short_help="Check the installation.")
def doctor(json: AsJson = False, database: Database = None, config: ConfigFile = None) -> None:
    """Check the installation: versions, database, migrations, disk, fsync, clock, chain,
    checkpoints, signing key.

    Each failure names its fix. Exit code 0: nothing failed; there may be warnings. 1: something
    failed.
    """
    from pitboss.cli.context import explained, load

    with explained():
        from pitboss.operations.doctor.examination import examine
        from pitboss.operations.doctor.findings import Severity
        from pitboss.reports.text import as_json

        findings = list(examine(load(config, database)))
        failed = sum(finding.standing is Severity.FAILURE for finding in findings)
        warned = sum(finding.standing is Severity.WARNING for finding in findings)
        if json:
            typer.echo(
                as_json(
                    {
                        "healthy": not failed,
                        "failures": failed,
                        "warnings": warned,
                        "checks": findings,
                    }
                )
            )
            raise typer.Exit(1 if failed else 0)
        width = max(len(finding.check) for finding in findings)
        marks = {Severity.FINE: "ok", Severity.WARNING: "!!", Severity.FAILURE: "XX"}
        for finding in findings:
            typer.echo(f"{marks[finding.standing]}  {finding.check:<{width}}  {finding.found}")
            if finding.fix is not None:
                typer.echo(f"    {'':<{width}}  → {finding.fix}")
        typer.echo(f"\n{_count(failed, 'failure')}, {_count(warned, 'warning')}.")
        raise typer.Exit(1 if failed else 0)


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
