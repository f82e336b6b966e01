"""Cases as rows of Markdown tables, so that whoever knows the rules can read, check and add them
without Python.

An empty cell under ``case`` or ``proves`` says the same as the one above it. A case that begins
with ``…`` is another kind of the one above: ``3.16 is paid whatever the dealer holds: a lower
hand``, then ``… a higher hand``. What stands in brackets explains. Lines that are no rows are
prose.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support import RULEBOOKS, proves


@dataclass(frozen=True)
class Row:
    """One row of a table, for one rulebook."""

    rulebook: str
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    """The rows of every table in a file, by column."""
    columns: list[str] = []
    above: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            columns, above = [], {}
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not columns:
            columns = cells
        elif set(line) != {"|", "-"}:
            row = dict(zip(columns, cells, strict=True))
            row |= {name: above[name] for name in ("case", "proves") if row.get(name) == ""}
            if row.get("case", "").startswith("…"):
                row["case"] = above["case"].partition(":")[0] + ":" + row["case"].removeprefix("…")
            above = row
            yield row


def cases(folder: Path, *name: str) -> list[Any]:
    """Every row of a folder's tables as a parameter, marked with its clauses and named by the cells
    in ``name``.

    A file is called after the rulebooks that it holds for, joined by ``+``.
    """
    parameters = []
    for path in sorted(folder.glob("*.md")):
        rulebooks = path.stem.split("+")
        assert set(rulebooks) <= set(RULEBOOKS), f"{path.name} is named after no rulebook"
        for cells in rows_of(path):
            clauses = [clause for clause in cells.get("proves", "—").split(", ") if clause != "—"]
            words = " ".join(cells[column].partition(" (")[0] for column in name if cells[column])
            for rulebook in rulebooks:
                marks = [proves(rulebook, *clauses)] if clauses else []
                parameters.append(
                    pytest.param(Row(rulebook, cells), marks=marks, id=f"{rulebook} {words}")
                )
    return parameters
