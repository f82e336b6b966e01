"""Figures and report from a clause list and a record. The recording itself is tested with the
plugin.
"""

import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from pitboss import conformance
from pitboss.cli.render.conformance_page import print_finding, print_report, run
from pitboss.conformance import (
    ClauseStanding,
    ConformanceError,
    NotApplicable,
    NotApplicableError,
    RecordError,
    RunRecord,
    Tally,
    finding,
    load_not_applicable,
    load_record,
    summary,
    write_record,
)
from pitboss.rulebook.clauses import Kind, all_clauses

STUD = "rws-multilink-stud-3"
HOLDEM = "rws-multilink-holdem-2"
FINISHED = datetime(2025, 3, 1, 12, 30, tzinfo=UTC)

# 3.13 and 3.14.1 are operative, 1.1 is not; 9.99 has gone from the list since the record was made.
RECORD = RunRecord(
    finished=FINISHED,
    tests=7,
    failed=1,
    proved={
        STUD: {"1.1": ("t::a",), "3.13": ("t::b", "t::c"), "9.99": ("t::b",)},
        "gone-1": {"1": ("t::d",)},
    },
    failing={STUD: {"3.14.1": ("t::e",)}},
)
EXCUSED = NotApplicable(STUD, "1.4", "Nobody can see the burn.")


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    write_record(tmp_path / "deep" / "record.json", RECORD)
    return tmp_path / "deep" / "record.json"


def test_a_record_survives_writing_and_reading(record_file: Path) -> None:
    assert load_record(record_file) == RECORD
    assert [file.name for file in record_file.parent.iterdir()] == ["record.json"]


def test_the_file_format_is_as_documented(record_file: Path) -> None:
    assert json.loads(record_file.read_text()) == {
        "format": 1,
        "finished": "2025-03-01T12:30:00Z",
        "tests": 7,
        "failed": 1,
        "proved": {
            STUD: {"1.1": ["t::a"], "3.13": ["t::b", "t::c"], "9.99": ["t::b"]},
            "gone-1": {"1": ["t::d"]},
        },
        "failing": {STUD: {"3.14.1": ["t::e"]}},
    }


def test_only_operative_clauses_of_the_list_count() -> None:
    result = summary(all_clauses(), RECORD, [EXCUSED])
    assert result.tally() == Tally(operative=665, proved=1)
    assert result.tally(STUD, Kind.SETTLEMENT).proved == 1
    assert result.tally(HOLDEM).proved == 0
    assert [found.clause.number for found in result.failing] == ["3.14.1"]
    assert len(result.unproved) == 663
    assert "1.4" not in [
        found.clause.number for found in result.unproved if found.clause.rulebook == STUD
    ]


def test_a_failing_test_outweighs_a_passing_one() -> None:
    both = RunRecord(
        FINISHED, 2, 1, proved={STUD: {"3.13": ("a",)}}, failing={STUD: {"3.13": ("b",)}}
    )
    found = finding(all_clauses()[STUD]["3.13"], both)
    assert (found.standing, found.proved_by, found.failed_by) == (
        ClauseStanding.FAILING,
        ("a",),
        ("b",),
    )
    assert summary(all_clauses(), both).tally().proved == 0


@pytest.mark.parametrize(
    ("number", "standing"), [("3.13", ClauseStanding.PROVED), ("3.14.1", ClauseStanding.FAILING)]
)
def test_a_test_outweighs_an_excuse(number: str, standing: ClauseStanding) -> None:
    excuse = NotApplicable(STUD, number, "None.")
    assert finding(all_clauses()[STUD][number], RECORD, [excuse]).standing is standing


def test_the_json_adds_up() -> None:
    figures: Any = summary(all_clauses(), RECORD, [EXCUSED]).as_json()
    assert figures["operative"] == 665
    assert figures["proved"] + len(figures["not_applicable"]) + len(figures["unproved"]) == 665
    assert figures["not_applicable"] == [
        {"rulebook": STUD, "clause": "1.4", "reason": EXCUSED.reason}
    ]
    assert figures["failing"] == [{"rulebook": STUD, "clause": "3.14.1"}]
    assert {"rulebook": STUD, "clause": "3.14.1"} in figures["unproved"]
    assert (figures["recorded"], figures["tests"], figures["failed"]) == (
        "2025-03-01T12:30:00+00:00",
        7,
        1,
    )
    tallies = [tally for kinds in figures["by_rulebook"].values() for tally in kinds.values()]
    assert sum(tally["operative"] for tally in tallies) == 665
    assert sum(tally["proved"] for tally in tallies) == 1
    assert json.loads(json.dumps(figures)) == figures


