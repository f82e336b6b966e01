"""The examples in the guides and in the code do what they say."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

import pitboss

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pitboss"
GUIDES = ("python.md", "maths.md", "simulation.md", "tables.md")

FENCE = re.compile(r"^```python\n(.*?)^```", flags=re.MULTILINE | re.DOTALL)

# With the tests of tests/maths, which need the same compiled code.
pytestmark = pytest.mark.xdist_group("compiled")


def modules_with_examples() -> list[str]:
    return [
        "pitboss." + path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        for path in sorted(PACKAGE.rglob("*.py"))
        if ">>> " in path.read_text(encoding="utf-8")
    ]


def examples_of(guide: str) -> str:
    """Its examples; what is none becomes blank lines, so that a failure names its line on the
    page.
    """
    parts = FENCE.split((ROOT / "docs" / guide).read_text(encoding="utf-8"))
    return "".join(
        part if index % 2 else "\n" * part.count("\n") for index, part in enumerate(parts)
    )


@pytest.mark.parametrize("guide", GUIDES)
def test_the_examples_of_a_guide(
    guide: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Whoever installs Pitboss has no checkout.
    monkeypatch.chdir(tmp_path)
    shown = examples_of(guide)
    found = doctest.DocTestParser().get_doctest(shown, {}, guide, f"docs/{guide}", 0)
    assert found.examples
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(found, out=told.append)
    assert told == [], "".join(told)


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_of_a_module(name: str) -> None:
    results = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert results.attempted
    assert not results.failed


def test_the_guide_speaks_of_every_public_function() -> None:
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    functions = [name for name in pitboss.__all__ if name[0].islower()]
    assert [name for name in functions if name not in text] == []
