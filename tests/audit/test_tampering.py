"""Events that were changed with all hashes computed again: only what they mean is wrong, and that
is found.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from pitboss.audit import Discrepancy, audit
from pitboss.journal.port import Record
from tests.audit.tampering import first, journal_of, numbered_again, with_edit


class Case(NamedTuple):
    """A change to the first event of a kind (for which ``which`` holds), and what is said of it, at
    that very place.
    """

    kind: str
    change: Callable[[Any], Any]
    says: str | tuple[str, ...]
    which: Callable[[Any], bool] = lambda _: True


def put(**values: Any) -> Callable[[Any], Any]:
    """Sets fields of an event; ``_`` in a name stands for a dash."""
    return lambda event: event.update(
        {name.replace("_", "-"): value for name, value in values.items()}
    )


def add(field: str, amount: int) -> Callable[[Any], Any]:
    return lambda event: event.update({field: event[field] + amount})


def add_within(outer: str, field: str, amount: int) -> Callable[[Any], Any]:
    return lambda event: event[outer].update({field: event[outer][field] + amount})


def same(name: str) -> dict[str, Any]:
    return {"post": 4, "name": name}


ENDS = ("added", "after")


def same_length(jackpot: dict[str, str]) -> bool:
    """A 9 in front of both raises both by the same amount."""
    return len(jackpot["added"]) == len(jackpot["after"])


HERE = {
    # Tables
    "table of another name": Case("table-opened/1", put(table="T9"), "the name of the table"),
    "table opened by a dealer": Case(
        "table-opened/1", lambda e: e["by"].update(post=1), "who opened the table"
    ),
    "unknown rulebook": Case(
        "table-opened/1", lambda e: e["settings"].update(rulebook="none"), "what the event says"
    ),
    "round of another name": Case("betting-opened/1", put(round="T1-99"), "the name of the round"),
    "time": Case("betting-opened/1", add("at-ms", 1), "the time in the event"),
    "commitment": Case(
        "betting-opened/1",
        put(commitment="00" * 32),
        "the promise of the secret",
        lambda e: e["secret"],
    ),
    "secret": Case(
        "betting-opened/1",
        put(secret="A" * 43 + "="),
        "the promise of the secret",
        lambda e: e["secret"],
    ),
    "secret at a table with real cards": Case(
        "betting-opened/1",
        put(commitment="00" * 32),
        "real cards have no secret",
        lambda e: not e["secret"],
    ),
    "deck": Case(
        "betting-closed/1",
        lambda e: e["deck"].insert(0, e["deck"].pop()),
        "the deck that the secret and the seeds give",
        lambda e: e["deck"],
    ),
    "nothing bet": Case("bet-placed/1", put(amount=0), "a bet is more than nothing"),
    "bet below nothing": Case("bet-placed/1", put(amount=-500), "a bet is more than nothing"),
    "no such wager": Case("bet-placed/1", put(bet="insurance"), "a wager that is laid"),
    "raise": Case("raised/1", add("amount", 1), "bet on box", lambda e: e["bet"] == "bet"),
    "raise of nobody": Case("raised/1", put(box=99), "a box is named that is not in the round"),
    "card twice": Case(
        "cards-dealt/1",
        lambda e: e["cards"].__setitem__(0, 99),
        ("the next cards of the shuffle", "a card that has left the deck comes again"),
        lambda e: e["cards"],
    ),
    "corrected": Case("bet-corrected/1", put(amount=0), "what the ruling orders"),
    "hands moved": Case(
        "hands-moved/1",
        lambda e: e["moves"].pop(),
        "what the ruling orders",
        lambda e: len(e["moves"]) == 2,
    ),
    # What may be bet
    "more boxes than a layout has": Case(
        "table-opened/1", lambda e: e["settings"].update(boxes=99), "boxes of layout"
    ),
    "no such way of dealing": Case(
        "table-opened/1", lambda e: e["settings"].update(dealing="sleeve"), "a way of dealing"
    ),
    "no limits": Case("table-opened/1", lambda e: e["settings"].pop("limits"), "least and most of"),
    "limits the wrong way round": Case(
        "table-opened/1",
        lambda e: next(iter(e["settings"]["limits"].values())).update(min=2_000_00),
        "limits of a wager",
    ),
    "over the maximum": Case(
        "bet-placed/1", put(amount=9_000_00), "the most on ante", lambda e: e["bet"] == "ante"
    ),
    "no coin": Case(
        "bet-placed/1",
        add("amount", 1),
        "what a progressive bet is",
        lambda e: e["bet"] == "progressive",
    ),
    "no such box": Case("bet-placed/1", put(box=99), "a box of the layout"),
    "a raise that is laid": Case(
        "bet-placed/1", put(bet="bet"), "a wager that is laid", lambda e: e["bet"] == "ante"
    ),
    "a side bet first": Case(
        "bet-placed/1", put(bet="progressive"), "what box 1 needs", lambda e: e["bet"] == "ante"
    ),
    "a bet for another": Case(
        "bet-placed/1",
        put(player="eve"),
        "a player bets for himself",
        lambda e: not e["by"]["post"],
    ),
    # The order of dealing
    "to another box": Case(
        "cards-dealt/1", put(place="2"), "the order of dealing", lambda e: e["place"] == "1"
    ),
    "to the dealer first": Case(
        "cards-dealt/1", put(place="dealer"), "the order of dealing", lambda e: e["place"] == "1"
    ),
    "face up": Case(
        "cards-dealt/1", put(face_up=1), "the order of dealing", lambda e: e["place"] == "1"
    ),
    "one card more": Case(
        "cards-dealt/1",
        lambda e: e["cards"].append(e["cards"][0]),
        "the order of dealing",
        lambda e: e["place"] == "1",
    ),
    "another street": Case(
        "turned-over/1", put(shows="river"), "the order of dealing", lambda e: e["shows"] == "flop"
    ),
    "dealt by a player": Case(
        "cards-dealt/1", lambda e: e["by"].update(post=0), "who may do cards-dealt/1"
    ),
    "decided out of turn": Case(
        "folded/1", put(box=3), "who decides next", lambda e: e["box"] == 1
    ),
    "decided by another": Case(
        "raised/1", put(by={"post": 0, "name": "eve"}), "who decides for a box"
    ),
    "another raise": Case(
        "raised/1", put(bet="river"), "what players are asked", lambda e: e["bet"] == "flop"
    ),
    "another's hand": Case("hand-examined/1", put(player="eve"), "whose hand is examined"),
    # Rulings
    "what a ruling does": Case(
        "incident-reported/1",
        lambda e: e["ruling"].update(effects=["continue"]),
        "the ruling on ",
        lambda e: e["ruling"]["effects"] == ["void-round"],
    ),
    "by which clause": Case(
        "incident-reported/1", lambda e: e["ruling"].update(clauses=["1.1"]), "the ruling on "
    ),
    "why": Case(
        "incident-reported/1",
        lambda e: e["ruling"].update(because="I say so."),
        "the ruling on foreign-card, because",
        lambda e: e["ruling"]["incident"] == "foreign-card",
    ),
    "what was told": Case(
        "incident-reported/1",
        lambda e: e["facts"].update(count=2),
        "the ruling on cards-exposed",
        lambda e: e["facts"].get("count") == 1 and e["ruling"]["incident"] == "cards-exposed",
    ),
    "by another rulebook": Case(
        "incident-reported/1",
        lambda e: e["ruling"].update(rulebook="rws-casino-stud-6"),
        "the rulebook of a ruling",
        lambda e: e["ruling"]["rulebook"] != "rws-casino-stud-6",
    ),
    "nobody has to decide": Case(
        "incident-reported/1", put(waits=False), "whether ", lambda e: e["waits"]
    ),
    "reported by a player": Case(
        "incident-reported/1", lambda e: e["by"].update(post=0), "who reports"
    ),
    "ruled by a dealer": Case(
        "ruling-confirmed/1", lambda e: e["by"].update(post=1), "who rules on "
    ),
    "decided what nobody may": Case(
        "ruling-confirmed/1", put(decision="pay-me"), "what may be decided on "
    ),
    "another hand is void": Case(
        "hand-invalidated/1", lambda e: e.update(box=e["box"] % 3 + 1), "what the ruling orders"
    ),
    "void by another clause": Case(
        "round-voided/1", put(clauses=["1.1"]), "what the ruling orders"
    ),
    "chosen what was not offered": Case(
        "option-chosen/1", put(option="double"), "what players may choose"
    ),
    "offered to others": Case(
        "options-offered/1", put(boxes=[]), "what the ruling orders", lambda e: e["boxes"]
    ),
    # Settlements
    "paid": Case(
        "round-settled/1",
        lambda e: e["paid"].update({next(iter(e["paid"])): 1}),
        "what ",
        lambda e: e["paid"],
    ),
    "paid to somebody else": Case(
        "round-settled/1", lambda e: e["paid"].update(mallory=100), "what mallory gets"
    ),
    "winnings": Case(
        "round-settled/1",
        lambda e: e["settlement"]["boxes"][0]["lines"][0].update(winnings="12345.00"),
        "the settlement of ",
    ),
    "result": Case(
        "round-settled/1",
        lambda e: e["settlement"]["boxes"][0]["lines"][0].update(result="push"),
        "the settlement of ",
        lambda e: e["settlement"]["boxes"][0]["lines"][0]["result"] == "win",
    ),
    "result that is none": Case(
        "round-settled/1",
        lambda e: e["settlement"]["boxes"][0]["lines"][0].update(result="lost"),
        "the event can't be read",
    ),
    "more than a settlement holds": Case(
        "round-settled/1",
        lambda e: e["settlement"]["boxes"][0].update(tip="5.00"),
        "the event can't be read",
    ),
    "jackpot of the settlement": Case(
        "round-settled/1",
        lambda e: [
            e["settlement"]["jackpot"].update({end: f"9{e['settlement']['jackpot'][end]}"})
            for end in ENDS
        ],
        "the jackpot of the settlement",
        lambda e: (
            (found := e["settlement"].get("jackpot")) and found["awards"] and same_length(found)
        ),
    ),
    "dealer's card in the record": Case(
        "round-settled/1",
        lambda e: e["record"]["dealer"].__setitem__(0, e["record"]["dealer"][1]),
        "the record of the round, dealer 1",
        lambda e: "dealer" in e["record"],
    ),
    "player's cards left out of the record": Case(
        "round-settled/1",
        lambda e: e["record"]["boxes"][0].pop("cards"),
        "the record of the round, boxes 1, cards",
        lambda e: "cards" in e["record"]["boxes"][0],
    ),
    "stake in the record": Case(
        "round-settled/1",
        lambda e: e["record"]["boxes"][0]["bets"].update(ante="1.00"),
        "the record of the round, boxes 1, bets, ante",
        lambda e: "ante" in e["record"]["boxes"][0]["bets"],
    ),
    "what became of a hand": Case(
        "round-settled/1",
        lambda e: e["record"]["boxes"][0].update(hand="invalid"),
        "the record of the round, boxes 1, hand",
        lambda e: e["record"]["boxes"][0]["hand"] != "invalid",
    ),
    "limits in the record": Case(
        "round-settled/1",
        lambda e: e["record"]["table"]["limits"].clear(),
        "the record of the round, table, limits",
    ),
    "void in the record": Case(
        "round-settled/1",
        lambda e: e["record"].update(outcome="void"),
        "the record of the round, outcome",
        lambda e: e["record"]["outcome"] == "completed",
    ),
    "under the minimum": Case(
        "round-settled/1",
        lambda e: e["under-minimum-settled"].append("mallory"),
        "players whose wager under the minimum",
    ),
    # Feeds
    "rate": Case("contribution-made/1", add("rate-bp", 1), "the rates in force"),
    "reserve rate": Case("contribution-made/1", add("reserve-bp", 1), "the rates in force"),
    "contributed bets": Case(
        "contribution-made/1", add("bets", 100), "progressive bets that are in"
    ),
    "contributed and in": Case(
        "contribution-made/1",
        lambda e: e.update({"bets": 1, "bets-in": 1}),
        "what the feed has put into the jackpot",
    ),
    "total of a feed": Case(
        "contribution-made/1", add("meter-total", 1), "what the feed has put into the jackpot"
    ),
    "reserve of a feed": Case(
        "contribution-returned/1", add("reserve-total", 1), "what the feed has put into the res"
    ),
    # Links
    "first start": Case("link-opened/1", put(by={"post": 1, "name": "dan"}), "who opened the link"),
    "cap below the start": Case(
        "link-opened/1", lambda e: e["parameters"].update(cap=1), "the parameters of a link"
    ),
    "entered": Case("contributions-folded/1", add("meter-units", 1), "what goes into the jackpot"),
    "entered in the pool": Case(
        "contributions-folded/1", add("overflow-units", 1), "what goes into the overflow pool"
    ),
    "entered in the reserve": Case(
        "contributions-folded/1", add("reserve-units", 1), "what goes into the reserve"
    ),
    "entered by the house": Case(
        "contributions-folded/1", put(house_units=5), "what the house adds"
    ),
    "entered too far": Case(
        "contributions-folded/1",
        lambda e: next(iter(e["feeds"].values())).update(version=10_000),
        "the feed of ",
    ),
    "entered another total": Case(
        "contributions-folded/1",
        lambda e: next(iter(e["feeds"].values())).update({"meter-units": 1}),
        "what the feed of ",
    ),
    "claimed for another part": Case("claim-raised/1", put(part="1/2"), "the part of the jackpot"),
    "claimed on another value": Case("claim-raised/1", add("displayed", 1), "what the sign showed"),
    "claimed out of order": Case("claim-raised/1", add("entry", 1), "the entry of the claim"),
    "claim of another name": Case("claim-raised/1", put(claim="T1-1/9"), "the name of a claim"),
    "verified by a dealer": Case(
        "claim-verified/1", put(by={"post": 1, "name": "dan"}), "who verified claim"
    ),
    "verified for another": Case(
        "claim-verified/1", put(claim="T1-1/9"), "a claim that nobody raised"
    ),
    "declined by one of two": Case(
        "decline-recorded/1", put(event="claim-declined/1"), "1 of 2 have declined claim"
    ),
    "declined without a reason": Case("claim-declined/1", put(reason=" "), "claim T"),
    "award": Case(
        "award-paid/1", lambda e: e["awards"][0].update(amount=1), "the awards in their order"
    ),
    "award's box": Case(
        "award-paid/1", lambda e: e["awards"][0].update(box=9), "the awards in their order"
    ),
    "award to another claim": Case(
        "award-paid/1",
        lambda e: e["awards"][0].update(claim="T1-1/9"),
        "the claims whose turn it is",
    ),
    "award's round": Case("award-paid/1", put(round="T1-99"), "the round of the award"),
    "award's value": Case("award-paid/1", add("before", 1), "what the award is paid from"),
    "award leaves another value": Case(
        "award-paid/1", add("after", 1), "what the sign shows afterwards"
    ),
    "award paid for by the house": Case(
        "award-paid/1",
        add_within("funding", "house-units", 10_000),
        "what reserve, overflow pool and house put in",
    ),
    "award paid for by the reserve": Case(
        "award-paid/1",
        lambda e: e["funding"].update(
            {"reserve-units": 5, "house-units": e["funding"]["house-units"] - 5}
        ),
        "what reserve, overflow pool and house put in",
    ),
    "award starts again or not": Case(
        "award-paid/1",
        lambda e: e.update(resets=not e["resets"]),
        "whether the jackpot was won as a whole",
    ),
    "award's clauses": Case("award-paid/1", put(clauses=[]), "the clauses of the order of payment"),
    "award reversed": Case("award-reversed/1", add("amount", 1), "what was awarded on claim"),
    "failed at another value": Case(
        "link-failed/1", add("displayed", 1), "what the sign showed when the link failed"
    ),
    "failed by a dealer": Case(
        "link-failed/1", put(by={"post": 1, "name": "dan"}), "who took the link down"
    ),
    "restored by a supervisor": Case(
        "link-restored/1", put(by={"post": 2, "name": "sue"}), "who restored the link"
    ),
    "rates above the whole": Case(
        "parameters-proposed/1",
        lambda e: e["parameters"].update({"rate-bp": 10_001}),
        "the parameters of a link",
    ),
    "parameters that were not approved": Case(
        "parameters-took-effect/1",
        add_within("parameters", "rate-bp", 1),
        "the parameters that were approved",
    ),
    "parameters paid for": Case(
        "parameters-took-effect/1",
        add_within("funding", "house-units", 1),
        "what reserve, overflow pool and house",
    ),
    "correction of nothing": Case(
        "correction-proposed/1", put(amount=0), "a correction has an amount"
    ),
    "another correction": Case(
        "link-corrected/1", add("amount", 1), "the correction that was proposed"
    ),
    "another proposer": Case(
        "link-corrected/1", put(proposed_by=same("eve")), "the correction that was proposed"
    ),
    "correction by a dealer": Case(
        "link-corrected/1",
        put(approved_by={"post": 1, "name": "dan"}),
        "who approved the correction",
    ),
    "correction by one person": Case(
        "link-corrected/1",
        lambda e: e.update({"approved-by": e["proposed-by"]}),
        "a correction needs two persons",
    ),
}


def problem_of(records: Sequence[Record]) -> Discrepancy:
    problem = audit(journal_of(records)).problem
    assert problem is not None, "the auditor noticed nothing"
    return problem


@pytest.mark.parametrize("name", HERE)
def test_a_change_is_found_where_it_was_made(history: list[Record], name: str) -> None:
    case = HERE[name]
    at = first(history, case.kind, case.which)
    problem = problem_of(with_edit(history, at, case.change))
    assert (problem.position, problem.stream, problem.version) == (
        at.position,
        at.stream,
        at.version,
    ), problem
    assert problem.what.startswith(case.says), problem


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("card-burnt/1", "the order of dealing"),
        ("decisions-ended/1", "cards come while they are dealt"),
        ("round-voided/1", "what a ruling has ordered happens with it"),
        ("hand-invalidated/1", "what a ruling has ordered happens with it"),
        ("incident-reported/1", "nothing orders it"),
    ],
)
def test_what_was_left_out_is_missed(history: list[Record], kind: str, says: str) -> None:
    """One event is cut out, and everything behind it numbered and hashed again."""
    ordered = {"round-voided/1", "hand-invalidated/1", "incident-reported/1"}
    at = next(
        record
        for record, after in pairwise(history)
        if record.kind == kind
        and (kind != "incident-reported/1" or after.kind == "round-voided/1")
        and (kind not in ordered or record.command != after.command or "void" in after.kind)
    )
    problem = problem_of(numbered_again([record for record in history if record is not at]))
    assert problem.stream == at.stream, problem
    assert problem.what == says, problem
