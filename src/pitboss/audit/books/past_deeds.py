"""Who acted in a finished round. It is looked up in the journal when money is moved on account of
the round, so that nothing need be kept of rounds that are never mentioned again.
"""

from typing import Any

import msgspec

from pitboss.audit.books.round_deeds import ACTS
from pitboss.audit.report import Misfit
from pitboss.journal.port import Journal

_OPENED, _CONCLUDED, _CORRECTED = "betting-opened/1", "round-concluded/1", "round-corrected/1"


class _Someone(msgspec.Struct):
    name: str
    post: int


class _Deed(msgspec.Struct, rename="kebab"):
    """The fields of any event that name persons."""

    by: _Someone | None = None
    asked_by: _Someone | None = None
    approved_by: _Someone | None = None
    round: Any = None


_read = msgspec.json.Decoder(_Deed).decode


_ACTS = frozenset(str(kind.__struct_config__.tag) for kind in ACTS)


class PastDeeds:
    """Looks up who acted in which round."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def check(self, round: str, person: str, what: str) -> None:
        """Raises Misfit if somebody acted in a round."""
        if person in self.acted(round):
            raise Misfit(what, f"somebody who has not acted in round {round}", person)

    def acted(self, round: str) -> set[str]:
        """The members of staff who acted in a finished round."""
        table, _, digits = round.rpartition("-")
        stream, number = f"table/{table}", int(digits)
        head = self._journal.head(stream)
        low, high = 0, 0 if head is None else head.version
        while low < high:
            middle = (low + high) // 2
            version, opened = self._opened_behind(stream, middle)
            if opened is None or opened >= number:
                high = middle
            else:
                low = version
        begun, _ = self._opened_behind(stream, low)
        names: set[str] = set()
        for record in self._journal.read(stream, after=begun - 1):
            if record.kind == _CONCLUDED:
                break
            deed = _read(record.body) if record.kind in _ACTS else None
            if deed is not None and deed.by is not None and deed.by.post > 0:
                names.add(deed.by.name)
            if record.kind == _CORRECTED:
                deed = _read(record.body)
                names |= {one.name for one in (deed.asked_by, deed.approved_by) if one is not None}
        return names

    def _opened_behind(self, stream: str, version: int) -> tuple[int, int | None]:
        """Where the first round after a version begins, and its number."""
        for record in self._journal.read(stream, after=version):
            if record.kind == _OPENED:
                return record.version, int(str(_read(record.body).round).rpartition("-")[2])
        return version, None
