"""``pitboss archive``."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.context import ConfigFile, Database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zoneinfo import ZoneInfo

    from pitboss.journal.port import Checkpoint, Journal
    from pitboss.operations.config import Config


commands = typer.Typer(rich_markup_mode=None)


@commands.command(short_help="Move older records into sealed files.")
def archive(
    before: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Everything signed before then, such as 2026-11-01 or 2026-11-01T08:00+08:00.",
            show_default=False,
        ),
    ] = None,
    checkpoint: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            help="Everything up to this checkpoint, in one segment.",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Archive nothing; read every segment to its last byte.")
    ] = False,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Move older records into segments: sealed, compressed files beside the database, which every
    command still reads in place.

    With no option: every month that ended longer ago than the archive.keep_days setting. Only
    records that a checkpoint has signed are archived. No server may be using a SQLite journal
    meanwhile; a running server does this by itself at night. Exit code 0: done. 1: --check found
    something wrong. 2: it could not be done, and nothing is lost.
    """
    from pitboss.cli.context import explained, load, progress, writing

    with explained():
        from pitboss.operations.archiver import Archiver
        from pitboss.operations.signing_key import signing_key

        settings = load(config, database)
        if check:
            raise typer.Exit(_check(settings))
        with writing(settings) as journal, progress() as shown:
            ends = _ends(journal, settings, before, checkpoint)
            archiver = Archiver(journal, signing_key(journal, settings.key))
            made = archiver.archive(ends, shown)
        for sealed in made:
            path = settings.archive / sealed.file
            size = path.stat().st_size
            typer.echo(
                f"{path}: {sealed.records:,} events, positions {sealed.first} to {sealed.last}, "
                f"{size / sealed.records:,.0f} bytes an event."
            )
        if not made:
            typer.echo("There is nothing to archive.")


def _ends(
    journal: "Journal", settings: "Config", before: str | None, number: int | None
) -> "Iterator[Checkpoint]":
    from pitboss.cli.streams import fail
    from pitboss.clock import wall_clock_ms
    from pitboss.operations.archiver import ends_before, month_begins_ms

    if number is not None:
        if before is not None:
            raise fail("give --before or --checkpoint, not both")
        checkpoint = next(journal.checkpoints(after=number - 1), None) if number > 0 else None
        if checkpoint is None:
            raise fail(f"there is no checkpoint {number}")
        sealed = journal.segments()
        if sealed and checkpoint.position <= sealed[-1].last:
            return iter(())
        return iter((checkpoint,))
    zone = settings.zone_in(journal)
    if before is not None:
        return ends_before(journal, _moment_ms(before, zone), zone)
    keep_days = settings.settings.archive.keep_days
    if not keep_days:
        raise fail(
            "the setting archive.keep_days is 0, so nothing is old enough: set it, or give "
            "--before TIME"
        )
    until_ms = month_begins_ms(wall_clock_ms(), keep_days, zone)
    return ends_before(journal, until_ms, zone)


def _moment_ms(text: str, zone: "ZoneInfo") -> int:
    from pitboss.cli.streams import fail

    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise fail(
            f"--before takes a time such as 2026-11-01 or 2026-11-01T08:00+08:00, not {text!r}"
        ) from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    return int(moment.timestamp() * 1_000)


def _check(settings: "Config") -> int:
    """Reads every segment; returns the exit code."""
    from pitboss.cli.context import progress, reading
    from pitboss.operations.archiver import segment_faults

    with reading(settings) as journal, progress() as shown:
        segments = journal.segments()
        faults = list(segment_faults(journal, whole=True, report=shown))
    for fault, fix in faults:
        typer.echo(f"{fault}\n  → {fix}")
    if not faults:
        typer.echo(f"{len(segments):,} segments, all intact.")
    return 1 if faults else 0
