"""Records and rulebook files from which no settlement can be recomputed: each is told, and nothing
is raised.
"""

from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.audit.settlement import check_round
from tests.audit.settled_rounds import Json, settled_by_engine
from tests.games.records import GOOD, REMOVED, with_
from tests.support import BE, CS, MH, MS, SS, box, record

BOOKS = Path(pitboss.__file__).parent / "rulebook" / "data"

RECOMPUTED = "the settlement can't be recomputed: "


@pytest.mark.parametrize(
    ("rulebook", "place", "value", "told"),
    [
        (MS, "dealer", REMOVED, "the record has no five cards for the dealer"),
        (MS, "dealer", ["2c", "7d"], "the record has no five cards for the dealer"),
        (MS, "boxes[0].cards", REMOVED, "the record has no five cards for box 1"),
        (
            MS,
            "boxes[0].bets.ante",
            "1e3",
            "the record has '1e3' at boxes[0].bets.ante, which is no amount",
        ),
        (MS, "boxes[0].bets.flop", "5", "the record has ['flop'] at boxes[0], which is not known"),
        (MS, "boxes[0].hand", "asleep", "the record has 'asleep' at boxes[0], which is not known"),
        (MS, "boxes", REMOVED, "the record has no boxes"),
        (MS, "outcome", "lost", "the record's outcome is 'lost', neither 'completed' nor 'void'"),
        (MH, "boxes[0].cards", REMOVED, "the record has no two cards for box 1"),
        (MH, "dealer", REMOVED, "the record has not all cards of dealer and community"),
        (MH, "community", ["2c"], "the record has no flop"),
        (BE, "dealer", REMOVED, "the record has not five cards for the dealer and for box 1"),
        (
            BE,
            "boxes[0].arrangement",
            {"three": ["Qs", "Qh", "Ac"]},
            "the record has not three cards of the hand at boxes[0].arrangement.three",
        ),
    ],
)
def test_a_record_that_lacks_something_is_told(
    rulebook: str, place: str, value: Any, told: str
) -> None:
    given = with_(GOOD[rulebook], **{place: value})
    # Told before anything else does not fit: the settlement is one of the dealer's hand that the
    # record had.
    settlement = settled_by_engine(GOOD[rulebook])
    settlement["dealer"] = settlement["dealer"] if place != "dealer" else None
    for found in settlement["boxes"]:
        found["hand"] = None if place in ("boxes[0].cards", "community") else found["hand"]
    if place == "community":
        settlement["dealer"] = None
    assert check_round(given, settlement) == RECOMPUTED + told


def test_a_share_of_no_jackpot_is_told() -> None:
    given = record(
        MS, "2s 3h 7h 9s Js", box("9c 8c 7c 6c 5c", ante="25", bet="50", progressive="5")
    )
    settlement = settled_by_engine(given)
    del given["jackpot"]
    assert check_round(given, settlement) == RECOMPUTED + (
        "the record has no jackpot, and a share of it was won"
    )


@pytest.mark.parametrize(
    ("rulebook", "old", "new", "told"),
    [
        (MS, 'family = "stud"', 'family = "whist"', "has the family 'whist', which is not known"),
        (
            MS,
            'hiding = "deemed-folded"',
            'hiding = "asks"',
            "has 'asks' at play.hiding, which is not known",
        ),
        (
            CS,
            'take = "rank-unproved"',
            'take = "asks"',
            "takes 'asks' for a hidden hand, which is not known",
        ),
        (MS, "times-opening = 2, ", "", "has no whole number at wagers.bet.times-opening"),
        (MS, 'winnings = "100000.00"', 'winnings = "lots"', "has no amount at caps.bet.winnings"),
        (
            MS,
            "dealer-does-not-qualify = {",
            "other = {",
            "has no line pays.ante.dealer-does-not-qualify",
        ),
        (MS, 'id = "rws-multilink-stud-3"', "", "has no text at id; write it there"),
        (BE, 'take = "push"', 'take = "draw"', "takes 'draw' for equal point hands"),
        (
            SS,
            'take = "one-reset-for-each-further-winner"',
            'take = "none"',
            "takes 'none' at readings.several-royal-flushes, which is not known",
        ),
        (
            SS,
            'take = "tenths-of-the-falling-jackpot"',
            'take = "none"',
            "takes 'none' at readings.several-straight-flushes, which is not known",
        ),
    ],
)
def test_a_rulebook_that_lacks_something_is_told(
    rulebook: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    text = (BOOKS / f"{rulebook}.toml").read_text(encoding="utf-8")
    assert old in text
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace(old, new), encoding="utf-8")
    sentences = [
        check_round(given, settled_by_engine(given), rulebook=mine) for given in rounds_of(rulebook)
    ]
    assert any(
        sentence and sentence.startswith(RECOMPUTED) and told in sentence for sentence in sentences
    )


def rounds_of(rulebook: str) -> list[Json]:
    """Rounds that come to the keys above: a win, a hidden hand, equal point hands, several
    jackpots.
    """
    if rulebook == BE:
        # Both hands leave ten points: 7 + 2 + ace beside ten and king.
        return [record(BE, "7c 2d Ah Ts Kc", box("7d 2h Ac Td Kh", main="25"))]
    stud: Json = {"ante": "25", "bet": "50", "progressive": "5"}
    dealer, winner = "Ac Kd 7h 6s 2d", "Qs Qh Qc 4d 3s"
    several = [("9c 8c 7c 6c 5c", "9d 8d 7d 6d 5d"), ("Ac Kc Qc Jc Tc", "Ad Kd Qd Jd Td")]
    return [
        record(rulebook, dealer, box(winner, **stud)),
        record(rulebook, "2s 3h 7h 9s Js", box(winner, **stud)),
        record(rulebook, dealer, box(winner, hand="unrevealed", **stud)),
        *(
            record(rulebook, "2s 3h 7h 9s Js", box(a, **stud), box(b, 2, **stud))
            for a, b in several
        ),
    ]


def test_a_file_without_pay_tables_is_told(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('id = "mine"\n', encoding="utf-8")
    settlement = settled_by_engine(GOOD[MS])
    assert check_round(GOOD[MS], settlement, rulebook=mine) == (
        f"{RECOMPUTED}rulebook {mine} has no pay tables; write them at pays"
    )
