"""A linked jackpot as its economics see it: who bets on it, what each bet contributes, and what a
hit takes.

The model: every progressive bet is one trial, independent of the others, with the exact
probabilities of its hand. A fraction of it goes to the meter, or to the overflow pool while the
meter is at its cap, and another to the reserve. Then it may hit. A hand that wins the whole jackpot
restarts it at the reset value, which the reserve has to fund. Hands of one round come from one
deck, so trials of one round are not quite independent; that effect is computed separately (two
winners in one round).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from pitboss.kernel.money import Cents
from pitboss.kernel.poker import Category
from pitboss.maths.economics.hits import PaidHand, hits_of, progressive_of
from pitboss.rulebook.model import Rulebook

BASIS_POINTS = 10_000


class Tables(msgspec.Struct, frozen=True):
    """Tables of one rulebook on the link; ``bets_per_hour`` are the progressive bets accepted at
    each.
    """

    book: Rulebook
    tables: int
    bets_per_hour: Fraction
    boxes: int

    @property
    def all_bets_per_hour(self) -> Fraction:
        return self.tables * self.bets_per_hour


class LinkError(ValueError):
    """Invalid parameters for a link; says which and why."""


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """Amounts are whole cents. As on a live link, ``rate_bp`` of each bet go to the meter and
    ``reserve_bp`` to the reserve, both in basis points of the bet.
    """

    groups: tuple[Tables, ...]
    bet: Cents
    rate_bp: int
    reset: Cents
    reserve_bp: int = 0
    reserve_start: Cents = Cents(0)
    cap: Cents | None = None
    hours_per_year: int = 8_760

    def __post_init__(self) -> None:
        for wrong, what in _faults(self):
            if wrong:
                raise LinkError(what)

    # ── bets and money a bet ──────────────────────────────────────────────────────────────────────

    @property
    def bets_per_hour(self) -> Fraction:
        return sum((group.all_bets_per_hour for group in self.groups), Fraction(0))

    @property
    def bets_per_year(self) -> Fraction:
        return self.bets_per_hour * self.hours_per_year

    @property
    def to_meter_cents(self) -> Fraction:
        """What a bet adds to the meter, as long as it is below the cap."""
        return Fraction(self.bet * self.rate_bp, BASIS_POINTS)

    @property
    def to_reserve_cents(self) -> Fraction:
        """What a bet adds to the reserve."""
        return Fraction(self.bet * self.reserve_bp, BASIS_POINTS)

    @property
    def contribution_cents(self) -> Fraction:
        """What a bet contributes in total."""
        return self.to_meter_cents + self.to_reserve_cents

    # ── hits ──────────────────────────────────────────────────────────────────────────────────────

    def weighted(self) -> Iterator[tuple[Fraction, Tables, tuple[PaidHand, ...]]]:
        """Each group with its share of all bets and its paid hands."""
        for group in self.groups:
            yield group.all_bets_per_hour / self.bets_per_hour, group, hits_of(group.book, self.bet)

    def events(self) -> "Events":
        """What a bet does to the jackpot, over all tables."""
        whole = Fraction(0)
        lowers: dict[Fraction, Fraction] = {}
        resets: dict[Fraction, Fraction] = {}
        for weight, _, hits in self.weighted():
            for hit in hits:
                if not hit.share:
                    continue
                if hit.share == 1:
                    whole += weight * hit.chance
                    continue
                kind = resets if hit.resets else lowers
                kind[hit.share] = kind.get(hit.share, Fraction(0)) + weight * hit.chance
        return Events(whole, tuple(lowers.items()), tuple(resets.items()))

    def chance(self, category: Category) -> Fraction:
        """The probability that a bet on the link wins with this hand."""
        return sum(
            (
                weight * hit.chance
                for weight, _, hits in self.weighted()
                for hit in hits
                if hit.category is category
            ),
            Fraction(0),
        )

    def paid_categories(self) -> tuple[Category, ...]:
        """The hands that any of the tables pays, the best first."""
        paid = {hit.category for _, _, hits in self.weighted() for hit in hits}
        return tuple(category for category in reversed(Category) if category in paid)

    def fixed_return(self) -> Fraction:
        """What minor awards return of a bet."""
        return sum(
            (
                weight * progressive_of(group.book, self.bet).fixed_return
                for weight, group, _ in self.weighted()
            ),
            Fraction(0),
        )

    def share_per_bet(self) -> Fraction:
        """The part of the jackpot that a bet wins, on average."""
        return sum(
            (
                weight * hit.chance * hit.share
                for weight, _, hits in self.weighted()
                for hit in hits
            ),
            Fraction(0),
        )


class Events(msgspec.Struct, frozen=True):
    """Probabilities per bet: of winning all; of taking a part, which lowers the jackpot; of a part
    that restarts it.

    ``lowers`` and ``resets`` are pairs of the part and its probability.
    """

    whole: Fraction
    lowers: tuple[tuple[Fraction, Fraction], ...]
    resets: tuple[tuple[Fraction, Fraction], ...]

    @property
    def parts(self) -> Sequence[tuple[Fraction, Fraction, bool]]:
        """All parts: the part, its probability, whether it restarts the jackpot."""
        return [(part, chance, False) for part, chance in self.lowers] + [
            (part, chance, True) for part, chance in self.resets
        ]

    @property
    def any(self) -> Fraction:
        """The probability that a bet affects the jackpot at all."""
        return self.whole + sum((chance for _, chance, _ in self.parts), Fraction(0))


def _faults(link: Link) -> Iterator[tuple[bool, str]]:
    yield not link.groups, "a link needs a table; name a rulebook, as in 'rws-multilink-stud-3=4'"
    yield any(group.tables < 1 for group in link.groups), "each rulebook needs one table or more"
    yield (
        any(group.bets_per_hour <= 0 for group in link.groups),
        "bets per hour must be more than 0",
    )
    yield (
        any(not 1 <= group.boxes <= 9 for group in link.groups),
        "boxes must be 1 to 9: one deck serves no more",
    )
    yield link.bet <= 0, "the progressive bet must be more than 0"
    yield not 0 < link.rate_bp <= BASIS_POINTS, "the rate is in basis points of the bet: 1 to 10000"
    yield (
        not 0 <= link.reserve_bp <= BASIS_POINTS,
        "the reserve share is in basis points of the bet: 0 to 10000",
    )
    yield (
        link.rate_bp + link.reserve_bp > BASIS_POINTS,
        "rate and reserve share together come to more than the whole bet",
    )
    yield link.reset < 0 or link.reserve_start < 0, "reset value and reserve can't be negative"
    yield link.cap is not None and link.cap <= link.reset, "the cap must be over the reset value"
    yield link.hours_per_year <= 0, "the tables must be open for some hours of the year"
    if (
        link.groups
        and all(group.bets_per_hour > 0 and group.tables > 0 for group in link.groups)
        and link.bet > 0
    ):
        yield (
            not link.events().whole,
            "no hand of these rulebooks wins all of the jackpot, so it is never hit",
        )
