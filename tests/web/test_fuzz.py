"""Requests made from the OpenAPI document; ``make api-fuzz`` sends 20,000."""

from pathlib import Path

import pytest

from pitboss.people.roles import Role
from tests.effort import times
from tests.web.service import House

SEED = 1
REQUESTS = times(250, 120)


@pytest.mark.parametrize("role", [Role.SHIFT_MANAGER, Role.ADMINISTRATOR])
def test_every_answer_is_as_documented(tmp_path: Path, role: Role) -> None:
    # It takes a second to load, and one process of the test run needs it.
    from tests.web.fuzzer import Fuzzer, furnished

    with House(tmp_path / "p.db") as house:
        furnished(house)
        found = Fuzzer(house, role, SEED).run(REQUESTS)
    assert found.cases >= REQUESTS
    statuses = {status for _, status in found.statuses}
    assert {200, 401, 403, 404, 405, 422} <= statuses, found.statuses
    if role is Role.SHIFT_MANAGER:
        command = "POST /api/tables/{table}/commands"
        assert {200, 409, 422} <= {status for label, status in found.statuses if label == command}
