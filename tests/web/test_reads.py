"""Reading for requests: bounded in time, given up for whoever has gone, and in nobody's way; and
whether the process says so when it can't serve.
"""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import pytest
from httpx import Response

from pitboss.casino.codec import stored
from pitboss.casino.displays import DisplayedFigure, FiguresDisplayed
from pitboss.journal.address import open_journal
from pitboss.journal.chain import START, hash_of
from pitboss.journal.port import Journal, Record
from pitboss.kernel.money import Cents
from pitboss.people.roles import Role
from pitboss.web.reads import THREADS
from tests.effort import times
from tests.patience import PATIENCE_S
from tests.postgres import Server
from tests.web.service import NAMES, Browser, House, listening
from tests.web.stores import place_of

PATH = "pitboss.web.api.log._page"


def of_a_sign(count: int, apart: int) -> Iterator[Record]:
    """What a sign has reported, at positions that lie apart as far as those of PostgreSQL do."""
    before = START
    for version in range(1, count + 1):
        figures = (DisplayedFigure(version, Cents(100), 1, "live"),)
        new = stored(FiguresDisplayed(at_ms=0, link="Millions", screen="a", figures=figures))
        place = (version * apart, "sign/s", version, version, f"d{version}", 0, bytes(32))
        record = Record(*place, new.kind, new.body, b"")
        before = hash_of(record, before)
        yield Record(*place, new.kind, new.body, before)


def test_the_log_reaches_far_back_where_positions_are_sparse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, count = tmp_path / "pitboss.db", times(50_000, 5_000)
    with closing(open_journal(str(place_of(file)))) as journal:
        journal.copy_in(of_a_sign(count, 1 << 20))
    with House(file) as house:
        auditor, reading = house.person(Role.AUDITOR), house.casino.journal
        assert house.person(Role.DEALER).do("Stud", "settle").status_code == 409
        house.settle_down()
        steps: list[int] = []
        real = reading.read_back

        def counted(*asked: Any) -> Any:
            steps.append(1)
            return real(*asked)

        monkeypatch.setattr(reading, "read_back", counted)
        assert reading.last_position() > count << 20
        found, query = list[Any](), dict[str, str]()
        while True:
            page = auditor.json("/api/log", **query)
            found += page["entries"]
            if page["next"] is None:
                break
            query = {"before": str(page["next"])}
        assert [(one["event"], one["by"]) for one in found] == [
            ("command-refused/1", NAMES[Role.DEALER])
        ]
        assert len(steps) <= count // 5_000 + 2
        assert auditor.json("/api/log", about="person", person="dana")["entries"] == found


def endless(begun: list[int]) -> Any:
    """A log that never comes to its end, as far as the journal goes on answering."""

    def page(journal: Journal, *_: object) -> None:
        begun.append(1)
        while True:
            journal.read_all(0, 1)

    return page


def until(holds: Any) -> None:
    end_s = monotonic() + PATIENCE_S
    while not holds():
        assert monotonic() < end_s, "what was waited for did not come"
        sleep(0.01)


def ask_raw(address: str, browser: Browser) -> socket.socket:
    """Asks for the log on a connection of its own, and does not wait for the answer."""
    place = urlsplit(address)
    connection = socket.create_connection((place.hostname, place.port or 0))
    connection.sendall(
        b"GET /api/log HTTP/1.1\r\nHost: testserver\r\nCookie: pitboss=%b\r\n\r\n"
        % (browser.token or "").encode()
    )
    return connection


def test_clients_who_ask_for_much_and_hang_up_leave_everything_going(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    auditor, dana, begun = house.person(Role.AUDITOR), house.person(Role.DEALER), list[int]()
    with listening(house) as address:
        with monkeypatch.context() as patch:
            patch.setattr(PATH, endless(begun))
            connections = [ask_raw(address, auditor) for _ in range(60)]
            until(lambda: len(begun) == THREADS)
            # While all that read are busy, nothing can be read, and the process says so …
            patch.setattr("pitboss.web.asgi._READY_S", 0.1)
            ready = auditor.get("/readyz")
            assert (ready.status_code, ready.json()["code"]) == (503, "not-ready")
            assert "Nothing can be read: too many others" in ready.json()["detail"]
            # … but it is alive, and play goes on.
            assert auditor.get("/healthz").status_code == 200
            assert dana.do("Stud", "open-betting").status_code == 200
            for connection in connections:
                connection.close()
            patch.setattr("pitboss.web.asgi._READY_S", PATIENCE_S)
            assert auditor.get("/readyz").status_code == 200
        assert auditor.get("/api/log").status_code == 200


def too_long(answer: Response) -> str:
    assert (answer.status_code, answer.json()["code"]) == (503, "took-too-long")
    assert answer.headers["retry-after"] == "5"
    return str(answer.json()["detail"])


def test_a_read_that_takes_too_long_is_given_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    auditor, begun = house.person(Role.AUDITOR), list[int]()
    with monkeypatch.context() as patch:
        patch.setattr(PATH, endless(begun))
        patch.setattr(house.service.reads, "longest_s", 0.2)
        for _ in range(2 * THREADS):
            assert too_long(auditor.get("/api/log")).startswith("This took longer than 0.2 seconds")
    assert len(begun) == 2 * THREADS
    assert auditor.get("/api/log").status_code == 200


def test_reports_leave_other_reading_alone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    auditor, begun = house.person(Role.AUDITOR), list[int]()
    monkeypatch.setattr("pitboss.web.api.reports.reconcile", endless(begun))
    monkeypatch.setattr(house.service.reports, "longest_s", 1.0)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(auditor.get, "/api/reports/reconcile") for _ in range(4)]
        until(lambda: begun)
        assert auditor.get("/api/log").status_code == 200
        for one in asked:
            too_long(one.result(PATIENCE_S))


def test_it_is_not_ready_while_commands_are_stuck(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    dana = house.person(Role.DEALER)
    monkeypatch.setattr("pitboss.web.bridge.STUCK_S", 0.05)
    with ThreadPoolExecutor(1) as pool:
        with house.casino.pipeline.quiet():
            waiting = pool.submit(dana.do, "Stud", "open-betting")
            until(lambda: house.nobody().get("/readyz").status_code == 503)
            answer = house.nobody().get("/readyz").json()
            assert answer["code"] == "not-ready"
            assert answer["detail"].startswith("A command has been waiting for ")
        assert waiting.result(PATIENCE_S).status_code == 200
    assert house.nobody().get("/readyz").status_code == 200


def test_it_is_not_ready_while_its_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.web.bridge.REMEMBERED_S", PATIENCE_S)
    server = Server()
    try:
        with House(server.new_journal()) as house:
            dana, nobody = house.person(Role.DEALER), house.nobody()
            assert nobody.get("/readyz").status_code == 200
            server.stop(immediate=True)
            ready = nobody.get("/readyz")
            assert (ready.status_code, ready.json()["code"]) == (503, "not-ready")
            assert ready.json()["detail"].startswith("Nothing can be read: the journal does not")
            assert nobody.get("/healthz").status_code == 200
            failed = dana.do("Stud", "open-betting", key="k")
            assert (failed.status_code, failed.json()["code"]) == (503, "journal-unavailable")
            server.start()
            # It can be read again, but whether it can be written to, the next command will show.
            until(lambda: "could not be stored" in nobody.get("/readyz").json().get("detail", ""))
            assert dana.do("Stud", "open-betting", key="k").status_code == 200
            assert nobody.get("/readyz").status_code == 200
    finally:
        server.remove()
