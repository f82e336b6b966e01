"""The auditor's own settlement: agrees with the engine where the engine is right, and finds
everything that is not.
"""

import ast
import copy
import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

import pitboss
import pitboss.audit.settlement
from pitboss.audit.settlement import check_round
from pitboss.games.record_reader import read_record
from pitboss.games.settle import settle_round
from pitboss.games.settlement import Award, JackpotSettlement
from pitboss.kernel.money import Cents
from tests.audit.settled_rounds import (
    Json,
    changed,
    holder,
    leaves,
    other_values,
    places,
    random_rounds,
    settled_by_engine,
    stored,
    vectors,
)
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS, box, record

BOOKS = Path(pitboss.__file__).parent / "rulebook" / "data"

ROYAL, STRAIGHT_FLUSH, OTHER_STRAIGHT_FLUSH = "Ah Kh Qh Jh Th", "9c 8c 7c 6c 5c", "9d 8d 7d 6d 5d"
NOBODY = "2s 3h 7h 9s Js"
"""A stud dealer who does not qualify."""


# ── agreement ─────────────────────────────────────────────────────────────────────────────────────


def test_content_with_what_the_contract_expects() -> None:
    """The contract's own answers, laid over the engine's, so that every value checked is the
    contract's.
    """
    count = 0
    for given, answer in vectors():
        settlement = settled_by_engine(given)
        for theirs, ours in zip(answer["boxes"], settlement["boxes"], strict=True):
            for line, our_line in zip(theirs["lines"], ours["lines"], strict=True):
                our_line.update(line)
        if "jackpot" in answer:
            for award, our_award in zip(
                answer["jackpot"].pop("awards"), settlement["jackpot"]["awards"], strict=True
            ):
                our_award.update(award)
            settlement["jackpot"] |= answer["jackpot"]
        assert check_round(given, settlement) is None, given["id"]
        count += 1
    assert count == 552  # of the 600 records 48 can't be settled


def test_content_with_the_engine_on_random_rounds() -> None:
    books = set()
    for given in random_rounds():
        assert check_round(given, settled_by_engine(given)) is None, given
        books.add(given["rulebook"])
    assert books == set(RULEBOOKS)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_content_with_every_reading_of_a_rulebook(rulebook: str, tmp_path: Path) -> None:
    text = (BOOKS / f"{rulebook}.toml").read_text(encoding="utf-8")
    rounds = [given for given in random_rounds() if given["rulebook"] == rulebook][:60]
    shelf = pitboss.Shelf()
    for question, reading in tomllib.loads(text)["readings"].items():
        for take in reading["alternatives"]:
            mine = tmp_path / f"{question}-{take}.toml"
            pattern = rf'(\[readings\.{question}\]\n(?:.*\n)*?take = )"[^"]*"'
            mine.write_text(re.sub(pattern, rf'\1"{take}"', text), encoding="utf-8")
            assert tomllib.loads(mine.read_text())["readings"][question]["take"] == take
            for original in rounds:
                given = original | {"rulebook": str(mine)}
                assert check_round(given, settled_by_engine(given, shelf)) is None, (take, given)


@pytest.mark.parametrize(
    ("hand", "outcome", "main", "name"),
    [
        ("played", "completed", "25", "mixed-pictures"),
        ("left", "completed", "25", "pair-k"),
        ("unrevealed", "completed", "25", "pair-k"),
        ("invalid", "completed", "25", "pair-k"),
        ("played", "void", "25", "pair-k"),
        ("played", "completed", "0", "pair-k"),
    ],
)
def test_an_own_setting_counts_only_where_a_hand_is_played(
    hand: str, outcome: str, main: str, name: str
) -> None:
    setting = {"three": ["Kc", "Ks", "Qd"]}
    given = record(
        BE,
        "7c 2d Ah Ts 9c",
        box("Kd Jd Kc Ks Qd", hand=hand, arrangement=setting, main=main, tie="5"),
        outcome=outcome,
    )
    settlement = settled_by_engine(given)
    assert settlement["boxes"][0]["hand"] == name
    assert check_round(given, settlement) is None


