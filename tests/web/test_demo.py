"""The demonstration: anybody is anybody at a click, but only on a database that it has made
itself.
"""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from pitboss.casino.app import Casino
from pitboss.demo.pace import Pace
from pitboss.journal.address import open_journal
from pitboss.journal.port import Unavailable
from pitboss.people.events import SYSTEM_NAME
from pitboss.people.roles import Role
from pitboss.web.auth.sessions import Guard
from pitboss.web.demo import LINKS, TABLES, Life, NotADemo, furnish
from tests.patience import PATIENCE_S
from tests.web.service import Browser, House
from tests.web.service import furnish as furnish_house


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, store: None) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("demo") / "p.db", furnished=False, demo=True) as house:
        furnish(house.casino, house.service.guard)
        house.settle_down()
        yield house


def click(house: House, role: str) -> Browser:
    browser = house.nobody()
    answer = browser.post("/api/demo/sign-in", {"role": role})
    assert answer.status_code == 200, answer.text
    browser.learn()
    return browser


@pytest.mark.parametrize("role", Role)
def test_a_visitor_is_anybody_at_a_click(demo: House, role: Role) -> None:
    browser = click(demo, role)
    me = browser.learn()
    assert (me["name"], me["role"], me["demo"]) == (f"demo-{role}", role.value, True)
    assert browser.get("/api/floor").status_code == 200


@pytest.mark.parametrize("role", ["player", "shift-manager"])
def test_there_are_two_of_some(demo: House, role: str) -> None:
    browser = demo.nobody()
    assert browser.post("/api/demo/sign-in", {"role": role, "second": True}).status_code == 200
    assert browser.learn()["name"] == f"demo-{role}-2"
    assert browser.learn()["role"] == role


@pytest.mark.parametrize(
    ("role", "second"), [("dealer", True), ("player", "yes"), ("player", None)]
)
def test_and_one_of_the_others(demo: House, role: str, second: object) -> None:
    answer = demo.nobody().post("/api/demo/sign-in", {"role": role, "second": second})
    assert (answer.status_code, answer.json()["where"]) == (422, "second")


@pytest.mark.parametrize("role", ["king", "", None, 1])
def test_but_nobody_else(demo: House, role: object) -> None:
    answer = demo.nobody().post("/api/demo/sign-in", {"role": role})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-field")


def test_the_people_of_a_demonstration_have_no_passwords(demo: House) -> None:
    answer = demo.nobody().sign_in("demo-administrator", "")
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong-name-or-password")
    assert demo.nobody().learn()["set_up_needed"] is False


def test_a_table_of_each_game_one_of_ordinary_cards_and_two_links(demo: House) -> None:
    floor = click(demo, "player").json("/api/floor")
    assert len({row["rulebook"] for row in floor["tables"]}) == 5
    assert [row["table"] for row in floor["tables"] if row["cards"] == "shown"] == ["Felt"]
    assert {link["link"] for link in floor["links"]} == set(LINKS)


def test_furnishing_again_changes_nothing(demo: House) -> None:
    before = demo.casino.journal.last_position()
    furnish(demo.casino, demo.service.guard)
    assert demo.casino.journal.last_position() == before


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    casino = Casino(open_journal(f"sqlite:{tmp_path / 'p.db'}"))
    yield casino
    casino.close()


def guard_of(casino: Casino) -> Guard:
    return Guard(casino, lambda: 1_000)


def test_a_demonstration_can_not_be_started_on_a_database_with_people(casino: Casino) -> None:
    guard_of(casino).add(SYSTEM_NAME, "root", Role.ADMINISTRATOR, "correct horse battery")
    before = casino.journal.last_position()
    with pytest.raises(
        NotADemo, match="holds a real casino; a demonstration needs a database of its own"
    ):
        furnish(casino, guard_of(casino))
    assert casino.journal.last_position() == before


def test_nor_on_one_with_tables(casino: Casino) -> None:
    furnish_house(casino)
    before = casino.journal.last_position()
    with pytest.raises(
        NotADemo, match="has tables already; a demonstration needs a database of its own"
    ):
        furnish(casino, guard_of(casino))
    assert casino.journal.last_position() == before


def test_nobody_signs_in_by_a_click_where_there_is_no_demonstration(open_house: House) -> None:
    answer = open_house.nobody().post("/api/demo/sign-in", {"role": "dealer"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not-a-demo")
    assert open_house.nobody().learn()["demo"] is False


def test_robots_keep_every_table_going(demo: House) -> None:
    with click(demo, "display").stream("*") as stream:
        stream.event()
        life = Life(demo.service)
        life.start()
        try:
            seen: set[str] = set()
            while seen != set(TABLES):
                event = stream.event()
                if event.kind == "table":
                    seen.add(event.data["table"])
        finally:
            life.stop()


def test_everybody_at_a_table_is_told_the_same_clock_by_the_servers_time(demo: House) -> None:
    player, dealer = click(demo, "player"), click(demo, "auditor")
    with player.stream("Stud") as one, dealer.stream("Stud") as other:
        life = Life(demo.service, pace=Pace(bets_ms=3_600_000))
        life.start()
        try:
            told = [
                stream.until(
                    lambda event: event.kind == "table" and event.data["clock"] is not None
                )[-1].data
                for stream in (one, other)
            ]
            asked = player.json("/api/tables/Stud")["clock"]
            now_ms = player.json("/api/time")["now_ms"]
            # It goes when what it was set for is over, before the robots have noticed.
            dana = click(demo, "dealer")
            dana.done("Stud", "place-bet", box=1, bet="ante", amount="25", player="demo-player")
            after = dana.done("Stud", "close-betting", let_stand=True)["clock"]
        finally:
            life.stop()
    assert told[0]["clock"] == told[1]["clock"] == asked
    assert told[0]["clock"]["kind"] == "bets"
    assert after is None or after["kind"] == "dealer"
    assert told[0]["clock"]["round"] == told[0]["round"]["id"]
    assert 0 < told[0]["clock"]["ends_ms"] - now_ms <= 3_600_000


def test_a_visitors_act_as_dealer_keeps_the_robot_away(demo: House) -> None:
    life = Life(demo.service)
    dana = click(demo, "dealer")
    with click(demo, "player").stream("Bullseye") as stream:
        if dana.json("/api/tables/Bullseye")["round"] is None:
            dana.done("Bullseye", "open-betting")
        dana.done("Bullseye", "place-bet", box=6, bet="main", amount="25", player="demo-player")
        life.start()
        try:
            wanted = stream.until(
                lambda event: event.kind == "table" and event.data["clock"] is not None
            )
        finally:
            life.stop()
    assert wanted[-1].data["clock"]["kind"] == "dealer"
    assert wanted[-1].data["round"]["phase"] == "betting"


def test_robots_go_on_when_the_database_is_back(
    demo: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.web.demo._DATABASE_AWAY_S", 0.01)
    failures = 0

    def away(*_: object) -> None:
        nonlocal failures
        failures += 1
        raise Unavailable("the disk is full")

    with click(demo, "display").stream("*") as stream:
        stream.event()
        life = Life(demo.service)
        with monkeypatch.context() as trouble:
            trouble.setattr(demo.casino.journal, "append", away)
            life.start()
            end_s = monotonic() + PATIENCE_S
            while failures < 3:
                assert monotonic() < end_s
                sleep(0.01)
        try:
            stream.until(lambda event: event.kind == "table" and event.data["round"] is not None)
        finally:
            life.stop()
