"""A change that nobody waits for any more is not made; the server's clock is the one that
counts.
"""

import os
import signal
from pathlib import Path

import httpx
import pytest

from pitboss.people.roles import Role
from tests.patience import PATIENCE_S
from tests.web.servers import server
from tests.web.service import Clock, House


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_every_answer_tells_the_servers_time(tmp_path: Path, clock: Clock) -> None:
    with House(tmp_path / "p.db", clock=clock) as house:
        dana = house.person(Role.DEALER)
        for answer in (
            dana.get("/api/me"),
            dana.get("/"),
            dana.do("Stud", "open-betting"),
            dana.get("/none"),
        ):
            assert answer.headers["X-Server-Time"] == str(clock.now_ms)
        clock.pass_by(minutes=1)
        with dana.stream() as stream:
            assert stream.headers["x-server-time"] == str(clock.now_ms)


def test_a_command_is_carried_out_up_to_its_deadline_and_not_after(
    tmp_path: Path, clock: Clock
) -> None:
    with House(tmp_path / "p.db", clock=clock) as house:
        dana = house.person(Role.DEALER)
        before = house.casino.journal.count()

        def open_betting(deadline_ms: int) -> httpx.Response:
            return dana.post(
                "/api/tables/Stud/commands",
                {"do": "open-betting"},
                Idempotency_Key="once",
                X_Deadline=str(deadline_ms),
            )

        late = open_betting(clock.now_ms - 1)
        assert (late.status_code, late.json()["code"], late.json()["where"]) == (
            409,
            "too-late",
            "X-Deadline",
        )
        assert house.casino.journal.count() == before
        # With the same key and more time it is carried out, once.
        assert open_betting(clock.now_ms).status_code == 200
        clock.pass_by(minutes=1)
        again = open_betting(clock.now_ms - 50_000)
        assert (again.status_code, again.headers["Idempotent-Replay"]) == (200, "true")
        assert house.casino.journal.count() == before + 1


def test_so_it_is_on_links_and_with_people(tmp_path: Path, clock: Clock) -> None:
    with House(tmp_path / "p.db", clock=clock) as house:
        max_, root = house.person(Role.SHIFT_MANAGER), house.person(Role.ADMINISTRATOR)
        late = {"X_Deadline": str(clock.now_ms - 1)}
        soon = {"X_Deadline": str(clock.now_ms + 1)}
        notice = {"do": "show-notice", "text": "Back soon"}
        person = {"name": "eve", "role": "player", "password": "correct horse battery"}
        for who, path, body in (
            (max_, "/api/links/Millions/commands", notice),
            (root, "/api/people", person),
        ):
            assert who.post(path, body, **late).json()["code"] == "too-late"
            assert who.post(path, body, **soon).status_code == 200


@pytest.mark.parametrize("text", ["", "soon", "-1", "1.5", "9" * 16])
def test_a_deadline_is_a_time(open_house: House, text: str) -> None:
    answer = open_house.person(Role.DEALER).post(
        "/api/tables/Stud/commands", {"do": "open-betting"}, X_Deadline=text
    )
    assert (answer.status_code, answer.json()["where"]) == (422, "X-Deadline")


def test_a_command_that_a_stopped_server_finds_when_it_goes_on_is_refused(tmp_path: Path) -> None:
    """As when a machine sleeps: the command lies in its socket, and whoever sent it has long gone
    away.
    """
    with (
        server(tmp_path, "--demo", "--no-robots") as started,
        httpx.Client(base_url=started.address(), timeout=PATIENCE_S) as client,
    ):
        me = client.post("/api/demo/sign-in", json={"role": "dealer"})
        client.headers["X-CSRF-Token"] = me.json()["csrf"]
        path, body = "/api/tables/Stud/commands", {"do": "open-betting"}
        deadline_ms = int(me.headers["X-Server-Time"]) + 1_000
        headers = {"Idempotency-Key": "once", "X-Deadline": str(deadline_ms)}
        os.kill(started.pid, signal.SIGSTOP)
        try:
            with pytest.raises(httpx.ReadTimeout):
                client.post(path, json=body, headers=headers, timeout=1.5)
        finally:
            os.kill(started.pid, signal.SIGCONT)
        assert client.get("/api/tables/Stud").json()["round"] is None
        # Asked about with the deadline that it had, it is known not to have been carried out.
        answer = client.post(path, json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "too-late")
        later = {**headers, "X-Deadline": str(deadline_ms + 60_000)}
        assert client.post(path, json=body, headers=later).status_code == 200
