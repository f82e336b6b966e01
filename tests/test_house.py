"""House style: short functions, typed data, lines that fit. A module is as long as its idea, and
``make weight`` shows what everything weighs.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pitboss"
PAGES = PACKAGE / "web" / "pages"

FUNCTION_LINES = 70
PAGE_COLUMNS = 100
LOOSE_DICTIONARIES = 20


def modules() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")


def too_long(name: str, text: str) -> list[str]:
    """The functions of a module over the limit, from their ``def`` on; decorators do not count."""
    return [
        f"{name}: {node.name} has {length} lines"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES
    ]


def test_no_function_is_longer_than_a_screen_or_two() -> None:
    assert [found for name, text in modules() for found in too_long(name, text)] == []


def test_few_things_are_dictionaries_of_anything() -> None:
    found = [f"{name}: {n}" for name, text in modules() if (n := text.count("dict[str, Any]"))]
    assert sum(int(one.rpartition(" ")[2]) for one in found) < LOOSE_DICTIONARIES, found


def nearer_than_a_minute(name: str, text: str) -> list[str]:
    """The calls of a test that give up early; requests of httpx do after five seconds unless told
    otherwise, but not where there is no network.
    """
    found = []
    for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
        given = {one.arg: one.value for one in call.keywords}
        function = ast.unparse(call.func)
        limit = given.get("timeout")
        if isinstance(limit, ast.Constant) and isinstance(limit.value, int | float):
            milliseconds = function.split(".")[-1] in ("goto", "to_have_text", "to_contain_text")
            early = limit.value < (60_000 if milliseconds else 60)
        else:
            early = bool(
                re.fullmatch(
                    r"httpx\.(get|post|put|delete|request|stream|(Async)?Client)", function
                )
                and not {"timeout", "transport"} & given.keys()
            )
        if early:
            found.append(f"{name}: {ast.unparse(call)[:80]}")
    return found


def test_a_test_waits_a_minute_at_least() -> None:
    """On a busy machine a second becomes many, and what hangs is found all the same."""
    of_its_own = {
        # The client gives up: that is the test.
        "web/test_deadlines.py: client.post(path, json=body, headers=headers, timeout=1.5)",
        # A window that can't be emptied in that time is thrown away.
        "browser/windows.py: page.goto(_EMPTY, timeout=5000)",
    }
    tests = ROOT / "tests"
    found = {
        one
        for path in tests.rglob("*.py")
        for one in nearer_than_a_minute(
            path.relative_to(tests).as_posix(), path.read_text(encoding="utf-8")
        )
    }
    assert found == of_its_own
    assert len(nearer_than_a_minute("a.py", "httpx.get(x); run(y, timeout=59); f(timeout=60)")) == 2


@pytest.mark.parametrize("kind", ["js", "css", "html"])
def test_the_lines_of_the_pages_fit_100_columns(kind: str) -> None:
    """Biome breaks up code; sentences and comments are broken up by hand."""
    over = [
        f"{path.name}:{number}"
        for path in sorted(PAGES.rglob(f"*.{kind}"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > PAGE_COLUMNS
    ]
    assert over == []


def test_a_function_over_the_limit_is_found() -> None:
    body = "".join(f"    x{number} = {number}\n" for number in range(FUNCTION_LINES - 1))
    assert too_long("a.py", f"@decorator\ndef short() -> None:\n{body}") == []
    assert too_long("a.py", f"def long(\n    a: int,\n) -> None:\n{body}") == [
        "a.py: long has 72 lines"
    ]


def long_prose(text: str) -> list[str]:
    """Lines of Markdown over the limit; tables, code and pictures can't be broken."""
    over, code = [], False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            code = not code
        elif not code and len(line) > PAGE_COLUMNS and not line.lstrip().startswith(("|", "![")):
            over.append(line)
    return over


@pytest.mark.parametrize(
    "name",
    [path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))],
)
def test_the_lines_of_the_guides_fit_100_columns(name: str) -> None:
    assert long_prose((ROOT / name).read_text(encoding="utf-8")) == []
