"""``pitboss audit``."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.context import AsJson, ConfigFile, Database

if TYPE_CHECKING:
    from datetime import tzinfo

    from pitboss.audit.report import AuditReport
    from pitboss.audit.run import Progress
    from pitboss.operations.verdicts import AuditResult

_PROGRESS_AFTER_S = 2.0


commands = typer.Typer(rich_markup_mode=None)


Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing if everything fits.")]
Checkpoints = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Checkpoints copied elsewhere [none; the checkpoints.copy setting is not used].",
        show_default=False,
    ),
]
Keys = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PUBLICKEY",
        help=(
            "The public key that signs checkpoints: 64 hexadecimal digits, or a file with "
            "them; repeatable."
        ),
        show_default=False,
    ),
]
UnsignedAtMost = Annotated[
    int | None,
    typer.Option(
        min=0,
        metavar="N",
        help="Fail if more than N records came after the last checkpoint.",
        show_default=False,
    ),
]
OwnRulebooks = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE",
        help="A rulebook of your own that tables name by its id; repeatable.",
        show_default=False,
    ),
]
Full = Annotated[
    bool,
    typer.Option("--full", help="Start from the first record, whatever has been audited before."),
]
Reread = Annotated[
    bool | None,
    typer.Option(
        "--reread/--no-reread",
        help=(
            "Also read again what was audited before, and check its hashes against the "
            "signed ones [up to 200,000 records]."
        ),
        show_default=False,
    ),
]
Since = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help=(
            "Audit what was stored since a time, such as 2026-11-01 or 2026-11-01T08:00+08:00: "
            "from the last verdict before it, or from the first record if there is none."
        ),
        show_default=False,
    ),
]
Until = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="Leave out anything stored later.", show_default=False),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=64,
        metavar="N",
        help="How many processes share the work [one per core, at most eight].",
        show_default=False,
    ),
]


@commands.command(short_help="Recompute everything in the journal, independently.")
def audit(
    json: AsJson = False,
    quiet: Quiet = False,
    checkpoints: Checkpoints = None,
    key: Keys = None,
    unsigned_at_most: UnsignedAtMost = None,
    rulebook: OwnRulebooks = None,
    full: Full = False,
    reread: Reread = None,
    since: Since = None,
    until: Until = None,
    workers: Workers = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Recompute everything in the journal, with separate code, and name the first thing that does
    not fit.

    Hashes, versions, commands, checkpoints; chips, settlements, shuffles; contributions, meters,
    claims and awards. From the first record on, every command is also decided again, as this
    program does; what another release decided otherwise is listed and accuses nobody. A server may
    keep writing meanwhile. Only checkpoints kept elsewhere, or the public key, show that nobody has
    rewritten the whole journal. Records after the last checkpoint are not signed yet.

    It continues from the last audit that passed, at the checkpoint named in its signed verdict. A
    verdict that is damaged, forged, or from another program or journal is reported and ignored;
    then, and with --full, everything is recomputed. What came before is not recomputed; with
    --reread, or where it is short, its bytes are read again and checked against the signed hashes.

    Exit code 0: everything fits. 1: something does not. 2: the journal could not be read.
    """
    from pitboss.cli.context import explained, load, moment_ms, reading, zone_of
    from pitboss.cli.streams import fail

    with explained():
        from pitboss.audit.checkpoint_form import read_copies
        from pitboss.audit.run import WantedAudit
        from pitboss.casino.vault import Vault
        from pitboss.operations.backup import sqlite_path
        from pitboss.operations.snapshots import with_snapshots
        from pitboss.operations.vault_key import key_at_hand
        from pitboss.operations.verdicts import audit_journal, workers_of_this_machine
        from pitboss.rulebook.shelf import Shelf

        keys, settings = [_key(text) for text in key or ()], load(config, database)
        own = _own_rulebooks([*settings.rulebooks, *(rulebook or ())])
        file = sqlite_path(settings.database)
        try:
            zone = zone_of(settings, None)
            since_ms, until_ms = (moment_ms(text, zone) for text in (since, until))
            with reading(settings) as journal, _progress() as progress:
                wanted = WantedAudit(
                    checkpoints=lambda: () if checkpoints is None else read_copies(checkpoints),
                    keys=keys,
                    rulebooks=own,
                    file=file,
                    unsigned_at_most=unsigned_at_most,
                    progress=progress,
                    reread=reread,
                    until_ms=until_ms,
                    workers=workers or workers_of_this_machine(),
                    replay=True,
                )
                result = audit_journal(journal, settings, wanted, full=full, since_ms=since_ms)
                vault = None if (at_hand := key_at_hand(settings.vault)) is None else Vault(at_hand)
                report = with_snapshots(result.report, journal, Shelf(own=[*own.values()]), vault)
        except _sqlite_error() as error:
            raise fail(f"{file} is damaged: {error}. Restore it from a backup.") from None
    _print(report, result, json, quiet, zone)
    raise typer.Exit(0 if report.content else 1)


