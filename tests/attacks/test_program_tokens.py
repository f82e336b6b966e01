"""A program's token: it does what its scope says until its end, and never what takes a person."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from msgspec.structs import replace

from pitboss.audit import audit
from pitboss.people.appointments import HouseRules
from pitboss.people.roles import Role
from pitboss.people.scopes import PERSONS_ONLY, Scope
from pitboss.web.auth.permissions import PERMISSIONS
from pitboss.web.auth.programs import _ALWAYS, _COMMANDS, _READS
from tests.attacks.test_security_log import figures, lines
from tests.web.service import CONTROLS, Browser, Clock, House
from tests.web.test_permissions import filled

DAY_MS = 86_400_000
ALL_READS = ["floor", "records", "reports", "rules"]
RULES = HouseRules(appointments=True, program_ms=365 * DAY_MS)


def told(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    with House(tmp_path / "p.db", clock=clock, controls=replace(CONTROLS, people=RULES)) as house:
        house.person(Role.ADMINISTRATOR)
        yield house


def wanted(house: House, role: Role, days: int = 30, **scope: Any) -> dict[str, Any]:
    number = len(house.casino.people().programs)
    return {
        "name": f"Program {number}",
        "role": role,
        "scope": scope,
        "until_ms": house.service.clock_ms() + days * DAY_MS,
    }


def program(house: House, role: Role, **scope: Any) -> Browser:
    """A program with its token: no cookie, no CSRF token."""
    answer = house.person(Role.ADMINISTRATOR).post("/api/tokens", wanted(house, role, **scope))
    assert answer.status_code == 200, answer.text
    made = answer.json()
    assert made["waits"] is None
    browser = house.nobody()
    browser.device = made["program"]
    browser.client.headers["Authorization"] = f"Bearer {made['token']}"
    return browser


# ── what it may ───────────────────────────────────────────────────────────────────────────────────


def test_a_program_acts_without_cookie_and_csrf_under_a_name_of_its_own(house: House) -> None:
    shoe = program(house, Role.DEALER, commands=["open-betting"], reads=["floor"])
    assert shoe.learn()["name"] == "program/Program 0"
    assert shoe.do("Stud", "open-betting").status_code == 200
    *_, record = house.casino.journal.read("table/Stud")
    assert b'"name":"program/Program 0"' in record.body
    assert shoe.client.cookies.get("pitboss") is None
    assert audit(house.casino.journal).problem is None


def test_the_token_is_told_once_and_kept_as_a_hash(house: House) -> None:
    root, asked = house.person(Role.ADMINISTRATOR), wanted(house, Role.AUDITOR, reads=["floor"])
    first = root.post("/api/tokens", asked, Idempotency_Key="once").json()
    again = root.post("/api/tokens", asked, Idempotency_Key="once")
    assert first["token"].startswith("pbt_")
    assert again.json() == first | {"token": None}
    assert again.headers["idempotent-replay"] == "true"
    stored = b"".join(one.body for one in house.casino.journal.read("people"))
    assert first["token"].encode() not in stored
    assert first["token"] not in root.get("/api/tokens").text


def test_its_last_use_is_listed(house: House, clock: Clock) -> None:
    reader = program(house, Role.AUDITOR, reads=["floor"])
    root = house.person(Role.ADMINISTRATOR)
    assert root.json("/api/tokens")["tokens"][0]["used_ms"] is None
    clock.pass_by(minutes=7)
    assert reader.get("/api/floor").status_code == 200
    assert root.json("/api/tokens")["tokens"][0]["used_ms"] == clock.now_ms


def test_a_program_reads_and_does_what_its_scope_says_and_nothing_else(house: House) -> None:
    """Every endpoint there is, for a program that may read and do as much as a program can."""
    commands = ["open-betting", "place-bet"]
    every = program(house, Role.PIT_SUPERVISOR, reads=ALL_READS, commands=commands)
    allowed = _ALWAYS | _COMMANDS | {("GET", path) for path in _READS}
    for method, path in PERMISSIONS:
        if not path.startswith("/api/") or path == "/api/stream":
            continue
        answer = every.get(filled(path)) if method == "GET" else every.post(filled(path), {})
        code = answer.json().get("code") if answer.status_code >= 400 else None
        if Role.PIT_SUPERVISOR not in PERMISSIONS[method, path]:
            assert code == "not-permitted", (method, path)
        else:
            assert (code == "out-of-scope") != ((method, path) in allowed), (method, path, code)


@pytest.mark.parametrize(
    ("scope", "path", "says"),
    [
        ({"reads": ["floor"]}, "/api/reports/today", "This token does not read reports."),
        ({"reads": ["reports"]}, "/api/floor", "This token does not read floor."),
        ({"reads": ["floor"], "tables": ["Stud"]}, "/api/floor", "This token is for Stud only."),
        ({"reads": ["floor"], "tables": ["Stud"]}, "/api/links/Millions", "for Stud only."),
        ({"reads": ["floor"], "tables": ["Stud"]}, "/api/tables/Mega", "for Stud only."),
    ],
)
def test_what_is_out_of_scope_is_refused_in_clear_words(
    house: House, scope: dict[str, Any], path: str, says: str
) -> None:
    answer = program(house, Role.AUDITOR, **scope).get(path)
    assert told(answer) == (403, "out-of-scope")
    assert answer.json()["detail"].endswith(says)


def test_commands_stay_in_scope_too(house: House) -> None:
    reader = program(house, Role.DEALER, reads=["floor"])
    answer = reader.do("Stud", "open-betting")
    assert told(answer) == (403, "out-of-scope")
    assert answer.json()["detail"] == "This token is read-only."
    shoe = program(house, Role.DEALER, commands=["deal"], tables=["Stud"])
    assert shoe.do("Stud", "open-betting").json()["detail"] == (
        "This token is not for open-betting; it is for deal."
    )
    assert told(shoe.do("Hold'em", "deal")) == (403, "out-of-scope")
    assert told(shoe.do("Stud", "deal"))[0] == 409, "the engine has its say"


# ── when it counts no more ────────────────────────────────────────────────────────────────────────


def test_after_its_end_it_is_worth_nothing_and_that_is_seen(
    house: House, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pitboss.security")
    reader = program(house, Role.AUDITOR, reads=["floor"])
    clock.now_ms += 30 * DAY_MS
    answer = reader.get("/api/floor")
    assert told(answer) == (401, "token-ended")
    assert "expired at 2023-12-14 22:13:20+00:00; an administrator" in answer.json()["detail"]
    assert told(reader.get("/api/me")) == (401, "token-ended")
    assert lines(caplog)[0] == (
        "refused (token-ended): GET /api/floor by program/Program 0 (nobody) from testclient"
    )
    counted = figures(house, "pitboss_refused_deeds_total")
    assert counted['code="token-ended",role="nobody"'] == 2


def test_a_revoked_token_ends_at_once_and_its_stream_with_it(house: House) -> None:
    reader = program(house, Role.AUDITOR, reads=["floor"])
    root = house.person(Role.ADMINISTRATOR)
    with reader.stream(tables="*") as stream:
        assert stream.event().kind == "snapshot"
        assert root.post(f"/api/tokens/{reader.device}/revoke").json()["revoked"] is True
        assert told(reader.get("/api/floor")) == (401, "token-revoked")
        stream.rest()
    assert told(root.post("/api/tokens/nobody/revoke")) == (404, "no-such-token")
    assert root.json("/api/tokens")["tokens"][0]["revoked"] is True


def test_a_token_that_nobody_made_is_nobodys(house: House) -> None:
    browser = house.nobody()
    browser.client.headers["Authorization"] = "Bearer pbt_" + "A" * 43
    assert told(browser.get("/api/floor")) == (401, "sign-in-needed")


# ── a program is no person ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("do", sorted(do for do in PERSONS_ONLY if "rulebook" not in do))
def test_no_token_is_made_for_what_takes_a_person(open_house: House, do: str) -> None:
    root = open_house.person(Role.ADMINISTRATOR)
    answer = root.post("/api/tokens", wanted(open_house, Role.PIT_SUPERVISOR, commands=[do]))
    assert told(answer) == (422, "bad-field")
    assert answer.json()["detail"] == f"{do} needs a person; no program may do it."


def test_a_program_neither_approves_nor_asks_for_an_approval(house: House) -> None:
    """What takes two persons takes two, whatever a program's scope says."""
    robot = program(
        house, Role.PIT_SUPERVISOR, commands=["open-betting", "place-bet", "report", "deal"]
    )
    dana = house.person(Role.DEALER)
    dana.done("Stud", "open-betting")
    guest = robot.do("Stud", "place-bet", box=1, bet="ante", amount="10.00", player="Mr Tan")
    assert told(guest) == (409, "person-needed")
    assert "a program is not one of them" in guest.json()["detail"]
    waits = dana.do("Stud", "place-bet", box=1, bet="ante", amount="10.00", player="Mr Tan")
    digest = waits.json()["approval"]["digest"]
    assert told(robot.post(f"/api/approvals/{digest}")) == (403, "out-of-scope")
    assert house.person(Role.PIT_SUPERVISOR).post(f"/api/approvals/{digest}").status_code == 200


