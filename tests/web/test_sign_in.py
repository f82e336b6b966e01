"""Signing in: the set-up link, passwords, sessions, devices, and what keeps others out."""

import hashlib
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.casino.codec import CommandRefused
from pitboss.journal.port import Record, Unavailable
from pitboss.people.events import PEOPLE_STREAM, SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from tests.patience import PATIENCE_S
from tests.web.answers import code
from tests.web.service import PASSWORD, Clock, House


def stored(house: House) -> list[Record]:
    return list(house.casino.journal.read(PEOPLE_STREAM, 0))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with House(tmp_path / "pitboss.db", clock=clock, furnished=False) as house:
        yield house


@pytest.fixture
def with_password(house: House) -> House:
    """Somebody with a password."""
    house.service.guard.add(SYSTEM_NAME, "dana", Role.DEALER, PASSWORD)
    return house


# ── the first start ───────────────────────────────────────────────────────────────────────────────


def test_the_set_up_link_makes_the_first_administrator_once(house: House) -> None:
    browser, token = house.nobody(), house.service.guard.setup_token
    assert token is not None
    assert browser.learn()["set_up_needed"] is True
    assert browser.get("/api/people").status_code == 401
    wrong = browser.post("/api/setup", {"token": "guess", "name": "root", "password": PASSWORD})
    assert code(wrong) == (403, "wrong-set-up-token")
    wrong = browser.post("/api/setup", {"token": "gueß", "name": "root", "password": PASSWORD})
    assert code(wrong) == (403, "wrong-set-up-token")

    answer = browser.post("/api/setup", {"token": token, "name": "root", "password": PASSWORD})

    assert answer.status_code == 200
    assert (answer.json()["name"], answer.json()["role"]) == ("root", "administrator")
    browser.learn()
    assert browser.json("/api/people")["people"] == [
        {
            "name": "root",
            "role": "administrator",
            "enabled": True,
            "has_password": True,
            "must_change": False,
            "second_factor": False,
            "badge": False,
        }
    ]
    again = house.nobody().post("/api/setup", {"token": token, "name": "eve", "password": PASSWORD})
    assert code(again) == (409, "already-set-up")
    assert house.nobody().learn()["set_up_needed"] is False


def test_two_who_follow_the_set_up_link_at_once_make_one_administrator(house: House) -> None:
    token = house.service.guard.setup_token

    def follow(name: str) -> int:
        body = {"token": token, "name": name, "password": PASSWORD}
        return house.nobody().post("/api/setup", body).status_code

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(follow, ("ada", "bea", "cleo", "dot")))

    assert sorted(found) == [200, 409, 409, 409]
    assert len(house.service.guard.people.persons) == 1


def test_a_set_up_link_that_is_not_used_is_another_one_at_the_next_start(tmp_path: Path) -> None:
    tokens = set()
    for _ in range(2):
        with House(tmp_path / "pitboss.db", furnished=False) as house:
            tokens.add(house.service.guard.setup_token)
            assert not stored(house)
    assert len(tokens) == 2
    assert None not in tokens


def test_nobody_has_a_password_that_was_not_given_to_him(house: House) -> None:
    assert house.service.guard.people.persons == {}
    for name in ("root", "admin", "administrator", SYSTEM_NAME):
        for password in ("", "admin", "password", "pitboss", PASSWORD):
            house.service.guard.tries.clear()
            assert code(house.nobody().sign_in(name, password)) == (401, "wrong-name-or-password")
    house.person(Role.ADMINISTRATOR)
    assert code(house.nobody().sign_in("root", "")) == (401, "wrong-name-or-password")


# ── passwords ─────────────────────────────────────────────────────────────────────────────────────


def test_a_password_is_kept_as_an_argon2id_hash_only(tmp_path: Path) -> None:
    with House(tmp_path / "p.db", furnished=False, quick_passwords=False) as house:
        house.service.guard.add(SYSTEM_NAME, "dana", Role.DEALER, PASSWORD)
        added = stored(house)[-1].body.decode()
        assert re.search(r"\$argon2id\$v=19\$m=12288,t=3,p=1\$", added)
        assert PASSWORD not in added
        browser = house.nobody()
        assert browser.sign_in("dana").status_code == 200
        assert browser.learn()["role"] == "dealer"


