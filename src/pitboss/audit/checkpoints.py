"""Checks what checkpoints signed about the journal in the past against what is in it now.

Hashes alone do not stop a forger, who can recompute them. A checkpoint fixes the head of every
stream under a signature, so nobody can change or remove an earlier record and make it fit again.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import merge

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.audit.checkpoint_form import heads_in, name_of, signed_bytes
from pitboss.audit.hashing import NOTHING_BEFORE, hash_heads
from pitboss.audit.report import KeyChange, Misfit, fits
from pitboss.audit.signers import Signers
from pitboss.journal.port import Checkpoint, Journal, Record

Heads = Mapping[str, tuple[int, bytes]]


class Promises:
    """A journal's checkpoints, and copies of them from elsewhere, in order.

    Each is read when the records before it have been, so at most one, with its open promises, is in
    memory.
    """

    def __init__(
        self, journal: Journal, copies: Iterable[Checkpoint], keys: Collection[bytes]
    ) -> None:
        self._journal = journal
        self._copies = copies
        self._keys = frozenset(keys)
        self._signers: Signers | None = None
        self._coming: Iterator[Checkpoint] = iter(())
        self._before: Checkpoint | None = None
        self._heads: Heads = {}
        self._pending: dict[tuple[str, int], tuple[bytes, int]] = {}
        self.count = 0

    @property
    def last(self) -> int | None:
        """The number of the newest checkpoint."""
        return None if self._before is None else self._before.number

    @property
    def reach(self) -> int:
        """The position up to which everything is signed."""
        return 0 if self._before is None else self._before.position

    def unsigned(self, heads: Heads) -> int:
        """How many records no signature covers, given the heads."""
        signed = self._heads
        return sum(
            max(0, version - signed.get(stream, (0, b""))[0])
            for stream, (version, _) in heads.items()
        )

    @property
    def seen_keys(self) -> frozenset[bytes]:
        """The keys that have signed so far."""
        return frozenset() if self._signers is None else frozenset(self._signers.seen)

    @property
    def key_changes(self) -> tuple[KeyChange, ...]:
        """Where one key replaced another."""
        return () if self._signers is None else tuple(self._signers.changes)

    @property
    def trusted(self) -> bool:
        """Whether the keys are checked against given ones."""
        return bool(self._keys)

    def begin(self) -> None:
        """Reads the first one. Checkpoints added from now on are ignored."""
        self._signers = Signers(self._journal, self._keys)
        self._begin_after(0, self._copies)
        self._load({})

    def go_on_from(
        self,
        checkpoint: Checkpoint,
        heads: Heads,
        *,
        count: int,
        seen: Collection[bytes],
        key_changes: Sequence[KeyChange],
    ) -> None:
        """Begins after a checkpoint up to which everything was audited. Copies of earlier ones are
        skipped, as its hash chain covers them.
        """
        self._signers = Signers(self._journal, self._keys)
        self._signers.go_on_from(checkpoint, seen, key_changes)
        self._before, self._heads, self.count = checkpoint, heads, count
        later = (copy for copy in self._copies if copy.number >= checkpoint.number)
        self._begin_after(checkpoint.number, later)

    def _begin_after(self, number: int, copies: Iterable[Checkpoint]) -> None:
        newest = self._journal.last_checkpoint()
        stored = self._stored(number, 0 if newest is None else newest.number)
        self._coming = merge(stored, copies, key=lambda checkpoint: checkpoint.number)

    def _stored(self, number: int, last: int) -> Iterator[Checkpoint]:
        """The journal's own checkpoints after a number; they must count up without gaps."""
        for checkpoint in self._journal.checkpoints(after=number):
            if checkpoint.number > last:
                return
            number += 1
            fits("the number of a checkpoint", number, checkpoint.number)
            yield checkpoint
        fits("the number of the last checkpoint", last, number)

    @property
    def looks(self) -> bool:
        """Whether there is anything to check: without checkpoints, no record matters here."""
        return self._before is not None or bool(self._pending)

    def is_quiet(self, records: Sequence[Record], last: int) -> bool:
        """Whether no promise concerns the next records, and no checkpoint ends before their
        ``last`` position.
        """
        if self._before is not None and last > self._before.position:
            return False
        ends = {record.stream: record.version for record in records}
        return not any(ends.get(stream, 0) >= version for stream, version in self._pending)

    def take(self, record: Record, heads: Heads) -> None:
        """Takes a record, after ``heads`` has been updated; raises Misfit if it is not what was
        signed.
        """
        promised = self._pending.pop((record.stream, record.version), None)
        if promised is not None and promised[0] != record.hash:
            raise Misfit(
                (
                    f"{record.stream} was changed, here or before, after checkpoint {promised[1]} "
                    "was signed; the hash"
                ),
                promised[0].hex(),
                record.hash.hex(),
            )
        if self._before is not None and record.position > self._before.position:
            self._load(heads)

    def finish(self, heads: Heads) -> None:
        """Checks, after the last record, that no promise is left open."""
        while self._load(heads):
            pass
        for (stream, version), (digest, number) in self._pending.items():
            self._look_up(stream, version, digest, number)
        self._pending.clear()
        self._signer.follow()

    @property
    def _signer(self) -> Signers:
        if self._signers is None:
            raise Misfit("it was begun", "it is", "it is not")
        return self._signers

    def _load(self, heads: Heads) -> bool:
        """Reads the next checkpoint, if any, and notes what it promises."""
        try:
            checkpoint = next(self._coming, None)
        except ValueError as error:
            raise Misfit("the copies of checkpoints can't be read", "checkpoints", error) from error
        if checkpoint is None:
            return False
        before = self._before
        if before is not None and before.number == checkpoint.number:
            fits(f"checkpoint {before.number} and its copy", before, checkpoint)
            return True
        named = self._check(checkpoint, before)
        for stream, head in named.items():
            if self._heads.get(stream) != head:
                self._note(stream, head, checkpoint.number, heads)
        self._before, self._heads = checkpoint, named
        self.count += 1
        return True

    def _check(self, checkpoint: Checkpoint, before: Checkpoint | None) -> Heads:
        """Checks a checkpoint's signature, root and link to the one before, and returns its
        heads.
        """
        what = f"checkpoint {checkpoint.number}"
        try:
            Ed25519PublicKey.from_public_bytes(checkpoint.key).verify(
                checkpoint.signature, signed_bytes(checkpoint)
            )
        except (InvalidSignature, ValueError, OverflowError):
            raise Misfit(
                f"the signature of {what}", "one of its key", checkpoint.signature.hex()
            ) from None
        self._signer.check(checkpoint)
        if checkpoint.number == 1:
            fits(
                f"what {what} says of the one before",
                NOTHING_BEFORE.hex(),
                checkpoint.previous.hex(),
            )
        elif before is not None and before.number == checkpoint.number - 1:
            fits(
                f"what {what} says of the one before",
                name_of(before).hex(),
                checkpoint.previous.hex(),
            )
            if checkpoint.position < before.position:
                raise Misfit(
                    f"the position of {what}", f"{before.position} or above", checkpoint.position
                )
        try:
            named = heads_in(checkpoint)
        except ValueError as error:
            raise Misfit(f"the heads in {what}", "heads that can be read", error) from error
        fits(f"the root of {what}", hash_heads(named).hex(), checkpoint.root.hex())
        for stream, (version, _) in self._heads.items():
            if named.get(stream, (0, b""))[0] < version:
                raise Misfit(
                    f"{what} knows less of {stream} than the one before", version, named.get(stream)
                )
        return named

    def _note(self, stream: str, head: tuple[int, bytes], number: int, heads: Heads) -> None:
        version, digest = head
        reached, current = heads.get(stream, (0, NOTHING_BEFORE))
        if reached < version:
            self._pending[stream, version] = (digest, number)
        elif reached == version:
            fits(f"where {stream} ended at checkpoint {number}", digest.hex(), current.hex())
        else:
            self._look_up(stream, version, digest, number)

    def _look_up(self, stream: str, version: int, digest: bytes, number: int) -> None:
        """Looks up one record out of order: it has been read already, or is too new to have
        been.
        """
        record = next(self._journal.read(stream, version - 1), None)
        if record is None or record.version != version:
            raise Misfit(
                f"the journal has been cut short: checkpoint {number} was signed when {stream} had",
                f"version {version}",
                "no such version",
            )
        fits(
            f"{stream} at version {version}, which checkpoint {number} names",
            digest.hex(),
            record.hash.hex(),
        )
