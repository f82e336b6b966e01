"""Signed checkpoints."""

import zlib
from hashlib import sha256

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.journal import checkpoints
from pitboss.journal.chain import START, leaf, merkle_root
from pitboss.journal.checkpoints import (
    BadCheckpoint,
    build,
    digest,
    heads_of,
    signed_bytes,
    verify,
    verify_chain,
)
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Checkpoint, Head
from tests.journal.units import one

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))

HEADS = {"table/2": Head(7, b"b" * 32), "table/1": Head(3, b"a" * 32), "ссылка": Head(1, b"c" * 32)}
LATER = HEADS | {"table/1": Head(4, b"d" * 32), "new": Head(1, b"e" * 32)}

FIRST = build(HEADS, position=11, at_ms=1_700_000_000_000, last=None, key=KEY)
SECOND = build(LATER, position=13, at_ms=1_700_000_060_000, last=FIRST, key=KEY)


def change(checkpoint: Checkpoint, **fields: object) -> Checkpoint:
    return msgspec.structs.replace(checkpoint, **fields)


def signed(checkpoint: Checkpoint, key: Ed25519PrivateKey = KEY) -> Checkpoint:
    """Signed anew, as only he can who has the key."""
    named = change(checkpoint, key=key.public_key().public_bytes_raw())
    return change(named, signature=key.sign(signed_bytes(named)))


def test_a_checkpoint_worked_out_by_hand() -> None:
    leaves = [leaf(name, HEADS[name]) for name in ("table/1", "table/2", "ссылка")]
    assert zlib.decompress(FIRST.heads) == b"".join(leaves)
    assert FIRST.root == merkle_root(leaves)
    assert (FIRST.number, FIRST.position, FIRST.previous) == (1, 11, START)
    by_hand = (
        b"pitboss-checkpoint/1\0"
        + (1).to_bytes(8) + (1_700_000_000_000).to_bytes(8) + (11).to_bytes(8)
        + FIRST.root + bytes(32) + PUBLIC + sha256(FIRST.heads).digest()
    )  # fmt: skip
    assert signed_bytes(FIRST) == by_hand
    KEY.public_key().verify(FIRST.signature, by_hand)
    assert SECOND.previous == sha256(by_hand).digest() == digest(FIRST)
    assert SECOND.number == 2


def test_the_form_of_the_signature_never_changes() -> None:
    """The signature of Ed25519 depends on nothing but key and text. How a list is compressed
    depends on the library.
    """
    assert (
        signed(change(FIRST, heads=b"heads")).signature.hex()
        == "c0225ab318696946f9d0abe035b2304f556f50e9f389c1b2f2e1e75d050a99cf"
        "30188c9d52568a34b5f0836bafdb795d7832071c6b65938842ff0a8536325b0c"
    )


def test_a_checkpoint_gives_its_heads_back() -> None:
    assert verify(FIRST) == verify(FIRST, PUBLIC) == heads_of(FIRST) == HEADS
    assert verify(SECOND, PUBLIC) == LATER


def test_a_checkpoint_of_an_empty_journal() -> None:
    empty = build({}, position=0, at_ms=0, last=None, key=KEY)
    assert verify(empty, PUBLIC) == {}
    assert empty.root == START


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("number", 2, "signature does not fit"),
        ("at_ms", 0, "signature does not fit"),
        ("position", 12, "signature does not fit"),
        ("root", b"r" * 32, "does not lead to its root"),
        ("root", b"r" * 31, "wrong length"),
        ("previous", b"p" * 32, "signature does not fit"),
        ("previous", b"", "wrong length"),
        ("signature", b"s" * 64, "signature does not fit"),
        ("signature", b"", "signature does not fit"),
        ("key", b"", "signature does not fit"),
        ("key", b"k" * 32, "signature does not fit"),
        ("number", -1, "signature does not fit"),
        ("heads", b"", "cut off"),
        ("heads", b"rubbish", "can't be read"),
        ("heads", FIRST.heads[:-3], "cut off"),
        ("heads", FIRST.heads + b"x", "cut off or too long"),
        ("heads", zlib.compress(b"\0\0\0\0"), "can't be read"),
        ("heads", SECOND.heads, "does not lead to its root"),
    ],
)
def test_any_change_is_found(field: str, value: object, words: str) -> None:
    with pytest.raises(BadCheckpoint, match=words):
        verify(change(FIRST, **{field: value}))


