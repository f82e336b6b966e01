"""Signing in by a directory: a real provider in a process of its own, honest and otherwise."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from httpx import Response
from msgspec.structs import replace

from pitboss.people.appointments import HouseRules
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Post
from pitboss.web.auth.directory import Directory, DirectoryUse
from tests.web.apps import App, enrolled
from tests.web.provider import CLIENT, SECRET, Provider
from tests.web.service import CONTROLS, PASSWORD, Browser, Clock, House

KEY = bytes(range(32))
ROLES = {
    "dealers": Role.DEALER,
    "supervisors": Role.PIT_SUPERVISOR,
    "managers": Role.SHIFT_MANAGER,
    "keepers": Role.ADMINISTRATOR,
}


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as started:
        yield started


@pytest.fixture
def house(tmp_path: Path, provider: Provider) -> Iterator[House]:
    with opened(tmp_path, provider, HouseRules(appointments=True)) as house:
        house.person(Role.ADMINISTRATOR)
        yield house


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory, provider: Provider) -> Iterator[House]:
    """For attacks that leave nothing behind."""
    path = tmp_path_factory.mktemp("besieged")
    with opened(path, provider, HouseRules(appointments=True)) as house:
        house.person(Role.ADMINISTRATOR)
        yield house


@pytest.fixture(autouse=True)
def honest(provider: Provider) -> None:
    provider.lies()
    provider.user(sub="s-1", preferred_username="drew", groups=["dealers"])


def opened(path: Path, provider: Provider, rules: HouseRules, **more: Any) -> House:
    house = House(path / "p.db", clock=Clock(), controls=replace(CONTROLS, people=rules), key=KEY)
    use = DirectoryUse(issuer=provider.issuer, client_id=CLIENT, secret=SECRET, roles=ROLES, **more)
    house.service.directory = Directory(use, KEY, house.service.clock_ms)
    return house


def told(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


def begun(house: House) -> tuple[Browser, dict[str, str]]:
    browser = house.nobody()
    answer = browser.post("/api/sign-in/directory/start")
    assert answer.status_code == 200, answer.text
    return browser, answer.json()


def sign_in(house: House, provider: Provider, **change: str) -> tuple[Browser, Response]:
    """Out to the directory and back, with something changed on the way."""
    browser, start = begun(house)
    answer = {**provider.authorise(start["address"]), "flow": start["flow"]} | change
    found = browser.post("/api/sign-in/directory", answer)
    if found.status_code == 200:
        browser.learn()
    return browser, found


# ── who comes in ──────────────────────────────────────────────────────────────────────────────────


def test_a_stranger_comes_in_with_the_role_that_the_groups_give(
    house: House, provider: Provider
) -> None:
    drew, answer = sign_in(house, provider)
    me = answer.json()
    assert (me["name"], me["role"], me["directory"]) == ("drew", "dealer", True)
    assert drew.get("/api/floor").status_code == 200
    person = house.casino.people().persons["drew"]
    assert person.password is None
    assert person.identity is not None
    assert (person.identity.issuer, person.identity.subject) == (provider.issuer, "s-1")


def test_the_question_has_pkce_state_and_nonce_and_no_secret(house: House) -> None:
    _, start = begun(house)
    asked = {name: one[0] for name, one in parse_qs(urlsplit(start["address"]).query).items()}
    assert asked["code_challenge_method"] == "S256"
    assert len(asked["state"]) >= 43
    assert len(asked["nonce"]) >= 43
    assert asked["redirect_uri"] == "http://testserver/sign-in"
    assert SECRET not in start["address"] + start["flow"]


def test_groups_are_looked_at_in_every_sign_in(house: House, provider: Provider) -> None:
    sign_in(house, provider)
    provider.user(sub="s-1", preferred_username="drew", groups=["supervisors", "dealers"])
    assert sign_in(house, provider)[1].json()["role"] == "pit-supervisor"
    provider.user(sub="s-1", preferred_username="drew", groups=["dealers"])
    before, _ = sign_in(house, provider)
    assert before.json("/api/me")["role"] == "dealer"
    provider.user(sub="s-1", preferred_username="drew", groups=["gardeners"])
    assert told(sign_in(house, provider)[1]) == (403, "no-role")


def test_an_account_is_known_by_its_subject_whatever_it_is_called(
    house: House, provider: Provider
) -> None:
    sign_in(house, provider)
    provider.user(sub="s-1", preferred_username="Andrew", groups=["dealers"])
    assert sign_in(house, provider)[1].json()["name"] == "drew"


@pytest.mark.parametrize("name", ["max", "MAX", "m\u0430x", "root", "pitboss", "a/b", "program/x"])
def test_nobody_takes_over_an_account_by_its_name(
    house: House, provider: Provider, name: str
) -> None:
    """Another subject of the same name, or of one that reads like it, is somebody else."""
    house.service.guard.add(SYSTEM_NAME, "max", Role.SHIFT_MANAGER, PASSWORD)
    provider.user(sub="s-9", preferred_username=name, email="max@house.example", groups=["dealers"])
    browser, answer = sign_in(house, provider)
    assert answer.status_code in (409, 422)
    assert answer.json()["code"] in ("name-taken", "bad-name")
    assert browser.json("/api/me")["name"] is None
    assert house.casino.people().persons["max"].identity is None


def test_whoever_is_disabled_here_stays_out(house: House, provider: Provider) -> None:
    sign_in(house, provider)
    assert house.person(Role.ADMINISTRATOR).post("/api/people/drew/disable").status_code == 200
    assert told(sign_in(house, provider)[1]) == (403, "account-disabled")


# ── high posts ────────────────────────────────────────────────────────────────────────────────────


def test_the_directory_alone_makes_nobody_a_manager_or_an_administrator(
    house: House, provider: Provider
) -> None:
    provider.user(sub="s-2", preferred_username="mia", groups=["managers"])
    assert sign_in(house, provider)[1].json()["role"] == "pit-supervisor"
    root, ida = house.person(Role.ADMINISTRATOR), house.person(Role.ADMINISTRATOR, "ida")
    waits = root.post("/api/people/mia/role", {"role": "shift-manager"}).json()["waits"]
    assert ida.post(f"/api/deeds/{waits}/approve").status_code == 200
    assert sign_in(house, provider)[1].json()["role"] == "shift-manager", "both agree"
    provider.user(sub="s-2", preferred_username="mia", groups=["dealers"])
    assert sign_in(house, provider)[1].json()["role"] == "dealer", "what it takes is taken at once"
    provider.user(sub="s-3", preferred_username="eve", groups=["keepers"])
    assert told(sign_in(house, provider)[1]) == (403, "no-role")


def test_where_the_house_trusts_it_the_directory_gives_high_posts(
    tmp_path: Path, provider: Provider
) -> None:
    rules = HouseRules(appointments=True, directory_high=True)
    with opened(tmp_path, provider, rules) as house:
        house.person(Role.ADMINISTRATOR)
        provider.user(sub="s-2", preferred_username="mia", groups=["managers"])
        assert sign_in(house, provider)[1].json()["role"] == "shift-manager"


# ── second factors and passwords ──────────────────────────────────────────────────────────────────


def test_a_second_factor_that_is_kept_here_is_asked_for(tmp_path: Path, provider: Provider) -> None:
    provider.user(sub="s-4", preferred_username="sue", groups=["supervisors"])
    rules = HouseRules(appointments=True, second_from=Post.PIT_SUPERVISOR)
    with opened(tmp_path, provider, rules) as house:
        house.person(Role.ADMINISTRATOR)
        sue, answer = sign_in(house, provider)
        assert answer.json()["enrolment_needed"] is True
        assert told(sue.get("/api/floor")) == (403, "enrolment-needed")
        clock = house.service.clock_ms
        assert isinstance(clock, Clock)
        app, _ = enrolled(sue, clock)
        assert isinstance(app, App)
        thief, answer = sign_in(house, provider)
        assert answer.json()["second_factor_needed"] is True
        for path in ("/api/floor", "/api/factors"):
            assert told(thief.get(path)) == (403, "second-factor-needed")
        assert told(thief.post("/api/factors/totp", {})) == (403, "second-factor-needed")
        assert thief.post("/api/step-up", {"code": app.next()}).status_code == 200
        assert thief.get("/api/floor").status_code == 200


def test_where_the_directory_asks_for_one_none_is_asked_for_here(
    tmp_path: Path, provider: Provider
) -> None:
    provider.user(sub="s-4", preferred_username="sue", groups=["supervisors"])
    rules = HouseRules(appointments=True, second_from=Post.PIT_SUPERVISOR)
    with opened(tmp_path, provider, rules, second_factor=True) as house:
        sue, answer = sign_in(house, provider)
        assert answer.json()["enrolment_needed"] is False
        assert sue.get("/api/floor").status_code == 200
        provider.lies(claims={"amr": ["pwd", "otp"]})
        assert sign_in(house, provider)[1].json()["enrolment_needed"] is False
        provider.lies(claims={"amr": ["pwd"]})
        assert sign_in(house, provider)[1].json()["enrolment_needed"], "it says that it did not"


@pytest.fixture
def sue(tmp_path: Path, provider: Provider) -> Iterator[tuple[House, Browser]]:
    """A supervisor whose second factor is the directory's, and has been proved long ago."""
    provider.user(sub="s-4", preferred_username="sue", groups=["supervisors"])
    rules = HouseRules(second_from=Post.PIT_SUPERVISOR, step_up_ms=15 * 60_000)
    with opened(tmp_path, provider, rules, second_factor=True) as house:
        sue, _ = sign_in(house, provider)
        assert (verified(sue)[0], sue.json("/api/factors")["directory"]) == (409, True)
        clock = house.service.clock_ms
        assert isinstance(clock, Clock)
        clock.pass_by(minutes=16)
        assert verified(sue) == (403, "step-up-needed")
        yield house, sue


