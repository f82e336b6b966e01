"""One connection for all tabs of a browser: each is told what is its own, and nobody is told what
is another's.
"""

from typing import Any

import pytest

from pitboss.people.roles import Role
from tests.web.evening import Evening
from tests.web.service import Event, House, Stream


class Line:
    """A shared stream, read with whom each message is for."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self._number = -1

    def told(self) -> tuple[int, Event]:
        """The next message, and whom it is for."""
        while (event := self.stream.event()).kind == "watch":
            self._number = event.data
        return self._number, event

    def until(self, number: int, kind: str) -> Event:
        """The next message of a kind to one of them."""
        while True:
            found, event = self.told()
            if (found, event.kind) == (number, kind):
                return event


def test_each_is_told_what_it_looks_at_and_only_that(house: House) -> None:
    dana, sign = house.person(Role.DEALER), house.device(Role.DISPLAY, "a sign")
    device = sign.client.headers["Authorization"].partition(" ")[2]
    watches: list[dict[str, Any]] = [
        {"name": "dana", "tables": ["Stud"], "links": ["Millions"]},
        {"name": "a sign", "device": device, "links": ["Megalink"]},
    ]
    with dana.shared_stream(*watches) as stream:
        line = Line(stream)
        first = dict(line.told() for _ in watches)
        assert {number: event.kind for number, event in first.items()} == {
            0: "snapshot",
            1: "snapshot",
        }
        assert set(first[0].data["views"]) == {"floor", "table/Stud", "link/Millions"}
        assert set(first[1].data["views"]) == {"floor", "link/Megalink"}
        assert house.service.hub.clients == 2
        answer = dana.do("Stud", "open-betting").json()
        assert line.until(0, "table").data == answer["view"]
        assert line.until(1, "floor").data["tables"][-1]["table"] == "Stud"
        dana.done("Classic", "open-betting")
        assert [line.told()[1].kind for _ in watches] == ["floor", "floor"]
        assert stream.pending() == []
    assert house.service.hub.clients == 0


def test_hidden_cards_stay_with_the_player_whose_they_are(house: House) -> None:
    """Two on one line who see a table differently."""
    evening = Evening(house, "Stud")
    evening.begin()
    evening.play(until="deciding")
    ann = evening.players["ann"]
    ann.done("Stud", "examine", box=1)
    console = house.device(Role.DEALER, "a console")
    device = console.client.headers["Authorization"].partition(" ")[2]
    watches = [
        {"name": "ann", "tables": ["Stud"]},
        {"name": "a console", "device": device, "tables": ["Stud"]},
    ]
    with ann.shared_stream(*watches) as stream:
        line = Line(stream)
        views = {
            number: event.data["views"]["table/Stud"]
            for number, event in (line.told(), line.told())
        }
    hands = {number: view["round"]["boxes"][0]["cards"] for number, view in views.items()}
    assert "??" not in hands[0]
    assert set(hands[1]) == {"??"}


def test_nobody_is_sent_what_was_asked_for_by_who_was_signed_in_before(house: House) -> None:
    """A tab that has not noticed yet that somebody else has signed in asks in the old name."""
    dana = house.person(Role.DEALER)
    with dana.shared_stream({"name": "ann", "tables": ["Stud"]}, {"name": "dana"}) as stream:
        line = Line(stream)
        assert line.told() == (0, Event("ended", None, {}))
        number, first = line.told()
        assert (number, first.kind) == (1, "snapshot")
    with dana.shared_stream({"name": "ann", "tables": ["Stud"]}) as stream:
        assert stream.status == 401
        stream.rest()
    with house.nobody().shared_stream({"name": ""}) as stream:
        assert stream.status == 401
        stream.rest()


def test_who_is_signed_out_is_told_so_and_the_others_go_on(house: House) -> None:
    ann, root = house.person(Role.PLAYER), house.person(Role.ADMINISTRATOR)
    sign = house.device(Role.DISPLAY, "a sign")
    device = sign.client.headers["Authorization"].partition(" ")[2]
    watches = [
        {"name": "ann", "tables": ["*"]},
        {"name": "a sign", "device": device, "tables": ["Stud"]},
    ]
    with ann.shared_stream(*watches) as stream:
        line = Line(stream)
        line.told(), line.told()
        assert ann.post("/api/sign-out").status_code == 200
        assert line.until(0, "ended").data == {}
        house.person(Role.DEALER).done("Stud", "open-betting")
        assert line.until(1, "table").data["table"] == "Stud"
        # When the last one is out there is nobody left to be told anything.
        assert root.post(f"/api/devices/{sign.device}/revoke").status_code == 200
        assert stream.rest()[-1].kind == "ended"
    assert house.service.hub.clients == 0


def test_a_session_that_another_process_has_opened_is_known(house: House) -> None:
    """The guard of this process learns of it when it is asked."""
    token = house.service.guard.open_session(house.person(Role.PLAYER).name or "")
    ann = house.with_token(token)
    house.service.guard._people = house.service.guard._people.__class__()
    with ann.shared_stream({"name": "ann"}) as stream:
        line = Line(stream)
        assert line.told()[1].kind == "snapshot"
    with ann.shared_stream({"name": "x", "device": "unknown"}) as stream:
        assert stream.status == 401
        stream.rest()


def test_whoever_is_taken_for_another_role_has_to_look_again(house: House) -> None:
    """A page may have asked who is signed in just before the role was changed."""
    dana = house.person(Role.DEALER)
    with dana.shared_stream(
        {"name": "dana", "role": "dealer"}, {"name": "dana", "role": "player"}
    ) as stream:
        line = Line(stream)
        assert line.until(1, "ended").data == {}
        assert line.until(0, "snapshot").data["views"]


def test_staff_are_at_the_consoles_that_are_named_whatever_else_they_look_at(house: House) -> None:
    sam, dana, ann = (
        house.person(role) for role in (Role.PIT_SUPERVISOR, Role.DEALER, Role.PLAYER)
    )

    def at() -> dict[str, list[str]]:
        return {
            row["table"]: row["staff"] for row in sam.json("/api/floor")["tables"] if row["staff"]
        }

    watch = {"name": "dana", "tables": ["*", "Stud", "Classic"], "consoles": ["Stud", "Classic"]}
    with (
        dana.shared_stream(watch) as stream,
        ann.shared_stream({"name": "ann", "consoles": ["Stud"]}) as seat,
    ):
        Line(stream).told(), Line(seat).told()
        assert at() == {"Classic": ["dana"], "Stud": ["dana"]}
    assert at() == {}


def test_a_line_ends_with_the_service_and_beats_while_it_is_quiet(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.web.live.HEARTBEAT_S", 0.01)
    with house.person(Role.PLAYER).shared_stream({"name": "ann"}) as stream:
        line = Line(stream)
        line.told()
        assert line.told() == (0, Event("beat", None, {}))
        house.running.call(house.service.hub.let_go)
        stream.rest()


@pytest.mark.parametrize(
    "watch",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        "[{}]",
        '[{"name": 1}]',
        '[{"name": "ann", "tables": "Stud"}]',
        '[{"name": "ann", "rank": "dealer"}]',
        "[" * 5000,
        "[" + ",".join(['{"name": "ann"}'] * 41) + "]",
    ],
)
def test_what_is_no_list_of_watches_is_refused(open_house: House, watch: str) -> None:
    ann = open_house.person(Role.PLAYER)
    answer = ann.client.get("/api/stream/shared", headers={"X-Watch": watch})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-field")
    assert answer.json()["where"] == "X-Watch"


def test_without_a_list_it_is_refused_too_and_there_is_no_head_of_it(open_house: House) -> None:
    ann = open_house.person(Role.PLAYER)
    assert ann.get("/api/stream/shared").status_code == 422
    assert ann.client.head("/api/stream/shared").status_code == 405
