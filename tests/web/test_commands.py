"""Commands over HTTP: whole rounds of every game, keys, refusals, and bodies that are none."""

import json
from typing import Any

import pytest
from httpx import Response

from pitboss.people.roles import Role
from pitboss.web.api.exchange import MOST_BODY_BYTES
from pitboss.web.demo import TABLES
from tests.support import CS
from tests.web.evening import Evening
from tests.web.service import Browser, House

STUD = "/api/tables/Stud/commands"


def problem(answer: Response) -> dict[str, Any]:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    found: dict[str, Any] = answer.json()
    assert set(found) == {"type", "title", "status", "code", "detail", "clauses", "where"}
    assert found["status"] == answer.status_code
    assert found["type"] == f"about:blank#{found['code']}"
    assert found["detail"].endswith((".", "?"))
    return found


def code(answer: Response) -> tuple[int, str]:
    return answer.status_code, problem(answer)["code"]


# ── whole rounds ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("table", TABLES)
def test_a_whole_round_of_every_game(open_house: House, table: str, seed: int) -> None:
    evening = Evening(open_house, table, seed)
    before = evening.view()["rounds"]
    evening.begin(progressive="5.00")
    settled = evening.play(until="settled")
    result = settled["round"]["settlement"]
    assert [box["box"] for box in result["boxes"]] == [1, 2, 3]
    for box in result["boxes"]:
        assert all(line["clauses"] for line in box["lines"]), (
            "every line says which clauses it rests on"
        )
    over = evening.play()
    assert over["round"] is None
    assert over["rounds"] == before + 1
    assert evening.phases[0] == "betting"
    assert evening.phases[-1] == "settled"
    # What players have won the house has lost, and the shuffle can be checked by anybody.
    assert set(over["chips"]) == {"ann", "bob"}
    assert (over["published"] is not None) == (TABLES[table][1] == "virtual")


def test_the_answer_to_a_command_tells_what_came_of_it(house: House) -> None:
    answer = house.person(Role.DEALER).do("Stud", "open-betting", key="first").json()
    assert set(answer) == {"id", "position", "events", "view"}
    assert (answer["id"], answer["events"]) == ("first", ["betting-opened/1"])
    assert answer["position"] == house.casino.journal.last_position()
    assert answer["view"]["round"]["phase"] == "betting"
    assert answer["view"]["position"] == answer["position"]


def test_what_was_done_is_there_at_the_next_look(house: House) -> None:
    """Also before the hub has heard of it."""
    max_, book = house.person(Role.SHIFT_MANAGER), "rws-casino-stud-6"
    opening = {
        "rulebook": book,
        "layout": "A",
        "boxes": 6,
        "dealing": "shuffler",
        "cards": "entered",
    }
    for nth in range(20):
        max_.done(
            f"New-{nth}",
            "open-table",
            **opening,
            limits={"ante": {"min": "10.00", "max": "100.00"}},
        )
        assert max_.json(f"/api/tables/New-{nth}")["open"] is True
        max_.done(f"New-{nth}", "close-table")
        assert max_.json(f"/api/tables/New-{nth}")["open"] is False


# ── keys ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_command_sent_again_is_answered_again_and_done_once(house: House) -> None:
    house.person(Role.DEALER).done("Stud", "open-betting")
    ann = house.person(Role.PLAYER)
    bet = {"box": 1, "bet": "ante", "amount": "25.00"}
    first = ann.do("Stud", "place-bet", key="k", **bet)
    assert "idempotent-replay" not in first.headers
    for _ in range(3):
        again = ann.do("Stud", "place-bet", key="k", **bet)
        assert again.status_code == 200
        assert again.headers["idempotent-replay"] == "true"
        assert again.json()["id"] == "k"
        assert again.json()["position"] == first.json()["position"]
        assert again.json()["events"] == first.json()["events"]
        assert again.json()["view"]["round"]["boxes"][0]["bets"] == {"ante": "25.00"}


