"""What the wagers of a round come to: the tables in ``payouts``, a row a round, written as
``tests.rounds`` says.
"""

from pathlib import Path

import pytest

from tests.cases import Row, cases
from tests.rounds import outcome, read_round


@pytest.mark.parametrize("row", cases(Path(__file__).parent / "payouts", "case"))
def test_payout(row: Row) -> None:
    assert outcome(read_round(row)) == row["settlement"]