def test_the_house_refuses_a_program_whose_scope_was_forged(house: House) -> None:
    """Even a scope that stands in a changed database does not make a program a person."""
    robot = program(house, Role.PIT_SUPERVISOR, commands=["report"])
    # What the server has not heard of yet would put the right scope back.
    house.settle_down()
    people = house.casino.people()
    forged = replace(people.programs[robot.device], scope=Scope(commands=("verify-claim",)))
    house.service.guard._people = replace(people, programs={robot.device: forged})
    answer = robot.on_link("Millions", "verify-claim", claim="Stud-1/1")
    assert told(answer)[1] in ("person-needed", "no-such-claim"), answer.text


def test_a_high_post_takes_two_administrators(house: House) -> None:
    root, ida = house.person(Role.ADMINISTRATOR), house.person(Role.ADMINISTRATOR, "ida")
    asked = wanted(house, Role.SHIFT_MANAGER, reads=["floor"])
    made = root.post("/api/tokens", asked).json()
    reader = house.nobody()
    reader.client.headers["Authorization"] = f"Bearer {made['token']}"
    assert told(reader.get("/api/floor")) == (401, "sign-in-needed")
    assert told(root.post(f"/api/deeds/{made['waits']}/approve")) == (
        403,
        "second-administrator-needed",
    )
    assert ida.post(f"/api/deeds/{made['waits']}/approve").status_code == 200
    assert reader.get("/api/floor").status_code == 200


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"role": "administrator"}, "role"),
        ({"role": "player"}, "role"),
        ({"role": "emperor"}, "role"),
        ({"until_ms": 1}, "until_ms"),
        ({"until_ms": 99_999_999_999_999}, "until_ms"),
        ({"until_ms": "soon"}, "until_ms"),
        ({"scope": {"commands": ["fly"]}}, "scope"),
        ({"scope": {"reads": ["everything"]}}, "scope.reads[0]"),
        ({"scope": {}}, "scope"),
        ({"name": "a/b"}, "name"),
    ],
)
def test_a_token_has_a_role_a_scope_and_an_end(
    open_house: House, change: dict[str, Any], where: str
) -> None:
    root = open_house.person(Role.ADMINISTRATOR)
    asked = wanted(open_house, Role.AUDITOR, reads=["floor"]) | change
    answer = root.post("/api/tokens", asked)
    if change == {"until_ms": 99_999_999_999_999}:
        assert answer.status_code == 200, "no limit is set in this house"
        return
    assert answer.status_code == 422
    assert answer.json()["where"] == where


def test_only_administrators_make_them(house: House) -> None:
    asked = wanted(house, Role.AUDITOR, reads=["floor"])
    for role in (Role.SHIFT_MANAGER, Role.DEALER, Role.PLAYER):
        assert told(house.person(role).post("/api/tokens", asked)) == (403, "not-permitted")
    robot = program(house, Role.PIT_SUPERVISOR, reads=["floor"])
    assert told(robot.post("/api/tokens", asked)) == (403, "not-permitted")
