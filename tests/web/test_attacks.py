"""What somebody tries who means no good: with sessions, names, devices, paths, methods and
bodies.
"""

import logging
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.web.asgi import HEADERS
from pitboss.web.auth.permissions import PERMISSIONS
from pitboss.web.page_files import FOR_GOOD, PAGES, stamp
from tests.support import MS
from tests.web.answers import code
from tests.web.evening import Evening
from tests.web.service import PASSWORD, Browser, Clock, House
from tests.web.test_permissions import filled

# ── sessions ──────────────────────────────────────────────────────────────────────────────────────


def test_a_token_that_was_put_into_a_browser_before_does_not_become_a_session(house: House) -> None:
    house.service.guard.add(SYSTEM_NAME, "dana", Role.DEALER, PASSWORD)
    planted = "A" * 43
    browser = house.nobody()
    browser.client.cookies.set("pitboss", planted, domain="testserver.local", path="/")
    assert browser.sign_in("dana").status_code == 200
    assert house.with_token(planted).name is None


def test_signing_in_again_ends_the_session_that_the_browser_had(house: House) -> None:
    house.service.guard.add(SYSTEM_NAME, "ann", Role.PLAYER, PASSWORD)
    house.service.guard.add(SYSTEM_NAME, "dana", Role.DEALER, PASSWORD)
    browser = house.nobody()
    browser.sign_in("ann")
    before = browser.token
    assert before is not None
    assert browser.sign_in("dana").status_code == 200
    assert browser.token != before
    assert house.with_token(before).name is None
    assert browser.learn()["name"] == "dana"


def test_a_password_that_is_changed_while_somebody_signs_in_with_the_old_one(house: House) -> None:
    guard = house.service.guard
    guard.add(SYSTEM_NAME, "dana", Role.DEALER, PASSWORD)
    hashed = guard.check_password("dana", PASSWORD, "10.0.0.1")
    root = house.person(Role.ADMINISTRATOR)
    assert root.post("/api/people/dana/invite").status_code == 200
    with pytest.raises(Exception, match="The name and password do not match"):
        guard.open_session("dana", hashed)


def test_a_person_who_is_disabled_is_out_at_once_with_every_stream(house: House) -> None:
    dana, root = house.person(Role.DEALER), house.person(Role.ADMINISTRATOR)
    with dana.stream("*", "*") as stream:
        stream.event()
        assert root.post("/api/people/dana/disable").status_code == 200
        assert dana.get("/api/floor").status_code == 401
        assert code(dana.do("Stud", "open-betting")) == (401, "sign-in-needed")
        stream.rest()


def test_only_signing_in_sets_a_cookie(open_house: House) -> None:
    browser = open_house.person(Role.SHIFT_MANAGER)
    for path in ("/", "/api/me", "/api/floor", "/healthz", "/static/shared/base.css"):
        assert "set-cookie" not in browser.get(path).headers
    assert "set-cookie" not in browser.do("Stud", "open-betting").headers


def test_an_address_of_ipv6_is_counted_with_its_neighbours(house: House) -> None:
    for nth in range(20):
        assert (
            house.nobody(f"2001:db8:0:1::{nth:x}").sign_in(f"n{nth}", "wrong password").status_code
            == 401
        )
    answer = house.nobody("2001:db8:0:1:ffff::1").sign_in("dana", "wrong password")
    assert code(answer) == (429, "too-many-tries")
    assert house.nobody("2001:db8:0:2::1").sign_in("dana", "wrong password").status_code == 401
    for nth in range(20):
        house.nobody("10.0.0.1").sign_in(f"m{nth}", "wrong password")
    assert code(house.nobody("::ffff:10.0.0.1").sign_in("eve", "x")) == (429, "too-many-tries")


def test_names_without_end_are_not_remembered_without_end(house: House) -> None:
    for nth in range(5):
        assert house.nobody("10.0.0.9").sign_in("x" * 60_000 + str(nth), "no").status_code == 401
    assert code(house.nobody("10.0.0.9").sign_in("x" * 60_000, "no")) == (429, "too-many-tries")


# ── names ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["ann", "Ann", "ANN", "\uff41nn", "an\u207f", "\u0430nn"])
def test_nobody_gets_a_name_that_reads_like_anothers(house: House, name: str) -> None:
    house.person(Role.PLAYER)
    root = house.person(Role.ADMINISTRATOR)
    body = {"name": name, "role": "player", "password": PASSWORD}
    assert code(root.post("/api/people", body)) == (409, "name-taken")
    assert code(root.post("/api/devices", {"role": "display", "label": name})) == (
        409,
        "name-taken",
    )


