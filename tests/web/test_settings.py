"""Every setting has an effect: for each, the real thing is started with two values of it and does
two things.

A setting without a check fails here. Most are looked at in two servers that have nothing in common;
what goes by the clock is looked at in the server's own parts, with a clock that the test has in its
hand.
"""

import asyncio
import hashlib
import json
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic, sleep, time
from typing import Any, NamedTuple

import httpx
import pytest
from msgspec.structs import replace

from pitboss.casino.app import Casino
from pitboss.casino.codec import read_event
from pitboss.casino.requests import Answer, PeopleRequest, Request
from pitboss.casino.stream_ids import feed_stream, link_stream, table_stream
from pitboss.demo.house import settings
from pitboss.demo.robot import Robot
from pitboss.games.deal_plan import Do
from pitboss.jackpot.commands import ApproveParameters, OpenLink, ProposeParameters
from pitboss.jackpot.parameters import LinkParameters
from pitboss.journal.address import open_journal
from pitboss.kernel.cards import parse_cards
from pitboss.kernel.money import Cents
from pitboss.operations.checkpointer import Checkpointer
from pitboss.operations.config import BadConfig, Config, load_config
from pitboss.operations.nightly_archiver import NightlyArchiver
from pitboss.operations.settings import DESCRIBED, toml_value
from pitboss.people.commands import AddPerson
from pitboss.people.events import SYSTEM_NAME, SessionOpened
from pitboss.people.roles import Role
from pitboss.people.scopes import ReadArea, Scope
from pitboss.reports.rounds.index import INDEX_NAME
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.loader import DATA
from pitboss.table.commands import (
    AnyCommand,
    CloseBetting,
    Conclude,
    Deal,
    DecideMoney,
    OpenBetting,
    PlaceBet,
    Raise,
    Report,
    Settle,
)
from pitboss.web.api.problems import Problem
from pitboss.web.asgi import App as Application
from pitboss.web.asgi import make_app
from pitboss.web.auth.directory_use import directory_use
from pitboss.web.encryption import certificate
from pitboss.web.lifecycle import _keep_house, open_casino, open_service
from tests.patience import PATIENCE_S
from tests.support import CS, MS
from tests.web.apps import App
from tests.web.provider import CLIENT, SECRET, Provider
from tests.web.servers import Server
from tests.web.service import PASSWORD, SHELF, Clock, furnish
from tests.web.test_proxy import make_certificate

OWN = "own-stud-1"
PARAMETERS = {"reset": "5000.00", "rate-bp": 100}
AWAY_MS = 2 * 60_000
_keys = count(1)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def one(port: int) -> dict[str, Any]:
    return {
        "data": "here",
        "database": "one.db",
        "timezone": "UTC",
        "rulebooks": (),
        "checkpoints.key": "one.key",
        "checkpoints.copy": "one.jsonl",
        "links.verifiers": 1,
        "approvals.link": "none",
        "approvals.appointments": False,
        "approvals.account_age_hours": 0,
        "log.level": "info",
        "log.format": "text",
        "server.host": "127.0.0.1",
        "server.port": port,
        "server.session_idle_minutes": 1,
        "server.session_longest_hours": 1,
        "server.practice": False,
    }


def other(port: int) -> dict[str, Any]:
    return {
        "data": "there",
        "database": "other.db",
        "timezone": "Asia/Singapore",
        "rulebooks": (f"{OWN}.toml",),
        "checkpoints.key": "other.key",
        "vault.key": "elsewhere.key",
        "checkpoints.copy": "other.jsonl",
        "links.verifiers": 2,
        "approvals.link": "pit-manager",
        "log.level": "info",
        "log.format": "json",
        "server.host": "127.0.0.2",
        "server.port": port,
        "server.session_idle_minutes": 30,
        "server.session_longest_hours": 12,
        "server.practice": True,
    }


def configured(folder: Path, values: Mapping[str, Any]) -> Config:
    """A folder with a settings file of these values, as an operator writes one. Nobody is asked for
    a second factor unless they say so.
    """
    values = {"sign_in.second_factor": "none", **values}
    folder.mkdir(parents=True, exist_ok=True)
    tables: dict[str, list[str]] = {"": []}
    for key, value in values.items():
        table, _, name = key.rpartition(".")
        tables.setdefault(table, [f"[{table}]"]).append(f"{name} = {toml_value(value)}")
    body = "\n".join(line for lines in tables.values() for line in lines)
    (folder / "pitboss.toml").write_text(body + "\n", encoding="utf-8")
    return load_config(environment={}, folder=folder)


