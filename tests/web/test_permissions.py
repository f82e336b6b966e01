"""The one table of permissions, walked: every role and every endpoint, let in or kept out as the
table says.
"""

import pytest
from httpx import Response
from starlette.responses import Response as Answer
from starlette.routing import Mount, Route

from pitboss.people.roles import Role
from pitboss.web.api.endpoints import Endpoints, Undeclared
from pitboss.web.api.exchange import Call
from pitboss.web.asgi import _PAGES
from pitboss.web.auth.permissions import PERMISSIONS, may
from pitboss.web.routes import DirectRoutes
from tests.support import MS
from tests.web.service import Browser, House

FILLED = {
    "{table}": "Stud",
    "{link}": "Millions",
    "{round}": "Stud-1",
    "{report}": "reconcile",
    "{rulebook}": MS,
    "{rules}": "ab" * 32,
    "{clause}": "3.1",
    "{name}": "nobody-there",
    "{change}": "enable",
    "{device}": "none-there",
    "{digest}": "none-there",
    "{answer}": "drop",
    "{passkey}": "none-there",
    "{program}": "none-there",
    "{session}": "none-there",
}
FOR_PERSONS = {
    "/api/password",
    "/api/pin",
    "/api/factors",
    "/api/factors/totp",
    "/api/factors/totp/confirm",
    "/api/factors/totp/remove",
    "/api/factors/codes",
    "/api/factors/passkeys/options",
    "/api/factors/passkeys",
    "/api/factors/passkeys/{passkey}/remove",
    "/api/sessions",
    "/api/sessions/{session}/end",
    "/api/step-up",
    "/api/step-up/directory/start",
    "/api/step-up/directory",
}
EVERYBODY: tuple[Role | None, ...] = (*Role, None)


def filled(path: str) -> str:
    for place, value in FILLED.items():
        path = path.replace(place, value)
    assert "{" not in path, path
    return path


def asked(browser: Browser, method: str, path: str) -> tuple[int, str]:
    """The status of an answer, and its code where it is a problem."""
    if path == "/api/stream":
        with browser.stream("*", "*") as stream:
            if stream.status == 200:
                return 200, ""
            stream.rest()
            return stream.status, "not-permitted" if b"not-permitted" in stream.bytes else (
                "sign-in-needed"
            )
    answer: Response = (
        browser.get(filled(path)) if method == "GET" else browser.post(filled(path), {})
    )
    is_problem = answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"] if is_problem else ""


@pytest.mark.parametrize(("method", "path"), PERMISSIONS)
def test_everybody_is_let_in_or_kept_out_as_the_table_says(
    open_house: House, method: str, path: str
) -> None:
    for role in EVERYBODY:
        # A session each: one of the endpoints ends it.
        browser = open_house.nobody() if role is None else open_house.person(role)
        found = asked(browser, method, path)
        if role in PERMISSIONS[method, path]:
            assert found[0] not in (401, 500), (role, found)
            assert found[1] not in ("not-permitted", "sign-in-needed"), (role, found)
        elif role is None:
            assert found == (401, "sign-in-needed")
        else:
            assert found == (403, "not-permitted"), role


@pytest.fixture(scope="module")
def devices(open_house: House) -> list[tuple[Role, Browser]]:
    return [(role, open_house.device(role, f"a {role}")) for role in (Role.DISPLAY, Role.DEALER)]


@pytest.mark.parametrize(("method", "path"), PERMISSIONS)
def test_a_device_may_do_what_its_role_may(
    open_house: House, devices: list[tuple[Role, Browser]], method: str, path: str
) -> None:
    for role, browser in devices:
        status, code = asked(browser, method, path)
        if path in FOR_PERSONS:
            assert (status, code) == (403, "not-permitted"), "a device has no password"
        else:
            assert (code == "not-permitted") != (role in PERMISSIONS[method, path]), (
                role,
                status,
                code,
            )


def test_what_is_not_in_the_table_is_refused() -> None:
    for role in EVERYBODY:
        assert not may(role, "GET", "/api/something-new")
        assert not may(role, "DELETE", "/api/people")
        assert not may(role, "POST", "/api/floor")


def test_the_table_holds_what_everybody_would_expect() -> None:
    """Some entries by hand, so that the table itself can be wrong."""
    commands = ("POST", "/api/tables/{table}/commands")
    play = {Role.PLAYER, Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER}
    assert set(PERMISSIONS[commands]) == play
    assert set(PERMISSIONS["POST", "/api/links/{link}/commands"]) == play - {
        Role.PLAYER,
        Role.DEALER,
    }
    assert set(PERMISSIONS["GET", "/api/rounds/{round}"]) == (play - {Role.PLAYER}) | {Role.AUDITOR}
    for method, path in PERMISSIONS:
        if path.startswith(("/api/people", "/api/devices", "/api/tokens")):
            assert set(PERMISSIONS[method, path]) == {Role.ADMINISTRATOR}, path
    for role in (Role.DISPLAY, Role.AUDITOR, Role.ADMINISTRATOR):
        changes = {
            path for method, path in PERMISSIONS if method != "GET" and may(role, method, path)
        }
        assert not {path for path in changes if "commands" in path}
    open_to_all = {path for (_, path), roles in PERMISSIONS.items() if None in roles}
    assert open_to_all == {
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/openapi.json",
        "/api/me",
        "/api/invitations",
        "/api/invitations/accept",
        "/api/rounds/{round}/why",
        "/api/sign-in",
        "/api/setup",
        "/api/demo/sign-in",
        "/api/device",
        "/api/stream/shared",
        "/api/passkey-options",
        "/api/sign-in/passkey",
        "/api/sign-in/directory/start",
        "/api/sign-in/directory",
    }


async def _handler(_call: Call) -> Answer:
    return Answer()


def test_an_endpoint_without_an_entry_fails_at_the_start() -> None:
    endpoints = Endpoints([], DirectRoutes({}, lambda: 0))
    with pytest.raises(
        Undeclared, match="GET /api/secrets has no entry in the table of permissions"
    ):
        endpoints.add("GET", "/api/secrets", _handler, summary="Everything")


def test_an_entry_without_an_endpoint_fails_at_the_start() -> None:
    endpoints = Endpoints([], DirectRoutes({}, lambda: 0))
    endpoints.add("GET", "/api/floor", _handler, summary="The floor")
    with pytest.raises(Undeclared, match="/api/devices"):
        endpoints.check()


def test_every_route_there_is_has_an_entry_or_is_a_page(open_house: House) -> None:
    found = set()
    for route in open_house.app.routes:
        if isinstance(route, Mount):
            assert route.path in ("/static", "/static/fonts")
            continue
        assert isinstance(route, Route)
        if route.path not in _PAGES and not route.path.startswith("/static/"):
            found |= {(method, route.path) for method in route.methods or ()}
    assert found == set(PERMISSIONS)
