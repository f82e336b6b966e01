"""Every folder of evidence of a random floor is found right by the program that lies in it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.audit import audit
from pitboss.casino.history import find_round
from pitboss.evidence import verify
from pitboss.evidence.folder import BROWSERS, printed
from pitboss.evidence.proofs import NotSigned
from pitboss.evidence.subjects import NoSubject, SubjectKind, find_subject
from pitboss.journal.memory import MemoryJournal
from pitboss.reports.day import day_report, read_day
from pitboss.rulebook.texts import RulebookText, read_text
from pitboss.table.event_base import TableEvent
from pitboss.table.evolve import evolve
from pitboss.table.shuffle.verify import verify_shuffle
from pitboss.table.shuffle.views import shuffle_of
from tests import checkpoints
from tests.casino.floor import Floor
from tests.evidence.floors import (
    DAY,
    KEY,
    PUBLIC,
    SHELF,
    UTC,
    EvidentFloor,
    files_for,
    folder_of,
    played,
)
from tests.support import BE


def content(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_bytes())


@pytest.mark.parametrize("chained", [True, False])
def test_every_folder_of_a_random_floor_verifies(tmp_path: Path, seed: int, chained: bool) -> None:
    floor = played(seed, 500, chained=chained)
    assert audit(floor.journal).problem is None, f"seed {seed}"
    for name in [*floor.rounds, *floor.claims, "ann", "T2-player-2", DAY]:
        folder = folder_of(floor.journal, name, tmp_path / "folder")
        try:
            said = verify.check(folder, [PUBLIC])
        except verify.Wrong as wrong:
            raise AssertionError(f"seed {seed}: {name}: {wrong}") from wrong
        assert "everything fits" in said


def test_the_program_runs_alone_and_says_whose_signature_it_is(tmp_path: Path) -> None:
    floor = played(4)
    folder = folder_of(floor.journal, floor.rounds[0], tmp_path / "folder")
    command = [sys.executable, "-I", "-S", str(folder / "verify.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"round {floor.rounds[0]}: everything fits." in done.stdout
    assert f"Signed by {PUBLIC} (compare it with the published key)." in done.stdout
    other = subprocess.run(
        [*command, str(folder), "00" * 32], capture_output=True, text=True, check=False
    )
    assert other.returncode == 1
    assert other.stderr == f"WRONG: seal.json: signed with another key, {PUBLIC}\n"


def test_the_figures_of_a_day_are_those_of_its_report(tmp_path: Path) -> None:
    floor = played(4)
    folder = folder_of(floor.journal, DAY, tmp_path / "folder")
    report = day_report(floor.journal, read_day(DAY), UTC)
    lines = [
        line
        for settlement in content(folder, "settlement.json").values()
        if settlement is not None
        for box in settlement["boxes"]
        for line in box["lines"]
    ]
    staked = sum(int(line["stake"].replace(".", "")) for line in lines)
    assert staked == report.total.turnover_cents
    assert len(content(folder, "record.json")) >= report.total.rounds + report.total.void_rounds


@pytest.mark.parametrize("chained", [True, False])
def test_the_shuffle_is_the_one_that_was_published(tmp_path: Path, chained: bool) -> None:
    floor, checked = played(4, chained=chained), 0
    for name in floor.rounds:
        found = content(folder_of(floor.journal, name, tmp_path / "folder"), "shuffle.json")
        if name not in found:
            continue
        whole = find_round(floor.journal, name)
        state = replace(evolve(None, whole.opened, SHELF), rounds=whole.number - 1)
        for stored in whole.events:
            if isinstance(stored.event, TableEvent):
                state = evolve(state, stored.event, SHELF)
        assert state.published is not None
        published = msgspec.to_builtins(shuffle_of(state.published))
        assert verify_shuffle(published)["verified"]
        assert published["deck"] == found[name]["deck"]
        checked += 1
    assert checked


def test_passwords_are_held_back_and_the_rest_is_proved(tmp_path: Path) -> None:
    floor = played(4)
    folder = folder_of(floor.journal, "ann", tmp_path / "folder", SubjectKind.PERSON)
    everything = b"".join(path.read_bytes() for path in folder.iterdir())
    assert b"$argon2id$" not in everything
    rows = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    added = [row for row in rows if row["kind"] == "person-added/1"]
    assert {row["shown"]["password"] for row in added} == {"withheld"}
    assert {row["entry"] for row in added} == {None}
    assert f"{len(added)} of them on the house's word alone" in verify.check(folder, [PUBLIC])


def test_a_round_that_is_on_is_nobodys_evidence() -> None:
    floor = EvidentFloor(MemoryJournal(), 11)
    while not any(
        state.round for name in floor.robots if (state := floor.casino.table(name)) is not None
    ):
        floor.play(1)
    on = next(
        state.round.id
        for name in floor.robots
        if (state := floor.casino.table(name)) is not None and state.round is not None
    )
    with pytest.raises(NoSubject, match=f"round {on} is still on"):
        find_subject(floor.casino.journal, on, UTC)


def test_what_is_not_signed_yet_is_asked_for() -> None:
    journal = MemoryJournal()
    floor = EvidentFloor(journal, 12)
    super(EvidentFloor, floor).play(400)
    concluded = next(
        record for record in journal.read_all(0, 100_000) if record.kind == "round-concluded/1"
    )
    table = concluded.stream.partition("/")[2]
    with pytest.raises(NotSigned, match="run 'pitboss checkpoint', then this again"):
        files_for(journal, f"{table}-1")


@pytest.mark.parametrize(
    ("name", "kind", "says"),
    [
        ("T9-1", SubjectKind.ROUND, "there is no round 'T9-1'"),
        ("T1-999", None, "the rounds of T1 are T1-1 to"),
        ("T1-1/9", SubjectKind.CLAIM, "there is no claim 'T1-1/9'"),
        ("nobody", SubjectKind.PERSON, "nobody called 'nobody'"),
        ("nobody", None, "Nor is 'nobody' a claim"),
        ("2027-01-14", None, "nothing was stored on 2027-01-14"),
        ("1850-01-01", None, "a day is like"),
    ],
)
def test_what_there_is_not_is_said(name: str, kind: SubjectKind | None, says: str) -> None:
    with pytest.raises(NoSubject) as refused:
        find_subject(played(4).journal, name, UTC, kind)
    assert says in str(refused.value)


def test_the_page_is_printed_where_a_browser_is() -> None:
    page = b"<!doctype html><title>Evidence</title><p>A page."
    assert printed(page, "/bin/false") is None
    if any(map(shutil.which, BROWSERS)):
        assert (printed(page) or b"").startswith(b"%PDF-")
    else:
        assert printed(page) is None


def test_a_round_with_entries_put_right_and_money_decided_after_it(tmp_path: Path) -> None:
    """The deal is taken back and dealt again, a bet is corrected after the settlement, and a shift
    manager decides in money once the round is over: all of it is in the folder, and what stands is
    what it says.
    """
    floor = Floor()
    table = floor.table("t1", BE, None, cards="virtual", progressive_bet=None)
    table.bet(ann=(1, {"main": "25"}), bob=(2, {"main": "25"}))
    table.deal()
    table.deal()
    table.do("take-back")
    table.deal_all()
    table.choose(1, "set-hand")
    table.choose(2, "set-hand")
    table.settle()
    right = {"do": "place-bet", "box": 1, "bet": "main", "amount": "50"}
    table.do("correct", by="pit-supervisor:sue", entry=2, should_be=right, reason="Two chips.")
    table.do("conclude")
    paid = {"round": "t1-1", "amount": "10", "payee": "ann", "reason": "Goodwill."}
    table.do("decide-money", by="shift-manager:max", **paid)
    checkpoints.take(floor.journal, KEY, 1)
    folder = folder_of(floor.journal, "t1-1", tmp_path / "folder")
    assert "1 shuffles" in verify.check(folder, [PUBLIC])
    (box, _) = content(folder, "settlement.json")["t1-1"]["boxes"]
    assert box["lines"][0]["stake"] == "50.00"
    told = [one["what"] for one in content(folder, "who.json")]
    assert told.count("round-settled/1") == 2
    assert {"entry-taken-back/1", "round-corrected/1"} <= set(told)
    assert told[-1] == "money-decided/1"


def test_the_rules_that_were_played_by_are_in_the_folder(tmp_path: Path) -> None:
    floor = played(4)
    name = floor.rounds[0]
    folder = folder_of(floor.journal, name, tmp_path / "folder")
    rulebook = content(folder, "settlement.json")[name]["rulebook"].partition("@")[0]
    (file,) = (folder / "rulebooks").glob("*.toml")
    (clauses,) = (folder / "rulebooks").glob("*.clauses.csv")
    text = RulebookText(file.read_text(encoding="utf-8"), clauses.read_text(encoding="utf-8"))
    assert file.name == f"{rulebook}-{text.hash[:12]}.toml"
    assert read_text(text).id == rulebook
    told = {one["what"] for one in content(folder, "who.json")}
    assert {"rulebook-sealed/1", "rules-taken/1"} <= told
