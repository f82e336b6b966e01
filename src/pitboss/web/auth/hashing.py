"""Passwords are hashed in a separate process of low priority.

Hashing one takes 64 MB and all cores for a tenth of a second. Next to the event loop, even on
threads, strangers who try passwords would slow down every table; this way they only slow down each
other.
"""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Protocol

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

LOW = 5
"""How much nicer it is than the server. If it were much nicer, a sign-in would take many seconds
while an audit keeps all cores busy.
"""


class Hasher(Protocol):
    """Hashes passwords: argon2's ``PasswordHasher``, or a process that does it."""

    def hash(self, password: str, /) -> str: ...
    def verify(self, hash: str, password: str, /) -> bool:
        """Raises VerificationError or InvalidHashError if the password does not match."""


class _Question(msgspec.Struct):
    password: str
    hashed: str | None = None
    """The hash to compare with; None to compute one."""


class _Answer(msgspec.Struct):
    hashed: str | None
    """None if the password does not match."""


class HashingProcess:
    """Hashes passwords in another process, one at a time. It is started when first needed, and
    again if it has ended. Thread-safe.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def hash(self, password: str, /) -> str:
        return self._ask(_Question(password)).hashed or ""

    def verify(self, hashed: str, password: str, /) -> bool:
        if self._ask(_Question(password, hashed)).hashed is None:
            raise VerifyMismatchError
        return True

    def close(self) -> None:
        """Ends it."""
        with self._lock:
            self._end()

    def _ask(self, question: _Question) -> _Answer:
        sent = msgspec.json.encode(question) + b"\n"
        with self._lock:
            for _ in range(2):
                line = self._told(sent)
                if line:
                    return msgspec.json.decode(line, type=_Answer)
                # Somebody has killed it, or the machine was out of memory.
                self._end()
        raise ChildProcessError("the process that hashes passwords has ended")

    def _told(self, sent: bytes) -> bytes:
        process = self._process = self._process or subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        questions, answers = process.stdin, process.stdout
        if questions is None or answers is None:  # it has both, whatever their types say
            return b""
        with suppress(OSError):
            questions.write(sent)
            questions.flush()
            return answers.readline()
        return b""

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):
                process.communicate()


def main() -> None:
    """Answers one question per line, until there are no more."""
    # Ctrl-C is meant for the server, which ends this process when it no longer needs it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(LOW)
    hasher = PasswordHasher()
    for line in sys.stdin.buffer:
        question = msgspec.json.decode(line, type=_Question)
        answer = _Answer(question.hashed)
        try:
            if question.hashed is None:
                answer.hashed = hasher.hash(question.password)
            else:
                hasher.verify(question.hashed, question.password)
        except (VerificationError, InvalidHashError):
            answer.hashed = None
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