@pytest.mark.parametrize("password", ["", "nine char", "x" * 201])
def test_a_password_must_have_a_length(house: House, password: str) -> None:
    root = house.person(Role.ADMINISTRATOR)
    answer = root.post("/api/people", {"name": "dana", "role": "dealer", "password": password})
    assert code(answer) == (422, "bad-password")
    assert answer.json()["where"] == "password"
    assert "dana" not in house.service.guard.people.persons


def test_a_wrong_password_and_a_name_that_is_not_there_sound_alike(with_password: House) -> None:
    answers = [
        with_password.nobody().sign_in(name, "wrong password") for name in ("dana", "nobody")
    ]
    assert [code(answer) for answer in answers] == [(401, "wrong-name-or-password")] * 2
    assert answers[0].text == answers[1].text
    assert all("set-cookie" not in answer.headers for answer in answers)
    kinds = [record.kind for record in stored(with_password)]
    assert kinds == ["person-added/1", "sign-in-failed/1", "sign-in-failed/1"]


def test_ones_own_password_is_changed_with_the_old_one_and_ends_other_sessions(
    with_password: House,
) -> None:
    here, there = with_password.nobody(), with_password.nobody()
    here.sign_in("dana")
    there.sign_in("dana")
    wrong = here.post("/api/password", {"old": "not this one", "new": "another pass word"})
    assert code(wrong) == (401, "wrong-name-or-password")
    assert here.learn()["name"] == "dana"

    assert (
        here.post("/api/password", {"old": PASSWORD, "new": "another pass word"}).status_code == 200
    )

    assert here.learn()["name"] == "dana"
    assert there.learn()["name"] is None
    assert code(with_password.nobody().sign_in("dana")) == (401, "wrong-name-or-password")
    assert with_password.nobody().sign_in("dana", "another pass word").status_code == 200


# ── tries ─────────────────────────────────────────────────────────────────────────────────────────


def test_after_five_wrong_passwords_a_name_waits_for_a_minute(
    with_password: House, clock: Clock
) -> None:
    for _ in range(5):
        assert with_password.nobody().sign_in("dana", "wrong password").status_code == 401
        clock.now_ms += 1_000
    # The first try was five seconds ago.
    answer = with_password.nobody().sign_in("dana")
    assert code(answer) == (429, "too-many-tries")
    assert answer.headers["retry-after"] == "55"
    clock.now_ms += 54_001
    answer = with_password.nobody().sign_in("dana")
    assert code(answer) == (429, "too-many-tries")
    assert answer.headers["retry-after"] == "1"
    clock.now_ms += 999
    assert with_password.nobody().sign_in("dana").status_code == 200


def test_right_passwords_are_not_held_against_anybody(with_password: House) -> None:
    for _ in range(7):
        assert with_password.nobody().sign_in("dana").status_code == 200
    assert len(with_password.service.guard.tries) == 0


def test_many_tries_at_once_are_no_more_than_many_in_a_row(with_password: House) -> None:
    def wrong(_: int) -> int:
        return with_password.nobody().sign_in("dana", "wrong password").status_code

    with ThreadPoolExecutor(8) as pool:
        found = sorted(pool.map(wrong, range(12)))
    assert found == [401] * 5 + [429] * 7


# ── sessions ──────────────────────────────────────────────────────────────────────────────────────


def test_a_session_is_a_cookie_that_scripts_and_other_sites_do_not_get(
    with_password: House,
) -> None:
    answer = with_password.nobody().post("/api/sign-in", {"name": "dana", "password": PASSWORD})
    cookie, known = answer.headers.get_list("set-cookie")
    assert re.fullmatch(r"pitboss=[\w-]{43}; HttpOnly; Path=/; SameSite=strict", cookie)
    assert re.fullmatch(
        r"pitboss-known-[0-9a-f]{16}=[\w-]{43}; HttpOnly; Max-Age=\d+; Path=/api/sign-in; "
        r"SameSite=strict",
        known,
    )
    secure = with_password.nobody()
    secure.client.base_url = "https://testserver"
    answer = secure.post("/api/sign-in", {"name": "dana", "password": PASSWORD})
    assert "; Secure" in answer.headers["set-cookie"]


