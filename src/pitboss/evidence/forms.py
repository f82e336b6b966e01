"""The content of the files in a folder of evidence, as JSON."""

from typing import Any, TypedDict


class Row(TypedDict):
    """A record, a line of ``events.jsonl``. If its body is withheld, ``shown`` is what may be seen
    of it; ``of`` says whether it is about the folder's subject.
    """

    position: int
    stream: str
    version: int
    at_ms: int
    command: str
    number: int
    entry: str | None
    kind: str
    body: str | None
    shown: Any
    hash: str
    of: bool


class Anchor(TypedDict):
    """The path from a record that a checkpoint names to the checkpoint's root."""

    stream: str
    version: int
    checkpoint: int
    path: list[list[str]]


class Point(TypedDict):
    """A signed checkpoint: its heads only by their hash, because one path is enough."""

    number: int
    at_ms: int
    position: int
    root: str
    previous: str
    key: str
    heads: str
    signature: str


class Before(TypedDict):
    """The hash that the first record of a stretch follows."""

    stream: str
    version: int
    hash: str


class About(TypedDict):
    """What a folder is about."""

    kind: str
    name: str
    rounds: list[str]


class Proofs(TypedDict):
    """``proof.json``."""

    form: str
    subject: About
    checkpoints: list[Point]
    anchors: list[Anchor]
    before: list[Before]


class FolderSeal(TypedDict):
    """``seal.json``: what it covers, by hash, and a signature if the key was available."""

    covers: dict[str, str]
    key: str | None
    signature: str | None
