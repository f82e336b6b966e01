"""How two checkouts are compared by the benchmark, row by row."""

import sys
from pathlib import Path
from typing import Any

import pytest

from bench import comparison


def figure(what: str, unit: str, ours: float, peer: str = "", ratio: float | None = None) -> Any:
    return {
        "what": what,
        "unit": unit,
        "ours": ours,
        "peer": peer,
        "ratio": None if ratio is None else {"middle": ratio},
    }


def test_what_a_row_costs_is_more_where_it_is_slower() -> None:
    assert comparison.costs(
        [
            figure("rank", "hands/s", 50, "eval7", 0.25),
            figure("point_hand", "hands/s", 50),
            figure("hint", "ms", 7),
            figure("writers", "commands/s", 20, "a link each", 1.4),
            figure("errors", "in all", 0),
        ]
    ) == {
        ("rank", "eval7"): 0.25,
        ("point_hand", ""): 0.02,
        ("hint", ""): 7,
        ("writers", "a link each"): 0.05,
    }


@pytest.mark.parametrize(("here", "slower"), [((1.0, 1.05, 9.0), False), ((1.06, 1.07, 0.5), True)])
def test_the_median_of_the_turns_decides(here: tuple[float, ...], slower: bool) -> None:
    row = comparison.Row("rank", "eval7", here, (1.0, 1.0, 1.0))
    assert row.slower is slower


def test_a_folder_that_is_no_checkout_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no benchmark in"):
        comparison.python_of(tmp_path)
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "__main__.py").touch()
    with pytest.raises(SystemExit, match="make setup-bench"):
        comparison.python_of(tmp_path)


def test_both_checkouts_are_measured_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout whose benchmark says what it is told, beside itself."""
    (tmp_path / "bench").mkdir()
    program = tmp_path / "bench" / "__main__.py"
    program.write_text(
        "import json, sys\n"
        "path = sys.argv[sys.argv.index('--json') + 1]\n"
        "rows = [dict(what='rank', unit='ms', ours=2, peer='', ratio=None)]\n"
        "json.dump({'figures': rows}, open(path, 'w'))\n"
    )
    monkeypatch.setattr(comparison, "HERE", tmp_path)
    monkeypatch.setattr(comparison, "python_of", lambda checkout: Path(sys.executable))
    (row,) = comparison.compare(tmp_path, ["ranking"], 2, [])
    assert (row.what, row.here, row.there, row.change) == ("rank", [2, 2], [2, 2], 1.0)
