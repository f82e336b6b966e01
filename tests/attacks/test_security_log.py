"""Attacks are seen: in the log, which they can neither forge nor fill, and in figures that count
them all.
"""

import io
import logging
import re

import msgspec
import pytest

from pitboss.operations.logs import Allowance, Seldom, start_logging
from pitboss.operations.settings import Log, LogFormat
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from tests.web.service import PASSWORD, Clock, House


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "pitboss.security")
    return caplog


def lines(log: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in log.records if record.name == "pitboss.security"]


def figures(house: House, name: str) -> dict[str, float]:
    """What Prometheus is told under a name, by its labels."""
    said = house.nobody().get("/metrics").text
    found = re.findall(rf"^{name}{{(.*)}} (\S+)$", said, flags=re.MULTILINE)
    return {labels: float(count) for labels, count in found}


def test_a_failed_sign_in_is_written_and_counted(
    house: House, log: pytest.LogCaptureFixture
) -> None:
    house.service.guard.add(SYSTEM_NAME, "dana", Role.DEALER, PASSWORD)
    for name in ("dana", "nobody"):
        house.nobody("10.0.0.7").sign_in(name, "a wrong password")
    assert house.nobody("10.0.0.7").sign_in("dana").status_code == 200
    assert lines(log) == [
        "sign-in failed (wrong): dana from 10.0.0.7",
        "sign-in failed (wrong): nobody from 10.0.0.7",
    ]
    assert "a wrong password" not in log.text
    assert figures(house, "pitboss_sign_ins_total") == {
        'outcome="right"': 1,
        'outcome="wrong"': 2,
        'outcome="too-many-tries"': 0,
        'outcome="first-password-used"': 0,
        'outcome="wrong-code"': 0,
        'outcome="wrong-passkey"': 0,
        'outcome="second-factor-locked"': 0,
        'outcome="directory-refused"': 0,
        'outcome="no-role"': 0,
    }
    assert figures(house, "pitboss_refused_deeds_total") == {}


def test_so_are_too_many_and_a_first_password_that_was_used(
    house: House, log: pytest.LogCaptureFixture
) -> None:
    root = house.person(Role.ADMINISTRATOR)
    root.post("/api/people", {"name": "dora", "role": "dealer", "password": PASSWORD})
    house.nobody().sign_in("dora")
    house.nobody().sign_in("dora")
    for _ in range(6):
        house.nobody().sign_in("eve", "wrong")
    found = figures(house, "pitboss_sign_ins_total")
    assert (found['outcome="first-password-used"'], found['outcome="wrong"']) == (1, 5)
    assert found['outcome="too-many-tries"'] == 1
    assert "sign-in failed (too-many-tries): eve from testclient" in lines(log)
    assert "sign-in failed (first-password-used): dora from testclient" in lines(log)


def test_a_refused_deed_is_written_and_counted(house: House, log: pytest.LogCaptureFixture) -> None:
    ann, root = house.person(Role.PLAYER), house.person(Role.ADMINISTRATOR)
    ann.get("/api/people")
    ann.do("Stud", "open-betting")
    house.nobody().get("/api/floor")
    root.post("/api/devices", {"role": "display", "label": "x"}, X_CSRF_Token="0" * 64)
    root.post("/api/devices", {"role": "display", "label": "x"}, Origin="http://evil.example")
    house.nobody().post("/api/setup", {"token": "guess", "name": "eve", "password": PASSWORD})
    console = house.device(Role.DEALER, "Console 1")
    console.get("/api/tables/Holdem")
    assert lines(log) == [
        "refused (not-permitted): GET /api/people by ann (player) from testclient",
        "refused (not-allowed): POST /api/tables/{table}/commands by ann (player) from testclient",
        "refused (sign-in-needed): GET /api/floor by nobody from testclient",
        "refused (csrf-token-needed): POST /api/devices by root (administrator) from testclient",
        "refused (wrong-origin): POST /api/devices by root (administrator) from testclient",
        "refused (other-table): GET /api/tables/{table} by Console 1 (dealer) from testclient",
    ]
    assert figures(house, "pitboss_refused_deeds_total") == {
        'code="not-permitted",role="player"': 1,
        'code="not-allowed",role="player"': 1,
        'code="sign-in-needed",role="nobody"': 1,
        'code="csrf-token-needed",role="administrator"': 1,
        'code="wrong-origin",role="administrator"': 1,
        'code="other-table",role="dealer"': 1,
    }


