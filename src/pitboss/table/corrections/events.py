"""What has happened where something was entered wrongly: it was taken back or corrected, or, after
the round, decided in money.

``was``, ``now`` and the like are commands in a plain form, amounts in cents: what was stored can
then be read whatever fields a command gets later.
"""

import msgspec

from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor
from pitboss.table.event_base import CommandJson, TableEvent


class Dropped(msgspec.Struct, frozen=True, rename="kebab"):
    """A later entry of a corrected round that is no longer possible: it has to be made again."""

    entry: int
    what: CommandJson
    by: Actor
    code: str
    because: str


class EntryTakenBack(TableEvent, frozen=True, tag="entry-taken-back/1", kw_only=True):
    """The last entry is taken back: of the round's events the first ``kept`` stand."""

    round: str
    kept: int
    entry: int
    was: CommandJson
    by: Actor
    at_ms: int


class CorrectionAsked(TableEvent, frozen=True, tag="correction-asked/1"):
    """A correction that waits for a second person: the command, as it will be carried out."""

    round: str
    correction: CommandJson
    by: Actor
    at_ms: int


class CorrectionDropped(TableEvent, frozen=True, tag="correction-dropped/1"):
    round: str
    by: Actor
    at_ms: int


class RoundCorrected(TableEvent, frozen=True, tag="round-corrected/1", kw_only=True):
    """An entry of the round ``was`` something and ``now`` is something else; nothing, where it was
    forgotten or should not be there.

    Of the round's events the first ``kept`` stand; the ``follow`` events after this one are what
    the corrected entries come to. Where two entries have changed places, ``swapped_with`` is the
    other. ``dropped`` are entries that are asked for again.
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


class MoneyDecided(TableEvent, frozen=True, tag="money-decided/1", kw_only=True):
    """A concluded round stands, and on account of it somebody pays somebody: an entry of its own.
    Whoever is not named is the house.
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
