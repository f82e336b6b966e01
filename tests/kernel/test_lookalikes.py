"""Names that read alike."""

import pytest

from pitboss.kernel.lookalikes import skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Paula", "Раulа"),
        ("dana", "DANA"),
        ("max1", "maxl"),
        ("maxI", "max1"),
        ("bob", "b0b"),
        ("Lorna", "Loma"),
        ("O'Neil", "O’Neil"),
        ("pit 1", "pit  1"),
        ("ｍａｘ", "max"),
        ("ΑΒΟ", "aβo"),
    ],
)
def test_names_that_read_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("ann", "anna"), ("T2", "T3"), ("李", "王"), ("Мария", "Дарья"), ("a-b", "ab")],
)
def test_names_that_read_otherwise_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
