"""What comes behind a body: no header, and not without end."""

from contextlib import closing

import httpx
import pytest

from pitboss.casino.codec import read_event
from pitboss.journal.address import open_journal
from pitboss.people.events import SignInFailed
from pitboss.web.header_limit import MOST_HEAD_BYTES
from tests.attacks.lines import answer, ask, chunked, hung_up, line
from tests.browser.floor import House as Demo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.xdist_group("attacks-on-a-demo")


def failures(demo: Demo) -> list[SignInFailed]:
    path = demo.folder / "data" / "pitboss.db"
    with closing(open_journal(f"sqlite:{path}", read_only=True)) as journal:
        events = map(read_event, journal.read("people"))
        return [event for event in events if isinstance(event, SignInFailed)]


def test_a_trailer_does_not_say_where_a_request_comes_from(demo: Demo) -> None:
    body = b'{"name": "mallory", "password": "a wrong password"}'
    sent = chunked("/api/sign-in", body, b"X-Forwarded-For: 6.6.6.6\r\n")
    assert ask(demo.address, sent).status == 401
    assert [event.address for event in failures(demo) if event.name == "mallory"] == ["127.0.0.1"]


def test_nor_of_which_page(demo: Demo) -> None:
    sent = chunked("/api/demo/sign-in", b'{"role": "dealer"}', b"Origin: http://evil.example\r\n")
    assert ask(demo.address, sent).status == 200
    # The other way round: an origin that is wrong is not put right behind the body.
    sent = chunked(
        "/api/demo/sign-in",
        b'{"role": "dealer"}',
        b"Origin: http://x\r\n",
        b"Origin: http://evil.example\r\n",
    )
    assert ask(demo.address, sent).status == 403


def test_nor_who_sends_it(demo: Demo) -> None:
    with httpx.Client(base_url=demo.address, timeout=PATIENCE_S) as client:
        me = client.post("/api/demo/sign-in", json={"role": "dealer"})
        who = (
            f"Cookie: pitboss={client.cookies['pitboss']}\r\nX-CSRF-Token: {me.json()['csrf']}\r\n"
        )
    key = "Idempotency-Key: behind\r\n"
    path, body = "/api/tables/Stud/commands", b'{"do": "open-betting"}'
    assert ask(demo.address, chunked(path, body, (who + key).encode())).status == 401
    assert ask(demo.address, chunked(path, body, key.encode(), who.encode())).json()["code"] == (
        "idempotency-key-needed"
    )
    assert ask(demo.address, chunked(path, body, b"", (who + key).encode())).status == 200


HEAD = b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2"
ENDLESS = {
    "one long trailer": b"\r\n{}\r\n0\r\nX-Long: " + b"x" * 2_000_000,
    "many trailers": b"\r\n{}\r\n0\r\n" + b"X-Many: yes\r\n" * 100_000,
    "sizes of chunks": b"\r\n{}\r\n" + b"1\r\n \r\n" * 10_000,
    "an extension of a chunk": b";" + b"e" * 2_000_000,
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_what_is_no_body_is_not_read_without_end(demo: Demo, kind: str) -> None:
    with line(demo.address) as found:
        assert hung_up(found, HEAD + ENDLESS[kind])
    assert httpx.get(f"{demo.address}/healthz", timeout=PATIENCE_S).status_code == 200


def test_a_body_in_many_pieces_is_a_body(demo: Demo) -> None:
    body = b'{"role": "dealer"' + b" " * 60_000 + b"}"
    pieces = b"".join(
        b"%x\r\n%b\r\n" % (len(body[at : at + 1_000]), body[at : at + 1_000])
        for at in range(0, len(body), 1_000)
    )
    head = b"POST /api/demo/sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert ask(demo.address, head + pieces + b"0\r\n\r\n").status == 200


def test_all_headers_together_have_sixteen_kilobytes(demo: Demo) -> None:
    def sent(padding: int) -> bytes:
        headers = b"".join(b"X-%04d: %b\r\n" % (nth, b"x" * 991) for nth in range(padding // 1_000))
        return b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n"

    assert MOST_HEAD_BYTES == 16 * 1024
    assert ask(demo.address, sent(15_000)).status == 200
    with line(demo.address) as found:
        assert hung_up(found, sent(17_000))


def test_many_requests_on_one_connection_are_counted_one_by_one(demo: Demo) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 10_000 + b"\r\n\r\n"
    with line(demo.address) as found:
        for _ in range(5):
            found.sendall(one)
            assert answer(found).status == 200
        # And where the second comes with the first.
        found.sendall(one + one)
        came = b""
        while came.count(b"HTTP/1.1 200 OK") < 2 or not came.endswith(b"}"):
            came += found.recv(4096)
        assert hung_up(found, one[:-4] + b"x" * 10_000)
