"""What a record may leave out and what it then means, what became of a box, and what hands are
called.
"""

import json
from types import MappingProxyType
from typing import Any

import pytest

import pitboss
from pitboss.games.fast_reader import read_quickly
from pitboss.games.record import HandState, Limit
from pitboss.games.record_reader import record_id
from pitboss.kernel.money import Cents
from pitboss.rulebook.shelf import Shelf
from tests.games.records import GOOD, REMOVED, bets_of, box_of, read, with_
from tests.support import (
    BE,
    CS,
    MBS_RULEBOOKS,
    MH,
    MS,
    RULEBOOKS,
    SS,
    box,
    record,
    refused,
    settled,
)

# ── the names of hands ────────────────────────────────────────────────────────────────────────────


TENS, KINGS = ("Td Th Tc", "Kd Kh Kc")


# ── what may be left out, and what is then ────────────────────────────────────────────────────────


def test_an_id_may_be_missing() -> None:
    assert pitboss.settle(with_(GOOD[MS], id=REMOVED)).id is None
    assert pitboss.settle(GOOD[MS]).id == "r1"


def test_the_id_of_a_record_is_known_even_where_the_record_is_bad() -> None:
    assert record_id({"id": "r1", "rulebook": 5}) == "r1"
    assert record_id({"id": 5}) is None
    assert record_id(["r1"]) is None


def test_an_outcome_left_out_is_completed() -> None:
    assert not read(GOOD[MS]).void
    assert not read(with_(GOOD[MS], outcome="completed")).void
    assert read(with_(GOOD[MS], outcome="void")).void


@pytest.mark.parametrize(
    "table", [REMOVED, None, {}, {"limits": None}, {"limits": {}}, {"limits": {"ante": {}}}]
)
def test_no_entry_is_no_limit(table: object) -> None:
    given = with_(GOOD[MS], table={})
    assert set(read(with_(given, table=table)).limits) == {Limit(None, None)}


def test_minimum_and_maximum_may_be_missing_each() -> None:
    limits = {
        "main": {"min": "25", "max": "25"},
        "tie": {"min": "5.00"},
        "suits": {"max": "100.5"},
        "bullseye": {"min": None, "max": "0"},
    }
    assert read(with_(GOOD[BE], **{"table.limits": limits})).limits == (
        Limit(Cents(2_500), Cents(2_500)),
        Limit(Cents(500), None),
        Limit(None, Cents(10_050)),
        Limit(None, Cents(0)),
        Limit(None, None),
    )


def test_a_limit_on_ante_and_on_bonus_is_read() -> None:
    limits = {"bonus": {"max": "50"}, "ante": {"min": "10"}}
    found = read(with_(GOOD[MH], **{"table.limits": limits})).limits
    assert found == (Limit(Cents(1_000), None), *[Limit()] * 3, Limit(None, Cents(5_000)), Limit())


@pytest.mark.parametrize(
    "bets", [{"ante": "25", "bet": "50"}, {"ante": "25", "bet": "50", "progressive": "0"}]
)
def test_a_jackpot_is_needed_only_where_there_is_a_progressive_bet(bets: dict[str, str]) -> None:
    found = pitboss.settle(with_(box_of(MS, bets=bets), jackpot=REMOVED))
    assert found.jackpot is None
    assert [line.bet for line in found.boxes[0].lines] == ["ante", "bet"]


@pytest.mark.parametrize("boxes", [[], [7], [{"box": 1}], [{"box": 1, "bets": []}], "x"])
def test_a_jackpot_that_is_missing_waits_for_a_progressive_bet_that_can_be_read(boxes: Any) -> None:
    """Whatever is wrong with the boxes is reported at the boxes."""
    given = with_(GOOD[MS], jackpot=REMOVED, boxes=boxes)
    if boxes in ([], [{"box": 1}]):
        assert pitboss.settle(given).jackpot is None
    else:
        assert refused(given)[0] == "bad-field"
        assert refused(given)[1].startswith("boxes")


def test_a_progressive_bet_of_a_void_round_needs_its_jackpot_too() -> None:
    assert refused(with_(GOOD[MS], outcome="void", jackpot=REMOVED)) == ("missing-field", "jackpot")


