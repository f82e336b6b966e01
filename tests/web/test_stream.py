"""Live updates: first everything, then what changes; nothing is missed, and nobody is told what is
not his.
"""

import threading
from pathlib import Path
from typing import Any

import pytest

from pitboss.casino.requests import Request
from pitboss.casino.stream_ids import table_stream
from pitboss.kernel.money import Cents
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.commands import PlaceBet
from pitboss.web import live as hub
from pitboss.web.demo import TABLES
from tests.web.evening import Evening
from tests.web.service import Clock, Event, House

BOTH = ("*", "*")


def tables(event: Event) -> str | None:
    return event.data["table"] if event.kind == "table" else None


def antes(event: Event) -> list[str]:
    """What lies on the boxes of the table that the event tells of; nothing as long as no box
    plays.
    """
    return [box["bets"]["ante"] for box in event.data["round"]["boxes"]]


def test_a_snapshot_comes_first_with_all_that_is_looked_at(open_house: House) -> None:
    ann = open_house.person(Role.PLAYER)
    with ann.stream("Stud,Classic", "Millions") as stream:
        first = stream.event()
        assert first.kind == "snapshot"
        assert set(first.data["views"]) == {"floor", "table/Stud", "table/Classic", "link/Millions"}
        assert first.data["resumed"] is False
        assert first.data["position"] == int(first.id or 0)
        assert first.data["views"]["table/Stud"]["table"] == "Stud"
        assert first.data["views"]["link/Millions"]["displayed"] == "100000.00"
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
    with ann.stream(*BOTH) as stream:
        names = {f"table/{name}" for name in TABLES}
        assert set(stream.event().data["views"]) == names | {
            "floor",
            "link/Millions",
            "link/Megalink",
        }
    with ann.stream() as stream:
        assert set(stream.event().data["views"]) == {"floor"}


def test_then_changes_come_with_the_position_in_the_journal(house: House) -> None:
    dana = house.person(Role.DEALER)
    with dana.stream("Stud") as stream:
        stream.event()
        answer = dana.do("Stud", "open-betting").json()
        floor, table = stream.event(), stream.event()
        assert (floor.kind, table.kind) == ("floor", "table")
        assert floor.id == table.id == str(answer["position"])
        assert table.data == answer["view"]
        (row,) = [one for one in floor.data["tables"] if one["table"] == "Stud"]
        assert (row["phase"], row["round"]) == ("betting", "Stud-1")
        # A table that is not looked at is on the floor only.
        dana.done("Classic", "open-betting")
        assert stream.event().kind == "floor"
        assert stream.pending() == []


def test_tables_and_links_that_are_opened_later_are_told_to_whoever_looks_at_all(
    house: House,
) -> None:
    max_ = house.person(Role.SHIFT_MANAGER)
    with max_.stream("*", "Millions") as every, max_.stream("Stud", "*") as some:
        every.event(), some.event()
        opening = {
            "rulebook": "rws-casino-stud-6",
            "layout": "A",
            "boxes": 6,
            "dealing": "shuffler",
        }
        limits = {"ante": {"min": "10.00", "max": "100.00"}}
        max_.done("New", "open-table", **opening, cards="virtual", limits=limits)
        parameters = {"reset": "5000.00", "rate-bp": 100, "reserve-bp": 0, "cap": None}
        answer = max_.open_link("Small", operator="RWS", parameters=parameters)
        assert answer.status_code == 200, answer.text
        assert any(
            tables(event) == "New" for event in every.until(lambda event: tables(event) == "New")
        )
        some.until(lambda event: event.kind == "link" and event.data["link"] == "Small")
        max_.on_link("Millions", "show-notice", text="Back soon")
        seen = every.until(lambda event: event.kind == "link")
        assert seen[-1].data["link"] == "Millions", "the new link is not looked at"


def test_whoever_comes_again_has_missed_nothing(house: House) -> None:
    """What happened while nobody listened is in what comes first; and everything later is told
    after it.
    """
    evening = Evening(house, "Stud")
    ann = evening.players["ann"]
    with ann.stream("Stud", "Millions") as stream:
        stream.event()
        evening.begin()
        last = stream.until(
            lambda event: tables(event) == "Stud" and len(event.data["round"]["boxes"]) == 3
        )[-1]
    evening.play(until="deciding")
    with ann.stream("Stud", "Millions", last_event_id=last.id) as stream:
        again = stream.event()
        assert again.kind == "snapshot"
        assert again.data["resumed"] is True
        assert int(again.id or 0) >= int(last.id or 0)
        seen = again.data["views"]["table/Stud"]
        while seen["round"]["phase"] != "deciding":
            seen = stream.until(lambda event: tables(event) == "Stud")[-1].data
        assert seen == evening.view(ann) | {"position": seen["position"]}
        evening.play()
        stream.until(lambda event: tables(event) == "Stud" and event.data["round"] is None)


