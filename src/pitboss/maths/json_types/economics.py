"""The economics of a linked jackpot as ``pitboss maths jackpot`` writes them."""

from typing import Annotated

import msgspec

from pitboss.kernel.json_types import AmountText, Outgoing
from pitboss.maths.json_types.exact import ExactNumber


class WrittenTables(Outgoing, frozen=True, kw_only=True):
    """Tables of one rulebook on the link."""

    rulebook: str
    tables: int
    bets_per_hour: Annotated[float, msgspec.Meta(description="At one table.")]
    boxes: int


class WrittenLinkPlan(Outgoing, frozen=True, kw_only=True):
    """The link that was asked about."""

    tables: list[WrittenTables]
    bet: AmountText
    rate_bp: int
    reset: AmountText
    reserve_bp: int
    reserve_start: AmountText
    cap: AmountText | None
    hours_per_year: int


class WrittenHitRate(Outgoing, frozen=True, kw_only=True):
    """How often a hand hits anywhere on the link."""

    probability: ExactNumber
    per_year: ExactNumber
    bets_between: ExactNumber
    hours_between: ExactNumber


class WrittenAtHit(Outgoing, frozen=True, kw_only=True):
    """The jackpot when the whole of it is won."""

    mean: AmountText
    mean_exact: Annotated[
        ExactNumber | None, msgspec.Meta(description="In dollars; null under a cap.")
    ]
    standard_deviation: AmountText
    quantiles: Annotated[dict[str, AmountText], msgspec.Meta(description="By their chance.")]
    at_cap: Annotated[
        float | None, msgspec.Meta(description="The chance that it stands at its cap.")
    ]
    overflow_per_year: AmountText


class WrittenTogether(Outgoing, frozen=True):
    """The chance of two winners in one round at one table."""

    boxes: int
    any_share: ExactNumber
    whole_jackpot: ExactNumber


class WrittenReturn(Outgoing, frozen=True, kw_only=True):
    """What a bet at tables of a rulebook returns, per unit of the bet."""

    rulebook: str
    fixed_return: ExactNumber
    return_per_jackpot_dollar: ExactNumber
    break_even_jackpot: AmountText | None
    return_at_reset: float
    two_winners_in_one_round: WrittenTogether | None


class WrittenShares(Outgoing, frozen=True, kw_only=True):
    """Where a dollar bet goes in the long run: the first five sum to 1."""

    minor_awards: float
    jackpot_awards: float
    reserve: float
    overflow: float
    house: float
    returned: Annotated[float, msgspec.Meta(description="Minor and jackpot awards together.")]


class WrittenReserve(Outgoing, frozen=True, kw_only=True):
    """How likely it is that the reserve can't pay for a reset."""

    income_per_reset: ExactNumber
    next_reset_unfunded: float
    any_unfunded_within_years: Annotated[
        dict[str, float | None],
        msgspec.Meta(description="By years; null if it takes too long to compute."),
    ]
    resets_unfunded_in_the_long_run: float
    house_adds_per_reset: ExactNumber


class WrittenEstimate(Outgoing, frozen=True):
    """A figure of the simulation."""

    value: float
    standard_error: float


class WrittenLinkSimulation(Outgoing, frozen=True, kw_only=True):
    """The link simulated many times; money in dollars per year."""

    runs: int
    years: int
    wholes_a_year: WrittenEstimate
    whole_award: WrittenEstimate
    parts_a_year: WrittenEstimate
    part_award: WrittenEstimate
    unfunded: Annotated[
        WrittenEstimate, msgspec.Meta(description="Resets that the reserve could not fund.")
    ]
    any_unfunded: WrittenEstimate
    unfunded_by_both: Annotated[
        WrittenEstimate, msgspec.Meta(description="Nor the overflow pool beside it.")
    ]
    any_unfunded_by_both: WrittenEstimate
    house_adds: WrittenEstimate
    overflow: WrittenEstimate


class WrittenEconomics(Outgoing, frozen=True, kw_only=True):
    """Everything about a link, in dollars; probabilities are exact where possible."""

    link: WrittenLinkPlan
    hits: Annotated[dict[str, WrittenHitRate], msgspec.Meta(description="By kind of hand.")]
    jackpot_when_hit: WrittenAtHit
    returns: list[WrittenReturn]
    of_each_dollar_bet: WrittenShares
    reserve: WrittenReserve | None
    simulated: WrittenLinkSimulation
