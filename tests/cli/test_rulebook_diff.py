"""``pitboss rulebook diff A B``: every value that differs is told, and nothing that does not."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from pitboss.rulebook.difference import compare, described
from pitboss.rulebook.incidents import Fact
from pitboss.rulebook.loader import DATA, _decode, installed
from pitboss.rulebook.model import Rulebook
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS

WIDE = 2_000


def pitboss(*arguments: str, columns: int = WIDE) -> Result:
    return CliRunner().invoke(app, ["rulebook", "diff", *arguments], env={"COLUMNS": str(columns)})


@cache
def page(a: str, b: str, columns: int = WIDE) -> str:
    result = pitboss(a, b, columns=columns)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


@cache
def found(a: str, b: str) -> Any:
    result = pitboss(a, b, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def values(a: str, b: str) -> dict[str, tuple[str | None, str | None]]:
    """What the two say, by section and key."""
    return {
        f"{one['section']}/{one['key']}": tuple(one[side] and one[side]["value"] for side in "ab")
        for one in found(a, b)["values"]
    }


def variant(folder: Path, rulebook: str, *edits: tuple[str, str]) -> str:
    text = (DATA / f"{rulebook}.toml").read_text()
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    file = folder / "mine.toml"
    file.write_text(text)
    return str(file)


# ── two documents of one family ───────────────────────────────────────────────────────────────────

ONE_CARD = "cards-exposed: count = 1, players_have_seen = false, dealers_card = false"


def test_multi_link_and_casino_stud_differ_in_this_and_nothing_else() -> None:
    assert values(MS, CS) == {
        "document/version": ("3", "6"),
        "document/in force since": ("2020-12-08 08:00+08:00", "not stated"),
        "pay tables/progressive: four of a kind": ("400 for 1", "$500"),
        "pay tables/progressive: full house": ("80 for 1", "$200"),
        "pay tables/progressive: flush": ("40 for 1", "$100"),
        "pay tables/progressive: straight": ("20 for 1", "nothing"),
        "play/folded progressive": ("stays", "lost"),
        "play/hiding": ("deemed-folded", "not-said"),
        "readings/hidden-hand": (None, "rank-unproved"),
        "readings/hidden-hand: alternatives": (
            None,
            "rank-unproved, deemed-folded, house-shows-the-cards",
        ),
        "notes/hidden after the bet": ("the BET is lost too, whatever the dealer holds", None),
        "notes/player gone progressive live": (
            "the house turns up the cards and holds the award",
            None,
        ),
        "notes/folded hand on the pay table": (
            None,
            "3.12.1 prevails: a folded hand wins no jackpot",
        ),
    }
    clauses = {
        (one["section"], one["key"]): (one["a"]["clauses"], one["b"]["clauses"])
        for one in found(MS, CS)["clauses"]
    }
    assert clauses == {
        ("outcomes", "progressive win"): (["4.2.1"], ["3.13"]),
        ("rulings", ONE_CARD): (["5.12", "5.10"], ["5.10"]),
    }
    # The date's source is told with the date, which differs.
    assert [(one["section"], one["key"]) for one in found(MS, CS)["wording"]] == [
        ("rulings", ONE_CARD)
    ]
    assert found(MS, CS)["not_compared"] == []
    assert (found(MS, CS)["a"], found(MS, CS)["b"]) == (MS, CS)


def test_the_other_way_round_the_sides_change() -> None:
    assert values(CS, MS) == {key: (b, a) for key, (a, b) in values(MS, CS).items()}


def test_the_page_shows_them_side_by_side() -> None:
    text = page(MS, CS, columns=80)
    assert text.splitlines()[:9] == [
        "rws-multilink-stud-3  Multi-Link Progressive Casino Stud Poker, version 3 (RWS)",
        "rws-casino-stud-6     Casino Stud Poker, version 6 (RWS)",
        "",
        "Different: 13. The same by another clause: 2. The same in other words: 1.",
        "",
        "Document ───────────────────────────────────────────────────────────────────────",
        "                rws-multilink-stud-3    rws-casino-stud-6",
        "─────────────────────────────────────────────────────────",
        "version         3                       6",
    ]
    for line in (
        "progressive: four of a kind  400 for 1 (4.2)       $500 (4.2)",
        "progressive: straight        20 for 1 (4.2)        nothing",
        "folded progressive  stays (3.12.1)        lost (3.12.1)",
        "hiding              deemed-folded (4.3)   not-said (4.3)",
        "hidden-hand                none                  rank-unproved (4.3, 3.13)",
        "outcomes: progressive win                4.2.1                 3.13",
    ):
        assert line in text.splitlines()
    assert "Not compared" not in text


def test_the_two_mbs_documents_rule_alike_but_for_the_game() -> None:
    rulings = {key: both for key, both in values(SS, BE).items() if key.startswith("rulings/")}
    confirmed = "\ndecided by: shift manager or above"
    assert rulings == {
        "rulings/wrong-raise: size = more": (
            f"return-excess{confirmed}",
            "can't happen in this game",
        ),
        "rulings/wrong-raise: size = less": (
            f"play-as-laid{confirmed}",
            "can't happen in this game",
        ),
        "rulings/player-absent: decision_outstanding = true": ("invalidate-hand", "set-house-way"),
    }


@pytest.mark.parametrize(
    ("key", "a", "b"),
    [
        ("layouts/A", "1 to 9 boxes", "5 to 7 boxes"),
        (
            "dealing/manual",
            None,
            (
                "One card at a time from a manual device: players, dealer, decisions. No burn. "
                "The dealer's last card lies face up."
            ),
        ),
        ("conduct/wagers on a box", "one player", "several players"),
        ("limits/under the minimum plays", "always", "once-a-day"),
        ("caps/bet", "$100000.00", None),
        ("pay tables/progressive: four of a kind", "400 for 1", "$2000"),
        ("play/leaving", "folded", "invalid"),
        ("play/hiding", "deemed-folded", "ranks-below-dealer"),
        ("play/hidden progressive", "if-established", "lost"),
        ("jackpot/same table", "dealing-order", "pooled"),
        ("jackpot/across tables", "time-dealt", "first-entered"),
        ("readings/several-royal-flushes", None, "one-reset-for-each-further-winner"),
        ("powers/rule-on-intent", "pit supervisor or above", None),
        ("operations/bar-box", "no notice", None),
        ("refusals/player-barred", None, "refused"),
        ("rulings/player-absent: decision_outstanding = true", "fold-hand", "invalidate-hand"),
        ("rulings/late-withdrawal", "refuse", "bet-stands"),
        # What one of them does not name at all is referred there.
        ("rulings/cards-insufficient", "void-round", "refer\ndecided by: shift manager or above"),
        (
            "rulings/hand-not-confidential",
            "refer\ndecided by: shift manager or above",
            "return-bet, may-bar-player\ndecided by: shift manager or above",
        ),
        ("rulings/cards-exposed: count >= 2, players_have_seen = true", "continue", "void-round"),
        ("rulings/foreign-card", "void-round", "void-round"),
        ("pay tables/bet: flush", "5 to 1", "5 to 1"),
        ("play/folded progressive", "stays", "stays"),
    ],
)
def test_multi_link_and_singapore_stud(key: str, a: str | None, b: str | None) -> None:
    if a == b:
        section, _, name = key.partition("/")
        assert key not in values(MS, SS)
        # It rests on another clause, though.
        assert (section, name) in [(one["section"], one["key"]) for one in found(MS, SS)["clauses"]]
    else:
        assert values(MS, SS)[key] == (a, b)


def test_clauses_of_equal_values_are_told_compactly() -> None:
    lines = [re.split(r" {2,}", line) for line in page(MS, SS).splitlines()]
    assert ["pay tables: bet (10)", "4.1", "4.1.2"] in lines
    assert ["pay tables: ante (2)", "4.1", "4.1.1"] in lines
    assert ["rulings: misdeal (2)", "5.8.6", "5.2"] in lines
    assert ["jackpot: royal flushes last", "none", "3.15.3"] in lines
    assert ["rulings: over-maximum-bet: noticed = after-close", "5.1.1", "5.14"] in lines


# ── across families ───────────────────────────────────────────────────────────────────────────────


def test_across_families_it_is_said_what_is_not_compared() -> None:
    pays, play, outcomes = found(MS, BE)["not_compared"]
    assert pays == "pay tables: ante, bet, main, tie, suits, bullseye"
    assert play == (
        "play: dealer qualifies with, folded progressive, hiding, hidden progressive, hiding "
        "(as the family plays)"
    )
    assert outcomes.startswith(
        "outcomes: void bets, withdrawn hand, dealer does not qualify ante, "
    )
    assert outcomes.endswith(", own setting")
    text = page(MS, BE)
    assert "Not compared, as only one of the two families has it" in text
    assert "\npay tables: ante, bet, main, tie, suits, bullseye\n" in text


def test_across_families_what_both_have_is_compared() -> None:
    both = values(MH, BE)
    assert both["pay tables/progressive: four of a kind"] == ("$2000", "400 for 1")
    assert both["play/leaving"] == ("folded", "house-way")
    assert both["wagers/bonus"] == ("side", None)
    assert both["wagers/main"] == (None, "opening")
    assert both["layouts/D"] == ("1 to 20 boxes", None)
    assert both["readings/leaving-after-flop"] == ("folded-and-all-lost", None)
    assert "pay tables/progressive: royal flush" not in both
    assert "wagers/progressive" not in both


@pytest.mark.long
@pytest.mark.parametrize(("a", "b"), [(a, b) for a in RULEBOOKS for b in RULEBOOKS if a < b])
def test_every_pair_at_80_and_120_columns(a: str, b: str) -> None:
    wide = Counter(re.sub(r"[\s─]", "", page(a, b)))
    for columns in (80, 120):
        narrow = page(a, b, columns)
        assert max(map(len, narrow.splitlines())) <= columns
        assert Counter(re.sub(r"[\s─]", "", narrow)) == wide
        assert "\x1b" not in narrow


# ── variants ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_rulebook_does_not_differ_from_itself(tmp_path: Path, name: str) -> None:
    copy = variant(tmp_path, name)
    nothing: dict[str, list[object]] = {
        "values": [],
        "clauses": [],
        "wording": [],
        "not_compared": [],
    }
    assert found(name, name) == {"a": name, "b": name, **nothing}
    # Two files of one id are told apart by what they were called.
    assert found(name, copy) == {"a": name, "b": copy, **nothing}
    assert page(name, copy).endswith("\n\nNo difference.\n")


def test_a_variant_shows_what_was_edited(tmp_path: Path) -> None:
    file = variant(
        tmp_path,
        MS,
        ('pays = "5 to 1"', 'pays = "6 to 1"'),
        ('take = "round-down"', 'take = "round-up"'),
        (
            'because = "A card that does not belong',
            'because = "A foreign card that does not belong',
        ),
    )
    assert values(MS, file) == {
        "pay tables/bet: flush": ("5 to 1", "6 to 1"),
        "readings/fractions-of-a-cent": ("round-down", "round-up"),
    }
    assert [one["key"] for one in found(MS, file)["wording"]] == ["foreign-card"]
    assert "Different: 2. The same in other words: 1." in page(MS, file)


def test_only_a_row_of_a_table_may_differ(tmp_path: Path) -> None:
    file = variant(tmp_path, MS, ('clause = "4.1:flush"', 'clause = "4.1:straight"'))
    lines = [re.split(r" {2,}", line) for line in page(MS, file).splitlines()]
    assert ["pay tables: bet: flush", "4.1:flush", "4.1:straight"] in lines


def test_rulings_that_say_the_same_in_other_rows_do_not_differ(tmp_path: Path) -> None:
    row = (
        "[[rulings.burn-missed]]\nwhen = { players_have_seen = true }\neffects = "
        '["void-round"]\nclauses = ["5.9"]\n'
    )
    because = (
        'because = "The burn was forgotten and a player has seen his cards, so the round is '
        'void."\n'
    )
    both = "".join(
        (row + because).replace("= true }", f"= true, can_reconstruct = {word} }}")
        for word in ("true", "false")
    )
    file = variant(tmp_path, MS, (row + because, both))
    assert page(MS, file).endswith("\n\nNo difference.\n")


def test_a_row_that_comes_first_decides(tmp_path: Path) -> None:
    head = "[[rulings.burn-missed]]\n"
    new = (
        f'{head}effects = ["refer"]\nauthority = "shift-manager"\nclauses = ["5.24"]\nbecause = '
        '"New."\n'
    )
    file = variant(tmp_path, MS, (head, new + head))
    refer = "refer\ndecided by: shift manager or above"
    reconstruct = (
        "continue, reconstruct\nall players choose: continue-reconstructed or return-and-invalidate"
    )
    assert values(MS, file) == {
        "rulings/burn-missed: players_have_seen = true": ("void-round", refer),
        "rulings/burn-missed: players_have_seen = false, can_reconstruct = false": (
            "void-round",
            refer,
        ),
        "rulings/burn-missed: players_have_seen = false, can_reconstruct = true": (
            f"{reconstruct}\ndecided by: the house",
            refer,
        ),
    }


# ── nothing is overlooked ─────────────────────────────────────────────────────────────────────────

ONLY_SHOWN = ("id", "title", "clause-list", "family")


def leaves(part: Any, at: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Every single value of a rulebook: what holds it, where, and its key."""
    places: list[tuple[Any, Any]] = list(
        part.items() if isinstance(part, dict) else enumerate(part)
    )
    for place, value in places:
        key = f"{at}[{place}]" if isinstance(part, list) else f"{at}.{place}" if at else str(place)
        if isinstance(value, dict | list):
            yield from leaves(value, key)
        elif value is not None:
            yield part, place, key


