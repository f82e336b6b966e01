"""Folders of evidence with a bit changed, as they are and as a forger would leave them."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

from pitboss.evidence import verify
from tests.evidence.floors import PUBLIC

FACTS = ("events.jsonl", "proof.json", "record.json", "settlement.json", "shuffle.json", "who.json")
"""Files that follow from the signed events alone, byte for byte."""


class Flip(NamedTuple):
    """A bit of a file."""

    file: str
    byte: int
    bit: int


def is_found(folder: Path) -> bool:
    """Whether the verifier is not content, or can't read the folder at all."""
    try:
        verify.check(folder, [PUBLIC])
    except Exception:  # noqa: BLE001 - as the program does: whatever it is, it is said
        return True
    return False


def flips(folder: Path, random: Random, count: int) -> Iterator[tuple[Flip, bool]]:
    """So many single bits of any file, one after another, each put back; and whether it was
    found. Each byte of the folder is as likely as the next.
    """
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    sizes = [path.stat().st_size for path in paths]
    for _ in range(count):
        path = random.choices(paths, sizes)[0]
        right = path.read_bytes()
        at, bit = random.randrange(len(right)), random.randrange(8)
        path.write_bytes(_flipped(right, at, bit))
        yield Flip(path.name, at, bit), is_found(folder)
        path.write_bytes(right)


def forgeries(folder: Path, random: Random, count: int) -> Iterator[tuple[Flip, bool]]:
    """The same by somebody who makes the manifest fit again, and leaves the seal unsigned: only
    what the house has signed before, and what follows from it, is left to find him out.
    """
    manifest, seal = folder / "manifest.json", folder / "seal.json"
    kept = {path: path.read_bytes() for path in (manifest, seal)}
    for _ in range(count):
        path = folder / random.choice(FACTS)
        right = path.read_bytes()
        at, bit = random.randrange(len(right)), random.randrange(8)
        path.write_bytes(_flipped(right, at, bit))
        reseal(folder)
        yield Flip(path.name, at, bit), is_found(folder)
        path.write_bytes(right)
    for path, content in kept.items():
        path.write_bytes(content)


def _flipped(right: bytes, at: int, bit: int) -> bytes:
    return right[:at] + bytes((right[at] ^ 1 << bit,)) + right[at + 1 :]


def reseal(folder: Path) -> None:
    """Makes the manifest of a folder fit what is in it, under a seal that nobody has signed."""
    manifest, seal = folder / "manifest.json", folder / "seal.json"
    digests = {name: sha256((folder / name).read_bytes()).hexdigest() for name in _listed(manifest)}
    manifest.write_bytes(verify.written(digests))
    covers = {"manifest.json": sha256(manifest.read_bytes()).hexdigest()}
    seal.write_bytes(verify.written({"covers": covers, "key": None, "signature": None}))


def _listed(manifest: Path) -> list[str]:
    return list(json.loads(manifest.read_bytes()))
