"""Finding things in a journal without reading all of it: a round by its id, and the position of a
point in time.
"""

import difflib
from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.casino.codec import AnyCasinoEvent, read_event
from pitboss.casino.encryption import Opener
from pitboss.casino.journal_errors import OutOfPlace, Placed
from pitboss.casino.requests import Stored
from pitboss.casino.stream_ids import StreamKind, kind_of, link_stream, table_of, table_stream
from pitboss.jackpot import events as le
from pitboss.journal.port import Journal, NotAJournal, Record
from pitboss.kernel.names import natural
from pitboss.rulebook.shelf import Shelf
from pitboss.table.events import BettingOpened, RoundConcluded, RulesTaken, TableOpened
from pitboss.table.evolve import evolve
from pitboss.table.state import RoundState, TableState

OPENED = "betting-opened/1"
CONCLUDED = "round-concluded/1"
TABLE_OPENED = "table-opened/1"
RULES_TAKEN = "rules-taken/1"
CLAIM_RAISED = "claim-raised/1"

_BACK = 64
"""Records in the first step of a backward search; each further step doubles it."""


class UnknownRound(LookupError):
    """There is no such round; the message says which there are."""


class FoundRound(msgspec.Struct, frozen=True):
    """A round: how its table was opened, and everything that happened in it, including on its feed
    and its link.
    """

    id: str
    table: str
    number: int
    opened: TableOpened
    rules: RulesTaken | None
    events: tuple[Stored, ...]
    concluded: bool

    def begun(self, shelf: Shelf) -> TableState:
        """The table as it was opened, under the rules the round was played by."""
        state = evolve(None, self.opened, shelf)
        return state if self.rules is None else evolve(state, self.rules, shelf)

    @property
    def own_events(self) -> list[Stored]:
        """What happened at its table. Refusals and interruptions are on record but change
        nothing.
        """
        stream = table_stream(self.table)
        return [
            stored
            for stored in self.events
            if stored.stream == stream and not isinstance(stored.event, AnyCasinoEvent)
        ]


STAGED = "tour/"
"""How the ids of the commands begin with which a demonstration's tour opens its tables and links.
They are a stage, and no part of the house. Nobody else's ids begin so: a caller's begin with a name
and a colon.
"""


def is_staged(journal: Journal, stream: str) -> bool:
    """Whether a table or a link was opened for the tour."""
    first = next(iter(journal.read(stream)), None)
    return first is not None and first.command.startswith(STAGED)


def as_stored(record: Record, opener: Opener | None = None) -> Stored:
    """A record with its event read."""
    return Stored(
        record.position,
        record.stream,
        record.version,
        record.at_ms,
        record.command,
        read_event(record, opener=opener),
    )


def last_of_kind(
    journal: Journal, stream: str, kind: str, up_to: int, back_to: str = ""
) -> Record | None:
    """The last record of a kind in a stream with a version up to ``up_to``, not going back past a
    record of kind ``back_to``.
    """
    end, size = up_to, _BACK
    while end > 0:
        start = max(0, end - size)
        last = None
        for record in journal.read(stream, after=start):
            if record.version > end:
                break
            if record.kind == kind:
                last = record
            elif record.kind == back_to:
                # Everything before this belongs to an earlier opening; search no further back.
                last = None
                start = 0
        if last is not None or start == 0:
            return last
        end, size = start, size * 2
    return None


def find_round(journal: Journal, round_id: str, opener: Opener | None = None) -> FoundRound:
    """Finds a round by its id (``T1-17``) with a binary search, or raises UnknownRound. While the
    round is in progress, its cards can be read only with an ``opener`` that has the key.
    """
    table, dash, digits = round_id.rpartition("-")
    head = journal.head(table_stream(table)) if table else None
    if not dash or head is None or not digits.isdecimal():
        raise UnknownRound(_no_table(journal, round_id))
    stream, number = table_stream(table), int(digits)
    low, high = 0, head.version
    while low < high:
        middle = (low + high) // 2
        opening = _first_opening(journal, stream, middle)
        if opening is None or opening[1] >= number:
            high = middle
        else:
            low = opening[0]
    opening = _first_opening(journal, stream, low)
    if opening is None or opening[1] != number:
        raise UnknownRound(_no_number(journal, table, head.version, number))
    return _whole(journal, table, number, opening[0], opener)


def at_its_end(journal: Journal, round_id: str, shelf: Shelf) -> RoundState | None:
    """A round as it was just before it was concluded; None if it has not been, or does not
    exist.
    """
    try:
        played = find_round(journal, round_id)
    except UnknownRound:
        return None
    if not played.concluded:
        return None
    state = played.begun(shelf)
    events: list[Any] = [stored.event for stored in played.own_events]
    for event in events[:-1]:
        state = evolve(state, event, shelf)
    return state.round