def test_a_refusal_sent_again_is_the_same_refusal(house: House) -> None:
    ann = house.person(Role.PLAYER)
    bet = {"box": 1, "bet": "ante", "amount": "25.00"}
    first = ann.do("Stud", "place-bet", key="k", **bet)
    house.person(Role.DEALER).done("Stud", "open-betting")
    again = ann.do("Stud", "place-bet", key="k", **bet)
    assert again.status_code == first.status_code == 409
    assert again.json() == first.json()
    assert "idempotent-replay" not in first.headers
    assert again.headers["idempotent-replay"] == "true"


def test_a_key_that_was_used_for_another_command_is_refused(house: House) -> None:
    dana = house.person(Role.DEALER)
    assert dana.do("Stud", "open-betting", key="k").status_code == 200
    assert code(dana.do("Stud", "close-betting", key="k")) == (409, "other-command")
    assert code(dana.do("Classic", "open-betting", key="k")) == (409, "other-command")
    # It is one's own key: another person may have the same.
    assert (
        house.person(Role.DEALER, "dora").do("Classic", "open-betting", key="k").status_code == 200
    )


def test_a_key_holds_over_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("restart") / "p.db"
    with House(file) as house:
        assert house.person(Role.DEALER).do("Stud", "open-betting", key="k").status_code == 200
    with House(file) as house:
        dana = house.person(Role.DEALER)
        again = dana.do("Stud", "open-betting", key="k")
        assert (again.status_code, again.headers["idempotent-replay"]) == (200, "true")
        assert code(dana.do("Stud", "conclude", key="k")) == (409, "other-command")


@pytest.mark.parametrize("path", [STUD, "/api/links/Millions/commands"])
@pytest.mark.parametrize("key", [None, "", "x" * 151, "a\tb", "é\x80"])
def test_every_command_needs_a_key(open_house: House, path: str, key: str | None) -> None:
    max_ = open_house.person(Role.SHIFT_MANAGER)
    headers = {} if key is None else {"Idempotency-Key": key.encode("latin-1")}
    sent = {b"X-CSRF-Token": (max_.csrf or "").encode()} | {
        name.encode(): value for name, value in headers.items()
    }
    answer = max_.client.post(path, json={"do": "open-betting"}, headers=sent)
    assert code(answer) == (422, "idempotency-key-needed")
    assert answer.json()["where"] == "Idempotency-Key"


# ── refusals ──────────────────────────────────────────────────────────────────────────────────────


def test_the_engines_refusals_come_with_code_and_clauses(house: House) -> None:
    dana, ann = house.person(Role.DEALER), house.person(Role.PLAYER)
    dana.done("Stud", "open-betting")
    answer = ann.do("Stud", "place-bet", box=1, bet="ante", amount="5000.00")
    assert code(answer) == (409, "over-maximum")
    assert answer.json()["clauses"] == ["3.4", "5.1"]
    assert answer.json()["detail"] == "The maximum for ante here is 1000.00."
    assert answer.json()["title"] == "Conflict"
    assert ann.json("/api/tables/Stud")["round"]["boxes"] == []


def test_a_player_acts_for_the_own_boxes_only(house: House) -> None:
    evening = Evening(house, "Stud", seed=5)
    evening.begin()
    ann, bob = evening.players["ann"], evening.players["bob"]
    assert code(bob.do("Stud", "place-bet", box=1, bet="ante", amount="10.00")) == (
        409,
        "someone-elses-box",
    )
    assert code(bob.do("Stud", "withdraw-bet", box=1, bet="ante"))[0] == 409
    assert code(bob.do("Stud", "withdraw-bet", box=1, bet="ante", player="ann"))[0] == 409
    evening.play(until="deciding")
    for do, more in (("examine", {}), ("fold", {}), ("raise", {"amount": "20.00"})):
        for player in ({}, {"player": "ann"}):
            assert code(bob.do("Stud", do, box=1, **player, **more))[0] == 409, (do, player)
    box = evening.view()["round"]["boxes"][0]
    assert (box["standing"], box["examined"], box["bets"]) == (
        "undecided",
        False,
        {"ante": "10.00"},
    )
    for do in (
        "deal",
        "settle",
        "conclude",
        "close-betting",
        "open-betting",
        "close-table",
        "confirm",
    ):
        assert code(ann.do("Stud", do)) == (409, "not-allowed"), do
    assert ann.do("Stud", "examine", box=1).status_code == 200


