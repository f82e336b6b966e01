"""docs/journal-format.md: a verifier that was written from the page alone, and the page's own test
vectors.

The verifier uses nothing of Pitboss: the standard library, and Ed25519 from cryptography.
"""

import base64
import hashlib
import json
import lzma
import re
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tests.patience import PATIENCE_S

PAGE = Path(__file__).parents[1] / "docs" / "journal-format.md"
ZERO = bytes(32)
ENTRY = (
    b'{"by":"dana","post":1,"to":"table/T1","command":{"do":"close-table"},'
    b'"program":"0.1.0+000000000000"}'
)


# ── the verifier ──────────────────────────────────────────────────────────────────────────────────


class Record(NamedTuple):
    position: int
    stream: str
    version: int
    at_ms: int
    command: str
    number: int
    entry: bytes | None
    kind: str
    body: bytes
    hash: bytes


class Checkpoint(NamedTuple):
    number: int
    at_ms: int
    position: int
    heads: bytes
    root: bytes
    previous: bytes
    key: bytes
    signature: bytes


Heads = dict[str, tuple[int, bytes]]


class Wrong(Exception):
    """Something is not as the page says."""


def require(fits: bool, what: str) -> None:
    if not fits:
        raise Wrong(what)


def record_hash(record: Record, before: bytes) -> bytes:
    texts = (
        record.stream.encode(),
        record.command.encode(),
        record.entry or b"",
        record.kind.encode(),
        record.body,
    )
    front = (
        record.position.to_bytes(8)
        + record.version.to_bytes(8)
        + record.at_ms.to_bytes(8)
        + record.number.to_bytes(4)
        + b"".join(len(text).to_bytes(4) for text in texts)
    )
    return hashlib.sha256(before + front + b"".join(texts)).digest()


def root_of(leaves: Iterable[bytes]) -> bytes:
    row = [hashlib.sha256(b"\x00" + leaf).digest() for leaf in leaves]
    while len(row) > 1:
        pairs = [row[at : at + 2] for at in range(0, len(row), 2)]
        row = [
            hashlib.sha256(b"\x01" + pair[0] + pair[1]).digest() if len(pair) == 2 else pair[0]
            for pair in pairs
        ]
    return row[0] if row else ZERO


def leaves_of(text: bytes) -> Iterator[tuple[bytes, bytes, int, bytes]]:
    """Each leaf whole, and in its parts: name, version, hash."""
    while text:
        length, version = int.from_bytes(text[:4]), int.from_bytes(text[4:12])
        leaf, text = text[: 12 + length + 32], text[12 + length + 32 :]
        require(len(leaf) == 12 + length + 32, "a leaf is cut off")
        yield leaf, leaf[12 : 12 + length], version, leaf[-32:]


def signed_text(checkpoint: Checkpoint) -> bytes:
    text = (
        b"pitboss-checkpoint/1\x00"
        + checkpoint.number.to_bytes(8)
        + checkpoint.at_ms.to_bytes(8)
        + checkpoint.position.to_bytes(8)
        + checkpoint.root
        + checkpoint.previous
        + checkpoint.key
        + hashlib.sha256(checkpoint.heads).digest()
    )
    assert len(text) == 173
    return text


def check_signature(key: bytes, signature: bytes, text: bytes, what: str) -> None:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError) as error:
        raise Wrong(f"{what}: the signature") from error


def heads_of(checkpoint: Checkpoint) -> Heads:
    what = f"checkpoint {checkpoint.number}"
    found = list(leaves_of(zlib.decompress(checkpoint.heads)))
    names = [name for _, name, _, _ in found]
    require(names == sorted(set(names)), f"{what}: the order of its leaves")
    require(root_of(leaf for leaf, _, _, _ in found) == checkpoint.root, f"{what}: the root")
    check_signature(checkpoint.key, checkpoint.signature, signed_text(checkpoint), what)
    return {name.decode(): (version, digest) for _, name, version, digest in found}


