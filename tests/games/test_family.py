"""A game is one object, found by the name that its rulebooks write, ours or an installed one's."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from pitboss.games.answer import Settler
from pitboss.games.deal_plan import Ask
from pitboss.games.family import OpenHand, family_of
from pitboss.games.record import LEFT, PLAYED
from pitboss.games.settle import settle_record
from pitboss.games.stud.family import Stud
from pitboss.kernel.cards import parse_cards
from pitboss.rulebook import loader, shape
from pitboss.rulebook.checks import BadValue, check
from pitboss.rulebook.loader import builtin_ids
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import Stage, WagerKind
from pitboss.rulebook.shelf import Shelf, UnknownRulebook
from tests.installed_games import forget

BOOKS = [Shelf().get(rulebook) for rulebook in builtin_ids()]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_a_family_says_the_same_of_its_wagers_as_its_rulebooks(book: Rulebook) -> None:
    family = family_of(book)
    spots = {bet: book.wagers.spot(bet).kind for bet in book.wagers.__struct_fields__}
    assert spots == dict(family.wagers)
    assert next(iter(spots.values())) is WagerKind.OPENING
    assert [*spots.values()][-1] is WagerKind.PROGRESSIVE
    assert family.raises == tuple(bet for bet, kind in spots.items() if kind is WagerKind.RAISE)
    assert set(family.raises) == {decision.wager for decision in family.asks} - {None}
    assert family.name == book.family


@pytest.mark.parametrize(
    ("rulebook", "cards", "stays"),
    [
        ("rws-casino-stud-6", "As Kd 9h 5c 2s", True),
        ("rws-casino-stud-6", "As Qd 9h 5c 2s", False),
        ("rws-multilink-holdem-2", "3s 3d", True),
        ("rws-multilink-holdem-2", "Ts 2d", True),
        ("rws-multilink-holdem-2", "9s 2d", False),
        ("mbs-megalink-bullseye-4", "As Kd 9h 5c 2s", True),
    ],
)
def test_a_rule_of_thumb_for_robots(rulebook: str, cards: str, stays: bool) -> None:
    assert family_of(Shelf().get(rulebook)).plays_on(parse_cards(cards)) is stays


@pytest.mark.parametrize(
    ("rulebook", "loses"),
    [
        ("rws-multilink-stud-3", True),
        ("rws-casino-stud-6", True),
        ("rws-multilink-holdem-2", True),
        ("mbs-megalink-stud-6", False),
        ("mbs-megalink-bullseye-4", False),
    ],
)
def test_leaving_establishes_an_outcome_where_it_loses_the_hand(rulebook: str, loses: bool) -> None:
    book = Shelf().get(rulebook)
    family = family_of(book)
    left, played = (OpenHand(state, family.bets[:1]) for state in (LEFT, PLAYED))
    assert family.outcome_established(book, [played, left], 0) is loses
    assert not family.outcome_established(book, [played], 0)


def test_a_question_that_a_game_does_not_put_has_no_raise() -> None:
    assert family_of(Shelf().get("rws-casino-stud-6")).raise_for(Ask.RIVER) is None


def test_a_game_may_ask_nobody_anything() -> None:
    class Quiet(Stud):
        asks = ()  # type: ignore[assignment]  # stud asks once

    book = Shelf().get("rws-casino-stud-6")
    dealing = {
        name: msgspec.structs.replace(way, order=(Stage.PLAYERS, Stage.DEALER))
        for name, way in book.dealing.items()
    }
    unasked = msgspec.structs.replace(book, dealing=dealing)
    check(unasked, Quiet(), loader.DATA)
    with pytest.raises(BadValue, match="has decisions 0 times; this game asks 1"):
        check(unasked, family_of(book), loader.DATA)


# ── a game of another package ─────────────────────────────────────────────────────────────────────

PACKAGE = """
from pathlib import Path

from pitboss.games.stud.book import StudBook
from pitboss.games.stud.family import Stud


class ToyBook(StudBook, frozen=True, tag="toy-stud", eq=False, kw_only=True):
    pass


class Toy(Stud):
    name = "toy-stud"
    book = ToyBook
    rulebooks = Path(__file__).parent


FAMILY = Toy()
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An installed package that adds a game with one rulebook, and its id."""
    package, about = tmp_path / "toy_stud", tmp_path / "toy_stud-1.0.dist-info"
    package.mkdir()
    about.mkdir()
    (package / "__init__.py").write_text(PACKAGE)
    ours = (loader.DATA / "rws-casino-stud-6.toml").read_text()
    own = ours.replace('"stud"', '"toy-stud"', 1).replace('"rws-casino-stud-6"', '"toy-stud-1"', 1)
    assert own.count("toy-stud") == 2
    (package / "toy-stud-1.toml").write_text(own)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-stud\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[pitboss.families]\ntoy-stud = toy_stud:FAMILY\n")
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    yield "toy-stud-1"
    forget()


def test_a_game_of_an_installed_package_is_there_with_its_rulebooks(toy: str) -> None:
    shelf = Shelf()
    assert toy in shelf.ids()
    book = shelf.get(toy)
    assert (book.id, book.family) == ("toy-stud-1", "toy-stud")
    assert "3.13" in shelf.clauses(book)
    assert shape.added_packages() == {"toy-stud": "toy-stud 1.0"}
    record = {
        "rulebook": toy,
        "dealer": ["2c", "3d", "4h", "5s", "9c"],
        "boxes": [
            {
                "box": 1,
                "cards": ["Ac", "Kd", "8h", "7s", "6c"],
                "bets": {"ante": "10.00", "bet": "20.00"},
            }
        ],
    }
    assert [box.net for box in settle_record(record, shelf).boxes] == [10_00]
    line = msgspec.json.encode(record | {"id": "r1"})
    quickly = Settler(shelf).answer_quickly(line)
    assert quickly is not None
    assert [box.net for box in quickly.boxes] == ["10.00"]


def test_once_it_is_removed_nothing_of_it_is_left(toy: str, tmp_path: Path) -> None:
    (tmp_path / "toy_stud-1.0.dist-info" / "entry_points.txt").unlink()
    forget()
    with pytest.raises(UnknownRulebook):
        Shelf().get(toy)
    assert toy not in Shelf().ids()
