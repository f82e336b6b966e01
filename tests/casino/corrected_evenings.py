"""Rounds on a jackpot link, played twice: once right, and once with something entered wrongly, gone
on with for a while, and corrected. In both casinos everybody has the same at the end, and the
auditor agrees.
"""

from collections import Counter
from itertools import product
from random import Random

from pitboss.audit.run import audit
from tests.casino.correction_mistakes import mistaken, mistakes_of
from tests.casino.correction_rounds import Play, truth_of
from tests.support import book_of

SOURCES = ("entered", "shown", "virtual")
ROUNDS_TOGETHER = 8


def runs(seed: str, book: str, count: int) -> Counter[str]:
    """Many rounds, at every source of cards and way of dealing in turn; how often each mistake was
    made. Raises AssertionError where the two casinos differ or the auditor finds fault.
    """
    counts: Counter[str] = Counter()
    ways = list(product(SOURCES, book_of(book).dealing))
    nth = 0
    while counts["rounds"] < count:
        random = Random(f"{seed}-{book}-{nth}")
        source, dealing = ways[nth % len(ways)]
        _evening(book, dealing, source, random, counts, min(ROUNDS_TOGETHER, count))
        counts[f"{source} {dealing}"] += 1
        nth += 1
    return counts


def _evening(
    book: str, dealing: str, source: str, random: Random, counts: Counter[str], rounds: int
) -> None:
    """Some rounds at two tables; at one of them something is entered wrongly in each."""
    more = {
        "reset": "100000",
        "rate_bp": 1_000,
        "reserve_bp": random.choice((0, 500)),
        "cap": random.choice((None, "100000.25")),
    }
    right, wrong = (Play(book, dealing, source, more) for _ in range(2))
    alike = True
    for _ in range(rounds):
        wanted = mistakes_of(random)
        truth = truth_of(book, random, "fact" in wanted)
        right.begin(truth)
        right.end()
        wrong.begin(truth)
        told = mistaken(wrong, random, wanted)
        wrong.end()
        mistakes = [kind for kind in told if kind != "refused"]
        # A round in which nothing could be entered wrongly is none of those that are counted.
        counts.update((*("rounds", "two")[: len(mistakes)], *told))
        if "refused" in told:
            # Cards of the system had been seen: what was entered stands.
            alike = False
            break
        assert wrong.accounts() == right.accounts(), f"{book} {dealing} {source} {told} {truth}"
    if alike:
        assert wrong.books() == right.books(), f"{book} {dealing} {source}"
    # The other one is an ordinary evening, as many tests audit.
    problem = audit(wrong.floor.journal).problem
    assert problem is None, problem