def verified(browser: Browser) -> tuple[int, str]:
    """What is said to a word on a claim: there is none, so nobody's word is taken."""
    return told(browser.on_link("Millions", "verify-claim", claim="T-1/1"))


def again(browser: Browser, provider: Provider, **change: str) -> Response:
    """Out to the directory once more and back, in a session that goes on."""
    start = browser.post("/api/step-up/directory/start").json()
    answer = {**provider.authorise(start["address"]), "flow": start["flow"]} | change
    return browser.post("/api/step-up/directory", answer)


def test_a_second_factor_of_the_directory_is_proved_again_there(
    sue: tuple[House, Browser], provider: Provider
) -> None:
    _, browser = sue
    assert again(browser, provider).status_code == 200
    assert verified(browser) == (409, "no-such-claim")


NOT_AGAIN: dict[str, dict[str, Any]] = {
    "somebody who was signed in there already": {"auth_time": int(time.time()) - 60},
    "nobody says when": {"auth_time": None},
    "not a time": {"auth_time": True},
    "somebody else": {"sub": "s-9", "preferred_username": "sue"},
    "a password alone": {"amr": ["pwd"]},
}


@pytest.mark.parametrize("lie", NOT_AGAIN)
def test_a_session_left_open_is_not_proved_by_what_the_directory_knows_already(
    sue: tuple[House, Browser], provider: Provider, lie: str
) -> None:
    _, browser = sue
    provider.lies(claims=NOT_AGAIN[lie])
    assert again(browser, provider).status_code in (403, 409)
    assert verified(browser) == (403, "step-up-needed")


