"""Commands are decided while those before them are being stored, and while other processes store
theirs. What rests on something that was not stored, or is no longer so, must not be stored either,
also where it only looked at it.
"""

import threading
from collections.abc import Callable, Sequence

import msgspec
import pytest

from pitboss.casino.app import Casino
from pitboss.casino.draft import Group
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import feed_stream, link_stream, table_stream
from pitboss.demo.robot import DEALER, SUPERVISOR, Robot
from pitboss.jackpot.commands import DeclineClaim, ShowNotice, VerifyClaim
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Record, Unavailable, Unit
from pitboss.table.commands import Deal, Report, Settle
from pitboss.table.state import Phase
from tests.casino.request_groups import all_answers
from tests.faults.checks import check_live
from tests.faults.floor import SHELF, Clients, opening


class Journal(MemoryJournal):
    """``before`` is called before the next append, and may raise."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Callable[[], None] | None = None

    def append(self, units: Sequence[Unit]) -> list[list[Record]]:
        before, self.before = self.before, None
        if before is not None:
            before()
        return super().append(units)


class Watched(Casino):
    """Says when a group has been decided."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal, shelf=SHELF)
        self.decided = threading.Event()

        decide = self.pipeline.decide

        def watched() -> Group:
            try:
                return decide()
            finally:
                self.decided.set()

        self.pipeline.decide = watched  # type: ignore[method-assign]


def waiting_for_the_link(journal: Journal) -> tuple[Watched, Clients, Request, str]:
    """A table that can be settled as soon as its claim is verified; the request to settle, and the
    claim.
    """
    casino, clients = Watched(journal), Clients()
    for request in opening(1):
        clients.ask(request)
        clients.take([casino.carry_out(request)])
    robot = Robot("T0", 1, players=1, flushes=1.0)
    for _ in range(1_000):
        table, link = casino.table("T0"), casino.link("rws")
        assert table is not None
        assert link is not None
        request = robot.request(table)  # type: ignore[assignment] # a robot always has something to ask for
        round = table.round
        if link.waiting_claims and round is not None and round.phase is Phase.REVEALED:
            assert isinstance(request.command, Settle)
            clients.ask(request)
            return casino, clients, request, link.waiting_claims[0].id
        clients.ask(request)
        clients.take([casino.carry_out(request)])
    pytest.fail("no flush in a thousand commands")


def verify(clients: Clients, claim: str) -> Request:
    request = Request("verify", link_stream("rws"), VerifyClaim(claim), SUPERVISOR)
    clients.ask(request)
    return request


def settled(casino: Casino) -> bool:
    table = casino.table("T0")
    assert table is not None
    assert table.round is not None
    return table.round.settlement is not None


def test_an_award_that_could_not_be_stored_is_not_paid_by_the_table_that_saw_it_coming() -> None:
    journal = Journal()
    casino, clients, settle, claim = waiting_for_the_link(journal)
    storing, go_on = threading.Event(), threading.Event()

    def the_disk_fails() -> None:
        storing.set()
        go_on.wait()
        raise Unavailable("the disk fails, as the test has it")

    errors: list[Exception] = []

    def supervisor() -> None:
        try:
            casino.carry_out(verify(clients, claim))
        except Unavailable as error:
            errors.append(error)

    journal.before = the_disk_fails
    first = threading.Thread(target=supervisor)
    first.start()
    storing.wait()
    casino.decided.clear()
    second = threading.Thread(target=lambda: clients.take([casino.carry_out(settle)]))
    second.start()
    # Now the table has been settled on an award that is not stored yet, and that the disk then
    # refuses.
    casino.decided.wait()
    go_on.set()
    first.join()
    second.join()
    assert len(errors) == 1
    assert not settled(casino)
    check_live(casino, clients)


def test_an_award_that_somebody_else_came_before_is_not_paid_by_a_table_of_the_same_group() -> None:
    journal = Journal()
    casino, clients, settle, claim = waiting_for_the_link(journal)
    decline = Request(
        "decline", link_stream("rws"), DeclineClaim(claim, "Not the cards."), SUPERVISOR
    )
    clients.ask(decline)
    other = Casino(journal, shelf=SHELF)
    journal.before = lambda: clients.take([other.carry_out(decline)])
    answers = all_answers(casino, [verify(clients, claim), settle])
    clients.take(answers)
    assert answers[0].refusal is not None
    link = casino.link("rws")
    assert link is not None
    assert link.totals.awarded == 0
    table = casino.table("T0")
    assert table is not None
    assert table.round is not None
    assert table.round.settlement is not None, (
        "the claim was declined, so the table need not wait any longer"
    )
    jackpot = table.round.settlement.jackpot
    assert jackpot is not msgspec.UNSET
    assert jackpot.awards == ()
    check_live(casino, clients)


def test_what_one_process_put_into_the_jackpot_another_takes_out_when_it_voids_the_round() -> None:
    journal, clients = Journal(), Clients()
    one, other = Casino(journal, shelf=SHELF), Casino(journal, shelf=SHELF)
    for request in opening(1):
        clients.ask(request)
        clients.take([one.carry_out(request)])
    robot = Robot("T0", 1, players=2)
    feed = feed_stream("rws", "T0")

    def play(casino: Casino, rounds: int) -> None:
        """Plays so many rounds, and then one until its first card is dealt."""
        for _ in range(1_000):
            table = casino.table("T0")
            assert table is not None
            request = robot.request(table)
            assert request is not None
            if table.rounds > rounds and isinstance(request.command, Deal):
                return
            clients.ask(request)
            clients.take([casino.carry_out(request)])
        pytest.fail("a robot that comes to no end")

    # The other one has seen the feed of the first round, and knows nothing of what was put in for
    # the second.
    play(other, rounds=1)
    assert other.cache.latest(feed).version == 2
    play(one, rounds=2)
    assert one.cache.committed(feed).version == 3
    assert one.cache.committed(feed).feed.bets_in > 0
    other.cache.invalidate({table_stream("T0")})
    report = Request("report", table_stream("T0"), Report(incident="foreign-card"), DEALER)
    clients.ask(report)
    answer = other.carry_out(report)
    clients.take([answer])
    assert answer.refusal is None
    assert one.cache.committed(feed).feed.bets_in == 0
    check_live(other, clients)


def test_everybody_gets_an_answer_whoever_leads() -> None:
    """Threads wait for answers of their own and of each other's, while workers come and go."""
    journal = MemoryJournal()
    casino = Casino(journal, shelf=SHELF)
    for request in opening(1):
        assert casino.carry_out(request).refusal is None
    notices = 40

    def ask(name: str) -> None:
        for number in range(notices):
            notice = ShowNotice(f"{name} {number}")
            asked = Request(f"{name}-{number}", link_stream("rws"), notice, SUPERVISOR)
            [submission] = casino.submit(asked)
            beside = threading.Thread(target=submission.result)
            beside.start()
            assert submission.result().refusal is None
            beside.join()

    askers = [threading.Thread(target=ask, args=(f"a{n}",), daemon=True) for n in range(6)]
    for asker in askers:
        asker.start()
    while any(asker.is_alive() for asker in askers):
        casino.pipeline.start_workers(2)
        askers[0].join(0.01)
        casino.pipeline.stop_workers()
        askers[0].join(0.01)
    told = [record for record in journal.read(link_stream("rws")) if record.command.startswith("a")]
    assert len(told) == len(askers) * notices