class Taken:
    """Takes columns off some bytes."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def take(self, length: int) -> bytes:
        require(len(self.content) >= length, "it is cut off")
        found, self.content = self.content[:length], self.content[length:]
        return found

    def numbers(self, width: int, count: int) -> list[int]:
        return [int.from_bytes(self.take(width)) for _ in range(count)]


def block_of(content: bytes) -> Iterator[Record]:
    """The records of a block of the archive."""
    block = Taken(lzma.decompress(content))
    records, runs, streams, kinds = block.numbers(4, 4)
    name_lengths, versions = block.numbers(4, streams), block.numbers(8, streams)
    kind_lengths = block.numbers(4, kinds)
    counts, firsts = block.numbers(4, runs), block.numbers(4, runs)
    times, command_lengths = block.numbers(8, runs), block.numbers(4, runs)
    widths = block.numbers(4, runs)
    steps, of_stream = block.numbers(8, records), block.numbers(4, records)
    of_kind, body_lengths = block.numbers(4, records), block.numbers(4, records)
    names = [block.take(length).decode() for length in name_lengths]
    kind_names = [block.take(length).decode() for length in kind_lengths]
    commands = [block.take(length).decode() for length in command_lengths]
    bodies = [block.take(length) for length in body_lengths]
    before = [block.take(32) for _ in range(streams)]
    prints = [block.take(width - 1) if width else None for width in widths]
    require(not block.content, "a block has more than its columns")
    position = at = 0
    for run, count in enumerate(counts):
        for within in range(count):
            stream = of_stream[at]
            position += steps[at]
            versions[stream] += 1
            record = Record(
                position,
                names[stream],
                versions[stream],
                times[run],
                commands[run],
                firsts[run] + within,
                None if within else prints[run],
                kind_names[of_kind[at]],
                bodies[at],
                b"",
            )
            before[stream] = record_hash(record, before[stream])
            yield record._replace(hash=before[stream])
            at += 1


def segment_of(content: bytes, digest: bytes) -> list[Record]:
    """The records of a segment of the archive, after everything in it has been checked."""
    seal, signature = content[-450:-64], content[-64:]
    require(hashlib.sha256(seal).digest() == digest, "the digest")
    front = Taken(seal)
    require(front.take(18) == content[:18] == b"pitboss-segment/1\x00", "the beginning")
    number, _at_ms, first, last, count, _checkpoint, *places = front.numbers(8, 10)
    _name, _previous, *hashes, key = [front.take(32) for _ in range(9)]
    check_signature(key, signature, seal, f"segment {number}")
    sections = [
        content[start:end]
        for start, end in zip(places, (*places[1:], len(content) - 450), strict=True)
    ]
    for section, wanted in zip(sections, hashes[2:], strict=True):
        require(hashlib.sha256(section).digest() == wanted, "the hash of a section")
    states = [list(leaves_of(zlib.decompress(section))) for section in sections[:2]]
    for state, root in zip(states, hashes[:2], strict=True):
        require(root_of(leaf for leaf, *_ in state) == root, "the root of a state")
    index = Taken(zlib.decompress(sections[2]))
    blocks, _streams = index.numbers(4, 2)
    ends, _firsts, _lasts = (index.numbers(8, blocks) for _ in range(3))
    found: list[Record] = []
    heads = {name.decode(): (version, digest) for _, name, version, digest in states[0]}
    for start, end in zip((18, *ends), ends, strict=False):
        require(hashlib.sha256(content[start:end]).digest() == index.take(32), "a block")
        found += block_of(content[start:end])
    for record in found:
        require(record.version == heads.get(record.stream, (0, b""))[0] + 1, "a version")
        heads[record.stream] = (record.version, record.hash)
    closing = {name.decode(): (version, digest) for _, name, version, digest in states[1]}
    require(heads == closing, "the closing state")
    require((found[0].position, len(found)) == (first, count), "what the seal says")
    require(found[-1].position <= last, "the last position")
    return found


def holds(section: bytes, command: str) -> list[int]:
    """The blocks in which a command may be, by the last section of a segment."""
    count = int.from_bytes(section[:8])
    key = int.from_bytes(hashlib.sha256(command.encode()).digest()[:5])
    bit = key % (16 * count)
    if not section[8 + bit // 8] >> bit % 8 & 1:
        return []
    keys = section[8 + 2 * count :]
    each = [keys[at : at + 8] for at in range(0, len(keys), 8)]
    return [int.from_bytes(one[5:]) for one in each if int.from_bytes(one[:5]) == key]


def verify(records: Iterable[Record], checkpoints: list[Checkpoint]) -> int:
    """Checks everything that the page lists; how many records are not signed."""
    ends: Heads = {}
    hashes: dict[tuple[str, int], bytes] = {}
    passed: dict[tuple[str, int], int] = {}
    changes: list[tuple[int, dict[str, Any]]] = []
    last = 0
    for record in records:
        version, before = ends.get(record.stream, (0, ZERO))
        require(record.position > last, f"position {record.position}: the order")
        require(record.version == version + 1, f"position {record.position}: the version")
        require(record_hash(record, before) == record.hash, f"position {record.position}: the hash")
        ends[record.stream] = (record.version, record.hash)
        hashes[record.stream, record.version] = record.hash
        passed[record.stream, record.version] = last = record.position
        if record.kind == "signing-key-changed/1":
            changes.append((record.position, json.loads(record.body)))
    heads = verify_checkpoints(checkpoints, hashes, passed, changes)
    return sum(version - heads.get(stream, (0, ZERO))[0] for stream, (version, _) in ends.items())


def verify_checkpoints(
    checkpoints: list[Checkpoint],
    hashes: Mapping[tuple[str, int], bytes],
    passed: Mapping[tuple[str, int], int],
    changes: list[tuple[int, dict[str, Any]]],
) -> Heads:
    heads: Heads = {}
    key: bytes | None = None
    names = {0: ZERO}
    position = 0
    for number, checkpoint in enumerate(checkpoints, start=1):
        what = f"checkpoint {number}"
        require(checkpoint.number == number, f"{what}: the number")
        require(checkpoint.previous == names[number - 1], f"{what}: the one before")
        require(checkpoint.position >= position, f"{what}: the position")
        while changes and changes[0][0] <= checkpoint.position:
            _, change = changes.pop(0)
            old, key = bytes.fromhex(change["before"]), bytes.fromhex(change["after"])
            if "signature" in change:
                text = b"pitboss-signing-key/1\x00" + old + key + names[change["checkpoint"]]
                check_signature(
                    old, bytes.fromhex(change["signature"]), text, "the change of the key"
                )
        require(key in (None, checkpoint.key), f"{what}: the key")
        key, position = checkpoint.key, checkpoint.position
        names[number] = hashlib.sha256(signed_text(checkpoint)).digest()
        heads = heads_of(checkpoint)
        for stream, (version, digest) in heads.items():
            require(
                hashes.get((stream, version)) == digest,
                f"{what}: {stream} was changed or cut off",
            )
        for (stream, version), at in passed.items():
            if at <= position:
                require(
                    stream in heads and version <= heads[stream][0], f"{what}: {stream} is newer"
                )
    return heads


def from_line(line: str) -> Checkpoint:
    told = json.loads(line)
    return Checkpoint(
        number=told["checkpoint"],
        at_ms=told["at_ms"],
        position=told["position"],
        heads=base64.b64decode(told["heads"]),
        root=bytes.fromhex(told["root"]),
        previous=bytes.fromhex(told["previous"]),
        key=bytes.fromhex(told["key"]),
        signature=bytes.fromhex(told["signature"]),
    )


def read_file(path: Path) -> tuple[list[Record], list[Checkpoint]]:
    """The tables of a SQLite journal."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        records = connection.execute(
            f"SELECT {', '.join(Record._fields)} FROM records ORDER BY position"
        )
        checkpoints = connection.execute(
            f"SELECT {', '.join(Checkpoint._fields)} FROM checkpoints ORDER BY number"
        )
        streams = dict(connection.execute("SELECT id, name FROM streams"))
        kinds = {number: rest for number, *rest in connection.execute("SELECT * FROM kinds")}
        return (
            [whole(dict(zip(Record._fields, row, strict=True)), streams, kinds) for row in records],
            [Checkpoint(*row) for row in checkpoints],
        )


