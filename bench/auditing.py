"""Audits: how many events a second on one core and on two, whether time and memory grow with the
history, and a day on top of a long one.

The history is what the robots of a demonstration play; shorter ones are its beginning. Each audit
is a process of its own, timed by the clock on the wall from when its modules are loaded.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench.effort import Effort
from bench.figures import Figure, Goal
from bench.timing import Ratio, announced
from pitboss.audit.checkpoint_form import name_of
from pitboss.audit.run import WantedAudit, audit_as
from pitboss.audit.runs.verdict import (
    FORM,
    AuditProgram,
    AuditVerdict,
    as_file,
    identity_of,
    packed,
    signed,
)
from pitboss.demo.house import play_demo
from pitboss.journal.checkpoints import build
from pitboss.journal.opening import open_journal
from pitboss.journal.port import Head, Journal

TABLES = 8
DAY = 20
"""A day is one part in so many of the history: what is audited on top of a verdict."""
GOAL_A_SECOND = 66_000
_ALLOWED_S = 10.0
_RUNS = 3

_AUDIT = """
import re, sys, time
from functools import partial
from pathlib import Path
from pitboss.audit.run import WantedAudit, audit_as
from pitboss.audit.runs.verdict import read_verdict
from pitboss.journal.opening import open_journal

if __name__ == "__main__":
    path, workers, until, verdict, reread = sys.argv[1:]
    again = partial(open_journal, path, read_only=True)
    wanted = WantedAudit(
        workers=int(workers),
        reopen=again,
        until_ms=int(until) or None,
        verdict=read_verdict(Path(verdict).read_bytes()) if verdict else None,
        reread=bool(reread),
    )
    journal = again()
    begun = time.perf_counter()
    report = audit_as(journal, wanted).report
    took = time.perf_counter() - begun
    assert report.content, report.problem
    assert bool(verdict) == (report.begun is not None), report.ignored
    held = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]
    print(took, held, report.counts.records)
"""


def _audited(
    script: Path, path: Path, workers: int, until: int = 0, verdict: str = "", reread: str = ""
) -> tuple[float, float, int]:
    """Seconds, kilobytes and records of the middle one of some audits."""
    run = [sys.executable, str(script), str(path), str(workers), str(until), verdict, reread]
    found = []
    for _ in range(_RUNS):
        out = subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()
        found.append((float(out[0]), float(out[1]), int(out[2])))
    return sorted(found)[_RUNS // 2]


def _history(path: Path, events: int) -> int:
    """A history of about so many events; how many there are."""
    with closing(open_journal(str(path))) as journal:
        play_demo(journal, tables=TABLES, commands=events * 12 // 13)
        return journal.count()


def _verdict(journal: Journal, at: int) -> bytes:
    """A verdict of the first records, up to about so many."""
    key = Ed25519PrivateKey.generate()
    heads: dict[str, Head] = {}
    position = 0
    while found := journal.read_all(position, 1_000):
        for record in found:
            if record.number == 0 and record.position > at:
                break
            heads[record.stream], position = Head(record.version, record.hash), record.position
        else:
            continue
        break
    checkpoint = build(heads, position=position, at_ms=1, last=None, key=key)
    journal.add_checkpoint(checkpoint)
    done = audit_as(journal, WantedAudit(keep=True))
    assert done.kept is not None, done.report.problem
    verdict = AuditVerdict(
        form=FORM,
        journal=identity_of(journal),
        checkpoint=checkpoint.number,
        name=name_of(checkpoint).hex(),
        position=position,
        checkpoint_ms=1,
        audited_ms=1,
        full_ms=1,
        steps=0,
        program=AuditProgram("bench", "", {}, {}),
        checkpoints=1,
        seen=done.report.keys,
        key_changes=(),
        books=packed(done.kept),
        key=checkpoint.key.hex(),
        signature="",
    )
    return as_file(signed(verdict, key.sign))


def auditing(effort: Effort) -> Iterator[Figure]:
    """Audits from the first record at three lengths, and from a verdict."""
    with TemporaryDirectory() as folder:
        path, script = Path(folder) / "floor.db", Path(folder) / "one_audit.py"
        script.write_text(_AUDIT, encoding="utf-8")
        what = f"audit of {effort.events:,} events"
        audits: list[tuple[float, float, int]] = []
        events, ends = 0, [0, 0]
        for number in announced(what, iter(range(5)), 5):
            if number == 0:
                events = _history(path, effort.events)
                with closing(open_journal(str(path), read_only=True)) as journal:
                    lengths = [events // 20, events // 5]
                    ends = [journal.read_all(length, 1)[0].at_ms for length in lengths]
            elif number < 3:
                audits.append(_audited(script, path, 1, ends[number - 1]))
            else:
                audits.append(_audited(script, path, number - 2))
        yield from _lengths(*audits)
        yield from _on_top(script, path, events, audits[2])


def _lengths(
    short: tuple[float, float, int],
    middle: tuple[float, float, int],
    whole: tuple[float, float, int],
    shared: tuple[float, float, int],
) -> Iterator[Figure]:
    events = whole[2]
    yield Figure("audit from the first record, one process", "events/s", events / whole[0])
    yield _beside(
        "audit from the first record, two processes",
        "events/s",
        events / shared[0],
        "goal",
        GOAL_A_SECOND,
        GOAL_A_SECOND * shared[0] / events,
        Goal(1),
    )
    for one in (middle, whole):
        ours, theirs = one[0] / one[2] * 1e6, short[0] / short[2] * 1e6
        what = f"an event of {one[2]:,}, beside one of {short[2]:,}"
        yield _beside(what, "µs", ours, "few", theirs, ours / theirs, Goal(1.2))
    what = f"memory of an audit of {events:,}, beside {short[2]:,}"
    yield _beside(what, "kB", whole[1], "few", short[1], whole[1] / short[1], Goal(1.2))


def _on_top(
    script: Path, path: Path, events: int, whole: tuple[float, float, int]
) -> Iterator[Figure]:
    """A day on top of the rest: its records are recomputed, those before are not."""
    with closing(open_journal(str(path))) as journal:
        file = path.with_suffix(".json")
        file.write_bytes(_verdict(journal, events - events // DAY))
    day = events // DAY
    on_top = _audited(script, path, 1, verdict=str(file))
    what = f"{day:,} events on top of {events - day:,}, from a verdict"
    yield _beside(what, "s", on_top[0], "allowed", _ALLOWED_S, on_top[0] / _ALLOWED_S, Goal(1))
    again = _audited(script, path, 1, verdict=str(file), reread="yes")
    ratio = again[0] / whole[0]
    yield _beside(
        "the same, with the bytes before read again", "s", again[0], "in full", whole[0], ratio
    )


def _beside(
    what: str,
    unit: str,
    ours: float,
    peer: str,
    theirs: float,
    ratio: float,
    goal: Goal | None = None,
) -> Figure:
    return Figure(what, unit, ours, peer, theirs, Ratio(ratio, ratio, ratio), goal)
