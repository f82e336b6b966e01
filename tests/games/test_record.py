"""What the settlement contract calls bad input: every fault with its code and its place."""

from typing import Any

import pytest

import pitboss
from pitboss.games.faults import Fault, FaultCode, shown
from pitboss.kernel.cards import format_cards
from tests.games.records import GOOD, REMOVED, STUD_CARDS, bets_of, box_of, read, with_
from tests.support import (
    BE,
    MH,
    MS,
    RULEBOOKS,
    SS,
    box,
    record,
    refused,
    settle_as_written,
    settled,
)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_records_that_these_tests_break_are_good(rulebook: str) -> None:
    assert pitboss.settle(GOOD[rulebook]).rulebook == rulebook


# ── one fault at a time ───────────────────────────────────────────────────────────────────────────

TABLE_FAULTS = [
    # The record as a whole.
    (MS, "id", 7, "bad-field", "id"),
    (MS, "id", None, "bad-field", "id"),
    (MS, "id", ["r1"], "bad-field", "id"),
    (MS, "rulebook", REMOVED, "missing-field", "rulebook"),
    (MS, "rulebook", None, "missing-field", "rulebook"),
    (MS, "rulebook", "rws-multilink-stud-4", "unknown-rulebook", "rulebook"),
    (MS, "rulebook", "", "unknown-rulebook", "rulebook"),
    (MS, "rulebook", 3, "unknown-rulebook", "rulebook"),
    (MS, "rulebook", ["rws-multilink-stud-3"], "unknown-rulebook", "rulebook"),
    (MS, "rulebook", "no/such/file.toml", "unknown-rulebook", "rulebook"),
    (MS, "rulebook", "nul\0.toml", "unknown-rulebook", "rulebook"),
    (MS, "outcome", "finished", "bad-field", "outcome"),
    (MS, "outcome", "VOID", "bad-field", "outcome"),
    (MS, "outcome", None, "bad-field", "outcome"),
    (MS, "outcome", [], "bad-field", "outcome"),
    # The table.
    (MS, "table", [], "bad-field", "table"),
    (MS, "table", "T1", "bad-field", "table"),
    (MS, "table.limits", [], "bad-field", "table.limits"),
    (MS, "table.limits.ante", "25.00", "bad-field", "table.limits.ante"),
    (MS, "table.limits.ante.min", "-1", "bad-amount", "table.limits.ante.min"),
    (MS, "table.limits.ante.max", 25, "bad-amount", "table.limits.ante.max"),
    (MS, "table.limits.ante", {"min": "5.01", "max": "5.00"}, "bad-field", "table.limits.ante"),
    (MS, "table.limits.bet", {"max": "50"}, "bad-field", "table.limits.bet"),
    (MH, "table.limits.flop", {}, "bad-field", "table.limits.flop"),
    (MH, "table.limits.turn", {}, "bad-field", "table.limits.turn"),
    (MH, "table.limits.river", {}, "bad-field", "table.limits.river"),
    (BE, "table.limits.progressive", {}, "bad-field", "table.limits.progressive"),
    (MS, "table.limits.main", {}, "unknown-bet", "table.limits.main"),
    (BE, "table.limits.ante", {}, "unknown-bet", "table.limits.ante"),
    # The jackpot.
    (MS, "jackpot", REMOVED, "missing-field", "jackpot"),
    (MS, "jackpot", None, "missing-field", "jackpot"),
    (MS, "jackpot", "250000.00", "bad-field", "jackpot"),
    (MS, "jackpot.displayed", REMOVED, "missing-field", "jackpot.displayed"),
    (MS, "jackpot.reset", REMOVED, "missing-field", "jackpot.reset"),
    (MS, "jackpot.displayed", 250000, "bad-amount", "jackpot.displayed"),
    (MS, "jackpot.reset", "1e5", "bad-amount", "jackpot.reset"),
]

