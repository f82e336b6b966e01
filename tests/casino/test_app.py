"""The application: every request is answered once and for all, whatever the journal does and
whoever else writes.
"""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pitboss.casino import answers as kept
from pitboss.casino.app import Casino
from pitboss.casino.codec import CommandRefused
from pitboss.casino.requests import (
    MAX_ID_CHARACTERS,
    SYSTEM,
    Answer,
    BadRequest,
    OtherCommand,
    PeopleRequest,
    Request,
)
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.clock import wall_clock_ms
from pitboss.demo.robot import Robot, Verifier
from pitboss.jackpot import commands as lc
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Conflict, Record, Unavailable, Unit
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.kernel.money import Cents
from pitboss.people.commands import SetUp
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from tests.casino.floor import SHELF, Clock, Floor
from tests.casino.request_groups import all_answers, outcomes
from tests.jackpot.links import DEALER, MAX, SUPERVISOR
from tests.support import MS
from tests.tables import SECRET

ANN = Actor(Post.PLAYER, "ann")
ANTE = tc.PlaceBet(1, "ante", Cents(25_00))
OPEN = tc.OpenBetting()


def open_floor(journal: MemoryJournal | None = None) -> Floor:
    """A link and a table at which betting is open."""
    floor = Floor(journal)
    floor.link("mega", reset="1000", rate_bp=1_000)
    floor.table("t1", MS)
    floor.ask("table/t1", OPEN, DEALER)
    return floor


def again(floor: Floor) -> Casino:
    """Another process on the same journal."""
    return Casino(floor.journal, shelf=SHELF, clock_ms=floor.clock, secret=lambda: SECRET)


def bet(command: str = "bet", box: int = 1) -> Request:
    return Request(command, "table/t1", tc.PlaceBet(box, "ante", Cents(25_00)), ANN)


# ── once and for all ──────────────────────────────────────────────────────────────────────────────


def test_the_same_request_gets_the_same_answer_and_happens_once() -> None:
    floor = open_floor()
    first = floor.casino.carry_out(bet())
    count = floor.journal.count()
    second = floor.casino.carry_out(bet())
    assert not first.repeated
    assert second == Answer(first.id, first.events, first.refusal, repeated=True)
    assert floor.journal.count() == count


def test_a_refusal_is_an_answer_too() -> None:
    floor = open_floor()
    request = Request("x", "table/t1", tc.Settle(), DEALER)
    first = floor.casino.carry_out(request)
    assert first.refusal is not None
    assert first.refusal.code == "not-now"
    # Later it would be accepted, but it has been answered.
    floor.casino.carry_out(bet())
    assert floor.casino.carry_out(request) == Answer(
        "x", first.events, first.refusal, repeated=True
    )
    (stored,) = first.events
    assert isinstance(stored.event, CommandRefused)


@pytest.mark.parametrize("remembered", [True, False])
def test_an_id_is_not_used_for_another_command(remembered: bool) -> None:
    floor = open_floor()
    floor.casino.carry_out(bet("one"))
    if not remembered:
        floor.reopen()
    count = floor.journal.count()
    for other in (bet("one", box=2), Request("one", "table/t1", ANTE, SUPERVISOR)):
        with pytest.raises(OtherCommand, match="the command id 'one' was used for another command"):
            floor.casino.carry_out(other)
    assert floor.journal.count() == count


def test_after_a_restart_the_answer_is_found_in_the_journal() -> None:
    floor = open_floor()
    accepted = floor.casino.carry_out(bet())
    refused = floor.casino.carry_out(Request("x", "table/t1", tc.Settle(), DEALER))
    count = floor.journal.count()
    floor.reopen()
    assert floor.casino.carry_out(bet()) == Answer(
        accepted.id, accepted.events, None, repeated=True
    )
    found = floor.casino.carry_out(Request("x", "table/t1", tc.Settle(), DEALER))
    assert found == Answer("x", refused.events, refused.refusal, repeated=True)
    assert floor.journal.count() == count
    # What was decided on the way to finding it has left no trace.
    floor.casino.carry_out(bet("second", box=2))
    floor.check()


