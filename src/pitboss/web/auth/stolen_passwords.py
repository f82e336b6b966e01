"""Passwords that were stolen elsewhere, in a file that the house has got: a floor need not reach
the internet to know them.

The file has the SHA-1 of a password at the start of each line, in hexadecimal digits and in order,
as "Have I Been Pwned" gives it away; what follows a colon is left aside. It has some 40 GB, so a
line is looked for by halving, and nothing of it is kept.
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
                # The first line that begins at the middle or after it.
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
    """None where the house has no such file; raises BadConfig where it can't be used."""
    name = config.settings.sign_in.stolen_passwords
    if not name:
        return None
    path = config.data / name
    try:
        return StolenPasswords(path)
    except (OSError, ValueError) as error:
        raise BadConfig([f"sign_in.stolen_passwords: {path} can't be read: {error}."]) from None
