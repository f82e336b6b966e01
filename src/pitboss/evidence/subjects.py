"""The subjects of evidence, and the records that belong to each."""

import json
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from pitboss.casino.codec import read_event
from pitboss.casino.history import (
    CLAIM_RAISED,
    CONCLUDED,
    OPENED,
    RULES_TAKEN,
    TABLE_OPENED,
    FoundRound,
    UnknownRound,
    find_round,
    last_of_kind,
    position_at,
)
from pitboss.casino.journal_errors import OutOfPlace
from pitboss.casino.stream_ids import HOUSE_STREAM, link_of, table_stream
from pitboss.journal.port import Journal, NotAJournal, Record
from pitboss.reports.day import bounds_ms, read_day
from pitboss.rulebook.texts import unpinned
from pitboss.table.events import BettingOpened, ShuffleChainPublished

CHAIN_PUBLISHED = "shuffle-chain-published/1"
MONEY_DECIDED = "money-decided/1"
CHUNK = 1_000
DAY = re.compile(r"\d{4}-\d\d-\d\d")

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much."""

_ROUTINE = frozenset(
    (
        "bet-placed/1",
        "bet-withdrawn/1",
        "betting-closed/1",
        "betting-opened/1",
        "card-burnt/1",
        "cards-dealt/1",
        "checked/1",
        "contribution-made/1",
        "contributions-folded/1",
        "decisions-ended/1",
        "folded/1",
        "hand-examined/1",
        "hand-set/1",
        "raised/1",
        "seed-committed/1",
        "seed-opened/1",
        "shuffle-fixed/1",
        "turned-over/1",
    )
)
"""The routine events of every round; a day's page only reports their outcome."""

_SIGNING_IN = frozenset(
    ("session-opened/1", "session-seen/1", "session-closed/1", "sign-in-failed/1")
)


class NoSubject(LookupError):
    """There is nothing of that name, or it is not over; the message says what there is."""


class SubjectKind(StrEnum):
    ROUND = "round"
    CLAIM = "claim"
    PERSON = "person"
    DAY = "day"


class Subject(msgspec.Struct, frozen=True):
    """What the evidence is about: its records by stream and version, those reported on its page (by
    position), and its rounds.
    """

    kind: SubjectKind
    name: str
    versions: dict[str, set[int]]
    told: set[int]
    rounds: tuple[FoundRound, ...]


