"""Checkpoints: what nobody can put right again after changing a journal."""

import zlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.audit import Discrepancy, audit
from pitboss.audit.checkpoint_form import read_copies
from pitboss.journal import checkpoints as signed
from pitboss.journal.copies import append_copy
from pitboss.journal.port import Checkpoint, Head, NotAJournal, Record
from tests.audit.tampering import first, hashed_again, journal_of, with_edit

replace = msgspec.structs.replace

KEY = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(b"\x08" * 32)
PUBLIC = KEY.public_key().public_bytes_raw()


def signed_at(
    records: Sequence[Record], counts: Sequence[int], key: Ed25519PrivateKey = KEY
) -> list[Checkpoint]:
    """Checkpoints as they would have been made after so many records."""
    found: list[Checkpoint] = []
    for count in counts:
        heads = {record.stream: Head(record.version, record.hash) for record in records[:count]}
        last = found[-1] if found else None
        position = records[count - 1].position
        found.append(signed.build(heads, position=position, at_ms=count, last=last, key=key))
    return found


@pytest.fixture
def some(history: list[Record]) -> list[Record]:
    """So much of the history as these tests need."""
    # Up to the end of a command.
    return history[: next(n for n in range(600, 700) if history[n].number == 0)]


@pytest.fixture
def made(some: list[Record]) -> list[Checkpoint]:
    return signed_at(some, (100, 300, 300, 590))


def problem_of(
    records: Sequence[Record],
    checkpoints: Sequence[Checkpoint],
    copies: Sequence[Checkpoint] = (),
    keys: Sequence[bytes] = (),
) -> Discrepancy:
    problem = audit(journal_of(records, checkpoints), checkpoints=copies, keys=keys).problem
    assert problem is not None, "the auditor noticed nothing"
    return problem


def test_checkpoints_that_fit(some: list[Record], made: list[Checkpoint]) -> None:
    report = audit(journal_of(some, made), keys=[PUBLIC])
    assert report.problem is None, report.problem.sentence
    assert (report.counts.checkpoints, report.last_checkpoint) == (4, 4)
    assert (report.keys, report.trusted) == ((PUBLIC.hex(),), True)
    assert report.heads == signed_at(some, (len(some),))[0].root.hex()


def test_a_journal_that_was_cut_short(some: list[Record], made: list[Checkpoint]) -> None:
    end = next(at for at in range(580, 0, -1) if some[at].number == 0)
    cut = some[:end]
    assert audit(journal_of(cut)).content, "without checkpoints nobody can tell"
    problem = problem_of(cut, made)
    assert problem.what.startswith("the journal has been cut short: checkpoint 4 was signed when ")
    assert problem.position is None
    assert audit(journal_of(cut), checkpoints=made[:3]).content
    copied = problem_of(cut, (), copies=made)
    assert copied.sentence == problem.sentence


def test_a_journal_that_was_written_anew(some: list[Record], made: list[Checkpoint]) -> None:
    at = first(some, "command-refused/1")
    anew = with_edit(some, at, lambda event: event.update(message="Something else."))
    assert audit(journal_of(anew)).content, "without checkpoints nobody can tell"
    told = audit(journal_of(anew), replay=True).problem
    assert told is not None
    assert (told.position, "Something else." in told.found) == (at.position, True)
    problem = problem_of(anew, made)
    # The place is the end of that stream at the first checkpoint after the change.
    after = next(
        n for n, count in enumerate((100, 300, 300, 590)) if some[count - 1].position >= at.position
    )
    named = signed.heads_of(made[after])[at.stream]
    assert (problem.stream, problem.version) == (at.stream, named.version)
    assert f"after checkpoint {after + 1} was signed" in problem.what
    assert problem.expected == named.hash.hex()


