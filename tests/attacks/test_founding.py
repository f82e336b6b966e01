"""The first day of a house, by HTTP: two administrators found it, and nobody else does, nor alone,
nor later. The auditor says the same.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.audit.run import audit
from pitboss.operations.controls_record import put_controls_on_record
from pitboss.people.appointments import HouseRules
from pitboss.people.roles import Role
from tests.web.answers import code
from tests.web.service import CONTROLS, PASSWORD, Browser, Clock, House

DAY_MINUTES = 24 * 60
RULES = HouseRules(appointments=True, account_age_ms=DAY_MINUTES * 60_000)
STRICT = replace(CONTROLS, people=RULES)
LINK = {
    "do": "open-link",
    "operator": "MBS",
    "parameters": {"reset": "100000.00", "rate-bp": 2000, "verifiers": 2},
}
TABLE = {
    "do": "open-table",
    "rulebook": "mbs-megalink-stud-6",
    "layout": "A",
    "boxes": 5,
    "dealing": "automated",
    "cards": "virtual",
    "limits": {"ante": {"min": "5.00", "max": "500.00"}},
}


@pytest.fixture
def clock() -> Clock:
    return Clock(1_800_000_000_000)


def house_of(folder: Path, clock: Clock, controls: Any = STRICT) -> House:
    return House(folder / "p.db", clock=clock, furnished=False, controls=controls, zone="")


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with house_of(tmp_path, clock) as house:
        put_controls_on_record(house.casino.journal, STRICT, house.casino.clock)
        yield house


def founder(house: House) -> Browser:
    root = house.nobody()
    body = {
        "token": house.service.guard.setup_token,
        "name": "root",
        "password": PASSWORD,
        "timezone": "Asia/Singapore",
    }
    assert root.post("/api/setup", body).json()["timezone"] == "Asia/Singapore"
    root.learn()
    return root


def proposed(by: Browser, name: str, role: Role, **more: Any) -> tuple[str, str | None]:
    """The link for somebody new, and what it waits under."""
    answer = by.post("/api/people", {"name": name, "role": role, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()["invitation"], answer.json()["waits"]


def come(house: House, link: str) -> Browser:
    browser = house.nobody()
    answer = browser.post("/api/invitations/accept", {"token": link, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    browser.learn()
    return browser


def appointed(house: House, by: Browser, second: Browser, name: str, role: Role) -> Browser:
    link, waits = proposed(by, name, role, by_two=True)
    assert second.post(f"/api/deeds/{waits}/approve").status_code == 200
    return come(house, link)


def second_of(house: House, root: Browser) -> Browser:
    link, waits = proposed(root, "ada", Role.ADMINISTRATOR)
    assert waits is None, "there is nobody else to ask"
    return come(house, link)


def test_two_administrators_found_a_house_with_a_jackpot_on_its_first_day(
    house: House,
) -> None:
    root = founder(house)
    ada = second_of(house, root)
    assert root.json("/api/people")["founding"] is True
    max_ = appointed(house, root, ada, "max", Role.SHIFT_MANAGER)
    mia = appointed(house, root, ada, "mia", Role.SHIFT_MANAGER)
    sue = appointed(house, ada, root, "sue", Role.PIT_SUPERVISOR)
    opened = max_.post("/api/links/Grand/commands", LINK)
    assert code(opened) == (409, "approval-needed"), opened.text
    digest = opened.json()["approval"]["digest"]
    assert code(max_.post(f"/api/approvals/{digest}")) == (409, "own-deed")
    assert mia.post(f"/api/approvals/{digest}").status_code == 200
    answer = sue.post(
        "/api/tables/T1/commands", TABLE | {"link": "Grand", "progressive-bet": "5.00"}
    )
    assert answer.status_code == 200, answer.text
    assert root.json("/api/people")["founding"] is False
    problem = audit(house.casino.journal).problem
    assert problem is None, problem


def test_an_administrator_alone_appoints_nobody_who_approves(house: House) -> None:
    root = founder(house)
    _, waits = proposed(root, "max", Role.SHIFT_MANAGER)
    assert code(root.post(f"/api/deeds/{waits}/approve")) == (403, "second-administrator-needed")
    link, waits = proposed(root, "sue", Role.PIT_SUPERVISOR)
    assert waits is None
    me = come(house, link).learn()
    assert me["approves_from_ms"] == house.service.clock_ms() + RULES.account_age_ms


def test_a_third_administrator_takes_two_on_the_first_day_too(house: House) -> None:
    root = founder(house)
    second_of(house, root)
    _, waits = proposed(root, "eve", Role.ADMINISTRATOR)
    assert waits is not None


def test_after_the_first_table_new_administrators_wait(house: House, clock: Clock) -> None:
    root = founder(house)
    ada = second_of(house, root)
    sue = appointed(house, root, ada, "sue", Role.PIT_SUPERVISOR)
    link, waits = proposed(root, "max", Role.SHIFT_MANAGER, by_two=True)
    assert sue.post("/api/tables/T1/commands", TABLE).status_code == 200
    assert code(ada.post(f"/api/deeds/{waits}/approve")) == (403, "account-too-new")
    (shown,) = ada.json("/api/people")["waiting"]
    assert shown["from_ms"] == clock() + RULES.account_age_ms
    clock.pass_by(minutes=DAY_MINUTES)
    again = house.with_token(house.service.guard.open_session("ada"))
    assert again.post(f"/api/deeds/{waits}/approve").status_code == 200
    assert come(house, link).learn()["approves_from_ms"] == clock() + RULES.account_age_ms
    problem = audit(house.casino.journal).problem
    assert problem is None, problem


def test_the_audit_finds_who_was_appointed_too_early_after_the_first_table(
    tmp_path: Path, clock: Clock
) -> None:
    lax = replace(CONTROLS, people=replace(RULES, account_age_ms=0))
    with house_of(tmp_path, clock, lax) as house:
        put_controls_on_record(house.casino.journal, STRICT, house.casino.clock)
        root = founder(house)
        ada = second_of(house, root)
        sue = appointed(house, root, ada, "sue", Role.PIT_SUPERVISOR)
        assert sue.post("/api/tables/T1/commands", TABLE).status_code == 200
        assert audit(house.casino.journal).problem is None
        appointed(house, root, ada, "max", Role.SHIFT_MANAGER)
        problem = audit(house.casino.journal).problem
    assert problem is not None
    assert problem.what == "how old an account is that approves, in milliseconds"


def test_the_audit_finds_a_first_table_that_does_not_end_the_founding(
    tmp_path: Path, clock: Clock
) -> None:
    with house_of(tmp_path, clock, None) as house:
        put_controls_on_record(house.casino.journal, STRICT, house.casino.clock)
        root = founder(house)
        link, _ = proposed(root, "sue", Role.PIT_SUPERVISOR)
        assert come(house, link).post("/api/tables/T1/commands", TABLE).status_code == 200
        problem = audit(house.casino.journal).problem
    assert problem is not None
    assert problem.what == "the first table ends the founding"
