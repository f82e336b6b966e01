"""The games that the auditor can recompute: ours, and those for which an installed package brings a
second settlement, and the course of its rounds.

Such a package names a module of its own in the entry point group ``pitboss.audit``. It is written
from the rules beside the game and not from it: of Pitboss it imports ``pitboss.audit`` and the
kernel's cards and money, of its own game nothing.
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
"""The entry points by which an installed package adds a family: its name, and the module."""

_OURS = {
    "stud": "pitboss.audit.stud",
    "holdem": "pitboss.audit.holdem",
    "bullseye": "pitboss.audit.bullseye",
}


class Course(NamedTuple):
    """How a game runs, as far as the rulebook's file does not say it.

    ``asks`` are the questions that players are asked, in order, each with the wager by which one
    stays in; where a hand is set there is none. ``dealer_along``: single cards go round players and
    dealer alike. ``flop_settles`` are the wagers that hole cards and flop decide.
    """

    hand_cards: int
    asks: tuple[tuple[str, str | None], ...]
    dealer_along: bool = True
    flop_settles: frozenset[str] = frozenset(("progressive",))


class AuditedFamily(Protocol):
    """What a module says of one family of games. A module of another package has ``RULEBOOKS``
    besides: the folder of the rulebooks that come with it. Without a ``COURSE`` its settlements are
    recomputed, and neither the order of dealing nor rulings: the report says so.
    """

    WAGERS: tuple[str, ...]
    """In the order of a record; the first is the one that a box must have."""
    RAISES: tuple[str, ...]
    SHARES_CARDS: bool
    """Whether there are community cards."""
    SETS_HANDS: bool
    """Whether players divide their cards."""
    COURSE: Course

    def turned_up(
        self, book: "RulebookFile", state: str, *, bets: Collection[str], established: bool
    ) -> bool:
        """Whether a hand that was folded, left or not shown is turned up when the round is settled;
        otherwise it is in the record without its cards. ``bets`` are the wagers that lie with it.
        """

    def dealer(self, round: "AuditedRound") -> tuple[str, bool | None] | None:
        """The dealer's hand, and whether it qualifies."""

    def hand_name(self, round: "AuditedRound", box: "AuditedBox") -> str | None:
        """What the box holds."""

    def progressive_hand(self, round: "AuditedRound", box: "AuditedBox") -> str | None:
        """The hand that the progressive wager is paid on; None where it can't win."""

    def settle(
        self, round: "AuditedRound", box: "AuditedBox", stakes: "dict[str, Stake]"
    ) -> "dict[str, AuditedLine]":
        """What all wagers but the progressive one come to."""


@lru_cache
def audited_family(name: str) -> AuditedFamily | None:
    """A family by its name, or None where nobody has written its second settlement."""
    if name in _OURS:
        return cast(AuditedFamily, import_module(_OURS[name]))
    for point in entry_points(group=GROUP, name=name):
        return cast(AuditedFamily, point.load())
    return None


@lru_cache
def course_of(family: str) -> Course | None:
    """How a family's rounds run; None where nobody has said it for the auditor."""
    return getattr(audited_family(family), "COURSE", None)


@lru_cache
def added_rulebook(rulebook: str) -> Path | None:
    """The file of a rulebook that comes with an installed package, or None."""
    for point in entry_points(group=GROUP):
        file: Path = point.load().RULEBOOKS / f"{rulebook}.toml"
        if file.is_file():
            return file
    return None
