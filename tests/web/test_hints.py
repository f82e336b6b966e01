"""The hint of a practice seat: exact, in dollars of the box, and made of what the player sees and
nothing else.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from pitboss.kernel.cards import DECK, parse_cards
from pitboss.kernel.poker import CATEGORY_OF, Category, strength_of_seven
from pitboss.people.roles import Role
from pitboss.table.commands import CardSource
from pitboss.web.demo import TABLES
from tests.support import BE, MH, MS
from tests.web.evening import Evening
from tests.web.service import Browser, House, furnish
from tests.web.test_commands import code

ENTERED: dict[str, tuple[str, CardSource]] = {
    "Real stud": (MS, "entered"),
    "Real hold'em": (MH, "entered"),
    "Real bullseye": (BE, "entered"),
}


@pytest.fixture(scope="module")
def practice_house(tmp_path_factory: pytest.TempPathFactory, store: None) -> Iterator[House]:
    """A house where players practise; at some of its tables a test can lay the cards."""
    with House(tmp_path_factory.mktemp("house") / "pitboss.db", practice=True) as house:
        furnish(house.casino, ENTERED)
        yield house


def hint(player: Browser, table: str, box: int = 1) -> Any:
    return player.json("/api/hint", table=table, box=str(box))


def refused(player: Browser, table: str, box: str = "1") -> tuple[int, str]:
    return code(player.get("/api/hint", table=table, box=box))


class Practice:
    """Rounds of one test; what it leaves is played to its end."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._running: dict[str, Evening] = {}

    def evening(self, table: str, seed: int = 1) -> Evening:
        self.finish(table)
        self._running[table] = Evening(self.house, table, seed)
        return self._running[table]

    def at_decision(self, table: str, bets: dict[str, str] | None = None, **cards: str) -> Evening:
        """A round in which Ann has looked at box 1 and is asked."""
        evening = self.evening(table)
        evening.cards = {
            place.removeprefix("box_"): named.split() for place, named in cards.items()
        }
        evening.begin(**(bets or {}))
        evening.play(until="deciding")
        evening.players["ann"].done(table, "examine", box=1)
        return evening

    def finish(self, *tables: str) -> None:
        for table in tables or tuple(self._running):
            if evening := self._running.pop(table, None):
                evening.play()


@pytest.fixture
def practice(practice_house: House) -> Iterator[Practice]:
    rounds = Practice(practice_house)
    yield rounds
    rounds.finish()


# ── what it says ──────────────────────────────────────────────────────────────────────────────────


def test_stud_ace_king_against_a_card_that_matches_nothing(practice: Practice) -> None:
    evening = practice.at_decision("Real stud", box_1="As Kd Jh 8c 3s", dealer="2d 5d 9d Td 7c")
    assert hint(evening.players["ann"], "Real stud") == {
        "table": "Real stud",
        "box": 1,
        "best": "fold",
        "choices": [
            choice("fold", None, "-10.00", "-10", "0.00"),
            choice("bet", "20.00", "-10.38", "-112874/10879", "0.38"),
        ],
        "says": (
            "Fold: on average the round is then worth -10.00, while to bet 20.00 would cost 0.38."
        ),
    }


def choice(name: str, amount: str | None, value: str, exact: str, costs: str) -> dict[str, Any]:
    return {
        "choice": name,
        "cards": [],
        "amount": amount,
        "value": value,
        "exact": exact,
        "costs": costs,
    }


def test_where_folding_forfeits_the_progressive_bet_that_is_counted(practice: Practice) -> None:
    cards = {"box_1": "9s Ks 2s Js Ts", "dealer": "2d 5d 9d Td 7c"}
    plain, with_jackpot = (
        hint(practice.at_decision("Classic", bets, **cards).players["ann"], "Classic")
        for bets in ({}, {"progressive": "5.00"})
    )
    # A flush is paid $100 there.
    worth = [Fraction(found["choices"][0]["exact"]) for found in (plain, with_jackpot)]
    assert worth[1] - worth[0] == 100
    assert [found["choices"][1]["value"] for found in (plain, with_jackpot)] == ["-10.00", "-10.00"]
    assert with_jackpot["says"] == (
        "BET 20.00: on average the round is then worth +165.19, while to fold would cost 175.19; "
        "folding would give up the progressive bet, which is counted."
    )


