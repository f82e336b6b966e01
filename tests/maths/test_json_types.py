"""Whatever the mathematics writes is a type, whose fields are the fields of the JSON."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from pitboss.kernel.cards import parse_cards
from pitboss.kernel.json_types import Outgoing
from pitboss.kernel.money import Cents
from pitboss.maths.difference import compare
from pitboss.maths.economics.link import Link, Tables
from pitboss.maths.economics.link_economics import work_out
from pitboss.maths.economics.link_economics import written as written_economics
from pitboss.maths.exact.analysis import analyse
from pitboss.maths.exact.analysis import written as written_analysis
from pitboss.maths.json_types import economics, exact, simulation, strategy
from pitboss.maths.simulation.blocks import Work, count
from pitboss.maths.simulation.game import Stakes, Strategy
from pitboss.maths.simulation.run import simulate
from pitboss.maths.strategy.best_play import ProgressiveStakes, advise
from pitboss.maths.strategy.charts import chart
from tests.support import BE, CS, MS, book_of

STAKES = ProgressiveStakes(Cents(25_00), Cents(5_00), Cents(250_000_00))
STUD = "As Kd Jh 8c 3s 7c"


def written(what: str) -> Outgoing:
    """Something that is written, by a word for it."""
    stud, bullseye = book_of(MS), book_of(BE)
    match what:
        case "maths":
            return written_analysis(analyse(bullseye))
        case "simulation":
            work = Work(2_000, 7)
            return simulate(stud, Strategy.BLIND, Stakes(), work, count).written()
        case "chart":
            return chart(stud).written()
        case "advice":
            return advise(book_of(CS), parse_cards(STUD), STAKES).written()
        case "setting":
            return advise(bullseye, parse_cards("As Kd Jh 8c 3s")).written()
        case "difference":
            return compare(stud, book_of(CS)).written()
        case _:
            groups = (Tables(stud, 2, Fraction(60), 6),)
            link = Link(groups=groups, bet=Cents(5_00), rate_bp=1_000, reset=Cents(100_000_00))
            return written_economics(work_out(link, years=(1,), runs=20))


@pytest.mark.parametrize(
    "what", ["maths", "simulation", "chart", "advice", "setting", "difference", "economics"]
)
def test_what_is_written_is_read_back_as_its_type(what: str) -> None:
    found = written(what)
    assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found


def test_every_type_says_what_it_is() -> None:
    named: dict[str, Any] = {}
    for module in (economics, exact, simulation, strategy):
        found = [one for one in vars(module).values() if isinstance(one, type)]
        named |= {one.__name__: one for one in found if one.__module__ == module.__name__}
    assert len(named) > 25
    _, schemas = msgspec.json.schema_components(list(named.values()))
    assert all(schemas[name]["description"] for name in named)
    assert list(_untyped(schemas)) == []


def _untyped(schema: Any, at: str = "") -> Iterator[str]:
    """Places at which anything may stand."""
    if isinstance(schema, list):
        for part in schema:
            yield from _untyped(part, at)
    elif isinstance(schema, dict):
        if schema.get("type") == "object" and not {"properties", "additionalProperties"} & {
            *schema
        }:
            yield at
        for name, part in schema.items():
            if part == {} and name != "properties":
                yield f"{at}.{name}"
            yield from _untyped(part, f"{at}.{name}")
