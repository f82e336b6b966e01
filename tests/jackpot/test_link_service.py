"""Running a link: failure and return, other parameters, corrections, notices."""

import pytest

from pitboss.jackpot import commands as c
from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import MAX_CENTS, UNITS_PER_CENT, Reason
from pitboss.jackpot.state import Failure
from pitboss.kernel.money import Cents
from pitboss.rulebook.parts import AcrossTables
from tests.jackpot.links import (
    MAX,
    MIA,
    PIT_MANAGER,
    SUPERVISOR,
    Link,
    cents,
    parameters,
    royal,
    straight,
)

# ── failure ───────────────────────────────────────────────────────────────────────────────────────


def test_what_was_shown_is_registered_when_the_link_fails() -> None:
    link = Link(reset="1000", rate_bp=1_000)
    link.joins("t1")
    link.bets("t1", "t1-1", "10")
    folded, failed = link.do(c.FailLink("The controller does not answer."))
    assert isinstance(folded, e.ContributionsFolded)
    assert failed == e.LinkFailed(
        link.shown, "The controller does not answer.", link.now_ms - 1000, SUPERVISOR
    )
    assert link.shown == 1_001_00
    assert link.state.down
    assert link.state.locked


def test_a_link_out_of_service_says_why_since_when_and_who_reported_it() -> None:
    link = Link(reset="1000", rate_bp=1_000)
    assert (link.state.down, link.state.failure) == (False, None)
    link.do(c.FailLink("The controller does not answer."))
    said = "The controller does not answer."
    assert link.state.failure == Failure(said, SUPERVISOR, link.now_ms - 1000, cents("1000"))
    link.do(c.RestoreLink(), MAX)
    assert not link.state.down


def test_while_it_is_down_the_sign_stands_still_and_bets_wait() -> None:
    link = Link(reset="1000", rate_bp=1_000)
    link.joins("t1")
    link.do(c.FailLink("Power."))
    link.bets("t1", "t1-1", "10")
    assert link.shown == 1_000_00
    assert link.refused(c.FoldFeeds()) == "nothing-to-do"
    restored, folded = link.do(c.RestoreLink(), MAX)
    assert restored == e.LinkRestored(link.now_ms - 1000, MAX)
    assert isinstance(folded, e.ContributionsFolded)
    assert link.shown == 1_001_00


def test_an_open_claim_outlasts_a_failure_and_still_holds_the_bets_up() -> None:
    link = Link(reset="1000", rate_bp=1_000)
    link.joins("t1")
    link.claim("t1", "t1-1", straight(1))
    link.bets("t1", "t1-2", "10")
    (failed,) = link.do(c.FailLink("Power."))
    assert isinstance(failed, e.LinkFailed)
    assert failed.displayed == 1_000_00
    (restored,) = link.do(c.RestoreLink(), MAX)
    assert isinstance(restored, e.LinkRestored)
    assert link.standing("t1-1/1") == "open"
    link.verify("t1-1/1")
    assert link.shown == 901_00


def test_a_claim_is_paid_while_the_link_is_down_and_the_sign_stays_as_it_is_then() -> None:
    link = Link(reset="1000", rate_bp=1_000)
    link.joins("t1")
    link.claim("t1", "t1-1", straight(1))
    link.do(c.FailLink("Power."))
    link.bets("t1", "t1-2", "10")
    link.verify("t1-1/1")
    assert link.awards == [("t1-1/1", 100_00)]
    assert link.shown == 900_00
    link.do(c.RestoreLink(), MAX)
    assert link.shown == 901_00


def test_who_may_say_that_a_link_is_down_or_works() -> None:
    link = Link()
    assert link.refused(c.RestoreLink(), MAX) == "link-works"
    assert link.refused(c.FailLink(""), SUPERVISOR) == "reason-needed"
    link.do(c.FailLink("Power."))
    assert link.refused(c.FailLink("Again."), SUPERVISOR) == "link-down"
    assert link.refused(c.RestoreLink(), PIT_MANAGER) == "link-not-allowed"


# ── parameters ────────────────────────────────────────────────────────────────────────────────────


