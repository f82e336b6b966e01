"""One-time links over HTTP: shown once, good once, and only their digest is stored."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.people.appointments import HouseRules
from pitboss.people.invitations import INVITATION_MS
from pitboss.people.roles import Role
from pitboss.web.auth.register import digest
from tests.web.answers import code
from tests.web.service import CONTROLS, Browser, House

OWN = "a password of one's own"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "p.db") as house:
        yield house


@pytest.fixture
def root(house: House) -> Browser:
    return house.person(Role.ADMINISTRATOR)


def invited(by: Browser, name: str = "zoe", role: str = "dealer") -> str:
    answer = by.post("/api/people", {"name": name, "role": role})
    assert answer.status_code == 200, answer.text
    token = answer.json()["invitation"]
    assert isinstance(token, str)
    return token


def test_whoever_has_the_link_chooses_a_password_and_is_signed_in(
    house: House, root: Browser
) -> None:
    token = invited(root)
    zoe = house.nobody()
    shown = zoe.post("/api/invitations", {"token": token}).json()
    assert (shown["name"], shown["role"]) == ("zoe", "dealer")
    assert shown["ends_ms"] - house.service.clock_ms() <= INVITATION_MS
    (listed,) = [one for one in root.json("/api/people")["people"] if one["name"] == "zoe"]
    assert (listed["has_password"], listed["invited_until_ms"]) == (False, shown["ends_ms"])
    me = zoe.post("/api/invitations/accept", {"token": token, "password": OWN}).json()
    assert (me["name"], me["role"], me["password_change_needed"]) == ("zoe", "dealer", False)
    assert zoe.learn()["name"] == "zoe"
    assert house.nobody().sign_in("zoe", OWN).status_code == 200
    assert house.nobody().sign_in("zoe", OWN).status_code == 200


def test_a_link_is_good_once_and_a_bad_password_does_not_use_it_up(
    house: House, root: Browser
) -> None:
    token, zoe = invited(root), house.nobody()
    bad = zoe.post("/api/invitations/accept", {"token": token, "password": "password1"})
    assert code(bad) == (422, "bad-password")
    good = {"token": token, "password": OWN}
    assert zoe.post("/api/invitations/accept", good).status_code == 200
    for path in ("/api/invitations", "/api/invitations/accept"):
        assert code(house.nobody().post(path, good)) == (404, "no-invitation")


def test_a_link_that_was_made_up_opens_nothing(house: House) -> None:
    for token in ("", "x", "x" * 43, digest("x")):
        answer = house.nobody().post("/api/invitations", {"token": token})
        assert code(answer) == (404, "no-invitation")


def test_the_token_is_stored_nowhere_and_its_digest_opens_nothing(
    house: House, root: Browser
) -> None:
    token = invited(root)
    stored = b"".join(record.body for record in house.casino.journal.read_all(limit=10_000))
    assert token.encode() not in stored
    assert digest(token).encode() in stored
    answer = house.nobody().post("/api/invitations", {"token": digest(token)})
    assert code(answer) == (404, "no-invitation")


def test_a_new_link_ends_the_one_before(house: House, root: Browser) -> None:
    first = invited(root)
    again = root.post("/api/people/zoe/invite").json()["invitation"]
    assert code(house.nobody().post("/api/invitations", {"token": first})) == (404, "no-invitation")
    assert house.nobody().post("/api/invitations", {"token": again}).status_code == 200


def test_another_site_can_not_have_a_link_accepted(house: House, root: Browser) -> None:
    body = {"token": invited(root), "password": OWN}
    answer = house.nobody().post("/api/invitations/accept", body, Origin="https://elsewhere")
    assert code(answer) == (403, "wrong-origin")


def test_who_may_not_approve_yet_is_told_from_when(tmp_path: Path) -> None:
    rules = HouseRules(account_age_ms=24 * 3_600_000)
    with House(tmp_path / "p.db", controls=replace(CONTROLS, people=rules)) as house:
        root = house.person(Role.ADMINISTRATOR)
        _is_told(house, root)


def _is_told(house: House, root: Browser) -> None:
    token = invited(root, "mia", "shift-manager")
    mia = house.nobody()
    me = mia.post("/api/invitations/accept", {"token": token, "password": OWN}).json()
    least = house.service.guard.rules.account_age_ms
    assert me["approves_from_ms"] == house.casino.people().persons["mia"].since_ms + least
