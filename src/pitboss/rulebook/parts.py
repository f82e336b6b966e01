"""What every rulebook file contains, whatever the family: documents, dealing, wagers, pay lines,
limits.

Keys are written in kebab-case in the files; an unknown key is refused.
"""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Literal

import msgspec

from pitboss.kernel.money import Cents, parse_cents
from pitboss.rulebook.pay import Pay

Clauses = tuple[str, ...]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class RulebookPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Base of everything in a rulebook file."""


LONGEST_OPERATOR = 64


def operator_problem(name: str) -> str | None:
    """What is wrong with an operator's name, in words for a message; None if nothing is."""
    if not name.strip() or name != name.strip():
        return "is blank, or has blanks around it"
    if len(name) > LONGEST_OPERATOR:
        return f"has more than {LONGEST_OPERATOR} characters"
    if not name.isprintable():
        return "has characters that can't be printed"
    return None


class Effective(RulebookPart, frozen=True, kw_only=True):
    """When the document took effect, when it ends if it does, and where that is written."""

    since: datetime | None = None
    until: datetime | None = None
    source: str

    @property
    def since_ms(self) -> int:
        """The first millisecond in which it is in force."""
        return 0 if self.since is None else _first_ms(self.since)

    @property
    def until_ms(self) -> int:
        """The first millisecond in which it is no longer in force."""
        return NO_END_MS if self.until is None else _first_ms(self.until)

    def holds(self, now_ms: int) -> bool:
        """Whether the document is in force at a time, to the millisecond."""
        return self.since_ms <= now_ms < self.until_ms


NO_END_MS = 1 << 62
"""Later than any time that is ever written."""


def _first_ms(moment: datetime) -> int:
    """The first whole millisecond that is not before a moment. In integers: a float would soon be
    wrong by a millisecond.
    """
    return -(-((moment - _EPOCH) // timedelta(microseconds=1)) // 1_000)


class Deck(RulebookPart, frozen=True):
    cards: Literal[52]
    clause: str


class Layout(RulebookPart, frozen=True):
    """How many boxes a printed layout may have."""

    boxes: tuple[int, int]
    clause: str

    def __post_init__(self) -> None:
        least, most = self.boxes
        if not 1 <= least <= most:
            raise ValueError(
                f"boxes is [{least}, {most}]; write the least and the most number of boxes"
            )


class Stage(StrEnum):
    """A stretch of the deal."""

    PLAYERS = "players"
    DEALER = "dealer"
    COMMUNITY = "community"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    DECISIONS = "decisions"


class Dealing(RulebookPart, frozen=True, kw_only=True):
    """One way of dealing: with which device, in which order, with which burns."""

    device: Literal["shoe", "shuffler", "manual", "automated"]
    cards: Literal["one-by-one", "whole-sets"]
    order: tuple[Stage, ...]
    burn_before: tuple[Stage, ...] = ()
    dealer_face_up: Literal["last", "none"]
    security_card: bool = False
    clause: str


class WagerKind(StrEnum):
    OPENING = "opening"
    RAISE = "raise"
    SIDE = "side"
    PROGRESSIVE = "progressive"


class WagerSpot(RulebookPart, frozen=True, kw_only=True):
    """A spot on the layout."""

    label: str
    kind: WagerKind
    times_opening: int | None = None
    clause: str

    def __post_init__(self) -> None:
        if (self.kind is WagerKind.RAISE) != (self.times_opening is not None):
            raise ValueError("times-opening is needed for a raise, and only there")


class PayLine(RulebookPart, frozen=True):
    """A line of a pay table. A clause ``4.1:flush`` is the row ``flush`` of the table in 4.1."""

    pays: Pay
    clause: str

    @property
    def cited(self) -> str:
        """The clause as the document numbers it."""
        return self.clause.partition(":")[0]

    @property
    def row(self) -> str | None:
        """The row of the table, if the clause has several."""
        return self.clause.partition(":")[2] or None


class Cap(RulebookPart, frozen=True):
    """The most that a wager can win on one box."""

    winnings: str
    clause: str

    def __post_init__(self) -> None:
        if parse_cents(self.winnings) is None:
            raise ValueError(f"winnings is {self.winnings!r}; write an amount such as '100000.00'")

    @property
    def winnings_cents(self) -> Cents:
        amount = parse_cents(self.winnings)
        assert amount is not None, "checked when the cap was made"
        return amount


class SameTable(StrEnum):
    """How several major awards of one round at one table are paid."""

    DEALING_ORDER = "dealing-order"
    POOLED = "pooled"


class AcrossTables(StrEnum):
    """Whose award comes first if several tables win at once."""

    TIME_DEALT = "time-dealt"
    FIRST_ENTERED = "first-entered"


class JackpotOrder(RulebookPart, frozen=True, kw_only=True):
    same_table: SameTable
    same_table_clauses: Clauses
    several_royal_flushes_clauses: Clauses = ()
    several_straight_flushes_clauses: Clauses = ()
    royal_flushes_last_clauses: Clauses = ()
    across_tables: AcrossTables
    across_tables_clauses: Clauses


class UnderMinimum(StrEnum):
    """How often a wager under the minimum plays if it was not noticed in time."""

    ALWAYS = "always"
    ONCE = "once"
    ONCE_A_DAY = "once-a-day"

    @property
    def is_limited(self) -> bool:
        """Whether a player's next one may go back."""
        return self is not UnderMinimum.ALWAYS


class Limits(RulebookPart, frozen=True):
    """What happens to wagers of the wrong size."""

    over_maximum_clauses: Clauses
    under_minimum: UnderMinimum
    under_minimum_clauses: Clauses
    raise_over_clauses: Clauses
    raise_under_clauses: Clauses


class Leaving(StrEnum):
    """What happens to the hand of a player who walks away with a decision open."""

    FOLDED = "folded"
    INVALID = "invalid"


class Conduct(RulebookPart, frozen=True):
    """How a table is run: what is announced, and whether several players may bet on one box.

    At a table with coin spots, a progressive bet is chips on one; elsewhere a wagering system takes
    it.
    """

    announce_open: str
    open_clause: str
    announce_close: str
    close_clause: str
    boxes_are_shared: bool
    boxes_clause: str
    one_hand_notice: str
    one_hand_clause: str
    has_coin_spots: bool = False


class Operation(RulebookPart, frozen=True):
    """What the house may choose while the jackpot is down."""

    what: str
    clause: str
    notice: str | None = None
