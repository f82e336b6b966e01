"""Names and lines of prose that can be stored, and those that can't."""

import pytest

from pitboss.kernel.texts import MOST_NAME, MOST_TEXT, name_fault, text_fault


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "A name has 1 to 64 characters."),
        ("x" * (MOST_NAME + 1), "A name has 1 to 64 characters."),
        ("a\u200bb", "A name can't contain invisible characters; remove them."),
        ("a\u3164b", "A name can't contain invisible characters; remove them."),
        ("a\tb", "A name can't contain invisible characters; remove them."),
        (" a", "A name can't begin or end with a space."),
        ("a ", "A name can't begin or end with a space."),
        ("..", ".. can't be a name; use letters or digits."),
        ("\u0301a", "\u0301a can't be a name; use letters or digits."),
        ("a/b", "A name can't contain a slash (/)."),
    ],
)
def test_a_name_that_can_not_be_stored(name: str, sentence: str) -> None:
    assert name_fault(name) == sentence


@pytest.mark.parametrize("name", ["a", "x" * MOST_NAME, "Jürgen K.", "莊家", "a:b", "a,b"])
def test_a_name_that_can(name: str) -> None:
    assert name_fault(name) is None


def test_what_stands_between_names_elsewhere_is_not_in_one() -> None:
    assert name_fault("a:b", parted_by="/:") == "A name can't contain a colon (:)."
    assert name_fault("a,b", parted_by="/,") == "A name can't contain a comma (,)."


@pytest.mark.parametrize("sign", ["\n", "\x1b", "\u2028", "\u2029", "\u202e", "\u2066", "\ud800"])
def test_a_text_is_one_line_that_reads_as_it_is(sign: str) -> None:
    fault = text_fault(f"a{sign}b")
    assert fault is not None
    assert fault.startswith("A text is one line, without control characters")


def test_a_text_has_an_end() -> None:
    assert text_fault("x" * MOST_TEXT) is None
    fault = text_fault("x" * (MOST_TEXT + 1))
    assert fault == "A text has at most 500 characters; this one has 501."


@pytest.mark.parametrize(
    "text", ["", "The dealer dropped a card.", "a\u00a0b", "👩\u200d👧", "賠率"]
)
def test_what_people_write_is_a_text(text: str) -> None:
    assert text_fault(text) is None