class _Collected:
    """The records collected for a subject."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.versions: dict[str, set[int]] = {}
        self.told: set[int] = set()
        self.rounds: dict[str, FoundRound] = {}

    def take(self, record: Record, told: bool = True) -> None:
        self.versions.setdefault(record.stream, set()).add(record.version)
        if told:
            self.told.add(record.position)

    def take_round(self, played: FoundRound, told: bool = True) -> None:
        """Takes a whole round, how its table was opened, and the chain that holds its secret."""
        self.rounds[played.id] = played
        for stored in played.events:
            self.versions.setdefault(stored.stream, set()).add(stored.version)
            if told:
                self.told.add(stored.position)
        stream = table_stream(played.table)
        # The round's own first event: another process may have written to a stream before it.
        begun = next(one for one in played.events if isinstance(one.event, BettingOpened))
        opened = last_of_kind(self.journal, stream, TABLE_OPENED, begun.version)
        if opened is None:
            raise NotAJournal("a round is found at a table that was opened")
        self.take(opened, told)
        self._take_rules(stream, begun.version)
        if not isinstance(begun.event, BettingOpened):
            raise OutOfPlace
        if begun.event.chain:
            for record in self._chains(stream, begun.version, begun.event.chain.end):
                self.take(record, told)

    def take_decisions(self, played: FoundRound) -> None:
        """Takes decisions about money made after a round was concluded."""
        stream = table_stream(played.table)
        over = max(stored.version for stored in played.events if stored.stream == stream)
        for record in self.journal.read(stream, after=over):
            if record.kind == MONEY_DECIDED and json.loads(record.body)["round"] == played.id:
                self.take(record)

    def _take_rules(self, stream: str, version: int) -> None:
        """Takes the text the table played by and who adopted it, if on record."""
        taken = last_of_kind(self.journal, stream, RULES_TAKEN, version, back_to=TABLE_OPENED)
        if taken is None:
            return
        self.take(taken)
        _, rules = unpinned(json.loads(taken.body)["rulebook"])
        for record in self.journal.read(HOUSE_STREAM):
            if json.loads(record.body)["rules"] == rules:
                self.take(record)

    def _chains(self, stream: str, version: int, end: str) -> Iterator[Record]:
        while (record := last_of_kind(self.journal, stream, CHAIN_PUBLISHED, version)) is not None:
            event = read_event(record)
            if not isinstance(event, ShuffleChainPublished):
                raise OutOfPlace
            if event.chain.end == end:
                yield record
                return
            version = record.version - 1

    def subject(self, kind: SubjectKind, name: str) -> Subject:
        rounds = tuple(sorted(self.rounds.values(), key=_concluded_at))
        return Subject(kind, name, self.versions, self.told, rounds)


def _concluded_at(played: FoundRound) -> int:
    # By the last record of the round's own table, as the link may still be deciding claims later.
    stream = table_stream(played.table)
    return max(stored.position for stored in played.events if stored.stream == stream)


def _say_nothing(_what: str, _done: int, _of: int) -> None:
    """For callers that show no progress."""


def find_subject(
    journal: Journal,
    name: str,
    zone: ZoneInfo,
    kind: SubjectKind | None = None,
    progress: Progress = _say_nothing,
) -> Subject:
    """The subject that a name refers to, with everything that belongs to it; raises NoSubject."""
    if kind is SubjectKind.DAY or (kind is None and DAY.fullmatch(name)):
        return _day(journal, name, zone, progress)
    missing = ""
    if kind in (None, SubjectKind.ROUND):
        try:
            return _round(journal, name)
        except UnknownRound as error:
            if kind is not None:
                raise NoSubject(str(error)) from None
            missing = str(error)
    if kind in (None, SubjectKind.CLAIM):
        claim = _claim(journal, name)
        if claim is not None:
            return claim
        if kind is not None:
            raise NoSubject(
                f"there is no claim {name!r}. A claim is named by its round and box, as T1-17/3; "
                "'pitboss report jackpot --all' lists them"
            )
    person = _person(journal, name, progress)
    if person is not None:
        return person
    if kind is not None:
        raise NoSubject(f"nobody called {name!r} is named anywhere in this journal")
    raise NoSubject(f"{missing}. Nor is {name!r} a claim, a day like 2026-11-15, or a person")


def _over(played: FoundRound) -> FoundRound:
    if not played.concluded:
        raise NoSubject(
            f"round {played.id} is still on: its cards and its secret are nobody's yet. Conclude "
            "it first"
        )
    return played


def _round(journal: Journal, name: str) -> Subject:
    collected, played = _Collected(journal), _over(find_round(journal, name))
    collected.take_round(played)
    collected.take_decisions(played)
    return collected.subject(SubjectKind.ROUND, name)


def _claim(journal: Journal, name: str) -> Subject | None:
    """A claim with its round and everything decided about it."""
    for stream in journal.heads():
        if link_of(stream) is None:
            continue
        for record in journal.read(stream):
            if record.kind != CLAIM_RAISED:
                continue
            event = json.loads(record.body)
            if event["claim"] != name:
                continue
            collected, played = _Collected(journal), _over(find_round(journal, event["round"]))
            collected.take_round(played)
            collected.take_decisions(played)
            collected.take(record)
            return collected.subject(SubjectKind.CLAIM, name)
    return None


def _everything(journal: Journal, after: int, what: str, progress: Progress) -> Iterator[Record]:
    done, of = 0, journal.count()
    while records := journal.read_all(after, CHUNK):
        yield from records
        after, done = records[-1].position, done + len(records)
        progress(what, done, of)


def names(event: Any, name: str) -> bool:
    """Whether an event names somebody, in whatever field."""
    if isinstance(event, dict):
        return name in event or any(names(part, name) for part in event.values())
    if isinstance(event, list):
        return any(names(part, name) for part in event)
    return bool(event == name)


def _person(journal: Journal, name: str, progress: Progress) -> Subject | None:
    """Everything that names a person, and the whole of each round in which he bet."""
    collected = _Collected(journal)
    written = json.dumps(name, ensure_ascii=False).encode()
    on: dict[str, str] = {}
    played: dict[str, None] = {}
    for record in _everything(journal, 0, "looking for the person", progress):
        if record.kind == OPENED:
            on[record.stream] = json.loads(record.body)["round"]
        if written not in record.body:
            continue
        event = json.loads(record.body)
        if names(event, name):
            collected.take(record)
            if record.kind == "bet-placed/1" and event["player"] == name:
                played[on[record.stream]] = None
    for done, round_id in enumerate(played):
        progress("reading rounds", done, len(played))
        whole = find_round(journal, round_id)
        if whole.concluded:
            collected.take_round(whole, told=False)
    return collected.subject(SubjectKind.PERSON, name) if collected.versions else None


def _day(journal: Journal, name: str, zone: ZoneInfo, progress: Progress) -> Subject:
    """Everything stored on a day, and the whole of each round concluded on it."""
    try:
        start, end = bounds_ms(read_day(name), zone)
    except ValueError as error:
        raise NoSubject(f"{name!r} is no day: {error}") from None
    collected = _Collected(journal)
    on: dict[str, str] = {}
    over: list[str] = []
    for record in _everything(journal, position_at(journal, start), "reading the day", progress):
        if record.at_ms >= end:
            break
        if record.at_ms < start or record.kind in _SIGNING_IN:
            continue
        collected.take(record, told=record.kind not in _ROUTINE)
        if record.kind == OPENED:
            on[record.stream] = json.loads(record.body)["round"]
        if record.kind == CONCLUDED:
            over.append(on.get(record.stream) or _round_before(journal, record))
    if not collected.versions:
        raise NoSubject(f"nothing was stored on {name} ({zone.key})")
    for done, round_id in enumerate(over):
        progress("reading rounds", done, len(over))
        collected.take_round(find_round(journal, round_id), told=False)
    return collected.subject(SubjectKind.DAY, f"{name} {zone.key}")


def _round_before(journal: Journal, concluded: Record) -> str:
    """The round that began on an earlier day."""
    opened = last_of_kind(journal, concluded.stream, OPENED, concluded.version)
    if opened is None:
        raise NotAJournal("what is concluded was opened")
    return str(json.loads(opened.body)["round"])