def test_a_jackpot_is_answered_where_it_was_in_the_record() -> None:
    found = pitboss.settle(with_(GOOD[MS], boxes=[])).jackpot
    assert found is not None
    assert (found.before, found.after, found.awards) == (25_000_000, 25_000_000, ())


@pytest.mark.parametrize("community", [["2c"], "flop", None, 7, ["Qs", "Qs", "Zz"]])
@pytest.mark.parametrize("rulebook", [MS, CS, SS, BE])
def test_community_is_ignored_outside_holdem(rulebook: str, community: object) -> None:
    assert pitboss.settle(with_(GOOD[rulebook], community=community)) == pitboss.settle(
        GOOD[rulebook]
    )


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_unknown_extra_fields_are_ignored(rulebook: str) -> None:
    more = {
        "note": 1,
        "table.name": "T1",
        "table.limits": {},
        "jackpot.level": 2,
        "boxes[0].seat": None,
    }
    assert pitboss.settle(with_(GOOD[rulebook], **more)) == pitboss.settle(GOOD[rulebook])


@pytest.mark.parametrize(
    "bets", [REMOVED, None, {}, {"ante": "0", "bet": "0.00", "progressive": "0.0"}]
)
def test_zero_and_absent_bets_mean_the_same_and_have_no_line(bets: object) -> None:
    found = pitboss.settle(box_of(MS, bets=bets))
    assert (found.boxes[0].lines, found.boxes[0].net) == ((), 0)


def test_no_boxes_at_all_is_a_round_too() -> None:
    assert pitboss.settle(with_(GOOD[MS], boxes=[])).boxes == ()


def test_a_player_may_be_missing() -> None:
    assert pitboss.settle(box_of(MS, player=REMOVED)).boxes[0].player is None
    assert pitboss.settle(box_of(MS, player=None)).boxes[0].player is None


def test_the_largest_box_number_is_one_that_every_json_reader_keeps() -> None:
    assert pitboss.settle(box_of(MS, box=2**53 - 1)).boxes[0].box == 9_007_199_254_740_991


def test_a_hand_left_out_is_played() -> None:
    assert read(box_of(MS, hand=REMOVED)).boxes[0].state is HandState.PLAYED


@pytest.mark.parametrize("rulebook", MBS_RULEBOOKS)
def test_under_minimum_settled_before_is_false_by_default_and_read_in_the_mbs_rulebooks(
    rulebook: str,
) -> None:
    assert read(GOOD[rulebook]).boxes[0].under_minimum_settled_before is False
    given = box_of(rulebook, under_minimum_settled_before=True)
    assert read(given).boxes[0].under_minimum_settled_before is True


@pytest.mark.parametrize("rulebook", [MS, CS, MH])
def test_under_minimum_settled_before_is_no_field_of_the_rws_rulebooks(rulebook: str) -> None:
    given = box_of(rulebook, under_minimum_settled_before="whatever")
    assert pitboss.settle(given) == pitboss.settle(GOOD[rulebook])
    assert read(given).boxes[0].under_minimum_settled_before is False


def test_a_library_caller_may_give_other_mappings_and_tuples() -> None:
    plain = GOOD[BE]["boxes"][0] | {"arrangement": {"three": ["Qs", "Qh", "8c"]}}
    inner = MappingProxyType(
        plain
        | {
            "cards": tuple(plain["cards"]),
            "bets": MappingProxyType(plain["bets"]),
            "arrangement": MappingProxyType({"three": ("Qs", "Qh", "8c")}),
        }
    )
    outer = MappingProxyType(GOOD[BE] | {"dealer": tuple(GOOD[BE]["dealer"]), "boxes": (inner,)})
    assert pitboss.settle(outer) == pitboss.settle(GOOD[BE] | {"boxes": [plain]})


