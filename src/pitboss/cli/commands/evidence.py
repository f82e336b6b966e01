"""``pitboss evidence`` and ``pitboss redact``."""

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.context import ConfigFile, Database, Zone

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from pitboss.evidence.folder import Files
    from pitboss.evidence.subjects import Subject, SubjectKind
    from pitboss.journal.port import Journal
    from pitboss.operations.config import Config
    from pitboss.rulebook.shelf import Shelf

commands = typer.Typer(rich_markup_mode=None)

To = Annotated[
    Path | None,
    typer.Option(
        "--to",
        metavar="PATH",
        help="The folder or file to write [named after its subject].",
        show_default=False,
    ),
]
Zipped = Annotated[bool, typer.Option("--zip", help="Write one file instead of a folder.")]
Authority = Annotated[
    str | None,
    typer.Option(
        "--timestamp",
        metavar="URL",
        help="Have the folder time-stamped by an authority (RFC 3161).",
        show_default=False,
    ),
]
AuthorityCa = Annotated[
    Path | None,
    typer.Option(
        "--timestamp-ca",
        metavar="FILE",
        help="Check the time-stamp against this certificate, with openssl.",
        show_default=False,
    ),
]
Pdf = Annotated[
    bool,
    typer.Option(
        "--pdf/--no-pdf", help="Print the page to PDF as well, if a browser is installed."
    ),
]


@commands.command(short_help="Write proof of a round, a claim, a person or a day.")
def evidence(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="ROUND|CLAIM|PERSON|DAY",
            help="For example T1-17, T1-17/3, ann or 2026-11-15.",
            show_default=False,
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="round|claim|person|day",
            help="What kind of thing the name refers to, if it could be several.",
            show_default=False,
        ),
    ] = None,
    to: To = None,
    zipped: Zipped = False,
    pdf: Pdf = True,
    timestamp: Authority = None,
    timestamp_ca: AuthorityCa = None,
    verifier: Annotated[
        bool, typer.Option("--verifier", help="Print the program that checks a folder, and exit.")
    ] = False,
    tz: Zone = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Write a folder that proves what was played: the stored events, record, settlement, clauses in
    words, shuffle, who did what, signed checkpoints with the paths to them, and a page for people
    to read.

    It includes a program of 300 lines that checks everything offline: python3 verify.py
    (docs/evidence.md). The end of the journal is signed first if necessary. Exit code 0: the folder
    was written. 2: it was not.
    """
    from pitboss.cli.context import explained, load, zone_of

    with explained():
        from pitboss.evidence import folder as made

        if verifier:
            typer.echo(made.verifier().decode(), nl=False)
            return
        if name is None:
            raise typer.BadParameter("name a round, a claim, a person or a day, such as T1-17")
        settings = load(config, database)
        target = _target(name, to, zipped)
        files, key = _gathered(settings, name, _kind(kind), zone_of(settings, tz))
        if pdf and (paper := made.printed(files["page.html"])) is not None:
            files["page.pdf"] = paper
        _finish(files, key, target, zipped, timestamp, timestamp_ca)


def _finish(
    files: "Files",
    key: "Ed25519PrivateKey | None",
    target: Path,
    zipped: bool,
    timestamp: str | None,
    timestamp_ca: Path | None,
) -> None:
    """Seals what was gathered, writes it, and says so."""
    from pitboss.cli.streams import fail
    from pitboss.evidence import folder as made
    from pitboss.evidence.timestamp import NoTimestamp, stamped

    try:
        stamp = None if timestamp is None else partial(stamped, timestamp, ca=timestamp_ca)
        done = made.sealed(files, key, stamp)
    except NoTimestamp as error:
        raise fail(str(error)) from None
    (made.write_zip if zipped else made.write_folder)(done, target)
    typer.echo(f"{target}: {len(done)} files, {sum(map(len, done.values())):,} bytes.")
    if key is None:
        typer.echo("Its seal is not signed, because the journal's signing key is not here.")
    checks = "verify.py in it, unpacked" if zipped else str(target / made.VERIFIER)
    typer.echo(f"To check it: python3 {checks}")


@commands.command(short_help="Copy the journal for outsiders, without names and credentials.")
def redact(
    to: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder to write; it must not exist yet.")
    ],
    compare: Annotated[
        bool,
        typer.Option(
            "--compare", help="Write nothing; check an existing copy against the journal."
        ),
    ] = False,
    zipped: Zipped = False,
    timestamp: Authority = None,
    timestamp_ca: AuthorityCa = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Copy the journal for outsiders: every record up to the last checkpoint, with a different name
    for everybody, and without credentials, seeds or anything people have typed. The signatures
    still verify: python3 verify.py in the folder (docs/evidence.md).

    --compare makes the copy again and says whether the one in FOLDER is faithful; it is for an
    auditor who may see the journal. Exit code 0: written, or identical. 1: it differs. 2: it could
    not be done.
    """
    from pitboss.cli.context import explained, load, progress, reading, shelf_of
    from pitboss.cli.streams import fail

    with explained():
        from pitboss.evidence.folder import files_of
        from pitboss.evidence.redaction import UnreadableCopy, difference, redact

        settings = load(config, database)
        if not compare and to.exists():
            raise fail(f"{to} already exists: name another folder")
        if not compare:
            _sign(settings)
        with reading(settings) as journal, progress() as shown:
            if compare:
                try:
                    differs = difference(journal, to, shown)
                except UnreadableCopy as error:
                    raise fail(str(error)) from None
                typer.echo(differs or f"{to} is a faithful copy of {journal.name}.")
                raise typer.Exit(1 if differs else 0)
            proof, copy = redact(journal, shown)
            files = files_of(proof, {}, {}, shelf_of(settings))
            key = _key(settings, journal)
        _finish(files, key, to, zipped, timestamp, timestamp_ca)
        typer.echo(
            f"{len(proof.rows):,} records; {len(copy.persons):,} people have been given "
            "other names."
        )
        if copy.guessable:
            typer.echo(
                f"{copy.guessable:,} records have command ids that could be guessed: anyone "
                "who guesses everything else in one of them can confirm it by its hash "
                "(docs/evidence.md)."
            )


