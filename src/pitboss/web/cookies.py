"""The cookie of a session, in what a browser sends.

Nothing but our own token is looked for. A parser of cookies in general would undo quotation marks and backslashes that
no token of ours has, and in some versions of Python that takes time with the square of their number.
"""

import re

COOKIE = "pitboss"

_TOKEN = re.compile(rf"(?:^|;)[ \t]*{COOKIE}=([A-Za-z0-9_-]{{43}})[ \t]*(?:;|$)")


def session_token(header: str | None) -> str | None:
    """The token in a Cookie header: 32 random bytes in 43 characters. Anything else is nobody's."""
    found = None if header is None else _TOKEN.search(header)
    return None if found is None else found[1]


def without_foreign_cookies(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Headers with no cookie but our own, for a framework that reads all cookies of every request."""
    if not any(name == b"cookie" for name, _ in headers):
        return headers
    kept = [(name, value) for name, value in headers if name != b"cookie"]
    sent = next(value for name, value in headers if name == b"cookie")
    token = session_token(sent.decode("latin-1"))
    return kept if token is None else [*kept, (b"cookie", f"{COOKIE}={token}".encode())]