# ── what became of the box ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("given", "code", "bet"),
    [
        # Staying in takes the raise.
        (bets_of(MS, "played", ante="25"), "missing-field", "bet"),
        (bets_of(CS, "played", ante="25", bet="0"), "missing-field", "bet"),
        (bets_of(SS, "unrevealed", ante="25", progressive="5"), "missing-field", "bet"),
        (bets_of(MH, "played", ante="25"), "missing-field", "flop"),
        (bets_of(MH, "played", ante="25", turn="25", river="25"), "missing-field", "flop"),
        (bets_of(MH, "unrevealed", ante="25", turn="25"), "missing-field", "flop"),
        # A folded hand has no raise.
        (bets_of(MS, "folded", ante="25", bet="50"), "bad-field", "bet"),
        (bets_of(SS, "folded", ante="25", bet="0.01"), "bad-field", "bet"),
        (bets_of(MH, "folded", ante="25", flop="50"), "bad-field", "flop"),
        (bets_of(MH, "folded", ante="25", turn="25"), "bad-field", "turn"),
        (bets_of(MH, "folded", ante="25", river="25"), "bad-field", "river"),
        # Who walks away with a decision outstanding has not placed the last raise.
        (bets_of(MS, "left", ante="25", bet="50"), "bad-field", "bet"),
        (bets_of(SS, "left", ante="25", bet="50"), "bad-field", "bet"),
        (bets_of(MH, "left", ante="25", flop="50", turn="25", river="25"), "bad-field", "river"),
        (bets_of(MH, "left", ante="25", river="25"), "bad-field", "river"),
        (bets_of(MH, "left", ante="25", turn="25"), "bad-field", "turn"),
    ],
)
def test_raises_must_fit_what_became_of_the_hand(
    given: dict[str, Any], code: str, bet: str
) -> None:
    assert refused(given) == (code, f"boxes[0].bets.{bet}")


@pytest.mark.parametrize(
    "given",
    [
        bets_of(MS, "folded", ante="25", progressive="5"),
        bets_of(CS, "left", ante="25"),
        bets_of(MH, "left", ante="25", bonus="5"),
        bets_of(MH, "left", ante="25", flop="50"),
        bets_of(MH, "left", ante="25", flop="50", turn="25"),
        # No check on the turn is asked for: whether to raise there is the player's choice.
        bets_of(MH, "played", ante="25", flop="50", river="25"),
        bets_of(MH, "unrevealed", ante="25", flop="50"),
        bets_of(BE, "unrevealed", main="25"),
        bets_of(BE, "left", main="25"),
    ],
)
def test_raises_that_fit(given: dict[str, Any]) -> None:
    assert len(pitboss.settle(given).boxes[0].lines) == len(given["boxes"][0]["bets"])


def test_there_is_no_folding_in_bullseye() -> None:
    assert refused(bets_of(BE, "folded", main="25")) == ("bad-field", "boxes[0].hand")


def without_cards(rulebook: str, hand: str, **bets: str) -> dict[str, Any]:
    return with_(bets_of(rulebook, hand, **bets), **{"boxes[0].cards": REMOVED})


@pytest.mark.parametrize(
    ("given", "results"),
    [
        # 3.12.1: the progressive lives on cards that are not there, so nothing is paid on it.
        (without_cards(MS, "folded", ante="25", progressive="5"), ["lose", "lose"]),
        (without_cards(MS, "left", ante="25", progressive="5"), ["lose", "lose"]),
        (
            without_cards(MH, "left", ante="25", flop="50", progressive="5"),
            ["lose", "lose", "lose"],
        ),
        (without_cards(MS, "unrevealed", ante="25", bet="50"), ["lose", "lose"]),
        (without_cards(MH, "unrevealed", ante="25", flop="50"), ["lose", "lose"]),
        (without_cards(BE, "unrevealed", main="25", suits="5"), ["lose", "lose"]),
        (without_cards(MS, "invalid", ante="25", progressive="5"), ["void", "void"]),
    ],
)
def test_cards_may_be_left_out_where_nothing_is_compared(
    given: dict[str, Any], results: list[str]
) -> None:
    found = pitboss.settle(given).boxes[0]
    assert [line.result for line in found.lines] == results
    assert found.hand is None


@pytest.mark.parametrize("hand", ["played", "left"])
def test_bullseye_asks_for_the_cards_of_a_player_who_left(hand: str) -> None:
    assert refused(without_cards(BE, hand, main="25")) == ("missing-field", "boxes[0].cards")


