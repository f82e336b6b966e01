"""What somebody has, besides a password, to prove who they are; and how it was given.

Secrets are stored as the shell sealed them, and codes as hashes: nobody who reads the journal can
sign in with them.
"""

from collections.abc import Mapping

import msgspec

CODE_TRIES = 10
"""Wrong codes in a row after which none is accepted. Whoever enters one already has the
password.
"""


class Passkey(msgspec.Struct, frozen=True, rename="kebab"):
    """A key that never leaves somebody's telephone or token. ``key`` is its public half, ``site``
    the name of the server it is bound to, and ``count`` how often it says it was used: one that
    counts backwards has been cloned.
    """

    id: str
    label: str
    key: str
    count: int
    site: str


class Factors(msgspec.Struct, frozen=True):
    """``totp`` is the sealed secret of an authenticator app, ``pending`` one that has not been
    confirmed by a code yet; ``step`` is the last half minute whose code was used. ``codes`` are the
    remaining recovery codes. ``wrong`` counts wrong codes in a row. ``spent`` are the challenges
    that passkeys have answered, until they would have expired anyway.
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
        """One's passkey with an id."""
        return next((one for one in self.passkeys if one.id == id), None)

    @property
    def locked(self) -> bool:
        """Whether codes of the app are no longer accepted, until something else has proved who it
        is.
        """
        return self.wrong >= CODE_TRIES


class FactorProof(msgspec.Struct, frozen=True, tag_field="by", rename="kebab"):
    """Base of what proves a second factor. The shell has compared it; that it is valid now, and
    used for the first time, is decided with everything else.
    """


class TotpGiven(FactorProof, frozen=True, tag="totp"):
    """The app's code for a half minute, counted from 1970."""

    step: int


class CodeGiven(FactorProof, frozen=True, tag="recovery-code"):
    code: str


class PasskeyGiven(FactorProof, frozen=True, tag="passkey"):
    """A passkey has signed a challenge, which expires at ``until_ms`` and is good once."""

    id: str
    count: int
    challenge: str
    until_ms: int


class ProofCarried(FactorProof, frozen=True, tag="session"):
    """What was proved in the session that this one replaces, and when."""

    given_ms: int


class DirectoryGiven(FactorProof, frozen=True, tag="directory"):
    """The directory has had somebody sign in there again, with the second factor that it asks
    for.
    """

    issuer: str
    subject: str


AnyGiven = TotpGiven | CodeGiven | PasskeyGiven | ProofCarried | DirectoryGiven
