"""A rulebook file is read whole or refused, with the file, the key and what is allowed there."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.games.stud.book import StudBook
from pitboss.rulebook.checks import BadValue
from pitboss.rulebook.clauses import all_clauses
from pitboss.rulebook.loader import DATA, RulebookError, _build, load_rulebook
from pitboss.rulebook.shelf import Shelf
from tests.cases import rows_of
from tests.support import CS, MS, RULEBOOKS, box, settled

FAMILIES = "stud, holdem, bullseye"


def text_of(rulebook: str, *edits: tuple[str, str]) -> str:
    """A packaged file with the first occurrence of each text replaced."""
    text = (DATA / f"{rulebook}.toml").read_text()
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def refusal(file: Path) -> tuple[str, str]:
    """The key and the problem with which a file is refused; the file's name stands in front."""
    with pytest.raises(RulebookError) as caught:
        load_rulebook(file)
    error = caught.value
    assert error.file == str(file)
    assert str(error) == ": ".join(part for part in (error.file, error.key, error.problem) if part)
    return error.key, error.problem


def refusal_of(folder: Path, text: str) -> tuple[str, str]:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return refusal(file)


# ── files ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_copy_of_each_packaged_file_is_read(tmp_path: Path, rulebook: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text_of(rulebook))
    book = load_rulebook(file)
    assert book.id == rulebook
    # Two loads are two books: what is made ready for one must not serve another.
    assert load_rulebook(file) != book


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_editor_does_not_matter(tmp_path: Path, encoding: str, line_end: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text_of(MS), encoding=encoding, newline=line_end)
    assert load_rulebook(file).title == "Multi-Link Progressive Casino Stud Poker"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.toml") == ("", "can't be read: No such file or directory")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path) == ("", "can't be read: Is a directory")


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    assert refusal(tmp_path / "\ud800.toml") == ("", "can't be the name of a file")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(
        text_of(MS).replace('title = "', 'title = "Caf\u00e9 ', 1).encode("latin-1", "replace")
    )
    assert refusal(file) == ("", "is not UTF-8 text")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            text_of(MS, ("[deck]", "[deck")),
            "is not TOML: Expected ']' at the end of a table declaration (at line 15",
        ),
        ('id = "a"\nid = "b"\n', "is not TOML: Cannot overwrite a value (at line 2"),
        (f"x = {'9' * 5000}\n", "is not TOML: Exceeds the limit"),
        (f"x = {'[' * 100_000}\n", "is not TOML: lists or tables inside each other without end"),
    ],
    ids=["bracket", "twice", "huge number", "nesting"],
)
def test_a_file_that_is_no_toml(tmp_path: Path, text: str, problem: str) -> None:
    key, found = refusal_of(tmp_path, text)
    assert (key, found[: len(problem)]) == ("", problem)


def test_an_empty_file(tmp_path: Path) -> None:
    assert refusal_of(tmp_path, "") == ("family", f"is missing; write one of {FAMILIES}")


# ── single edits: the shape of the file ───────────────────────────────────────────────────────────

EDITS = [*rows_of(Path(__file__).parent / "edits.md")]
EFFECTS_ORDER = (
    "effects must be some of these, in this order: void-round, continue, stands, invalidate-hand"
)


@pytest.mark.parametrize("row", EDITS, ids=[f"{row['file']} {row['key']}" for row in EDITS])
def test_a_single_edit_is_refused_at_its_key(tmp_path: Path, row: dict[str, str]) -> None:
    ours, own = (row[name].strip("`").replace("\\n", "\n") for name in ("ours", "own"))
    assert refusal_of(tmp_path, text_of(row["file"], (ours, own))) == (row["key"], row["problem"])


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("title = ", "titel = ", "titel"),
        ("[wagers]", "[wager]", "wager"),
        ("[limits]", "[limit.s]", "limit"),
    ],
)
def test_a_key_that_does_not_exist_at_the_top(tmp_path: Path, old: str, new: str, key: str) -> None:
    found_key, problem = refusal_of(tmp_path, text_of(MS, (old, new)))
    assert found_key == key
    said, _, keys = problem.partition(" are ")
    assert said == "is not a key here; the keys"
    assert {"id", "title", "family", "wagers", "limits", "readings", "rulings"} < set(
        keys.split(", ")
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('effects = ["void-round"]', "effects = []"),
        ('effects = ["continue", "reconstruct"]', 'effects = ["reconstruct", "continue"]'),
        ('effects = ["void-round"]', 'effects = ["void-round", "void-round"]'),
    ],
)
def test_effects_stand_in_the_order_of_the_contract(tmp_path: Path, old: str, new: str) -> None:
    key, problem = refusal_of(tmp_path, text_of(MS, (old, new)))
    assert key in ("rulings.technical-interruption[1]", "rulings.misdeal[2]")
    assert problem.startswith(EFFECTS_ORDER)


def test_an_effect_that_does_not_exist(tmp_path: Path) -> None:
    key, problem = refusal_of(
        tmp_path, text_of(MS, ('effects = ["void-round"]', 'effects = ["void"]'))
    )
    assert key == "rulings.technical-interruption[1].effects[0]"
    assert problem.startswith("is 'void'; write one of void-round, continue, stands")
    assert problem.endswith("may-bar-player, refer")


FREE_NAMES = ("layouts", "dealing", "refusals", "powers", "operations", "notes")
"""Tables whose parts a file names as it likes."""


