"""docs/irregularities.md says what a live table really answers."""

from pathlib import Path

import pytest

from pitboss.rulebook.effects import Effect
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.loader import builtin_ids, installed
from pitboss.table.refusals import TableRefusal
from pitboss.table.state import Phase
from tests.support import load_tool

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "irregularities.md").read_text(encoding="utf-8")


tool = load_tool("irregularities")


def test_the_page_is_what_the_tables_answer() -> None:
    """Renew it with ``python tools/irregularities.py > docs/irregularities.md``, and look at what
    has changed.
    """
    assert tool.page() == PAGE


def section(rulebook: str) -> list[list[str]]:
    """The rows of a rulebook's table: the incident, then a cell for each phase."""
    start = PAGE.index(f"(`{rulebook}`)")
    end = PAGE.find("\n## ", start)
    lines = PAGE[start : end if end > 0 else None].splitlines()
    rows = [line for line in lines if line.startswith("| `")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@pytest.mark.parametrize("rulebook", builtin_ids())
def test_every_incident_has_a_row_and_every_phase_a_cell(rulebook: str) -> None:
    rows = section(rulebook)
    assert [row[0] for row in rows] == [f"`{incident}`" for incident in Incident]
    # Between rounds, and each phase of a round.
    assert {len(row) for row in rows} == {1 + 1 + len(Phase)}


def clauses_known(rulebook: str) -> set[str]:
    """Every clause that the rulings of a rulebook rest on."""
    book = installed(rulebook)
    assert book is not None
    return {clause for rows in book.rulings.values() for row in rows for clause in row.clauses}


@pytest.mark.parametrize("rulebook", builtin_ids())
def test_every_cell_is_a_ruling_with_clauses_or_a_refusal(rulebook: str) -> None:
    known = clauses_known(rulebook)
    refused = ruled = 0
    for incident, *cells in section(rulebook):
        for cell in cells:
            if cell.startswith("– "):
                assert cell.removeprefix("– ") in list(TableRefusal), (incident, cell)
                refused += 1
                continue
            effects, found, cited = cell.removesuffix("]").partition(" [")
            assert found, (incident, cell)
            assert cited, (incident, cell)
            assert set(cited.split(", ")) <= known, (incident, cell)
            words, _, waits = effects.partition(" (")
            assert set(words.split(", ")) <= set(Effect), (incident, cell)
            assert waits in ("", "pit-supervisor)", "pit-manager)", "shift-manager)", "house)"), (
                incident,
                cell,
            )
            ruled += 1
    assert refused > 0
    assert ruled > 0


@pytest.mark.parametrize("rulebook", builtin_ids())
def test_a_void_round_has_no_irregularities_of_its_own(rulebook: str) -> None:
    rows = [row for row in section(rulebook) if row[0] != f"`{Incident.ERROR_NOTICED_LATER}`"]
    assert {row[-1] for row in rows} == {"– cannot-happen-now"}


@pytest.mark.parametrize("rulebook", builtin_ids())
def test_whatever_is_not_listed_can_be_reported_at_any_time(rulebook: str) -> None:
    """The clause for what the rules do not cover knows no phase: 5.24, 5.23 and 6.1."""
    cells = section(rulebook)[list(Incident).index(Incident.UNLISTED)][1:-1]
    assert all(cell.startswith("refer") for cell in cells)
