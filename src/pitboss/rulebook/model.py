"""What a rulebook says, whatever the game.

Each family of games (stud, hold'em, Bullseye) adds its own wagers, pay tables and ways to play in
a struct of its own, beside its rules. A new rule document of a known family is a new file in
``data/`` and no code.
"""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from pitboss.kernel.display import Displayed, Panel
from pitboss.kernel.poker import Category
from pitboss.rulebook.authority import Power
from pitboss.rulebook.effects import RulingRow
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.parts import (
    Cap,
    Clauses,
    Conduct,
    Dealing,
    Deck,
    Effective,
    JackpotOrder,
    Layout,
    Limits,
    Operation,
    PayLine,
    RulebookPart,
    Stage,
    WagerKind,
    WagerSpot,
)
from pitboss.rulebook.readings import (
    Fractions,
    Note,
    Reading,
    SeveralRoyals,
    SeveralStraightFlushes,
    StraightFlush,
)


class JackpotReadings(RulebookPart, frozen=True):
    """Readings that every rulebook needs."""

    fractions_of_a_cent: Reading[Fractions]
    straight_flush_award: Reading[StraightFlush]
    several_royal_flushes: Reading[SeveralRoyals] | None = None
    several_straight_flushes: Reading[SeveralStraightFlushes] | None = None


class CommonCites(RulebookPart, frozen=True, kw_only=True):
    """The clauses behind outcomes that every family has.

    ``void_round`` and ``invalid_hand`` are all that may have decided; they are cited if a record
    does not say which it was. ``void_bets`` returns bets whatever voided the round, and
    ``withdrawn_hand`` is the choice to take a hand's bets back.
    """

    void_round: Clauses
    no_opening_wager: Clauses
    invalid_hand: Clauses
    left: Clauses
    hidden: Clauses
    progressive: Clauses
    progressive_win: Clauses
    void_bets: Clauses = ()
    withdrawn_hand: Clauses = ()


class ByCategory(RulebookPart, frozen=True):
    """A pay table by kind of five-card hand; a hand without a line wins nothing."""

    royal_flush: PayLine | None = None
    straight_flush: PayLine | None = None
    four_of_a_kind: PayLine | None = None
    full_house: PayLine | None = None
    flush: PayLine | None = None
    straight: PayLine | None = None
    three_of_a_kind: PayLine | None = None
    two_pairs: PayLine | None = None
    one_pair: PayLine | None = None
    five_odd_cards: PayLine | None = None

    def line(self, category: Category) -> PayLine | None:
        """The line of one kind of hand."""
        line: PayLine | None = getattr(self, category.name.lower())
        return line


class FoldedProgressive(StrEnum):
    """Whether a folded hand can still win the jackpot."""

    STAYS = "stays"
    LOST = "lost"


class Pays(RulebookPart, frozen=True, kw_only=True):
    """The pay tables by wager; every family has a progressive one."""

    progressive: ByCategory

    def table(self, bet: str) -> msgspec.Struct:
        """The pay table of a wager, by the wager's name."""
        table: msgspec.Struct = getattr(self, bet.replace("-", "_"))
        return table


class Wagers(RulebookPart, frozen=True):
    """The spots by wager, the opening one first and the progressive one last. A wager is called as
    the file calls it: ``pair-plus``, where the struct has ``pair_plus``.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called, in order."""
        return self.__struct_encode_fields__

    def spot(self, bet: str) -> WagerSpot:
        """One of them, by its name."""
        spot: WagerSpot = getattr(self, bet.replace("-", "_"))
        return spot

    def spots(self) -> tuple[tuple[str, WagerSpot], ...]:
        """All of them by name, in order."""
        return tuple(zip(self.names, msgspec.structs.astuple(self), strict=True))


class Play(RulebookPart, frozen=True):
    """What folding, leaving and hiding do."""


class Rulebook(
    Displayed, RulebookPart, frozen=True, eq=False, tag_field="family", kw_only=True, weakref=True
):
    """A rulebook of any family. Loading a file twice gives two books: caches go by identity."""

    id: str
    title: str
    version: str
    operator: str
    clause_list: str
    effective: Effective
    deck: Deck
    layouts: dict[str, Layout]
    dealing: dict[str, Dealing]
    limits: Limits
    caps: dict[str, Cap] = msgspec.field(default_factory=dict)
    jackpot: JackpotOrder
    conduct: Conduct
    refusals: dict[str, Clauses] = msgspec.field(default_factory=dict)
    powers: dict[str, Power]
    operations: dict[str, Operation] = msgspec.field(default_factory=dict)
    notes: dict[str, Note] = msgspec.field(default_factory=dict)
    rulings: dict[str, tuple[RulingRow, ...]]
    wagers: Wagers
    pays: Pays
    play: Play
    cites: CommonCites
    readings: JackpotReadings

    @property
    def family(self) -> str:
        """The name of its family, as the file writes it."""
        return str(self.__struct_config__.tag)

    def headline(self) -> str:
        return f"{self.id}: {self.title}, version {self.version} ({self.operator})"

    def panels(self) -> Iterator[Panel]:
        wagers = self.wagers.spots()
        yield Panel(
            "wagers",
            ("wager", "label", "kind", "clause"),
            tuple((name, spot.label, spot.kind, spot.clause) for name, spot in wagers),
        )
        for wager, _ in wagers:
            table = self.pays.table(wager)
            lines = [(name, getattr(table, name)) for name in table.__struct_fields__]
            yield Panel(
                f"pays.{wager}",
                ("line", "pays", "clause"),
                tuple(
                    (name.replace("_", "-"), str(line.pays), line.clause)
                    for name, line in lines
                    if isinstance(line, PayLine)
                ),
            )


def possible(book: Rulebook, incident: Incident) -> bool:
    """Whether a rulebook's game can have an incident at all."""
    match incident:
        case Incident.WRONG_COMMUNITY_CARD_COUNT:
            return any(
                {Stage.COMMUNITY, Stage.FLOP} & set(dealing.order)
                for dealing in book.dealing.values()
            )
        case Incident.BURN_MISSED:
            return any(dealing.burn_before for dealing in book.dealing.values())
        case Incident.WRONG_RAISE:
            return any(wager.kind is WagerKind.RAISE for _, wager in book.wagers.spots())
        case _:
            return True
