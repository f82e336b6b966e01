"""``pitboss play``: a script of commands, run on as many tables as it names."""

import os
import re
import sys
import textwrap
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, BinaryIO, TextIO

import msgspec
import typer

from pitboss.cli.render.event_json import event_as_json
from pitboss.cli.render.felt import WIDTH, draw, rule
from pitboss.cli.render.story import balance, refusal, tell
from pitboss.cli.render.wording import clauses
from pitboss.cli.script import read_script
from pitboss.cli.streams import fail
from pitboss.games.faults import Fault
from pitboss.library.memory_casino import ScriptedCasino, ScriptOutcome
from pitboss.rulebook.authority import Post
from pitboss.rulebook.shelf import Shelf
from pitboss.table import events as e
from pitboss.table.command_json import CommandLine
from pitboss.table.next_steps import next_steps
from pitboss.table.shuffle.views import shuffle_of
from pitboss.table.state import TableState
from pitboss.table.views.names import EVERYBODY
from pitboss.table.views.table import view

SHOWS = ("story", "table", "json")


def play_script(
    file: Path | None,
    show: str,
    seed: str,
    records: Path | None,
    shuffles: Path | None,
    shelf: Shelf,
) -> int:
    """Runs a script and prints what happens; returns the exit code."""
    if show not in SHOWS:
        raise fail(f"--show takes {', '.join(SHOWS)}, not {show!r}")
    with ExitStack() as open_files:
        source = _source(file, open_files)
        _check_apart(file, records, shuffles)
        record_out, shuffle_out = (_output(path, open_files) for path in (records, shuffles))
        try:
            code = _play(source, ScriptedCasino(seed, shelf), show, record_out, shuffle_out)
            for out in (record_out, shuffle_out):
                if out is not None:
                    out.flush()
            return code
        except BrokenPipeError:
            # The reader has gone, as `head` does; there is nobody left to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        except OSError as error:
            raise fail(f"can't go on: {error.strerror}") from None


def _source(file: Path | None, open_files: ExitStack) -> BinaryIO:
    if file is None or str(file) == "-":
        if sys.stdin.isatty():
            typer.echo(
                "Type commands, one JSON object per line (docs/tables.md); Ctrl-D to finish.",
                err=True,
            )
        return sys.stdin.buffer
    try:
        return open_files.enter_context(file.open("rb"))
    except OSError as error:
        raise fail(f"{file} can't be read: {error.strerror}") from None


def _output(path: Path | None, open_files: ExitStack) -> TextIO | None:
    if path is None:
        return None
    try:
        out = path.open("w", encoding="utf-8")
    except OSError as error:
        raise fail(f"{path} can't be written: {error.strerror}") from None
    open_files.callback(_close, out)
    return out


def _close(out: TextIO) -> None:
    # A failed write has already been reported by then.
    with suppress(OSError):
        out.close()


def _check_apart(*paths: Path | None) -> None:
    """A script that is overwritten by its own records would be lost."""
    files = [path.resolve() for path in paths if path is not None and path.resolve().is_file()]
    named = [path.resolve() for path in paths if path is not None and str(path) != "-"]
    if len(set(named)) != len(named) or any(
        one.samefile(other) for at, one in enumerate(files) for other in files[:at]
    ):
        raise fail("the script, --records and --shuffles must be different files")


def _play(
    source: BinaryIO,
    casino: ScriptedCasino,
    show: str,
    record_out: TextIO | None,
    shuffle_out: TextIO | None,
) -> int:
    printer = _JsonPrinter() if show == "json" else _StoryPrinter(felt=show == "table")
    code = 0
    for line in read_script(source):
        if isinstance(line.found, CommandLine):
            for _ in range(line.times):
                outcome = casino.run(line.found)
                printer.outcome(line.number, outcome)
                _write(outcome, record_out, shuffle_out)
                if outcome.refused is not None:
                    break
            printer.end_of_line(casino.tables.get(line.found.table))
        elif isinstance(line.found, Fault):
            printer.fault(line.number, line.found)
            code = 1
        else:
            printer.comment(line.number, line.found)
    printer.end(casino.tables)
    return code


