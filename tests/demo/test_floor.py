"""Robots keep every table going, with visitors and without, and act for nobody but themselves."""

from collections import Counter
from typing import Any

import pytest

from pitboss.demo import cast
from pitboss.demo.manager import rule
from pitboss.jackpot.commands import FailLink, VerifyClaim
from pitboss.jackpot.events import ClaimVerified
from pitboss.kernel.money import Cents
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.incidents import Incident
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.queries import opening, raise_name, raise_size
from pitboss.table.state import Phase, Standing
from pitboss.web.demo import LINKS, TABLES
from tests.demo.house import House

VISITOR = Actor(Post.PLAYER, "demo-player")
DEALER = Actor(Post.DEALER, "demo-dealer")
SUPERVISOR = Actor(Post.PIT_SUPERVISOR, "demo-pit-supervisor")
MANAGER = Actor(Post.SHIFT_MANAGER, "demo-shift-manager")
BOX = 1


def acts(house: House, after: int = 0) -> list[tuple[str, Any]]:
    """Who has done what: what an event says of that."""
    found = []
    for stored in house.record(after):
        by = getattr(stored.event, "by", None)
        if isinstance(by, Actor):
            found.append((by.name, stored.event))
        elif isinstance(stored.event, e.HandExamined):
            found.append((stored.event.player, stored.event))
    return found


def bet(house: House, table: str, box: int = BOX) -> None:
    """The visitor lays an ante as soon as bets are open."""
    state = house.wait_for(table, "betting")
    house.do(table, c.PlaceBet(box, opening(state), Cents(25_00)), VISITOR)


# ── robots alone ──────────────────────────────────────────────────────────────────────────────────


def test_robots_alone_conclude_rounds_at_every_table_whatever_goes_wrong() -> None:
    house = House(trouble=1.0, flushes=0.5)
    before = dict.fromkeys(TABLES, 0)
    for _ in range(6):
        house.wait(240)
        now = {table: house.table(table).rounds for table in TABLES}
        assert all(now[table] > before[table] for table in TABLES), (before, now)
        before = now
    reported = Counter(
        event.ruling.incident for _, event in acts(house) if isinstance(event, e.IncidentReported)
    )
    assert reported[Incident.UNLISTED] > 0
    assert len(reported) >= 4, reported
    kinds = Counter(type(stored.event).__name__ for stored in house.record())
    assert kinds["RulingConfirmed"] > 0
    assert kinds["OptionChosen"] > 0
    assert kinds["AwardPaid"] > 0


def test_every_table_of_a_floor_left_alone_has_concluded_a_round_in_the_last_minute() -> None:
    """Three minutes by the demonstration's own clock; `make alone` leaves it for half an hour by
    the clock on the wall.
    """
    house = House(trouble=0.02, verifiers=2)
    house.wait(180)
    concluded_ms = {
        stored.stream.removeprefix("table/"): stored.event.at_ms
        for stored in house.record()
        if isinstance(stored.event, e.RoundConcluded)
    }
    assert concluded_ms.keys() == TABLES.keys()
    assert min(concluded_ms.values()) > house.now_ms - 60_000


def test_each_robot_acts_under_its_own_name_and_for_itself_alone() -> None:
    house = House(trouble=0.5, flushes=0.5)
    house.wait(600)
    of_a_table = {table: set(robots.values()) for table, robots in cast.PLAYERS.items()}
    seen = set()
    for stored in house.record():
        by, table = getattr(stored.event, "by", None), stored.stream.removeprefix("table/")
        if table not in TABLES or not isinstance(by, Actor) or by.name == "pitboss":
            continue
        seen.add(by.name)
        if by.post is Post.PLAYER:
            box: int = stored.event.box  # type: ignore[union-attr, assignment]
            assert cast.PLAYERS[table][box] == by.name
        else:
            assert by in (cast.dealer(table), cast.SHIFT_MANAGER)
            # What a player decides is never a dealer's or a manager's act.
            assert not isinstance(stored.event, e.BetPlaced | e.HandExamined | e.Raised | e.Folded)
    assert set().union(*of_a_table.values()) <= seen


def test_a_robot_stays_away_from_a_name_that_is_a_persons() -> None:
    house = House()
    house.guard.add(
        "demo-administrator", "Ada", house.guard.people.persons[VISITOR.name].role, None
    )
    house.wait(120)
    names = {event.player for _, event in acts(house) if isinstance(event, e.BetPlaced)}
    assert "Ada" not in names
    assert "Bruno" in names


