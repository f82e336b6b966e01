"""What watches a server asks for: health, readiness, figures; and the headers of every answer."""

import re
from pathlib import Path

import pytest

from pitboss.journal.port import Unavailable
from pitboss.people.roles import Role
from pitboss.web.asgi import HEADERS
from tests.web.evening import Evening
from tests.web.service import House


def test_a_process_that_is_up_says_so(open_house: House) -> None:
    answer = open_house.nobody().get("/healthz")
    assert (answer.status_code, answer.json()["up"]) == (200, True)


def test_a_process_is_ready_when_its_journal_answers(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = house.nobody()
    assert browser.json("/readyz")["ready"] is True

    def away(**_: int) -> None:
        raise Unavailable("the server is away")

    monkeypatch.setattr(house.casino.journal, "read_back", away)
    answer = browser.get("/readyz")
    assert (answer.status_code, answer.json()["code"]) == (503, "not-ready")
    assert answer.headers["retry-after"] == "5"
    assert "Nothing can be read" in answer.json()["detail"]
    assert browser.get("/healthz").status_code == 200
    monkeypatch.undo()
    house.service.ready = False
    assert (browser.get("/readyz").status_code, browser.get("/readyz").json()["code"]) == (
        503,
        "not-ready",
    )


def figure(house: House, name: str) -> float:
    text = house.nobody().get("/metrics").text
    found = re.search(rf"^{re.escape(name)} ([0-9.e+]+)$", text, flags=re.MULTILINE)
    assert found is not None, (name, text)
    return float(found[1])


def test_figures_for_prometheus(house: House) -> None:
    evening = Evening(house, "Stud")
    evening.begin(progressive="5.00")
    ann = evening.players["ann"]
    ann.do("Stud", "place-bet", box=1, bet="ante", amount="5000.00")
    ann.do("Stud", "place-bet", box=1, bet="ante", amount="5000.00")
    evening.play(until="deciding")
    house.settle_down()
    answer = house.nobody().get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert figure(house, 'pitboss_commands_total{do="place-bet",outcome="accepted"}') == 4
    assert figure(house, 'pitboss_commands_total{do="place-bet",outcome="refused"}') == 2
    assert figure(house, 'pitboss_refusals_total{code="over-maximum"}') == 2
    assert figure(house, "pitboss_command_seconds_count") >= 8
    assert figure(house, 'pitboss_jackpot_dollars{link="Millions"}') == 100000.75
    assert figure(house, "pitboss_position") == house.casino.journal.last_position()
    assert figure(house, "pitboss_stream_clients") == 0
    with ann.stream("*", "*") as stream:
        stream.event()
        assert figure(house, "pitboss_stream_clients") == 1


def test_what_fails_inside_is_a_problem_too_and_says_nothing_of_the_inside(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_table: str) -> None:
        raise ZeroDivisionError("the secret of the house")

    dana = house.person(Role.DEALER)
    monkeypatch.setattr(house.casino, "table", broken)
    answer = dana.get("/api/tables/Stud")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal-error")
    assert "secret" not in answer.text
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "ZeroDivisionError: the secret of the house" in caplog.text


def test_a_journal_that_is_away_acknowledges_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    dana = house.person(Role.DEALER)

    def away(_units: object) -> None:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.casino.journal, "append", away)
        answer = dana.do("Stud", "open-betting", key="k")
        assert (answer.status_code, answer.json()["code"]) == (503, "journal-unavailable")
        assert answer.headers["retry-after"] == "1"
    assert dana.json("/api/tables/Stud")["round"] is None
    again = dana.do("Stud", "open-betting", key="k")
    assert again.status_code == 200
    assert "idempotent-replay" not in again.headers
    assert figure(house, 'pitboss_commands_total{do="open-betting",outcome="error"}') == 1


def test_live_updates_go_on_when_the_journal_is_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    dana = house.person(Role.DEALER)
    asked = []

    def away(*_: object) -> None:
        asked.append(1)
        raise Unavailable("the server is away")

    with dana.stream("Stud") as stream:
        stream.event()
        with monkeypatch.context() as patch:
            patch.setattr(house.casino.journal, "read_news", away)
            dana.done("Stud", "open-betting")
            while not asked:
                dana.get("/healthz")
        event = stream.until(lambda event: event.kind == "table")[-1]
        assert event.data["round"]["phase"] == "betting"


