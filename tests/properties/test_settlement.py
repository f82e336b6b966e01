"""What holds for every round that can be settled, whatever the cards, the wagers and the
jackpot.
"""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pitboss
from pitboss.games.settle import settle_record
from pitboss.games.settlement import BoxSettlement, Line, Settlement, as_json
from pitboss.lines import answer_lines
from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.shelf import Shelf
from tests.properties.rounds import Json, collected, reproducible, rounds, wagers_of
from tests.support import BE, MBS_RULEBOOKS, RULEBOOKS, RWS_RULEBOOKS


def cents(text: str | None) -> int:
    """An amount of a record in cents, nothing where it is missing."""
    dollars, _, places = (text or "0").partition(".")
    return int(dollars) * 100 + int(places.ljust(2, "0"))


def lines_of(settlement: Settlement) -> Iterator[tuple[BoxSettlement, Line]]:
    for box in settlement.boxes:
        for line in box.lines:
            yield box, line


def awards_of(settlement: Settlement) -> list[tuple[int, str, int]]:
    jackpot = settlement.jackpot
    return (
        []
        if jackpot is None
        else [(award.box, award.hand, award.amount) for award in jackpot.awards]
    )


# ── the rounds themselves ─────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def many() -> list[Json]:
    return collected(1_000)


def test_the_rounds_hold_what_is_rare(many: list[Json]) -> None:
    """The properties below would say little of rounds in which nothing happens."""
    awards: dict[str, set[tuple[int, int]]] = {rulebook: set() for rulebook in RULEBOOKS}
    results: dict[tuple[str, str], set[str]] = {}
    for given_round in many:
        settlement = pitboss.settle(given_round)
        hands = [hand for _, hand, _ in awards_of(settlement)]
        awards[settlement.rulebook].add((hands.count("royal-flush"), hands.count("straight-flush")))
        for _, line in lines_of(settlement):
            results.setdefault((settlement.rulebook, line.bet), set()).add(line.result.value)
    for rulebook in RULEBOOKS:
        assert {(0, 0), (0, 1)} <= awards[rulebook], rulebook
        assert any(royals + straights > 1 for royals, straights in awards[rulebook]), rulebook
        assert all(
            {"win", "lose", "void"} <= results[rulebook, bet] for bet in wagers_of(rulebook)
        ), rulebook
        assert any("push" in results[rulebook, bet] for bet in wagers_of(rulebook)), rulebook
    for operator in (RWS_RULEBOOKS, MBS_RULEBOOKS):
        kinds = set().union(*(awards[rulebook] for rulebook in operator))
        assert any(royals > 1 for royals, _ in kinds), operator
        assert any(straights > 1 for _, straights in kinds), operator
        assert any(royals and straights for royals, straights in kinds), operator
    states = {box.get("hand", "played") for given_round in many for box in given_round["boxes"]}
    assert states == {"played", "folded", "left", "unrevealed", "invalid"}


# ── money ─────────────────────────────────────────────────────────────────────────────────────────


@settings(reproducible)
@given(rounds())
def test_a_line_returns_no_more_than_lay_there_and_adds_only_to_a_win(given_round: Json) -> None:
    for _, line in lines_of(pitboss.settle(given_round)):
        assert line.stake > 0
        assert 0 <= line.returned <= line.stake
        assert line.net == line.returned + line.winnings - line.stake
        match line.result.value:
            case "win" if line.bet == "progressive":
                # The stake of a progressive is taken whatever happens.
                assert line.returned == 0
                assert line.winnings >= 0
            case "win":
                assert line.returned == line.stake
                assert line.winnings >= 0
            case "lose":
                assert line.winnings == 0
                assert line.bet != "progressive" or line.returned == 0
            case "push":
                assert line.bet != "progressive"
                assert (line.returned, line.winnings) == (line.stake, 0)
            case result:
                assert result == "void"
                assert (line.returned, line.winnings) == (line.stake, 0)


