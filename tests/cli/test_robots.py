"""``pitboss robots``: real servers, loaded over HTTP; what it refuses, what it prints, how it
ends.
"""

import json
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app
from pitboss.program import robots as robots_module
from pitboss.web.loadtest.load import LoadOutcome
from pitboss.web.loadtest.robots import RULEBOOKS
from tests.patience import PATIENCE_S
from tests.web.servers import Server, server

PASSWORD = "correct horse battery"
FIRST = "a first password"


def robots(*arguments: str) -> Result:
    result = CliRunner().invoke(app, ["robots", *arguments], env={"PITBOSS_ROBOTS_PASSWORD": None})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def played(*arguments: str) -> Any:
    result = robots(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server(tmp_path_factory.mktemp("demo"), "--demo", "--no-robots") as started:
        yield started.address()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that is no demonstration, with an administrator, a shift manager and a dealer."""
    with server(tmp_path_factory.mktemp("real")) as started:
        address = started.address()
        token = started.wait_for(re.compile(r"/setup#(\S+)"))[1]
        with httpx.Client(base_url=address, timeout=PATIENCE_S) as root:
            first = {"token": token, "name": "root", "password": PASSWORD}
            me = root.post("/api/setup", json=first).raise_for_status()
            root.headers["X-CSRF-Token"] = me.json()["csrf"]
            for name, role in (
                ("max", "shift-manager"),
                ("mia", "shift-manager"),
                ("dana", "dealer"),
                ("fay", "shift-manager"),
            ):
                person = {"name": name, "role": role, "password": FIRST}
                headers = {"Idempotency-Key": f"add-{name}"}
                root.post("/api/people", json=person, headers=headers).raise_for_status()
        for name in ("max", "mia", "dana"):
            with httpx.Client(base_url=address, timeout=PATIENCE_S) as client:
                me = client.post("/api/sign-in", json={"name": name, "password": FIRST}).json()
                own = {"old": FIRST, "new": PASSWORD}
                headers = {"X-CSRF-Token": me["csrf"], "Idempotency-Key": "own"}
                client.post("/api/password", json=own, headers=headers).raise_for_status()
        yield address


def floor(address: str) -> list[dict[str, Any]]:
    with httpx.Client(base_url=address, timeout=PATIENCE_S) as client:
        client.post("/api/demo/sign-in", json={"role": "auditor"}).raise_for_status()
        tables: list[dict[str, Any]] = client.get("/api/floor").raise_for_status().json()["tables"]
        return tables


def test_tables_of_every_game_are_opened_and_play_their_rounds(demo: str) -> None:
    found = played(demo, "--tables", "5", "--rounds", "3", "--seed", "7")
    assert (found["tables"], found["seed"], found["rounds"]) == (5, 7, 15)
    assert (found["errors"], found["refused"]) == ({}, {})
    # A round takes at least: open, three bets, close, deal, settle, conclude.
    assert found["commands"] >= 15 * 8
    assert 0 < found["p50_ms"] <= found["p99_ms"] <= found["slowest_ms"]
    ours = {row["table"]: row for row in floor(demo) if row["table"].startswith("Robots ")}
    assert [ours[f"Robots {n}"]["rulebook"] for n in range(1, 6)] == list(RULEBOOKS)
    assert {row["rounds"] for row in ours.values()} == {3}
    # They come again to the tables that are there, and go on.
    again = played(demo, "--tables", "2", "--rounds", "1")
    assert again["rounds"] == 2
    rounds = {
        row["table"]: row["rounds"] for row in floor(demo) if row["table"].startswith("Robots ")
    }
    assert rounds == {"Robots 1": 4, "Robots 2": 4, "Robots 3": 3, "Robots 4": 3, "Robots 5": 3}


def test_they_play_for_a_time_and_a_table_left_in_a_round_is_gone_on_with(demo: str) -> None:
    result = robots(demo.removeprefix("http://"), "--tables", "3", "--seconds", "0.5")
    assert result.exit_code == 0, result.output
    first, second, third = result.stdout.splitlines()
    assert re.fullmatch(r"3 tables, 0\.\d s: [\d,]+ commands, all stored; [\d,]+ a second\.", first)
    assert re.fullmatch(
        r"Half were answered within [\d.]+ ms \(p50\), 99 of 100 within [\d.]+ ms \(p99\), "
        r"the slowest in [\d.]+ ms\.",
        second,
    )
    assert re.fullmatch(r"\d+ rounds were concluded\.", third)
    assert played(demo, "--tables", "3", "--rounds", "1")["rounds"] == 3


def test_a_pause_slows_them_down(demo: str) -> None:
    found = played(demo, "--tables", "1", "--seconds", "0.6", "--pause", "0.2")
    assert 1 <= found["commands"] <= 4


def test_a_server_that_is_no_demonstration_is_left_alone(real: str) -> None:
    result = robots(real)
    assert result.exit_code == 2
    assert "is not a demonstration" in result.stderr
    assert "--name and --password" in result.stderr
    with httpx.Client(base_url=real, timeout=PATIENCE_S) as max_:
        max_.post("/api/sign-in", json={"name": "max", "password": PASSWORD}).raise_for_status()
        assert max_.get("/api/floor").json()["tables"] == []


def test_nobody_lets_them_in_with_a_first_password(real: str) -> None:
    result = robots(real, "--name", "fay", "--password", FIRST)
    assert result.exit_code == 2
    assert "fay still has a first password, which must be changed" in result.stderr


def open_link(address: str, operator: str) -> None:
    """Max opens a link, and Mia approves."""
    parameters = {"reset": "1000.00", "rate-bp": 1500, "verifiers": 2}
    opening = {"do": "open-link", "operator": operator, "parameters": parameters}
    path, body = f"/api/links/Robots {operator}/commands", opening
    for name, status in (("max", 409), ("mia", 200)):
        with httpx.Client(base_url=address, timeout=PATIENCE_S) as client:
            me = client.post("/api/sign-in", json={"name": name, "password": PASSWORD}).json()
            headers = {"X-CSRF-Token": me["csrf"], "Idempotency-Key": f"link-{operator}"}
            answer = client.post(path, json=body, headers=headers)
            assert answer.status_code == status, answer.text
            if status == 409:
                path, body = f"/api/approvals/{answer.json()['approval']['digest']}", {}


def test_where_there_is_no_link_one_shift_manager_alone_opens_none(real: str) -> None:
    result = robots(real, "--name", "max", "--password", PASSWORD)
    assert result.exit_code == 2
    assert "Open one first." in result.stderr


def test_a_shift_manager_may_let_them_in(real: str) -> None:
    """One login does: staff act for guests whom they have admitted."""
    for operator in ("RWS", "MBS"):
        open_link(real, operator)
    found = played(real, "--tables", "5", "--rounds", "1", "--name", "max", "--password", PASSWORD)
    assert (found["rounds"], found["errors"], found["refused"]) == (5, {}, {})
    with httpx.Client(base_url=real, timeout=PATIENCE_S) as max_:
        max_.post("/api/sign-in", json={"name": "max", "password": PASSWORD}).raise_for_status()
        links = {link["link"] for link in max_.get("/api/links").json()["links"]}
        assert links == {"Robots RWS", "Robots MBS"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--name", "max"), "a password is needed for max"),
        (("--name", "max", "--password", "wrong password"), "The name and password do not match."),
        (("--name", "dana", "--password", PASSWORD), "sign in as a shift manager"),
    ],
)
def test_a_login_that_does_not_do(real: str, arguments: tuple[str, ...], said: str) -> None:
    result = robots(real, *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("ftp://127.0.0.1", "is not the address of a server"),
        ("http://127.0.0.1:8000/table/Stud", "is not the address of a server"),
        ("127.0.0.1:99999", "is not the address of a server"),
        ("127.0.0.1:1", "no server answers at 127.0.0.1:1"),
    ],
)
def test_an_address_that_does_not_do(address: str, said: str) -> None:
    result = robots(address)
    assert result.exit_code == 2
    assert said in result.stderr


ROYAL = ["Ah", "Kh", "Qh", "Jh", "Th"]


class People:
    """A dealer and a player in box 1 at a table of a demonstration, whose cards are entered by
    hand.
    """

    def __init__(self, address: str, table: str) -> None:
        self._table = table
        self._keys = count()
        self._clients = {}
        for role in ("player", "dealer", "shift-manager"):
            client = self._clients[role] = httpx.Client(base_url=address, timeout=PATIENCE_S)
            me = client.post("/api/demo/sign-in", json={"role": role}).raise_for_status()
            client.headers["X-CSRF-Token"] = me.json()["csrf"]

    def __call__(self, role: str, do: str, **fields: Any) -> Any:
        headers = {"Idempotency-Key": f"by-hand-{next(self._keys)}"}
        path = f"/api/tables/{self._table}/commands"
        answer = self._clients[role].post(path, json={"do": do} | fields, headers=headers)
        assert answer.status_code == 200, (do, fields, answer.text)
        return answer.json()["view"]

    def links(self) -> Any:
        return self._clients["dealer"].get("/api/links").raise_for_status().json()["links"]

    def close(self) -> None:
        for client in self._clients.values():
            client.close()


def deal_a_royal_flush(people: People) -> None:
    """Up to the settlement, which takes somebody who verifies the claim on the link Millions."""
    people(
        "shift-manager",
        "open-table",
        rulebook="rws-multilink-stud-3",
        layout="A",
        boxes=6,
        dealing="shuffler",
        cards="entered",
        limits={"ante": {"min": "10.00", "max": "100.00"}},
        **{"progressive-bet": "5.00", "link": "Millions"},
    )
    people("dealer", "open-betting")
    people("player", "place-bet", box=1, bet="ante", amount="10.00")
    people("player", "place-bet", box=1, bet="progressive", amount="5.00")
    view = people("dealer", "close-betting")
    cards = {"1": list(ROYAL), "dealer": ["As", "Kd", "8c", "3c", "5s"], "burn": []}
    while view["round"]["phase"] != "revealed":
        step = view["step"]
        if step["do"] == "decide":
            view = people("player", "raise", box=1, amount=step["amount"])
            continue
        place = cards.get(step["place"], [])
        given = (
            {"cards": [place.pop(0) for _ in range(step["cards"])]}
            if step["do"] == "deal" and place
            else {}
        )
        view = people("dealer", "deal", **given)


def test_claims_are_verified_where_a_table_waits_for_them(tmp_path: Path) -> None:
    with server(tmp_path, "--demo", "--no-robots") as started:
        address = started.address()
        people = People(address, "Robots 1")
        deal_a_royal_flush(people)
        found = played(address, "--tables", "1", "--rounds", "1")
        assert (found["rounds"], found["claims"], found["errors"], found["refused"]) == (
            1,
            2,
            {},
            {},
        )
        (millions,) = [link for link in people.links() if link["link"] == "Millions"]
        people.close()
    # All of 100,000.75: the reset, and 15 in the hundred of the bet of 5.00.
    assert [(claim["table"], claim["award"]) for claim in millions["last"]] == [
        ("Robots 1", "100000.75")
    ]
    assert millions["claims"] == []


def test_a_server_that_goes_away_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path, "--demo", "--no-robots") as started:

        def kill(_telling: object, outcome: LoadOutcome, _taken_s: float) -> None:
            if outcome.commands:
                Server.close(started)

        monkeypatch.setattr(robots_module._Telling, "__call__", kill)
        result = robots(started.address(), "--tables", "2", "--seconds", "60")
    assert result.exit_code == 1, result.output
    assert "Went wrong 2 times" in result.stderr
    assert "closed the connection without an answer" in result.stderr
