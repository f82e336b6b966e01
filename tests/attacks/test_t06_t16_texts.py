"""Texts without end, and texts that read otherwise than they are: nothing of them is stored."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from httpx import Response

from pitboss.casino.app import Casino
from pitboss.casino.codec import CommandRefused
from pitboss.casino.requests import OtherCommand, Request
from pitboss.casino.stream_ids import table_stream
from pitboss.journal.address import open_journal
from pitboss.kernel.money import Cents
from pitboss.people.roles import Role
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.commands import PlaceBet
from tests.web.answers import code
from tests.web.service import PASSWORD, SHELF, Browser, House, furnish

HIDDEN = {
    "control characters": "a\x00b",
    "an escape": "a\x1b[2Jb",
    "a line break": "a\nb",
    "a separator of lines": "a\u2028b",
    "writing turned around": "a\u202eb",
    "an isolate": "a\u2066b",
    "no width": "a\u200bb",
    "a joiner": "a\u200db",
    "a filler": "a\u3164b",
    "a variation": "a\ufe0fb",
    "a joiner of graphemes": "a\u034fb",
    "a blank of Braille": "a\u2800b",
    "a tag": "a\U000e0041b",
}
NO_NAMES = {
    **HIDDEN,
    "length": "x" * 65,
    "much length": "x" * 60_000,
    "a dot": ".",
    "dots": "..",
    "blanks": " a ",
}
NO_PROSE = {
    kind: HIDDEN[kind]
    for kind in (
        "control characters",
        "an escape",
        "a line break",
        "a separator of lines",
        "writing turned around",
        "an isolate",
    )
} | {"length": "x" * 501, "much length": "x" * 60_000}


def stored(house: House) -> int:
    return house.casino.journal.last_position()


@pytest.mark.parametrize("kind", NO_NAMES)
def test_nobody_bets_for_a_text_that_is_no_name(open_house: House, kind: str) -> None:
    dana = open_house.person(Role.DEALER)
    before = stored(open_house)
    for do, fields in (
        ("place-bet", {"box": 1, "bet": "ante", "amount": "25.00"}),
        ("withdraw-bet", {"box": 1, "bet": "ante"}),
        ("examine", {"box": 1}),
        ("stop-player", {}),
        ("hold-to-one-position", {}),
    ):
        answer = dana.do("Stud", do, player=NO_NAMES[kind], **fields)
        assert code(answer) == (422, "bad-field"), answer.text
        assert answer.json()["where"] == "player"
        assert len(answer.text) < 1_000
    assert stored(open_house) == before


@pytest.mark.parametrize("kind", NO_NAMES)
def test_no_person_device_table_or_link_has_such_a_name(open_house: House, kind: str) -> None:
    root, max_ = open_house.person(Role.ADMINISTRATOR), open_house.person(Role.SHIFT_MANAGER)
    name = NO_NAMES[kind]
    before = stored(open_house)
    body = {"name": name, "role": "player", "password": PASSWORD}
    assert code(root.post("/api/people", body)) == (422, "bad-name")
    assert code(root.post("/api/devices", {"role": "display", "label": name})) == (422, "bad-name")
    opening: dict[str, Any] = {
        "do": "open-table", "rulebook": "rws-casino-stud-6", "layout": "A", "boxes": 6, (
            "dealing"
        ): "shuffler",
        "cards": "virtual",
    }  # fmt: skip
    link = {
        "do": "open-link",
        "operator": "RWS",
        "parameters": {"reset": "1000.00", "rate-bp": 1500},
    }
    if kind in ("a dot", "dots"):
        # A browser would tidy these up before it sends them.
        name = name.replace(".", "%2e")
    if len(name) < 1_000:
        assert max_.post(f"/api/tables/{_quoted(name)}/commands", opening).status_code in (404, 422)
        assert max_.post(f"/api/links/{_quoted(name)}/commands", link).status_code in (404, 422)
    answer = max_.do(
        "New",
        "open-table",
        **{key: opening[key] for key in opening if key != "do"},
        link=NO_NAMES[kind],
    )
    assert code(answer) == (422, "bad-field")
    assert stored(open_house) == before


def _quoted(name: str) -> str:
    return name if name.startswith("%") else quote(name, safe="")


@pytest.mark.parametrize("name", ["a,b", "*"])
def test_nor_one_that_live_updates_would_take_for_several(open_house: House, name: str) -> None:
    max_ = open_house.person(Role.SHIFT_MANAGER)
    parameters = {"reset": "1000.00", "rate-bp": 1500}
    answer = max_.on_link(name, "open-link", operator="RWS", parameters=parameters)
    assert code(answer) == (422, "bad-name")


@pytest.mark.parametrize("kind", NO_PROSE)
def test_no_notice_reason_or_note_is_longer_or_other_than_it_reads(
    open_house: House, kind: str
) -> None:
    max_, ann = open_house.person(Role.SHIFT_MANAGER), open_house.person(Role.PLAYER)
    text, before = NO_PROSE[kind], stored(open_house)
    for do, fields in (
        ("show-notice", {"text": text}),
        ("fail-link", {"reason": text}),
        ("decline-claim", {"claim": "Stud-1/1", "reason": text}),
        ("decline-claim", {"claim": text, "reason": "not seen"}),
        ("order-claims", {"tables": ["Stud"], "reason": text}),
        ("propose-correction", {"amount": "1.00", "reason": "wrong-amount", "note": text}),
    ):
        answer = max_.on_link("Millions", do, **fields)
        assert code(answer) == (422, "bad-field"), (do, answer.text)
        assert len(answer.text) < 1_000
    assert code(ann.do("Stud", "give-seed", seed=text)) == (422, "bad-field")
    assert code(ann.do("Stud", "report", incident=text)) == (422, "bad-field")
    assert code(ann.do("Stud", "report", incident="foreign-card", facts={text: 1})) == (
        422,
        "bad-field",
    )
    assert code(ann.do("Stud", "report", incident="foreign-card", facts={"a": text})) == (
        422,
        "bad-field",
    )
    assert stored(open_house) == before


def test_ordinary_texts_of_any_language_are_taken(house: House) -> None:
    max_, dana = house.person(Role.SHIFT_MANAGER), house.person(Role.DEALER)
    for text in ("Jackpot 🎉👨‍👩‍👧 ❤️", "中獎", "مبروك", "Größe 5€ – “yes”", "x" * 500):
        assert max_.on_link("Millions", "show-notice", text=text).status_code == 200
    dana.done("Stud", "open-betting")
    for box, name in enumerate(("Zoë O'Neill-Smith", "陳大文", "أحمد", "x" * 64), 1):
        bet = dana.do("Stud", "place-bet", box=box, bet="ante", amount="25.00", player=name)
        assert house.approved(bet).status_code == 200, "a supervisor admits a walk-in"


def test_a_command_has_no_end_of_values_neither(open_house: House) -> None:
    ann, before = open_house.person(Role.PLAYER), stored(open_house)
    many = list(range(10_000))
    assert code(ann.do("Stud", "report", incident="foreign-card", boxes=many)) == (422, "bad-field")
    assert stored(open_house) == before


# ── refusals ──────────────────────────────────────────────────────────────────────────────────────


def long_report(end: str = "") -> dict[str, Any]:
    """Within all limits, and still some kilobytes."""
    return {
        "incident": "none",
        "facts": {f"fact-{nth}": "x" * 490 for nth in range(90)} | {"end": end},
    }


def refused(browser: Browser, key: str, end: str = "") -> Response:
    return browser.do("Stud", "report", key=key, **long_report(end))


def test_what_is_refused_is_stored_short(house: House) -> None:
    ann = house.person(Role.PLAYER)
    assert refused(ann, "long").status_code == 409
    (record,) = house.casino.journal.find_command("ann:long")
    assert len(record.body) < 2_000
    kept = house.casino.events(record.position - 1, 1)[0].event
    assert isinstance(kept, CommandRefused)
    command = kept.command
    assert command["do"] == "report"
    assert command["begins"].startswith('{"do":"report","incident":"none"')
    assert command["bytes"] > 40_000
    assert len(command["sha256"]) == 64


def test_and_is_still_told_from_another(house: House) -> None:
    ann = house.person(Role.PLAYER)
    first = refused(ann, "long")
    again = refused(ann, "long")
    assert again.headers["idempotent-replay"] == "true"
    assert again.json() == first.json()
    assert code(refused(ann, "long", end="!")) == (409, "other-command")


def test_also_by_a_process_that_has_just_started(tmp_path: Path) -> None:
    with House(tmp_path / "p.db") as house:
        first = refused(house.person(Role.PLAYER), "long").json()
    with House(tmp_path / "p.db") as house:
        ann = house.person(Role.PLAYER)
        assert refused(ann, "long").json() == first
        assert code(refused(ann, "long", end="!")) == (409, "other-command")


def test_a_short_refusal_is_stored_as_ever(house: House) -> None:
    ann = house.person(Role.PLAYER)
    assert code(ann.do("Stud", "close-table", key="short")) == (409, "not-allowed")
    (record,) = house.casino.journal.find_command("ann:short")
    assert record.body.startswith(
        b'{"event":"command-refused/1","command":{"do":"close-table"},"by":'
    )


def test_the_engine_by_itself_keeps_no_long_text_either(tmp_path: Path) -> None:
    casino = Casino(open_journal(f"sqlite:{tmp_path / 'p.db'}"), shelf=SHELF)
    furnish(casino)
    actor = Actor(Post.PLAYER, "ann")

    def bet(last: str) -> Request:
        long = "x" * 60_000 + last
        return Request("ann:1", table_stream("Stud"), PlaceBet(1, long, Cents(25_00), long), actor)

    try:
        answer = casino.carry_out(bet(""))
        assert answer.refusal is not None
        assert len(answer.refusal.message) <= 1_000
        (record,) = casino.journal.find_command("ann:1")
        assert len(record.body) < 4_000
        assert casino.carry_out(bet("")).refusal == answer.refusal
        with pytest.raises(OtherCommand):
            casino.carry_out(bet("!"))
    finally:
        casino.close()


def test_a_wrong_sign_in_is_recorded_on_one_short_line(house: House) -> None:
    house.nobody().sign_in("root\nadmin\x1b[2J" + "x" * 60_000, "wrong")
    (record,) = [
        one for one in house.casino.journal.read("people") if one.kind == "sign-in-failed/1"
    ]
    assert len(record.body) < 400
    assert b"\\n" not in record.body
    assert b"\\u00" not in record.body