@settings(reproducible)
@given(rounds())
def test_a_lost_wager_gives_back_exactly_what_was_too_much_of_it(given_round: Json) -> None:
    """Reading 11, worked out again: over the maximum, and over a raise's multiple of the ante that
    counts.
    """
    limits = given_round.get("table", {}).get("limits", {})
    settlement = pitboss.settle(given_round)
    for raw, box in zip(given_round["boxes"], settlement.boxes, strict=True):
        most = {name: cents(limit["max"]) for name, limit in limits.items() if "max" in limit}
        ante = cents(raw["bets"].get("ante"))
        counting = min(ante, most.get("ante", ante))
        most |= {"bet": 2 * counting, "flop": 2 * counting, "turn": counting, "river": counting}
        for line in box.lines:
            if line.result.value == "lose":
                assert line.returned == max(0, line.stake - most.get(line.bet, line.stake)), line


@settings(reproducible)
@given(rounds())
def test_the_net_of_a_box_is_the_sum_of_its_lines(given_round: Json) -> None:
    for box in pitboss.settle(given_round).boxes:
        assert box.net == sum(line.returned + line.winnings - line.stake for line in box.lines)


@settings(reproducible)
@given(rounds())
def test_players_house_and_jackpot_together_neither_gain_nor_lose(given_round: Json) -> None:
    settlement = pitboss.settle(given_round)
    laid = sum(cents(amount) for box in given_round["boxes"] for amount in box["bets"].values())
    lines = [line for _, line in lines_of(settlement)]
    majors = sum(amount for _, _, amount in awards_of(settlement))
    added, growth = 0, 0
    if settlement.jackpot is not None:
        added, growth = (
            settlement.jackpot.added,
            settlement.jackpot.after - settlement.jackpot.before,
        )
    # The house keeps what it collects, pays every win but the major awards, and starts the jackpot
    # again.
    minors = sum(line.winnings for line in lines) - majors
    house = laid - sum(line.returned for line in lines) - minors - added
    players = sum(box.net for box in settlement.boxes)
    assert players + house + growth == 0


@settings(reproducible)
@given(rounds())
def test_no_cent_of_the_jackpot_is_made_or_lost(given_round: Json) -> None:
    jackpot = pitboss.settle(given_round).jackpot
    if jackpot is None:
        assert "jackpot" not in given_round
        return
    paid = sum(award.amount for award in jackpot.awards)
    assert jackpot.before == cents(given_round["jackpot"]["displayed"])
    assert jackpot.before + jackpot.added == jackpot.after + paid
    assert jackpot.after >= 0
    assert all(award.amount >= 0 for award in jackpot.awards)
    # By the readings that hold by default the house adds one reset for each royal flush, and
    # nothing otherwise.
    royals = sum(award.hand == "royal-flush" for award in jackpot.awards)
    assert jackpot.added == royals * cents(given_round["jackpot"]["reset"])


@settings(reproducible)
@given(rounds())
def test_a_major_award_is_what_its_line_wins_and_no_other_hand_has_one(given_round: Json) -> None:
    settlement = pitboss.settle(given_round)
    amounts = {box: amount for box, _, amount in awards_of(settlement)}
    assert len(amounts) == len(awards_of(settlement))
    major = {
        box.box: line.winnings
        for box, line in lines_of(settlement)
        if line.bet == "progressive" and line.row in ("royal-flush", "straight-flush")
    }
    assert major == amounts


@settings(reproducible)
@given(rounds())
def test_a_void_round_gives_everything_back(given_round: Json) -> None:
    settlement = pitboss.settle(given_round | {"outcome": "void"})
    for raw, box in zip(given_round["boxes"], settlement.boxes, strict=True):
        assert box.net == 0
        assert {line.bet: line.returned for line in box.lines} == {
            bet: cents(amount) for bet, amount in raw["bets"].items() if cents(amount)
        }
        assert {line.result.value for line in box.lines} <= {"void"}
    assert awards_of(settlement) == []


# ── what a settlement does not depend on ──────────────────────────────────────────────────────────


def without_numbers(settlement: Settlement) -> Json:
    """A settlement with boxes named by their place in it."""
    answer = as_json(settlement)
    place = {box["box"]: at for at, box in enumerate(answer["boxes"])}
    for part in [*answer["boxes"], *answer.get("jackpot", {}).get("awards", ())]:
        part["box"] = place[part["box"]]
    return answer