def test_an_ordinary_refusal_is_no_deed_of_an_attacker(
    house: House, log: pytest.LogCaptureFixture
) -> None:
    dana = house.person(Role.DEALER)
    assert dana.do("Stud", "settle").status_code == 409
    assert dana.get("/api/tables/none").status_code == 404
    assert lines(log) == []
    assert figures(house, "pitboss_refused_deeds_total") == {}


def test_nobody_writes_lines_of_his_own(house: House, log: pytest.LogCaptureFixture) -> None:
    forged = (
        "eve from 10.0.0.1\n2026-11-16 WARNING pitboss.security: sign-in failed (wrong): "
        "max\x1b[2K\r"
    )
    house.nobody().sign_in(forged, "x")
    house.nobody().sign_in("x" * 60_000, "x")
    for line in lines(log):
        assert line.isprintable()
        assert len(line) < 200


def test_an_attacker_does_not_fill_the_log(
    tmp_path_factory: pytest.TempPathFactory, log: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    with House(tmp_path_factory.mktemp("house") / "p.db", clock=clock, furnished=False) as house:
        for _ in range(300):
            house.nobody("10.0.0.1").get("/api/floor")
        assert len(lines(log)) == 20
        house.nobody("10.0.0.2").get("/api/floor")
        assert lines(log)[-1].endswith("from 10.0.0.2; 280 more like these were left out")
        # From many addresses at once it is no more than so many either.
        for nth in range(300):
            house.nobody(f"10.1.{nth // 250}.{nth % 250}").get("/api/floor")
        assert len(lines(log)) == 100
        clock.pass_by(minutes=1)
        house.nobody("10.0.0.1").get("/api/floor")
        assert lines(log)[-1].endswith("from 10.0.0.1; 221 more like these were left out")
        assert figures(house, "pitboss_refused_deeds_total") == {
            'code="sign-in-needed",role="nobody"': 602
        }


def test_addresses_without_end_are_not_remembered_without_end() -> None:
    allowance = Allowance(20, 1_000_000, Clock())
    for nth in range(5_000):
        assert allowance.take(f"address {nth}") == 0
    assert len(allowance._of_key) <= 1_000


def test_a_logger_of_others_says_the_same_only_so_often() -> None:
    logger, out = logging.getLogger("tests.seldom"), io.StringIO()
    logger.propagate = False
    logger.handlers[:] = [logging.StreamHandler(out)]
    clock = Clock()
    logger.addFilter(Seldom(20, clock))
    for _ in range(1_000):
        logger.warning("Invalid HTTP request received.")
    logger.warning("something else")
    assert out.getvalue().count("\n") == 21
    clock.pass_by(minutes=1)
    logger.warning("Invalid HTTP request received.")
    assert out.getvalue().count("\n") == 22


@pytest.mark.parametrize("form", LogFormat)
def test_whatever_is_logged_stays_on_its_line(form: LogFormat) -> None:
    logger = logging.getLogger("pitboss")
    before = (logger.handlers[:], logger.level, logger.propagate)
    try:
        start_logging(Log(format=form))
        record = logging.LogRecord(
            "pitboss.web", logging.WARNING, "", 0, "a\nb\x1b[2J%s", ("\r\u2028",), None
        )
        line = logger.handlers[0].format(record)
    finally:
        logger.handlers[:], logger.level, logger.propagate = before
    assert "\n" not in line
    assert "\x1b" not in line
    if form is LogFormat.TEXT:
        assert line.isprintable()
    else:
        assert msgspec.json.decode(line)["message"] == "a\nb\x1b[2J\r\u2028"
