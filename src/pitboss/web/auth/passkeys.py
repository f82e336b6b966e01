"""Passkeys (WebAuthn): the challenges that they sign, and what their answers prove.

Challenges are stateless: any process recognises those of any other, because each carries its expiry
and a MAC over its purpose. The people's stream ensures that each is answered only once.
"""

import hmac
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

import msgspec

from pitboss.casino.app import Casino
from pitboss.people import commands as c
from pitboss.people.factors import Passkey, PasskeyGiven
from pitboss.people.refusals import WRONG_PASSKEY
from pitboss.people.state import Person
from pitboss.web.auth.factor_register import FactorRegister
from pitboss.web.auth.people_commands import problem_of
from pitboss.web.auth.rate_limit import Tries
from pitboss.web.auth.register import digest

SIGN_IN = "sign-in"
STEP_UP = "step-up"
GOOD_FOR_MS = 5 * 60_000
_RANDOM, _TIME, _MARK = 16, 8, 24


WebAuthnJson: TypeAlias = dict[str, Any]
"""What a browser is told, in the standard's own form."""


class Site(NamedTuple):
    """The server as browsers know it: the name that passkeys are bound to, and the address of its
    pages.
    """

    name: str
    origin: str

    @classmethod
    def of(cls, address: str) -> "Site":
        """The site at an address."""
        return cls(urlsplit(address).hostname or "", address)


class AnsweredParts(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What the passkey has signed, in base64url; which parts there are depends on the ceremony."""

    client_data_json: str = msgspec.field(name="clientDataJSON")
    attestation_object: str | None = None
    authenticator_data: str | None = None
    signature: str | None = None
    user_handle: str | None = None


class Answered(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """A credential as the browser returns it (PublicKeyCredential.toJSON)."""

    id: str
    raw_id: str
    type: str
    response: AnsweredParts


class PasskeyRegister(FactorRegister):
    """People's passkeys. Thread-safe."""

    def __init__(self, casino: Casino, clock_ms: Callable[[], int]) -> None:
        super().__init__(casino, clock_ms)
        vault = casino.vault
        self._marking = secrets.token_bytes(32) if vault is None else vault.key_for("challenge")
        self.passkey_tries = Tries("passkeys")

    # ── challenges ──────────────────────────────────────────────────────────────────────────────

    def _challenge(self, purpose: str) -> bytes:
        until = (self._clock_ms() + GOOD_FOR_MS).to_bytes(_TIME, "big")
        drawn = secrets.token_bytes(_RANDOM) + until
        return drawn + self._mark(purpose, drawn)

    def _mark(self, purpose: str, drawn: bytes) -> bytes:
        return hmac.digest(self._marking, drawn + purpose.encode(), "sha256")[:_MARK]

    def _answered(self, answer: Answered, purpose: str) -> tuple[bytes, int] | None:
        """The challenge that was answered and when it expires, if it is ours, for this purpose, and
        not expired.
        """
        from pitboss.web.auth.ceremonies import challenge_in

        challenge = challenge_in(answer.response.client_data_json)
        drawn, mark = challenge[: _RANDOM + _TIME], challenge[_RANDOM + _TIME :]
        until_ms = int.from_bytes(drawn[_RANDOM:], "big")
        ours = hmac.compare_digest(self._mark(purpose, drawn), mark)
        return (challenge, until_ms) if ours and until_ms > self._clock_ms() else None

    # ── making one ──────────────────────────────────────────────────────────────────────────────

    def new_passkey(self, name: str, token: str, site: Site) -> WebAuthnJson:
        """What a browser needs to create a passkey for the person signed in."""
        from pitboss.web.auth.ceremonies import asked_to_make

        known = [one.id for one in self.people.persons[name].factors.passkeys]
        challenge = self._challenge(_making(name, token))
        return asked_to_make(site.name, name, _handle(name), challenge, known)

    def add_passkey(self, name: str, token: str, label: str, answer: Answered, site: Site) -> None:
        """Stores a passkey that the browser has created."""
        from pitboss.web.auth import ceremonies

        try:
            answered = self._answered(answer, _making(name, token))
            if answered is None:
                raise problem_of(WRONG_PASSKEY)
            made = ceremonies.made(answer, answered[0], *site)
        except ceremonies.WRONG:
            raise problem_of(WRONG_PASSKEY) from None
        passkey = Passkey(made.id, label, made.key, made.signs, site.name)
        command = c.AddPasskey(passkey, digest(token))
        self._do(f"passkey/{secrets.token_hex(8)}", command, name)

    def remove_passkey(self, name: str, id: str) -> None:
        self._do(f"passkey/{secrets.token_hex(8)}", c.RemovePasskey(id), name)

    # ── using one ───────────────────────────────────────────────────────────────────────────────

    def asked_of_passkeys(self, purpose: str, token: str | None, site: Site) -> WebAuthnJson:
        """What a browser has a passkey sign: to sign in, to prove again who somebody is, or to
        approve what a digest identifies.
        """
        from pitboss.web.auth.ceremonies import asked_to_sign

        bound = _again(token or "") if purpose == STEP_UP else purpose
        return asked_to_sign(site.name, self._challenge(bound))

    def check_passkey(
        self, answer: Answered, purpose: str, site: Site, address: str
    ) -> tuple[Person, PasskeyGiven]:
        """Whose passkey has answered for a purpose, and what that proves. Raises Problem if it
        proves nothing.
        """
        from pitboss.web.auth.ceremonies import WRONG

        this = self.passkey_tries.begin(answer.id[:20], address, self._clock_ms())
        try:
            proved = self._checked(answer, purpose, site)
        except WRONG:
            proved = None
        if proved is None:
            raise problem_of(WRONG_PASSKEY)
        this.fitted()
        return proved

    def _checked(
        self, answer: Answered, purpose: str, site: Site
    ) -> tuple[Person, PasskeyGiven] | None:
        from pitboss.web.auth.ceremonies import is_handle, signed

        people = self.refresh().persons.values()
        owners = ((one, one.factors.passkey(answer.id)) for one in people if one.enabled)
        person, passkey = next(((one, key) for one, key in owners if key), (None, None))
        answered = self._answered(answer, purpose)
        if person is None or passkey is None or answered is None or passkey.site != site.name:
            return None
        handle = answer.response.user_handle
        if handle and not is_handle(handle, _handle(person.name)):
            return None
        challenge, until_ms = answered
        count = signed(answer, challenge, *site, passkey.key, passkey.count)
        return person, PasskeyGiven(passkey.id, count, digest(challenge.hex()), until_ms)

    def step_up_by_passkey(
        self, name: str, token: str, answer: Answered, site: Site, address: str
    ) -> None:
        """Proves the second factor again, with a passkey."""
        person, given = self.check_passkey(answer, _again(token), site, address)
        if person.name != name:
            raise problem_of(WRONG_PASSKEY)
        command = c.GiveSecond(digest(token), given)
        self._do(f"step-up/{secrets.token_hex(8)}", command, name)


def _making(name: str, token: str) -> str:
    return f"register:{digest(token)}:{name}"


def _again(token: str) -> str:
    return f"{STEP_UP}:{digest(token)}"


def _handle(name: str) -> bytes:
    """The identifier by which a passkey knows its owner; it reveals nothing to whoever finds it."""
    return bytes.fromhex(digest(f"passkey:{name}"))