def test_an_answer_to_a_sign_in_proves_nothing_again_nor_the_other_way_round(
    sue: tuple[House, Browser], provider: Provider
) -> None:
    house, browser = sue
    stranger, start = begun(house)
    answer = {**provider.authorise(start["address"]), "flow": start["flow"]}
    assert told(browser.post("/api/step-up/directory", answer)) == (403, "directory-refused")
    start = browser.post("/api/step-up/directory/start").json()
    answer = {**provider.authorise(start["address"]), "flow": start["flow"]}
    assert told(stranger.post("/api/sign-in/directory", answer)) == (403, "directory-refused")
    other, _ = sign_in(house, provider)
    assert told(other.post("/api/step-up/directory", answer)) == (403, "directory-refused")
    assert verified(browser) == (403, "step-up-needed")


def test_whoever_has_a_second_factor_here_proves_that_one(
    sue: tuple[House, Browser], provider: Provider
) -> None:
    house, browser = sue
    assert again(browser, provider).status_code == 200
    clock = house.service.clock_ms
    assert isinstance(clock, Clock)
    enrolled(browser, clock)
    answer = browser.post("/api/step-up/directory/start")
    assert told(answer) == (409, "no-second-factor")


def test_where_passwords_are_off_administrators_alone_have_one(
    tmp_path: Path, provider: Provider
) -> None:
    with opened(tmp_path, provider, HouseRules(), passwords=False) as house:
        for name, role in (("root", Role.ADMINISTRATOR), ("dana", Role.DEALER)):
            house.service.guard.add(SYSTEM_NAME, name, role, PASSWORD)
        assert house.nobody().json("/api/me")["passwords"] is False
        dana = house.nobody()
        assert told(dana.sign_in("dana")) == (403, "passwords-off")
        assert dana.learn()["name"] is None
        assert house.nobody().sign_in("root").status_code == 200


def test_signing_out_here_leads_to_signing_out_there(house: House, provider: Provider) -> None:
    drew, _ = sign_in(house, provider)
    there = drew.post("/api/sign-out").json()["sign_out_at"]
    assert there.startswith(f"{provider.issuer}/end?client_id=pitboss")
    root = house.person(Role.ADMINISTRATOR)
    assert "sign_out_at" not in root.post("/api/sign-out").json()


# ── attacks ───────────────────────────────────────────────────────────────────────────────────────

