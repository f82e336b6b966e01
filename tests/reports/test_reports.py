"""Reports over a small floor whose every amount was worked out by hand."""

from datetime import UTC, date, datetime
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any
from weakref import WeakKeyDictionary
from zoneinfo import ZoneInfo

import pytest

from pitboss.casino.history import UnknownRound, find_round, last_of_kind, position_at
from pitboss.casino.stream_ids import link_stream
from pitboss.demo.robot import Robot, Verifier
from pitboss.jackpot import commands as lc
from pitboss.jackpot.parameters import UNITS_PER_CENT, Reason
from pitboss.jackpot.state import ClaimStanding
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.patience import GivenUp, Patience
from pitboss.journal.port import NewRecord, Part, Record, Unit
from pitboss.kernel.money import Cents
from pitboss.reports.day import DayReport, DayTally, TableFigures, bounds_ms, day_report
from pitboss.reports.jackpot import LinkReport, jackpot_report
from pitboss.reports.jackpots import Jackpots
from pitboss.reports.reconciliation import reconcile
from pitboss.reports.today import Today
from tests.casino.floor import SHELF, Floor, FloorTable
from tests.jackpot.links import MAX, MIA
from tests.support import CS, MS

UTC_ZONE = ZoneInfo("UTC")
DAY = date(2026, 3, 1)
NOON_MS = int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp() * 1_000)
HOUR_MS = 3_600_000
CENT = 10_000


def opened(now_ms: int = NOON_MS, **parameters: Any) -> tuple[Floor, FloorTable]:
    """A link from 100,000.00 with a tenth of each bet for the jackpot and 2.5% for the reserve, and
    a table on it.
    """
    floor = Floor()
    floor.clock.now_ms = now_ms
    floor.link("mega", rate_bp=1_000, reserve_bp=250, **parameters)
    return floor, floor.table("t1", MS)


def pair_of_queens(table: FloorTable) -> None:
    """25.00 ante, 50.00 bet and 5.00 progressive against a dealer with ace and king: ante and bet
    win even money.
    """
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    table.cards({1: "Qs Qh 8c 4d 3s", "dealer": "2c 7d 9h Kd As"})
    table.deal_all()
    table.choose(1, "raise", "50")
    table.deal_all()
    table.do("settle")


def royal(table: FloorTable) -> None:
    """The same stakes with a royal flush, up to the claim."""
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    table.cards({1: "Ah Kh Qh Jh Th", "dealer": "2c 7d 9h Kd As"})
    table.deal_all()
    table.choose(1, "raise", "50")
    table.deal_all()
    assert table.claims() == [1]


def of_day(floor: Floor, day: date = DAY, zone: ZoneInfo = UTC_ZONE) -> DayReport:
    return day_report(floor.journal, day, zone)


_READ: WeakKeyDictionary[Any, Jackpots] = WeakKeyDictionary()


def of_link(floor: Floor, link: str = "mega", *, all_hits: bool = False) -> LinkReport:
    found = jackpot_report(floor.journal, link, SHELF, all_hits=all_hits)
    assert found is not None
    assert found.composed_units == found.meter_units, "the parts come to the jackpot"
    # Asked again and again in a test, it reads on from where it was.
    now = _READ.setdefault(floor.journal, Jackpots(floor.journal, SHELF)).now(link)
    assert now is not None
    assert sum(units for _, units in now.parts) == found.displayed * UNITS_PER_CENT
    assert found.displayed == floor.casino.displayed(link)
    return found


# ── a day ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_round_that_the_player_wins() -> None:
    floor, table = opened()
    pair_of_queens(table)
    table.do("conclude")
    (row,) = of_day(floor).rows
    assert (row.table, row.rulebook, row.link) == ("t1", MS, "mega")
    # 25 + 50 + 5 staked; 75 went back and 75 were paid: the table took 80 - 150.
    assert row.figures == TableFigures(
        rounds=1,
        turnover_cents=80_00,
        handle_cents=80_00,
        win_cents=-70_00,
        # A tenth of 5.00, and 2.5% of it.
        meter_units=50 * CENT,
        reserve_units=125_000,
    )
    assert row.figures.contributions_units == 625_000
    # -70.00 of 80.00 is -87.5%.
    assert row.figures.win_bp == -8750
    assert table.state.house == -70_00


