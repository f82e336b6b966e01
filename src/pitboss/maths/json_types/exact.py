"""The exact mathematics of a rulebook as ``pitboss maths`` writes it."""

from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.kernel.json_types import AmountText, Outgoing
from pitboss.maths.exact.results import decimal


class ExactNumber(Outgoing, frozen=True):
    """A probability or an expectation."""

    exact: Annotated[
        str,
        msgspec.Meta(
            description="A reduced fraction.", extra_json_schema={"pattern": "^-?[0-9]+/[0-9]+$"}
        ),
    ]
    decimal: Annotated[str, msgspec.Meta(description="Twenty significant digits, no exponent.")]


def number(value: Fraction) -> ExactNumber:
    """A probability or an expectation: a reduced fraction, and twenty significant digits."""
    return ExactNumber(f"{value.numerator}/{value.denominator}", decimal(value))


class WrittenMainGame(Outgoing, frozen=True, kw_only=True):
    """The main game under the best play, per unit of its opening wager."""

    wager: Annotated[str, msgspec.Meta(description="The opening wager: ante or main.")]
    house_edge: Annotated[
        ExactNumber, msgspec.Meta(description="The expected loss: positive is good for the house.")
    ]
    element_of_risk: Annotated[
        ExactNumber, msgspec.Meta(description="The expected loss per unit staked on average.")
    ]
    standard_deviation: Annotated[str, msgspec.Meta(description="Of one round; a decimal.")]
    outcomes: Annotated[
        dict[str, ExactNumber], msgspec.Meta(description="The probability of each outcome.")
    ]
    raised: Annotated[
        ExactNumber | UnsetType,
        msgspec.Meta(description="Stud: how often the best play stays in."),
    ] = msgspec.field(default=UNSET, name="raise")
    dealer_qualifies: Annotated[
        ExactNumber | UnsetType, msgspec.Meta(description="Stud: how often the dealer does.")
    ] = UNSET
    starting_hands_folded: Annotated[
        int | UnsetType, msgspec.Meta(description="Hold'em: how many of 169 are folded.")
    ] = UNSET


class WrittenSideWager(Outgoing, frozen=True):
    """A side wager, per unit of itself."""

    house_edge: ExactNumber
    house_edge_with_optimal_main: Annotated[
        ExactNumber | UnsetType,
        msgspec.Meta(description="For a player who loses it by folding when that is best."),
    ] = UNSET


class WrittenProgressiveBet(Outgoing, frozen=True, kw_only=True):
    """The progressive bet of one player, alone on the link."""

    bet: AmountText
    hits: Annotated[
        dict[str, ExactNumber], msgspec.Meta(description="The probability of every paid hand.")
    ]
    fixed_return: Annotated[
        ExactNumber, msgspec.Meta(description="What the minor awards give back per unit of bet.")
    ]
    return_per_jackpot_dollar: Annotated[
        ExactNumber, msgspec.Meta(description="Per unit of bet and dollar of the jackpot.")
    ]
    break_even_jackpot: Annotated[
        AmountText | None,
        msgspec.Meta(description="Where a bet gives back itself, rounded up to the cent."),
    ]


class WrittenAnalysis(Outgoing, frozen=True, kw_only=True):
    """The exact mathematics of a rulebook."""

    rulebook: str
    main: WrittenMainGame
    strategies: Annotated[
        dict[str, ExactNumber], msgspec.Meta(description="The house edge of each way to play.")
    ]
    side: dict[str, WrittenSideWager]
    progressive: WrittenProgressiveBet
    point_hands: Annotated[
        dict[str, int] | UnsetType,
        msgspec.Meta(description="Bullseye: how many of 2,598,960 hands are set to each."),
    ] = UNSET
