"""Passwords that somebody else has chosen: who gives them must not be able to act under another's
name unseen.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from argon2 import PasswordHasher

from pitboss.casino.codec import stored
from pitboss.casino.entry import Entry, body_of_entry
from pitboss.journal.address import open_journal
from pitboss.journal.port import Part, Unit
from pitboss.people import events as p
from pitboss.people.events import PEOPLE_STREAM, SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.web.auth.permissions import PERMISSIONS
from tests.web.answers import code
from tests.web.service import PASSWORD, Browser, House
from tests.web.test_permissions import filled

FIRST, OWN = "a first password", "a password of one's own"
HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
OPEN = {("POST", "/api/password"), ("POST", "/api/sign-out"), ("GET", "/api/me")}


@pytest.fixture
def root(house: House) -> Browser:
    return house.person(Role.ADMINISTRATOR)


@pytest.fixture
def dora(house: House, root: Browser) -> Browser:
    """Somebody who has just signed in with the password that an administrator chose."""
    added = root.post("/api/people", {"name": "dora", "role": "shift-manager", "password": FIRST})
    assert added.status_code == 200
    browser = house.nobody()
    assert browser.sign_in("dora", FIRST).status_code == 200
    return browser


def test_with_a_first_password_nothing_can_be_done_but_to_change_it(
    house: House, dora: Browser
) -> None:
    assert dora.learn()["password_change_needed"] is True
    for method, path in PERMISSIONS:
        if (method, path) in OPEN or None in PERMISSIONS[method, path]:
            continue
        answer = dora.get(filled(path)) if method == "GET" else dora.post(filled(path))
        expected = (
            "password-change-needed"
            if Role.SHIFT_MANAGER in PERMISSIONS[method, path]
            else "not-permitted"
        )
        assert code(answer) == (403, expected), (method, path)
    assert code(dora.do("Stud", "open-betting")) == (403, "password-change-needed")


def test_live_updates_are_held_back_too(dora: Browser) -> None:
    watch = msgspec.json.encode([{"name": "dora", "tables": ["*"]}]).decode()
    answer = dora.client.get("/api/stream/shared", headers={"X-Watch": watch})
    assert code(answer) == (401, "sign-in-needed")
    assert code(dora.get("/api/stream")) == (403, "password-change-needed")


def test_a_password_of_ones_own_opens_everything(house: House, dora: Browser) -> None:
    assert code(dora.post("/api/password", {"old": FIRST, "new": FIRST})) == (422, "bad-password")
    assert dora.learn()["password_change_needed"] is True
    assert dora.post("/api/password", {"old": FIRST, "new": OWN}).status_code == 200
    assert dora.learn()["password_change_needed"] is False
    assert dora.do("Stud", "open-betting").status_code == 200
    for _ in range(2):
        again = house.nobody()
        assert again.sign_in("dora", OWN).json()["password_change_needed"] is False
        assert again.get("/api/floor").status_code == 200


def test_a_first_password_works_once(house: House, dora: Browser) -> None:
    for _ in range(2):
        assert code(house.nobody().sign_in("dora", FIRST)) == (403, "first-password-used")
    failed = [
        one for one in house.casino.journal.read(PEOPLE_STREAM) if one.kind == "sign-in-failed/1"
    ]
    assert len(failed) == 2, "and it is on record that somebody tried"
    assert dora.post("/api/sign-out").status_code == 200
    assert code(house.nobody().sign_in("dora", FIRST)) == (403, "first-password-used")


def test_also_where_two_come_at_once(house: House, root: Browser) -> None:
    root.post("/api/people", {"name": "dora", "role": "dealer", "password": FIRST})
    with ThreadPoolExecutor(4) as pool:
        found = list(
            pool.map(
                lambda nth: house.nobody(f"10.0.0.{nth}").sign_in("dora", FIRST).status_code,
                range(4),
            )
        )
    assert sorted(found) == [200, 403, 403, 403]


def test_and_over_a_restart(tmp_path: Path) -> None:
    with House(tmp_path / "p.db") as house:
        root = house.person(Role.ADMINISTRATOR)
        root.post("/api/people", {"name": "dora", "role": "dealer", "password": FIRST})
        token = house.nobody()
        token.sign_in("dora", FIRST)
        kept = token.token
        assert kept is not None
    with House(tmp_path / "p.db") as house:
        assert code(house.nobody().sign_in("dora", FIRST)) == (403, "first-password-used")
        dora = house.with_token(kept)
        assert code(dora.get("/api/floor")) == (403, "password-change-needed")


def test_an_administrator_does_not_go_round_the_old_password(root: Browser) -> None:
    assert code(root.post("/api/people/root/invite")) == (409, "own-password")


def test_who_sets_up_has_chosen_for_himself(tmp_path: Path) -> None:
    with House(tmp_path / "p.db", furnished=False) as house:
        root, token = house.nobody(), house.service.guard.setup_token
        body = {"token": token, "name": "root", "password": PASSWORD}
        assert root.post("/api/setup", body).json()["password_change_needed"] is False
        root.learn()
        assert root.get("/api/people").status_code == 200


def store(path: Path, **events: p.AnyPeopleEvent) -> None:
    """Events of former times, each under the id of its command."""
    with closing(open_journal(f"sqlite:{path}")) as journal:
        for version, (command, event) in enumerate(events.items()):
            parts = (Part(PEOPLE_STREAM, version, (stored(event),)),)
            entry = body_of_entry(Entry(by="root", to="people", program="0.1.0"))
            journal.append([Unit(f"people/root:{command}", entry, event.at_ms, parts)])


def test_passwords_of_former_times_go_on(tmp_path: Path) -> None:
    """Events without the mark: who had a password then keeps it."""
    hashed = HASHER.hash(PASSWORD)
    store(
        tmp_path / "p.db",
        olga=p.PersonAdded(at_ms=1, by="root", name="olga", role=Role.DEALER, password=hashed),
        pete=p.PersonAdded(at_ms=1, by="root", name="pete", role=Role.DEALER),
        word=p.PasswordSet(at_ms=2, by="root", name="pete", password=hashed),
    )
    with House(tmp_path / "p.db") as house:
        for name in ("olga", "pete"):
            for _ in range(2):
                browser = house.nobody()
                assert browser.sign_in(name).json()["password_change_needed"] is False
                assert browser.get("/api/floor").status_code == 200


def test_the_same_key_means_the_same_change_before_and_after_the_mark(tmp_path: Path) -> None:
    hashed = HASHER.hash(FIRST)
    store(
        tmp_path / "p.db",
        add_olga=p.PersonAdded(at_ms=1, by="root", name="olga", role=Role.DEALER, password=hashed),
    )
    body = {"name": "olga", "role": "dealer", "password": FIRST}
    with House(tmp_path / "p.db") as house:
        root = house.person(Role.ADMINISTRATOR)
        answer = root.post("/api/people", body, Idempotency_Key="add_olga")
        assert answer.headers["idempotent-replay"] == "true"
        assert SYSTEM_NAME not in house.service.guard.people.persons
