"""Rulebooks with some values changed in memory."""

from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from pitboss.games.settle import settle_record
from pitboss.rulebook.loader import DATA, RulebookError, load_rulebook
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.pay import Pay
from pitboss.rulebook.shelf import Shelf
from pitboss.rulebook.variants import vary
from tests.support import BE, CS, MS, RULEBOOKS, box, record

ROUND = record(MS, "2c 7d 9h Kd As", box("2s 4s 6s 8s Ts", ante="25", bet="50"))


def written(book: Rulebook) -> object:
    return msgspec.to_builtins(book, builtin_types=(datetime,), enc_hook=str)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_without_changes_it_says_the_same(name: str) -> None:
    book = Shelf().get(name)
    varied = vary(book, {}, name)
    assert varied is not book
    assert written(varied) == written(book)


def test_a_pay_line_is_changed_and_keeps_its_clause() -> None:
    book = vary(Shelf().get(MS), {"pays.bet.flush": "6 to 1"}, "mine-1")
    line = book.pays.bet.flush  # type: ignore[attr-defined]  # a stud book
    assert (str(line.pays), line.clause, book.id) == ("6 to 1", "4.1:flush", "mine-1")
    settled = settle_record(ROUND | {"rulebook": "mine-1"}, Shelf([book]))
    assert settled.boxes[0].lines[1].winnings == 30_000
    assert settle_record(ROUND, Shelf([book])).boxes[0].lines[1].winnings == 25_000


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"pays.bet.flush.pays": "6 to 1"}, "6 to 1"),
        ({"pays.bet.flush": {"pays": "6 to 1", "clause": "4.1:flush"}}, "6 to 1"),
        ({"title": "Ours"}, "5 to 1"),
    ],
)
def test_a_value_is_named_by_its_key_in_the_file(changes: dict[str, object], says: str) -> None:
    book = vary(Shelf().get(MS), changes, "mine-1")
    assert str(book.pays.bet.flush.pays) == says  # type: ignore[attr-defined]  # a stud book


def test_none_takes_a_line_away() -> None:
    book = vary(Shelf().get(MS), {"pays.progressive.straight": None}, "mine-1")
    assert book.pays.progressive.straight is None
    assert vary(book, {"pays.progressive.straight": None}, "mine-2").pays.progressive.flush


@pytest.mark.parametrize(
    ("changes", "key", "problem"),
    [
        ({"pays.bet.flush": "six"}, "pays.bet.flush.pays", "'six' is not what a line can pay"),
        ({"pays.bet.flsh": "6 to 1"}, "pays.bet.flsh", "is not a key here"),
        ({"pays.bets.flush": "6 to 1"}, "pays.bets", "is no table of this rulebook"),
        ({"title.x.y": "z"}, "title", "is no table of this rulebook"),
        ({"pays.bet.flush": None}, "pays", "bet has no line for flush"),
        ({"pays.bet.flush": {"pays": "6 to 1", "clause": "9.9"}}, "pays.bet.flush.clause", "9.9"),
    ],
)
def test_what_a_file_could_not_say_is_refused(
    changes: dict[str, object], key: str, problem: str
) -> None:
    with pytest.raises(RulebookError) as caught:
        vary(Shelf().get(MS), changes, "mine-1")
    assert (caught.value.file, caught.value.key) == ("mine-1", key)
    assert problem in caught.value.problem


def test_a_variant_cites_the_clause_list_beside_the_file(tmp_path: Path) -> None:
    text = (DATA / f"{CS}.toml").read_text()
    (tmp_path / "mine.csv").write_bytes((DATA / "clauses.csv").read_bytes())
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(f'clause-list = "{CS}"', 'clause-list = "mine.csv"'))
    book = vary(load_rulebook(file), {"pays.bet.flush": "6 to 1"}, CS)
    assert Shelf([book]).clauses(book)["3.13"].rulebook == CS


def test_a_rulebook_shows_its_wagers_and_pay_tables() -> None:
    book = Shelf().get(BE)
    assert repr(book) == f"<BullseyeBook {BE}: Megalink Bullseye, version 4 (MBS)>"
    lines = str(book).splitlines()
    assert lines[0] == repr(book)[len("<BullseyeBook ") : -1]
    assert [line.split() for line in lines if line.startswith("four-of-a-kind")] == [
        ["four-of-a-kind", "400", "for", "1", "4.5:four-of-a-kind"]
    ]


def test_what_a_line_pays_shows_as_it_is_written() -> None:
    pay = Shelf().get(MS).pays.progressive.royal_flush
    assert pay is not None
    assert isinstance(pay.pays, Pay)
    assert repr(pay.pays) == "<100% of jackpot>"
