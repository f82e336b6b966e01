"""Who has won how much in a round, for what a second person approves: by the house and, with code
of its own, by the auditor.
"""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import UNSET

from pitboss.audit.books.round_book import BoxBook
from pitboss.audit.books.win_book import most_won, most_won_unverified
from pitboss.casino.controls.needs import NAMELESS, _won
from pitboss.games.settlement import Result, WrittenAward, WrittenBox, WrittenJackpot, WrittenLine
from pitboss.kernel.money import Cents
from pitboss.table.state import BoxState

ANTE = "ante"


def line(stake: int, winnings: int) -> WrittenLine:
    returned = stake if winnings else 0
    result = Result.WIN if winnings else Result.LOSE
    return WrittenLine(ANTE, f"{stake}.00", result, f"{returned}.00", f"{winnings}.00", ())


def found(
    boxes: dict[int, tuple[str, int]],
    *,
    awards: tuple[int, ...] = (),
    others: dict[str, int] | None = None,
) -> tuple[dict[str, int], tuple[str, int], tuple[str, int]]:
    """What players have won of 100 staked on each box, by the house, and by the auditor now and
    before. ``others`` have chips in the stake on box 1.
    """
    beside = {player: Cents(part * 100) for player, part in (others or {}).items()}
    laid = {
        box: BoxState(box, player, {ANTE: Cents(100_00)}, {ANTE: beside} if box == 1 else {})
        for box, (player, _) in boxes.items()
    }
    written = tuple(
        WrittenBox(box, player, None, "0.00", (line(100, won),))
        for box, (player, won) in boxes.items()
    )
    given: Any = tuple(WrittenAward(box, "royal-flush", "1.00", ()) for box in awards)
    jackpot = WrittenJackpot("1.00", "1.00", "0.00", given) if awards else UNSET
    paid: dict[str, int] = {}
    for player, won in boxes.values():
        paid[player] = paid.get(player, 0) + (won * 100 + 100_00 if won else 0)
    settled: Any = SimpleNamespace(
        settlement=SimpleNamespace(boxes=written, jackpot=jackpot), paid=paid
    )
    books = {}
    for box, state in laid.items():
        book = books[box] = BoxBook(box, state.player)
        book.bets[ANTE] = 100_00
        if state.others.get(ANTE):
            book.beside[ANTE] = dict(beside)
    audited: Any = SimpleNamespace(boxes=books, box=books.__getitem__)
    round: Any = SimpleNamespace(boxes=laid)
    return _won(round, settled), most_won_unverified(audited, settled), most_won(audited, settled)


def test_boxes_without_a_name_are_one_player() -> None:
    won, audited, before = found({1: ("Box 1", 400), 2: ("Box 2", 300), 3: ("Box 3", 0)})
    assert won == {NAMELESS: 700_00}, "and what one of them loses is not taken off"
    assert audited == ("boxes without a name", 700_00)
    assert before == ("Box 1", 400_00)


def test_one_name_for_another_box_is_nobodys_box() -> None:
    won, _, _ = found({1: ("Box 2", 400), 2: ("ann", 300)})
    assert won == {"Box 2": 400_00, "ann": 300_00}


def test_an_award_on_one_box_does_not_hide_what_the_same_player_wins_on_another() -> None:
    won, audited, before = found({1: ("ann", 50), 2: ("ann", 9_000)}, awards=(1,))
    assert won == {"ann": 9_000_00}
    assert audited == ("ann", 9_000_00)
    assert before == ("", 0), "as it was worked out before"


def test_what_one_loses_elsewhere_is_taken_off() -> None:
    won, audited, _ = found({1: ("ann", 300), 2: ("ann", 0)})
    assert won == {"ann": 200_00}
    assert audited == ("ann", 200_00)


@pytest.mark.parametrize("seated", ["ann", "Box 1"])
def test_a_shared_wager_is_divided_by_its_chips(seated: str) -> None:
    won, _, _ = found({1: (seated, 400)}, others={"bob": 25})
    assert won == {"bob": 100_00, NAMELESS if seated == "Box 1" else "ann": 300_00}
