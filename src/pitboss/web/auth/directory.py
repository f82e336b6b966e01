"""The house's directory (OpenID Connect): the authorization code flow with PKCE, state and nonce.

Requests go only to the configured issuer and to the addresses named in its own document. The state
of a sign-in in progress is kept by the page, signed by us and with an expiry: no other tab can
finish it, and nobody can fill our memory by starting sign-ins.
"""

import hmac
import secrets
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import msgspec

from pitboss.people.roles import Role
from pitboss.web.api.problems import Problem

GOOD_FOR_MS = 10 * 60_000
LEEWAY_S = 60
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
"""Signatures by a key whose private half only the directory has: never "none" or a shared key."""

_TIMEOUT_S = 5
_MOST_BYTES = 262_144
_KEPT_S = 3_600
_AGAIN_S = 30
_AWAY_S = 5
_SPENT_KEPT = 10_000
_BETWEEN_S = 2
_KNOWLEDGE = frozenset(("pwd", "pin", "kba", "user"))


class DirectoryAway(Exception):
    """The directory did not answer, or not as a directory should."""


class SpokenFor(NamedTuple):
    """Whom the directory vouches for, and the groups it says they are in. ``weak``: it says they
    gave a password and nothing more.
    """

    issuer: str
    subject: str
    name: str
    groups: tuple[str, ...]
    weak: bool = False


class DirectoryUse(msgspec.Struct, frozen=True, kw_only=True):
    """How the house uses its directory."""

    issuer: str
    client_id: str
    secret: str = ""
    redirect: str = ""
    name_claim: str = "preferred_username"
    groups_claim: str = "groups"
    roles: Mapping[str, Role] = {}
    second_factor: bool = False
    passwords: bool = True


class _Metadata(msgspec.Struct, frozen=True):
    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    end_session_endpoint: str | None = None
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False


class _Flow(msgspec.Struct, frozen=True):
    """The state of a sign-in in progress; ``session`` is the one in which somebody is proving again
    who they are.
    """

    state: str
    nonce: str
    verifier: str
    redirect: str
    until_ms: int
    session: str = ""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The directory must answer itself: redirects are not followed."""

    def redirect_request(self, *_: Any) -> None:
        return None


def is_safe(address: str) -> bool:
    """Whether what is sent to an address can't be read in transit: https, or this machine."""
    parts = urlsplit(address)
    here = parts.hostname in ("127.0.0.1", "::1", "localhost")
    return parts.scheme == "https" or (parts.scheme == "http" and here)


