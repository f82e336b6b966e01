"""A start after a stop: unfinished rounds are found, flagged, and put to their rulebooks; open
claims stay open.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.casino.codec import RoundInterrupted
from pitboss.casino.recovery import Interruption
from pitboss.jackpot import commands as lc
from pitboss.jackpot import events as le
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from pitboss.table import events as te
from tests.casino.floor import OPENING, Desk, Floor, FloorTable
from tests.jackpot.links import MAX
from tests.support import BE, CS, MBS_RULEBOOKS, MH, MS, RULEBOOKS, RWS_RULEBOOKS, SS, proves
from tests.tables import SHIFT_MANAGER

GO_ON = {MS: "5.7.1", CS: "5.7.1", MH: "5.7.1", SS: "5.16.2", BE: "5.16.2"}
NOT_YET = {MS: "5.7.2", CS: "5.7.2", MH: "5.7.2", SS: "5.16.1", BE: "5.16.1"}


def opened(book: str, **more: Any) -> tuple[Floor, Desk, FloorTable]:
    floor = Floor()
    operator = "MBS" if book in MBS_RULEBOOKS else "RWS"
    desk = floor.link(operator=operator, reset="1000", rate_bp=1_000)
    return floor, desk, floor.table("t1", book, **more)


def wagers(book: str) -> dict[str, str]:
    return {OPENING[book]: "25", "progressive": "5"}


def lay(t: FloorTable) -> None:
    t.lay(ann=(1, wagers(t.state.book.id)), bob=(2, wagers(t.state.book.id)))


def close(t: FloorTable) -> None:
    lay(t)
    t.do("close-betting")


def deal_one(t: FloorTable) -> None:
    close(t)
    t.deal()


def deal(t: FloorTable) -> None:
    close(t)
    t.deal_all()
    assert t.phase == "deciding"


def reveal(t: FloorTable) -> None:
    deal(t)
    t.play_on()


def settle(t: FloorTable) -> None:
    reveal(t)
    t.do("settle")


def void(t: FloorTable) -> None:
    close(t)
    t.do("report", by=SHIFT_MANAGER, incident="unlisted", box=1)
    t.do("confirm", by=SHIFT_MANAGER, decision="void-round")


PHASES: dict[str, tuple[Callable[[FloorTable], None], bool]] = {
    "betting": (lay, False),
    "closed": (close, False),
    "dealing": (deal_one, False),
    "deciding": (deal, False),
    "revealed": (reveal, True),
    "settled": (settle, True),
}
"""How a round comes to each phase, and whether an outcome is established there."""


def restart(floor: Floor, affected: bool | None = True) -> list[Interruption]:
    """Pitboss starts again, and the pit says of each round whether the stop affects it; None: it
    has not said so yet.
    """
    found = floor.reopen().recover()
    floor.check()
    for stop in found:
        state = floor.casino.table(stop.table)
        pending = None if state is None or state.round is None else state.round.pending
        waits = pending is not None and pending.ruling.incident == "technical-interruption"
        if waits and affected is not None:
            answer = tc.Confirm(decision=None if affected else "continue")
            who = Actor(Post.PIT_SUPERVISOR, "sam")
            request = floor.request(f"table/{stop.table}", answer, who)
            assert floor.casino.carry_out(request).refusal is None
    floor.check()
    return found


@proves(MS, "5.7.1", "5.7.2")
@proves(CS, "5.7.1", "5.7.2")
@proves(MH, "5.7.1", "5.7.2")
@proves(SS, "5.16.1", "5.16.2")
@proves(BE, "5.16.1", "5.16.2")
@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize("phase", PHASES)
def test_an_unfinished_round_is_put_to_its_rulebook(book: str, phase: str) -> None:
    floor, mega, table = opened(book)
    reach, established = PHASES[phase]
    reach(table)
    assert table.phase == phase
    before = table.round
    (found,) = restart(floor)
    assert (found.table, found.round, found.phase) == ("t1", "t1-1", phase)
    assert found.ruling is not None
    assert found.ruling.clauses == ((GO_ON if established else NOT_YET)[book],)
    round = table.round
    if established:
        assert found.ruling.effects == ("continue",)
        assert round == msgspec.structs.replace(before, reported=round.reported)
    elif book in RWS_RULEBOOKS:
        assert found.ruling.effects == ("void-round",)
        assert table.phase == "void"
        assert mega.shown == 1_000_00
    else:
        assert found.ruling.effects == ("offer-withdrawal",)
        assert dict(round.offered) == {1: ("withdraw", "stay"), 2: ("withdraw", "stay")}
        assert round.all_or_none
    events = [stored.event for stored in floor.events("table/t1")]
    at = max(n for n, event in enumerate(events) if isinstance(event, RoundInterrupted))
    flag, reported = events[at : at + 2]
    assert isinstance(flag, RoundInterrupted)
    assert (flag.round, flag.phase) == ("t1-1", phase)
    assert isinstance(reported, te.IncidentReported)
    assert reported.waits is not established


@proves(MS, "5.7")
@proves(CS, "5.7")
@proves(MH, "5.7")
@proves(SS, "5.16")
@proves(BE, "5.16")
@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize("phase", PHASES)
def test_a_round_that_is_not_affected_goes_on_where_it_was(book: str, phase: str) -> None:
    floor, mega, table = opened(book)
    PHASES[phase][0](table)
    before = table.round
    restart(floor, affected=False)
    after = table.round
    assert after == msgspec.structs.replace(before, reported=after.reported)
    if not PHASES[phase][1]:
        assert after.reported is not None
        assert after.reported.ruling.effects == ("continue",)
        assert after.reported.ruling.clauses == (NOT_YET[book].rpartition(".")[0],)
    assert mega.shown == (1_000_00 if phase == "betting" else 1_001_00)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_until_the_pit_has_answered_the_round_is_on_hold(book: str) -> None:
    floor, _, table = opened(book)
    deal(table)
    restart(floor, affected=None)
    assert table.phase == "deciding"
    assert table.refused("fold", by="player:ann", box=1)[0] == "ruling-pending"
    assert table.view("pit-supervisor:sam")["round"]["ruling"]["decisions"] == [None, "continue"]
    assert table.refused("confirm", decision="continue")[0] == "not-allowed"
    assert table.refused("confirm", by="pit-supervisor:sam", decision="void-round")[0] == (
        "no-such-option"
    )
    # A second stop asks nothing more.
    restart(floor, affected=None)
    table.do("confirm", by="pit-supervisor:sam", facts={"affects_continuation": False})
    assert table.phase == "deciding"
    assert table.round.pending is None


@pytest.mark.parametrize("book", RWS_RULEBOOKS)
def test_a_dealer_may_say_that_an_interruption_affects_nothing(book: str) -> None:
    _, _, table = opened(book)
    deal(table)
    facts = {"affects_continuation": False}
    (event,) = table.do("report", incident="technical-interruption", facts=facts)
    assert isinstance(event, te.IncidentReported)
    assert (event.ruling.effects, event.ruling.clauses) == (("continue",), ("5.7",))
    assert table.phase == "deciding"


@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize("phase", PHASES)
def test_after_a_start_every_round_comes_to_an_end_with_the_same_commands_as_ever(
    book: str, phase: str
) -> None:
    floor, mega, table = opened(book)
    PHASES[phase][0](table)
    restart(floor)
    for box in list(table.round.offered):
        table.do(
            "choose-option", by=f"player:{table.round.boxes[box].player}", box=box, option="stay"
        )
    if table.phase == "betting":
        table.do("close-betting")
    if table.phase not in ("void", "settled"):
        table.play_on()
    if table.phase != "settled":
        table.do("settle")
    table.do("conclude")
    assert table.state.round is None
    assert floor.casino.recover() == []
    assert mega.shown == (1_000_00 if book in RWS_RULEBOOKS and not PHASES[phase][1] else 1_001_00)


@pytest.mark.parametrize("book", MBS_RULEBOOKS)
def test_whoever_withdraws_after_a_start_gets_his_wagers_back(book: str) -> None:
    floor, mega, table = opened(book)
    deal(table)
    restart(floor)
    table.do("choose-option", by="player:ann", box=1, option="withdraw")
    table.do("choose-option", by="player:bob", box=2, option="stay")
    table.play_on()
    table.finish()
    assert table.state.chips["ann"] == 0
    assert mega.shown == 1_000_50


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_that_is_void_already_is_only_flagged(book: str) -> None:
    floor, _, table = opened(book)
    void(table)
    (found,) = restart(floor)
    assert (found.phase, found.ruling) == ("void", None)
    assert isinstance(floor.events()[-1].event, RoundInterrupted)
    table.finish()


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_in_which_nobody_has_bet_comes_to_an_end_too(book: str) -> None:
    floor, _, table = opened(book)
    table.do("open-betting")
    (found,) = restart(floor)
    assert found.ruling is not None
    assert dict(table.round.offered) == {}
    if table.phase == "void":
        table.do("settle")
    table.do("conclude")
    assert table.state.round is None


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_ruling_that_waits_goes_on_waiting(book: str) -> None:
    floor, _, table = opened(book)
    deal(table)
    table.do("report", incident="unlisted", box=1)
    (found,) = restart(floor)
    assert found.ruling is None
    assert table.round.pending is not None
    table.do("confirm", by=SHIFT_MANAGER, decision="continue")
    table.play_on()
    table.finish()


@pytest.mark.parametrize("book", RULEBOOKS)
def test_an_open_claim_stays_open_and_is_paid_after_the_start(book: str) -> None:
    floor, mega, table = opened(book)
    table.play("royal", None)
    assert table.claims() == [1]
    (found,) = restart(floor)
    assert found.ruling is not None
    assert found.ruling.clauses == (GO_ON[book],)
    assert mega.claims == ["t1-1/1"]
    assert mega.state.locked
    assert table.refused("settle")[0] == "jackpot-pending"
    mega.verify("t1-1/1")
    table.do("settle")
    assert table.result("progressive", 1)[2] == 1_001_00
    table.do("conclude")


def test_a_link_that_was_down_is_down() -> None:
    floor, mega, _ = opened(MS)
    mega.do(lc.FailLink("Power."))
    assert restart(floor) == []
    assert mega.state.down
    mega.do(lc.RestoreLink(), MAX)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_round_is_interrupted_as_often_as_pitboss_stops(book: str) -> None:
    floor, _, table = opened(book)
    reveal(table)
    for times in (1, 2, 3):
        restart(floor)
        flags = [s for s in floor.events("table/t1") if isinstance(s.event, RoundInterrupted)]
        assert len(flags) == times
    table.finish()


def test_between_rounds_nothing_was_interrupted() -> None:
    floor, _, table = opened(MS)
    settle(table)
    table.do("conclude")
    count = floor.journal.count()
    assert restart(floor) == []
    assert floor.journal.count() == count


def test_only_tables_with_a_round_are_flagged() -> None:
    floor, _, table = opened(MS)
    floor.table("t2", CS)
    third = floor.table("t3", MH)
    lay(table)
    deal(third)
    assert [(found.table, found.phase) for found in restart(floor)] == [
        ("t1", "betting"),
        ("t3", "deciding"),
    ]


class NotAlone(MemoryJournal):
    """Another process has the journal open."""

    joined = 0

    def alone(self) -> bool:
        return False

    def join(self) -> None:
        self.joined += 1


def test_while_other_processes_run_nothing_was_interrupted() -> None:
    journal = NotAlone()
    floor = Floor(journal)
    floor.link(reset="1000", rate_bp=1_000)
    lay(floor.table("t1", MS))
    count = journal.count()
    assert floor.casino.recover() == []
    assert journal.count() == count
    assert journal.joined == 1


def test_a_command_whose_answer_was_lost_in_the_stop_is_answered_as_it_was() -> None:
    floor, _, table = opened(MS)
    lay(table)
    request = floor.request("table/t1", tc.CloseBetting(), Actor(Post.DEALER, "dana"))
    answer = floor.casino.carry_out(request)
    restart(floor)
    assert table.phase == "void"
    again = floor.casino.carry_out(request)
    assert again.repeated
    assert again.events == answer.events
    assert table.phase == "void"


@pytest.mark.parametrize("phase", PHASES)
def test_rounds_are_found_in_a_file(tmp_path: Path, phase: str) -> None:
    path = tmp_path / "casino.db"
    floor = Floor(SqliteJournal(path))
    floor.link(reset="1000", rate_bp=1_000)
    table = floor.table("t1", MS)
    PHASES[phase][0](table)
    # Nothing is said on the way out; the file alone is left.
    floor.journal.close()
    floor.journal = SqliteJournal(path)
    (found,) = restart(floor)
    assert found.phase == phase
    assert found.ruling is not None
    floor.journal.close()


def test_an_interrupted_round_takes_its_bets_out_of_the_jackpot_in_the_same_unit() -> None:
    floor, mega, table = opened(MS)
    close(table)
    assert mega.shown == 1_001_00
    restart(floor)
    last = [s for s in floor.events() if s.command == floor.events()[-1].command]
    assert [s.stream for s in last] == ["table/t1"] * 2 + ["feed/mega/t1"]
    assert isinstance(last[-1].event, le.ContributionReturned)
    stopped = next(s for s in floor.events() if isinstance(s.event, RoundInterrupted))
    assert stopped.command == "interrupted/table/t1/8"