def test_filters_narrow_every_figure() -> None:
    result = summary(all_clauses(), RECORD, kinds=["settlement"], rulebooks=[STUD])
    expected = [
        c for c in all_clauses()[STUD].values() if c.operative and c.kind is Kind.SETTLEMENT
    ]
    assert [found.clause for found in result.findings] == expected
    assert result.as_json()["by_rulebook"] == {
        STUD: {"settlement": {"operative": len(expected), "proved": 1}}
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not a conformance record"),
        ("[]", "is not a conformance record"),
        ('{"tests": 1}', "is not a conformance record.*format"),
        ('{"format": 2}', "has format 2, and this program reads 1"),
        ('{"format": 1}', "is not a conformance record.*finished"),
        (
            '{"format":1,"finished":"2025-03-01T12:30:00","tests":1,"failed":0,"proved":{},"failing":{}}',
            "is not a conformance record",
        ),
        (
            '{"format":1,"finished":"2025-03-01T12:30:00Z","tests":-1,"failed":0,"proved":{},"failing":{}}',
            "is not a conformance record.*tests",
        ),
    ],
    ids=["broken", "no object", "no format", "other format", "no fields", "no zone", "negative"],
)
def test_an_unusable_record_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(text)
    with pytest.raises(RecordError, match=message) as caught:
        load_record(file)
    assert str(file) in str(caught.value)
    assert "make test" in str(caught.value)


def test_the_packages_own_list_of_exceptions_is_sound() -> None:
    for entry in load_not_applicable(all_clauses()):
        assert entry.reason.endswith(".")


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        (
            'rulebook = "rws-stud"\nclause = "1.4"\nreason = "R."',
            "clause 1.4 of rws-stud does not exist",
        ),
        (
            f'rulebook = "{STUD}"\nclause = "9.99"\nreason = "R."',
            "clause 9.99 of .* does not exist",
        ),
        (
            f'rulebook = "{STUD}"\nclause = "1.1"\nreason = "R."',
            "clause 1.1 of .* is not operative",
        ),
        (f'rulebook = "{STUD}"\nclause = "1.4"\nreason = " "', "clause 1.4 of .* has no reason"),
        (f'rulebook = "{STUD}"\nclause = "1.4"', "missing required field `reason`"),
        (f'rulebook = "{STUD}"\nclause = 1.4\nreason = "R."', "Expected `str`"),
        ("rulebook = ", "Invalid value"),
    ],
)
def test_an_exception_that_excuses_nothing_is_refused(
    tmp_path: Path, clause: str, message: str
) -> None:
    file = tmp_path / "not-applicable.toml"
    file.write_text(f"[[clause]]\n{clause}\n")
    with pytest.raises(NotApplicableError, match=message):
        load_not_applicable(all_clauses(), file)


def test_exceptions_are_read_once_each_and_under_their_own_name(tmp_path: Path) -> None:
    entry = f'[[clause]]\nrulebook = "{STUD}"\nclause = "1.4"\nreason = "{EXCUSED.reason}"\n'
    file = tmp_path / "not-applicable.toml"
    file.write_text(entry)
    assert load_not_applicable(all_clauses(), file) == (EXCUSED,)
    file.write_text(entry * 2)
    with pytest.raises(NotApplicableError, match="is listed twice"):
        load_not_applicable(all_clauses(), file)
    file.write_text(entry.replace("[[clause]]", "[[clauses]]"))
    with pytest.raises(NotApplicableError, match="unknown field `clauses`"):
        load_not_applicable(all_clauses(), file)
    with pytest.raises(NotApplicableError, match="cannot be read"):
        load_not_applicable(all_clauses(), tmp_path / "none.toml")


def test_an_excused_clause_is_shown_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    print_finding(finding(all_clauses()[STUD]["1.4"], RECORD, [EXCUSED]))
    out = capsys.readouterr().out
    assert f"{STUD} 1.4 (definition): not applicable\n" in out
    assert f"Reason: {EXCUSED.reason}\n" in out


