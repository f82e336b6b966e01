"""Checking a published shuffle: what fits, and where it does not."""

from typing import Any

import pytest

from pitboss.games.faults import Fault
from pitboss.table.shuffle.verify import Mismatch, verify_shuffle
from tests.support import MS
from tests.tables import Table


def published() -> dict[str, Any]:
    """What a table publishes of a round with one seed."""
    t = Table.open(MS, cards="virtual")
    t.do("open-betting")
    t.do("give-seed", by="player:ann", seed="käse 🧀")
    t.bet(ann=(1, {"ante": "25"}))
    t.deal_all()
    t.choose(1, "fold")
    t.settle()
    t.do("conclude")
    found: dict[str, Any] = t.view()["published"]
    return found


GOOD = published()


def fault(raw: object) -> Fault:
    with pytest.raises(Fault) as caught:
        verify_shuffle(raw)
    return caught.value


def test_what_a_table_publishes_fits() -> None:
    expected = {"round": "t1-1", "verified": True, "commitment": GOOD["commitment"]}

    assert verify_shuffle(GOOD) == expected
    # Cards may be spelled as anywhere else, and the round need not be named.
    spelled = [card.replace("T", "10") for card in GOOD["deck"]]
    nameless = {key: value for key, value in GOOD.items() if key != "round"}
    assert verify_shuffle(nameless | {"deck": spelled}) == expected | {"round": None}


@pytest.mark.parametrize("raw", [None, [], "x", 7])
def test_a_shuffle_is_an_object(raw: object) -> None:
    found = fault(raw)

    assert (found.code.value, found.at) == ("bad-field", "")


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"secret": None}, ("bad-field", "secret")),
        ({"secret": 7}, ("bad-field", "secret")),
        ({"secret": "zz"}, ("bad-field", "secret")),
        ({"secret": "00" * 31}, ("bad-field", "secret")),
        ({"seeds": []}, ("bad-field", "seeds")),
        ({"seeds": {"ann": 7}}, ("bad-field", "seeds")),
        ({"seeds": {"ann": "\ud800"}}, ("bad-field", "seeds")),
        ({"deck": None}, ("wrong-card-count", "deck")),
        ({"deck": GOOD["deck"][:51]}, ("wrong-card-count", "deck")),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_cannot_be_read_is_told_with_its_place(
    changed: dict[str, Any], expected: tuple[str, str]
) -> None:
    found = fault(GOOD | changed)

    assert (found.code.value, found.at) == expected
    assert not isinstance(found, Mismatch)


@pytest.mark.parametrize(
    ("changed", "at"),
    [
        ({"commitment": "00" * 32}, "commitment"),
        ({"commitment": None}, "commitment"),
        ({"secret": "00" * 32}, "commitment"),
        ({"deck": [GOOD["deck"][1], GOOD["deck"][0], *GOOD["deck"][2:]]}, "deck[0]"),
        ({"deck": [*GOOD["deck"][:51], "joker"]}, "deck[51]"),
        ({"deck": [*GOOD["deck"][:51], None]}, "deck[51]"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_does_not_fit_is_a_mismatch(changed: dict[str, Any], at: str) -> None:
    found = fault(GOOD | changed)

    assert isinstance(found, Mismatch)
    assert found.at == at


@pytest.mark.parametrize(
    "seeds", [{}, {"ann": "käse"}, {"bob": "käse 🧀"}, {"ann": "käse 🧀", "bob": ""}], ids=str
)
def test_other_seeds_give_another_deck(seeds: dict[str, str]) -> None:
    found = fault(GOOD | {"seeds": seeds})

    assert isinstance(found, Mismatch)
    assert found.at.startswith("deck[")
