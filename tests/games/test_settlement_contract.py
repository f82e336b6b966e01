"""The settlement contract: its worked example in full, and 600 records that were settled
elsewhere.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from pitboss.games.settle import settle_record
from pitboss.games.settlement import as_json
from pitboss.lines import answer_lines
from pitboss.rulebook.shelf import Shelf
from tests.games.records import REMOVED, with_
from tests.support import BE, MH, MS, SS, box, record

DATA = Path(__file__).parent.parent / "data"

Json = dict[str, Any]


def answers_to(lines: list[bytes]) -> list[Json]:
    """What ``pitboss settle`` answers, line by line."""
    shelf = Shelf()
    answers = answer_lines(lines, lambda given: as_json(settle_record(given, shelf)))
    return [json.loads(text) for text, _ in answers]


def answer_to(given: Json) -> Json:
    (answer,) = answers_to([json.dumps(given).encode()])
    return answer


# ── the worked example ────────────────────────────────────────────────────────────────────────────

EXAMPLE = b"""{"id": "r1", "rulebook": "rws-multilink-stud-3", "outcome": "completed",
 "table": {"limits": {"ante": {"min": "25.00", "max": "1000.00"}}},
 "jackpot": {"displayed": "250000.00", "reset": "100000.00"},
 "dealer": ["2c", "7d", "9h", "Kd", "As"],
 "boxes": [{"box": 1, "player": "p1", "cards": ["Qs", "Qh", "8c", "4d", "3s"], "hand": "played",
            "bets": {"ante": "25.00", "bet": "50.00", "progressive": "5.00"}}]}""".replace(
    b"\n", b""
)

ANSWER = {
    "id": "r1",
    "rulebook": "rws-multilink-stud-3",
    "dealer": {"hand": "five-odd-cards", "qualifies": True},
    "boxes": [
        {
            "box": 1,
            "player": "p1",
            "hand": "one-pair",
            "net": "70.00",
            "lines": [
                {
                    "bet": "ante",
                    "stake": "25.00",
                    "result": "win",
                    "returned": "25.00",
                    "winnings": "25.00",
                    "clauses": ["3.14.1", "4.1"],
                },
                {
                    "bet": "bet",
                    "stake": "50.00",
                    "result": "win",
                    "returned": "50.00",
                    "winnings": "50.00",
                    "clauses": ["3.14.1", "4.1"],
                },
                {
                    "bet": "progressive",
                    "stake": "5.00",
                    "result": "lose",
                    "returned": "0.00",
                    "winnings": "0.00",
                    "clauses": ["4.2"],
                },
            ],
        }
    ],
    "jackpot": {"before": "250000.00", "after": "250000.00", "awards": []},
}

ADDED_FIELDS = {"row", "added"}
"""Fields may be added to the contract's, never renamed."""


def without_added_fields(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: without_added_fields(part)
            for name, part in value.items()
            if name not in ADDED_FIELDS
        }
    return [without_added_fields(part) for part in value] if isinstance(value, list) else value


def test_the_worked_example_is_answered_as_the_contract_writes_it() -> None:
    (answer,) = answers_to([EXAMPLE])
    assert without_added_fields(answer) == ANSWER
    # Fields stand in the order in which the contract writes them.
    assert json.dumps(without_added_fields(answer)) == json.dumps(ANSWER)


def test_what_is_added_to_the_worked_example() -> None:
    (answer,) = answers_to([EXAMPLE])
    assert [line.get("row") for line in answer["boxes"][0]["lines"]] == [
        "ante-dealer-qualified",
        "one-pair-or-less",
        None,
    ]
    assert answer["jackpot"]["added"] == "0.00"


# ── the shape of other answers ────────────────────────────────────────────────────────────────────


def test_a_record_that_cannot_be_settled_gets_its_id_and_an_error() -> None:
    given = record(MS, "2c 7d 9h Kd As", box("Qs Qh 8c 4d As", ante="25", bet="50"))
    answer = answer_to(given)
    assert list(answer) == ["id", "error"]
    assert answer["id"] == "r1"
    assert list(answer["error"]) == ["code", "message", "at"]
    assert (answer["error"]["code"], answer["error"]["at"]) == (
        "duplicate-card",
        "boxes[0].cards[4]",
    )


