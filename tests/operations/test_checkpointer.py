"""Checkpoints are made when they are due, of a journal that fits together, once for all processes,
and copied.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.journal.address import open_journal
from pitboss.journal.checkpoints import BadCheckpoint, build, verify, verify_chain
from pitboss.journal.copies import read_copies
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Checkpoint, Journal, NewRecord, Part, Record, Unavailable, Unit
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.config import load_config
from pitboss.operations.integrity import Damaged, check_whole, root_of
from pitboss.operations.signing_key import WrongKey
from tests.casino.histories import play
from tests.postgres import Server

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))


class Clock:
    def __init__(self, now_ms: int = 0) -> None:
        self.now_ms = now_ms

    def __call__(self) -> int:
        return self.now_ms


def keeper(
    journal: Journal,
    clock: Clock,
    copy: Path | None = None,
    every_events: int = 10,
    every_s: int = 60,
) -> Checkpointer:
    return Checkpointer(
        journal, KEY, every_events=every_events, every_s=every_s, copy=copy, clock_ms=clock
    )


def store(journal: Journal, records: int = 1, stream: str = "s", at_ms: int = 0) -> None:
    """So many records more."""
    head = journal.head(stream)
    version = 0 if head is None else head.version
    for number in range(version, version + records):
        part = Part(stream, number, (NewRecord("a", b"{}"),))
        journal.append([Unit(f"{stream}/{number}", b"f", at_ms, (part,))])


def test_one_is_due_after_so_many_events() -> None:
    journal, clock = MemoryJournal(), Clock()
    found = keeper(journal, clock)
    assert found.step() is None, "there is nothing to sign"
    store(journal, 1)
    made = found.step()
    assert made is not None, "the first is made at once, so that it is known which key signs"
    assert (made.number, made.position, made.at_ms) == (1, 1, 0)
    assert verify(made, found.public_key) == journal.heads()
    store(journal, 9)
    assert found.step() is None
    store(journal, 1)
    made = found.step()
    assert made is not None
    assert (made.number, made.position, made.at_ms) == (2, 11, 0)
    assert verify(made, found.public_key) == journal.heads()
    store(journal, 9)
    assert found.step() is None, "they are counted from the last one"


def test_one_is_due_after_so_many_seconds_if_anything_was_stored() -> None:
    journal, clock = MemoryJournal(), Clock(1_000)
    found = keeper(journal, clock)
    clock.now_ms = 500_000
    assert found.step() is None
    store(journal, 1, at_ms=500_000)
    assert found.step() is not None
    clock.now_ms = 560_000
    assert found.step() is None, "nothing was stored since"
    store(journal, 1, at_ms=560_000)
    made = found.step()
    assert made is not None
    assert made.position == 2
    store(journal, 1, at_ms=560_001)
    clock.now_ms = 619_999
    assert found.step() is None
    clock.now_ms = 620_000
    assert found.step() is not None


def test_it_goes_on_from_the_last_one_that_is_stored() -> None:
    """Another process has made the first; this one reads only what came behind it."""
    journal, clock = MemoryJournal(), Clock()
    store(journal, 5)
    assert keeper(journal, clock).make() is not None
    store(journal, 3)
    store(journal, 2, "t")
    read: list[int] = []
    ask = journal.read_all

    def noted(after: int = 0, limit: int = 1000) -> list[Record]:
        read.append(after)
        return ask(after, limit)

    journal.read_all = noted  # type: ignore[method-assign]  # to see from where it reads
    made = keeper(journal, clock).make()
    assert made is not None
    assert read[0] == 5
    assert (made.number, made.position) == (2, 10)
    assert made.root == root_of(journal.heads())
    assert verify_chain(journal.checkpoints()) == 2
    assert check_whole(journal).checkpoints == 2


def test_nothing_new_gives_no_checkpoint() -> None:
    journal, clock = MemoryJournal(), Clock()
    store(journal, 5)
    found = keeper(journal, clock)
    assert found.make() is not None
    assert found.make() is None
    assert keeper(journal, clock).make() is None


def test_of_two_processes_one_makes_it() -> None:
    journal, clock = MemoryJournal(), Clock()
    store(journal, 12)
    first, second = keeper(journal, clock), keeper(journal, clock)
    add = journal.add_checkpoint

    def late(checkpoint: object) -> None:
        """The other one is quicker by a hair."""
        journal.add_checkpoint = add  # type: ignore[method-assign]  # only once
        assert second.step() is not None
        add(checkpoint)  # type: ignore[arg-type]  # it is one

    journal.add_checkpoint = late  # type: ignore[method-assign]  # to come in between
    assert first.step() is None
    assert [found.number for found in journal.checkpoints()] == [1]
    store(journal, 10)
    made = first.step()
    assert made is not None, "and goes on behind the other's"
    assert made.number == 2
    assert verify_chain(journal.checkpoints()) == 2


def test_a_checkpoint_that_was_ahead_of_its_position_is_gone_on_from() -> None:
    """It was made by the heads alone, while another process was storing."""
    journal, clock = MemoryJournal(), Clock()
    store(journal, 10)
    journal.add_checkpoint(build(journal.heads(), position=7, at_ms=0, last=None, key=KEY))
    found = keeper(journal, clock)
    assert found.make() is None
    store(journal, 1)
    made = found.make()
    assert made is not None
    assert made.position == 11


def test_a_broken_chain_is_not_signed(tmp_path: Path) -> None:
    import apsw

    path = tmp_path / "pitboss.db"
    with closing(SqliteJournal(path)) as journal:
        store(journal, 20)
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("DROP TRIGGER records_stay")
        connection.execute("UPDATE records SET body = x'7b207d' WHERE position = 13")
    with closing(SqliteJournal(path)) as journal:
        with pytest.raises(Damaged, match="position 13"):
            keeper(journal, Clock()).make()
        assert journal.last_checkpoint() is None


def test_a_forged_checkpoint_is_not_built_upon() -> None:
    import msgspec

    journal = MemoryJournal()
    store(journal, 3)
    made = build(journal.heads(), position=3, at_ms=0, last=None, key=OTHER_KEY)
    journal.add_checkpoint(msgspec.structs.replace(made, at_ms=1))
    store(journal, 3)
    with pytest.raises(BadCheckpoint, match="signature"):
        keeper(journal, Clock()).make()


# ── copies ────────────────────────────────────────────────────────────────────────────────────────


def test_each_checkpoint_is_copied_once_whoever_made_it(tmp_path: Path) -> None:
    journal, clock, copy = MemoryJournal(), Clock(), tmp_path / "copies.jsonl"
    store(journal, 10)
    assert keeper(journal, clock).make() is not None, "made by a process that keeps no copies"
    found = keeper(journal, clock, copy)
    assert found.step() is None
    assert found.copy_missing() == 0, "it was copied with the step"
    store(journal, 10)
    assert found.step() is not None
    assert keeper(journal, clock, copy).copy_missing() == 0, (
        "another process writes to the same file"
    )
    assert list(read_copies(copy)) == list(journal.checkpoints())


def test_a_copy_that_was_missed_in_a_crash_is_made_up_for(tmp_path: Path) -> None:
    journal, clock, copy = MemoryJournal(), Clock(), tmp_path / "copies.jsonl"
    for _ in range(3):
        store(journal, 1)
        assert keeper(journal, clock).make() is not None
    lines = keeper(journal, clock, copy).copy_missing()
    assert lines == 3
    text = copy.read_bytes()
    copy.write_bytes(text[: len(text) - 40])
    assert keeper(journal, clock, copy).copy_missing() == 1
    assert copy.read_bytes() == text


# ── running ───────────────────────────────────────────────────────────────────────────────────────


class Stop(threading.Event):
    """Set after so many looks, so that nobody waits."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.left = looks

    def wait(self, timeout: float | None = None) -> bool:
        self.left -= 1
        if self.left < 0:
            self.set()
        return super().wait(0)


