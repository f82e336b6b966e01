"""The end of a round: its record, its settlement, and who gets which chips."""

from pathlib import Path

import msgspec
import pytest

import pitboss
from pitboss.games.settlement import WrittenSettlement, as_json
from pitboss.rulebook.loader import DATA
from pitboss.table.events import RoundConcluded, RoundSettled
from pitboss.table.settlement import record_of
from tests.support import BE, CS, MH, MS, RULEBOOKS, SS
from tests.tables import DANA, JACKPOT, SHIFT_MANAGER, SUPERVISOR, Table, plain, ready, setting

ANN = "player:ann"
ANTE = {"ante": "25"}
WITH_PROGRESSIVE = {"ante": "25", "progressive": "5"}
OPENING = {MS: "ante", CS: "ante", MH: "ante", SS: "ante", BE: "main"}

FLUSH, NOTHING, QUALIFIES = "9h 7h 6h 4h 2h", "Qc Td 6d 4s 2c", "Ac Kd 8s 5d 3s"
LOST = ("lose", 0, 0)


def stud(book: str = MS, first: str = "raise", second: str = "raise") -> Table:
    """Ann has a flush, bob nothing, and the dealer ace-king; both have decided, and all is turned
    over.
    """
    t = Table.open(book)
    t.cards({1: FLUSH, 2: NOTHING, "dealer": QUALIFIES})
    t.bet(ann=(1, WITH_PROGRESSIVE), bob=(2, WITH_PROGRESSIVE))
    t.deal_all()
    for box, do in ((1, first), (2, second)):
        t.choose(box, do, "50" if do == "raise" else None)
    t.deal_all()
    return t


# ── the record ────────────────────────────────────────────────────────────────────────────────────


def test_a_record_is_what_the_contract_takes() -> None:
    t = stud(second="fold")
    t.do("settle")

    assert t.record == {
        "id": "t1-1",
        "rulebook": MS,
        "outcome": "completed",
        "table": {"limits": {"ante": {"min": "10.00", "max": "1000.00"}}},
        "jackpot": {"displayed": "250000.00", "reset": "100000.00"},
        "dealer": QUALIFIES.split(),
        "boxes": [
            {
                "box": 1,
                "player": "ann",
                "hand": "played",
                "cards": FLUSH.split(),
                "bets": {"ante": "25.00", "progressive": "5.00", "bet": "50.00"},
            },
            # A folded hand with a progressive wager that lives is turned up.
            {
                "box": 2,
                "player": "bob",
                "hand": "folded",
                "cards": NOTHING.split(),
                "bets": {"ante": "25.00", "progressive": "5.00"},
            },
        ],
    }


def test_a_hand_that_is_not_turned_up_is_in_the_record_without_its_cards() -> None:
    t = stud(CS, second="fold")
    t.choose(1, "decline-to-show")
    t.do("settle")

    boxes = t.record["boxes"]
    assert [(box["hand"], "cards" in box) for box in boxes] == [
        ("unrevealed", False),
        ("folded", False),
    ]


def test_a_hand_that_was_established_is_in_the_record_with_what_for() -> None:
    t = stud(CS, second="fold")
    t.choose(1, "decline-to-show")
    t.do("establish-hand", by=SUPERVISOR, box=1, bets=["progressive"])
    t.do("settle")

    first = t.record["boxes"][0]
    assert (first["hand"], first["cards"], first["established"]) == (
        "unrevealed",
        FLUSH.split(),
        ["progressive"],
    )
    # A flush is paid 100 dollars in Casino Stud.
    assert t.result("progressive", 1) == ("win", 0, 100_00)


