"""A game is one object, found by the name that its rulebooks write, ours or an installed one's."""

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from pitboss import LiveTable, Refused, vary
from pitboss.cli.app import app
from pitboss.games.answer import Settler
from pitboss.games.deal_plan import Ask
from pitboss.games.family import OpenHand, family_of
from pitboss.games.record import LEFT, PLAYED
from pitboss.games.settle import settle_record
from pitboss.games.stud.family import Stud
from pitboss.kernel.cards import parse_cards
from pitboss.rulebook import loader, shape
from pitboss.rulebook.checks import BadValue, check
from pitboss.rulebook.difference import compare
from pitboss.rulebook.loader import RulebookError, builtin_ids
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import Stage, WagerKind
from pitboss.rulebook.shelf import Shelf, UnknownRulebook
from tests.installed_games import add_toy, changed

BOOKS = [Shelf().get(rulebook) for rulebook in builtin_ids()]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_a_family_says_the_same_of_its_wagers_as_its_rulebooks(book: Rulebook) -> None:
    family = family_of(book)
    spots = {bet: spot.kind for bet, spot in book.wagers.spots()}
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


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An installed package that adds a game with one rulebook, and its id."""
    yield add_toy(tmp_path, monkeypatch)
    changed()


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
    changed()
    with pytest.raises(UnknownRulebook):
        Shelf().get(toy)
    assert toy not in Shelf().ids()


# ── a package that does not work ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("file", "before", "after", "told"),
    [
        ("__init__.py", "FAMILY = Toy()", "import no_such_module", "No module named"),
        ("__init__.py", "FAMILY = Toy()", "FAMILY = Toy", "is no instance of"),
        ("__init__.py", '"toy-stud"\n', '"other-stud"\n', "calls itself 'other-stud'"),
        ("__init__.py", "__file__).parent", "__file__).parent / 'none'", "none, is missing"),
    ],
)
def test_a_package_that_does_not_work_is_named_and_the_rest_is_there(
    toy: str, tmp_path: Path, file: str, before: str, after: str, told: str
) -> None:
    source = tmp_path / "toy_stud" / file
    source.write_text(source.read_text().replace(before, after))
    changed()
    listed = CliRunner().invoke(app, ["rulebooks"], env={"COLUMNS": "200"})
    assert listed.exit_code == 0, listed.output
    assert all(rulebook in listed.stdout for rulebook in builtin_ids())
    assert toy not in listed.stdout
    assert listed.stderr.startswith("pitboss: the game toy-stud of the package toy-stud 1.0 can't")
    assert told in listed.stderr
    with pytest.raises(UnknownRulebook, match=r"toy-stud 1\.0 can't be used"):
        Shelf().get(toy)
    with pytest.raises(UnknownRulebook) as stranger:
        Shelf(paths=False).get(toy)
    assert "toy-stud 1.0" not in str(stranger.value)
    with pytest.raises(RulebookError, match="family: the game toy-stud of the package"):
        Shelf().get(str(tmp_path / "toy_stud" / "toy-stud-1.toml"))


@pytest.mark.parametrize(
    ("file", "before", "after", "told"),
    [
        ("toy-stud-1.toml", "version =", "versoin =", "versoin: is not a key here"),
        (
            "__init__.py",
            "    pass",
            "    def __post_init__(self) -> None:\n        raise KeyError('odd')",
            "toy-stud-1.toml: KeyError: 'odd'",
        ),
    ],
)
def test_a_rulebook_that_does_not_load_is_named_and_the_rest_is_there(
    toy: str, tmp_path: Path, file: str, before: str, after: str, told: str
) -> None:
    source = tmp_path / "toy_stud" / file
    source.write_text(source.read_text().replace(before, after))
    changed()
    listed = CliRunner().invoke(app, ["rulebooks", "--json"])
    assert listed.exit_code == 0, listed.output
    assert [book["id"] for book in json.loads(listed.stdout)] == list(builtin_ids())
    assert told in listed.stderr
    assert Shelf().ids() == builtin_ids()


# ── a wager whose name has a hyphen ───────────────────────────────────────────────────────────────

PAIR_PLUS = """
from pathlib import Path

import msgspec

from pitboss.games.limits import within_limits
from pitboss.games.settlement import Payment
from pitboss.games.stud.book import StudAntePays, StudBook
from pitboss.games.stud.family import Stud
from pitboss.kernel.poker import CATEGORY_OF, Category
from pitboss.rulebook.model import ByCategory, Pays, Wagers
from pitboss.rulebook.parts import PayLine, RulebookPart, WagerKind, WagerSpot


