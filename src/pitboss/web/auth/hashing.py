"""Passwords are hashed in a process of their own, of low priority.

One takes 64 MB and all cores for a tenth of a second. Beside the event loop, however many threads
it had, strangers who try passwords would slow down every table; as it is they slow down each other.
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
"""What it is nicer by than the server. Were it much nicer, a sign-in would take many seconds while
an audit keeps all cores busy.
"""


class Hasher(Protocol):
    """Who hashes passwords (argon2's ``PasswordHasher``, or a process that does it)."""

    def hash(self, password: str, /) -> str: ...
    def verify(self, hash: str, password: str, /) -> bool:
        """Raises VerificationError or InvalidHashError where the password does not fit."""


class _Question(msgspec.Struct):
    password: str
    hashed: str | None = None
    """What the password is compared with; None where it is to be hashed."""


class _Answer(msgspec.Struct):
    hashed: str | None
    """None where the password does not fit."""


class HashingProcess:
    """Hashes passwords elsewhere, one at a time. It is started when it is needed first, and again
    should it have ended. Many threads may ask.
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
    """Answers one question a line, until there are no more."""
    # Ctrl-C is for the server, which ends this process when it has no more use for it.
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