def plain(name: str) -> Any:
    return json.loads(json.dumps(msgspec.to_builtins(installed(name), enc_hook=str)))


def last_name(key: str) -> str:
    return re.sub(r"\[[0-9]+\]", "", key).rpartition(".")[2]


@cache
def seen_values() -> dict[str, set[object]]:
    """What the five rulebooks write at keys of one name."""
    seen: dict[str, set[object]] = {}
    for name in RULEBOOKS:
        for part, place, key in leaves(plain(name)):
            seen.setdefault(last_name(key), set()).add(part[place])
    return seen


def other_values(key: str, value: object) -> list[object]:
    """What might stand there instead."""
    seen = sorted(seen_values()[last_name(key)] - {value}, key=str)
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1]
        case _:
            words = [
                "round-up",
                "resets-the-jackpot",
                "one-reset",
                "tenths-of-the-reset-value",
                "lose",
                "all-equal",
                "checks-to-the-end",
                "flush",
            ]
            return [
                f"{value}x",
                *(word for word in words if word != value),
                "77 to 1",
                "500",
                *seen,
            ]


ONE_WORD_ONLY = {
    MS: {"deck.cards", "play.dealer-qualifies-with", "wagers.bet.kind"},
    MH: {
        "deck.cards",
        "play.leaving",
        *(f"wagers.{name}.kind" for name in ("flop", "turn", "river")),
    },
    BE: {"deck.cards", "play.leaving"},
}
"""Keys at which no other value is allowed: the deck, for example, has 52 cards."""


