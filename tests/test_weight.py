"""``make weight``: each line is counted once, and as what it is."""

from pathlib import Path

import msgspec

from tools.weight import LAST, Lines, Weight, lines_of, table, weigh

MODULE = '''"""A module,

with a blank line in its docstring.
"""

# Why.
LIMIT = 3  # beside code
"""What is said about a name."""


def twice(of: int) -> int:
    """Twice."""
    text = """no
    # docstring
    """
    return 2 * of + len(text)
'''


def test_each_line_is_counted_once_as_what_it_is() -> None:
    assert lines_of(MODULE) == Lines(modules=1, code=6, docstrings=6, comments=1, blank=3)
    assert lines_of(MODULE).total == len(MODULE.splitlines())


def test_a_package_is_its_folder_and_guides_are_counted_in_words(tmp_path: Path) -> None:
    for path, text in {
        "src/pitboss/version.py": "X = 1\n",
        "src/pitboss/table/__init__.py": "",
        "src/pitboss/table/deep/decide.py": MODULE,
        "src/pitboss/web/__init__.py": "",
        "src/pitboss/web/pages/seat/seat.js": "a();\n\nb();\n",
        "tests/test_it.py": "assert 1\n",
        "docs/tables.md": "Three words here.\n",
        "README.md": "Two words\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    found = weigh(tmp_path)
    assert {name: lines.total for name, lines in found.packages.items()} == {
        "table": 16,
        "web": 0,
        "(top)": 1,
    }
    assert found.around["tests"].code == 1
    assert found.pages == {".js": 3}
    assert found.guides == {"README.md": 2, "docs/tables.md": 3}


def test_what_came_and_what_went_stand_beside_each_other() -> None:
    now = Weight("2", {"table": Lines(1, 10)}, {}, {".js": 5}, {"README.md": 7})
    last = Weight("1", {"books": Lines(2, 30)}, {}, {".js": 1}, {"OLD.md": 9})
    rows = {line.split()[0]: line.split()[-3:] for line in table(now, last).splitlines() if line}
    assert rows["table"] == ["10", "0", "+10"]
    assert rows["books"] == ["0", "30", "-30"]
    assert rows[".js"] == ["5", "1", "+4"]
    assert rows["OLD.md"] == ["0", "9", "-9"]


def test_the_last_release_can_be_read() -> None:
    assert msgspec.json.decode(LAST.read_bytes(), type=Weight).packages["kernel"].code
