"""Every report, the search, the replay and the floor survive every event that can be stored.

Whatever a casino stores by itself, they answer. What it can't have stored, somebody has put there:
then they answer, or say at which position something does not fit, and nothing else.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from pitboss.casino.app import Casino
from pitboss.casino.codec import read_event, stored
from pitboss.casino.history import UnknownRound, find_round
from pitboss.casino.requests import OWN_IDS, PeopleRequest, Request
from pitboss.casino.stream_ids import link_stream, table_stream
from pitboss.cli.render import report_pages as pages
from pitboss.cli.render.floor_page import floor_json, floor_page
from pitboss.cli.render.replay_page import page, round_as_json
from pitboss.jackpot import commands as lc
from pitboss.jackpot import events as le
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Journal, NewRecord, NotAJournal, Part, Record, Unit
from pitboss.kernel.money import Cents
from pitboss.people.commands import AddPerson, AnyPeopleCommand, NoteFailedSignIn
from pitboss.people.events import PEOPLE_STREAM
from pitboss.people.events import Event as PeopleEvent
from pitboss.people.roles import Role
from pitboss.reports import forms
from pitboss.reports.day import day_report
from pitboss.reports.jackpot import jackpot_report
from pitboss.reports.reconciliation import reconcile
from pitboss.reports.rounds.search import Wanted, search
from pitboss.rulebook.authority import Actor, Post
from pitboss.rulebook.loader import RulebookError
from pitboss.rulebook.shelf import UnknownRulebook
from pitboss.table import commands as tc
from pitboss.table import events as te
from tests.audit.histories import History
from tests.casino.floor import SHELF
from tests.casino.test_codec import KINDS
from tests.properties.rounds import reproducible

TABLE, LINK, REFUSED = "table/", "link/", "refused"

GOLDEN: dict[str, list[str]] = json.loads(
    (Path(__file__).parent.parent / "casino/golden_stored.json").read_text(encoding="utf-8")
)
UTC_ZONE = ZoneInfo("UTC")
STRANGER = Actor(Post.PLAYER, "zoe")
SAYS_WHERE = (NotAJournal, UnknownRound, UnknownRulebook, RulebookError)
_DAY_MS = 86_400_000


# ── everything that reads a journal ───────────────────────────────────────────────────────────────


def days(journal: Journal) -> list[date]:
    """The days on which something was stored, and those beside them."""
    found = set()
    for record in journal.read_all(0, 1_000_000):
        day = datetime.fromtimestamp(record.at_ms / 1_000, UTC).date()
        found |= {day - timedelta(days=1), day, day + timedelta(days=1)}
    return sorted(found)


def readers(journal: Journal) -> Iterator[Callable[[], object]]:
    """Whatever is made of a journal, in every form; each by itself, so that all are tried."""
    names = list(journal.heads())
    tables = [name.removeprefix(TABLE) for name in names if name.startswith(TABLE)]
    for day in days(journal):
        yield partial(day_forms, journal, day)
    for name in names:
        if name.startswith(LINK):
            yield partial(jackpot_forms, journal, name.removeprefix(LINK))
    yield partial(reconcile_forms, journal)
    yield partial(search, journal, tables, Wanted())
    yield partial(search, journal, tables, Wanted(words=("settled", "jackpot"), limit=3))
    for table in tables:
        for round_id in rounds_of(journal, table):
            yield partial(replay_forms, journal, round_id)
    yield partial(floor_forms, journal)


def day_forms(journal: Journal, day: date) -> object:
    report = day_report(journal, day, UTC_ZONE)
    return pages.day_page(report), forms.day_csv(report), forms.day_json(report)


def jackpot_forms(journal: Journal, link: str) -> object:
    report = jackpot_report(journal, link, SHELF, all_hits=True)
    found = [] if report is None else [report]
    return (
        pages.jackpot_page(found, UTC_ZONE),
        forms.jackpot_csv(found),
        forms.jackpot_json(found, UTC_ZONE),
    )


def reconcile_forms(journal: Journal) -> object:
    found = reconcile(journal, SHELF)
    return pages.reconcile_page(found), forms.reconcile_csv(found), forms.reconcile_json(found)


def replay_forms(journal: Journal, round_id: str) -> object:
    found = find_round(journal, round_id)
    return list(page(found, SHELF, UTC_ZONE)), round_as_json(found, SHELF, UTC_ZONE)


def floor_forms(journal: Journal) -> object:
    casino = Casino(journal, shelf=SHELF)
    return floor_page(casino), floor_json(casino)


def rounds_of(journal: Journal, table: str) -> list[str]:
    """The names of a table's rounds, as they are stored."""
    opened = (
        record for record in journal.read(table_stream(table)) if record.kind == "betting-opened/1"
    )
    return [json.loads(record.body)["round"] for record in opened]


