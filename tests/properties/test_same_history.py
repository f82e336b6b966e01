"""The same random history in memory, on SQLite and on PostgreSQL gives the same events; only
positions may differ.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from pitboss.casino.app import Casino
from pitboss.casino.requests import Answer, OtherCommand, Request
from pitboss.journal.address import open_journal
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal, Record
from tests.casino.request_groups import all_answers
from tests.faults.checks import check_live
from tests.faults.floor import LINKS, SHELF, Clients, Crowd, chosen_seed, often, opening
from tests.postgres import shared_server

TABLES, GROUPS, RESTARTS = 5, 300, 3


class House:
    """One casino, with a clock and secrets that are the same in all of them."""

    def __init__(self, journal: Callable[[], Journal], seed: int) -> None:
        self._open = journal
        self._random = Random(f"{seed}/outside")
        self._now_ms = 1_800_000_000_000
        self.casino = self._start()

    def _start(self) -> Casino:
        return Casino(
            self._open(),
            shelf=SHELF,
            clock_ms=self._clock_ms,
            secret=lambda: self._random.randbytes(32),
        )

    def _clock_ms(self) -> int:
        self._now_ms += self._random.randrange(3)
        return self._now_ms

    def restart(self) -> list[str]:
        """Ends in the middle of everything and starts again; the rounds that were found."""
        if not isinstance(self.casino.journal, MemoryJournal):
            self.casino.journal.close()
        self.casino = self._start()
        return [str(found) for found in self.casino.recover()]

    def records(self) -> list[tuple[object, ...]]:
        """Everything stored, but for positions and the hashes over them."""
        found: list[Record] = []
        while more := self.casino.journal.read_all(found[-1].position if found else 0):
            found += more
        return [
            (
                at.stream,
                at.version,
                at.at_ms,
                at.command,
                at.number,
                at.entry,
                at.kind,
                at.body,
            )
            for at in found
        ]


def _told(answers: Sequence[Answer]) -> list[object]:
    """Answers but for positions."""
    return [
        (
            answer.id,
            answer.refusal,
            answer.repeated,
            [replace(event, position=0) for event in answer.events],
        )
        for answer in answers
    ]


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[tuple[int, list[House]]]:
    seed = chosen_seed()
    sys.stdout.write(f"seed {seed}: PITBOSS_SEED={seed} does it again\n")
    memory = MemoryJournal()
    with shared_server() as server, server.borrowed_journal() as url:
        places: list[Callable[[], Journal]] = [
            lambda: memory,
            lambda: open_journal(f"sqlite:{tmp_path / 'journal.db'}"),
            lambda: open_journal(url),
        ]
        found = [House(place, seed) for place in places]
        yield seed, found
        for house in found:
            house.casino.journal.close()


def test_the_same_random_history_gives_the_same_events_everywhere(
    houses: tuple[int, list[House]],
) -> None:
    seed, everywhere = houses
    random = Random(seed)
    clients = Clients()
    with often():
        for session in range(RESTARTS):
            found = [house.restart() for house in everywhere]
            assert found[1:] == found[:-1]
            _play(everywhere, clients, Crowd(session, TABLES, random), random)
    records = [house.records() for house in everywhere]
    assert len(records[0]) > 500
    assert records[1] == records[0]
    assert records[2] == records[0]
    # What the model answered holds for its own positions.
    check_live(everywhere[0].casino, clients)


def _play(everywhere: list[House], clients: Clients, crowd: Crowd, random: Random) -> None:
    model = everywhere[0].casino
    done = opening(TABLES)
    for number in range(GROUPS // RESTARTS):
        # Now and then somebody asks again for what has been done.
        again = random.sample(done, k=1) if random.random() < 0.1 else []
        requests = done if number == 0 else crowd.next(model, random.randint(1, 4)) + again
        for request in requests:
            clients.ask(request)
        answers = [all_answers(house.casino, requests) for house in everywhere]
        told = [_told(found) for found in answers]
        assert told[1] == told[0]
        assert told[2] == told[0]
        clients.take(answers[0])
        done = done + requests if number else done
        shown = [[house.casino.displayed(link) for link in LINKS] for house in everywhere]
        assert shown[1] == shown[0]
        assert shown[2] == shown[0]
        if random.random() < 0.1:
            link = random.choice(list(LINKS))
            entered = [house.casino.enter_contributions(link) for house in everywhere]
            assert entered[1:] == entered[:-1]


def test_an_id_that_was_used_for_another_command_is_refused_everywhere(
    houses: tuple[int, list[House]],
) -> None:
    _, everywhere = houses
    first, second = opening(2)[:2]
    for house in everywhere:
        house.casino.carry_out(first)
        house.restart()
        with pytest.raises(OtherCommand):
            house.casino.carry_out(Request(first.id, second.target, second.command, second.actor))