def test_who_acts_is_who_is_signed_in_and_a_body_that_says_otherwise_is_refused(
    house: House,
) -> None:
    dana = house.person(Role.DEALER)
    for said in (
        {"by": "shift-manager:max"},
        {"by": "dealer"},
        {"by": "pitboss"},
        {"by": None},
        {"table": "Classic"},
        {"now_ms": 5},
        {"secret": "00"},
        {"jackpot": {"displayed": "1.00", "reset": "1.00"}},
    ):
        (field,) = said
        answer = dana.post(STUD, {"do": "open-betting"} | said)
        assert answer.status_code == 422, said
        assert answer.json()["where"] == field
        assert field in answer.json()["detail"]
    inner = {"do": "place-bet", "box": 1, "bet": "ante", "amount": "10.00", "by": "player:ann"}
    answer = dana.post(STUD, {"do": "correct", "entry": 1, "should-be": inner, "reason": "No."})
    assert (answer.status_code, answer.json()["where"]) == (422, "should-be.by")
    assert dana.json("/api/tables/Stud")["round"] is None
    agreed = {"do": "open-betting", "by": "dealer:dana", "table": "Stud", "note": "The first."}
    assert dana.post(STUD, agreed).status_code == 200


def test_a_table_that_is_not_there(open_house: House) -> None:
    dana = open_house.person(Role.DEALER)
    assert code(dana.do("Nowhere", "open-betting")) == (409, "no-table")
    assert code(dana.get("/api/tables/Nowhere")) == (404, "no-such-table")
    assert code(dana.do("%00", "open-betting")) == (422, "bad-request")
    assert code(dana.get("/api/tables/%00")) == (404, "no-such-table")
    assert code(dana.get("/api/tables/" + "x" * 5000)) == (404, "no-such-table")


def test_a_rulebook_is_named_and_never_a_file(open_house: House) -> None:
    max_ = open_house.person(Role.SHIFT_MANAGER)
    rest: dict[str, Any] = {"layout": "A", "boxes": 6, "dealing": "shuffler", "cards": "virtual"}
    for path in ("/etc/passwd.toml", "own.toml"):
        assert code(max_.do("T", "open-table", rulebook=path, **rest)) == (422, "bad-field")
    assert code(max_.do("T", "open-table", rulebook="/etc/passwd", **rest))[0] in (409, 422)


# ── two persons ───────────────────────────────────────────────────────────────────────────────────

PARAMETERS = {"reset": "120000.00", "rate-bp": 1500, "reserve-bp": 300, "cap": "500000.00"}


def test_parameters_of_a_link_take_a_second_shift_manager(house: House) -> None:
    max_, una = house.person(Role.SHIFT_MANAGER), house.person(Role.SHIFT_MANAGER, "una")
    sam = house.person(Role.PIT_SUPERVISOR)
    assert code(sam.on_link("Millions", "propose-parameters", parameters=PARAMETERS))[0] == 409
    assert max_.on_link("Millions", "propose-parameters", parameters=PARAMETERS).status_code == 200
    proposal = max_.json("/api/links/Millions")["proposal"]
    assert (proposal["by"], proposal["approved_by"]) == ("max", None)
    assert proposal["parameters"]["reset"] == "120000.00"
    assert code(max_.approve("Millions", "parameters")) == (409, "same-person")
    answer = una.approve("Millions", "parameters")
    assert answer.status_code == 200
    assert una.json("/api/links/Millions")["parameters"]["reset"] == "120000.00"