class Directory:
    """One issuer. Thread-safe."""

    def __init__(self, use: DirectoryUse, key: bytes, clock_ms: Callable[[], int]) -> None:
        self.use = use
        self._key = key
        self._clock_ms = clock_ms
        self._opener = urllib.request.build_opener(_NoRedirects)
        self._lock = threading.Lock()
        self._metadata: tuple[float, _Metadata] | None = None
        self._keys: tuple[float, Any] | None = None
        self._away: tuple[float, str] | None = None
        self._spent: dict[str, int] = {}

    # ── a sign-in ───────────────────────────────────────────────────────────────────────────────

    def begin(self, site: str, session: str = "") -> tuple[str, str]:
        """The address to send the browser to, and what the page keeps until it comes back. For an
        existing ``session`` the directory asks again, whoever is signed in there.
        """
        metadata = self._described()
        flow = _Flow(
            secrets.token_urlsafe(32),
            secrets.token_urlsafe(32),
            secrets.token_urlsafe(48),
            self.use.redirect or f"{site}/sign-in",
            self._clock_ms() + GOOD_FOR_MS,
            session,
        )
        asked = {
            "response_type": "code",
            "client_id": self.use.client_id,
            "redirect_uri": flow.redirect,
            "scope": "openid profile",
            "state": flow.state,
            "nonce": flow.nonce,
            "code_challenge": _base64(sha256(flow.verifier.encode()).digest()),
            "code_challenge_method": "S256",
        }
        if session:
            asked |= {"prompt": "login", "max_age": "0"}
        joined = "&" if "?" in metadata.authorization_endpoint else "?"
        return f"{metadata.authorization_endpoint}{joined}{urlencode(asked)}", self._sealed(flow)

    def finish(
        self, code: str, state: str, issuer: str | None, kept: str, session: str = ""
    ) -> SpokenFor:
        """Whom the directory vouches for; raises Problem if an answer does not match this page's
        request, or is not the directory's.
        """
        flow = self._opened(kept)
        same = flow is not None and hmac.compare_digest(flow.state.encode(), state.encode())
        if flow is None or not same or flow.session != session:
            raise _refused(
                "This sign-in was not started here, or was started too long ago; start again."
            )
        metadata = self._described()
        if issuer is None and metadata.authorization_response_iss_parameter_supported:
            raise _refused("The answer does not say which directory it comes from.")
        if issuer is not None and issuer != self.use.issuer:
            raise _refused("The answer comes from another directory.")
        self._spend(flow)
        token = self._exchanged(metadata, code, flow)
        claims = self._claims(metadata, token)
        if not hmac.compare_digest(str(claims.get("nonce", "")).encode(), flow.nonce.encode()):
            raise _refused("The directory has answered a different sign-in.")
        if session and not self._is_fresh(claims, flow):
            raise _refused("The directory did not ask you to sign in again; sign in there again.")
        spoken_for = self._spoken_for(claims)
        if session and spoken_for.weak:
            raise _refused("The directory did not ask for your second factor.")
        return spoken_for

    def _is_fresh(self, claims: Mapping[str, Any], flow: _Flow) -> bool:
        """Whether somebody has signed in there since we asked. The directory's clock may differ
        from ours, so ages are compared: the sign-in must not be older than our question.
        """
        since, issued = claims.get("auth_time"), claims.get("iat")
        asked_ms = flow.until_ms - GOOD_FOR_MS
        passed_s = (self._clock_ms() - asked_ms) // 1000 + _BETWEEN_S
        return type(since) is int and isinstance(issued, int | float) and issued - since <= passed_s

    def sign_out_at(self, site: str) -> str | None:
        """Where a browser signs out of the directory, if the directory has such an address."""
        known = self._metadata
        end = None if known is None else known[1].end_session_endpoint
        if end is None:
            return None
        asked = {
            "client_id": self.use.client_id,
            "post_logout_redirect_uri": self.use.redirect or f"{site}/sign-in",
        }
        return f"{end}{'&' if '?' in end else '?'}{urlencode(asked)}"

    def roles_of(self, groups: tuple[str, ...]) -> tuple[Role, ...]:
        """The roles that groups grant here."""
        return tuple(self.use.roles[group] for group in groups if group in self.use.roles)

    # ── what the page keeps ─────────────────────────────────────────────────────────────────────

    def _sealed(self, flow: _Flow) -> str:
        body = _base64(msgspec.json.encode(flow))
        return f"{body}.{self._mark(body)}"

    def _opened(self, kept: str) -> _Flow | None:
        body, _, mark = kept.partition(".")
        if not hmac.compare_digest(self._mark(body).encode(), mark.encode()):
            return None
        padded = body + "=" * (-len(body) % 4)
        flow = msgspec.json.decode(urlsafe_b64decode(padded), type=_Flow)
        return flow if flow.until_ms > self._clock_ms() and flow.state not in self._spent else None

    def _mark(self, body: str) -> str:
        return hmac.digest(self._key, body.encode(), "sha256").hex()

    def _spend(self, flow: _Flow) -> None:
        """A sign-in can be finished once; the directory also accepts its code only once."""
        now_ms = self._clock_ms()
        with self._lock:
            if len(self._spent) > _SPENT_KEPT:
                self._spent = {one: end for one, end in self._spent.items() if end > now_ms}
            if flow.state in self._spent:
                raise _refused("This sign-in is already over; start again.")
            self._spent[flow.state] = flow.until_ms

    # ── what the directory says ─────────────────────────────────────────────────────────────────

    def _exchanged(self, metadata: _Metadata, code: str, flow: _Flow) -> str:
        """Exchanges a code for the ID token."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": flow.redirect,
            "client_id": self.use.client_id,
            "code_verifier": flow.verifier,
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if self.use.secret and "client_secret_basic" in (
            metadata.token_endpoint_auth_methods_supported
        ):
            quoted = map(urllib.parse.quote_plus, (self.use.client_id, self.use.secret))
            headers["Authorization"] = f"Basic {b64encode(':'.join(quoted).encode()).decode()}"
        elif self.use.secret:
            form["client_secret"] = self.use.secret
        answer = self._asked(metadata.token_endpoint, urlencode(form).encode(), headers)
        token = answer.get("id_token") if isinstance(answer, dict) else None
        if not isinstance(token, str):
            raise DirectoryAway("it gave no ID token")
        return token

    def _claims(self, metadata: _Metadata, token: str) -> Mapping[str, Any]:
        """What an ID token claims, if it is the directory's, for us, and not expired."""
        # Loaded when first needed: most houses have no directory.
        import jwt

        try:
            kid = jwt.get_unverified_header(token).get("kid")
            key = self._signing_key(metadata, kid)
            if key is None:
                raise _refused(
                    "The directory's answer is signed with a key that the directory does not list."
                )
            claims: Mapping[str, Any] = jwt.decode(
                token,
                key,
                algorithms=ALGORITHMS,
                audience=self.use.client_id,
                issuer=self.use.issuer,
                leeway=LEEWAY_S,
                options={"require": ["iss", "sub", "aud", "exp", "iat"]},
            )
        except jwt.PyJWTError as error:
            raise _refused(f"The directory's answer can't be trusted: {error}.") from None
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if claims.get("azp", self.use.client_id) != self.use.client_id or (
            several and "azp" not in claims
        ):
            raise _refused("The directory's answer is for another program.")
        return claims

    def _signing_key(self, metadata: _Metadata, kid: str | None) -> Any:
        """The key with an id; unknown ids cause the keys to be fetched again, but not too often."""
        for again in (False, True):
            for one in self._key_set(metadata, again).keys:
                if one.key_id == kid and one.public_key_use in (None, "sig"):
                    return one
        return None

    def _key_set(self, metadata: _Metadata, again: bool) -> Any:
        import jwt

        with self._lock:
            known = self._keys
        least_s = _AGAIN_S if again else _KEPT_S
        if known is not None and time.monotonic() - known[0] < least_s:
            return known[1]
        document = self._asked(metadata.jwks_uri)
        if not isinstance(document, dict):
            raise DirectoryAway("its keys can't be read")
        try:
            keys = jwt.PyJWKSet.from_dict(document)
        except jwt.PyJWTError as error:
            raise DirectoryAway(f"its keys can't be read: {error}") from None
        with self._lock:
            self._keys = time.monotonic(), keys
        return keys

    def _spoken_for(self, claims: Mapping[str, Any]) -> SpokenFor:
        name, groups = claims.get(self.use.name_claim), claims.get(self.use.groups_claim, [])
        if not isinstance(name, str) or not name.strip():
            raise _refused(f"The directory does not give your name ({self.use.name_claim}).")
        listed = [groups] if isinstance(groups, str) else groups
        known = listed if isinstance(listed, list) else []
        return SpokenFor(
            self.use.issuer,
            str(claims["sub"]),
            name.strip(),
            tuple(one for one in known if isinstance(one, str)),
            _is_weak(claims.get("amr")),
        )

    # ── requests ────────────────────────────────────────────────────────────────────────────────

    def _described(self) -> _Metadata:
        """The directory's own metadata document, which must be from this very issuer."""
        with self._lock:
            known = self._metadata
        if known is not None and time.monotonic() - known[0] < _KEPT_S:
            return known[1]
        away = self._away
        if away is not None and time.monotonic() - away[0] < _AWAY_S:
            # Nobody can make us query an unreachable directory as often as they like.
            raise DirectoryAway(away[1])
        try:
            metadata = self._look()
        except DirectoryAway as error:
            self._away = time.monotonic(), str(error)
            raise
        with self._lock:
            self._metadata = time.monotonic(), metadata
        return metadata

    def _look(self) -> _Metadata:
        address = f"{self.use.issuer.rstrip('/')}/.well-known/openid-configuration"
        try:
            metadata = msgspec.convert(self._asked(address), _Metadata)
        except msgspec.ValidationError as error:
            raise DirectoryAway(f"its document can't be read: {error}") from None
        if metadata.issuer != self.use.issuer:
            raise DirectoryAway(f"its document is from another issuer, {metadata.issuer}")
        addresses = (metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri)
        if not all(map(is_safe, addresses)):
            raise DirectoryAway("its document names an address without https")
        return metadata

    def _asked(
        self, address: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Any:
        request = urllib.request.Request(
            address, body, {"Accept": "application/json", **(headers or {})}
        )
        try:
            with self._opener.open(request, timeout=_TIMEOUT_S) as answer:
                content = answer.read(_MOST_BYTES + 1)
            if len(content) > _MOST_BYTES:
                raise DirectoryAway("its answer is too long")
            return msgspec.json.decode(content)
        except urllib.error.HTTPError as error:
            error.close()
            if body is not None and error.code in (400, 401):
                raise _refused("The directory rejected this sign-in; start again.") from None
            raise DirectoryAway(f"it answered {error.code}") from None
        except (OSError, msgspec.DecodeError) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            raise DirectoryAway(str(reason)) from None


def _is_weak(methods: object) -> bool:
    """Whether the methods that a directory names (RFC 8176) are only things that somebody knows. A
    directory that names none is trusted as far as the house trusts it.
    """
    named = {one for one in methods if isinstance(one, str)} if isinstance(methods, list) else set()
    return bool(named) and named <= _KNOWLEDGE


def _base64(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def _refused(detail: str) -> Problem:
    return Problem(403, "directory-refused", detail)
