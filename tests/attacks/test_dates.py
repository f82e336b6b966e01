"""Dates at the edges of the calendar, where adding a day or a time zone leads over the edge."""

import pytest
from typer.testing import CliRunner

from pitboss.cli.app import app
from pitboss.people.roles import Role
from tests.web.service import House

ZONES = ["UTC", "Asia/Singapore", "America/New_York", "Pacific/Kiritimati", "Etc/GMT+12"]
NO_DAYS = [
    "0001-01-01",
    "0001-01-02",
    "1969-12-31",
    "9999-12-30",
    "9999-12-31",
    "0000-01-01",
    "10000-01-01",
    "x",
]
DAYS = ["1970-01-01", "2026-02-28", "9998-12-31"]
OFFSETS = ["", "+23:59", "-23:59", "+08:00", "Z"]


@pytest.mark.parametrize("zone", ZONES)
def test_a_report_of_a_day_that_can_not_be_is_refused_in_words(
    open_house: House, zone: str
) -> None:
    ada = open_house.person(Role.AUDITOR)
    for day in NO_DAYS:
        answer = ada.get("/api/reports/day", date=day, tz=zone)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-field"), (day, answer.text)
        assert answer.json()["where"] == "date"
        assert answer.json()["detail"] == "A day is like 2026-11-15, in the years 1970 to 9998."
    for day in DAYS:
        assert ada.get("/api/reports/day", date=day, tz=zone).status_code == 200


@pytest.mark.parametrize("name", ["from", "to"])
def test_rounds_of_a_time_that_can_not_be_are_refused_in_words(
    open_house: House, name: str
) -> None:
    ada = open_house.person(Role.AUDITOR)
    for offset in OFFSETS:
        for day in NO_DAYS:
            for text in (day, f"{day}T00:00{offset}", f"{day}T23:59:59.999999{offset}"):
                answer = ada.get("/api/rounds", **{name: text})
                assert (answer.status_code, answer.json()["code"]) == (422, "bad-field"), (
                    text,
                    answer.text,
                )
                assert answer.json()["where"] == name
        for day in DAYS:
            assert ada.get("/api/rounds", **{name: f"{day}T00:00{offset}"}).status_code == 200


@pytest.mark.parametrize("form", ["--json", "--csv", None])
def test_nor_does_the_command_fail_over_them(
    form: str | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("house") / "p.db"
    with House(path):
        pass
    for day in NO_DAYS:
        arguments = [
            "report",
            "day",
            "--date",
            day,
            "--tz",
            "Asia/Singapore",
            "--database",
            str(path),
        ]
        found = CliRunner().invoke(app, [*arguments, *([form] if form else [])])
        assert found.exit_code == 2
        assert "a day is like 2026-11-15" in " ".join(found.output.split())
