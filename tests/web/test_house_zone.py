"""Where the house is: asked at its set-up, kept in its journal, and overruled by its settings."""

from pathlib import Path

import pytest

from pitboss.operations.config import load_config
from tests.web.answers import code
from tests.web.service import PASSWORD, House


def set_up(house: House, **more: str) -> None:
    body = {"token": house.service.guard.setup_token, "name": "root", "password": PASSWORD, **more}
    answer = house.nobody().post("/api/setup", body)
    assert answer.status_code == 200, answer.text


def test_the_zone_given_at_set_up_counts_at_once_and_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path / "p.db", furnished=False, zone="") as house:
        assert house.nobody().json("/api/me")["asks_timezone"] is True
        assert house.nobody().json("/api/me")["timezone"] == "UTC"
        set_up(house, timezone="Asia/Singapore")
        me = house.nobody().json("/api/me")
        assert me["timezone"] == "Asia/Singapore"
        assert "asks_timezone" not in me
    with House(tmp_path / "p.db", furnished=False, zone="") as house:
        assert house.nobody().json("/api/me")["timezone"] == "Asia/Singapore"
        config = load_config(database=f"sqlite:{tmp_path / 'p.db'}", environment={})
        assert config.zone_in(house.casino.journal).key == "Asia/Singapore"


def test_the_settings_go_before_it_and_nobody_is_asked(tmp_path: Path) -> None:
    with House(tmp_path / "p.db", furnished=False, zone="Europe/Berlin") as house:
        assert "asks_timezone" not in house.nobody().json("/api/me")
        set_up(house, timezone="Asia/Singapore")
        assert house.nobody().json("/api/me")["timezone"] == "Europe/Berlin"
        environment = {"PITBOSS_TIMEZONE": "Europe/Berlin"}
        config = load_config(environment=environment)
        assert config.zone_in(house.casino.journal).key == "Europe/Berlin"


def test_a_house_that_said_nothing_is_in_utc(tmp_path: Path) -> None:
    with House(tmp_path / "p.db", furnished=False, zone="") as house:
        set_up(house)
        assert house.nobody().json("/api/me")["timezone"] == "UTC"
        assert load_config(environment={}).zone_in(house.casino.journal).key == "UTC"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "", "x" * 200])
def test_a_zone_that_is_none_is_refused(tmp_path: Path, zone: str) -> None:
    with House(tmp_path / "p.db", furnished=False, zone="") as house:
        token = house.service.guard.setup_token
        body = {"token": token, "name": "root", "password": PASSWORD, "timezone": zone}
        assert code(house.nobody().post("/api/setup", body)) == (422, "bad-field")
        assert house.casino.people().nobody_yet


def test_the_report_of_the_day_is_of_the_house_s_day(tmp_path: Path) -> None:
    with House(tmp_path / "p.db", furnished=False, zone="") as house:
        set_up(house, timezone="Pacific/Kiritimati")
        found = house.service.today.written(1_800_000_000_000)
        assert found.date == "2027-01-15"
        assert found.start_ms == 1_799_920_800_000