@pytest.mark.parametrize("last", ["0", "999999999", "x", "-1", "9" * 5000])
def test_any_last_event_id_is_answered_with_what_is_there(open_house: House, last: str) -> None:
    ann = open_house.person(Role.PLAYER)
    with ann.stream("Stud", last_event_id=last) as stream:
        assert stream.event().kind == "snapshot"


def test_no_change_is_lost_between_the_snapshot_and_the_first_update(house: House) -> None:
    """Clients come all the time while a table is busy; each must end with what is there at the
    end.
    """
    dana = house.person(Role.DEALER)
    dana.done("Stud", "open-betting")
    house.settle_down()
    players = [Actor(Post.PLAYER, f"p{box}") for box in range(1, 7)]

    def bet() -> None:
        for nth in range(120):
            bet = PlaceBet(1 + nth % 6, "ante", Cents(10_00))
            house.casino.carry_out(
                Request(f"bet-{nth}", table_stream("Stud"), bet, players[nth % 6])
            )

    busy = threading.Thread(target=bet)
    busy.start()
    streams = [dana.stream("Stud", "Millions") for _ in range(25)]
    busy.join()
    expected = {f"p{box}": "200.00" for box in range(1, 7)}
    for stream in streams:
        with stream:
            view = stream.event().data["views"]["table/Stud"]
            while {
                box["player"]: box["bets"].get("ante") for box in view["round"]["boxes"]
            } != expected:
                view = stream.until(lambda event: tables(event) == "Stud")[-1].data


def test_a_meter_tells_its_latest_value_only_some_times_a_second(house: House) -> None:
    dana = house.person(Role.DEALER)
    dana.done("Stud", "open-betting")
    house.settle_down()
    players = [Actor(Post.PLAYER, f"p{box}") for box in range(1, 7)]
    sign = house.device(Role.DISPLAY, "a sign")
    with sign.stream(links="Millions") as stream:
        shown = [stream.event().data["views"]["link/Millions"]["displayed"]]
        begun_s = house.running.time()
        for box, player in enumerate(players, start=1):
            bet = PlaceBet(box, "ante", Cents(10_00))
            house.casino.carry_out(Request(f"ante-{box}", table_stream("Stud"), bet, player))
        for box, player in enumerate(players, start=1):
            bet = PlaceBet(box, "progressive", Cents(5_00))
            house.casino.carry_out(Request(f"progressive-{box}", table_stream("Stud"), bet, player))
        dana.done("Stud", "close-betting")
        # Six bets of 5.00, of which 15 in the hundred go to the meter: 4.50.
        seen = stream.until(
            lambda event: event.kind == "meter" and event.data["displayed"] == "100004.50"
        )
        spent_s = house.running.time() - begun_s
    meters = [event for event in seen if event.kind == "meter"]
    assert all(set(event.data) == {"link", "displayed", "position"} for event in meters)
    assert len(meters) <= 2 + spent_s / hub.METERS_EVERY_S
    shown += [event.data["displayed"] for event in meters]
    assert shown == sorted(shown, key=float)
    # A sign that is switched on now is told the same, and not what the first one was told at its
    # start.
    with sign.stream(links="Millions") as stream:
        views = stream.event().data["views"]
    assert views["link/Millions"]["displayed"] == "100004.50"
    assert [row["displayed"] for row in views["floor"]["links"] if row["link"] == "Millions"] == [
        "100004.50"
    ]


def test_staff_are_told_who_is_at_which_console_and_nobody_else_is(house: House) -> None:
    max_, dana = house.person(Role.PIT_SUPERVISOR), house.person(Role.DEALER)
    ann = house.person(Role.PLAYER)

    def at(floor: Any) -> dict[str, list[str]]:
        return {row["table"]: row["staff"] for row in floor["tables"] if row["staff"]}

    with max_.stream("*") as desk, ann.stream("Stud") as seat:
        desk.event()
        seat.event()
        with dana.stream("Stud") as console, dana.stream("Stud") as again:
            for stream in (console, again):
                first = stream.event()
                assert at(first.data["views"]["floor"]) == {"Stud": [dana.name]}
            came = desk.event()
            assert (came.kind, at(came.data)) == ("floor", {"Stud": [dana.name]})
            assert at(max_.json("/api/floor")) == {"Stud": [dana.name]}
            assert at(ann.json("/api/floor")) == {}
        desk.until(lambda event: event.kind == "floor" and not at(event.data))
        assert at(max_.json("/api/floor")) == {}
        assert seat.pending() == []
    # Nobody is told of his own coming.
    assert again.pending() == []


