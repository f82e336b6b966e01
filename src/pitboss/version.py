"""The version of the program: the one place where it is written."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

__version__ = "0.1.0"

DECIDING = ("kernel", "rulebook", "games", "table", "jackpot", "people", "house", "casino")
"""The packages whose code decides what a command leads to. Rulebooks are on record themselves."""


@cache
def identity() -> str:
    """The version, and a hash over everything that decides: which program it was, to the byte."""
    folder = files("pitboss")
    digest = sha256()
    for package in DECIDING:
        for name, content in _contents(folder / package, package):
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return f"{__version__}+{digest.hexdigest()[:12]}"


def _contents(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        inner = f"{name}/{entry.name}"
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _contents(entry, inner)
        elif inner.endswith(".py"):
            yield inner, entry.read_bytes()