class PairPlusPays(RulebookPart, frozen=True):
    one_pair: PayLine


class ToyWagers(Wagers, frozen=True):
    ante: WagerSpot
    bet: WagerSpot
    pair_plus: WagerSpot
    progressive: WagerSpot


class ToyPays(Pays, frozen=True):
    ante: StudAntePays
    bet: ByCategory
    pair_plus: PairPlusPays
    progressive: ByCategory


class ToyBook(StudBook, frozen=True, tag="toy-stud", eq=False, kw_only=True):
    wagers: ToyWagers
    pays: ToyPays


class Toy(Stud):
    name = "toy-stud"
    book = ToyBook
    wagers = {
        "ante": WagerKind.OPENING,
        "bet": WagerKind.RAISE,
        "pair-plus": WagerKind.SIDE,
        "progressive": WagerKind.PROGRESSIVE,
    }
    limited = ("ante", "pair-plus")
    rulebooks = Path(__file__).parent

    def rules(self, book):
        from pitboss.games.stud.rules import StudRules

        class ToyRules(StudRules):
            def settle_box(self, round, box, hand, dealer, awards):
                ante, bet, pair_plus, progressive = box.bets
                stud = msgspec.structs.replace(box, bets=(ante, bet, progressive))
                lines = super().settle_box(round, stud, hand, dealer, awards)
                side = within_limits("pair-plus", pair_plus, round.limits[1], self.book.limits)
                if CATEGORY_OF[hand] >= Category.ONE_PAIR:
                    line = self.book.pays.pair_plus.one_pair
                    return [*lines, side.wins(Payment.of(line, self.cites.player_higher))]
                return [*lines, side.loses(self.cites.player_lower)]

        return ToyRules(self.known(book))


FAMILY = Toy()
"""


@pytest.fixture
def pair_plus(toy: str, tmp_path: Path) -> str:
    """The same package with a side wager called ``pair-plus``."""
    package = tmp_path / "toy_stud"
    (package / "__init__.py").write_text(PAIR_PLUS)
    rulebook = package / "toy-stud-1.toml"
    text = rulebook.read_text()
    spot = 'pair-plus = { label = "Pair Plus", kind = "side", clause = "3.6" }\n'
    line = 'one-pair = { pays = "3 to 1", clause = "4.1:one-pair-or-less" }\n\n'
    for before, more in (
        ("progressive = { label", spot),
        ("[pays.progressive]", f"[pays.pair-plus]\n{line}"),
    ):
        assert text.count(before) == 1
        text = text.replace(before, f"{more}{before}")
    rulebook.write_text(text)
    changed()
    return toy


def test_a_wager_may_have_a_hyphen_in_its_name(pair_plus: str) -> None:
    book = Shelf().get(pair_plus)
    assert book.wagers.names == ("ante", "bet", "pair-plus", "progressive")
    assert "pair-plus" in str(book)
    table = LiveTable(
        pair_plus,
        limits={"ante": ("10", "100"), "pair-plus": ("5", "50")},
        cards="entered",
        dealing="shuffler",
    )
    table.do("open-betting")
    table.do("place-bet", by="ann", box=1, bet="ante", amount="10")
    table.do("place-bet", by="ann", box=1, bet="pair-plus", amount="5")
    with pytest.raises(Refused, match="over-maximum"):
        table.do("place-bet", by="ann", box=1, bet="pair-plus", amount="50")
    table.do("close-betting")
    table.do("deal", cards="Qs Qh 8c 4d 3s", to="1")
    table.do("deal", cards="2c 7d 9h Kd As", to="dealer")
    table.do("raise", by="ann", box=1, amount="20")
    table.deal()
    table.do("settle")
    assert table.settlement is not None
    lines = {line.bet: line.winnings for line in table.settlement.boxes[0].lines}
    assert lines == {"ante": 10_00, "bet": 20_00, "pair-plus": 15_00}
    varied = vary(pair_plus, {"pays.pair-plus.one-pair": "4 to 1"})
    differs = compare(book, varied, (book.id, varied.id))
    assert [pair.key for pair in differs.values] == ["pair-plus: one pair"]


@pytest.mark.parametrize("options", [(), ("--json",), ("--toml",)])
def test_its_rulebook_is_shown(pair_plus: str, options: tuple[str, ...]) -> None:
    shown = CliRunner().invoke(app, ["rulebook", pair_plus, *options])
    assert shown.exit_code == 0, shown.output
    assert "pair-plus" in shown.stdout
