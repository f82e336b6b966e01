"""Compares an index of rounds with the journal it was built from: somebody who can write to the
file could hide a round in it.
"""

from itertools import zip_longest
from pathlib import Path

import apsw
import msgspec

from pitboss.journal.port import Journal
from pitboss.reports.rounds.index import FORM, RECORDS_A_TURN, RoundIndex, readable


def index_fault(journal: Journal, path: Path) -> str | None:
    """How an index differs from the journal; None if they agree, or if the server would not use
    it.
    """
    kept = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        kept.set_busy_timeout(1_000)
        kept.execute("BEGIN")
        if kept.execute("PRAGMA user_version").get != FORM:
            return None
        position, digest = kept.execute("SELECT position, hash FROM reached").get
        there = journal.read_all(position - 1, 1) if position else []
        if not there or there[0].hash != digest:
            return None
        return _difference(kept, _made_again(journal, position))
    except (apsw.Error, msgspec.DecodeError, TypeError) as error:
        return f"{path} can't be read: {error}"
    finally:
        kept.close()


def _made_again(journal: Journal, position: int) -> RoundIndex:
    """An index in memory, as it was at the same position."""
    made = RoundIndex(journal)
    while made.reached < position:
        made.catch_up(min(RECORDS_A_TURN, position - made.reached))
    return made


def _difference(kept: apsw.Connection, made: RoundIndex) -> str | None:
    """The first row in which they differ, in words."""
    for ours, theirs in zip_longest(readable(kept), made.rows()):
        if ours != theirs:
            row = ours or theirs
            return f"round {row.version} of {row.stream} is not what the journal says ({row.what})"
    return None
