"""The file of the vault key: which key it must be, and how it is replaced.

The secrets of virtual shuffles and the seals of snapshots are derived from it. The journal records
its name, so that a lost or swapped key is never replaced silently.
"""

import secrets
from collections.abc import Callable
from pathlib import Path

from pitboss.casino.codec import read_event, record_operation
from pitboss.casino.operations import OPERATIONS_STREAM, VaultKeyChanged, system_user
from pitboss.casino.vault import VAULT_KEY_BYTES, Vault
from pitboss.journal.keys import BadKey, read_private, sync_folder, write_private
from pitboss.journal.port import Conflict, InUse, Journal
from pitboss.operations.signing import NotOurs


class WrongVaultKey(NotOurs):
    """The vault key at hand is not the one that this journal was served with."""


def name_in_force(journal: Journal) -> str | None:
    """The name of a journal's vault key; None if it has never had one."""
    name = None
    for record in journal.read(OPERATIONS_STREAM):
        event = read_event(record)
        if isinstance(event, VaultKeyChanged):
            name = event.after
    return name


def load_vault_key(path: Path) -> bytes:
    """The key in a file. Raises BadKey if others may read it."""
    try:
        key = bytes.fromhex(read_private(path).decode("ascii").strip())
    except ValueError:
        key = b""
    if len(key) != VAULT_KEY_BYTES:
        raise BadKey(f"{path} does not hold a vault key: {2 * VAULT_KEY_BYTES} hexadecimal digits.")
    return key


def key_at_hand(path: Path) -> bytes | None:
    """The vault key, if this user may read it; otherwise None. Without it snapshots are not
    trusted, and cards of rounds in progress can't be read.
    """
    try:
        return load_vault_key(path)
    except BadKey:
        return None


def create_vault_key(path: Path) -> bytes:
    """Creates a key and its file. Raises BadKey if the file exists."""
    key = secrets.token_bytes(VAULT_KEY_BYTES)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_private(path, f"{key.hex()}\n".encode())
    return key


def vault_key(journal: Journal, path: Path) -> bytes:
    """The key in a file, if it is this journal's; created if the journal has never had one. Raises
    WrongVaultKey if it is lost or a different one.
    """
    wanted = name_in_force(journal)
    if not path.exists():
        if wanted is None:
            return create_vault_key(path)
        raise WrongVaultKey(
            f"the vault key of {journal.name} is {wanted}, but there is no key in {path}",
            "Put the file back from where you keep it, or name it in the setting vault.key. "
            "If it is lost: 'pitboss vault --new-key --old-key-lost'; docs/operations.md "
            "says what becomes of rounds in progress.",
        )
    key = load_vault_key(path)
    if wanted is not None and Vault(key).name != wanted:
        raise WrongVaultKey(
            f"the vault key of {journal.name} is {wanted}, but the one in {path} is another, "
            f"{Vault(key).name}",
            "All processes that serve a journal use one key: put the right file there, or name it "
            "in the setting vault.key.",
        )
    return key


def put_on_record(journal: Journal, name: str, clock_ms: Callable[[], int]) -> None:
    """Stores the name of a journal's first vault key."""
    while name_in_force(journal) is None:
        try:
            record_operation(
                journal, VaultKeyChanged(at_ms=clock_ms(), by=system_user(), after=name)
            )
        except Conflict:
            # Another process started at the same moment, with the same file.
            continue


def change_vault_key(
    journal: Journal, path: Path, stamp: str, clock_ms: Callable[[], int], *, lost: bool = False
) -> Path | None:
    """Creates a new vault key, in force from now on, and records that. Returns where the old one is
    kept. No other process may have the journal open. ``lost``: the old one is gone.
    """
    if not journal.alone():
        raise InUse(f"another process has {journal.name} open. Stop all servers first.")
    before = name_in_force(journal)
    if before is None:
        put_on_record(journal, Vault(vault_key(journal, path)).name, clock_ms)
        return None
    if lost and path.exists() and Vault(load_vault_key(path)).name == before:
        raise WrongVaultKey(f"the key is not lost: it is in {path}", "Leave out --old-key-lost.")
    if not lost:
        vault_key(journal, path)
    fresh = path.with_name(f"{path.name}.new")
    after = Vault(create_vault_key(fresh)).name
    event = VaultKeyChanged(
        at_ms=clock_ms(), by=system_user(), before=before, after=after, lost=lost
    )
    record_operation(journal, event)
    kept = None
    if path.exists():
        kept = path.with_name(f"{path.name}.replaced-{stamp}")
        path.rename(kept)
    fresh.rename(path)
    sync_folder(path.parent)
    return kept