def test_a_round_is_of_the_day_on_which_it_was_concluded() -> None:
    """Chips move then. It was settled long before, so its settlement has to be looked for."""
    floor, table = opened()
    pair_of_queens(table)
    floor.clock.now_ms += 13 * HOUR_MS
    table.do("conclude")
    first, second = of_day(floor), of_day(floor, date(2026, 3, 2))
    assert first.total.rounds == 0
    assert first.total.contributions_units == 625_000
    assert second.total.rounds == 1
    assert second.total.win_cents == -70_00
    assert second.total.contributions_units == 0


def test_a_void_round_counts_as_staked_but_not_as_decided() -> None:
    floor, table = opened()
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    table.deal()
    table.do("report", incident="cards-exposed", facts={"count": 2, "players_have_seen": False})
    assert table.phase == "void"
    table.do("settle")
    table.do("conclude")
    total = of_day(floor).total
    assert total == TableFigures(void_rounds=1, turnover_cents=30_00, incidents=1)
    assert total.win_bp == 0


def test_a_round_without_bets_is_no_round() -> None:
    floor, table = opened()
    table.do("open-betting")
    table.do("conclude")
    assert of_day(floor).rows == ()


def test_an_award_is_the_links_and_not_the_tables_loss() -> None:
    floor, table = opened()
    royal(table)
    mega_shown = 100_000_50
    floor.casino.carry_out(floor.request(link_stream("mega"), lc.VerifyClaim("t1-1/1"), MAX))
    table.finish()
    total = of_day(floor).total
    assert total.hits == 1
    assert total.awards_cents == mega_shown
    # 25.00 for the ante, and 250 to 1 on the bet of 50.00 [4.1].
    assert total.win_cents == 80_00 - (25_00 + 25_00) - (50_00 + 12_500_00)
    assert total.win_cents - total.awards_cents == table.state.house


def test_refusals_and_interruptions_are_counted() -> None:
    floor, table = opened()
    table.refuse("deal")
    table.refuse("settle")
    floor.ask(link_stream("mega"), lc.ApproveCorrection(), MAX)
    table.lay(ann=(1, {"ante": "25"}))
    floor.casino.recover()
    report = of_day(floor)
    assert report.total.refusals == 2
    assert report.total.interruptions == 1
    assert report.link_refusals == 1


def test_a_table_that_changes_its_rulebook_has_two_rows() -> None:
    floor, table = opened()
    pair_of_queens(table)
    table.do("conclude")
    table.do("close-table", by="pit-supervisor:sam")
    floor.table("t1", CS)
    pair_of_queens(table)
    table.do("conclude")
    report = of_day(floor)
    assert [(row.table, row.rulebook, row.figures.rounds) for row in report.rows] == [
        ("t1", CS, 1),
        ("t1", MS, 1),
    ]
    assert {name: figures.rounds for name, figures in report.by_rulebook().items()} == {
        CS: 1,
        MS: 1,
    }
    assert report.total.rounds == 2


def test_a_day_begins_where_the_zone_says() -> None:
    """Noon in London is 20:00 in Singapore; four hours later it is the next day there."""
    floor, table = opened(NOON_MS + 4 * HOUR_MS)
    pair_of_queens(table)
    table.do("conclude")
    singapore = ZoneInfo("Asia/Singapore")
    assert of_day(floor, DAY, singapore).total.rounds == 0
    assert of_day(floor, date(2026, 3, 2), singapore).total.rounds == 1


def test_a_day_may_have_23_or_25_hours() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    lengths = [
        (end - start) // HOUR_MS
        for start, end in (
            bounds_ms(day, berlin) for day in (date(2026, 3, 29), date(2026, 10, 25), DAY)
        )
    ]
    assert lengths == [23, 25, 24]


@pytest.mark.parametrize(
    ("win", "turnover", "share"),
    [
        (1, 3, 3333),
        (2, 3, 6667),
        (-1, 3, -3333),
        (1, 20_000, 1),
        (-1, 20_000, -1),
        (0, 5, 0),
        (5, 5, 10_000),
    ],
)
def test_win_of_turnover_is_rounded_half_away_from_zero(
    win: int, turnover: int, share: int
) -> None:
    assert TableFigures(win_cents=win, turnover_cents=turnover).win_bp == share


