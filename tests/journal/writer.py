"""A process that writes to a journal: ``python -m tests.journal.writer URL TASK NAME COUNT``.

It says ``ready`` when the journal is open, and begins when it is sent a line.
"""

import sys
from collections.abc import Callable
from random import Random

from pitboss.journal.address import open_journal
from pitboss.journal.port import Conflict, Journal, Repeated, Unit
from tests.journal.units import one, part, unit


def spread(journal: Journal, name: str, count: int) -> None:
    """Batches of units of several streams that nobody else writes to, one after another."""
    random = Random(name)
    versions = dict.fromkeys((f"{name}/{number}" for number in range(5)), 0)
    done = 0
    while done < count:
        units: list[Unit] = []
        for _ in range(min(random.randint(1, 6), count - done)):
            streams = random.sample(sorted(versions), 2)
            units.append(
                unit(
                    f"{name}-{done}", *(part(stream, versions[stream], b"x") for stream in streams)
                )
            )
            for stream in streams:
                versions[stream] += 1
            done += 1
        journal.append(units)


def contend(journal: Journal, name: str, count: int) -> None:
    """Commands of its own for one stream that others write to as well; tried again until each is
    stored.
    """
    for number in range(count):
        while True:
            head = journal.head("shared")
            try:
                journal.append(
                    [one(f"{name}-{number}", "shared", 0 if head is None else head.version)]
                )
            except Conflict:
                continue
            break


def repeat(journal: Journal, name: str, count: int) -> None:
    """The same commands as others send, each for a stream of its own process."""
    version = 0
    for number in range(count):
        try:
            journal.append([one(f"same-{number}", name, version)])
        except Repeated:
            continue
        version += 1


TASKS: dict[str, Callable[[Journal, str, int], None]] = {
    "spread": spread,
    "contend": contend,
    "repeat": repeat,
}


def main(url: str, task: str, name: str, count: str) -> None:
    journal = open_journal(url)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    TASKS[task](journal, name, int(count))
    journal.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
