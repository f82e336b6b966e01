"""Audits: how many events per second on one core and on two, whether time and memory grow with the
history, and a day on top of a year, live and archived.

The history is a year of floors that robots have played (``year``); shorter ones are its beginning.
Each audit is a separate process, timed from when its modules are loaded: events per second are by
wall-clock time; the time of one event relative to another's is processor time.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.effort import Effort
from bench.figures import Figure, Goal
from bench.timing import Ratio, announced
from bench.year import FLOORS, KEY, Year, make_year
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
from pitboss.journal.address import open_journal
from pitboss.operations.archiver import Archiver, ends_before

GOAL_A_SECOND = 66_000
GROWS_AT_MOST = 1.2
_ALLOWED_S = 10.0
_RUNS = 3
"""How often a short audit is run; the median counts."""

_AUDIT = """
import re, sys, time
from functools import partial
from pathlib import Path
from pitboss.audit.run import WantedAudit, audit_as
from pitboss.audit.runs.verdict import read_verdict
from pitboss.journal.address import open_journal

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
    begun, cpu = time.perf_counter(), time.process_time()
    report = audit_as(journal, wanted).report
    took, cpu = time.perf_counter() - begun, time.process_time() - cpu
    assert report.content, report.problem
    assert bool(verdict) == (report.begun is not None), report.ignored
    held = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]
    print(took, cpu, held, report.counts.records)
"""

_BARE = """
import sys, time
from hashlib import sha256
import msgspec
from pitboss.journal.address import open_journal

journal, decode, after, count = open_journal(sys.argv[1], read_only=True), msgspec.json.decode, 0, 0
begun, cpu = time.perf_counter(), time.process_time()
while records := journal.read_all(after, 1_000):
    for record in records:
        sha256(record.body).digest()
        decode(record.body)
    after, count = records[-1].position, count + len(records)
