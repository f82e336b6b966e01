"""Notifications from other processes that records were stored."""

import select
import socket
import threading
from collections.abc import Callable

import psycopg
from psycopg import sql

from pitboss.journal.postgres.server import CHANNEL, Connection

RETRY_S = 0.2
LONGEST_RETRY_S = 2.0


class Listener:
    """Listens on its own connection, in a thread that starts when somebody first waits.

    It counts notifications, plus one each time it connects, as some may have been missed.
    """

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False
        # A byte written to one end wakes the thread polling the other.
        self._alarm, self._bell = socket.socketpair()
        self.heard = 0

    def hear(self) -> None:
        """Counts a notification: something was stored, or may have been."""
        with self._news:
            self.heard += 1
            self._news.notify_all()

    def wait(self, heard: int, timeout_s: float) -> None:
        """Waits until the count differs from ``heard``, or the time is up."""
        with self._news:
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(
                    target=self._run, name="pitboss-listener", daemon=True
                )
                self._thread.start()
            self._news.wait_for(lambda: self._closed or self.heard != heard, timeout_s)

    def close(self) -> None:
        """Ends the thread and wakes all waiters."""
        with self._news:
            if self._closed:
                return
            self._closed = True
            self._news.notify_all()
        self._bell.send(b"!")
        if self._thread is not None:
            self._thread.join()
        self._bell.close()
        self._alarm.close()

    def _run(self) -> None:
        pause_s = RETRY_S
        while not self._closed:
            try:
                with self._connect() as connection:
                    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                    self.hear()
                    pause_s = RETRY_S
                    self._listen(connection)
            except psycopg.Error:
                # The server is down. Subscribers poll in the meantime.
                select.select([self._alarm], [], [], pause_s)
                pause_s = min(2 * pause_s, LONGEST_RETRY_S)

    def _listen(self, connection: Connection) -> None:
        while not self._closed:
            select.select([connection.fileno(), self._alarm.fileno()], [], [])
            if any(True for _ in connection.notifies(timeout=0)):
                self.hear()