CARD_FAULTS = [
    (MS, "dealer", REMOVED, "missing-field", "dealer"),
    (MS, "dealer", None, "missing-field", "dealer"),
    (MS, "dealer", "2c 7d 9h Kd As", "bad-field", "dealer"),
    (MS, "dealer", {"0": "2c"}, "bad-field", "dealer"),
    (MS, "dealer", [], "wrong-card-count", "dealer"),
    (MS, "dealer", ["2c", "7d", "9h", "Kd"], "wrong-card-count", "dealer"),
    (MH, "dealer", ["Kd", "As", "Ks"], "wrong-card-count", "dealer"),
    (BE, "dealer", ["2c", "7d", "9h", "Kd", "As", "Ks"], "wrong-card-count", "dealer"),
    (MS, "dealer[4]", "2c", "duplicate-card", "dealer[4]"),
    (MS, "dealer[4]", "1s", "bad-card", "dealer[4]"),
    (MH, "community", REMOVED, "missing-field", "community"),
    (MH, "community", 5, "bad-field", "community"),
    (MH, "community", ["2c", "7d", "9h", "4s"], "wrong-card-count", "community"),
    (MH, "community[2]", "", "bad-card", "community[2]"),
    # A card that the dealer has.
    (MH, "community[3]", "As", "duplicate-card", "community[3]"),
    (MS, "boxes[0].cards", REMOVED, "missing-field", "boxes[0].cards"),
    (MS, "boxes[0].cards", "Qs Qh 8c 4d 3s", "bad-field", "boxes[0].cards"),
    (MS, "boxes[0].cards", ["Qs", "Qh", "8c", "4d"], "wrong-card-count", "boxes[0].cards"),
    (MH, "boxes[0].cards", ["Qs", "Qh", "8c"], "wrong-card-count", "boxes[0].cards"),
    (MS, "boxes[0].cards[0]", "As", "duplicate-card", "boxes[0].cards[0]"),
    (MS, "boxes[0].cards[2]", "Qs", "duplicate-card", "boxes[0].cards[2]"),
    # The river.
    (MH, "boxes[0].cards[1]", "3c", "duplicate-card", "boxes[0].cards[1]"),
    # One card in two spellings is one card.
    (MS, "boxes[0].cards[1]", "q♠", "duplicate-card", "boxes[0].cards[1]"),
    # A card that does not exist is reported before a wrong count, wherever it stands in the list.
    (MS, "dealer", ["2c", "Zz"], "bad-card", "dealer[1]"),
    (MH, "community", ["2c", "7d", "9h", "4s", "3c", "0c"], "bad-card", "community[5]"),
    (MS, "boxes[0].cards", ["Qs", 5], "bad-card", "boxes[0].cards[1]"),
]