def _sqlite_error() -> type[Exception]:
    """What SQLite itself raises when a damaged file makes it reject our queries."""
    import apsw

    return apsw.Error


def _key(text: str) -> bytes:
    """A public key, as text or in a file."""
    path = Path(text)
    try:
        digits = path.read_text(encoding="ascii").strip() if path.is_file() else text
        public = bytes.fromhex(digits)
    except (OSError, ValueError):
        public = b""
    if len(public) != 32:
        raise typer.BadParameter(
            f"--key takes 64 hexadecimal digits or a file that holds them, not {text!r}: "
            "'pitboss checkpoint' prints the key"
        )
    return public


def _own_rulebooks(files: Sequence[Path]) -> dict[str, Path]:
    """Own rulebooks by their ids; a later file takes precedence over an earlier one."""
    from pitboss.audit.rulebook_file import CannotCheck, open_book
    from pitboss.cli.streams import fail

    try:
        return {open_book(file).id: file for file in files}
    except CannotCheck as error:
        raise fail(str(error)) from None


@contextmanager
def _progress() -> "Iterator[Progress | None]":
    """A progress bar with the rate, for audits of more than two seconds on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    begun_s = monotonic()
    bar = Progress(
        TextColumn("auditing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]:,.0f} a second"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("", rate=0.0)

    def tell(done: int, of: int) -> None:
        taken_s = monotonic() - begun_s
        if taken_s > _PROGRESS_AFTER_S:
            bar.start()
            bar.update(task, completed=done, total=max(of, done), rate=done / taken_s)

    try:
        yield tell
    finally:
        bar.stop()


def _print(
    report: "AuditReport", result: "AuditResult", json: bool, quiet: bool, zone: "tzinfo"
) -> None:
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(report.written), indent=2).decode())
        return
    if report.problem is not None:
        typer.echo(report.problem.sentence)
    if quiet:
        return
    verdict = (
        "everything fits"
        if report.content
        else "something does not fit; this is how far the audit got"
    )
    typer.echo(f"{report.journal}: {verdict}.")
    rows = (
        *_rows(report),
        *_extent(report, zone),
        *_decided(report),
        *_signatures(report),
        *_verdict(result),
        *_operations(report, zone),
    )
    for name, value in rows:
        typer.echo(f"{name:<14}{value}")


def _extent(report: "AuditReport", zone: "tzinfo") -> Iterator[tuple[str, str]]:
    """What was recomputed, and what an earlier audit vouches for."""
    from pitboss.cli.render.columns import printable, time_text

    for one in report.ignored:
        yield "ignored", printable(one)
    begun = report.begun
    if begun is None:
        yield "recomputed", "everything, from the first record"
        return
    before = f"everything before it was found to fit on {time_text(begun.audited_ms, zone)}"
    read = "its bytes were read again" if begun.reread else "not read again: --reread, or --full"
    yield "recomputed", f"from position {begun.position + 1} on; {before} ({read})"
    verdict = f"the verdict up to checkpoint {begun.checkpoint}, its signature verified"
    yield "went on from", f"{verdict}; last in full on {time_text(begun.full_ms, zone)}"


def _decided(report: "AuditReport") -> Iterator[tuple[str, str]]:
    """What was decided again, and where that came to something else."""
    from pitboss.cli.render.columns import printable

    replayed = report.decided
    if replayed is None:
        if report.begun is not None:
            yield "decided again", "nothing: with --full everything is"
        return
    told = f"{replayed.entries - replayed.followed:,} of {replayed.entries:,} entries"
    if replayed.followed:
        told += "; of the others something was never stored, or is not published yet"
    yield "decided again", told
    for program, count in sorted(replayed.programs.items()):
        yield "decided by", f"{printable(program)}: {count:,} entries"
    for one in replayed.differences:
        what = f"position {one.at}, {one.stream}: {one.stored}; this program: {one.decided}"
        yield "otherwise", printable(f"{one.program} decided {what}")
    if replayed.fault is not None:
        yield (
            "our own fault",
            printable(f"an error of this program, not of the journal: {replayed.fault}"),
        )


def _verdict(result: "AuditResult") -> Iterator[tuple[str, str]]:
    """Whether the next audit can continue from this one."""
    from pitboss.cli.render.columns import printable

    if result.verdict is not None:
        yield "verdict", f"signed: {printable(str(result.verdict))}"
    elif result.report.content:
        yield "verdict", f"not signed: {printable(result.because)}"


def _rows(report: "AuditReport") -> Iterator[tuple[str, str]]:
    from pitboss.cli.render.columns import printable
    from pitboss.kernel.money import Cents, format_cents

    counts = report.counts
    yield (
        "records",
        f"{counts.records:,} of {counts.commands:,} commands in {counts.streams:,} streams",
    )
    yield "tables", f"{counts.tables:,}, with {counts.rounds:,} rounds"
    yield "settlements", f"{counts.settlements:,} recomputed"
    yield "rulings", f"{counts.rulings:,} recomputed"
    yield "shuffles", f"{counts.shuffles:,} recomputed"
    yield (
        "links",
        (
            f"{counts.links:,}, with {counts.contributions:,} contributions and "
            f"{counts.claims:,} claims"
        ),
    )
    yield (
        "awards",
        f"{counts.awards:,} recomputed, {format_cents(Cents(counts.awarded_cents))} in all",
    )
    if counts.displayed:
        yield "displayed figures", f"{counts.displayed:,} of signs, none above the jackpot"
    if counts.recoveries:
        yield "recoveries", f"{counts.recoveries:,} of an administrator, from the command line"
    for rulebook in report.unaudited:
        said = "order of dealing and rulings not recomputed: its game does not define them"
        yield "unaudited", f"{printable(rulebook)}: {said}"
    yield "last position", str(report.last_position)
    yield "heads", report.heads


def _signatures(report: "AuditReport") -> Iterator[tuple[str, str]]:
    """How far the checkpoints reach, and who signed them."""
    if report.last_checkpoint is None:
        yield (
            "checkpoints",
            "none: nothing shows whether the journal was rewritten. Run 'pitboss checkpoint'.",
        )
        return
    yield (
        "checkpoints",
        f"{report.counts.checkpoints:,} verified, the last is number {report.last_checkpoint}",
    )
    after = (
        "nothing came after it"
        if not report.unsigned
        else "1 record after it is not"
        if report.unsigned == 1
        else f"{report.unsigned:,} records after it are not"
    )
    yield "signed up to", f"position {report.signed_up_to}; {after}"
    for key in report.keys:
        yield "signed by", key if report.trusted else f"{key} (compare it, or give it as --key)"


def _operations(report: "AuditReport", zone: "tzinfo") -> Iterator[tuple[str, str]]:
    """What was done to the journal itself."""
    from pitboss.cli.render.columns import printable, time_text

    for one in report.restored:
        before = (
            ""
            if one.replaced is None
            else f"; the journal it replaced had gone on to {one.replaced}"
        )
        what = f"by {one.by} from {one.file}, up to position {one.up_to}{before}"
        yield "restored", f"{time_text(one.at_ms, zone)} {printable(what)}"
    for change in report.key_changes:
        word = (
            "confirmed by the old one"
            if change.confirmed
            else "NOT confirmed by the old one, which was lost"
        )
        what = f"by {change.by} to {change.after}, {word}"
        yield "key changed", f"{time_text(change.at_ms, zone)} {printable(what)}"