def test_it_runs_until_it_is_stopped_and_signs_what_is_left() -> None:
    journal, clock = MemoryJournal(), Clock()
    store(journal, 10)
    found = keeper(journal, clock)
    found.run(Stop(2))
    assert [made.position for made in journal.checkpoints()] == [10]
    store(journal, 3)
    found.run(Stop(1))
    assert [made.position for made in journal.checkpoints()] == [10, 13], (
        "at the end nothing is left unsigned"
    )


def test_a_journal_that_can_not_be_reached_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    journal, clock = MemoryJournal(), Clock()
    store(journal, 10)
    ask = journal.last_checkpoint
    asked: list[int] = []

    def sometimes() -> object:
        asked.append(1)
        if len(asked) == 1:
            raise Unavailable("the server is away")
        return ask()

    journal.last_checkpoint = sometimes  # type: ignore[method-assign, assignment]  # away once, as a server may be
    with caplog.at_level(logging.ERROR, "pitboss.checkpoints"):
        keeper(journal, clock).run(Stop(2))
    assert [made.position for made in journal.checkpoints()] == [10]
    assert caplog.messages == ["no checkpoint could be made: the server is away"]


def test_as_the_settings_say(tmp_path: Path) -> None:
    (tmp_path / "pitboss.toml").write_text(
        '[checkpoints]\nevery_events = 2\nkey = "keys/sign.key"\ncopy = "far/copies.jsonl"\n'
    )
    config = load_config(environment={}, folder=tmp_path)
    journal = MemoryJournal()
    store(journal, 2)
    found = Checkpointer.configured(journal, config, Clock())
    made = found.step()
    assert made is not None
    assert made.key == found.public_key
    assert len(list(read_copies(tmp_path / "pitboss-data" / "far" / "copies.jsonl"))) == 1
    again = Checkpointer.configured(journal, config, Clock())
    assert again.public_key == found.public_key, "the key is made once"


