"""One hostile client, as a program of its own: it does all at once that it can.

    python -m tests.attacks.hostile_client ADDRESS STREAMS SIGN_INS REFUSERS

Headers and bodies that never come to an end, cookies of 80 kB, hundreds of streams, refusals and
sign-ins as fast as they go, until its input ends and it was stopped once. Then it prints how often
it was answered with which status.
"""

import json
import os
import re
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from time import monotonic
from typing import NamedTuple

import httpx

from tests.patience import PATIENCE_S

TURNED_AWAY = 0
"""No answer: the connection was one too many."""


class Size(NamedTuple):
    """How much of everything at once."""

    streams: int
    sign_ins: int
    refusers: int


class Attack:
    """Threads that go on until they are told to stop."""

    def __init__(self, address: str, size: Size) -> None:
        self._address = address
        self._size = size
        self._stop = threading.Event()
        self.statuses: dict[int, int] = {}
        self._threads = [
            threading.Thread(target=self._again, args=(do,), daemon=True)
            for do in (
                self._slow_headers,
                self._slow_body,
                self._endless_trailers,
                self._cookies,
                *[self._refusals] * size.refusers,
                self._streams,
                self._sign_ins,
            )
        ]

    def __enter__(self) -> "Attack":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(PATIENCE_S)

    def wait_until_stopped(self) -> None:
        """Until it was refused something for asking too much: on a slow machine that takes a
        while.
        """
        end_s = monotonic() + PATIENCE_S / 2
        while not {429, TURNED_AWAY} & self.statuses.keys() and monotonic() < end_s:
            self._stop.wait(0.05)

    def _again(self, do: Callable[[], None]) -> None:
        while not self._stop.is_set():
            with suppress(OSError, httpx.HTTPError):
                do()

    def _count(self, status: int) -> None:
        self.statuses[status] = self.statuses.get(status, 0) + 1

    def _line(self) -> socket.socket:
        url = httpx.URL(self._address)
        return socket.create_connection((url.host, url.port or 80), 5.0)

    @contextmanager
    def _signed_in(self) -> Iterator[httpx.Client]:
        with httpx.Client(base_url=self._address, timeout=PATIENCE_S) as client:
            me = client.post("/api/demo/sign-in", json={"role": "player"})
            client.headers["X-CSRF-Token"] = me.raise_for_status().json()["csrf"]
            yield client

    def _slowly(self, start: bytes, piece: bytes) -> None:
        with ExitStack() as stack:
            lines = [stack.enter_context(self._line()) for _ in range(40)]
            for line in lines:
                line.sendall(start)
            while not self._stop.wait(0.3):
                for line in lines:
                    line.sendall(piece)

    def _slow_headers(self) -> None:
        self._slowly(b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"X-A: b\r\n")

    def _slow_body(self) -> None:
        head = b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"
        self._slowly(head, b" ")

    def _endless_trailers(self) -> None:
        head = b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        self._slowly(head, b"X-A: " + b"b" * 2000 + b"\r\n")

    def _cookies(self) -> None:
        with self._line() as line:
            line.sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\nCookie: " + b'a="\\' * 20_000)
            line.recv(100)

    def _refusals(self) -> None:
        with self._signed_in() as client:
            number = 0
            while not self._stop.is_set():
                number += 1
                reply = client.post(
                    "/api/tables/Nowhere/commands",
                    json={"do": "settle"},
                    headers={"Idempotency-Key": f"mallory-{threading.get_ident()}-{number}"},
                )
                self._count(reply.status_code)
                # Four of them come to a thousand a second at most.
                self._stop.wait(0.004)

    def _streams(self) -> None:
        with self._signed_in() as client, ExitStack() as stack:
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            for _ in range(self._size.streams):
                line = stack.enter_context(self._line())
                head = f"GET /api/stream?tables=* HTTP/1.1\r\nHost: x\r\nCookie: {cookie}"
                line.sendall(head.encode() + b"\r\n\r\n")
                if self._stop.wait(0.01):
                    return

    def _sign_ins(self) -> None:
        """All at once, and a second after they have been answered again."""
        body = b'{"name": "mallory", "password": "no such password"}'
        head = b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        request = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
        with ExitStack() as stack:
            lines = []
            for _ in range(self._size.sign_ins):
                with suppress(OSError):
                    lines.append(stack.enter_context(self._line()))
            while lines and not self._stop.is_set():
                for line in lines:
                    line.sendall(request)
                for line in lines:
                    answer = line.recv(4096)
                    if not answer:
                        self._count(TURNED_AWAY)
                        return
                    for status in re.findall(rb"HTTP/1\.1 (\d+)", answer):
                        self._count(int(status))
                self._stop.wait(1.0)


def main() -> None:
    address, *counts = sys.argv[1:]
    # It has a machine of its own elsewhere; here it takes what the server leaves.
    os.nice(10)
    with Attack(address, Size(*map(int, counts))) as attack:
        sys.stdin.read()
        attack.wait_until_stopped()
    sys.stdout.write(json.dumps(attack.statuses))


if __name__ == "__main__":
    main()