def test_an_answer_that_is_no_longer_in_memory_is_found_in_the_journal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept, "ANSWERS_KEPT", 2)
    floor = open_floor()
    answers = [floor.casino.carry_out(bet(f"b{box}", box)) for box in (1, 2, 3)]
    count = floor.journal.count()
    for box, answer in zip((1, 2, 3), answers, strict=True):
        assert floor.casino.carry_out(bet(f"b{box}", box)) == Answer(
            answer.id, answer.events, None, repeated=True
        )
    assert floor.journal.count() == count
    assert len(floor.casino.pipeline.answers) <= 2


def test_answers_in_memory_are_bounded_by_their_bytes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = open_floor()
    monkeypatch.setattr(kept, "BYTES_KEPT", 600)
    for box in (1, 2, 3, 4, 5, 6):
        floor.casino.carry_out(bet(f"b{box}", box))
    assert "b6" in floor.casino.pipeline.answers
    assert "b1" not in floor.casino.pipeline.answers


def test_what_one_command_led_to_in_several_streams_is_one_answer() -> None:
    floor = open_floor()
    floor.casino.carry_out(bet())
    floor.casino.carry_out(
        Request("p", "table/t1", tc.PlaceBet(1, "progressive", Cents(5_00)), ANN)
    )
    closed = floor.casino.carry_out(Request("close", "table/t1", tc.CloseBetting(), DEALER))
    assert [stored.stream for stored in closed.events] == ["table/t1", "feed/mega/t1"]
    assert {stored.command for stored in closed.events} == {"close"}
    floor.reopen()
    assert (
        floor.casino.carry_out(Request("close", "table/t1", tc.CloseBetting(), DEALER)).events
        == closed.events
    )


# ── several at once ───────────────────────────────────────────────────────────────────────────────


def test_a_batch_is_decided_in_order_each_on_top_of_the_one_before() -> None:
    floor = open_floor()
    answers = all_answers(
        floor.casino,
        [
            bet("a"),
            Request("b", "table/t1", tc.CloseBetting(), DEALER),
            bet("c", box=2),
        ],
    )
    assert [answer.refusal.code if answer.refusal else None for answer in answers] == [
        None,
        None,
        "no-more-bets",
    ]
    floor.check()


def test_a_request_that_is_in_a_batch_twice_happens_once() -> None:
    floor = open_floor()
    first, second = all_answers(floor.casino, [bet("a"), bet("a")])
    assert second == Answer("a", first.events, None, repeated=True)
    assert [stored.command for stored in floor.events()].count("a") == len(first.events)


def test_an_id_that_is_in_a_batch_with_two_commands_is_refused_the_second_time() -> None:
    floor = open_floor()
    with pytest.raises(OtherCommand):
        all_answers(floor.casino, [bet("a"), bet("a", box=2), bet("b", box=3)])
    # The others have been carried out.
    table = floor.casino.table("t1")
    assert table is not None
    assert table.round is not None
    assert sorted(table.round.boxes) == [1, 3]
    floor.check()


def test_a_batch_with_what_was_answered_before() -> None:
    floor = open_floor()
    before = floor.casino.carry_out(bet("a"))
    floor.reopen()
    old, new = all_answers(floor.casino, [bet("a"), bet("b", box=2)])
    assert old == Answer("a", before.events, None, repeated=True)
    assert not new.repeated
    assert all_answers(floor.casino, []) == []


def test_each_of_a_batch_may_have_its_own_error() -> None:
    floor = open_floor()
    first, bad, second = outcomes(
        floor.casino, [bet("a"), Request("b", "nowhere", OPEN, DEALER), bet("c", box=2)]
    )
    assert isinstance(first, Answer)
    assert isinstance(bad, BadRequest)
    assert isinstance(second, Answer)
    floor.check()


def test_a_bad_request_is_its_own_fault_and_not_the_groups() -> None:
    floor = open_floor()
    with pytest.raises(BadRequest):
        all_answers(floor.casino, [Request("a", "nowhere", OPEN, DEALER), bet("b")])
    assert floor.casino.carry_out(bet("b")).repeated


