"""Accounts, entries that balance by construction, and balances."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.ledger.entries import Account, AccountKind, Balances, Entry, Unbalanced
from tests.properties.rounds import reproducible

ANN = Account(AccountKind.PLAYER, "ann")
TABLE = Account(AccountKind.TABLE, "T1")
HOUSE = Account(AccountKind.HOUSE, "table/T1")
METER = Account(AccountKind.METER, "mega")


def test_an_account_is_written_with_its_kind() -> None:
    assert str(HOUSE) == "house/table/T1"


def test_an_entry_that_does_not_balance_can_not_be_built() -> None:
    with pytest.raises(Unbalanced) as raised:
        Entry({ANN: -5, TABLE: 4})
    assert str(raised.value) == (
        "the postings sum to -1 units, not to nothing: player/ann -5, table/T1 +4"
    )


def test_an_entry_leaves_out_what_does_not_move() -> None:
    entry = Entry({ANN: -5, TABLE: 5, HOUSE: 0})
    assert dict(entry) == {ANN: -5, TABLE: 5}
    assert repr(entry) == "Entry(player/ann -5, table/T1 +5)"


def test_an_entry_that_moves_nothing_is_empty() -> None:
    assert not Entry({})
    assert not Entry({ANN: 0})
    assert not Entry.move(0, ANN, TABLE)
    assert Entry.move(1, ANN, TABLE)


def test_money_moves_from_one_account_to_another() -> None:
    assert dict(Entry.move(7, ANN, TABLE)) == {ANN: -7, TABLE: 7}
    assert dict(Entry.move(-7, ANN, TABLE)) == {ANN: 7, TABLE: -7}


def test_entries_are_equal_when_they_move_the_same() -> None:
    assert Entry({ANN: -1, TABLE: 1}) == Entry({TABLE: 1, ANN: -1, HOUSE: 0})
    assert hash(Entry({ANN: -1, TABLE: 1})) == hash(Entry({TABLE: 1, ANN: -1}))
    assert Entry({ANN: -1, TABLE: 1}) != Entry({ANN: -2, TABLE: 2})
    assert Entry({}) != {}


def test_balances_add_up_entries() -> None:
    balances = Balances([Entry.move(10, ANN, TABLE), Entry.move(4, TABLE, HOUSE)])
    balances.post(Entry.move(6, TABLE, ANN))
    assert (balances[ANN], balances[TABLE], balances[HOUSE], balances[METER]) == (-4, 0, 4, 0)
    # In the order of accounts, without those on which nothing is.
    assert list(balances) == [(HOUSE, 4), (ANN, -4)]


def test_balances_are_equal_when_every_account_is() -> None:
    assert Balances([Entry.move(1, ANN, TABLE)]) == Balances(
        [Entry.move(3, ANN, TABLE), Entry.move(2, TABLE, ANN)]
    )
    assert Balances([Entry.move(1, ANN, TABLE)]) != Balances()
    assert Balances() != 0
    with pytest.raises(TypeError):
        hash(Balances())


ACCOUNTS = st.sampled_from([ANN, TABLE, HOUSE, METER])
MOVES = st.lists(
    st.tuples(st.integers(-(10**15), 10**15), ACCOUNTS, ACCOUNTS).filter(
        lambda move: move[1] != move[2]
    )
)


@given(MOVES)
@settings(reproducible, max_examples=100)
def test_balances_always_sum_to_nothing(moves: list[tuple[int, Account, Account]]) -> None:
    balances = Balances(Entry.move(*move) for move in moves)
    assert sum(units for _, units in balances) == 0