def test_a_claim_is_verified_and_the_sign_follows(house: House) -> None:
    evening = Evening(house, "Classic", seed=2)
    evening.cards = {"1": ["Ah", "Kh", "Qh", "Jh", "Th"], "dealer": ["2c", "4d", "6s", "8h", "9c"]}
    with house.device(Role.DISPLAY, "a sign").stream(links="Millions") as sign:
        sign.event()
        evening.begin(progressive="5.00")
        evening.play(until="deciding")
        evening.players["ann"].done("Classic", "raise", box=1, amount="20.00")
        _play_to_claim(evening)
        locked = sign.until(lambda event: event.kind == "link" and event.data["locked"])[-1].data
        (claim,) = locked["claims"]
        assert (claim["table"], claim["player"], claim["hand"]) == ("Classic", None, "royal-flush")
        assert claim["standing"] == "open"
        assert "cards" not in claim
        sam = house.person(Role.PIT_SUPERVISOR)
        assert [one["claim"] for one in sam.json("/api/claims")["claims"]] == [claim["claim"]]
        assert sam.on_link("Millions", "verify-claim", claim=claim["claim"]).status_code == 200
        pat = house.person(Role.PIT_MANAGER)
        assert pat.on_link("Millions", "verify-claim", claim=claim["claim"]).status_code == 200
        paid = sign.until(lambda event: event.kind == "link" and not event.data["locked"])[-1].data
        assert paid["last"][-1]["claim"] == claim["claim"]
        assert paid["last"][-1]["award"] == locked["displayed"]
        assert paid["displayed"] == paid["reset"] == "100000.00"
    assert sam.json("/api/claims")["claims"] == []
    assert evening.play()["round"] is None


def test_a_claim_is_told_in_full_to_those_who_verify_it(house: House) -> None:
    evening = Evening(house, "Classic", seed=2)
    royal = ["Ah", "Kh", "Qh", "Jh", "Th"]
    evening.cards = {"1": [*royal], "dealer": ["2c", "4d", "6s", "8h", "9c"]}
    evening.begin(progressive="5.00")
    evening.play(until="deciding")
    evening.players["ann"].done("Classic", "raise", box=1, amount="20.00")
    _play_to_claim(evening)
    house.settle_down()
    state = house.casino.link("Millions")
    assert state is not None
    (raised,) = state.waiting_claims
    sam = house.person(Role.PIT_SUPERVISOR)
    (claim,) = sam.json("/api/claims")["claims"]
    assert claim == {
        "claim": "Classic-1/1",
        "link": "Millions",
        "table": "Classic",
        "round": "Classic-1",
        "rulebook": CS,
        "box": 1,
        "player": "ann",
        "hand": "royal-flush",
        "cards": royal,
        "community": [],
        "bet": "progressive",
        "stake": "5.00",
        "part": "1",
        "displayed": "100000.75",
        "amount": "100000.75",
        "award": None,
        "winner": None,
        "unnamed": False,
        "claimed_at_ms": raised.at_ms,
        "dealt_at_ms": raised.dealt_ms,
        "standing": "open",
        "verified_by": [],
        "declined_by": [],
        "verifiers": 2,
        "earlier_rounds": [],
    }
    assert raised.dealt_ms < raised.at_ms
    # The dealer, whose table it is, sees the hand on the felt and with the link; players and
    # auditors do not.
    assert evening.dealer.json("/api/links/Millions")["claims"][0]["cards"] == royal
    shown = {
        who: next(
            box for box in browser.json("/api/tables/Classic")["round"]["boxes"] if box["box"] == 1
        )
        for who, browser in {
            "dealer": evening.dealer,
            "supervisor": sam,
            "bob": evening.players["bob"],
            "auditor": house.person(Role.AUDITOR),
        }.items()
    }
    assert {who: box["cards"] == royal for who, box in shown.items()} == {
        "dealer": True,
        "supervisor": True,
        "bob": False,
        "auditor": False,
    }
    assert "cards" not in evening.players["bob"].json("/api/links/Millions")["claims"][0]
    (told,) = house.person(Role.AUDITOR).json("/api/claims")["claims"]
    assert told == claim | {"cards": ["??"] * 5}
    # While the claim is open nobody's other cards are told; the answer to a command on the link
    # tells it in full too.
    failed = sam.on_link("Millions", "fail-link", reason="The controller is silent.").json()["view"]
    assert failed["claims"][0]["cards"] == royal
    assert (failed["failure"]["reason"], failed["failure"]["by"]) == (
        "The controller is silent.",
        "sam",
    )
    assert failed["failure"]["registered"] == "100000.75"
    assert "failure" not in evening.players["bob"].json("/api/links/Millions")


