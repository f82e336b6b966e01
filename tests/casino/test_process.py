"""Tables and their link decided together: contributions, claims, awards, failure, on real tables of
every rulebook.
"""

from typing import Any

import msgspec
import pytest

from pitboss.audit import audit
from pitboss.casino.app import Casino
from pitboss.casino.requests import BadRequest, Request
from pitboss.casino.stream_ids import feed_stream, link_stream, table_stream
from pitboss.jackpot import commands as lc
from pitboss.jackpot import events as le
from pitboss.jackpot.parameters import UNITS_PER_CENT, LinkParameters
from pitboss.kernel.money import Cents
from pitboss.rulebook.parts import AcrossTables
from pitboss.table import commands as tc
from tests.casino.floor import OPENING, SHELF, Desk, Floor, FloorTable
from tests.jackpot.links import MAX, MIA, SUPERVISOR
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS, proves
from tests.tables import SHIFT_MANAGER, setting


def operator_of(book: str) -> str:
    return "MBS" if book in MBS_RULEBOOKS else "RWS"


def one(book: str, **more: Any) -> tuple[Floor, Desk, FloorTable]:
    """A link at 100,000.00 that gets a tenth of every bet, and one table on it."""
    floor = Floor()
    known: dict[str, Any] = {"reset": "100000", "rate_bp": 1_000}
    mega = floor.link(operator=operator_of(book), **known | more)
    return floor, mega, floor.table("t1", book)


def three(*books: str, **more: Any) -> tuple[Floor, Desk, list[FloorTable]]:
    floor = Floor()
    known: dict[str, Any] = {"reset": "1000000", "rate_bp": 0}
    mega = floor.link(operator=operator_of(books[0]), **known | more)
    return floor, mega, [floor.table(f"t{n}", book) for n, book in enumerate(books, start=1)]


# ── joining ───────────────────────────────────────────────────────────────────────────────────────


def test_a_table_joins_the_link_that_it_is_opened_on() -> None:
    floor, mega, table = one(MS)
    assert mega.state.tables == ("t1",)
    streams = [stored.stream for stored in floor.events()]
    assert streams == ["link/mega", "house", "table/t1", "table/t1", "link/mega"]
    # Closed and opened again it is there already.
    table.do("close-table", by="pit-supervisor:sam")
    table.do("open-table", by="pit-supervisor:sam", **setting(MS, link="mega"))
    assert mega.state.tables == ("t1",)


def test_a_table_is_not_opened_on_a_link_that_is_not_there_or_anothers() -> None:
    floor = Floor()
    table = FloorTable(floor, "t1")
    refused = table.refuse("open-table", by="pit-supervisor:sam", **setting(MS, link="mega"))
    assert (refused.code, refused.message) == (
        "no-link",
        "There is no link mega; open it first (open-link).",
    )
    floor.link("mega", "MBS")
    refused = table.refuse("open-table", by="pit-supervisor:sam", **setting(MS, link="mega"))
    assert (refused.code, refused.message) == (
        "other-operator",
        "Link mega belongs to MBS, and t1 plays by a rulebook of RWS: open another link for it.",
    )
    assert floor.casino.table("t1") is None


def test_a_table_without_a_link_takes_no_progressive_bets() -> None:
    floor = Floor()
    table = FloorTable(floor, "t1")
    refused = table.refuse("open-table", by="pit-supervisor:sam", **setting(MS))
    assert (refused.code, refused.message) == (
        "bad-configuration",
        (
            "Choose the jackpot that progressive bets are for (link), or open the table without "
            "progressive bets."
        ),
    )
    table.do("open-table", by="pit-supervisor:sam", **setting(MS) | {"progressive-bet": None})
    table.bet(ann=(1, {"ante": "25"}))
    table.play_on()
    table.finish()
    assert {stored.stream for stored in floor.events()} == {"refused", "house", "table/t1"}


# ── contributions ─────────────────────────────────────────────────────────────────────────────────


