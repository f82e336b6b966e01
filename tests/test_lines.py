"""One JSON object a line in, one answer a line out: the frame of both verbs, whatever the verb."""

import json
from typing import Any

import pytest

from pitboss.games.faults import Fault, FaultCode
from pitboss.lines import answer_line, answer_lines, decode


def echo(value: Any) -> dict[str, Any]:
    """A verb that answers with what it was asked."""
    return {"id": "answered", "value": value}


def refuse(value: Any) -> dict[str, Any]:
    """A verb that answers nothing."""
    raise Fault(FaultCode.BAD_CARD, f"{value} is not to be answered", "boxes[2].cards[0]")


def answered(*lines: bytes) -> list[Any]:
    return [json.loads(text)["value"] for text, good in answer_lines(lines, echo) if good]


def not_json(line: bytes) -> str:
    """The message with which a line is refused."""
    with pytest.raises(Fault) as caught:
        decode(line)
    assert (caught.value.code, caught.value.at) == (FaultCode.NOT_JSON, "")
    return caught.value.message


def test_an_answer_is_one_line_of_json_and_good() -> None:
    assert answer_line(b'{"a": [1, "\\n"]}', echo) == (
        b'{"id":"answered","value":{"a":[1,"\\n"]}}',
        True,
    )


def test_what_the_verb_refuses_is_an_error_with_the_id_of_the_line() -> None:
    text, good = answer_line(b'{"id": "r7"}', refuse)
    assert not good
    assert json.loads(text) == {
        "id": "r7",
        "error": {
            "code": "bad-card",
            "message": "{'id': 'r7'} is not to be answered",
            "at": "boxes[2].cards[0]",
        },
    }


@pytest.mark.parametrize(
    "line", [b"{}", b'{"id": 7}', b'{"id": null}', b"[]", b'"r7"', b"7", b"null"]
)
def test_an_error_has_no_id_where_the_line_has_no_string_for_one(line: bytes) -> None:
    text, good = answer_line(line, refuse)
    assert (json.loads(text)["id"], good) == (None, False)


def test_answers_come_in_the_order_of_the_lines_good_or_bad() -> None:
    found = [json.loads(text)["id"] for text, _ in answer_lines([b"1", b"{", b"2"], echo)]
    assert found == ["answered", None, "answered"]
    assert [good for _, good in answer_lines([b"1", b"{", b"2"], echo)] == [True, False, True]


def test_each_line_is_answered_before_the_next_is_read() -> None:
    asked = []

    def lines() -> Any:
        for line in (b"1", b"2"):
            asked.append(line)
            yield line

    found = answer_lines(lines(), echo)
    next(found)
    assert asked == [b"1"]


def test_blank_lines_are_skipped() -> None:
    assert answered(b"1\n", b"\n", b"", b"   \n", b"\t\r\n", b"2\n", b"\n") == [1, 2]


def test_lines_may_end_as_windows_ends_them() -> None:
    assert answered(b'{"a": 1}\r\n', b'{"a": 2}\r') == [{"a": 1}, {"a": 2}]


def test_a_byte_order_mark_may_stand_before_the_first_line_only() -> None:
    mark = b"\xef\xbb\xbf"
    assert answered(mark + b"1", b"2") == [1, 2]
    assert answered(mark + b"\n", b"2") == [2]
    ((_, first), (_, second)) = answer_lines([b"1", mark + b"2"], echo)
    assert (first, second) == (True, False)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b'"\\ud83c\\udca1"', "\U0001f0a1"),
        ('"T♦"'.encode(), "T♦"),
        (b" [1, 2.5, -0, true, null] ", [1, 2.5, 0, True, None]),
        (b"12345678901234567890123", 12345678901234567890123),
        # The last of several keys of one name holds, as in every common reader.
        (b'{"a": 1, "a": 2}', {"a": 2}),
        # Numbers that JSON allows and a machine can't hold are read all the same.
        (b"1e999", float("inf")),
        (b"-1e999", float("-inf")),
        (b"1" * 400, int("1" * 400)),
    ],
)
def test_what_is_json(line: bytes, value: object) -> None:
    assert decode(line) == value


@pytest.mark.parametrize("line", [b"NaN", b"Infinity", b"[-Infinity]", b'{"a": NaN}'])
def test_numbers_that_only_some_readers_know_are_not_json(line: bytes) -> None:
    assert not_json(line).endswith(" is not a JSON value")


UNFINISHED = [b"{", b"[1", b'"', b"tru", b"1.", b"-"]
OTHER_LANGUAGES = [
    b"{'a': 1}",
    b"[1,]",
    b"01",
    b".5",
    b"+1",
    b"# 1",
    b"[1] // one",
    b"\xef\xbb\xbf1",
    b"\xc2\xa0",
]
WRONG = [b'{"a" 1}', b'"\t"', b'"\\x"', b"1 2", b"{} {}", b"\0", b'"\0"']


@pytest.mark.parametrize("line", [*UNFINISHED, *OTHER_LANGUAGES, *WRONG])
def test_what_is_not_json(line: bytes) -> None:
    assert not_json(line).startswith("this is not JSON: ")


@pytest.mark.parametrize(
    ("line", "byte"), [(b"\xff", 1), (b'{"a": "\xc3"}', 8), (b'"\xed\xa0\x80"', 2)]
)
def test_a_line_that_is_not_utf_8_says_where(line: bytes, byte: int) -> None:
    assert not_json(line) == (
        f"this is not UTF-8 text (byte {byte} of the line), so it can't be JSON"
    )


@pytest.mark.parametrize(
    "line", [b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000]
)
def test_a_line_that_is_nested_without_end(line: bytes) -> None:
    assert not_json(line) == "this is nested too deeply to be read as JSON"


def test_a_line_that_the_quick_reader_gives_up_may_be_nested_without_end_too() -> None:
    """Half a character is what only the second reader takes, and it comes before the depth."""
    assert not_json(rb'["\ud800", ' + b"[" * 100_000) == (
        "this is nested too deeply to be read as JSON"
    )


def test_a_number_of_thousands_of_digits_costs_its_line_only() -> None:
    assert not_json(b"9" * 5_000).startswith("this ")
    assert [good for _, good in answer_lines([b"9" * 5_000, b"1"], echo)] == [False, True]


def test_half_a_character_is_answered_too() -> None:
    """JSON can spell a lone surrogate, UTF-8 can't: the answer spells it as the question did, or
    has none.
    """
    ((text, _), (after, good)) = answer_lines([rb'{"id": "\ud800"}', b"1"], refuse_objects)
    assert json.loads(text)["id"] in ("\ud800", None)
    assert (json.loads(after), good) == ({"id": "answered", "value": 1}, True)


def refuse_objects(value: Any) -> dict[str, Any]:
    return refuse(value) if isinstance(value, dict) else echo(value)
