"""Broken lines by the thousand through both verbs: never an exception, one answer a line, in order.

All randomness comes from a seed that a failure prints.
"""

import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest
from msgspec import to_builtins

from pitboss.games.settle import settle_record
from pitboss.games.settlement import as_json as settlement_as_json
from pitboss.lines import answer_lines
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.shelf import Shelf
from pitboss.table.rulings import rule_incident, written_ruling
from tests.patience import PATIENCE_S
from tests.support import RULEBOOKS, all_facts

SEED = 5_201_314
LINES_A_VERB = 11_000

RECORDS = Path(__file__).parent.parent / "data" / "records.jsonl"

SETTLE_CODES = {
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
}
CODES = {"settle": SETTLE_CODES, "rule": SETTLE_CODES | {"unknown-incident"}}
FIELDS = {
    "settle": {"id", "rulebook", "dealer", "boxes"},
    "rule": {
        "id",
        "rulebook",
        "effects",
        "options",
        "options_for",
        "authority",
        "clauses",
        "because",
    },
}

_shelf = Shelf()
ANSWERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "settle": lambda given: settlement_as_json(settle_record(given, _shelf)),
    "rule": lambda given: to_builtins(written_ruling(rule_incident(given, _shelf))),
}


# ── good lines ────────────────────────────────────────────────────────────────────────────────────


def good_records() -> list[dict[str, Any]]:
    found = []
    for line in RECORDS.read_bytes().splitlines():
        try:
            given = json.loads(line)
            settle_record(given, _shelf)
        except ValueError:
            continue
        found.append(given)
    return found


def good_incidents() -> list[dict[str, Any]]:
    found = []
    for rulebook in RULEBOOKS:
        for incident in Incident:
            for facts in all_facts(incident):
                given = {"id": "i", "rulebook": rulebook, "incident": str(incident), "facts": facts}
                try:
                    rule_incident(given, _shelf)
                except ValueError:
                    continue
                found.append(given)
    return found


GOOD = {"settle": good_records(), "rule": good_incidents()}


# ── breaking them ─────────────────────────────────────────────────────────────────────────────────


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


NUMBERS = [0, 1, -1, 1.0, 2.5, -0.0, 1e308, 10**18, 2**53, 10**400, -(10**400)]
NO_JSON = [float("nan"), float("inf"), float("-inf")]
WORDS = [
    "",
    " ",
    "x",
    "0",
    "25.00",
    "-5",
    "1e3",
    "As",
    "10♦",
    "void",
    "folded",
    "left",
    "unrevealed",
    "invalid",
]
LETTERS = ["\0", "\n", "\x7f\x80", "\ufeff", "\U0001f0a1", "٣", "\ud800", "a\udfffb"]
LONG = ["x" * 5_000, "9" * 1_000, "9" * 5_000]
PATHS = [
    "\ud800.toml",
    "\udc80.toml",
    "nul\0.toml",
    "no-such-file.toml",
    "../../x.toml",
    "n" * 300 + ".toml",
]
LISTS = [[], [[]], [None], ["As", "As"], ["As", "Ks", "Qs", "Js", "Ts"], nested(50)]
OBJECTS = [{}, {"": None}, {"id": "inner"}, {"min": "5", "max": "1"}]
STRANGE = [None, True, False, *NUMBERS, *NO_JSON, *WORDS, *LETTERS, *LONG, *PATHS, *LISTS, *OBJECTS]
STRANGE_NAMES = [
    "",
    "x",
    "id",
    "ante",
    "progressive",
    "\0",
    "é",
    "\ud800",
    "a.b[0]",
    "__class__",
    "n" * 300,
]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with every key or index in it."""
    keys = (
        list(value)
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else ()
    )
    for key in keys:
        yield value, key
        yield from places(value[key])


def break_value(random: Random, value: dict[str, Any]) -> Any:
    """One change to a JSON value: a part dropped, doubled, renamed, moved, or something else in its
    place.
    """
    if random.randrange(40) == 0:
        return random.choice(STRANGE)
    found = list(places(value))
    if not found:
        return value
    holder, key = random.choice(found)
    match random.randrange(8):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        case 2 if isinstance(holder, dict):
            holder[random.choice(STRANGE_NAMES)] = holder.pop(key)
        case 3:
            other, other_key = random.choice(found)
            holder[key] = copy.deepcopy(other[other_key])
        case 4:
            holder[key] = [holder[key]] if random.randrange(2) else {"value": holder[key]}
        case 5:
            text = holder[key]
            holder[key] = json.dumps(text) if not isinstance(text, str) else list(text)
        case _:
            holder[key] = copy.deepcopy(random.choice(STRANGE))
    return value


BAD_BYTES = [
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\x00",
    b"\x80",
    b"\xf8\x88",
    b"\x1f",
    b"\\ud800",
    b"\\u00",
]
STRANGE_BYTES = [
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"-",
    b"e9999",
    b"NaN",
    b"1" * 5_000,
    b"//",
]


def break_bytes(random: Random, line: bytes) -> bytes:
    """One change to the text of a line."""
    at = random.randrange(len(line) + 1)
    match random.randrange(12):
        case 0:
            return line[:at]
        case 1:
            return line[at:]
        case 2:
            return line[:at] + random.choice(BAD_BYTES) + line[at:]
        case 3:
            return line[:at] + random.choice(STRANGE_BYTES) + line[at:]
        case 4:
            return line[:at] + random.randbytes(random.randrange(1, 6)) + line[at + 1 :]
        case 5:
            return b"\xef\xbb\xbf" + line
        case 6:
            return line + b"\r"
        case 7:
            return line + random.choice([b" ", b"\0", b",", b"{}", b" null", line[:50]])
        case 8:
            # The same key twice: the last one holds.
            return line.replace(b"{", b'{"id": "first", "hand": 5, "box": [], "ante": 1,', 1)
        case 9:
            return line.decode(errors="replace").encode("utf-16")
        case 10:
            return random.choice([b"[", b'{"a":', b'{"id":"d","rulebook":[']) * 20_000
        case _:
            return random.randbytes(random.randrange(1, 80))


BLANK = [b"", b" ", b"\t", b"\r", b"  \r"]


def broken_lines(random: Random, verb: str, count: int) -> Iterator[bytes]:
    """Lines broken in one to four ways, with whole ones and blank ones among them."""
    for number in range(count):
        given: Any = copy.deepcopy(random.choice(GOOD[verb]))
        given["id"] = f"good-{number}"
        kind = random.randrange(20)
        if kind == 0:
            yield json.dumps(given).encode() + random.choice([b"", b"\r", b"  "])
            continue
        if kind == 1:
            yield random.choice(BLANK)
        given["id"] = f"broken-{number}"
        for _ in range(random.randrange(1, 4)):
            if isinstance(given, dict):
                given = break_value(random, given)
        ascii_only = random.randrange(3) > 0
        line = json.dumps(given, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
        if kind > 13:
            line = break_bytes(random, line)
        yield line.replace(b"\n", b" ")


# ── looking at the answers ────────────────────────────────────────────────────────────────────────


def refuse(name: str) -> NoReturn:
    raise ValueError(name)


HALF = re.compile("[\ud800-\udfff]")


def lone_surrogate(value: Any) -> bool:
    """Whether half a character stands in a value: JSON can spell that, and UTF-8 can't."""
    return HALF.search(json.dumps(value, ensure_ascii=False)) is not None