@pytest.mark.parametrize("bad", ["", "x" * (MAX_ID_CHARACTERS + 1), "two\nlines", "\x00"])
def test_an_id_is_some_printable_characters(bad: str) -> None:
    floor = open_floor()
    count = floor.journal.count()
    with pytest.raises(BadRequest, match="a command id is 1 to 200 printable characters"):
        floor.casino.carry_out(bet(bad))
    assert floor.journal.count() == count
    floor.casino.carry_out(bet("x" * MAX_ID_CHARACTERS))


def test_many_threads_are_all_answered() -> None:
    floor = Floor()
    floor.link("mega", reset="1000", rate_bp=1_000)
    names = [f"t{n}" for n in range(8)]
    for name in names:
        floor.table(name, MS)
    failures: list[BaseException] = []

    def run(name: str) -> None:
        robot = Robot(name, seed=1)
        try:
            for _ in range(60):
                state = floor.casino.table(name)
                assert state is not None
                request = robot.request(state)
                assert request is not None
                assert floor.casino.carry_out(request).refusal is None
        except BaseException as error:  # noqa: BLE001 - told in the main thread
            failures.append(error)

    threads = [threading.Thread(target=run, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    floor.check()


# ── somebody else writes ──────────────────────────────────────────────────────────────────────────


def test_what_was_decided_on_an_old_state_is_decided_again() -> None:
    floor = open_floor()
    other = again(floor)
    other.carry_out(bet("theirs", box=1))
    # This casino has not seen that box 1 is taken by ann, and bob asks for it.
    bob = Actor(Post.PLAYER, "bob")
    answer = floor.casino.carry_out(Request("mine", "table/t1", ANTE, bob))
    assert answer.refusal is not None
    assert answer.refusal.code == "someone-elses-box"
    assert floor.casino.carry_out(bet("more", box=2)).refusal is None
    # And the other one has not seen what was refused here.
    assert other.carry_out(bet("even more", box=3)).refusal is None
    floor.check()


def test_a_group_keeps_what_fits_when_a_part_of_it_does_not() -> None:
    floor = open_floor()
    floor.table("t2", MS)
    floor.ask("table/t2", OPEN, DEALER)
    other = again(floor)
    other.carry_out(bet("theirs", box=3))
    answers = all_answers(
        floor.casino,
        [
            bet("a", box=1),
            Request("b", "table/t2", ANTE, ANN),
            bet("c", box=2),
        ],
    )
    assert [answer.refusal for answer in answers] == [None, None, None]
    for name, boxes in (("t1", [1, 2, 3]), ("t2", [1])):
        table = floor.casino.table(name)
        assert table is not None
        assert table.round is not None
        assert sorted(table.round.boxes) == boxes
    floor.check()


def test_a_command_that_another_process_has_stored_is_answered_from_there() -> None:
    floor = open_floor()
    other = again(floor)
    theirs = other.carry_out(bet("same"))
    assert floor.casino.carry_out(bet("same")) == Answer("same", theirs.events, None, repeated=True)
    floor.check()


def test_what_is_shown_counts_what_others_have_acknowledged() -> None:
    floor = open_floor()
    other = again(floor)
    assert floor.casino.displayed("mega") == 1_000_00
    for casino, box in ((floor.casino, 1), (other, 2)):
        casino.carry_out(bet(f"ante {box}", box))
        casino.carry_out(
            Request(f"p{box}", "table/t1", tc.PlaceBet(box, "progressive", Cents(5_00)), ANN)
        )
    other.carry_out(Request("close", "table/t1", tc.CloseBetting(), DEALER))
    assert floor.casino.displayed("mega") == other.displayed("mega") == 1_001_00


class Interloper(MemoryJournal):
    """Somebody else writes first whenever an append comes: ``before`` is called once for each of
    ``times``.
    """

    def __init__(self) -> None:
        super().__init__()
        self.before: Callable[[], object] | None = None
        self.times = 0

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        before = self.before
        if before is not None and self.times:
            self.times -= 1
            self.before = None
            before()
            self.before = before
        return super().append(units)


def test_a_request_gets_through_although_others_write_again_and_again() -> None:
    journal = Interloper()
    floor = open_floor(journal)
    other, count = again(floor), [0]

    def write() -> None:
        count[0] += 1
        other.carry_out(Request(f"w{count[0]}", "table/t1", tc.Settle(), DEALER))

    journal.before, journal.times = write, 7
    assert floor.casino.carry_out(bet()).refusal is None
    assert count[0] == 7
    floor.check()


def test_a_request_that_never_gets_through_is_told_so() -> None:
    journal = Interloper()
    floor = open_floor(journal)
    other, count = again(floor), [0]

    def write() -> None:
        count[0] += 1
        other.carry_out(Request(f"w{count[0]}", "table/t1", tc.Settle(), DEALER))

    journal.before, journal.times = write, 10_000
    with pytest.raises(Unavailable, match="others wrote to table/t1 so often that bet did not"):
        floor.casino.carry_out(bet())
    journal.before = None
    # Nothing was done, and it may be asked for again.
    assert not floor.casino.carry_out(bet()).repeated
    floor.check()


# ── the journal fails ─────────────────────────────────────────────────────────────────────────────


class Failing(MemoryJournal):
    """Fails as often as told; ``stores`` says whether what was to be stored is stored all the
    same.
    """

    def __init__(self) -> None:
        super().__init__()
        self.failures = 0
        self.stores = False
        self.error: BaseException = Unavailable("the disk is full: make room")

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        if self.failures:
            self.failures -= 1
            if self.stores:
                super().append(units)
            raise self.error
        return super().append(units)


@pytest.mark.parametrize("stores", [False, True])
def test_a_request_that_could_not_be_stored_is_asked_again_with_the_same_id(stores: bool) -> None:
    journal = Failing()
    floor = open_floor(journal)
    journal.failures, journal.stores = 1, stores
    with pytest.raises(Unavailable, match="the disk is full: make room"):
        floor.casino.carry_out(bet())
    answer = floor.casino.carry_out(bet())
    assert answer.refusal is None
    assert answer.repeated is stores
    assert [stored.command for stored in floor.events()].count("bet") == len(answer.events)
    floor.check()


def test_a_whole_group_is_told_that_it_was_not_stored() -> None:
    journal = Failing()
    floor = open_floor(journal)
    journal.failures = 1
    with pytest.raises(Unavailable):
        all_answers(floor.casino, [bet("a"), bet("b", box=2), bet("a")])
    answers = all_answers(floor.casino, [bet("a"), bet("b", box=2)])
    assert [answer.repeated for answer in answers] == [False, False]
    floor.check()


def test_a_failure_while_one_request_is_tried_again_is_told() -> None:
    journal = Failing()
    floor = open_floor(journal)
    again(floor).carry_out(bet("theirs", box=3))

    class ThenFails(Conflict):
        pass

    journal.failures = 2
    journal.error = ThenFails(["table/t1"])
    assert floor.casino.carry_out(bet("a")).refusal is None
    again(floor).carry_out(bet("theirs too", box=4))
    journal.failures, journal.error = 1, Unavailable("gone")
    with pytest.raises(Unavailable, match="gone"):
        floor.casino.carry_out(bet("b", box=5))
    assert floor.casino.carry_out(bet("b", box=5)).refusal is None
    floor.check()


class Losing(MemoryJournal):
    """Loses the command ``lost``: while it was being stored something else happened, and then it
    was not stored.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lost = ""
        self.meanwhile: Callable[[], object] = list

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        if self.lost in [unit.command for unit in units]:
            self.lost = ""
            self.meanwhile()
            raise Unavailable("the connection broke")
        return super().append(units)


def test_what_was_decided_on_top_of_what_was_lost_is_decided_again() -> None:
    """Also where another process has stored as many events meanwhile, so that the versions fit by
    chance.
    """
    journal = Losing()
    floor = open_floor(journal)
    other = again(floor)
    answers: list[Answer] = []
    jackpot = Request("b", "table/t1", tc.PlaceBet(1, "progressive", Cents(5_00)), ANN)
    thread = threading.Thread(target=lambda: answers.append(floor.casino.carry_out(jackpot)))
    bob = Actor(Post.PLAYER, "bob")

    def meanwhile() -> None:
        lost_version = floor.casino.cache.latest("table/t1").version
        thread.start()
        # Ann's second bet has been decided on top of her first one, which is about to be lost.
        while floor.casino.cache.latest("table/t1").version <= lost_version:
            threading.Event().wait(0.001)
        other.carry_out(Request("theirs", "table/t1", ANTE, bob))

    journal.lost, journal.meanwhile = "a", meanwhile
    with pytest.raises(Unavailable):
        floor.casino.carry_out(bet("a"))
    thread.join()
    (answer,) = answers
    # Box 1 is bob's now; what ann's second bet was decided on never happened.
    assert answer.refusal is not None
    assert answer.refusal.code == "someone-elses-box"
    floor.check()


def test_whoever_waits_is_told_when_the_thread_that_stores_is_stopped() -> None:
    journal = Failing()
    floor = open_floor(journal)
    journal.failures, journal.error = 1, KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        all_answers(floor.casino, [bet("a"), bet("b", box=2)])
    # The casino goes on.
    answers = all_answers(floor.casino, [bet("a"), bet("b", box=2)])
    assert [answer.refusal for answer in answers] == [None, None]
    floor.check()


def test_a_closed_journal_takes_nothing() -> None:
    floor = open_floor()
    floor.casino.close()
    with pytest.raises(Unavailable):
        floor.casino.carry_out(bet())


# ── looking ───────────────────────────────────────────────────────────────────────────────────────


def test_what_is_not_there_is_nothing() -> None:
    casino = Floor().casino
    assert casino.table("t1") is None
    assert casino.link("mega") is None
    assert casino.displayed("mega") is None
    assert casino.tables() == casino.links() == []
    assert casino.events() == []
    assert not casino.enter_contributions("mega")


def test_the_names_of_all_tables_and_links() -> None:
    floor = Floor()
    for link in ("mini", "mega"):
        floor.link(link)
    for table in ("t2", "t1"):
        floor.table(table, MS, link="mini")
    assert floor.casino.links() == ["mega", "mini"]
    assert floor.casino.tables() == ["t1", "t2"]


def test_a_table_is_seen_as_it_is_stored_not_as_it_will_be() -> None:
    seen: list[object] = []

    class Looking(MemoryJournal):
        def append(self, units: Sequence[Unit]) -> list[list[Record]]:
            if watching:
                state = watching[0].table("t1")
                assert state is not None
                assert state.round is not None
                seen.append(dict(state.round.boxes))
            return super().append(units)

    watching: list[Casino] = []
    floor = open_floor(Looking())
    watching.append(floor.casino)
    floor.casino.carry_out(bet())
    assert seen == [{}]
    state = floor.casino.table("t1")
    assert state is not None
    assert state.round is not None
    assert list(state.round.boxes) == [1]


# ── entering contributions ────────────────────────────────────────────────────────────────────────


def with_bets(rounds: int = 3) -> Floor:
    """A table that has put in half a dollar in each of some rounds."""
    floor = Floor()
    floor.link("mega", reset="1000", rate_bp=1_000)
    table = floor.table("t1", MS)
    for _ in range(rounds):
        table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
        table.deal_all()
        table.choose(1, "fold")
        table.deal_all()
        table.finish()
    return floor


def test_contributions_are_entered_when_enough_wait() -> None:
    floor = with_bets(3)
    assert not floor.casino.enter_contributions("mega", least=4)
    assert floor.casino.enter_contributions("mega", least=3)
    assert not floor.casino.enter_contributions("mega")
    floor.check()
    state = floor.casino.link("mega")
    assert state is not None
    assert state.meter_units == 1_001_50 * 10_000
    assert floor.casino.displayed("mega") == 1_001_50
    (stored,) = [stored for stored in floor.events() if stored.command.startswith("enter/")]
    assert stored.command == "enter/mega/2"
    # The next time only what is new counts.
    table = floor.table("t2", MS)
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    assert not floor.casino.enter_contributions("mega", least=2)
    assert floor.casino.enter_contributions("mega")


def test_contributions_are_not_entered_while_a_claim_or_a_failure_holds_them() -> None:
    floor = with_bets(1)
    floor.ask("link/mega", lc.FailLink("Power."), SUPERVISOR)
    assert not floor.casino.enter_contributions("mega")
    floor.ask("link/mega", lc.RestoreLink(), MAX)
    assert floor.casino.displayed("mega") == 1_000_50


def test_two_processes_enter_the_same_only_once() -> None:
    journal = Interloper()
    floor = Floor(journal)
    floor.link("mega", reset="1000", rate_bp=1_000)
    table = floor.table("t1", MS)
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    other = again(floor)
    journal.before, journal.times = lambda: other.enter_contributions("mega"), 1
    assert not floor.casino.enter_contributions("mega")
    floor.check()
    assert floor.casino.displayed("mega") == 1_000_50
    assert not floor.casino.enter_contributions("mega")
    assert len([stored for stored in floor.events() if stored.command.startswith("enter/")]) == 1


# ── the real thing ────────────────────────────────────────────────────────────────────────────────


def test_a_casino_on_sqlite_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "casino.db"
    journal = SqliteJournal(path)
    floor = Floor(journal)
    mega = floor.link("mega", reset="1000", rate_bp=1_000)
    table = floor.table("t1", MS)
    table.play("straight", None)
    table.claims()
    mega.verify("t1-1/1")
    table.finish()
    states = (floor.casino.table("t1"), floor.casino.link("mega"), floor.casino.displayed("mega"))
    asked = Request("a1", link_stream("mega"), lc.ClearNotice(), MAX)
    floor.casino.close()
    journal = SqliteJournal(path)
    casino = Casino(journal, shelf=SHELF, clock_ms=Clock(), secret=lambda: SECRET)
    assert (casino.table("t1"), casino.link("mega"), casino.displayed("mega")) == states
    with pytest.raises(OtherCommand):
        casino.carry_out(asked)
    casino.close()


def test_the_same_robots_play_the_same_on_sqlite_and_in_memory(tmp_path: Path) -> None:
    seed = 20_261
    played: list[list[Any]] = []
    for journal in (MemoryJournal(), SqliteJournal(tmp_path / "casino.db")):
        floor = Floor(journal)
        floor.link("mega", reset="1000", rate_bp=1_000)
        for name in ("t1", "t2"):
            floor.table(name, MS)
        run_robots(floor, seed, steps=120)
        played.append([(s.stream, s.version, s.at_ms, s.event) for s in floor.events()])
        floor.casino.close()
    assert played[0] == played[1], f"seed {seed}"


def run_robots(floor: Floor, seed: int, steps: int) -> None:
    """Robots play all tables of a floor in turns, and somebody verifies."""
    robots = [Robot(name, seed, flushes=0.5, trouble=0.1) for name in floor.casino.tables()]
    verifier = Verifier("mega", seed)
    for _ in range(steps):
        for robot in robots:
            state = floor.casino.table(robot.table)
            assert state is not None
            request = robot.request(state)
            if request is not None:
                floor.casino.carry_out(request)
        link = floor.casino.link("mega")
        assert link is not None
        verified = verifier.request(link, SHELF)
        if verified is not None:
            floor.casino.carry_out(verified)
    floor.check()


def test_the_system_acts_in_its_own_name() -> None:
    assert (SYSTEM.post, SYSTEM.name) == (Post.SHIFT_MANAGER, "pitboss")
    assert table_stream("t1") == "table/t1"
    assert wall_clock_ms() > 1_600_000_000_000


def test_of_two_processes_that_are_set_up_at_once_one_is() -> None:
    """Another process is first, between the look at an empty stream and the storing: it is looked
    at again.
    """
    journal = MemoryJournal()
    here, there = Casino(journal), Casino(journal)
    ours, theirs = (
        PeopleRequest(id=f"people/{name}", command=SetUp(name, "a hash")) for name in ("ann", "bob")
    )
    (submission,) = here.submit(ours)
    group = here.pipeline.decide()
    assert there.carry_out(theirs).refusal is None
    here.pipeline.store(group)
    assert submission.answer is not None
    assert submission.answer.refusal is not None
    assert submission.answer.refusal.code == "already-set-up"
    assert [*here.people().persons] == [*there.people().persons] == ["bob"]
    assert journal.count() == 1
