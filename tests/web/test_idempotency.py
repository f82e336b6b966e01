"""Every change has a key of the caller's own: sent again it is done once, whatever it changes."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from pitboss.casino.draft import Group
from pitboss.people.events import PEOPLE_STREAM, SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.web.asgi import document_of
from pitboss.web.auth.permissions import PERMISSIONS
from pitboss.web.demo import NotADemo, furnish
from tests.postgres import shared_server
from tests.web.answers import code
from tests.web.service import PASSWORD, Browser, House
from tests.web.test_permissions import filled

NO_CHANGE = {
    "/api/sign-in",
    "/api/sign-out",
    "/api/setup",
    "/api/invitations",
    "/api/invitations/accept",
    "/api/demo/sign-in",
    "/api/rule",
    "/api/tour",
    "/api/sign-in/passkey",
    "/api/sign-in/directory/start",
    "/api/sign-in/directory",
    "/api/device",
    "/api/passkey-options",
    "/api/step-up",
    "/api/step-up/directory/start",
    "/api/step-up/directory",
    "/api/displays",
    "/api/sessions/{session}/end",
}
"""Signing in twice opens two sessions, as it should; signing out, ending a session, setting up and
accepting an invitation can be done only once anyhow; to ask what the rules say, or for a challenge,
changes nothing; and what a sign showed is told again until it is taken, with a key of its own.
"""
OWN_FACTORS = "/api/factors/"
"""A code or the answer of a passkey is good once, so that nothing here can be done twice with
it.
"""

CHANGES = [
    path
    for method, path in PERMISSIONS
    if method == "POST" and path not in NO_CHANGE and not path.startswith(OWN_FACTORS)
]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "p.db") as house:
        yield house


@pytest.fixture
def root(house: House) -> Browser:
    return house.person(Role.ADMINISTRATOR)


def kinds(house: House) -> list[str]:
    """What has happened to people and devices, but for who came and went."""
    found = [record.kind for record in house.casino.journal.read(PEOPLE_STREAM, 0)]
    return [kind for kind in found if not kind.startswith("session")]


def again(answer: Response) -> bool:
    assert answer.status_code == 200, answer.text
    return bool(answer.headers.get("idempotent-replay") == "true")


@pytest.mark.parametrize("path", CHANGES)
@pytest.mark.parametrize("key", ["", "x" * 151, "two words", "caf\u00e9", "a\tb"])
def test_no_change_without_a_key(open_house: House, path: str, key: str) -> None:
    allowed = PERMISSIONS["POST", path]
    role = next(role for role in (Role.ADMINISTRATOR, Role.SHIFT_MANAGER) if role in allowed)
    browser, before = open_house.person(role), open_house.casino.journal.last_position()
    headers = {
        b"X-CSRF-Token": (browser.csrf or "").encode(),
        b"Idempotency-Key": key.encode("latin-1"),
    }
    answer = browser.client.post(filled(path), json={"do": "open-betting"}, headers=headers)
    assert code(answer) == (422, "idempotency-key-needed")
    assert open_house.casino.journal.last_position() == before


def test_the_document_says_which(open_house: House) -> None:
    found = set()
    for path, methods in document_of(open_house.app.endpoints)["paths"].items():
        for operation in methods.values():
            names = {one["name"]: one["required"] for one in operation.get("parameters", ())}
            if names.get("Idempotency-Key"):
                found.add(path)
    assert found == {*CHANGES, "/api/displays"}


ZOE = {"name": "zoe", "role": "player", "password": PASSWORD}


def test_a_person_is_added_once(house: House, root: Browser) -> None:
    assert not again(root.post("/api/people", ZOE, Idempotency_Key="add-zoe"))
    answer = root.post("/api/people", ZOE, Idempotency_Key="add-zoe")
    assert again(answer)
    assert answer.json() == {"name": "zoe", "role": "player", "waits": None}
    assert kinds(house).count("person-added/1") == 2, "root and Zoe"
    assert code(root.post("/api/people", ZOE, Idempotency_Key="another")) == (409, "name-taken")
    # What has become of her since is another matter.
    root.post("/api/people/zoe/disable")
    assert again(root.post("/api/people", ZOE, Idempotency_Key="add-zoe"))
    assert code(house.nobody().sign_in("zoe")) == (401, "wrong-name-or-password")


@pytest.mark.parametrize(
    "other", [{"name": "zora"}, {"role": "dealer"}, {"password": "quite another one"}]
)
def test_a_key_is_good_for_one_person(house: House, root: Browser, other: dict[str, str]) -> None:
    root.post("/api/people", ZOE, Idempotency_Key="k")
    before = kinds(house)
    answer = root.post("/api/people", ZOE | other, Idempotency_Key="k")
    assert code(answer) == (409, "other-command")
    assert "'root:k'" in answer.json()["detail"]
    assert PASSWORD not in answer.text
    assert kinds(house) == before


def test_and_for_one_kind_of_change(root: Browser) -> None:
    root.post("/api/people", ZOE, Idempotency_Key="k")
    for path, body in (
        ("/api/people/zoe/disable", {}),
        ("/api/people/zoe/invite", {}),
        ("/api/devices", {"role": "display", "label": "zoe"}),
        ("/api/devices/none/revoke", {}),
    ):
        assert code(root.post(path, body, Idempotency_Key="k")) == (409, "other-command"), path


def test_a_key_is_its_callers_own(house: House, root: Browser) -> None:
    second = house.person(Role.ADMINISTRATOR, "second")
    root.post("/api/people", ZOE, Idempotency_Key="k")
    assert not again(second.post("/api/people", ZOE | {"name": "yann"}, Idempotency_Key="k"))


def test_an_old_change_sent_again_does_not_undo_a_new_one(house: House, root: Browser) -> None:
    root.post("/api/people", ZOE)
    links: list[str] = []
    for change, body, key in (
        ("disable", {}, "1"),
        ("enable", {}, "2"),
        ("role", {"role": "dealer"}, "3"),
        ("role", {"role": "pit-manager"}, "4"),
        ("invite", {}, "5"),
        ("invite", {}, "6"),
    ):
        answer = root.post(f"/api/people/zoe/{change}", body, Idempotency_Key=key)
        assert not again(answer)
        links.append(answer.json().get("invitation"))
    assert again(root.post("/api/people/zoe/disable", Idempotency_Key="1"))
    assert again(root.post("/api/people/zoe/role", {"role": "dealer"}, Idempotency_Key="3"))
    before = root.post("/api/people/zoe/invite", {}, Idempotency_Key="5")
    assert again(before)
    assert before.json()["invitation"] is None, "a link is shown once"
    zoe = house.nobody()
    accepted = {"token": links[-1], "password": "the second password"}
    assert zoe.post("/api/invitations/accept", accepted).status_code == 200
    assert zoe.learn()["role"] == "pit-manager"
    answer = root.post("/api/people/zoe/role", {"role": "player"}, Idempotency_Key="3")
    assert code(answer) == (409, "other-command")


def test_a_device_is_added_once_and_its_token_is_shown_once(house: House, root: Browser) -> None:
    body = {"role": "display", "label": "Sign at the bar"}
    first = root.post("/api/devices", body, Idempotency_Key="k").json()
    answer = root.post("/api/devices", body, Idempotency_Key="k")
    assert again(answer)
    assert answer.json() == {"device": first["device"], "token": None}
    assert first["token"]
    assert kinds(house).count("device-added/1") == 1
    revoke = f"/api/devices/{first['device']}/revoke"
    assert not again(root.post(revoke, Idempotency_Key="r"))
    assert again(root.post(revoke, Idempotency_Key="r"))
    assert kinds(house).count("device-revoked/1") == 1


def test_ones_own_password_is_set_once(house: House) -> None:
    house.service.guard.add(SYSTEM_NAME, "dana", Role.DEALER, PASSWORD)
    dana = house.nobody()
    dana.sign_in("dana")
    body = {"old": PASSWORD, "new": "another pass word"}
    assert not again(dana.post("/api/password", body, Idempotency_Key="k"))
    dana.learn()
    token = dana.token
    assert again(dana.post("/api/password", body, Idempotency_Key="k"))
    assert kinds(house).count("password-set/1") == 1
    assert dana.token == token
    other = body | {"new": "yet another word"}
    assert code(dana.post("/api/password", other, Idempotency_Key="k")) == (409, "other-command")


def test_an_audit_is_started_once(house: House) -> None:
    ada = house.person(Role.AUDITOR)
    assert not again(ada.post("/api/audit", Idempotency_Key="k"))
    while ada.json("/api/audit")["running"]:
        pass
    assert again(ada.post("/api/audit", Idempotency_Key="k"))
    assert ada.json("/api/audit")["running"] is False
    assert ada.json("/api/audit")["report"]["content"] is True
    assert not again(house.person(Role.SHIFT_MANAGER).post("/api/audit", Idempotency_Key="k"))


def test_many_at_once_are_one(house: House) -> None:
    def add(_: int) -> Any:
        return house.person(Role.ADMINISTRATOR).post("/api/people", ZOE, Idempotency_Key="k")

    house.person(Role.ADMINISTRATOR)
    with ThreadPoolExecutor(4) as pool:
        found = [again(answer) for answer in pool.map(add, range(4))]
    assert sorted(found) == [False, True, True, True]
    assert kinds(house).count("person-added/1") == 2


def test_a_key_holds_over_a_restart(tmp_path: Path) -> None:
    for repeated in (False, True):
        with House(tmp_path / "other.db", furnished=False) as house:
            root = house.person(Role.ADMINISTRATOR)
            assert again(root.post("/api/people", ZOE, Idempotency_Key="k")) is repeated


@pytest.fixture
def both() -> Iterator[tuple[House, House]]:
    """Two servers that start on an empty database."""
    with shared_server() as server, server.borrowed_journal() as url, ExitStack() as stack:
        first = stack.enter_context(House(url, furnished=False))
        yield first, stack.enter_context(House(url, furnished=False))


def test_and_at_another_server(both: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = both
    root = here.person(Role.ADMINISTRATOR)
    assert root.token is not None
    other = there.with_token(root.token)
    assert not again(root.post("/api/people", ZOE, Idempotency_Key="k"))
    assert again(other.post("/api/people", ZOE, Idempotency_Key="k"))
    # The other server has decided a moment before the first one stored it.
    yann = ZOE | {"name": "yann"}
    pipeline = there.casino.pipeline
    store = pipeline.store

    def late(group: Group) -> None:
        monkeypatch.undo()
        first = here.person(Role.ADMINISTRATOR)
        assert not again(first.post("/api/people", yann, Idempotency_Key="yann"))
        store(group)

    monkeypatch.setattr(pipeline, "store", late)
    assert again(other.post("/api/people", yann, Idempotency_Key="yann"))
    assert kinds(here).count("person-added/1") == 3


def test_two_servers_that_start_at_once_make_one_administrator(both: tuple[House, House]) -> None:
    tokens = {house: house.service.guard.setup_token for house in both}
    assert len({*tokens.values()}) == 2

    def follow(house: House) -> int:
        body = {"token": tokens[house], "name": f"root-{id(house)}", "password": PASSWORD}
        return house.nobody().post("/api/setup", body).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(follow, both)) == [200, 409]
    for house in both:
        assert len(house.service.guard.refresh().persons) == 1
        assert follow(house) == 409


def test_a_demonstration_does_not_take_over_a_casino_that_is_being_set_up(
    both: tuple[House, House],
) -> None:
    here, there = both
    token = here.service.guard.setup_token
    assert there.service.guard.start_demo() is True
    # Whoever may sign in by a click must not meet a real administrator there.
    answer = here.nobody().post(
        "/api/setup", {"token": token, "name": "root", "password": PASSWORD}
    )
    assert code(answer) == (409, "already-set-up")
    assert here.service.guard.refresh().persons == {}


def test_nor_one_that_was_set_up_a_moment_ago(both: tuple[House, House]) -> None:
    here, there = both
    here.person(Role.ADMINISTRATOR)
    before = here.casino.journal.last_position()
    with pytest.raises(NotADemo, match="holds a real casino"):
        furnish(there.casino, there.service.guard)
    assert there.service.guard.start_demo() is False
    assert here.casino.journal.last_position() == before
