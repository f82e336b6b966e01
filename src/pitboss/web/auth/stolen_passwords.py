"""Passwords stolen elsewhere, in a file that the house has obtained: a floor need not reach the
internet to check them.

Each line of the file begins with the SHA-1 of a password, in hexadecimal digits and in order, as
"Have I Been Pwned" publishes it; anything after a colon is ignored. The file has some 40 GB, so
lines are found by binary search and nothing of it is kept in memory.
"""

import hashlib
from pathlib import Path

from pitboss.operations.config import BadConfig, Config

_DIGITS = 40


class StolenPasswords:
    """A file of stolen passwords."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            bytes.fromhex(file.readline()[:_DIGITS].decode("ascii"))
        self._path = path

    def has(self, password: str) -> bool:
        """Whether a password is one of them."""
        digest = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest()
        wanted = digest.upper().encode()
        with self._path.open("rb") as file:
            low, high = 0, self._path.stat().st_size
            while low < high:
                # The first line that begins at or after the middle.
                middle = (low + high) // 2
                file.seek(max(middle - 1, 0))
                if middle:
                    file.readline()
                at, line = file.tell(), file.readline()
                read = line[:_DIGITS].upper()
                if read == wanted:
                    return True
                if line and read < wanted:
                    low = at + len(line)
                else:
                    high = middle
        return False


def stolen_passwords(config: Config) -> StolenPasswords | None:
    """None if the house has no such file; raises BadConfig if it can't be used."""
    name = config.settings.sign_in.stolen_passwords
    if not name:
        return None
    path = config.data / name
    try:
        return StolenPasswords(path)
    except (OSError, ValueError) as error:
        raise BadConfig([f"sign_in.stolen_passwords: {path} can't be read: {error}."]) from None
