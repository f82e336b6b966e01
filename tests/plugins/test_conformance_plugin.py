"""The recording plugin, run on small test suites of their own."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance import load_record, summary
from pitboss.rulebook.clauses import all_clauses
from tests.effort import at_length

pytest_plugins = ["pytester"]

STUD = "rws-multilink-stud-3"
CHECKOUT = Path(__file__).resolve().parents[2]

ASK = f'pitboss.rule({{"rulebook": "{STUD}", "incident": "unlisted"}})'

SUITE = f"""
import pitboss
import pytest

@pytest.mark.clause("{STUD}", "3.13", "3.14.1")
def test_two_at_once():
    {ASK}

@pytest.mark.clause("{STUD}", "3.13")
@pytest.mark.clause("rws-casino-stud-6", "1.3")
def test_two_rulebooks():
    {ASK}

@pytest.mark.parametrize(
    "won",
    [
        pytest.param(True, marks=pytest.mark.clause("{STUD}", "3.14.2"), id="won"),
        pytest.param(True, marks=pytest.mark.clause("{STUD}", "3.14.3"), id="stand-off"),
    ],
)
def test_each(won):
    {ASK}

def test_unmarked():
    pass
"""


class Suite:
    """A folder with `tests/test_it.py`, and a record that is not the project's own."""

    def __init__(self, pytester: pytest.Pytester, record: Path) -> None:
        self.pytester = pytester
        self.record = record
        self.tests = pytester.mkdir("tests")
        pytester.makeini("[pytest]\n")
        pytester.makeconftest('pytest_plugins = ["tests.plugins.conformance"]')
        self.write(SUITE)

    def write(self, text: str, name: str = "test_it.py") -> None:
        (self.tests / name).write_text(text)

    def run(self, *args: str) -> pytest.RunResult:
        return self.pytester.runpytest_inprocess(*args)

    def run_apart(self, *args: str) -> pytest.RunResult:
        """In a process of its own: with workers, or for what must not happen to the outer tests."""
        return self.pytester.runpytest_subprocess("-p", "xdist", *args)

    def recorded(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.record.read_text())
        return found

    def proved(self) -> int:
        return summary(all_clauses(), load_record(self.record)).tally().proved