def test_established_without_cards_pays_nothing() -> None:
    given = without_cards(MH, "unrevealed", ante="25", flop="50", bonus="5", progressive="5")
    given["boxes"][0]["established"] = ["bonus", "progressive"]
    assert [line.result for line in pitboss.settle(given).boxes[0].lines] == ["lose"] * 4


# ── a box that is not in the round, a hand or a round without a result ────────────────────────────


@pytest.mark.parametrize("hand", ["played", "folded", "left", "unrevealed", "invalid"])
@pytest.mark.parametrize(
    ("rulebook", "bets"),
    [
        (MS, {"bet": "50", "progressive": "5"}),
        (MH, {"flop": "50", "turn": "25", "river": "25", "bonus": "5", "progressive": "5"}),
        (BE, {"tie": "5", "suits": "5", "bullseye": "5", "progressive": "5"}),
    ],
)
@pytest.mark.parametrize("with_cards", [True, False])
def test_a_box_with_no_ante_or_main_is_looked_at_first(
    rulebook: str, bets: dict[str, str], hand: str, with_cards: bool
) -> None:
    """Everything on it goes back; cards and raise are not asked for, whatever the hand says."""
    given = box_of(rulebook, hand=hand, bets=bets)
    if not with_cards:
        given = with_(given, **{"boxes[0].cards": REMOVED})
    found = pitboss.settle(given).boxes[0]
    assert [(line.bet, line.result) for line in found.lines] == [(bet, "void") for bet in bets]
    assert found.net == 0


WRONG_NUMBERS = [[], ["Qs"], ["Qs", "Qh", "8c", "4d", "3s", "Jd", "Jc"]]


@pytest.mark.parametrize("hand", ["played", "folded", "left", "unrevealed"])
@pytest.mark.parametrize("cards", WRONG_NUMBERS)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_box_with_no_ante_or_main_holds_a_whole_hand_or_none(
    rulebook: str, hand: str, cards: list[str]
) -> None:
    given = box_of(rulebook, hand=hand, bets={"progressive": "5"}, cards=cards)
    assert refused(given) == ("wrong-card-count", "boxes[0].cards")
    assert read_quickly(json.dumps(given).encode(), Shelf(paths=False)) is None


@pytest.mark.parametrize("cards", WRONG_NUMBERS)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_invalid_hand_may_hold_any_number_of_cards(rulebook: str, cards: list[str]) -> None:
    opening = "main" if rulebook == BE else "ante"
    for bets in ({opening: "25"}, {"progressive": "5"}):
        given = box_of(rulebook, hand="invalid", bets=bets, cards=cards)
        assert pitboss.settle(given).boxes[0].net == 0


@pytest.mark.parametrize("outcome", ["completed", "void"])
def test_a_box_without_a_result_holds_cards_all_the_same_each_once(outcome: str) -> None:
    for changes in ({"hand": "invalid"}, {"bets": {"progressive": "5"}}):
        given = with_(box_of(MS, **changes), outcome=outcome)
        assert refused(with_(given, **{"boxes[0].cards": ["Qs", "xx"]})) == (
            "bad-card",
            "boxes[0].cards[1]",
        )
        again = with_(given, **{"boxes[0].cards": ["Qs", "As"]})
        assert refused(again) == ("duplicate-card", "boxes[0].cards[1]")
        assert {line.result.value for line in pitboss.settle(given).boxes[0].lines} == {"void"}


@pytest.mark.parametrize("hand", ["played", "folded", "left", "unrevealed", "invalid"])
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_void_round_may_lack_dealer_community_cards_and_raises(rulebook: str, hand: str) -> None:
    opening = "main" if rulebook == BE else "ante"
    opened = box(None, hand=hand) | {"bets": {opening: "25"}}
    given = record(rulebook, None, opened, outcome="void")
    found = pitboss.settle(given)
    assert found.dealer is None
    assert [(line.bet, line.result, line.returned) for line in found.boxes[0].lines] == [
        (opening, "void", 2_500)
    ]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_void_round_may_hold_any_number_of_cards_anywhere(rulebook: str) -> None:
    given = with_(
        GOOD[rulebook],
        outcome="void",
        dealer=["As"],
        community=["2c", "7d", "9h"],
        **{"boxes[0].cards": ["Qs", "Qh", "8c", "4d", "3s", "Jd"]},
    )
    found = pitboss.settle(given)
    assert found.dealer is None
    assert found.boxes[0].hand is None
    assert {line.result for line in found.boxes[0].lines} == {"void"}


