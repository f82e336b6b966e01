"""Names in the order in which people list them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.kernel.names import natural


@pytest.mark.parametrize(
    "ordered",
    [
        ["T1", "T2", "T10", "T11"],
        ["2", "10", "Bullseye", "bullseye", "Classic"],
        ["Pit 1 T9", "Pit 1 T10", "Pit 2 T1"],
        ["T", "T01", "T1", "T1a", "T1b2", "T1b10"],
        ["", "¹", "٣"],  # Digits of other scripts are letters here.
    ],
)
def test_numbers_within_names_are_ordered_by_what_they_count(ordered: list[str]) -> None:
    backwards = ordered[::-1]
    assert sorted(backwards, key=natural) == ordered


@given(st.lists(st.text(max_size=40), unique=True))
def test_every_list_of_names_has_one_order(names: list[str]) -> None:
    backwards = names[::-1]
    assert sorted(names, key=natural) == sorted(backwards, key=natural)
