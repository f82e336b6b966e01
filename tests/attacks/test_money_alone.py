"""Money after a round: however little, nobody decides it alone, and nobody who works here gets any;
and who asks for something has to be who he was when it is approved.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.run import audit
from pitboss.casino.controls import verdicts
from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import table_stream
from pitboss.kernel.money import Cents
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from tests.attacks.desks import ROYAL, link, managers, told, with_controls
from tests.web.answers import code
from tests.web.evening import Evening
from tests.web.service import Browser, House

TABLE = "Classic"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The journal of a house in which a round is over."""
    path = tmp_path_factory.mktemp("played") / "pitboss.db"
    with House(path) as house:
        with_controls(house)
        evening = Evening(house, TABLE)
        evening.begin()
        # What is refused is on record, too.
        assert code(evening.dealer.do(TABLE, "settle"))[0] == 409
        evening.play()
    return path.read_bytes()


@pytest.fixture
def house(tmp_path: Path, played: bytes) -> Iterator[House]:
    path = tmp_path / "pitboss.db"
    path.write_bytes(played)
    with House(path) as house:
        yield house


def decided(manager: Browser, **fields: Any) -> tuple[int, str, Any]:
    body = {"round": f"{TABLE}-1", "amount": "40.00", "reason": "Goodwill."} | fields
    answer = manager.do(TABLE, "decide-money", **body)
    return answer.status_code, answer.json().get("code", ""), answer.json().get("approval")


def test_a_shift_manager_pays_nobody_alone_however_little(house: House) -> None:
    max_ = house.person(Role.SHIFT_MANAGER)
    status, why, waits = decided(max_, payee="ann")
    assert (status, why) == (409, "approval-needed")
    assert code(max_.post(f"/api/approvals/{waits['digest']}")) == (409, "second-person-needed")
    sam = house.person(Role.PIT_SUPERVISOR)
    assert sam.post(f"/api/approvals/{waits['digest']}").status_code == 200
    assert audit(house.casino.journal).problem is None


@pytest.mark.parametrize("payee", ["max", "sam", "nobody", "Box 99"])
def test_nobody_who_works_here_and_nobody_unknown_is_paid(house: House, payee: str) -> None:
    house.person(Role.PIT_SUPERVISOR)
    max_ = house.person(Role.SHIFT_MANAGER)
    status, why, waits = decided(max_, payee=payee)
    assert status in (404, 409)
    assert why in ("staff-may-not-play", "no-such-person")
    assert waits is None


def test_the_audit_finds_money_that_one_person_has_decided(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts, "need_of", lambda *_: None)
    given = tc.DecideMoney(round=f"{TABLE}-1", amount=Cents(1), payee="ann", reason="So.")
    who = Actor(Post.SHIFT_MANAGER, "max")
    assert house.casino.carry_out(Request("x", table_stream(TABLE), given, who)).refusal is None
    problem = audit(house.casino.journal).problem
    assert problem is not None
    assert problem.what == "money decided has a second person"


def test_and_money_for_staff(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "no_player", lambda *_: None)
    max_, sam = house.person(Role.SHIFT_MANAGER), house.person(Role.PIT_SUPERVISOR)
    waits = decided(max_, payee="max")[2]
    assert sam.post(f"/api/approvals/{waits['digest']}").status_code == 200
    problem = audit(house.casino.journal).problem
    assert problem is not None
    assert (problem.what, problem.found) == ("for whom staff bet", "max, shift-manager")


def by_whom(house: House, name: str) -> tuple[int, str]:
    """Another round at the table, in which a supervisor has dealt; then money on account of the
    first round or of that one, and what he is told who approves it.
    """
    max_, sam = house.person(Role.SHIFT_MANAGER), house.person(Role.PIT_SUPERVISOR)
    evening = Evening(house, TABLE)
    evening.dealer = sam
    evening.begin()
    evening.play()
    waits = decided(max_, payee="ann", round=name)[2]
    answer = sam.post(f"/api/approvals/{waits['digest']}")
    return answer.status_code, answer.json().get("code", "")


def test_whoever_acted_in_a_round_approves_no_money_when_it_is_over(house: House) -> None:
    assert by_whom(house, f"{TABLE}-2") == (409, "acted-in-round")
    max_, kim = house.person(Role.SHIFT_MANAGER), house.person(Role.PIT_SUPERVISOR, "kim")
    waits = decided(max_, payee="ann", round=f"{TABLE}-2")[2]
    assert kim.post(f"/api/approvals/{waits['digest']}").status_code == 200
    assert audit(house.casino.journal).problem is None


def test_of_other_rounds_he_does(house: House) -> None:
    assert by_whom(house, f"{TABLE}-1") == (200, "")
    assert audit(house.casino.journal).problem is None


def test_the_audit_finds_who_has_approved_it_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts, "_part_in_past", lambda *_: None)
    assert by_whom(house, f"{TABLE}-2") == (200, "")
    problem = audit(house.casino.journal).problem
    assert problem is not None
    assert (problem.what, problem.found) == ("who approves money", "sam")


def test_what_somebody_asked_for_is_not_done_when_he_has_another_post(house: House) -> None:
    max_, sam = house.person(Role.SHIFT_MANAGER), house.person(Role.PIT_SUPERVISOR)
    waits = decided(max_, payee="ann")[2]
    house.person(Role.ADMINISTRATOR).post("/api/people/max/disable")
    told = sam.post(f"/api/approvals/{waits['digest']}")
    assert code(told) == (409, "approval-changed")
    assert "another post" in told.json()["detail"]


def test_whoever_acted_in_a_round_does_not_say_which_claim_is_paid_first(house: House) -> None:
    """The first takes the whole of it."""
    evening = Evening(house, "Classic", seed=2)
    evening.cards = {place: [*cards] for place, cards in ROYAL.items()}
    evening.begin(progressive="5.00")
    laid = {"box": 5, "bet": "ante", "amount": "10.00", "player": "bob"}
    evening.manager.done("Classic", "place-bet", **laid)
    evening.play(until="deciding")
    evening.players["ann"].done("Classic", "raise", box=1, amount="20.00")
    while not link(evening.manager)["claims"]:
        assert evening.step()
    max_, una = managers(house)
    order: dict[str, Any] = {"tables": ["Classic"], "reason": "As I saw it."}
    assert told(max_.on_link("Millions", "order-claims", **order)) == (409, "acted-in-round")
    assert una.on_link("Millions", "order-claims", **order).status_code == 200