def check(verb: str, line: bytes, text: bytes, answered: bool) -> None:
    """An answer is a result or an error in the contract's words, and it has the id of its line."""
    assert b"\n" not in text
    answer = json.loads(text.decode())
    assert isinstance(answer, dict)
    try:
        given = json.loads(line.decode(), parse_constant=refuse)
    except (ValueError, RecursionError):
        given, is_json = None, False
    else:
        is_json = True
    named = given.get("id") if isinstance(given, dict) else None
    if not (is_json and lone_surrogate(given)):
        assert answer["id"] == (named if isinstance(named, str) else None)
        assert is_json == (answer.get("error", {}).get("code") != "not-json")
    if answered:
        assert FIELDS[verb] <= set(answer)
        assert "error" not in answer
        return
    assert not str(answer["id"]).startswith("good-")
    assert set(answer) == {"id", "error"}
    error = answer["error"]
    assert set(error) == {"code", "message", "at"}
    assert error["code"] in CODES[verb]
    assert isinstance(error["message"], str)
    assert error["message"]
    assert isinstance(error["at"], str)


def check_all(
    verb: str, lines: list[bytes], answers: Iterator[tuple[bytes, bool]], seed: int
) -> None:
    wanted = [line for line in lines if line.strip()]
    for number, line in enumerate(wanted):
        try:
            text, answered = next(answers)
            check(verb, line, text, answered)
        except BaseException as problem:
            problem.add_note(
                f"seed {seed}, {verb}, line {number} that is not blank: {line[:2_000]!r}"
            )
            raise
    assert next(answers, None) is None, f"more answers than lines, seed {seed}"


@pytest.mark.parametrize("verb", ["settle", "rule"])
def test_every_broken_line_gets_its_answer(verb: str) -> None:
    lines = list(broken_lines(Random(SEED), verb, LINES_A_VERB))
    check_all(verb, lines, answer_lines(lines, ANSWERS[verb]), SEED)


@pytest.mark.parametrize("verb", ["settle", "rule"])
def test_the_broken_lines_reach_every_code_and_some_are_whole(verb: str) -> None:
    """Otherwise the fuzz would be weaker than it looks. Half characters have a test of their
    own.
    """
    lines = [line for line in broken_lines(Random(SEED), verb, 4_000) if b"\\ud" not in line]
    found = {
        json.loads(text).get("error", {}).get("code")
        for text, _ in answer_lines(lines, ANSWERS[verb])
    }
    cards_and_money = {
        "bad-card",
        "duplicate-card",
        "wrong-card-count",
        "unknown-bet",
        "bad-amount",
    }
    wanted = CODES[verb] if verb == "settle" else CODES[verb] - cards_and_money - {"duplicate-box"}
    assert found == wanted | {None}


