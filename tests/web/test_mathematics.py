"""The figures of the rulebooks: a demonstration works them out beside the server, and says how far
it is.
"""

import json
import threading
from pathlib import Path

import pytest

from pitboss.people.roles import Role
from pitboss.rulebook.loader import builtin_ids
from pitboss.web.mathematics import MADE, Mathematics, Said, WorkProgress, missing, source, write
from tests.effort import at_length
from tests.web.service import House

BULLSEYE = "mbs-megalink-bullseye-4"
HOLDEM = "rws-multilink-holdem-2"


def test_what_is_missing_is_worked_out_and_what_takes_longest_last(tmp_path: Path) -> None:
    assert set(missing(tmp_path)) == set(builtin_ids())
    assert missing(tmp_path)[-1] == HOLDEM


def test_figures_that_somebody_put_there_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / f"{BULLSEYE}.json").write_text("{}")
    assert BULLSEYE not in missing(tmp_path)


@pytest.mark.parametrize(("made_from", "again"), [("other rules", True), (source(BULLSEYE), False)])
def test_figures_of_other_rules_are_worked_out_again(
    tmp_path: Path, made_from: str, again: bool
) -> None:
    (tmp_path / f"{BULLSEYE}.json").write_text("{}")
    (tmp_path / MADE).write_text(json.dumps({BULLSEYE: made_from}))
    assert (BULLSEYE in missing(tmp_path)) is again


def test_they_are_those_of_the_command_line(tmp_path: Path) -> None:
    said: list[Said] = []
    write(tmp_path, [BULLSEYE], said.append)
    assert json.loads((tmp_path / f"{BULLSEYE}.json").read_text())["rulebook"] == BULLSEYE
    assert said[0] == Said(BULLSEYE, "reading the rulebook")
    assert said[-1] == Said(BULLSEYE, done=True)
    assert BULLSEYE not in missing(tmp_path)
    assert not list(tmp_path.glob("*.part"))


def test_the_page_is_told_how_far_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "maths"
    folder.mkdir()
    for book in builtin_ids():
        if book != BULLSEYE:
            (folder / f"{book}.json").write_text("{}")
    with House(tmp_path / "p.db", maths=folder) as house:
        ann = house.person(Role.PLAYER)

        def states() -> dict[str, str]:
            return {one["id"]: one["state"] for one in ann.json("/api/maths")["rulebooks"]}

        assert states() == dict.fromkeys(builtin_ids(), "ready") | {BULLSEYE: "absent"}
        mathematics = house.service.mathematics
        worker = mathematics.work_out(folder, figures=True)
        try:
            assert mathematics.progress(BULLSEYE).state in ("waiting", "working")
            assert states()[BULLSEYE] in ("waiting", "working")
            assert ann.json(f"/api/rulebooks/{BULLSEYE}")["maths"] is False
            answer = ann.get(f"/api/rulebooks/{BULLSEYE}/maths")
            assert (answer.status_code, answer.json()["detail"].split(";")[0]) == (
                404,
                "Being worked out",
            )
            assert worker.wait() == 0
        finally:
            worker.end()
        assert mathematics.progress(BULLSEYE) == WorkProgress("ready")
        assert ann.json(f"/api/rulebooks/{BULLSEYE}/maths")["rulebook"] == BULLSEYE
        assert ann.json(f"/api/rulebooks/{BULLSEYE}")["maths"] is True


def test_where_the_work_is_broken_off_nobody_waits_for_it(tmp_path: Path) -> None:
    mathematics = Mathematics(tmp_path)
    worker = mathematics.work_out(tmp_path, figures=True)
    assert {mathematics.progress(book).state for book in builtin_ids()} <= {"waiting", "working"}
    worker.end()
    assert {mathematics.progress(book).state for book in builtin_ids()} == {"absent"}
    assert not [thread for thread in threading.enumerate() if thread.name == "worker"]


@at_length
def test_a_practice_server_compiles_the_hints_and_works_nothing_out(tmp_path: Path) -> None:
    mathematics = Mathematics(tmp_path)
    worker = mathematics.work_out(tmp_path, figures=False)
    try:
        assert worker.wait() == 0
    finally:
        worker.end()
    assert not list(tmp_path.iterdir())