@pytest.mark.parametrize("bets", [["ante", "bet"], ["bet"], ["ante", "bet", "progressive"]])
@pytest.mark.parametrize("cards", ["virtual", "entered", "shown"])
def test_a_hand_proved_for_ante_and_bet_is_compared_in_casino_stud(
    cards: str, bets: list[str]
) -> None:
    t = Table.open(CS, cards=cards)
    t.cards({1: FLUSH, "dealer": QUALIFIES})
    t.bet(ann=(1, WITH_PROGRESSIVE))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.deal_all()
    t.choose(1, "decline-to-show")
    seen = {"cards": FLUSH} if cards == "shown" else {}
    t.do("establish-hand", by=SUPERVISOR, box=1, bets=bets, **seen)

    # It lies open like any other, and is not kept back again.
    assert t.box_view(1)["cards"] == t.held(1).split()
    assert t.refused("decline-to-show", by=ANN, box=1)[0] == "already-decided"
    assert t.refused("establish-hand", by=SUPERVISOR, box=1, bets=bets)[0] == "not-now"
    t.do("settle")
    (box,) = t.record["boxes"]
    assert (box["hand"], "established" in box) == ("played", False)
    assert box["cards"] == t.held(1).split()
    if cards != "virtual":
        # A flush pays 5 to 1 on the BET and 100 dollars on the jackpot.
        assert t.result("ante") == ("win", 25_00, 25_00)
        assert t.result("bet") == ("win", 50_00, 250_00)
        assert t.result("progressive") == ("win", 0, 100_00)


def test_only_the_progressive_bet_of_a_hand_proved_for_that_alone_is_paid_in_casino_stud() -> None:
    t = stud(CS, second="fold")
    t.choose(1, "decline-to-show")
    t.do("establish-hand", by=SUPERVISOR, box=1, bets=["progressive"])
    t.do("settle")

    assert (t.result("ante", 1), t.result("bet", 1)) == (LOST, LOST)
    assert t.result("progressive", 1) == ("win", 0, 100_00)


@pytest.mark.parametrize("book", [MS, SS])
def test_a_hand_that_the_document_deems_lost_stays_lost_whatever_it_is_proved_for(
    book: str,
) -> None:
    t = stud(book)
    t.choose(1, "decline-to-show")
    t.do("establish-hand", by=SUPERVISOR, box=1, bets=["ante", "bet"])
    t.do("settle")

    assert t.record["boxes"][0]["hand"] == "unrevealed"
    assert (t.result("ante", 1), t.result("bet", 1)) == (LOST, LOST)


def test_how_a_hand_was_set_is_in_the_record_only_where_it_is_turned_up() -> None:
    for declines in (False, True):
        t = Table.open(BE)
        t.cards({1: "9h Ad Qc Kc Kd", "dealer": "5c 5d Th 2s 3s"})
        t.bet(ann=(1, {"main": "25"}))
        t.deal_all()
        t.choose(1, "examine")
        t.choose(1, "set-hand", three=["9h", "Ad", "Kc"])
        t.deal_all()
        if declines:
            t.choose(1, "decline-to-show")
        t.do("settle")
        assert ("arrangement" in t.record["boxes"][0]) is not declines


def test_a_void_record_has_no_cards() -> None:
    t = stud()
    t.do("report", incident="foreign-card")
    t.do("settle")

    assert t.record["outcome"] == "void"
    assert "dealer" not in t.record
    assert not any("cards" in box for box in t.record["boxes"])


def test_a_record_needs_no_jackpot_where_nobody_has_bet_on_it() -> None:
    t = ready(MH, ann=(1, ANTE))
    t.choose(1, "fold")
    t.deal_all()
    t.jackpot = None
    t.do("settle")

    assert "jackpot" not in t.record
    assert t.record["community"] == t.held("community").split()
    assert t.round.settlement is not None
    assert t.round.settlement.jackpot is msgspec.UNSET


def test_a_limit_that_is_not_set_is_not_in_the_record() -> None:
    t = Table()
    limits = {"ante": {"min": "10", "max": "500"}, "bonus": {"max": "50"}}
    t.do("open-table", by=SUPERVISOR, **setting(MH, limits=limits))
    t.bet(ann=(1, ANTE))

    assert plain(record_of(t.state, t.round, JACKPOT))["table"] == {
        "limits": {"ante": {"min": "10.00", "max": "500.00"}, "bonus": {"max": "50.00"}},
        "dealing": "shoe",
    }


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_table_settles_its_record_as_anybody_would(book: str) -> None:
    t = Table.open(book, cards="virtual")
    bets = {OPENING[book]: "25", "progressive": "5"}
    t.bet(ann=(1, bets), bob=(2, bets))
    t.deal_all()
    while t.phase == "deciding":
        box = t.view()["round"]["to_decide"][0]
        answer = t.steps(f"player:{t.round.boxes[box].player}")[-1].do
        t.choose(box, answer)
        t.deal_all()
    t.do("settle")

    again = as_json(pitboss.settle(t.record))
    assert msgspec.convert(again, WrittenSettlement) == t.round.settlement


