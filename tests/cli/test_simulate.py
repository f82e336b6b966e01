"""``pitboss simulate``: what it prints, what it refuses, and that it does not depend on the number
of workers.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from pitboss.cli.render import progress as progress_of_commands
from pitboss.cli.render.progress import Progress, progress_line, said_rate
from pitboss.maths.simulation.dask_cluster import ClusterError
from pitboss.rulebook.loader import DATA
from tests.support import BE, CS, MH, MS

# With the tests of tests/maths, which need the same compiled code.
pytestmark = pytest.mark.xdist_group("compiled")


def pitboss(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})


def simulated(*arguments: str) -> Any:
    result = pitboss("simulate", *arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_one_seed_gives_one_result_on_any_number_of_workers() -> None:
    one = simulated(MS, "--rounds", "1_000_000", "--seed", "7", "--workers", "1")
    assert one == simulated(MS, "--rounds", "1e6", "--seed", "7", "--workers", "4")
    assert one == simulated(MS, "--rounds", "1,000,000", "--seed", "7")
    assert one != simulated(MS, "--rounds", "1000000", "--seed", "8")
    assert one["seed"] == 7
    assert one["rounds"] == 1_000_000


@pytest.mark.parametrize(
    ("rulebook", "wagers"),
    [
        (CS, ["main", "ante", "bet"]),
        (MH, ["main", "ante", "flop", "turn", "river", "bonus"]),
        (BE, ["main", "tie", "suits", "bullseye"]),
    ],
)
def test_every_wager_is_there(rulebook: str, wagers: list[str]) -> None:
    found = simulated(rulebook, "--rounds", "20000", "--jackpot", "100000")
    assert list(found["wagers"]) == wagers
    assert found["wagers"]["main"]["house_edge"]["exact"] > 0
    assert found["progressive"]["return_with_jackpot"]["mean"] > 0
    result = pitboss("simulate", rulebook, "--rounds", "20000")
    assert result.exit_code == 0
    for wager in wagers[1:]:
        assert f"{wager.capitalize()} wager" in result.stdout
    assert "figures are within 4 standard errors of the exact values." in result.stdout
    assert "20,000 rounds in" in result.stderr
    assert "return, with the jackpot" not in result.stdout


def test_the_parts_of_the_main_game_add_up() -> None:
    found = simulated(MH, "--rounds", "100000")["wagers"]
    parts = sum(found[name]["house_edge"]["mean"] for name in ("ante", "flop", "turn", "river"))
    assert parts == pytest.approx(found["main"]["house_edge"]["mean"])


def test_an_own_variant_by_path(tmp_path: Path) -> None:
    text = (DATA / f"{CS}.toml").read_text()
    text = text.replace(f'id = "{CS}"', 'id = "mine"').replace(
        'pays = "7 to 1"', 'pays = "700 to 1"'
    )
    (tmp_path / "mine.toml").write_text(text)
    found = simulated(str(tmp_path / "mine.toml"), "--rounds", "200000")
    assert found["rulebook"] == "mine"
    # Full houses win 1 in 1,200 rounds; 1,386 antes more for each makes the game good for the
    # player.
    assert found["wagers"]["main"]["house_edge"]["mean"] < -0.5
    assert abs(found["wagers"]["main"]["house_edge"]["standard_errors_off"]) < 4


def test_what_is_far_off_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.maths.simulation.figures.ALARM", 1e-9)
    result = pitboss("simulate", MS, "--rounds", "20000")
    assert result.exit_code == 0
    assert "More than 1e-09 standard errors off: main house_edge, " in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "there is no rulebook 'nothing'"),
        ([MS, "--rounds", "1.5"], "--rounds is '1.5'; write a whole number from 2"),
        ([MS, "--rounds", "many"], "--rounds is 'many'"),
        ([MS, "--rounds", "nan"], "--rounds is 'nan'"),
        ([MS, "--rounds", "1e99"], "--rounds is '1e99'"),
        ([MS, "--seed", "-1"], "--seed is -1; write 0 or a positive number"),
        ([MS, "--workers", "0"], "--workers is 0; write 1 to 1024"),
        (
            [BE, "--strategy", "akj83"],
            f"--strategy is 'akj83'; for {BE} there are optimal, house-way",
        ),
        ([MS, "--progressive-bet", "0"], "--progressive-bet is '0'"),
        ([MS, "--jackpot", "much"], "--jackpot is 'much'"),
    ],
)
def test_bad_input_is_answered_with_exit_code_2(arguments: list[str], said: str) -> None:
    result = pitboss("simulate", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not result.stdout


def test_a_variant_whose_best_play_is_not_the_house_way_is_refused_and_has_a_way_out(
    tmp_path: Path,
) -> None:
    text = (DATA / f"{BE}.toml").read_text().replace(f'id = "{BE}"', 'id = "mine"')
    # One point pays what a pair pays a hundred times over, so that low point hands are worth
    # setting.
    begin = text.index("[pays.main]")
    line = next(line for line in text[begin:].splitlines() if line.startswith("point-total"))
    text = text.replace(line, line.replace("1 to 1", "900 to 1"))
    (tmp_path / "mine.toml").write_text(text)
    refused = pitboss("simulate", str(tmp_path / "mine.toml"), "--rounds", "1000")
    assert refused.exit_code == 2
    assert "ask for it with --strategy house-way" in refused.stderr
    assert simulated(str(tmp_path / "mine.toml"), "--rounds", "1000", "--strategy", "house-way")


def test_a_cluster_that_is_not_there_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object) -> None:
        raise ClusterError("there is no Dask scheduler at tcp://nowhere")

    monkeypatch.setattr("pitboss.maths.simulation.dask_cluster.count_on_cluster", nobody)
    result = pitboss("simulate", MS, "--rounds", "1000", "--dask", "tcp://nowhere")
    assert result.exit_code == 2
    assert "there is no Dask scheduler at tcp://nowhere" in result.stderr


# ── progress ──────────────────────────────────────────────────────────────────────────────────────


def test_progress_has_rate_and_time_left() -> None:
    line = progress_line("rounds", 30_000_000, 100_000_000, 2.0)
    assert line == "30,000,000 of 100,000,000 rounds (30%), 15.0 million a second, 5 s left"
    assert progress_line("runs", 50, 1_000, 10.0) == "50 of 1,000 runs (5%), 5 a second, 3 min left"
    assert progress_line("runs", 1, 100_000, 1.0).endswith("27 h 46 min left")
    assert progress_line("runs", 10, 10, 1.0) == "10 of 10 runs (100%), 10 a second"
    assert progress_line("runs", 0, 10, 0.0) == "0 of 10 runs (0%), 0 a second"
    assert said_rate(999.4) == "999"


def test_progress_is_silent_at_first_and_then_told_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr(progress_of_commands, "monotonic", lambda: now[0])
    with Progress("rounds", 100) as progress:
        progress.reached(0)
        for second in range(1, 30):
            now[0] = 100.0 + second
            progress.reached(second)
        assert progress.taken_s == 29
    lines = capsys.readouterr().err.splitlines()
    # Into a file: after two seconds, and every ten after that.
    assert lines == [
        "2 of 100 rounds (2%), 1 a second, 98 s left".replace("98 s", "1 min"),
        "12 of 100 rounds (12%), 1 a second, 88 s left",
        "22 of 100 rounds (22%), 1 a second, 78 s left",
    ]


def test_on_a_terminal_the_line_is_rewritten_and_goes_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress_of_commands, "monotonic", lambda: now[0])
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Progress("rounds", 10) as progress:
        now[0] = 3.0
        progress.reached(5)
    assert capsys.readouterr().err == "\r\033[K5 of 10 rounds (50%), 2 a second, 3 s left\r\033[K"
