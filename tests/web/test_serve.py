"""``pitboss serve`` as a process of its own, over real HTTP: how it starts, what it says, how it
ends.
"""

import re
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from pitboss.casino.codec import read_event
from pitboss.journal.address import open_journal
from pitboss.people.events import SessionOpened
from tests.patience import PATIENCE_S
from tests.web.servers import server


@contextmanager
def signed_in(address: str, role: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=PATIENCE_S) as client:
        me = client.post("/api/demo/sign-in", json={"role": role})
        assert me.status_code == 200, me.text
        client.headers["X-CSRF-Token"] = me.json()["csrf"]
        yield client


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a demonstration that many tests look at."""
    with server(tmp_path_factory.mktemp("demo"), "--demo", "--no-robots") as started:
        yield started.address()
        assert started.end() == 0


def quiet(log: str) -> bool:
    """Whether nothing went wrong; that a checkpoint was made may be told."""
    return re.search("ERROR|WARNING|Traceback", log) is None


def test_a_demonstration_starts_says_where_it_is_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with server(tmp_path, "--demo", "--no-robots", as_people_do=True) as demo:
        address = demo.address()
        with signed_in(address, "dealer") as dana:
            assert dana.get("/readyz").json()["ready"] is True
            headers = {"Idempotency-Key": "first"}
            answer = dana.post(
                "/api/tables/Stud/commands", json={"do": "open-betting"}, headers=headers
            )
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
        assert demo.said[1].startswith("This is a demonstration: anybody may sign in as anybody.")
        assert demo.said[-1] == "Stop it with Ctrl-C."


def test_it_ends_in_order_when_it_is_told_to_terminate(tmp_path: Path) -> None:
    with server(tmp_path, "--demo") as demo:
        demo.address()
        assert demo.end(signal.SIGTERM) == 0
        assert quiet(demo.errors())
    # The last thing it does is to sign where the journal ends.
    with closing(
        open_journal(f"sqlite:{tmp_path / 'data' / 'pitboss.db'}", read_only=True)
    ) as journal:
        last = journal.last_checkpoint()
        assert last is not None
        assert last.position == journal.last_position()


def test_it_ends_while_everybody_waits_for_something(tmp_path: Path) -> None:
    """Streams that nobody reads, an audit that runs, passwords that are checked, a request that is
    half sent.
    """
    with server(tmp_path, "--demo") as demo, ExitStack() as stack:
        address = demo.address()
        host, _, port = address.removeprefix("http://").partition(":")
        boss = stack.enter_context(signed_in(address, "shift-manager"))
        for _ in range(8):
            streaming = boss.stream("GET", "/api/stream", params={"tables": "*", "links": "*"})
            stack.enter_context(streaming)
        half = stack.enter_context(socket.create_connection((host, int(port)), timeout=PATIENCE_S))
        half.sendall(b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        assert boss.post("/api/audit", headers={"Idempotency-Key": "1"}).status_code == 200
        pool = stack.enter_context(ThreadPoolExecutor(6))
        tries = [pool.submit(_try_to_sign_in, address, nth) for nth in range(6)]
        assert demo.end() == 0
        # Whoever is not done within the time for an orderly end, as on a busy machine, is cut off
        # with a 500.
        assert all(one.result() in (401, 429, 500, 503, None) for one in tries)


def _try_to_sign_in(address: str, nth: int) -> int | None:
    body = {"name": f"nobody-{nth}", "password": "a wrong password"}
    try:
        return httpx.post(f"{address}/api/sign-in", json=body, timeout=PATIENCE_S).status_code
    except httpx.TransportError:
        return None


def test_a_port_that_is_taken_is_told_in_one_sentence_and_no_round_is_touched(
    tmp_path: Path,
) -> None:
    with server(tmp_path, "--demo", "--no-robots") as first:
        with signed_in(first.address(), "dealer") as dana:
            opened = {"Idempotency-Key": "1"}
            dana.post("/api/tables/Stud/commands", json={"do": "open-betting"}, headers=opened)
        first.end(signal.SIGKILL)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with server(tmp_path, "--demo", "--no-robots", "--port", port) as second:
            assert second.wait() == 2
            assert second.errors().strip() == (
                f"pitboss: can't listen on 127.0.0.1 port {port}: another program is "
                "listening there: stop it, or choose another port (--port)"
            )
    with closing(
        open_journal(f"sqlite:{tmp_path / 'data' / 'pitboss.db'}", read_only=True)
    ) as journal:
        kinds = {record.kind for record in journal.read_all(0, 10_000)}
    assert "betting-opened/1" in kinds
    assert "round-interrupted/1" not in kinds


ENDLESS = {"long": b"X-Long: " + b"x" * 300_000, "many": b"X-Many: y\r\n" * 30_000 + b"Z: 1"}


@pytest.mark.parametrize("kind", ENDLESS)
def test_headers_without_end_are_not_read_to_the_end(demo: str, kind: str) -> None:
    host, _, port = demo.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as line:
        with suppress(OSError):
            line.sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\n" + ENDLESS[kind] + b"\r\n\r\n")
        answer = b""
        with suppress(ConnectionResetError):
            while piece := line.recv(4096):
                answer += piece
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert httpx.get(f"{demo}/healthz", timeout=PATIENCE_S).status_code == 200


def test_a_head_comes_without_its_body(demo: str) -> None:
    for path in ("/", "/healthz", "/static/shared/api.js"):
        head = httpx.head(f"{demo}{path}")
        assert (head.status_code, head.content) == (200, b"")
        assert int(head.headers["content-length"]) > 10


def test_what_answers_does_not_say_what_it_is_made_of(demo: str) -> None:
    assert "server" not in httpx.get(f"{demo}/healthz", timeout=PATIENCE_S).headers


def test_a_second_server_on_the_same_file_is_told_why_not(tmp_path: Path) -> None:
    with server(tmp_path, "--demo") as first:
        address = first.address()
        with server(tmp_path, "--demo") as second:
            assert second.wait() == 2
            (sentence,) = second.errors().strip().splitlines()
            assert re.match(
                r"pitboss: another process \(number \d+\) writes to .*pitboss\.db\. Stop it first",
                sentence,
            )
            assert second.said == []
        assert httpx.get(f"{address}/healthz", timeout=PATIENCE_S).status_code == 200
        assert first.end() == 0


def test_a_killed_server_comes_back_with_everything(tmp_path: Path) -> None:
    with server(tmp_path, "--demo") as first:
        address = first.address()
        with signed_in(address, "dealer") as dana, signed_in(address, "player") as ann:
            cookie = dict(ann.cookies)
            dana.post(
                "/api/tables/Stud/commands",
                json={"do": "open-betting"},
                headers={"Idempotency-Key": "1"},
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
    with server(tmp_path, as_people_do=True) as first:
        address = first.address()
        told = r"Create the first administrator \(this link works once\): (\S+)/setup#(\S+)"
        found = first.wait_for(re.compile(told))
        assert found[1] == address
        body = {"token": found[2], "name": "root", "password": "correct horse battery"}
        made = httpx.post(f"{address}/api/setup", json=body, timeout=PATIENCE_S)
        assert made.json()["role"] == "administrator"
        assert httpx.post(f"{address}/api/setup", json=body, timeout=PATIENCE_S).status_code == 409
        assert (
            httpx.post(
                f"{address}/api/demo/sign-in", json={"role": "dealer"}, timeout=PATIENCE_S
            ).status_code
            == 404
        )
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


def test_how_long_a_session_lasts_is_a_setting(tmp_path: Path) -> None:
    (tmp_path / "pitboss.toml").write_text(
        "[server]\nsession_longest_hours = 2\n", encoding="utf-8"
    )
    with server(tmp_path, "--demo", "--no-robots") as demo:
        with signed_in(demo.address(), "dealer"):
            pass
        assert demo.end() == 0
    with closing(
        open_journal(f"sqlite:{tmp_path / 'data' / 'pitboss.db'}", read_only=True)
    ) as journal:
        (opened,) = [
            record for record in journal.read("people") if record.kind == "session-opened/1"
        ]
    event = read_event(opened)
    assert isinstance(event, SessionOpened)
    assert event.expires_ms - event.at_ms == 2 * 3_600_000


@pytest.mark.parametrize("url", ["postgresql://nobody@127.0.0.1:1/none", "/proc/none/p.db"])
def test_a_database_that_is_not_there_is_named_in_one_sentence(tmp_path: Path, url: str) -> None:
    with server(tmp_path, "--database", url) as wrong:
        assert wrong.wait() == 2
        (sentence,) = wrong.errors().strip().splitlines()
        assert sentence.startswith("pitboss: ")
