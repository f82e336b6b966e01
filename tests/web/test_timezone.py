"""Days and times are those of the casino: in the time zone of its settings."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.people.roles import Role
from tests.web.evening import Evening
from tests.web.service import Browser, Clock, House
from tests.web.test_queries import code

BEGUN = dt.datetime(2026, 3, 1, 20, 30, tzinfo=dt.UTC)
"""In Singapore it is half past four in the morning of the second of March."""


@pytest.fixture(scope="module")
def ada(tmp_path_factory: pytest.TempPathFactory, store: None) -> Iterator[Browser]:
    clock = Clock(int(BEGUN.timestamp() * 1_000))
    database = tmp_path_factory.mktemp("zone") / "pitboss.db"
    with House(database, clock=clock, zone="Asia/Singapore") as house:
        evening = Evening(house, "Stud")
        evening.begin()
        evening.play()
        house.settle_down()
        yield house.person(Role.AUDITOR)


def rounds_of(ada: Browser, date: str, **more: str) -> int:
    day = ada.json("/api/reports/day", date=date, **more)
    return int(day["total"]["rounds"])


def test_everybody_is_told_the_time_zone(ada: Browser, tmp_path: Path) -> None:
    assert ada.json("/api/me")["timezone"] == "Asia/Singapore"
    assert ada.house.nobody().json("/api/me")["timezone"] == "Asia/Singapore"
    with House(tmp_path / "pitboss.db", furnished=False) as other:
        assert other.nobody().json("/api/me")["timezone"] == "UTC"


def test_the_day_of_a_report_begins_at_the_casinos_midnight(ada: Browser) -> None:
    assert (rounds_of(ada, "2026-03-01"), rounds_of(ada, "2026-03-02")) == (0, 1)
    assert (rounds_of(ada, "2026-03-01", tz="UTC"), rounds_of(ada, "2026-03-02", tz="UTC")) == (
        1,
        0,
    )
    day = ada.json("/api/reports/day", date="2026-03-02")
    assert (day["timezone"], day["from"], day["to"]) == (
        "Asia/Singapore",
        "2026-03-02T00:00:00.000+08:00",
        "2026-03-03T00:00:00.000+08:00",
    )


@pytest.mark.parametrize(
    ("narrowed", "count"),
    [
        ({"from": "2026-03-02"}, 1),
        ({"from": "2026-03-02T04:30"}, 1),
        ({"from": "2026-03-02T04:31"}, 0),
        ({"to": "2026-03-02T04:30"}, 0),
        ({"to": "2026-03-02T04:31"}, 1),
        ({"from": "2026-03-01T20:30Z", "to": "2026-03-01T20:31Z"}, 1),
        ({"from": "2026-03-02T00:00Z"}, 0),
    ],
)
def test_rounds_are_searched_by_the_casinos_clock(
    ada: Browser, narrowed: dict[str, str], count: int
) -> None:
    assert len(ada.json("/api/rounds", **narrowed)["rounds"]) == count


def test_a_time_that_is_none(ada: Browser) -> None:
    assert code(ada, "/api/rounds", **{"from": "half past four"}) == (422, "bad-field")