BOX_FAULTS = [
    (MS, "boxes", REMOVED, "missing-field", "boxes"),
    (MS, "boxes", None, "missing-field", "boxes"),
    (MS, "boxes", {"box": 1}, "bad-field", "boxes"),
    (MS, "boxes", "none", "bad-field", "boxes"),
    (MS, "boxes[0]", None, "bad-field", "boxes[0]"),
    (MS, "boxes[0]", [1], "bad-field", "boxes[0]"),
    (MS, "boxes[0].box", REMOVED, "missing-field", "boxes[0].box"),
    (MS, "boxes[0].box", None, "missing-field", "boxes[0].box"),
    (MS, "boxes[0].box", 0, "bad-field", "boxes[0].box"),
    (MS, "boxes[0].box", -1, "bad-field", "boxes[0].box"),
    (MS, "boxes[0].box", 1.0, "bad-field", "boxes[0].box"),
    (MS, "boxes[0].box", True, "bad-field", "boxes[0].box"),
    (MS, "boxes[0].box", "1", "bad-field", "boxes[0].box"),
    (MS, "boxes[0].box", 2**53, "bad-field", "boxes[0].box"),
    (MS, "boxes[0].box", 10**60, "bad-field", "boxes[0].box"),
    (MS, "boxes[0].player", 1, "bad-field", "boxes[0].player"),
    (MS, "boxes[0].hand", "mucked", "bad-field", "boxes[0].hand"),
    (MS, "boxes[0].hand", "Played", "bad-field", "boxes[0].hand"),
    (MS, "boxes[0].hand", None, "bad-field", "boxes[0].hand"),
    (MS, "boxes[0].hand", {}, "bad-field", "boxes[0].hand"),
    (MS, "boxes[0].bets", "25.00", "bad-field", "boxes[0].bets"),
    (MS, "boxes[0].bets", ["25.00"], "bad-field", "boxes[0].bets"),
    (MS, "boxes[0].bets.flop", "50", "unknown-bet", "boxes[0].bets.flop"),
    (MS, "boxes[0].bets.Ante", "25", "unknown-bet", "boxes[0].bets.Ante"),
    (MS, "boxes[0].bets.tip", "0", "unknown-bet", "boxes[0].bets.tip"),
    (MH, "boxes[0].bets.bet", "50", "unknown-bet", "boxes[0].bets.bet"),
    (BE, "boxes[0].bets.ante", "25", "unknown-bet", "boxes[0].bets.ante"),
    (BE, "boxes[0].bets.bonus", "25", "unknown-bet", "boxes[0].bets.bonus"),
    (
        SS,
        "boxes[0].under_minimum_settled_before",
        "no",
        "bad-field",
        "boxes[0].under_minimum_settled_before",
    ),
    (
        BE,
        "boxes[0].under_minimum_settled_before",
        0,
        "bad-field",
        "boxes[0].under_minimum_settled_before",
    ),
    (
        BE,
        "boxes[0].under_minimum_settled_before",
        None,
        "bad-field",
        "boxes[0].under_minimum_settled_before",
    ),
    (BE, "boxes[0].arrangement", ["Qs", "Qh", "8c"], "bad-field", "boxes[0].arrangement"),
    (BE, "boxes[0].arrangement", {}, "bad-field", "boxes[0].arrangement.three"),
    (BE, "boxes[0].arrangement.three", "Qs Qh 8c", "bad-field", "boxes[0].arrangement.three"),
    (BE, "boxes[0].arrangement.three", ["Qs", "Qh"], "bad-field", "boxes[0].arrangement.three"),
    (
        BE,
        "boxes[0].arrangement.three",
        ["Qs", "Qh", "8c", "4d"],
        "bad-field",
        "boxes[0].arrangement.three",
    ),
    (
        BE,
        "boxes[0].arrangement.three",
        ["Qs", "Qh", "Q♥"],
        "bad-field",
        "boxes[0].arrangement.three",
    ),
    # The dealer's ace, which is not of this hand.
    (
        BE,
        "boxes[0].arrangement.three",
        ["Qs", "Qh", "As"],
        "bad-field",
        "boxes[0].arrangement.three",
    ),
    (
        BE,
        "boxes[0].arrangement.three",
        ["Qs", "Qh", "Zz"],
        "bad-card",
        "boxes[0].arrangement.three[2]",
    ),
    (
        BE,
        "boxes[0].arrangement.three",
        [["Qs"], "Qh", "8c"],
        "bad-card",
        "boxes[0].arrangement.three[0]",
    ),
]


@pytest.mark.parametrize(
    ("rulebook", "place", "value", "code", "at"), [*TABLE_FAULTS, *CARD_FAULTS, *BOX_FAULTS]
)
def test_a_fault_has_its_code_and_its_place(
    rulebook: str, place: str, value: object, code: str, at: str
) -> None:
    assert refused(with_(GOOD[rulebook], **{place: value})) == (code, at)


@pytest.mark.parametrize("given", [None, True, 5, 2.5, "r1", [], [{"id": "r1"}]])
def test_json_that_is_no_object_is_a_bad_field_of_the_whole(given: Any) -> None:
    assert refused(given) == ("bad-field", "")


def test_two_boxes_with_one_number() -> None:
    good = record(
        MS,
        "2c 7d 9h Kd As",
        box(STUD_CARDS, number=4, ante="25", bet="50"),
        box("Ks Kh Jc Td 9s", number=2, ante="25", bet="50"),
        box("Ah Ad Jd 5d 5s", number=4, ante="25", bet="50"),
    )
    assert refused(good) == ("duplicate-box", "boxes[2].box")
    assert [
        settled.box for settled in pitboss.settle(with_(good, **{"boxes[2].box": 1})).boxes
    ] == [4, 2, 1]