def test_a_hand_is_settled_under_the_tables_own_rulebook(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = (DATA / f"{MS}.toml").read_text(encoding="utf-8")
    line = 'flush = { pays = "5 to 1", clause = "4.1:flush" }'
    assert line in text
    own.write_text(text.replace(line, line.replace("5 to 1", "6 to 1")), encoding="utf-8")
    t = Table()
    t.do("open-table", by=SUPERVISOR, **setting(MS) | {"rulebook": str(own)})
    t.cards({1: FLUSH, "dealer": QUALIFIES})
    t.bet(ann=(1, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    # What the file says later does not matter to a table that is open.
    own.unlink()
    t.settle()

    assert t.result("bet") == ("win", 50_00, 300_00)


# ── readings that say whether cards are turned up ─────────────────────────────────────────────────


def reading(tmp_path: Path, book: str, take: str, instead: str) -> Table:
    """A table of a rulebook that takes another of its readings."""
    own = tmp_path / "own.toml"
    text = (DATA / f"{book}.toml").read_text(encoding="utf-8")
    assert text.count(f'take = "{take}"') == 1
    own.write_text(text.replace(f'take = "{take}"', f'take = "{instead}"'), encoding="utf-8")
    t = Table()
    t.do("open-table", by=SUPERVISOR, **setting(book) | {"rulebook": str(own)})
    return t


def test_where_the_house_shows_the_cards_a_hand_cannot_be_kept(tmp_path: Path) -> None:
    t = reading(tmp_path, CS, "rank-unproved", "house-shows-the-cards")
    t.cards({1: FLUSH, "dealer": QUALIFIES})
    t.bet(ann=(1, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.deal_all()
    t.choose(1, "decline-to-show")
    t.settle()

    assert t.box_view(1)["cards"] == FLUSH.split()
    assert t.result("bet") == ("win", 50_00, 250_00)


@pytest.mark.parametrize(
    ("take", "shown", "flop"),
    [
        ("folded-and-all-lost", False, ("lose", 0, 0)),
        ("folded-and-raises-returned", False, ("void", 50_00, 0)),
        ("checks-to-the-end", True, ("win", 50_00, 50_00)),
    ],
)
def test_what_becomes_of_a_hold_em_player_who_leaves_after_the_flop(
    tmp_path: Path, take: str, shown: bool, flop: tuple[str, int, int]
) -> None:
    t = reading(tmp_path, MH, "folded-and-all-lost", take)
    t.cards({1: "Ah Ad", "dealer": "2c 7d", "community": "As Kc 9h 8s 3d"})
    t.bet(ann=(1, ANTE))
    t.deal_all()
    t.choose(1, "raise", "50")
    t.deal_all()
    t.do("report", incident="player-absent", box=1)
    t.settle()

    assert t.box_view(1)["standing"] == "left"
    assert t.box_view(1)["cards"] == (["Ah", "Ad"] if shown else ["??", "??"])
    assert t.result("flop") == flop


def test_hold_em_the_progressive_wager_of_a_player_who_left_lives() -> None:
    t = Table.open(MH)
    t.cards({1: "Ah 2h", "dealer": "2c 7d", "community": "Kh 9h 8h 8s 3d"})
    t.bet(ann=(1, WITH_PROGRESSIVE))
    t.deal_all()
    t.do("report", incident="player-absent", box=1)
    t.settle()

    assert t.box_view(1)["cards"] == ["Ah", "2h"]
    # A flush with the flop is paid 100 dollars.
    assert t.result("progressive") == ("win", 0, 100_00)


def test_singapore_stud_a_player_who_left_gets_everything_back() -> None:
    t = Table.open(SS)
    t.cards({1: FLUSH, "dealer": QUALIFIES})
    t.bet(ann=(1, WITH_PROGRESSIVE))
    t.deal_all()
    t.do("report", incident="player-absent", box=1)
    t.settle()

    assert t.box_view(1)["standing"] == "left"
    assert t.box_view(1)["cards"] == ["??"] * 5
    assert t.result("ante") == ("void", 25_00, 0)
    assert t.result("progressive") == ("void", 5_00, 0)


# ── settling and concluding ───────────────────────────────────────────────────────────────────────


def test_a_settled_round_says_what_everybody_gets() -> None:
    t = stud()
    (event,) = t.do("settle")

    assert isinstance(event, RoundSettled)
    # Ann: ante and BET back, 25 for the ante, 5 to 1 on the BET, and 40 for 1 on 5.
    assert event.paid == {"ann": 25_00 + 25_00 + 50_00 + 250_00 + 200_00}
    assert t.phase == "settled"
    # Nothing moves before the round is concluded.
    assert t.state.chips == {"ann": -80_00, "bob": -80_00}
    assert t.do("conclude") == (RoundConcluded(t.now_ms - 1000, DANA),)
    assert t.state.chips == {"ann": 470_00, "bob": -80_00}
    assert t.state.house == -390_00
    assert t.state.on_layout == 0


def test_a_round_is_settled_once_and_concluded_once() -> None:
    t = Table.open(MS)
    assert t.refused("settle")[0] == "not-now"
    assert t.refused("conclude")[0] == "not-now"
    t = stud()
    assert t.refused("conclude")[0] == "not-now"
    t.do("settle")
    assert t.refused("settle")[0] == "not-now"
    t.do("conclude")
    assert t.refused("settle")[0] == "not-now"
    assert t.refused("conclude")[0] == "not-now"


def test_a_void_round_is_settled_once_and_concluded_once() -> None:
    t = stud()
    t.do("report", incident="foreign-card")
    assert t.refused("conclude")[0] == "not-now"
    t.do("settle")
    assert t.refused("settle")[0] == "not-now"
    t.do("conclude")
    assert t.state.chips == {"ann": 0, "bob": 0}


def test_a_round_in_which_nobody_has_bet_is_concluded_as_it_is() -> None:
    t = Table.open(MS)
    t.do("open-betting")
    assert t.refused("settle")[0] == "not-now"
    t.lay(ann=(1, ANTE))
    assert t.refused("conclude")[0] == "not-now"
    t.do("withdraw-bet", by=ANN, box=1, bet="ante")
    t.do("conclude")

    assert t.state.round is None
    assert t.state.rounds == 1


def test_the_jackpot_is_what_it_is_when_the_round_is_settled() -> None:
    t = stud()
    t.jackpot = None
    assert t.refused("settle")[0] == "no-jackpot"
    t.jackpot = JACKPOT
    t.do("settle")
    assert t.round.settlement is not None
    assert plain(t.round.settlement)["jackpot"]["before"] == "250000.00"


# ── chips of several players on one spot ──────────────────────────────────────────────────────────


def shared(ann: str, bob: str, cat: str, cards: str) -> Table:
    """Three players share the main spot of box 1; the dealer has five points."""
    t = Table.open(BE, limits={"main": ("0.01", "1000")})
    t.cards({1: cards, "dealer": "5c 5d Th 2s 3s"})
    t.bet(ann=(1, {"main": ann}), bob=(1, {"main": bob}), cat=(1, {"main": cat}))
    t.deal_all()
    t.choose(1, "set-hand")
    t.settle()
    return t


def test_a_shared_wager_is_divided_by_its_chips() -> None:
    t = shared("25", "10", "5", "9h Ad Qc Kc Kd")

    # A pair of kings pays 3 to 1.
    assert t.result("main") == ("win", 40_00, 120_00)
    assert t.round.paid == {"ann": 100_00, "bob": 40_00, "cat": 20_00}
    t.do("conclude")
    assert t.state.chips == {"ann": 75_00, "bob": 30_00, "cat": 15_00}


def test_a_shared_wager_that_loses_is_lost_by_each() -> None:
    t = shared("25", "10", "5", "2c 2d 4c 7h 8h")

    assert t.result("main") == LOST
    assert t.round.paid == {}
    t.do("conclude")
    assert t.state.chips == {"ann": -25_00, "bob": -10_00, "cat": -5_00}


def test_odd_cents_of_a_shared_wager_go_to_the_seated_player() -> None:
    t = Table.open(BE, limits={"main": ("1", "100")})
    t.cards({1: "9h Ad Qc Kc Kd", "dealer": "5c 5d Th 2s 3s"})
    t.bet(ann=(1, {"main": "1"}), bob=(1, {"main": "1"}), cat=(1, {"main": "1"}))
    # The dealer finds 100.01 there; a cent over the maximum goes back. 100 at 3 to 1 with the stake
    # is 400.01.
    t.do("report", incident="over-maximum-bet", box=1, bet="main", amount="100.01")
    t.deal_all()
    t.choose(1, "set-hand")
    t.settle()

    assert t.result("main") == ("win", 100_01, 300_00)
    # bob and cat have 1 in 100.01 each: 400.01 / 100.01 is 3.9997…
    assert t.round.paid == {"ann": 400_01 - 2 * 3_99, "bob": 3_99, "cat": 3_99}


# ── once under the minimum ────────────────────────────────────────────────────────────────────────


def under(t: Table, amount: str = "5") -> tuple[str, int, int]:
    """A round in which ann bets under the minimum of 10 and folds; how her ante comes out."""
    t.lay(ann=(1, {"ante": amount}))
    t.do("close-betting", let_stand=True)
    t.deal_all()
    t.choose(1, "fold")
    t.settle()
    found = t.result("ante")
    t.do("conclude")
    return found


def test_mbs_a_wager_under_the_minimum_plays_once() -> None:
    t = Table.open(SS)
    assert t.state.under_minimum_settled == frozenset()
    assert under(t) == LOST
    assert t.happened(RoundSettled)[-1].under_minimum_settled == ("ann",)
    assert t.state.under_minimum_settled == {"ann"}
    assert under(t) == ("void", 5_00, 0)
    record = plain(t.happened(RoundSettled)[-1].record)
    assert record["boxes"][0]["under_minimum_settled_before"] is True
    assert t.happened(RoundSettled)[-1].under_minimum_settled == ()
    # One that reaches the minimum plays as ever.
    assert under(t, "10") == LOST


def test_mbs_a_wager_at_the_minimum_is_not_under_it() -> None:
    t = Table.open(SS)
    under(t, "10")

    assert t.state.under_minimum_settled == frozenset()


def test_what_mbs_remembers_is_nothing_to_rws() -> None:
    t = Table.open(SS)
    under(t)
    t.do("close-table", by=SUPERVISOR)
    t.do("open-table", by=SUPERVISOR, **setting(MS))

    assert under(t) == LOST
    (box, *_) = t.happened(RoundSettled)[-1].record.boxes
    assert box.under_minimum_settled_before is msgspec.UNSET


def test_mbs_a_wager_under_the_minimum_in_a_void_round_has_not_played() -> None:
    t = Table.open(SS)
    t.lay(ann=(1, {"ante": "5"}))
    t.do("close-betting", let_stand=True)
    t.do("report", incident="foreign-card")
    t.settle()
    t.do("conclude")

    assert t.state.under_minimum_settled == frozenset()
    assert under(t) == LOST


def test_rws_a_wager_under_the_minimum_plays_every_time() -> None:
    t = Table.open(MS)

    assert under(t) == LOST
    assert under(t) == LOST
    assert t.state.under_minimum_settled == frozenset()


# ── everybody's hands in one record ───────────────────────────────────────────────────────────────


def test_every_standing_has_its_word_in_the_record() -> None:
    t = ready(
        MS,
        ann=(1, ANTE),
        bob=(2, ANTE),
        cat=(3, ANTE),
        dan=(4, ANTE),
        eve=(5, ANTE),
    )
    t.choose(1, "raise", "50")
    t.choose(2, "fold")
    t.do("report", incident="player-absent", box=3)
    t.do("report", incident="unlisted", box=4)
    t.do("confirm", by=SHIFT_MANAGER, decision="invalidate-hand")
    t.choose(5, "raise", "50")
    t.deal_all()
    t.choose(5, "decline-to-show")
    t.do("settle")

    hands = [box["hand"] for box in t.record["boxes"]]
    assert hands == ["played", "folded", "left", "invalid", "unrevealed"]
