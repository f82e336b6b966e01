"""Makes signed checkpoints at intervals, and copies each to a file that is best kept elsewhere.

It continues from the last checkpoint and checks the hash chain on the way, so it never signs a
journal that is inconsistent; nor one that is not what this process has stored, because somebody
with write access may have changed the end and recomputed all hashes. Any number of processes may do
this on one journal: whoever comes second finds the number taken.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.clock import wall_clock_ms
from pitboss.journal.checkpoints import build, verify
from pitboss.journal.copies import append_copy
from pitboss.journal.port import Checkpoint, Conflict, Head, Journal, JournalError, Unavailable
from pitboss.operations.config import Config
from pitboss.operations.integrity import ChainCheck, Damaged, all_records
from pitboss.operations.signing_key import (
    WrongKey,
    check_copy,
    key_in_force,
    public_key,
    signing_key,
)

log = logging.getLogger("pitboss.checkpoints")

POLL_S = 1.0
AT_ONCE = frozenset(
    (
        "award-paid",
        "award-reversed",
        "link-corrected",
        "parameters-took-effect",
        "parameters-approved",
        "person-added",
        "person-appointed",
        "deed-approved",
        "person-disabled",
        "person-enabled",
        "role-set",
        "password-set",
        "administrator-recovered",
        "shuffle-chain-published",
        "signing-key-changed",
        "vault-key-changed",
        "clock-stepped",
    )
)
"""What is signed as soon as it is seen: nobody must have minutes to cut it off the end."""


class Checkpointer:
    """Makes the checkpoints of one journal. Not thread-safe."""

    def __init__(
        self,
        journal: Journal,
        key: Ed25519PrivateKey,
        *,
        every_events: int,
        every_s: int,
        copy: Path | None = None,
        clock_ms: Callable[[], int] = wall_clock_ms,
        acknowledged: Callable[[], Mapping[str, Head]] = dict,
    ) -> None:
        self._journal = journal
        self._acknowledged = acknowledged
        self._key = key
        self._every_events = every_events
        self._every_ms = every_s * 1_000
        self._copy = copy
        self._clock_ms = clock_ms
        self._last: Checkpoint | None = None
        self._signed: Mapping[str, Head] = {}
        self._chain = ChainCheck(journal.name)
        self._at_once = False
        # Up to which number; None before the first look.
        self._copied: int | None = None

    @classmethod
    def configured(
        cls,
        journal: Journal,
        config: Config,
        clock_ms: Callable[[], int] = wall_clock_ms,
        acknowledged: Callable[[], Mapping[str, Head]] = dict,
    ) -> "Checkpointer":
        """As configured; creates the signing key if there is none and nothing is signed yet.

        Raises WrongKey if another key signs this journal, and CopyAhead if the copies belong to
        another one.
        """
        config.key.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if config.copy is not None:
            config.copy.parent.mkdir(parents=True, exist_ok=True)
            check_copy(journal, config.copy)
        wanted = config.settings.checkpoints
        return cls(
            journal,
            signing_key(journal, config.key),
            every_events=wanted.every_events,
            every_s=wanted.every_s,
            copy=config.copy,
            clock_ms=clock_ms,
            acknowledged=acknowledged,
        )

    @property
    def public_key(self) -> bytes:
        """The public key, which anybody may know and an auditor should: it verifies the
        signatures.
        """
        return public_key(self._key)

    def step(self) -> Checkpoint | None:
        """Makes a checkpoint if one is due, and updates the copies; returns what was made."""
        self._read_on()
        made = self._sign() if self._due() else None
        self.copy_missing()
        return made

    def make(self) -> Checkpoint | None:
        """Makes a checkpoint now; None if nothing was stored since the last, or another process has
        made one.
        """
        self._read_on()
        return self._sign() if self._chain.count else None

    def _read_on(self) -> None:
        last = self._journal.last_checkpoint()
        if last != self._last:
            # Another process has made one, or this is the first look.
            heads = {} if last is None else verify(last)
            self._check_signer(last)
            self._begin(
                last, ChainCheck(self._journal.name, heads, 0 if last is None else last.position)
            )
        known = self._acknowledged()
        for record in all_records(self._journal, after=self._chain.position):
            own = known.get(record.stream)
            if own is not None and own.version == record.version and own.hash != record.hash:
                raise Damaged(self._changed(record.stream))
            signed = self._signed.get(record.stream)
            if signed is not None and record.version <= signed.version:
                # It was being stored while the last checkpoint was made, and is in it.
                self._chain.position = record.position
                continue
            self._chain.take(record)
            self._at_once = self._at_once or record.kind.partition("/")[0] in AT_ONCE
        self._check_own(known)

    def _check_own(self, known: Mapping[str, Head]) -> None:
        """Checks that what this process has stored is there; and, if nobody else can write, nothing
        else.
        """
        for stream, own in known.items():
            head = self._chain.heads.get(stream)
            if (
                head is None
                or head.version < own.version
                or (head.version == own.version and head.hash != own.hash)
            ):
                raise Damaged(self._changed(stream))
        for stream, head in self._chain.heads.items():
            if head != self._signed.get(stream) and self._is_beyond(stream, head.version):
                raise Damaged(self._changed(stream))

    def _is_beyond(self, stream: str, version: int) -> bool:
        """Whether a stream continues beyond what the journal knows to be stored in it."""
        known = self._journal.known_version(stream)
        if known is None or known >= version:
            return False
        # What is being stored at this moment can be read slightly before the journal knows of it.
        self._journal.alone()
        known = self._journal.known_version(stream)
        return known is not None and known < version

    def _changed(self, stream: str) -> str:
        return (
            f"{self._journal.name} does not hold what was stored in {stream}: somebody has "
            "changed it behind the server's back. Nothing is signed; stop the server and "
            "restore the last backup"
        )

    def _check_signer(self, last: Checkpoint | None) -> None:
        """Another process may sign too, but not with another key."""
        if last is None or last.key == self.public_key:
            return
        if key_in_force(self._journal) != self.public_key:
            raise WrongKey(
                f"checkpoint {last.number} of {self._journal.name} is signed with another key, "
                f"{last.key.hex()}, than this process has, {self.public_key.hex()}",
                "Give all processes the same key file, and restart them.",
            )

    def _begin(self, last: Checkpoint | None, chain: ChainCheck) -> None:
        self._last = last
        self._at_once = False
        self._signed = dict(chain.heads)
        self._chain = chain

    def _due(self) -> bool:
        if not self._chain.count:
            return False
        if self._last is None or self._at_once:
            # At once: the first checkpoint determines which key signs, and a second machine sees
            # that.
            return True
        waited_ms = self._clock_ms() - self._last.at_ms
        return self._chain.count >= self._every_events or waited_ms >= self._every_ms

    def _sign(self) -> Checkpoint | None:
        chain = self._chain
        made = build(
            chain.heads,
            position=chain.position,
            at_ms=self._clock_ms(),
            last=self._last,
            key=self._key,
        )
        try:
            self._journal.add_checkpoint(made)
        except Conflict:
            return None
        self._begin(made, ChainCheck(self._journal.name, chain.heads, chain.position))
        log.info("checkpoint %d at position %d", made.number, made.position)
        return made

    def copy_missing(self) -> int:
        """Copies the checkpoints that are not in the file yet, whoever made them; returns how
        many.
        """
        if self._copy is None:
            return 0
        try:
            return self._copy_to(self._copy)
        except OSError as error:
            # They are added later, when the file can be written again.
            raise Unavailable(
                f"checkpoints can't be copied to {self._copy}: {error.strerror}. Check the "
                "disk it is on, or change the setting checkpoints.copy."
            ) from error

    def _copy_to(self, path: Path) -> int:
        if self._copied is None:
            there = check_copy(self._journal, path)
            self._copied = 0 if there is None else there.number
        count = 0
        for checkpoint in self._journal.checkpoints(after=self._copied):
            count += append_copy(path, checkpoint)
            self._copied = checkpoint.number
        return count

    def run(self, stop: threading.Event, poll_s: float = POLL_S) -> None:
        """Works until ``stop`` is set, and then once more. It retries a journal that can't be
        reached.
        """
        while not stop.wait(poll_s):
            self._try(self.step)
        self._try(self.make)
        self._try(self.copy_missing)

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except (JournalError, OSError) as error:
            log.error("no checkpoint could be made: %s", error)
