"""T15: a password alone is not enough. Whoever has stolen one, or a code, or the database, does not
get in with it, nor approve anything.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from httpx import Response
from msgspec.structs import replace

from pitboss.journal.address import open_journal
from pitboss.people.appointments import HouseRules
from pitboss.people.events import PEOPLE_STREAM, SYSTEM_NAME
from pitboss.people.factors import CODE_TRIES
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Post
from pitboss.web.auth.permissions import PERMISSIONS, TO_ENROL
from tests.web.answers import code
from tests.web.apps import App, enrolled
from tests.web.service import CONTROLS, PASSWORD, Browser, Clock, House
from tests.web.test_permissions import filled

KEY = bytes(range(32))
STEP_UP_MINUTES = 15
RULES = HouseRules(
    appointments=True, second_from=Post.PIT_SUPERVISOR, step_up_ms=STEP_UP_MINUTES * 60_000
)
NO_CODE, WRONG, LOCKED = (
    (403, "second-factor-needed"),
    (403, "wrong-code"),
    (403, "second-factor-locked"),
)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    """A house whose supervisors and above need a second factor."""
    controls = replace(CONTROLS, people=RULES)
    with House(tmp_path / "p.db", clock=clock, controls=controls, key=KEY) as house:
        for name, role in (
            ("sam", Role.PIT_SUPERVISOR),
            ("sue", Role.PIT_SUPERVISOR),
            ("dana", Role.DEALER),
        ):
            house.service.guard.add(SYSTEM_NAME, name, role, PASSWORD)
        yield house


def sign_in(browser: Browser, name: str, given: str | None = None) -> Response:
    body = {"name": name, "password": PASSWORD} | ({} if given is None else {"code": given})
    answer = browser.post("/api/sign-in", body)
    if answer.status_code == 200:
        browser.learn()
    return answer


def with_app(house: House, clock: Clock, name: str) -> tuple[Browser, App, list[str]]:
    browser = house.nobody()
    assert sign_in(browser, name).status_code == 200
    app, codes = enrolled(browser, clock)
    return browser, app, codes


# ── who has none yet ──────────────────────────────────────────────────────────────────────────────


def test_whoever_needs_one_can_do_nothing_but_set_it_up(house: House, clock: Clock) -> None:
    sam = house.nobody()
    assert sign_in(sam, "sam").json()["enrolment_needed"] is True
    for method, path in PERMISSIONS:
        if (method, path) in TO_ENROL or None in PERMISSIONS[method, path]:
            continue
        answer = sam.get(filled(path)) if method == "GET" else sam.post(filled(path))
        mine = Role.PIT_SUPERVISOR in PERMISSIONS[method, path]
        expected = "enrolment-needed" if mine else "not-permitted"
        assert code(answer) == (403, expected), (method, path)
    assert sam.json("/api/factors")["needed"] is True
    enrolled(sam, clock)
    assert sam.learn()["enrolment_needed"] is False
    assert sam.get("/api/floor").status_code == 200


def test_a_dealer_may_have_one_and_is_asked_for_it_then(house: House, clock: Clock) -> None:
    dana = house.nobody()
    assert sign_in(dana, "dana").json()["enrolment_needed"] is False
    app, _ = enrolled(dana, clock)
    assert code(sign_in(house.nobody(), "dana")) == NO_CODE
    assert sign_in(house.nobody(), "dana", app.next()).status_code == 200
    assert dana.post("/api/factors/totp/remove").status_code == 200
    assert sign_in(house.nobody(), "dana").status_code == 200


def test_the_other_sessions_of_the_person_end(house: House, clock: Clock) -> None:
    thief = house.nobody()
    sign_in(thief, "dana")
    with_app(house, clock, "dana")
    assert thief.learn()["name"] is None


# ── what a thief tries ────────────────────────────────────────────────────────────────────────────


def test_a_stolen_password_alone_opens_nothing(house: House, clock: Clock) -> None:
    with_app(house, clock, "sam")
    thief = house.nobody("10.6.6.6")
    assert code(sign_in(thief, "sam")) == NO_CODE
    assert thief.learn()["name"] is None
    assert code(thief.post("/api/sign-in", {"name": "sam", "password": "wrong", "code": "1"})) == (
        401,
        "wrong-name-or-password",
    )


def test_a_code_is_good_once_however_it_comes_again(house: House, clock: Clock) -> None:
    _, app, _ = with_app(house, clock, "sam")
    assert code(sign_in(house.nobody(), "sam", app.code())) == WRONG, "it confirmed the app"
    seen = app.next()
    assert sign_in(house.nobody(), "sam", seen).status_code == 200
    assert code(sign_in(house.nobody(), "sam", seen)) == WRONG
    assert code(sign_in(house.nobody(), "sam", app.code(-1))) == WRONG, "nor one before it"


def test_nor_where_two_come_at_once(house: House, clock: Clock) -> None:
    _, app, _ = with_app(house, clock, "sam")
    shown = app.next()
    with ThreadPoolExecutor(4) as pool:
        found = list(
            pool.map(
                lambda nth: sign_in(house.nobody(f"10.0.0.{nth}"), "sam", shown).status_code,
                range(4),
            )
        )
    assert sorted(found) == [200, 403, 403, 403]


def test_a_code_of_somebody_else_is_a_wrong_one(house: House, clock: Clock) -> None:
    _, sam, codes = with_app(house, clock, "sam")
    with_app(house, clock, "sue")
    assert code(sign_in(house.nobody(), "sue", sam.next())) == WRONG
    assert code(sign_in(house.nobody(), "sue", codes[0])) == WRONG


@pytest.mark.parametrize("late", [-3, 2, 5])
def test_so_is_one_of_another_time(house: House, clock: Clock, late: int) -> None:
    _, app, _ = with_app(house, clock, "sam")
    clock.pass_by(minutes=10)
    assert code(sign_in(house.nobody(), "sam", app.code(late))) == WRONG
    assert sign_in(house.nobody(), "sam", app.code(1)).status_code == 200, "a clock may be off"


@pytest.mark.parametrize("given", ["", " ", "000000", "x", "\u0661\u0662\u0663\u0664\u0665\u0666"])
def test_what_is_no_code_is_a_wrong_one(house: House, clock: Clock, given: str) -> None:
    with_app(house, clock, "sam")
    assert code(sign_in(house.nobody(), "sam", given)) == WRONG


def test_nobody_tries_them_all(house: House, clock: Clock) -> None:
    _, app, codes = with_app(house, clock, "sam")
    thief = house.nobody("10.6.6.6")
    for _ in range(CODE_TRIES):
        clock.pass_by(minutes=1)
        assert code(sign_in(thief, "sam", "000000")) == WRONG
    clock.pass_by(minutes=1)
    assert code(sign_in(house.nobody(), "sam", app.code())) == LOCKED, "nor with the right one"
    assert sign_in(house.nobody(), "sam", codes[0].upper()).status_code == 200
    assert sign_in(house.nobody(), "sam", app.code()).status_code == 200
    assert code(sign_in(house.nobody(), "sam", codes[0])) == WRONG, "it was good once"


def test_nor_many_in_a_minute(house: House, clock: Clock) -> None:
    _, app, _ = with_app(house, clock, "sam")
    for _ in range(5):
        assert code(sign_in(house.nobody(), "sam", "000000")) == WRONG
    assert code(sign_in(house.nobody(), "sam", app.next())) == (429, "too-many-tries")


def test_who_reads_the_database_learns_no_secret(
    house: House, clock: Clock, tmp_path: Path
) -> None:
    browser = house.nobody()
    sign_in(browser, "sam")
    made = browser.post("/api/factors/totp", {"password": PASSWORD}).json()
    shown = App(made["secret"], clock).code()
    codes = browser.post("/api/factors/totp/confirm", {"code": shown}).json()["codes"]
    held = b"".join(path.read_bytes() for path in tmp_path.glob("p.db*"))
    assert b"totp-confirmed/1" in held
    for secret in (made["secret"], *codes):
        assert secret.encode() not in held
        assert secret.replace("-", "").encode() not in held


def test_a_sealed_secret_is_of_use_to_its_owner_alone(house: House, clock: Clock) -> None:
    with_app(house, clock, "sam")
    vault = house.casino.vault
    assert vault is not None
    sealed = house.casino.people().persons["sam"].factors.totp
    assert sealed is not None
    assert vault.open_secret("sam", sealed) is not None
    assert vault.open_secret("sue", sealed) is None


# ── what an insider tries ─────────────────────────────────────────────────────────────────────────


def test_whoever_finds_a_session_open_does_not_put_his_own_app_there(
    house: House, clock: Clock
) -> None:
    sam, app, _ = with_app(house, clock, "sam")
    clock.pass_by(minutes=6)
    for path in ("/api/factors/totp", "/api/factors/codes", "/api/factors/totp/remove"):
        answer = sam.post(path, {"password": PASSWORD})
        assert code(answer) == (403, "step-up-needed"), path
    assert code(sam.post("/api/step-up", {"code": "000000"})) == WRONG
    assert sam.post("/api/step-up", {"code": app.code()}).status_code == 200
    assert sam.post("/api/factors/codes").status_code == 200


def test_nor_does_he_set_up_the_first_one_without_the_password(house: House) -> None:
    dana = house.nobody()
    sign_in(dana, "dana")
    assert code(dana.post("/api/factors/totp", {})) == (422, "bad-field")
    wrong = dana.post("/api/factors/totp", {"password": "a wrong one"})
    assert code(wrong) == (401, "wrong-name-or-password")


def test_nobody_in_a_post_that_needs_one_is_rid_of_it(house: House, clock: Clock) -> None:
    sam, _, _ = with_app(house, clock, "sam")
    assert code(sam.post("/api/factors/totp/remove")) == (409, "last-factor")


def waits(house: House) -> str:
    """The digest of a guest's bet that a dealer has asked a supervisor to approve."""
    dana = house.nobody()
    sign_in(dana, "dana")
    dana.do("Stud", "open-betting")
    answer = dana.do("Stud", "place-bet", box=1, bet="ante", amount="25.00", player="Mr Tan")
    digest: str = answer.json()["approval"]["digest"]
    return digest


