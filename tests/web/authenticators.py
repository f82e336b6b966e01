"""A passkey in software, for tests: it signs what it is told to, also what no honest one would."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

ORIGIN, SITE = "http://testserver", "testserver"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
Credential = dict[str, Any]


class Authenticator:
    """One passkey; ``count`` is what it says of how often it was used."""

    def __init__(self) -> None:
        self._key = generate_private_key(SECP256R1())
        self._id = secrets.token_bytes(16)
        self.count = 0
        self.handle = b""

    @property
    def id(self) -> str:
        return bytes_to_base64url(self._id)

    def make(
        self, options: Any, *, origin: str = ORIGIN, site: str = SITE, verified: bool = True
    ) -> Credential:
        """The answer to the options for making one."""
        self.handle = base64url_to_bytes(options["user"]["id"])
        numbers = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self._id).to_bytes(2, "big") + self._id + public
        data = self._data(site, ATTESTED | (VERIFIED if verified else 0)) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(
            clientDataJSON=_client("webauthn.create", options["challenge"], origin),
            attestationObject=attestation,
        )

    def answer(
        self, options: Any, *, origin: str = ORIGIN, site: str = SITE, verified: bool = True
    ) -> Credential:
        """The answer to the options for signing something."""
        self.count += 1 if self.count else 0
        data = self._data(site, VERIFIED if verified else 0)
        client = _client("webauthn.get", options["challenge"], origin)
        signed = self._key.sign(data + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        return self._credential(
            clientDataJSON=client,
            authenticatorData=data,
            signature=signed,
            userHandle=self.handle,
        )

    def _data(self, site: str, flags: int) -> bytes:
        named = hashlib.sha256(site.encode()).digest()
        return named + bytes([flags | PRESENT]) + self.count.to_bytes(4, "big")

    def _credential(self, **response: bytes) -> Credential:
        parts = {name: bytes_to_base64url(value) for name, value in response.items()}
        return {"id": self.id, "rawId": self.id, "type": "public-key", "response": parts}


def _client(kind: str, challenge: str, origin: str) -> bytes:
    return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()