def test_a_list_of_streams_in_another_order_is_found() -> None:
    leaves = [leaf(name, HEADS[name]) for name in ("table/2", "table/1", "ссылка")]
    shuffled = signed(
        change(FIRST, heads=zlib.compress(b"".join(leaves)), root=merkle_root(leaves))
    )
    with pytest.raises(BadCheckpoint, match="not in order"):
        verify(shuffled)


def test_a_list_that_unfolds_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "MAX_HEADS_BYTES", 100)
    with pytest.raises(BadCheckpoint, match="too long"):
        verify(FIRST)


def test_a_key_that_is_not_the_expected_one_is_found() -> None:
    forged = signed(FIRST, OTHER)
    assert verify(forged) == HEADS
    with pytest.raises(BadCheckpoint, match="checkpoint 1 is signed with another key"):
        verify(forged, PUBLIC)


def test_a_chain_is_checked_from_its_start() -> None:
    third = build(LATER, position=13, at_ms=1_700_000_120_000, last=SECOND, key=KEY)
    assert verify_chain([FIRST, SECOND, third], PUBLIC) == 3
    assert verify_chain([]) == 0


@pytest.mark.parametrize(
    ("chain", "words"),
    [
        ([SECOND], "checkpoint 1 is missing: checkpoint 2 stands in its place"),
        ([FIRST, FIRST], "checkpoint 2 is missing: checkpoint 1 stands in its place"),
        ([FIRST, signed(change(SECOND, number=3))], "checkpoint 2 is missing"),
        (
            [FIRST, signed(change(SECOND, previous=START))],
            "checkpoint 2 does not follow the checkpoint 1 that is here",
        ),
        ([signed(change(FIRST, previous=b"p" * 32))], "checkpoint 1 does not follow"),
        ([signed(change(FIRST, at_ms=1)), SECOND], "checkpoint 2 does not follow"),
        ([FIRST, signed(change(SECOND, position=10))], "goes back behind the position"),
        ([FIRST, signed(SECOND, OTHER)], "another key"),
        ([FIRST, change(SECOND, at_ms=1)], "signature"),
    ],
)
def test_a_chain_that_does_not_hold_is_found(chain: list[Checkpoint], words: str) -> None:
    with pytest.raises(BadCheckpoint, match=words):
        verify_chain(chain, PUBLIC)


@pytest.mark.parametrize(
    "shorter", [{"table/1": Head(2, b"z" * 32)}, {"table/2": None}], ids=["cut", "gone"]
)
def test_a_stream_that_got_shorter_is_found(shorter: dict[str, Head | None]) -> None:
    heads = {stream: head for stream, head in (LATER | shorter).items() if head is not None}
    with pytest.raises(
        BadCheckpoint, match=f"stream {next(iter(shorter))} is shorter than it was before"
    ):
        verify_chain([FIRST, build(heads, position=13, at_ms=0, last=FIRST, key=KEY)])


def test_a_journal_keeps_the_chain_of_its_checkpoints() -> None:
    journal = MemoryJournal()
    journal.append([one("c1", "a", 0), one("c2", "b", 0)])
    first = build(journal.heads(), position=2, at_ms=5, last=None, key=KEY)
    journal.add_checkpoint(first)
    journal.append([one("c3", "a", 1)])
    second = build(journal.heads(), position=3, at_ms=6, last=first, key=KEY)
    journal.add_checkpoint(second)
    assert list(journal.checkpoints()) == [first, second]
    assert verify_chain(journal.checkpoints(), PUBLIC) == 2
    assert heads_of(second) == journal.heads()
