"""What a link may run by."""

import pytest
from msgspec.structs import replace

from pitboss.jackpot.parameters import MAX_CENTS, UNITS_PER_CENT, LinkParameters, Reason
from pitboss.kernel.money import Cents
from tests.jackpot.links import parameters

GOOD = parameters(reset="100000", rate_bp=1_000, reserve_bp=200, cap="500000", verifiers=2)


def test_good_parameters_have_no_problem() -> None:
    assert GOOD.problem() is None
    assert GOOD.cap_units == 500_000_00 * UNITS_PER_CENT
    assert LinkParameters(Cents(0), 0).problem() is None
    assert LinkParameters(Cents(0), 0).cap_units is None


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"reset": -1}, "reset is an amount from 0.00 to 100000000000.00."),
        ({"reset": MAX_CENTS + 1}, "reset is an amount from 0.00 to 100000000000.00."),
        ({"rate_bp": -1}, "rate-bp and reserve-bp are basis points of the bet, from 0 to 10000."),
        (
            {"rate_bp": 10_001},
            "rate-bp and reserve-bp are basis points of the bet, from 0 to 10000.",
        ),
        (
            {"reserve_bp": -1},
            "rate-bp and reserve-bp are basis points of the bet, from 0 to 10000.",
        ),
        (
            {"reserve_bp": 10_001},
            "rate-bp and reserve-bp are basis points of the bet, from 0 to 10000.",
        ),
        ({"rate_bp": 9_801}, "rate-bp and reserve-bp together come to more than the whole bet."),
        ({"cap": 99_999_99}, "cap is an amount above zero and not below reset."),
        ({"reset": 0, "cap": 0}, "cap is an amount above zero and not below reset."),
        ({"cap": MAX_CENTS + 1}, "cap is an amount above zero and not below reset."),
        ({"verifiers": 0}, "verifiers is 1 or 2."),
        ({"verifiers": 3}, "verifiers is 1 or 2."),
    ],
)
def test_a_problem_is_said_in_a_sentence(changes: dict[str, int], problem: str) -> None:
    assert replace(GOOD, **changes).problem() == problem


@pytest.mark.parametrize(
    "changes",
    [
        {"reset": 0},
        {"reset": 500_000_00},
        {"rate_bp": 9_800},
        {"cap": 100_000_00},
        {"cap": MAX_CENTS},
    ],
)
def test_the_ends_are_allowed(changes: dict[str, int]) -> None:
    assert replace(GOOD, **changes).problem() is None


def test_the_reasons_for_a_correction_are_a_closed_list() -> None:
    assert [reason.value for reason in Reason] == [
        "test-contribution",
        "double-entry",
        "missed-entry",
        "wrong-amount",
        "award-disputed",
        "regulators-order",
    ]