def whole(row: dict[str, Any], streams: dict[int, str], kinds: dict[int, list[str]]) -> Record:
    """A record that may be in the short form."""
    if isinstance(row["stream"], int):
        row["stream"] = streams[row["stream"]]
    if isinstance(row["command"], bytes):
        row["command"] = row["command"].hex()
    if isinstance(row["kind"], int):
        row["kind"], texts = kinds[row["kind"]]
        for code, text in enumerate(json.loads(texts), start=1):
            row["body"] = row["body"].replace(bytes([code]), text.encode())
    if row["entry"] is not None:
        row["entry"] = whole_entry(row["entry"], kinds)
    return Record(**row)


def whole_entry(entry: bytes, kinds: dict[int, list[str]]) -> bytes:
    if entry[:1] == b"\xff":
        return entry[1:]
    (texts,) = [texts for name, texts in kinds.values() if name == "entry"]
    for code, text in enumerate(json.loads(texts), start=1):
        entry = entry.replace(bytes([code]), text.encode())
    return entry


# ── a real journal ────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A casino that was signed three times, with two keys, and has been restored once."""
    folder = tmp_path_factory.mktemp("format")

    def pitboss(*arguments: str) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "pitboss", *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr

    pitboss("demo", "pitboss-data", "--commands", "120", "--seed", "3")
    pitboss("checkpoint")
    pitboss("backup", "safe.db")
    pitboss("restore", "safe.db")
    pitboss("checkpoint", "--new-key")
    return folder / "pitboss-data" / "pitboss.db"


