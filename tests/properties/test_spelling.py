"""Amounts and cards: what is written is read again as it was, and nothing else is read at all."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.kernel.cards import DECK, NAMES, Card, format_cards, parse_card, parse_cards
from pitboss.kernel.money import format_cents, parse_cents
from tests.properties.rounds import reproducible

DIGITS = "0123456789"


@settings(reproducible)
@given(st.integers(0, 10**12) | st.integers(0, 10**900))
def test_an_amount_is_read_as_it_was_written(cents: int) -> None:
    text = format_cents(cents)
    assert parse_cents(text) == cents
    dollars, point, places = text.partition(".")
    assert point == "."
    assert len(places) == 2
    assert dollars == "0" or not dollars.startswith("0")


@settings(reproducible)
@given(st.integers(1, 10**12))
def test_a_loss_is_the_amount_with_its_sign_in_front_and_is_no_amount_on_input(cents: int) -> None:
    assert format_cents(-cents) == "-" + format_cents(cents)
    assert parse_cents(format_cents(-cents)) is None


@settings(reproducible)
@given(st.text(DIGITS, min_size=1, max_size=30), st.text(DIGITS, max_size=4), st.booleans())
def test_digits_with_at_most_two_places_after_a_point_are_an_amount(
    dollars: str, places: str, point: bool
) -> None:
    text = f"{dollars}.{places}" if point else dollars
    if point and len(places) not in (1, 2):
        assert parse_cents(text) is None
    else:
        # Written out by hand: the places move into the whole number.
        moved = (places if point else "").ljust(2, "0")
        assert parse_cents(text) == int(dollars + moved)


@settings(reproducible)
@given(st.text() | st.text(alphabet="0123456789.+-eE_ ,\n٣", max_size=8))
def test_what_is_read_as_an_amount_is_made_of_digits_and_a_point(text: str) -> None:
    found = parse_cents(text)
    plain = all(letter in DIGITS + "." for letter in text) and text.count(".") <= 1
    dollars, point, places = text.partition(".")
    assert (found is not None) == (plain and bool(dollars) and (not point or len(places) in (1, 2)))


@settings(reproducible)
@given(st.lists(st.sampled_from(DECK), max_size=52, unique=True))
def test_cards_are_read_as_they_were_written(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


@settings(reproducible)
@given(st.sampled_from(DECK), st.booleans(), st.booleans(), st.booleans())
def test_every_spelling_of_a_card_is_that_card(
    card: Card, lower: bool, symbol: bool, ten: bool
) -> None:
    rank, suit = NAMES[card][0], NAMES[card][1]
    rank = rank.lower() if lower else rank
    rank = "10" if ten and rank in "Tt" else rank
    suit = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[suit] if symbol else suit
    assert parse_card(rank + suit) == card


@settings(reproducible)
@given(st.text(max_size=4) | st.text(alphabet="AKQJTakqjt1098765432shdcSHDC♠♥♦♣", max_size=3))
def test_whatever_is_read_as_a_card_has_a_rank_and_a_suit(text: str) -> None:
    card = parse_card(text)
    rank, suit = text[:-1], text[-1:]
    ranks = {*"AKQJT98765432", *"akqjt", "10"}
    assert (card is not None) == (rank in ranks and suit in {*"shdc", *"♠♥♦♣"})
    if card is not None:
        assert (
            NAMES[card]
            == ("T" if rank == "10" else rank.upper()) + "shdcshdc"["shdc♠♥♦♣".index(suit)]
        )
