"""A plain connection to a server, for requests that no browser would send."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import msgspec

from tests.patience import PATIENCE_S


class Reply(NamedTuple):
    """What a server said: the status, the body, and all that came."""

    status: int
    body: bytes
    raw: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


@contextmanager
def line(address: str) -> Iterator[socket.socket]:
    """A connection to ``http://host:port``."""
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as found:
        yield found


def ask(address: str, request: bytes) -> Reply:
    """Sends bytes as they are, and takes the first answer. Nothing (status 0) where the server hung
    up.
    """
    with line(address) as found:
        # A server that has enough may close before everything is sent.
        with suppress(OSError):
            found.sendall(request)
        return answer(found)


def answer(found: socket.socket) -> Reply:
    """The next answer on a connection."""
    raw = b""
    with suppress(OSError):
        while b"\r\n\r\n" not in raw:
            piece = found.recv(4096)
            if not piece:
                return Reply(0, b"", raw)
            raw += piece
        head, _, body = raw.partition(b"\r\n\r\n")
        headers = dict(one.lower().split(b": ", 1) for one in head.split(b"\r\n")[1:])
        length = int(headers.get(b"content-length", b"0"))
        while len(body) < length:
            piece = found.recv(4096)
            if not piece:
                break
            body, raw = body + piece, raw + piece
        return Reply(int(head.split(b" ")[1]), body, raw)
    return Reply(0, b"", raw)


def hung_up(found: socket.socket, sent: bytes) -> bool:
    """Whether the server closes the connection rather than read all this and wait for more."""
    try:
        found.sendall(sent)
        while found.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        # Reset or broken, whichever the system notices first.
        return True
    return True


def chunked(path: str, body: bytes, trailers: bytes = b"", headers: bytes = b"") -> bytes:
    """A POST in one chunk, with what comes behind it."""
    return (
        b"POST %b HTTP/1.1\r\nHost: x\r\n%bContent-Type: "
        b"application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"%x\r\n%b\r\n0\r\n%b\r\n" % (path.encode(), headers, len(body), body, trailers)
    )