@settings(reproducible)
@given(rounds(), st.permutations([*range(1, 30), 2**53 - 1]))
def test_the_numbers_of_the_boxes_do_not_matter(given_round: Json, numbers: list[int]) -> None:
    boxes = [
        box | {"box": number} for box, number in zip(given_round["boxes"], numbers, strict=False)
    ]
    settlement = pitboss.settle(given_round | {"boxes": boxes})
    assert [box.box for box in settlement.boxes] == numbers[: len(boxes)]
    assert without_numbers(settlement) == without_numbers(pitboss.settle(given_round))


@settings(reproducible)
@given(st.data())
def test_the_order_of_the_boxes_matters_only_to_several_major_awards_of_rws(
    data: st.DataObject,
) -> None:
    given_round = data.draw(rounds())
    order = data.draw(st.permutations(range(len(given_round["boxes"]))))
    first = pitboss.settle(given_round)
    second = pitboss.settle(given_round | {"boxes": [given_round["boxes"][at] for at in order]})
    assert [box.box for box in second.boxes] == [first.boxes[at].box for at in order]
    if first.rulebook in RWS_RULEBOOKS and len(awards_of(first)) > 1:
        assert without_major_awards(first) == without_major_awards(second)
        assert [box for box, _, _ in awards_of(second)] == [
            box.box for box in second.boxes if box.box in {box for box, _, _ in awards_of(first)}
        ]
        return
    assert sorted(first.boxes, key=lambda box: box.box) == sorted(
        second.boxes, key=lambda box: box.box
    )
    assert sorted(awards_of(first)) == sorted(awards_of(second))
    assert first.dealer == second.dealer
    if first.jackpot is not None and second.jackpot is not None:
        assert (first.jackpot.after, first.jackpot.added) == (
            second.jackpot.after,
            second.jackpot.added,
        )


def without_major_awards(settlement: Settlement) -> set[tuple[int, Line]]:
    """All lines but those that the jackpot pays, with their boxes."""
    boxes = {box for box, _, _ in awards_of(settlement)}
    return {
        (box.box, line)
        for box, line in lines_of(settlement)
        if not (line.bet == "progressive" and box.box in boxes)
    }


def mapped(value: Any, change: dict[str, str]) -> Any:
    """A record with every card replaced; no other text in a record is spelled like a card."""
    match value:
        case dict():
            return {name: mapped(part, change) for name, part in value.items()}
        case list():
            return [mapped(part, change) for part in value]
        case str():
            return change.get(value, value)
        case _:
            return value


ALL_SUITS = list(permutations("cdhs"))
# The ace of spades makes Gnau Tung Ku, so spades stay spades in Bullseye.
BLACK_ACE_KEPT = [order for order in ALL_SUITS if order[3] == "s"]


@settings(reproducible)
@given(rounds(), st.integers(0, 23))
def test_suits_are_alike_but_for_the_ace_of_spades_in_bullseye(
    given_round: Json, number: int
) -> None:
    choices = BLACK_ACE_KEPT if given_round["rulebook"] == BE else ALL_SUITS
    order = choices[number % len(choices)]
    change = {
        rank + old: rank + new
        for rank in "23456789TJQKA"
        for old, new in zip("cdhs", order, strict=True)
    }
    assert pitboss.settle(mapped(given_round, change)) == pitboss.settle(given_round)


def test_the_ace_of_spades_matters_in_bullseye() -> None:
    """Otherwise the exception above would hide nothing."""
    given_round = {
        "rulebook": BE,
        "dealer": ["2s", "2h", "9d", "9c", "Qd"],
        "boxes": [{"box": 1, "cards": ["As", "Jd", "Tc", "Td", "Th"], "bets": {"main": "25"}}],
    }
    change = {rank + old: rank + new for rank in "A" for old, new in (("s", "h"), ("h", "s"))}
    assert pitboss.settle(given_round).boxes[0].hand == "gnau-tung-ku"
    assert pitboss.settle(mapped(given_round, change)).boxes[0].hand == "point-1"


@settings(reproducible)
@given(st.data())
def test_the_order_of_cards_within_a_hand_does_not_matter(data: st.DataObject) -> None:
    given_round = data.draw(rounds())
    shuffled = copy.deepcopy(given_round)
    for holder, name in [(shuffled, "dealer"), *((box, "cards") for box in shuffled["boxes"])]:
        if name in holder:
            holder[name] = data.draw(st.permutations(holder[name]))
    if len(given_round.get("community", ())) == 5:
        # The flop is for the progressive, so its cards stay among themselves.
        *flop, turn, river = given_round["community"]
        shuffled["community"] = [*data.draw(st.permutations(flop)), river, turn]
    assert pitboss.settle(shuffled) == pitboss.settle(given_round)


