"""Records which clauses the test suite proves.

A test says what it proves with `@pytest.mark.clause("rws-multilink-stud-3", "3.13", "3.14")`. A
mark that names no existing clause is a collection error, and a marked test that never asks the
rules (`tests.plugins.reach`) fails. After a full run, and only then, the outcome goes to
`build/conformance.json`, which `pitboss conformance` reads: figures from a part of the tests would
be wrong in both directions.
"""

import os
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance import RECORD, RunRecord, write_record
from pitboss.rulebook.clauses import all_clauses
from tests.plugins.reach import THE_RULES, tally

# Options after which the tests that ran are not all the tests there are, or did not run in full.
NARROWING = (
    "collectonly",
    "deselect",
    "ignore",
    "ignore_glob",
    "keyword",
    "lf",
    "markexpr",
    "setuponly",
    "setupplan",
    "stepwise",
)

WORKER_KEY = "pitboss-conformance"


@dataclass(slots=True)
class Outcome:
    """What the phases of one test have come to so far."""

    called: bool = False
    failed: bool = False
    spoiled: bool = False
    finished: bool = False

    def add(self, report: pytest.TestReport) -> None:
        self.called |= report.when == "call" and report.passed
        self.failed |= report.failed
        # Skipped, expected to fail (whichever way it went) or run again: no failure, and no proof
        # either.
        self.spoiled |= not report.passed or hasattr(report, "wasxfail")
        # Teardown comes last. A test that took its worker process down has one report, with no
        # phase at all.
        self.finished |= report.when not in ("setup", "call")

    @property
    def proves(self) -> bool:
        return self.called and not self.failed and not self.spoiled


def marked_clauses(item: pytest.Item) -> list[tuple[str, str]]:
    """The clauses an item marks, as (rulebook, number); ValueError where a mark makes no sense."""
    found: dict[tuple[str, str], None] = {}
    for mark in item.iter_markers("clause"):
        if mark.kwargs or len(mark.args) < 2 or not all(isinstance(arg, str) for arg in mark.args):
            raise ValueError("mark a clause with its rulebook and numbers, all of them strings")
        rulebook, *numbers = mark.args
        if rulebook not in all_clauses():
            raise ValueError(
                f"there is no rulebook {rulebook!r}; there are {', '.join(all_clauses())}"
            )
        for number in numbers:
            if number not in all_clauses()[rulebook]:
                raise ValueError(f"rulebook {rulebook!r} has no clause {number!r}")
            found[rulebook, number] = None
    return list(found)


class Recorder:
    """One per pytest process. Workers of xdist know the marks, their controller knows the
    outcomes.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.record_path = Path(
            os.environ.get("PITBOSS_CONFORMANCE_RECORD") or config.rootpath / RECORD
        )
        self.marks: dict[str, list[tuple[str, str]]] = {}
        self.outcomes: dict[str, Outcome] = {}
        self.some_left_out = False
        self.calls_before = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        complaints = []
        for item in report.result or ():
            if isinstance(item, pytest.Item):
                try:
                    marked_clauses(item)
                except ValueError as error:
                    complaints.append(f"{item.nodeid}: {error}")
        if complaints:
            # A failed collection report stops the run and reaches the controller of xdist, as an
            # exception in a worker would not.
            report.outcome = "failed"
            report.longrepr = "\n".join(complaints)
        return report

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.some_left_out |= report.failed

    def pytest_deselected(self) -> None:
        self.some_left_out = True

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.marks = {item.nodeid: marked_clauses(item) for item in session.items}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self.calls_before = tally.calls

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        outcome = yield
        if tally.calls == self.calls_before and marked_clauses(item):
            names = ", ".join(function.__qualname__ for function in THE_RULES)
            pytest.fail(
                f"{item.nodeid} is marked as proof of a clause, but called none of {names}",
                pytrace=False,
            )
        return outcome

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.outcomes.setdefault(report.nodeid, Outcome()).add(report)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker of xdist collected. Every worker collects every test, so one is
        enough.
        """
        # A worker that died has no output to hand over.
        sent = getattr(node, "workeroutput", {}).get(WORKER_KEY)
        if sent:
            self.marks.update(
                (nodeid, [(rulebook, number) for rulebook, number in marks])
                for nodeid, marks in sent["marks"].items()
            )
            self.some_left_out |= sent["some_left_out"]

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        worker_output: dict[str, Any] | None = getattr(self.config, "workeroutput", None)
        if worker_output is not None:
            worker_output[WORKER_KEY] = {"marks": self.marks, "some_left_out": self.some_left_out}
        elif (
            exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and self.was_full_run()
        ):
            write_record(self.record_path, self.record())

    def was_full_run(self) -> bool:
        if self.some_left_out or any(self.config.getoption(option, None) for option in NARROWING):
            return False
        tests = self.config.rootpath / "tests"
        given = [(self.config.invocation_params.dir / arg).resolve() for arg in self.config.args]
        if not any(tests.resolve().is_relative_to(path) for path in given):
            return False
        # Whatever else ended the run early left a test without an end.
        return bool(self.marks) and all(
            nodeid in self.outcomes and self.outcomes[nodeid].finished for nodeid in self.marks
        )

    def record(self) -> RunRecord:
        proving = {nodeid for nodeid, outcome in self.outcomes.items() if outcome.proves}
        failed = {nodeid for nodeid, outcome in self.outcomes.items() if outcome.failed}
        failing = self.tests_by_clause(failed)
        proved = {
            rulebook: {
                number: tests
                for number, tests in numbers.items()
                if number not in failing.get(rulebook, {})
            }
            for rulebook, numbers in self.tests_by_clause(proving).items()
        }
        return RunRecord(
            finished=datetime.now(UTC).replace(microsecond=0),
            tests=len(self.marks),
            failed=len(failed),
            proved={rulebook: numbers for rulebook, numbers in proved.items() if numbers},
            failing=failing,
        )

    def tests_by_clause(self, nodeids: set[str]) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """In document order, so that two records of the same suite differ in their times alone."""
        tests: dict[tuple[str, str], list[str]] = {}
        for nodeid in sorted(nodeids):
            for clause in self.marks.get(nodeid, ()):
                tests.setdefault(clause, []).append(nodeid)
        marked = {
            rulebook: {
                number: tuple(tests[rulebook, number])
                for number in numbers
                if (rulebook, number) in tests
            }
            for rulebook, numbers in all_clauses().items()
        }
        return {rulebook: numbers for rulebook, numbers in marked.items() if numbers}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "clause(rulebook, *numbers): the clauses of a rulebook that the test proves"
    )
    config.pluginmanager.register(Recorder(config), "pitboss-conformance-recorder")
