"""T11: one administrator does not become two persons by making them up."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.audit.run import audit
from pitboss.casino.controls.policy import Controls
from pitboss.operations.controls_record import put_controls_on_record
from pitboss.people.appointments import HouseRules
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from tests.web.answers import code
from tests.web.service import CONTROLS, PASSWORD, Browser, House

HOUR_MS = 3_600_000
STRICT = HouseRules(appointments=True, account_age_ms=24 * HOUR_MS)
FIRST = "orchid lamp seventeen"


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[House]:
    controls = Controls(verifiers=CONTROLS.verifiers, approvals=CONTROLS.approvals, people=STRICT)
    with House(tmp_path / "pitboss.db", controls=controls) as house:
        yield house


def added(by: Browser, name: str, role: Role) -> str | None:
    """Adds somebody; the digest under which that waits, if it does."""
    answer = by.post("/api/people", {"name": name, "role": role, "password": FIRST})
    assert answer.status_code == 200, answer.text
    waits: str | None = answer.json()["waits"]
    return waits


@pytest.mark.parametrize("role", [Role.PIT_MANAGER, Role.SHIFT_MANAGER])
def test_nobody_has_a_high_post_before_another_administrator_has_approved(
    strict: House, role: Role
) -> None:
    root = strict.person(Role.ADMINISTRATOR)
    assert added(root, "mia", role) is not None
    assert code(strict.nobody().sign_in("mia", FIRST)) == (401, "wrong-name-or-password")
    (waiting,) = root.json("/api/people")["waiting"]
    assert (waiting["by"], waiting["name"], waiting["role"]) == ("root", "mia", role)
    own = root.post(f"/api/deeds/{waiting['digest']}/approve")
    assert code(own) == (403, "second-administrator-needed")


def test_an_administrator_whom_he_has_made_approves_nothing_for_a_day(strict: House) -> None:
    root = strict.person(Role.ADMINISTRATOR)
    assert added(root, "accomplice", Role.ADMINISTRATOR) is None, "the second one is made alone"
    other = strict.nobody()
    assert other.sign_in("accomplice", FIRST).status_code == 200
    assert other.post("/api/password", {"old": FIRST, "new": PASSWORD}).status_code == 200
    other = strict.with_token(strict.service.guard.open_session("accomplice"))
    waits = added(root, "mia", Role.SHIFT_MANAGER)
    answer = other.post(f"/api/deeds/{waits}/approve")
    assert code(answer) == (403, "account-too-new")


def test_nor_does_he_get_rid_of_the_other_one_and_make_up_a_new_one(strict: House) -> None:
    strict.service.guard.add(SYSTEM_NAME, "ida", Role.ADMINISTRATOR, None)
    root = strict.person(Role.ADMINISTRATOR)
    demoted = root.post("/api/people/ida/role", {"role": "player"})
    assert demoted.json()["waits"] is not None
    assert root.post("/api/people/ida/disable").json()["waits"] is None, "an alarm takes one"
    assert added(root, "accomplice", Role.ADMINISTRATOR) is not None
    assert root.post("/api/people/ida/enable").json()["waits"] is not None
    assert code(strict.nobody().sign_in("accomplice", FIRST)) == (401, "wrong-name-or-password")


def test_what_an_administrator_proposes_whom_he_has_made_is_not_approved_either(
    strict: House,
) -> None:
    root = strict.person(Role.ADMINISTRATOR)
    assert added(root, "accomplice", Role.ADMINISTRATOR) is None
    other = strict.with_token(strict.service.guard.open_session("accomplice"))
    assert other.post("/api/password", {"old": FIRST, "new": PASSWORD}).status_code == 200
    other = strict.with_token(strict.service.guard.open_session("accomplice"))
    waits = added(other, "mia", Role.SHIFT_MANAGER)
    assert code(root.post(f"/api/deeds/{waits}/approve")) == (403, "account-too-new")


def test_two_who_are_two_appoint_and_all_of_it_is_on_record(strict: House) -> None:
    strict.service.guard.add(SYSTEM_NAME, "ida", Role.ADMINISTRATOR, None)
    root = strict.person(Role.ADMINISTRATOR)
    waits = added(root, "mia", Role.SHIFT_MANAGER)
    assert waits is not None
    assert code(root.post(f"/api/deeds/{waits}/nonsense")) == (404, "no-such-change")
    assert root.post(f"/api/deeds/{waits}/drop").status_code == 200
    assert root.json("/api/people")["waiting"] == []
    assert code(root.post(f"/api/deeds/{waits}/approve")) == (404, "nothing-waits")


def test_a_shift_manager_is_not_given_a_new_link_by_one(strict: House) -> None:
    root = strict.person(Role.ADMINISTRATOR)
    strict.person(Role.SHIFT_MANAGER)
    answer = root.post("/api/people/max/invite").json()
    assert answer["waits"] is not None
    accepted = {"token": answer["invitation"], "password": FIRST}
    accept = strict.nobody().post("/api/invitations/accept", accepted)
    assert code(accept) == (404, "no-invitation")
    assert strict.service.guard.people.persons["max"].enabled


def test_where_the_house_says_so_nobody_makes_up_supervisors_and_waits(tmp_path: Path) -> None:
    """However old their accounts get: whoever approves anything has been appointed by two."""
    rules = replace(STRICT, supervisors_by_two=True)
    with House(tmp_path / "pitboss.db", controls=replace(CONTROLS, people=rules)) as house:
        house.service.guard.add(SYSTEM_NAME, "ida", Role.ADMINISTRATOR, None)
        root, _ = house.person(Role.ADMINISTRATOR), house.person(Role.PIT_SUPERVISOR)
        put_controls_on_record(
            house.casino.journal, replace(CONTROLS, people=rules), house.casino.clock
        )
        assert added(root, "puppet", Role.PIT_SUPERVISOR) is not None
        assert code(house.nobody().sign_in("puppet", FIRST)) == (401, "wrong-name-or-password")
        assert added(root, "drew", Role.DEALER) is None
        risen = root.post("/api/people/drew/role", {"role": Role.PIT_SUPERVISOR})
        assert risen.json()["waits"] is not None
        reset = root.post("/api/people/sam/invite")
        assert reset.json()["waits"] is not None
        assert audit(house.casino.journal).problem is None


def test_the_audit_finds_a_supervisor_whom_one_has_made(tmp_path: Path) -> None:
    strict = replace(CONTROLS, people=replace(STRICT, supervisors_by_two=True))
    weak = replace(CONTROLS, people=STRICT)
    with House(tmp_path / "pitboss.db", controls=weak) as house:
        house.service.guard.add(SYSTEM_NAME, "ida", Role.ADMINISTRATOR, None)
        root = house.person(Role.ADMINISTRATOR)
        put_controls_on_record(house.casino.journal, strict, house.casino.clock)
        assert added(root, "puppet", Role.PIT_SUPERVISOR) is None
        problem = audit(house.casino.journal).problem
    assert problem is not None
    assert (problem.what, problem.found) == ("a high post takes two administrators", "root")


def test_nobody_changes_the_own_role(strict: House) -> None:
    root = strict.person(Role.ADMINISTRATOR)
    answer = root.post("/api/people/root/role", {"role": "shift-manager"})
    assert code(answer) == (409, "own-role")