def test_an_approval_asks_for_it_again_after_a_while(house: House, clock: Clock) -> None:
    sam, app, _ = with_app(house, clock, "sam")
    clock.pass_by(minutes=STEP_UP_MINUTES)
    digest = waits(house)
    assert code(sam.post(f"/api/approvals/{digest}")) == (403, "step-up-needed")
    assert sam.post("/api/step-up", {"code": app.code()}).status_code == 200
    assert sam.post(f"/api/approvals/{digest}").status_code == 200


@pytest.mark.parametrize(
    "command",
    [
        {"do": "verify-claim", "claim": "x"},
        {"do": "decline-claim", "claim": "x", "reason": "It is not one."},
        {"do": "approve-correction", "approves": "x"},
        {"do": "approve-parameters", "approves": "x"},
    ],
)
def test_so_does_the_word_on_what_another_has_done(
    house: House, clock: Clock, command: dict[str, str]
) -> None:
    sam, _, _ = with_app(house, clock, "sam")
    clock.pass_by(minutes=STEP_UP_MINUTES)
    answer = sam.post("/api/links/Millions/commands", command)
    assert code(answer) == (403, "step-up-needed")
    confirm = sam.do("Stud", "confirm", approves="x")
    assert code(confirm) == (403, "step-up-needed")


