"""A console at which nobody is signed in is nobody: whoever stands at it is no second person."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from pitboss.audit.run import audit
from pitboss.casino.controls import verdicts
from pitboss.people.roles import Role
from tests.attacks.desks import with_controls
from tests.web.answers import code
from tests.web.evening import Evening
from tests.web.service import Browser, House
from tests.web.test_approvals import PIN, supervisor

TABLE = "Classic"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "pitboss.db") as house:
        yield with_controls(house)


def console(house: House) -> Browser:
    house.person(Role.ADMINISTRATOR)
    browser = house.nobody()
    browser.device, token = house.service.guard.add_device(
        "root", Role.DEALER, "Console 7", table=TABLE
    )
    browser.client.headers["Authorization"] = f"Bearer {token}"
    return browser


def asked(house: House, at: Browser) -> dict[str, Any]:
    """What somebody asks for at a console, in the middle of a round."""
    evening = Evening(house, TABLE)
    evening.dealer = at
    evening.begin()
    evening.play(until="deciding")
    answer = at.do(TABLE, "report", incident="foreign-card")
    assert code(answer) == (409, "approval-needed")
    waits: dict[str, Any] = answer.json()["approval"]
    return waits


def approve(browser: Browser, waits: dict[str, Any], **body: str) -> Response:
    return browser.post(f"/api/approvals/{waits['digest']}", body)


def phase(house: House) -> Any:
    return house.person(Role.DEALER).json(f"/api/tables/{TABLE}")["round"]["phase"]


def test_one_supervisor_does_not_void_a_round_with_the_console_as_his_second(house: House) -> None:
    at, sam = console(house), supervisor(house)
    waits = asked(house, at)
    told = approve(sam, waits)
    assert code(told) == (409, "approval-needed")
    assert "one more person" in told.json()["detail"]
    assert code(approve(at, waits, name="sam", pin=PIN)) == (409, "approval-needed")
    assert phase(house) == "deciding"
    supervisor(house, "kim", "553920")
    done = approve(at, waits, name="kim", pin="553920")
    assert done.status_code == 200, done.text
    assert phase(house) == "void"
    assert audit(house.casino.journal).problem is None


def test_nobody_who_approved_first_and_then_acts_in_the_round_is_one_of_two(house: House) -> None:
    at, sam = console(house), supervisor(house)
    waits = asked(house, at)
    assert code(approve(sam, waits)) == (409, "approval-needed")
    (box,) = [one["box"] for one in sam.json(f"/api/tables/{TABLE}")["next"] if one["do"] == "ask"]
    boxes = sam.json(f"/api/tables/{TABLE}")["round"]["boxes"]
    (player,) = [one["player"] for one in boxes if one["box"] == box]
    sam.done(TABLE, "fold", box=box, player=player)
    kim = supervisor(house, "kim", "553920")
    told = approve(kim, waits)
    assert code(told) == (409, "acted-in-round")
    assert "sam acted" in told.json()["detail"]
    assert phase(house) == "deciding"
    assert audit(house.casino.journal).problem is None


def test_the_audit_finds_it_where_the_server_lets_it_pass(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts, "_consoles", lambda _world: frozenset())
    at, sam = console(house), house.person(Role.PIT_SUPERVISOR)
    waits = asked(house, at)
    assert approve(sam, waits).status_code == 200
    problem = audit(house.casino.journal).problem
    assert problem is not None
    assert problem.what == "who answers for what a console asks for"
    assert "sam" in str(problem.found)