# ── what a casino stores by itself ────────────────────────────────────────────────────────────────


class Life(History):
    """A floor with everything that can happen on it, and people who ask for what is not there."""

    def ask_for_nothing(self) -> None:
        """A command for a table or a link that is not there, by whoever."""
        target, command = self.random.choice(
            (
                (table_stream("T99"), tc.PlaceBet(1, "ante", Cents(5_00))),
                (table_stream("T99"), tc.GiveSeed("x" * 300)),
                (table_stream("refused"), tc.Settle()),
                (table_stream("people"), tc.Report(incident="dog-on-table")),
                (link_stream("nolink"), lc.VerifyClaim("T99-1/1")),
                (link_stream("nolink"), lc.FailLink("")),
            )
        )
        assert not self.ask(target, command, STRANGER)

    def sign_in(self) -> None:
        """Something in the stream of people."""
        name = f"person-{self.asked}"
        commands: tuple[AnyPeopleCommand, ...] = (
            AddPerson(name, Role.PLAYER),
            NoteFailedSignIn(name, "192.0.2.1"),
        )
        for number, command in enumerate(commands):
            request = PeopleRequest(id=f"{OWN_IDS[-1]}{self.asked}/{number}", command=command)
            self.casino.carry_out(request)
        self.asked += 1

    def restart(self) -> None:
        """Pitboss stops and starts again: rounds that are on are interrupted."""
        self.casino.recover()

    def live(self, steps: int) -> "Life":
        for _ in range(steps):
            which = self.random.random()
            if which < 0.06:
                self.ask_for_nothing()
            elif which < 0.08:
                self.sign_in()
            elif which < 0.09:
                self.restart()
            else:
                self.play(1)
        return self


@given(st.integers(0, 2**32), st.integers(0, 400))
@settings(reproducible, max_examples=25)
def test_reports_survive_any_life_of_a_casino(seed: int, steps: int) -> None:
    note(f"seed {seed}, {steps} steps")
    journal = MemoryJournal()
    Life(journal, seed, tables=6, wild=0.4).live(steps)
    for read in readers(journal):
        read()
    assert reconcile(journal, SHELF).wrong == ()


def test_one_refused_command_of_a_player_breaks_no_report() -> None:
    journal = MemoryJournal()
    life = Life(journal, 1, tables=2)
    life.ask(table_stream("T99"), tc.PlaceBet(1, "ante", Cents(5_00)), STRANGER)
    life.ask(link_stream("nolink"), lc.VerifyClaim("T99-1/1"), STRANGER)
    (day,) = [one for one in days(journal) if day_report(journal, one, UTC_ZONE).other_refusals]
    report = day_report(journal, day, UTC_ZONE)
    assert (report.other_refusals, report.link_refusals, report.total.refusals) == (2, 0, 0)
    assert "Commands for tables or links that are not there: 2." in pages.day_page(report)
    assert json.loads(forms.day_json(report))["other-refusals"] == 2


def test_only_refusals_and_nothing_else() -> None:
    """A journal in which nobody ever did anything that was allowed."""
    journal = MemoryJournal()
    casino = Casino(journal, shelf=SHELF, clock_ms=lambda: _DAY_MS)
    for number in range(30):
        command = tc.PlaceBet(number, "ante", Cents(1))
        casino.carry_out(Request(str(number), table_stream(f"T{number}"), command, STRANGER))
    assert journal.heads().keys() == {REFUSED}
    for read in readers(journal):
        read()


# ── what somebody has put there ───────────────────────────────────────────────────────────────────


@cache
def lived() -> tuple[Record, ...]:
    """A short life, whose rounds are at all stages."""
    journal = MemoryJournal()
    Life(journal, 5, tables=5, wild=0.3).live(220)
    return tuple(journal.read_all(0, 1_000_000))


