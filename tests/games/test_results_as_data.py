"""Settlements and rulings as plain data."""

import json

from pitboss.games.settle import settle_record
from pitboss.rulebook.shelf import Shelf
from pitboss.table.rulings import rule_incident
from tests.support import MS, box, record


def test_a_settlement_takes_json_dumps_and_is_a_table_of_wagers() -> None:
    round = record(MS, "2c 7d 9h Kd As", box("Qs Qh 8c 4d 3s", ante="25", bet="50"))
    settled = settle_record(round, Shelf())
    told = json.loads(json.dumps(settled.to_dict()))
    assert told["boxes"][0]["net"] == "75.00"
    assert told["dealer"] == {"hand": "five-odd-cards", "qualifies": True}
    rows = settled.to_rows()
    assert [(row["wager"], row["stake"], row["net"]) for row in rows] == [
        ("ante", 2_500, 2_500),
        ("bet", 5_000, 5_000),
    ]
    assert rows[1]["clauses"] == "3.14.1, 4.1"


def test_a_ruling_takes_json_dumps_and_is_a_row() -> None:
    ruling = rule_incident({"rulebook": MS, "incident": "foreign-card"}, Shelf())
    told = json.loads(json.dumps(ruling.to_dict()))
    assert told["effects"] == list(ruling.effects)
    (row,) = ruling.to_rows()
    assert (row["incident"], row["because"]) == ("foreign-card", ruling.because)
