"""Browsers in which somebody has signed in before.

Each gets a cookie that says so. It grants nothing: a password is still required. It only keeps
strangers' tries from counting against the person at that browser. A cookie is good for one name, in
any process, until it expires; it becomes worthless when somebody else gives the person a role or a
password.
"""

import base64
import hmac
import re
import secrets
from collections.abc import Callable

from starlette.responses import Response

from pitboss.people.state import Person
from pitboss.web.auth.cookies import known_cookie_of

LASTS_MS = 180 * 24 * 3_600_000
PATH = "/api/sign-in"
"""Sent only to the endpoint that needs it."""

_RANDOM, _TIME = 8, 6
_MARK = 32 - _RANDOM - _TIME


class KnownBrowsers:
    """Makes the cookies and recognises them."""

    def __init__(self, key: bytes, clock_ms: Callable[[], int]) -> None:
        self._key = key
        self._clock_ms = clock_ms

    def mark(self, header: str | None, person: Person | None, *, secure: bool) -> str | None:
        """What a browser's tries are counted under; None if it is not known to be the person's."""
        if person is None or header is None:
            return None
        name = re.escape(known_cookie_of(person.name, secure))
        cookie = re.search(rf"(?:^|;)[ \t]*{name}=([A-Za-z0-9_-]{{43}})[ \t]*(?:;|$)", header)
        if cookie is None:
            return None
        given = base64.urlsafe_b64decode(f"{cookie[1]}=")
        drawn, mark = given[:-_MARK], given[-_MARK:]
        until_ms = int.from_bytes(drawn[_RANDOM:], "big")
        ours = hmac.compare_digest(self._sealed(drawn, person), mark)
        return drawn[:_RANDOM].hex() if ours and until_ms > self._clock_ms() else None

    def remember(self, response: Response, person: Person, *, secure: bool) -> None:
        """Makes a browser remember that the person has signed in there."""
        until = (self._clock_ms() + LASTS_MS).to_bytes(_TIME, "big")
        drawn = secrets.token_bytes(_RANDOM) + until
        value = base64.urlsafe_b64encode(drawn + self._sealed(drawn, person)).decode()
        response.set_cookie(
            known_cookie_of(person.name, secure),
            value.rstrip("="),
            max_age=LASTS_MS // 1000,
            httponly=True,
            samesite="strict",
            secure=secure,
            path=PATH,
        )

    def _sealed(self, drawn: bytes, person: Person) -> bytes:
        of = drawn + f"{person.since_ms}:{person.name}".encode()
        return hmac.digest(self._key, of, "sha256")[:_MARK]
