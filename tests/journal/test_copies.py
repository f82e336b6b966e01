"""Copies of checkpoints in a file: each once, whole lines only, never two of one number."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.journal import copies
from pitboss.journal.checkpoints import BadCheckpoint, build, verify_chain
from pitboss.journal.copies import append_copy, as_line, from_line, last_copy, read_copies
from tests.journal.test_checkpoints import FIRST, KEY, PUBLIC, SECOND, change, signed


def test_a_line_holds_everything() -> None:
    line = as_line(SECOND)
    assert "\n" not in line
    assert from_line(line) == from_line(line.encode() + b"\n") == SECOND
    assert line.startswith('{"checkpoint":2,"at_ms":1700000060000,"position":13,"root":"')


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line[:-1],
        lambda line: line.replace('"root":"', '"root":"x'),
        lambda line: line.replace('"heads":"', '"heads":"*'),
        lambda line: line.replace('"position"', '"place"'),
        lambda line: line.replace(":13", ':"13"'),
        lambda line: "",
        lambda line: "[1]",
    ],
)
def test_a_line_that_is_no_checkpoint_is_refused(spoil: Callable[[str], str]) -> None:
    with pytest.raises(BadCheckpoint, match="this is no checkpoint"):
        from_line(spoil(as_line(SECOND)))


def test_copies_are_added_once(tmp_path: Path) -> None:
    path = tmp_path / "copies.jsonl"
    assert append_copy(path, FIRST) is True
    assert append_copy(path, FIRST) is False
    assert append_copy(path, SECOND) is True
    assert append_copy(path, FIRST) is False
    assert append_copy(path, SECOND) is False
    assert list(read_copies(path)) == [FIRST, SECOND]
    assert path.read_text() == f"{as_line(FIRST)}\n{as_line(SECOND)}\n"
    assert verify_chain(read_copies(path), PUBLIC) == 2


@pytest.mark.parametrize("kept", [1, 40, -1])
def test_a_line_that_was_cut_off_is_written_again(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "copies.jsonl"
    append_copy(path, FIRST)
    with path.open("a") as file:
        file.write(as_line(SECOND)[:kept])
    assert list(read_copies(path)) == [FIRST]
    assert append_copy(path, SECOND) is True
    assert list(read_copies(path)) == [FIRST, SECOND]


def test_two_checkpoints_of_one_number_do_not_stand_beside_each_other(tmp_path: Path) -> None:
    path = tmp_path / "copies.jsonl"
    append_copy(path, FIRST)
    before = path.read_bytes()
    with pytest.raises(
        BadCheckpoint, match=r"copies\.jsonl has another checkpoint 1: one of the two was forged"
    ):
        append_copy(path, signed(change(FIRST, at_ms=5)))
    assert path.read_bytes() == before


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary\n")
    with pytest.raises(BadCheckpoint, match=r"diary\.txt has a line that is no checkpoint"):
        append_copy(path, FIRST)
    assert path.read_text() == "Dear diary\n"


def test_a_copy_is_on_the_disk_when_it_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    original = os.fsync

    def watched(file: int) -> None:
        synced.append(Path(f"/proc/self/fd/{file}").readlink().name)
        original(file)

    monkeypatch.setattr("os.fsync", watched)
    append_copy(tmp_path / "copies.jsonl", FIRST)
    assert synced == ["copies.jsonl", tmp_path.name]
    append_copy(tmp_path / "copies.jsonl", SECOND)
    assert synced == ["copies.jsonl", tmp_path.name, "copies.jsonl"]


def test_the_last_copy_is_the_last_line_that_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "copies.jsonl"
    assert last_copy(path) is None
    path.touch()
    assert last_copy(path) is None
    path.write_text(as_line(FIRST))
    assert last_copy(path) is None, "a line without its end was cut off"
    # However the file is cut into blocks.
    for block in (1, 7, 100, len(as_line(FIRST)), 1 << 16):
        monkeypatch.setattr(copies, "_BLOCK", block)
        path.write_text(as_line(FIRST) + "\n")
        assert last_copy(path) == FIRST
        path.write_text(as_line(FIRST) + "\n" + as_line(SECOND)[:-3])
        assert last_copy(path) == FIRST
        path.write_text(as_line(FIRST) + "\n" + as_line(SECOND) + "\n")
        assert last_copy(path) == SECOND
    path.write_text("Dear diary\n")
    with pytest.raises(BadCheckpoint, match=r"copies\.jsonl has a line that is no checkpoint"):
        last_copy(path)


def test_a_long_file_is_added_to_without_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It grows for years, and a server adds to it every few minutes."""
    path = tmp_path / "copies.jsonl"
    made = [FIRST]
    for number in range(2, 40):
        made.append(build({}, position=number + 20, at_ms=number, last=made[-1], key=KEY))
    path.write_text("".join(f"{as_line(one)}\n" for one in made[:-1]))
    read: list[bytes] = []
    number_of = copies._number

    def noted(line: bytes, where: Path) -> int:
        read.append(line)
        return number_of(line, where)

    monkeypatch.setattr(copies, "_number", noted)
    assert append_copy(path, made[-1]) is True
    assert len(read) == 1
    assert last_copy(path) == made[-1]