def test_a_token_is_opaque_and_stored_as_a_hash_only(with_password: House, tmp_path: Path) -> None:
    browser = with_password.nobody()
    browser.sign_in("dana")
    token = browser.token
    assert token is not None
    opened = stored(with_password)[-1]
    assert opened.kind == "session-opened/1"
    assert hashlib.sha256(token.encode()).hexdigest() in opened.body.decode()
    for file in tmp_path.iterdir():
        assert token.encode() not in file.read_bytes(), file
    assert with_password.nobody().learn()["csrf"] is None
    assert browser.csrf not in (None, token)


@pytest.mark.parametrize("token", ["", "x", "0" * 43, "0" * 44, "é" * 43])
def test_a_token_that_is_none_is_nobodys(house: House, token: str) -> None:
    browser = house.nobody()
    answer = browser.client.get("/api/me", headers={b"Cookie": f"pitboss={token}".encode()})
    assert answer.json()["role"] is None


def test_a_session_ends_after_half_an_hour_of_nothing(house: House, clock: Clock) -> None:
    dana = house.person(Role.DEALER)
    for _ in range(4):
        clock.pass_by(minutes=29.9)
        assert dana.learn()["name"] == "dana"
    clock.pass_by(minutes=30)
    assert dana.learn()["name"] is None
    assert dana.get("/api/floor").status_code == 401


def test_a_session_ends_after_twelve_hours_whatever_happens(house: House, clock: Clock) -> None:
    dana = house.person(Role.DEALER)
    for _ in range(71):
        clock.pass_by(minutes=10)
        assert dana.learn()["name"] == "dana"
    clock.pass_by(minutes=10)
    assert dana.learn()["name"] is None


def test_that_somebody_is_there_is_noted_every_five_minutes_at_most(
    house: House, clock: Clock
) -> None:
    dana = house.person(Role.DEALER)
    for _ in range(20):
        clock.pass_by(minutes=1)
        dana.get("/api/floor")
        # It is written beside; when this is done, it is.
        house.service.guard._notes.submit(lambda: None).result()
    seen = [record for record in stored(house) if record.kind == "session-seen/1"]
    assert len(seen) == 4


def test_nobody_waits_for_a_database_that_is_away(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with House(tmp_path / "p.db", clock=clock, furnished=False) as house:
        dana, stuck = house.person(Role.DEALER), threading.Event()
        on_the_loop: list[str] = []

        def away(*_: object, **__: object) -> None:
            if threading.current_thread().name == "test-loop":
                on_the_loop.append("the event loop waits")
            stuck.wait(PATIENCE_S)
            raise Unavailable("the server is away")

        with monkeypatch.context() as patch, ThreadPoolExecutor(2) as pool:
            for name in ("append", "read", "heads", "find_command"):
                patch.setattr(house.casino.journal, name, away)
            # Known versions would spare the look.
            patch.setattr(house.casino.journal, "known_version", lambda _stream: -1)
            clock.pass_by(minutes=6)
            stranger = house.nobody()
            stranger.client.cookies.set("pitboss", "u" * 43)
            waits = pool.submit(stranger.get, "/api/me")
            # Everybody else is answered meanwhile, and that dana is there is noted later.
            assert dana.get("/api/floor").status_code == 200
            assert house.nobody().get("/healthz").status_code == 200
            assert stranger.get("/healthz").status_code == 200
            assert not waits.done()
            stuck.set()
            assert waits.result().status_code == 503
        assert on_the_loop == []
        dana.get("/api/floor")
        house.service.guard._notes.submit(lambda: None).result()
        assert [record.kind for record in stored(house)][-1] == "session-seen/1"


def test_a_session_lasts_over_a_restart(tmp_path: Path, clock: Clock) -> None:
    with House(tmp_path / "p.db", clock=clock, furnished=False) as house:
        token = house.person(Role.DEALER).token
    assert token is not None
    with House(tmp_path / "p.db", clock=clock, furnished=False) as house:
        assert house.with_token(token).name == "dana"


def test_signing_out_ends_the_session_and_no_other(house: House) -> None:
    here, there = house.person(Role.DEALER), house.person(Role.DEALER)
    token = here.token
    assert token is not None
    answer = here.post("/api/sign-out")
    assert answer.status_code == 200
    assert answer.json()["name"] is None
    assert 'pitboss=""' in answer.headers["set-cookie"]
    assert house.with_token(token).name is None
    assert there.learn()["name"] == "dana"


# ── where a change comes from ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "sent", [{}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": "0" * 64}, {"X-CSRF-Token": "é"}]
)
def test_a_change_needs_the_token_of_its_session(house: House, sent: dict[str, str]) -> None:
    root = house.person(Role.ADMINISTRATOR)
    headers = {name.encode(): value.encode() for name, value in sent.items()}
    answer = root.client.post(
        "/api/devices", json={"role": "display", "label": "a sign"}, headers=headers
    )
    assert code(answer) == (403, "csrf-token-needed")
    other = house.person(Role.ADMINISTRATOR)
    root.csrf = other.csrf
    assert code(root.post("/api/devices", {"role": "display", "label": "a sign"})) == (
        403,
        "csrf-token-needed",
    )
    root.learn()
    assert root.post("/api/devices", {"role": "display", "label": "a sign"}).status_code == 200