def test_live_updates_go_on_after_a_fault_of_our_own(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    dana = house.person(Role.DEALER)
    asked = []

    def broken(*_: object) -> None:
        asked.append(1)
        raise ZeroDivisionError

    with dana.stream("Stud") as stream:
        stream.event()
        with monkeypatch.context() as patch:
            patch.setattr(house.service.hub.known, "read", broken)
            dana.done("Stud", "open-betting")
            while not asked:
                dana.get("/healthz")
        event = stream.until(lambda event: event.kind == "table")[-1]
        assert event.data["round"]["phase"] == "betting"
    assert "live updates failed" in caplog.text


# ── headers ───────────────────────────────────────────────────────────────────────────────────────

PATHS = [
    "/", "/sign-in", "/setup", "/table/Stud", "/seat/Stud", "/sign/Millions", "/pit", (
        "/audit"
    ), "/rulebooks",
    "/people", "/static/shared", "/static/none.js", "/static/../server.py", "/none", (
        "/api/none"
    ), "/api/me", "/api/floor",
    "/healthz", "/readyz", "/metrics", "/api/openapi.json",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_our_headers(open_house: House, path: str) -> None:
    answer = open_house.nobody().get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["content-security-policy"].startswith(
        "default-src 'none'; script-src 'self';"
    )
    assert "unsafe" not in answer.headers["content-security-policy"]
    if path.startswith("/api/"):
        assert answer.headers["cache-control"] == "no-store"
    if path in ("/none", "/api/none"):
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    if path.startswith("/static/"):
        assert answer.status_code == 404


def test_so_has_a_stream_and_a_refusal(open_house: House) -> None:
    with open_house.person(Role.PLAYER).stream() as stream:
        for name, value in HEADERS.items():
            assert stream.headers[name.lower()] == value
    answer = open_house.nobody().post("/api/tables/Stud/commands", b"x" * 70_000)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


def test_a_method_that_is_not_there_is_told_which_are(open_house: House) -> None:
    answer = open_house.nobody().client.delete("/api/people")
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
    assert answer.headers["allow"] == "GET, POST"
    assert open_house.nobody().client.put("/api/floor").headers["allow"] == "GET"
    assert open_house.nobody().client.get("/api/sign-in").headers["allow"] == "POST"


# ── a restart ─────────────────────────────────────────────────────────────────────────────────────


def test_a_restart_in_the_middle_of_a_round_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "p.db"
    with House(file) as house:
        evening = Evening(house, "Singapore", seed=3)
        evening.begin(progressive="5.00")
        evening.play(until="deciding")
        ann = evening.players["ann"]
        ann.done("Singapore", "examine", box=1)
        before, shown = (
            ann.json("/api/tables/Singapore"),
            ann.json("/api/links/Megalink")["displayed"],
        )
        token, last = ann.token, house.casino.journal.last_position()
        assert token is not None
    with House(file) as house:
        (found,) = house.interrupted
        assert (found.table, found.round, found.phase) == ("Singapore", "Singapore-1", "deciding")
        again = house.with_token(token)
        assert again.name == "ann"
        after = again.json("/api/tables/Singapore")
        for name in ("id", "phase", "boxes", "dealer", "commitment", "seeds"):
            assert after["round"][name] == before["round"][name], name
        assert "??" not in after["round"]["boxes"][0]["cards"]
        assert again.json("/api/links/Megalink")["displayed"] == shown
        with again.stream("Singapore", last_event_id=str(last)) as stream:
            first = stream.event()
            assert first.data["resumed"] is True
            assert first.data["views"]["table/Singapore"]["round"] == after["round"]
        # The pit says that it affects the round. MBS 5.16.1: everybody may take back all his wagers
        # or none. Nobody does, and the round goes on.
        assert house.person(Role.SHIFT_MANAGER).confirm("Singapore").status_code == 200
        after = again.json("/api/tables/Singapore")
        assert set(after["round"]["options"]) == {"1", "2", "3"}
        house.person(Role.DEALER).done("Singapore", "close-options")
        assert Evening(house, "Singapore", seed=3).play()["rounds"] == 1
        assert again.json("/api/rounds/Singapore-1/shuffle")["verified"] is True


def test_where_the_rules_say_that_an_interrupted_round_is_void_everybody_gets_his_bets_back(
    tmp_path: Path,
) -> None:
    file = tmp_path / "p.db"
    with House(file) as house:
        evening = Evening(house, "Stud", seed=3)
        evening.begin()
        evening.play(until="deciding")
    with House(file) as house:
        ruled = house.person(Role.SHIFT_MANAGER).confirm("Stud")
        assert house.approved(ruled).status_code == 200
        round = house.person(Role.PLAYER).json("/api/tables/Stud")["round"]
        assert (round["phase"], round["void"]["clauses"]) == ("void", ["5.7.2"])
        assert [box["bets"] for box in round["boxes"]] == [{"ante": "10.00"}] * 3
        over = Evening(house, "Stud", seed=3).play()
        assert over["round"] is None
        assert set(over["chips"].values()) <= {"0.00"}