@proves(MS, "1.13")
@proves(CS, "1.13")
@proves(MH, "1.20")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_1_13_three_accepted_bets_raise_the_jackpot_and_a_royal_flush_starts_it_again(
    book: str,
) -> None:
    floor = Floor()
    mega = floor.link(reset="250000", rate_bp=1_250)
    table = floor.table("t1", book, progressive_bet="5.05")
    table.lay(
        **{
            name: (box, {"ante": "25", "progressive": "5.05"})
            for name, box in (("ann", 1), ("bob", 2), ("cid", 3))
        }
    )
    # Chips on the spot are not accepted bets yet.
    assert mega.shown == 250_000_00
    table.do("close-betting")
    assert mega.shown == 250_001_89
    table.plan("royal")
    table.play_on()
    assert table.claims() == [1]
    mega.verify("t1-1/1")
    table.do("settle")
    assert table.result("progressive", 1)[2] == 250_001_89
    assert mega.state.meter_units == 250_000_00 * UNITS_PER_CENT + 3_750
    table.do("conclude")
    # It begins to grow again in the same way: 3,750 units and 631,250 more are 63 cents and a half.
    table.bet(ann=(1, {"ante": "25", "progressive": "5.05"}))
    assert mega.shown == 250_000_63


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_that_is_void_takes_its_contributions_out_again(book: str) -> None:
    floor, mega, table = one(book, reserve_bp=300)
    table.bet(ann=(1, {OPENING[book]: "25", "progressive": "5"}), bob=(2, {OPENING[book]: "25"}))
    assert mega.waits == (500 * 1_000, 500 * 300)
    table.deal_all()
    table.do("report", by=SHIFT_MANAGER, incident="foreign-card")
    assert table.phase == "void"
    assert mega.waits == (0, 0)
    made, returned = [stored.event for stored in floor.events(feed_stream("mega", "t1"))]
    assert isinstance(made, le.ContributionMade)
    assert isinstance(returned, le.ContributionReturned)
    assert (returned.round, returned.bets, returned.rate_bp, returned.bets_in) == (
        "t1-1",
        5_00,
        1_000,
        0,
    )
    table.finish()
    assert mega.waits == (0, 0)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_hand_that_is_invalid_takes_its_own_contribution_out(book: str) -> None:
    _, mega, table = one(book)
    wagers = {OPENING[book]: "25", "progressive": "5"}
    table.bet(ann=(1, wagers), bob=(2, wagers), cid=(3, wagers))
    table.cards({1: "2c 4d 7h Jd Ks", 2: "2d 4h 7s Jc Kd", 3: "2h 4s 7c Js Kh"})
    table.deal_all()
    table.do("report", by=SHIFT_MANAGER, incident="unlisted", box=2)
    assert mega.waits == (1_500 * 1_000, 0)
    table.do("confirm", by=SHIFT_MANAGER, decision="invalidate-hand")
    assert mega.waits == (1_000 * 1_000, 0)
    table.play_on()
    table.finish()
    assert mega.waits == (1_000 * 1_000, 0)


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_wagers_withdrawn_in_an_interruption_take_their_contributions_with_them(book: str) -> None:
    _, mega, table = one(book)
    wagers = {OPENING[book]: "25", "progressive": "5"}
    table.bet(ann=(1, wagers), bob=(2, wagers))
    table.do("report", by=SHIFT_MANAGER, incident="technical-interruption")
    table.do("choose-option", by="player:ann", box=1, option="withdraw")
    assert mega.waits == (500 * 1_000, 0)
    table.do("choose-option", by="player:bob", box=2, option="stay")
    table.play_on()
    table.finish()
    assert mega.shown == 100_000_50


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_bet_withdrawn_before_betting_closes_never_was_in(book: str) -> None:
    floor, mega, table = one(book)
    wagers = {OPENING[book]: "25", "progressive": "5"}
    table.lay(ann=(1, wagers), bob=(2, wagers))
    table.do("withdraw-bet", by="player:ann", box=1, bet="progressive")
    table.do("close-betting")
    assert mega.waits == (500 * 1_000, 0)
    assert len(floor.events(feed_stream("mega", "t1"))) == 1


def test_a_round_in_which_nobody_bets_on_the_jackpot_makes_no_entry() -> None:
    floor, _, table = one(MS)
    table.bet(ann=(1, {"ante": "25"}))
    table.deal_all()
    table.choose(1, "fold")
    table.deal_all()
    table.finish()
    assert floor.events(feed_stream("mega", "t1")) == []


