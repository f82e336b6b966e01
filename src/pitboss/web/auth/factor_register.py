"""Second factors: creates secrets and codes, checks what is given against them, and submits the
resulting commands like any others.
"""

import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple

import pyotp

from pitboss.casino.app import Casino
from pitboss.casino.texts import one_line
from pitboss.kernel.texts import MOST_NAME
from pitboss.people import commands as c
from pitboss.people.appointments import ALONE
from pitboss.people.factors import AnyGiven, CodeGiven, ProofCarried, TotpGiven
from pitboss.people.refusals import WRONG_CODE, PeopleRefusal, PeopleRefused
from pitboss.people.second_factor import code_locked, proved_lately
from pitboss.people.state import Person, Session
from pitboss.web.api.problems import Problem, step_up_needed
from pitboss.web.auth.people_commands import problem_of
from pitboss.web.auth.rate_limit import Tries
from pitboss.web.auth.recovery import drawn_word
from pitboss.web.auth.register import Register, digest

ISSUER = "Pitboss"
STEP_S = 30
CODE_DIGITS = 6
RECOVERY_CODES = 8
CHANGE = "you change it"
_DRIFT = (0, -1, 1)
"""The clock of a telephone may be half a minute off."""


class TotpSecret(NamedTuple):
    """The secret of an authenticator app, and the URI that apps read it from."""

    secret: str
    uri: str


class FactorRegister(Register):
    """People's second factors. Thread-safe."""

    def __init__(self, casino: Casino, clock_ms: Callable[[], int]) -> None:
        super().__init__(casino)
        self._clock_ms = clock_ms
        self.rules = ALONE if casino.controls is None else casino.controls.people
        self.code_tries = Tries("codes")

    # ── who proves what ─────────────────────────────────────────────────────────────────────────

    def check_code(self, person: Person, code: str, address: str) -> AnyGiven:
        """What a code of the app, or a recovery code, proves; raises Problem if it is somebody
        else's or was used before, or after too many tries.
        """
        this = self.code_tries.begin(person.name, address, self._clock_ms())
        given = self._matching(person, code)
        if given is None:
            if person.factors.locked:
                raise problem_of(code_locked(person))
            wrong = c.NoteWrongCode(person.name, one_line(address, MOST_NAME))
            self._do(f"code/{secrets.token_hex(8)}", wrong, person.name)
            raise problem_of(WRONG_CODE)
        this.fitted()
        return given

    def _matching(self, person: Person, code: str) -> AnyGiven | None:
        written = "".join(code.split()).lower()
        if not (written.isascii() and written.isdecimal()):
            hashed = digest(written)
            return CodeGiven(hashed) if hashed in person.factors.codes else None
        sealed = person.factors.totp
        if sealed is None or person.factors.locked:
            return None
        step = self._step_of(person.name, sealed, written)
        return TotpGiven(step) if step is not None and step > person.factors.step else None

    def _step_of(self, name: str, sealed: str, code: str) -> int | None:
        """The half minute for which the app showed this code."""
        vault = self._casino.vault
        secret = None if vault is None else vault.open_secret(name, sealed)
        if secret is None or len(code) != CODE_DIGITS:
            return None
        app, now = pyotp.TOTP(secret.decode()), self._clock_ms() // 1000 // STEP_S
        fits = (step for step in (now + off for off in _DRIFT) if _equal(app, step, code))
        return next(fits, None)

    def proof_of(self, token: str | None) -> ProofCarried | None:
        """What was proved in a session, for another session that replaces it."""
        session = self._session(token)
        proved = None if session is None else session.second_ms
        return None if proved is None else ProofCarried(proved)

    def is_proved_lately(self, token: str | None) -> bool:
        """Whether the second factor was proved in a session just now."""
        session = self._session(token)
        return session is not None and proved_lately(session, self._clock_ms())

    def step_up(self, name: str, token: str, code: str, address: str) -> None:
        """Proves the second factor again."""
        person = self.refresh().persons[name]
        given = self.check_code(person, code, address)
        command = c.GiveSecond(digest(token), given)
        self._do(f"step-up/{secrets.token_hex(8)}", command, name)

    def password_asked(self, name: str, token: str | None, before: str = CHANGE) -> bool:
        """Whether somebody's own password must still be checked before changing their factors, or
        anything as sensitive. Raises Problem if they have a factor, here or at the directory, and
        have not proved it just now.
        """
        person, session = self.refresh().persons[name], self._session(token)
        there = session is not None and session.second_ms is not None
        if (person.factors.any or there) and not self.people.demo:
            if not self.is_proved_lately(token):
                raise step_up_needed(before)
            return False
        return person.password is not None and not self.people.demo

    def _session(self, token: str | None) -> Session | None:
        return None if token is None else self.people.sessions.get(digest(token))

    # ── setting up ──────────────────────────────────────────────────────────────────────────────

    def enrol_totp(self, name: str) -> TotpSecret:
        """A secret for somebody's app; it takes effect once a code has confirmed it."""
        vault = self._casino.vault
        if vault is None:
            raise Problem(409, "no-vault", "Without a vault key no second factor can be stored.")
        secret = pyotp.random_base32()
        sealed = vault.seal_secret(name, secret.encode())
        self._do(f"totp/{secrets.token_hex(8)}", c.EnrolTotp(sealed), name)
        uri = pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)
        return TotpSecret(secret, uri)

    def confirm_totp(self, name: str, token: str, code: str, address: str) -> tuple[str, ...]:
        """The app has shown a code: returns the recovery codes, which are shown only this once."""
        this = self.code_tries.begin(name, address, self._clock_ms())
        pending = self.refresh().persons[name].factors.pending
        if pending is None:
            message = "There is no authenticator app to confirm; set one up first."
            raise problem_of(PeopleRefused(PeopleRefusal.NOTHING_TO_CONFIRM, message))
        step = self._step_of(name, pending, "".join(code.split()))
        if step is None:
            raise problem_of(WRONG_CODE)
        this.fitted()
        codes, hashes = _drawn_codes()
        command = c.ConfirmTotp(pending, step, hashes, digest(token))
        self._do(f"totp/{secrets.token_hex(8)}", command, name)
        return codes

    def remove_totp(self, name: str) -> None:
        self._do(f"totp/{secrets.token_hex(8)}", c.RemoveTotp(), name)

    def renew_codes(self, name: str) -> tuple[str, ...]:
        """New recovery codes to replace the old ones."""
        codes, hashes = _drawn_codes()
        self._do(f"codes/{secrets.token_hex(8)}", c.RenewCodes(hashes), name)
        return codes


def _equal(app: pyotp.TOTP, step: int, code: str) -> bool:
    return hmac.compare_digest(app.generate_otp(step).encode(), code.encode())


def _drawn_codes() -> tuple[tuple[str, ...], tuple[str, ...]]:
    codes = tuple(drawn_word() for _ in range(RECOVERY_CODES))
    return codes, tuple(map(digest, codes))