def test_an_award_that_is_taken_back_is_no_hit() -> None:
    floor, table = opened()
    royal(table)
    floor.ask(link_stream("mega"), lc.VerifyClaim("t1-1/1"), MAX)
    assert of_day(floor).total.hits == 1
    table.do("report", incident="foreign-card", facts={})
    assert table.phase == "void"
    total = of_day(floor).total
    assert (total.hits, total.awards_cents) == (0, 0)
    (hit,) = of_link(floor).hits
    assert hit.standing is ClaimStanding.WITHDRAWN
    assert hit.award is None
    assert hit.note is not None
    assert "100000.50" in hit.note


# ── a jackpot ─────────────────────────────────────────────────────────────────────────────────────


def test_a_jackpot_before_anything_was_won() -> None:
    floor, table = opened()
    other = floor.table("t2", MS)
    pair_of_queens(table)
    assert floor.casino.enter_contributions("mega")
    pair_of_queens(other)
    report = of_link(floor)
    assert report.since.award_of is None
    assert report.start_units == 100_000_00 * CENT
    assert [(t.table, t.entered_units, t.waiting_units) for t in report.tables] == [
        ("t1", 50 * CENT, 0),
        ("t2", 0, 50 * CENT),
    ]
    assert report.meter_units == 100_000_50 * CENT
    assert report.displayed == 100_001_00
    assert (report.reserve_units, report.reserve_waiting_units) == (125_000, 125_000)
    assert report.hits == ()


def test_a_jackpot_since_it_was_won() -> None:
    floor, table = opened()
    royal(table)
    floor.ask(link_stream("mega"), lc.VerifyClaim("t1-1/1"), MAX)
    table.finish()
    pair_of_queens(table)
    report = of_link(floor)
    assert report.since.award_of == "t1-1/1"
    assert report.start_units == 100_000_00 * CENT
    assert [(t.entered_units, t.waiting_units) for t in report.tables] == [(0, 50 * CENT)]
    assert report.awards_cents == 0
    (hit,) = report.hits
    assert (hit.claim, hit.hand, hit.part, hit.award, hit.order, hit.resets) == (
        "t1-1/1",
        "royal-flush",
        "1",
        100_000_50,
        1,
        True,
    )
    assert hit.verified_by == (MAX,)
    assert report.hits_ever == 1


def test_hits_of_earlier_jackpots_are_listed_when_asked_for() -> None:
    floor, table = opened()
    for number in (1, 2):
        royal(table)
        floor.ask(link_stream("mega"), lc.VerifyClaim(f"t1-{number}/1"), MAX)
        table.finish()
    assert [hit.claim for hit in of_link(floor).hits] == ["t1-2/1"]
    assert [hit.claim for hit in of_link(floor, all_hits=True).hits] == ["t1-1/1", "t1-2/1"]


def test_corrections_and_the_cap_have_their_place() -> None:
    floor, table = opened(cap="100000.25")
    pair_of_queens(table)
    floor.casino.enter_contributions("mega")
    desk = link_stream("mega")
    floor.ask(desk, lc.ProposeCorrection(Cents(-10), Reason.DOUBLE_ENTRY, "Entered twice."), MAX)
    floor.ask(desk, lc.ApproveCorrection(), MIA)
    report = of_link(floor)
    # 0.50 came in; 0.25 of it was over the cap.
    assert report.to_overflow_units == 25 * CENT
    assert report.overflow_units == 25 * CENT
    assert [(found.amount, found.reason, found.approved_by) for found in report.corrections] == [
        (-10, "double-entry", MIA)
    ]
    assert report.meter_units == 100_000_15 * CENT


def test_a_declined_claim_says_by_whom_and_why() -> None:
    floor, table = opened()
    royal(table)
    assert of_link(floor).locked
    floor.ask(link_stream("mega"), lc.DeclineClaim("t1-1/1", "A card was marked."), MAX)
    (hit,) = of_link(floor).hits
    assert hit.standing is ClaimStanding.DECLINED
    assert hit.note == "declined by max: A card was marked."