@pytest.fixture
def suite(pytester: pytest.Pytester, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Suite:
    record = tmp_path / "out" / "record.json"
    monkeypatch.setenv("PITBOSS_CONFORMANCE_RECORD", str(record))
    monkeypatch.setenv("PYTHONPATH", f"{CHECKOUT}:{CHECKOUT / 'src'}")
    # Plugins that happen to be installed have no part in this, and take a second to start.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return Suite(pytester, record)


def marked(body: str, clause: str = "3.13", decorator: str = "") -> str:
    return f"""
import pitboss
import pytest
{decorator}
@pytest.mark.clause("{STUD}", "{clause}")
def test_marked(request):
    {ASK}
    {body}
"""


EXPECTED = {
    STUD: {
        "3.13": ["tests/test_it.py::test_two_at_once", "tests/test_it.py::test_two_rulebooks"],
        "3.14.1": ["tests/test_it.py::test_two_at_once"],
        "3.14.2": ["tests/test_it.py::test_each[won]"],
        "3.14.3": ["tests/test_it.py::test_each[stand-off]"],
    },
    "rws-casino-stud-6": {"1.3": ["tests/test_it.py::test_two_rulebooks"]},
}


def test_a_full_run_is_recorded(suite: Suite) -> None:
    suite.run("--strict-markers").assert_outcomes(passed=5)
    recorded = suite.recorded()
    assert recorded["finished"].endswith("Z")
    del recorded["finished"]
    assert recorded == {"format": 1, "tests": 5, "failed": 0, "proved": EXPECTED, "failing": {}}
    assert suite.proved() == 5


def test_the_record_goes_to_the_build_folder(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITBOSS_CONFORMANCE_RECORD")
    suite.run()
    assert (suite.pytester.path / "build" / "conformance.json").is_file()


def test_workers_of_xdist_record_the_same(suite: Suite) -> None:
    suite.run_apart("-n", "2").assert_outcomes(passed=5)
    recorded = suite.recorded()
    assert (recorded["proved"], recorded["tests"], recorded["failed"]) == (EXPECTED, 5, 0)


def test_a_failing_test_lowers_the_figure(suite: Suite) -> None:
    suite.run()
    assert suite.proved() == 5
    suite.write(
        SUITE.replace(
            f"def test_two_at_once():\n    {ASK}", "def test_two_at_once():\n    assert False"
        )
    )
    suite.run().assert_outcomes(passed=4, failed=1)
    recorded = suite.recorded()
    # 3.13 is marked by a passing test as well; the failing one outweighs it.
    assert recorded["failing"] == {
        STUD: {n: ["tests/test_it.py::test_two_at_once"] for n in ("3.13", "3.14.1")}
    }
    assert list(recorded["proved"][STUD]) == ["3.14.2", "3.14.3"]
    assert recorded["failed"] == 1
    assert suite.proved() == 3


@at_length
def test_a_failing_test_on_a_worker_lowers_the_figure(suite: Suite) -> None:
    suite.write(marked("assert False", "3.14.1"), "test_more.py")
    suite.run_apart("-n", "2").assert_outcomes(passed=5, failed=1)
    assert suite.recorded()["failing"] == {STUD: {"3.14.1": ["tests/test_more.py::test_marked"]}}
    assert suite.proved() == 4


def test_a_test_that_kills_its_worker_is_failing(suite: Suite) -> None:
    suite.write(marked("import os; os._exit(1)", "3.14.1"), "test_more.py")
    suite.run_apart("-n", "2").assert_outcomes(passed=5, failed=1)
    assert suite.recorded()["failing"] == {STUD: {"3.14.1": ["tests/test_more.py::test_marked"]}}


def test_a_marked_test_that_never_asks_the_rules_fails(suite: Suite) -> None:
    suite.write(marked("pass").replace(ASK, "assert request"))
    result = suite.run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*test_marked is marked as proof of a clause, but called none of decide, *"]
    )
    assert suite.recorded()["proved"] == {}


def test_the_rules_may_be_asked_while_a_test_is_set_up(suite: Suite) -> None:
    fixture = f"@pytest.fixture\ndef asked():\n    {ASK}\n"
    suite.write(
        marked("pass").replace(f"    {ASK}\n", "").replace("(request)", "(asked)") + fixture
    )
    suite.run().assert_outcomes(passed=1)


def test_a_deleted_test_lowers_the_figure(suite: Suite) -> None:
    suite.run()
    suite.write(SUITE[: SUITE.index("@pytest.mark.parametrize")])
    suite.run().assert_outcomes(passed=2)
    assert suite.recorded()["tests"] == 2
    assert suite.proved() == 3


@pytest.mark.parametrize(
    ("body", "decorator"),
    [
        ('pytest.skip("not here")', ""),
        ('request.addfinalizer(lambda: pytest.skip("too late"))', ""),
        ("pass", '@pytest.mark.skip(reason="not here")'),
        ("assert False", "@pytest.mark.xfail"),
        ("pass", "@pytest.mark.xfail"),
    ],
    ids=[
        "skips itself",
        "skips in teardown",
        "skipped",
        "fails as expected",
        "passes unexpectedly",
    ],
)
def test_what_neither_passed_nor_failed_proves_nothing(
    suite: Suite, body: str, decorator: str
) -> None:
    suite.write(marked(body, decorator=decorator))
    assert suite.run().ret == pytest.ExitCode.OK
    recorded = suite.recorded()
    assert (recorded["tests"], recorded["failed"]) == (1, 0)
    assert (recorded["proved"], recorded["failing"]) == ({}, {})


@pytest.mark.parametrize(
    ("body", "decorator"),
    [
        ("assert False", ""),
        ("pass", "@pytest.mark.xfail(strict=True)"),
        ("request.addfinalizer(lambda: 1 / 0)", ""),
        ("pass", '@pytest.mark.usefixtures("missing")'),
    ],
    ids=["fails", "passes where it must not", "fails in teardown", "fails in setup"],
)
def test_a_failure_in_any_phase_counts(suite: Suite, body: str, decorator: str) -> None:
    suite.write(marked(body, decorator=decorator))
    assert suite.run().ret == pytest.ExitCode.TESTS_FAILED
    recorded = suite.recorded()
    assert (recorded["tests"], recorded["failed"], recorded["proved"]) == (1, 1, {})
    assert recorded["failing"] == {STUD: {"3.13": ["tests/test_it.py::test_marked"]}}


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ('"rws-stud", "3.13"', "there is no rulebook 'rws-stud'; there are"),
        (f'"{STUD}", "3.13", "9.99"', f"rulebook '{STUD}' has no clause '9.99'"),
        (f'"{STUD}"', "mark a clause with its rulebook and numbers"),
        (f'"{STUD}", 3.13', "mark a clause with its rulebook and numbers"),
    ],
)
def test_a_mark_that_names_no_clause_fails_the_run(suite: Suite, mark: str, message: str) -> None:
    refused(suite, suite.run, mark, message)


@at_length
def test_and_on_a_worker_too(suite: Suite) -> None:
    refused(
        suite, partial(suite.run_apart, "-n", "1"), '"rws-stud", "3.13"', "there is no rulebook"
    )


def refused(suite: Suite, run: Callable[[], pytest.RunResult], mark: str, message: str) -> None:
    suite.write(f"import pytest\n@pytest.mark.clause({mark})\ndef test_wrong():\n    pass\n")
    result = run()
    assert result.ret in (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.TESTS_FAILED)
    result.stdout.fnmatch_lines([f"*tests/test_it.py::test_wrong: {message}*"])
    assert not suite.record.exists()


