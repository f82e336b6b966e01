"""A time-stamp of a manifest (RFC 3161): an independent authority's word that the folder existed at
that moment.

The request is built here and the reply kept unchanged. Checking its signature is left to openssl,
with the authority's certificate.
"""

import secrets
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

QUERY_TYPE = "application/timestamp-query"
_TIMEOUT_S = 30
_MOST_BYTES = 1 << 20
_SHA256 = bytes.fromhex("300d06096086480165030402010500")
_GRANTED = (b"\x02\x01\x00", b"\x02\x01\x01")
"""The acceptable statuses of a reply: granted, or granted with modifications."""


class NoTimestamp(Exception):
    """No time-stamp was obtained; the message says why."""


def question(digest: bytes, nonce: int) -> bytes:
    """The request to an authority: to stamp a SHA-256 digest and include its certificate."""
    imprint = _der(0x30, _SHA256 + _der(0x04, digest))
    return _der(0x30, _der(0x02, b"\x01") + imprint + _number(nonce) + _der(0x01, b"\xff"))


def _der(tag: int, content: bytes) -> bytes:
    assert len(content) < 128, "what is asked is short"
    return bytes((tag, len(content))) + content


def _number(value: int) -> bytes:
    return _der(0x02, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def stamped(url: str, digest: bytes, ca: Path | None = None) -> bytes:
    """An authority's reply for a digest, checked to be granted and to match this digest and
    request; with ``ca``, also that the authority signed it.
    """
    nonce = secrets.randbits(63)
    request = urllib.request.Request(
        url, question(digest, nonce), {"Content-Type": QUERY_TYPE}, method="POST"
    )
    try:
        if not url.startswith(("http://", "https://")):
            raise ValueError("an authority's address begins with http:// or https://")
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:
            token = bytes(answer.read(_MOST_BYTES + 1))
    except (OSError, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise NoTimestamp(f"{url} gives no time-stamp: {reason}") from None
    if not _status(token).startswith(_GRANTED):
        raise NoTimestamp(f"{url} has refused a time-stamp, or answers something else")
    if digest not in token or _number(nonce) not in token:
        raise NoTimestamp(f"{url} has time-stamped something else")
    if ca is not None:
        check_stamp(token, digest, ca)
    return token


def _status(token: bytes) -> bytes:
    """The content of a reply's first part."""
    inside = _content(token, 0x30)
    return _content(inside, 0x30)


def _content(raw: bytes, tag: int) -> bytes:
    if len(raw) < 2 or raw[0] != tag:
        return b""
    if raw[1] < 0x80:
        return raw[2 : 2 + raw[1]]
    size = raw[1] & 0x7F
    return raw[2 + size : 2 + size + int.from_bytes(raw[2 : 2 + size], "big")]


def check_stamp(token: bytes, digest: bytes, ca: Path) -> None:
    """Has openssl check the authority's signature; raises NoTimestamp."""
    program = shutil.which("openssl")
    if program is None:
        raise NoTimestamp("there is no command openssl here to check a time-stamp with")
    with tempfile.TemporaryDirectory(prefix="pitboss-stamp-") as made:
        file = Path(made) / "timestamp.tsr"
        file.write_bytes(token)
        command = [program, "ts", "-verify", "-digest", digest.hex(), "-in", str(file)]
        done = subprocess.run(
            [*command, "-CAfile", str(ca)], capture_output=True, text=True, check=False
        )
    if done.returncode:
        why = (done.stderr or done.stdout).strip().splitlines()
        raise NoTimestamp(f"the time-stamp does not fit {ca}: {why[0] if why else 'no reason'}")
