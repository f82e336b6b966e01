"""The JSON forms of the files in an evidence folder."""

from typing import Any, TypedDict


class Row(TypedDict):
    """A record: a line of ``events.jsonl``. If its body is withheld, ``shown`` is what may be seen
    of it; ``of`` says whether it is about the folder's subject.
    """

    position: int
    stream: str
    version: int
    at_ms: int
    command: str
    number: int
    fingerprint: str | None
    kind: str
    body: str | None
    shown: Any
    hash: str
    of: bool


class Anchor(TypedDict):
    """The Merkle path from a record that a checkpoint names to its root."""

    stream: str
    version: int
    checkpoint: int
    path: list[list[str]]


class Point(TypedDict):
    """A signed checkpoint, with only the hash of its heads, as a path suffices."""

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
