"""Four processes on one PostgreSQL. ``make faults`` plays 60 s at 40 tables, and looks at the
longest wait too.
"""

from tests.faults import four_processes
from tests.postgres import Server


def test_four_processes_pay_every_award_once_in_order_without_a_deadlock(
    own_server: Server, seed: int
) -> None:
    played = four_processes.run(own_server, seed, tables=12, commands=250)
    assert played.counts["commands"] >= 4 * 250, played
    assert played.counts["claims"] > 0, played
