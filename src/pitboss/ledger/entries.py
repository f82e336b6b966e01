"""Accounts and balanced entries. An entry that does not balance cannot be built."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

import msgspec

UNITS_PER_CENT = 10_000


class AccountKind(StrEnum):
    """Whose money it is.

    A player's account is what he is up or down; a table's is the chips on its layout; the house has
    an account a table and one a link; a link has what its tables have put in and has not been
    entered (``feed``), its meter, reserve and overflow.
    """

    PLAYER = "player"
    TABLE = "table"
    HOUSE = "house"
    FEED = "feed"
    METER = "meter"
    RESERVE = "reserve"
    OVERFLOW = "overflow"


class Account(msgspec.Struct, frozen=True, order=True):
    """An account, written ``player/alice`` or ``meter/mega``."""

    kind: AccountKind
    name: str

    def __str__(self) -> str:
        return f"{self.kind}/{self.name}"


class Unbalanced(ValueError):
    """Postings that do not sum to zero are not an entry."""


class Entry:
    """Postings that sum to zero: what moved from which accounts to which."""

    __slots__ = ("postings",)

    def __init__(self, postings: Mapping[Account, int]) -> None:
        total = sum(postings.values())
        if total:
            parts = ", ".join(f"{account} {units:+}" for account, units in postings.items())
            raise Unbalanced(f"the postings sum to {total:+} units, not to nothing: {parts}")
        self.postings: Mapping[Account, int] = {
            account: units for account, units in postings.items() if units
        }

    @classmethod
    def move(cls, units: int, source: Account, to: Account) -> "Entry":
        """Money that moves from one account to another."""
        return cls({source: -units, to: units})

    def __bool__(self) -> bool:
        return bool(self.postings)

    def __iter__(self) -> Iterator[tuple[Account, int]]:
        return iter(self.postings.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.postings == other.postings

    def __hash__(self) -> int:
        return hash(frozenset(self.postings.items()))

    def __repr__(self) -> str:
        return f"Entry({', '.join(f'{account} {units:+}' for account, units in self)})"


class Balances:
    """The balance of each account after some entries. They always sum to zero."""

    __slots__ = ("_units",)

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._units: dict[Account, int] = {}
        for entry in entries:
            self.post(entry)

    def post(self, entry: Entry) -> None:
        """Adds an entry."""
        for account, units in entry:
            self._units[account] = self._units.get(account, 0) + units

    def __getitem__(self, account: Account) -> int:
        return self._units.get(account, 0)

    def __iter__(self) -> Iterator[tuple[Account, int]]:
        return iter(sorted((account, units) for account, units in self._units.items() if units))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Balances) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # balances change, so they are no key
