"""Requests that no browser sends: of two readings, one for a proxy and another for us; to servers
that we are not; with ends that are not where they seem to be. Each is refused or read in the only
way there is, and nothing behind it is taken for another request.
"""

import pytest

from tests.attacks.lines import answer, ask, line
from tests.browser.floor import House as Process
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.xdist_group("attacks-on-a-demo")

BODY = b'{"role":"player"}'
LENGTH = b"Content-Length: 17\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
CHUNK = b"11\r\n" + BODY + b"\r\n0\r\n\r\n"
BEHIND = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def post(headers: bytes, body: bytes, version: bytes = b"1.1") -> bytes:
    """Signing in in a demonstration, which changes something if it is taken for good."""
    head = b"POST /api/demo/sign-in HTTP/%b\r\nHost: x\r\n" % version
    return head + headers + b"\r\n" + body


def get(target: bytes, headers: bytes = b"Host: x\r\n", version: bytes = b"1.1") -> bytes:
    return b"GET %b HTTP/%b\r\n%b\r\n" % (target, version, headers)


REFUSED = {
    "a length and chunks": post(LENGTH + CHUNKED, CHUNK + BEHIND),
    "chunks and a length": post(CHUNKED + LENGTH, CHUNK + BEHIND),
    "two lengths": post(LENGTH + b"Content-Length: 0\r\n", BODY),
    "the same length twice": post(LENGTH + LENGTH, BODY),
    "a list of lengths": post(b"Content-Length: 17, 17\r\n", BODY),
    "a length with a sign": post(b"Content-Length: +17\r\n", BODY),
    "a negative length": post(b"Content-Length: -1\r\n", BODY),
    "a length in other digits": post("Content-Length: ١٧\r\n".encode(), BODY),
    "a length before a space": post(b"Content-Length : 17\r\n", BODY),
    "a length of 2^80": post(b"Content-Length: 1208925819614629174706176\r\n", BODY),
    "chunks twice": post(CHUNKED + CHUNKED, CHUNK),
    "a coding that we do not have": post(b"Transfer-Encoding: gzip, chunked\r\n", CHUNK),
    "no coding at all": post(b"Transfer-Encoding: identity\r\n", BODY),
    "almost chunked": post(b"Transfer-Encoding: \x0bchunked\r\n", CHUNK),
    "chunks not at the end": post(b"Transfer-Encoding: chunked, identity\r\n", CHUNK),
    "chunks before there were any": post(CHUNKED, CHUNK, b"1.0"),
    "two servers": get(b"/healthz", b"Host: x\r\nHost: y\r\n"),
    "no server": get(b"/healthz", b""),
    "another server in the address": get(b"http://evil.example/healthz"),
    "the server as a beginning": get(b"http://x.evil.example/healthz"),
    "a person in the address": get(b"http://a@x/healthz"),
    "a tunnel": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    "HTTP/2 by name": get(b"/healthz", version=b"2.0"),
    "HTTP/2 by its preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "bytes that are no path": get(b"/\xff\xfe"),
    "lines without returns": b"GET /healthz HTTP/1.1\nHost: x\n\n",
    "a header in two lines": get(b"/healthz", b"Host: x\r\nX-A: b\r\n c\r\n"),
    "a header with a zero": get(b"/healthz", b"Host: x\r\nX-A: a\x00b\r\n"),
    "a header without a colon": get(b"/healthz", b"Host: x\r\nnonsense\r\n"),
    "a header without a name": get(b"/healthz", b"Host: x\r\n: b\r\n"),
}


@pytest.mark.parametrize("request_", REFUSED.values(), ids=REFUSED)
def test_what_can_be_read_in_two_ways_is_not_read(demo: Process, request_: bytes) -> None:
    with line(demo.address) as sent_on:
        sent_on.sendall(request_)
        told = b""
        while piece := sent_on.recv(4096):
            told += piece
    assert told.startswith(b"HTTP/1.1 400"), told
    assert told.count(b"HTTP/1.1") == 1, "and nothing behind it either"
    assert b"pitboss=" not in told


