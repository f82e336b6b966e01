"""Whoever writes to the database writes what no server would: the audit says what is wrong with it,
and does not break over it.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.audit.run import audit
from pitboss.casino.codec import read_event
from pitboss.casino.stream_ids import table_stream
from pitboss.journal.port import NotAJournal, Record
from tests.attacks.insiders import Insider
from tests.attacks.test_t02_alone import HOUSES
from tests.audit.tampering import hashed_again, journal_of

VIRTUAL = (("rws-casino-stud-6", "virtual", "shoe"),)
ODD: tuple[Any, ...] = (
    None, True, -1, 2**63, -(2**63), 10**30, 1.5, "", "\x00", "é" * 300, [], {}, "-",
    "T0-", "T0--1", "T0-" + "9" * 30, "1/0", "NaN", [1], {"a": 1},
)  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Insider]:
    folder = tmp_path_factory.mktemp("forged")
    roles = HOUSES["all but the dealer"]
    house = Insider(None, 5, roles=roles, folder=folder, tables=VIRTUAL)
    house.run(150)
    yield house
    house.close()


@pytest.fixture(scope="module")
def records(house: Insider) -> list[Record]:
    return house.journal.read_all(0, 1_000_000)


@pytest.mark.parametrize("round", ["T0-second", "T0--1", "T0-" + "9" * 30, "", "T0-①"])
def test_a_round_with_no_number_is_named(house: Insider, records: list[Record], round: str) -> None:
    """Its secret follows from the number, so it is asked for before anything else is looked at."""
    at = next(n for n, one in enumerate(records) if one.kind == "betting-opened/1")
    event = msgspec.json.decode(records[at].body) | {"round": round}
    forged = [*records[:at], replace(records[at], body=msgspec.json.encode(event))]
    problem = audit(journal_of(hashed_again(forged))).problem
    assert problem is not None
    assert (problem.stream, problem.kind) == (table_stream("T0"), "betting-opened/1")
    with pytest.raises(NotAJournal, match="can't be opened"):
        read_event(forged[-1], opener=lambda *_: _no_number())


def _no_number() -> bytes:
    raise OverflowError("no such number")


def test_whatever_stands_in_a_field_the_audit_comes_to_its_end(records: list[Record]) -> None:
    random = Random(3)
    for _ in range(150):
        at = random.randrange(len(records))
        event = msgspec.json.decode(records[at].body)
        fields = [one for one in _fields(event) if one[1] != "event"]
        node, key = random.choice(fields or [(event, "more")])
        node[key] = random.choice(ODD)
        forged = [*records[:at], replace(records[at], body=msgspec.json.encode(event))]
        audit(journal_of(hashed_again([*forged, *records[at + 1 : at + 20]])))


def _fields(node: Any) -> Iterator[tuple[Any, Any]]:
    for key, child in node.items() if isinstance(node, dict) else enumerate(node):
        yield node, key
        if isinstance(child, dict | list):
            yield from _fields(child)
