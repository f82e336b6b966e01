"""Amounts as the contract spells them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.kernel.money import MAX_AMOUNT_CHARACTERS, NOTHING, format_cents, parse_cents


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("0", 0),
        ("0.00", 0),
        ("0.01", 1),
        ("0.1", 10),
        ("25", 2_500),
        ("25.5", 2_550),
        ("25.50", 2_550),
        ("25.05", 2_505),
        ("007", 700),
        ("250000.00", 25_000_000),
        ("9007199254740993", 900_719_925_474_099_300),  # 2^53 + 1, which a float would lose.
    ],
)
def test_an_amount_is_digits_and_at_most_two_places(text: str, cents: int) -> None:
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ".",
        ".5",
        "25.",
        "25.505",
        "25.5.0",
        "25,50",
        "1,000",
        "1_000",
        "1e3",
        "1E3",
        "+5",
        "-5",
        "-0",
        "0x10",
        "NaN",
        "inf",
        "$25",
        "25 ",
        " 25",
        "25\n",
        "2 5",
        "２５",  # full-width digits
        "٢٥",  # Arabic-Indic digits
        "25.٥",
        "²",
    ],
)
def test_anything_else_is_no_amount(text: str) -> None:
    assert parse_cents(text) is None


def test_an_amount_may_be_long_but_not_without_end() -> None:
    longest = "1" * MAX_AMOUNT_CHARACTERS
    assert parse_cents(longest) == int(longest) * 100
    assert parse_cents(longest + "1") is None
    # Python refuses to read a number of more than 4,300 digits, and this must not surface as an
    # error.
    assert parse_cents("1" * 5_000) is None


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "0.00"),
        (1, "0.01"),
        (10, "0.10"),
        (100, "1.00"),
        (2_550, "25.50"),
        (-1, "-0.01"),
        (-500, "-5.00"),
        (-2_505, "-25.05"),
        (10_000_000_000_000_000_001, "100000000000000000.01"),
    ],
)
def test_an_amount_is_written_with_two_places_and_its_sign_in_front(cents: int, text: str) -> None:
    assert format_cents(cents) == text


def test_nothing_is_no_cents() -> None:
    assert NOTHING == 0


@given(st.integers(min_value=0, max_value=10**30))
@example(0)
@example(99)
@example(100)
def test_what_is_written_reads_back(cents: int) -> None:
    assert parse_cents(format_cents(cents)) == cents


@given(st.integers(min_value=1, max_value=10**30))
def test_a_loss_is_the_amount_with_a_sign(cents: int) -> None:
    assert format_cents(-cents) == "-" + format_cents(cents)
    assert parse_cents(format_cents(-cents)) is None


@given(st.integers(min_value=0, max_value=10**12), st.integers(min_value=0, max_value=99))
def test_dollars_and_cents_read_as_they_are_said(dollars: int, cents: int) -> None:
    assert parse_cents(f"{dollars}.{cents:02d}") == dollars * 100 + cents
    assert parse_cents(f"{dollars}") == dollars * 100
    assert parse_cents(f"{dollars}.{cents % 10}") == dollars * 100 + cents % 10 * 10


@given(st.text(alphabet="0123456789.+-eE_, ٣", max_size=8))
def test_what_reads_as_an_amount_has_the_form_of_one(text: str) -> None:
    whole, point, places = text.partition(".")
    digits = set("0123456789")
    well_formed = (
        bool(whole) and set(whole + places) <= digits and (len(places) in (1, 2) if point else True)
    )
    assert (parse_cents(text) is not None) == well_formed