print(time.perf_counter() - begun, time.process_time() - cpu, 0, count)
"""


class _Run(NamedTuple):
    """Wall-clock seconds, processor seconds of the first process, kilobytes, records."""

    took_s: float
    cpu_s: float
    kilobytes: float
    events: int

    @property
    def a_second(self) -> float:
        return self.events / self.took_s

    @property
    def event_us(self) -> float:
        return self.cpu_s / self.events * 1e6


class _Auditor:
    """Audits a journal in separate processes."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "floor.db"
        self._script, self._bare = folder / "one_audit.py", folder / "bare_reading.py"
        self._script.write_text(_AUDIT, encoding="utf-8")
        self._bare.write_text(_BARE, encoding="utf-8")

    def run(
        self, workers: int, *, until: int = 0, verdict: str = "", reread: str = "", runs: int = 1
    ) -> _Run:
        """The median of that many runs."""
        wanted = [str(self.path), str(workers), str(until), verdict, reread]
        return sorted(_run(self._script, *wanted) for _ in range(runs))[runs // 2]

    def read(self) -> _Run:
        """Every record read, hashed and decoded, and nothing else: the median of several runs."""
        return sorted(_run(self._bare, str(self.path)) for _ in range(_RUNS))[_RUNS // 2]


def _run(script: Path, *arguments: str) -> _Run:
    done = subprocess.run(
        [sys.executable, str(script), *arguments], check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"the audit failed: {done.stderr}")
    took_s, cpu_s, kilobytes, events = done.stdout.split()
    return _Run(float(took_s), float(cpu_s), float(kilobytes), int(events))


def auditing(effort: Effort) -> Iterator[Figure]:
    """Audits from the first record at three lengths, from a verdict, and of an archive."""
    with TemporaryDirectory() as folder:
        auditor = _Auditor(Path(folder))
        steps = announced(f"audit of {effort.events:,} events", iter(range(7)), 7)
        next(steps)
        year = make_year(auditor.path, effort.events)
        next(steps)
        short = auditor.run(1, until=year.begins_ms[1], runs=_RUNS)
        next(steps)
        middle = auditor.run(1, until=year.begins_ms[FLOORS // 5], runs=_RUNS)
        next(steps)
        whole = auditor.run(1)
        next(steps)
        shared, bare = auditor.run(2), auditor.read()
        yield from _speeds(whole, shared, bare)
        yield from _lengths(short, middle, whole)
        next(steps)
        verdict = _verdict(auditor.path)
        yield from _on_top(auditor, year, verdict, whole)
        next(steps)
        yield from _archived(auditor, verdict, shared)
        next(steps, None)


def _speeds(whole: _Run, shared: _Run, bare: _Run) -> Iterator[Figure]:
    """Beside a bare reading in one process, which is the least that any audit has to do; and the
    goal, which was set for one machine.
    """
    for processes, one in (("one process", whole), ("two processes", shared)):
        yield _beside(
            f"audit from the first record, {processes}",
            "events/s",
            one.a_second,
            "bare reading",
            bare.a_second,
            bare.a_second / one.a_second,
        )
    ratio = GOAL_A_SECOND / shared.a_second
    yield _beside("the same", "events/s", shared.a_second, "goal", GOAL_A_SECOND, ratio, Goal(1))


def _lengths(short: _Run, middle: _Run, whole: _Run) -> Iterator[Figure]:
    grows = Goal(GROWS_AT_MOST)
    for one in (middle, whole):
        ours, few = one.event_us, short.event_us
        what = f"time per event of {one.events:,}, against {short.events:,}"
        yield _beside(what, "µs", ours, "few", few, ours / few, grows)
    for one in (middle, whole):
        what = f"memory of an audit of {one.events:,}, against {short.events:,}"
        ratio = one.kilobytes / short.kilobytes
        yield _beside(what, "kB", one.kilobytes, "few", short.kilobytes, ratio, grows)


def _on_top(auditor: _Auditor, year: Year, verdict: str, whole: _Run) -> Iterator[Figure]:
    """A day on top of a year: its records are recomputed, those before are not."""
    on_top = auditor.run(1, verdict=verdict, runs=_RUNS)
    what = f"a day on top of a year ({year.events:,} events), from a verdict"
    yield _allowed(what, on_top)
    again = auditor.run(1, verdict=verdict, reread="yes")
    ratio = again.took_s / whole.took_s
    what = "the same, with earlier bytes read again"
    yield _beside(what, "s", again.took_s, "in full", whole.took_s, ratio)


def _archived(auditor: _Auditor, verdict: str, shared: _Run) -> Iterator[Figure]:
    """The year in segments, month by month, and its last day live."""
    with closing(open_journal(str(auditor.path))) as journal:
        sealed = Archiver(journal, KEY, pause_s=0).archive(ends_before(journal, 1 << 62, UTC))
    whole = auditor.run(2)
    what = f"the year in {len(sealed)} segments, two processes"
    ratio = shared.a_second / whole.a_second
    yield _beside(what, "events/s", whole.a_second, "live", shared.a_second, ratio)
    yield _allowed("a day on top of the archived year", auditor.run(1, verdict=verdict, runs=_RUNS))


def _verdict(path: Path) -> str:
    """The file of a verdict of everything up to the newest checkpoint."""
    again = partial(open_journal, str(path), read_only=True)
    with closing(again()) as journal:
        outcome = audit_as(journal, WantedAudit(keep=True, workers=2, reopen=again))
        checkpoint = outcome.checkpoint
        assert outcome.kept is not None, outcome.report.problem
        assert checkpoint is not None
        verdict = AuditVerdict(
            form=FORM,
            journal=identity_of(journal),
            checkpoint=checkpoint.number,
            name=name_of(checkpoint).hex(),
            position=checkpoint.position,
            checkpoint_ms=checkpoint.at_ms,
            audited_ms=1,
            full_ms=1,
            steps=0,
            program=AuditProgram("bench", "", {}, {}),
            checkpoints=outcome.report.counts.checkpoints,
            seen=outcome.report.keys,
            key_changes=(),
            books=packed(outcome.kept),
            key=checkpoint.key.hex(),
            signature="",
        )
    file = path.with_suffix(".json")
    file.write_bytes(as_file(signed(verdict, KEY.sign)))
    return str(file)


def _allowed(what: str, run: _Run) -> Figure:
    return _beside(what, "s", run.took_s, "allowed", _ALLOWED_S, run.took_s / _ALLOWED_S, Goal(1))


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
