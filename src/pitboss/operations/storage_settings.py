"""The settings of what is kept beside the journal: checkpoints, the vault key, the archive,
backups."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

_DAY_S = 86_400


def described(description: str, allowed: str, **bounds: Any) -> Meta:
    """The purpose and constraints of a setting in words; msgspec checks the ``bounds``."""
    return Meta(description=description, extra={"allowed": allowed}, **bounds)


class Checkpoints(msgspec.Struct, frozen=True, kw_only=True):
    """Signed checkpoints of the journal."""

    every_events: Annotated[
        int,
        described(
            "A checkpoint is made when this many events have been stored since the last one.",
            "a whole number from 1 to 10000000",
            ge=1,
            le=10_000_000,
        ),
    ] = 10_000
    every_s: Annotated[
        int,
        described(
            (
                "A checkpoint is made when this many seconds have passed since the last one and "
                "something has been stored."
            ),
            "a whole number of seconds from 1 to 86400",
            ge=1,
            le=_DAY_S,
        ),
    ] = 300
    key: Annotated[
        str,
        described(
            "The file with the private key that signs checkpoints. Created if nothing has "
            "been signed yet; only its owner may read it. All processes serving a journal "
            "need the same key.",
            "a path; a relative path starts from the data folder",
            min_length=1,
        ),
    ] = "checkpoint.key"
    copy: Annotated[
        str,
        described(
            "The file to which every checkpoint is copied, one per line. Best kept on "
            "another machine's disk: it exposes a journal that has been rewritten from end "
            "to end. Empty: no copy.",
            'a path, or "" for none; a relative path starts from the data folder',
        ),
    ] = "checkpoints.jsonl"


class VaultSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The vault: what must never be in a database or a backup."""

    key: Annotated[
        str,
        described(
            "The file with the key from which the secrets of virtual shuffles and the seals "
            "of snapshots are derived. Created with a new journal; only its owner may read "
            "it. Best kept on a different disk from the database, and out of its backups. "
            "All processes serving a journal need the same key.",
            "a path; a relative path starts from the data folder",
            min_length=1,
        ),
    ] = "vault.key"


class ArchiveSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The archive: older records in sealed files beside the database."""

    folder: Annotated[
        str,
        described(
            "The folder for the segments. Empty: a folder named archive, beside a SQLite "
            "file or, with PostgreSQL, in the data folder. All processes serving a journal "
            "need the same segments.",
            "a path, or empty; a relative path starts from the data folder",
        ),
    ] = ""
    keep_days: Annotated[
        int,
        described(
            "How many days, at least, records stay in the database. A month whose last day is "
            "older is archived as a whole, by the server at night or by 'pitboss archive'. Nothing "
            "is ever deleted from the archive. 0: the server archives nothing.",
            "a whole number of days from 0 to 36500",
            ge=0,
            le=36_500,
        ),
    ] = 0
    hour: Annotated[
        int,
        described(
            "The hour of the day at which the server starts archiving.",
            "a whole number from 0 to 23",
            ge=0,
            le=23,
        ),
    ] = 5


class Backups(msgspec.Struct, frozen=True, kw_only=True):
    """Backups."""

    folder: Annotated[
        str,
        described(
            "Where 'pitboss backup' writes when it is given no file.",
            "a path; a relative path starts from the data folder",
            min_length=1,
        ),
    ] = "backups"