SPELLINGS = {
    **{f"{rank}{suit}": f"{rank.lower()}{suit}" for rank in "AKQJ" for suit in "shdc"},
    **{f"T{suit}": f"10{symbol}" for suit, symbol in zip("shdc", "♠♥♦♣", strict=True)},
    **{
        f"{rank}{suit}": f"{rank}{symbol}"
        for rank in "23456789"
        for suit, symbol in ("s♠", "h♥", "d♦", "c♣")
    },
}


@settings(reproducible)
@given(rounds())
def test_spelling_and_unknown_fields_do_not_matter(given_round: Json) -> None:
    other = mapped(given_round, SPELLINGS)
    for box in other["boxes"]:
        laid = {bet: cents(text) for bet, text in box["bets"].items()}
        box |= {
            "seat": 3,
            "bets": {bet: f"00{stake // 100}.{stake % 100:02d}" for bet, stake in laid.items()},
        }
    for name in ("note", "zzz"):
        other = {name: {"boxes": []}, **other}
    assert pitboss.settle(other) == pitboss.settle(given_round)


@settings(reproducible)
@given(rounds())
def test_settling_leaves_the_record_as_it_was(given_round: Json) -> None:
    before = copy.deepcopy(given_round)
    assert pitboss.settle(given_round) == pitboss.settle(given_round)
    assert given_round == before


# ── the answer ────────────────────────────────────────────────────────────────────────────────────


@settings(reproducible)
@given(rounds())
def test_lines_come_in_the_order_of_the_wagers_one_for_each_bet_that_is_not_zero(
    given_round: Json,
) -> None:
    settlement = pitboss.settle(given_round)
    names = wagers_of(given_round["rulebook"])
    assert [box.box for box in settlement.boxes] == [box["box"] for box in given_round["boxes"]]
    for raw, box in zip(given_round["boxes"], settlement.boxes, strict=True):
        laid = {name: cents(raw["bets"].get(name)) for name in names}
        assert [(line.bet, line.stake) for line in box.lines] == [
            (name, stake) for name, stake in laid.items() if stake
        ]


@settings(reproducible)
@given(rounds())
def test_every_clause_that_is_cited_exists(given_round: Json) -> None:
    settlement = pitboss.settle(given_round)
    known = clauses(settlement.rulebook)
    for _, line in lines_of(settlement):
        assert line.clauses, line
        assert set(line.clauses) <= set(known), line
        assert line.row is None or any(
            f"{clause}:{line.row}" in known for clause in line.clauses
        ), line
    if settlement.jackpot is not None:
        for award in settlement.jackpot.awards:
            assert set(award.clauses) <= set(known), award


@settings(reproducible)
@given(rounds())
def test_several_awards_of_a_round_cite_the_clause_that_orders_them(given_round: Json) -> None:
    jackpot = pitboss.settle(given_round).jackpot
    awards = () if jackpot is None else jackpot.awards
    assert all(award.clauses for award in awards) or len(awards) < 2
    if given_round["rulebook"] in MBS_RULEBOOKS:
        # Straight flushes come first, and each kind divides its pool equally.
        hands = [award.hand for award in awards]
        assert hands == sorted(hands, reverse=True)
        assert len({(award.hand, award.amount) for award in awards}) == len(set(hands))


@settings(reproducible)
@given(rounds())
def test_a_record_in_a_line_is_settled_as_the_library_settles_it(given_round: Json) -> None:
    shelf = Shelf()
    line = json.dumps(given_round, ensure_ascii=False).encode()
    ((answer, settled),) = answer_lines([line], lambda value: as_json(settle_record(value, shelf)))
    assert settled
    assert json.loads(answer) == json.loads(json.dumps(as_json(pitboss.settle(given_round))))


def test_the_command_settles_as_the_library_does(many: list[Json]) -> None:
    lines = "".join(json.dumps(given_round) + "\n" for given_round in many)
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "settle"],
        input=lines.encode(),
        capture_output=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [
        json.loads(json.dumps(as_json(pitboss.settle(given_round)))) for given_round in many
    ]
    assert done.stderr == b""