def test_a_fold_has_put_its_bet_in_for_good() -> None:
    _, mega, table = one(MS)
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    table.deal_all()
    table.choose(1, "fold")
    table.deal_all()
    table.finish()
    assert mega.shown == 100_000_50


def test_a_rate_that_changes_in_a_round_is_not_that_rounds() -> None:
    floor = Floor()
    mega = floor.link(reset="1000", rate_bp=1_000)
    one, two = floor.table("t1", MS), floor.table("t2", MS)
    one.play("royal")
    # A bet of the other table is on its way, at a tenth.
    two.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    mega.change(reset="2000", rate_bp=5_000)
    assert mega.state.parameters.rate_bp == 1_000
    assert one.claims() == [1]
    mega.verify("t1-1/1")
    assert mega.state.parameters.rate_bp == 5_000
    assert mega.shown == 2_000_00
    # Void, the bet takes out what it had put in, and no more.
    two.do("report", by=SHIFT_MANAGER, incident="technical-interruption")
    assert mega.shown == 1_999_50
    two.finish()
    two.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    assert mega.shown == 2_002_00


# ── claims across tables ──────────────────────────────────────────────────────────────────────────


@proves(MS, "4.5.2")
@proves(CS, "4.5.2")
@proves(MH, "4.5.2")
class TestRwsAcrossTables:
    def test_whoever_had_his_full_hand_dealt_first_is_paid_first(self) -> None:
        _, mega, (stud, holdem, casino) = three(MS, MH, CS)
        # Dealt in this order; claimed in another.
        holdem.play("straight")
        casino.play("royal")
        stud.play(None, "straight")
        assert stud.claims() == [2]
        assert casino.claims() == [1]
        assert holdem.claims() == [1]
        mega.verify("t1-1/2", "t3-1/1")
        assert mega.awards == []
        mega.verify("t2-1/1")
        assert mega.awards == [
            ("t2-1/1", 100_000_00),
            ("t3-1/1", 900_000_00),
            ("t1-1/2", 100_000_00),
        ]
        for table, box, amount in (
            (stud, 2, 100_000_00),
            (holdem, 1, 100_000_00),
            (casino, 1, 900_000_00),
        ):
            table.do("settle")
            assert table.result("progressive", box)[2] == amount
            assert "4.5.2" in _jackpot_clauses(mega)
            table.do("conclude")
        assert mega.shown == 900_000_00

    def test_at_one_time_the_house_decides_and_its_finding_is_final(self) -> None:
        floor, mega, (one, two) = three(MS, CS)
        floor.clock.step_ms = 0
        one.play("royal")
        two.play("straight")
        assert one.claims() == two.claims() == [1]
        mega.verify("t1-1/1", "t2-1/1")
        assert mega.awards == []
        assert one.refused("settle")[0] == "jackpot-pending"
        mega.do(lc.OrderClaims(("t2", "t1"), "The film shows table 2 first."), MAX)
        assert mega.awards == [("t2-1/1", 100_000_00), ("t1-1/1", 900_000_00)]

    def test_several_hands_of_a_table_are_paid_in_the_order_of_dealing(self) -> None:
        _, mega, (table,) = three(MS)
        table.play("straight", "royal", "straight")
        assert table.claims() == [1, 2, 3]
        mega.verify("t1-1/3", "t1-1/2", "t1-1/1")
        assert mega.awards == [
            ("t1-1/1", 100_000_00),
            ("t1-1/2", 900_000_00),
            ("t1-1/3", 100_000_00),
        ]
        settlement = table.settle()
        assert settlement["jackpot"]["before"] == "1000000.00"
        assert settlement["jackpot"]["after"] == "900000.00"
        assert [table.result("progressive", box)[2] for box in (1, 2, 3)] == [
            100_000_00,
            900_000_00,
            100_000_00,
        ]


def _jackpot_clauses(desk: Desk) -> set[str]:
    return {
        clause
        for stored in desk.floor.events(link_stream(desk.name))
        if isinstance(stored.event, le.AwardPaid)
        for clause in stored.event.clauses
    }


