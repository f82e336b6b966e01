"""What was done to the journal itself, by whoever runs the machine and not by anybody who is signed
in.

Events of one stream, so that it is on record like everything else. They change no table, link or
account.
"""

import os
import pwd

import msgspec

OPERATIONS_STREAM = "operations"


class OperationEvent(
    msgspec.Struct, frozen=True, tag_field="event", rename="kebab", kw_only=True, omit_defaults=True
):
    """Base of all events. ``by`` is a user of the operating system."""

    at_ms: int
    by: str


class JournalRestored(OperationEvent, frozen=True, tag="journal-restored/1", kw_only=True):
    """A backup took the place of the journal. It ends at ``position``; the journal that it
    replaced, where that could still be read, ended at ``replaced``.
    """

    file: str
    position: int
    replaced: int | None = None


class SigningKeyChanged(OperationEvent, frozen=True, tag="signing-key-changed/1", kw_only=True):
    """Another key signs from here on; both are public keys in hexadecimal digits.

    ``signature`` is the old key's word that the new one takes its place after ``checkpoint``; there
    is none where the old key was lost.
    """

    before: str
    after: str
    checkpoint: int
    signature: str | None = None


AnyOperationsEvent = JournalRestored | SigningKeyChanged


def system_user() -> str:
    """Who runs this process."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
