"""Breaks settlement, rulings and jackpot awards in small ways and counts how many mutants the tests
notice.

mutmut makes the mutants, as `[tool.mutmut]` in pyproject.toml says. Its own runner collects the
tests again for each of them, which takes longer than running them; here they are collected once,
and each mutant is tried in a fork of that process, with the tests that reach its function.

``python tools/mutants.py`` tries them all, ``python tools/mutants.py '*holdem*'`` those whose name
matches. The results are stored where mutmut looks for them: ``mutmut results`` lists what survived
and ``mutmut show NAME`` shows the change.
"""

import argparse
import gc
import os
import resource
import shutil
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from mutmut.__main__ import create_mutants
from mutmut.configuration import config
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.file_utils import (
    copy_also_copy_files,
    copy_src_dir,
    setup_source_paths,
    walk_mutatable_files,
)
from mutmut.utils.format_utils import mangled_name_from_mutant_name

WANTED = 95
"""Percentage of all mutants that the tests should notice."""

KILLED, SURVIVED, UNTESTED, TOO_LONG = 1, 0, 33, 24
"""What mutmut stores about a mutant."""

NO_MUTANT = ""
MEMORY = 4 << 30


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=["*"], help="patterns of mutants' names (all)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    set_mutant_under_test("mutant_generation")
    # Anything renamed since the last run would be there twice.
    shutil.rmtree("mutants", ignore_errors=True)
    Path("mutants").mkdir()
    copy_src_dir()
    copy_also_copy_files()
    setup_source_paths()
    create_mutants(options.workers)
    files = [SourceFileMutationData(path=path) for path in walk_mutatable_files()]
    for file in files:
        file.load()
    trial = Trial(files, options.names, options.workers)
    home = Path.cwd()
    os.chdir("mutants")
    sys.path.insert(0, str(Path.cwd()))
    selection = config().pytest_add_cli_args_test_selection
    outcome = pytest.main(
        [
            "--rootdir=.",
            "-q",
            "--tb=no",
            "-p",
            "no:cacheprovider",
            *config().pytest_add_cli_args,
            *selection,
        ],
        plugins=[trial],
    )
    os.chdir(home)
    for file in files:
        file.save()
    if outcome is not pytest.ExitCode.OK:
        return 1
    return 0 if report(files, options.names) >= WANTED else 1


class Trial:
    """Takes over from pytest when the tests have been collected."""

    def __init__(
        self, files: Iterable[SourceFileMutationData], names: Sequence[str], workers: int
    ) -> None:
        self.mutants = {
            name: file
            for file in files
            for name in file.exit_code_by_key
            if any(fnmatch(name, pattern) for pattern in names)
        }
        self.workers = workers
        self.seconds: dict[pytest.Item, float] = {}
        self.reaching: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        self.running: dict[int, str] = {}
        self.tried = 0
        # pytest captures what is printed while tests run.
        self.terminal = os.dup(sys.stderr.fileno())

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._run_unbroken(session.items)
        # Existing objects should not be examined, and so copied, in every fork.
        gc.collect()
        gc.freeze()
        self._start(NO_MUTANT, sorted(session.items, key=self.seconds.__getitem__))
        if self._wait() != SURVIVED:
            pytest.exit("without any mutant, a test fails in a fork", returncode=1)
        said = time.monotonic()
        for name, file in self.mutants.items():
            items = self.reaching[mangled_name_from_mutant_name(name)]
            if not items:
                file.exit_code_by_key[name] = UNTESTED
                continue
            while len(self.running) >= self.workers:
                self._wait()
            self._start(name, sorted(items, key=self.seconds.__getitem__))
            if time.monotonic() - said > 20:
                said = time.monotonic()
                self._say(f"{self.tried:,} of {len(self.mutants):,}")
        while self.running:
            self._wait()
        return True

    def _run_unbroken(self, items: Sequence[pytest.Item]) -> None:
        """Which tests reach which function, how long each takes, and that all of them pass."""
        set_mutant_under_test("stats")
        for item, following in zip(items, [*items[1:], None], strict=True):
            _forget_rules()
            started = time.monotonic()
            outcome = runtestprotocol(item, log=False, nextitem=following)
            if any(report.failed for report in outcome):
                pytest.exit(f"without any mutant, {item.nodeid} fails", returncode=1)
            self.seconds[item] = time.monotonic() - started
            reached = state()._stats  # noqa: SLF001 - where a wrapped function says that it was called
            for function in reached:
                self.reaching[function].append(item)
            reached.clear()

    def _start(self, name: str, items: Sequence[pytest.Item]) -> None:
        child = os.fork()
        if child:
            self.running[child] = name
            return
        code = KILLED  # unless every test runs to its end
        try:
            expected = sum(self.seconds[item] for item in items)
            longest = int(5 + 3 * expected)
            resource.setrlimit(resource.RLIMIT_CPU, (longest, longest + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            set_mutant_under_test(name)
            _forget_rules()
            for item, following in zip(items, [*items[1:], None], strict=True):
                try:
                    _run(item, following)
                except BaseException as error:
                    if name == NO_MUTANT:
                        self._say(f"{item.nodeid}: {error!r}")
                    raise
            code = SURVIVED
        finally:
            os._exit(code)

    def _wait(self) -> int:
        """Records the outcome of one of the forks."""
        child, status = os.wait()
        name = self.running.pop(child)
        code = os.waitstatus_to_exitcode(status)
        code = TOO_LONG if code < 0 else code
        if name == NO_MUTANT:
            return code
        self.tried += 1
        self.mutants[name].exit_code_by_key[name] = code
        if code == SURVIVED:
            self._say(f"survived: {name}")
        return code

    def _say(self, line: str) -> None:
        os.write(self.terminal, f"{line}\n".encode())


def _forget_rules() -> None:
    """Rules are prepared once and cached: a mutant there would show only in the first test."""
    from pitboss.games.settle import rules_for

    rules_for.cache_clear()


def _run(item: pytest.Item, following: pytest.Item | None) -> None:
    """Runs a test without pytest's reports, which take longer than most of these tests do."""
    assert isinstance(item, pytest.Function)
    setup = item.session._setupstate  # noqa: SLF001
    item._initrequest()  # noqa: SLF001
    setup.setup(item)
    item.runtest()
    setup.teardown_exact(following)


def report(files: Iterable[SourceFileMutationData], names: Sequence[str]) -> float:
    """Prints what was noticed, module by module; returns the percentage."""
    noticed = total = 0
    for file in files:
        codes = [
            code
            for name, code in file.exit_code_by_key.items()
            if any(fnmatch(name, pattern) for pattern in names)
        ]
        if codes:
            here = sum(code in (KILLED, TOO_LONG) for code in codes)
            noticed, total = noticed + here, total + len(codes)
            print(f"{here / len(codes):7.1%} {here:5,} of {len(codes):5,}  {file.path}")
    score = 100 * noticed / total
    print(f"{score:6.1f}% {noticed:5,} of {total:5,}  in all; {WANTED}% are wanted")
    return score


if __name__ == "__main__":
    sys.exit(main())