def test_written_anew_with_checkpoints_of_another_key(
    some: list[Record], made: list[Checkpoint]
) -> None:
    at = first(some, "command-refused/1")
    anew = with_edit(some, at, lambda event: event.update(message="Something else."))
    forged = signed_at(anew, (100, 300, 590), OTHER_KEY)
    report = audit(journal_of(anew, forged))
    assert report.content
    assert not report.trusted
    assert report.keys == (OTHER_KEY.public_key().public_bytes_raw().hex(),)
    assert problem_of(anew, forged, keys=[PUBLIC]).what == "the key that signed checkpoint 1"
    assert problem_of(anew, forged, copies=made).what == "checkpoint 1 and its copy"


def test_each_field_of_a_checkpoint(some: list[Record], made: list[Checkpoint]) -> None:
    changes = {
        "number": 7,
        "at_ms": 1,
        "position": 1,
        "heads": made[0].heads,
        "root": made[0].root,
        "previous": made[0].previous,
        "key": OTHER_KEY.public_key().public_bytes_raw(),
        "signature": made[0].signature,
    }
    assert tuple(changes) == Checkpoint.__struct_fields__
    for field, value in changes.items():
        changed = [*made[:3], replace(made[3], **{field: value})]
        problem = problem_of(some, changed)
        assert "checkpoint" in problem.what, field


def test_a_checkpoint_that_is_missing(some: list[Record], made: list[Checkpoint]) -> None:
    problem = problem_of(some, [made[0], made[2], made[3]])
    assert (problem.what, problem.expected, problem.found) == (
        "the number of a checkpoint",
        "2",
        "3",
    )


def test_a_checkpoint_of_another_line(some: list[Record], made: list[Checkpoint]) -> None:
    other = signed_at(some, (50, 300))
    assert problem_of(some, [made[0], other[1]]).what == "what checkpoint 2 says of the one before"


def test_a_checkpoint_may_name_records_behind_its_position(some: list[Record]) -> None:
    # On a store with many writers what is behind the position may be in the heads already.
    heads = {record.stream: Head(record.version, record.hash) for record in some[:400]}
    early = signed.build(heads, position=some[99].position, at_ms=1, last=None, key=KEY)
    later = signed.build(heads, position=some[99].position, at_ms=2, last=early, key=KEY)
    report = audit(journal_of(some, [early, later]))
    assert report.problem is None, report.problem.sentence
    anew = hashed_again([replace(record, at_ms=record.at_ms) for record in some[:399]])
    assert not audit(journal_of(anew, [early, later])).content


def test_copies_in_a_file(some: list[Record], made: list[Checkpoint], tmp_path: Path) -> None:
    path = tmp_path / "copies.jsonl"
    for checkpoint in made:
        append_copy(path, checkpoint)
    with path.open("ab") as file:
        file.write(b'{"checkpoint":5,"at')
    assert list(read_copies(path)) == made
    report = audit(journal_of(some), checkpoints=read_copies(path))
    assert (report.problem, report.counts.checkpoints) == (None, 4)
    # A copy may begin later than the journal's own, and may have come further.
    report = audit(journal_of(some, made[:3]), checkpoints=made[2:])
    assert (report.problem, report.counts.checkpoints) == (None, 4)


def test_copies_that_can_not_be_read(some: list[Record], tmp_path: Path) -> None:
    with pytest.raises(NotAJournal, match="Check the path"):
        read_copies(tmp_path / "none")
    path = tmp_path / "copies.jsonl"
    path.write_text("{}\n")
    problem = audit(journal_of(some), checkpoints=read_copies(path)).problem
    assert problem is not None
    assert "line 1" in problem.found


@pytest.mark.parametrize("heads", [b"", b"\x00", zlib.compress(b"\x00\x00\x00\x05abc")])
def test_heads_that_can_not_be_read(some: list[Record], heads: bytes) -> None:
    bare = replace(signed_at(some, (10,))[0], heads=heads)
    changed = replace(bare, signature=KEY.sign(signed.signed_bytes(bare)))
    assert problem_of(some, [changed]).what == "the heads in checkpoint 1"


def test_a_root_that_is_not_of_its_heads(some: list[Record]) -> None:
    bare = replace(signed_at(some, (10,))[0], root=bytes(32))
    changed = replace(bare, signature=KEY.sign(signed.signed_bytes(bare)))
    assert problem_of(some, [changed]).what == "the root of checkpoint 1"
