"""Finding our session cookies in a Cookie header.

Only our own tokens are looked for. A general cookie parser would undo quotation marks and
backslashes, which our tokens never contain, and in some versions of Python that takes time
quadratic in their number.

Over https a cookie's name begins with ``__Host-``: browsers accept such a cookie only from this
very server, so no other server of the same domain can plant one. No other cookie is looked at
there.

A browser has one session. In a demonstration it may have one for each person, each in a cookie of
its own, so that a visitor can be the dealer in one tab and a player in another. A tab says as whom
it views, and the cookies stay out of reach of scripts even then.
"""

import hashlib
import re
from functools import lru_cache

COOKIE = "pitboss"
_SHORT = 300

_HOST = "__Host-"
_SECURE = "__Secure-"
_TOKEN = re.compile(
    rf"(?:^|;)[ \t]*(({_HOST})?{COOKIE}(?:-([0-9a-f]{{16}}))?=([A-Za-z0-9_-]{{43}}))[ \t]*(?=;|$)"
)
_DEVICE = re.compile(
    rf"(?:^|;)[ \t]*({_HOST})?{COOKIE}-device-([0-9a-f]{{12}})=([A-Za-z0-9_-]{{43}})[ \t]*(?=;|$)"
)
_OURS = re.compile(
    rf"(?:^|;)[ \t]*((?:{_HOST}|{_SECURE})?{COOKIE}"
    r"(?:-(?:known-)?[0-9a-f]{16}|-device-[0-9a-f]{12})?=[A-Za-z0-9_-]{43})[ \t]*(?=;|$)"
)


def view_of(name: str) -> str:
    """How a tab of a demonstration says as whom it views: names may contain any letters, headers
    may not.
    """
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def cookie_of(secure: bool, view: str = "") -> str:
    """The cookie with a browser's session, or with that of the person as whom a tab views."""
    name = f"{COOKIE}-{view}" if view else COOKIE
    return f"{_HOST}{name}" if secure else name


def known_cookie_of(name: str, secure: bool) -> str:
    """The cookie that identifies a browser in which somebody has signed in before."""
    return f"{_SECURE if secure else ''}{COOKIE}-known-{view_of(name)}"


def session_token(header: str | None, view: str = "", *, secure: bool = False) -> str | None:
    """The token in a Cookie header: 32 random bytes in 43 characters. Anything else belongs to
    nobody.
    """
    # A browser sends the same header with every request. A long one contains other sites' cookies
    # too, and is not cached.
    look = remembered_token if header and len(header) <= _SHORT else _token
    return look(header or "", view, secure)


def _token(header: str, view: str, secure: bool) -> str | None:
    for _, host, held, token in _TOKEN.findall(header):
        if held == view and bool(host) is secure:
            return str(token)
    return None


remembered_token = lru_cache(maxsize=4096)(_token)


def device_cookie_of(device: str, secure: bool) -> str:
    """The cookie with a device's token, so that its pages need not hold the token."""
    return f"{_HOST if secure else ''}{COOKIE}-device-{device}"


def device_token(header: str | None, device: str, *, secure: bool = False) -> str | None:
    """The token of a device in a Cookie header."""
    for host, held, token in _DEVICE.findall(header or ""):
        if held == device and bool(host) is secure:
            return str(token)
    return None


def without_foreign_cookies(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Headers without any cookies but our own, because the framework parses all cookies of every
    request.
    """
    if not any(name == b"cookie" for name, _ in headers):
        return headers
    kept = [(name, value) for name, value in headers if name != b"cookie"]
    sent = next(value for name, value in headers if name == b"cookie")
    ours = _OURS.findall(sent.decode("latin-1"))
    return [*kept, (b"cookie", "; ".join(ours).encode())] if ours else kept
