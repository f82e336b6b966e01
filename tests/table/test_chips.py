"""Reports about chips: they are taken until the round is concluded, and what was settled is settled
anew.
"""

from typing import Any

import pytest

from pitboss.table import events as e
from tests.support import (
    BE,
    CS,
    MBS_RULEBOOKS,
    MH,
    MS,
    RULEBOOKS,
    RWS_RULEBOOKS,
    SS,
    STUD_RULEBOOKS,
    proves,
)
from tests.tables import SHIFT_MANAGER, Table, ready

FLUSH, NOTHING = "9h 7h 6h 4h 2h", "Qc Td 6d 4s 2c"
QUALIFIES = "Ac Kd 8s 5d 3s"
ANTE = {"ante": "25"}


def opening(book: str) -> str:
    return "main" if book == BE else "ante"


def stud(book: str, cards: str = FLUSH, **bets: str) -> Table:
    """Ann on box 1 decides; her flush beats the dealer's ace and king."""
    t = Table.open(book)
    t.cards({1: cards, "dealer": QUALIFIES})
    t.bet(ann=(1, ANTE | bets))
    t.deal_all()
    return t


def settled(book: str, cards: str = FLUSH, **bets: str) -> Table:
    t = stud(book, cards, **bets)
    t.choose(1, "raise", "50")
    t.settle()
    assert t.phase == "settled"
    return t


def found(t: Table, incident: str, bet: str, amount: str, **more: Any) -> tuple[e.AnyEvent, ...]:
    return t.do("report", incident=incident, box=1, bet=bet, amount=amount, **more)


# ── while paying ──────────────────────────────────────────────────────────────────────────────────


@proves(MS, "5.3.1", "5.3.2")
@proves(CS, "5.3.1", "5.3.2")
@pytest.mark.parametrize(
    ("amount", "returned", "won"), [("80", 80_00, 250_00), ("30", 30_00, 150_00)]
)
@pytest.mark.parametrize("book", [MS, CS])
def test_5_3_a_wrong_raise_is_seen_while_paying(
    book: str, amount: str, returned: int, won: int
) -> None:
    t = settled(book)
    found(t, "wrong-raise", "bet", amount)
    assert t.phase == "revealed"
    assert t.refused("conclude")[0] == "not-now"
    t.do("settle")
    assert t.result("bet") == ("win", returned, won)
    assert t.result("ante") == ("win", 25_00, 25_00)
    t.do("conclude")
    assert t.state.chips["ann"] == 25_00 + won


