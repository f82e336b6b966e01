"""The signed verdict of a clean audit: up to which checkpoint everything fits, which program found
so, and the auditor's books at that point, from which the next audit can continue.

It is one JSON object. The Ed25519 signature covers the text ``pitboss-verdict/1``, a zero byte, and
the SHA-256 of the object with an empty signature. A file that is not the object's exact encoding is
damaged.
"""

import hashlib
import zlib
from collections.abc import Callable, Collection

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.audit.checkpoint_form import heads_in, name_of
from pitboss.audit.report import KeyChange, Misfit
from pitboss.audit.runs.kept_books import KeptBooks
from pitboss.audit.runs.one_pass import BEFORE_ALL
from pitboss.journal.port import Checkpoint, Journal, NotAJournal

FORM = "pitboss-verdict/1"
_MOST_BYTES = 1 << 30


class BadVerdict(Exception):
    """A verdict is not accepted; the message says why."""


class AuditProgram(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The program that audited: its version, the hash of all its files, the installed games, and
    the custom rulebook files, each with its hash.
    """

    version: str
    hash: str
    games: dict[str, str]
    rulebooks: dict[str, str]


class AuditVerdict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything up to ``position`` fits, which is where ``checkpoint``, named by its hash
    ``name``, ends. ``journal`` is the hash of the journal's first record.

    ``full_ms`` is when an audit last began at the first record, ``steps`` how many have continued
    from a verdict since. ``seen`` are the keys that signed up to here, ``key_changes`` where one
    replaced another. ``books`` are compressed.
    """

    form: str
    journal: str
    checkpoint: int
    name: str
    position: int
    checkpoint_ms: int
    audited_ms: int
    full_ms: int
    steps: int
    program: AuditProgram
    checkpoints: int
    seen: tuple[str, ...]
    key_changes: tuple[KeyChange, ...]
    books: bytes
    key: str
    signature: str


def signed(verdict: AuditVerdict, sign: Callable[[bytes], bytes]) -> AuditVerdict:
    """A verdict with its signature."""
    return msgspec.structs.replace(verdict, signature=sign(_under_signature(verdict)).hex())


def _under_signature(verdict: AuditVerdict) -> bytes:
    bare = msgspec.json.encode(msgspec.structs.replace(verdict, signature=""))
    return FORM.encode() + b"\0" + hashlib.sha256(bare).digest()


def as_file(verdict: AuditVerdict) -> bytes:
    """The content of a verdict's file."""
    return msgspec.json.encode(verdict) + b"\n"


def read_verdict(content: bytes) -> AuditVerdict:
    """A verdict from a file; raises BadVerdict if it is damaged or its signature does not match."""
    try:
        verdict = msgspec.json.decode(content, type=AuditVerdict)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadVerdict(f"it is damaged: {error}") from None
    if verdict.form != FORM:
        raise BadVerdict(f"it has the form {verdict.form!r} and not {FORM!r}")
    if as_file(verdict) != content:
        raise BadVerdict("it is damaged: it is not as it was written")
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(verdict.key))
        key.verify(bytes.fromhex(verdict.signature), _under_signature(verdict))
    except (InvalidSignature, ValueError):
        raise BadVerdict("its signature does not fit: somebody has changed it") from None
    return verdict


# ── books ─────────────────────────────────────────────────────────────────────────────────────────


def packed(kept: KeptBooks) -> bytes:
    """Books in the form a verdict holds."""
    return zlib.compress(msgspec.msgpack.encode(kept), 6)


def unpacked(verdict: AuditVerdict) -> KeptBooks:
    """The books of an accepted verdict; raises BadVerdict."""
    try:
        reading = zlib.decompressobj()
        content = reading.decompress(verdict.books, _MOST_BYTES)
        return msgspec.msgpack.decode(content, type=KeptBooks)
    except (zlib.error, msgspec.DecodeError) as error:
        raise BadVerdict(f"its books can't be read: {error}") from None


# ── against the journal ───────────────────────────────────────────────────────────────────────────


def check_program(verdict: AuditVerdict, program: AuditProgram) -> None:
    """Raises BadVerdict if another program, or one with other rulebooks, made it."""
    theirs = verdict.program
    if (theirs.version, theirs.hash) != (program.version, program.hash):
        which = f"version {theirs.version}, {theirs.hash[:12]}"
        raise BadVerdict(f"another program came to it ({which})")
    if theirs.games != program.games:
        raise BadVerdict("other games were installed when it was come to")
    if theirs.rulebooks != program.rulebooks:
        raise BadVerdict("own rulebook files are not what they were")


def checkpoint_of(
    verdict: AuditVerdict, journal: Journal, keys: Collection[bytes], house: bytes | None = None
) -> Checkpoint:
    """The checkpoint a verdict names. Raises BadVerdict if it is from another journal or its key
    does not sign this one, and Misfit if the journal lacks what was audited: it was cut short or
    rewritten.
    """
    key = bytes.fromhex(verdict.key)
    if verdict.journal != identity_of(journal):
        raise BadVerdict("it is of another journal")
    stored = next(journal.checkpoints(after=verdict.checkpoint - 1), None)
    if stored is not None and stored.number != verdict.checkpoint:
        stored = None
    last = journal.last_checkpoint()
    signers = {house, *keys, *(one.key for one in (stored, last) if one is not None)}
    if key not in signers:
        raise BadVerdict(f"the key that signed it, {verdict.key}, does not sign this journal")
    name = "no such checkpoint" if stored is None else name_of(stored).hex()
    if stored is None or name != verdict.name or stored.position != verdict.position:
        what = (
            "the journal has been cut short or written anew: "
            f"it was audited up to checkpoint {verdict.checkpoint}"
        )
        raise Misfit(what, verdict.name, name)
    if stored.key != key:
        raise BadVerdict(f"checkpoint {stored.number} is signed by another key than it is")
    _check_trusted(verdict, keys)
    return stored


def _check_trusted(verdict: AuditVerdict, keys: Collection[bytes]) -> None:
    """If keys are given, checks that all that signed so far are among them or received a
    handover.
    """
    trusted = {key.hex() for key in keys}
    for change in verdict.key_changes:
        if change.confirmed and change.before in trusted:
            trusted.add(change.after)
    if keys and not trusted.issuperset(verdict.seen):
        raise BadVerdict("a key signed before it that is none of those given")


def identity_of(journal: Journal) -> str:
    """What identifies a journal, whatever its length: the hash of its first record."""
    try:
        first = journal.read_all(BEFORE_ALL, 1)
    except NotAJournal:
        first = []
    return first[0].hash.hex() if first else ""


def named_heads(checkpoint: Checkpoint) -> dict[str, tuple[int, bytes]]:
    """The heads in a checkpoint, for an audit that continues there; raises BadVerdict."""
    try:
        return heads_in(checkpoint)
    except ValueError as error:
        raise BadVerdict(f"checkpoint {checkpoint.number} can't be read: {error}") from None
