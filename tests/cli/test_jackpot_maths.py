"""``pitboss maths jackpot``: what it prints, its JSON and its page, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from tests.maths.test_report import assert_stands_alone
from tests.support import BE, MH, MS

# With the tests of tests/maths, which need the same compiled code.
pytestmark = pytest.mark.xdist_group("compiled")


def pitboss(*arguments: str) -> Result:
    return CliRunner().invoke(
        app, ["maths", "jackpot", *arguments, "--runs", "60"], env={"COLUMNS": "200"}
    )


def worked_out(*arguments: str) -> Any:
    result = pitboss(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_without_arguments_it_shows_an_ordinary_link() -> None:
    result = pitboss()
    assert result.exit_code == 0
    assert f"4 × {MS}" in result.stdout
    for heading in (
        "Hits, exact",
        "The jackpot when it is hit",
        "What players get back",
        "The reserve, exact",
    ):
        assert heading in result.stdout
    # One royal flush in 649,740 bets, at 600 bets an hour.
    assert "649,740 bets" in result.stdout
    assert "45.1 days" in result.stdout
    assert "$473,547.37 (exact)" in result.stdout
    assert "Simulated: 60 runs of 10 years, with standard errors" in result.stdout


def test_it_says_why_the_simulated_part_is_not_that_of_the_long_run() -> None:
    told = " ".join(pitboss("--years", "10").stdout.split())
    assert "Of the resets, 60.73% are not funded in the long run, and" in told
    assert "in the first 10 years: each run begins with $0.00 in the reserve" in told
    told = " ".join(pitboss("--years", "1", "--reserve-start", "1234567.5").stdout.split())
    assert "in the first year: each run begins with $1,234,567.50 in the reserve" in told


def test_every_option_reaches_the_link() -> None:
    found = worked_out(
        f"{MS}=3",
        f"{MH}=2",
        BE,
        *("--bets-per-hour", "120.5", "--boxes", "6", "--bet", "2.50", "--rate", "3000"),
        *("--reset", "100000", "--reserve", "1500", "--reserve-start", "5000", "--cap", "400000"),
        *("--hours", "4000", "--years", "3", "--seed", "9"),
    )
    assert found["link"] == {
        "tables": [
            {"rulebook": MS, "tables": 3, "bets_per_hour": 120.5, "boxes": 6},
            {"rulebook": MH, "tables": 2, "bets_per_hour": 120.5, "boxes": 6},
            {"rulebook": BE, "tables": 1, "bets_per_hour": 120.5, "boxes": 6},
        ],
        "bet": "2.50",
        "rate_bp": 3000,
        "reset": "100000.00",
        "reserve_bp": 1500,
        "reserve_start": "5000.00",
        "cap": "400000.00",
        "hours_per_year": 4000,
    }
    assert found["simulated"]["years"] == 3
    assert set(found["reserve"]["any_unfunded_within_years"]) == {"1", "3"}
    assert found["jackpot_when_hit"]["mean_exact"] is None
    assert 0 < found["jackpot_when_hit"]["at_cap"] < 1


def test_a_capped_link_is_printed_with_its_cap() -> None:
    result = pitboss("--cap", "600000")
    assert "Markov chain on a fine grid" in result.stdout
    assert "Hit at the cap" in result.stdout
    assert "$600,000.00; the overflow pool takes the rest" in result.stdout


def test_one_seed_gives_one_result() -> None:
    assert worked_out("--seed", "3") == worked_out("--seed", "3")
    assert worked_out("--seed", "3")["simulated"] != worked_out("--seed", "4")["simulated"]


def test_the_page_stands_alone(tmp_path: Path) -> None:
    file = tmp_path / "jackpot.html"
    result = pitboss(f"{MS}=2", f"{MH}=1", "--cap", "600000", "--html", str(file))
    assert result.exit_code == 0
    assert f"The page is in {file}." in result.stdout
    page = file.read_text(encoding="utf-8")
    assert_stands_alone(page, pictures=4)
    assert "Economics of a linked jackpot" in page
    assert "at the cap" in page


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "there is no rulebook 'nothing'"),
        ([f"{MS}=none"], "does not name a rulebook and its number of tables"),
        ([f"{MS}=0"], "does not name a rulebook and its number of tables"),
        (["--bets-per-hour", "often"], "--bets-per-hour is 'often'; write a number such as 150"),
        (["--bets-per-hour", "0"], "bets per hour must be more than 0"),
        (["--bet", "five"], "--bet is 'five'; write an amount"),
        (["--rate", "0"], "the rate is in basis points of the bet: 1 to 10000"),
        (["--cap", "100"], "the cap must be over the reset value"),
        (["--years", "0"], "--years must be 1 or more"),
        (["--seed", "-1"], "--seed must be 0 or more"),
    ],
)
def test_bad_input_is_answered_with_exit_code_2(arguments: list[str], said: str) -> None:
    result = pitboss(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not result.stdout


def test_a_page_that_cannot_be_written_is_answered(tmp_path: Path) -> None:
    result = pitboss("--html", str(tmp_path / "missing" / "page.html"))
    assert result.exit_code == 2
    assert "page.html can't be written: No such file or directory" in result.stderr


def test_help_names_the_parameters() -> None:
    result = CliRunner().invoke(app, ["maths", "jackpot", "--help"], env={"COLUMNS": "200"})
    for option in (
        "--bets-per-hour",
        "--rate",
        "--reset",
        "--reserve",
        "--cap",
        "--json",
        "--html",
    ):
        assert option in result.stdout