NOW = int(time.time())
LIES: dict[str, dict[str, Any]] = {
    "wrong nonce": {"claims": {"nonce": "another"}},
    "no nonce": {"claims": {"nonce": None}},
    "wrong audience": {"claims": {"aud": "another-client"}},
    "several audiences and no azp": {"claims": {"aud": [CLIENT, "another-client"]}},
    "authorised for another": {"claims": {"azp": "another-client"}},
    "wrong issuer": {"claims": {"iss": "https://evil.example"}},
    "expired": {"claims": {"exp": NOW - 3_600}},
    "no end": {"claims": {"exp": None}},
    "no subject": {"claims": {"sub": None}},
    "from the future": {"claims": {"nbf": NOW + 3_600}},
    "alg none": {"sign": "none"},
    "signed by another key": {"sign": "other-key"},
    "a key that is not named": {"sign": "other-key", "kid": "k2"},
    "the public key as a secret": {"sign": "public-key-as-secret"},
    "no name": {"claims": {"preferred_username": None}},
}


@pytest.mark.parametrize("lie", LIES)
def test_an_id_token_that_is_not_quite_right_signs_nobody_in(
    besieged: House, provider: Provider, lie: str
) -> None:
    provider.lies(**LIES[lie])
    browser, answer = sign_in(besieged, provider)
    assert told(answer) == (403, "directory-refused"), answer.text
    assert browser.json("/api/me")["name"] is None
    assert "drew" not in besieged.casino.people().persons
    figures = besieged.nobody().get("/metrics").text
    assert 'pitboss_sign_ins_total{outcome="directory-refused"} 0.0' not in figures


@pytest.mark.parametrize(
    "change",
    [
        {"state": "another"},
        {"state": ""},
        {"flow": ""},
        {"flow": "e30.00"},
        {"iss": "https://evil.example"},
        {"iss": ""},
        {"code": "guessed"},
    ],
)
def test_an_answer_to_something_else_signs_nobody_in(
    besieged: House, provider: Provider, change: dict[str, str]
) -> None:
    """A wrong state, somebody else's flow, another directory's answer (mix-up), a guessed code."""
    assert told(sign_in(besieged, provider, **change)[1]) == (403, "directory-refused")


def test_a_code_and_a_flow_are_good_once(house: House, provider: Provider) -> None:
    browser, start = begun(house)
    answer = {**provider.authorise(start["address"]), "flow": start["flow"]}
    assert browser.post("/api/sign-in/directory", answer).status_code == 200
    assert told(house.nobody().post("/api/sign-in/directory", answer)) == (403, "directory-refused")
    _, other = begun(house)
    stolen = answer | {"flow": other["flow"], "state": _state(other)}
    assert told(house.nobody().post("/api/sign-in/directory", stolen)) == (403, "directory-refused")


def _state(start: dict[str, str]) -> str:
    return parse_qs(urlsplit(start["address"]).query)["state"][0]


def test_a_sign_in_that_was_begun_too_long_ago_is_over(house: House, provider: Provider) -> None:
    browser, start = begun(house)
    answer = {**provider.authorise(start["address"]), "flow": start["flow"]}
    clock = house.service.clock_ms
    assert isinstance(clock, Clock)
    clock.pass_by(minutes=11)
    assert told(browser.post("/api/sign-in/directory", answer)) == (403, "directory-refused")


@pytest.mark.parametrize(
    "metadata",
    [
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://evil.example/token"},
        {"jwks_uri": 7},
    ],
)
def test_a_document_of_somebody_else_is_not_believed(
    house: House, provider: Provider, metadata: dict[str, Any]
) -> None:
    provider.lies(metadata=metadata)
    assert told(house.nobody().post("/api/sign-in/directory/start")) == (503, "directory-away")


def test_requests_go_to_the_issuer_alone_and_follow_nothing(
    house: House, provider: Provider
) -> None:
    sign_in(house, provider)
    provider.lies(redirect=True)
    assert told(sign_in(house, provider)[1]) == (503, "directory-away")
    assert "/elsewhere" not in provider.asked()


def test_a_house_without_a_directory_says_so(open_house: House) -> None:
    nobody = open_house.nobody()
    assert nobody.json("/api/me")["directory"] is False
    assert told(nobody.post("/api/sign-in/directory/start")) == (404, "no-directory")


def test_a_directory_that_is_away_is_no_fault_of_the_server(tmp_path: Path) -> None:
    with House(tmp_path / "p.db") as house:
        use = DirectoryUse(issuer="http://127.0.0.1:9", client_id=CLIENT)
        house.service.directory = Directory(use, KEY, house.service.clock_ms)
        for _ in range(2):
            answer = house.nobody().post("/api/sign-in/directory/start")
            assert told(answer) == (503, "directory-away")


def test_a_directory_that_is_away_is_not_asked_as_often_as_somebody_likes(
    house: House, provider: Provider
) -> None:
    provider.lies(metadata={"issuer": "https://evil.example"})
    before = len(provider.asked())
    for _ in range(5):
        house.nobody().post("/api/sign-in/directory/start")
    assert len(provider.asked()) == before + 1
