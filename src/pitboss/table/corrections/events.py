"""What happened to a wrong entry: it was taken back or corrected, or, after the round, compensated
in money.

``was``, ``now`` and the like are commands in a plain form, amounts in cents: stored ones can then
be read whatever fields commands get later.
"""

import msgspec

from pitboss.games.deal_plan import Do
from pitboss.games.record import Jackpot
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor
from pitboss.table.event_base import CommandJson, TableEvent


class Dropped(msgspec.Struct, frozen=True, rename="kebab"):
    """A later entry of a corrected round that is no longer possible: it must be made again, unless
    another correction brings it back. It came after the first ``kept`` events of the corrected
    round; the rest is how it was made.
    """

    entry: int
    what: CommandJson
    by: Actor
    code: str
    because: str
    kept: int = 0
    at_ms: int | None = None
    jackpot: Jackpot | None = None
    step: Do | None = None
    void: bool = False
    told_again: bool = False


class Redone(msgspec.Struct, frozen=True, rename="kebab", omit_defaults=True):
    """An entry of the corrected round, with the number of its ``events``. If there was an ``entry``
    of this number, only what is different now is said of it.
    """

    events: int
    entry: int | None = None
    command: CommandJson | None = None
    by: Actor | None = None
    at_ms: int | None = None


class EntryTakenBack(TableEvent, frozen=True, tag="entry-taken-back/1", kw_only=True):
    """The last entry is taken back: the first ``kept`` events of the round stand."""

    round: str
    kept: int
    entry: int
    was: CommandJson
    by: Actor
    at_ms: int


class CorrectionAsked(TableEvent, frozen=True, tag="correction-asked/1"):
    """A correction that is waiting for a second person: the command, as it will be carried out."""

    round: str
    correction: CommandJson
    by: Actor
    at_ms: int


class CorrectionDropped(TableEvent, frozen=True, tag="correction-dropped/1"):
    round: str
    by: Actor
    at_ms: int


class RoundCorrected(TableEvent, frozen=True, tag="round-corrected/1", kw_only=True):
    """An entry of the round ``was`` something and ``now`` is something else; nothing, if it was
    forgotten or should not be there.

    The first ``kept`` events of the round stand; the ``follow`` events after this one are the
    result of the corrected ``entries``. If two entries have changed places, ``swapped_with`` is the
    other. ``dropped`` are entries that must be made again; ``dropped_before`` are those that an
    earlier correction dropped before this entry.
    """

    round: str
    kept: int
    follow: int
    entry: int
    was: CommandJson | None
    now: CommandJson | None
    asked_by: Actor
    reason: str
    at_ms: int
    approved_by: Actor | None = None
    swapped_with: int | None = None
    dropped: tuple[Dropped, ...] = ()
    entries: tuple[Redone, ...] = ()
    dropped_before: tuple[Dropped, ...] = ()


class MoneyDecided(TableEvent, frozen=True, tag="money-decided/1", kw_only=True):
    """A concluded round stands, and on account of it somebody pays somebody: an entry of its own. A
    side that is not named is the house.
    """

    round: str
    amount: Cents
    payer: str | None
    payee: str | None
    reason: str
    clauses: tuple[str, ...]
    by: Actor
    at_ms: int
    approved_by: Actor | None = None