def test_a_claim_that_two_decline_says_by_whom_and_why() -> None:
    floor, table = opened(verifiers=2)
    royal(table)
    desk = link_stream("mega")
    floor.ask(desk, lc.DeclineClaim("t1-1/1", "A card was marked."), MAX)
    (hit,) = of_link(floor).hits
    assert (hit.standing, hit.declined_by) == (ClaimStanding.OPEN, (MAX,))
    assert hit.note == "declined by max: A card was marked."
    floor.ask(desk, lc.VerifyClaim("t1-1/1"), MAX)
    (hit,) = of_link(floor).hits
    assert (hit.verified_by, hit.declined_by, hit.note) == ((MAX,), (), None)
    floor.ask(desk, lc.DeclineClaim("t1-1/1", "Two cards were marked."), MIA)
    floor.ask(desk, lc.DeclineClaim("t1-1/1", "So they were."), MAX)
    (hit,) = of_link(floor).hits
    assert (hit.standing, hit.verified_by, hit.declined_by) == (
        ClaimStanding.DECLINED,
        (),
        (MIA, MAX),
    )
    assert hit.note == "declined by mia: Two cards were marked.; declined by max: So they were."
    kinds = [
        str(entry.event.__struct_config__.tag) for entry in find_round(floor.journal, "t1-1").events
    ]
    assert kinds[-4:] == [
        "decline-recorded/1",
        "claim-verified/1",
        "decline-recorded/1",
        "claim-declined/1",
    ]


def test_there_is_no_report_on_a_link_that_is_not_there() -> None:
    assert jackpot_report(MemoryJournal(), "mega", SHELF) is None


# ── everything added up ───────────────────────────────────────────────────────────────────────────


def played(seed: int, commands: int = 1_200) -> Floor:
    """A random history on two tables, with flushes and trouble forced in."""
    floor, table = opened()
    floor.table("t2", CS)
    robots = [Robot(name, seed, flushes=0.1, trouble=0.1) for name in (table.name, "t2")]
    verifier = Verifier("mega", seed)
    casino = floor.casino
    for number in range(commands):
        robot = robots[number % 2]
        state = casino.table(robot.table)
        assert state is not None
        if (request := robot.request(state)) is not None:
            casino.carry_out(request)
        linked = casino.link("mega")
        assert linked is not None
        if number % 5 == 0 and (asked := verifier.request(linked, SHELF)) is not None:
            casino.carry_out(asked)
        if number % 100 == 0:
            casino.enter_contributions("mega")
    return floor


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_random_history_adds_up_in_every_report(seed: int) -> None:
    floor = played(seed)
    found = reconcile(floor.journal, SHELF)
    assert found.wrong == (), f"seed {seed}"
    assert found.events == floor.journal.count()
    total = of_day(floor).total
    # The report's day is long enough for all of it: both tables, to the cent.
    houses = sum(state.house for name in ("t1", "t2") if (state := floor.casino.table(name)))
    awards_settled = total.win_cents - houses
    assert total.rounds > 20, f"seed {seed}"
    link = of_link(floor, all_hits=True)
    assert total.hits == link.hits_ever
    paid = sum(hit.award or 0 for hit in link.hits)
    assert total.awards_cents == paid, f"seed {seed}"
    # An award may wait for its round to be concluded, never the other way round.
    assert 0 <= awards_settled <= paid, f"seed {seed}"


def tampered(floor: Floor, kind: str, change: dict[str, Any]) -> MemoryJournal:
    """The same journal with one field of the last event of a kind changed, and every hash made
    anew.
    """
    import msgspec

    records = floor.journal.read_all(limit=1_000_000)
    last = [record.position for record in records if record.kind == kind][-1]
    copy = MemoryJournal()
    for command, group in groupby(records, attrgetter("command")):
        unit = list(group)
        parts: dict[str, Part] = {}
        for record in unit:
            body = record.body
            if record.position == last:
                body = msgspec.json.encode(msgspec.json.decode(body) | change)
            part = parts.get(record.stream) or Part(record.stream, record.version - 1, ())
            new = (*part.records, NewRecord(record.kind, body))
            parts[record.stream] = Part(part.stream, part.expected, new)
        entry = unit[0].entry or b""
        copy.append([Unit(command, entry, unit[0].at_ms, tuple(parts.values()))])
    return copy