def own_rulebook(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = (DATA / f"{MS}.toml").read_text(encoding="utf-8")
    (folder / f"{OWN}.toml").write_text(
        text.replace(f'id = "{MS}"', f'id = "{OWN}"', 1), encoding="utf-8"
    )


class Served(NamedTuple):
    """A running server, its settings, and the tokens of people who signed in before it started."""

    config: Config
    server: Server
    address: str
    tokens: Mapping[str, str]

    @contextmanager
    def client(self, name: str) -> Iterator[httpx.Client]:
        """A browser in which somebody is signed in, if the server still thinks so."""
        with httpx.Client(base_url=self.address, timeout=PATIENCE_S) as client:
            client.cookies.set("pitboss", self.tokens[name])
            me = client.get("/api/me").json()
            client.headers["X-CSRF-Token"] = me["csrf"] or ""
            yield client

    def get(self, name: str, path: str) -> httpx.Response:
        with self.client(name) as client:
            return client.get(path)

    def post(self, name: str, path: str, body: Mapping[str, Any]) -> httpx.Response:
        with self.client(name) as client:
            headers = {"Idempotency-Key": f"settings-{next(_keys)}"}
            return client.post(path, json=dict(body), headers=headers)


def prepared(config: Config) -> dict[str, str]:
    """People and tables, before the server starts; one of them was last seen two minutes ago."""
    config.data.mkdir(parents=True, exist_ok=True)
    tokens = {}
    for name, role, ago_ms in (
        # First: time in a journal never goes back.
        ("old", Role.AUDITOR, AWAY_MS),
        ("ann", Role.PLAYER, 0),
        ("root", Role.ADMINISTRATOR, 0),
        ("max", Role.SHIFT_MANAGER, 0),
        ("ada", Role.AUDITOR, 0),
    ):
        now_ms = int(time() * 1_000) - ago_ms
        casino = open_casino(config, lambda now_ms=now_ms: now_ms)  # type: ignore[misc]
        service = open_service(config, casino, clock_ms=lambda now_ms=now_ms: now_ms)  # type: ignore[misc]
        service.guard.add(SYSTEM_NAME, name, role, PASSWORD if name == "ada" else None)
        tokens[name] = service.guard.open_session(name)
        service.bridge.stop()
        service.guard.close()
        casino.close()
    return tokens


class Pair(NamedTuple):
    first: Served
    second: Served

    def both(self, look: Callable[[Served], Any]) -> tuple[Any, Any]:
        return look(self.first), look(self.second)


@contextmanager
def served(config: Config) -> Iterator[Served]:
    tokens = prepared(config)
    started = Server(config.base, "--no-robots", plain=True)
    try:
        found = started.wait_for(re.compile(r"Pitboss is at (http://[0-9.]+:\d+)/"))
        yield Served(config, started, found[1], tokens)
    finally:
        started.close()


@contextmanager
def two(folder: Path) -> Iterator[Pair]:
    """Two servers with other values of everything."""
    own_rulebook(folder / "other")
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(served(configured(folder / name, values(free_port()))))
            for name, values in (("one", one), ("other", other))
        )
        yield Pair(first, second)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with two(tmp_path_factory.mktemp("settings")) as found:
        yield found


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two such servers that have come to their end."""
    with two(tmp_path_factory.mktemp("ended")) as found:
        assert found.both(lambda server: server.server.end()) == (0, 0)
        yield found


CHECKS: dict[str, str] = {}
"""The test that checks a setting, by its key."""


def checks(*keys: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Marks the test that sees the effect of settings."""

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        for key in keys:
            assert key not in CHECKS, f"{key} is checked twice"
            CHECKS[key] = test.__name__
        return test

    return mark


@pytest.mark.parametrize("key", [setting.key for setting in DESCRIBED])
def test_a_setting_has_a_check_that_sees_its_effect(key: str) -> None:
    name = CHECKS.get(key)
    assert name is not None, (
        f"nothing shows that {key} has an effect: write a test here, under checks({key!r})"
    )
    assert name.startswith("test_")
    assert callable(globals()[name])


def test_a_setting_that_is_gone_has_no_check() -> None:
    assert set(CHECKS) == {setting.key for setting in DESCRIBED}


# ── in the servers ────────────────────────────────────────────────────────────────────────────────


@checks("server.host")
def test_the_address_to_listen_on(pair: Pair) -> None:
    hosts = pair.both(lambda server: httpx.URL(server.address).host)
    assert hosts == ("127.0.0.1", "127.0.0.2")


@checks("server.port")
def test_the_port_to_listen_on(pair: Pair) -> None:
    wanted = pair.both(lambda server: server.config.settings.server.port)
    assert pair.both(lambda server: httpx.URL(server.address).port) == wanted
    assert wanted[0] != wanted[1]


@checks("data")
def test_the_folder_for_everything(pair: Pair) -> None:
    there = pair.both(
        lambda server: sorted(path.name for path in server.config.base.iterdir() if path.is_dir())
    )
    assert there == (["here"], ["there"])


@checks("database")
def test_where_the_journal_is(pair: Pair) -> None:
    there = pair.both(lambda server: {path.name for path in server.config.data.glob("*.db")})
    # The index of rounds comes a few seconds later.
    assert tuple(names - {INDEX_NAME} for names in there) == ({"one.db"}, {"other.db"})


@checks("timezone")
def test_the_time_zone_of_reports(pair: Pair) -> None:
    found = pair.both(lambda server: server.get("max", "/api/reports/day").json()["timezone"])
    assert found == ("UTC", "Asia/Singapore")


@checks("rulebooks")
def test_own_rulebooks(pair: Pair) -> None:
    def has(server: Served) -> bool:
        books = server.get("max", "/api/rulebooks").json()["rulebooks"]
        return OWN in [book["id"] for book in books]

    assert pair.both(has) == (False, True)


@checks("links.verifiers")
def test_how_many_verify_a_claim_at_least(pair: Pair) -> None:
    def opened(server: Served, parameters: Mapping[str, Any], name: str) -> Any:
        body = {"do": "open-link", "operator": "RWS", "parameters": parameters}
        return server.post("max", f"/api/links/{name}/commands", body)

    few = pair.both(lambda server: opened(server, PARAMETERS | {"verifiers": 1}, "Few"))
    assert (few[0].status_code, few[1].status_code) == (200, 409)
    assert few[1].json()["code"] == "too-few-verifiers"
    left_out = pair.both(lambda server: opened(server, PARAMETERS, "LeftOut").json())
    assert left_out[0]["view"]["parameters"]["verifiers"] == 1
    assert left_out[1]["approval"]["command"]["parameters"]["verifiers"] == 2


