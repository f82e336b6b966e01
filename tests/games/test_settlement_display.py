"""A settlement as people see it in an interpreter or a notebook."""

import pitboss
from tests.support import MH, MS, box, record

SHOWN = """\
dealer: five-odd-cards, qualifies

box 1, p1: straight-flush
wager        stake  result  returned  winnings  net        clauses
ante         25.00  win     25.00     25.00     +25.00     3.14.1, 4.1 (ante-dealer-qualified)
bet          50.00  win     50.00     2500.00   +2500.00   3.14.1, 4.1 (straight-flush)
progressive  5.00   win     0.00      25000.00  +24995.00  4.2, 4.2.1 (straight-flush)

box 2, p2: one-pair
wager  stake  result  returned  winnings  net     clauses
ante   25.00  lose    0.00      0.00      -25.00  3.12.1

jackpot: 250000.00 before, 225000.00 after
box  hand            award     clauses
1    straight-flush  25000.00"""


def test_a_settlement_shows_each_wager_with_its_clauses_and_the_jackpot() -> None:
    found = pitboss.settle(
        record(
            MS,
            "2c 7d 9h Kd As",
            box("2s 3s 4s 5s 6s", ante="25", bet="50", progressive="5"),
            box("2d 2h 8c 4d 3h", number=2, ante="25", hand="folded"),
        )
    )
    assert repr(found) == f"<Settlement {MS} r1: box 1 +27520.00, box 2 -25.00>"
    assert str(found).splitlines()[2:] == SHOWN.splitlines()


def test_a_dealer_may_not_qualify_or_need_not() -> None:
    nothing = record(MS, "2c 7d 9h Td Js", box("2s 3s 4s 5s 6d", ante="25", bet="50"))
    assert "dealer: five-odd-cards, does not qualify" in str(pitboss.settle(nothing))
    holdem = record(
        MH,
        "2c 7d",
        box("As Ks", ante="25", flop="50"),
        community=["Qs", "Js", "4d", "4c", "9h"],
    )
    assert "dealer: one-pair\n" in str(pitboss.settle(holdem))


def test_no_dealer_no_boxes_no_id() -> None:
    found = pitboss.settle({"rulebook": MS, "outcome": "void", "boxes": []})
    assert str(found) == f"{MS}: no boxes"
    assert repr(found) == f"<Settlement {MS}: no boxes>"
