"""Which key may sign a checkpoint: the first one, until a recorded handover to another.

A key that merely turns up is a forger's, or a second machine's, which looks just the same.
"""

from collections.abc import Collection, Sequence

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.audit.checkpoint_form import handover_bytes, name_of
from pitboss.audit.report import KeyChange, Misfit
from pitboss.casino.codec import read_event
from pitboss.casino.operations import OPERATIONS_STREAM, SigningKeyChanged
from pitboss.journal.port import Checkpoint, Journal, NotAJournal, Record


class Signers:
    """Follows the key from checkpoint to checkpoint. ``keys`` are those trusted from the start, if
    any.
    """

    def __init__(self, journal: Journal, keys: Collection[bytes]) -> None:
        self._journal = journal
        self._given = frozenset(keys)
        self._trusted = set(keys)
        self._now: bytes | None = None
        self._changes = _changes_in(journal)
        self._names: dict[int, bytes] = dict.fromkeys(
            (change.checkpoint for _, change in self._changes), b""
        )
        self.seen: set[bytes] = set()
        self.changes: list[KeyChange] = []

    def go_on_from(
        self, checkpoint: Checkpoint, seen: Collection[bytes], changes: Sequence[KeyChange]
    ) -> None:
        """Begins after a checkpoint; ``changes`` are the changes of key up to there."""
        self._now = checkpoint.key
        self.seen, self.changes = set(seen), list(changes)
        for change in changes:
            if change.confirmed and bytes.fromhex(change.before) in self._trusted:
                self._trusted.add(bytes.fromhex(change.after))
        known = {change.position for change in changes}
        self._changes = [one for one in self._changes if one[0].position not in known]
        for _, event in self._changes:
            if event.checkpoint <= checkpoint.number:
                named = next(self._journal.checkpoints(after=event.checkpoint - 1), checkpoint)
                self._names[event.checkpoint] = name_of(named)

    def check(self, checkpoint: Checkpoint) -> None:
        """Checks the next checkpoint: raises Misfit if the wrong key signed it."""
        self.follow(checkpoint.position)
        key = checkpoint.key
        if key != self._now and self._now is not None and not self._given:
            raise Misfit(
                f"the key that signed checkpoint {checkpoint.number}", self._now.hex(), key.hex()
            )
        if self._given and key not in self._trusted:
            trusted = " or ".join(sorted(one.hex() for one in self._trusted))
            raise Misfit(f"the key that signed checkpoint {checkpoint.number}", trusted, key.hex())
        self._now = key
        self.seen.add(key)
        if checkpoint.number in self._names:
            self._names[checkpoint.number] = name_of(checkpoint)

    def follow(self, position: int | None = None) -> None:
        """Applies the changes of key recorded up to a position, or all that are left."""
        while self._changes and (position is None or self._changes[0][0].position <= position):
            self._change(*self._changes.pop(0))

    def _change(self, record: Record, event: SigningKeyChanged) -> None:
        try:
            before, after = bytes.fromhex(event.before), bytes.fromhex(event.after)
        except ValueError as error:
            raise Misfit("the keys of a change", "hexadecimal digits", error, record) from error
        if before != self._now:
            now = "none" if self._now is None else self._now.hex()
            raise Misfit(
                "the key that is replaced is the one that signs", now, event.before, record
            )
        if event.signature is not None:
            self._check_handover(record, event, before, after)
            if before in self._trusted:
                self._trusted.add(after)
        self._now = after
        self.changes.append(
            KeyChange(
                position=record.position,
                at_ms=event.at_ms,
                by=event.by,
                before=event.before,
                after=event.after,
                confirmed=event.signature is not None,
            )
        )

    def _check_handover(
        self, record: Record, event: SigningKeyChanged, before: bytes, after: bytes
    ) -> None:
        name = self._names[event.checkpoint]
        try:
            signature = bytes.fromhex(event.signature or "")
            Ed25519PublicKey.from_public_bytes(before).verify(
                signature, handover_bytes(before, after, name)
            )
        except (InvalidSignature, ValueError):
            what = f"the old key's word for the new one after checkpoint {event.checkpoint}"
            raise Misfit(what, "its signature", event.signature, record) from None


def _changes_in(journal: Journal) -> list[tuple[Record, SigningKeyChanged]]:
    """All changes of key, read ahead because a checkpoint is checked before the records it
    covers.
    """
    changes = []
    for record in journal.read(OPERATIONS_STREAM):
        # Anything else that can't be read is reported when the audit gets there.
        if record.kind == SigningKeyChanged.__struct_config__.tag:
            try:
                event = read_event(record)
            except NotAJournal as error:
                what = "the event can't be read"
                raise Misfit(what, f"a {record.kind}", error, record) from error
            if not isinstance(event, SigningKeyChanged):
                raise Misfit("it is of that kind", "it is", "it is not")
            changes.append((record, event))
    return changes
