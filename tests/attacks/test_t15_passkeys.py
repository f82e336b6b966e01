"""T15: passkeys. One that was copied, used at another site, for another purpose, twice, too late or
by somebody else proves nothing.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from msgspec.structs import replace

from pitboss.people.appointments import HouseRules
from pitboss.people.events import PEOPLE_STREAM, SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Post
from tests.web.answers import code
from tests.web.authenticators import Authenticator, Credential
from tests.web.service import CONTROLS, PASSWORD, Browser, Clock, House

KEY = bytes(range(32))
RULES = HouseRules(second_from=Post.PIT_SUPERVISOR, step_up_ms=15 * 60_000)
WRONG = (403, "wrong-passkey")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    controls = replace(CONTROLS, people=RULES)
    with House(tmp_path / "p.db", clock=clock, controls=controls, key=KEY) as house:
        for name, role in (
            ("sam", Role.PIT_SUPERVISOR),
            ("sue", Role.PIT_SUPERVISOR),
            ("ada", Role.AUDITOR),
            ("dana", Role.DEALER),
        ):
            house.service.guard.add(SYSTEM_NAME, name, role, PASSWORD)
        yield house


def options(browser: Browser, purpose: str) -> Any:
    return browser.post("/api/passkey-options", {"purpose": purpose}).json()["options"]


def making(browser: Browser) -> Any:
    made = browser.post("/api/factors/passkeys/options", {"password": PASSWORD})
    assert made.status_code == 200, made.text
    return made.json()["options"]


def keep(browser: Browser, credential: Credential, label: str = "Token") -> Response:
    return browser.post("/api/factors/passkeys", {"label": label, "passkey": credential})


def with_passkey(house: House, name: str) -> tuple[Browser, Authenticator]:
    browser, token = house.nobody(), Authenticator()
    assert browser.sign_in(name).status_code == 200
    assert keep(browser, token.make(making(browser))).status_code == 200
    browser.learn()
    return browser, token


def enter(browser: Browser, credential: Credential) -> Response:
    answer = browser.post("/api/sign-in/passkey", {"passkey": credential})
    if answer.status_code == 200:
        browser.learn()
    return answer


def test_a_passkey_lets_its_owner_in_and_the_password_alone_does_not(house: House) -> None:
    sam, token = with_passkey(house, "sam")
    assert sam.learn()["enrolment_needed"] is False
    assert sam.json("/api/factors")["passkeys"] == [{"id": token.id, "label": "Token"}]
    browser = house.nobody()
    assert code(browser.sign_in("sam")) == (403, "second-factor-needed")
    assert enter(browser, token.answer(options(browser, "sign-in"))).json()["name"] == "sam"
    assert browser.get("/api/floor").status_code == 200


def test_what_it_has_signed_is_good_once(house: House) -> None:
    _, token = with_passkey(house, "sam")
    browser = house.nobody()
    signed = token.answer(options(browser, "sign-in"))
    assert enter(browser, signed).status_code == 200
    assert code(enter(house.nobody(), signed)) == WRONG


def test_and_not_for_long(house: House, clock: Clock) -> None:
    _, token = with_passkey(house, "sam")
    signed = token.answer(options(house.nobody(), "sign-in"))
    clock.pass_by(minutes=5)
    assert code(enter(house.nobody(), signed)) == WRONG


def test_a_copy_that_counts_back_is_refused(house: House) -> None:
    _, token = with_passkey(house, "sam")
    token.count = 7
    browser = house.nobody()
    assert enter(browser, token.answer(options(browser, "sign-in"))).status_code == 200
    token.count = 5
    assert code(enter(house.nobody(), token.answer(options(browser, "sign-in")))) == WRONG


@pytest.mark.parametrize(
    "how",
    [
        {"origin": "https://pitboss.evil.example"},
        {"origin": "http://testserver:8000"},
        {"site": "evil.example"},
        {"verified": False},
    ],
)
def test_what_was_signed_elsewhere_or_by_nobody_in_particular_is_refused(
    house: House, how: dict[str, Any]
) -> None:
    _, token = with_passkey(house, "sam")
    browser = house.nobody()
    assert code(enter(browser, token.answer(options(browser, "sign-in"), **how))) == WRONG
    dana = house.nobody()
    dana.sign_in("dana")
    assert code(keep(dana, Authenticator().make(making(dana), **how))) == WRONG


def test_a_passkey_of_another_name_of_the_server_is_not_taken(house: House) -> None:
    """A proxy of the attacker's that passes everything on, with its own name."""
    _, token = with_passkey(house, "sam")
    house.service.address = "https://evil.example"
    browser = house.nobody()
    signed = token.answer(
        options(browser, "sign-in"), origin="https://evil.example", site="evil.example"
    )
    assert code(enter(browser, signed)) == WRONG