def test_a_new_password_of_ones_own_proves_no_more_than_before(house: House, clock: Clock) -> None:
    sam, _, _ = with_app(house, clock, "sam")
    clock.pass_by(minutes=STEP_UP_MINUTES)
    changed = sam.post("/api/password", {"old": PASSWORD, "new": "orchid lamp seventeen"})
    assert changed.status_code == 200
    sam.learn()
    assert sam.get("/api/floor").status_code == 200
    assert code(sam.post(f"/api/approvals/{waits(house)}")) == (403, "step-up-needed")


def test_one_administrator_takes_nobodys_second_factor_away(house: House, clock: Clock) -> None:
    with_app(house, clock, "sam")
    roots = []
    for name in ("root", "ida"):
        house.service.guard.add(SYSTEM_NAME, name, Role.ADMINISTRATOR, PASSWORD)
        roots.append(with_app(house, clock, name)[0])
    root, ida = roots
    assert code(root.post("/api/people/root/factors")) == (409, "own-factors")
    waiting = root.post("/api/people/sam/factors")
    digest = waiting.json()["waits"]
    assert digest is not None
    assert code(root.post(f"/api/deeds/{digest}/approve")) == (403, "second-administrator-needed")
    assert code(sign_in(house.nobody(), "sam")) == NO_CODE
    clock.pass_by(minutes=STEP_UP_MINUTES)
    assert code(ida.post(f"/api/deeds/{digest}/approve")) == (403, "step-up-needed")
    clock.pass_by(minutes=-STEP_UP_MINUTES)
    assert ida.post(f"/api/deeds/{digest}/approve").status_code == 200
    again = house.nobody()
    assert sign_in(again, "sam").json()["enrolment_needed"] is True
    kinds = [one.kind for one in house.casino.journal.read(PEOPLE_STREAM)]
    assert kinds.index("deed-approved/1") == kinds.index("factors-reset/1") - 1


