"""What wears out while a server runs is said when it starts, once in the log, and always in the
metrics.
"""

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from pitboss.conditions import Condition
from pitboss.operations.config import Config, load_config
from pitboss.web.figures import Figures
from pitboss.web.machine_watch import MachineWatch, _log
from tests.patience import PATIENCE_S
from tests.web.servers import Server
from tests.web.service import Clock
from tests.web.test_proxy import make_certificate

TOML = 'data = "data"\n[server]\ncertificate = "floor.pem"\ncertificate_key = "floor.key"\n'
DAY_S = 86_400


@pytest.fixture
def config(tmp_path: Path) -> Config:
    (tmp_path / "data").mkdir()
    (tmp_path / "pitboss.toml").write_text(TOML, encoding="utf-8")
    make_certificate(tmp_path / "data", days=30)
    return load_config(environment={}, folder=tmp_path)


@pytest.fixture(autouse=True)
def heard(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    _log.addHandler(caplog.handler)
    caplog.set_level("INFO", "pitboss.machine")
    yield
    _log.removeHandler(caplog.handler)


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged since the last look, by check and level."""
    found = [
        f"{record.levelname} {record.getMessage().partition(':')[0]}"
        for record in dict.fromkeys(caplog.records)
    ]
    caplog.clear()
    return found


def test_each_is_in_the_log_when_it_begins_and_when_it_is_over(
    config: Config, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    figures, clock = Figures(), Clock(int(time.time() * 1_000))
    now_ms = clock.now_ms
    free = [10 << 30]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, free[0]))
    watch = MachineWatch(config, figures, lambda: max(now_ms, clock()), clock)

    def looks() -> list[str]:
        for _ in range(45):
            free[0] -= 1
            watch.look()
        return told(caplog)

    def figure(name: str) -> float | None:
        return figures.registry.get_sample_value(f"pitboss_{name}")

    assert looks() == []
    ends_s = figure("certificate_ends_timestamp_seconds")
    assert ends_s is not None
    assert ends_s == pytest.approx(time.time() + 30 * DAY_S, abs=60)
    assert (figure("clock_behind_seconds"), figure("disk_free_bytes")) == (0, free[0])
    free[0] = 500 << 20
    assert looks() == ["WARNING disk space"]
    free[0] = 1_000
    assert looks() == ["WARNING disk space"], "now it is full"
    assert figure("disk_free_bytes") == free[0]
    free[0] = 10 << 30
    assert looks() == ["INFO disk space"]
    clock.now_ms -= 3_600_000
    assert looks() == ["WARNING clock"]
    assert figure("clock_behind_seconds") == 3_600
    clock.now_ms = now_ms
    assert looks() == ["INFO clock"]
    for days, expected in ((10, ["WARNING certificate"]), (-1, ["WARNING certificate"])):
        make_certificate(config.data, days=days)
        assert looks() == expected
    make_certificate(config.data, days=90)
    assert looks() == ["INFO certificate"]


def test_a_condition_that_tells_more_each_time_is_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    condition = Condition(_log)
    for number in range(45):
        condition.now("full", f"{number} bytes are free")
    condition.now("", "there is room again")
    condition.now("")
    assert list(dict.fromkeys(caplog.messages)) == ["0 bytes are free", "there is room again"]


def test_a_server_says_so_when_it_starts(config: Config) -> None:
    make_certificate(config.data, days=-1)
    with closing(Server(config.base, "--port", "0", plain=True)) as server:
        address = server.wait_for(re.compile(r"Pitboss is at (https://127\.0\.0\.1:\d+)/"))[1]
        with httpx.Client(base_url=address, verify=False, timeout=PATIENCE_S) as client:
            lines = client.get("/metrics").text.splitlines()
        assert server.end() == 0
        said = [line for line in server.errors().splitlines() if "pitboss.machine" in line]
    assert [line for line in said if "certificate: " in line and "browsers refuse it" in line] == [
        line for line in said if "certificate: " in line
    ]
    assert len([line for line in said if "certificate: " in line]) == 1
    ends = next(line for line in lines if line.startswith("pitboss_certificate_ends"))
    assert float(ends.split()[1]) < time.time()
