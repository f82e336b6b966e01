"""The catalogues of the pages: complete where they say so, and each sentence with what stands in
it.
"""

import re
from pathlib import Path

import pytest

from pitboss.rulebook.loader import installed_ids
from pitboss.rulebook.shelf import Shelf
from pitboss.table.refusals import TableRefusal
from tests.catalogue import LANGUAGES, PAGES, said_by, sentences

FOR_GUESTS = ("lobby", "seat", "sign", "sign-in", "tour", "components")
SHARED = ("shell", "view-as", "since", "unanswered", "language")
COMPLETE = ("zh",)
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


@pytest.mark.parametrize("path", sorted(LANGUAGES.glob("*.json")), ids=lambda path: path.stem)
def test_what_stands_in_a_sentence_stands_in_its_translation(path: Path) -> None:
    for english, translated in sentences(path.stem).items():
        assert set(_BRACES.findall(english)) == set(_BRACES.findall(translated)), english
        if english.startswith("refused: "):
            assert english.removeprefix("refused: ") in {
                *TableRefusal,
                "wrong-name-or-password",
            }, english