def _play_to_claim(evening: Evening) -> None:
    while not evening.house.casino.link("Millions").waiting_claims:  # type: ignore[union-attr]  # it is open
        assert evening.step()


# ── bodies ────────────────────────────────────────────────────────────────────────────────────────

BAD = [
    (b"", "not-json"),
    (b"{", "not-json"),
    (b"\xff", "not-json"),
    (b'"\xff"', "not-json"),
    (b'{"do": "open-betting"} extra', "not-json"),
    (b'{"do": NaN}', "not-json"),
    (b"[" * 60_000, "not-json"),
    (b'{"do": "give-seed", "seed": "\\ud800"}', "not-json"),
    (b"[]", "bad-field"),
    (b'"open-betting"', "bad-field"),
    (b"null", "bad-field"),
    (b"{}", "missing-field"),
    (b'{"do": null}', "missing-field"),
    (b'{"do": "rob-the-bank"}', "bad-field"),
    (b'{"do": ["open-betting"]}', "bad-field"),
    (b'{"do": "open-betting", "fast": true}', "bad-field"),
    (b'{"do": "place-bet"}', "bad-field"),
    (b'{"do": "place-bet", "box": "1", "bet": "ante", "amount": "10"}', "bad-field"),
    (
        b'{"do": "place-bet", "box": 123456789012345678901234567890, "bet": "ante", "amount": "1"}',
        "bad-field",
    ),
    (b'{"do": "place-bet", "box": 1, "bet": "ante", "amount": 10}', "bad-amount"),
    (b'{"do": "place-bet", "box": 1, "bet": "ante", "amount": "-10"}', "bad-amount"),
    (b'{"do": "deal", "cards": ["1x"]}', "bad-card"),
]


@pytest.mark.parametrize(("body", "expected"), BAD)
def test_a_body_that_is_no_command_is_told_so(
    open_house: House, body: bytes, expected: str
) -> None:
    dana = open_house.person(Role.DEALER)
    answer = dana.post(STUD, body, Idempotency_Key="k")
    assert code(answer) == (422, expected)


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"do": 1}', b'{"do": "join-table", "table": "x"}']
)
def test_nor_is_it_a_command_for_a_link(open_house: House, body: bytes) -> None:
    max_ = open_house.person(Role.SHIFT_MANAGER)
    answer = max_.post("/api/links/Millions/commands", body, Idempotency_Key="k")
    assert answer.status_code == 422
    problem(answer)


def test_a_body_may_have_64_kilobytes(open_house: House) -> None:
    dana = open_house.person(Role.DEALER)
    body = json.dumps({"do": "open-betting", "note": ""}).encode()
    fits = body[:-2] + b"x" * (MOST_BODY_BYTES - len(body)) + body[-2:]
    assert len(fits) == MOST_BODY_BYTES
    assert dana.post(STUD, fits, Idempotency_Key="k1").status_code == 200
    assert code(dana.post(STUD, fits + b" ", Idempotency_Key="k2")) == (413, "too-large")
    assert code(_in_pieces(dana, fits + b" ")) == (413, "too-large")
    assert _in_pieces(dana, fits).status_code == 409


def _in_pieces(browser: Browser, body: bytes) -> Response:
    """Sent without saying before how long it is."""
    pieces = (body[at : at + 4096] for at in range(0, len(body), 4096))
    headers = {"X-CSRF-Token": browser.csrf or "", "Idempotency-Key": f"pieces-{len(body)}"}
    request = browser.client.build_request("POST", STUD, content=pieces, headers=headers)
    assert "content-length" not in request.headers
    return browser.client.send(request)
