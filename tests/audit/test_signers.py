"""Which key may sign: a change of the key is on record and confirmed by the old one, or the auditor
finds it.
"""

from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import pytest

from pitboss.audit import audit
from pitboss.audit.report import AuditReport
from pitboss.journal.checkpoints import build
from pitboss.journal.keys import create_key, ensure_key, load_key
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import InUse, Record
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.signing_key import WrongKey, change_key, key_in_force
from tests.audit.tampering import first, journal_of, with_edit
from tests.casino.histories import play

KIND = "signing-key-changed/1"


class Signed:
    """A journal that grows and is signed with the key in a file."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "checkpoint.key"
        self.journal = MemoryJournal()
        self._stamps = count(1)
        ensure_key(self.path)

    @property
    def public(self) -> bytes:
        return load_key(self.path).public_key().public_bytes_raw()

    def sign(self) -> None:
        keeper = Checkpointer(self.journal, load_key(self.path), every_events=1, every_s=1)
        assert keeper.make() is not None

    def change(self, *, lost: bool = False) -> None:
        change_key(self.journal, self.path, str(next(self._stamps)), lambda: 5, lost=lost)

    def records(self) -> list[Record]:
        return self.journal.read_all(limit=10_000)

    def audit(self, *keys: bytes) -> AuditReport:
        return audit(self.journal, keys=keys)


@pytest.fixture
def signed(tmp_path: Path) -> Signed:
    found = Signed(tmp_path)
    play(found.journal, commands=60)
    found.sign()
    return found


def test_a_key_hands_over_to_the_next(signed: Signed) -> None:
    keys = [signed.public]
    for _ in range(2):
        signed.change()
        assert key_in_force(signed.journal) == signed.public
        signed.sign()
        keys.append(signed.public)
    report = signed.audit()
    assert report.problem is None, report.problem.sentence
    assert [change.confirmed for change in report.key_changes] == [True, True]
    assert report.keys == tuple(sorted(key.hex() for key in keys))
    assert report.unsigned == 0
    # Whoever trusts the first key need not be told of the others, as each has confirmed the next.
    assert signed.audit(keys[0]).content
    problem = signed.audit(keys[2]).problem
    assert problem is not None
    assert problem.what == "the key that signed checkpoint 1"


def test_a_key_that_merely_turns_up_is_found(signed: Signed) -> None:
    old = signed.public
    signed.path.unlink()
    create_key(signed.path)
    play(other := MemoryJournal(), commands=61)
    longer = journal_of(other.read_all(limit=10_000), list(signed.journal.checkpoints()))
    with pytest.raises(WrongKey, match="another key"):
        Checkpointer(longer, load_key(signed.path), every_events=1, every_s=1).make()
    forged = list(longer.checkpoints())
    forged.append(
        build(
            longer.heads(),
            position=longer.last_position(),
            at_ms=9,
            last=forged[-1],
            key=load_key(signed.path),
        )
    )
    journal = journal_of(longer.read_all(limit=10_000), forged)
    problem = audit(journal).problem
    assert problem is not None
    assert problem.sentence == (
        f"The key that signed checkpoint 2: expected {old.hex()}, found {signed.public.hex()}."
    )
    assert audit(journal, keys=[old, signed.public]).content, "an auditor may know of both"


def test_a_lost_key_is_named_and_no_longer_trusted(signed: Signed) -> None:
    old = signed.public
    signed.path.unlink()
    signed.change(lost=True)
    signed.sign()
    report = signed.audit()
    assert report.problem is None
    assert [change.confirmed for change in report.key_changes] == [False]
    problem = signed.audit(old).problem
    assert problem is not None
    assert problem.what == "the key that signed checkpoint 2"
    assert signed.audit(old, signed.public).content


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"signature": "00" * 64}, "the old key's word for the new one after checkpoint 1"),
        ({"signature": "xyz"}, "the old key's word for the new one after checkpoint 1"),
        ({"checkpoint": 7}, "the old key's word for the new one after checkpoint 7"),
        ({"before": "ab" * 32}, "the key that is replaced is the one that signs"),
        ({"before": "no key"}, "the keys of a change"),
        ({"after": "ab" * 32}, "the old key's word for the new one after checkpoint 1"),
        ({"at-ms": 6}, "the time in the event"),
    ],
)
def test_a_change_that_was_tampered_with(
    signed: Signed, change: dict[str, object], what: str
) -> None:
    signed.change()
    records = signed.records()
    at = first(records, KIND)
    changed = with_edit(records, at, lambda event: event.update(change))
    problem = audit(journal_of(changed, list(signed.journal.checkpoints()))).problem
    assert problem is not None
    assert problem.what == what
    assert problem.position == at.position


def test_a_change_without_any_checkpoint_before_it(signed: Signed) -> None:
    signed.change()
    problem = audit(journal_of(signed.records())).problem
    assert problem is not None
    assert (problem.what, problem.expected) == (
        "the key that is replaced is the one that signs",
        "none",
    )


def test_a_change_needs_the_key_that_signs(signed: Signed) -> None:
    with pytest.raises(WrongKey, match="Leave out --old-key-lost"):
        signed.change(lost=True)
    signed.path.unlink()
    with pytest.raises(WrongKey, match="there is no key in"):
        signed.change()
    create_key(signed.path)
    with pytest.raises(WrongKey, match="is another one"):
        signed.change()
    assert all(record.kind != KIND for record in signed.records())


def test_nobody_else_may_have_the_journal_open(signed: Signed) -> None:
    signed.journal.alone = lambda: False  # type: ignore[method-assign]  # as a server in another process would
    with pytest.raises(InUse, match="Stop all servers first"):
        signed.change()


def test_a_journal_that_is_not_signed_needs_no_change(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "new.db")) as journal:
        assert key_in_force(journal) is None
        with pytest.raises(WrongKey, match="Any key will do"):
            change_key(journal, tmp_path / "key", "1", lambda: 1)


def test_a_handover_is_bound_to_its_journal(signed: Signed, tmp_path: Path) -> None:
    """What a key has signed for one journal is of no use in another that it signs as well."""
    (tmp_path / "other").mkdir()
    signed.path.rename(tmp_path / "other" / "checkpoint.key")
    other = Signed(tmp_path / "other")
    play(other.journal, commands=40)
    other.sign()
    (tmp_path / "other" / "checkpoint.key").rename(signed.path)
    signed.change()
    stolen = first(signed.records(), KIND)
    theirs = other.records()
    head = theirs[-1]
    moved = msgspec.structs.replace(stolen, position=head.position + 1)
    problem = audit(
        journal_of(
            with_edit([*theirs, moved], moved, lambda _: None), list(other.journal.checkpoints())
        )
    ).problem
    assert problem is not None
    assert problem.what.startswith("the old key's word")
