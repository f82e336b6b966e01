"""A rulebook as text, under its hash."""

import hashlib
from pathlib import Path

import pytest

from pitboss.rulebook.clauses import parse_clauses, written_clauses
from pitboss.rulebook.loader import RulebookError, load_rulebook
from pitboss.rulebook.shelf import Shelf, UnknownRulebook
from pitboss.rulebook.texts import RulebookText, pinned, read_text, text_of, unpinned
from pitboss.rulebook.variants import raw_of, vary
from tests.house.texts import FLUSH, ours, renamed, text, toml
from tests.support import MS, RULEBOOKS, book_of


def test_the_hash_is_over_the_file_and_the_clauses() -> None:
    found = RulebookText("ä = 1\n", "rulebook,clause\n")
    whole = "pitboss rulebook 1\n7\nä = 1\nrulebook,clause\n".encode()
    assert found.hash == hashlib.sha256(whole).hexdigest()
    assert RulebookText("ä = 1\nr", "ulebook,clause\n").hash != found.hash


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_text_says_all_that_its_rulebook_says(name: str) -> None:
    book = book_of(name)
    again = read_text(RulebookText(toml(source=name) + "# another hash\n", ours(name).clauses))
    assert again is not book
    assert raw_of(again) == raw_of(book)
    assert Shelf().clauses(again) == Shelf().clauses(book)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_rulebook_without_a_file_has_a_text_too(name: str) -> None:
    varied = vary(book_of(name), {"title": 'A "title" of ours'}, "house-1")
    found = read_text(RulebookText(text_of(varied).toml + "\n", text_of(varied).clauses))
    assert raw_of(found) == raw_of(varied)


def test_a_text_is_read_once() -> None:
    for one in (ours(), text(FLUSH)):
        first = read_text(one)
        assert read_text(RulebookText(one.toml, one.clauses)) is first


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(b"\xef\xbb\xbf" + toml().encode())
    assert text_of(load_rulebook(file)) == ours()


def test_a_text_that_is_no_rulebook_is_told_by_its_hash() -> None:
    bad = RulebookText("id = 1\n", ours().clauses)
    with pytest.raises(RulebookError, match=f"the rulebook {bad.hash[:12]}: family: is missing"):
        read_text(bad)


def test_clauses_are_written_as_they_are_read() -> None:
    listed = ours().clauses
    (found,) = parse_clauses(listed, Path("list")).values()
    assert written_clauses(found.values()) == listed


def test_a_pinned_name_is_that_of_one_text(tmp_path: Path) -> None:
    name = pinned(MS, ours().hash)
    assert unpinned(name) == (MS, ours().hash)
    assert unpinned(MS) == (MS, None)
    assert unpinned(f"{MS}@beef") == (f"{MS}@beef", None)
    assert Shelf().get(name) is book_of(MS)
    file = tmp_path / "own.toml"
    file.write_text(toml(FLUSH), encoding="utf-8")
    with pytest.raises(UnknownRulebook, match="is not here, but another one of that id"):
        Shelf([file]).get(name)
    assert Shelf([file]).get(pinned(MS, text(FLUSH).hash)).id == MS
    with pytest.raises(UnknownRulebook, match="there is no rulebook 'no-stud-1'"):
        Shelf().get(pinned("no-stud-1", ours().hash))


def test_another_id_is_another_text() -> None:
    assert text(renamed("house-stud-1")).hash != ours().hash