VARIANTS = [
    (MS, 'flush = { pays = "5 to 1"', 'flush = { pays = "7 to 2"'),
    (MS, 'pays = "400 for 1"', 'pays = "$123.45"'),
    (MS, '"10% of jackpot"', '"12.5% of jackpot"'),
    (MS, 'winnings = "100000.00"', 'winnings = "77.77"'),
    (MS, "times-opening = 2", "times-opening = 3"),
    (MS, 'under-minimum = "always"', 'under-minimum = "once"'),
    (MS, 'folded-progressive = "stays"', 'folded-progressive = "lost"'),
    (MS, 'leaving = "folded"', 'leaving = "invalid"'),
    (MS, 'hidden-progressive = "if-established"', 'hidden-progressive = "lost"'),
    (CS, 'folded-progressive = "lost"', 'folded-progressive = "stays"'),
    (MH, 'from-category = "straight"', 'from-category = "two-pairs"'),
    (MH, 'pays = "3 to 1"', 'pays = "$8"'),
    (MH, 'under-minimum = "always"', 'under-minimum = "once"'),
    (MH, 'folded-progressive = "stays"', 'folded-progressive = "lost"'),
    (
        SS,
        'dealer-does-not-qualify = { pays = "1 to 1"',
        'dealer-does-not-qualify = { pays = "1 to 2"',
    ),
    (SS, 'under-minimum = "once-a-day"', 'under-minimum = "always"'),
    (SS, 'leaving = "invalid"', 'leaving = "folded"'),
    (BE, 'pays = "2 to 1"', 'pays = "9 to 4"'),
    (BE, 'same-ranking = { pays = "8 to 1"', 'same-ranking = { pays = "9 to 1"'),
    (BE, 'three = { pays = "10 to 1"', 'three = { pays = "11 to 1"'),
]


@pytest.mark.parametrize(("rulebook", "old", "new"), VARIANTS)
def test_content_with_a_variant_and_with_nothing_else(
    rulebook: str, old: str, new: str, tmp_path: Path
) -> None:
    """A settlement by an operator's own file is right by that file, and wrong by the document it
    came from.
    """
    text = (BOOKS / f"{rulebook}.toml").read_text(encoding="utf-8")
    assert old in text
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace(old, new, 1), encoding="utf-8")
    shelf, checked, wrong = pitboss.Shelf(), 0, 0
    for original in random_rounds():
        if original["rulebook"] == rulebook and (checked < 40 or not wrong):
            given = copy.deepcopy(original)
            for found in given["boxes"]:
                # Without it the first wager under the minimum would play everywhere.
                found["under_minimum_settled_before"] = True
            settlement = settled_by_engine(given | {"rulebook": str(mine)}, shelf)
            assert check_round(given | {"rulebook": str(mine)}, settlement) is None, given
            assert check_round(given, settlement, rulebook=mine) is None, given
            checked += 1
            wrong += check_round(given, settlement) is not None
    assert wrong > 0


def test_an_own_clause_list_is_the_one_that_counts(tmp_path: Path) -> None:
    text = (BOOKS / f"{MS}.toml").read_text(encoding="utf-8")
    clauses = (BOOKS / "clauses.csv").read_text(encoding="utf-8")
    (tmp_path / "own.csv").write_text(
        clauses.replace(f"\n{MS},", "\nhouse-stud-1,"), encoding="utf-8"
    )
    mine = tmp_path / "mine.toml"
    mine.write_text(
        text.replace(f'clause-list = "{MS}"', 'clause-list = "own.csv"').replace(
            f'id = "{MS}"', 'id = "house-stud-1"'
        ),
        encoding="utf-8",
    )
    given = record(str(mine), NOBODY, box("Qs Qh 8c 4d 3s", ante="25", bet="50"))
    settlement = settled_by_engine(given)
    assert check_round(given, settlement) is None
    (tmp_path / "own.csv").write_text(
        clauses.replace(f"\n{MS},3.13,", "\nhouse-stud-1,9.9,"), encoding="utf-8"
    )
    mine.write_text(mine.read_text() + "\n", encoding="utf-8")
    assert (
        check_round(given, settlement)
        == "box 1, ante: clause 3.13 is cited, and house-stud-1 has none of that number"
    )


# ── detection ─────────────────────────────────────────────────────────────────────────────────────