ELSEWHERE = [
    "http://evil.example",
    "null",
    "http://testserver.evil.example",
    "http://testserver:8080",
    "http://[",
]


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_a_change_from_a_page_of_another_site_is_refused(with_password: House, origin: str) -> None:
    root = with_password.person(Role.ADMINISTRATOR)
    for path, body in (
        ("/api/devices", {"role": "display", "label": "a sign"}),
        ("/api/sign-out", {}),
    ):
        assert code(root.post(path, body, Origin=origin)) == (403, "wrong-origin")
    for path, body in (
        ("/api/sign-in", {"name": "dana", "password": PASSWORD}),
        ("/api/setup", {"token": "x", "name": "eve", "password": PASSWORD}),
    ):
        assert code(with_password.nobody().post(path, body, Origin=origin)) == (403, "wrong-origin")
    assert root.learn()["name"] == "root"


def test_a_change_from_our_own_page_is_taken(house: House) -> None:
    root = house.person(Role.ADMINISTRATOR)
    body = {"role": "display", "label": "a sign"}
    assert root.post("/api/devices", body, Origin="http://testserver").status_code == 200


# ── people ────────────────────────────────────────────────────────────────────────────────────────


def test_an_administrator_adds_and_changes_people(house: House) -> None:
    root = house.person(Role.ADMINISTRATOR)
    body = {"name": "zoe", "role": "player", "password": PASSWORD}
    assert root.post("/api/people", body).json() == {
        "name": "zoe",
        "role": "player",
        "waits": None,
    }
    assert code(root.post("/api/people", body)) == (409, "name-taken")
    zoe = house.nobody()
    assert zoe.sign_in("zoe").status_code == 200
    assert root.post("/api/people/zoe/role", {"role": "dealer"}).status_code == 200
    assert zoe.learn()["role"] is None, "a new role ends sessions"
    zoe = house.with_token(house.service.guard.open_session("zoe"))
    assert zoe.learn()["role"] == "dealer"
    assert root.post("/api/people/zoe/disable").status_code == 200
    assert zoe.learn()["role"] is None
    assert code(house.nobody().sign_in("zoe")) == (401, "wrong-name-or-password")
    assert root.post("/api/people/zoe/enable").status_code == 200
    assert zoe.learn()["role"] is None, "a session that was ended does not come back"
    link = root.post("/api/people/zoe/invite").json()["invitation"]
    assert code(house.nobody().sign_in("zoe")) == (401, "wrong-name-or-password")
    accepted = {"token": link, "password": "quite another one"}
    assert house.nobody().post("/api/invitations/accept", accepted).status_code == 200
    assert house.nobody().sign_in("zoe", "quite another one").status_code == 200
    by = {record.kind: record.body for record in stored(house)}
    for kind in ("role-set/1", "person-disabled/1", "person-enabled/1", "person-invited/1"):
        assert b'"by":"root"' in by[kind]


def test_changes_that_can_not_be_made_say_why(house: House) -> None:
    root = house.person(Role.ADMINISTRATOR)
    assert code(root.post("/api/people/nobody/enable")) == (404, "no-such-person")
    assert code(root.post("/api/people/root/rename")) == (404, "no-such-change")
    assert code(root.post("/api/people/root/role", {"role": "king"})) == (422, "bad-field")
    assert code(root.post("/api/people/root/role")) == (422, "bad-field")
    assert code(root.post("/api/people", {"name": "x", "role": "king", "password": PASSWORD})) == (
        422,
        "bad-field",
    )
    assert code(root.post("/api/people", [])) == (422, "bad-field")