def test_a_real_journal_is_verified_from_the_page_alone(journal: Path) -> None:
    records, checkpoints = read_file(journal)
    assert (len(checkpoints), len({one.key for one in checkpoints})) == (3, 2)
    assert verify(records, checkpoints) == 0
    lines = (journal.parent / "checkpoints.jsonl").read_text().splitlines()
    assert [from_line(line) for line in lines] == checkpoints
    assert verify(records, checkpoints[:1]) == 2, "the restoration and the new key came later"


def test_the_verifier_finds_what_was_changed(journal: Path) -> None:
    records, checkpoints = read_file(journal)
    key = Ed25519PrivateKey.from_private_bytes(ZERO)
    public = key.public_key().public_bytes_raw()
    forged = checkpoints[2]._replace(key=public)
    forged = forged._replace(signature=key.sign(signed_text(forged)))
    with pytest.raises(Wrong, match="position 7: the hash"):
        verify([*records[:6], records[6]._replace(body=b"{}"), *records[7:]], checkpoints)
    with pytest.raises(Wrong, match="was changed or cut off"):
        verify(records[:-2], checkpoints[:2])
    with pytest.raises(Wrong, match="checkpoint 3: the key"):
        verify(records, [*checkpoints[:2], forged])
    for field in ("number", "at_ms", "position"):
        changed = checkpoints[0]._replace(**{field: getattr(checkpoints[0], field) + 1})
        with pytest.raises(Wrong, match="checkpoint 1: the"):
            verify(records, [changed])
    packed = zlib.compress(zlib.decompress(checkpoints[0].heads), 1)
    with pytest.raises(Wrong, match="checkpoint 1: the signature"):
        verify(records, [checkpoints[0]._replace(heads=packed)])


# ── the page's own vectors ────────────────────────────────────────────────────────────────────────