def test_every_single_change_of_a_settlement_is_found() -> None:
    """Each amount a cent up and down, each word another, each number one aside."""
    seed = 20261115
    rounds = Random(seed).sample([given for given, _ in vectors()] + random_rounds()[:600], 40)
    count = 0
    for given in rounds:
        settlement = settled_by_engine(given)
        for way, value in list(leaves(settlement)):
            inside = holder(settlement, way)
            for other in other_values(way, value):
                inside[way[-1]] = other
                assert check_round(given, settlement), (seed, given, way, other)
                count += 1
            inside[way[-1]] = value
        assert check_round(given, settlement) is None
    assert count > 4_000


def test_what_is_missing_and_what_is_too_much_is_found() -> None:
    for given, _ in list(vectors())[:60]:
        settlement = settled_by_engine(given)
        for field in settlement:
            if settlement[field] is not None:
                assert check_round(given, {k: v for k, v in settlement.items() if k != field}), (
                    field
                )
        for at, found in enumerate(settlement["boxes"]):
            spoiled = copy.deepcopy(settlement)
            del spoiled["boxes"][at]
            assert check_round(given, spoiled)
            for nth, _ in enumerate(found["lines"]):
                spoiled = copy.deepcopy(settlement)
                del spoiled["boxes"][at]["lines"][nth]
                assert check_round(given, spoiled)
                spoiled = copy.deepcopy(settlement)
                spoiled["boxes"][at]["lines"].append(found["lines"][nth])
                assert check_round(given, spoiled)
                assert check_round(
                    given, changed(settlement, ("boxes", at, "lines", nth, "clauses"), [])
                ), "a line without any clause"


def test_the_sentence_names_box_and_bet_what_was_expected_and_found() -> None:
    given = record(
        MS, NOBODY, box("Qs Qh 8c 4d 3s", number=3, ante="25", bet="50", progressive="5")
    )
    settlement = settled_by_engine(given)
    way = ("boxes", 0, "lines", 0, "winnings")
    assert (
        check_round(given, changed(settlement, way, "25.01"))
        == "box 3, ante: winnings: expected 25.00, found 25.01"
    )
    way = ("boxes", 0, "lines", 1, "result")
    assert (
        check_round(given, changed(settlement, way, "win"))
        == "box 3, bet: the result: expected push, found win"
    )
    assert (
        check_round(given, changed(settlement, ("dealer", "qualifies"), 0))
        == "the dealer's qualifies: expected False, found 0"
    )
    assert (
        check_round(given, changed(settlement, ("jackpot", "after"), "249999.99"))
        == "the jackpot after: expected 250000.00, found 249999.99"
    )


def test_rubbish_is_told_and_never_raised() -> None:
    rubbish: list[Any] = [None, 5, -1, 2.5, True, "x", "", [], ["x"], [[]], {}, {"x": 1}]
    for given, _ in list(vectors())[:3]:
        settlement = settled_by_engine(given)
        for way in places(given):
            for value in rubbish:
                found = check_round(changed(given, way, value), settlement)
                assert found is None or ("\n" not in found and len(found) < 300), (way, value)
        for way in places(settlement):
            original = holder(settlement, way)[way[-1]]
            for value in rubbish:
                found = check_round(given, changed(settlement, way, value))
                if type(value) is not type(original) and (value or original):
                    assert found, (way, value)
                assert found is None or ("\n" not in found and len(found) < 300), (way, value)


def test_a_record_with_a_card_twice_or_without_rulebook_is_told() -> None:
    given = record(MS, NOBODY, box("Qs Qh 8c 4d 3s", ante="25", bet="50"))
    settlement = settled_by_engine(given)
    twice = changed(given, ("dealer", 0), "Qs")
    assert check_round(twice, settlement) == (
        "the settlement can't be recomputed: the record has a card twice; a deck has one of each"
    )
    for name in ("no-such-book", "../secret", "nowhere.toml", None):
        found = check_round(given | {"rulebook": name}, settlement)
        assert found is not None
        assert found.startswith("the settlement can't be recomputed: ")


# ── what a link paid ──────────────────────────────────────────────────────────────────────────────


