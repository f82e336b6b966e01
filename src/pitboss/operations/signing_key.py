"""The key that signs the checkpoints of a journal: which one it must be, and how it is replaced.

One key signs at a time, whichever process and machine the journal is served from. If each signed
with its own key, nobody could tell a forged checkpoint from a second machine's.
"""

from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.casino.codec import read_event, record_operation
from pitboss.casino.operations import OPERATIONS_STREAM, SigningKeyChanged, system_user
from pitboss.journal.checkpoints import digest
from pitboss.journal.copies import last_copy
from pitboss.journal.keys import create_key, ensure_key, load_key, sync_folder
from pitboss.journal.port import Checkpoint, InUse, Journal, JournalError

_HANDOVER = b"pitboss-signing-key/1\0"


class NotOurs(JournalError):
    """Key or copies do not belong to the journal: says what is wrong, and how to fix it."""

    def __init__(self, what: str, fix: str) -> None:
        super().__init__(f"{what}. {fix}")
        self.what = what
        self.fix = fix


class WrongKey(NotOurs):
    """The available signing key is not the one that signs this journal."""


class CopyAhead(NotOurs):
    """The copies of checkpoints belong to a journal that this one is not, or no longer is."""


def public_key(key: Ed25519PrivateKey) -> bytes:
    """The public half of a key, which anybody may know and an auditor should."""
    return key.public_key().public_bytes_raw()


def key_in_force(journal: Journal) -> bytes | None:
    """The public key that signs a journal; None if nothing is signed yet."""
    key: str | None = None
    for record in journal.read(OPERATIONS_STREAM):
        event = read_event(record)
        if isinstance(event, SigningKeyChanged):
            key = event.after
    if key is not None:
        return bytes.fromhex(key)
    last = journal.last_checkpoint()
    return None if last is None else last.key


def check_key(journal: Journal, path: Path) -> None:
    """Raises WrongKey if the file is missing, or holds a key other than the journal's."""
    wanted = key_in_force(journal)
    if wanted is None:
        return
    signed = f"the checkpoints of {journal.name} are signed with the key {wanted.hex()}"
    fix = (
        "All processes that serve a journal sign with one key: copy the key file from the machine "
        f"where it was made to {path}, or name it in the setting checkpoints.key."
    )
    if not path.exists():
        lost = "If it is lost: 'pitboss checkpoint --new-key --old-key-lost'."
        raise WrongKey(f"{signed}, but there is no key in {path}", f"{fix} {lost}")
    ours = public_key(load_key(path))
    if ours != wanted:
        raise WrongKey(f"{signed}, but the key in {path} is another one, {ours.hex()}", fix)


def signing_key(journal: Journal, path: Path) -> Ed25519PrivateKey:
    """The key in a file, if it signs this journal. Created if nothing is signed yet."""
    check_key(journal, path)
    return ensure_key(path)


def check_copy(journal: Journal, path: Path) -> Checkpoint | None:
    """The last copy of a checkpoint, which must be of one that the journal has; raises CopyAhead
    otherwise.
    """
    copied = last_copy(path)
    if copied is None:
        return None
    there = next(journal.checkpoints(after=copied.number - 1), None)
    if there == copied:
        return copied
    last = journal.last_checkpoint()
    has = "none at all" if last is None else f"none after {last.number}"
    if there is not None:
        has = "another one of that number"
    raise CopyAhead(
        (
            f"{path} has a checkpoint {copied.number} up to position {copied.position}, but "
            f"{journal.name} has {has}"
        ),
        "Either records at its end were cut off or rewritten, or a backup was put in its place by "
        f"hand. Run 'pitboss audit --checkpoints {path}'; restore with 'pitboss restore', which "
        "sets the copies aside; or move the file away if its copies are those of another journal.",
    )


def handover_bytes(before: bytes, after: bytes, last: Checkpoint) -> bytes:
    """What the old key signs when it is replaced, after a particular checkpoint."""
    return _HANDOVER + before + after + digest(last)


def change_key(
    journal: Journal, path: Path, stamp: str, clock_ms: Callable[[], int], *, lost: bool = False
) -> Path | None:
    """Creates a new key, which signs from now on, and records that; returns where the old one is
    kept.

    The old key must have signed everything up to now. ``lost``: it is not available to say so. No
    other process may have the journal open, because it would continue with the old key.
    """
    if not journal.alone():
        raise InUse(
            f"another process has {journal.name} open. Stop all servers first, then restart them."
        )
    last = journal.last_checkpoint()
    before = key_in_force(journal)
    if last is None or before is None:
        raise WrongKey(
            f"nothing in {journal.name} is signed yet",
            "Any key will do: 'pitboss checkpoint' makes one.",
        )
    old = None if lost else signing_key(journal, path)
    if lost and path.exists() and public_key(load_key(path)) == before:
        raise WrongKey(f"the key is not lost: it is in {path}", "Leave out --old-key-lost.")
    fresh = path.with_name(f"{path.name}.new")
    after = public_key(create_key(fresh))
    record_operation(
        journal,
        SigningKeyChanged(
            at_ms=clock_ms(),
            by=system_user(),
            before=before.hex(),
            after=after.hex(),
            checkpoint=last.number,
            signature=None if old is None else old.sign(handover_bytes(before, after, last)).hex(),
        ),
    )
    kept = None
    if path.exists():
        kept = path.with_name(f"{path.name}.replaced-{stamp}")
        path.rename(kept)
    fresh.rename(path)
    sync_folder(path.parent)
    return kept