@proves(SS, "3.14")
@proves(BE, "3.19")
class TestMbsAcrossTables:
    def test_the_round_that_was_entered_first_is_paid_first(self) -> None:
        _, mega, (stud, bullseye) = three(SS, BE)
        stud.play("royal")
        bullseye.play("straight")
        # The stud table dealt first, but the other one entered its hand first.
        assert bullseye.claims() == [1]
        assert stud.claims() == [1]
        mega.verify("t1-1/1")
        assert mega.awards == []
        mega.verify("t2-1/1")
        assert mega.awards == [("t2-1/1", 100_000_00), ("t1-1/1", 900_000_00)]
        assert mega.refused(lc.OrderClaims(("t1",), "x"), MAX) == "nothing-to-do"
        # Each table's first winner was paid under its own document's clause.
        assert _jackpot_clauses(mega) == {"3.14", "3.19"}

    @pytest.mark.parametrize("book", MBS_RULEBOOKS)
    def test_winners_of_one_round_are_pooled(self, book: str) -> None:
        _, mega, (one, two) = three(book, book)
        one.play("straight", None, "straight")
        two.play("straight")
        assert one.claims() == [1, 3]
        assert two.claims() == [1]
        mega.verify("t2-1/1", "t1-1/1", "t1-1/3")
        assert mega.awards == [("t1-1/1", 95_000_00), ("t1-1/3", 95_000_00), ("t2-1/1", 81_000_00)]
        for table, boxes in ((one, (1, 3)), (two, (1,))):
            table.do("settle")
            for box in boxes:
                assert (
                    table.result("progressive", box)[2]
                    == {"t1": 95_000_00, "t2": 81_000_00}[table.name]
                )


def test_contributions_wait_while_a_claim_is_open_and_are_entered_when_the_last_closes() -> None:
    _, mega, (one, two) = three(MS, MS, rate_bp=1_000)
    one.play("straight")
    assert mega.shown == 1_000_000_50
    one.claims()
    two.play("straight")
    assert mega.shown == 1_000_000_50
    two.claims()
    mega.verify("t1-1/1")
    assert mega.shown == 900_000_45
    mega.verify("t2-1/1")
    # A tenth of 900,000.45 is 90,000.04 in whole cents; then the waiting half dollar comes in.
    assert mega.awards == [("t1-1/1", 100_000_05), ("t2-1/1", 90_000_04)]
    assert mega.shown == 810_000_41 + 50
    assert mega.waits == (0, 0)


def test_a_declined_claim_is_settled_as_a_lost_bet() -> None:
    floor, mega, table = one(MS)
    table.play("royal")
    table.claims()
    mega.do(lc.DeclineClaim("t1-1/1", "The seal of the deck was broken."))
    table.do("settle")
    assert table.result("progressive", 1) == ("lose", 0, 0)
    settlement = table.round.settlement
    assert settlement is not None
    assert settlement.jackpot is not msgspec.UNSET
    assert settlement.jackpot.after == settlement.jackpot.before == "100000.50"
    table.do("conclude")
    assert floor.balance("meter/mega") == 100_000_50 * UNITS_PER_CENT


# ── rounds that fall away ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_voided_before_payment_withdraws_its_claim(book: str) -> None:
    _, mega, table = one(book)
    table.play("royal", None)
    assert table.claims() == [1]
    table.do("report", by=SHIFT_MANAGER, incident="foreign-card")
    assert mega.claims == []
    assert mega.state.claims["t1-1/1"].standing == "withdrawn"
    table.finish()
    assert mega.shown == 100_000_00


@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize("settled", [False, True])
def test_a_round_voided_after_payment_gives_the_award_back_exactly(
    book: str, settled: bool
) -> None:
    floor, mega, table = one(book, reserve_bp=1_000)
    table.play("royal", None)
    table.claims()
    mega.verify("t1-1/1")
    assert mega.awards == [("t1-1/1", 100_001_00)]
    if settled:
        table.do("settle")
    table.do("report", by=SHIFT_MANAGER, incident="foreign-card")
    # The award is back, what started the jackpot again is out, and so are the bets of the void
    # round.
    assert mega.shown == 100_000_00
    floor.casino.enter_contributions("mega")
    floor.check()
    assert (mega.state.meter_units, mega.state.reserve_units) == (100_000_00 * UNITS_PER_CENT, 0)
    table.finish()
    assert floor.balance("player/at1p") == 0
    assert floor.balance("house/table/t1") == 0