@checks("approvals.link")
def test_who_else_opens_a_link(pair: Pair) -> None:
    body = {"do": "open-link", "operator": "RWS", "parameters": PARAMETERS | {"verifiers": 2}}
    found = pair.both(lambda server: server.post("max", "/api/links/Two/commands", body).json())
    assert "view" in found[0]
    assert (found[1]["code"], found[1]["approval"]["post"]) == ("approval-needed", "pit-manager")


@checks("approvals.appointments")
def test_whether_high_posts_take_two_administrators(pair: Pair) -> None:
    body = {"name": "mia", "role": "shift-manager", "password": "orchid lamp seventeen"}
    found = pair.both(lambda server: server.post("root", "/api/people", body).json()["waits"])
    assert found[0] is None
    assert found[1] is not None


@checks("server.practice")
def test_practice(pair: Pair) -> None:
    asked = pair.both(
        lambda server: server.get("ann", "/api/hint?table=Nowhere&box=1").json()["code"]
    )
    assert asked == ("not-practice", "no-such-table")


@checks("server.session_idle_minutes")
def test_who_has_done_nothing_for_long_is_signed_out(pair: Pair) -> None:
    """Somebody who was last seen two minutes before."""
    assert pair.both(lambda server: server.get("old", "/api/floor").status_code) == (401, 200)


@checks("server.session_longest_hours")
def test_after_so_long_everybody_signs_in_again(pair: Pair) -> None:
    def hours(server: Served) -> int:
        body = {"name": "ada", "password": PASSWORD}
        assert (
            httpx.post(f"{server.address}/api/sign-in", json=body, timeout=PATIENCE_S).status_code
            == 200
        )
        with closing(open_journal(server.config.database, read_only=True)) as journal:
            events = [
                record for record in journal.read("people") if record.kind == "session-opened/1"
            ]
        opened = read_event(events[-1])
        assert isinstance(opened, SessionOpened)
        assert opened.name == "ada"
        return (opened.expires_ms - opened.at_ms) // 3_600_000

    assert pair.both(hours) == (1, 12)


@checks("vault.key")
def test_the_key_from_which_shuffles_follow(pair: Pair) -> None:
    there = pair.both(lambda server: (server.config.data / "elsewhere.key").exists())
    assert there == (False, True)


@checks("checkpoints.key")
def test_the_key_that_signs(pair: Pair) -> None:
    there = pair.both(lambda server: sorted(path.name for path in server.config.data.glob("*.key")))
    assert there == (["one.key", "vault.key"], ["elsewhere.key", "other.key"])


# ── in a server with narrow limits ────────────────────────────────────────────────────────────────

NARROW: dict[str, Any] = {
    "server.proxies": ("127.0.0.1",),
    "server.hosts": ("127.0.0.1",),
    "server.metrics": ("127.0.0.9",),
    "limits.requests_per_second": 2,
    "limits.connections": 10,
    "limits.connections_per_address": 3,
    "limits.streams_per_session": 1,
    "limits.request_seconds": 2,
}


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory, pair: Pair) -> Iterator[Pair]:
    """A server as it is by itself, and one with narrow limits."""
    folder = tmp_path_factory.mktemp("narrow")
    with served(configured(folder, {**NARROW, "server.port": free_port()})) as found:
        yield Pair(pair.first, found)


def asked(server: Served, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"{server.address}{path}", headers=headers, timeout=PATIENCE_S)


@checks("server.hosts")
def test_the_names_by_which_it_may_be_asked_for(narrow: Pair) -> None:
    got = narrow.both(lambda server: asked(server, "/healthz", Host="evil.example").status_code)
    assert got == (200, 421)
    assert asked(narrow.second, "/healthz").status_code == 200


@checks("server.metrics")
def test_who_may_read_the_figures(narrow: Pair) -> None:
    assert narrow.both(lambda server: asked(server, "/metrics").status_code) == (200, 403)


@checks("server.proxies")
def test_only_a_proxy_is_believed_for_whom_it_asks(narrow: Pair) -> None:
    """The figures are read from an address that a header names, and nobody else is let in."""
    first, second = narrow.both(
        lambda server: asked(server, "/metrics", **{"X-Forwarded-For": "127.0.0.9"}).status_code
    )
    assert second == 200
    assert first == 200
    assert asked(narrow.first, "/metrics", **{"X-Forwarded-For": "10.1.1.1"}).status_code == 200
    assert asked(narrow.second, "/metrics", **{"X-Forwarded-For": "10.1.1.1"}).status_code == 403


@checks("limits.requests_per_second")
def test_how_often_one_caller_may_ask(narrow: Pair) -> None:
    def refused(server: Served) -> bool:
        with httpx.Client(base_url=server.address, timeout=PATIENCE_S) as client:
            client.cookies.set("pitboss", server.tokens["ada"])
            return 429 in [client.get("/api/me").status_code for _ in range(40)]

    assert narrow.both(refused) == (False, True)


def held(server: Served, source: str, most: int) -> int:
    """How many of so many connections from an address stay open."""
    url = httpx.URL(server.address)
    with ExitStack() as stack:
        lines = []
        for _ in range(most):
            line = socket.create_connection(
                (url.host, url.port or 80), PATIENCE_S, source_address=(source, 0)
            )
            lines.append(stack.enter_context(line))
        alive = 0
        for line in lines:
            try:
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                alive += line.recv(16).startswith(b"HTTP/1.1 200")
            except OSError:
                pass
        return alive


@checks("limits.connections_per_address")
def test_how_many_connections_one_address_may_have(narrow: Pair) -> None:
    assert narrow.both(lambda server: held(server, "127.0.0.3", 6)) == (6, 3)


@checks("limits.connections")
def test_how_many_connections_there_may_be(narrow: Pair) -> None:
    """From the address of a proxy, which has no limit of its own."""
    first, second = narrow.both(lambda server: held(server, "127.0.0.1", 15))
    assert first == 15
    assert 1 <= second <= 10