def test_what_was_signed_for_one_purpose_is_good_for_no_other(house: House) -> None:
    sam, token = with_passkey(house, "sam")
    browser = house.nobody()
    for purpose in ("ab" * 32, "step-up"):
        signed = token.answer(options(sam, purpose))
        assert code(enter(browser, signed)) == WRONG, purpose
    signed = token.answer(options(sam, "sign-in"))
    assert code(sam.post("/api/step-up", {"passkey": signed})) == WRONG
    other, _ = with_passkey(house, "sue")
    signed = token.answer(options(sam, "step-up"))
    assert code(other.post("/api/step-up", {"passkey": signed})) == WRONG, "of another session"
    signed = token.answer(options(other, "step-up"))
    assert code(other.post("/api/step-up", {"passkey": signed})) == WRONG, "of another person"


def test_a_challenge_that_the_server_did_not_make_is_none(house: House) -> None:
    _, token = with_passkey(house, "sam")
    for challenge in ("", "AAAA", "A" * 64):
        signed = token.answer({"challenge": challenge})
        assert code(enter(house.nobody(), signed)) == WRONG


def test_a_signature_or_an_id_of_another_is_refused(house: House) -> None:
    _, sam = with_passkey(house, "sam")
    _, sue = with_passkey(house, "sue")
    browser = house.nobody()
    signed = sue.answer(options(browser, "sign-in"))
    assert code(enter(browser, {**signed, "id": sam.id, "rawId": sam.id})) == WRONG
    sue.handle = sam.handle
    assert code(enter(browser, sue.answer(options(browser, "sign-in")))) == WRONG
    stranger = Authenticator()
    assert code(enter(browser, stranger.answer(options(browser, "sign-in")))) == WRONG
    broken = sue.answer(options(browser, "sign-in"))
    broken["response"]["clientDataJSON"] = "!"
    assert code(enter(house.nobody("10.0.0.9"), broken)) == WRONG


def test_whoever_is_disabled_does_not_get_in_with_it(house: House) -> None:
    _, token = with_passkey(house, "sam")
    root = house.person(Role.ADMINISTRATOR)
    house.service.guard.rules = HouseRules()
    assert root.post("/api/people/sam/disable").status_code == 200
    assert code(enter(house.nobody(), token.answer(options(root, "sign-in")))) == WRONG


def test_nobody_adds_one_to_somebody_elses_account(house: House) -> None:
    sam, _ = with_passkey(house, "sam")
    dana = house.nobody()
    dana.sign_in("dana")
    assert code(dana.post("/api/factors/passkeys/options", {})) == (422, "bad-field")
    mine = Authenticator().make(making(dana))
    assert code(keep(sam, mine)) == WRONG, "it was made for dana, in her session"