def test_a_void_round_names_the_hands_that_are_there() -> None:
    found = pitboss.settle(with_(GOOD[MS], outcome="void"))
    assert found.dealer is not None
    assert (found.dealer.hand, found.dealer.qualifies) == ("five-odd-cards", True)
    assert found.boxes[0].hand == "one-pair"


def test_dealer_qualifies_is_null_in_holdem() -> None:
    found = pitboss.settle(GOOD[MH]).dealer
    assert found is not None
    assert (found.hand, found.qualifies) == ("five-odd-cards", None)


# ── established, arrangement ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("value", "code", "at"),
    [
        (["progressive", "main"], "unknown-bet", "boxes[0].established[1]"),
        ([7], "unknown-bet", "boxes[0].established[0]"),
        ([["progressive"]], "unknown-bet", "boxes[0].established[0]"),
        ("progressive", "bad-field", "boxes[0].established"),
        ({"progressive": True}, "bad-field", "boxes[0].established"),
    ],
)
def test_established_names_bets(value: object, code: str, at: str) -> None:
    assert refused(box_of(MS, hand="unrevealed", established=value)) == (code, at)
    # On a box of another state it is ignored.
    assert pitboss.settle(box_of(MS, established=value)) == pitboss.settle(GOOD[MS])


@pytest.mark.parametrize("value", [REMOVED, None, []])
def test_established_is_empty_by_default(value: object) -> None:
    given = box_of(MS, hand="unrevealed", established=[])
    assert read(with_(given, **{"boxes[0].established": value})).boxes[0].established == ()


def test_an_arrangement_is_read_in_bullseye_only() -> None:
    bad = {"three": ["Zz"]}
    assert pitboss.settle(box_of(MS, arrangement=bad)) == pitboss.settle(GOOD[MS])
    assert pitboss.settle(box_of(MH, arrangement=bad)) == pitboss.settle(GOOD[MH])
    assert refused(box_of(BE, arrangement=bad))[0] == "bad-card"


@pytest.mark.parametrize("hand", ["left", "unrevealed", "invalid"])
def test_an_arrangement_is_ignored_unless_the_hand_was_played(hand: str) -> None:
    with_it = box_of(BE, hand=hand, arrangement={"three": "ignored"})
    assert pitboss.settle(with_it) == pitboss.settle(box_of(BE, hand=hand))


def test_the_player_s_own_setting_stands_where_it_adds_to_ten_twenty_or_thirty() -> None:
    # The House Way is Q+J+T, which leaves a pair of fives; T+5+5 make 20 too and leave mixed
    # pictures, which is worse.
    own = {"three": ["Tc", "5s", "5d"]}
    assert (
        settled(BE, "3c 4c 5c 8c 9h", box("Qs Jh Tc 5d 5s", arrangement=own, main="25")).hand()
        == "mixed-pictures"
    )
    assert settled(BE, "3c 4c 5c 8c 9h", box("Qs Jh Tc 5d 5s", main="25")).hand() == "pair-5"


def test_a_setting_that_misses_while_another_choice_does_not_is_set_by_the_house() -> None:
    # 7+2+Q make 19; Q+Q+T make 30 and leave nine points.
    missed = {"three": ["7d", "2s", "Qs"]}
    assert (
        settled(BE, "3c 4c 5c 8c 9h", box("Qs Qh Tc 7d 2s", arrangement=missed, main="25")).hand()
        == "point-9"
    )


def test_a_setting_that_misses_where_every_choice_does() -> None:
    missed = {"three": ["9s", "9h", "9d"]}
    found = settled(BE, "3c 4c 5c 8c Ts", box("9s 9h 9d 9c Ad", arrangement=missed, main="25"))
    assert found.hand() == "none"


@pytest.mark.parametrize("value", [REMOVED, None])
def test_an_arrangement_left_out_is_the_house_way(value: object) -> None:
    given = box_of(BE, arrangement={})
    assert read(with_(given, **{"boxes[0].arrangement": value})).boxes[0].three is None