CHUNKS = {
    "a size of 2^68": b"FFFFFFFFFFFFFFFFF\r\n" + BODY,
    "a size with a prefix": b"0x11\r\n" + BODY + b"\r\n0\r\n\r\n",
    "a negative size": b"-11\r\n" + BODY + b"\r\n0\r\n\r\n",
    "lines without returns": b"11\n" + BODY + b"\n0\n\n",
    "a chunk that goes on": b"11\r\n" + BODY + b"XX0\r\n\r\n",
}


@pytest.mark.parametrize("body", CHUNKS.values(), ids=CHUNKS)
def test_chunks_that_are_none_end_the_connection(demo: Process, body: bytes) -> None:
    assert ask(demo.address, post(CHUNKED, body)).status in (0, 400)


TAKEN = {
    "in chunks": (post(CHUNKED, CHUNK), 200),
    "in chunks, written otherwise": (post(b"Transfer-Encoding: Chunked\r\n", CHUNK), 200),
    "an extension of a chunk": (post(CHUNKED, CHUNK.replace(b"11", b"11;a=b", 1)), 200),
    "a whole address": (get(b"http://x/healthz"), 200),
    "as long ago": (get(b"/healthz", b"", b"1.0"), 200),
    "a server's own name in bytes": (get(b"/healthz", b"Host: \xff\xfe\r\n"), 200),
    "a cookie in bytes": (get(b"/api/me", b"Host: x\r\nCookie: pitboss=\xff\r\n"), 200),
    "no JSON but what looks compressed": (post(LENGTH, b"\x1f\x8b" + b"a" * 15), 422),
    "a name in bytes": (get(b"/api/tables/%ff%fe"), 401),
    "half a letter": (get(b"/api/tables/%ed%a0%80"), 401),
    "the echo of a request": (b"TRACE /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    "a method by header": (
        get(b"/api/sign-out", b"Host: x\r\nX-HTTP-Method-Override: POST\r\n"),
        405,
    ),
    "everything": (b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 404),
    "a file of the system": (get(b"/static/../../../../../../../../etc/passwd"), 404),
    "one with dots in percent": (get(b"/static/%2e%2e/%2e%2e/asgi.py"), 404),
    "one with slashes in percent": (get(b"/static/..%2f..%2fasgi.py"), 404),
    "one in percent twice": (get(b"/static/%252e%252e%252fasgi.py"), 404),
    "one with backslashes": (get(b"/static/..%5c..%5casgi.py"), 404),
    "one by its whole path": (get(b"/static//etc/passwd"), 404),
    "one with a zero": (get(b"/static/shared/dom.js%00.css"), 404),
    "a folder": (get(b"/static/shared/"), 404),
    "parts without number": (
        get(
            b"/static/shared/dom.js",
            b"Host: x\r\nRange: bytes=" + b",".join([b"0-"] * 1_000) + b"\r\n",
        ),
        200,
    ),
    "a part that is none": (
        get(b"/static/shared/dom.js", b"Host: x\r\nRange: bytes=5-1,a-b\r\n"),
        400,
    ),
}


@pytest.mark.parametrize(("request_", "status"), TAKEN.values(), ids=TAKEN)
def test_what_can_be_read_in_one_way_only(demo: Process, request_: bytes, status: int) -> None:
    assert ask(demo.address, request_).status == status


def test_nobody_is_sent_elsewhere_by_an_address_that_is_almost_ours(demo: Process) -> None:
    """The address in the answer was made of the Host header, whatever that said."""
    reply = ask(demo.address, get(b"/api/floor/", b"Host: evil.example\r\n"))
    assert reply.status == 404
    assert b"evil.example" not in reply.raw


@pytest.mark.parametrize("to", ["websocket", "h2c", "anything"])
def test_nobody_goes_on_in_another_protocol(demo: Process, to: str) -> None:
    """What comes behind would be for that protocol: it is not read as a request, nor waited
    for.
    """
    upgrade = f"Host: x\r\nUpgrade: {to}\r\nConnection: Upgrade\r\nSec-WebSocket-Key: a\r\n"
    with line(demo.address) as sent_on:
        sent_on.settimeout(PATIENCE_S)
        sent_on.sendall(get(b"/healthz", upgrade.encode()) + BEHIND)
        reply = answer(sent_on)
        assert reply.status == 200
        assert reply.raw.count(b"HTTP/1.1") == 1
        assert sent_on.recv(100) == b""