# ── a visitor who plays ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("table", TABLES)
def test_a_visitor_who_does_nothing_has_nothing_on_record_but_the_seat(table: str) -> None:
    house = House()
    with house.at(VISITOR, table):
        house.wait(60)
        assert VISITOR.name not in {name for name, _ in acts(house)}
        bet(house, table)
        house.wait_for(table, "deciding")
        state = house.wait_for(table, "settled")
    assert state.round is not None
    assert state.round.boxes[BOX].standing is Standing.LEFT
    mine = [event for name, event in acts(house) if name == VISITOR.name]
    assert [type(event) for event in mine] == [e.BetPlaced]
    [(by, absent)] = [
        (name, event)
        for name, event in acts(house)
        if isinstance(event, e.IncidentReported) and event.box == BOX
    ]
    assert (by, absent.ruling.incident) == (cast.dealer(table).name, Incident.PLAYER_ABSENT)


@pytest.mark.parametrize("table", TABLES)
def test_a_visitors_first_round_is_over_within_half_a_minute_of_his_coming(table: str) -> None:
    """He comes at the worst moment, bets at once and decides at once; the rest is his."""
    house = House()
    house.wait_for(table, "betting")
    house.wait_for(table, "dealing")
    came_ms = house.now_ms
    with house.at(VISITOR, table):
        bet(house, table)
        while (state := house.table(table)).round is None or state.round.settlement is None:
            clock = house.clocks.get(table)
            if clock is not None and clock.kind == "decision" and clock.box == BOX:
                house.do(table, _stays(house, table), VISITOR)
            house.wait(0.2)
            assert house.now_ms - came_ms < 24_000, state.round
    assert state.round.boxes[BOX].standing is Standing.IN


def _stays(house: House, table: str) -> c.AnyCommand:
    state = house.table(table)
    assert state.round is not None
    assert state.round.step is not None
    assert state.round.step.asks is not None
    bet = raise_name(state, state.round.step.asks)
    if bet is None:
        return c.SetHand(BOX)
    return c.Raise(BOX, raise_size(state, state.round.boxes[BOX], bet))


def test_there_is_time_to_bet_and_little_is_left_once_everybody_has() -> None:
    house = House()
    with house.at(VISITOR, "Stud"):
        house.wait_for("Stud", "betting")
        opened_ms = house.now_ms
        clock = house.clocks["Stud"]
        assert (clock.kind, clock.ends_ms - opened_ms) == ("bets", house.pace.bets_ms)
        house.wait(8)
        bet(house, "Stud")
        house.wait(0.2)
        clock = house.clocks["Stud"]
        assert clock.ends_ms == house.now_ms + house.pace.bets_in_ms
        house.wait_for("Stud", "dealing")
        assert clock.ends_ms <= house.now_ms <= clock.ends_ms + 2_000


def test_whoever_comes_while_bets_are_open_has_the_whole_time() -> None:
    house = House()
    house.wait_for("Stud", "betting")
    house.wait(4)
    with house.at(VISITOR, "Stud"):
        house.wait(0.2)
        assert house.clocks["Stud"].ends_ms == house.now_ms + house.pace.bets_ms


def test_a_visitor_with_three_boxes_is_waited_for_once() -> None:
    house = House()
    with house.at(VISITOR, "Stud"):
        for box in (1, 3, 5):
            bet(house, "Stud", box)
        house.wait_for("Stud", "deciding")
        began_ms = house.now_ms
        state = house.wait_for("Stud", "settled")
    assert house.now_ms - began_ms < house.pace.decision_ms + 15_000
    assert state.round is not None
    assert {state.round.boxes[box].standing for box in (1, 3, 5)} == {Standing.LEFT}


def test_a_look_is_no_decision_and_time_runs_on() -> None:
    house = House()
    with house.at(VISITOR, "Stud"):
        bet(house, "Stud")
        house.wait_for("Stud", "deciding")
        ends_ms = house.clocks["Stud"].ends_ms
        house.wait(5)
        house.do("Stud", c.Examine(BOX), VISITOR)
        house.wait(1)
        assert house.clocks["Stud"].ends_ms == ends_ms


def test_nothing_goes_wrong_where_a_visitor_plays() -> None:
    house = House(trouble=1.0)
    with house.at(VISITOR, "Singapore"):
        house.wait(300)
    incidents = [
        stored for stored in house.record() if isinstance(stored.event, e.IncidentReported)
    ]
    assert incidents
    assert all(
        stored.stream != "table/Singapore"
        for stored in incidents
        if stored.at_ms > house.now_ms - 240_000
    )


