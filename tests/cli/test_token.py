"""``pitboss token``: an administrator makes, lists and revokes tokens of programs at a server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from tests.patience import PATIENCE_S
from tests.web.servers import server
from tests.web.service import PASSWORD, House


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house with two administrators; the settings ask for no second factor."""
    folder: Path = tmp_path_factory.mktemp("tokens")
    (folder / "data").mkdir()
    with House(folder / "data" / "pitboss.db", furnished=False) as house:
        for name, role in (("root", Role.ADMINISTRATOR), ("dana", Role.DEALER)):
            house.service.guard.add(SYSTEM_NAME, name, role, PASSWORD)
    (folder / "pitboss.toml").write_text('[sign_in]\nsecond_factor = "none"\n')
    with server(folder) as started:
        yield started.address()


def token(address: str, *arguments: str, name: str = "root", password: str = PASSWORD) -> Result:
    given = ["--server", address, "--name", name, "--password", password]
    return CliRunner().invoke(app, ["token", *arguments, *given])


def test_a_token_is_made_used_listed_and_revoked(address: str) -> None:
    assert token(address, "list").stdout == "No program has a token.\n"
    scope = ("--role", "auditor", "--lasts", "8h", "--read", "floor")
    said = token(address, "create", "night export", *scope)
    assert said.exit_code == 0, said.output
    (given,) = re.findall(r"^    (pbt_\S+)$", said.stdout, re.MULTILINE)
    (id,) = re.findall(r"\(id ([0-9a-f]+)\)", said.stdout)
    bearer = {"Authorization": f"Bearer {given}"}
    assert httpx.get(f"{address}/api/floor", headers=bearer, timeout=PATIENCE_S).status_code == 200
    listed = token(address, "list").stdout
    assert re.search(rf"{id}  night export  auditor  reads floor  20\d\d-", listed)
    assert given not in listed
    (found,) = json.loads(token(address, "list", "--json").stdout)
    assert (found["program"], found["by"]) == (id, "root")
    assert token(address, "revoke", id).stdout == f"{id} is revoked.\n"
    assert httpx.get(f"{address}/api/floor", headers=bearer, timeout=PATIENCE_S).status_code == 401
    assert " revoked " in token(address, "list").stdout


WRONG = {
    "no length of time": (("create", "x", "--role", "dealer", "--lasts", "soon"), "write hours"),
    "no role": (
        ("create", "x", "--role", "king", "--lasts", "1d", "--read", "floor"),
        "A role must be",
    ),
    "for nothing": (
        ("create", "x", "--role", "dealer", "--lasts", "1d"),
        "Say what the token is for",
    ),
    "no command": (
        ("create", "x", "--role", "dealer", "--lasts", "1d", "--command", "fly"),
        "There is no command fly",
    ),
    "what takes a person": (
        ("create", "x", "--role", "dealer", "--lasts", "1d", "--command", "verify-claim"),
        "needs a person",
    ),
    "no token": (("revoke", "ffff"), "There is no token ffff"),
    "no id": (("revoke", "../people"), "is not the id of a token"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_in_a_sentence(address: str, case: str) -> None:
    arguments, why = WRONG[case]
    said = token(address, *arguments)
    assert said.exit_code == 2, said.output
    assert why in said.stderr


def test_it_takes_an_administrator_and_a_server(address: str) -> None:
    assert "can't sign in" in token(address, "list", password="not this one").stderr
    assert token(address, "list", name="dana").exit_code == 2
    assert token("http://127.0.0.1:9", "list").exit_code == 2
