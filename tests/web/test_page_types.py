"""The pages' modules fit what the API takes and answers: its types are made from the document, and
TypeScript checks the pages against them.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from tools.page_types import main, type_of

ROOT = Path(__file__).parents[2]
TSC = ROOT / "node_modules/typescript/bin/tsc"


def test_the_types_are_those_of_the_document() -> None:
    kept = (ROOT / "types/api.d.ts").read_text(encoding="utf-8")
    assert kept == main(), "make docs writes them again"


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer"}, "number"),
        ({"anyOf": [{"$ref": "#/components/schemas/Phase"}, {"type": "null"}]}, "Phase | null"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "Record<string, string>"),
        ({"type": "object", "properties": {"x": {"type": "boolean"}}}, '{ "x"?: boolean; }'),
        ({}, "unknown"),
    ],
)
def test_a_schema_as_a_type(schema: dict[str, object], expected: str) -> None:
    assert type_of(schema) == expected


@pytest.mark.skipif(not TSC.exists() or shutil.which("node") is None, reason="no TypeScript here")
def test_a_page_that_asks_for_a_field_that_is_not_there_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.js"
    page.write_text(
        "/** @param {Api.TablePage} view */\nexport const wrong = (view) => view.rownd;\n"
    )
    done = subprocess.run(
        ["node", str(TSC), "--noEmit", "--allowJs", "--checkJs", "--skipLibCheck",
         str(page), str(ROOT / "types/api.d.ts")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "Property 'rownd' does not exist on type 'TablePage'" in done.stdout
