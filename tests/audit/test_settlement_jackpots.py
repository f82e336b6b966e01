"""The auditor's own jackpot awards, worked out by hand."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.audit.rulebook_file import CannotCheck, open_book
from pitboss.audit.settlement import jackpot_awards
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS

BOOKS = Path(pitboss.__file__).parent / "rulebook" / "data"

SF, RF = "straight-flush", "royal-flush"
MILLION, RESET = 100_000_000, 10_000_000
"""1,000,000.00 displayed and 100,000.00 to start again from, in cents."""


def paid(
    rulebook: str | dict[str, Any], displayed: int, reset: int, *hands: str
) -> tuple[Any, int, int]:
    """Awards as (box, cents) in their order, what was added and what the jackpot shows; boxes count
    from 1.
    """
    awards, added, after = jackpot_awards(rulebook, displayed, reset, list(enumerate(hands, 1)))
    assert displayed + added == after + sum(award.amount for award in awards)
    return [(award.box, award.amount) for award in awards], added, after


def with_reading(rulebook: str, question: str, take: str) -> dict[str, Any]:
    toml = tomllib.loads((BOOKS / f"{rulebook}.toml").read_text(encoding="utf-8"))
    assert take in toml["readings"][question]["alternatives"]
    toml["readings"][question]["take"] = take
    return toml


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_one_winner(rulebook: str) -> None:
    assert paid(rulebook, MILLION, RESET) == ([], 0, MILLION)
    assert paid(rulebook, MILLION, RESET, SF) == ([(1, 10_000_000)], 0, 90_000_000)
    assert paid(rulebook, MILLION, RESET, RF) == ([(1, MILLION)], RESET, RESET)
    assert paid(rulebook, 99, RESET, SF) == ([(1, 9)], 0, 90)
    assert paid(rulebook, 9, RESET, SF) == ([(1, 0)], 0, 9)


@pytest.mark.parametrize("rulebook", RWS_RULEBOOKS)
def test_4_5_1_rws_pays_one_after_another_from_what_is_displayed(rulebook: str) -> None:
    assert paid(rulebook, MILLION, RESET, SF, RF, SF) == (
        [(1, 10_000_000), (2, 90_000_000), (3, 1_000_000)],
        10_000_000,
        9_000_000,
    )
    assert paid(rulebook, MILLION, RESET, RF, RF) == ([(1, MILLION), (2, RESET)], 2 * RESET, RESET)


@pytest.mark.parametrize("rulebook", MBS_RULEBOOKS)
def test_3_15_and_3_20_mbs_pools_and_pays_royal_flushes_last(rulebook: str) -> None:
    assert paid(rulebook, MILLION, RESET, SF, SF) == (
        [(1, 9_500_000), (2, 9_500_000)],
        0,
        81_000_000,
    )
    assert paid(rulebook, MILLION, RESET, SF, RF, SF) == (
        [(1, 9_500_000), (3, 9_500_000), (2, 81_000_000)],
        RESET,
        RESET,
    )
    # 250,000.00 and one reset for two.
    assert paid(rulebook, 25_000_000, RESET, RF, RF) == (
        [(1, 17_500_000), (2, 17_500_000)],
        20_000_000,
        RESET,
    )


@pytest.mark.parametrize("rulebook", MBS_RULEBOOKS)
def test_reading_4_what_cannot_be_divided_stays_in_the_jackpot(rulebook: str) -> None:
    # 11 + 10 of 1.15; ten each, a cent stays.
    assert paid(rulebook, 115, RESET, SF, SF) == ([(1, 10), (2, 10)], 0, 95)
    assert paid(rulebook, 10_000, 0, RF, RF, RF) == ([(1, 3_333), (2, 3_333), (3, 3_333)], 0, 1)


def test_q_a1_fractions_of_a_cent() -> None:
    up = with_reading(SS, "fractions-of-a-cent", "round-up")
    assert paid(up, 115, RESET, SF, SF) == ([(1, 12), (2, 12)], 0, 91)
    half_up = with_reading(SS, "fractions-of-a-cent", "round-half-up")
    assert paid(half_up, 115, RESET, SF, SF) == ([(1, 11), (2, 11)], 0, 93)
    one_up = with_reading(MS, "fractions-of-a-cent", "round-up")
    assert paid(one_up, 2, RESET, SF, SF, SF) == ([(1, 1), (2, 1), (3, 0)], 0, 0)


def test_the_house_adds_what_is_not_there() -> None:
    """Two parts of one cent, each rounded up, are more than the cent: the jackpot is never below
    zero.
    """
    toml = with_reading(SS, "fractions-of-a-cent", "round-up")
    toml["readings"]["several-straight-flushes"]["take"] = "tenths-of-the-displayed-jackpot"
    assert paid(toml, 1, RESET, SF, SF) == ([(1, 1), (2, 1)], 1, 0)


def test_q_a5_a_straight_flush_that_wins_the_jackpot() -> None:
    resets = with_reading(CS, "straight-flush-award", "resets-the-jackpot")
    # What was left of the old jackpot goes to the house: 800,000.00.
    assert paid(resets, MILLION, RESET, SF) == ([(1, 10_000_000)], -80_000_000, RESET)


@pytest.mark.parametrize(
    ("take", "each", "after"),
    [
        ("one-reset-for-each-further-winner", 15_000_000, RESET),
        ("one-reset-for-each-winner", 18_333_333, RESET + 1),
        ("one-reset", 11_666_666, RESET + 2),
    ],
)
def test_q_b4_three_royal_flushes(take: str, each: int, after: int) -> None:
    awards, _, shows = paid(
        with_reading(BE, "several-royal-flushes", take), 25_000_000, RESET, RF, RF, RF
    )
    assert (awards, shows) == ([(1, each), (2, each), (3, each)], after)


@pytest.mark.parametrize(
    ("take", "each", "added", "after"),
    [
        ("tenths-of-the-falling-jackpot", 9_500_000, 0, 81_000_000),
        ("tenths-of-the-reset-value", 5_500_000, 1_000_000, 90_000_000),
        ("tenths-of-the-displayed-jackpot", 10_000_000, 0, 80_000_000),
    ],
)
def test_q_b5_two_straight_flushes_as_the_question_works_them_out(
    take: str, each: int, added: int, after: int
) -> None:
    toml = with_reading(SS, "several-straight-flushes", take)
    assert paid(toml, MILLION, RESET, SF, SF) == ([(1, each), (2, each)], added, after)


def test_what_wins_no_share_or_is_not_known_is_told() -> None:
    with pytest.raises(CannotCheck, match="four-of-a-kind wins no share of the jackpot"):
        paid(MH, MILLION, RESET, "four-of-a-kind")
    toml = with_reading(SS, "fractions-of-a-cent", "round-down")
    toml["readings"]["fractions-of-a-cent"]["take"] = "keep"
    with pytest.raises(CannotCheck, match=r"takes 'keep' at readings\.fractions-of-a-cent"):
        paid(toml, MILLION, RESET, SF)
    toml["jackpot"]["same-table"] = "by-lot"
    with pytest.raises(CannotCheck, match=r"'by-lot' at jackpot\.same-table"):
        paid(toml, MILLION, RESET, SF)


def test_a_file_that_cannot_be_used_is_told_with_its_key(tmp_path: Path) -> None:
    text = (BOOKS / f"{MS}.toml").read_text(encoding="utf-8")
    for old, new, told in (
        ('pays = "7 to 1"', 'pays = "7:1"', r"'7:1' at pays\.bet\.full-house"),
        (
            'clause-list = "rws-multilink-stud-3"',
            'clause-list = "own.csv"',
            r"clause list own\.csv",
        ),
        ("[pays.ante]", "[pays.ante", "can't be read"),
    ):
        mine = tmp_path / "mine.toml"
        mine.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(CannotCheck, match=told):
            open_book(mine)
        mine.unlink()