def test_holdem_before_the_flop_after_it_and_after_the_turn(practice: Practice) -> None:
    table = "Real hold'em"
    evening = practice.at_decision(table, box_1="As Kd", community="2c 7d 9h Tc 5s")
    ann = evening.players["ann"]
    flop = hint(ann, table)
    assert [one["choice"] for one in flop["choices"]] == ["flop", "fold"]
    assert (
        flop["says"]
        == "Flop 20.00: on average the round is then worth +9.99, while to fold would cost 19.99."
    )
    ann.done(table, "raise", box=1, amount="20.00")
    until_asked(evening)
    turn = hint(ann, table)
    assert (
        turn["says"]
        == "Turn 10.00: on average the round is then worth -2.08, while to check would cost 0.46."
    )
    ann.done(table, "raise", box=1, amount="10.00")
    until_asked(evening)
    river = hint(ann, table)
    assert [one["choice"] for one in river["choices"]] == ["check", "river"]
    assert [Fraction(one["exact"]) for one in river["choices"]] == [
        after_turn("As Kd", "2c 7d 9h Tc", raised=30),
        after_turn("As Kd", "2c 7d 9h Tc", raised=40),
    ]
    assert river["choices"][1]["costs"] == "1.56"


def until_asked(evening: Evening) -> None:
    while 1 not in evening.view()["round"]["to_decide"]:
        evening.step()


def after_turn(hole: str, board: str, raised: int) -> Fraction:
    """What an ante of 10 and raises, paid 1 to 1, come to over every river and every hand of the
    dealer; the ante is paid with a straight or better, and pushes below.
    """
    mine, open_cards = parse_cards(hole), parse_cards(board)
    total = deals = 0
    for river in (card for card in DECK if card not in (*mine, *open_cards)):
        whole = (*open_cards, river)
        strength = strength_of_seven((*mine, *whole))
        wins = raised + (10 if CATEGORY_OF[strength] >= Category.STRAIGHT else 0)
        left = [card for card in DECK if card not in (*mine, *whole)]
        for dealer in combinations(left, 2):
            other = strength_of_seven((*dealer, *whole))
            total += wins if strength > other else -raised - 10 if strength < other else 0
            deals += 1
    assert deals == 46 * 990
    return Fraction(total, deals)


def test_bullseye_every_way_to_set_the_hand(practice: Practice) -> None:
    table = "Real bullseye"
    ann = practice.at_decision(table, box_1="Ks Kd Js Jd Td").players["ann"]
    found = hint(ann, table)
    assert len(found["choices"]) == 10
    assert [(one["choice"], one["cards"], one["costs"]) for one in found["choices"][:2]] == [
        ("pair-k", ["Js", "Jd", "Td"], "0.00"),
        ("pair-j", ["Ks", "Kd", "Td"], "0.37"),
    ]
    assert found["says"] == (
        "Set Js Jd Td for pair K: on average the round is then worth +22.56, "
        "while to set Ks Kd Td for pair J would cost 0.37."
    )
    ann.done(table, "set-hand", box=1, three=found["choices"][0]["cards"])


def test_bullseye_a_hand_that_can_be_set_in_one_way_or_in_none(practice: Practice) -> None:
    table = "Real bullseye"
    one = hint(practice.at_decision(table, box_1="As Kd 4h 8c 6s").players["ann"], table)
    assert [found["cards"] for found in one["choices"]] == [["Kd", "4h", "6s"]]
    assert one["says"].endswith(", and there is no other way to set this hand.")
    same = hint(practice.at_decision(table, box_1="3d 6c Kh 9d 7c").players["ann"], table)
    assert [found["cards"] for found in same["choices"]] == [["3d", "Kh", "7c"], ["6c", "Kh", "7c"]]
    none = hint(practice.at_decision(table, box_1="2s 2d 2h 4c 9s").players["ann"], table)
    assert (none["best"], none["choices"][0]["value"]) == ("none", "-10.00")
    assert none["says"] == "No three of these cards make 10, 20 or 30, so the hand is worth -10.00."


@pytest.mark.parametrize("table", [name for name in TABLES if TABLES[name][1] != "shown"])
def test_every_decision_of_every_game_has_its_hint(practice: Practice, table: str) -> None:
    evening, asked = practice.evening(table, seed=7), 0
    ann = evening.players["ann"]
    for _ in range(2):
        evening.begin(progressive="5.00")
        evening.play(until="deciding")
        ann.done(table, "examine", box=1)
        while True:
            view = evening.view(ann)
            if view["round"] is None:
                break
            offered = {step["do"] for step in view["next"] if step["box"] == 1}
            if offered & {"raise", "set-hand"}:
                asked += 1
                check(hint(ann, table), offered, view["step"]["bet"])
            evening.step()
    assert asked >= 2


