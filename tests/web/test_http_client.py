"""The small HTTP client, on servers that answer in every way it has to understand."""

import asyncio
import socket
import threading
from contextlib import suppress

import pytest

from pitboss.web.loadtest.http_client import Address, Connection, NoAnswer, NotHttp, Reply, written

GET = written("GET", "/", Address("localhost", 80, secure=False))
CHUNKED = (
    b"HTTP/1.1 409 Conflict\r\ntransfer-encoding: chunked\r\n\r\n"
    b'5\r\n{"a":\r\n4;x=y\r\n [1]\r\n1\r\n}\r\n0\r\n\r\n'
)


class Answering:
    """A server that gives the same answer to every request, in pieces of some bytes, on connections
    one after another.

    It closes a connection after an answer that says so, and instead of an empty one.
    """

    def __init__(self, answer: bytes, pieces: int = 10_000) -> None:
        self._answer = answer
        self._pieces = pieces
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self.connections = 0

    def __enter__(self) -> Address:
        self._thread.start()
        return Address("127.0.0.1", self._listener.getsockname()[1], secure=False)

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.connections += 1
                with connection:
                    self._answer_all(connection)

    def _answer_all(self, connection: socket.socket) -> None:
        while connection.recv(65_536):
            for at in range(0, len(self._answer), self._pieces):
                connection.sendall(self._answer[at : at + self._pieces])
            if not self._answer or b"connection: close" in self._answer:
                return


def asked(address: Address, times: int = 1) -> list[Reply]:
    """What it makes of the answers on one connection."""

    async def main() -> list[Reply]:
        connection = Connection(address)
        found = []
        for _ in range(times):
            found.append(await connection.ask(GET))
            if b"connection: close" in found[-1].head:
                # Until the client has seen that it is closed.
                while connection._transport is not None:
                    await asyncio.sleep(0)
        connection.close()
        return found

    return asyncio.run(main())


@pytest.mark.parametrize("pieces", [1, 7, 10_000])
def test_a_body_by_its_length_and_in_chunks(pieces: int) -> None:
    length = (
        b'HTTP/1.1 200 OK\r\nContent-Length: 10\r\nSet-Cookie: pitboss=abc; HttpOnly\r\n\r\n{"a": '
        b"[1]}"
    )
    with Answering(length, pieces) as address:
        (reply,) = asked(address)
    assert (reply.status, reply.json(), reply.cookies) == (200, {"a": [1]}, {"pitboss": "abc"})
    with Answering(CHUNKED, pieces) as address:
        (reply,) = asked(address)
    assert (reply.status, reply.json(), reply.cookies) == (409, {"a": [1]}, {})


def test_a_connection_is_used_again_and_opened_again_where_it_was_closed() -> None:
    kept = Answering(b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na")
    with kept as address:
        assert [reply.body for reply in asked(address, times=3)] == [b"a"] * 3
    assert kept.connections == 1
    closed = Answering(b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 1\r\n\r\nb")
    with closed as address:
        assert [reply.body for reply in asked(address, times=3)] == [b"b"] * 3
    assert closed.connections == 3


def test_no_answer_and_what_is_no_http() -> None:
    with (
        Answering(b"") as address,
        pytest.raises(NoAnswer, match="closed the connection without an answer"),
    ):
        asked(address)
    mail = Answering(b"220 mail.example ESMTP\r\n\r\n")
    with mail as address, pytest.raises(NotHttp, match="does not speak HTTP"):
        asked(address)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://127.0.0.1:8000", ("127.0.0.1", 8000, False)),
        ("http://127.0.0.1:8000/", ("127.0.0.1", 8000, False)),
        ("casino.example", ("casino.example", 80, False)),
        ("https://casino.example", ("casino.example", 443, True)),
        ("http://[::1]:8000", ("::1", 8000, False)),
    ],
)
def test_addresses(text: str, address: tuple[str, int, bool]) -> None:
    assert tuple(Address.of(text)) == address


def test_an_address_with_colons_is_written_in_brackets() -> None:
    assert str(Address.of("http://[::1]:8000")) == "[::1]:8000"