@checks("limits.streams_per_session")
def test_how_many_streams_a_session_may_have(narrow: Pair) -> None:
    def second_stream(server: Served) -> int:
        with server.client("max") as client, client.stream("GET", "/api/stream") as first:
            assert first.status_code == 200
            with client.stream("GET", "/api/stream") as second:
                return second.status_code

    assert narrow.both(second_stream) == (200, 429)


@checks("limits.request_seconds")
def test_how_long_a_request_may_take_to_arrive(narrow: Pair) -> None:
    def given_up(server: Served) -> bool:
        url = httpx.URL(server.address)
        with socket.create_connection((url.host, url.port or 80), 6.0) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            try:
                return line.recv(16) == b""
            except TimeoutError:
                return False
            except OSError:
                return True

    assert narrow.both(given_up) == (False, True)


# ── when they have come to their end ──────────────────────────────────────────────────────────────


@checks("checkpoints.copy")
def test_where_checkpoints_are_copied_to(ended: Pair) -> None:
    there = ended.both(
        lambda server: sorted(path.name for path in server.config.data.glob("*.jsonl"))
    )
    assert there == (["one.jsonl"], ["other.jsonl"])


@checks("log.format")
def test_lines_for_people_or_for_a_collector(ended: Pair) -> None:
    def is_json(server: Served) -> bool:
        lines = server.server.errors().splitlines()
        assert lines, "the last checkpoint is told of"
        return all(line.startswith("{") and "level" in json.loads(line) for line in lines)

    assert ended.both(is_json) == (False, True)


# ── in the server's own parts ─────────────────────────────────────────────────────────────────────


@checks("log.level")
def test_the_least_important_line_that_is_written(tmp_path: Path) -> None:
    said = []
    for level in ("info", "error"):
        config = configured(tmp_path / level, {"log.level": level, "server.port": free_port()})
        with served(config) as server:
            assert server.server.end() == 0
            said.append("checkpoint 1 at position" in server.server.errors())
    assert said == [True, False]


class Housekeeping:
    """What the server does beside serving, once round; ``look`` is called before it ends."""

    def __init__(self, look: Callable[[], Any]) -> None:
        self._look = look
        self._rounds = 0
        self.seen: Any = None

    def wait(self, _seconds: float) -> bool:
        self._rounds += 1
        if self._rounds == 1:
            return False
        self.seen = self._look()
        return True


def kept(config: Config, casino: Casino, now_ms: int, look: Callable[[], Any]) -> Any:
    stop: Any = Housekeeping(look)
    checkpointer = Checkpointer.configured(casino.journal, config, lambda: now_ms)
    _keep_house(casino, checkpointer, config, stop, lambda: None)
    return stop.seen


@pytest.mark.parametrize(
    ("key", "values", "later_s", "expected"),
    [
        ("checkpoints.every_events", (1, 10_000_000), 0, (2, 1)),
        ("checkpoints.every_s", (60, 86_400), 120, (2, 1)),
    ],
)
def test_when_a_checkpoint_is_made(
    tmp_path: Path, key: str, values: tuple[int, int], later_s: int, expected: tuple[int, int]
) -> None:
    found = []
    for value in values:
        more = {"checkpoints.every_events": 10_000_000, "checkpoints.every_s": 86_400} | {
            key: value
        }
        config = configured(tmp_path / str(value), more)
        config.data.mkdir(parents=True)
        now_ms = int(time() * 1_000)
        with closing(open_casino(config, lambda now_ms=now_ms: now_ms)) as casino:  # type: ignore[misc]
            furnish(casino)
            # The first one is made as soon as there is something to sign; then the settings say
            # when, for what is not signed at once.
            Checkpointer.configured(casino.journal, config, lambda now_ms=now_ms: now_ms).make()  # type: ignore[misc]
            begin = Request("begin", table_stream("Stud"), OpenBetting(), DANA)
            assert casino.carry_out(begin).refusal is None

            def look(casino: Casino = casino) -> int:
                last = casino.journal.last_checkpoint()
                return 0 if last is None else last.number

            found.append(kept(config, casino, now_ms + later_s * 1_000, look))
    assert tuple(found) == expected


checks("checkpoints.every_events")(test_when_a_checkpoint_is_made)
checks("checkpoints.every_s")(test_when_a_checkpoint_is_made)


@checks("links.enter_every")
def test_when_contributions_are_entered(tmp_path: Path) -> None:
    found = []
    for value in (1, 100_000):
        config = configured(tmp_path / str(value), {"links.enter_every": value})
        config.data.mkdir(parents=True)
        with closing(open_casino(config)) as casino:
            furnish(casino)
            robot = Robot("Stud", 1)
            while (state := casino.table("Stud")) is not None and not (
                state.round and state.round.closed
            ):
                request = robot.request(state)
                assert request is not None
                casino.carry_out(request)
            assert casino.journal.head(feed_stream("Millions", "Stud")) is not None

            def look(casino: Casino = casino) -> bool:
                records = casino.journal.read(link_stream("Millions"))
                return any(record.kind == "contributions-folded/1" for record in records)

            found.append(kept(config, casino, int(time() * 1_000), look))
    assert found == [True, False]


