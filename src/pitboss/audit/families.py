"""The games the auditor can recompute: ours, and those for which an installed package supplies an
independent settlement and the course of a round.

Such a package names a module in the entry point group ``pitboss.audit``. That module is written
from the rules, independently of the game: it imports ``pitboss.audit`` and the kernel's cards and
money, and nothing of its own game.
"""

from collections.abc import Collection
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from pitboss.audit.rounds import AuditedBox, AuditedLine, AuditedRound, Stake
    from pitboss.audit.rulebook_file import RulebookFile

GROUP = "pitboss.audit"
"""The entry point group in which an installed package names a family and its module."""

_OURS = {
    "stud": "pitboss.audit.stud",
    "holdem": "pitboss.audit.holdem",
    "bullseye": "pitboss.audit.bullseye",
}


class Course(NamedTuple):
    """The course of a game, as far as the rulebook's file does not give it.

    ``asks`` are the questions put to players, in order, each with the wager by which one stays in
    (None for setting a hand). ``dealer_along``: single cards alternate between players and dealer.
    ``flop_settles`` are the wagers decided by hole cards and flop.
    """

    hand_cards: int
    asks: tuple[tuple[str, str | None], ...]
    dealer_along: bool = True
    flop_settles: frozenset[str] = frozenset(("progressive",))


class AuditedFamily(Protocol):
    """What a module defines for one family of games. A module of another package also has
    ``RULEBOOKS``, the folder of its rulebooks. Without a ``COURSE``, settlements are recomputed but
    not the order of dealing or rulings; the report says so.
    """

    WAGERS: tuple[str, ...]
    """In the order of a record; the first is the one every box must have."""
    RAISES: tuple[str, ...]
    SHARES_CARDS: bool
    """Whether there are community cards."""
    SETS_HANDS: bool
    """Whether players set their hands."""
    COURSE: Course

    def turned_up(
        self, book: "RulebookFile", state: str, *, bets: Collection[str], established: bool
    ) -> bool:
        """Whether a hand that was folded, left or not shown is turned up at settlement; otherwise
        the record omits its cards. ``bets`` are its wagers.
        """

    def dealer(self, round: "AuditedRound") -> tuple[str, bool | None] | None:
        """The dealer's hand, and whether it qualifies."""

    def hand_name(self, round: "AuditedRound", box: "AuditedBox") -> str | None:
        """What the box holds."""

    def progressive_hand(self, round: "AuditedRound", box: "AuditedBox") -> str | None:
        """The hand the progressive wager is paid on; None if it can't win."""

    def settle(
        self, round: "AuditedRound", box: "AuditedBox", stakes: "dict[str, Stake]"
    ) -> "dict[str, AuditedLine]":
        """The result of all wagers except the progressive one."""


@lru_cache
def audited_family(name: str) -> AuditedFamily | None:
    """A family by name; None if nobody has written an independent settlement for it."""
    if name in _OURS:
        return cast(AuditedFamily, import_module(_OURS[name]))
    for point in entry_points(group=GROUP, name=name):
        return cast(AuditedFamily, point.load())
    return None


@lru_cache
def course_of(family: str) -> Course | None:
    """The course of a family's rounds; None if nobody has described it for the auditor."""
    return getattr(audited_family(family), "COURSE", None)


@lru_cache
def added_rulebook(rulebook: str) -> Path | None:
    """The file of a rulebook from an installed package, or None."""
    for point in entry_points(group=GROUP):
        file: Path = point.load().RULEBOOKS / f"{rulebook}.toml"
        if file.is_file():
            return file
    return None