def test_one_hand_that_falls_away_after_payment_lets_the_other_claim_again() -> None:
    _, mega, table = one(MS)
    table.play("straight", "straight")
    assert table.claims() == [1, 2]
    mega.verify("t1-1/1", "t1-1/2")
    assert mega.awards == [("t1-1/1", 10_000_10), ("t1-1/2", 9_000_09)]
    table.do("settle")
    table.do("report", by=SHIFT_MANAGER, incident="unlisted", box=1)
    table.do("confirm", by=SHIFT_MANAGER, decision="invalidate-hand")
    assert mega.shown == 100_000_50
    assert table.claims() == [2]
    assert mega.claims == ["t1-1/2/2"]
    mega.verify("t1-1/2/2")
    assert mega.awards[-1] == ("t1-1/2/2", 10_000_05)
    table.do("settle")
    assert table.result("progressive", 2)[2] == 10_000_05
    table.do("conclude")


def test_a_hand_established_after_a_claim_is_claimed_with_the_other() -> None:
    _, mega, table = one(MS)
    table.bet(
        ann=(1, {"ante": "25", "progressive": "5"}), bob=(2, {"ante": "25", "progressive": "5"})
    )
    table.plan("royal", "straight")
    table.play_on()
    table.do("decline-to-show", by="player:bob", box=2)
    assert table.claims() == [1]
    table.do("establish-hand", by="pit-supervisor:sam", box=2, bets=["progressive"])
    assert mega.claims == []
    assert table.claims() == [1, 2]
    assert mega.claims == ["t1-1/1/2", "t1-1/2"]


# ── the link is down ──────────────────────────────────────────────────────────────────────────────


def fail(desk: Desk) -> None:
    desk.do(lc.FailLink("The controller does not answer."))


DOWN = {MS: ("5.17", "5.18.2"), CS: ("5.17", "5.18.2"), MH: ("5.16", "5.17.2")}
WENT_ON = {MS: ("5.18.1", "5.18.2"), CS: ("5.18.1", "5.18.2"), MH: ("5.17.1", "5.17.2")}


@proves(MS, "5.17", "5.18.2")
@proves(CS, "5.17", "5.18.2")
@proves(MH, "5.16", "5.17.2")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
@pytest.mark.parametrize("closed", [False, True])
def test_a_failure_before_anybody_has_seen_his_cards_voids_the_round(
    book: str, closed: bool
) -> None:
    _, mega, table = one(book)
    table.lay(ann=(1, {"ante": "25", "progressive": "5"}))
    if closed:
        table.do("close-betting")
        table.deal_all()
        assert mega.shown == 100_000_50
    fail(mega)
    if not closed:
        assert table.refused("close-betting")[0] == "link-down"
    facts = {"players_have_seen": False} if closed else {}
    reported = table.do("report", incident="progressive-system-down", facts=facts)[0]
    assert reported.ruling.clauses == DOWN[book]  # type: ignore[union-attr]  # the first event is the report
    assert table.phase == "void"
    table.finish()
    assert table.state.chips["ann"] == 0
    assert table.refused("open-betting")[0] == "operation-pending"
    mega.do(lc.RestoreLink(), MAX)
    assert mega.shown == 100_000_00


@proves(MS, "5.18.1", "5.18.2")
@proves(CS, "5.18.1", "5.18.2")
@proves(MH, "5.17.1", "5.17.2")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_failure_after_cards_were_seen_pays_on_the_registered_value(book: str) -> None:
    floor, mega, table = one(book)
    other = floor.table("t2", book)
    other.bet(zoe=(1, {"ante": "25", "progressive": "5"}))
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    table.plan("royal")
    table.deal_all()
    table.choose(1, "examine")
    assert mega.shown == 100_001_00
    fail(mega)
    table.play_on()
    assert table.refused("settle")[0] == "link-down"
    reported = table.do("report", incident="progressive-system-down")[0]
    assert reported.ruling.clauses == WENT_ON[book]  # type: ignore[union-attr]  # the first event is the report
    assert table.claims() == [1]
    raised = [s.event for s in floor.events("link/mega") if isinstance(s.event, le.ClaimRaised)]
    assert [event.registered for event in raised] == [100_001_00]
    mega.verify("t1-1/1")
    table.do("settle")
    assert table.result("progressive", 1)[2] == 100_001_00
    table.do("conclude")
    assert mega.shown == 100_000_00