def test_a_line_that_is_not_json_has_no_id() -> None:
    (answer,) = answers_to([b'{"id": "r1"'])
    assert (answer["id"], answer["error"]["code"], answer["error"]["at"]) == (None, "not-json", "")


def test_dealer_and_hand_are_null_where_the_cards_are_not_there() -> None:
    answer = answer_to(record(MH, None, box(None, ante="25"), outcome="void"))
    assert answer["dealer"] is None
    assert answer["boxes"][0]["hand"] is None
    assert answer["boxes"][0]["net"] == "0.00"


def test_a_jackpot_is_in_the_answer_where_it_was_in_the_record() -> None:
    given = record(MS, "2c 7d 9h Kd As", box(hand="folded", ante="25"))
    assert answer_to(given)["jackpot"] == {
        "before": "250000.00",
        "after": "250000.00",
        "added": "0.00",
        "awards": [],
    }
    del given["jackpot"]
    assert "jackpot" not in answer_to(given)


def test_a_major_award_stands_with_the_jackpot_and_on_its_line() -> None:
    """The contract's own figures: a tenth of 250,000.00, with a stake that is taken."""
    given = record(
        MS,
        "2c 7d 9h Kd As",
        box("9s 8s 7s 6s 5s", number=3, ante="25", bet="50", progressive="5"),
    )
    answer = answer_to(given)
    (award,) = answer["jackpot"]["awards"]
    assert without_clauses(award) == {"box": 3, "hand": "straight-flush", "amount": "25000.00"}
    assert (answer["jackpot"]["before"], answer["jackpot"]["after"]) == ("250000.00", "225000.00")
    line = answer["boxes"][0]["lines"][2]
    assert (line["result"], line["returned"], line["winnings"]) == ("win", "0.00", "25000.00")


def test_awards_that_are_divided_cite_what_divides_them() -> None:
    given = record(
        SS,
        "2c 7d 9h Kd As",
        box("Ah Kh Qh Jh Th", ante="25", bet="50", progressive="5"),
        box("Ac Kc Qc Jc Tc", number=2, ante="25", bet="50", progressive="5"),
    )
    awards = answer_to(given)["jackpot"]["awards"]
    assert [award["clauses"] for award in awards] == [["3.15.1"], ["3.15.1"]]


def without_clauses(award: Json) -> Json:
    return {name: value for name, value in award.items() if name != "clauses"}


def test_a_loss_has_its_sign_in_front() -> None:
    answer = answer_to(
        record(MS, "2c 7d 9h Kd As", box(hand="folded", ante="25.5", progressive="0.55"))
    )
    assert answer["boxes"][0]["net"] == "-26.05"


def test_a_settlement_cannot_be_changed() -> None:
    """What was settled is passed to displays, ledgers and journals, and none of them may alter
    it.
    """
    settlement = settle_record(json.loads(EXAMPLE), Shelf())
    assert settlement.jackpot is not None
    assert settlement.dealer is not None
    for part in (
        settlement,
        settlement.dealer,
        settlement.jackpot,
        settlement.boxes[0],
        settlement.boxes[0].lines[0],
    ):
        name = part.__struct_fields__[0]
        with pytest.raises(AttributeError):
            setattr(part, name, None)


# ── 600 records settled elsewhere ─────────────────────────────────────────────────────────────────


def lines_of(name: str) -> list[bytes]:
    return (DATA / name).read_bytes().removesuffix(b"\n").split(b"\n")


RECORDS = lines_of("records.jsonl")
EXPECTED: list[Json] = [json.loads(line) for line in lines_of("expected.jsonl")]


def awards_in_order(answer: Json, pooled: bool) -> list[Any]:
    """The major awards; those that are divided equally may stand in any order among themselves."""
    awards = [
        (award["hand"], award["amount"], award["box"]) for award in answer["jackpot"]["awards"]
    ]
    if not pooled:
        return awards
    return [(key, sorted(equal)) for key, equal in groupby(awards, key=lambda award: award[:2])]


def lines_by_box(answer: Json) -> list[Any]:
    return [
        (
            one["box"],
            [
                (line["bet"], line["result"], line["returned"], line["winnings"])
                for line in one["lines"]
            ],
        )
        for one in answer["boxes"]
    ]


