"""``pitboss conformance``: the figures as a table, a clause and its tests, or JSON."""

import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.rulebook.clauses import Kind, all_clauses

if TYPE_CHECKING:
    from rich.console import Console
from pitboss.conformance import (
    ClauseFinding,
    ClauseStanding,
    ConformanceError,
    Summary,
    default_record,
    finding,
    load_not_applicable,
    load_record,
    summary,
)


def print_report(result: Summary, verbose: bool = False, console: "Console | None" = None) -> None:
    """The figures as a table, then every clause that is not proved."""
    # rich is slow to import; neither `--json` nor the test suite, which imports this module, should
    # have to wait for it.
    from rich.console import Console  # see above
    from rich.table import Table  # see above
    from rich.text import Text  # see above

    console = console or Console(highlight=False)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("")
    for rulebook in result.rulebooks:
        # Identifiers are broken into three lines, so that five rulebooks fit into 80 columns.
        table.add_column("\n".join(rulebook.split("-", 2)), justify="right", vertical="bottom")
    table.add_column("total", justify="right", vertical="bottom")
    for kind in (*result.kinds, None):
        tallies = [result.tally(rulebook, kind) for rulebook in (*result.rulebooks, None)]
        cells = [str(tally) if tally.operative else "" for tally in tallies]
        table.add_row(str(kind or "total"), *cells, style="bold" if kind is None else None)
    console.print("Clauses proved, of those that are operative")
    console.print(table)
    record = result.record
    console.print(
        f"\nRecorded {record.finished.isoformat(sep=' ')}: {record.tests} tests, "
        f"{record.failed} failed. "
        f"Not applicable: {len(result.not_applicable)}. Unproved: {len(result.unproved)}."
    )

    def section(title: str, findings: Sequence[ClauseFinding]) -> None:
        if findings:
            console.print(f"\n{title}", style="bold")
        for rulebook in dict.fromkeys(entry.clause.rulebook for entry in findings):
            console.print(rulebook)
            grid = Table.grid(padding=(0, 2, 0, 0))
            for kind in Kind:
                here = [
                    entry
                    for entry in findings
                    if entry.clause.rulebook == rulebook and entry.clause.kind is kind
                ]
                if verbose:
                    for entry in here:
                        said = (
                            f"{entry.clause.gist} ({entry.reason})"
                            if entry.reason
                            else entry.clause.gist
                        )
                        grid.add_row(f"  {kind}", Text(entry.clause.number), Text(said))
                elif here:
                    grid.add_row(
                        f"  {kind}", Text(", ".join(entry.clause.number for entry in here))
                    )
            console.print(grid)

    section("Failing", result.failing)
    section("Not applicable", result.not_applicable)
    section(
        "Unproved",
        [entry for entry in result.unproved if entry.standing is ClauseStanding.UNPROVED],
    )


def print_finding(entry: ClauseFinding) -> None:
    """One clause and the tests that mark it."""
    clause = entry.clause
    print(f"{clause.rulebook} {clause.number} ({clause.kind}): {entry.standing}")
    print(clause.gist)
    if entry.reason:
        print(f"Reason: {entry.reason}")
    for verb, tests in (("proved by", entry.proved_by), ("failed by", entry.failed_by)):
        for test in tests:
            print(f"  {verb} {test}")


def run(
    json: bool = False,
    record: Path | None = None,
    kinds: Sequence[str] = (),
    rulebooks: Sequence[str] = (),
    verbose: bool = False,
    clause: tuple[str, str] | None = None,
) -> int:
    """The command `pitboss conformance`: 0, or 2 with a message if there is nothing to report
    on.
    """
    try:
        clauses = all_clauses()
        _refuse_unknown("rulebook", rulebooks, clauses)
        _refuse_unknown("kind", kinds, tuple(Kind))
        loaded = load_record(record or default_record())
        excused = load_not_applicable(clauses)
        if clause is not None:
            rulebook, number = clause
            _refuse_unknown("rulebook", [rulebook], clauses)
            if number not in clauses[rulebook]:
                raise ConformanceError(f"rulebook {rulebook} has no clause {number!r}")
            proved = finding(clauses[rulebook][number], loaded, excused)
            if json:
                _print_json(proved.as_json())
            else:
                print_finding(proved)
        else:
            result = summary(clauses, loaded, excused, kinds, rulebooks)
            if json:
                _print_json(result.as_json())
            else:
                print_report(result, verbose)
    except ConformanceError as error:
        print(f"pitboss conformance: {error}", file=sys.stderr)
        return 2
    return 0


def _refuse_unknown(what: str, given: Iterable[str], known: Collection[str]) -> None:
    for name in given:
        if name not in known:
            raise ConformanceError(f"no {what} {name!r}; there are {', '.join(known)}")


def _print_json(value: dict[str, object]) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