# ── a failure after a claim ───────────────────────────────────────────────────────────────────────


def claimed(book: str) -> tuple[Floor, Desk, FloorTable]:
    """A player has stayed in without a look that was entered, and claims a straight flush."""
    floor = Floor()
    mega = floor.link(operator=operator_of(book), reset="100000", rate_bp=1_000)
    table = floor.table("t1", book)
    table.play("straight")
    assert table.claims() == [1]
    assert mega.shown == 100_000_50
    return floor, mega, table


@proves(MS, "5.18.1")
@proves(CS, "5.18.1")
@proves(MH, "5.17.1")
@pytest.mark.parametrize("verified", [False, True])
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_failure_touches_neither_a_claim_nor_an_award(book: str, verified: bool) -> None:
    floor, mega, table = claimed(book)
    if verified:
        mega.verify("t1-1/1")
        assert mega.awards == [("t1-1/1", 10_000_05)]
    fail(mega)
    found = table.refuse(
        "report", incident="progressive-system-down", facts={"players_have_seen": False}
    )
    assert (found.code, found.message) == (
        "bad-fact",
        "Players have seen cards: hands lie open by now.",
    )
    reported, awaited = table.do("report", incident="progressive-system-down")
    assert reported.ruling.clauses == WENT_ON[book]  # type: ignore[union-attr]  # the first event is the report
    assert type(awaited).__name__ == "OperationAwaited"
    if not verified:
        mega.verify("t1-1/1")
    table.do("settle")
    # Said again while chips are paid, it changes as little.
    table.do("report", incident="progressive-system-down")
    assert mega.awards == [("t1-1/1", 10_000_05)]
    assert table.result("progressive", 1) == ("win", 0, 10_000_05)
    assert table.result("ante", 1)[0] != "void"
    table.do("conclude")
    assert audit(floor.casino.journal).problem is None


@pytest.mark.parametrize("verified", [False, True])
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_at_mbs_too_a_failure_leaves_a_claim_alone(book: str, verified: bool) -> None:
    floor, mega, table = claimed(book)
    if verified:
        mega.verify("t1-1/1")
    fail(mega)
    table.do("report", incident="progressive-system-down", box=1)
    (decision,) = table.view(SHIFT_MANAGER)["round"]["ruling"]["decisions"]
    for other in ("void-round", "return-progressive", "invalidate-hand", "bar-player"):
        found = table.refuse("confirm", by=SHIFT_MANAGER, decision=other)
        assert (found.code, found.message) == (
            "decision-needed",
            (
                "The jackpot was claimed before it failed, and the failure does not touch that: "
                "decide continue."
            ),
        )
    (confirmed,) = table.do("confirm", by=SHIFT_MANAGER, decision=decision)
    assert type(confirmed).__name__ == "RulingConfirmed"
    if not verified:
        mega.verify("t1-1/1")
    table.do("settle")
    assert mega.awards == [("t1-1/1", 10_000_05)]
    table.do("conclude")
    assert audit(floor.casino.journal).problem is None


@proves(MS, "5.18.2", "5.18.2.a", "5.18.2.b", "5.18.2.c")
@proves(CS, "5.18.2", "5.18.2.a", "5.18.2.b", "5.18.2.c")
@proves(MH, "5.17.2", "5.17.2.a", "5.17.2.b", "5.17.2.c")
@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_the_house_chooses_how_later_rounds_are_run(book: str) -> None:
    floor, mega, first = one(book)
    second, third = floor.table("t2", book), floor.table("t3", book)
    fail(mega)
    first.do("choose-operation", by=SHIFT_MANAGER, operation="close-table")
    assert first.refused("open-betting")[0] == "table-closed"
    second.do("choose-operation", by=SHIFT_MANAGER, operation="bar-box", box=2)
    second.do("open-betting")
    assert second.refused_bet(2, "ante", "25")[0] == "box-barred"
    third.do("choose-operation", by=SHIFT_MANAGER, operation="run-without-progressive")
    assert third.state.notice == (
        "No Progressive Jackpot bets are accepted or paid at this table. By joining the game "
        "you accept this."
    )
    third.bet(ann=(1, {"ante": "25"}))
    assert third.refused("restore-progressive", by=SHIFT_MANAGER)[0] == "round-in-progress"
    third.play_on()
    third.finish()
    assert third.refused("restore-progressive", by=SHIFT_MANAGER)[0] == "link-down"
    mega.do(lc.RestoreLink(), MAX)
    third.do("restore-progressive", by=SHIFT_MANAGER)
    third.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    assert mega.shown == 100_000_50


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_mbs_has_no_rule_for_a_failure_so_the_shift_manager_decides(book: str) -> None:
    _, mega, table = one(book)
    table.play("royal")
    fail(mega)
    assert table.refused("settle")[0] == "link-down"
    reported = table.do("report", incident="progressive-system-down")[0]
    assert reported.ruling.clauses == ("6.1",)  # type: ignore[union-attr]  # the first event is the report
    assert reported.ruling.authority == "shift-manager"  # type: ignore[union-attr]
    table.do("confirm", by=SHIFT_MANAGER, decision="void-round")
    table.finish()
    mega.do(lc.RestoreLink(), MAX)
    assert mega.shown == 100_000_00


