"""docs/jackpot-links.md names everything there is, and its numbers are what the link comes to."""

import re
from pathlib import Path
from typing import get_args

import msgspec

from pitboss.jackpot import commands as c
from pitboss.jackpot import events as e
from pitboss.jackpot.decide import LEAST_POST
from pitboss.jackpot.parameters import UNITS_PER_CENT, LinkParameters, Reason
from pitboss.jackpot.refusals import LinkRefusal
from pitboss.kernel.money import Cents, format_cents
from pitboss.rulebook.clauses import clauses
from tests.jackpot.links import Link, royal, straight
from tests.support import BE, MH, MS, SS

PAGE = (Path(__file__).parents[2] / "docs" / "jackpot-links.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    # The first two are the head and the line below it.
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_parameter_command_refusal_event_and_reason_is_named() -> None:
    parameters = [field.encode_name for field in msgspec.structs.fields(LinkParameters)]
    assert [names(row[0])[0] for row in rows("Parameters")] == parameters
    commands = [str(kind.__struct_config__.tag) for kind in c.FROM_PEOPLE]
    assert [names(row[0])[0] for row in rows("Commands")] == commands
    assert [names(row[0])[0] for row in rows("Refusals")] == [code.value for code in LinkRefusal]
    kinds = (*get_args(e.AnyLinkEvent), *get_args(e.AnyFeedEvent))
    told = [name for row in rows("Events") for name in names(row[0])]
    assert sorted(told) == sorted(str(kind.__struct_config__.tag) for kind in kinds)
    assert [name for name in names(section("Corrections")) if "-" in name] == [
        reason.value for reason in Reason
    ]


def test_a_command_has_its_fields_and_its_post() -> None:
    for kind, row in zip(c.FROM_PEOPLE, rows("Commands"), strict=True):
        fields = [field.encode_name for field in msgspec.structs.fields(kind)]
        assert names(re.sub(r"\([^)]*\)", "", row[1])) == fields
        assert LEAST_POST[kind].name.lower().replace("_", " ") in row[2]


def test_the_clauses_of_the_orders_and_of_the_failure_exist() -> None:
    rws, mbs = rows("Order of payment")
    assert set(names(rws[3])) <= set(clauses(MS))
    assert {"3.14", "3.15"} <= set(clauses(SS))
    assert {"3.19", "3.20"} <= set(clauses(BE))
    assert names(mbs[3]) == ["3.14", "3.15", "3.19", "3.20"]
    stud, holdem, other = rows("Failure")
    for row, book in ((stud, MS), (holdem, MH), (other, SS), (other, BE)):
        cited = [name for name in names(" ".join(row)) if name[0].isdigit()]
        assert cited
        assert set(cited) <= set(clauses(book))


def test_the_evening_comes_out_as_it_is_told() -> None:
    told = iter(rows("An evening"))
    link = Link(reset="1000", rate_bp=1_000, reserve_bp=500, cap="1100")

    def stands() -> None:
        """What stands in the meters is what the next row says."""
        row = next(told)
        now = [format_cents(Cents(units // UNITS_PER_CENT)) for units in link.units]
        assert [*now, format_cents(link.shown)] == row[1:], row[0]
        assert all(units % UNITS_PER_CENT == 0 for units in link.units)

    stands()
    link.joins("t1", "t2")
    link.bets("t1", "t1-1", "800")
    link.enter()
    stands()
    link.bets("t2", "t2-1", "400")
    link.enter()
    stands()
    link.bets("t2", "t2-1", "300")
    link.enter()
    stands()
    link.claim("t1", "t1-1", straight(1))
    link.verify("t1-1/1")
    stands()
    link.claim("t1", "t1-2", royal(1))
    link.bets("t2", "t2-2", "50")
    stands()
    _, paid, _ = link.verify("t1-2/1")
    stands()
    assert isinstance(paid, e.AwardPaid)
    assert paid.funding == e.Funding(
        55_00 * UNITS_PER_CENT, 10_00 * UNITS_PER_CENT, 935_00 * UNITS_PER_CENT
    )
    link.correct("1.23")
    stands()
    assert next(told, None) is None
    assert link.awards == [("t1-1/1", 110_00), ("t1-2/1", 990_00)]
    assert link.state.totals.contributed == 115_00 * UNITS_PER_CENT
    assert 115_00 + 2_000_00 + 1_23 - 1_100_00 - 10_00 == 1_006_23 == link.shown
