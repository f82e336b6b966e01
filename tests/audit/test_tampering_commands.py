"""Events taken out, put in twice or moved, with everything numbered and hashed again: what they
mean is wrong.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from pitboss.audit import Discrepancy, audit
from pitboss.journal.port import Record
from tests.audit.tampering import (
    edited,
    entry_to,
    first,
    hashed_again,
    journal_of,
    numbered_again,
    with_edit,
)

MANAGER = {"post": 4, "name": "ann"}


def problem_of(records: Sequence[Record]) -> Discrepancy:
    problem = audit(journal_of(records)).problem
    assert problem is not None, "the auditor noticed nothing"
    return problem


def changed_in_command(
    history: Sequence[Record], at: Record, change: Callable[[list[Record]], list[Record]]
) -> list[Record]:
    """The records of one command put together otherwise, and everything numbered again."""
    command = [record for record in history if record.command == at.command]
    index = history.index(command[0])
    return numbered_again([*history[:index], *change(command), *history[index + len(command) :]])


def without(kind: str) -> Callable[[list[Record]], list[Record]]:
    return lambda command: [record for record in command if record.kind != kind]


def test_a_bet_is_found_wrong_when_it_is_settled(history: list[Record]) -> None:
    at = first(history, "round-settled/1", lambda e: "ante" in e["record"]["boxes"][0]["bets"])
    told = msgspec.json.decode(at.body)["record"]
    box = told["boxes"][0]["box"]
    bet = [
        record
        for record in history
        if record.stream == at.stream
        and record.position < at.position
        and record.kind == "bet-placed/1"
        and (event := msgspec.json.decode(record.body))["bet"] == "ante"
        and event["box"] == box
    ][-1]
    problem = problem_of(
        with_edit(history, bet, lambda event: event.update(amount=event["amount"] + 2))
    )
    assert problem.stream == at.stream
    assert problem.position is not None
    assert bet.position < problem.position <= at.position
    assert problem.kind in ("raised/1", "round-settled/1", "bet-withdrawn/1")


def test_a_secret_with_its_promise_gives_another_deck(history: list[Record]) -> None:
    closed = first(history, "betting-closed/1", lambda e: e["deck"])
    opened = [
        record
        for record in history
        if record.stream == closed.stream
        and record.kind == "betting-opened/1"
        and record.position < closed.position
    ][-1]
    promise = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    secret = "A" * 43 + "="
    change = {"secret": secret, "commitment": promise}
    problem = problem_of(with_edit(history, opened, lambda event: event.update(change)))
    assert problem.position == closed.position
    assert problem.what == "the deck that the secret and the seeds give"


def test_another_seed_gives_another_deck(history: list[Record]) -> None:
    streams = {record.stream: record for record in history if record.kind == "seed-given/1"}
    at = next(iter(streams.values()))
    problem = problem_of(with_edit(history, at, lambda event: event.update(seed="mine")))
    assert (problem.stream, problem.kind) == (at.stream, "betting-closed/1")
    assert problem.what == "the deck that the secret and the seeds give"


def test_a_contribution_that_was_taken_out(history: list[Record]) -> None:
    at = first(history, "contribution-made/1")
    table = next(record for record in history if record.command == at.command)
    problem = problem_of(changed_in_command(history, at, without(at.kind)))
    assert (problem.position, problem.stream) == (table.position, table.stream)
    assert problem.what.startswith("progressive bets of ")
    assert problem.found == "0"


def test_a_claim_without_its_table(history: list[Record]) -> None:
    at = first(history, "jackpot-claimed/1")
    raised = next(r for r in history if r.command == at.command and r.kind == "claim-raised/1")
    problem = problem_of(changed_in_command(history, at, without(at.kind)))
    assert (problem.stream, problem.what) == (
        raised.stream,
        "claims come and go with what happens at a table",
    )
    assert problem.position in (raised.position - 1, raised.position - 2)


def test_a_table_that_claims_for_itself(history: list[Record]) -> None:
    at = first(history, "jackpot-claimed/1")
    problem = problem_of(changed_in_command(history, at, without("claim-raised/1")))
    assert (problem.position, problem.stream) == (at.position, at.stream)
    assert problem.what.startswith("claims on the link as the table has made them")


@pytest.mark.parametrize("field", ["player", "dealt-ms"])
def test_a_claim_that_is_not_the_tables(history: list[Record], field: str) -> None:
    at = first(history, "claim-raised/1")
    table = next(record for record in history if record.command == at.command)
    value = "mallory" if field == "player" else 5
    problem = problem_of(with_edit(history, at, lambda event: event.update({field: value})))
    assert problem.position == table.position
    assert problem.what.startswith("claims on the link as the table has made them")


def test_a_hand_that_does_not_win_a_share(history: list[Record]) -> None:
    at = first(history, "jackpot-claimed/1", lambda e: e["hands"][0]["hand"] == "royal-flush")

    def lower(event: Any) -> None:
        hand = event.get("hands", [event])[0]
        hand.update(hand="straight-flush", part="1/10")

    records = [
        edited(record, lower)
        if record.command == at.command and record.kind != "contributions-folded/1"
        else record
        for record in history
    ]
    problem = problem_of(hashed_again(records))
    assert problem.position == at.position
    assert problem.what.startswith("hands that win a share of the jackpot")


def test_an_award_that_was_not_paid(history: list[Record]) -> None:
    at = first(history, "award-paid/1")
    only = ("claim-verified/1",)
    start = next(record for record in history if record.command == at.command)
    problem = problem_of(
        changed_in_command(
            history, at, lambda command: [record for record in command if record.kind in only]
        )
    )
    assert (problem.position, problem.stream, problem.kind) == (
        start.position,
        at.stream,
        "claim-verified/1",
    )
    assert problem.what == "a claim whose turn has come is paid when it is verified"


def test_an_award_that_was_paid_twice(history: list[Record]) -> None:
    at = first(history, "award-paid/1")

    def twice(command: list[Record]) -> list[Record]:
        index = [record.kind for record in command].index(at.kind)
        return [*command[: index + 1], at, *command[index + 1 :]]

    problem = problem_of(changed_in_command(history, at, twice))
    assert (problem.position, problem.kind) == (at.position + 1, "award-paid/1")
    assert problem.what == "the claims whose turn it is, all of them verified"


def test_an_award_that_nobody_verified(history: list[Record]) -> None:
    at = first(history, "award-paid/1")
    problem = problem_of(changed_in_command(history, at, without("claim-verified/1")))
    assert (problem.position, problem.kind) == (at.position - 1, "award-paid/1")
    assert problem.what == "the claims whose turn it is, all of them verified"


def test_parameters_need_two_persons(history: list[Record]) -> None:
    at = first(history, "parameters-approved/1")
    proposed = [r for r in history if r.stream == at.stream and r.kind == "parameters-proposed/1"]
    before = [record for record in proposed if record.position < at.position][-1]
    name = msgspec.json.decode(before.body)["by"]["name"]
    problem = problem_of(with_edit(history, at, lambda event: event["by"].update(name=name)))
    assert problem.position == at.position
    assert problem.what == "parameters need two persons"


def test_parameters_that_nobody_approved(history: list[Record]) -> None:
    effect = first(history, "parameters-took-effect/1")
    approved = [
        record
        for record in history
        if record.stream == effect.stream
        and record.kind == "parameters-approved/1"
        and record.position < effect.position
    ][-1]
    problem = problem_of(numbered_again([record for record in history if record is not approved]))
    assert (problem.position, problem.kind) == (effect.position - 1, "parameters-took-effect/1")
    assert problem.what == "parameters take effect that two persons agreed on"


def test_a_round_that_was_not_settled(history: list[Record]) -> None:
    settled = first(history, "round-settled/1")
    concluded = next(
        record
        for record in history
        if record.stream == settled.stream
        and record.kind == "round-concluded/1"
        and record.position > settled.position
    )
    problem = problem_of(changed_in_command(history, settled, lambda _: []))
    assert (problem.stream, problem.kind) == (concluded.stream, "round-concluded/1")
    assert problem.what == "a round is concluded when it has been settled"


def test_a_refused_command_changes_nothing(history: list[Record]) -> None:
    at = first(history, "command-refused/1")
    problem = problem_of(changed_in_command(history, at, lambda command: [*command, *command]))
    assert problem.position is not None
    assert problem.what == "a refused command changes nothing"
    assert problem.stream == at.stream


def test_an_event_in_a_stream_of_another_kind(history: list[Record]) -> None:
    at = first(history, "bet-placed/1")
    notice = {"event": "notice-shown/1", "text": "x", "by": MANAGER}
    replaced = msgspec.structs.replace(at, kind="notice-shown/1", body=msgspec.json.encode(notice))
    problem = problem_of(hashed_again([replaced if record is at else record for record in history]))
    assert (problem.position, problem.what) == (at.position, "an event of a table")


@pytest.mark.parametrize("kind", ["bet-placed/2", "nothing"])
def test_an_event_of_an_unknown_kind(history: list[Record], kind: str) -> None:
    at = first(history, "bet-placed/1")
    replaced = msgspec.structs.replace(at, kind=kind)
    problem = problem_of(hashed_again([replaced if record is at else record for record in history]))
    assert (problem.position, problem.what) == (at.position, "the event can't be read")


def test_a_stream_of_no_known_kind(history: list[Record]) -> None:
    record = msgspec.structs.replace(history[0], stream="account/ann")
    problem = problem_of(hashed_again([record]))
    assert (problem.position, problem.what) == (record.position, "the name of a stream")


def test_a_table_that_joined_no_link(history: list[Record]) -> None:
    at = first(history, "table-joined/1")
    opened = next(
        record
        for record in history
        if record.command == at.command and record.kind == "table-opened/1"
    )
    problem = problem_of(changed_in_command(history, at, without(at.kind)))
    assert (problem.position, problem.what) == (opened.position, "a table on a link has joined it")


def test_a_link_that_was_joined_by_no_table(history: list[Record]) -> None:
    at = first(history, "table-joined/1")
    gone = ("table-opened/1", "rules-taken/1")
    cut = changed_in_command(
        history, at, lambda command: [one for one in command if one.kind not in gone]
    )
    problem = problem_of(cut)
    assert problem.what == "a table joins a link when it is opened"
    assert problem.stream == at.stream


PEOPLE = (
    {
        "event": "person-added/1",
        "at-ms": 1,
        "by": "pitboss",
        "name": "ann",
        "role": "dealer",
        "password": None,
    },
    {"event": "role-set/1", "at-ms": 1, "by": "pitboss", "name": "ann", "role": "auditor"},
    {
        "event": "device-added/1",
        "at-ms": 1,
        "by": "a",
        "device": "d",
        "token": "t",
        "role": "display",
        "label": "",
    },
    {"event": "device-revoked/1", "at-ms": 1, "by": "a", "device": "d"},
)


@pytest.mark.parametrize(
    ("order", "what"),
    [
        ((0, 1, 2, 3), None),
        ((1,), "a person that was added"),
        ((0, 0), "a person is added once"),
        ((3,), "a device that was added"),
        ((2, 2), "a device is added once"),
    ],
)
def test_people(order: tuple[int, ...], what: str | None) -> None:
    records = [
        Record(
            1,
            "people",
            1,
            5,
            f"c{n}",
            0,
            entry_to("people"),
            str(PEOPLE[which]["event"]),
            msgspec.json.encode(PEOPLE[which]),
            b"",
        )
        for n, which in enumerate(order)
    ]
    problem = audit(journal_of(numbered_again(records))).problem
    assert (None if problem is None else problem.what) == what
