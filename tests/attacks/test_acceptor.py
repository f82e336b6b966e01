"""Somebody opens connections and says nothing on them, or too much: he is counted from the first
moment, and nobody waits for him for long.
"""

import asyncio
import errno
import re
import socket
import ssl
from pathlib import Path
from typing import Any

import pytest

from pitboss.operations.settings import ClientLimits
from pitboss.web import acceptor
from pitboss.web.acceptor import Acceptor
from pitboss.web.connections import Doorkeeper
from tests.attacks.lines import line
from tests.browser.floor import House as Process
from tests.patience import PATIENCE_S
from tests.web.servers import Server
from tests.web.test_proxy import make_certificate

SETTINGS = """
data = "data"
[server]
certificate = "{0}/floor.pem"
certificate_key = "{0}/floor.key"
[limits]
connections_per_address = 3
"""


def test_a_handshake_that_never_comes_is_counted_and_given_up(tmp_path: Path) -> None:
    make_certificate(tmp_path)
    settings = SETTINGS.format(tmp_path)
    (tmp_path / "pitboss.toml").write_text(settings, encoding="utf-8")
    server = Server(tmp_path, "--demo", "--no-robots", "--port", "0", plain=True)
    trusted = ssl.create_default_context(cafile=tmp_path / "floor.pem")
    try:
        found = server.wait_for(re.compile(r"Pitboss is at https://127\.0\.0\.1:(\d+)/"))
        address = ("127.0.0.1", int(found[1]))
        silent = [socket.create_connection(address, PATIENCE_S) for _ in range(3)]
        # Nothing has been said yet, and there is no room for a fourth.
        with socket.create_connection(address, PATIENCE_S) as fourth, pytest.raises(OSError):  # noqa: PT011 - reset, or closed in the middle
            trusted.wrap_socket(fourth, server_hostname="127.0.0.1")
        for one in silent:
            # The server hangs up by itself.
            assert one.recv(1) == b""
            one.close()
        with (
            socket.create_connection(address, PATIENCE_S) as plain,
            trusted.wrap_socket(plain, server_hostname="127.0.0.1") as agreed,
        ):
            agreed.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert agreed.recv(100).startswith(b"HTTP/1.1 200")
    finally:
        server.close()


@pytest.mark.xdist_group("attacks-on-a-demo")
def test_requests_that_nobody_waits_for_are_not_all_read(demo: Process) -> None:
    """Thousands in one piece would be read in one turn of the event loop."""
    with line(demo.address) as sent_on:
        sent_on.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 2_000)
        answers = b""
        try:
            while piece := sent_on.recv(65_536):
                answers += piece
        except ConnectionResetError:
            pass
    assert answers.count(b"HTTP/1.1 200") <= 20


@pytest.mark.xdist_group("attacks-on-a-demo")
def test_a_few_requests_at_once_are_all_answered(demo: Process) -> None:
    with line(demo.address) as sent_on:
        sent_on.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 10)
        answers = b""
        while answers.count(b"HTTP/1.1 200") < 10:
            piece = sent_on.recv(65_536)
            assert piece, answers
            answers += piece


class _Listener(socket.socket):
    """Can take no connection for a while, for lack of files."""

    asked = False

    def accept(self) -> tuple[socket.socket, Any]:
        if not self.asked:
            self.asked = True
            raise OSError(errno.EMFILE, "too many open files")
        return super().accept()


def test_without_means_it_waits_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(acceptor, "_WITHOUT_MEANS_S", 0.01)

    async def played() -> None:
        listener = _Listener(socket.AF_INET, socket.SOCK_STREAM)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        door = Doorkeeper(ClientLimits(), turned_away=lambda: None)
        came = asyncio.Event()

        class Told(asyncio.Protocol):
            awaited_since_s = idle_since_s = None

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                came.set()

        acceptor = Acceptor(listener, door, Told)  # type: ignore[arg-type]
        with socket.create_connection(listener.getsockname(), PATIENCE_S):
            await asyncio.wait_for(came.wait(), PATIENCE_S)
        acceptor.close()
        await acceptor.wait_closed()
        listener.close()

    with caplog.at_level("WARNING", "pitboss.web"):
        asyncio.run(played())
    assert len(caplog.messages) == 1
    assert "no connection can be taken now" in caplog.messages[0]
