"""Whole evenings, one for each game, and a bad one at all of them: what they come to is kept beside
this file and compared.

``.venv/bin/python -m tests.golden.renew`` writes the files anew; a change in them is to be
reviewed.
"""

import json
import re
from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from pitboss.rulebook.clauses import clauses
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.loader import builtin_ids, installed
from pitboss.table.commands import AnyCommand
from pitboss.table.events import AnyEvent
from pitboss.table.refusals import TableRefusal
from tests.golden.renew import EXAMPLES, FILES, HERE, NAMES, outputs, run

BAD = "a-bad-evening"
GAMES = [name for name in NAMES if name != BAD]

made = cache(outputs)


def lines_of(name: str) -> list[str]:
    return (EXAMPLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def commands_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines_of(name) if line.startswith("{")]


def events_of(name: str) -> Iterator[dict[str, Any]]:
    for line in made(name)["events.jsonl"].splitlines():
        yield from json.loads(line)["events"]


def test_every_game_has_its_evening() -> None:
    assert sorted(builtin_ids()) == GAMES


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", NAMES)
def test_what_an_evening_comes_to(name: str, file: str) -> None:
    golden = HERE / name / file
    before = golden.read_text(encoding="utf-8").splitlines(keepends=True)
    now = made(name)[file].splitlines(keepends=True)
    if before != now:
        changes = "".join(islice(unified_diff(before, now, f"{file}, kept", f"{file}, now"), 60))
        pytest.fail(f"{changes}\nIf that is right: .venv/bin/python -m tests.golden.renew {name}")


# ── the files fit one another ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", NAMES)
def test_the_records_settle_again_to_what_was_paid(name: str, tmp_path: Path) -> None:
    """A round may be settled, voided and settled again; what counts is what it was concluded
    with.
    """
    settled: dict[str, Any] = {}
    for event in events_of(name):
        if event["event"] == "round-settled/1":
            settled[event["settlement"]["id"]] = event["settlement"]
    path = tmp_path / "records.jsonl"
    path.write_text(made(name)["records.jsonl"], encoding="utf-8")
    again = [json.loads(line) for line in run("settle", path).splitlines()]
    assert again
    assert {found["id"]: found for found in again} == settled


@pytest.mark.parametrize("name", GAMES)
def test_the_shuffles_are_verified(name: str, tmp_path: Path) -> None:
    path = tmp_path / "shuffles.jsonl"
    path.write_text(made(name)["shuffles.jsonl"], encoding="utf-8")
    answers = [json.loads(line) for line in run("verify", path).splitlines()]
    assert answers
    assert all(answer["verified"] for answer in answers)
    # Every promise is kept, and every virtual deck that was made is the one that is published.
    promised, decks = {}, {}
    current: dict[str, Any] = {}
    for event in events_of(name):
        match event["event"]:
            case "betting-opened/1":
                current = event
                if event["commitment"] is not None:
                    promised[event["round"]] = event["commitment"]
            case "betting-closed/1" if event["deck"] is not None:
                decks[current["round"]] = event["deck"]
    published = [json.loads(line) for line in made(name)["shuffles.jsonl"].splitlines()]
    assert {found["round"]: found["commitment"] for found in published} == promised
    assert {
        found["round"]: found["deck"] for found in published if found["round"] in decks
    } == decks


@pytest.mark.parametrize("name", GAMES)
def test_no_secret_is_told_before_its_round_is_concluded(name: str) -> None:
    story = made(name)["story.txt"]
    for line in made(name)["shuffles.jsonl"].splitlines():
        shuffle = json.loads(line)
        concluded = story.index(f"Round {shuffle['round']} is concluded.")
        opened = story.index(f"round {shuffle['round']}.")
        assert (
            opened < story.index(shuffle["commitment"]) < concluded < story.index(shuffle["secret"])
        )


@pytest.mark.parametrize("name", NAMES)
def test_only_concluded_rounds_have_records(name: str) -> None:
    rounds = [json.loads(line)["id"] for line in made(name)["records.jsonl"].splitlines()]
    assert len(rounds) == len(set(rounds))
    assert all(f"Round {round_id} is concluded." in made(name)["story.txt"] for round_id in rounds)


# ── they read well ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("show", ["story", "table"])
@pytest.mark.parametrize("name", NAMES)
def test_eighty_columns_are_enough(name: str, show: str) -> None:
    shown = run("play", EXAMPLES / f"{name}.jsonl", "--show", show)
    assert [line for line in shown.splitlines() if cell_len(line) > 80] == []


