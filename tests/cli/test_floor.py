"""What waits for somebody on the floor, and what happens on a link, in words."""

from contextlib import closing
from pathlib import Path

import pytest

from pitboss.casino.codec import CommandRefused, RoundInterrupted
from pitboss.casino.stream_ids import link_stream
from pitboss.cli.render.floor_page import floor_page, links_of, tables_of, waiting
from pitboss.cli.render.link_story import AnyOther, other_as_json, tell_other
from pitboss.demo.house import play_demo
from pitboss.jackpot import commands as lc
from pitboss.jackpot import events as e
from pitboss.jackpot.parameters import Reason
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.kernel.money import Cents
from tests.casino.floor import Floor
from tests.cli.journals import Shell
from tests.jackpot.links import MAX, MIA, SUPERVISOR, parameters
from tests.reports.test_reports import NOON_MS, opened, royal
from tests.support import CS


def waits(floor: Floor) -> list[tuple[str, str]]:
    return [
        (found.where, found.what)
        for found in waiting(tables_of(floor.casino), links_of(floor.casino))
    ]


def test_a_claim_waits_and_says_who_has_agreed() -> None:
    floor, table = opened(verifiers=2)
    assert waits(floor) == []
    royal(table)
    assert waits(floor) == [("link mega", "claim t1-1/1 (open): royal flush of ann")]
    floor.ask(link_stream("mega"), lc.VerifyClaim("t1-1/1"), SUPERVISOR)
    assert waits(floor) == [
        ("link mega", "claim t1-1/1 (open): royal flush of ann; verified by sam")
    ]
    floor.ask(link_stream("mega"), lc.DeclineClaim("t1-1/1", "A card was marked."), MAX)
    assert waits(floor) == [
        ("link mega", "claim t1-1/1 (open): royal flush of ann; verified by sam; declined by max")
    ]
    assert "link mega: claim t1-1/1" in floor_page(floor.casino)


def test_what_was_proposed_waits() -> None:
    floor, table = opened()
    desk = link_stream("mega")
    floor.ask(desk, lc.ProposeCorrection(Cents(5_00), Reason.MISSED_ENTRY, "See log."), MAX)
    assert waits(floor) == [
        ("link mega", "a correction of 5.00 that max proposed waits for a second person")
    ]
    floor.ask(desk, lc.WithdrawProposal(), MAX)
    table.bet(ann=(1, {"ante": "25", "progressive": "5"}))
    floor.casino.enter_contributions("mega")
    floor.ask(desk, lc.ProposeParameters(parameters(reset="50000")), MAX)
    assert waits(floor) == [("link mega", "parameters that max proposed wait for a second person")]
    floor.ask(desk, lc.ApproveParameters(), MIA)
    assert waits(floor) == [
        ("link mega", "parameters that max proposed wait for the end of this jackpot")
    ]


def test_a_ruling_waits_for_its_authority() -> None:
    floor, table = opened()
    table.bet(ann=(1, {"ante": "25"}))
    table.deal()
    table.do("report", incident="unlisted", facts={})
    ((where, what),) = waits(floor)
    assert where == "table t1"
    assert what.startswith("unlisted: waits for the ")


def test_a_closed_table_is_shown_as_closed() -> None:
    floor, table = opened()
    table.do("close-table", by="pit-supervisor:sam")
    assert "closed" in floor_page(floor.casino)


TOLD: list[tuple[AnyOther, str]] = [
    (
        e.ContributionReturned(
            round="t1-1",
            bets=Cents(5_00),
            rate_bp=1_000,
            reserve_bp=250,
            bets_in=Cents(0),
            meter_total=0,
            reserve_total=0,
            at_ms=1,
        ),
        "Progressive bets of 5.00 go back: 0.625 leave the link.",
    ),
    (
        e.ContributionsFolded({}, 500_000, 0, 125_000),
        "Contributions are entered: 0.50 to the jackpot.",
    ),
    (
        e.ClaimVerified("t1-1/1", SUPERVISOR, False),
        "sam verifies claim t1-1/1; another person must agree.",
    ),
    (
        e.DeclineRecorded("t1-1/1", MAX, "Marked."),
        "max declines claim t1-1/1; another person must, too: Marked.",
    ),
    (e.ClaimDeclined("t1-1/1", MAX, "Marked."), "max declines claim t1-1/1: Marked."),
    (e.ClaimWithdrawn("t1-1/1", "Void."), "Claim t1-1/1 is withdrawn: Void."),
    (e.ClaimsOrdered(("t2", "t1"), "Seen.", MAX, ("4.5.2",)), "max orders: t2, t1 [4.5.2]. Seen."),
    (
        e.AwardReversed(
            claim="t1-1/1", amount=Cents(1_00), funding=e.Funding(), because="Void.", at_ms=1
        ),
        "The award of claim t1-1/1, 1.00, is taken back: Void.",
    ),
    (
        CommandRefused({"do": "deal"}, SUPERVISOR, "not-now", "Not yet.", ("3.1",)),
        "✗ sam asked for deal: refused, not-now [3.1]: Not yet.",
    ),
    (
        RoundInterrupted("t1-1", "betting", 1),
        "Pitboss was not running: round t1-1 was interrupted while betting.",
    ),
    (e.LinkRestored(1, MAX), "link restored."),
]