@proves(MH, "5.3.1", "5.3.2")
@pytest.mark.parametrize(
    ("bet", "amount", "counts"), [("flop", "70", 50_00), ("turn", "20", 20_00)]
)
def test_5_3_in_holdem_too(bet: str, amount: str, counts: int) -> None:
    t = Table.open(MH)
    t.cards({1: "Ah Ad", "community": "As Ac 2d 7h 9s", "dealer": "3c 4d"})
    t.bet(ann=(1, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.deal_all()
    t.choose(1, "raise", "25")
    t.deal_all()
    t.choose(1, "check")
    t.settle()
    found(t, "wrong-raise", bet, amount)
    t.do("settle")
    assert t.result(bet)[2] == counts


@proves(SS, "6.1", "3.9.2")
def test_6_1_a_wrong_bet_seen_while_paying_waits_for_the_shift_manager() -> None:
    t = settled(SS)
    found(t, "wrong-raise", "bet", "80")
    assert t.refused("conclude")[0] == "ruling-pending"
    t.do("confirm", by=SHIFT_MANAGER)
    t.do("settle")
    assert t.result("bet") == ("win", 80_00, 250_00)


@proves(MS, "5.1.1")
@proves(CS, "5.1.1")
@proves(SS, "5.14")
@pytest.mark.parametrize("book", STUD_RULEBOOKS)
def test_5_1_1_and_5_14_a_wager_over_the_maximum_is_seen_while_paying(book: str) -> None:
    t = settled(book, NOTHING)
    found(t, "over-maximum-bet", "ante", "1500")
    t.do("settle")
    assert t.result("ante") == ("lose", 500_00, 0)


@proves(MS, "5.2.1")
@proves(SS, "5.13")
@pytest.mark.parametrize("book", [MS, SS])
def test_5_2_1_and_5_13_a_wager_under_the_minimum_is_seen_while_paying(book: str) -> None:
    t = settled(book)
    found(t, "under-minimum-bet", "ante", "5")
    t.do("settle")
    assert t.result("ante") == ("win", 5_00, 5_00)
    # The BET is then more than twice the ante.
    assert t.result("bet") == ("win", 50_00, 50_00)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_after_any_report_about_chips_the_round_is_settled_again(book: str) -> None:
    t = ready(book, ann=(1, {opening(book): "25"}))
    t.do("report", incident="player-absent", box=1)
    before = t.settle()
    events = t.do(
        "report", incident="progressive-without-ante", box=3, bet="progressive", amount="5"
    )
    assert isinstance(events[1], e.SettlementSetAside)
    assert t.phase == "revealed"
    assert t.settle() == before
    t.do("conclude")


def test_what_lies_there_as_entered_is_settled_again_too() -> None:
    t = settled(MS)
    for _ in range(2):
        found(t, "under-minimum-bet", "ante", "5")
        assert t.phase == "revealed"
        t.do("settle")
    assert t.result("bet") == ("win", 50_00, 50_00)
    t.do("conclude")


# ── an ante over the maximum and its raise ────────────────────────────────────────────────────────


@proves(MS, "5.1.1", "5.3.1")
@proves(CS, "5.1.1", "5.3.1")
@proves(SS, "5.14")
@pytest.mark.parametrize(("amount", "returned"), [("2000", 2000_00), ("3000", 3000_00)])
@pytest.mark.parametrize("book", STUD_RULEBOOKS)
def test_the_raise_follows_what_counts_of_the_ante(book: str, amount: str, returned: int) -> None:
    t = Table.open(book)
    t.cards({1: FLUSH, "dealer": QUALIFIES})
    t.bet(ann=(1, {"ante": "1000"}))
    found(t, "over-maximum-bet", "ante", "1500")
    t.deal_all()
    assert t.steps("player:ann")[1].label == "BET 2000.00 on box 1" or book == SS
    assert t.refused("raise", by="player:ann", box=1, amount="2500")[0] == "wrong-raise"
    t.choose(1, "raise", amount)
    t.settle()
    assert t.result("ante") == ("win", 1500_00, 1000_00)
    # A flush pays 5 to 1 on the 2,000 that count; what lies there besides goes back.
    assert t.result("bet") == ("win", returned, 10_000_00)


@proves(MH, "5.1.1", "5.3.1")
def test_the_flop_follows_what_counts_of_the_ante() -> None:
    t = Table.open(MH)
    t.bet(ann=(1, {"ante": "1000"}))
    found(t, "over-maximum-bet", "ante", "1500")
    t.deal_all()
    t.choose(1, "raise", "2000")
    t.deal_all()
    t.choose(1, "raise", "1000")
    assert t.round.boxes[1].bets == {"ante": 1500_00, "flop": 2000_00, "turn": 1000_00}


# ── a progressive bet without ante or main ────────────────────────────────────────────────────────


@proves(MS, "5.4")
@proves(CS, "5.4")
@proves(MH, "5.4")
@proves(SS, "5.12.2")
@proves(BE, "5.12.2")
@pytest.mark.parametrize("book", RULEBOOKS)
def test_5_4_and_5_12_chips_on_a_box_that_is_not_in_the_round_go_back(book: str) -> None:
    t = ready(book, ann=(1, {opening(book): "25"}))
    # The last box of the layout is one too.
    for box in (3, t.state.settings.boxes):
        (event,) = t.do(
            "report", incident="progressive-without-ante", box=box, bet="progressive", amount="5"
        )
        assert isinstance(event, e.IncidentReported)
        assert event.ruling.effects == ("return-bet",)
        assert event.ruling.clauses == (("5.12.2",) if book in MBS_RULEBOOKS else ("5.4",))
        assert (event.box, event.bet, event.amount) == (box, "progressive", 5_00)
        assert list(t.round.boxes) == [1]


@pytest.mark.parametrize("book", RULEBOOKS)
def test_5_4_and_5_12_a_box_with_its_ante_or_main_has_no_such_bet(book: str) -> None:
    t = ready(book, ann=(1, {opening(book): "25", "progressive": "5"}))
    refused = t.refuse(
        "report", incident="progressive-without-ante", box=1, bet="progressive", amount="5"
    )
    assert (refused.code, refused.message) == (
        "bad-fact",
        f"Box 1 has its {opening(book)}, so no bet there is without one.",
    )


@proves(SS, "5.12.1")
@proves(BE, "5.12.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_5_12_1_before_the_call_the_player_adds_the_wager_or_cancels(book: str) -> None:
    t = Table.open(book)
    t.lay(ann=(1, {opening(book): "25"}))
    (event,) = t.do(
        "report", incident="progressive-without-ante", box=2, bet="progressive", amount="5"
    )
    assert isinstance(event, e.IncidentReported)
    assert event.ruling.effects == ("place-ante-or-cancel",)


@proves(MH, "5.4")
@proves(BE, "5.12.2")
@pytest.mark.parametrize(("book", "bet"), [(MH, "bonus"), (BE, "tie"), (BE, "suits")])
def test_a_side_wager_without_ante_or_main_goes_back_too(book: str, bet: str) -> None:
    t = ready(book, ann=(1, {opening(book): "25"}))
    (event,) = t.do("report", incident="progressive-without-ante", box=3, bet=bet, amount="5")
    assert isinstance(event, e.IncidentReported)
    assert event.ruling.effects == ("return-bet",)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_what_lies_there_is_a_bet_of_the_game(book: str) -> None:
    t = ready(book, ann=(1, {opening(book): "25"}))
    for bet in ("ace", opening(book), *(() if book == BE else ("bet", "flop"))):
        found = t.refused("report", incident="progressive-without-ante", box=3, bet=bet)
        assert found[0] == "no-such-bet"
    found = t.refused(
        "report", incident="progressive-without-ante", box=3, bet="progressive", amount="0"
    )
    assert found[0] == "bad-amount"


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_chips_lie_on_a_box_of_the_layout(book: str) -> None:
    t = ready(book, ann=(1, ANTE))
    assert t.refused("report", incident="progressive-without-ante", box=9)[0] == "no-such-box"
    assert t.refused("report", incident="progressive-without-ante")[0] == "fact-needed"


# A progressive bet of MBS is made through the wagering system, so nothing lies there that was not
# entered.
COIN_SPOTS = [*((book, True) for book in RULEBOOKS), *((book, False) for book in RWS_RULEBOOKS)]

# ── a wrong amount on the coin spot ───────────────────────────────────────────────────────────────


@proves(MS, "3.4")
@proves(CS, "3.4")
@proves(MH, "3.4")
@pytest.mark.parametrize(
    ("book", "entered"),
    [*((book, True) for book in RULEBOOKS), *((book, False) for book in RWS_RULEBOOKS)],
)
def test_what_is_over_the_prescribed_progressive_bet_goes_back(book: str, entered: bool) -> None:
    bets = {opening(book): "25"} | ({"progressive": "5"} if entered else {})
    t = Table.open(book)
    t.bet(ann=(1, bets))
    found(t, "over-maximum-bet", "progressive", "20")
    assert t.round.boxes[1].bets["progressive"] == 5_00
    assert t.state.chips["ann"] == -30_00


PRESCRIBED = {SS: ("3.4.2", "3.5.3"), BE: ("3.5.2", "3.6.3")}
"""The clauses that say what a progressive bet comes to, where they are not 3.4."""


@proves(MS, "3.4")
@proves(CS, "3.4")
@proves(MH, "3.4")
@pytest.mark.parametrize(
    ("book", "entered"),
    [*((book, True) for book in RULEBOOKS), *((book, False) for book in RWS_RULEBOOKS)],
)
def test_a_short_progressive_bet_is_not_accepted_and_goes_back(book: str, entered: bool) -> None:
    bets = {opening(book): "25"} | ({"progressive": "5"} if entered else {})
    t = Table.open(book)
    t.bet(ann=(1, bets))
    events = found(t, "under-minimum-bet", "progressive", "2")
    assert isinstance(events[0], e.IncidentReported)
    ruling = events[0].ruling
    assert ruling.effects == ("return-bet",)
    assert ruling.clauses == PRESCRIBED.get(book, ("3.4",))
    assert ruling.because == (
        "A progressive bet has one prescribed amount; a short one is not accepted and goes back."
    )
    assert "progressive" not in t.round.boxes[1].bets
    assert t.state.chips["ann"] == -25_00


def test_a_table_without_a_jackpot_has_no_coin_spot() -> None:
    t = Table.open(MS, progressive=None)
    t.bet(ann=(1, ANTE))
    fields: dict[str, Any] = {
        "incident": "over-maximum-bet",
        "box": 1,
        "bet": "progressive",
        "amount": "20",
    }
    assert t.refused("report", **fields)[0] == "no-such-bet"


def test_a_progressive_bet_that_is_corrected_claims_anew() -> None:
    t = settled(MS, "Ah Kh Qh Jh Th", progressive="5")
    assert t.result("progressive")[0] == "win"
    found(t, "under-minimum-bet", "progressive", "2")
    t.do("settle")
    assert t.round.settlement is not None
    assert [line.bet for line in t.round.settlement.boxes[0].lines] == ["ante", "bet"]