@checks("backups.folder")
def test_where_backups_are_written(tmp_path: Path) -> None:
    found = []
    for name in ("safe", "elsewhere"):
        config = configured(tmp_path / name, {"backups.folder": name})
        config.data.mkdir(parents=True)
        with closing(open_casino(config)) as casino:
            furnish(casino)
        done = subprocess.run(
            [sys.executable, "-m", "pitboss", "backup"],
            cwd=config.base,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found += [
            path.parent.name for path in config.data.rglob("*.db") if path.parent != config.data
        ]
    assert found == ["safe", "elsewhere"]


# ── what needs a second person ────────────────────────────────────────────────────────────────────


DANA, SAM = Actor(Post.DEALER, "dana"), Actor(Post.PIT_SUPERVISOR, "sam")


def asked_for(folder: Path, command: AnyCommand, phase: str = "dealt", **approvals: Any) -> str:
    """Who has to approve a command in a casino with these settings: at a table whose cards are
    entered, with a bet of Ann's, before or after the cards are out.
    """
    values = {f"approvals.{name}": value for name, value in approvals.items()}
    folder = folder / secrets.token_hex(4)
    config = configured(folder, {"data": "here"} | values)
    config.data.mkdir(parents=True)
    with closing(open_casino(config)) as casino:
        table = Asked(casino, "T1")
        casino.carry_out(PeopleRequest(id="people/ann", command=AddPerson("ann", Role.PLAYER)))
        table.open()
        if phase != "betting":
            table.play(until=phase)
        refusal = table.ask(command).refusal
        return "" if refusal is None or refusal.asked is None else refusal.asked.least.name


class Asked:
    """A table in a casino, as its staff would run it."""

    def __init__(self, casino: Casino, name: str) -> None:
        self.casino, self.name = casino, name

    def ask(self, command: AnyCommand, by: Actor = DANA) -> Answer:
        id = f"settings-{next(_keys)}"
        return self.casino.carry_out(Request(id, table_stream(self.name), command, by))

    def open(self) -> None:
        opening = replace(settings(SHELF, CS, "entered"), link=None, progressive_bet=None)
        for command in (opening, OpenBetting(), PlaceBet(1, "ante", Cents(1_000_00), "ann")):
            answer = self.ask(command, SAM)
            assert answer.refusal is None, answer.refusal

    def play(self, until: str) -> None:
        """Ann has four aces. The dealer qualifies, and has less."""
        cards = {"1": "As Ah Ad Ac 2s", "dealer": "Ks Kh 3d 4d 5c"}
        left = {place: list(parse_cards(text)) for place, text in cards.items()}
        assert self.ask(CloseBetting()).refusal is None
        while (state := self.casino.table(self.name)) is not None and state.round is not None:
            step = state.round.step
            if step is None or until == "dealt":
                return
            if step.do is Do.DECIDE:
                answer = self.ask(Raise(1, Cents(2_000_00), "ann"))
            elif step.do is Do.DEAL and step.place in left:
                dealt = tuple(left[step.place].pop(0) for _ in range(step.cards))
                answer = self.ask(Deal(dealt))
            else:
                answer = self.ask(Deal())
            assert answer.refusal is None, (step, answer.refusal)


FOREIGN = Report(incident="foreign-card")
OVER = Report(incident="over-maximum-bet", box=1, bet="ante", amount=Cents(5_000_00))


@checks("sign_in.second_factor")
def test_from_which_post_on_a_second_factor_is_needed(tmp_path: Path) -> None:
    assert [enrolment(tmp_path, post) for post in ("none", "pit-manager", "pit-supervisor")] == [
        {"sam": False, "pat": False, "root": False},
        {"sam": False, "pat": True, "root": True},
        {"sam": True, "pat": True, "root": True},
    ]


def enrolment(folder: Path, post: str) -> dict[str, bool]:
    """Who has to set one up, where a post is the first that needs it."""
    config = configured(folder / post, {"sign_in.second_factor": post})
    config.data.mkdir(parents=True)
    with closing(open_casino(config)) as casino:
        guard = open_service(config, casino).guard
        found = {}
        for name, role in (
            ("sam", Role.PIT_SUPERVISOR),
            ("pat", Role.PIT_MANAGER),
            ("root", Role.ADMINISTRATOR),
        ):
            guard.add(SYSTEM_NAME, name, role, None)
            found[name] = guard.person(guard.open_session(name)).enrol
        guard.close()
    return found


@checks("sign_in.address")
def test_the_address_that_passkeys_are_bound_to(tmp_path: Path) -> None:
    found = []
    for address in ("", "https://pitboss.example"):
        name = "named" if address else "unnamed"
        values = {"sign_in.address": address, "server.port": free_port()}
        config = configured(tmp_path / name, values)
        with served(config) as server:
            answer = server.post("ann", "/api/passkey-options", {"purpose": "sign-in"})
            found.append(answer.json()["options"]["rpId"])
    assert found == ["127.0.0.1", "pitboss.example"]


@checks("sign_in.step_up_minutes")
def test_for_how_long_a_second_factor_is_good_for_approvals(tmp_path: Path) -> None:
    found = []
    for minutes in (0, 5):
        config = configured(tmp_path / str(minutes), {"sign_in.step_up_minutes": minutes})
        config.data.mkdir(parents=True)
        clock = Clock(int(time() * 1_000))
        with closing(open_casino(config, clock)) as casino:
            guard = open_service(config, casino, clock_ms=clock).guard
            guard.add(SYSTEM_NAME, "sam", Role.PIT_SUPERVISOR, None)
            token = guard.open_session("sam")
            app = App(guard.enrol_totp("sam").secret, clock)
            guard.confirm_totp("sam", token, app.code(), "10.0.0.7")
            clock.pass_by(minutes=6)
            found.append(guard.person(token).step_up)
            guard.close()
    assert found == [False, True]


@checks("sign_in.badge_pin")
def test_whether_a_badge_needs_the_pin(tmp_path: Path) -> None:
    found: list[str] = []
    for pin in (True, False):
        values = {"sign_in.badge_pin": pin, "approvals.appointments": False}
        config = configured(tmp_path / str(pin), values)
        config.data.mkdir(parents=True)
        with closing(open_casino(config)) as casino:
            guard = open_service(config, casino).guard
            guard.add(SYSTEM_NAME, "sam", Role.PIT_SUPERVISOR, None)
            guard.issue_badge("root", "sam", "0012345678")
            try:
                found.append(guard.approver_by_badge("0012345678", None, "10.0.0.7", "dana")[1])
            except Problem as problem:
                found.append(problem.code)
            guard.close()
    assert found == ["pin-needed", "badge"]


@checks("sign_in.stolen_passwords")
def test_a_stolen_password_is_refused_where_the_house_has_a_file_of_them(tmp_path: Path) -> None:
    word = "orchid lamp seventeen"
    config = configured(tmp_path, {"sign_in.stolen_passwords": "stolen.txt"})
    config.data.mkdir(parents=True)
    file = config.data / "stolen.txt"
    file.write_text(f"{hashlib.sha1(word.encode()).hexdigest()}:3\n", encoding="ascii")
    with closing(open_casino(config)) as casino:
        with closing(open_service(config, casino).guard) as guard:
            with pytest.raises(Problem, match="stolen elsewhere"):
                guard.hashed(word, "ann")
            guard.hashed(f"{word} and one", "ann")
        file.write_text("These are no hashes.\n", encoding="ascii")
        with pytest.raises(BadConfig, match=r"sign_in\.stolen_passwords"):
            open_service(config, casino)


@checks("sign_in.token_days")
def test_how_long_a_token_lasts_at_most(tmp_path: Path) -> None:
    found = []
    for days in (1, 365):
        config = configured(tmp_path / str(days), {"sign_in.token_days": days})
        config.data.mkdir(parents=True)
        with closing(open_casino(config)) as casino:
            guard = open_service(config, casino).guard
            until_ms, scope = int(time() * 1_000) + 2 * 86_400_000, Scope(reads=(ReadArea.FLOOR,))
            try:
                guard.add_program(SYSTEM_NAME, "Feeder", Role.AUDITOR, scope, until_ms)
                found.append("made")
            except Problem as problem:
                found.append(problem.detail)
            guard.close()
    assert found == ["In this house a token lasts at most 1 days.", "made"]


@checks("sign_in.device_days")
def test_for_how_long_the_token_of_a_device_is_good(tmp_path: Path) -> None:
    found = []
    for days in (0, 30):
        config = configured(tmp_path / str(days), {"sign_in.device_days": days})
        config.data.mkdir(parents=True)
        clock = Clock(int(time() * 1_000))
        with closing(open_casino(config, clock)) as casino:
            guard = open_service(config, casino, clock_ms=clock).guard
            guard.add_device(SYSTEM_NAME, Role.DISPLAY, "Sign")
            [device] = guard.people.devices.values()
            found.append(device.ends_ms and device.ends_ms - clock.now_ms)
            guard.close()
    assert found == [None, 30 * 24 * 3_600_000]


@pytest.fixture(scope="module")
def directory() -> Iterator[Provider]:
    with Provider() as started:
        started.user(
            sub="s-1",
            preferred_username="drew",
            nickname="Andrew",
            groups=["managers"],
            teams=["dealers"],
        )
        yield started


def visit(folder: Path, provider: Provider, **values: Any) -> tuple[Any, str, Any]:
    """Somebody signs in by the directory: what the page says before, where the browser is sent, and
    what it says then.
    """
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "secret").write_text(SECRET)
    (folder / "data" / "old-secret").write_text("another")
    said = {
        "data": "data",
        "directory.issuer": provider.issuer,
        "directory.client_id": CLIENT,
        "directory.client_secret_file": "secret",
        "directory.roles": ("managers=shift-manager", "dealers=dealer"),
    } | {f"directory.{name}": value for name, value in values.items()}
    config = configured(folder, said | {"sign_in.second_factor": "pit-supervisor"})
    with closing(open_casino(config)) as casino:
        service = open_service(config, casino)
        try:
            return asyncio.run(_visited(make_app(service), provider))
        finally:
            service.guard.close()


