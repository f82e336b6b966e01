"""Rounds on a jackpot link, played in several casinos: in one right, and in the others each time
with something else entered wrongly, gone on with for a while, and corrected. In all of them
everybody has the same at the end, and the auditor agrees.
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
BESIDE = 2
"""Casinos with mistakes beside each that has none."""


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
    """Some rounds in several casinos; in all but one something is entered wrongly in each."""
    more = {
        "reset": "100000",
        "rate_bp": 1_000,
        "reserve_bp": random.choice((0, 500)),
        "cap": random.choice((None, "100000.25")),
    }
    right, *wrong = (Play(book, dealing, source, more) for _ in range(1 + BESIDE))
    alike = [*wrong]
    for _ in range(rounds):
        wanted = [mistakes_of(random) for _ in alike]
        truth = truth_of(book, source, random, any("fact" in kinds for kinds in wanted))
        right.begin(truth)
        right.end()
        accounts = right.accounts()
        for play, kinds in zip([*alike], wanted, strict=True):
            play.begin(truth)
            told = mistaken(play, random, kinds)
            play.end()
            mistakes = [kind for kind in told if kind != "refused"]
            # A round in which nothing could be entered wrongly is none of those that are counted.
            counts.update((*("rounds", "two")[: len(mistakes)], *told))
            if "refused" in told:
                # Cards of the system had been seen: what was entered stands.
                alike.remove(play)
            else:
                assert play.accounts() == accounts, f"{book} {dealing} {source} {told} {truth}"
        if not alike:
            break
    if alike:
        books = right.books()
        assert all(play.books() == books for play in alike), f"{book} {dealing} {source}"
    # The right one is an ordinary evening, as many tests audit.
    for play in wrong:
        problem = audit(play.floor.journal).problem
        assert problem is None, problem