# ── a visitor who deals ───────────────────────────────────────────────────────────────────────────


def test_the_robot_dealer_makes_way_for_a_visitor_and_comes_back() -> None:
    house = House()
    house.wait_for("Stud", "betting")
    with house.at(DEALER, "Stud"):
        house.wait(house.pace.dealer_comes_ms / 1000 - 1)
        assert house.table("Stud").round is not None
        house.do("Stud", c.CloseBetting(let_stand=True), DEALER)
        house.wait(30)
        state = house.table("Stud")
        assert state.round is not None
        assert (state.round.phase, state.round.cursor) == (Phase.CLOSED, 0)
        assert house.clocks["Stud"].kind == "dealer"
        house.do("Stud", c.Deal(), DEALER)
        after = house.table("Stud")
        house.wait(house.pace.dealer_acts_ms / 1000 - 1)
        assert house.table("Stud") == after
        house.wait(60)
        assert house.table("Stud").rounds > after.rounds


def test_a_visitor_who_deals_has_robots_to_deal_to() -> None:
    house = House()
    house.wait_for("Singapore", "betting")
    with house.at(DEALER, "Singapore"):
        house.wait(8)
        house.do("Singapore", c.CloseBetting(let_stand=True), DEALER)
        while house.table("Singapore").round is not None:
            round = house.table("Singapore").round
            assert round is not None
            match round.phase:
                case Phase.CLOSED | Phase.DEALING:
                    house.do("Singapore", c.Deal(), DEALER)
                case Phase.REVEALED:
                    house.do("Singapore", c.Settle(), DEALER)
                case Phase.SETTLED:
                    house.do("Singapore", c.Conclude(), DEALER)
                case _:
                    house.wait(0.2)
    answers = {name for name, event in acts(house) if isinstance(event, e.Raised | e.Folded)}
    # Robots at other tables decide meanwhile too.
    assert answers >= set(cast.PLAYERS["Singapore"].values())


def test_a_console_that_was_left_is_not_waited_for() -> None:
    house = House()
    with house.at(DEALER, "Stud"):
        house.wait(1)
        house.do("Stud", c.OpenBetting(), DEALER)
        house.wait(1)
    house.wait(30)
    assert house.table("Stud").rounds > 0


# ── visitors who decide for the house, and what they leave behind ─────────────────────────────────


def unlisted(house: House, table: str = "Stud") -> None:
    house.wait_for(table, "dealing")
    house._ask(f"table/{table}", c.Report(incident=Incident.UNLISTED), cast.dealer(table))
    house.wait(0.2)


def test_a_visiting_manager_rules_first_if_he_wants_to() -> None:
    house = House()
    with house.at(MANAGER, None):
        unlisted(house)
        clock = house.clocks["Stud"]
        assert (clock.kind, clock.of_ms) == ("ruling", house.pace.ruling_ms)
        house.wait(house.pace.ruling_ms / 1000 - 1)
        house.do("Stud", c.Confirm(decision="void-round"), MANAGER)
        house.wait_for("Stud", None)
    assert [name for name, event in acts(house) if isinstance(event, e.RulingConfirmed)] == [
        MANAGER.name
    ]


@pytest.mark.parametrize(("there", "within_s"), [(MANAGER, 21), (SUPERVISOR, 4), (VISITOR, 4)])
def test_a_robot_rules_where_no_visitor_does(there: Actor, within_s: float) -> None:
    house = House()
    with house.at(there, None):
        unlisted(house)
        house.wait(within_s)
    round = house.table("Stud").round
    assert round is not None
    assert round.pending is None
    [(by, event)] = [found for found in acts(house) if isinstance(found[1], e.RulingConfirmed)]
    assert (by, event.decision) == (cast.SHIFT_MANAGER.name, "continue")


def test_whoever_deals_may_want_to_see_what_he_has_reported_as_a_manager() -> None:
    house = House()
    house.wait_for("Stud", "dealing")
    with house.at(DEALER, "Stud"):
        house.do("Stud", c.Report(incident=Incident.UNLISTED), DEALER)
        house.wait(1)
        assert house.clocks["Stud"].of_ms == house.pace.ruling_ms


