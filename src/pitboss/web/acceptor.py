"""Accepts connections from the listener: a few in each turn of the event loop, so that existing
clients are served in between, and none that the doorkeeper turns away. A client is counted as soon
as it connects, not only once its TLS handshake is done.
"""

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import Callable

from pitboss.web.connections import Doorkeeper
from pitboss.web.header_limit import Protocol

AT_ONCE = 16
"""Connections accepted in one turn of the loop."""

HANDSHAKE_S = 5.0
"""How long client and server may take for the TLS handshake, and for closing."""

_WITHOUT_MEANS_S = 1.0
_WITHOUT_MEANS = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))
_log = logging.getLogger("pitboss.web")


class Acceptor:
    """Accepts connections for as long as it is open. It lives on the event loop."""

    def __init__(
        self,
        listener: socket.socket,
        door: Doorkeeper,
        connection: Callable[[], Protocol],
        encrypted: ssl.SSLContext | None = None,
    ) -> None:
        self._listener, self._door = listener, door
        self._connection, self._encrypted = connection, encrypted
        self._loop = asyncio.get_running_loop()
        self._coming: set[asyncio.Task[None]] = set()
        self._open = True
        listener.setblocking(False)
        self._listen()

    def close(self) -> None:
        """Stops accepting. Whoever opened the listener closes it."""
        self._open = False
        self._loop.remove_reader(self._listener)
        for task in self._coming:
            task.cancel()

    async def wait_closed(self) -> None:
        """Waits until no connection is still being set up."""
        await asyncio.gather(*self._coming, return_exceptions=True)

    def _listen(self) -> None:
        if self._open:
            self._loop.add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                line, peer = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in _WITHOUT_MEANS:
                    raise
                # Otherwise the listener would report at once that a connection is still waiting.
                _log.warning("no connection can be taken now: %s", error)
                self._loop.remove_reader(self._listener)
                self._loop.call_later(_WITHOUT_MEANS_S, self._listen)
                return
            self._come(line, str(peer[0]))

    def _come(self, line: socket.socket, address: str) -> None:
        if not self._door.lets_in(address, self._loop.time()):
            line.close()
            return
        line.setblocking(False)
        connection = self._connection()
        self._door.come(connection, address)
        task = self._loop.create_task(self._agree(connection, line))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _agree(self, connection: Protocol, line: socket.socket) -> None:
        """Waits until the connection can be read from and written to."""
        limit_s = None if self._encrypted is None else HANDSHAKE_S
        try:
            await self._loop.connect_accepted_socket(
                lambda: connection,
                line,
                ssl=self._encrypted,
                ssl_handshake_timeout=limit_s,
                ssl_shutdown_timeout=limit_s,
            )
        except BaseException as error:
            # Nobody is told that it was lost, because it was never established.
            self._door.go(connection)
            if not isinstance(error, OSError):
                raise