def test_nor_in_a_session_that_was_left_open(house: House, clock: Clock) -> None:
    sam, token = with_passkey(house, "sam")
    clock.pass_by(minutes=6)
    answer = sam.post("/api/factors/passkeys/options", {"password": PASSWORD})
    assert code(answer) == (403, "step-up-needed")
    assert code(sam.post(f"/api/factors/passkeys/{token.id}/remove")) == (403, "step-up-needed")
    signed = token.answer(options(sam, "step-up"))
    assert sam.post("/api/step-up", {"passkey": signed}).status_code == 200
    assert keep(sam, Authenticator().make(making(sam)), "Second").status_code == 200
    assert sam.post(f"/api/factors/passkeys/{token.id}/remove").status_code == 200
    left = sam.json("/api/factors")["passkeys"][0]
    assert left["label"] == "Second"
    assert code(sam.post(f"/api/factors/passkeys/{left['id']}/remove")) == (409, "last-factor")


# ── approvals at the table ────────────────────────────────────────────────────────────────────────


def asked_for(dana: Browser, player: str = "Mr Tan") -> str:
    """A dealer's bet for a guest waits for a supervisor."""
    box = 1 + len(player) % 5
    answer = dana.do("Stud", "place-bet", box=box, bet="ante", amount="25.00", player=player)
    digest: str = answer.json()["approval"]["digest"]
    return digest


@pytest.fixture
def dana(house: House) -> Browser:
    browser = house.nobody()
    browser.sign_in("dana")
    browser.do("Stud", "open-betting")
    return browser


def approve(browser: Browser, digest: str, credential: Credential) -> Response:
    return browser.post(f"/api/approvals/{digest}", {"passkey": credential})


def test_a_supervisor_approves_at_the_dealers_console(house: House, dana: Browser) -> None:
    _, token = with_passkey(house, "sam")
    digest = asked_for(dana)
    answer = approve(dana, digest, token.answer(options(dana, digest)))
    assert answer.json()["by"] == "sam"
    assert dana.learn()["name"] == "dana"
    *_, given = [
        one.body for one in house.casino.journal.read("approvals") if one.kind == "approval-given/1"
    ]
    assert b'"how":"passkey"' in given
    kinds = [one.kind for one in house.casino.journal.read(PEOPLE_STREAM)]
    assert kinds[-2:] == ["second-factor-given/1", "walk-in-admitted/1"]


def test_an_approval_is_for_that_command_and_no_other(house: House, dana: Browser) -> None:
    _, token = with_passkey(house, "sam")
    first, second = asked_for(dana), asked_for(dana, "Mrs Lim")
    for purpose in (second, "sign-in", "step-up"):
        signed = token.answer(options(dana, purpose))
        assert code(approve(dana, first, signed)) == WRONG


def test_nobody_approves_what_he_asked_for_and_a_dealer_nothing(
    house: House, dana: Browser
) -> None:
    sam, token = with_passkey(house, "sam")
    own = asked_for(sam, "Mr Own")
    assert code(approve(sam, own, token.answer(options(sam, own)))) == (409, "own-deed")
    _, sue = with_passkey(house, "sue")
    assert approve(sam, own, sue.answer(options(sam, own))).status_code == 200
    other = house.nobody()
    house.service.guard.add(SYSTEM_NAME, "dora", Role.DEALER, PASSWORD)
    _, dealer = with_passkey(house, "dora")
    digest = asked_for(dana, "Mrs Lim")
    assert code(approve(dana, digest, dealer.answer(options(dana, digest)))) == (
        409,
        "post-too-low",
    )
    _, auditor = with_passkey(house, "ada")
    signed = auditor.answer(options(dana, digest))
    assert code(approve(dana, digest, signed)) == (403, "not-permitted")
    assert code(approve(other, digest, signed)) == (401, "sign-in-needed")


def test_wrong_passkeys_are_counted(house: House) -> None:
    browser = house.nobody()
    enter(browser, Authenticator().answer(options(browser, "sign-in")))
    said = browser.get("/metrics").text
    assert 'pitboss_sign_ins_total{outcome="wrong-passkey"} 1.0' in said
    assert 'pitboss_wrong_codes_total{outcome="wrong-passkey"} 1.0' in said
    assert code(browser.post("/api/passkey-options", {"purpose": "x"})) == (422, "bad-field")
