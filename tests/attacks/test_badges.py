"""A badge at the table: whose it is, with the PIN, for one command, once, within a minute."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.casino.approvals import ApprovalGiven, ApprovalKind, How
from pitboss.casino.requests import SYSTEM
from pitboss.people.appointments import HouseRules
from pitboss.people.roles import Role
from tests.web.answers import code
from tests.web.service import CONTROLS, Browser, Clock, House
from tests.web.test_approvals import PIN, approve, supervisor, void

KEY, BADGE = bytes(range(32)), "0012345678"


@pytest.fixture
def clock() -> Clock:
    return Clock()


def opened(path: Path, clock: Clock, **rules: Any) -> House:
    controls = replace(CONTROLS, people=HouseRules(appointments=True, **rules))
    return House(path / "p.db", clock=clock, controls=controls, key=KEY)


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with opened(tmp_path, clock) as house:
        yield house


def issue(house: House, name: str, badge: str = BADGE) -> None:
    """Two administrators give somebody a badge."""
    root, ida = house.person(Role.ADMINISTRATOR), house.person(Role.ADMINISTRATOR, "ida")
    waits = root.post(f"/api/badges/{name}", {"badge": badge}).json()
    assert waits["badge"] is False
    assert code(root.post(f"/api/deeds/{waits['waits']}/approve"))[0] == 403
    assert ida.post(f"/api/deeds/{waits['waits']}/approve").status_code == 200


def given(house: House) -> bytes:
    *_, last = house.casino.journal.read("approvals")
    return last.body


def test_badge_and_pin_approve_that_command_and_the_dealer_stays(house: House) -> None:
    supervisor(house)
    issue(house, "sam")
    dana, waits = void(house)
    asked = approve(dana, waits, badge=BADGE)
    assert code(asked) == (403, "pin-needed")
    assert asked.json()["detail"] == "sam, give your PIN too."
    answer = approve(dana, waits, badge=f" {BADGE} ", pin=PIN)
    assert (answer.status_code, answer.json()["by"]) == (200, "sam")
    assert b'"how":"badge-and-pin"' in given(house)
    assert dana.learn()["name"] == "dana"
    assert code(approve(dana, waits, badge="0012345679", pin=PIN)) == (403, "wrong-badge")


def test_where_the_house_says_so_a_badge_is_enough(tmp_path: Path, clock: Clock) -> None:
    with opened(tmp_path, clock, badge_alone=True) as house:
        house.person(Role.PIT_SUPERVISOR)
        issue(house, "sam")
        dana, waits = void(house)
        assert approve(dana, waits, badge=BADGE).status_code == 200
        assert b'"how":"badge"' in given(house)


def test_one_shape_is_on_record_however_it_was_proved(house: House) -> None:
    supervisor(house)
    issue(house, "sam")
    dana, waits = void(house)
    assert approve(dana, waits, badge=BADGE, pin=PIN).status_code == 200
    by_badge = msgspec.json.decode(given(house))
    by_click = ApprovalGiven(
        digest="",
        at_ms=0,
        target="",
        round=None,
        kind=ApprovalKind.VOID,
        asked_by=SYSTEM,
        by=SYSTEM,
        how=How.SESSION,
    )
    assert set(by_badge) == set(msgspec.to_builtins(by_click))


def test_a_badge_approves_once_within_a_minute_and_not_its_owners_own_deed(
    house: House, clock: Clock
) -> None:
    supervisor(house)
    issue(house, "sam")
    house.person(Role.DEALER)
    issue(house, "dana", "9912345678")
    dana, waits = void(house)
    dana.post("/api/pin", {"password": "", "pin": PIN})
    assert code(approve(dana, waits, badge="9912345678", pin=PIN)) == (409, "own-deed")
    clock.pass_by(minutes=1.1)
    assert code(approve(dana, waits, badge=BADGE, pin=PIN)) == (409, "not-waiting")


def test_who_has_found_a_badge_or_tries_numbers_gets_nowhere(house: House, clock: Clock) -> None:
    supervisor(house)
    issue(house, "sam")
    dana, waits = void(house)
    assert code(approve(dana, waits, badge=BADGE, pin="000000")) == (403, "wrong-name-or-pin")
    for number in range(5):
        assert code(approve(dana, waits, badge=f"1000000{number}")) == (403, "wrong-badge")
    assert code(approve(dana, waits, badge=BADGE, pin=PIN)) == (429, "too-many-tries")
    assert 'pitboss_wrong_pins_total{outcome="wrong-badge"} 5.0' in (
        house.nobody().get("/metrics").text
    )
    clock.pass_by(minutes=1)
    root = house.person(Role.ADMINISTRATOR)
    assert root.post("/api/badges/sam/revoke").json()["badge"] is False
    _, waits = void_again(house, dana)
    assert code(approve(dana, waits, badge=BADGE, pin=PIN)) == (403, "wrong-badge")


def void_again(house: House, dana: Browser) -> tuple[Browser, dict[str, Any]]:
    answer = dana.do("Classic", "report", incident="foreign-card")
    assert code(answer) == (409, "approval-needed"), answer.text
    waits: dict[str, Any] = answer.json()["approval"]
    return dana, waits


def test_whoever_reads_the_database_can_copy_no_badge(house: House) -> None:
    """The number has few digits, so a plain hash would be undone by trying them all."""
    house.person(Role.PIT_SUPERVISOR)
    issue(house, "sam")
    stored = b"".join(record.body for record in house.casino.journal.read("people"))
    for plain in (BADGE, hashlib.sha256(BADGE.encode()).hexdigest()):
        assert plain.encode() not in stored


@pytest.mark.parametrize(
    ("name", "badge", "expected"),
    [
        ("sam", "123", (422, "bad-field")),
        ("ann", BADGE, (422, "bad-field")),
        ("zoe", BADGE, (404, "no-such-person")),
    ],
)
def test_it_says_what_is_wrong(
    house: House, name: str, badge: str, expected: tuple[int, str]
) -> None:
    house.person(Role.PIT_SUPERVISOR)
    house.person(Role.PLAYER)
    root = house.person(Role.ADMINISTRATOR)
    assert code(root.post(f"/api/badges/{name}", {"badge": badge})) == expected


def test_without_a_vault_key_there_are_no_badges(open_house: House) -> None:
    open_house.person(Role.PIT_SUPERVISOR)
    root = open_house.person(Role.ADMINISTRATOR)
    assert code(root.post("/api/badges/sam", {"badge": BADGE})) == (409, "no-vault")
    assert code(root.post("/api/badges/sam/revoke")) == (409, "no-badge")