def test_parameters_take_effect_at_once_between_two_jackpots() -> None:
    link = Link(reset="1000", rate_bp=1_000)
    link.joins("t1")
    (proposed,) = link.do(c.ProposeParameters(parameters(reset="1500", rate_bp=500)), MAX)
    assert proposed == e.ParametersProposed(parameters(reset="1500", rate_bp=500), MAX)
    refused = link.refuse(c.ApproveParameters(), MAX)
    assert (refused.code, refused.message) == (
        "same-person",
        "max proposed these parameters; a second person must approve them.",
    )
    approved, begun = link.do(c.ApproveParameters(), MIA)
    assert approved == e.ParametersApproved(MIA)
    # The house pays the difference of the two starts.
    assert begun == e.ParametersTookEffect(
        parameters(reset="1500", rate_bp=500),
        e.Funding(house_units=500_00 * UNITS_PER_CENT),
        link.now_ms - 1000,
    )
    assert link.shown == 1_500_00
    assert link.state.proposal is None
    link.bets("t1", "t1-1", "10")
    assert link.shown == 1_500_50


def test_a_lower_start_gives_the_difference_back_to_the_house() -> None:
    link = Link(reset="1000")
    _, begun = link.change(reset="400")
    assert isinstance(begun, e.ParametersTookEffect)
    assert begun.funding == e.Funding(house_units=-600_00 * UNITS_PER_CENT)
    assert link.shown == 400_00


@pytest.mark.parametrize("entered", [False, True])
def test_otherwise_they_wait_for_the_next_start(entered: bool) -> None:
    link = Link(reset="1000", rate_bp=1_000)
    link.joins("t1")
    link.bets("t1", "t1-1", "10")
    if entered:
        link.enter()
    (approved,) = link.change(reset="1500", rate_bp=500)
    assert isinstance(approved, e.ParametersApproved)
    assert link.state.parameters.rate_bp == 1_000
    link.bets("t1", "t1-2", "10")
    assert link.shown == 1_002_00
    # A straight flush does not start the jackpot again.
    link.claim("t1", "t1-2", straight(1))
    link.verify("t1-2/1")
    assert link.state.parameters.rate_bp == 1_000
    assert link.shown == 901_80
    link.claim("t1", "t1-3", royal(1))
    *_, paid, begun = link.verify("t1-3/1")
    assert isinstance(paid, e.AwardPaid)
    assert isinstance(begun, e.ParametersTookEffect)
    assert link.awards[-1] == ("t1-3/1", 901_80)
    assert link.shown == 1_500_00
    assert link.state.parameters.rate_bp == 500


def test_they_do_not_take_effect_while_a_further_claim_waits() -> None:
    link = Link(reset="1000", rate_bp=1_000)
    link.joins("t1", "t2")
    link.bets("t1", "t1-1", "10")
    link.change(reset="1500")
    link.claim("t1", "t1-1", royal(1, dealt_ms=1))
    link.claim("t2", "t2-1", straight(1, dealt_ms=2))
    link.verify("t1-1/1")
    assert link.state.parameters.reset == 1_000_00
    *_, paid, begun = link.verify("t2-1/1")
    # The straight flush was won of the start that was in force, and the jackpot has not started
    # again since.
    assert isinstance(paid, e.AwardPaid)
    assert link.awards[-1] == ("t2-1/1", 100_00)
    assert isinstance(begun, e.ParametersTookEffect)
    assert link.shown == 900_00 + 500_00


def test_a_lower_start_takes_out_no_more_than_the_jackpot_has() -> None:
    link = Link(reset="1000", rate_bp=0)
    link.joins("t1", "t2")
    link.claim("t1", "t1-1", royal(1, dealt_ms=1))
    link.change(reset="50")
    link.claim("t2", "t2-1", straight(1, dealt_ms=2))
    link.verify("t1-1/1")
    *_, begun = link.verify("t2-1/1")
    # It stands at 900.00 after the straight flush; the difference of the two starts would be
    # 950.00.
    assert isinstance(begun, e.ParametersTookEffect)
    assert begun.funding == e.Funding(house_units=-900_00 * UNITS_PER_CENT)
    assert link.shown == 0


def test_bets_that_waited_for_the_claim_go_into_the_new_jackpot_at_the_rate_of_their_time() -> None:
    link = Link(reset="1000", rate_bp=1_000)
    link.joins("t1", "t2")
    link.bets("t1", "t1-1", "10")
    link.change(reset="2000", rate_bp=5_000)
    link.claim("t1", "t1-1", royal(1))
    link.bets("t2", "t2-1", "10")
    *_, begun, folded = link.verify("t1-1/1")
    assert isinstance(begun, e.ParametersTookEffect)
    assert isinstance(folded, e.ContributionsFolded)
    assert link.shown == 2_001_00
    # The round that was on when the rate changed keeps its own; the next one has the new.
    link.bets("t2", "t2-1", "20")
    assert link.shown == 2_002_00
    link.bets("t2", "t2-2", "10")
    assert link.shown == 2_007_00


