"""docs/security.md: complete, and what it names is there."""

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| (V\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+?) \| (.*?) \| (.*?) \|$", TEXT, re.MULTILINE
)
STATES = {"met", "not met", "n.a."}


def test_every_requirement_of_levels_1_and_2_is_listed_once() -> None:
    assert len(ROWS) == len({row[0] for row in ROWS}) == 253
    assert Counter(row[1] for row in ROWS) == {"1": 70, "2": 183}


def test_each_has_a_state_and_a_reason() -> None:
    assert {row[3] for row in ROWS} <= STATES
    assert all(row[4] for row in ROWS)
    counts = Counter(row[3] for row in ROWS)
    said = f"Of these {counts['met']} are met, {counts['not met']} are not, and {counts['n.a.']} do"
    assert said in TEXT


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(tests/[\w/]+\.py)`", TEXT))))
def test_a_test_that_it_names_is_there(name: str) -> None:
    assert (ROOT / name).is_file()


@pytest.mark.parametrize(
    "name", sorted({name for row in ROWS for name in re.findall(r"`([a-z_]+/[\w/]+\.py)`", row[4])})
)
def test_a_module_that_it_names_is_there(name: str) -> None:
    assert (ROOT / "src" / "pitboss" / name).is_file()


def test_every_attack_is_named() -> None:
    played = {path.name for path in (ROOT / "tests" / "attacks").glob("test_t*.py")}
    assert {name for name in played if f"tests/attacks/{name}" not in TEXT} == set()
