"""What each rulebook rules on what goes wrong: the tables in ``rulings``, a row an incident."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebook.clauses import clauses
from tests.cases import Row, cases
from tests.support import ruled

TABLES = Path(__file__).parent / "rulings"
YES_AND_NO = {"yes": True, "no": False}


def facts_of(cell: str) -> dict[str, Any]:
    """``count 2, players_have_seen no`` as the contract has it."""
    facts = dict(fact.split(" ", 1) for fact in cell.split(", ") if fact)
    return {
        name: int(value) if value.isdigit() else YES_AND_NO.get(value, value)
        for name, value in facts.items()
    }


@pytest.mark.parametrize("row", cases(TABLES, "clauses", "incident", "facts"))
def test_ruling(row: Row) -> None:
    ruling = ruled(row.rulebook, row["incident"], **facts_of(row["facts"]))
    offered = [", ".join(ruling.options) + f" (for {ruling.options_for})"] if ruling.options else []
    offered += [f"{choice.operation} [{choice.clause}]" for choice in ruling.operations]
    assert {
        "effects": ", ".join(ruling.effects),
        "options": ", ".join(offered),
        "decided by": ruling.authority or "",
        "clauses": ", ".join(ruling.clauses),
        "because": ruling.because,
    } == {name: row[name] for name in ("effects", "options", "decided by", "clauses", "because")}
    assert set(ruling.clauses) <= set(clauses(row.rulebook))