def test_they_do_not_take_effect_while_the_link_is_down() -> None:
    link = Link(reset="1000")
    link.do(c.FailLink("Power."))
    (approved,) = link.change(reset="1500")
    assert isinstance(approved, e.ParametersApproved)
    restored, begun = link.do(c.RestoreLink(), MAX)
    assert isinstance(restored, e.LinkRestored)
    assert isinstance(begun, e.ParametersTookEffect)


def test_an_award_that_comes_back_takes_the_chance_to_change_with_it() -> None:
    link = Link(reset="1000", rate_bp=1_000)
    link.joins("t1")
    link.bets("t1", "t1-1", "10")
    link.claim("t1", "t1-1", royal(1))
    link.verify("t1-1/1")
    link.withdraw("t1-1")
    (approved,) = link.change(reset="1500")
    assert isinstance(approved, e.ParametersApproved)
    assert link.shown == 1_001_00


def test_one_proposal_at_a_time_and_it_can_be_withdrawn() -> None:
    link = Link(reset="1000")
    assert link.refused(c.ApproveParameters(), MIA) == "nothing-proposed"
    assert link.refused(c.WithdrawProposal(), MIA) == "nothing-proposed"
    assert link.refused(c.ProposeParameters(parameters()), PIT_MANAGER) == "link-not-allowed"
    assert link.refused(c.ProposeParameters(parameters(verifiers=3)), MAX) == "bad-parameters"
    link.do(c.ProposeParameters(parameters(reset="1")), MAX)
    assert link.refused(c.ProposeParameters(parameters()), MIA) == "proposal-open"
    link.do(c.WithdrawProposal(), MAX)
    assert link.refused(c.ApproveParameters(), MIA) == "nothing-proposed"


def test_what_was_approved_and_waits_can_be_withdrawn_and_is_not_approved_twice() -> None:
    link = Link(reset="1000")
    link.joins("t1")
    link.bets("t1", "t1-1", "10")
    link.change(reset="1500")
    assert link.refused(c.ApproveParameters(), PIT_MANAGER) == "link-not-allowed"
    assert link.refused(c.ApproveParameters(), MIA) == "nothing-proposed"
    link.do(c.WithdrawProposal(), MIA)
    link.claim("t1", "t1-1", royal(1))
    link.verify("t1-1/1")
    assert link.shown == 1_000_00


# ── corrections ───────────────────────────────────────────────────────────────────────────────────


def test_a_correction_takes_two_persons_and_is_an_entry_of_its_own() -> None:
    link = Link(reset="1000")
    propose = c.ProposeCorrection(Cents(12_34), Reason.MISSED_ENTRY, "Table 3, round 17.")
    (proposed,) = link.do(propose, MAX)
    assert proposed == e.CorrectionProposed(
        Cents(12_34), Reason.MISSED_ENTRY, "Table 3, round 17.", MAX
    )
    assert link.shown == 1_000_00
    refused = link.refuse(c.ApproveCorrection(), MAX)
    assert (refused.code, refused.message) == (
        "same-person",
        "max proposed this correction; a second person must approve it.",
    )
    (corrected,) = link.do(c.ApproveCorrection(), MIA)
    assert corrected == e.LinkCorrected(
        Cents(12_34), Reason.MISSED_ENTRY, "Table 3, round 17.", MAX, MIA, link.now_ms - 1000
    )
    assert link.shown == 1_012_34
    assert link.state.totals.corrected == 12_34 * UNITS_PER_CENT
    assert link.refused(c.ApproveCorrection(), MIA) == "nothing-proposed"


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_of_the_list_will_do(reason: Reason) -> None:
    link = Link(reset="1000")
    link.correct("-1000", reason)
    assert link.shown == 0


def test_a_correction_goes_neither_below_nothing_nor_above_the_cap() -> None:
    link = Link(reset="1000", cap="1010")
    link.do(c.ProposeCorrection(Cents(-1_000_01), Reason.WRONG_AMOUNT, "x"), MAX)
    refused = link.refuse(c.ApproveCorrection(), MIA)
    assert refused.code == "bad-correction"
    assert refused.message == "The jackpot is 1000.00: it can't be corrected by -1000.01."
    link.do(c.WithdrawProposal(), MAX)
    link.do(c.ProposeCorrection(Cents(10_01), Reason.WRONG_AMOUNT, "x"), MAX)
    assert link.refused(c.ApproveCorrection(), MIA) == "bad-correction"
    link.do(c.WithdrawProposal(), MAX)
    link.correct("10")
    assert link.shown == 1_010_00
    link.correct("-1")
    assert link.shown == 1_009_00


