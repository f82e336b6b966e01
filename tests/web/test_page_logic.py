"""What pages work out by themselves, without a browser: run by node, held against the server."""

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pitboss.kernel.cards import DECK, NAMES, Card, parse_cards
from pitboss.kernel.hand_names import point_hand_name, poker_hand_name
from pitboss.kernel.points import (
    PLACE_LABELS,
    PointKind,
    kind_of_place,
    makes_three_card_hand,
)
from pitboss.kernel.poker import strength_of_five, strength_of_seven

PAGES = Path(__file__).parents[2] / "src/pitboss/web/pages"
NODE = shutil.which("node")
PLAIN = "(text, given = {}) => text.replace(/\\{(\\w+)\\}/g, (_, name) => given[name])"
"""What a page's t() does in English."""

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def run(module: str, names: str, code: str, given: object) -> Any:
    """What ``code`` makes of ``given``, with these names of a page's module."""
    assert NODE is not None
    script = (
        'import { readFileSync } from "node:fs";\n'
        f'import {{ {names} }} from "{(PAGES / module).as_uri()}";\n'
        f'const given = JSON.parse(readFileSync(0, "utf8"));\nconst t = {PLAIN};\n'
        f"console.log(JSON.stringify({code}));\n"
    )
    ran = subprocess.run(
        [NODE, "--input-type=module", "--eval", script],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def kinds_of_hand() -> list[tuple[Card, ...]]:
    """A hand of each kind of strength there is: ranks that repeat, and five ranks suited or not."""
    found = []
    for suited in (True, False):
        for ranks in combinations(range(13), 5):
            suits = (0,) * 5 if suited else (0, 1, 2, 3, 0)
            found.append(
                tuple(Card(rank * 4 + suit) for rank, suit in zip(ranks, suits, strict=True))
            )
    for first in range(13):
        found.extend(
            tuple(map(Card, (first * 4, first * 4 + 1, *(rank * 4 + 2 for rank in others))))
            for others in combinations([rank for rank in range(13) if rank != first], 3)
        )
        for others in combinations([rank for rank in range(13) if rank != first], 2):
            low, high = others
            found.append(
                tuple(map(Card, (*(first * 4 + s for s in range(3)), low * 4, high * 4 + 1)))
            )
            found.append(
                tuple(map(Card, (low * 4, low * 4 + 1, high * 4, high * 4 + 1, first * 4 + 2)))
            )
        for other in range(13):
            if other != first:
                found.append(tuple(map(Card, (*(first * 4 + s for s in range(4)), other * 4))))
                found.append(
                    tuple(map(Card, (*(first * 4 + s for s in range(3)), other * 4, other * 4 + 1)))
                )
    return found


def named(cards: tuple[Card, ...]) -> list[str]:
    return [NAMES[card] for card in cards]


def test_every_kind_of_hand_is_called_as_the_server_calls_it() -> None:
    hands = kinds_of_hand()
    assert len({strength_of_five(hand) for hand in hands}) == 7462
    called = run(
        "components/hands.js",
        "made, handName",
        "given.map((cards) => handName(made(cards), t))",
        [named(hand) for hand in hands],
    )
    assert called == [poker_hand_name(strength_of_five(hand)) for hand in hands]


@pytest.mark.parametrize(
    ("whole", "brief"),
    [
        ("two pairs, nines and sevens, queen kicker", "nines and sevens"),
        ("full house, queens over nines", "queens full of nines"),
        ("pair of tens, jack kicker", "pair of tens"),
        ("king-high flush", "king-high flush"),
    ],
)
def test_a_narrow_row_calls_a_hand_as_a_dealer_does(whole: str, brief: str) -> None:
    assert run("components/hands.js", "briefName", "briefName(given)", whole) == brief


def test_the_five_that_count_of_seven_are_as_strong_as_the_seven() -> None:
    decks = [DECK[start : start + 7 * step : step] for start in range(0, 40, 3) for step in (1, 5)]
    sevens = [tuple(cards) for cards in decks if len(cards) == 7]
    lit = run(
        "components/hands.js",
        "made",
        "given.map((cards) => made(cards).five)",
        [named(cards) for cards in sevens],
    )
    for seven, five in zip(sevens, lit, strict=True):
        assert strength_of_five(tuple(parse_cards(" ".join(five)))) == strength_of_seven(seven)


@pytest.mark.parametrize(
    ("cards", "core"),
    [
        ("6s 6h Kd 9c 2c", "6s 6h"),
        ("6s 6h Kd Kc 2c", "6s 6h Kd Kc"),
        ("As Kh 9d 8c 2c", ""),
        ("As Ks Qs Js Ts", "As Ks Qs Js Ts"),
        ("9s 9h", "9s 9h"),
    ],
)
def test_what_is_lit_is_what_a_hand_has_its_name_from(cards: str, core: str) -> None:
    lit = run("components/hands.js", "made", "made(given).core", cards.split())
    assert lit == core.split()


def test_three_cards_add_up_as_the_rules_add_them() -> None:
    ranks = "23456789TJQKA"
    threes = [(a + "s", b + "h", c + "d") for a in ranks for b in ranks for c in ranks]
    valid = run(
        "components/hands.js",
        "threeTotal",
        "given.map((three) => threeTotal(three).valid)",
        threes,
    )
    right = [makes_three_card_hand(tuple(parse_cards(" ".join(three)))) for three in threes]
    assert valid == right
    assert Counter(valid)[True] > 100
    assert run("components/hands.js", "threeTotal", "threeTotal(given)", ["8s", "7h", "Ad"]) == {
        "total": 16,
        "valid": False,
    }


# ── the bet tools ─────────────────────────────────────────────────────────────────────────────────

WAGERS = [
    {"bet": "ante", "kind": "opening"},
    {"bet": "progressive", "kind": "progressive"},
    {"bet": "bet", "kind": "raise"},
]


def table(boxes: Mapping[int, tuple[str, Mapping[str, str]]], most: str = "100.00") -> Any:
    """A table with bets: player and chips by box."""
    return {
        "boxes": 7,
        "barred_boxes": [6],
        "wagers": WAGERS,
        "limits": {"ante": {"min": "10.00", "max": most}},
        "progressive_bet": "5.00",
        "notice": None,
        "round": {
            "boxes": [
                {"box": number, "player": player, "bets": bets}
                for number, (player, bets) in boxes.items()
            ]
        },
    }


def tool(name: str, view: object, *more: object) -> Any:
    code = f"{name}(given.view, 'ann', ...given.more)"
    return run("seat/state.js", name, code, {"view": view, "more": more})


def laid(box: int, bet: str, amount: str) -> dict[str, object]:
    return {"do": "place-bet", "box": box, "bet": bet, "amount": amount}


def taken(box: int, bet: str) -> dict[str, object]:
    return {"do": "withdraw-bet", "box": box, "bet": bet}


MINE = {1: ("ann", {"ante": "35.00", "progressive": "5.00"}), 2: ("bob", {"ante": "25.00"})}


def test_undo_takes_the_last_chip_and_leaves_the_others() -> None:
    chips = [{"box": 1, "bet": "ante", "amount": "25.00"}]
    assert tool("undo", table(MINE), []) == []
    assert tool("undo", table(MINE), chips) == [taken(1, "ante"), laid(1, "ante", "10.00")]
    whole = [*chips, {"box": 1, "bet": "progressive", "amount": "5.00"}]
    assert tool("undo", table(MINE), whole) == [taken(1, "progressive")]


def test_rebet_lays_the_bets_of_the_round_before_where_their_boxes_are_free() -> None:
    before = [
        {"box": 1, "bet": "ante", "amount": "25.00"},
        {"box": 1, "bet": "progressive", "amount": "5.00"},
        {"box": 2, "bet": "ante", "amount": "25.00"},
        {"box": 6, "bet": "ante", "amount": "25.00"},
    ]
    free = table({2: ("bob", {"ante": "25.00"})})
    assert tool("rebet", free, before) == [
        laid(1, "ante", "25.00"),
        laid(1, "progressive", "5.00"),
    ]
    assert tool("rebet", free | {"notice": "No jackpot"}, before) == [laid(1, "ante", "25.00")]
    assert tool("rebet", table(MINE), before) == []


def test_double_lays_as_much_again_within_the_limit() -> None:
    assert tool("double", table(MINE)) == [laid(1, "ante", "35.00")]
    assert tool("double", table(MINE, most="69.99")) == []


@pytest.mark.parametrize(
    ("nets", "ends"),
    [
        ({1: ("ann", "20.00"), 3: ("ann", "-5.00"), 2: ("bob", "-90.00")}, "up"),
        ({1: ("ann", "-20.00"), 2: ("bob", "90.00")}, "down"),
        ({1: ("ann", "25.00"), 3: ("ann", "-25.00")}, ""),
        ({2: ("bob", "90.00")}, ""),
    ],
)
def test_a_settled_round_ends_well_or_not_by_all_boxes_of_the_player(
    nets: dict[int, tuple[str, str]], ends: str
) -> None:
    boxes = [{"box": box, "player": player, "net": net} for box, (player, net) in nets.items()]
    assert tool("endsUp", {"round": {"settlement": {"boxes": boxes}}}) == ends
    assert tool("endsUp", {"round": None}) == ""


def test_what_it_pays_is_told_wager_by_wager() -> None:
    def entry(name: str, value: str, *clauses: str) -> dict[str, Any]:
        return {"name": name, "value": value, "clauses": clauses}

    given = [
        entry("ante: from category", "straight"),
        entry("ante: wins", "1 to 1", "4.1:ante-straight-or-better"),
        entry("progressive: flush", "$100", "4.2:flush"),
        entry("progressive: royal flush", "100% of jackpot", "4.2:royal-flush"),
        entry("progressive: one pair", "nothing"),
        entry("tie: never", "nothing"),
    ]
    ante = {
        "bet": "ante",
        "from": "straight",
        "rows": [{"hand": "wins", "value": "1 to 1"}],
        "clauses": ["4.1"],
    }
    progressive = {
        "bet": "progressive",
        "from": None,
        "rows": [
            {"hand": "flush", "value": "$100"},
            {"hand": "royal flush", "value": "100% of jackpot"},
        ],
        "clauses": ["4.2"],
    }
    assert run("seat/state.js", "payGroups", "payGroups(given)", given) == [ante, progressive]


def test_clear_takes_everything_back_the_opening_wager_last() -> None:
    assert tool("clear", table(MINE)) == [taken(1, "progressive"), taken(1, "ante")]


def test_point_hands_have_the_names_that_the_server_gives_them() -> None:
    named = run(
        "components/hands.js", "pointName", "given.map((code) => pointName(code, t))", PLACE_LABELS
    )
    for place, name in enumerate(named):
        if kind_of_place(place) in (PointKind.POINT_TOTAL, PointKind.PAIR):
            assert name == point_hand_name(place)
        else:
            assert name == ""


# ── the lobby ─────────────────────────────────────────────────────────────────────────────────────


def row(name: str, *seats: tuple[int, str], is_open: bool = True) -> dict[str, Any]:
    return {
        "table": name,
        "title": "Casino Stud Poker",
        "link": "Millions",
        "open": is_open,
        "round": f"{name}-1",
        "playing": len({player for _, player in seats}),
        "players": sorted({player for _, player in seats}),
        "seats": [{"box": box, "player": player} for box, player in seats],
    }


FLOOR = [row("A", (1, "ann"), (3, "ann"), (4, "bob")), row("B", is_open=False), row("Tour 1")]


def test_the_stages_of_the_tour_are_not_on_the_floor() -> None:
    floor = {"tables": FLOOR, "links": [{"link": "Millions"}, {"link": "Tour 1"}]}
    shown = run("lobby/state.js", "forGuests", "forGuests(given, true)", floor)
    assert [one["table"] for one in shown["tables"]] == ["A", "B"]
    assert shown["links"] == [{"link": "Millions"}]
    # A real house has no tour: whatever its tables are called, they are there.
    real = run("lobby/state.js", "forGuests", "forGuests(given, false)", floor)
    assert len(real["tables"]) == len(FLOOR)


def test_tables_are_counted_and_found_and_players_named_with_their_boxes() -> None:
    counted = run("lobby/state.js", "counted", "counted(given)", FLOOR[:2])
    assert counted == {"open": 1, "all": 2, "people": 2}
    found = run("lobby/state.js", "found", "found(given, ' BOB ')", FLOOR)
    assert [one["table"] for one in found] == ["A"]
    assert run("lobby/state.js", "seatsOf", "seatsOf(given)", FLOOR[0]) == [
        {"player": "ann", "boxes": [1, 3]},
        {"player": "bob", "boxes": [4]},
    ]


def test_a_player_finds_his_own_boxes_on_a_floor_that_he_has_asked_for() -> None:
    own = "[...ownBoxes(given, 'ann')]"
    assert run("lobby/state.js", "ownBoxes", own, FLOOR[:2]) == [["A-1", [1, 3]], ["B-1", []]]
    assert run("lobby/state.js", "seatsKey", "seatsKey(given)", FLOOR[:2]) == "A-1:1,3,4,B-1:"


def test_chips_on_the_felt_are_neither_won_nor_lost() -> None:
    view = {"chips": {"ann": "-75.00", "bob": "20.00"}, "in_play": {"ann": "75.00"}}
    code = "['ann', 'bob', 'eve'].map((one) => winLoss(given, one))"
    assert run("shared/money.js", "winLoss", code, view) == ["0.00", "20.00", "0.00"]