@proves(SS, "6.1")
@proves(BE, "6.1")
@pytest.mark.parametrize("restored", [False, True])
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_a_shift_manager_of_mbs_lets_the_round_go_on_on_the_registered_value(
    book: str, restored: bool
) -> None:
    floor, mega, table = one(book)
    other = floor.table("t2", book)
    table.play("royal")
    fail(mega)
    table.do("report", incident="progressive-system-down")
    if restored:
        # The link works again, and grows, before he has decided.
        mega.do(lc.RestoreLink(), MAX)
        other.bet(zoe=(1, {OPENING[book]: "25", "progressive": "5"}))
        assert mega.shown == 100_001_00
    table.do("confirm", by=SHIFT_MANAGER, decision="continue")
    assert table.claims() == [1]
    raised = [s.event for s in floor.events("link/mega") if isinstance(s.event, le.ClaimRaised)]
    assert [event.registered for event in raised] == [100_000_50]
    mega.verify("t1-1/1")
    table.do("settle")
    assert table.result("progressive", 1)[2] == 100_000_50
    table.do("conclude")
    assert audit(floor.journal).problem is None


@proves(SS, "6.1")
@proves(BE, "6.1")
@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_a_shift_manager_of_mbs_has_the_progressive_bets_returned(book: str) -> None:
    floor, mega, table = one(book)
    table.play("royal", None)
    fail(mega)
    table.do("report", incident="progressive-system-down")
    table.do("confirm", by=SHIFT_MANAGER, decision="return-progressive")
    table.finish()
    mega.do(lc.RestoreLink(), MAX)
    # What the bets had put in went out with them.
    assert mega.shown == 100_000_00
    assert audit(floor.journal).problem is None


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_claim_that_was_raised_before_the_failure_is_verified_and_paid(book: str) -> None:
    _, mega, table = one(book)
    table.play("royal")
    table.claims()
    fail(mega)
    mega.verify("t1-1/1")
    table.do("settle")
    assert table.result("progressive", 1)[2] == 100_000_50
    table.do("conclude")


# ── requests that can't be put to anything ────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("target", "command"),
    [
        ("t1", tc.OpenBetting()),
        ("link/mega", tc.OpenBetting()),
        ("feed/mega/t1", tc.OpenBetting()),
        ("table/t1", lc.ClearNotice()),
    ],
)
def test_a_command_is_for_a_target_of_its_kind(target: str, command: Any) -> None:
    floor, _, _ = one(MS)
    with pytest.raises(BadRequest, match="this command is for a target"):
        floor.ask(target, command, MAX)


@pytest.mark.parametrize("name", ["", "a/b", "x" * 101, "two\nlines"])
def test_a_name_is_some_printable_characters_without_a_slash(name: str) -> None:
    """Link ``a`` with table ``b/c`` would have the feed of link ``a/b`` with table ``c``."""
    floor, _, _ = one(MS)
    count = floor.journal.count()
    requests: list[tuple[str, Any]] = [("table/", tc.OpenBetting()), ("link/", lc.ClearNotice())]
    for kind, command in requests:
        with pytest.raises(
            BadRequest, match="a name is 1 to 100 printable characters without a slash"
        ):
            floor.ask(kind + name, command, MAX)
    assert floor.journal.count() == count