@pytest.mark.parametrize(
    "name", ["Pitboss", "PITBOSS", "p\u200bitboss", "an\u202en", "a\x00b", "a\r\nb"]
)
def test_nor_one_that_hides_something_or_is_the_houses(house: House, name: str) -> None:
    root = house.person(Role.ADMINISTRATOR)
    body = {"name": name, "role": "player", "password": PASSWORD}
    assert code(root.post("/api/people", body)) == (422, "bad-name")
    assert code(root.post("/api/devices", {"role": "display", "label": name})) == (422, "bad-name")


def test_a_device_and_a_person_do_not_share_a_name(house: House) -> None:
    root = house.person(Role.ADMINISTRATOR)
    console = {"role": "dealer", "label": "Console 1", "table": "Stud"}
    made = root.post("/api/devices", console).json()
    body = {"name": "console 1", "role": "player", "password": PASSWORD}
    assert code(root.post("/api/people", body)) == (409, "name-taken")
    assert code(root.post("/api/devices", console)) == (409, "name-taken")
    root.post(f"/api/devices/{made['device']}/revoke")
    assert root.post("/api/devices", console).status_code == 200, "the one that replaces it"
    assert code(root.post("/api/people", body)) == (409, "name-taken"), "what it did is on record"


def test_nor_a_table_or_link_one_that_reads_like_anothers(house: House) -> None:
    supervisor = house.person(Role.PIT_SUPERVISOR)
    opening = {"do": "open-table", "rulebook": MS, "layout": "A", "boxes": 6}
    opening |= {"dealing": "shoe", "cards": "virtual"}
    asked = supervisor.post("/api/tables/St%CF%85d/commands", opening)
    assert code(asked) == (409, "name-taken")


# ── devices ───────────────────────────────────────────────────────────────────────────────────────


def test_a_console_is_for_one_table(house: House) -> None:
    root = house.person(Role.ADMINISTRATOR)
    made = root.post("/api/devices", {"role": "dealer", "label": "Console 1", "table": "Stud"})
    console = house.nobody()
    console.device = made.json()["device"]
    console.client.headers["Authorization"] = f"Bearer {made.json()['token']}"
    assert console.done("Stud", "open-betting")["round"]["phase"] == "betting"
    assert code(console.do("Holdem", "open-betting")) == (403, "other-table")
    assert code(console.get("/api/tables/Holdem")) == (403, "other-table")
    assert console.get("/api/tables/Stud").status_code == 200
    assert [one["table"] for one in root.json("/api/devices")["devices"]] == ["Stud"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"role": "dealer"}, (422, "bad-field")),
        ({"role": "dealer", "table": None}, (422, "bad-field")),
        ({"role": "display", "table": "Stud"}, (422, "bad-field")),
        ({"role": "dealer", "table": "none"}, (404, "no-such-table")),
        ({"role": "dealer", "table": ["Stud"]}, (422, "bad-field")),
        ({"role": "shift-manager", "table": "Stud"}, (422, "bad-field")),
    ],
)
def test_and_must_be_for_one(
    open_house: House, body: dict[str, Any], expected: tuple[int, str]
) -> None:
    root = open_house.person(Role.ADMINISTRATOR)
    assert code(root.post("/api/devices", body | {"label": "Console 9"})) == expected


def test_a_device_does_not_lend_its_rights_to_a_cookie_nor_the_other_way(house: House) -> None:
    root, sign = house.person(Role.ADMINISTRATOR), house.device(Role.DISPLAY, "a sign")
    root.client.headers["Authorization"] = sign.client.headers["Authorization"]
    assert code(root.get("/api/people")) == (403, "not-permitted")
    root.client.headers["Authorization"] = "Bearer wrong"
    assert code(root.get("/api/people")) == (401, "sign-in-needed")
    for header in ("Bearer", "Bearer ", "Basic cm9vdDpyb290", ""):
        root.client.headers["Authorization"] = header
        assert root.get("/api/people").status_code == 200, "no token: the cookie counts"


# ── what is on record ─────────────────────────────────────────────────────────────────────────────


def test_a_refused_command_of_a_player_breaks_no_report(house: House) -> None:
    ann, max_ = house.person(Role.PLAYER), house.person(Role.SHIFT_MANAGER)
    for table in ("Nowhere", "refused", "people", "feed"):
        answer = ann.do(table, "place-bet", box=1, bet="ante", amount="25.00")
        assert code(answer) == (409, "no-table")
    assert code(max_.on_link("Nowhere", "verify-claim", claim="x")) == (409, "no-link")
    house.settle_down()
    day = max_.json("/api/reports/day")
    assert day["other-refusals"] == 5
    assert max_.json("/api/reports/reconcile")["right"] is True
    for path in ("/api/reports/jackpot", "/api/rounds", "/api/floor"):
        max_.json(path)