def paid_by_link(given: Json, *awards: Award, added: int = 0) -> Json:
    """What the engine makes of a round whose claims a link has paid."""
    before = 25_000_000
    after = before + added - sum(award.amount for award in awards)
    paid = JackpotSettlement(Cents(before), Cents(after), Cents(added), awards)
    return stored(settle_round(read_record(given, pitboss.Shelf()), paid))


def two_straight_flushes(rulebook: str) -> Json:
    bets: Json = {"ante": "25", "bet": "50", "progressive": "5"}
    return record(
        rulebook, NOBODY, box(STRAIGHT_FLUSH, **bets), box(OTHER_STRAIGHT_FLUSH, number=2, **bets)
    )


def test_what_a_link_paid_is_what_must_stand_there() -> None:
    given = two_straight_flushes(MS)
    first = Award(1, "straight-flush", Cents(2_500_000), ("4.5.2",))
    second = Award(2, "straight-flush", Cents(1_000_000), ("4.5.2",))
    settlement = paid_by_link(given, first, second)
    paid = {1: Cents(2_500_000), 2: Cents(1_000_000)}
    assert check_round(given, settlement, paid) is None
    # By the record alone the second would have had a tenth of what the first one left.
    assert check_round(given, settlement) == (
        "box 2, progressive: winnings: expected 22500.00, found 10000.00"
    )
    assert check_round(given, settlement, paid | {2: Cents(999_999)}) == (
        "box 2, progressive: winnings: expected 9999.99, found 10000.00"
    )
    for way, value in leaves(settlement):
        for other in other_values(way, value):
            assert check_round(given, changed(settlement, way, other), paid), (way, other)


def test_a_claim_that_was_declined_loses() -> None:
    given = two_straight_flushes(SS)
    settlement = paid_by_link(given, Award(2, "straight-flush", Cents(2_500_000), ()))
    assert settlement["boxes"][0]["lines"][2]["result"] == "lose"
    assert check_round(given, settlement, {2: Cents(2_500_000)}) is None
    assert check_round(given, settlement, {}) is not None
    assert check_round(given, settlement, {1: Cents(2_500_000)}) is not None
    nothing = paid_by_link(given)
    assert check_round(given, nothing, {}) is None
    assert check_round(given, nothing) is not None


def test_a_link_can_only_pay_a_hand_that_won() -> None:
    given = record(MS, NOBODY, box("Qs Qh 8c 4d 3s", ante="25", bet="50", progressive="5"))
    settlement = settled_by_engine(given)
    assert check_round(given, settlement, {}) is None
    assert check_round(given, settlement, {1: Cents(100)}) == (
        "box 1: the link paid 1.00, but no share was won"
    )


def test_the_reset_that_a_link_added_must_add_up() -> None:
    given = record(MS, NOBODY, box(ROYAL, ante="25", bet="50", progressive="5"))
    award = Award(1, "royal-flush", Cents(25_000_000), ())
    settlement = paid_by_link(given, award, added=10_000_000)
    assert check_round(given, settlement, {1: Cents(25_000_000)}) is None
    unreadable = changed(settlement, ("jackpot", "added"), "much")
    assert check_round(given, unreadable, {1: Cents(25_000_000)}) == (
        "the jackpot's added: expected an amount, found much"
    )
    more = changed(settlement, ("jackpot", "added"), "100000.01")
    assert check_round(given, more, {1: Cents(25_000_000)}) == (
        "what the jackpot went down by: expected 250000.00, found 250000.01"
    )


# ── independence ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "module",
    [
        "settlement",
        "families",
        "hands",
        "rulebook_file",
        "jackpots",
        "rounds",
        "stud",
        "holdem",
        "bullseye",
    ],
)
def test_it_shares_nothing_with_the_engine_but_cards_and_cents(module: str) -> None:
    """An import of the engine would make the check repeat its mistakes."""
    source = Path(pitboss.audit.settlement.__file__).with_name(f"{module}.py")
    allowed = {"pitboss.kernel.cards", "pitboss.kernel.money", "pitboss.audit"}
    rooms = ("families", "hands", "report", "rulebook_file", "jackpots", "rounds")
    own = {f"pitboss.audit.{name}" for name in rooms}
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            assert not name.startswith("pitboss") or name in allowed | own, name
