"""T5: one refused command of a player breaks no report, for good or for a day. That every report
survives every event that can be stored is a property of its own: tests/reports.
"""

from datetime import UTC, datetime

import pytest

from pitboss.people.roles import Role
from tests.web.service import House


@pytest.mark.parametrize("target", ["tables/Nowhere", "links/Nowhere"])
def test_a_command_for_what_is_not_there_leaves_every_report_readable(
    house: House, target: str
) -> None:
    role = Role.PLAYER if target.startswith("tables") else Role.PIT_SUPERVISOR
    bet = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "25.00"}
    claim = {"do": "verify-claim", "claim": "Nowhere-1/1"}
    refused = house.person(role).post(
        f"/api/{target}/commands", bet if role is Role.PLAYER else claim
    )
    assert refused.status_code in (404, 409), refused.text
    ada = house.person(Role.AUDITOR)
    day = datetime.fromtimestamp(house.casino.clock() / 1000, UTC).date().isoformat()
    for path, query in (
        ("/api/reports/day", {"date": day}),
        ("/api/reports/reconcile", {}),
        ("/api/reports/jackpot", {"link": "Millions"}),
        ("/api/rounds", {}),
        ("/api/incidents", {}),
        ("/api/floor", {}),
    ):
        answer = ada.get(path, **query)
        assert answer.status_code == 200, (path, answer.text)
