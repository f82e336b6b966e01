"""The ranking tables that are shipped are those that the tool makes, and they are as small as they
should be.
"""

from pathlib import Path
from subprocess import run
from sys import executable

import numpy as np
import pytest

from pitboss.maths.kernels import ranking as kernels

ROOT = Path(__file__).parents[2]
FILES = ("five.npy", "points.npy", "seven.npy", "suited.npy")


def test_the_tool_makes_what_is_shipped(tmp_path: Path) -> None:
    code = (
        f"import tools.ranking_tables as t, pathlib; t.FOLDER = pathlib.Path({str(tmp_path)!r}); "
        "t.main()"
    )
    run([executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
    for name in FILES:
        made = np.load(tmp_path / name)
        assert np.array_equal(made, np.load(ROOT / "src/pitboss/maths/kernels/data" / name)), name


@pytest.mark.parametrize(
    ("tables", "most"),
    [
        ((kernels.FIVE_KEYS, kernels.FIVE_BEGINS, kernels.FIVE_MIXED, kernels.SUITED), 36 * 1_024),
        (
            (kernels.SEVEN_KEYS, kernels.SEVEN_BEGINS, kernels.SEVEN_MIXED, kernels.SUITED),
            160 * 1_024,
        ),
    ],
)
def test_tables_fit_into_the_caches_of_a_processor(
    tables: tuple[np.ndarray, ...], most: int
) -> None:
    assert sum(table.nbytes for table in tables) <= most
