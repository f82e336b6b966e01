"""A second person over the API: by a PIN where somebody else is signed in, or by a click."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from pitboss.casino.approvals import ApprovalAsked, ApprovalKind, written_command
from pitboss.kernel.cards import parse_cards
from pitboss.people.roles import Role
from pitboss.people.state import PIN_TRIES
from pitboss.rulebook.authority import Actor, Post
from pitboss.table import commands as tc
from pitboss.web.views.approvals import WaitingApproval, waiting_view
from tests.web.answers import code
from tests.web.evening import Evening
from tests.web.service import Browser, Clock, House

PIN = "280461"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with House(tmp_path / "pitboss.db", clock=clock) as house:
        yield house


def supervisor(house: House, name: str = "sam", pin: str = PIN) -> Browser:
    """A supervisor who has chosen a PIN."""
    browser = house.person(Role.PIT_SUPERVISOR, name)
    answer = browser.post("/api/pin", {"password": "", "pin": pin})
    assert answer.status_code == 200, answer.text
    return browser


def void(house: House) -> tuple[Browser, dict[str, Any]]:
    """A dealer who wants a round to be void, and what waits."""
    evening = Evening(house, "Classic")
    evening.begin()
    evening.play(until="deciding")
    answer = evening.dealer.do("Classic", "report", incident="foreign-card")
    assert code(answer) == (409, "approval-needed"), answer.text
    waits: dict[str, Any] = answer.json()["approval"]
    return evening.dealer, waits


def approve(browser: Browser, waits: dict[str, Any], **body: str) -> Response:
    return browser.post(f"/api/approvals/{waits['digest']}", body)


def test_at_the_console_a_supervisor_approves_with_his_pin_and_the_dealer_stays(
    house: House,
) -> None:
    supervisor(house)
    dana, waits = void(house)
    assert (waits["post"], waits["by"], waits["table"]) == ("pit-supervisor", "dana", "Classic")
    answer = approve(dana, waits, name="sam", pin=PIN)
    assert answer.status_code == 200, answer.text
    assert answer.json()["by"] == "sam"
    assert answer.json()["events"][0] == "approval-given/1"
    assert dana.json("/api/tables/Classic")["round"]["phase"] == "void"
    assert dana.learn()["name"] == "dana"
    found = dana.json("/api/approvals")
    assert (found["approvals"], found["decided"][waits["digest"]]) == ([], True)


def test_at_the_desk_it_is_a_click(house: House) -> None:
    dana, waits = void(house)
    sam = house.person(Role.PIT_SUPERVISOR)
    house.settle_down()
    assert sam.json("/api/approvals")["approvals"] == [waits]
    assert sam.json("/api/floor")["approvals"] == [waits]
    assert house.person(Role.PLAYER).json("/api/floor")["approvals"] == []
    assert approve(sam, waits).status_code == 200
    assert dana.json("/api/tables/Classic")["round"]["phase"] == "void"


def test_a_dealer_does_not_approve_what_he_asked_for_whatever_he_sends(house: House) -> None:
    dana, waits = void(house)
    assert code(approve(dana, waits)) == (409, "own-deed")
    other = house.person(Role.DEALER, "drew")
    assert code(approve(other, waits)) == (409, "post-too-low")


def test_a_wrong_pin_is_counted_and_locks(house: House, clock: Clock) -> None:
    supervisor(house)
    dana, waits = void(house)
    for _ in range(PIN_TRIES):
        assert code(approve(dana, waits, name="sam", pin="000000")) == (403, "wrong-name-or-pin")
    assert code(approve(dana, waits, name="sam", pin=PIN)) == (429, "too-many-tries")
    clock.pass_by(minutes=1)
    assert code(approve(dana, waits, name="sam", pin=PIN)) == (403, "pin-locked")
    figures = house.nobody().get("/metrics").text
    assert 'pitboss_wrong_pins_total{outcome="wrong"} 5.0' in figures
    assert 'pitboss_wrong_pins_total{outcome="locked"} 1.0' in figures
    kinds = [record.kind for record in house.casino.journal.read("people")]
    assert kinds.count("pin-refused/1") == PIN_TRIES


def test_nobody_learns_who_has_a_pin(house: House) -> None:
    supervisor(house)
    dana, waits = void(house)
    house.person(Role.PIT_SUPERVISOR, "sue")
    answers = [approve(dana, waits, name=name, pin="111213").json() for name in ("sam", "sue", "x")]
    assert answers[0] == answers[1] == answers[2]


def test_an_approval_sent_again_gets_the_same_answer(house: House) -> None:
    dana, waits = void(house)
    sam = house.person(Role.PIT_SUPERVISOR)
    first, again = approve(sam, waits), approve(sam, waits)
    assert again.json() == first.json()
    assert again.headers["Idempotent-Replay"] == "true"
    sue = house.person(Role.PIT_SUPERVISOR, "sue")
    assert code(approve(sue, waits)) == (409, "not-waiting")
    assert code(approve(dana, {"digest": "0" * 32})) == (409, "not-waiting")


def test_after_a_minute_nobody_waits(house: House, clock: Clock) -> None:
    _, waits = void(house)
    sam = house.person(Role.PIT_SUPERVISOR)
    clock.pass_by(minutes=1.01)
    assert sam.json("/api/approvals")["approvals"] == []
    assert code(approve(sam, waits)) == (409, "not-waiting")


def test_it_is_dropped_by_whoever_asked_or_might_approve_and_by_nobody_else(house: House) -> None:
    dana, waits = void(house)
    drew, sam = house.person(Role.DEALER, "drew"), house.person(Role.PIT_SUPERVISOR)
    path = f"/api/approvals/{waits['digest']}/drop"
    assert code(drew.post(path)) == (403, "not-permitted")
    assert dana.post(path).json() == {"digest": waits["digest"], "dropped": True}
    assert sam.post(path).json() == {"digest": waits["digest"], "dropped": False}
    assert code(approve(sam, waits)) == (409, "not-waiting")
    assert dana.json("/api/approvals")["decided"][waits["digest"]] is False


def test_a_console_has_to_do_with_its_own_table_alone(house: House) -> None:
    supervisor(house)
    _, waits = void(house)
    console = house.device(Role.DEALER, "Console at Stud")
    assert console.json("/api/approvals")["approvals"] == []
    assert code(approve(console, waits, name="sam", pin=PIN)) == (403, "other-table")


def test_a_console_approves_nothing_by_itself(house: House) -> None:
    console = house.device(Role.DEALER, "Console at Stud")
    assert code(console.post("/api/approvals/" + "0" * 32)) == (422, "bad-field")
    assert code(console.post("/api/pin", {"password": "", "pin": PIN})) == (403, "not-permitted")


@pytest.mark.parametrize("pin", ["1234", "123456", "777777", "abcdef"])
def test_a_pin_is_not_what_everybody_would_try(house: House, pin: str) -> None:
    sam = house.person(Role.PIT_SUPERVISOR)
    assert code(sam.post("/api/pin", {"password": "", "pin": pin})) == (422, "bad-pin")


def test_a_pin_is_chosen_with_the_password(house: House) -> None:
    root = house.person(Role.ADMINISTRATOR)
    first, own = "a first word for her", "nobody else knows it"
    root.post("/api/people", {"name": "sue", "role": "pit-supervisor", "password": first})
    sue = house.nobody()
    sue.sign_in("sue", first)
    assert code(sue.post("/api/pin", {"password": first, "pin": PIN})) == (
        403,
        "password-change-needed",
    )
    sue.post("/api/password", {"old": first, "new": own})
    sue.learn()
    assert code(sue.post("/api/pin", {"password": first, "pin": PIN})) == (
        401,
        "wrong-name-or-password",
    )
    answer = sue.post("/api/pin", {"password": own, "pin": PIN}, Idempotency_Key="pin")
    again = sue.post("/api/pin", {"password": own, "pin": PIN}, Idempotency_Key="pin")
    other = sue.post("/api/pin", {"password": own, "pin": "135792"}, Idempotency_Key="pin")
    assert (answer.status_code, again.headers["Idempotent-Replay"]) == (200, "true")
    assert code(other) == (409, "other-command")
    dana, waits = void(house)
    assert approve(dana, waits, name="sue", pin=PIN).status_code == 200


def test_somebody_who_acts_at_no_table_approves_nothing(house: House) -> None:
    ada = house.person(Role.AUDITOR)
    house.service.guard.set_pin("ada", PIN)
    dana, waits = void(house)
    assert ada.learn()["role"] == "auditor"
    assert code(approve(dana, waits, name="ada", pin=PIN)) == (403, "not-permitted")


def test_a_walk_in_is_admitted_by_a_supervisor_and_then_bet_for(house: House) -> None:
    dana, sam = house.person(Role.DEALER), house.person(Role.PIT_SUPERVISOR)
    dana.done("Stud", "open-betting")
    guest: dict[str, Any] = {"box": 1, "bet": "ante", "amount": "25.00", "player": "Mr Tan"}
    assert code(dana.do("Stud", "place-bet", **guest)) == (409, "approval-needed")
    assert code(dana.post("/api/tables/Stud/walk-ins", {"name": "Mr Tan"})) == (
        403,
        "not-permitted",
    )
    path = "/api/tables/Stud/walk-ins"
    assert sam.post(path, {"name": "Mr Tan"}).json() == {"name": "Mr Tan", "table": "Stud"}
    assert code(sam.post(path, {"name": "Dana"})) == (409, "name-taken")
    assert code(sam.post("/api/tables/None/walk-ins", {"name": "Li"})) == (404, "no-such-table")
    dana.done("Stud", "place-bet", **guest)


def test_new_rounds_wait_for_a_restart(house: House) -> None:
    dana, max_ = house.person(Role.DEALER), house.person(Role.SHIFT_MANAGER)
    dana.done("Stud", "open-betting")
    house.settle_down()
    assert code(dana.post("/api/drain", {"on": True})) == (403, "not-permitted")
    assert max_.post("/api/drain", {"on": True}).json() == {"draining": True, "rounds": 1}
    assert code(dana.do("Classic", "open-betting")) == (409, "draining")
    assert dana.json("/api/floor")["draining"] is True
    assert house.nobody().json("/readyz")["draining"] is True
    dana.done("Stud", "conclude")
    assert code(dana.do("Stud", "open-betting")) == (409, "draining")
    house.settle_down()
    assert code(max_.post("/api/drain", {"on": "no"})) == (422, "bad-field")
    assert max_.post("/api/drain", {"on": False}).json() == {"draining": False, "rounds": 0}
    dana.done("Stud", "open-betting")


def test_whoever_approves_reads_what_is_approved_line_by_line(house: House) -> None:
    max_ = house.person(Role.SHIFT_MANAGER)
    parameters = {"reset": "100000.00", "rate-bp": 1250, "cap": "250000.00", "verifiers": 2}
    answer = max_.on_link("Grand", "open-link", operator="RWS", parameters=parameters)
    assert code(answer) == (409, "approval-needed"), answer.text
    waits = answer.json()["approval"]
    assert waits["why"] == (
        "A new jackpot for the tables of RWS is to start at 100000.00, which the house pays."
    )
    assert [(one["what"], one["value"]) for one in waits["parameters"]] == [
        ("What", "Open a jackpot"),
        ("Jackpot", "Grand"),
        ("Operator", "RWS"),
        ("Starts at", "100,000.00"),
        ("Contribution", "12.50% of each progressive bet"),
        ("Reserve", "0.00% of each progressive bet"),
        ("Stops growing at", "250,000.00"),
        ("People who verify a claim", "2"),
    ]


def _waits(command: tc.AnyCommand) -> WaitingApproval:
    asked = ApprovalAsked(
        digest="cd",
        at_ms=0,
        id="dana:1",
        target="table/T1",
        round="T1-1",
        command=written_command(command),
        by=Actor(Post.DEALER, "dana"),
        kind=ApprovalKind.STAKE,
        least=Post.PIT_SUPERVISOR,
        why="",
    )
    return waiting_view(asked)


def test_whoever_approves_a_correction_sees_open_cards_and_no_others() -> None:
    cards = parse_cards("As Kd")
    dealt = _waits(tc.Correct(entry=4, should_be=tc.Deal(cards, to="1"), reason="Mistyped."))
    assert [(one.what, one.value) for one in dealt.parameters[3:]] == [
        ("Entry", "4"),
        ("Becomes", "Deal"),
        ("Cards", "2 cards, not to be seen by everybody"),
        ("To", "1"),
        ("Reason", "Mistyped."),
    ]
    assert dealt.command["should-be"]["cards"] == ["??", "??"]
    turned = _waits(tc.Correct(entry=9, should_be=tc.ShowHand(cards=cards, box=1), reason="No."))
    assert ("Cards", "As Kd") in [(one.what, one.value) for one in turned.parameters]
    report = tc.Report(
        incident="wrong-count",
        facts={"can_reconstruct": True, "count": 2},
        boxes=(1, 2),
        hands={"1": cards},
    )
    said = {one.what: one.value for one in _waits(report).parameters}
    assert said["What"] == "Report an irregularity"
    assert (said["Can reconstruct"], said["Count"], said["Boxes"]) == ("yes", "2", "1, 2")
    assert said["Box 1"] == "2 cards, not to be seen by everybody"