async def _visited(app: Application, provider: Provider) -> tuple[Any, str, Any]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://floor.example") as client:
        before = (await client.get("/api/me")).json()
        start = (await client.post("/api/sign-in/directory/start")).json()
        if "address" not in start:
            return before, start["code"], None
        sent = {**provider.authorise(start["address"]), "flow": start["flow"]}
        return (
            before,
            start["address"],
            (await client.post("/api/sign-in/directory", json=sent)).json(),
        )


@checks("directory.issuer", "directory.client_id", "directory.client_secret_file")
def test_which_directory_and_as_whom_it_is_asked(tmp_path: Path, directory: Provider) -> None:
    before, told, _ = visit(tmp_path / "none", directory, issuer="")
    assert (before["directory"], told) == (False, "no-directory")
    before, address, after = visit(tmp_path / "ours", directory)
    assert before["directory"] is True
    assert f"client_id={CLIENT}" in address
    assert after["name"] == "drew"
    _, address, refused = visit(tmp_path / "other", directory, client_id="other")
    assert "client_id=other" in address
    assert refused["code"] == "directory-refused"
    _, _, refused = visit(tmp_path / "old", directory, client_secret_file="old-secret")
    assert refused["code"] == "directory-refused"


@checks(
    "directory.redirect",
    "directory.name_claim",
    "directory.groups_claim",
    "directory.roles",
    "directory.trusted_for_high_posts",
    "directory.second_factor",
    "directory.passwords",
)
def test_what_is_made_of_its_answer(tmp_path: Path, directory: Provider) -> None:
    before, address, after = visit(tmp_path / "one", directory)
    assert before["passwords"] is True
    assert "redirect_uri=http%3A%2F%2Ffloor.example%2Fsign-in" in address
    found = (after["name"], after["role"], after["enrolment_needed"])
    assert found == ("drew", "pit-supervisor", True)
    before, address, after = visit(
        tmp_path / "other",
        directory,
        redirect="https://elsewhere.example/sign-in",
        name_claim="nickname",
        trusted_for_high_posts=True,
        second_factor=True,
        passwords=False,
    )
    assert before["passwords"] is False
    assert "redirect_uri=https%3A%2F%2Felsewhere.example%2Fsign-in" in address
    found = (after["name"], after["role"], after["enrolment_needed"])
    assert found == ("Andrew", "shift-manager", False)
    assert visit(tmp_path / "teams", directory, groups_claim="teams")[2]["role"] == "dealer"
    assert visit(tmp_path / "roles", directory, roles=("a=player",))[2]["code"] == "no-role"


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"directory.client_id": ""}, "directory.client_id is empty"),
        ({"directory.roles": ("dealers",)}, "directory.roles has 'dealers'"),
        ({"directory.roles": ("signs=display",)}, "directory.roles has 'signs=display'"),
        ({"directory.client_secret_file": "gone"}, "can't be read"),
    ],
)
def test_settings_of_a_directory_that_can_not_be_used(
    tmp_path: Path, values: dict[str, Any], says: str
) -> None:
    said = {"directory.issuer": "https://login.example", "directory.client_id": "pitboss"}
    with pytest.raises(BadConfig, match=re.escape(says)):
        directory_use(configured(tmp_path, said | values))


