"""The auditor finds nothing where nothing is wrong."""

from importlib.resources import files
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from pitboss.audit import audit
from pitboss.audit.runs import one_pass
from pitboss.casino.app import Casino
from pitboss.casino.requests import SYSTEM, Request
from pitboss.demo.robot import Robot
from pitboss.jackpot.events import AnyFeedEvent, AnyLinkEvent
from pitboss.journal.address import open_journal
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import Record
from pitboss.journal.sqlite.journal import SqliteJournal
from pitboss.rulebook.shelf import Shelf
from pitboss.table.events import AnyEvent
from tests import checkpoints
from tests.audit.bits import KEY
from tests.audit.histories import History, settings
from tests.audit.tampering import journal_of
from tests.casino.floor import Floor
from tests.postgres import shared_server
from tests.support import BE


@pytest.mark.parametrize("seed", range(1, 7))
def test_random_histories_fit(seed: int) -> None:
    journal = MemoryJournal()
    History(journal, seed).play(700)
    report = audit(journal)
    assert report.problem is None, f"seed {seed}: {report.problem.sentence}"
    assert report.counts.records == journal.count()


def test_an_empty_journal_fits() -> None:
    report = audit(MemoryJournal())
    assert report.content
    assert report.counts.records == 0
    assert report.heads == "00" * 32


def test_what_is_counted(history: list[Record]) -> None:
    report = audit(journal_of(history))
    assert report.problem is None, report.problem.sentence
    counts = report.counts
    assert counts.records == len(history)
    assert counts.commands == len({record.command for record in history})
    assert counts.streams == len({record.stream for record in history})
    kinds = [record.kind for record in history]
    assert counts.rounds == kinds.count("betting-opened/1")
    assert counts.settlements == kinds.count("round-settled/1") > 30
    assert counts.claims == kinds.count("claim-raised/1") > 3
    assert counts.contributions == sum(kind.startswith("contribution-") for kind in kinds)
    assert report.last_position == history[-1].position


def test_a_wager_of_three_players_is_divided_by_the_chips_of_each() -> None:
    floor = Floor()
    table = floor.table("t1", BE, link=None, progressive_bet=None)
    table.cards({1: "9h Ad Qc Kc Kd", "dealer": "5c 5d Th 2s 3s"})
    table.bet(ann=(1, {"main": "25"}), bob=(1, {"main": "10"}), cat=(1, {"main": "15"}))
    table.deal_all()
    table.choose(1, "set-hand")
    table.settle()
    table.do("conclude")
    # A pair of kings pays 3 to 1.
    assert table.state.chips == {"ann": 75_00, "bob": 30_00, "cat": 45_00}
    report = audit(floor.journal)
    assert report.problem is None, report.problem.sentence


def test_the_shared_history_has_nearly_every_kind(history: list[Record]) -> None:
    # Corrections are audited in tests/casino/test_corrections.py.
    kinds = {
        kind.__struct_config__.tag
        for kind in get_args(AnyEvent | AnyLinkEvent | AnyFeedEvent)
        if not kind.__module__.endswith("corrections.events")
    }
    assert len(kinds - {record.kind for record in history}) < 24


def test_beside_a_server_that_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_pass, "ROWS_PER_READ", 20)
    writer = SqliteJournal(tmp_path / "j.db")
    history = History(writer, 3, tables=3).play(150)
    reader = SqliteJournal(tmp_path / "j.db", read_only=True)
    stored = writer.count()
    seen: list[int] = []

    def write_on(done: int, of: int) -> None:
        seen.append(of)
        history.play(5)

    report = audit(reader, file=tmp_path / "j.db", progress=write_on)
    assert report.problem is None, report.problem.sentence
    assert report.counts.records == stored == seen[-1]
    assert len(seen) > 5
    assert writer.count() > stored
    reader.close()
    writer.close()


def test_after_a_crash_in_the_middle_of_rounds() -> None:
    journal = MemoryJournal()
    History(journal, 11).play(400)
    again = History(journal, 11, tables=0)
    assert again.casino.recover()
    report = audit(journal)
    assert report.problem is None, report.problem.sentence


def test_a_journal_in_postgresql() -> None:
    with shared_server() as server, server.borrowed_journal() as url:
        writer = open_journal(url)
        History(writer, 5, tables=4).play(200)
        checkpoints.take(writer, KEY, 1)
        writer.close()
        reader = open_journal(url, read_only=True)
        report = audit(reader, keys=[KEY.public_key().public_bytes_raw()])
        assert report.problem is None, report.problem.sentence
        assert report.counts.records == reader.count() > 200
        assert report.counts.checkpoints == 1
        reader.close()


def test_an_own_rulebook(tmp_path: Path) -> None:
    text = (files("pitboss.rulebook") / "data" / "rws-casino-stud-6.toml").read_text(
        encoding="utf-8"
    )
    own = tmp_path / "own.toml"
    own.write_text(text.replace('id = "rws-casino-stud-6"', 'id = "house-stud"'), encoding="utf-8")
    journal = MemoryJournal()
    casino = Casino(journal, shelf=Shelf([own]), clock_ms=lambda: 1_800_000_000_000)
    opening = msgspec.structs.replace(
        settings("rws-casino-stud-6", None, "virtual"), rulebook="house-stud"
    )
    casino.carry_out(Request("open", "table/T1", opening, SYSTEM))
    robot = Robot("T1", 4)
    for _ in range(60):
        state = casino.table("T1")
        assert state is not None
        request = robot.request(state)
        assert request is not None
        casino.carry_out(request)
    own.unlink()
    report = audit(journal)
    assert report.problem is None, report.problem.sentence
    assert report.counts.settlements > 0