# ── two persons ───────────────────────────────────────────────────────────────────────────────────


def test_where_two_must_verify_one_is_not_enough(house: House) -> None:
    max_ = house.person(Role.SHIFT_MANAGER)
    evening = Evening(house, "Classic", seed=2)
    evening.cards = {"1": ["Ah", "Kh", "Qh", "Jh", "Th"], "dealer": ["2c", "4d", "6s", "8h", "9c"]}
    evening.begin(progressive="5.00")
    evening.play(until="deciding")
    evening.players["ann"].done("Classic", "raise", box=1, amount="20.00")
    while not max_.json("/api/links/Millions")["claims"]:
        assert evening.step()
    (claim,) = max_.json("/api/links/Millions")["claims"]
    sam, pat = house.person(Role.PIT_SUPERVISOR), house.person(Role.PIT_MANAGER)
    assert sam.on_link("Millions", "verify-claim", claim=claim["claim"]).status_code == 200
    for key in ("again", "and again"):
        answer = sam.on_link(
            "Millions", "verify-claim", claim=claim["claim"], key=key.replace(" ", "-")
        )
        assert answer.status_code == 409, answer.text
    (claim,) = max_.json("/api/links/Millions")["claims"]
    assert (claim["standing"], claim["verified_by"]) == ("open", ["sam"])
    assert pat.on_link("Millions", "verify-claim", claim=claim["claim"]).status_code == 200
    assert max_.json("/api/links/Millions")["claims"] == []


# ── paths, methods, bodies ────────────────────────────────────────────────────────────────────────