def test_a_wrong_mark_on_a_parameter_or_a_class_is_found_too(suite: Suite) -> None:
    suite.write(SUITE.replace('"3.14.3"', '"3.14.33"'))
    suite.write(
        f'import pytest\n@pytest.mark.clause("{STUD}", "0.1")\n'
        "class TestAll:\n    def test_method(self):\n        pass\n",
        "test_more.py",
    )
    suite.run().stdout.fnmatch_lines_random(
        [
            "*::test_each?stand-off?: *no clause '3.14.33'",
            "*::TestAll::test_method: *no clause '0.1'",
        ]
    )


@pytest.mark.parametrize(
    "args",
    [
        ("-k", "test_each"),
        ("-k", "test"),
        ("-m", "clause"),
        ("-m", "not clause"),
        ("--deselect", "tests/no_such_test.py"),
        ("--deselect", "tests/test_it.py::test_unmarked"),
        ("--ignore", "tests/test_other.py"),
        ("--ignore-glob", "*other*"),
        ("--collect-only",),
        ("--setup-only",),
        ("--lf",),
        ("--sw",),
        ("tests/test_it.py",),
        ("tests/test_it.py", "tests/test_other.py"),
        ("tests/test_it.py::test_unmarked",),
        ("tests/inner",),
        ("-n", "1", "-k", "test_each"),
        ("-n", "1", "tests/test_it.py"),
    ],
    ids=" ".join,
)
def test_a_partial_run_leaves_the_record_alone(suite: Suite, args: tuple[str, ...]) -> None:
    suite.write("def test_other():\n    pass\n", "test_other.py")
    (suite.tests / "inner").mkdir()
    suite.write("def test_inner():\n    pass\n", "inner/test_inner.py")
    suite.run()
    before = suite.record.read_bytes()
    # Were a record written now, it would have lost its clauses.
    suite.write("def test_unmarked():\n    pass\ndef test_each():\n    pass\n")
    result = suite.run_apart(*args) if "-n" in args else suite.run(*args)
    assert suite.record.read_bytes() == before
    assert "conformance" not in result.stdout.str() + result.stderr.str()


@pytest.mark.parametrize(
    "args", [("tests",), (".",), ("tests", "tests/test_it.py"), ("-x",), ("--ff",)], ids=" ".join
)
def test_what_runs_every_test_is_a_full_run(suite: Suite, args: tuple[str, ...]) -> None:
    suite.run(*args)
    assert suite.proved() == 5


def test_deselection_by_a_conftest_makes_a_run_partial(suite: Suite) -> None:
    suite.write(
        "def pytest_collection_modifyitems(config, items):\n"
        "    config.hook.pytest_deselected(items=[items.pop()])\n",
        "conftest.py",
    )
    suite.run().assert_outcomes(passed=4, deselected=1)
    suite.run_apart("-n", "1")
    assert not suite.record.exists()


@pytest.mark.parametrize(
    "workers",
    [
        pytest.param((), id="one process"),
        pytest.param(("-n", "1"), marks=at_length, id="xdist"),
    ],
)
@pytest.mark.parametrize(
    "first",
    [
        "assert False",
        "raise KeyboardInterrupt",
        'pytest.exit("enough", returncode=0)',
        'request.session.shouldstop = "enough"',
    ],
)
def test_a_run_cut_short_leaves_the_record_alone(
    suite: Suite, first: str, workers: tuple[str, ...]
) -> None:
    suite.write(marked(first), "test_a_first.py")
    suite.run_apart("-x", *workers)
    assert not suite.record.exists()


def test_an_interrupt_after_the_last_test_leaves_the_record_alone(suite: Suite) -> None:
    suite.write(marked("pass"))
    suite.write("def pytest_runtest_logfinish():\n    raise KeyboardInterrupt\n", "conftest.py")
    assert suite.run_apart().ret == pytest.ExitCode.INTERRUPTED
    assert not suite.record.exists()


def test_a_module_that_cannot_be_imported_leaves_the_record_alone(suite: Suite) -> None:
    suite.write("import no_such_module\n", "test_broken.py")
    suite.run("--continue-on-collection-errors").assert_outcomes(passed=5, errors=1)
    suite.run_apart("--continue-on-collection-errors", "-n", "1").assert_outcomes(
        passed=5, errors=1
    )
    assert not suite.record.exists()


def test_a_failing_subtest_fails_its_clause(suite: Suite) -> None:
    suite.write(
        f'import pitboss\nimport pytest\n@pytest.mark.clause("{STUD}", "3.13")\n'
        f"def test_parts(subtests):\n    {ASK}\n"
        "    for n in range(2):\n        with subtests.test(n=n):\n            assert n\n"
    )
    suite.run()
    assert suite.recorded()["failing"] == {STUD: {"3.13": ["tests/test_it.py::test_parts"]}}
    assert suite.recorded()["proved"] == {}
