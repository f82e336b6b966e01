"""``pitboss serve`` as a process of its own, over real HTTP: how it starts, what it says, how it ends."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.web.servers import PATIENCE_S, server


@contextmanager
def signed_in(address: str, role: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=PATIENCE_S) as client:
        me = client.post("/api/demo/sign-in", json={"role": role})
        assert me.status_code == 200, me.text
        client.headers["X-CSRF-Token"] = me.json()["csrf"]
        yield client


def quiet(log: str) -> bool:
    """Whether nothing went wrong; that a checkpoint was made may be told."""
    return re.search("ERROR|WARNING|Traceback", log) is None


def test_a_demonstration_starts_says_where_it_is_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with server(tmp_path, "--demo") as demo:
        address = demo.address()
        with signed_in(address, "dealer") as dana:
            assert dana.get("/readyz").json()["ready"] is True
            headers = {"Idempotency-Key": "first"}
            answer = dana.post("/api/tables/Stud/commands", json={"do": "open-betting"}, headers=headers)
            assert answer.json()["view"]["round"]["phase"] == "betting"
            page = dana.get("/")
            assert page.headers["content-type"].startswith("text/html")
            with dana.stream("GET", "/api/stream", params={"tables": "*", "links": "*"}) as stream:
                lines = stream.iter_lines()
                assert next(lines) == "event: snapshot"
                # With a stream open: it must not be waited for.
                assert demo.end() == 0
                assert not [line for line in lines if line.startswith("event: ") and "beat" in line]
        assert quiet(demo.errors())
        assert demo.said[0].startswith(f"Pitboss is at {address}/")
        assert demo.said[1].startswith(
            "This is a demonstration: anybody may sign in as anybody, and robots play."
        )
        assert demo.said[-1] == "Stop it with Ctrl-C."


def test_it_ends_in_order_when_it_is_told_to_terminate(tmp_path: Path) -> None:
    with server(tmp_path, "--demo") as demo:
        demo.address()
        assert demo.end(signal.SIGTERM) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
        assert quiet(demo.errors())


def test_a_second_server_on_the_same_file_is_told_why_not(tmp_path: Path) -> None:
    with server(tmp_path, "--demo") as first:
        address = first.address()
        with server(tmp_path, "--demo") as second:
            assert second.wait() == 2
            (sentence,) = second.errors().strip().splitlines()
            assert re.match(
                r"pitboss: another process \(number \d+\) writes to .*pitboss\.db\. Stop it first", sentence
            )
            assert second.said == []
        assert httpx.get(f"{address}/healthz").status_code == 200
        assert first.end() == 0


def test_a_killed_server_comes_back_with_everything(tmp_path: Path) -> None:
    with server(tmp_path, "--demo") as first:
        address = first.address()
        with signed_in(address, "dealer") as dana, signed_in(address, "player") as ann:
            cookie = dict(ann.cookies)
            dana.post(
                "/api/tables/Stud/commands", json={"do": "open-betting"}, headers={"Idempotency-Key": "1"}
            )
            bet = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "25.00"}
            sent = ann.post("/api/tables/Stud/commands", json=bet, headers={"Idempotency-Key": "2"})
            assert sent.status_code == 200, sent.text
        first.end(signal.SIGKILL)
    with server(tmp_path, "--demo") as second:
        address = second.address()
        with httpx.Client(base_url=address, cookies=cookie, timeout=PATIENCE_S) as ann:
            assert ann.get("/api/me").json()["name"] == "demo-player"
            round = ann.get("/api/tables/Stud").json()["round"]
            assert round["boxes"][0]["bets"] == {"ante": "25.00"}
        assert any("Round Stud-1 was interrupted (betting)." in line for line in second.said)


def test_the_first_start_prints_a_set_up_link_that_works_once(tmp_path: Path) -> None:
    with server(tmp_path) as first:
        address = first.address()
        found = first.wait_for(re.compile(r"Make the first administrator, once: (\S+)/setup#(\S+)"))
        assert found[1] == address
        body = {"token": found[2], "name": "root", "password": "correct horse battery"}
        assert httpx.post(f"{address}/api/setup", json=body).json()["role"] == "administrator"
        assert httpx.post(f"{address}/api/setup", json=body).status_code == 409
        assert httpx.post(f"{address}/api/demo/sign-in", json={"role": "dealer"}).status_code == 404
        assert first.end() == 0
    with server(tmp_path) as second:
        second.address()
        assert second.end() == 0
        assert not any("setup" in line for line in second.said)
    with server(tmp_path, "--demo") as demo:
        assert demo.wait() == 2
        assert "holds a real casino; a demonstration needs a database of its own" in demo.errors()


def test_a_demonstrations_database_is_served_as_one_or_not_at_all(tmp_path: Path) -> None:
    with server(tmp_path, "--demo") as demo:
        demo.address()
        assert demo.end() == 0
    with server(tmp_path) as real:
        assert real.wait() == 2
        assert "was made by a demonstration" in real.errors()


@pytest.mark.parametrize("url", ["postgresql://nobody@127.0.0.1:1/none", "/proc/none/p.db"])
def test_a_database_that_is_not_there_is_named_in_one_sentence(tmp_path: Path, url: str) -> None:
    with server(tmp_path, "--database", url) as wrong:
        assert wrong.wait() == 2
        (sentence,) = wrong.errors().strip().splitlines()
        assert sentence.startswith("pitboss: ")
