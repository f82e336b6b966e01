"""The secrets of rounds, for an auditor without the key: they are published when a round is
concluded, so it reads ahead.
"""

from collections.abc import Sequence

from pitboss.audit.report import Misfit
from pitboss.casino.codec import read_event
from pitboss.journal.port import Journal, Record
from pitboss.table.events import RoundConcluded

_CONCLUDED = "round-concluded/1"


class Openings:
    """Returns the secret of the round being read at a table; None if it is still in progress."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[str, tuple[int, bytes | None]] = {}
        # Conclusions among records read ahead but not yet processed, by stream.
        self._ahead: dict[str, list[Record]] = {}
        self.at: Record | None = None

    def ahead(self, records: Sequence[Record]) -> None:
        """Notes the records that come next; most rounds end within them."""
        self._ahead = {}
        for record in records:
            if record.kind == _CONCLUDED:
                self._ahead.setdefault(record.stream, []).append(record)

    def __call__(self, table: str, _chain: str, number: int) -> bytes | None:
        known = self._known.get(table)
        if known is None or known[0] != number:
            known = self._known[table] = (number, self._find())
        return known[1]

    def _find(self) -> bytes | None:
        """The secret published next in the current stream."""
        at = self.at
        if at is None:
            raise Misfit("a record is being read", "it is", "it is not")
        for record in self._ahead.get(at.stream, ()):
            if record.version > at.version:
                return _secret(record)
        for record in self._journal.read(at.stream, after=at.version):
            if record.kind == _CONCLUDED:
                return _secret(record)
        return None


def _secret(record: Record) -> bytes | None:
    event = read_event(record)
    if not isinstance(event, RoundConcluded):
        raise Misfit("what was found by its kind is of that kind", "it is", "it is not")
    return event.secret or None