HALF_CHARACTERS = [
    rb'{"id": "\ud800"}',
    rb'{"id": "r1", "rulebook": "\ud800"}',
    rb'{"id": "r1", "rulebook": "\ud800.toml"}',
    rb'{"id": "r1", "rulebook": "\udc80.toml"}',
    rb'{"id": "r1", "rulebook": "rws-multilink-stud-3", "outcome": "\udfff"}',
    rb'{"id": "r1", "rulebook": "rws-multilink-stud-3", "table": {"limits": {"\ud800": {}}}}',
    rb'{"id": "r1", "rulebook": "rws-multilink-stud-3", "incident": "\ud800"}',
    rb'{"id": "r1", "rulebook": "rws-multilink-stud-3", "incident": "wrong-raise", "facts": {"size": "\ud800"}}',  # noqa: E501 - one line of JSON
    rb'{"id": "\ud800", "rulebook": "rws-multilink-stud-3", "incident": "unlisted"}',
    rb'{"id": "r1", "rulebook": "rws-multilink-stud-3", "outcome": "void", "boxes": [{"box": 1, "player": "\ud800"}]}',  # noqa: E501 - one line of JSON
]


@pytest.mark.parametrize("line", HALF_CHARACTERS, ids=range(1, 11))
@pytest.mark.parametrize("verb", ["settle", "rule"])
def test_half_a_character_costs_no_other_line_its_answer(verb: str, line: bytes) -> None:
    """JSON can spell a lone surrogate, and what repeats it in UTF-8 would fail."""
    whole = json.dumps(GOOD[verb][0] | {"id": "good-1"}).encode()
    lines = [line, whole]
    check_all(verb, lines, answer_lines(lines, ANSWERS[verb]), 0)


TEN_MB = 10_000_000

# What a line of ten megabytes begins with, what it then repeats, and how it ends.
HUGE_LINES = {
    "id": ('{"id": "', "x", '"}'),
    "name of a bet": (
        '{"id": "h", "rulebook": "rws-multilink-stud-3", "table": {"limits": {"',
        "n",
        '": 1}}}',
    ),
    "cards": ('{"id": "h", "rulebook": "rws-multilink-stud-3", "dealer": [', '"As", ', '"As"]}'),
    # A hundred thousand of them: with millions the time goes into making lists, not into a line.
    "boxes": (
        '{"id": "h", "rulebook": "rws-multilink-stud-3", "outcome": "void", "boxes": [',
        "[], " + 96 * " ",
        "[]]}",
    ),
    "digits": ('{"id": "h", "rulebook": ', "9", "}"),
    "amount": (
        '{"id": "h", "rulebook": "rws-multilink-stud-3", "jackpot": {"displayed": "',
        "9",
        '"}}',
    ),
    "brackets": ("", "[", ""),
    "spaces before": ("", " ", '{"id": "h"}'),
    "zeroes": ("", "\0", ""),
    "path": ('{"id": "h", "rulebook": "', "p", '.toml"}'),
}


def huge_line(name: str) -> bytes:
    before, piece, after = HUGE_LINES[name]
    return (before + piece * (TEN_MB // len(piece)) + after).encode()


@pytest.mark.parametrize("name", HUGE_LINES)
@pytest.mark.parametrize("verb", ["settle", "rule"])
def test_a_line_of_ten_megabytes_is_one_line(verb: str, name: str) -> None:
    whole = json.dumps(GOOD[verb][0] | {"id": "good-1"}).encode()
    lines = [huge_line(name), whole]
    check_all(verb, lines, answer_lines(lines, ANSWERS[verb]), 0)


@pytest.mark.parametrize("verb", ["settle", "rule"])
def test_the_command_answers_broken_lines_and_ends_with_1(verb: str) -> None:
    seed = SEED + 1
    random = Random(seed)
    lines = [b"\xef\xbb\xbf" + json.dumps(GOOD[verb][0] | {"id": "good-first"}).encode()]
    lines += list(broken_lines(random, verb, 400))
    lines.insert(200, huge_line("id"))
    # Some lines end as Windows ends them, and the last one does not end at all.
    sent = b"\n".join(line + random.choice([b"", b"\r"]) for line in lines)
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", verb],
        input=sent,
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.stderr == b""
    assert done.returncode == 1
    answers = (
        (text, b'"error":{' not in text) for text in done.stdout.removesuffix(b"\n").split(b"\n")
    )
    lines[0] = lines[0].removeprefix(b"\xef\xbb\xbf")
    check_all(verb, lines, answers, seed)