@pytest.mark.parametrize(
    "command",
    [
        lc.FoldFeeds(),
        lc.JoinTable("t9", "RWS", AcrossTables.TIME_DEALT),
        lc.RaiseClaims("t1", "t1-1", MS, ()),
        lc.WithdrawClaims("t1-1", "x"),
    ],
)
def test_what_tables_bring_about_is_not_for_people_to_ask_for(command: Any) -> None:
    floor, _, _ = one(MS)
    with pytest.raises(BadRequest, match="is not for people to ask for"):
        floor.ask("link/mega", command, MAX)


def test_a_refusal_is_recorded_where_it_was_asked_for() -> None:
    floor, mega, table = one(MS)
    answer = floor.ask(table_stream("t1"), tc.PlaceBet(1, "ante", Cents(25_00), "ann"), SUPERVISOR)
    assert answer.refusal is not None
    (stored,) = answer.events
    assert stored.stream == "table/t1"
    assert stored.event.code == answer.refusal.code == "betting-not-open"  # type: ignore[union-attr]
    assert stored.event.by == SUPERVISOR  # type: ignore[union-attr]
    before = mega.state
    assert mega.refused(lc.ClearNotice()) == "nothing-to-do"
    assert mega.state == before
    assert table.state == floor.casino.table("t1")


def test_a_request_is_known_by_its_target_actor_and_command() -> None:
    request = Request("a", "table/t1", tc.OpenBetting(), MAX)
    entry = request.entry("a program")
    again = Request("b", "table/t1", tc.OpenBetting(), MAX, via="a console")
    assert again.was(entry, refused=False)
    others = (
        Request("a", "table/t2", tc.OpenBetting(), MAX),
        Request("a", "table/t1", tc.CloseBetting(), MAX),
        Request("a", "table/t1", tc.OpenBetting(), SUPERVISOR),
    )
    assert not any(other.was(entry, refused=False) for other in others)


# ── several processes ─────────────────────────────────────────────────────────────────────────────


def test_a_failure_that_another_process_has_reported_is_seen_at_every_table() -> None:
    floor, _, table = one(MS)
    table.lay(ann=(1, {"ante": "25"}))
    other = Casino(floor.journal, shelf=SHELF, clock_ms=floor.clock)
    other.carry_out(Request("down", "link/mega", lc.FailLink("Power."), SUPERVISOR))
    # What is known here of the link is old; the journal does not store what was decided on it.
    assert table.refused_bet(1, "progressive", "5")[0] == "link-down"


def test_parameters_that_took_effect_in_another_process_hold_for_the_next_round() -> None:
    floor, mega, table = one(MS)
    table.lay(ann=(1, {"ante": "25", "progressive": "5"}))
    other = Casino(floor.journal, shelf=SHELF, clock_ms=floor.clock)
    changed = LinkParameters(Cents(100_000_00), 5_000)
    other.carry_out(Request("p1", "link/mega", lc.ProposeParameters(changed), MAX))
    other.carry_out(Request("p2", "link/mega", lc.ApproveParameters(), MIA))
    assert mega.state.parameters.rate_bp == 5_000
    table.do("close-betting")
    assert mega.shown == 100_002_50


def test_what_is_not_there_does_not_come_to_be_by_being_asked_for() -> None:
    floor = Floor()
    answer = floor.casino.carry_out(Request("a", "table/nowhere", tc.OpenBetting(), SUPERVISOR))
    assert answer.refusal is not None
    assert answer.refusal.code == "no-table"
    assert [stored.stream for stored in answer.events] == ["refused"]
    assert "nowhere" not in floor.casino.tables()
    assert floor.casino.carry_out(
        Request("a", "table/nowhere", tc.OpenBetting(), SUPERVISOR)
    ).repeated


@pytest.mark.parametrize("own", ["enter/mega/5", "interrupted/table/t1/7", "people/add/ann"])
def test_ids_of_pitboss_itself_are_not_for_others(own: str) -> None:
    with pytest.raises(BadRequest, match="choose another one"):
        Floor().casino.carry_out(Request(own, "table/t1", tc.OpenBetting(), SUPERVISOR))