def test_a_card_of_another_box_is_a_duplicate() -> None:
    first, second = (
        box(STUD_CARDS, ante="25", bet="50"),
        box("5s 8c 2d 2h 2s", 2, ante="25", bet="50"),
    )
    assert refused(record(MS, "2c 7d 9h Kd As", first, second)) == (
        "duplicate-card",
        "boxes[1].cards[1]",
    )


def test_the_place_of_a_box_is_its_place_in_the_list_and_not_its_number() -> None:
    boxes = [box(None, number=9, ante="25", hand="folded"), box(None, number=8, hand="lost")]
    assert refused(record(MS, "2c 7d 9h Kd As", *boxes)) == ("bad-field", "boxes[1].hand")


# ── amounts and cards ─────────────────────────────────────────────────────────────────────────────

NO_NUMBERS = ["", " ", "NaN", "Infinity", "null", "$25", "25 SGD", "0x19", "²", "٢٥"]
NO_DECIMALS = [
    "-5",
    "-0.00",
    "+5",
    "1e3",
    ".5",
    "25.",
    "25.000",
    "25.5.5",
    "25,00",
    "1,000",
    "1_000",
]
WRITTEN_WRONG = [" 25", "25 ", "25\n", "1" * 1_001]
NOT_WRITTEN = [25, 25.0, 0, -5, True, False, None, ["25"], {"cents": 2500}]


@pytest.mark.parametrize(
    "amount",
    [*NO_NUMBERS, *NO_DECIMALS, *WRITTEN_WRONG, *NOT_WRITTEN],
    ids=lambda amount: repr(amount)[:20],
)
@pytest.mark.parametrize(("rulebook", "bet"), [(MS, "ante"), (MH, "bonus"), (BE, "tie")])
def test_what_is_no_amount(rulebook: str, bet: str, amount: object) -> None:
    at = f"boxes[0].bets.{bet}"
    assert refused(with_(GOOD[rulebook], **{at: amount})) == ("bad-amount", at)


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("25", 2_500),
        ("25.5", 2_550),
        ("25.05", 2_505),
        ("25.00", 2_500),
        ("0025.10", 2_510),
        ("0.01", 1),
    ],
)
def test_an_amount_may_omit_its_places(text: str, cents: int) -> None:
    assert settled(MS, "2c 7d 9h Kd As", box(hand="folded", ante=text)).line("ante").stake == cents


def test_an_amount_may_be_larger_than_any_machine_number() -> None:
    found = settled(MS, "2c 7d 9h Kd As", box(STUD_CARDS, ante="9" * 1_000, bet="1"))
    assert found.result("ante") == ("win", int("9" * 1_000 + "00"), int("9" * 1_000 + "00"))


NO_CARDS = [
    "TD",
    "tD",
    "10D",
    "1d",
    "11d",
    "Tx",
    "T",
    "d",
    "",
    "dT",
    "T d",
    " Td",
    "Td ",
    "T♢",
    "10",
    "Tdd",
]


@pytest.mark.parametrize(
    "card", [*NO_CARDS, "AS", "Joker", None, 10, 1.5, True, ["Td"], {"rank": "T"}]
)
def test_what_is_no_card(card: object) -> None:
    assert refused(box_of(MS, **{"cards[3]": card})) == ("bad-card", "boxes[0].cards[3]")


@pytest.mark.parametrize("spelling", ["Td", "td", "10d", "T♦", "t♦", "10♦"])
def test_a_card_may_be_written_in_several_ways_and_is_always_written_in_one(spelling: str) -> None:
    found = read(box_of(MS, **{"cards[3]": spelling})).boxes[0].cards
    assert found is not None
    assert format_cards(found) == "Qs Qh 8c Td 3s"


def test_a_message_names_a_card_as_output_does() -> None:
    with pytest.raises(Fault, match=r"^boxes\[0\]\.cards\[1\]: Td stands in the record already"):
        pitboss.settle(box_of(MS, cards=["Td", "10♦", "8c", "4d", "3s"]))