def differences(given: bytes, expected: Json, answer: Json) -> Iterator[str]:
    """What differs between an answer and the one that was worked out elsewhere."""
    if expected["id"] != answer["id"]:
        yield f"id is {answer['id']!r}, not {expected['id']!r}"
    wanted, found = expected.get("error", {}).get("code"), answer.get("error", {}).get("code")
    if wanted != found:
        yield f"error is {found}, not {wanted}"
    if wanted or found:
        return
    if lines_by_box(expected) != lines_by_box(answer):
        yield f"lines are {lines_by_box(answer)}, not {lines_by_box(expected)}"
    if ("jackpot" in json.loads(given)) != ("jackpot" in answer):
        yield "the jackpot is not there where the record has one, or the other way round"
    if "jackpot" in expected:
        pooled = answer["rulebook"].startswith("mbs-")
        for name in ("before", "after"):
            if expected["jackpot"][name] != answer["jackpot"][name]:
                yield (
                    f"jackpot {name} is {answer['jackpot'][name]}, not {expected['jackpot'][name]}"
                )
        if awards_in_order(expected, pooled) != awards_in_order(answer, pooled):
            yield f"awards are {answer['jackpot']['awards']}, not {expected['jackpot']['awards']}"


def test_all_600_records_are_settled_as_elsewhere() -> None:
    answers = answers_to(RECORDS)
    assert (len(RECORDS), len(EXPECTED), len(answers)) == (600, 600, 600)
    different = [
        f"line {number}: {difference}"
        for number, (given, expected, answer) in enumerate(
            zip(RECORDS, EXPECTED, answers, strict=True), 1
        )
        for difference in differences(given, expected, answer)
    ]
    assert not different, "\n".join(different)


def test_the_600_records_hold_every_rulebook_every_result_and_every_code() -> None:
    """Otherwise their agreement would say less than it seems to."""
    codes = Counter(answer["error"]["code"] for answer in EXPECTED if "error" in answer)
    assert codes == {
        "not-json": 5,
        "unknown-rulebook": 5,
        "bad-field": 5,
        "bad-card": 5,
        "duplicate-card": 5,
        "wrong-card-count": 5,
        "unknown-bet": 5,
        "bad-amount": 5,
        "duplicate-box": 4,
        "missing-field": 4,
    }
    good = [
        (json.loads(given)["rulebook"], expected)
        for given, expected in zip(RECORDS, EXPECTED, strict=True)
        if "error" not in expected
    ]
    for rulebook in (MS, "rws-casino-stud-6", MH, SS, BE):
        lines = [
            line
            for name, answer in good
            if name == rulebook
            for one in answer["boxes"]
            for line in one["lines"]
        ]
        assert {line["result"] for line in lines} == {"win", "lose", "push", "void"}
        assert any(
            "jackpot" in answer and answer["jackpot"]["awards"]
            for name, answer in good
            if name == rulebook
        )


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("jackpot.awards[0].amount", "0.01"),
        ("jackpot.awards[1]", REMOVED),
        ("jackpot.after", "0.01"),
        ("boxes[0].lines[0].result", "push?"),
        ("boxes[0].lines[0].winnings", "0.001"),
        ("boxes[0]", REMOVED),
        ("boxes[0].lines[0]", REMOVED),
        ("id", "x"),
        ("error", {"code": "bad-card"}),
    ],
)
def test_the_comparison_notices(place: str, value: Any) -> None:
    number = next(
        number
        for number, expected in enumerate(EXPECTED)
        if len(expected.get("jackpot", {}).get("awards", ())) > 1
    )
    (answer,) = answers_to([RECORDS[number]])
    assert not list(differences(RECORDS[number], EXPECTED[number], answer))
    assert list(differences(RECORDS[number], EXPECTED[number], with_(answer, **{place: value})))


def test_only_equal_shares_may_change_places() -> None:
    def jackpot(*awards: tuple[str, str, int]) -> Json:
        return {
            "jackpot": {
                "awards": [{"hand": hand, "amount": paid, "box": box} for hand, paid, box in awards]
            }
        }

    one, two = ("royal-flush", "5.00", 1), ("royal-flush", "5.00", 2)
    less = ("royal-flush", "4.00", 3)
    assert awards_in_order(jackpot(one, two), True) == awards_in_order(jackpot(two, one), True)
    assert awards_in_order(jackpot(one, two), False) != awards_in_order(jackpot(two, one), False)
    assert awards_in_order(jackpot(one, less), True) != awards_in_order(jackpot(less, one), True)