GUEST = PlaceBet(2, "ante", Cents(10_00), "Mr Tan")


@checks("approvals.account_age_hours")
def test_how_old_an_account_must_be_to_approve(tmp_path: Path) -> None:
    """Two shift managers whose accounts are an hour old change a link's parameters."""
    found = []
    for hours in (0, 24):
        values = {"approvals.link": "none", "approvals.account_age_hours": hours}
        config = configured(tmp_path / str(hours), values)
        config.data.mkdir(parents=True)
        now_ms = [int(time() * 1_000)]
        with closing(open_casino(config, lambda now_ms=now_ms: now_ms[0])) as casino:  # type: ignore[misc]
            for name in ("max", "mia"):
                person = AddPerson(name, Role.SHIFT_MANAGER)
                casino.carry_out(PeopleRequest(id=f"people/{name}", command=person))
            now_ms[0] += 3_600_000
            parameters = LinkParameters(Cents(5_000_00), 100, verifiers=2)
            other = replace(parameters, rate_bp=200)
            for name, command in (
                ("max", OpenLink("RWS", parameters)),
                ("max", ProposeParameters(other)),
            ):
                by = Actor(Post.SHIFT_MANAGER, name)
                request = Request(f"age-{next(_keys)}", link_stream("L"), command, by)
                assert casino.carry_out(request).refusal is None
            link = casino.link("L")
            assert link is not None
            assert link.proposal is not None
            approve = ApproveParameters(link.proposal.digest)
            by = Actor(Post.SHIFT_MANAGER, "mia")
            refusal = casino.carry_out(Request("approve", link_stream("L"), approve, by)).refusal
            found.append(None if refusal is None else refusal.code)
    assert found == [None, "account-too-new"]


@checks("server.certificate", "server.certificate_key")
def test_whether_the_server_itself_encrypts(tmp_path: Path) -> None:
    assert certificate(configured(tmp_path, {})) is None
    make_certificate(tmp_path)
    files = {"certificate": tmp_path / "floor.pem", "certificate_key": tmp_path / "floor.key"}
    values = {f"server.{name}": str(path) for name, path in files.items()}
    assert certificate(configured(tmp_path, values)) is not None


@checks("approvals.supervisors_by_two")
def test_whether_one_administrator_makes_a_supervisor(tmp_path: Path) -> None:
    found = []
    for by_two in (False, True):
        config = configured(tmp_path / str(by_two), {"approvals.supervisors_by_two": by_two})
        config.data.mkdir(parents=True)
        with closing(open_casino(config)) as casino:
            for name in ("root", "ida"):
                person = AddPerson(name, Role.ADMINISTRATOR)
                casino.carry_out(PeopleRequest(id=f"people/{name}", command=person))
            supervisor = AddPerson("sam", Role.PIT_SUPERVISOR)
            casino.carry_out(PeopleRequest(id="people/sam", command=supervisor, by="root"))
            found.append("sam" in casino.people().persons)
    assert found == [True, False]


@checks("approvals.void")
def test_who_approves_what_is_void(tmp_path: Path) -> None:
    found = [asked_for(tmp_path, FOREIGN, void=who) for who in ("none", "pit-manager")]
    assert found == ["", "PIT_MANAGER"]


@checks("approvals.stake")
def test_who_approves_another_stake(tmp_path: Path) -> None:
    found = [asked_for(tmp_path, OVER, stake=who) for who in ("none", "pit-manager")]
    assert found == ["", "PIT_MANAGER"]


@checks("approvals.payout")
def test_who_approves_a_large_payout(tmp_path: Path) -> None:
    found = [
        asked_for(tmp_path, Settle(), "revealed", payout=who) for who in ("none", "pit-manager")
    ]
    assert found == ["", "PIT_MANAGER"]


@checks("approvals.payout_above")
def test_how_large_a_payout_is(tmp_path: Path) -> None:
    found = [
        asked_for(tmp_path, Settle(), "revealed", payout_above=above) for above in (1_000_000, 5)
    ]
    assert found == ["", "PIT_SUPERVISOR"]


