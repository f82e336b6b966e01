"""A rulebook file is read whole or refused, with the file, the key and what is allowed there."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.rulebook.checks import BadValue
from pitboss.rulebook.clauses import all_clauses
from pitboss.rulebook.loader import DATA, RulebookError, _build, load_rulebook
from pitboss.rulebook.model import StudBook
from pitboss.rulebook.shelf import Shelf
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS, box, settled

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


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────


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
    file.write_bytes(text_of(MS).replace('title = "', 'title = "Caf\u00e9 ', 1).encode("latin-1", "replace"))
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


# ── single edits: the shape of the file ───────────────────────────────────────────────────────────────────────────

TEXT = "text in quotes"
PAY_FORMS = "write '250 to 1', '400 for 1', '$500' or '10% of jackpot'"
TIME = "write a time such as 2020-12-08T08:00:00+08:00"
EFFECTS_ORDER = "effects must be some of these, in this order: void-round, continue, stands, invalidate-hand"


@pytest.mark.parametrize(
    ("old", "new", "key", "problem"),
    [
        # Keys
        ('version = "3"\n', "", "version", "is missing"),
        ('source = "cover page"', "", "effective.source", "is missing"),
        ('pays = "5 to 1", ', "", "pays.bet.flush.pays", "is missing"),
        ('cards = 52\nclause = "2.2.1"', "cards = 52", "deck.clause", "is missing"),
        ('cards = 52\nclause = "2.2.1"', "clause = 1\nCards = 52", "deck.clause", f"is 1; write {TEXT}"),
        ("cards = 52", "Cards = 52", "deck.Cards", "is not a key here; the keys are cards, clause"),
        (
            'question = "A1"',
            'question = "A1"\nfamily = "stud"',
            "readings.fractions-of-a-cent.family",
            "is not a key here; the keys are question, asks, take, alternatives, clauses",
        ),
        (
            "hidden-progressive",
            "hidden-jackpot",
            "play.hidden-jackpot",
            (
                "is not a key here; the keys are dealer-qualifies-with, dealer-qualifies-clause, folded-progressive, "
                "folded-clause, leaving, leaving-clause, hiding, hidden-progressive, hiding-clause"
            ),
        ),
        # Family
        ('family = "stud"\n', "", "family", f"is missing; write one of {FAMILIES}"),
        ('"stud"', '"baccarat"', "family", f"is 'baccarat'; write one of {FAMILIES}"),
        ('"stud"', '["stud"]', "family", f"is a list of 1; write one of {FAMILIES}"),
        (
            '"stud"',
            '"bullseye"',
            "wagers.ante",
            "is not a key here; the keys are main, tie, suits, bullseye, progressive",
        ),
        (
            '"stud"',
            '"holdem"',
            "wagers.bet",
            "is not a key here; the keys are ante, flop, turn, river, bonus, progressive",
        ),
        # Words out of a list
        ('"RWS"', "3", "operator", "is 3; write text in quotes"),
        ('"one-by-one"', '"XYZ"', "dealing.shoe.cards", "is 'XYZ'; write one of one-by-one, whole-sets"),
        (
            '"one-by-one"',
            f'"{"x" * 61}"',
            "dealing.shoe.cards",
            f"is '{'x' * 57}...'; write one of one-by-one, whole-sets",
        ),
        ("= 52", "= 51", "deck.cards", "is 51; write 52"),
        ('"ace-king"', '"pair"', "play.dealer-qualifies-with", "is 'pair'; write ace-king"),
        ('"stays"', '"perhaps"', "play.folded-progressive", "is 'perhaps'; write one of stays, lost"),
        (
            'leaving = "folded"',
            'leaving = "house-way"',
            "play.leaving",
            "is 'house-way'; write one of folded, invalid",
        ),
        (
            'device = "shoe"',
            'device = "hat"',
            "dealing.shoe.device",
            "is 'hat'; write one of shoe, shuffler, manual, automated",
        ),
        (
            '["players", "dealer", "decisions"]',
            '["players", "croupier"]',
            "dealing.shoe.order[1]",
            "is 'croupier'; write one of players, dealer, community, flop, turn, river, decisions",
        ),
        (
            'kind = "opening"',
            'kind = "first"',
            "wagers.ante.kind",
            "is 'first'; write one of opening, raise, side, progressive",
        ),
        (
            'authority = "dealer"',
            'authority = "croupier"',
            "powers.place-bets-for-a-player.authority",
            "is 'croupier'; write one of dealer, pit-supervisor, pit-manager, shift-manager, house",
        ),
        (
            'authority = "house"\nclauses = ["5.9", "5.10"]',
            'authority = "nobody"\nclauses = ["5.9", "5.10"]',
            "rulings.burn-missed[2].authority",
            "is 'nobody'; write one of dealer, pit-supervisor, pit-manager, shift-manager, house",
        ),
        (
            'options-for = "affected"',
            'options-for = "some"',
            "rulings.cards-exposed[3].options-for",
            "is 'some'; write one of affected, all",
        ),
        (
            '"dealing-order"',
            '"drawn-lots"',
            "jackpot.same-table",
            "is 'drawn-lots'; write one of dealing-order, pooled",
        ),
        (
            'take = "round-down"',
            'take = "up"',
            "readings.fractions-of-a-cent.take",
            "is 'up'; write one of round-down, round-half-up, round-up",
        ),
        (
            '"round-half-up"',
            '"nearest"',
            "readings.fractions-of-a-cent.alternatives[1]",
            "is 'nearest'; write one of round-down, round-half-up, round-up",
        ),
        # Values of another type
        ('id = "rws-multilink-stud-3"', "id = 7", "id", f"is 7; write {TEXT}"),
        ('clause = "4.1:flush"', "clause = 4.1", "pays.bet.flush.clause", f"is 4.1; write {TEXT}"),
        ('["5.22"]', '"5.22"', "cites.void-round", "is '5.22'; write a list in [ ]"),
        ('["5.22"]', "[5]", "cites.void-round[0]", f"is 5; write {TEXT}"),
        ("[1, 9]", "[1]", "layouts.A.boxes", "is a list of 1; write a list of 2"),
        ("[1, 9]", '[1, "nine"]', "layouts.A.boxes[1]", "is 'nine'; write a whole number"),
        (
            "{ boxes = [1, 9], clause",
            "9 # { boxes = [1, 9], clause",
            "layouts.A",
            "is 9; write a table of its own",
        ),
        (
            "times-opening = 2",
            'times-opening = "2"',
            "wagers.bet.times-opening",
            "is '2'; write a whole number",
        ),
        (
            'dealer-face-up = "last"',
            'dealer-face-up = "last"\nsecurity-card = "no"',
            "dealing.shoe.security-card",
            "is 'no'; write true or false",
        ),
        ("[notes]\n", '[notes]\nfirst = "x"\n', "notes.first", "is 'x'; write a table of its own"),
        (
            'when = { size = "more" }',
            'when = "more"',
            "rulings.wrong-raise[0].when",
            "is 'more'; write a table of its own",
        ),
        (
            'when = { size = "more" }',
            "when = { size = [1, 2] }",
            "rulings.wrong-raise[0].when.size",
            f"is a list of 2; write true or false or a whole number or {TEXT}",
        ),
        (
            'when = { size = "more" }',
            "when = { size = { a = 1 } }",
            "rulings.wrong-raise[0].when.size",
            f"is a table; write true or false or a whole number or {TEXT}",
        ),
        ("2020-12-08T08:00:00+08:00", "2020-12-08", "effective.since", f"is 2020-12-08; {TIME}"),
        ("2020-12-08T08:00:00+08:00", '"yesterday"', "effective.since", f"is 'yesterday'; {TIME}"),
        ("2020-12-08T08:00:00+08:00", "true", "effective.since", f"is true; {TIME}"),
        # Pay lines
        ('"5 to 1"', '"5:1"', "pays.bet.flush.pays", f"'5:1' is not what a line can pay; {PAY_FORMS}"),
        ('"5 to 1"', "5", "pays.bet.flush.pays", f"5 is not what a line can pay; {PAY_FORMS}"),
        (
            'two-pairs = { pays = "2 to 1", clause = "4.1:two-pairs" }\n',
            "",
            "pays",
            "bet has no line for two-pairs; a winning hand of each kind must be paid",
        ),
        # What a part asks of itself
        ("[1, 9]", "[9, 1]", "layouts.A", "boxes is [9, 1]; write the least and the most number of boxes"),
        ("[1, 9]", "[0, 9]", "layouts.A", "boxes is [0, 9]; write the least and the most number of boxes"),
        (", times-opening = 2", "", "wagers.bet", "times-opening is needed for a raise, and only there"),
        (
            'kind = "opening"',
            'kind = "opening", times-opening = 1',
            "wagers.ante",
            "times-opening is needed for a raise, and only there",
        ),
        ('"100000.00"', '"a lot"', "caps.bet", "winnings is 'a lot'; write an amount such as '100000.00'"),
        (
            'alternatives = ["round-down", ',
            "alternatives = [",
            "readings.fractions-of-a-cent",
            "take is 'round-down', which is not among the alternatives",
        ),
        (
            'options-for = "affected"\n',
            "",
            "rulings.cards-exposed[3]",
            "options and options-for go together",
        ),
        (
            'options = ["continue", "return-and-invalidate"]\n',
            "",
            "rulings.cards-exposed[3]",
            "options and options-for go together",
        ),
        (
            'clauses = ["5.24"]\nbecause',
            "clauses = []\nbecause",
            "rulings.unlisted[0]",
            "a ruling needs at least one clause",
        ),
    ],
)
def test_a_single_edit_is_refused_at_its_key(
    tmp_path: Path, old: str, new: str, key: str, problem: str
) -> None:
    assert refusal_of(tmp_path, text_of(MS, (old, new))) == (key, problem)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [("title = ", "titel = ", "titel"), ("[wagers]", "[wager]", "wager"), ("[limits]", "[limit.s]", "limit")],
)
def test_a_key_that_does_not_exist_at_the_top(tmp_path: Path, old: str, new: str, key: str) -> None:
    found_key, problem = refusal_of(tmp_path, text_of(MS, (old, new)))
    assert found_key == key
    said, _, keys = problem.partition(" are ")
    assert said == "is not a key here; the keys"
    assert {"id", "title", "family", "wagers", "limits", "readings", "rulings"} < set(keys.split(", "))


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
    key, problem = refusal_of(tmp_path, text_of(MS, ('effects = ["void-round"]', 'effects = ["void"]')))
    assert key == "rulings.technical-interruption[1].effects[0]"
    assert problem.startswith("is 'void'; write one of void-round, continue, stands")
    assert problem.endswith("may-bar-player, refer")


@pytest.mark.parametrize(
    ("rulebook", "old", "new", "key", "problem"),
    [
        (
            MH,
            'from-category = "straight"',
            'from-category = "royal-flush"',
            "pays.ante.from-category",
            (
                "is 'royal-flush'; write one of five-odd-cards, one-pair, two-pairs, three-of-a-kind, straight, flush, "
                "full-house"
            ),
        ),
        (MH, 'leaving = "folded"', 'leaving = "invalid"', "play.leaving", "is 'invalid'; write folded"),
        (BE, 'leaving = "house-way"', 'leaving = "folded"', "play.leaving", "is 'folded'; write house-way"),
        (BE, "[readings.picture-pairs]", "[notes.picture-pairs]", "notes.picture-pairs.asks", None),
        (SS, 'under-minimum = "once"', 'under-minimum = "twice"', "limits.under-minimum", None),
        (CS, 'hiding = "not-said"', 'hiding = "unsaid"', "play.hiding", None),
    ],
)
def test_single_edits_of_the_other_files(
    tmp_path: Path, rulebook: str, old: str, new: str, key: str, problem: str | None
) -> None:
    found_key, found = refusal_of(tmp_path, text_of(rulebook, (old, new)))
    assert found_key == key
    assert problem is None or found == problem


FREE_NAMES = ("layouts", "dealing", "refusals", "powers", "operations", "notes")
"""Tables whose parts a file names as it likes."""


def keys_of(table: dict[str, Any], at: str = "") -> Iterator[tuple[dict[str, Any], str, str]]:
    """Every key of a file that means something to the program: its table, its name and its full key."""
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
        # Most are told as unknown; a family that is not there, or an incident that must be, as missing.
        assert caught.value.key in (misspelt, full), (misspelt, str(caught.value))
    assert _build(raw, DATA).id == rulebook


# ── a new document ────────────────────────────────────────────────────────────────────────────────────────────────

NEW_CLAUSES = (
    "house-stud-1,7.1:flush,paytable,yes,A flush is paid 6 to 1.\n"
    "house-stud-1,7.2:three-of-a-kind,paytable,yes,Three of a kind wins five times the progressive stake.\n"
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
        "rulebook,clause,kind,operative,gist\nother-1,9.9,betting,yes,Another.\n" + numbers + NEW_CLAUSES
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
        "house-stud-1", dealer, box("Qh 9h 8h 5h 3h", ante="25", bet="50", progressive="5"), shelf=shelf
    )
    assert flush.result("bet") == ("win", 5000, 30000)
    assert flush.line("bet").clauses == ("3.14.1", "7.1")
    assert flush.line("bet").row == "flush"
    assert flush.result("ante") == ("win", 2500, 2500)
    assert flush.result("progressive") == ("win", 0, 20000)
    # A full house at 7 to 1 on 100.00 would win 700.00.
    capped = settled("house-stud-1", dealer, box("9s 9h 9c 5d 5s", ante="50", bet="100"), shelf=shelf)
    assert capped.result("bet") == ("win", 10000, 50000)
    assert "7.3" in capped.line("bet").clauses
    three = settled(
        "house-stud-1", dealer, box("9s 9h 9c 6d 5s", ante="25", bet="50", progressive="5"), shelf=shelf
    )
    assert three.result("progressive") == ("win", 0, 2500)
    straight = settled(
        "house-stud-1", dealer, box("9s 8h 7c 6d 5s", ante="25", bet="50", progressive="5"), shelf=shelf
    )
    assert straight.result("progressive") == ("lose", 0, 0)
    assert straight.settlement.rulebook == "house-stud-1"


def test_the_document_it_came_from_is_untouched(tmp_path: Path) -> None:
    new_document(tmp_path)
    flush = settled(MS, "Ks Kc 7d 4h 2c", box("Qh 9h 8h 5h 3h", ante="25", bet="50"))
    assert flush.result("bet") == ("win", 5000, 25000)


def test_a_new_document_rules_too(tmp_path: Path) -> None:
    edit = ('effects = ["void-round"]\nclauses = ["5.8.1"]', 'effects = ["continue"]\nclauses = ["7.3"]')
    shelf = Shelf([new_document(tmp_path, edit)])
    ruling = pitboss.rule({"rulebook": "house-stud-1", "incident": "foreign-card"}, shelf)
    assert (ruling.effects, ruling.clauses) == (("continue",), ("7.3",))


def test_another_reading_is_another_word_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text_of(CS, ('take = "rank-unproved"', 'take = "deemed-folded"')))
    hidden = box(hand="unrevealed", ante="25", bet="50")
    # The dealer has no ace-king, so that the ante of an unproved hand is paid; a hand deemed folded loses all.
    dealer = "Ks Qc 7d 4h 2c"
    assert settled(CS, dealer, hidden).result("ante") == ("win", 2500, 2500)
    assert settled(str(file), dealer, hidden).result("ante") == ("lose", 0, 0)