@pytest.mark.parametrize(("event", "says"), TOLD)
def test_an_event_of_a_link_in_words(event: AnyOther, says: str) -> None:
    assert tell_other(event) == [says]


def test_an_event_of_a_link_as_json() -> None:
    event = e.AwardReversed(
        claim="t1-1/1",
        amount=Cents(1_00),
        funding=e.Funding(house_units=7),
        because="Void.",
        at_ms=1,
    )
    assert other_as_json(event) == {
        "event": "award-reversed/1",
        "claim": "t1-1/1",
        "amount": "1.00",
        "funding": {"reserve-units": 0, "overflow-units": 0, "house-units": 7},
        "because": "Void.",
        "at-ms": 1,
    }


def test_equal_times_are_told_in_the_round_that_waited_for_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two royal flushes were completed at the same moment; the house's word is part of both
    rounds.
    """
    shell = Shell(tmp_path, monkeypatch)
    with closing(SqliteJournal(tmp_path / "floor.db")) as journal:
        floor = Floor(journal)
        floor.clock.now_ms = NOON_MS
        floor.clock.step_ms = 0
        floor.link("mega")
        for name in ("t1", "t2"):
            royal(floor.table(name, CS))
        desk = link_stream("mega")
        for name in ("t1", "t2"):
            floor.ask(desk, lc.VerifyClaim(f"{name}-1/1"), SUPERVISOR)
        floor.ask(desk, lc.OrderClaims(("t2", "t1"), "The camera shows it."), MAX)
    for name in ("t1", "t2"):
        told = shell.said("replay", f"{name}-1", "--database", "floor.db")
        assert "max orders: t2, t1" in told
        # The first claim locked the sign at 100,000.50: what t2 put in waits. Then t1 is paid from
        # the new start.
        award = "100,000.50" if name == "t2" else "100,000.00"
        assert f"AWARD: {award} to claim {name}-1/1" in told
        assert f"claim {'t2' if name == 't1' else 't1'}-1/1" not in told, (
            "the other's claim is another round's"
        )


def test_every_list_has_t2_before_t10(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    # In the evening of a day that is over: one that ends now is of yesterday just after midnight.
    evening_ms = NOON_MS + 8 * 3_600_000
    with closing(SqliteJournal(tmp_path / "floor.db")) as journal:
        play_demo(journal, tables=11, commands=600, end_ms=evening_ms)
    here = ("--database", "floor.db")
    wanted = [f"T{number}" for number in range(1, 12)]
    assert [row["table"] for row in shell.json("tables", *here)] == wanted
    assert [row["table"] for row in shell.json("floor", *here)["tables"]] == wanted
    lines = [line.split()[0] for line in shell.said("floor", *here).splitlines() if line]
    assert [name for name in lines if name in wanted] == wanted
    day = [
        row["table"] for row in shell.json("report", "day", "--date", "2026-03-01", *here)["tables"]
    ]
    assert [name for name in wanted if name in day] == day
    assert {"T2", "T10"} <= set(day)
    for link in shell.json("report", "jackpot", *here):
        fed = [row["table"] for row in link["tables"]]
        assert [name for name in wanted if name in fed] == fed
    accounts = shell.json("report", "reconcile", *here)["accounts"]
    houses = [
        name.removeprefix("house/table/") for name in accounts if name.startswith("house/table/")
    ]
    assert [name for name in wanted if name in houses] == houses