def printed(verbose: bool = False, **filters: Any) -> str:
    console = Console(file=io.StringIO(), width=80, highlight=False)
    print_report(summary(all_clauses(), RECORD, [EXCUSED], **filters), verbose, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_report_fits_a_terminal_and_has_the_figures() -> None:
    text = printed()
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in text
    totals = next(line.split() for line in lines if line.startswith("total"))
    operative = [sum(c.operative for c in numbers.values()) for numbers in all_clauses().values()]
    firsts = [
        f"{int(rulebook == STUD)}/{n}" for rulebook, n in zip(all_clauses(), operative, strict=True)
    ]
    assert totals == ["total", *firsts, "1/665"]
    assert "2025-03-01 12:30:00+00:00: 7 tests, 1 failed" in text
    assert "Unproved: 663." in text


def test_the_report_lists_numbers_and_with_verbose_the_gist() -> None:
    narrow: dict[str, Any] = {"kinds": ["settlement"], "rulebooks": [STUD]}
    brief, full = printed(**narrow), printed(verbose=True, **narrow)
    unproved = brief.split("\nUnproved\n")[1]
    assert "3.14.2" in unproved.replace(",", "").split()
    assert "3.13" not in unproved.replace(",", "").split()
    assert "3.14.1" in brief.split("\nFailing\n")[1].split("\nUnproved\n")[0]
    gist = all_clauses()[STUD]["3.14.2"].gist.split()
    assert " ".join(gist[:3]) in full
    assert " ".join(gist[:3]) not in brief


def test_brackets_in_a_gist_are_text_not_markup() -> None:
    console = Console(file=io.StringIO(), width=200, highlight=False)
    clause = all_clauses()[STUD]["3.13"]
    marked = type(clause)(
        clause.rulebook, clause.number, clause.kind, True, "Pays [bold] and [/x]."
    )
    print_report(
        summary({STUD: {"3.13": marked}}, RunRecord(FINISHED, 0, 0, {}, {})), True, console
    )
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().count("Pays [bold] and [/x].") == 1


def test_run_prints_json(record_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(json=True, record=record_file) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["operative"], figures["proved"]) == (665, 1)


def test_run_prints_the_report_with_filters(
    record_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(record=record_file, kinds=["dealing"], rulebooks=[HOLDEM], verbose=True) == 0
    out = capsys.readouterr().out
    assert HOLDEM in out
    assert STUD not in out


def test_run_shows_which_tests_prove_one_clause(
    record_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(record=record_file, clause=(STUD, "3.13")) == 0
    out = capsys.readouterr().out
    assert f"{STUD} 3.13 (settlement): proved" in out
    assert "proved by t::b\n" in out
    assert "proved by t::c\n" in out
    assert run(record=record_file, clause=(STUD, "3.14.1")) == 0
    assert "failed by t::e\n" in capsys.readouterr().out
    assert run(json=True, record=record_file, clause=(STUD, "1.1")) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["standing"], shown["proved_by"]) == ("not operative", ["t::a"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rulebooks": ["rws"]}, "no rulebook 'rws'; there are rws-"),
        ({"kinds": ["dealer"]}, "no kind 'dealer'; there are definition, "),
        ({"clause": ("rws", "1.1")}, "no rulebook 'rws'"),
        ({"clause": (STUD, "9.99")}, f"rulebook {STUD} has no clause '9.99'"),
        ({"record": Path("no-such-record.json")}, "run `make test`"),
        ({"record": Path(__file__).parent}, "cannot be read"),
    ],
)
def test_run_says_what_is_wrong_on_stderr(
    record_file: Path, capsys: pytest.CaptureFixture[str], options: dict[str, Any], message: str
) -> None:
    assert run(**({"record": record_file} | options)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pitboss conformance: ")
    assert message in err


def test_a_record_is_looked_for_here_and_then_in_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    here, checkout = conformance.record_places()
    assert here == tmp_path / "build" / "conformance.json"
    # The checkout of the program that runs, which need not be the one beside these tests.
    assert checkout.parts[-2:] == here.parts[-2:]
    program = checkout.parents[1] / "src" / "pitboss" / "conformance.py"
    assert program.samefile(conformance.__file__)
    write_record(here, RECORD)
    assert conformance.default_record() == here


def test_without_a_record_anywhere_one_is_told_to_run_the_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    # An installation outside a checkout, as far as the search for a record can tell.
    monkeypatch.setattr(
        conformance, "__file__", str(tmp_path / "lib" / "pitboss" / "conformance.py")
    )
    assert run() == 2
    assert "run `make test`" in capsys.readouterr().err
    with pytest.raises(ConformanceError):
        conformance.default_record()
