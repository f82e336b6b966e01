"""``pitboss replay``: a round event by event."""

import json
import re
from contextlib import closing
from datetime import UTC
from pathlib import Path

import msgspec
import pytest

from pitboss.casino.app import Casino
from pitboss.casino.codec import stored
from pitboss.casino.history import find_round
from pitboss.casino.stream_ids import link_stream
from pitboss.cli.render.replay_page import actor_of, page, round_as_json
from pitboss.demo.house import play_demo
from pitboss.jackpot import commands as lc
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.kernel.cards import NAMES, known_of
from pitboss.table.events import RoundConcluded
from pitboss.table.views.table import HIDDEN, view
from tests.casino.floor import Floor
from tests.cli.journals import Shell
from tests.jackpot.links import MAX
from tests.reports.test_reports import NOON_MS, pair_of_queens, royal
from tests.support import CS, MS


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A journal with a royal flush at t1, a virtual round at t2 that is on, and something
    refused.
    """
    with closing(SqliteJournal(tmp_path / "floor.db")) as journal:
        floor = Floor(journal)
        floor.clock.now_ms = NOON_MS
        floor.link("mega", rate_bp=1_000, reserve_bp=250)
        table = floor.table("t1", MS)
        pair_of_queens(table)
        table.do("conclude")
        royal(table)
        table.refuse("settle")
        floor.ask(link_stream("mega"), lc.VerifyClaim("t1-2/1"), MAX)
        table.finish()
        other = floor.table("t2", CS, dealing="shuffler", cards="virtual")
        other.bet(bob=(1, {"ante": "25"}))
    monkeypatch.setenv("PITBOSS_DATABASE", str(tmp_path / "floor.db"))
    found = Shell(tmp_path, monkeypatch)
    monkeypatch.setenv("PITBOSS_DATABASE", str(tmp_path / "floor.db"))
    return found


def test_a_round_in_words(shell: Shell) -> None:
    lines = shell.said("replay", "t1-1").splitlines()
    assert lines[0] == "Round t1-1: Multi-Link Progressive Casino Stud Poker (RWS), version 3"
    assert lines[1].startswith("2026-03-01, times in UTC; positions ")
    told = "\n".join(lines)
    assert '12:00:02.000  "Place your Bets, please" [3.2]: round t1-1. — dealer:dana' in told
    assert "ann lays 25.00 on Ante, box 1. — player:ann" in told
    assert "[feed/mega/t1] Progressive bets of 5.00 contribute 0.625 to the link." in told
    assert (
        "ante             25.00  wins 25.00 (ante dealer qualified), 25.00 back [3.14.1, 4.1]"
    ) in told
    assert lines[-1].endswith("Round t1-1 is concluded. — dealer:dana")


def test_who_dealt_and_who_settled_is_named(shell: Shell) -> None:
    told = shell.json("replay", "t1-1")["events"]
    for kind in (
        "betting-opened/1",
        "betting-closed/1",
        "cards-dealt/1",
        "turned-over/1",
        "round-settled/1",
    ):
        acts = [event for event in told if event["event"] == kind]
        assert {event["by"] for event in acts} == {"dealer:dana"}, kind
    said = " ".join(shell.said("replay", "t1-1").split())
    assert re.search(r"Box 1 gets [^.]*\. — dealer:dana", said)
    assert re.search(r"Settled\. The dealer's hand: [^.]*\. — dealer:dana", said)


def test_an_older_journal_does_not_say_who_dealt(shell: Shell) -> None:
    """It was not stored then; what was stored is read all the same, and its bytes stay as they
    are.
    """
    plain = RoundConcluded(7)
    assert b"by" not in stored(plain).body
    assert actor_of(plain) == ""


def test_a_jackpot_is_told_from_the_claim_to_the_award(shell: Shell) -> None:
    told = " ".join(shell.said("replay", "t1-2").split())
    order = [
        "Box 1 claims the jackpot with a royal-flush",
        "Claim t1-2/1: ann claims all of the jackpot for a royal flush; the sign shows 100,001.00.",
        "✗ dana asked for settle: refused, jackpot-pending",
        "max verifies claim t1-2/1.",
        "AWARD: 100,001.00 to claim t1-2/1",
        "The jackpot goes from 100,001.00 to 100,000.00.",
        "Round t1-2 is concluded.",
    ]
    places = [told.find(sentence) for sentence in order]
    assert -1 not in places, order[places.index(-1)]
    assert places == sorted(places)


def test_times_are_those_of_the_zone(shell: Shell) -> None:
    assert "times in Asia/Singapore" in shell.said("replay", "t1-1", "--tz", "Asia/Singapore")
    assert "\n20:00:" in shell.said("replay", "t1-1", "--tz", "Asia/Singapore")
    assert "--tz takes" in shell.refused("replay", "t1-1", "--tz", "Mars")


def test_a_round_as_json(shell: Shell) -> None:
    found = shell.json("replay", "t1-2")
    assert (found["round"], found["table"], found["rulebook"], found["concluded"]) == (
        "t1-2",
        "t1",
        MS,
        True,
    )
    award = next(event for event in found["events"] if event["event"] == "award-paid/1")
    assert award["stream"] == "link/mega"
    assert award["before"] == "100001.00"
    assert award["after"] == "100000.00"
    assert award["awards"][0]["amount"] == "100001.00"
    bet = next(event for event in found["events"] if event["event"] == "bet-placed/1")
    assert (bet["by"], bet["amount"]) == ("player:ann", "25.00")
    assert bet["at"].startswith("2026-03-01T12:00:")
    verified = next(event for event in found["events"] if event["event"] == "claim-verified/1")
    assert verified["by"] == "shift-manager:max"


def test_the_secret_of_a_round_that_is_on_is_kept(shell: Shell) -> None:
    """Whoever knows it knows every card that will come."""
    found = shell.json("replay", "t2-1")
    assert found["concluded"] is False
    opening = next(event for event in found["events"] if event["event"] == "betting-opened/1")
    closing_ = next(event for event in found["events"] if event["event"] == "betting-closed/1")
    assert opening["commitment"] is not None
    assert (opening["secret"], closing_["deck"]) == (None, None)
    assert shell.said("replay", "t2-1").endswith("This round is not concluded.\n")


@pytest.mark.parametrize(
    ("round_id", "says"),
    [
        ("t1-3", "pitboss: there is no round t1-3: the rounds of t1 are t1-1 to t1-2\n"),
        ("t3-1", "tables like it are t2, t1"),
        ("nonsense", "A round is named by its table and its number"),
    ],
)
def test_a_round_that_is_not_there(shell: Shell, round_id: str, says: str) -> None:
    assert says in shell.refused("replay", round_id)


def test_while_a_round_is_on_nobody_learns_of_cards_that_lie_face_down() -> None:
    journal = MemoryJournal()
    play_demo(journal, tables=5, commands=400, seed=3, end_ms=1_800_000_000_000)
    casino = Casino(journal)
    looked = 0
    for name in casino.tables():
        state = casino.table(name)
        assert state is not None
        if state.round is None or state.round.settlement is not None:
            continue
        shown = msgspec.to_builtins(view(state, None))["round"]
        down = {
            NAMES[card] for box in state.round.boxes.values() for card in known_of(box.cards)
        } | {
            NAMES[card]
            for at, card in enumerate(state.round.dealer)
            if card is not None and shown["dealer"][at] == HIDDEN
        }
        looked += len(down)
        found = find_round(journal, state.round.id)
        told = json.loads(round_as_json(found, casino.shelf, UTC))
        cards = {card for entry in told["events"] for card in entry.get("cards") or ()}
        assert not cards & down
        assert not any(
            card in sentence.split() for card in down for sentence in page(found, casino.shelf, UTC)
        )
    assert looked > 10
