"""The ledger: what each event moves, worked out by hand, and equal to the states after any
history.
"""

from random import Random
from typing import Any

import pytest

from pitboss.casino.aggregates import NOTHING_YET, Entity
from pitboss.casino.postings import Ledger, posted, standing
from pitboss.casino.requests import Stored
from pitboss.demo.robot import Robot, Verifier
from pitboss.jackpot import commands as lc
from pitboss.jackpot import events as le
from pitboss.jackpot.parameters import UNITS_PER_CENT, Reason
from pitboss.kernel.money import Cents
from pitboss.ledger.entries import AccountKind, Entry
from pitboss.people.events import DemoStarted
from tests.casino.floor import SHELF, Desk, Floor, FloorTable, account_of
from tests.effort import times
from tests.jackpot.links import MAX, MIA, cents, parameters
from tests.support import BE, CS, MH, MS, SS


def units(amount: str) -> int:
    sign = -1 if amount.startswith("-") else 1
    return sign * cents(amount.removeprefix("-")) * UNITS_PER_CENT


def entry(**moves: str) -> Entry:
    """``entry(meter_mega="5", house_link__mega="-5")``: two underscores for a slash inside the
    name.
    """
    return Entry(
        {
            account_of(name.replace("_", "/", 1).replace("__", "/")): units(amount)
            for name, amount in moves.items()
        }
    )


def last_entries(floor: Floor) -> list[Entry]:
    """What the events of the last command moved."""
    ledger, found = Ledger(SHELF), []
    events = floor.events()
    for stored in events:
        made = ledger.post(stored)
        if stored.command == events[-1].command and made:
            found.append(made)
    return found


def small(**more: Any) -> tuple[Floor, Desk, FloorTable]:
    floor = Floor()
    known: dict[str, Any] = {"reset": "1000", "rate_bp": 1_000, "reserve_bp": 500}
    desk = floor.link(**known | more)
    return floor, desk, floor.table("t1", MS)


# ── one by one ────────────────────────────────────────────────────────────────────────────────────


def test_the_house_pays_for_the_first_start() -> None:
    floor = Floor()
    floor.link(reset="1000")
    assert last_entries(floor) == [entry(house_link__mega="-1000", meter_mega="1000")]


def test_chips_go_to_the_layout_and_come_back_at_the_end() -> None:
    floor, _, table = small()
    table.lay(ann=(1, {"ante": "25"}))
    assert last_entries(floor) == [entry(player_ann="-25", table_t1="25")]
    table.do("withdraw-bet", by="player:ann", box=1, bet="ante")
    assert last_entries(floor) == [entry(player_ann="25", table_t1="-25")]
    table.lay(ann=(1, {"ante": "25"}))
    table.do("close-betting")
    assert last_entries(floor) == []
    table.deal_all()
    table.choose(1, "fold")
    table.deal_all()
    table.do("settle")
    assert last_entries(floor) == []
    table.do("conclude")
    assert last_entries(floor) == [entry(table_t1="-25", house_table__t1="25")]


def test_the_house_passes_a_contribution_on_when_betting_closes() -> None:
    floor, _, table = small()
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    # A tenth for the jackpot and a twentieth for the reserve.
    assert last_entries(floor) == [entry(house_link__mega="-0.75", feed_mega="0.75")]
    table.do("report", by="shift-manager:max", incident="foreign-card")
    assert last_entries(floor) == [entry(house_link__mega="0.75", feed_mega="-0.75")]


def test_contributions_are_entered_in_meter_and_reserve() -> None:
    floor, _, table = small()
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    floor.casino.enter_contributions("mega")
    assert last_entries(floor) == [entry(feed_mega="-0.75", meter_mega="0.50", reserve_mega="0.25")]


def test_what_the_cap_keeps_out_goes_to_the_pool() -> None:
    floor, _, table = small(cap="1000.20")
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    floor.casino.enter_contributions("mega")
    assert last_entries(floor) == [
        entry(feed_mega="-0.75", meter_mega="0.20", overflow_mega="0.30", reserve_mega="0.25")
    ]


def test_an_award_goes_through_the_house_and_the_next_start_is_funded() -> None:
    floor, desk, table = small(cap="1000.20")
    table.play("royal")
    table.claims()
    desk.verify("t1-1/1")
    # 1,000.20 to the house, which pays it at the table; 1,000.00 from reserve, pool and house into
    # the jackpot.
    assert last_entries(floor) == [
        entry(
            meter_mega="-0.20",
            reserve_mega="-0.25",
            overflow_mega="-0.30",
            house_link__mega="0.75",
        )
    ]
    table.do("settle")
    table.do("conclude")
    (paid,) = last_entries(floor)
    won = {str(account): amount for account, amount in paid}
    assert won["house/table/t1"] < -units("1000.20")
    assert sum(won.values()) == 0


def test_an_award_that_comes_back_is_the_same_entry_the_other_way() -> None:
    floor, desk, table = small(cap="1000.20")
    table.play("royal")
    table.claims()
    desk.verify("t1-1/1")
    (there,) = last_entries(floor)
    table.do("report", by="shift-manager:max", incident="foreign-card")
    contribution, back = last_entries(floor)
    assert contribution == entry(house_link__mega="0.75", feed_mega="-0.75")
    assert back == Entry({account: -amount for account, amount in there})


def test_a_correction_is_between_the_house_and_the_meter() -> None:
    floor, desk, _ = small()
    desk.correct("12.34")
    assert last_entries(floor) == [entry(house_link__mega="-12.34", meter_mega="12.34")]
    desk.do(lc.ProposeCorrection(Cents(-1_00), Reason.WRONG_AMOUNT, "x"), MAX)
    assert last_entries(floor) == []
    desk.do(lc.ApproveCorrection(), MIA)
    assert last_entries(floor) == [entry(house_link__mega="1", meter_mega="-1")]


