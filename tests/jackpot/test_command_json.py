"""Commands for a link as JSON gives them."""

from typing import Any

import pytest

from pitboss.games.faults import Fault, FaultCode
from pitboss.jackpot import commands as c
from pitboss.jackpot.command_json import read_link_command
from pitboss.jackpot.parameters import LinkParameters, Reason
from pitboss.kernel.money import Cents


@pytest.mark.parametrize(
    ("raw", "command"),
    [
        (
            {
                "do": "open-link",
                "operator": "RWS",
                "parameters": {"reset": "1000", "rate-bp": 1_250},
            },
            c.OpenLink("RWS", LinkParameters(Cents(1_000_00), 1_250)),
        ),
        (
            {
                "do": "propose-parameters",
                "parameters": {
                    "reset": "0.01",
                    "rate-bp": 1,
                    "reserve-bp": 2,
                    "cap": "5000.50",
                    "verifiers": 2,
                },
            },
            c.ProposeParameters(LinkParameters(Cents(1), 1, 2, Cents(5_000_50), 2)),
        ),
        (
            {"do": "propose-parameters", "parameters": {"reset": "1", "rate-bp": 0, "cap": None}},
            c.ProposeParameters(LinkParameters(Cents(1_00), 0)),
        ),
        (
            {"do": "propose-correction", "amount": "-12.34", "reason": "double-entry", "note": "x"},
            c.ProposeCorrection(Cents(-12_34), Reason.DOUBLE_ENTRY, "x"),
        ),
        (
            {"do": "propose-correction", "amount": "12.34", "reason": "missed-entry", "note": "x"},
            c.ProposeCorrection(Cents(12_34), Reason.MISSED_ENTRY, "x"),
        ),
        ({"do": "verify-claim", "claim": "T1-7/3"}, c.VerifyClaim("T1-7/3")),
        (
            {"do": "order-claims", "tables": ["t2", "t1"], "reason": "x"},
            c.OrderClaims(("t2", "t1"), "x"),
        ),
        ({"do": "clear-notice"}, c.ClearNotice()),
        ({"do": "approve-parameters"}, c.ApproveParameters()),
        ({"do": "approve-correction", "approves": "ab12"}, c.ApproveCorrection("ab12")),
    ],
)
def test_a_command_is_read(raw: dict[str, Any], command: c.AnyLinkCommand) -> None:
    assert read_link_command(raw) == command


def test_parameters_that_leave_the_verifiers_out_have_as_many_as_the_caller_says() -> None:
    raw: dict[str, Any] = {"do": "propose-parameters", "parameters": {"reset": "1", "rate-bp": 0}}
    assert read_link_command(raw, 2) == c.ProposeParameters(
        LinkParameters(Cents(1_00), 0, verifiers=2)
    )
    raw["parameters"]["verifiers"] = 1
    assert read_link_command(raw, 2) == c.ProposeParameters(
        LinkParameters(Cents(1_00), 0, verifiers=1)
    )


@pytest.mark.parametrize(
    ("raw", "code", "at", "message"),
    [
        ("verify", FaultCode.BAD_FIELD, "", "a command is a JSON object, not"),
        ({}, FaultCode.MISSING_FIELD, "do", "do is missing; commands are open-link, "),
        (
            {"do": "dance"},
            FaultCode.BAD_FIELD,
            "do",
            '"dance" is not a command for a link; write one of',
        ),
        ({"do": 5}, FaultCode.BAD_FIELD, "do", "5 is not a command for a link"),
        # What tables bring about is not for people to ask for.
        (
            {"do": "fold-feeds"},
            FaultCode.BAD_FIELD,
            "do",
            '"fold-feeds" is not a command for a link',
        ),
        ({"do": "verify-claim"}, FaultCode.BAD_FIELD, "", "its fields are claim"),
        ({"do": "clear-notice", "x": 1}, FaultCode.BAD_FIELD, "", "its fields are none"),
        (
            {"do": "propose-correction", "amount": 5, "reason": "double-entry", "note": "x"},
            FaultCode.BAD_AMOUNT,
            "amount",
            "5 is not an amount",
        ),
        (
            {"do": "propose-correction", "amount": "--5", "reason": "double-entry", "note": "x"},
            FaultCode.BAD_AMOUNT,
            "amount",
            '"--5" is not an amount',
        ),
        (
            {"do": "propose-correction", "amount": "5", "reason": "boredom", "note": "x"},
            FaultCode.BAD_FIELD,
            "reason",
            "invalid enum value 'boredom'",
        ),
        (
            {"do": "propose-parameters", "parameters": {"reset": "-1", "rate-bp": 1}},
            FaultCode.BAD_AMOUNT,
            "parameters.reset",
            '"-1" is not an amount',
        ),
        (
            {"do": "propose-parameters", "parameters": {"reset": "1", "rate-bp": "much"}},
            FaultCode.BAD_FIELD,
            "parameters.rate-bp",
            "expected `int`, got `str`",
        ),
        (
            {"do": "propose-parameters", "parameters": 5},
            FaultCode.BAD_FIELD,
            "parameters",
            "its fields are",
        ),
    ],
)
def test_a_fault_says_what_and_where(raw: object, code: FaultCode, at: str, message: str) -> None:
    with pytest.raises(Fault) as raised:
        read_link_command(raw)
    assert raised.value.code is code
    assert raised.value.at == at
    assert message in raised.value.message