def test_without_the_vault_key_a_recovery_code_still_lets_in(tmp_path: Path, clock: Clock) -> None:
    controls = replace(CONTROLS, people=RULES)
    with House(tmp_path / "p.db", clock=clock, controls=controls, key=KEY) as house:
        house.service.guard.add(SYSTEM_NAME, "sam", Role.PIT_SUPERVISOR, PASSWORD)
        _, app, codes = with_app(house, clock, "sam")
    with House(tmp_path / "p.db", clock=clock, controls=controls, key=bytes(32)) as house:
        assert code(sign_in(house.nobody(), "sam", app.next())) == WRONG
        assert sign_in(house.nobody(), "sam", codes[0]).status_code == 200
    with House(tmp_path / "p.db", clock=clock, controls=controls) as house:
        sam = house.nobody()
        assert sign_in(sam, "sam", codes[1]).status_code == 200
        assert code(sam.post("/api/factors/totp")) == (409, "no-vault")
    with closing(open_journal(f"sqlite:{tmp_path / 'p.db'}")) as journal:
        kinds = [one.kind for one in journal.read(PEOPLE_STREAM)]
    assert kinds.count("second-factor-refused/1") == 1


# ── what is seen of it ────────────────────────────────────────────────────────────────────────────


def test_wrong_codes_are_counted_and_written(
    house: House, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    sam, _, _ = with_app(house, clock, "sam")
    sign_in(house.nobody(), "sam")
    sign_in(house.nobody("10.0.0.7"), "sam", "000000")
    sam.post("/api/step-up", {"code": "111111"})
    said = house.nobody().get("/metrics").text
    found = dict(re.findall(r'pitboss_wrong_codes_total{outcome="(.*)"} (\S+)', said))
    assert found["wrong"] == "2.0"
    assert 'pitboss_sign_ins_total{outcome="wrong-code"} 1.0' in said
    lines = [one.getMessage() for one in caplog.records if one.name == "pitboss.security"]
    assert "second factor of sam refused (wrong) from 10.0.0.7" in lines
    assert not any("second-factor-needed" in line for line in lines)
    assert "000000" not in caplog.text


def test_a_device_has_none(house: House) -> None:
    sign = house.device(Role.DISPLAY, "Sign")
    assert code(sign.get("/api/factors")) == (403, "not-permitted")
    assert code(sign.post("/api/step-up", {"code": "000000"})) == (403, "not-permitted")
