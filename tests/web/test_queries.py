"""Everything that can be asked for, on a floor where rounds have been played."""

import datetime as dt
import json
from collections.abc import Iterator
from decimal import Decimal
from time import monotonic
from typing import Any

import pytest

from pitboss.people.roles import Role
from pitboss.rulebook.loader import builtin_ids
from pitboss.table.shuffle.verify import verify_shuffle
from tests.figures import figures_text
from tests.patience import PATIENCE_S
from tests.support import BE, CS, MS
from tests.web.evening import Evening
from tests.web.service import Browser, House


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, store: None) -> Iterator[House]:
    """Two rounds of stud with shuffled cards, one with real ones, and a third of each that runs."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "maths").mkdir()
    (folder / "maths" / f"{MS}.json").write_text(figures_text(MS))
    (folder / "maths" / f"{CS}.json").write_text('{"rulebook": "x", "figures": [1]}')
    with House(folder / "pitboss.db", maths=folder / "maths") as house:
        for table in ("Stud", "Stud", "Classic"):
            evening = Evening(house, table, seed=4)
            evening.begin(progressive="5.00")
            evening.play()
        for table in ("Stud", "Classic"):
            evening = Evening(house, table, seed=4)
            evening.begin()
            evening.play(until="deciding")
        house.settle_down()
        yield house


@pytest.fixture(scope="module")
def ada(played: House) -> Browser:
    return played.person(Role.AUDITOR)


def code(browser: Browser, path: str, **query: str) -> tuple[int, str]:
    answer = browser.get(path, **query)
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return answer.status_code, answer.json()["code"]


# ── the floor ─────────────────────────────────────────────────────────────────────────────────────


def test_the_floor_at_a_glance(played: House, ada: Browser) -> None:
    played.settle_down()
    floor = ada.json("/api/floor")
    rows = {row["table"]: row for row in floor["tables"]}
    assert list(rows) == ["Bullseye", "Classic", "Felt", "Holdem", "Singapore", "Stud"]
    stud = rows["Stud"]
    assert (stud["rulebook"], stud["operator"], stud["open"]) == (MS, "RWS", True)
    assert (stud["round"], stud["phase"], stud["rounds"]) == ("Stud-3", "deciding", 3)
    assert (stud["players"], stud["link"], stud["pending"]) == (["ann", "bob"], "Millions", None)
    assert (rows["Holdem"]["round"], rows["Holdem"]["players"]) == (None, [])
    assert [link["link"] for link in floor["links"]] == ["Megalink", "Millions"]
    assert floor["position"] == played.service.hub.position


def test_links_and_what_their_hands_pay_now(played: House, ada: Browser) -> None:
    links = {link["link"]: link for link in ada.json("/api/links")["links"]}
    assert set(links) == {"Millions", "Megalink"}
    millions = ada.json("/api/links/Millions")
    assert millions == links["Millions"]
    # Three rounds with a bet of 5.00 each, 15 in the hundred of which go into the jackpot: 2.25.
    assert (millions["displayed"], millions["reset"]) == ("100002.25", "100000.00")
    assert (millions["locked"], millions["down"], millions["claims"]) == (False, False, [])
    royal = millions["pays"][MS][-1]
    assert (royal["row"], royal["now"]) == ("royal-flush", "100002.25")
    assert "parameters" not in millions
    staff = played.person(Role.DEALER).json("/api/links/Millions")
    assert staff["parameters"]["rate-bp"] == 1500
    assert (staff["proposal"], staff["correction"]) == (None, None)
    assert code(ada, "/api/links/None") == (404, "no-such-link")
    assert code(ada, "/api/links/None/why") == (404, "no-such-link")
    assert code(ada, "/api/links/%00") == (404, "no-such-link")


def test_a_table_is_shown_to_everybody_as_he_may_see_it(played: House) -> None:
    ann, sign = played.person(Role.PLAYER, "ann"), played.person(Role.DISPLAY)
    mine, signs = ann.json("/api/tables/Stud"), sign.json("/api/tables/Stud")
    assert (mine["title"], mine["cards"], mine["boxes"]) == (signs["title"], "virtual", 9)
    assert {step["do"] for step in mine["next"]} == {"examine", "raise", "fold"}
    assert signs["next"] == []
    assert (set(mine["chips"]), signs["chips"]) == ({"ann"}, {})
    assert mine["step"] == {
        "do": "decide",
        "place": "",
        "cards": 0,
        "asks": "stay",
        "bet": "bet",
        "amount": "20.00",
    }


# ── claims, incidents, rulings ────────────────────────────────────────────────────────────────────


def test_a_ruling_waits_for_somebody_with_the_authority(house: House) -> None:
    evening = Evening(house, "Stud")
    evening.begin()
    evening.play(until="deciding")
    dana, sam, max_ = evening.dealer, house.person(Role.PIT_SUPERVISOR), evening.manager
    # Whoever rules on what the rules do not name has nothing but the reporter's words.
    undescribed = dana.do("Stud", "report", incident="unlisted", box=2)
    assert (undescribed.status_code, undescribed.json()["code"]) == (422, "missing-field")
    assert undescribed.json()["where"] == "description"
    words = "A drink went over box 2."
    ruling = dana.done("Stud", "report", incident="unlisted", box=2, description=words)["round"][
        "ruling"
    ]
    assert ruling["authority"] == "shift-manager"
    house.settle_down()
    for browser, mine in (
        (dana, False),
        (sam, False),
        (max_, True),
        (house.person(Role.AUDITOR), False),
    ):
        (waits,) = browser.json("/api/incidents")["incidents"]
        assert (waits["table"], waits["round"], waits["box"]) == ("Stud", "Stud-1", 2)
        assert (waits["ruling"]["incident"], waits["ruling"]["clauses"]) == ("unlisted", ["5.24"])
        assert waits["for_me"] is mine
        assert waits["reported_at_ms"] == ruling["reported_at_ms"]
        assert (waits["reported_by"], waits["description"]) == ("dana", words)
    assert house.service.hub.tables["Stud"].round is not None
    (row,) = [row for row in max_.json("/api/floor")["tables"] if row["table"] == "Stud"]
    assert row["pending"]["authority"] == "shift-manager"
    answer = sam.confirm("Stud", decision="continue")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-allowed")
    assert max_.confirm("Stud", decision="continue").status_code == 200
    house.settle_down()
    assert max_.json("/api/incidents")["incidents"] == []


def test_which_facts_an_incident_needs(played: House, ada: Browser) -> None:
    found = ada.json("/api/incidents/facts", table="Stud", box="1")
    assert (found["table"], found["phase"]) == ("Stud", "deciding")
    incidents = {one["incident"]: one for one in found["incidents"]}
    assert set(incidents["cards-exposed"]["facts"]) == {"count", "dealers_card"}
    assert "players_have_seen" in incidents["cards-exposed"]["known"]
    assert incidents["cards-exposed"]["needs_box"] is False
    assert found["players"] == ["ann"]
    real = ada.json("/api/incidents/facts", table="Classic")
    assert real["players"] == []
    exposed = {one["incident"]: one for one in real["incidents"]}["cards-exposed"]
    assert "players_have_seen" in exposed["facts"]
    assert code(ada, "/api/incidents/facts", table="None") == (404, "no-such-table")
    assert code(ada, "/api/incidents/facts") == (404, "no-such-table")
    for box in ("0", "x", "9" * 5000, "²"):
        assert ada.get("/api/incidents/facts", table="Stud", box=box).status_code == 200


def test_what_the_rules_say_of_an_incident(ada: Browser) -> None:
    asked = {"rulebook": MS, "incident": "foreign-card"}
    ruling = ada.post("/api/rule", asked)
    assert ruling.status_code == 200, ruling.text
    assert (ruling.json()["effects"], ruling.json()["clauses"]) == (["void-round"], ["5.8.1"])
    bad: list[Any] = [
        {},
        {"rulebook": "none", "incident": "unlisted"},
        {"rulebook": MS, "incident": "x"},
        [],
        1,
    ]
    for wrong in bad:
        assert ada.post("/api/rule", wrong).status_code == 422


def test_there_is_nothing_to_claim(ada: Browser) -> None:
    assert ada.json("/api/claims") == {"claims": []}


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────


def test_the_last_rounds_of_a_table(played: House, ada: Browser) -> None:
    found = ada.json("/api/rounds", table="Stud")
    assert [(one["round"], one["outcome"]) for one in found["rounds"]] == [
        ("Stud-3", "running"),
        ("Stud-2", "settled"),
        ("Stud-1", "settled"),
    ]
    assert found["rounds"][0]["players"] == ["ann", "bob"]
    assert ada.json("/api/rounds", table="Stud", player="cyd")["rounds"] == []
    assert len(ada.json("/api/rounds", table="Stud", player="bob")["rounds"]) == 3
    assert code(ada, "/api/rounds", table="None") == (404, "no-such-table")


def test_rounds_of_all_tables_by_words_and_time(played: House, ada: Browser) -> None:
    found = ada.json("/api/rounds")
    assert {one["round"] for one in found["rounds"]} == {
        "Stud-1",
        "Stud-2",
        "Stud-3",
        "Classic-1",
        "Classic-2",
    }
    assert {one["table"] for one in found["rounds"]} == {"Stud", "Classic"}
    assert found["next"] is None
    assert {one["round"] for one in ada.json("/api/rounds", q="SETTLED stud")["rounds"]} == {
        "Stud-1",
        "Stud-2",
    }
    assert ada.json("/api/rounds", to="2020-01-01")["rounds"] == []
    assert len(ada.json("/api/rounds", **{"from": "2020-01-01T08:00:00+08:00"})["rounds"]) == 5
    assert ada.json("/api/rounds", **{"from": "2999-01-01"})["rounds"] == []


def test_rounds_a_few_at_a_time(played: House, ada: Browser) -> None:
    told: list[str] = []
    more: dict[str, str] = {}
    while True:
        found = ada.json("/api/rounds", limit="2", **more)
        told += [one["round"] for one in found["rounds"]]
        if found["next"] is None:
            break
        more = {"to": found["next"]}
    assert sorted(told) == ["Classic-1", "Classic-2", "Stud-1", "Stud-2", "Stud-3"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("limit", "0"), ("limit", "201"), ("limit", "ten"), ("limit", "٣"), ("limit", "-1"), ((
        "from"
    ), "yesterday"),
     ("to", "2026-13-01"), ("from", "\x00")],
)  # fmt: skip
def test_a_search_that_is_none(ada: Browser, name: str, value: str) -> None:
    assert code(ada, "/api/rounds", **{name: value}) == (422, "bad-field")


def test_a_round_step_by_step(played: House, ada: Browser) -> None:
    found = ada.json("/api/rounds/Stud-1")
    assert (found["round"], found["table"], found["concluded"]) == ("Stud-1", "Stud", True)
    frames = found["frames"]
    assert frames[0]["event"] == "betting-opened/1"
    assert frames[-1]["event"] == "round-concluded/1"
    positions = [frame["position"] for frame in frames]
    assert positions == sorted(positions)
    dealt = {
        frame["by"] for frame in frames if frame["event"] in ("cards-dealt/1", "round-settled/1")
    }
    assert dealt == {"dana"}, "who dealt and who settled is named"
    assert frames[-1]["view"]["published"]["round"] == "Stud-1"
    settled = next(frame for frame in frames if frame["event"] == "round-settled/1")
    assert settled["view"]["round"]["settlement"]["boxes"]


@pytest.mark.parametrize(
    "name", ["Stud-99", "None-1", "Stud", "Stud-", "-1", "Stud-x", "%00-1", "Stud-" + "9" * 5000]
)
@pytest.mark.parametrize("end", ["", "/record", "/shuffle"])
def test_a_round_that_is_not_there(ada: Browser, name: str, end: str) -> None:
    assert code(ada, f"/api/rounds/{name}{end}") == (404, "no-such-round")


def test_why_a_round_came_out_as_it_did_is_open_to_everybody_when_it_is_over(
    played: House, ada: Browser
) -> None:
    ann, nobody = played.person(Role.PLAYER, "ann"), played.nobody()
    told = {
        "ann": ann.json("/api/rounds/Stud-1/why"),
        "nobody": nobody.json("/api/rounds/Stud-1/why"),
        "ada": ada.json("/api/rounds/Stud-1/why"),
    }
    players = {
        who: {box["player"] for box in found["view"]["round"]["settlement"]["boxes"]}
        for who, found in told.items()
    }
    assert players == {"ann": {"ann", None}, "nobody": {None}, "ada": {"ann", "bob"}}
    for found in told.values():
        lines = [
            line for box in found["view"]["round"]["settlement"]["boxes"] for line in box["lines"]
        ]
        assert {clause for line in lines for clause in line["clauses"]} <= found["clauses"].keys()
        assert all(found["clauses"].values())
        assert verify_shuffle(found["shuffle"])["verified"]
        (settled,) = [one for one in found["records"] if one["event"] == "round-settled/1"]
        assert settled["checkpoint"] is None
    assert '"bob"' not in nobody.get("/api/rounds/Stud-1/why").text
    # What lies face down on the table stays so: while it is on, the round is for the floor alone.
    assert code(nobody, "/api/rounds/Stud-3/why") == (409, "not-concluded")
    running = ann.json("/api/rounds/Stud-3/why")
    assert (running["concluded"], running["shuffle"]) == (False, None)
    hands = {box["box"]: set(box["cards"]) for box in running["view"]["round"]["boxes"]}
    assert {"??"} in hands.values()
    assert ada.json("/api/rounds/Classic-1/why")["shuffle"] is None
    assert code(nobody, "/api/rounds/Stud-99/why") == (404, "no-such-round")


def test_why_a_jackpot_stands_where_it_does(played: House, ada: Browser) -> None:
    ann = played.person(Role.PLAYER, "ann")
    told = {"ann": ann.json("/api/links/Millions/why"), "ada": ada.json("/api/links/Millions/why")}
    for found in told.values():
        assert (found["displayed"], found["adds_up"]) == ("100002.25", True)
        parts = {part["what"]: Decimal(part["amount"]) for part in found["parts"]}
        assert parts.pop("start") == 100_000
        assert set(parts) <= {"bets", "on-its-way"}
        assert sum(parts.values()) == Decimal("2.25")
        rules = {one["rulebook"]: one["clauses"] for one in found["rules"]}
        assert {"3.8", "4.2"} <= {number.partition(":")[0] for number in rules[MS]}
        assert found["record"]["hash"]
    # Which table has put in how much is not for guests.
    assert told["ann"]["tables"] == []
    assert {one["table"]: one["amount"] for one in told["ada"]["tables"]}["Stud"] == "1.50"
    assert code(played.nobody(), "/api/links/Millions/why") == (401, "sign-in-needed")


def test_the_floor_that_a_player_asks_for_names_nobody_but_himself(played: House) -> None:
    ann = played.person(Role.PLAYER, "ann")
    (stud,) = [row for row in ann.json("/api/floor")["tables"] if row["table"] == "Stud"]
    assert (stud["playing"], stud["players"]) == (2, ["ann"])
    assert {seat["player"] for seat in stud["seats"]} == {"ann", None}


def test_the_record_of_a_round(ada: Browser) -> None:
    found = ada.json("/api/rounds/Classic-1/record")
    assert found["record"]["rulebook"] == "rws-casino-stud-6"
    assert [box["box"] for box in found["settlement"]["boxes"]] == [1, 2, 3]
    assert code(ada, "/api/rounds/Classic-2/record") == (409, "not-settled")


def test_the_shuffle_of_a_round_can_be_checked_by_everybody(played: House, ada: Browser) -> None:
    for browser in (ada, played.person(Role.PLAYER), played.person(Role.DISPLAY)):
        found = browser.json("/api/rounds/Stud-1/shuffle")
        assert found["verified"] is True
        material = {
            name: found[name] for name in ("round", "commitment", "secret", "seeds", "deck")
        }
        assert verify_shuffle(material)["verified"] is True
    assert code(ada, "/api/rounds/Stud-3/shuffle") == (409, "not-concluded")
    assert code(ada, "/api/rounds/Classic-1/shuffle") == (409, "no-shuffle")


# ── reports and the audit ─────────────────────────────────────────────────────────────────────────


def test_reports(ada: Browser) -> None:
    today = dt.datetime.now(dt.UTC).date().isoformat()
    day = ada.json("/api/reports/day", date=today, tz="UTC")
    assert day["date"] == today
    assert {table["table"]: table["rounds"] for table in day["tables"] if table["rounds"]} == {
        "Stud": 2,
        "Classic": 1,
    }
    assert set(day) == set(ada.json("/api/reports/day"))
    jackpots = ada.json("/api/reports/jackpot")
    assert [one["link"] for one in jackpots] == ["Megalink", "Millions"]
    assert [one["link"] for one in ada.json("/api/reports/jackpot", link="Millions")] == [
        "Millions"
    ]
    assert code(ada, "/api/reports/jackpot", link="None") == (404, "no-such-link")
    assert ada.json("/api/reports/reconcile")["right"] is True
    assert ada.get("/api/reports/gossip").status_code == 404


@pytest.mark.parametrize("limit", ["", "0", "-1", "1e2", "٣", "x", "100000"])
def test_a_limit_that_is_none(ada: Browser, limit: str) -> None:
    assert code(ada, "/api/rounds", limit=limit) == (422, "bad-field")


@pytest.mark.parametrize(
    "date", ["yesterday", "2026-13-01", "9999-12-31", "20261115T00", "٢٠٢٦-٠١-٠١"]
)
def test_a_day_that_is_none(ada: Browser, date: str) -> None:
    assert code(ada, "/api/reports/day", date=date) == (422, "bad-field")


@pytest.mark.parametrize("zone", ["Mars", "../etc", "America", "\x00", "x" * 5000, ""])
def test_a_time_zone_that_is_none(ada: Browser, zone: str) -> None:
    assert code(ada, "/api/reports/day", tz=zone) == (422, "bad-field")


def test_an_audit_runs_beside_everything_else(played: House, ada: Browser) -> None:
    started = ada.post("/api/audit")
    assert started.status_code == 200
    end_s = monotonic() + PATIENCE_S
    while (state := ada.json("/api/audit"))["running"]:
        assert monotonic() < end_s
    assert state["report"]["content"] is True, state["report"]
    assert state["read"] == state["records"] == state["report"]["counts"]["records"]


# ── rulebooks ─────────────────────────────────────────────────────────────────────────────────────


def test_rulebooks_and_their_clauses(played: House) -> None:
    ann = played.person(Role.PLAYER)
    assert [book["id"] for book in ann.json("/api/rulebooks")["rulebooks"]] == list(builtin_ids())
    for name in builtin_ids():
        book = ann.json(f"/api/rulebooks/{name}")
        assert book["id"] == name
        assert len(book["entries"]) > 20
        assert len(book["clauses"]) > 30
        first = book["clauses"][0]
        assert ann.json(f"/api/rulebooks/{name}/clauses/{first['clause']}") == first
    assert code(ann, "/api/rulebooks/none") == (404, "unknown-rulebook")
    assert code(ann, f"/api/rulebooks/{MS}/clauses/99.99") == (404, "no-such-clause")


def test_how_two_rulebooks_differ(ada: Browser) -> None:
    found: dict[str, Any] = ada.json("/api/rulebooks/diff", a=MS, b=BE)
    assert found
    assert code(ada, "/api/rulebooks/diff", a=MS) == (404, "unknown-rulebook")
    assert code(ada, "/api/rulebooks/diff", a=MS, b="none") == (404, "unknown-rulebook")


def test_what_a_table_can_be_opened_with(played: House) -> None:
    sam = played.person(Role.PIT_SUPERVISOR)
    found = sam.json(f"/api/rulebooks/{MS}/opening")
    assert (found["rulebook"], found["cards"], found["limits"][0]) == (
        MS,
        ["virtual", "entered", "shown"],
        "ante",
    )
    layout, boxes = next(iter(found["layouts"].items()))
    opening = {"rulebook": MS, "layout": layout, "boxes": boxes[1], "dealing": found["dealing"][0]}
    limits = {"ante": {"min": "10.00", "max": "100.00"}}
    view = sam.done("Fresh", "open-table", **opening, cards="virtual", limits=limits)
    assert (view["table"], view["open"], view["link"]) == ("Fresh", True, None)
    ann = played.person(Role.PLAYER)
    # The floor follows the journal a moment behind.
    played.settle_down()
    row = next(one for one in ann.json("/api/floor")["tables"] if one["table"] == "Fresh")
    assert (row["opening"], row["limit"]) == ("Ante", limits["ante"])


def test_the_maths_of_a_rulebook_where_somebody_has_computed_them(ada: Browser) -> None:
    assert ada.json(f"/api/rulebooks/{MS}/maths") == json.loads(figures_text(MS))
    # A file that is none of ``pitboss maths`` is nothing that a page could show.
    assert code(ada, f"/api/rulebooks/{CS}/maths") == (404, "not-computed")
    assert code(ada, f"/api/rulebooks/{BE}/maths") == (404, "not-computed")
    assert code(ada, "/api/rulebooks/none/maths") == (404, "unknown-rulebook")
