"""What a line of a pay table pays: the four ways of writing it, and what each comes to."""

from fractions import Fraction

import pytest

from pitboss.kernel.money import Cents
from pitboss.rulebook.pay import Fixed, ForOne, Pay, Share, ToOne, parse_pay


@pytest.mark.parametrize(
    ("text", "stake_cents", "winnings_cents"),
    [
        ("1 to 1", 2500, 2500),
        ("250 to 1", 5000, 1_250_000),
        ("3 to 2", 2500, 3750),
        # Three for every two of a single cent would be a cent and a half; the half is not paid.
        ("3 to 2", 1, 1),
        ("1 to 999999999", 100, 0),
        # "For 1" contains the stake: five dollars at 400 for 1 are 2,000.00 in all.
        ("400 for 1", 500, 200_000),
        ("$500", 500, 50_000),
        ("$500", 1, 50_000),
        ("$0.5", 500, 50),
        ("$12.34", 500, 1234),
    ],
)
def test_what_a_line_adds_to_a_stake(text: str, stake_cents: int, winnings_cents: int) -> None:
    assert parse_pay(text).winnings(Cents(stake_cents)) == winnings_cents


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("100% of jackpot", Fraction(1)),
        ("10% of jackpot", Fraction(1, 10)),
        ("12.5% of jackpot", Fraction(1, 8)),
        ("0.0001% of jackpot", Fraction(1, 1_000_000)),
    ],
)
def test_a_share_is_an_exact_part_and_needs_the_jackpot(text: str, part: Fraction) -> None:
    share = parse_pay(text)
    assert isinstance(share, Share)
    assert share.part == part
    with pytest.raises(TypeError, match="depends on the jackpot"):
        share.winnings(Cents(500))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("250 to 1", ToOne),
        ("3 to 2", ToOne),
        ("400 for 1", ForOne),
        ("$500", Fixed),
        ("$2000", Fixed),
        ("$12.34", Fixed),
        ("100% of jackpot", Share),
        ("10% of jackpot", Share),
        ("12.5% of jackpot", Share),
        ("0.0001% of jackpot", Share),
    ],
)
def test_a_line_is_shown_as_it_is_written(text: str, kind: type[Pay]) -> None:
    pay = parse_pay(text)
    assert type(pay) is kind
    assert str(pay) == text


def test_cents_are_shown_in_full_or_not_at_all() -> None:
    assert [str(parse_pay(text)) for text in ("$5.00", "$5.5", "$05")] == ["$5", "$5.50", "$5"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "5:1",
        "5-1",
        "5 to1",
        "5  to 1",
        " 5 to 1",
        "5 to 1\n",
        "0 to 1",
        "5 to 0",
        "05 to 1",
        "-5 to 1",
        "1.5 to 1",
        "5 TO 1",
        "٥ to 1",
        "1234567890 to 1",
        "5 for 2",
        "0 for 1",
        "5 for 1.",
        "$",
        "$0",
        "$0.00",
        "$1.234",
        "$1,000",
        "$-5",
        "$1234567890",
        "500",
        "0% of jackpot",
        "100.1% of jackpot",
        "101% of jackpot",
        "-10% of jackpot",
        "10.00001% of jackpot",
        "10 % of jackpot",
        "10% of the jackpot",
        "10%",
        5,
        5.5,
        True,
        None,
        ["5 to 1"],
        b"5 to 1",
    ],
)
def test_anything_else_is_refused_with_the_forms_there_are(text: object) -> None:
    with pytest.raises(ValueError, match="is not what a line can pay") as caught:
        parse_pay(text)
    assert str(caught.value) == (
        f"{text!r} is not what a line can pay; write '250 to 1', '400 for 1', '$500' or '10% "
        "of jackpot'"
    )