def vectors(which: int = 0) -> dict[str, Any]:
    """A block of the page: records and a checkpoint, or a segment."""
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```json\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    return dict(json.loads(blocks[which]))


def made(segment: bool = False) -> dict[str, Any]:
    """The same, made by Pitboss; or the segment."""
    from pitboss.journal.archive.writer import write_segment
    from pitboss.journal.checkpoints import build, digest, signed_bytes
    from pitboss.journal.copies import as_line
    from pitboss.journal.memory import MemoryJournal
    from pitboss.journal.port import NewRecord, Part, Unit

    journal = MemoryJournal()
    first = Part(
        "table/T1", 0, (NewRecord("table-closed/1", b"{}"), NewRecord("über/1", b'{"a":1}'))
    )
    second = Part("people", 0, (NewRecord("person-added/1", b'{"name":"ann"}'),))
    journal.append([Unit("c1", ENTRY, 1_700_000_000_000, (first, second))])
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    checkpoint = build(
        journal.heads(),
        position=journal.last_position(),
        at_ms=1_700_000_060_000,
        last=None,
        key=key,
    )
    if segment:
        written = BytesIO()
        sealed = write_segment(
            written, journal.read_all(), before=None, heads={}, checkpoint=checkpoint, key=key
        )
        return {
            "segment": base64.b64encode(written.getvalue()).decode(),
            "digest": sealed.digest.hex(),
        }
    return {
        "records": [
            {
                "position": record.position,
                "stream": record.stream,
                "version": record.version,
                "at_ms": record.at_ms,
                "command": record.command,
                "number": record.number,
                "entry": None if record.entry is None else record.entry.decode(),
                "kind": record.kind,
                "body": record.body.decode(),
                "hash": record.hash.hex(),
            }
            for record in journal.read_all()
        ],
        "leaves": zlib.decompress(checkpoint.heads).hex(),
        "signed": signed_bytes(checkpoint).hex(),
        "name": digest(checkpoint).hex(),
        "copy": as_line(checkpoint),
    }


def write_vectors() -> None:
    """Writes the page's vectors again."""
    text = PAGE.read_text(encoding="utf-8")
    blocks = iter([made(), made(segment=True)])
    text = re.sub(
        r"^```json\n.*?^```",
        lambda _: f"```json\n{json.dumps(next(blocks), indent=1, ensure_ascii=False)}\n```",
        text,
        flags=re.MULTILINE | re.DOTALL,
    )
    PAGE.write_text(text, encoding="utf-8")


def test_the_vectors_of_the_page_are_right() -> None:
    told = vectors()
    records = [
        Record(
            **one
            | {
                "entry": one["entry"] and one["entry"].encode(),
                "body": one["body"].encode(),
                "hash": bytes.fromhex(one["hash"]),
            }
        )
        for one in told["records"]
    ]
    checkpoint = from_line(told["copy"])
    assert verify(records, [checkpoint]) == 0
    assert zlib.decompress(checkpoint.heads).hex() == told["leaves"]
    assert signed_text(checkpoint).hex() == told["signed"]
    assert hashlib.sha256(signed_text(checkpoint)).hexdigest() == told["name"]


def test_pitboss_makes_the_vectors_of_the_page() -> None:
    """All but how the leaves are compressed, which depends on the library, and what depends on
    that.
    """
    ours, told = made(), vectors()
    assert ours["records"] == told["records"]
    assert ours["leaves"] == told["leaves"]
    assert ours["signed"][:-64] == told["signed"][:-64]


def test_copies_are_needed_against_somebody_with_the_key(journal: Path) -> None:
    """The page says so: a journal that was cut off and has lost its last checkpoints fits
    together.
    """
    records, checkpoints = read_file(journal)
    cut = [one for one in records if one.position <= checkpoints[0].position]
    assert verify(cut, checkpoints[:1]) == 0
    lines = (journal.parent / "checkpoints.jsonl").read_text().splitlines()
    with pytest.raises(Wrong, match="was changed or cut off"):
        verify(cut, [from_line(line) for line in lines])


def test_the_segment_of_the_page_holds_the_records_of_the_page() -> None:
    told = vectors(1)
    content, digest = base64.b64decode(told["segment"]), bytes.fromhex(told["digest"])
    found = segment_of(content, digest)
    assert [(one.position, one.hash.hex()) for one in found] == [
        (one["position"], one["hash"]) for one in vectors()["records"]
    ]
    start = int.from_bytes(content[-450 + 18 + 72 : -450 + 18 + 80])
    assert holds(content[start:-450], "c1") == [0]
    assert holds(content[start:-450], "c2") == []
    for place in range(0, len(content), 5):
        changed = bytearray(content)
        changed[place] ^= 1
        with pytest.raises(Wrong):
            segment_of(bytes(changed), digest)


def test_pitboss_reads_the_segment_of_the_page(tmp_path: Path) -> None:
    from pitboss.journal.archive.segment import Segment
    from pitboss.journal.port import SealedSegment

    told = vectors(1)
    (tmp_path / "s").write_bytes(base64.b64decode(told["segment"]))
    sealed = SealedSegment(1, 1, 3, 3, 1_700_000_060_000, bytes.fromhex(told["digest"]))
    segment = Segment(tmp_path / "s", sealed)
    assert list(segment.check()) == [3]
    assert [tuple(one.body for one in segment.block(0).of_stream("table/T1"))] == [
        (b"{}", b'{"a":1}')
    ]


def test_a_real_segment_is_verified_from_the_page_alone(journal: Path, tmp_path: Path) -> None:
    copy = tmp_path / "pitboss.db"
    with closing(sqlite3.connect(journal)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    before, _ = read_file(journal)
    from datetime import UTC

    from pitboss.journal.keys import load_key
    from pitboss.journal.sqlite.journal import SqliteJournal
    from pitboss.operations.archiver import Archiver, ends_before

    with closing(SqliteJournal(copy)) as opened:
        key = load_key(journal.parent / "checkpoint.key")
        [sealed] = Archiver(opened, key, pause_s=0).archive(ends_before(opened, 1 << 62, UTC))
    content = (tmp_path / "archive" / sealed.file).read_bytes()
    assert segment_of(content, sealed.digest) == before