@checks("approvals.money_above")
def test_what_a_shift_manager_decides_alone_when_a_round_is_over(tmp_path: Path) -> None:
    assert [decided(tmp_path, above) for above in (0, 39, 40)] == [
        "PIT_SUPERVISOR",
        "PIT_SUPERVISOR",
        "",
    ]


def decided(folder: Path, above: int) -> str:
    """Who has to approve that ann is paid 40 for a round that is over."""
    values = {"approvals.money_above": above, "approvals.payout_above": 1_000_000}
    config = configured(folder / str(above), {"data": "here"} | values)
    config.data.mkdir(parents=True)
    with closing(open_casino(config)) as casino:
        table = Asked(casino, "T1")
        casino.carry_out(PeopleRequest(id="people/ann", command=AddPerson("ann", Role.PLAYER)))
        table.open()
        table.play(until="revealed")
        for command in (Settle(), Conclude()):
            assert table.ask(command).refusal is None
        money = DecideMoney(round="T1-1", amount=Cents(40_00), payee="ann", reason="Goodwill.")
        refusal = table.ask(money, Actor(Post.SHIFT_MANAGER, "max")).refusal
        return "" if refusal is None or refusal.asked is None else refusal.asked.least.name


@checks("approvals.entered_by_hand")
def test_who_enters_cards(tmp_path: Path) -> None:
    found = [
        asked_for(tmp_path, Settle(), "revealed", entered_by_hand=by_hand)
        for by_hand in (False, True)
    ]
    assert found == ["", "PIT_SUPERVISOR"]


@checks("approvals.walk_in")
def test_who_admits_a_walk_in(tmp_path: Path) -> None:
    found = [
        asked_for(tmp_path, GUEST, "betting", walk_in=who) for who in ("none", "shift-manager")
    ]
    assert found == ["", "SHIFT_MANAGER"]


@checks("server.drain_s")
def test_how_long_rounds_that_are_on_may_take_to_finish(tmp_path: Path) -> None:
    """A server that is asked to end with a round on waits for it, or does not. It ends when the
    round is over, or when it is asked again.
    """
    waited = []
    for seconds, finished in ((0, False), (3_600, True), (3_600, False)):
        folder = tmp_path / f"{seconds}-{finished}"
        values = {"data": "here", "server.drain_s": seconds, "server.port": free_port()}
        config = configured(folder, values)
        config.data.mkdir(parents=True)
        with closing(open_casino(config)) as casino:
            furnish(casino)
            deal = Request("open", table_stream("Stud"), OpenBetting(), DANA)
            assert casino.carry_out(deal).refusal is None
        with served(config) as found:
            found.server.ask_to_end(signal.SIGTERM)
            if not seconds:
                assert found.server.wait() == 0
                waited.append(False)
                continue
            end_s = monotonic() + PATIENCE_S
            ready: Any = {}
            while not ready.get("draining"):
                assert monotonic() < end_s
                sleep(0.02)
                ready = httpx.get(f"{found.address}/readyz", timeout=PATIENCE_S).json()
            assert ready["rounds"] == 1
            waited.append(True)
            opened = found.post("max", "/api/tables/Classic/commands", {"do": "open-betting"})
            assert (opened.status_code, opened.json()["code"]) == (409, "draining")
            if finished:
                over = found.post("max", "/api/tables/Stud/commands", {"do": "conclude"})
                assert over.status_code == 200
                assert found.server.wait() == 0, "the round is over"
                continue
            assert found.server.end(signal.SIGTERM) == 0, "asked again it ends at once"
    assert waited == [False, True, True]


# ── the archive ───────────────────────────────────────────────────────────────────────────────────


@checks("archive.folder")
def test_where_segments_are_kept(tmp_path: Path) -> None:
    found = []
    for name in ("", "elsewhere"):
        config = configured(tmp_path / f"of {name}", {"archive.folder": name})
        config.data.mkdir(parents=True)
        with closing(open_casino(config)) as casino:
            assert casino.journal.archive is not None
            assert casino.journal.archive.folder is not None
            found.append(casino.journal.archive.folder.relative_to(config.data).as_posix())
    assert found == ["archive", "elsewhere"]


def nights(folder: Path, at: int, **archive: int) -> list[int]:
    """How many segments are sealed in an hour of the day, some days after the only checkpoint."""
    values = {f"archive.{name}": value for name, value in archive.items()}
    config = configured(folder, {"timezone": "UTC"} | values)
    config.data.mkdir(parents=True)
    with closing(open_casino(config)) as casino:
        casino.carry_out(PeopleRequest(id="people/ann", command=AddPerson("ann", Role.PLAYER)))
        Checkpointer.configured(casino.journal, config).make()
        last = casino.journal.last_checkpoint()
        assert last is not None
        midnight_ms = last.at_ms // 86_400_000 * 86_400_000
        sealed = []
        for days in (10, 100):
            now = partial(int, midnight_ms + days * 86_400_000 + at * 3_600_000)
            night = NightlyArchiver(casino.journal, config, threading.Event(), now)
            sealed.append(night.step())
        return sealed


@checks("archive.keep_days")
def test_how_long_records_are_kept_beside_the_new_ones(tmp_path: Path) -> None:
    found = [nights(tmp_path / str(days), 5, keep_days=days, hour=5) for days in (0, 40, 400)]
    assert found == [[0, 0], [0, 1], [0, 0]]


@checks("archive.hour")
def test_in_which_hour_it_is_done(tmp_path: Path) -> None:
    found = [nights(tmp_path / str(hour), hour, keep_days=40, hour=3) for hour in (2, 3, 4)]
    assert found == [[0, 0], [0, 1], [0, 0]]