def _write(outcome: ScriptOutcome, record_out: TextIO | None, shuffle_out: TextIO | None) -> None:
    """The record and the shuffle of a round that has been concluded."""
    round = None if outcome.before is None else outcome.before.round
    if round is None or not any(isinstance(event, e.RoundConcluded) for event, _ in outcome.steps):
        return
    if record_out is not None and round.record is not None:
        record_out.write(_encoded(round.record) + "\n")
    published = None if outcome.after is None else outcome.after.published
    if shuffle_out is not None and published is not None and published.round == round.id:
        shuffle_out.write(_encoded(shuffle_of(published)) + "\n")


def _encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# ── printing ──────────────────────────────────────────────────────────────────────────────────────


class _JsonPrinter:
    """One JSON object per command: its events as a journal stores them, secrets included, or its
    refusal.
    """

    def comment(self, number: int, text: str) -> None:
        """Comments are for people."""

    def fault(self, number: int, fault: Fault) -> None:
        error = {"code": fault.code, "message": fault.message, "at": fault.at}
        typer.echo(_encoded({"line": number, "error": error}))

    def outcome(self, number: int, outcome: ScriptOutcome) -> None:
        refused = None if outcome.refused is None else msgspec.to_builtins(outcome.refused)
        events = [event_as_json(event) for event, _ in outcome.steps]
        answer = {"line": number, "table": outcome.line.table, "events": events, "refused": refused}
        typer.echo(_encoded(answer))

    def end_of_line(self, state: TableState | None) -> None:
        """Draws nothing."""

    def end(self, tables: Mapping[str, TableState]) -> None:
        """Everything has been said already."""


class _StoryPrinter:
    """Sentences of 80 columns for people, and optionally the felt after each command."""

    def __init__(self, felt: bool) -> None:
        self._felt = felt
        self._table = ""
        self._comment_at = 0
        self._told_at = 0
        self._changed = False

    def comment(self, number: int, text: str) -> None:
        """A comment as it stands in the script, set apart from comments that are not next to it
        there.
        """
        if number != self._comment_at + 1:
            self._echo("")
        self._comment_at = number
        self._echo(text)

    def fault(self, number: int, fault: Fault) -> None:
        typer.echo(_printable(f"line {number}: {fault.code}: {fault}"), err=True)

    def outcome(self, number: int, outcome: ScriptOutcome) -> None:
        line = outcome.line
        if line.table != self._table:
            self._table = line.table
            self._echo(rule(line.table))
        if outcome.refused is not None:
            self._tell(number, refusal(line.command, line.actor, outcome.refused))
            return
        before = outcome.before
        sentences: list[str] = []
        for event, after in outcome.steps:
            sentences += tell(event, before, after)
            before = after
        self._tell(number, sentences)
        self._changed = True

    def _tell(self, number: int, sentences: list[str]) -> None:
        """Sentences next to the number of their line in the script; continuation lines are
        indented.
        """
        margin = "      " if number == self._told_at else f"{number:4}  "
        self._told_at = number
        for sentence in sentences:
            inner = " " * (len(sentence) - len(sentence.lstrip()))
            for text in _wrapped(sentence, margin, f"      {inner}  "):
                self._echo(text)
            margin = "      "

    def end_of_line(self, state: TableState | None) -> None:
        if self._felt and self._changed and state is not None:
            steps = next_steps(state, Post.DEALER)
            next_step = f"{steps[0].label}{clauses(steps[0].clauses)}" if steps else ""
            self._echo(draw(view(state, None, EVERYBODY), next_step))
        self._changed = False

    def end(self, tables: Mapping[str, TableState]) -> None:
        if tables:
            self._echo("")
        for state in tables.values():
            for text in _wrapped(balance(state), "", "  "):
                self._echo(text)

    def _echo(self, text: str) -> None:
        typer.echo("\n".join(_printable(line) for line in text.split("\n")))


_NO_BREAK = "\N{NO-BREAK SPACE}"


def _wrapped(text: str, first: str, more: str) -> list[str]:
    """Text in lines of 80 columns, clauses in their brackets kept together."""
    kept = re.sub(
        r"\[[^]]{1,40}\]", lambda match: match[0].replace(" ", _NO_BREAK), _printable(text)
    )
    lines = textwrap.wrap(
        kept,
        WIDTH,
        initial_indent=first,
        subsequent_indent=more,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_NO_BREAK, " ") for line in lines]


def _printable(text: str) -> str:
    """Text stripped of anything that a terminal would interpret."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