def _first_opening(journal: Journal, stream: str, after: int) -> tuple[int, int] | None:
    """The version and the number of the first round that begins after a version."""
    for record in journal.read(stream, after=after):
        if record.kind == OPENED:
            with Placed(record):
                event = read_event(record)
                if not isinstance(event, BettingOpened):
                    raise OutOfPlace
                return record.version, int(event.round.rpartition("-")[2])
    return None


def _whole(
    journal: Journal, table: str, number: int, version: int, opener: Opener | None
) -> FoundRound:
    stream = table_stream(table)
    opened = last_of_kind(journal, stream, TABLE_OPENED, version)
    if opened is None:
        raise NotAJournal(f"{stream} has a round before the table was opened: run pitboss audit")
    event = read_event(opened)
    if not isinstance(event, TableOpened):
        raise OutOfPlace
    taken = last_of_kind(journal, stream, RULES_TAKEN, version, back_to=TABLE_OPENED)
    rules = None if taken is None else read_event(taken)
    if not (rules is None or isinstance(rules, RulesTaken)):
        raise OutOfPlace
    own: list[Record] = []
    for record in journal.read(stream, after=version - 1):
        own.append(record)
        if record.kind == CONCLUDED:
            break
    concluded = own[-1].kind == CONCLUDED
    records = {record.position: record for record in own}
    if event.settings.link is not None:
        for record in _beside(journal, own, event.settings.link):
            records[record.position] = record
    if concluded:
        opener = _published(own[-1])
    events = tuple(as_stored(records[position], opener) for position in sorted(records))
    return FoundRound(f"{table}-{number}", table, number, event, rules, events, concluded)


def _published(concluded: Record) -> Opener:
    """An opener for a finished round, whose secret is published."""
    event = read_event(concluded)
    if not isinstance(event, RoundConcluded):
        raise OutOfPlace
    return lambda _table, _chain, _number: event.secret or None


def _beside(journal: Journal, own: list[Record], link: str) -> Iterator[Record]:
    """What the round caused in other streams: under its own commands, and on the link until its
    claims were closed.
    """
    claims: dict[str, tuple[str, int]] = {}
    for command in dict.fromkeys(record.command for record in own):
        for record in journal.find_command(command):
            if kind_of(record.stream) not in (StreamKind.LINK, StreamKind.FEED):
                continue
            yield record
            if record.kind == CLAIM_RAISED:
                event = read_event(record)
                if not isinstance(event, le.ClaimRaised):
                    raise OutOfPlace
                claims[event.claim] = (event.table, record.version)
    if claims:
        yield from _about(journal, link_stream(link), claims)


def _about(journal: Journal, stream: str, claims: dict[str, tuple[str, int]]) -> Iterator[Record]:
    """The link's records that decide these claims, from the first until all are closed."""
    tables = {table for table, _ in claims.values()}
    waiting = set(claims)
    for record in journal.read(stream, after=min(version for _, version in claims.values()) - 1):
        match event := read_event(record):
            case le.ClaimVerified() | le.DeclineRecorded():
                if event.claim in claims:
                    yield record
                continue
            case le.ClaimDeclined() | le.ClaimWithdrawn() | le.AwardReversed():
                about = {event.claim}
            case le.AwardPaid():
                about = {award.claim for award in event.awards}
            case le.ClaimsOrdered():
                if tables & set(event.tables):
                    yield record
                continue
            case _:
                continue
        if about & claims.keys():
            yield record
            waiting -= about
        if not waiting:
            return


def _no_table(journal: Journal, round_id: str) -> str:
    tables = map(table_of, journal.heads())
    names = sorted((table for table in tables if table is not None), key=natural)
    if not names:
        return f"there is no round {round_id!r}: this journal has no tables yet"
    table = round_id.rpartition("-")[0] or round_id
    close = difflib.get_close_matches(table, names, n=3, cutoff=0.5) or names[:5]
    return (
        f"there is no round {round_id!r}. A round is named by its table and its number, as "
        f"{close[0]}-1; "
        f"tables like it are {', '.join(close)}"
    )


def _no_number(journal: Journal, table: str, version: int, number: int) -> str:
    last = last_of_kind(journal, table_stream(table), OPENED, version)
    if last is None:
        return f"there is no round {table}-{number}: {table} has played no round yet"
    event = read_event(last)
    if not isinstance(event, BettingOpened):
        raise OutOfPlace
    first = _first_opening(journal, table_stream(table), 0)
    begin = f"{table}-{first[1]}" if first is not None else event.round
    return f"there is no round {table}-{number}: the rounds of {table} are {begin} to {event.round}"


def position_at(journal: Journal, at_ms: int) -> int:
    """A position after which all records from a given time on are stored, provided that records are
    in time order.
    """
    low, high = 0, journal.last_position()
    while low < high:
        middle = (low + high) // 2
        first = journal.read_all(after=middle, limit=1)
        if not first or first[0].at_ms >= at_ms:
            high = middle
        else:
            low = first[0].position
    return low