@pytest.mark.long
@pytest.mark.parametrize("name", [MS, MH, BE])
def test_a_change_of_any_value_is_told(name: str) -> None:
    book = installed(name)
    assert book is not None
    raw = plain(name)
    told, unchangeable = 0, set()
    for part, place, key in list(leaves(raw)):
        # The order of effects and a ruling's facts are changed in tests of their own.
        if key in ONLY_SHOWN or ".when." in key or ".effects[" in key:
            continue
        value = part[place]
        for other in other_values(key, value):
            part[place] = other
            try:
                changed: Rulebook = msgspec.convert(raw, type(book), dec_hook=_decode)
            except msgspec.ValidationError:
                continue
            difference = compare(book, changed, ("a", "b"))
            assert difference.values or difference.clauses or difference.wording, (
                key,
                value,
                other,
            )
            told += 1
            break
        else:
            unchangeable.add(key)
        part[place] = value
    # What is taken must stay among the alternatives, where it comes first.
    unchangeable = {key for key in unchangeable if not key.endswith("alternatives[0]")}
    assert unchangeable == ONE_WORD_ONLY[name]
    assert told > 350


def test_facts_are_described_in_few_words() -> None:
    both: list[Fact] = [True, False]
    every: dict[str, Sequence[Fact]] = {"count": [1, 2, 3], "seen": both}

    def said(*combinations: tuple[int, bool]) -> list[str]:
        return described([{"count": count, "seen": seen} for count, seen in combinations], every)

    assert described([{}], {}) == [""]
    assert said(*((count, seen) for count in (1, 2, 3) for seen in (True, False))) == [""]
    assert said((1, True)) == ["count = 1, seen = true"]
    assert said((1, True), (1, False)) == ["count = 1"]
    assert said((2, True), (3, True)) == ["count >= 2, seen = true"]
    assert said((1, True), (2, True), (3, True)) == ["seen = true"]
    assert said((1, False), (2, False)) == ["count = 1 or 2, seen = false"]
    assert said((1, True), (2, False)) == ["count = 1, seen = true", "count = 2, seen = false"]
    words: dict[str, Sequence[Fact]] = {"noticed": ["this-round", "later"]}
    assert described([{"noticed": "later"}], words) == ["noticed = later"]
