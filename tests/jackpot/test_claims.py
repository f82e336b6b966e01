"""Claims: they lock what is shown, are verified or declined, are paid in the operator's order, and
may fall away.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.jackpot import commands as c
from pitboss.jackpot import events as e
from pitboss.jackpot.evolve import evolve_link
from pitboss.jackpot.parameters import UNITS_PER_CENT
from pitboss.jackpot.payout import funded, if_verified, needs_the_house, next_turn, reversal
from pitboss.jackpot.state import CLOSED_CLAIMS_KEPT
from pitboss.kernel.money import Cents
from pitboss.rulebook.shelf import Shelf
from tests.jackpot.links import (
    DEALER,
    MAX,
    MIA,
    PIT_MANAGER,
    SUPERVISOR,
    Link,
    cents,
    royal,
    straight,
)
from tests.support import BE, CS, MH, MS, SS, proves

SHELF = Shelf()
MILLION: dict[str, Any] = {"reset": "1000000", "rate_bp": 1_000}


def rws(**more: Any) -> Link:
    """A link of RWS at 1,000,000.00 that starts from there again, with three tables."""
    link = Link("RWS", **MILLION | more)
    link.joins("t1", "t2", "t3")
    return link


def mbs(**more: Any) -> Link:
    link = Link("MBS", **MILLION | more)
    link.joins("t1", "t2", "t3")
    return link


# ── one claim ─────────────────────────────────────────────────────────────────────────────────────


def test_a_claim_names_its_hand_and_what_was_shown() -> None:
    link = rws()
    link.bets("t1", "t1-1", "10")
    folded, raised = link.claim("t1", "t1-1", royal(3, dealt_ms=1_500, player="ann"))
    assert isinstance(folded, e.ContributionsFolded)
    assert raised == e.ClaimRaised(
        claim="t1-1/3",
        table="t1",
        round="t1-1",
        rulebook=MS,
        box=3,
        player="ann",
        hand="royal-flush",
        part="1",
        dealt_ms=1_500,
        entry=1,
        at_ms=link.now_ms - 1000,
        displayed=link.shown,
    )
    assert link.shown == 1_000_001_00
    assert link.standing("t1-1/3") == "open"


def test_a_payment_names_what_was_won_by_whom_from_what_and_when() -> None:
    link = rws()
    link.claim("t1", "t1-1", royal(3, dealt_ms=1_500, player="ann"))
    *_, paid = link.verify("t1-1/3")
    assert paid == e.AwardPaid(
        table="t1",
        round="t1-1",
        awards=(e.ClaimAward("t1-1/3", 3, "royal-flush", Cents(1_000_000_00), ()),),
        before=Cents(1_000_000_00),
        after=Cents(1_000_000_00),
        funding=e.Funding(house_units=1_000_000_00 * UNITS_PER_CENT),
        resets=True,
        at_ms=link.now_ms - 1000,
        clauses=("4.5.2",),
    )


@pytest.mark.parametrize(
    ("units", "there_is", "pays"),
    [
        # reserve, overflow, house
        (900, (400, 300), (400, 300, 200)),
        (500, (400, 300), (400, 100, 0)),
        (300, (400, 300), (300, 0, 0)),
        (1, (400, 300), (1, 0, 0)),
        (1, (0, 1), (0, 1, 0)),
        (500, (-100, -100), (0, 0, 500)),
        (0, (400, 300), (0, 0, 0)),
        (-200, (400, 300), (0, 0, -200)),
    ],
)
def test_the_reserve_pays_for_a_start_then_the_overflow_then_the_house(
    units: int, there_is: tuple[int, int], pays: tuple[int, int, int]
) -> None:
    reserve, overflow = there_is
    state = replace(rws().state, reserve_units=reserve, overflow_units=overflow)
    assert funded(state, units) == e.Funding(*pays)


@pytest.mark.parametrize("short", [0, 1, 700])
def test_what_is_not_there_any_more_the_house_does_not_get_back(short: int) -> None:
    link = rws()
    link.claim("t1", "t1-1", straight(1))
    link.verify("t1-1/1")
    link.claim("t2", "t2-1", royal(3))
    link.verify("t2-1/3")
    claim = link.state.claims["t2-1/3"]
    # It was paid 900,000.00, and the house put in 1,000,000.00.
    started_with = 100_000_00 * UNITS_PER_CENT
    state = replace(link.state, meter_units=started_with - short)
    back = reversal(state, claim, "A foreign card.", 7)
    assert back.amount == 900_000_00
    assert back.funding.house_units == 1_000_000_00 * UNITS_PER_CENT - short


def test_a_claim_is_worth_what_it_is_paid_if_it_is_verified() -> None:
    link = Link(reset="100000", rate_bp=1_000)
    link.joins("t1", "t2")
    assert if_verified(link.state, SHELF) == {}
    link.claim("t1", "t1-1", straight(1, dealt_ms=2_000))
    link.claim("t2", "t2-1", royal(3, dealt_ms=3_000))
    # The straight flush was dealt first: the royal flush gets what it leaves.
    worth = if_verified(link.state, SHELF)
    assert worth == {"t1-1/1": cents("10000"), "t2-1/3": cents("90000")}
    assert [link.standing(claim) for claim in worth] == ["open", "open"]
    link.verify("t1-1/1")
    assert if_verified(link.state, SHELF) == {"t2-1/3": cents("90000")}
    link.verify("t2-1/3")
    assert dict(link.awards) == worth


def test_nobody_knows_what_a_claim_is_worth_before_the_house_has_said_who_is_paid_first() -> None:
    link = Link(reset="100000", rate_bp=1_000)
    link.joins("t1", "t2")
    link.claim("t1", "t1-1", straight(1, dealt_ms=2_000))
    link.claim("t2", "t2-1", royal(3, dealt_ms=2_000))
    assert if_verified(link.state, SHELF) == {}


def test_the_first_open_claim_locks_what_is_shown_and_bets_wait_until_the_last_is_closed() -> None:
    link = rws()
    link.claim("t1", "t1-1", straight(1, dealt_ms=1_000))
    link.bets("t2", "t2-1", "10")
    assert link.shown == 1_000_000_00
    assert link.refused(c.FoldFeeds()) == "nothing-to-do"
    (second,) = link.claim("t2", "t2-1", straight(4, dealt_ms=2_000))
    # What is claimed meanwhile is still what was shown: nothing has been entered.
    assert isinstance(second, e.ClaimRaised)
    assert second.displayed == 1_000_000_00
    link.verify("t1-1/1")
    # The second claim still holds the bet up.
    assert link.shown == 900_000_00
    verified, paid, folded = link.verify("t2-1/4")
    assert isinstance(verified, e.ClaimVerified)
    assert isinstance(paid, e.AwardPaid)
    assert isinstance(folded, e.ContributionsFolded)
    assert link.awards == [("t1-1/1", 100_000_00), ("t2-1/4", 90_000_00)]
    assert link.shown == 810_001_00


def test_a_declined_claim_pays_nothing_and_lets_the_bets_in() -> None:
    link = rws()
    link.claim("t1", "t1-1", royal(1))
    link.bets("t1", "t1-2", "50")
    assert link.refused(c.DeclineClaim("t1-1/1", " ")) == "reason-needed"
    declined, folded = link.do(c.DeclineClaim("t1-1/1", "The deck was short."))
    assert declined == e.ClaimDeclined("t1-1/1", SUPERVISOR, "The deck was short.")
    assert isinstance(folded, e.ContributionsFolded)
    assert link.standing("t1-1/1") == "declined"
    assert link.awards == []
    assert link.shown == 1_000_005_00


def test_a_supervisor_verifies_and_nobody_below() -> None:
    link = rws()
    link.claim("t1", "t1-1", royal(1))
    refused = link.refuse(c.VerifyClaim("t1-1/1"), DEALER)
    assert refused.code == "link-not-allowed"
    assert refused.message == "This needs a pit supervisor or above."
    assert link.refused(c.DeclineClaim("t1-1/1", "No."), DEALER) == "link-not-allowed"
    link.verify("t1-1/1", by=PIT_MANAGER)
    assert link.standing("t1-1/1") == "paid"


def test_a_claim_that_is_not_there_or_is_closed() -> None:
    link = rws()
    assert link.refuse(c.VerifyClaim("t1-1/1")).message == (
        "There is no claim t1-1/1 on link mega; the claims waiting are: none."
    )
    link.claim("t1", "t1-1", royal(1), royal(2))
    assert link.refuse(c.DeclineClaim("t9-9/9", "No.")).message == (
        "There is no claim t9-9/9 on link mega; the claims waiting are: t1-1/1, t1-1/2."
    )
    link.verify("t1-1/1")
    assert link.refuse(c.VerifyClaim("t1-1/1")).message == "Claim t1-1/1 is paid."
    assert link.refused(c.DeclineClaim("t1-1/1", "No.")) == "claim-closed"


def test_two_persons_verify_where_the_link_asks_for_it() -> None:
    link = rws(verifiers=2)
    link.claim("t1", "t1-1", royal(1))
    (first,) = link.verify("t1-1/1", by=SUPERVISOR)
    assert first == e.ClaimVerified("t1-1/1", SUPERVISOR, False)
    assert link.standing("t1-1/1") == "open"
    refused = link.refuse(c.VerifyClaim("t1-1/1"), SUPERVISOR)
    assert refused.code == "same-person"
    assert refused.message == "sam has already verified it; a second person must do so."
    second, paid = link.verify("t1-1/1", by=MAX)
    assert second == e.ClaimVerified("t1-1/1", MAX, True)
    assert isinstance(paid, e.AwardPaid)
    assert link.state.claims["t1-1/1"].verified_by == (SUPERVISOR, MAX)


def test_all_who_verify_a_claim_name_the_same_winner() -> None:
    link = rws(verifiers=2)
    link.claim("t1", "t1-1", royal(1, player="Box 1"))
    (first,) = link.do(c.VerifyClaim("t1-1/1", "Ann Lee"), SUPERVISOR)
    assert first == e.ClaimVerified("t1-1/1", SUPERVISOR, False, "Ann Lee")
    assert link.refused(c.VerifyClaim("t1-1/1"), MAX) == "other-winner"
    refused = link.refuse(c.VerifyClaim("t1-1/1", "Anna Lee"), MAX)
    assert refused.message.startswith("sam verified it for Ann Lee, and you for Anna Lee. ")
    # Somebody else's decline leaves his word alone; his own takes it back.
    link.do(c.DeclineClaim("t1-1/1", "Wrong person."), MIA)
    assert link.state.claims["t1-1/1"].winner == "Ann Lee"
    link.do(c.VerifyClaim("t1-1/1", "ann  LEE"), MIA)
    assert link.state.claims["t1-1/1"].winner == "ann  LEE"


def test_whoever_has_named_the_wrong_one_declines_and_verifies_anew() -> None:
    link = rws(verifiers=2)
    link.claim("t1", "t1-1", royal(1, player="Box 1"))
    link.do(c.VerifyClaim("t1-1/1", "Ann Lee"), SUPERVISOR)
    link.do(c.DeclineClaim("t1-1/1", "Wrong person."), SUPERVISOR)
    assert link.state.claims["t1-1/1"].winner is None
    link.do(c.VerifyClaim("t1-1/1", "Bo Li"), SUPERVISOR)
    assert link.state.claims["t1-1/1"].winner == "Bo Li"


def test_two_persons_decline_where_two_must_verify() -> None:
    link = rws(verifiers=2)
    link.claim("t1", "t1-1", royal(1))
    link.bets("t1", "t1-2", "50")
    (first,) = link.do(c.DeclineClaim("t1-1/1", "The suits differ."), SUPERVISOR)
    assert first == e.DeclineRecorded("t1-1/1", SUPERVISOR, "The suits differ.")
    assert link.standing("t1-1/1") == "open"
    assert list(link.state.claims["t1-1/1"].declined_by) == [SUPERVISOR]
    # The jackpot stays locked: nothing has been decided.
    assert link.shown == 1_000_000_00
    refused = link.refuse(c.DeclineClaim("t1-1/1", " "), SUPERVISOR)
    assert refused.code == "same-person"
    assert refused.message == "sam has already declined it; a second person must do so."
    assert link.refused(c.DeclineClaim("t1-1/1", " "), MAX) == "reason-needed"
    second, folded = link.do(c.DeclineClaim("t1-1/1", "I see the same."), MAX)
    assert second == e.ClaimDeclined("t1-1/1", MAX, "I see the same.")
    assert isinstance(folded, e.ContributionsFolded)
    assert link.standing("t1-1/1") == "declined"
    assert list(link.state.claims["t1-1/1"].declined_by) == [SUPERVISOR, MAX]
    assert link.awards == []
    assert link.shown == 1_000_005_00


def test_one_person_who_declines_does_not_keep_two_others_from_verifying() -> None:
    link = rws(verifiers=2)
    link.claim("t1", "t1-1", royal(1))
    link.do(c.DeclineClaim("t1-1/1", "I do not like it."), SUPERVISOR)
    link.verify("t1-1/1", by=MAX)
    assert link.standing("t1-1/1") == "open"
    link.verify("t1-1/1", by=MIA)
    assert link.awards == [("t1-1/1", 1_000_000_00)]
    assert link.state.claims["t1-1/1"].declined_by == (SUPERVISOR,)


def test_nor_does_one_who_verifies_keep_two_others_from_declining() -> None:
    link = rws(verifiers=2)
    link.claim("t1", "t1-1", royal(1))
    link.verify("t1-1/1", by=SUPERVISOR)
    link.do(c.DeclineClaim("t1-1/1", "No."), MAX)
    assert link.standing("t1-1/1") == "open"
    link.do(c.DeclineClaim("t1-1/1", "No."), MIA)
    assert link.standing("t1-1/1") == "declined"


def test_a_person_has_one_opinion_and_may_change_it() -> None:
    link = rws(verifiers=2)
    link.claim("t1", "t1-1", royal(1))
    link.do(c.DeclineClaim("t1-1/1", "The wrong button."), SUPERVISOR)
    link.verify("t1-1/1", by=SUPERVISOR)
    claim = link.state.claims["t1-1/1"]
    assert (claim.verified_by, claim.declined_by) == ((SUPERVISOR,), ())
    # His decline is gone, so one more does not close the claim; and then he changes his mind once
    # more.
    link.do(c.DeclineClaim("t1-1/1", "No."), MAX)
    assert link.standing("t1-1/1") == "open"
    link.do(c.DeclineClaim("t1-1/1", "After all."), SUPERVISOR)
    claim = link.state.claims["t1-1/1"]
    assert (claim.verified_by, claim.declined_by) == ((), (MAX, SUPERVISOR))
    assert link.standing("t1-1/1") == "declined"


def test_a_claim_that_one_person_declined_where_two_must_verify_is_still_read() -> None:
    """So it was stored before it took two."""
    link = rws(verifiers=2)
    link.claim("t1", "t1-1", royal(1))
    state = evolve_link(link.state, e.ClaimDeclined("t1-1/1", SUPERVISOR, "No."))
    assert state.claims["t1-1/1"].standing.value == "declined"


# ── RWS: the time at which the full hand was dealt ────────────────────────────────────────────────


@pytest.mark.parametrize(
    "rulebook", [pytest.param(book, marks=proves(book, "4.5.2")) for book in (MS, CS, MH)]
)
def test_4_5_2_each_is_paid_from_what_the_one_before_left(rulebook: str) -> None:
    link = rws(reset="200000", rulebook=rulebook)
    link.correct("800000")
    link.claim("t1", "t1-1", straight(1, dealt_ms=1_000))
    link.claim("t2", "t2-1", royal(5, dealt_ms=2_000))
    link.claim("t3", "t3-1", straight(2, dealt_ms=3_000))
    link.verify("t1-1/1", "t2-1/5", "t3-1/2")
    assert link.awards == [("t1-1/1", 100_000_00), ("t2-1/5", 900_000_00), ("t3-1/2", 20_000_00)]
    assert link.shown == 180_000_00
    assert {event.clauses for event in link.happened(e.AwardPaid)} == {("4.5.2",)}


@proves(MS, "4.5.2")
class TestRwsOrder:
    def test_one_that_is_not_decided_holds_up_those_behind_it(self) -> None:
        link = rws()
        link.claim("t1", "t1-1", royal(1, dealt_ms=1_000))
        link.claim("t2", "t2-1", straight(2, dealt_ms=2_000))
        (only,) = link.verify("t2-1/2")
        assert isinstance(only, e.ClaimVerified)
        assert link.standing("t2-1/2") == "verified"
        assert link.refused(c.VerifyClaim("t2-1/2"), MAX) == "claim-closed"
        link.verify("t1-1/1")
        assert link.awards == [("t1-1/1", 1_000_000_00), ("t2-1/2", 100_000_00)]

    def test_a_declined_one_lets_those_behind_it_through(self) -> None:
        link = rws()
        link.claim("t1", "t1-1", royal(1, dealt_ms=1_000))
        link.claim("t2", "t2-1", straight(2, dealt_ms=2_000))
        link.verify("t2-1/2")
        link.do(c.DeclineClaim("t1-1/1", "A card came from the floor."))
        assert link.awards == [("t2-1/2", 100_000_00)]

    def test_a_hand_dealt_earlier_that_claims_later_comes_first(self) -> None:
        link = rws()
        link.claim("t2", "t2-1", royal(1, dealt_ms=5_000))
        link.claim("t1", "t1-1", straight(6, dealt_ms=4_999))
        # The royal flush was entered first, but the straight flush was dealt before it.
        link.verify("t2-1/1")
        assert link.awards == []
        link.verify("t1-1/6")
        assert link.awards == [("t1-1/6", 100_000_00), ("t2-1/1", 900_000_00)]

    def test_a_claim_that_comes_after_an_earlier_one_was_paid_takes_what_is_left(self) -> None:
        link = rws()
        link.claim("t2", "t2-1", royal(1, dealt_ms=5_000))
        link.verify("t2-1/1")
        link.claim("t1", "t1-1", straight(6, dealt_ms=4_999))
        link.verify("t1-1/6")
        assert link.awards == [("t2-1/1", 1_000_000_00), ("t1-1/6", 100_000_00)]

    def test_at_one_table_the_dealing_order_decides(self) -> None:
        link = rws(reset="100000")
        link.correct("900000")
        link.claim(
            "t1",
            "t1-1",
            straight(1, dealt_ms=1_000),
            royal(2, dealt_ms=1_100),
            straight(3, dealt_ms=1_200),
        )
        link.verify("t1-1/3", "t1-1/2", "t1-1/1")
        assert link.awards == [
            ("t1-1/1", 100_000_00),
            ("t1-1/2", 900_000_00),
            ("t1-1/3", 10_000_00),
        ]
        assert link.shown == 90_000_00

    def test_equal_times_at_two_tables_wait_for_the_house(self) -> None:
        link = rws()
        link.claim("t1", "t1-1", royal(1, dealt_ms=7_000))
        link.claim("t2", "t2-1", straight(2, dealt_ms=7_000))
        link.verify("t1-1/1", "t2-1/2")
        assert link.awards == []
        assert needs_the_house(link.state, SHELF)
        assert next_turn(link.state, SHELF) is None
        ordered, first, second = link.do(
            c.OrderClaims(("t2", "t1"), "The camera shows table 2 first."), MAX
        )
        assert ordered == e.ClaimsOrdered(
            ("t2", "t1"), "The camera shows table 2 first.", MAX, ("4.5.2",)
        )
        assert isinstance(first, e.AwardPaid)
        assert isinstance(second, e.AwardPaid)
        assert link.awards == [("t2-1/2", 100_000_00), ("t1-1/1", 900_000_00)]
        assert not needs_the_house(link.state, SHELF)
        # The order was for these claims only.
        assert link.state.house_order == ()

    def test_equal_times_at_one_table_need_nobody(self) -> None:
        link = rws()
        link.claim("t1", "t1-1", straight(1, dealt_ms=7_000), straight(2, dealt_ms=7_000))
        assert not needs_the_house(link.state, SHELF)
        link.verify("t1-1/1", "t1-1/2")
        assert link.awards == [("t1-1/1", 100_000_00), ("t1-1/2", 90_000_00)]

    def test_the_house_may_find_another_order_than_the_clocks(self) -> None:
        link = rws()
        link.claim("t1", "t1-1", royal(1, dealt_ms=1_000))
        link.claim("t2", "t2-1", straight(2, dealt_ms=2_000))
        link.claim("t3", "t3-1", straight(3, dealt_ms=500))
        link.do(c.OrderClaims(("t2", "t1"), "The clock of table 1 was wrong."), MAX)
        link.verify("t1-1/1", "t2-1/2", "t3-1/3")
        # Table 3, which was not named, comes after those that were.
        assert link.awards == [
            ("t2-1/2", 100_000_00),
            ("t1-1/1", 900_000_00),
            ("t3-1/3", 100_000_00),
        ]

    def test_the_last_finding_of_the_house_counts(self) -> None:
        link = rws()
        link.claim("t1", "t1-1", royal(1, dealt_ms=7_000))
        link.claim("t2", "t2-1", straight(2, dealt_ms=7_000))
        link.do(c.OrderClaims(("t2",), "Table 2 first."), MAX)
        link.do(c.OrderClaims(("t1",), "No: table 1."), MIA)
        link.verify("t2-1/2", "t1-1/1")
        assert link.awards == [("t1-1/1", 1_000_000_00), ("t2-1/2", 100_000_00)]

    def test_only_the_house_orders_and_says_why(self) -> None:
        link = rws()
        assert link.refused(c.OrderClaims(("t1",), "x"), MAX) == "nothing-to-do"
        link.claim("t1", "t1-1", royal(1))
        assert link.refused(c.OrderClaims(("t1",), "x"), PIT_MANAGER) == "link-not-allowed"
        assert link.refused(c.OrderClaims(("t1",), " "), MAX) == "reason-needed"
        refused = link.refuse(c.OrderClaims(("t1", "t2"), "x"), MAX)
        assert (refused.code, refused.message) == (
            "no-such-claim",
            "Name tables that have a claim waiting: t1.",
        )
        assert link.refused(c.OrderClaims((), "x"), MAX) == "no-such-claim"


# ── MBS: the order of entry, a round's winners pooled ─────────────────────────────────────────────


@proves(SS, "3.14")
@proves(BE, "3.19")
class TestMbsOrder:
    @pytest.fixture(params=[SS, BE])
    def link(self, request: pytest.FixtureRequest) -> Link:
        link = mbs()
        link.rulebook = request.param
        return link

    def test_the_round_entered_first_is_paid_first(self, link: Link) -> None:
        link.claim("t2", "t2-1", royal(1, dealt_ms=9_000))
        link.claim("t1", "t1-1", straight(2, dealt_ms=1_000))
        link.verify("t1-1/2")
        assert link.awards == []
        link.verify("t2-1/1")
        assert link.awards == [("t2-1/1", 1_000_000_00), ("t1-1/2", 100_000_00)]
        clause = "3.14" if link.rulebook == SS else "3.19"
        assert {event.clauses for event in link.happened(e.AwardPaid)} == {(clause,)}

    def test_the_winners_of_a_round_divide_what_they_win(self, link: Link) -> None:
        link.claim("t1", "t1-1", straight(1), straight(2))
        link.claim("t2", "t2-1", straight(7))
        link.verify("t1-1/1")
        # Its neighbour is not decided, and the two are paid together.
        assert link.awards == []
        link.verify("t2-1/7", "t1-1/2")
        # 100,000 and 90,000 are divided by two; a tenth of the 810,000 left goes to the other
        # table.
        assert link.awards == [("t1-1/1", 95_000_00), ("t1-1/2", 95_000_00), ("t2-1/7", 81_000_00)]
        first, second = link.happened(e.AwardPaid)
        assert (first.before, first.after) == (1_000_000_00, 810_000_00)
        assert (second.before, second.after) == (810_000_00, 729_000_00)

    def test_two_royal_flushes_share_the_jackpot_and_one_further_start(self, link: Link) -> None:
        link.claim("t1", "t1-1", royal(1), royal(2))
        link.verify("t1-1/1", "t1-1/2")
        # 1,000,000 and one start of 1,000,000 divided by two; then it starts again.
        assert link.awards == [("t1-1/1", 1_000_000_00), ("t1-1/2", 1_000_000_00)]
        (paid,) = link.happened(e.AwardPaid)
        assert paid.funding == e.Funding(house_units=2_000_000_00 * UNITS_PER_CENT)
        assert link.shown == 1_000_000_00

    def test_straight_flushes_before_royal_flushes_in_one_round(self, link: Link) -> None:
        link.claim("t1", "t1-1", royal(1), straight(2))
        link.verify("t1-1/1", "t1-1/2")
        assert link.awards == [("t1-1/2", 100_000_00), ("t1-1/1", 900_000_00)]
        assert link.shown == 1_000_000_00

    def test_the_declined_one_does_not_share(self, link: Link) -> None:
        link.claim("t1", "t1-1", straight(1), straight(2))
        link.verify("t1-1/1")
        link.do(c.DeclineClaim("t1-1/2", "A wrong card."))
        assert link.awards == [("t1-1/1", 100_000_00)]

    def test_nobody_may_change_the_order_of_entry(self, link: Link) -> None:
        link.claim("t1", "t1-1", straight(1))
        refused = link.refuse(c.OrderClaims(("t1",), "x"), MAX)
        assert refused.code == "order-not-free"
        assert refused.clauses == (("3.14",) if link.rulebook == SS else ("3.19",))

    def test_equal_times_mean_nothing(self, link: Link) -> None:
        link.claim("t1", "t1-1", straight(1, dealt_ms=5))
        link.claim("t2", "t2-1", straight(1, dealt_ms=5))
        assert not needs_the_house(link.state, SHELF)


# ── claims that fall away ─────────────────────────────────────────────────────────────────────────


def test_a_claim_whose_round_is_void_before_it_is_paid_is_withdrawn() -> None:
    link = rws()
    link.claim("t1", "t1-1", royal(1, dealt_ms=1_000), straight(2, dealt_ms=1_100))
    link.verify("t1-1/2")
    link.bets("t2", "t2-1", "10")
    first, second, folded = link.withdraw("t1-1", "A card too many.")
    assert first == e.ClaimWithdrawn("t1-1/1", "A card too many.")
    assert second == e.ClaimWithdrawn("t1-1/2", "A card too many.")
    assert isinstance(folded, e.ContributionsFolded)
    assert link.awards == []
    assert link.standing("t1-1/1") == "withdrawn"
    assert link.shown == 1_000_001_00


def test_a_claim_withdrawn_lets_others_be_paid() -> None:
    link = rws()
    link.claim("t1", "t1-1", royal(1, dealt_ms=1_000))
    link.claim("t2", "t2-1", royal(1, dealt_ms=2_000))
    link.verify("t2-1/1")
    link.withdraw("t1-1")
    assert link.awards == [("t2-1/1", 1_000_000_00)]


def test_an_award_whose_round_is_void_comes_back_exactly() -> None:
    link = rws(reset="1000", rate_bp=5_000, reserve_bp=5_000, cap="1100")
    link.bets("t1", "t1-1", "800")
    link.enter()
    before = link.units
    assert before == tuple(amount * UNITS_PER_CENT for amount in (1_100_00, 400_00, 300_00))
    link.claim("t1", "t1-1", royal(1))
    link.verify("t1-1/1")
    assert link.units == (1_000_00 * UNITS_PER_CENT, 0, 0)
    (back,) = link.withdraw("t1-1", "A foreign card.")
    assert back == e.AwardReversed(
        claim="t1-1/1",
        amount=Cents(1_100_00),
        funding=e.Funding(
            400_00 * UNITS_PER_CENT, 300_00 * UNITS_PER_CENT, 300_00 * UNITS_PER_CENT
        ),
        because="A foreign card.",
        at_ms=link.now_ms - 1000,
    )
    assert link.units == before
    assert link.state.totals.hits == 0
    assert link.standing("t1-1/1") == "withdrawn"
    # Withdrawn again, nothing happens: there is nothing left to take back.
    assert link.withdraw("t1-1") == ()


def test_after_an_award_has_come_back_the_jackpot_is_not_between_two() -> None:
    link = rws(reset="1000")
    link.bets("t1", "t1-1", "800")
    link.claim("t1", "t1-1", royal(1))
    link.verify("t1-1/1")
    assert link.state.fresh
    link.withdraw("t1-1")
    assert not link.state.fresh


def test_pooled_awards_come_back_with_what_started_the_jackpot_again() -> None:
    link = mbs(reset="1000")
    link.correct("500")
    link.claim("t1", "t1-1", royal(1), royal(2))
    link.verify("t1-1/1", "t1-1/2")
    # 1,500 and one start of 1,000 are divided by two.
    assert link.awards == [("t1-1/1", 1_250_00), ("t1-1/2", 1_250_00)]
    assert link.shown == 1_000_00
    first, second = link.withdraw("t1-1")
    assert isinstance(first, e.AwardReversed)
    assert isinstance(second, e.AwardReversed)
    assert first.funding == e.Funding()
    assert second.funding == e.Funding(house_units=2_000_00 * UNITS_PER_CENT)
    assert link.shown == 1_500_00


def test_an_award_comes_back_into_a_jackpot_that_has_gone_on() -> None:
    link = rws(reset="1000")
    link.correct("9000")
    link.claim("t1", "t1-1", royal(1))
    link.verify("t1-1/1")
    link.bets("t2", "t2-1", "100")
    link.claim("t2", "t2-1", royal(4))
    link.verify("t2-1/4")
    assert link.awards == [("t1-1/1", 10_000_00), ("t2-1/4", 1_010_00)]
    link.withdraw("t1-1")
    # 1,000 shown, plus the 10,000 that were paid, less the 1,000 that started the jackpot after
    # them.
    assert link.shown == 10_000_00


def test_what_others_have_won_of_the_new_start_the_house_does_not_get_back() -> None:
    link = rws(reset="100")
    link.correct("-99")
    link.claim("t1", "t1-1", royal(1))
    link.verify("t1-1/1")
    # 1.00 was won, and the house started the jackpot again with 100.00; a straight flush takes a
    # tenth.
    link.claim("t2", "t2-1", straight(1))
    link.verify("t2-1/1")
    assert link.awards == [("t1-1/1", 1_00), ("t2-1/1", 10_00)]
    (back,) = link.withdraw("t1-1")
    assert isinstance(back, e.AwardReversed)
    # Of 90.00 and the 1.00 that came back nothing is left; the house paid the 9.00 that are
    # missing.
    assert back.funding == e.Funding(house_units=91_00 * UNITS_PER_CENT)
    assert link.shown == 0


def test_a_round_may_claim_again_under_another_name() -> None:
    link = rws()
    link.claim("t1", "t1-1", royal(1), straight(2))
    link.withdraw("t1-1")
    link.claim("t1", "t1-1", royal(1), royal(3))
    assert [claim.id for claim in link.state.waiting_claims] == ["t1-1/1/2", "t1-1/3"]
    link.verify("t1-1/1/2", "t1-1/3")
    assert link.awards == [("t1-1/1/2", 1_000_000_00), ("t1-1/3", 1_000_000_00)]


def test_old_claims_are_forgotten_when_none_waits() -> None:
    link = rws(rate_bp=0)
    for number in range(CLOSED_CLAIMS_KEPT + 5):
        link.claim("t1", f"t1-{number}", straight(1))
        link.do(c.DeclineClaim(f"t1-{number}/1", "No."))
    assert len(link.state.claims) == CLOSED_CLAIMS_KEPT
    assert "t1-4/1" not in link.state.claims
    assert "t1-5/1" in link.state.claims
    assert link.state.entries == CLOSED_CLAIMS_KEPT + 5


# ── what was registered ───────────────────────────────────────────────────────────────────────────


@proves(MS, "5.18.1")
@proves(MH, "5.17.1")
def test_a_round_that_the_failure_met_is_paid_on_what_was_registered() -> None:
    link = rws(reset="1000")
    link.correct("9000")
    link.do(c.FailLink("The controller does not answer."))
    link.claim("t1", "t1-1", royal(1), registered="10000")
    link.do(c.RestoreLink(), MAX)
    link.bets("t2", "t2-1", "100")
    link.verify("t1-1/1")
    assert link.awards == [("t1-1/1", 10_000_00)]
    assert link.shown == 1_010_00


def test_more_than_there_is_can_not_be_paid_on_what_was_registered() -> None:
    link = rws(reset="1000")
    link.correct("9000")
    link.claim("t1", "t1-1", royal(1, dealt_ms=1), registered="10000")
    link.claim("t2", "t2-1", straight(1, dealt_ms=2), registered="10000")
    link.verify("t1-1/1", "t2-1/1")
    # The first took all of it; the second has its tenth of what it started with again.
    assert link.awards == [("t1-1/1", 10_000_00), ("t2-1/1", 100_00)]


def test_what_came_in_after_the_failure_is_not_paid_on_what_was_registered() -> None:
    link = rws(reset="1000")
    link.do(c.FailLink("Power."))
    link.bets("t2", "t2-1", "500")
    link.do(c.RestoreLink(), MAX)
    assert link.shown == 1_050_00
    link.claim("t1", "t1-1", royal(1), registered="1000")
    *_, paid = link.verify("t1-1/1")
    assert isinstance(paid, e.AwardPaid)
    assert (paid.before, paid.after) == (1_000_00, 1_050_00)
    assert link.shown == 1_050_00


def test_claims_come_again_after_a_correction_with_the_entry_of_the_first() -> None:
    link = rws()
    link.claim("t1", "t1-1", royal(1))
    entry = link.state.claims["t1-1/1"].entry
    for again in (f"t1-1/1/{entry}", f"t1-1/1/{entry}a", f"t1-1/1/{entry}aa"):
        happened = link.do(c.ReplaceClaims("t1", "t1-1", MS, (royal(1),), "Corrected.", None))
        raised = [event for event in happened if isinstance(event, e.ClaimRaised)]
        assert [(claim.claim, claim.entry) for claim in raised] == [(again, entry)]
        assert link.standing(again) == "open"


def test_claims_that_replace_none_have_an_entry_of_their_own() -> None:
    link = rws()
    happened = link.do(c.ReplaceClaims("t1", "t1-1", MS, (royal(1),), "Corrected.", None))
    assert [event.claim for event in happened if isinstance(event, e.ClaimRaised)] == ["t1-1/1"]
    assert link.state.claims["t1-1/1"].entry == 1