# ── several processes on one server ───────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    found = Server()
    yield found
    found.remove()


def test_on_postgresql_two_keepers_make_one_chain(server: Server, tmp_path: Path) -> None:
    url = server.url(server.new_database())
    clock, copy = Clock(), tmp_path / "copies.jsonl"
    with closing(open_journal(url)) as one, closing(open_journal(url)) as other:
        play(one, commands=60)
        keepers = [keeper(one, clock, copy), keeper(other, clock, copy)]
        for nth in range(6):
            store(one, 5, f"s{nth}")
            made = [found.make() for found in keepers]
            assert made[0] is not None
            assert made[1] is None
        for found in keepers:
            found.copy_missing()
        assert [found.number for found in other.checkpoints()] == [1, 2, 3, 4, 5, 6]
        assert check_whole(other).checkpoints == 6
    assert len(list(read_copies(copy))) == 6


def test_a_process_whose_key_was_replaced_signs_nothing_more(tmp_path: Path) -> None:
    """Another process has signed with another key: two chains of signatures would be worth
    nothing.
    """
    journal, clock = MemoryJournal(), Clock()
    store(journal, 10)
    one = keeper(journal, clock)
    assert one.step() is not None
    other = Checkpointer(journal, OTHER_KEY, every_events=10, every_s=60, clock_ms=clock)
    store(journal, 10)
    with pytest.raises(WrongKey, match="Give all processes the same key file"):
        other.step()
    assert one.step() is not None


def test_on_postgresql_a_second_machine_with_a_key_of_its_own_is_refused(
    server: Server, tmp_path: Path
) -> None:
    url = server.url(server.new_database())
    configs = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        configs.append(load_config(environment={"PITBOSS_DATABASE": url}, folder=tmp_path / name))
    with closing(open_journal(url)) as one, closing(open_journal(url)) as two:
        store(one, 3)
        assert Checkpointer.configured(one, configs[0]).make() is not None
        with pytest.raises(WrongKey, match=f"copy the key file .* to {configs[1].key}"):
            Checkpointer.configured(two, configs[1])
        assert not configs[1].key.exists(), "no key is made that could not be used"
        configs[1].key.write_bytes(configs[0].key.read_bytes())
        configs[1].key.chmod(0o600)
        store(one, 3)
        assert Checkpointer.configured(two, configs[1]).make() is not None
        assert check_whole(two).checkpoints == 2


def test_a_copy_on_a_long_chain_is_made_without_reading_the_chain_again(tmp_path: Path) -> None:
    journal, clock, copy = MemoryJournal(), Clock(), tmp_path / "copies.jsonl"
    for _ in range(20):
        store(journal, 1)
        assert keeper(journal, clock, copy).make() is not None
    assert keeper(journal, clock, copy).copy_missing() == 20
    asked: list[int] = []
    ask = journal.checkpoints

    def noted(after: int = 0) -> Iterator[Checkpoint]:
        asked.append(after)
        return ask(after)

    journal.checkpoints = noted  # type: ignore[method-assign]  # to see from where it reads
    assert keeper(journal, clock, copy).copy_missing() == 0
    assert asked == [19, 20]


def test_a_copy_that_can_not_be_written_is_said_and_made_up_for(tmp_path: Path) -> None:
    """The disk elsewhere is away for a while; the checkpoint itself is made."""
    journal, clock, copy = MemoryJournal(), Clock(), tmp_path / "elsewhere" / "copies.jsonl"
    store(journal, 10)
    found = keeper(journal, clock, copy)
    with pytest.raises(Unavailable, match=r"can't be copied to .*copies\.jsonl: No such file"):
        found.step()
    assert journal.last_checkpoint() is not None
    copy.parent.mkdir()
    assert found.copy_missing() == 1
