"""Checkpoints of a journal that no server writes to."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.journal.checkpoints import build
from pitboss.journal.port import Checkpoint, Journal


def take(journal: Journal, key: Ed25519PrivateKey, at_ms: int) -> Checkpoint:
    """Signs a checkpoint of a journal as it is now, and stores it."""
    last, position = journal.last_checkpoint(), journal.last_position()
    checkpoint = build(journal.heads(), position=position, at_ms=at_ms, last=last, key=key)
    journal.add_checkpoint(checkpoint)
    return checkpoint