@pytest.mark.parametrize("name", NAMES)
def test_comments_tell_the_story(name: str) -> None:
    lines = lines_of(name)
    comments = [line for line in lines if line.startswith("#")]
    assert all(len(line) <= 80 for line in comments)
    assert all(line.startswith(("#", "{")) for line in lines if line)
    # A stretch of commands without a word of comment is short enough to be followed.
    longest = max(
        len(part.strip().splitlines())
        for part in re.split(r"^#.*$", "\n".join(lines), flags=re.MULTILINE)
    )
    assert longest <= 60


@pytest.mark.parametrize("name", NAMES)
def test_clauses_in_comments_exist(name: str) -> None:
    comments = " ".join(line.removeprefix("#") for line in lines_of(name) if line.startswith("#"))
    cited = {
        clause
        for brackets in re.findall(r"\[([^]]+)\]", comments)
        for clause in re.split(r",\s*", brackets.strip())
    }
    assert len(cited) >= 15
    books = builtin_ids() if name == BAD else (name,)
    assert cited <= {clause for book in books for clause in clauses(book)}


# ── they have everything ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", GAMES)
def test_every_way_of_dealing_is_used(name: str) -> None:
    book = installed(name)
    assert book is not None
    opened = [command for command in commands_of(name) if command["do"] == "open-table"]
    assert {command["dealing"] for command in opened} == set(book.dealing)
    assert {command["cards"] for command in opened} == {"entered", "virtual", "shown"}


IN_A_HOUSE = {
    "commands": {"commit-seed", "open-seed"},
    "events": {
        "jackpot-claimed/1",
        "rules-taken/1",
        "seed-committed/1",
        "seed-opened/1",
        "shuffle-chain-published/1",
        "shuffle-fixed/1",
    },
    "refusals": {
        TableRefusal.LINK_DOWN,
        TableRefusal.JACKPOT_PENDING,
        TableRefusal.SEED_FIXED,
        TableRefusal.SEED_NEEDS_BET,
        TableRefusal.SEEDS_OUTSTANDING,
        TableRefusal.WRONG_SEED,
    },
}
"""A script plays one table, without a link and without a house's vault: what takes one of them is
tested elsewhere.
"""


def test_every_command_is_given() -> None:
    given = {command["do"] for name in NAMES for command in commands_of(name)}
    every = {str(kind.__struct_config__.tag) for kind in AnyCommand.__args__}
    assert every - given == IN_A_HOUSE["commands"]
    assert given <= every


def test_every_event_happens() -> None:
    happened = {event["event"] for name in NAMES for event in events_of(name)}
    every = {str(kind.__struct_config__.tag) for kind in AnyEvent.__args__}
    assert every - happened == IN_A_HOUSE["events"]


def test_every_refusal_is_met() -> None:
    answers = [
        json.loads(line) for name in NAMES for line in made(name)["events.jsonl"].splitlines()
    ]
    met = {answer["refused"]["code"] for answer in answers if answer["refused"]}
    assert set(TableRefusal) - met == IN_A_HOUSE["refusals"]


def test_every_incident_is_reported() -> None:
    reported = {
        command["incident"]
        for name in NAMES
        for command in commands_of(name)
        if "incident" in command
    }
    assert set(Incident) <= reported


# ── a bad evening ─────────────────────────────────────────────────────────────────────────────────


def test_a_bad_evening_is_at_ordinary_tables_of_all_games() -> None:
    opened = [command for command in commands_of(BAD) if command["do"] == "open-table"]
    assert sorted(command["rulebook"] for command in opened) == sorted(builtin_ids())
    assert {command["cards"] for command in opened} == {"shown"}


def test_on_a_bad_evening_everything_is_put_right() -> None:
    given = {command["do"] for command in commands_of(BAD)}
    assert given >= {"take-back", "correct", "allow-correction", "decide-money", "lift-bar"}
    answers = [json.loads(line) for line in made(BAD)["events.jsonl"].splitlines()]
    # A card that turns up twice can't be settled on; nothing else is refused.
    refused = [answer["refused"]["code"] for answer in answers if answer["refused"]]
    assert set(refused) == {TableRefusal.CARD_TWICE}
    happened = [event["event"] for event in events_of(BAD)]
    assert happened.count("betting-opened/1") == happened.count("round-concluded/1")
    assert happened.count("table-opened/1") == happened.count("table-closed/1") == 5
    assert "on the layout" not in made(BAD)["story.txt"].rpartition("closes the table.")[2]