def check(found: Any, offered: set[str], bet: str | None) -> None:
    names = [one["choice"] for one in found["choices"]]
    assert found["best"] == names[0]
    if "raise" in offered:
        # What it speaks of is what can be done.
        assert {"raise" if name == bet else name for name in names} == offered
        assert {one["choice"]: one["amount"] is not None for one in found["choices"]}[bet]
    values = [Fraction(one["exact"]) for one in found["choices"]]
    assert values == sorted(values, reverse=True)
    assert found["choices"][0]["costs"] == "0.00"
    for one, value in zip(found["choices"], values, strict=True):
        assert abs(Fraction(one["costs"]) - (values[0] - value)) <= Fraction(1, 200)


# ── what it does not know ─────────────────────────────────────────────────────────────────────────


def test_cards_that_the_player_does_not_see_change_nothing(practice: Practice) -> None:
    mine = "As Kd Jh 8c 3s"
    weak = practice.at_decision(
        "Real stud", box_1=mine, box_2="2h 3h 5h 6h 9h", dealer="2d 5d 9d Td 7c"
    )
    told = hint(weak.players["ann"], "Real stud")
    strong = practice.at_decision(
        "Real stud", box_1=mine, box_2="Ad Ac Ks Kh 3d", dealer="7d 7h 7s Td 7c"
    )
    assert hint(strong.players["ann"], "Real stud") == told


# ── what is refused ───────────────────────────────────────────────────────────────────────────────


def test_there_are_no_hints_where_nobody_practises(open_house: House) -> None:
    ann = open_house.person(Role.PLAYER)
    assert ann.json("/api/me")["practice"] is False
    assert code(ann.get("/api/hint", table="Stud", box="1")) == (404, "not-practice")


def test_a_player_is_told_of_his_own_box_when_he_decides_and_has_looked(practice: Practice) -> None:
    table = "Stud"
    evening = practice.evening(table)
    ann, bob = evening.players["ann"], evening.players["bob"]
    assert ann.json("/api/me")["practice"] is True
    assert refused(ann, table) == (404, "no-such-box")
    evening.begin()
    assert refused(ann, table) == (409, "nothing-to-decide")
    evening.play(until="deciding")
    assert refused(ann, table) == (409, "hand-not-seen")
    ann.done(table, "examine", box=1)
    assert hint(ann, table)["box"] == 1
    # The second box is played blind.
    assert refused(ann, table, "2") == (409, "hand-not-seen")
    assert refused(bob, table) == (403, "not-your-box")
    assert refused(ann, table, "3") == (403, "not-your-box")
    assert refused(ann, table, "4") == (404, "no-such-box")
    ann.done(table, "fold", box=1)
    assert refused(ann, table) == (409, "nothing-to-decide")


def test_there_are_none_of_ordinary_cards_which_nobody_has_read(practice: Practice) -> None:
    ann = practice.at_decision("Felt").players["ann"]
    answer = ann.get("/api/hint", table="Felt", box="1")
    assert code(answer) == (409, "hand-not-seen")
    assert answer.json()["detail"] == (
        "There are no hints at Felt: its cards are not known before they are turned over."
    )


def test_while_a_ruling_waits_there_is_nothing_to_decide(practice: Practice) -> None:
    evening = practice.at_decision("Singapore")
    ann = evening.players["ann"]
    evening.dealer.done("Singapore", "report", incident="unlisted", facts={}, description="A bird.")
    assert refused(ann, "Singapore") == (409, "nothing-to-decide")
    assert evening.manager.confirm("Singapore", decision="continue").status_code == 200
    assert hint(ann, "Singapore")["best"] in ("fold", "bet")


@pytest.mark.parametrize("box", ["", "x", "-1", "1.0", "\N{SUPERSCRIPT TWO}", "12345"])
def test_a_box_is_a_number(practice: Practice, box: str) -> None:
    assert refused(practice.house.person(Role.PLAYER), "Stud", box) == (422, "bad-field")


def test_a_table_that_is_not_there(practice: Practice) -> None:
    assert refused(practice.house.person(Role.PLAYER), "Nowhere") == (404, "no-such-table")


@pytest.mark.parametrize("role", [Role.DEALER, Role.SHIFT_MANAGER, Role.AUDITOR])
def test_hints_are_for_players(practice: Practice, role: Role) -> None:
    assert refused(practice.house.person(role), "Stud") == (403, "not-permitted")
