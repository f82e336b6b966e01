"""The complete economics of a linked jackpot: exact results as fractions, simulated ones with their
error.

``work_out`` computes what ``pitboss maths jackpot`` prints; ``written`` converts it to JSON types.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec

from pitboss.kernel.money import format_cents
from pitboss.kernel.poker import CATEGORY_LABELS, Category
from pitboss.maths.economics.hits import (
    Together,
    progressive_of,
    winners_together,
)
from pitboss.maths.economics.jackpot import Distribution, Moments, distribution, moments
from pitboss.maths.economics.link import Link, Tables
from pitboss.maths.economics.reserve import Reserve, reserve_risk
from pitboss.maths.economics.simulation import RUNS, Estimate, LinkSimulation, simulate_link
from pitboss.maths.json_types.economics import (
    WrittenAtHit,
    WrittenEconomics,
    WrittenEstimate,
    WrittenHitRate,
    WrittenLinkPlan,
    WrittenLinkSimulation,
    WrittenReserve,
    WrittenReturn,
    WrittenShares,
    WrittenTables,
    WrittenTogether,
)
from pitboss.maths.json_types.exact import number

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


class HitRate(msgspec.Struct, frozen=True):
    """How often a hand hits anywhere on the link."""

    category: Category
    chance: Fraction
    per_year: Fraction
    bets_between: Fraction
    hours_between: Fraction


class TableReturn(msgspec.Struct, frozen=True):
    """What a bet at these tables returns."""

    tables: Tables
    fixed_return: Fraction
    return_per_dollar: Fraction
    break_even_cents: int | None
    together: Together | None

    def at(self, jackpot_cents: float) -> float:
        """The part of a bet that is returned on average at this jackpot."""
        return float(self.fixed_return) + float(self.return_per_dollar) * jackpot_cents / 100


class Shares(msgspec.Struct, frozen=True):
    """Where a dollar bet goes in the long run; resets that the house pays are its own cost. Sums to
    1.
    """

    minor_awards: float
    jackpot_awards: float
    reserve: float
    overflow: float
    house: float

    @property
    def returned(self) -> float:
        return self.minor_awards + self.jackpot_awards


class Economics(msgspec.Struct, frozen=True):
    """``exact`` is None under a cap, where only the grid's figures exist."""

    link: Link
    hits: tuple[HitRate, ...]
    returns: tuple[TableReturn, ...]
    exact: Moments | None
    at_hit: Distribution
    shares: Shares
    reserve: Reserve | None
    simulated: LinkSimulation

    @property
    def mean_at_hit_cents(self) -> float:
        return self.at_hit.mean_cents if self.exact is None else float(self.exact.mean_cents)

    @property
    def deviation_at_hit_cents(self) -> float:
        return (
            self.at_hit.deviation_cents if self.exact is None else float(self.exact.variance) ** 0.5
        )

    @property
    def why_simulated_differs(self) -> str | None:
        """Why the simulated part of the resets without funds is not that of the long run."""
        if self.reserve is None:
            return None
        long_run, simulated = self.reserve.long_run, self.simulated.unfunded.value
        years = self.simulated.years
        return (
            f"Of the resets, {long_run:.2%} are not funded in the long run, and {simulated:.2%} in "
            f"{'the first year' if years == 1 else f'the first {years} years'}: each run begins "
            f"with ${self.link.reserve_start / 100:,.2f} in the reserve, which tells in its first "
            "resets; the long run has forgotten how it began."
        )


def work_out(
    link: Link,
    years: Sequence[int] = (1, 5, 10),
    seed: int = 1,
    runs: int = RUNS,
    progress: Callable[[int], None] = lambda _: None,
) -> Economics:
    """All of it; the simulation covers the longest of ``years``."""
    exact = moments(link) if link.cap is None else None
    at_hit = distribution(link)
    reserve = reserve_risk(link, years)
    mean = float(exact.mean_cents) if exact is not None else at_hit.mean_cents
    return Economics(
        link,
        tuple(_hit_rate(link, category) for category in link.paid_categories()),
        tuple(_table_return(link, group) for group in link.groups),
        exact,
        at_hit,
        _shares(link, mean, at_hit),
        reserve,
        simulate_link(link, max(years), seed, runs, progress),
    )


def _hit_rate(link: Link, category: Category) -> HitRate:
    chance = link.chance(category)
    return HitRate(
        category, chance, chance * link.bets_per_year, 1 / chance, 1 / (chance * link.bets_per_hour)
    )


def _table_return(link: Link, group: Tables) -> TableReturn:
    wager = progressive_of(group.book, link.bet)
    return TableReturn(
        group,
        wager.fixed_return,
        wager.return_per_jackpot_dollar,
        wager.break_even_jackpot_cents,
        winners_together(group.book, group.boxes),
    )


