"""What past rounds would have paid under another version of their rules, by wager and clause.

Each round's own record is settled by both texts, so that only the rules differ. Claims on a linked
jackpot are paid from what the record says was displayed, by both: the order in which a link would
have paid several tables is not in a round's record.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec

from pitboss.casino.codec import read_event
from pitboss.casino.history import position_at
from pitboss.casino.journal_errors import Placed
from pitboss.casino.stream_ids import table_of
from pitboss.games.faults import Fault
from pitboss.games.record_reader import read_record
from pitboss.games.settle import settle_round
from pitboss.games.settlement import Line
from pitboss.journal.port import Journal
from pitboss.kernel.json_types import Outgoing
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf
from pitboss.table.events import RoundSettled

_KINDS = frozenset(("round-settled/1", "round-concluded/1"))
_PAGE = 1_000


RecordJson: TypeAlias = dict[str, Any]
"""The record of a round, as people write it."""


class _Key(NamedTuple):
    """A wager, and the clauses that decided it under each of the two texts."""

    wager: str
    old: tuple[str, ...]
    new: tuple[str, ...]


class ReplayLine(Outgoing, frozen=True, kw_only=True):
    """Wagers of one kind decided by the same clauses; amounts in cents. ``old`` and ``new`` are
    what was returned and won, with the clauses.
    """

    wager: str
    old_clauses: tuple[str, ...]
    new_clauses: tuple[str, ...]
    count: int
    staked: int
    old: int
    new: int


class ReplayWager(Outgoing, frozen=True, kw_only=True):
    """All wagers of one kind, and how many of them would have paid differently."""

    wager: str
    count: int
    staked: int
    old: int
    new: int
    changed: int


class RulesReplay(Outgoing, frozen=True, kw_only=True):
    """``unsettled`` are rounds whose record the new rules can't settle, with the first reason."""

    old: str
    new: str
    rounds: int
    changed_rounds: int
    wagers: list[ReplayWager]
    lines: list[ReplayLine]
    unsettled: int
    reason: str | None


class _Sums:
    __slots__ = ("changed", "count", "new", "old", "staked")

    def __init__(self) -> None:
        self.count = self.staked = self.old = self.new = self.changed = 0

    def add(self, stake: int, old: int, new: int) -> None:
        self.count += 1
        self.staked += stake
        self.old += old
        self.new += new
        self.changed += old != new


def replay_rules(
    journal: Journal,
    old: Rulebook,
    new: Rulebook,
    since_ms: int | None = None,
    until_ms: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> RulesReplay:
    """Settles every concluded round of a rulebook again, by its original text and by another
    one.
    """
    shelves = (Shelf([old]), _Under(new, old.id))
    wagers: dict[str, _Sums] = {}
    lines: dict[_Key, _Sums] = {}
    rounds = changed = unsettled = 0
    reason = None
    for record in _records(journal, old.id, since_ms, until_ms, progress):
        try:
            before, after = (settle_round(read_record(record, shelf)) for shelf in shelves)
        except Fault as fault:
            unsettled += 1
            reason = reason or f"{record.get('id')}: {fault}"
            continue
        rounds += 1
        differs = False
        pairs = (
            pair
            for one, other in zip(before.boxes, after.boxes, strict=True)
            for pair in zip(one.lines, other.lines, strict=True)
        )
        for was, now in pairs:
            was_paid, now_paid = was.returned + was.winnings, now.returned + now.winnings
            differs |= was_paid != now_paid
            key = _Key(was.bet, _cited(was), _cited(now))
            wagers.setdefault(was.bet, _Sums()).add(was.stake, was_paid, now_paid)
            lines.setdefault(key, _Sums()).add(was.stake, was_paid, now_paid)
        changed += differs
    return RulesReplay(
        old=old.id,
        new=new.id,
        rounds=rounds,
        changed_rounds=changed,
        wagers=[_wager(name, sums) for name, sums in wagers.items()],
        lines=[
            _line(key, sums)
            for key, sums in sorted(
                lines.items(), key=lambda item: (-abs(item[1].new - item[1].old), item[0])
            )
        ],
        unsettled=unsettled,
        reason=reason,
    )


class _Under(Shelf):
    """A shelf on which a rulebook goes by another one's id, as records name it."""

    def __init__(self, book: Rulebook, name: str) -> None:
        super().__init__()
        self._found[name] = book


def _cited(line: Line) -> tuple[str, ...]:
    """The clauses, with the row of the pay table if they are a table."""
    if line.row is None:
        return line.clauses
    return (*line.clauses[:-1], f"{line.clauses[-1]}:{line.row}")


def _wager(name: str, sums: _Sums) -> ReplayWager:
    return ReplayWager(
        wager=name,
        count=sums.count,
        staked=sums.staked,
        old=sums.old,
        new=sums.new,
        changed=sums.changed,
    )


def _line(key: _Key, sums: _Sums) -> ReplayLine:
    return ReplayLine(
        wager=key.wager,
        old_clauses=key.old,
        new_clauses=key.new,
        count=sums.count,
        staked=sums.staked,
        old=sums.old,
        new=sums.new,
    )


def _records(
    journal: Journal,
    rulebook: str,
    since_ms: int | None,
    until_ms: int | None,
    progress: Callable[[int], None],
) -> Iterator[RecordJson]:
    """The records of rounds of a rulebook that were concluded in a time span, in order."""
    after = 0 if since_ms is None else position_at(journal, since_ms)
    settled: dict[str, RoundSettled] = {}
    done = 0
    while page := journal.read_all(after, _PAGE):
        for record in page:
            if until_ms is not None and record.at_ms >= until_ms:
                return
            if record.kind not in _KINDS or table_of(record.stream) is None:
                continue
            with Placed(record):
                event = read_event(record)
            if isinstance(event, RoundSettled):
                # If a round was corrected, the last one counts.
                settled[record.stream] = event
            else:
                last = settled.pop(record.stream, None)
                if last is not None and last.settlement.rulebook == rulebook:
                    plain: RecordJson = msgspec.json.decode(msgspec.json.encode(last.record))
                    yield plain | {"rulebook": rulebook}
        after = page[-1].position
        done += len(page)
        progress(done)
