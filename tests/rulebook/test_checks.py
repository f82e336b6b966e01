"""The parts of a rulebook must agree, or it is refused: clauses, wagers, pay lines, readings and
rulings.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.rulebook import words
from pitboss.rulebook.checks import (
    cited,
    clauses_of,
    listed,
    pay_lines,
    shown,
)
from pitboss.rulebook.deciding import deciding_row, fact_combinations
from pitboss.rulebook.effects import Effect, RulingRow
from pitboss.rulebook.incidents import Fact, Incident
from pitboss.rulebook.loader import DATA, RulebookError, load_rulebook
from pitboss.rulebook.parts import Cap, Effective, PayLine
from pitboss.rulebook.pay import parse_pay
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS, book_of

Edit = tuple[str, str]


def edited(folder: Path, rulebook: str, *edits: Edit) -> Path:
    """A packaged file with the first occurrence of each text replaced."""
    text = (DATA / f"{rulebook}.toml").read_text()
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    file = folder / "mine.toml"
    file.write_text(text)
    return file


def refusal(folder: Path, rulebook: str, *edits: Edit) -> tuple[str, str]:
    with pytest.raises(RulebookError) as caught:
        load_rulebook(edited(folder, rulebook, *edits))
    return caught.value.key, caught.value.problem


# ── operator, dealing ─────────────────────────────────────────────────────────────────────────────


def test_an_operator_has_any_name(tmp_path: Path) -> None:
    file = edited(tmp_path, MS, ('operator = "RWS"', 'operator = "Grand Hôtel Casino, Évian"'))
    assert load_rulebook(file).operator == "Grand Hôtel Casino, Évian"


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("", "is blank, or has blanks around it"),
        (" ", "is blank, or has blanks around it"),
        ("The Grand ", "is blank, or has blanks around it"),
        ("x" * 65, "has more than 64 characters"),
        ("The\\u0007Grand", "has characters that can't be printed"),
    ],
)
def test_but_one_that_can_be_read(tmp_path: Path, written: str, problem: str) -> None:
    found = refusal(tmp_path, MS, ('operator = "RWS"', f'operator = "{written}"'))
    assert found == ("operator", f"{problem}; write the name of the house whose document this is")


STUD_ORDER = '"players", "dealer", "decisions"'
HOLDEM_ORDER = '"players", "decisions", "flop", "decisions", "turn", "decisions", "river", "dealer"'


@pytest.mark.parametrize(
    ("book", "order", "problem"),
    [
        (
            MS,
            '"players", "dealer", "flop"',
            "has flop; here the stages are players, dealer, decisions",
        ),
        (MS, '"players", "players", "dealer", "decisions"', "has players more than once"),
        (
            MS,
            '"players", "decisions"',
            "leaves out dealer; everything that is dealt needs its place",
        ),
        (MS, '"players", "dealer"', "has decisions 0 times; this game asks 1"),
        (
            MS,
            '"decisions", "players", "dealer"',
            "asks for decisions before the players have cards",
        ),
        (
            MH,
            '"players", "decisions", "turn", "decisions", "flop", "decisions", "river", "dealer"',
            "has turn, flop, river; write flop, turn, river in this order",
        ),
        (
            MH,
            '"players", "decisions", "flop", "decisions", "turn", "river", "dealer"',
            "has decisions 2 times; this game asks 3",
        ),
        (
            MH,
            (
                '"players", "decisions", "flop", "community", "decisions", "turn", "decisions", '
                '"river", "dealer"'
            ),
            "deals the community cards after the flop",
        ),
    ],
)
def test_a_way_of_dealing_deals_to_everybody_and_asks_as_often_as_the_game_does(
    tmp_path: Path, book: str, order: str, problem: str
) -> None:
    written = STUD_ORDER if book == MS else HOLDEM_ORDER
    assert refusal(tmp_path, book, (written, order)) == ("dealing.shoe.order", problem)


def test_what_is_burnt_before_is_in_the_order(tmp_path: Path) -> None:
    found = refusal(tmp_path, MS, ('burn-before = ["players"]', 'burn-before = ["flop"]'))
    assert found == ("dealing.shoe.burn-before", "names flop, which is not in the order")


# ── dates ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_document_is_in_force_from_its_millisecond_on() -> None:
    since_ms = 1_607_385_600_000
    effective = book_of(MS).effective
    assert not effective.holds(since_ms - 1)
    assert effective.holds(since_ms)
    assert effective.holds(since_ms + 1)
    assert book_of(CS).effective.holds(0), "a document without a date"


UNTIL = "since = 2020-12-08T08:00:00+08:00"


def ending(tmp_path: Path, until: str) -> Effective:
    file = tmp_path / "ending.toml"
    text = (DATA / f"{MS}.toml").read_text(encoding="utf-8")
    file.write_text(text.replace(UNTIL, f"{UNTIL}\nuntil = {until}", 1), encoding="utf-8")
    return load_rulebook(file).effective


def test_a_document_is_in_force_until_its_last_millisecond(tmp_path: Path) -> None:
    effective = ending(tmp_path, "2020-12-09T08:00:00+08:00")
    ends_ms = 1_607_472_000_000
    assert [effective.holds(ends_ms + at) for at in (-1, 0, 1)] == [True, False, False]
    assert words.in_force(effective) == "2020-12-08 08:00+08:00, until 2020-12-09 08:00+08:00"


def test_a_moment_between_two_milliseconds_is_the_later_one(tmp_path: Path) -> None:
    effective = ending(tmp_path, "2020-12-09T08:00:00.000001+08:00")
    assert effective.until_ms == 1_607_472_000_001


def test_a_document_ends_after_it_has_begun(tmp_path: Path) -> None:
    edit = (UNTIL, f"{UNTIL}\nuntil = 2020-12-08T08:00:00+08:00")
    assert refusal(tmp_path, MS, edit) == (
        "effective.until",
        "is not after effective.since; write when it ends",
    )
    edit = (UNTIL, f"{UNTIL}\nuntil = 2020-12-09T08:00:00")
    assert refusal(tmp_path, MS, edit)[0] == "effective.until"


def test_a_date_needs_its_time_zone(tmp_path: Path) -> None:
    assert refusal(tmp_path, MS, ("08:00:00+08:00", "08:00:00")) == (
        "effective.since",
        "has no time zone; write it as 2020-12-08T08:00:00+08:00",
    )


# ── clauses ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rulebook", "old", "new", "key", "number"),
    [
        (
            MS,
            'cards = 52\nclause = "2.2.1"',
            'cards = 52\nclause = "2.2.9"',
            "deck.clause",
            "2.2.9",
        ),
        (MS, 'clause = "2.1.1.a"', 'clause = ""', "layouts.A.clause", ""),
        (MS, 'clause = "3.10"', 'clause = "3.10 "', "dealing.shoe.clause", "3.10 "),
        (MS, 'clause = "3.6"', 'clause = "4.1:ante"', "wagers.ante.clause", "4.1:ante"),
        (MS, 'clause = "4.1:flush"', 'clause = "4.1"', "pays.bet.flush.clause", None),
        (MS, 'clause = "4.1:flush"', 'clause = "4.9"', "pays.bet.flush.clause", "4.9"),
        (MS, 'clause = "4.1.1"', 'clause = "4.1.2"', "caps.bet.clause", "4.1.2"),
        (MS, 'folded-clause = "3.12.1"', 'folded-clause = "3.99"', "play.folded-clause", "3.99"),
        (MS, 'void-round = ["5.22"]', 'void-round = ["5.22", "5.99"]', "cites.void-round", "5.99"),
        (
            MS,
            'over-maximum-clauses = ["5.1.1"]',
            'over-maximum-clauses = ["5.99"]',
            "limits.over-maximum-clauses",
            "5.99",
        ),
        (
            MS,
            'same-table-clauses = ["4.5.1"]',
            'same-table-clauses = ["4.5.9"]',
            "jackpot.same-table-clauses",
            "4.5.9",
        ),
        (
            MS,
            'clauses = ["1.13", "4.2"]',
            'clauses = ["1.99"]',
            "readings.straight-flush-award.clauses",
            "1.99",
        ),
        (
            MS,
            'clauses = ["4.5"] }',
            'clauses = ["4.99"] }',
            "notes.one-player-two-hands.clauses",
            "4.99",
        ),
        (
            MS,
            'clause = "5.23"\nwhat',
            'clause = "5.99"\nwhat',
            "powers.place-bets-for-a-player.clause",
            "5.99",
        ),
        (
            MS,
            'clause = "5.18.2.a"',
            'clause = "5.18.2.z"',
            "operations.close-table.clause",
            "5.18.2.z",
        ),
        (
            MS,
            'clauses = ["5.8.1"]',
            'clauses = ["5.8.99"]',
            "rulings.foreign-card[0].clauses",
            "5.8.99",
        ),
        (
            MS,
            'no-such-box = ["2.1.1.a"]',
            'no-such-box = ["2.1.1.z"]',
            "refusals.no-such-box",
            "2.1.1.z",
        ),
        (MS, 'open-clause = "3.2"', 'open-clause = "3.99"', "conduct.open-clause", "3.99"),
    ],
)
def test_a_clause_that_is_not_in_the_list(
    tmp_path: Path, rulebook: str, old: str, new: str, key: str, number: str | None
) -> None:
    if number is None:
        # The table itself is a clause too; only a number that does not exist is refused.
        assert load_rulebook(edited(tmp_path, rulebook, (old, new))).id == rulebook
    else:
        problem = f"cites {number!r}, which is not in the clause list {rulebook!r}"
        assert refusal(tmp_path, rulebook, (old, new)) == (key, problem)


@pytest.mark.parametrize(
    ("rulebook", "old", "key"),
    [
        (MS, 'void-round = ["5.22"]', "cites.void-round"),
        (MS, 'under-minimum-clauses = ["5.2.1"]', "limits.under-minimum-clauses"),
        (MS, 'raise-over-clauses = ["5.3.1"]', "limits.raise-over-clauses"),
        (MS, 'raise-under-clauses = ["5.3.2"]', "limits.raise-under-clauses"),
        (MS, 'across-tables-clauses = ["4.5.2"]', "jackpot.across-tables-clauses"),
        (SS, 'several-royal-flushes-clauses = ["3.15.1"]', "jackpot.several-royal-flushes-clauses"),
        (
            BE,
            'several-straight-flushes-clauses = ["3.20.2"]',
            "jackpot.several-straight-flushes-clauses",
        ),
        (BE, 'royal-flushes-last-clauses = ["3.20.3"]', "jackpot.royal-flushes-last-clauses"),
        (MS, 'no-such-box = ["2.1.1.a"]', "refusals.no-such-box"),
    ],
)
def test_what_decides_money_must_cite_a_clause(
    tmp_path: Path, rulebook: str, old: str, key: str
) -> None:
    name, _, _ = old.partition(" = ")
    assert refusal(tmp_path, rulebook, (old, f"{name} = []")) == (
        key,
        "is empty; name at least one clause",
    )


def test_a_list_of_ours_is_named_by_its_id(tmp_path: Path) -> None:
    key, problem = refusal(tmp_path, MS, (f'clause-list = "{MS}"', 'clause-list = "rws-stud"'))
    assert key == "clause-list"
    assert problem.startswith("is 'rws-stud'; write one of rws-multilink-stud-3, ")
    assert problem.endswith(", or the path of an own .csv file")


HEADER = "rulebook,clause,kind,operative,gist\n"


def own_list(folder: Path, *names: str, leave_out: str | None = None) -> Edit:
    """Writes the clauses of a packaged rulebook under other names; returns the edit that cites the
    list.
    """
    lines = [
        f"{name},{number},betting,yes,A gist.\n"
        for name in names
        for number in clauses_of(book_of(MS), DATA)
        if number != leave_out
    ]
    (folder / "own.csv").write_text(HEADER + "".join(lines))
    return (f'clause-list = "{MS}"', 'clause-list = "own.csv"')


def test_an_own_list_lies_beside_the_file(tmp_path: Path) -> None:
    book = load_rulebook(edited(tmp_path, MS, own_list(tmp_path, "house-stud-1")))
    assert clauses_of(book, tmp_path)["1.2"].gist == "A gist."


def test_an_own_list_of_several_rulebooks_is_asked_for_this_one(tmp_path: Path) -> None:
    edit = own_list(tmp_path, "other-1", MS)
    assert load_rulebook(edited(tmp_path, MS, edit)).id == MS
    assert refusal(tmp_path, MS, edit, (f'id = "{MS}"', 'id = "house-stud-1"')) == (
        "clause-list",
        f"own.csv has clauses of other-1, {MS} and none of house-stud-1",
    )


def test_an_own_list_must_hold_every_clause_that_is_cited(tmp_path: Path) -> None:
    assert refusal(tmp_path, MS, own_list(tmp_path, MS, leave_out="5.8.5")) == (
        "rulings.cards-not-shuffled[0].clauses",
        "cites '5.8.5', which is not in the clause list 'own.csv'",
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (None, "own.csv: cannot be read: No such file or directory"),
        ("rulebook,clause\n", "own.csv:1: missing column kind, operative, gist"),
        (HEADER, "own.csv: the list holds no clause"),
        (
            HEADER + "house-stud-1,1.1,betting,perhaps,A gist.\n",
            "own.csv:2: operative must be yes or no, not 'perhaps'",
        ),
    ],
)
def test_an_own_list_that_is_bad(tmp_path: Path, text: str | None, problem: str) -> None:
    if text is not None:
        (tmp_path / "own.csv").write_text(text)
    edit = (f'clause-list = "{MS}"', 'clause-list = "own.csv"')
    assert refusal(tmp_path, MS, edit) == ("clause-list", f"{tmp_path}/{problem}")


def test_a_list_whose_name_is_no_path(tmp_path: Path) -> None:
    edit = (f'clause-list = "{MS}"', 'clause-list = "own\\u0000.csv"')
    assert refusal(tmp_path, MS, edit) == ("clause-list", "embedded null byte")


def test_a_part_may_be_called_clause(tmp_path: Path) -> None:
    book = load_rulebook(
        edited(tmp_path, MS, ("A = { boxes = [1, 9], clause", "clause = { boxes = [1, 9], clause"))
    )
    assert ("layouts.clause.clause", ("2.1.1.a",)) in list(cited(book))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_all_that_is_cited_is_found(rulebook: str) -> None:
    """As many citations as the text of the file has clause keys, counted without the model's
    help.
    """
    text = (DATA / f"{rulebook}.toml").read_text()
    keys = 0
    table = ""
    for line in text.splitlines():
        if line.startswith("["):
            table = line.strip("[]")
        elif not line.startswith("#"):
            keys += (
                (table in ("cites", "refusals") and " = " in line)
                or "clause = " in line
                or "clauses = " in line
            )
    found = [clauses for _, clauses in cited(book_of(rulebook)) if clauses]
    assert len(found) == keys - text.count("-clauses = []")


# ── wagers and pay tables ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rulebook", "edit", "key", "problem"),
    [
        (
            MS,
            ('label = "Ante", kind = "opening"', 'label = "Ante", kind = "side"'),
            "wagers.ante.kind",
            "is 'side'; write 'opening'",
        ),
        (
            MS,
            ('label = "BET", kind = "raise", times-opening = 2', 'label = "BET", kind = "side"'),
            "wagers.bet.kind",
            "is 'side'; write 'raise'",
        ),
        (
            BE,
            ('label = "Tie", kind = "side"', 'label = "Tie", kind = "raise", times-opening = 1'),
            "wagers.tie.kind",
            "is 'raise'; write 'side'",
        ),
        (
            MH,
            ('kind = "progressive"', 'kind = "side"'),
            "wagers.progressive.kind",
            "is 'side'; write 'progressive'",
        ),
        (
            MH,
            ("times-opening = 2", "times-opening = 0"),
            "wagers.flop.times-opening",
            "is 0; write a whole number from 1",
        ),
        (
            MS,
            ("bet = { winnings", "bonus = { winnings"),
            "caps.bonus",
            "is not a wager whose winnings can be capped; here bet can",
        ),
        (
            MH,
            ("bonus = { winnings", "ante = { winnings"),
            "caps.ante",
            "is not a wager whose winnings can be capped; here bonus can",
        ),
        (
            BE,
            ("[jackpot]", '[caps]\nmain = { winnings = "5", clause = "4.1" }\n[jackpot]'),
            "caps.main",
            "is not a wager whose winnings can be capped; here none can",
        ),
    ],
)
def test_wagers_are_those_of_the_game(
    tmp_path: Path, rulebook: str, edit: Edit, key: str, problem: str
) -> None:
    assert refusal(tmp_path, rulebook, edit) == (key, problem)


@pytest.mark.parametrize(
    ("rulebook", "edit", "key", "problem"),
    [
        (
            MS,
            ('flush = { pays = "5 to 1"', 'flush = { pays = "10% of jackpot"'),
            "pays.bet.flush.pays",
            "only a progressive wager can be paid a share of the jackpot",
        ),
        (
            BE,
            ('pair = { pays = "3 to 1"', 'pair = { pays = "4 for 1"'),
            "pays.main.pair.pays",
            "is '4 for 1', but the stake goes back besides; write it as odds 'to 1'",
        ),
        (
            MH,
            (
                'win = { pays = "1 to 1", clause = "4.1:flop" }',
                'win = { pays = "2 for 1", clause = "4.1:flop" }',
            ),
            "pays.flop.win.pays",
            "is '2 for 1', but the stake goes back besides; write it as odds 'to 1'",
        ),
        (
            MS,
            ('pays = "400 for 1"', 'pays = "400 to 1"'),
            "pays.progressive.four-of-a-kind.pays",
            "is '400 to 1', but a progressive stake does not go back; write 'for 1'",
        ),
        (
            SS,
            ('four-of-a-kind = { pays = "$2000"', 'four-of-a-kind = { pays = "5% of jackpot"'),
            "pays.progressive",
            "different parts of the jackpot can't be pooled; write one part for all",
        ),
    ],
)
def test_pay_lines_fit_their_wager(
    tmp_path: Path, rulebook: str, edit: Edit, key: str, problem: str
) -> None:
    assert refusal(tmp_path, rulebook, edit) == (key, problem)


@pytest.mark.parametrize(
    ("rulebook", "edit"),
    [
        # A fixed sum is a fixed sum on any wager.
        (MS, ('flush = { pays = "5 to 1"', 'flush = { pays = "$50"')),
        # One after another, every winner can have a part of his own.
        (MS, ('pays = "400 for 1"', 'pays = "5% of jackpot"')),
        # One part for two kinds of hand can be pooled.
        (SS, ('four-of-a-kind = { pays = "$2000"', 'four-of-a-kind = { pays = "10% of jackpot"')),
        (
            SS,
            (
                'straight-flush = { pays = "10% of jackpot"',
                'straight-flush = { pays = "100% of jackpot"',
            ),
        ),
        # A table may pay less than ours, and nothing for a hand.
        (MS, ('straight = { pays = "20 for 1", clause = "4.2:straight" }\n', "")),
        (MS, ('[caps]\nbet = { winnings = "100000.00", clause = "4.1.1" }\n', "")),
    ],
)
def test_pay_tables_that_are_allowed(tmp_path: Path, rulebook: str, edit: Edit) -> None:
    assert load_rulebook(edited(tmp_path, rulebook, edit)).id == rulebook


def test_a_pay_line_knows_its_clause_and_row() -> None:
    of_a_table = PayLine(parse_pay("5 to 1"), "4.1:flush")
    assert (of_a_table.cited, of_a_table.row) == ("4.1", "flush")
    alone = PayLine(parse_pay("1 to 1"), "4.1.1")
    assert (alone.cited, alone.row) == ("4.1.1", None)


def test_a_cap_is_money() -> None:
    assert Cap("100000.00", "4.1.1").winnings_cents == 10_000_000
    with pytest.raises(ValueError, match="winnings is '-5'"):
        Cap("-5", "4.1.1")


def test_the_lines_of_a_pay_table_are_those_that_pay() -> None:
    keys = [key for key, _ in pay_lines(book_of(CS).pays.progressive)]
    assert keys == ["royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush"]


# ── readings ──────────────────────────────────────────────────────────────────────────────────────


def reading(name: str, take: str) -> Edit:
    """Adds a reading in front of the table of the jackpot."""
    text = (
        f'[readings.{name}]\nquestion = "X"\nasks = "What?"\ntake = "{take}"\nalternatives = '
        f'["{take}"]\n'
    )
    return ("[jackpot]", f'{text}clauses = ["4.2"]\n[jackpot]')


@pytest.mark.parametrize(
    ("rulebook", "edits", "name"),
    [
        (MS, [('same-table = "dealing-order"', 'same-table = "pooled"')], "several-royal-flushes"),
        (
            MS,
            [
                ('same-table = "dealing-order"', 'same-table = "pooled"'),
                reading("several-royal-flushes", "one-reset"),
            ],
            "several-straight-flushes",
        ),
        (MS, [('hiding = "deemed-folded"', 'hiding = "not-said"')], "hidden-hand"),
        (
            MS,
            [('hiding = "deemed-folded"', 'hiding = "ranks-below-dealer"')],
            "declined-with-no-hand",
        ),
    ],
)
def test_a_question_that_the_rules_raise_needs_its_reading(
    tmp_path: Path, rulebook: str, edits: Sequence[Edit], name: str
) -> None:
    problem = "is missing, and this rulebook's rules depend on it"
    assert refusal(tmp_path, rulebook, *edits) == (f"readings.{name}", problem)


@pytest.mark.parametrize(
    ("rulebook", "name", "take"),
    [
        (MS, "hidden-hand", "deemed-folded"),
        (MS, "declined-with-no-hand", "all-lost"),
        (SS, "hidden-hand", "deemed-folded"),
        (CS, "declined-with-no-hand", "all-lost"),
        (MH, "several-royal-flushes", "one-reset"),
        (CS, "several-straight-flushes", "tenths-of-the-falling-jackpot"),
    ],
)
def test_a_question_that_the_rules_do_not_raise_has_none(
    tmp_path: Path, rulebook: str, name: str, take: str
) -> None:
    problem = "answers a question that this rulebook's rules do not raise; remove it"
    assert refusal(tmp_path, rulebook, reading(name, take)) == (f"readings.{name}", problem)


@pytest.mark.parametrize(
    ("rulebook", "name"),
    [
        (rulebook, name)
        for rulebook in RULEBOOKS
        for name in ("fractions-of-a-cent", "straight-flush-award")
    ]
    + [(MH, "leaving-after-flop"), (BE, "equal-point-hands"), (BE, "picture-pairs")],
)
def test_a_reading_that_a_family_always_needs(tmp_path: Path, rulebook: str, name: str) -> None:
    text = (DATA / f"{rulebook}.toml").read_text()
    start = text.index(f"[readings.{name}]")
    old = text[start : text.index("\n\n", start)]
    assert refusal(tmp_path, rulebook, (old, "")) == (f"readings.{name}", "is missing")


# ── rulings ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rulebook", "edit", "key", "problem"),
    [
        (
            MS,
            ("[[rulings.unlisted]]", "[[rulings.cards-not-shuffled]]"),
            "rulings.unlisted",
            "is missing: say who decides what the rules do not cover",
        ),
        (
            MS,
            ('when = { noticed = "before-close" }', 'when = { noticed = "early" }'),
            "rulings.over-maximum-bet[0].when.noticed",
            "is 'early'; write 'before-close' or 'after-close'",
        ),
        (
            MS,
            ('when = { noticed = "before-close" }', "when = { noticed = true }"),
            "rulings.over-maximum-bet[0].when.noticed",
            "is true; write 'before-close' or 'after-close'",
        ),
        (
            MS,
            ('when = { noticed = "before-close" }', "when = { seen = true }"),
            "rulings.over-maximum-bet[0].when.seen",
            "is not a fact of this incident; it has noticed",
        ),
        (
            MS,
            ("[[rulings.foreign-card]]\n", "[[rulings.foreign-card]]\nwhen = { count = 1 }\n"),
            "rulings.foreign-card[0].when.count",
            "is not a fact of this incident; it has none",
        ),
        (
            MS,
            ('count = ">=2"', 'count = ">2"'),
            "rulings.cards-exposed[2].when.count",
            "is '>2'; write a whole number from 1, or \">=2\" and the like",
        ),
        (
            MS,
            ('count = ">=2"', 'count = ">="'),
            "rulings.cards-exposed[2].when.count",
            "is '>='; write a whole number from 1, or \">=2\" and the like",
        ),
        (
            MS,
            ('count = ">=2"', 'count = ">=٢"'),
            "rulings.cards-exposed[2].when.count",
            "is '>=٢'; write a whole number from 1, or \">=2\" and the like",
        ),
        (
            MS,
            ('count = ">=2"', 'count = ">=1000000000"'),
            "rulings.cards-exposed[2].when.count",
            "is '>=1000000000'; write a whole number from 1, or \">=2\" and the like",
        ),
        (
            MS,
            ('count = ">=2"', "count = 0"),
            "rulings.cards-exposed[2].when.count",
            'is 0; write a whole number from 1, or ">=2" and the like',
        ),
        (
            MS,
            ('when = { size = "more" }', 'when = { size = ">=2" }'),
            "rulings.wrong-raise[0].when.size",
            "is '>=2'; write 'more' or 'less'",
        ),
        # Two cards exposed, nobody looking, one of them the dealer's: the row for three and more
        # leaves that open.
        (
            MS,
            ('count = ">=2"', 'count = ">=3"'),
            "rulings.cards-exposed",
            "has no row for count = 2, players_have_seen = false, dealers_card = true",
        ),
        # Rows for one, two and three would leave four open.
        (
            BE,
            ('when = { count = ">=2" }', "when = { count = 3 }"),
            "rulings.cards-exposed",
            "has no row for count = 2, players_have_seen = true, dealers_card = true",
        ),
        (
            MS,
            ('when = { size = "less" }', 'when = { size = "more" }'),
            "rulings.wrong-raise",
            "has no row for size = 'less'",
        ),
    ],
)
def test_rulings_answer_every_case(
    tmp_path: Path, rulebook: str, edit: Edit, key: str, problem: str
) -> None:
    assert refusal(tmp_path, rulebook, edit) == (key, problem)


def test_a_table_without_rows_is_no_ruling(tmp_path: Path) -> None:
    edit = (
        "[[rulings.over-maximum-bet]]",
        "[rulings]\nforeign-card = []\n[[rulings.over-maximum-bet]]",
    )
    text = (DATA / f"{MS}.toml").read_text()
    row = text[text.index("[[rulings.foreign-card]]") : text.index("[[rulings.deck-count-wrong]]")]
    assert refusal(tmp_path, MS, edit, (row, "")) == ("rulings.foreign-card", "has no row")


def test_an_incident_that_does_not_exist(tmp_path: Path) -> None:
    key, problem = refusal(tmp_path, MS, ("[[rulings.foreign-card]]", "[[rulings.foreign-cards]]"))
    assert key == "rulings.foreign-cards"
    assert problem.startswith(
        "is not an incident; write one of over-maximum-bet, under-minimum-bet, wrong-raise, "
    )
    assert problem.endswith("error-noticed-later, unlisted")


def row(effect: Effect, **when: Fact) -> RulingRow:
    return RulingRow(when=when, effects=(effect,), clauses=("1",), because="So.")


def test_numbers_are_tried_at_and_beside_those_that_rows_name() -> None:
    rows = [
        row(Effect.REFER, count=1),
        row(Effect.CONTINUE, count=5),
        row(Effect.STANDS, count=">=9"),
    ]
    counts = {facts["count"] for facts in fact_combinations(Incident.CARDS_EXPOSED, rows)}
    assert counts == {1, 2, 4, 5, 6, 8, 9, 10}
    combinations = list(fact_combinations(Incident.CARDS_EXPOSED, rows))
    # Eight numbers, and two facts that are true or false.
    assert len(combinations) == 8 * 2 * 2


def test_an_incident_without_facts_is_one_case() -> None:
    assert list(fact_combinations(Incident.FOREIGN_CARD, [])) == [{}]


def test_the_first_row_whose_facts_hold_decides() -> None:
    rows = [
        row(Effect.REFER, count=">=3"),
        row(Effect.CONTINUE, players_have_seen=True),
        row(Effect.STANDS, count=2),
    ]

    def effect(count: int, seen: bool) -> Effect | None:
        found = deciding_row(rows, {"count": count, "players_have_seen": seen})
        return None if found is None else found.effects[0]

    assert effect(3, True) is Effect.REFER
    assert effect(2, True) is Effect.CONTINUE
    assert effect(2, False) is Effect.STANDS
    assert effect(1, False) is None


def test_values_and_words_in_messages() -> None:
    values: list[object] = [True, False, 3, "a", [1], {}, "x" * 60]
    assert list(map(shown, values)) == [
        "true",
        "false",
        "3",
        "'a'",
        "a list of 1",
        "a table",
        f"'{'x' * 60}'",
    ]
    assert listed(["a", 1]) == "a, 1"
    assert listed([]) == ""