def raw(house: House, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    """Asks for a path exactly as it is written; a browser would tidy it up before."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
        "method": method, "scheme": "http", "path": path, "raw_path": path.encode(), (
            "query_string"
        ): b"",
        "root_path": "", "server": ("testserver", 80), "client": ("testclient", 50_000),
        "headers": [(b"host", b"testserver")],
    }  # fmt: skip
    app: Any = house.app
    house.running.run(app(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(one.get("body", b"") for one in sent[1:])


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/../../web/server.py",
        "/static/shared/../../server.py",
        "/static/shared/..\\..\\server.py",
        "/static//etc/passwd",
        f"/static/{PAGES}/../server.py",
        "/static/shared/api.js\x00.css",
        "/static/" + "x" * 5_000,
        "/static/",
        "/static/js",
        "/static",
        "//etc/passwd",
        "/../etc/passwd",
    ],
)
def test_nothing_but_the_pages_files_is_served(open_house: House, path: str) -> None:
    status, headers, body = raw(open_house, path)
    assert status in (404, 307), path
    assert headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    assert b"import" not in body
    assert b"root:" not in body


def test_pages_and_their_files_are_asked_for_anew_and_views_are_never_kept(
    open_house: House,
) -> None:
    ann = open_house.person(Role.PLAYER)
    for path in ("/", "/pit", "/seat/Stud", "/static/shared/api.js", "/static/shared/base.css"):
        assert ann.get(path).headers["cache-control"] == "no-cache", path
    for path in (
        "/api/me",
        "/api/tables/Stud",
        "/api/none",
        "/metrics",
        "/healthz",
        "/readyz",
        "/none",
    ):
        assert ann.get(path).headers["cache-control"] == "no-store", path


def test_what_a_page_names_is_kept_for_good_and_a_page_of_before_gets_what_there_is_now(
    open_house: House,
) -> None:
    ann = open_house.person(Role.PLAYER)
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', ann.get("/seat/Stud").text)
    assert len(named) > 5
    for path in (*named, f"/static/@{stamp()}/shared/api.js"):
        answer = ann.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, FOR_GOOD), path
        plain = ann.client.get(
            path.replace(f"@{stamp()}/", ""), headers={"Accept-Encoding": "identity"}
        )
        assert answer.content == plain.content
        assert "content-encoding" not in plain.headers
    assert ann.get(named[-1]).headers["content-encoding"] == "gzip"
    before = ann.get("/static/@0123456789abcdef/shared/api.js")
    assert (before.status_code, before.headers["cache-control"]) == (200, "no-cache")
    for path in ("none.js", "../server.py", "..%2F..%2Fserver.py", ""):
        missing = ann.get(f"/static/@{stamp()}/{path}")
        assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-store"), path


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/readyz", "/metrics", "/static/shared/api.js", "/api/me"]
)
def test_what_can_be_got_can_be_asked_for_without_its_body(open_house: House, path: str) -> None:
    browser = open_house.nobody()
    got, head = browser.get(path), browser.client.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == got.headers["content-type"]
    for name, value in HEADERS.items():
        assert head.headers[name] == value


def test_but_nobody_gets_more_by_it(open_house: House) -> None:
    assert open_house.nobody().client.head("/api/floor").status_code == 401
    assert open_house.person(Role.PLAYER).client.head("/api/people").status_code == 403
    assert open_house.person(Role.PLAYER).client.head("/api/sign-out").status_code == 405
    # A stream has no end, so it has no head either.
    assert open_house.person(Role.PLAYER).client.head("/api/stream").status_code == 405


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PUT", "PATCH", "DELETE", "BREW", "get"])
@pytest.mark.parametrize(
    "path", ["/", "/api/me", "/api/tables/Stud/commands", "/static/shared/api.js"]
)
def test_no_other_method_does_anything(open_house: House, method: str, path: str) -> None:
    status, headers, _ = raw(open_house, path, method)
    assert status == 405
    assert "access-control-allow-origin" not in headers
    assert headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


POSTS = [path for method, path in PERMISSIONS if method == "POST"]
DEEP = [
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b"[" * 900 + b"]" * 900,
    b'{"facts":' * 900 + b"1" + b"}" * 900,
]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", range(len(DEEP)))
def test_a_body_that_goes_deep_is_refused_like_any_other(
    open_house: House, path: str, body: int
) -> None:
    for role in (Role.SHIFT_MANAGER, Role.ADMINISTRATOR):
        answer = open_house.person(role).post(filled(path), DEEP[body])
        # Some take no body, or need none of its fields: an approval finds that nobody waits for it.
        assert answer.status_code in (
            {200, 404, 409, 422} if role in PERMISSIONS["POST", path] else {403}
        ), path


def test_facts_that_go_deep_do_no_harm(open_house: House) -> None:
    ada = open_house.person(Role.AUDITOR)
    deep = b'{"rulebook": "rws-casino-stud-6", "incident": "foreign-card", "facts": {"x": %b}}'
    for depth in (10, 500, 900, 30_000):
        answer = ada.post("/api/rule", deep % (b"[" * depth + b"]" * depth))
        # A fact that nobody asked for is passed over, unless it is too deep to be read.
        assert answer.status_code == (200 if depth <= 900 else 422), answer.text


# ── what is written down ──────────────────────────────────────────────────────────────────────────


def test_no_line_of_the_log_tells_a_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    with House(tmp_path / "p.db", clock=Clock()) as house:
        token = house.service.guard.setup_token
        root = house.nobody()
        root.post("/api/setup", {"token": token, "name": "root", "password": PASSWORD})
        root.learn()
        device = root.post("/api/devices", {"role": "display", "label": "a sign"}).json()
        house.nobody().sign_in("root", "a wrong password")
        dana = house.person(Role.DEALER)

        def broken(_table: str) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(house.casino, "table", broken)
        assert dana.get("/api/tables/Stud").status_code == 500
        secrets = [
            token,
            PASSWORD,
            root.token,
            root.csrf,
            dana.token,
            device["token"],
            "a wrong password",
        ]
    assert "ZeroDivisionError" in caplog.text
    for secret in secrets:
        assert secret
        assert secret not in caplog.text


def test_a_browser_that_goes_away_in_the_middle_is_no_error(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    dana = house.person(Role.DEALER)
    before = house.casino.journal.last_position()
    _half(house, dana)
    assert house.casino.journal.last_position() == before
    assert caplog.text == ""


def _half(house: House, browser: Browser) -> None:
    """Sends half a command."""
    messages: list[dict[str, Any]] = [
        {"type": "http.request", "body": b'{"do": "open-', "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> dict[str, Any]:
        return messages.pop(0)

    async def send(_message: Any) -> None:
        pass

    headers = [(b"host", b"testserver"), (b"idempotency-key", b"half")]
    headers += [(b"cookie", f"pitboss={browser.token}".encode())]
    headers += [(b"x-csrf-token", (browser.csrf or "").encode())]
    path = "/api/tables/Stud/commands"
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
        "method": "POST", "scheme": "http", "path": path, "raw_path": path.encode(), (
            "query_string"
        ): b"",
        "root_path": "", "server": ("testserver", 80), "client": ("testclient", 50_000), (
            "headers"
        ): headers,
    }  # fmt: skip
    app: Any = house.app
    house.running.run(app(scope, receive, send))