def test_another_start_is_funded_by_whoever_funds_starts() -> None:
    floor, desk, _ = small()
    desk.do(lc.ProposeParameters(parameters(reset="900")), MAX)
    desk.do(lc.ApproveParameters(), MIA)
    assert last_entries(floor) == [entry(house_link__mega="100", meter_mega="-100")]


def test_what_the_jackpot_had_not_got_the_house_pays() -> None:
    event = le.ContributionsFolded({}, -units("2"), 0, 0, units("3"))
    assert posted("link/mega", NOTHING_YET, event, NOTHING_YET) == entry(
        feed_mega="5", meter_mega="-2", house_link__mega="-3"
    )


@pytest.mark.parametrize(
    "event",
    [
        le.TableJoined("t1"),
        le.ClaimVerified("t1-1/1", MAX, True),
        le.LinkFailed(Cents(1), "x", 1, MAX),
        le.NoticeShown("x", MAX),
    ],
)
def test_other_events_move_nothing(event: le.AnyLinkEvent) -> None:
    assert not posted("link/mega", NOTHING_YET, event, NOTHING_YET)


def test_people_who_sign_in_move_no_money() -> None:
    ledger = Ledger(SHELF)
    event = DemoStarted(at_ms=1, by="pitboss")
    assert not ledger.post(Stored(1, "people", 1, 1, "x", event))
    assert not standing("people", Entity(1, ledger._streams["people"].state))


def test_a_refusal_and_an_interruption_move_nothing() -> None:
    floor, _, table = small()
    table.refused("settle")
    assert last_entries(floor) == []


# ── a day, by hand ────────────────────────────────────────────────────────────────────────────────


def test_an_evening_with_one_straight_flush() -> None:
    floor, desk, table = small()
    table.play("straight")
    table.claims()
    desk.verify("t1-1/1")
    table.do("settle")
    table.do("conclude")
    won = table.state.chips["at1p"]
    # A tenth of 1,000.50 in whole cents.
    assert table.state.house == -won
    assert floor.balance("meter/mega") == units("900.45")
    assert floor.balance("reserve/mega") == units("0.25")
    # 1,000.00 and 0.75 went in, 100.05 came out.
    assert floor.balance("house/link/mega") == units("-900.70")
    assert floor.balance("house/table/t1") == -won * UNITS_PER_CENT
    assert floor.balance("player/at1p") == won * UNITS_PER_CENT
    assert floor.balance("table/t1") == floor.balance("feed/mega") == 0


# ── any history ───────────────────────────────────────────────────────────────────────────────────


def any_floor(seed: int) -> Floor:
    """Links of both operators with five tables, by a seed."""
    random = Random(seed)
    floor = Floor()
    for link, operator in (("rws", "RWS"), ("mbs", "MBS")):
        floor.link(
            link,
            operator,
            reset="100",
            rate_bp=random.choice((1_000, 3_333)),
            reserve_bp=random.choice((0, 2_000)),
            cap=random.choice((None, "101")),
            verifiers=random.choice((1, 2)),
        )
    for number, book in enumerate((MS, SS, MH, BE, CS), start=1):
        link = "mbs" if book in (SS, BE) else "rws"
        cards = random.choice(("entered", "entered", "virtual"))
        floor.table(f"t{number}", book, link=link, cards=cards)
    return floor


@pytest.mark.parametrize("seed", range(times(6, 3)))
def test_the_ledger_equals_the_states_after_every_command_of_any_history(seed: int) -> None:
    """``Floor.check`` also counts every link after each command, and holds the accounts against the
    meters.
    """
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    floor = any_floor(seed)
    random = Random(seed)
    robots = [Robot(name, seed, flushes=0.6, trouble=0.2) for name in floor.casino.tables()]
    verifiers = [Verifier(link, seed, declines=0.2) for link in floor.casino.links()]
    for step in range(150):
        for robot in robots:
            ask_a_robot(floor, robot)
        for verifier in verifiers:
            link = floor.casino.link(verifier.link)
            assert link is not None
            request = verifier.request(link, SHELF)
            if request is not None and random.random() < 0.6:
                floor.casino.carry_out(request)
        if step % 10 == 0:
            floor.casino.enter_contributions("rws")
        if step % 50 == 0:
            floor.reopen()
        floor.check()
    kinds = {type(stored.event) for stored in floor.events()}
    assert {le.ContributionMade, le.ContributionReturned, le.ClaimRaised, le.AwardPaid} <= kinds


def ask_a_robot(floor: Floor, robot: Robot) -> None:
    """One command of a robot. A bet that is accepted never lowers a sign: what is acknowledged is
    in what it shows.
    """
    state = floor.casino.table(robot.table)
    assert state is not None
    request = robot.request(state)
    if request is None:
        return
    assert state.settings.link is not None
    before = floor.casino.displayed(state.settings.link)
    answer = floor.casino.carry_out(request)
    after = floor.casino.displayed(state.settings.link)
    assert before is not None
    assert after is not None
    if any(isinstance(stored.event, le.ContributionMade) for stored in answer.events):
        assert after >= before


def test_accounts_have_the_kinds_that_the_rules_know() -> None:
    floor, _, table = small(cap="1000.20")
    table.play("royal", None)
    kinds = {account.kind for account, _ in floor._ledger.balances}
    assert kinds == {
        AccountKind.PLAYER,
        AccountKind.TABLE,
        AccountKind.HOUSE,
        AccountKind.METER,
        AccountKind.FEED,
    }