@pytest.mark.parametrize(
    ("suit", "symbol"), [("s", "♠"), ("h", "♥"), ("d", "♦"), ("c", "♣")], ids=["s", "h", "d", "c"]
)
def test_every_rank_and_suit_is_a_card(suit: str, symbol: str) -> None:
    ranks = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]
    letters = read(
        record(MS, None, outcome="void") | {"dealer": [rank + suit for rank in ranks]}
    ).dealer
    symbols = read(
        record(MS, None, outcome="void") | {"dealer": [rank.lower() + symbol for rank in ranks]}
    )
    assert letters is not None
    assert letters == symbols.dealer
    assert format_cards(letters).split() == [rank + suit for rank in ranks]


# ── several faults ────────────────────────────────────────────────────────────────────────────────

# One fault in each part, in the order in which the contract reports them.
IN_ORDER: list[tuple[str, Any, tuple[str, str]]] = [
    ("rulebook", "none", ("unknown-rulebook", "rulebook")),
    ("outcome", "none", ("bad-field", "outcome")),
    ("table", "none", ("bad-field", "table")),
    ("jackpot", REMOVED, ("missing-field", "jackpot")),
    ("dealer", ["Zz"], ("bad-card", "dealer[0]")),
    ("community", [], ("wrong-card-count", "community")),
    ("boxes[1].box", 1, ("duplicate-box", "boxes[1].box")),
]


@pytest.mark.parametrize("first", range(len(IN_ORDER)), ids=[place for place, _, _ in IN_ORDER])
def test_of_several_faults_the_first_is_reported(first: int) -> None:
    both = with_(GOOD[MH], boxes=[*GOOD[MH]["boxes"], box("Ks Kh", 2, ante="25", flop="50")])
    changes = {place: value for place, value, _ in IN_ORDER[first:]}
    assert refused(with_(both, **changes)) == IN_ORDER[first][2]


def test_the_order_is_the_contract_s_whatever_the_order_in_the_record() -> None:
    bad = with_(GOOD[MH], dealer=["Zz"], community=[], outcome="none", **{"boxes[0].hand": "none"})
    assert refused(dict(reversed(bad.items()))) == ("bad-field", "outcome")


def test_of_two_bad_boxes_the_first_is_reported() -> None:
    given = with_(GOOD[MS], boxes=[GOOD[MS]["boxes"][0], box(None, 2, "lost"), box(None, 0)])
    assert refused(given) == ("bad-field", "boxes[1].hand")


# ── the fault itself ──────────────────────────────────────────────────────────────────────────────


def test_the_codes_are_those_of_the_contracts() -> None:
    assert [str(code) for code in FaultCode] == [
        "not-json",
        "unknown-rulebook",
        "bad-field",
        "bad-card",
        "duplicate-card",
        "wrong-card-count",
        "unknown-bet",
        "bad-amount",
        "duplicate-box",
        "missing-field",
        # The rulings contract adds one of its own.
        "unknown-incident",
    ]


def test_a_fault_says_its_place_and_its_message() -> None:
    fault = Fault(FaultCode.BAD_CARD, "5 is not a card", "dealer[0]")
    assert (fault.code, fault.message, fault.at) == ("bad-card", "5 is not a card", "dealer[0]")
    assert str(fault) == "dealer[0]: 5 is not a card"
    assert str(Fault(FaultCode.NOT_JSON, "this is not JSON")) == "this is not JSON"
    assert isinstance(fault, ValueError)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Td", '"Td"'),
        ("x" * 50, '"' + "x" * 50 + '"'),
        ("x" * 51, '"' + "x" * 47 + '..."'),
        (True, "true"),
        (False, "false"),
        (None, "null"),
        (7, "7"),
        (-2.5, "-2.5"),
        (10**40 - 1, "9" * 40),
        (10**40, "a huge number"),
        (-(10**60), "a huge number"),
        ([1], "a list"),
        ((1,), "a list"),
        ({"a": 1}, "an object"),
        (object(), "an object"),
    ],
)
def test_a_message_shows_a_value_as_json_would_and_never_at_length(
    value: object, text: str
) -> None:
    assert shown(value) == text