def _shares(link: Link, mean_cents: float, at_hit: Distribution) -> Shares:
    """A bet meets the jackpot at its long-run mean, because each bet hits with the same probability
    whatever its value.
    """
    bet, whole = float(link.bet), float(link.events().whole)
    minor = float(link.fixed_return())
    major = float(link.share_per_bet()) * mean_cents / bet
    overflow = at_hit.overflow_per_cycle_cents * whole / bet
    # What the reserve takes in beyond the resets stays in it; parts that restart the jackpot are
    # left to the house.
    kept = 0.0
    if not link.events().resets:
        kept = max(0.0, float(link.to_reserve_cents) - whole * link.reset) / bet
    return Shares(minor, major, kept, overflow, 1.0 - minor - major - kept - overflow)


# ── JSON ──────────────────────────────────────────────────────────────────────────────────────────


def dollars(cents: float) -> str:
    """Rounded to the cent."""
    return format_cents(round(cents))


def written(economics: Economics) -> WrittenEconomics:
    """Everything, in dollars; probabilities are exact where possible."""
    shares = economics.shares
    return WrittenEconomics(
        link=_link(economics.link),
        hits={CATEGORY_LABELS[hit.category]: _hits(hit) for hit in economics.hits},
        jackpot_when_hit=_at_hit(economics),
        returns=[_return(one, economics.link) for one in economics.returns],
        of_each_dollar_bet=WrittenShares(
            minor_awards=shares.minor_awards,
            jackpot_awards=shares.jackpot_awards,
            reserve=shares.reserve,
            overflow=shares.overflow,
            house=shares.house,
            returned=shares.returned,
        ),
        reserve=None if economics.reserve is None else _reserve(economics.reserve),
        simulated=_simulated(economics.simulated),
    )


def _link(link: Link) -> WrittenLinkPlan:
    return WrittenLinkPlan(
        tables=[
            WrittenTables(
                rulebook=group.book.id,
                tables=group.tables,
                bets_per_hour=float(group.bets_per_hour),
                boxes=group.boxes,
            )
            for group in link.groups
        ],
        bet=format_cents(link.bet),
        rate_bp=link.rate_bp,
        reset=format_cents(link.reset),
        reserve_bp=link.reserve_bp,
        reserve_start=format_cents(link.reserve_start),
        cap=None if link.cap is None else format_cents(link.cap),
        hours_per_year=link.hours_per_year,
    )


def _hits(hit: HitRate) -> WrittenHitRate:
    return WrittenHitRate(
        probability=number(hit.chance),
        per_year=number(hit.per_year),
        bets_between=number(hit.bets_between),
        hours_between=number(hit.hours_between),
    )


def _at_hit(economics: Economics) -> WrittenAtHit:
    exact = economics.exact
    return WrittenAtHit(
        mean=dollars(economics.mean_at_hit_cents),
        mean_exact=None if exact is None else number(exact.mean_cents / 100),
        standard_deviation=dollars(economics.deviation_at_hit_cents),
        quantiles={
            f"{chance:g}": dollars(economics.at_hit.quantile_cents(chance)) for chance in QUANTILES
        },
        at_cap=economics.at_hit.at_cap if economics.link.cap is not None else None,
        overflow_per_year=dollars(
            economics.at_hit.overflow_per_cycle_cents
            * float(economics.link.events().whole * economics.link.bets_per_year)
        ),
    )


def _return(one: TableReturn, link: Link) -> WrittenReturn:
    together, break_even = one.together, one.break_even_cents
    return WrittenReturn(
        rulebook=one.tables.book.id,
        fixed_return=number(one.fixed_return),
        return_per_jackpot_dollar=number(one.return_per_dollar),
        break_even_jackpot=None if break_even is None else format_cents(break_even),
        return_at_reset=one.at(link.reset),
        two_winners_in_one_round=None
        if together is None
        else WrittenTogether(
            together.boxes, number(together.two_majors), number(together.two_wholes)
        ),
    )


def _reserve(reserve: Reserve) -> WrittenReserve:
    return WrittenReserve(
        income_per_reset=number(reserve.income_per_reset_cents / 100),
        next_reset_unfunded=reserve.next_reset,
        any_unfunded_within_years={str(year): chance for year, chance in reserve.within.items()},
        resets_unfunded_in_the_long_run=reserve.long_run,
        house_adds_per_reset=number(reserve.house_adds_per_reset_cents / 100),
    )


def _estimate(estimate: Estimate, scale: float = 1.0) -> WrittenEstimate:
    return WrittenEstimate(estimate.value * scale, estimate.error * scale)


def _simulated(simulated: LinkSimulation) -> WrittenLinkSimulation:
    return WrittenLinkSimulation(
        runs=simulated.runs,
        years=simulated.years,
        wholes_a_year=_estimate(simulated.wholes_a_year),
        whole_award=_estimate(simulated.whole_award_cents, 0.01),
        parts_a_year=_estimate(simulated.parts_a_year),
        part_award=_estimate(simulated.part_award_cents, 0.01),
        unfunded=_estimate(simulated.unfunded),
        any_unfunded=_estimate(simulated.any_unfunded),
        unfunded_by_both=_estimate(simulated.unfunded_by_both),
        any_unfunded_by_both=_estimate(simulated.any_unfunded_by_both),
        house_adds=_estimate(simulated.house_adds_cents, 0.01),
        overflow=_estimate(simulated.overflow_cents, 0.01),
    )