def _gathered(
    settings: "Config", name: str, kind: "SubjectKind | None", zone: "ZoneInfo"
) -> "tuple[Files, Ed25519PrivateKey | None]":
    """The files except manifest and seal, and the key to sign them with, if it is available."""
    from pitboss.casino.record_shelf import RecordShelf
    from pitboss.cli.context import progress, reading, shelf_of
    from pitboss.cli.streams import fail
    from pitboss.evidence.folder import files_of
    from pitboss.evidence.proofs import NotSigned, prove, rounds_on
    from pitboss.evidence.subjects import NoSubject, find_subject

    with reading(settings) as journal, progress() as shown:
        shelf = RecordShelf(journal, shelf_of(settings))
        try:
            subject = find_subject(journal, name, zone, kind, shown)
        except NoSubject as error:
            raise fail(str(error)) from None
        try:
            proof = prove(journal, subject, shown)
        except NotSigned:
            _sign(settings)
            proof = prove(journal, subject, shown)
        if on := rounds_on(proof.rows):
            typer.echo(
                f"pitboss: the proof passes through rounds still in progress ({', '.join(on)}): "
                "their cards are in it, so keep it to yourself until they are over",
                err=True,
            )
        files = files_of(proof, _sentences(subject, shelf), _rulebooks(subject), shelf)
        return files, _key(settings, journal)


def _target(name: str, to: Path | None, zipped: bool) -> Path:
    """Where to write; it must not exist yet."""
    from pitboss.cli.streams import fail

    named = Path(f"evidence-{re.sub(r'[^A-Za-z0-9._-]+', '-', name)}{'.zip' * zipped}")
    target = to or named
    if target.exists():
        raise fail(f"{target} already exists: name another with --to")
    return target


def _kind(text: str | None) -> "SubjectKind | None":
    from pitboss.evidence.subjects import SubjectKind

    try:
        return None if text is None else SubjectKind(text)
    except ValueError:
        raise typer.BadParameter(f"--as takes {', '.join(SubjectKind)}, not {text!r}") from None


def _sign(settings: "Config") -> None:
    """Signs the end of the journal if the key is available. If it is not, what was signed before
    must do, and the user is told if it does not.
    """
    from pitboss.cli.context import signing
    from pitboss.journal.port import JournalError
    from pitboss.operations.checkpointer import Checkpointer

    if not settings.key.exists():
        return
    try:
        with signing(settings) as journal:
            keeper = Checkpointer.configured(journal, settings)
            keeper.make()
            keeper.copy_missing()
    except (JournalError, OSError) as error:
        typer.echo(f"pitboss: nothing new could be signed: {error}", err=True)


def _key(settings: "Config", journal: "Journal") -> "Ed25519PrivateKey | None":
    """The key that signs the journal, if it is available."""
    from pitboss.journal.keys import load_key
    from pitboss.operations.signing_key import key_in_force, public_key

    if not settings.key.exists():
        return None
    key = load_key(settings.key)
    return key if public_key(key) == key_in_force(journal) else None


def _rulebooks(subject: "Subject") -> dict[str, str]:
    """The rulebook of each table, by its stream."""
    from pitboss.casino.stream_ids import table_stream

    return {
        table_stream(one.table): one.opened.settings.rulebook
        if one.rules is None
        else one.rules.rulebook
        for one in subject.rounds
    }


def _sentences(subject: "Subject", shelf: "Shelf") -> dict[int, list[str]]:
    """The events of its rounds in words, by position."""
    from pitboss.cli.render.replay_page import tell_round

    return {
        narrated.stored.position: narrated.sentences
        for one in subject.rounds
        if any(stored.position in subject.told for stored in one.events)
        for narrated in tell_round(one, shelf)[1]
    }