def test_a_jackpot_is_not_corrected_while_a_claim_waits() -> None:
    link = Link(reset="1000")
    link.joins("t1")
    link.do(c.ProposeCorrection(Cents(1_00), Reason.DOUBLE_ENTRY, "x"), MAX)
    link.claim("t1", "t1-1", straight(1))
    assert link.refused(c.ApproveCorrection(), MIA) == "claim-open"
    link.verify("t1-1/1")
    link.do(c.ApproveCorrection(), MIA)
    assert link.shown == 901_00


def test_what_can_not_be_a_correction() -> None:
    link = Link(reset="1000")
    assert link.refused(c.ProposeCorrection(Cents(0), Reason.WRONG_AMOUNT, "x"), MAX) == (
        "bad-correction"
    )
    huge = c.ProposeCorrection(Cents(-MAX_CENTS - 1), Reason.WRONG_AMOUNT, "x")
    assert link.refused(huge, MAX) == "bad-correction"
    assert link.refused(c.ProposeCorrection(Cents(1), Reason.WRONG_AMOUNT, " "), MAX) == (
        "reason-needed"
    )
    good = c.ProposeCorrection(Cents(1), Reason.WRONG_AMOUNT, "x")
    assert link.refused(good, PIT_MANAGER) == "link-not-allowed"
    link.do(good, MAX)
    assert link.refused(good, MIA) == "proposal-open"


# ── notices ───────────────────────────────────────────────────────────────────────────────────────


def test_a_notice_is_shown_replaced_and_taken_down() -> None:
    link = Link()
    link.joins("t1")
    # What has nothing to do with the meter leaves what tables have put in where it is.
    link.bets("t1", "t1-1", "10")
    assert link.refused(c.ClearNotice()) == "nothing-to-do"
    assert link.refused(c.ShowNotice(" ")) == "reason-needed"
    (shown,) = link.do(c.ShowNotice("The jackpot closes at 5 am."))
    assert shown == e.NoticeShown("The jackpot closes at 5 am.", SUPERVISOR)
    link.do(c.ShowNotice("It closes now."))
    assert link.state.notice == "It closes now."
    (cleared,) = link.do(c.ClearNotice(), MAX)
    assert cleared == e.NoticeCleared(MAX)
    assert link.state.notice is None


# ── opening ───────────────────────────────────────────────────────────────────────────────────────


def test_a_link_is_opened_once_by_a_shift_manager_with_good_parameters() -> None:
    link = Link()
    assert link.refuse(c.OpenLink("RWS", parameters()), MAX).message == "Link mega already exists."
    link._state = None
    assert link.refused(c.OpenLink("RWS", parameters()), PIT_MANAGER) == "link-not-allowed"
    assert link.refused(c.OpenLink("RWS", parameters(verifiers=9)), MAX) == "bad-parameters"
    assert link.refuse(c.ClearNotice()).message == "Open the link first."


def test_an_operator_has_any_name_that_can_be_read() -> None:
    assert Link("The Grand").state.operator == "The Grand"
    link = Link()
    link._state = None
    refused = link.refuse(c.OpenLink(" ", parameters()), MAX)
    assert (refused.code, refused.message) == (
        "bad-parameters",
        "The operator's name is blank, or has blanks around it.",
    )


def test_tables_of_one_link_have_one_order_of_payment() -> None:
    link = Link("RWS")
    link.joins("t1")
    other = c.JoinTable("t2", "RWS", AcrossTables.FIRST_ENTERED, {"t1": AcrossTables.TIME_DEALT})
    refused = link.refuse(other)
    assert refused.code == "other-order"
    assert refused.message == (
        "Link mega pays t1 by time-dealt; t2's rulebook pays by first-entered. "
        "All tables of a link share one order of payment: open another link for this one."
    )


def test_only_tables_of_its_operator_join_a_link() -> None:
    link = Link("RWS")
    refused = link.refuse(c.JoinTable("t1", "MBS", AcrossTables.FIRST_ENTERED))
    assert (refused.code, refused.message) == (
        "other-operator",
        "Link mega belongs to RWS, and t1 plays by a rulebook of MBS: open another link for it.",
    )
