"""What the pit desk asks for: the day so far, the logs, and what signs have displayed."""

from collections import deque
from pathlib import Path
from typing import Any

import pytest

from pitboss.people.roles import Role
from pitboss.reports.today import HOUR_MS, LEAST_MS, pace
from tests.web.evening import Evening
from tests.web.service import NAMES, Browser, Clock, House


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# ── the day so far ────────────────────────────────────────────────────────────────────────────────


def test_the_day_so_far_is_the_days_report_and_starts_anew_at_midnight(tmp_path: Path) -> None:
    clock = Clock()
    with House(tmp_path / "pitboss.db", clock=clock) as house:
        evening = Evening(house, "Stud")

        def told(path: str, **query: str) -> Any:
            # Whoever was idle for so long has signed in again.
            return house.person(Role.SHIFT_MANAGER).json(f"/api/reports/{path}", **query)

        assert told("today")["tables"] == []
        for _ in range(3):
            evening.begin()
            evening.play()
            clock.pass_by(minutes=10)
        (stud,) = told("today")["tables"]
        date = told("today")["date"]
        (row,) = told("day", date=date)["tables"]
        assert stud["figures"] == {name: row[name] for name in stud["figures"]}
        assert (stud["figures"]["rounds"], stud["table"]) == (3, "Stud")
        # Three rounds in the half hour since the first of them.
        assert stud["pace"] == 6
        clock.pass_by(minutes=61)
        (stud,) = told("today")["tables"]
        assert (stud["pace"], stud["last-ms"], stud["figures"]["rounds"]) == (None, None, 3)
        clock.pass_by(minutes=24 * 60)
        assert told("today")["tables"] == []


