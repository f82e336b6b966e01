"""What somebody has, besides a password, to prove who he is; and what was given of it.

Secrets are here as the shell has sealed them, and codes as their hashes: whoever reads the journal
signs in with none of them.
"""

from collections.abc import Mapping

import msgspec

CODE_TRIES = 10
"""Wrong codes in a row after which none is taken any more. Whoever gives one has the password."""


class Passkey(msgspec.Struct, frozen=True, rename="kebab"):
    """A key that never leaves somebody's telephone or token. ``key`` is its public half, ``site``
    the name of the server that it is bound to, and ``count`` how often it says it was used: one
    that counts back has a copy somewhere.
    """

    id: str
    label: str
    key: str
    count: int
    site: str


class Factors(msgspec.Struct, frozen=True):
    """``totp`` is the sealed secret of an authenticator app, ``pending`` one that has not been
    confirmed by a code yet; ``step`` is the last half minute whose code was used. ``codes`` are
    those recovery codes that are left. ``wrong`` are wrong codes in a row. ``spent`` are the
    challenges that passkeys have answered, until they would have ended anyhow.
    """

    totp: str | None = None
    pending: str | None = None
    step: int = 0
    codes: tuple[str, ...] = ()
    wrong: int = 0
    passkeys: tuple[Passkey, ...] = ()
    spent: Mapping[str, int] = {}

    @property
    def any(self) -> bool:
        """Whether somebody has a second factor."""
        return self.totp is not None or bool(self.passkeys)

    def passkey(self, id: str) -> Passkey | None:
        """One's passkey of an id."""
        return next((one for one in self.passkeys if one.id == id), None)

    @property
    def locked(self) -> bool:
        """Whether codes of the app are taken no more, until something else has proved who it is."""
        return self.wrong >= CODE_TRIES


class FactorProof(msgspec.Struct, frozen=True, tag_field="by", rename="kebab"):
    """Base of what proves a second factor. The shell has compared it; that it is good now, and for
    the first time, is decided with everything else.
    """


class TotpGiven(FactorProof, frozen=True, tag="totp"):
    """The app's code of a half minute, counted from 1970."""

    step: int


class CodeGiven(FactorProof, frozen=True, tag="recovery-code"):
    code: str


class PasskeyGiven(FactorProof, frozen=True, tag="passkey"):
    """A passkey has signed a challenge, which ends at ``until_ms`` and is good once."""

    id: str
    count: int
    challenge: str
    until_ms: int


class ProofCarried(FactorProof, frozen=True, tag="session"):
    """What was proved in the session that this one takes the place of, and when."""

    given_ms: int


class DirectoryGiven(FactorProof, frozen=True, tag="directory"):
    """The directory has had somebody sign in there afresh, with the second factor that it asks
    for.
    """

    issuer: str
    subject: str


AnyGiven = TotpGiven | CodeGiven | PasskeyGiven | ProofCarried | DirectoryGiven
