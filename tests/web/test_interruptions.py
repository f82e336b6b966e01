"""A round in which Pitboss stopped: everybody at the table is told, and what the rules say of
it.
"""

from pathlib import Path

import pytest

from pitboss.people.roles import Role
from tests.web.evening import Evening
from tests.web.service import Clock, House

BACK_MS = 1_700_000_600_000
WAITS = "Whether that affects the round is for the pit to decide."


@pytest.mark.parametrize(
    ("table", "folds", "phase", "because", "clause"),
    [
        (
            "Stud",
            False,
            "deciding",
            WAITS,
            "5.7.2",
        ),
        (
            "Stud",
            True,
            "deciding",
            (
                "At least one bet is already won or lost for certain, so the round is played "
                "on to its end."
            ),
            "5.7.1",
        ),
        (
            "Singapore",
            False,
            "deciding",
            WAITS,
            "5.16.1",
        ),
    ],
)
def test_everybody_is_told_until_the_round_is_over(
    tmp_path: Path, table: str, folds: bool, phase: str, because: str, clause: str
) -> None:
    with House(tmp_path / "pitboss.db", clock=Clock()) as house:
        evening = Evening(house, table)
        evening.begin()
        evening.play(until="deciding")
        assert evening.view()["interrupted"] is None
        if folds:
            evening.players["ann"].done(table, "fold", box=1)
    with House(tmp_path / "pitboss.db", clock=Clock(BACK_MS)) as house:
        asked = because == WAITS
        told = {"at_ms": BACK_MS, "because": because, "clauses": [clause], "asked": asked}
        for role in (Role.PLAYER, Role.DEALER, Role.DISPLAY):
            somebody = house.person(role)
            view = somebody.json(f"/api/tables/{table}")
            assert (view["round"]["phase"], view["interrupted"]) == (phase, told)
            with somebody.stream(tables=table) as stream:
                assert stream.event().data["views"][f"table/{table}"]["interrupted"] == told
        if clause == "5.7.2":
            # The pit says that the stop does not affect the round, so it goes on.
            supervisor = house.person(Role.PIT_SUPERVISOR)
            digest = supervisor.json(f"/api/tables/{table}")["round"]["ruling"]["digest"]
            ruled = supervisor.done(table, "confirm", approves=digest, decision="continue")
            assert (ruled["round"]["phase"], ruled["round"]["ruling"]) == (phase, None)
            # What would have been ordered otherwise is not said any more.
            assert ruled["interrupted"] == told | {"because": None, "clauses": []}


def test_a_table_between_rounds_was_not_interrupted(tmp_path: Path) -> None:
    with House(tmp_path / "pitboss.db") as house:
        evening = Evening(house, "Stud")
        evening.begin()
        evening.play()
    with House(tmp_path / "pitboss.db") as house:
        dealer = house.person(Role.DEALER)
        assert dealer.done("Stud", "open-betting")["interrupted"] is None
    with House(tmp_path / "pitboss.db") as house:
        # Nothing had been bet: there is nothing to rule on, but it was interrupted.
        view = house.person(Role.DEALER).json("/api/tables/Stud")
        assert view["interrupted"] is not None
