"""T15: a password that everybody tries first is refused."""

import pytest

from pitboss.people.roles import Role
from pitboss.web.auth.password_rules import MOST, password_fault
from tests.web.service import House
from tests.web.test_signing_in import code


@pytest.mark.parametrize(
    "password",
    ["password123", "1234567890", "qwertyuiop", "iloveyou12", "Sunshine2026", "pitboss123456"],
)
def test_a_common_password_is_refused(open_house: House, password: str) -> None:
    body = {"name": "new one", "role": "player", "password": password}
    root = open_house.person(Role.ADMINISTRATOR)
    assert code(root.post("/api/people", body)) == (422, "bad-password")


def test_so_is_ones_own_name_however_it_is_written() -> None:
    for password in ("Wilhelmina 1", "xxwilhelminaxx", "W1LHELMINA-99"):
        fault = password_fault(password, "wilhelmina")
        assert fault is not None
        assert "own name" in fault
    assert password_fault("orchid lamp seventeen", "wilhelmina") is None


def test_and_what_is_too_short_or_too_long() -> None:
    assert password_fault("x7!kQ", "ann") is not None
    assert password_fault("orchid lamp " * 20, "ann") is not None
    assert password_fault(("orchid lamp seventeen " * 20)[:MOST], "ann") is None