@pytest.mark.parametrize(
    "name", ["", " ann", "ann ", "a/b", "a:b", "a\nb", "x" * 65, ".", "..", SYSTEM_NAME]
)
def test_a_name_can_not_be_read_as_another(house: House, name: str) -> None:
    root = house.person(Role.ADMINISTRATOR)
    answer = root.post("/api/people", {"name": name, "role": "player", "password": PASSWORD})
    assert code(answer) == (422, "bad-name")


def test_somebody_is_always_administrator(house: House) -> None:
    root = house.person(Role.ADMINISTRATOR)
    assert code(root.post("/api/people/root/disable")) == (409, "last-administrator")
    assert code(root.post("/api/people/root/role", {"role": "player"})) == (409, "own-role")
    house.person(Role.ADMINISTRATOR, "second")
    assert root.post("/api/people/root/disable").status_code == 200
    assert root.learn()["name"] is None
    second = house.person(Role.ADMINISTRATOR, "second")
    assert code(second.post("/api/people/second/disable")) == (409, "last-administrator")


# ── devices ───────────────────────────────────────────────────────────────────────────────────────


def test_a_device_has_a_token_that_is_shown_once_and_can_be_revoked(house: House) -> None:
    root = house.person(Role.ADMINISTRATOR)
    made = root.post("/api/devices", {"role": "display", "label": "Sign at the bar"}).json()
    sign = house.nobody()
    sign.client.headers["Authorization"] = f"Bearer {made['token']}"
    assert (sign.learn()["name"], sign.learn()["role"]) == ("Sign at the bar", "display")
    assert sign.get("/api/floor").status_code == 200
    assert root.json("/api/devices")["devices"] == [
        {
            "device": made["device"],
            "role": "display",
            "label": "Sign at the bar",
            "table": None,
            "revoked": False,
            "ends_ms": None,
        }
    ]
    assert all(made["token"] not in record.body.decode() for record in stored(house))
    assert hashlib.sha256(made["token"].encode()).hexdigest() in stored(house)[-1].body.decode()

    assert root.post(f"/api/devices/{made['device']}/revoke").status_code == 200

    assert sign.get("/api/floor").status_code == 401
    assert root.json("/api/devices")["devices"][0]["revoked"] is True
    assert code(root.post("/api/devices/none/revoke")) == (404, "no-such-device")


def test_only_signs_and_consoles_are_devices(house: House) -> None:
    root = house.person(Role.ADMINISTRATOR)
    for role in set(Role) - {Role.DISPLAY, Role.DEALER}:
        answer = root.post("/api/devices", {"role": role, "label": "a robot"})
        assert code(answer) == (422, "bad-field")


def test_a_console_signs_itself_in_and_deals(tmp_path: Path) -> None:
    with House(tmp_path / "p.db") as house:
        console = house.device(Role.DEALER, "Console 3")
        assert console.done("Stud", "open-betting")["round"]["phase"] == "betting"
        assert code(console.do("Stud", "close-table")) == (409, "not-allowed")
        refused = house.casino.events(limit=10_000)[-1].event
        assert isinstance(refused, CommandRefused)
        assert refused.by == Actor(Post.DEALER, "Console 3")


def test_everybody_is_told_what_his_post_is_enough_for(house: House) -> None:
    told = {
        role: house.person(role).json("/api/me")
        for role in (Role.PLAYER, Role.DEALER, Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER)
    }
    assert told[Role.PLAYER]["may"] == told[Role.PLAYER]["decides"] == []
    assert "settle" in told[Role.DEALER]["may"]
    assert "verify-claim" not in told[Role.DEALER]["may"]
    assert {"verify-claim", "open-table", "establish-hand"} <= {*told[Role.PIT_SUPERVISOR]["may"]}
    assert told[Role.PIT_SUPERVISOR]["decides"] == ["dealer", "pit-supervisor"]
    assert "open-link" not in told[Role.PIT_SUPERVISOR]["may"]
    assert {"open-link", "lift-bar"} <= {*told[Role.SHIFT_MANAGER]["may"]}
    assert "house" in told[Role.SHIFT_MANAGER]["decides"]
    assert house.nobody().json("/api/me")["may"] == []
