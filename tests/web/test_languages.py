"""The catalogues of the pages: complete where they say so, and each sentence with what stands in
it.
"""

import re
from pathlib import Path

import pytest

from pitboss.rulebook.difference import entries
from pitboss.rulebook.loader import installed_ids
from pitboss.rulebook.shelf import Shelf
from pitboss.table.refusals import TableRefusal
from tests.catalogue import LANGUAGES, PAGES, said_by, sentences

FOR_GUESTS = ("lobby", "seat", "sign", "sign-in", "tour", "why", "components")
SHARED = (
    "shell",
    "colours",
    "help",
    "view-as",
    "since",
    "missing-answers",
    "language",
    "identity",
    "session-end",
)
COMPLETE = ("zh",)
PREPARED = ("ms", "ta")
REFUSALS = Path(__file__).parents[1] / "table/refusals.md"
_BRACES = re.compile(r"\{\w+\}")
_WORDS = re.compile(r'^\s+(?:"[a-z-]+"|\w+): (?:\["[^"]+", )?"([^"]+)"\]?,$', re.MULTILINE)


def modules() -> list[Path]:
    """What players and guests read comes from these."""
    found = [path for folder in FOR_GUESTS for path in (PAGES / folder).glob("*.js")]
    return found + [PAGES / f"shared/{name}.js" for name in SHARED]


def table_of(name: str) -> set[str]:
    """The words of one of the tables of shared/words.js."""
    text = (PAGES / "shared/words.js").read_text(encoding="utf-8")
    body = text[text.index(f"const {name} = {{") :]
    return set(_WORDS.findall(body[: body.index("\n};")]))


@pytest.mark.parametrize("language", COMPLETE)
def test_every_sentence_that_a_guest_reads_is_in_the_catalogue(language: str) -> None:
    there = sentences(language)
    wanted = set().union(*(said_by(path) for path in modules()))
    assert len(wanted) > 200
    assert sorted(wanted - there.keys()) == []


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("table", ["PHASES", "STANDINGS", "RESULTS", "OPTIONS", "INCIDENTS"])
def test_what_the_server_names_by_codes_has_words_in_it(language: str, table: str) -> None:
    words = table_of(table)
    assert len(words) > 3
    assert sorted(words - sentences(language).keys()) == []


@pytest.mark.parametrize("language", COMPLETE)
def test_the_wagers_of_every_game_have_names_in_it(language: str) -> None:
    shelf, there = Shelf(paths=False), sentences(language)
    for book in map(shelf.get, installed_ids()):
        labels = {getattr(book.wagers, bet).label for bet in book.wagers.__struct_fields__}
        assert labels <= there.keys(), book.id
        assert book.conduct.one_hand_notice in there


@pytest.mark.parametrize("language", COMPLETE)
def test_what_every_game_pays_for_is_told_in_it(language: str) -> None:
    shelf, there = Shelf(paths=False), sentences(language)
    for book in map(shelf.get, installed_ids()):
        lines = [one for one in entries(book) if one.section == "pay tables"]
        paid = {one.key.partition(": ")[2] for one in lines if one.value != "nothing"}
        assert len(paid) > 5
        assert sorted(paid - there.keys() - {"from category"}) == [], book.id


@pytest.mark.parametrize("language", COMPLETE)
def test_what_a_wager_was_paid_for_is_told_in_words_and_in_it(language: str) -> None:
    """No code of a pay table's line is shown as it is, unless it is made of words."""
    text = (PAGES / "shared/words.js").read_text(encoding="utf-8")
    body = text[text.index("const PAY_ROWS = {") :]
    words = dict(
        re.findall(r'^\s+"([a-z0-9-]+)": "([^"]+)",$', body[: body.index("\n};")], re.MULTILINE)
    )
    shelf, there = Shelf(paths=False), sentences(language)
    for book in map(shelf.get, installed_ids()):
        numbers = [one.clauses for one in entries(book) if one.section == "pay tables"]
        rows = {number.partition(":")[2] for (number,) in filter(None, numbers)}
        rows -= {"", *book.wagers.__struct_fields__}
        assert len(rows) > 5
        told = {words.get(row, row.replace("-", " ")) for row in rows}
        assert sorted(told - there.keys()) == [], book.id


@pytest.mark.parametrize("language", COMPLETE)
def test_why_something_was_ruled_is_told_in_it(language: str) -> None:
    """Every reason of the installed rulebooks, and those that the engine gives by itself."""
    shelf, there = Shelf(paths=False), sentences(language)
    books = [shelf.get(name) for name in installed_ids()]
    reasons = {row.because for book in books for rows in book.rulings.values() for row in rows}
    for module in ("table/incidents.py", "table/remedies/interruption.py"):
        text = (PAGES.parents[1] / module).read_text(encoding="utf-8")
        for found in re.findall(r'because = \(?\s*((?:"[^"]+"\s*)+)', text):
            reasons.add("".join(re.findall(r'"([^"]+)"', found)))
    assert len(reasons) > 80
    assert sorted(reasons - there.keys()) == []
    said = {text for book in books for text in (one.notice for one in book.operations.values())}
    assert len(said) > 1
    assert said - {None} <= there.keys()


@pytest.mark.parametrize("language", COMPLETE)
def test_every_refusal_that_a_player_meets_is_told_in_it(language: str) -> None:
    """Those of the table of refusals that answer a player."""
    rows = [line.split(" | ") for line in REFUSALS.read_text(encoding="utf-8").splitlines()]
    players = {
        row[0].removeprefix("| ") for row in rows if len(row) > 4 and row[2] in ("ann", "bob")
    }
    assert len(players) > 15
    assert sorted(code for code in players if f"refused: {code}" not in sentences(language)) == []


@pytest.mark.parametrize("language", PREPARED)
def test_a_language_that_is_prepared_has_the_sentences_to_fill_in(language: str) -> None:
    prepared, complete = sentences(language), sentences(COMPLETE[0])
    assert prepared.keys() <= complete.keys()
    assert len(prepared) > 0.9 * len(complete)
    assert any(prepared.values())
    assert "" in prepared.values(), "it is complete: say so"
    assert f'"{language}"' in (PAGES / "shared/language.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(LANGUAGES.glob("*.json")), ids=lambda path: path.stem)
def test_what_stands_in_a_sentence_stands_in_its_translation(path: Path) -> None:
    for english, translated in sentences(path.stem).items():
        if not translated and path.stem in PREPARED:
            continue
        if english.startswith("refused: "):
            # Its name says no figures; the page takes them from what the server says.
            assert set(_BRACES.findall(translated)) <= {"{amount}", "{box}", "{boxes}"}, english
            assert english.removeprefix("refused: ") in {
                *TableRefusal,
                *("wrong-name-or-password", "draining", "too-late"),
            }, english
        else:
            assert set(_BRACES.findall(english)) == set(_BRACES.findall(translated)), english
