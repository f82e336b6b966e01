"""``pitboss maths`` and ``pitboss strategy`` as they are typed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from pitboss.rulebook.loader import DATA
from tests.effort import at_length
from tests.support import BE, CS, MH, MS, RULEBOOKS

# With the tests of tests/maths, which need the same compiled code.
pytestmark = pytest.mark.xdist_group("compiled")


def pitboss(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})


def own_file(folder: Path, rulebook: str, *changes: tuple[str, str]) -> Path:
    """A variant of one of ours, with its clause list beside it."""
    text = (DATA / f"{rulebook}.toml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "clauses.csv").write_bytes((DATA / "clauses.csv").read_bytes())
    file = folder / "mine.toml"
    file.write_text(text)
    return file


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_json_is_one_object(rulebook: str) -> None:
    result = pitboss("maths", rulebook, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["rulebook"] == rulebook


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_page_names_the_house_edge(rulebook: str) -> None:
    result = pitboss("maths", rulebook)
    assert result.exit_code == 0
    edge = json.loads(pitboss("maths", rulebook, "--json").stdout)["main"]["house_edge"]["exact"]
    assert edge in result.stdout


def test_options_may_come_before_the_rulebook() -> None:
    result = pitboss("maths", "--json", "--progressive-bet", "10", MS)
    assert json.loads(result.stdout)["progressive"]["bet"] == "10.00"
    assert (
        pitboss("maths", "rulebook", MS, "--json").stdout == pitboss("maths", MS, "--json").stdout
    )


def test_a_variant_has_mathematics_of_its_own(tmp_path: Path) -> None:
    file = own_file(
        tmp_path, MS, ('royal-flush = { pays = "250 to 1"', 'royal-flush = { pays = "100 to 1"')
    )
    found = json.loads(pitboss("maths", str(file), "--json").stdout)
    # Caribbean Stud as it is published: 5.2243%.
    assert found["main"]["house_edge"]["decimal"].startswith("0.05224305771")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("maths", "no-such-book"), "there is no rulebook 'no-such-book'"),
        (("maths", MS, "--progressive-bet", "0"), "--progressive-bet is '0'"),
        (("maths", MS, "--html", "/no/such/folder/page.html"), "can't be written"),
        (("strategy", MS), "or give --table"),
        (("strategy", MS, "As", "--table"), "not both"),
        (("strategy", MS, "As", "Xx"), "'Xx' is not a card"),
        (("strategy", MS, "As Ks"), "2 cards were given"),
        (("strategy", CS, "--table", "--jackpot", "much"), "--jackpot is 'much'"),
    ],
)
def test_what_can_not_be_answered_is_refused(arguments: tuple[str, ...], says: str) -> None:
    result = pitboss(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stdout == ""


def test_a_fixed_sum_is_refused_by_its_key(tmp_path: Path) -> None:
    file = own_file(tmp_path, MS, ('flush = { pays = "5 to 1"', 'flush = { pays = "$50"'))
    result = pitboss("maths", str(file))
    assert (result.exit_code, "pays.bet.flush pays $50" in result.stderr) == (2, True)


def test_the_group_explains_itself() -> None:
    result = pitboss("maths", "--help")
    assert "pitboss maths RULEBOOK" in result.stdout
    assert "jackpot" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "best"),
    [
        ((CS, "As", "Kd", "Jh", "8c", "3s", "8d", "--jackpot", "1000000"), "bet"),
        ((MS, "As Kd Jh 8c 3s 7c", "--jackpot", "1000000"), "fold"),
        ((MH, "7c", "2d"), "fold"),
        ((BE, "Ks Kd Js Jd Td"), "pair-k"),
    ],
)
def test_one_situation(arguments: tuple[str, ...], best: str) -> None:
    page, written = pitboss("strategy", *arguments), pitboss("strategy", *arguments, "--json")
    assert page.exit_code == written.exit_code == 0
    assert page.stdout.splitlines()[0].endswith(f": {best}")
    assert json.loads(written.stdout)["best"] == best


@pytest.mark.parametrize("rulebook", [CS, pytest.param(MH, marks=at_length), BE])
def test_the_chart(rulebook: str) -> None:
    page, written = (
        pitboss("strategy", rulebook, "--table"),
        pitboss("strategy", rulebook, "--table", "--json"),
    )
    assert page.exit_code == written.exit_code == 0
    rules = json.loads(written.stdout)["rules"]
    assert rules[0]["cost"]["exact"] == "0/1"
    assert rules[-1]["rule"].split(";")[0] in page.stdout


def test_settling_and_ruling_never_import_numpy() -> None:
    code = (
        "import sys, pitboss, pitboss.cli.app\n"
        "from typer.testing import CliRunner\n"
        "assert CliRunner().invoke(pitboss.cli.app.app, ['settle'], input='{}').exit_code == 1\n"
        "assert CliRunner().invoke(pitboss.cli.app.app, ['rule'], input='{}').exit_code == 1\n"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'numba', 'matplotlib')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("maths", CS),
        ("maths", BE),
        ("maths", "diff", CS, MS),
        ("strategy", MH, *["As", "Kd", "2c", "7d", "9h", "Jc"]),
    ],
)
def test_exact_fractions_are_in_one_piece_however_narrow_the_terminal(
    arguments: tuple[str, ...],
) -> None:
    found = [
        re.findall(
            r"-?\d+/\d+", CliRunner().invoke(app, arguments, env={"COLUMNS": columns}).stdout
        )
        for columns in ("400", "80", "40")
    ]
    assert len(found[0]) >= 2
    assert found[0] == found[1] == found[2]
