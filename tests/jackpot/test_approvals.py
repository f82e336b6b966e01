"""An approval names what it approves: nothing can be put in its place between the look and the
click.
"""

import pytest

from pitboss.jackpot import commands as c
from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import Reason
from pitboss.kernel.money import Cents
from tests.jackpot.links import MAX, MIA, Link, parameters, royal


def proposed(reset: str = "1000") -> Link:
    link = Link(reset="1000")
    link.do(c.ProposeParameters(parameters(reset=reset)), MAX)
    return link


def correction(link: Link, amount: int, note: str = "See the report.") -> str:
    """Max proposes a correction; its digest."""
    link.do(c.ProposeCorrection(Cents(amount), Reason.MISSED_ENTRY, note), MAX)
    assert link.state.correction is not None
    return link.state.correction.digest


def test_parameters_are_approved_by_their_digest() -> None:
    link = proposed("2000")
    assert link.state.proposal is not None
    approved, _ = link.do(c.ApproveParameters(link.state.proposal.digest), MIA)
    assert approved == e.ParametersApproved(MIA)


def test_parameters_that_were_swapped_are_not_approved() -> None:
    link = proposed("2000")
    assert link.state.proposal is not None
    seen = link.state.proposal.digest
    link.do(c.WithdrawProposal(), MAX)
    link.do(c.ProposeParameters(parameters(reset="900000")), MAX)
    refused = link.refuse(c.ApproveParameters(seen), MIA)
    assert refused.code == "changed-since"
    assert refused.message == (
        "What is waiting has changed since you looked: max proposes other parameters. Look "
        "again before you approve."
    )


def test_a_correction_is_approved_by_its_digest() -> None:
    link = Link(reset="1000")
    (corrected,) = link.do(c.ApproveCorrection(correction(link, 12_34)), MIA)
    assert isinstance(corrected, e.LinkCorrected)


def test_a_correction_that_was_swapped_is_not_approved() -> None:
    link = Link(reset="1000")
    seen = correction(link, 1_00)
    link.do(c.WithdrawProposal(), MAX)
    correction(link, 9_000_00)
    refused = link.refuse(c.ApproveCorrection(seen), MIA)
    assert refused.code == "changed-since"
    assert refused.message == (
        "What is waiting has changed since you looked: max proposes a correction of 9000.00, "
        "missed-entry. Look again before you approve."
    )


def test_the_same_correction_again_is_another_one() -> None:
    """Two managers see it, one approves it, it is proposed again: the other's click must not pay
    twice.
    """
    link = Link(reset="1000")
    seen = correction(link, 1_00)
    link.do(c.ApproveCorrection(seen), MIA)
    again = correction(link, 1_00)
    assert again != seen
    assert link.refused(c.ApproveCorrection(seen), MIA) == "changed-since"


def test_the_same_parameters_again_are_others() -> None:
    link = proposed()
    assert link.state.proposal is not None
    seen = link.state.proposal.digest
    link.do(c.WithdrawProposal(), MAX)
    link.do(c.ProposeParameters(parameters(reset="1000")), MAX)
    assert link.refused(c.ApproveParameters(seen), MIA) == "changed-since"


def test_every_part_of_a_correction_is_in_its_digest() -> None:
    digests = set()
    for amount, note, by in ((1, "x", MAX), (2, "x", MAX), (1, "y", MAX), (1, "x", MIA)):
        link = Link(reset="1000")
        link.do(c.ProposeCorrection(Cents(amount), Reason.MISSED_ENTRY, note), by)
        assert link.state.correction is not None
        digests.add(link.state.correction.digest)
    assert len(digests) == 4


@pytest.mark.parametrize("part", ["reset", "rate_bp", "reserve_bp", "cap", "verifiers"])
def test_every_parameter_is_in_the_digest(part: str) -> None:
    other: dict[str, str | int] = {
        "reset": "2000", "rate_bp": 1, "reserve_bp": 1, "cap": "3000", "verifiers": 2,
    }  # fmt: skip
    digests = []
    for more in ({}, {part: other[part]}):
        link = Link(reset="1000")
        link.do(c.ProposeParameters(parameters(**{"reset": "1000"} | more)), MAX)  # type: ignore[arg-type]
        assert link.state.proposal is not None
        digests.append(link.state.proposal.digest)
    assert digests[0] != digests[1]


def test_an_approval_that_names_nothing_is_taken_by_the_engine() -> None:
    """Scripts need not look first; the service asks for it."""
    link = proposed("2000")
    link.do(c.ApproveParameters(), MIA)


def test_a_second_person_is_asked_for_before_anything_else() -> None:
    link = proposed("2000")
    assert link.refused(c.ApproveParameters("0" * 32), MAX) == "same-person"


def test_an_open_claim_comes_before_who_approves_and_what() -> None:
    link = Link(reset="1000")
    link.joins("t1")
    correction(link, 1_00)
    link.claim("t1", "t1-1", royal(1))
    assert link.refused(c.ApproveCorrection("0" * 32), MAX) == "claim-open"
