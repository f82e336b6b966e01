"""Keys and secrets derived from the house's vault key: the secrets of virtual shuffles, the seals
of snapshots, and the cipher that protects people's second factors.

The key is in a file of its own, never in a database or a backup: somebody who can read or write
those learns no secret of a round in progress and can't forge a snapshot.

A table's secrets form a hash chain. The last is derived from the key; each earlier one is the hash
of the next, with the table and the round. The final hash, the chain's end, is published before its
first round, so the house can't redraw until a secret suits it.
"""

import hmac
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.table.shuffle.deck import ShuffleChain, promise

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

VAULT_KEY_BYTES = 32
SEAL_BYTES = 32
CHAIN_ROUNDS = 512
"""Rounds per chain: computed in less than a millisecond, and a few kilobytes in memory."""

_CHAINS_KEPT = 512


def never_restored() -> int:
    """For a journal that no backup has ever replaced."""
    return 0


class Vault:
    """The secrets derived from one key. ``restored`` gives the position at which a backup last
    replaced the journal: secrets published after it are known, so new chains begin there.
    """

    def __init__(self, key: bytes, restored: Callable[[], int] = never_restored) -> None:
        if len(key) != VAULT_KEY_BYTES:
            raise ValueError(f"a vault key has {VAULT_KEY_BYTES} bytes, not {len(key)}")
        self._key = key
        self._restored = restored
        self._kept: OrderedDict[tuple[str, str], tuple[bytes, ...]] = OrderedDict()
        self.name = self._derived(b"pitboss-vault-name/1\0")[:8].hex()

    def _derived(self, what: bytes) -> bytes:
        return hmac.digest(self._key, what, "sha256")

    # ── shuffles ──────────────────────────────────────────────────────────────────────────────────

    def chain(self, table: str, first: int) -> ShuffleChain:
        """The chain of a table starting with a round."""
        unnamed = ShuffleChain(first, CHAIN_ROUNDS, "", self.name, self._restored())
        return ShuffleChain(
            first,
            CHAIN_ROUNDS,
            self._secrets(table, unnamed.name)[0].hex(),
            self.name,
            unnamed.restored,
        )

    def in_force(self, chain: ShuffleChain) -> bool:
        """Whether a published chain is this key's, and none of its secrets can have been published
        in a journal that was later replaced.
        """
        return chain.key == self.name and chain.restored == self._restored()

    def secret(self, table: str, chain: str, number: int) -> bytes | None:
        """The secret of a round, by the name of its chain; None if the chain does not cover it."""
        secrets = self._secrets(table, chain)
        place = number - int(chain.partition("/")[0]) + 1
        return secrets[place] if 1 <= place < len(secrets) else None

    def _secrets(self, table: str, chain: str) -> tuple[bytes, ...]:
        """The end of a chain, followed by its secrets in the order of rounds."""
        kept = self._kept.get((table, chain))
        if kept is not None:
            return kept
        first, length = (int(part) for part in chain.split("/")[:2])
        secret = self._derived(b"pitboss-chain-secret/1\0" + f"{chain}/{table}".encode())
        drawn = [secret]
        for number in range(first + length - 1, first - 1, -1):
            secret = promise(table, number, secret)
            drawn.append(secret)
        drawn.reverse()
        secrets = self._kept[table, chain] = tuple(drawn)
        if len(self._kept) > _CHAINS_KEPT:
            self._kept.popitem(last=False)
        return secrets

    def key_for(self, purpose: str) -> bytes:
        """A key derived for one purpose."""
        return self._derived(f"pitboss-{purpose}/1\0".encode())

    # ── people ────────────────────────────────────────────────────────────────────────────────────

    def seal_secret(self, name: str, secret: bytes) -> str:
        """Encrypts somebody's secret, bound to his name."""
        return self._cipher.encrypt(secret, [name.encode()]).hex()

    def open_secret(self, name: str, sealed: str) -> bytes | None:
        """Decrypts a secret; None if it was sealed with another key or for somebody else."""
        from cryptography.exceptions import InvalidTag

        try:
            return self._cipher.decrypt(bytes.fromhex(sealed), [name.encode()])
        except (InvalidTag, ValueError):
            return None

    @cached_property
    def _cipher(self) -> "AESSIV":
        # Imported on first use, as in encryption.py.
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        return AESSIV(hmac.digest(self._key, b"pitboss-second-factor/1\0", "sha512"))

    # ── snapshots ─────────────────────────────────────────────────────────────────────────────────

    def seal_of(self, stream: str, version: int, form: str, hash: bytes, state: bytes) -> bytes:
        """The seal of a snapshot: over the state and the hash of the record it follows, and so,
        through the chain, over every record before.
        """
        place = f"{stream}/{version}/{form}".encode()
        return self._derived(
            b"pitboss-snapshot/1\0" + len(place).to_bytes(4, "big") + place + hash + state
        )