def test_a_feed_that_says_more_than_its_bets_is_found() -> None:
    floor, table = opened()
    pair_of_queens(table)
    assert reconcile(floor.journal, SHELF).right
    wrong = reconcile(tampered(floor, "contribution-made/1", {"meter-total": 500_001}), SHELF).wrong
    assert [
        (check.about, check.what, check.expected_units, check.found_units) for check in wrong
    ] == [("feed/mega/t1", "bets times rates are the feed", 625_000, 625_001)]


def test_a_link_that_enters_more_than_was_put_in_is_found() -> None:
    floor, table = opened()
    pair_of_queens(table)
    floor.casino.enter_contributions("mega")
    changed = tampered(floor, "contributions-folded/1", {"meter-units": 500_007})
    wrong = reconcile(changed, SHELF).wrong
    assert ("link/mega", "tables' contributions reached the link", 625_000, 625_007) in [
        (check.about, check.what, check.expected_units, check.found_units) for check in wrong
    ]


def test_a_journal_that_is_written_to_meanwhile_still_adds_up() -> None:
    """Another process goes on while the sums are made: each stream is compared as of one
    version.
    """
    floor, table = opened()
    pair_of_queens(table)
    table.do("conclude")
    seen: list[int] = []

    def more(done: int) -> None:
        if not seen:
            pair_of_queens(table)
            floor.casino.enter_contributions("mega")
        seen.append(done)

    found = reconcile(floor.journal, SHELF, more)
    assert found.wrong == ()
    assert found.events == floor.journal.count()


# ── finding ───────────────────────────────────────────────────────────────────────────────────────


def test_every_round_is_found_by_its_id() -> None:
    floor = played(4, 600)
    for name in ("t1", "t2"):
        state = floor.casino.table(name)
        assert state is not None
        assert state.rounds > 5
        for number in range(1, state.rounds + 1):
            found = find_round(floor.journal, f"{name}-{number}")
            first: Any = found.events[0].event
            assert first.round == f"{name}-{number}"
            assert found.concluded == (number < state.rounds or state.round is None)


def test_a_round_comes_with_what_it_did_elsewhere() -> None:
    floor, table = opened()
    floor.table("t2", CS)
    royal(table)
    floor.ask(link_stream("mega"), lc.VerifyClaim("t1-1/1"), MAX)
    table.finish()
    found = find_round(floor.journal, "t1-1")
    beside = [
        (entry.stream, str(entry.event.__struct_config__.tag))
        for entry in found.events
        if entry.stream != "table/t1"
    ]
    assert beside == [
        ("feed/mega/t1", "contribution-made/1"),
        ("link/mega", "contributions-folded/1"),
        ("link/mega", "claim-raised/1"),
        ("link/mega", "claim-verified/1"),
        ("link/mega", "award-paid/1"),
    ]
    assert [entry.position for entry in found.events] == sorted(
        {entry.position for entry in found.events}
    )


@pytest.mark.parametrize(
    ("round_id", "says"),
    [
        ("t1-3", "there is no round t1-3: the rounds of t1 are t1-1 to t1-2"),
        ("t1-0", "there is no round t1-0: the rounds of t1 are t1-1 to t1-2"),
        ("t2-1", "there is no round t2-1: t2 has played no round yet"),
        ("x1-1", "tables like it are t1"),
        ("t1", "A round is named by its table and its number, as t1-1"),
        ("", "as t1-1"),
    ],
)
def test_a_round_that_is_not_there(round_id: str, says: str) -> None:
    floor, table = opened()
    floor.table("t2", CS)
    for _ in range(2):
        pair_of_queens(table)
        table.do("conclude")
    with pytest.raises(UnknownRound, match=says):
        find_round(floor.journal, round_id)


def test_an_empty_journal_has_no_rounds() -> None:
    with pytest.raises(UnknownRound, match="this journal has no tables yet"):
        find_round(MemoryJournal(), "t1-1")


def test_looking_backwards_ends_where_it_is_told() -> None:
    journal = MemoryJournal()
    kinds = ["a", "stop", "b", *["c"] * 500]
    part = Part("s", 0, tuple(NewRecord(kind, b"") for kind in kinds))
    journal.append([Unit("one", b"f", 0, (part,))])
    far = last_of_kind(journal, "s", "b", 503)
    assert far is not None
    assert far.version == 3
    assert last_of_kind(journal, "s", "a", 503, back_to="stop") is None
    first = last_of_kind(journal, "s", "a", 503)
    assert first is not None
    assert first.version == 1
    assert last_of_kind(journal, "s", "b", 2) is None