@pytest.mark.parametrize(
    ("ages_ms", "rounds_an_hour"),
    [
        ((), None),
        ((0,), 12),
        ((60_000, 0), 24),
        ((HOUR_MS - 1, HOUR_MS // 2, 0), 3),
        ((600_000, 300_000, 1), 18),
    ],
)
def test_a_pace_is_of_the_last_hour_and_two_quick_rounds_are_none(
    ages_ms: tuple[int, ...], rounds_an_hour: int | None
) -> None:
    now = 10 * HOUR_MS
    assert pace(deque(now - age for age in ages_ms), now, 0) == rounds_an_hour
    assert LEAST_MS < HOUR_MS


# ── logs ──────────────────────────────────────────────────────────────────────────────────────────


def test_logs_tell_incidents_jackpots_and_what_a_person_did(house: House) -> None:
    evening, auditor = Evening(house, "Stud"), house.person(Role.AUDITOR)
    evening.begin()
    evening.dealer.done("Stud", "report", incident="unlisted", description="A bird.")
    assert evening.dealer.do("Stud", "settle").status_code == 409
    supervisor = house.person(Role.PIT_SUPERVISOR)
    assert supervisor.on_link("Millions", "show-notice", text="Back at nine").status_code == 200
    house.settle_down()

    page = auditor.json("/api/log", about="incidents")
    refused, reported = page["entries"]
    assert page["next"] is None
    assert (refused["event"], refused["by"]) == ("command-refused/1", NAMES[Role.DEALER])
    assert refused["about"]["code"] == "ruling-pending"
    assert reported["about"]["description"] == "A bird."
    # What a report does not say is left out.
    assert "UNSET" not in reported["about"].values()
    assert "player" not in reported["about"]
    assert (reported["table"], reported["link"], reported["clauses"] != []) == ("Stud", None, True)

    links = auditor.json("/api/log", about="links")["entries"]
    assert (links[0]["event"], links[0]["about"]["text"]) == ("notice-shown/1", "Back at nine")
    assert {entry["link"] for entry in links} == {"Millions", "Megalink"}

    acts = auditor.json("/api/log", about="person", person=NAMES[Role.DEALER])["entries"]
    assert acts
    assert {entry["by"] for entry in acts} == {NAMES[Role.DEALER]}
    assert [entry["position"] for entry in acts] == sorted(
        (entry["position"] for entry in acts), reverse=True
    )
    before = acts[0]["position"]
    older = auditor.json("/api/log", about="person", person=NAMES[Role.DEALER], before=str(before))[
        "entries"
    ]
    assert older == acts[1:]


def test_a_log_of_many_entries_comes_in_pages(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.web.api.log.MOST_ENTRIES", 2)
    monkeypatch.setattr("pitboss.web.api.log._BLOCK_OF_KINDS", 3)
    auditor, found = house.person(Role.AUDITOR), []
    query: dict[str, str] = {}
    while True:
        page = auditor.json("/api/log", about="links", **query)
        found += [entry["position"] for entry in page["entries"]]
        if page["next"] is None:
            break
        query = {"before": str(page["next"])}
    assert len(found) > 4
    assert found == sorted(set(found), reverse=True)


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ({"about": "weather"}, "about"),
        ({"about": "person"}, "person"),
        ({"before": "soon"}, "before"),
    ],
)
def test_a_log_that_can_not_be_is_refused(
    open_house: House, query: dict[str, str], where: str
) -> None:
    answer = open_house.person(Role.AUDITOR).get("/api/log", **query)
    assert code(answer) == (422, "bad-field")
    assert answer.json()["where"] == where


# ── what signs displayed ──────────────────────────────────────────────────────────────────────────


def figure(**other: Any) -> dict[str, Any]:
    return {"at_ms": 5, "displayed": "100000.00", "position": 1, "state": "live"} | other


def sent(
    sign: Browser, *figures: dict[str, Any], link: str = "Millions", screen: str = "a1"
) -> Any:
    return sign.post("/api/displays", {"link": link, "screen": screen, "figures": list(figures)})


def test_a_sign_reports_and_what_it_showed_is_told(tmp_path: Path) -> None:
    clock = Clock()
    with House(tmp_path / "pitboss.db", clock=clock) as house:
        sign, auditor = house.person(Role.DISPLAY), house.person(Role.AUDITOR)
        shown = sign.json("/api/links/Millions")["displayed"]
        end = house.casino.journal.last_position()
        now = figure(at_ms=clock() - 100, displayed=shown, position=end)
        # A clock that is ahead is taken for the server's: nobody displays the future.
        ahead = figure(at_ms=clock() + 999, displayed=shown, position=end, state="pending")
        assert sent(sign, ahead, now).json() == {"taken": 2}
        told = auditor.json("/api/reports/displays", link="Millions")["displays"]
        assert [(one["at-ms"], one["displayed"], one["state"]) for one in told] == [
            (clock() - 100, shown, "live"),
            (clock(), shown, "pending"),
        ]
        assert {one["recorded"] > end for one in told} == {True}
        assert auditor.json("/api/reports/displays", link="Megalink")["displays"] == []
        # A sign puts together what it has to report, and each of several screens for itself.
        assert code(sent(sign, now)) == (429, "too-many-requests")
        assert sent(sign, now, screen="b2").status_code == 200
        clock.pass_by(minutes=1)
        assert sent(sign, now).json() == {"taken": 1}


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        ({"figures": []}, 422, "bad-field"),
        ({"figures": [figure()] * 61}, 422, "bad-field"),
        ({"figures": [figure(displayed="a lot")]}, 422, "bad-field"),
        ({"figures": [figure(position=10**12)]}, 422, "bad-field"),
        ({"figures": [figure(state="asleep")]}, 422, "bad-field"),
        ({"figures": [figure()], "screen": "A B"}, 422, "bad-field"),
        ({"figures": [figure()], "link": "Nowhere"}, 404, "no-such-link"),
    ],
)
def test_a_report_that_can_not_be_is_refused(
    open_house: House, body: dict[str, Any], status: int, problem: str
) -> None:
    sign = open_house.person(Role.DISPLAY)
    answer = sign.post("/api/displays", {"link": "Millions", "screen": "a1"} | body)
    assert code(answer) == (status, problem)


def test_only_a_sign_reports(open_house: House) -> None:
    assert sent(open_house.person(Role.DEALER), figure()).status_code == 403
