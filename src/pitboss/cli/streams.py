"""Reading lines from a file or standard input and answering them on standard output."""

import os
import stat
import sys
from pathlib import Path
from time import monotonic
from typing import BinaryIO

import typer

from pitboss.lines import Answer, Quickly, answer_lines
from pitboss.rulebook.loader import RulebookError
from pitboss.rulebook.shelf import Shelf

_PROGRESS_AFTER_S = 2.0
_PROGRESS_EVERY = 2_000


def fail(message: str) -> typer.Exit:
    """Prints the problem on standard error; raise what it returns to end with exit code 2."""
    typer.echo(f"pitboss: {message}", err=True)
    return typer.Exit(2)


def make_shelf(own: list[Path] | None) -> Shelf:
    """The rulebooks that input may name, own files included."""
    try:
        return Shelf(own or ())
    except RulebookError as error:
        raise fail(str(error)) from None


def answer_stream(
    file: Path | None, answer: Answer, what: str, quickly: Quickly | None = None
) -> int:
    """Answers every line of a file or of standard input; returns the exit code."""
    if sys.stdout is None:
        raise fail("standard output is closed")
    if file is None or str(file) == "-":
        if sys.stdin is None:
            raise fail("standard input is closed")
        if sys.stdin.isatty():
            typer.echo(
                f"Reading {what} from the terminal, one JSON object per line; Ctrl-D to finish.",
                err=True,
            )
        return _answer(sys.stdin.buffer, answer, what, quickly)
    try:
        source = file.open("rb")
    except OSError as error:
        raise fail(f"{file} can't be read: {error.strerror}") from None
    with source:
        return _answer(source, answer, what, quickly)


def _answer(source: BinaryIO, answer: Answer, what: str, quickly: Quickly | None = None) -> int:
    out = sys.stdout.buffer
    # A program at the other end of a pipe may wait for an answer before it asks again.
    at_once = not stat.S_ISREG(os.fstat(source.fileno()).st_mode)
    progress = _Progress(what)
    all_answered = True
    try:
        for text, answered in answer_lines(source, answer, quickly):
            out.write(text + b"\n")
            if at_once:
                out.flush()
            all_answered = all_answered and answered
            progress.step()
        out.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        done = f"{progress.done:,} {what if progress.done != 1 else what.removesuffix('s')}"
        raise OSError(error.errno, f"{error.strerror}, after {done}") from None
    finally:
        progress.end()
    return 0 if all_answered else 1


class _Progress:
    """A count on the terminal, if it takes longer than two seconds."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.done = 0
        self.begun_s = monotonic()
        self.shown = False
        self.wanted = sys.stderr.isatty() and not sys.stdout.isatty()

    def step(self) -> None:
        self.done += 1
        if self.wanted and self.done % _PROGRESS_EVERY == 0:
            taken_s = monotonic() - self.begun_s
            if taken_s > _PROGRESS_AFTER_S:
                self.shown = True
                sys.stderr.write(
                    f"\r{self.done:,} {self.what}, {self.done / taken_s:,.0f} a second "
                )
                sys.stderr.flush()

    def end(self) -> None:
        if self.shown:
            sys.stderr.write("\n")
