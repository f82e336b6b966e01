"""Cards: how they are numbered, and how they may be written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.kernel.cards import (
    ACE,
    DECK,
    JACK,
    KING,
    NAMES,
    QUEEN,
    RANKS,
    SPELLINGS,
    SUITS,
    TEN,
    TWO,
    Card,
    format_cards,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)


def test_a_deck_has_each_of_52_cards_once() -> None:
    assert len(DECK) == 52
    assert len(set(NAMES)) == 52
    assert NAMES[:5] == ("2c", "2d", "2h", "2s", "3c")
    assert NAMES[-4:] == ("Ac", "Ad", "Ah", "As")


def test_a_card_is_a_rank_and_a_suit() -> None:
    ten_of_diamonds = parse_card("Td")
    assert ten_of_diamonds == 33
    assert (rank_of(ten_of_diamonds), suit_of(ten_of_diamonds)) == (8, 1)
    assert [(rank_of(card), suit_of(card)) for card in DECK] == [
        (r, s) for r in range(13) for s in range(4)
    ]


def test_ranks_that_rules_name_stand_where_they_should() -> None:
    assert [RANKS[rank] for rank in (TWO, TEN, JACK, QUEEN, KING, ACE)] == [
        "2",
        "T",
        "J",
        "Q",
        "K",
        "A",
    ]
    assert SUITS == "cdhs"


@pytest.mark.parametrize("text", ["Td", "td", "10d", "T♦", "t♦", "10♦"])
def test_a_ten_has_six_spellings(text: str) -> None:
    assert parse_card(text) == 33


@pytest.mark.parametrize("text", ["As", "as", "A♠", "a♠"])
def test_an_ace_has_four_spellings(text: str) -> None:
    assert parse_card(text) == 51


@pytest.mark.parametrize(
    ("text", "name"), [("2♣", "2c"), ("9♥", "9h"), ("j♠", "Js"), ("q♦", "Qd"), ("kc", "Kc")]
)
def test_suits_may_be_written_as_signs(text: str, name: str) -> None:
    card = parse_card(text)
    assert card is not None
    assert NAMES[card] == name


def test_every_spelling_is_of_one_card() -> None:
    # Two for each of 32 cards from two to nine, six for each of four tens, four for each of the
    # other sixteen.
    assert len(SPELLINGS) == 2 * 32 + 6 * 4 + 4 * 16
    assert set(SPELLINGS.values()) == set(DECK)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "T",
        "d",
        "TD",
        "tD",
        "10D",
        "AS",
        "10",
        "1d",
        "0d",
        "11d",
        "1s",
        "dT",
        "Tx",
        "Tdd",
        " Td",
        "Td ",
        "T d",
        "Td,",
        "T♢",  # an outlined sign
        "T♦\ufe0f",  # a sign drawn as an emoji
        "\u0422d",  # a Cyrillic letter that looks like a T
        "２d",
        "Joker",
    ],
)
def test_what_is_no_card(text: str) -> None:
    assert parse_card(text) is None


def test_cards_are_written_with_spaces_between() -> None:
    assert parse_cards("Qs  Qh 10♦\n2c") == (43, 42, 33, 0)
    assert parse_cards("") == ()
    assert format_cards(parse_cards("qs q♥ 10♦ 2♣")) == "Qs Qh Td 2c"
    assert format_cards(()) == ""


def test_the_first_word_that_is_no_card_is_named() -> None:
    message = r"^'TD' is not a card; write a rank A K Q J T 9 … 2 and a suit s h d c, as in 'Td'$"
    with pytest.raises(ValueError, match=message):
        parse_cards("As TD 1x")


@given(st.lists(st.sampled_from(DECK), max_size=52, unique=True))
def test_what_is_written_reads_back(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)