IDS = (
    "mbs-megalink-bullseye-4, mbs-megalink-stud-6, rws-casino-stud-6, rws-multilink-holdem-2, "
    "rws-multilink-stud-3"
)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "a record must be a JSON object, not a list"),
        (with_(GOOD[MS], id=7), "id must be a string, not 7"),
        (with_(GOOD[MS], rulebook=REMOVED), f"rulebook is missing; write one of {IDS}"),
        (with_(GOOD[MS], rulebook=7), "rulebook must be a string, not 7"),
        (
            with_(GOOD[MS], rulebook="x"),
            f"there is no rulebook 'x'; the ids are {IDS}, or the path of an own .toml file",
        ),
        (with_(GOOD[MS], outcome="x"), 'outcome must be completed or void, not "x"'),
        (with_(GOOD[MS], table=7), "table must be a JSON object, not 7"),
        (
            with_(GOOD[MH], **{"table.limits.turn": {}}),
            "turn has no limits of its own; limits are for ante, bonus",
        ),
        (
            with_(GOOD[MS], **{"table.limits.ante": {"min": "2", "max": "1"}}),
            "the minimum is over the maximum",
        ),
        (
            with_(GOOD[MS], jackpot=REMOVED),
            "jackpot is missing, and there is a progressive bet; give displayed and reset",
        ),
        (
            with_(GOOD[MS], **{"jackpot.reset": REMOVED}),
            'jackpot.reset is missing; give an amount such as "100000.00"',
        ),
        (
            with_(GOOD[MS], dealer=REMOVED),
            "dealer is missing; a completed round needs 5 cards there",
        ),
        (
            with_(GOOD[MH], community=REMOVED),
            "community is missing; a completed round needs 5 cards there",
        ),
        (
            with_(GOOD[MH], dealer=REMOVED),
            "dealer is missing; a completed round needs 2 cards there",
        ),
        (with_(GOOD[MS], dealer="As"), 'cards must be a list, not "As"'),
        (with_(GOOD[MS], dealer=["As"]), "5 cards are needed here, and there are 1"),
        (
            with_(GOOD[MS], dealer=["as", "A♠"]),
            "As stands in the record already; a deck has one of each card",
        ),
        (
            with_(GOOD[MS], dealer=["1s"]),
            '"1s" is not a card; write a rank A K Q J T 9 … 2 and a suit s h d c, as in Td',
        ),
        (with_(GOOD[MS], boxes=REMOVED), "boxes is missing; give a list of boxes in dealing order"),
        (with_(GOOD[MS], boxes=True), "boxes must be a list, not true"),
        (box_of(MS, box=REMOVED), "box is missing; give the box's number on the layout"),
        (box_of(MS, box=0), "box must be a whole number from 1, not 0"),
        (with_(GOOD[MS], boxes=GOOD[MS]["boxes"] * 2), "box 1 stands in the record already"),
        (box_of(MS, player=7), "player must be a string, not 7"),
        (
            box_of(MS, hand="x"),
            'hand must be one of played, folded, left, unrevealed, invalid, not "x"',
        ),
        (box_of(MS, cards=REMOVED), "cards is missing; a hand that is played needs its 5 cards"),
        (
            bets_of(MS, "played", tie="1"),
            (
                '"tie" is not a bet of Multi-Link Progressive Casino Stud Poker; the bets are '
                "ante, bet, progressive"
            ),
        ),
        (
            bets_of(MH, "played", ante="5.000"),
            (
                '"5.000" is not an amount; write a string of dollars such as "25.00", with at '
                "most two places"
            ),
        ),
        (
            bets_of(MS, "played", ante="1"),
            "a hand that is played holds its bet; without one it was folded",
        ),
        (
            bets_of(MH, "left", ante="1", turn="1"),
            "a hand that is left can't hold turn here: it is placed by staying in",
        ),
        (bets_of(BE, "folded", main="1"), "there is no folding in this game"),
        (
            box_of(MS, hand="unrevealed", established="bet"),
            'established must be a list of bet names, not "bet"',
        ),
        (box_of(BE, arrangement={"three": 7}), "three must be a list of three cards, not 7"),
        (box_of(BE, arrangement={"three": []}), "three must be three different cards of this hand"),
        (
            box_of(SS, under_minimum_settled_before=1),
            "under_minimum_settled_before must be true or false, not 1",
        ),
    ],
)
def test_a_message_says_what_is_wrong_and_what_to_write_instead(given: Any, message: str) -> None:
    with pytest.raises(Fault) as caught:
        settle_as_written(given)
    assert caught.value.message == message