def test_a_quiet_stream_beats(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT_S", 0.01)
    with house.person(Role.PLAYER).stream() as stream:
        stream.event()
        assert stream.event() == Event("beat", None, {})
        assert b": still here\n\n" in stream.bytes


def test_a_client_that_is_slow_is_told_the_latest_and_never_more(house: House) -> None:
    """While nobody reads, any number of changes come to one message a table."""
    dana = house.person(Role.DEALER)
    dana.done("Stud", "open-betting")
    ann = Actor(Post.PLAYER, "ann")
    with dana.stream("Stud") as stream:
        stream.event()
        stream.pause()
        for nth in range(50):
            bet = PlaceBet(1, "ante", Cents(10_00))
            house.casino.carry_out(Request(f"bet-{nth}", table_stream("Stud"), bet, ann))
        house.settle_down()
        stream.go_on()
        seen = stream.until(lambda event: tables(event) == "Stud" and antes(event) == ["500.00"])
    # One message was under way when the reader stopped, one was waiting behind it.
    assert len([event for event in seen if event.kind == "table"]) <= 3


# ── until one is no longer signed in ──────────────────────────────────────────────────────────────


def test_a_stream_ends_with_its_session(house: House) -> None:
    root = house.person(Role.ADMINISTRATOR)
    ann, bob, cyd = (house.person(Role.PLAYER, name) for name in ("ann", "bob", "cyd"))
    sign = house.device(Role.DISPLAY, "a sign")
    streams = [browser.stream(*BOTH) for browser in (ann, bob, cyd, sign)]
    other = house.person(Role.PLAYER, "ann").stream(*BOTH)
    for stream in (*streams, other):
        stream.event()
    assert ann.post("/api/sign-out").status_code == 200
    assert root.post("/api/people/bob/disable").status_code == 200
    assert root.post("/api/people/cyd/role", {"role": "dealer"}).status_code == 200
    assert root.post(f"/api/devices/{sign.device}/revoke").status_code == 200
    for stream in streams:
        with stream:
            stream.rest()
    # Another session of the same person goes on.
    house.person(Role.DEALER).done("Stud", "open-betting")
    with other:
        other.until(lambda event: tables(event) == "Stud")


def test_a_stream_is_no_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT_S", 0.01)
    clock = Clock()
    with House(tmp_path / "p.db", clock=clock) as house:
        ann = house.person(Role.PLAYER)
        with ann.stream(*BOTH) as stream:
            stream.event()
            clock.pass_by(minutes=29)
            stream.until(lambda event: event.kind == "beat")
            clock.pass_by(minutes=1)
            stream.rest()
        assert ann.learn()["role"] is None


def test_streams_end_when_the_service_does(tmp_path: Path) -> None:
    with House(tmp_path / "p.db") as house:
        streams = [house.person(Role.PLAYER).stream(*BOTH) for _ in range(5)]
        for stream in streams:
            stream.event()
        assert house.service.hub.clients == 5
        house.running.call(house.service.hub.let_go)
        for stream in streams:
            stream.rest()
            stream.close()
        assert house.service.hub.clients == 0


def test_who_goes_away_is_forgotten(house: House) -> None:
    with house.person(Role.PLAYER).stream(*BOTH) as stream:
        stream.event()
        assert house.service.hub.clients == 1
    assert house.service.hub.clients == 0


def test_a_floor_that_is_busy_is_told_some_times_a_second_and_its_last_state_always(
    house: House,
) -> None:
    """Whoever looks at nothing but the floor is not sent all of it for every bet at every table."""
    dana = house.person(Role.DEALER)
    dana.done("Stud", "open-betting")
    with house.person(Role.AUDITOR).stream() as stream:
        stream.event()
        begun_s = house.running.time()
        for nth in range(60):
            player = Actor(Post.PLAYER, f"p{nth % 6}")
            bet = PlaceBet(1 + nth % 6, "ante", Cents(10_00))
            house.casino.carry_out(Request(f"bet-{nth}", table_stream("Stud"), bet, player))
        done = dana.do("Stud", "close-betting").json()["position"]
        seen = stream.until(lambda event: int(event.id or 0) >= done)
        spent_s = house.running.time() - begun_s
    assert {event.kind for event in seen} == {"floor"}
    (row,) = [one for one in seen[-1].data["tables"] if one["table"] == "Stud"]
    assert (row["phase"], len(row["players"])) == ("closed", 6)
    assert len(seen) <= 2 + spent_s / hub.METERS_EVERY_S
