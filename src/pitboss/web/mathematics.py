"""The exact figures of rulebooks for their pages: where they are stored, and how they get computed.

Somebody may put them there (``pitboss maths RULEBOOK --json``); a demonstration computes them
itself.
"""

import hashlib
import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import msgspec

from pitboss import __version__
from pitboss.games.family import family_of
from pitboss.rulebook.loader import installed_file, installed_ids
from pitboss.rulebook.shelf import Shelf
from pitboss.web.worker import Worker

State = Literal["ready", "working", "waiting", "absent"]
MADE = "made-from.json"
"""Stored beside the figures: the input from which a demonstration computed each of them."""


class WorkProgress(msgspec.Struct, frozen=True):
    """``working`` at a ``step``, or ``waiting`` for its turn; ``absent`` if nobody is computing
    it.
    """

    state: State
    step: str | None = None


class Said(msgspec.Struct, frozen=True):
    """What the process that computes them reports."""

    rulebook: str
    step: str | None = None
    done: bool = False


class Mathematics:
    """The figures in a folder; with ``None`` there are none. Safe to call from any thread."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._waiting: dict[str, WorkProgress] = {}
        self._lock = threading.Lock()

    def file(self, rulebook: str) -> Path | None:
        """Where the figures of a rulebook are, if they exist and no better ones are on their
        way.
        """
        path = None if self._folder is None else self._folder / f"{rulebook}.json"
        return (
            path if path is not None and rulebook not in self._waiting and path.is_file() else None
        )

    def progress(self, rulebook: str) -> WorkProgress:
        waiting = self._waiting.get(rulebook)
        if waiting is not None:
            return waiting
        return WorkProgress("absent" if self.file(rulebook) is None else "ready")

    def work_out(self, folder: Path, *, figures: bool) -> Worker:
        """Has all the code that a hint needs compiled, so that the first one takes a moment instead
        of half a minute; then has the ``figures`` computed that are missing, or were computed from
        other rules.
        """
        self._waiting = dict.fromkeys(missing(folder), WorkProgress("waiting")) if figures else {}
        return Worker(__name__, str(folder), *self._waiting, heard=self._heard, over=self._over)

    def _over(self) -> None:
        """Stops: whatever has not been computed by now will not be."""
        with self._lock:
            self._waiting = {}

    def _heard(self, line: str) -> None:
        said = msgspec.json.decode(line, type=Said)
        with self._lock:
            others = {book: one for book, one in self._waiting.items() if book != said.rulebook}
            self._waiting = (
                others
                if said.done
                else others | {said.rulebook: WorkProgress("working", said.step)}
            )


# ── what has to be worked out ─────────────────────────────────────────────────────────────────────


def missing(folder: Path) -> list[str]:
    """The rulebooks whose figures are missing, or were computed by a demonstration from other
    rules; the slowest ones last.
    """
    made, shelf = _made(folder), Shelf(paths=False)
    known = [book for book in installed_ids() if family_of(shelf.get(book)).maths]
    missing = [
        book
        for book in known
        if not (folder / f"{book}.json").is_file() or made.get(book, source(book)) != source(book)
    ]
    return sorted(missing, key=lambda book: "holdem" in book)


def source(rulebook: str) -> str:
    """What the figures of a rulebook depend on: its text, and the program that computes them."""
    file = installed_file(rulebook)
    text = b"" if file is None else file.read_bytes()
    return hashlib.sha256(__version__.encode() + b"\n" + text).hexdigest()


def _made(folder: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode((folder / MADE).read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}


# ── the process that works them out ───────────────────────────────────────────────────────────────


def main(arguments: list[str]) -> None:
    """``FOLDER RULEBOOK …``: compiles the hints' code, then writes the figures of these
    rulebooks.
    """
    from pitboss.web.api.hints import compile_all

    os.nice(19)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    compile_all()
    write(Path(arguments[0]), arguments[1:], _say)


def write(folder: Path, rulebooks: Iterable[str], say: Callable[[Said], None]) -> None:
    """Computes rulebooks one after the other; each is written completely or not at all."""
    from pitboss.maths.exact.analysis import analyse, written
    from pitboss.maths.progress import told_to
    from pitboss.rulebook.shelf import Shelf

    shelf = Shelf(paths=False)
    folder.mkdir(parents=True, exist_ok=True)
    for rulebook in rulebooks:
        say(Said(rulebook, "reading the rulebook"))
        with told_to(lambda step, book=rulebook: say(Said(book, step))):  # type: ignore[misc]
            figures = written(analyse(shelf.get(rulebook)))
        _replace(
            folder / f"{rulebook}.json", msgspec.json.format(msgspec.json.encode(figures), indent=2)
        )
        _replace(folder / MADE, msgspec.json.encode(_made(folder) | {rulebook: source(rulebook)}))
        say(Said(rulebook, done=True))


def _replace(path: Path, content: bytes) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.replace(path)


def _say(said: Said) -> None:
    os.write(1, msgspec.json.encode(said) + b"\n")


def _end_with_the_server() -> None:
    while os.read(0, 1024):
        pass
    os._exit(0)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