def keys_of(table: dict[str, Any], at: str = "") -> Iterator[tuple[dict[str, Any], str, str]]:
    """Every key of a file that means something to the program: its table, its name and its full
    key.
    """
    for name, value in table.items():
        full = f"{at}.{name}" if at else name
        if at not in FREE_NAMES:
            yield table, name, full
        for index, part in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(part, dict):
                yield from keys_of(part, full if part is value else f"{full}[{index}]")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_key_can_be_misspelt_in_silence(rulebook: str) -> None:
    raw = tomllib.loads(text_of(rulebook))
    found = list(keys_of(raw))
    # A walk that misses most of the file would prove nothing.
    assert len(found) > 400
    for table, name, full in found:
        table[f"x{name}"] = value = table.pop(name)
        with pytest.raises(BadValue) as caught:
            _build(raw, DATA)
        del table[f"x{name}"]
        table[name] = value
        misspelt = f"{full.removesuffix(name)}x{name}"
        # Most are told as unknown; a family that is not there, or an incident that must be, as
        # missing.
        assert caught.value.key in (misspelt, full), (misspelt, str(caught.value))
    assert _build(raw, DATA).id == rulebook


# ── a new document ────────────────────────────────────────────────────────────────────────────────

NEW_CLAUSES = (
    "house-stud-1,7.1:flush,paytable,yes,A flush is paid 6 to 1.\n"
    "house-stud-1,7.2:three-of-a-kind,paytable,yes,Three of a kind wins five times the "
    "progressive stake.\n"
    "house-stud-1,7.3,paytable,yes,The BET wins 500 at the most.\n"
)


def new_document(folder: Path, *edits: tuple[str, str]) -> Path:
    """A stud document of an operator's own: its id, its pay tables, its cap and its clause list."""
    numbers = "".join(
        f'house-stud-1,{clause.number},{clause.kind},yes,"As there."\n'
        for clause in all_clauses()[MS].values()
    )
    (folder / "lists").mkdir()
    (folder / "lists" / "own.csv").write_text(
        "rulebook,clause,kind,operative,gist\nother-1,9.9,betting,yes,Another.\n"
        + numbers
        + NEW_CLAUSES
    )
    file = folder / "house-stud-1.toml"
    file.write_text(
        text_of(
            MS,
            (f'id = "{MS}"', 'id = "house-stud-1"'),
            (f'clause-list = "{MS}"', 'clause-list = "lists/own.csv"'),
            ('"5 to 1", clause = "4.1:flush"', '"6 to 1", clause = "7.1:flush"'),
            (
                'straight = { pays = "20 for 1", clause = "4.2:straight" }',
                'three-of-a-kind = { pays = "5 for 1", clause = "7.2:three-of-a-kind" }',
            ),
            ('winnings = "100000.00", clause = "4.1.1"', 'winnings = "500", clause = "7.3"'),
            *edits,
        )
    )
    return file


def test_a_new_document_of_a_known_family_is_a_file_and_no_code(tmp_path: Path) -> None:
    shelf = Shelf([new_document(tmp_path)])
    assert isinstance(shelf.get("house-stud-1"), StudBook)
    # The dealer qualifies with a pair of kings in every round below.
    dealer = "Ks Kc 7d 4h 2c"
    flush = settled(
        "house-stud-1",
        dealer,
        box("Qh 9h 8h 5h 3h", ante="25", bet="50", progressive="5"),
        shelf=shelf,
    )
    assert flush.result("bet") == ("win", 5000, 30000)
    assert flush.line("bet").clauses == ("3.14.1", "7.1")
    assert flush.line("bet").row == "flush"
    assert flush.result("ante") == ("win", 2500, 2500)
    assert flush.result("progressive") == ("win", 0, 20000)
    # A full house at 7 to 1 on 100.00 would win 700.00.
    capped = settled(
        "house-stud-1", dealer, box("9s 9h 9c 5d 5s", ante="50", bet="100"), shelf=shelf
    )
    assert capped.result("bet") == ("win", 10000, 50000)
    assert "7.3" in capped.line("bet").clauses
    three = settled(
        "house-stud-1",
        dealer,
        box("9s 9h 9c 6d 5s", ante="25", bet="50", progressive="5"),
        shelf=shelf,
    )
    assert three.result("progressive") == ("win", 0, 2500)
    straight = settled(
        "house-stud-1",
        dealer,
        box("9s 8h 7c 6d 5s", ante="25", bet="50", progressive="5"),
        shelf=shelf,
    )
    assert straight.result("progressive") == ("lose", 0, 0)
    assert straight.settlement.rulebook == "house-stud-1"


def test_the_document_it_came_from_is_untouched(tmp_path: Path) -> None:
    new_document(tmp_path)
    flush = settled(MS, "Ks Kc 7d 4h 2c", box("Qh 9h 8h 5h 3h", ante="25", bet="50"))
    assert flush.result("bet") == ("win", 5000, 25000)


def test_a_new_document_rules_too(tmp_path: Path) -> None:
    edit = (
        'effects = ["void-round"]\nclauses = ["5.8.1"]',
        'effects = ["continue"]\nclauses = ["7.3"]',
    )
    shelf = Shelf([new_document(tmp_path, edit)])
    ruling = pitboss.rule({"rulebook": "house-stud-1", "incident": "foreign-card"}, shelf)
    assert (ruling.effects, ruling.clauses) == (("continue",), ("7.3",))


def test_another_reading_is_another_word_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text_of(CS, ('take = "rank-unproved"', 'take = "deemed-folded"')))
    hidden = box(hand="unrevealed", ante="25", bet="50")
    # The dealer has no ace-king, so that the ante of an unproved hand is paid; a hand deemed folded
    # loses all.
    dealer = "Ks Qc 7d 4h 2c"
    assert settled(CS, dealer, hidden).result("ante") == ("win", 2500, 2500)
    assert settled(str(file), dealer, hidden).result("ante") == ("lose", 0, 0)
