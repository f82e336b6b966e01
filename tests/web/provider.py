"""A directory of a house for tests: an OpenID provider as a process of its own, with RSA keys.

    with Provider() as provider:
        provider.user(sub="s-1", preferred_username="dana", groups=["dealers"])
        code, state = provider.authorise(address)

It signs in whoever it was told of last, without asking. ``provider.lies`` has it say something else
in its next ID tokens than an honest one would.
"""

import base64
import hashlib
import hmac
import json
import secrets
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from tests.patience import PATIENCE_S

CLIENT, SECRET = "pitboss", "a secret of the directory"
ROOT = Path(__file__).parents[2]


class Provider:
    """The provider, seen from a test."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.provider"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self._process.stdout is not None
        self.issuer = self._process.stdout.readline().strip()
        self._client = httpx.Client(base_url=self.issuer, timeout=PATIENCE_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
        self._process.terminate()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def user(self, **claims: Any) -> None:
        """Who is signed in there from now on."""
        self._client.post("/test/user", json=claims)

    def lies(self, **how: Any) -> None:
        """What it does otherwise than it should; nothing: it is honest again."""
        self._client.post("/test/lies", json=how)

    def asked(self) -> list[str]:
        """The paths that were asked for, in order."""
        found: list[str] = self._client.get("/test/asked").json()
        return found

    def authorise(self, address: str) -> dict[str, str]:
        """A browser goes there, and is sent back: with what."""
        answer = self._client.get(address)
        assert answer.status_code == 302, answer.text
        query = parse_qs(urlsplit(answer.headers["location"]).query)
        return {name: values[0] for name, values in query.items()}


class _State:
    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.key = rsa.generate_private_key(public_exponent=65_537, key_size=2_048)
        self.other = rsa.generate_private_key(public_exponent=65_537, key_size=2_048)
        self.user: dict[str, Any] = {}
        self.lies: dict[str, Any] = {}
        self.codes: dict[str, dict[str, str]] = {}
        self.asked: list[str] = []

    def metadata(self) -> dict[str, Any]:
        lies: dict[str, Any] = self.lies.get("metadata", {})
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "end_session_endpoint": f"{self.issuer}/end",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            "authorization_response_iss_parameter_supported": True,
        } | lies

    def keys(self) -> dict[str, Any]:
        public = RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        return {"keys": [public | {"kid": "k1", "use": "sig", "alg": "RS256"}]}

    def id_token(self, asked: dict[str, str]) -> str:
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": asked["client_id"],
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
        }
        if asked.get("prompt") == "login" and asked.get("max_age") == "0":
            claims["auth_time"] = now
        claims |= self.user | self.lies.get("claims", {})
        claims = {name: value for name, value in claims.items() if value is not None}
        kid = self.lies.get("kid", "k1")
        match self.lies.get("sign"):
            case "none":
                return jwt.encode(claims, "", "none", headers={"kid": kid})
            case "other-key":
                return jwt.encode(claims, self.other, "RS256", headers={"kid": kid})
            case "public-key-as-secret":
                # An old trick: the public key taken for the secret of a symmetric signature.
                return _by_secret(claims, json.dumps(self.keys()["keys"][0]).encode(), kid)
            case _:
                return jwt.encode(claims, self.key, "RS256", headers={"kid": kid})


def _by_secret(claims: dict[str, Any], secret: bytes, kid: str) -> str:
    def part(value: Any) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    body = f"{part({'alg': 'HS256', 'typ': 'JWT', 'kid': kid})}.{part(claims)}"
    signed = hmac.digest(secret, body.encode(), "sha256")
    return f"{body}.{base64.urlsafe_b64encode(signed).rstrip(b'=').decode()}"


class _Handler(BaseHTTPRequestHandler):
    state: _State

    def log_message(self, *_: object) -> None:
        pass

    def _answer(self, status: int, body: Any = None, **headers: str) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self) -> None:
        path, state = urlsplit(self.path), self.state
        if path.path == "/test/asked":
            return self._answer(200, state.asked)
        state.asked.append(path.path)
        match path.path:
            case "/.well-known/openid-configuration":
                return self._answer(200, state.metadata())
            case "/keys":
                return self._answer(200, state.keys())
            case "/authorize":
                asked = {name: values[0] for name, values in parse_qs(path.query).items()}
                assert asked["code_challenge_method"] == "S256"
                code = secrets.token_urlsafe(16)
                state.codes[code] = asked
                there = f"{asked['redirect_uri']}?code={code}&state={asked['state']}"
                return self._answer(302, Location=f"{there}&iss={state.issuer}")
            case _:
                return self._answer(404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        state = self.state
        match self.path:
            case "/test/user":
                state.user = json.loads(body)
                return self._answer(200)
            case "/test/lies":
                state.lies = json.loads(body)
                return self._answer(200)
            case "/token":
                state.asked.append(self.path)
                return self._token({k: v[0] for k, v in parse_qs(body.decode()).items()})
            case _:
                return self._answer(404)

    def _token(self, form: dict[str, str]) -> None:
        if self.state.lies.get("redirect"):
            return self._answer(302, Location=f"{self.state.issuer}/elsewhere")
        pair = f"{CLIENT}:{SECRET.replace(' ', '+')}".encode()
        if self.headers["Authorization"] != f"Basic {base64.b64encode(pair).decode()}":
            return self._answer(401, {"error": "invalid_client"})
        asked = self.state.codes.pop(form.get("code", ""), None)
        hashed = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(hashed).rstrip(b"=").decode()
        if (
            asked is None
            or asked["code_challenge"] != challenge
            or asked["redirect_uri"] != form.get("redirect_uri")
        ):
            return self._answer(400, {"error": "invalid_grant"})
        token = self.state.id_token(asked)
        answer = {"access_token": "unused", "token_type": "Bearer", "id_token": token}
        return self._answer(200, answer)


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    issuer = f"http://127.0.0.1:{server.server_address[1]}"
    _Handler.state = _State(issuer)
    sys.stdout.write(f"{issuer}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
