"""The key that signs checkpoints: a file of its own that only its owner may read. It is never
stored in the database.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from pitboss.journal.port import JournalError

PRIVATE_MODE = 0o600


class BadKey(JournalError):
    """A key file can't be used."""


def create_key(path: Path) -> Ed25519PrivateKey:
    """Creates a key and its file, atomically. Raises BadKey if the file exists."""
    key = Ed25519PrivateKey.generate()
    write_private(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return key


def write_private(path: Path, text: bytes) -> None:
    """Creates a file that only its owner may read, atomically. Raises BadKey if it exists."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        _write_new(temporary, text)
        try:
            # Unlike renaming, this refuses to replace a key that another process has just created.
            path.hardlink_to(temporary)
        finally:
            temporary.unlink()
        sync_folder(path.parent)
    except FileExistsError:
        raise BadKey(
            f"{path} is there already. Name another file, or move it away first."
        ) from None
    except OSError as error:
        raise BadKey(f"{path} can't be written: {error.strerror}. Check its folder.") from error


def _write_new(path: Path, content: bytes) -> None:
    with suppress(FileNotFoundError):
        path.unlink()
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_MODE)
    try:
        os.write(file, content)
        os.fsync(file)
    finally:
        os.close(file)


def sync_folder(folder: Path) -> None:
    """Makes the name of a new file survive a power cut, too."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def read_private(path: Path) -> bytes:
    """The content of a file. Raises BadKey if others may read it."""
    try:
        with path.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            content = file.read()
    except OSError as error:
        raise BadKey(f"{path} can't be read: {error.strerror}.") from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadKey(
            f"others may use the key in {path} (mode {mode:04o}). Put it right: chmod 600 {path}"
        )
    return content


def load_key(path: Path) -> Ed25519PrivateKey:
    """The key in a file. Raises BadKey if others may read it."""
    content = read_private(path)
    try:
        key = load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadKey(f"{path} holds no key that can be read: {error}") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(f"the key in {path} is not an Ed25519 key. Make one with this program.")
    return key


def ensure_key(path: Path) -> Ed25519PrivateKey:
    """The key in a file, which is created if it does not exist."""
    if not path.exists():
        with suppress(BadKey):
            return create_key(path)
    return load_key(path)
