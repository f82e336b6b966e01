"""What is measured."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from bench import contestants
from bench.figures import Figure, Goal, a_second, a_second_beside
from bench.records import RULEBOOKS, STUD, Deal, deals
from bench.timing import announced, race
from pitboss.kernel.cards import DECK, Card
from pitboss.kernel.points import PLACE_LABELS, best_place
from pitboss.kernel.poker import strength_of_five, strength_of_seven

_TIMES_TREYS = Goal(4)
_BEFORE_POKERKIT = Goal(1, below=True)
_TIMES_IMPORTS = Goal(3)

# The libraries that the command stands on: no program that uses them can start sooner.
_IMPORTS = "import msgspec, typer"


@dataclass(frozen=True)
class Effort:
    """How much is done, which is how long it takes."""

    rounds: int
    records: int
    hands: int
    command_runs: int
    command_records: int
    starts: int


FULL = Effort(rounds=40, records=100, hands=5_000, command_runs=5, command_records=20_000, starts=21)
QUICK = Effort(rounds=8, records=50, hands=2_000, command_runs=2, command_records=4_000, starts=5)


def measure(effort: Effort) -> Iterator[Figure]:
    """All figures, in the order of the table."""
    for rulebook in RULEBOOKS:
        yield from _settling(effort, rulebook)
    with TemporaryDirectory() as folder:
        yield from _command(effort, Path(folder))
        yield from _start_up(effort, Path(folder))
    yield from _kernel(effort)


def _settling(effort: Effort, rulebook: str) -> Iterator[Figure]:
    """Every round has new records: nobody meets a hand or a jackpot twice."""
    source = deals(rulebook, seed=rulebook)
    contestants.check(list(islice(source, effort.records)))
    rounds = (list(islice(source, effort.records)) for _ in range(effort.rounds))
    what = f"settle {rulebook}"
    pitboss, treys, pokerkit = race(
        announced(what, rounds, effort.rounds), contestants.pitboss, contestants.treys, contestants.pokerkit
    )
    goals = (_TIMES_TREYS, _BEFORE_POKERKIT) if rulebook == STUD else (None, None)
    yield a_second_beside(what, "records", effort.records, pitboss, "treys", treys, goals[0])
    yield a_second_beside(what, "records", effort.records, pitboss, "pokerkit", pokerkit, goals[1])


def _command(effort: Effort, folder: Path) -> Iterator[Figure]:
    records = list(islice(deals(STUD, seed="command"), effort.command_records))
    file, answers = folder / "records.jsonl", folder / "answers.jsonl"
    file.write_bytes(b"".join(deal.line for deal in records))

    def command(_: list[Deal]) -> None:
        with answers.open("wb") as out:
            subprocess.run([sys.executable, "-m", "pitboss", "settle", file], stdout=out, check=True)

    what = f"pitboss settle FILE, {effort.command_records:,} records"
    runs = announced(what, [records] * effort.command_runs, effort.command_runs)
    whole, inside = race(runs, command, contestants.pitboss, clock=perf_counter)
    yield a_second_beside(what, "records", effort.command_records, whole, "in process", inside)


def _start_up(effort: Effort, folder: Path) -> Iterator[Figure]:
    file = folder / "record.jsonl"
    file.write_bytes(next(deals(STUD, seed="start-up")).line)

    def run(*arguments: str | Path) -> None:
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)

    what = "pitboss settle FILE, one record"
    starts, imports = race(
        announced(what, range(effort.starts), effort.starts),
        lambda _: run("-m", "pitboss", "settle", file),
        lambda _: run("-c", _IMPORTS),
        clock=perf_counter,
    )
    ratio = starts.over(imports)
    yield Figure(
        what, "ms", 1_000 * starts.middle_s, _IMPORTS, 1_000 * imports.middle_s, ratio, _TIMES_IMPORTS
    )


def _kernel(effort: Effort) -> Iterator[Figure]:
    """The functions that rank hands, on cards that are parsed already."""
    yield _strength(effort, "strength_of_five", strength_of_five, 5)
    yield _strength(effort, "strength_of_seven", strength_of_seven, 7)
    order = tuple(range(len(PLACE_LABELS)))
    (places,) = race(
        announced("best_place", _hands(effort, 5), effort.rounds),
        lambda hands: [best_place(hand, order) for hand in hands],
    )
    yield a_second("best_place", "hands", effort.hands, places)


def _strength(effort: Effort, what: str, strength: Callable[[list[Card]], int], cards: int) -> Figure:
    rounds = ((hands, contestants.for_treys(hands)) for hands in _hands(effort, cards))
    rank = contestants.evaluator.evaluate
    ours, treys = race(
        announced(what, rounds, effort.rounds),
        lambda hands: [strength(hand) for hand in hands[0]],
        lambda hands: [rank(hand, []) for hand in hands[1]],
    )
    return a_second_beside(what, "hands", effort.hands, ours, "treys", treys)


def _hands(effort: Effort, cards: int) -> Iterator[list[list[Card]]]:
    random = Random(cards)
    for _ in range(effort.rounds):
        yield [random.sample(DECK, cards) for _ in range(effort.hands)]