def test_a_moment_is_found_by_halving() -> None:
    journal = MemoryJournal()
    for number in range(100):
        part = Part("s", number, (NewRecord("a", b""),))
        journal.append([Unit(f"c{number}", b"f", number * 10, (part,))])
    assert position_at(journal, 0) == 0
    assert position_at(journal, 500) == 50
    assert position_at(journal, 501) == 51
    assert position_at(journal, 10_000) == 100
    assert position_at(MemoryJournal(), 5) == 0


def test_the_system_can_be_named() -> None:
    """What recovery does at start-up is in the journal under the system's own name."""
    floor, table = opened()
    table.lay(ann=(1, {"ante": "25"}))
    floor.casino.recover()
    found = find_round(floor.journal, "t1-1")
    kinds = [str(entry.event.__struct_config__.tag) for entry in found.events]
    assert "round-interrupted/1" in kinds


def test_stored_forms_are_not_invented_here() -> None:
    """The kinds that reports look for by name are names of events."""
    from pitboss.casino.history import CLAIM_RAISED, CONCLUDED, OPENED, TABLE_OPENED
    from pitboss.reports import day
    from tests.casino.test_codec import KINDS

    assert {*day._COUNTED, day.SETTLED, CLAIM_RAISED, CONCLUDED, OPENED, TABLE_OPENED} <= set(KINDS)


# ── what somebody does not wait for ───────────────────────────────────────────────────────────────


class Short(Patience):
    """Patience for so many looks into the journal."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    def check(self) -> None:
        self._looks -= 1
        if self._looks < 0:
            self.end()
        super().check()


def test_what_is_given_up_halfway_is_counted_once_and_gone_on_with() -> None:
    floor, table = opened()
    jackpots, today = Jackpots(floor.journal, SHELF), Today(floor.journal, lambda: UTC_ZONE)
    given_up = 0
    for played in range(3):
        pair_of_queens(table)
        table.do("conclude")
        floor.casino.enter_contributions("mega")
        for looks in range(8):
            for work in (partial(jackpots.now, "mega"), partial(today.written, NOON_MS)):
                try:
                    Short(looks).carry_out(work)
                except GivenUp:
                    given_up += 1
        assert jackpots.now("mega") == Jackpots(floor.journal, SHELF).now("mega")
        fresh = Today(floor.journal, lambda: UTC_ZONE).written(NOON_MS)
        assert today.written(NOON_MS) == fresh
        assert fresh.tables[0].figures.rounds == played + 1
    assert given_up > 12


def test_the_day_so_far_is_the_days_report_and_reads_on_from_where_it_was() -> None:
    floor, table = opened()
    pair_of_queens(table)
    table.do("conclude")
    read: list[int] = []
    more = floor.journal.read_news

    def counted(after: int = 0, limit: int = 1000) -> list[Record]:
        records = more(after, limit)
        read.append(len(records))
        return records

    today = Today(floor.journal, lambda: UTC_ZONE)
    floor.journal.read_news = counted  # type: ignore[method-assign] # counts on the way
    assert today.report(NOON_MS) == of_day(floor)
    whole = sum(read)
    pair_of_queens(table)
    table.do("conclude")
    read.clear()
    assert today.report(NOON_MS) == of_day(floor)
    assert 0 < sum(read) < whole


def test_records_that_no_figure_needs_are_not_looked_at() -> None:
    floor, table = opened()
    pair_of_queens(table)
    table.do("conclude")
    tally = DayTally(floor.journal, *bounds_ms(DAY, UTC_ZONE))
    looked_at = []
    for record in floor.journal.read_all():
        if tally.needs(record):
            looked_at.append(record.kind)
            tally.take(record)
    assert tally.report(DAY, UTC_ZONE) == of_day(floor)
    assert looked_at.count("round-settled/1") == looked_at.count("round-concluded/1") == 1
    # But for the first of each stream, which says under what a table was opened.
    assert [kind for kind in looked_at if kind in ("bet-placed/1", "hand-examined/1")] == []