def test_a_visitor_who_does_not_choose_plays_on_and_others_choose_for_themselves() -> None:
    house = House()
    with house.at(VISITOR, "Singapore"):
        bet(house, "Singapore")
        house.wait_for("Singapore", "dealing")
        interrupted = c.Report(incident=Incident.TECHNICAL_INTERRUPTION)
        house._ask("table/Singapore", interrupted, cast.dealer("Singapore"))
        house.wait(8)
        round = house.table("Singapore").round
        assert round is not None
        assert list(round.offered) == [BOX]
        clock = house.clocks["Singapore"]
        assert (clock.kind, clock.box, clock.of_ms) == ("options", BOX, house.pace.decision_ms)
        house.wait(house.pace.decision_ms / 1000)
    round = house.table("Singapore").round
    assert round is not None
    assert not round.offered
    assert round.boxes[BOX].standing is Standing.UNDECIDED
    mine = [event for name, event in acts(house) if name == VISITOR.name]
    assert [type(event) for event in mine] == [e.BetPlaced]


def test_a_round_that_nothing_moves_on_is_ruled_void() -> None:
    """Whatever keeps the dealer's commands from being accepted: the table is not left standing."""
    house = House()
    house.wait_for("Classic", "dealing")
    shoe = house.floor._tables["Classic"].shoe
    shoe.deal = lambda state, round: c.Deal(cards=())  # type: ignore[method-assign] # a shoe that jams
    house.wait_for("Classic", None)
    [ruled] = [event for _, event in acts(house) if isinstance(event, e.RulingConfirmed)]
    assert (ruled.by, ruled.decision) == (cast.SHIFT_MANAGER, "void-round")


@pytest.mark.parametrize("link", LINKS)
def test_a_link_that_was_reported_as_failed_is_returned_to_service(link: str) -> None:
    house = House()
    house.wait(40)
    house.on_link(link, FailLink("A visitor pulled the plug."), SUPERVISOR)
    rounds = {table: house.table(table).rounds for table in TABLES}
    house.wait(400)
    assert not house.link(link).down
    for table in TABLES:
        assert house.table(table).rounds > rounds[table] + 1, table
        assert house.table(table).notice is None
    laid = [
        stored
        for stored in house.record()
        if isinstance(stored.event, e.BetPlaced)
        and stored.event.bet == "progressive"
        and stored.at_ms > house.now_ms - 120_000
    ]
    assert {stored.stream.removeprefix("table/") for stored in laid} == set(TABLES)


def test_a_table_that_was_closed_is_opened_again() -> None:
    house = House()
    house.wait_for("Stud", "betting")
    house.wait_for("Stud", None)
    house.do("Stud", c.CloseTable(), SUPERVISOR)
    house.wait(house.pace.repair_ms / 1000 - 5)
    assert not house.table("Stud").open
    house.wait(30)
    assert house.table("Stud").round is not None


# ── claims ────────────────────────────────────────────────────────────────────────────────────────


def claimed(verifiers: int) -> House:
    """A house in which a robot has a hand that wins a share of the jackpot, at one table only."""
    house = House(flushes=1.0, verifiers=verifiers)
    house.do("Felt", c.CloseTable(), SUPERVISOR)
    house.wait_for("Classic", "revealed")
    while not house.link("Millions").waiting_claims:
        house.wait(0.2)
    return house


def verified_by(house: House) -> list[str]:
    return [event.by.name for _, event in acts(house) if isinstance(event, ClaimVerified)]


@pytest.mark.parametrize("verifiers", [1, 2])
def test_claims_are_verified_by_as_many_robots_as_the_link_needs(verifiers: int) -> None:
    house = claimed(verifiers)
    house.wait(10)
    assert verified_by(house) == [actor.name for actor in cast.SUPERVISORS[:verifiers]]
    house.wait_for("Classic", None)


def test_a_visiting_supervisor_verifies_first_and_a_robot_is_the_second_person() -> None:
    house = claimed(2)
    with house.at(SUPERVISOR, None):
        house.wait(house.pace.ruling_ms / 1000 - 5)
        [claim] = house.link("Millions").waiting_claims
        house.on_link("Millions", VerifyClaim(claim.id), SUPERVISOR)
        house.wait(10)
    assert verified_by(house) == [SUPERVISOR.name, cast.SUPERVISORS[0].name]


def test_a_ruling_that_is_refused_is_made_in_another_way() -> None:
    """Rulings may come to ask for what robots do not expect."""
    house = House()
    unlisted(house)
    scene = house.floor._scene(
        house.floor._tables["Stud"], house.table("Stud"), (), house.now_ms + 10_000
    )
    made = [rule(scene, False, refused) for refused in range(5)]
    decisions = [command.decision for command in made if isinstance(command, c.Confirm)]
    assert decisions[0] == "continue"
    assert set(decisions) == {"continue", "void-round", "decline", None}