def streams_for(kind: str, records: tuple[Record, ...]) -> list[str]:
    """Where an event of a kind would stand, if somebody put it somewhere."""
    event = read_event(Record(1, "x", 1, 1, "x", 0, b"", kind, GOLDEN[kind][0].encode(), b""))
    if isinstance(event, te.TableEvent):
        prefix = TABLE
    elif isinstance(event, le.ContributionMade | le.ContributionReturned):
        prefix = "feed/"
    elif isinstance(event, le.LinkEvent):
        prefix = LINK
    elif isinstance(event, PeopleEvent):
        return [PEOPLE_STREAM]
    else:
        return [REFUSED, "table/T0", "link/RWS", PEOPLE_STREAM]
    names = sorted({record.stream for record in records if record.stream.startswith(prefix)})
    return [*names[:2], f"{prefix}new/T9"]


def planted(kind: str, body: bytes, stream: str, at: int) -> MemoryJournal:
    """The short life with one event more, behind so many commands."""
    journal = MemoryJournal()
    versions: dict[str, int] = {}
    commands = list(dict.fromkeys(record.command for record in lived()))
    keep = set(commands[:at])
    records = lived()

    def put(command: str, at_ms: int, one: str, new: NewRecord) -> None:
        version = versions.get(one, 0)
        versions[one] = version + 1
        unit = Unit(f"{command}/{one}/{version}", b"f", at_ms, (Part(one, version, (new,)),))
        journal.append([unit])

    for record in records:
        if record.command in keep:
            put(record.command, record.at_ms, record.stream, NewRecord(record.kind, record.body))
    put("planted", records[-1].at_ms, stream, NewRecord(kind, body))
    for record in records:
        if record.command not in keep:
            put(record.command, record.at_ms, record.stream, NewRecord(record.kind, record.body))
    return journal


def check(journal: MemoryJournal) -> None:
    for read in readers(journal):
        with suppress(*SAYS_WHERE):
            read()


@pytest.mark.parametrize("kind", KINDS)
def test_an_event_of_any_kind_that_does_not_belong_there(kind: str) -> None:
    for body in GOLDEN[kind]:
        for nth, stream in enumerate(streams_for(kind, lived())):
            check(
                planted(kind, body.encode(), stream, 1_000 if nth == 0 else 7 * (nth + len(kind)))
            )


def other(value: Any) -> st.SearchStrategy[Any]:
    """Something of the same form with other content."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.sampled_from((value, 0, 1, -1, 7, 10**15, -(10**15)))
    if isinstance(value, str):
        names = (
            "",
            "T0",
            "T0-1",
            "T0-1/1",
            "RWS",
            "1",
            "ann",
            "\N{ROMAN NUMERAL TEN}\n\t",
            "x" * 300,
        )
        return st.sampled_from((value, *names))
    if isinstance(value, list):
        return st.just(value) if not value else st.lists(other(value[0]), max_size=3)
    if isinstance(value, dict):
        return st.fixed_dictionaries({name: other(inner) for name, inner in value.items()})
    return st.just(value)


@st.composite
def events(draw: st.DrawFn) -> tuple[str, bytes]:
    """An event that can be read, of any kind, with any content."""
    kind = draw(st.sampled_from(KINDS))
    raw = json.loads(draw(st.sampled_from(GOLDEN[kind])))
    body = msgspec.json.encode(
        {"event": kind} | {n: draw(other(v)) for n, v in raw.items() if n != "event"}
    )
    try:
        return kind, stored(read_event(Record(1, "x", 1, 1, "x", 0, b"", kind, body, b""))).body
    except NotAJournal:
        return kind, GOLDEN[kind][0].encode()


@given(events(), st.integers(0, 3), st.integers(0, 300))
@settings(reproducible, max_examples=60)
def test_an_event_of_any_content_that_does_not_belong_there(
    event: tuple[str, bytes], where: int, at: int
) -> None:
    kind, body = event
    streams = streams_for(kind, lived())
    note(f"{kind} {body!r} in {streams[where % len(streams)]}")
    check(planted(kind, body, streams[where % len(streams)], at))


def test_what_does_not_fit_is_told_with_its_place() -> None:
    journal = planted("claim-verified/1", GOLDEN["claim-verified/1"][0].encode(), "link/RWS", 1_000)
    last = journal.last_position()
    with pytest.raises(NotAJournal) as raised:
        jackpot_report(journal, "RWS", SHELF)
    assert str(raised.value) == (
        f"position {last} in link/RWS does not fit what is stored before it: run pitboss audit"
    )
