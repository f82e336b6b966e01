"""Counts what the repository weighs, beside what it weighed at the last release.

A figure to look at, never a test: code is split or joined for its sense, not for its length. Lines
of Python are counted as code, docstrings, comments and blank lines. ``--release`` writes the
figures of the last release (``tools/weight.json``) anew.
"""

import argparse
import ast
import io
import tokenize
from collections.abc import Iterable
from pathlib import Path

import msgspec

from pitboss.version import __version__

ROOT = Path(__file__).parents[1]
LAST = ROOT / "tools" / "weight.json"
PACKAGE = Path("src/pitboss")


class Lines(msgspec.Struct, frozen=True):
    """What some Python consists of, in lines."""

    modules: int = 0
    code: int = 0
    docstrings: int = 0
    comments: int = 0
    blank: int = 0

    @property
    def total(self) -> int:
        return self.code + self.docstrings + self.comments + self.blank

    def __add__(self, other: "Lines") -> "Lines":
        pairs = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return Lines(*(mine + theirs for mine, theirs in pairs))


class Weight(msgspec.Struct, frozen=True):
    """Python by package, pages by kind of file in lines, guides in words."""

    version: str
    packages: dict[str, Lines]
    around: dict[str, Lines]
    pages: dict[str, int]
    guides: dict[str, int]


def lines_of(text: str) -> Lines:
    """The lines of a module, each counted once: a blank line in a docstring belongs to it."""
    said = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    comments = {
        token.start[0]
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and token.line.lstrip().startswith("#")
    }
    all_lines = text.splitlines()
    blank = sum(
        not line.strip() for number, line in enumerate(all_lines, start=1) if number not in said
    )
    code = len(all_lines) - len(said) - len(comments) - blank
    return Lines(1, code, len(said), len(comments), blank)


def python(paths: Iterable[Path]) -> Lines:
    return sum((lines_of(path.read_text(encoding="utf-8")) for path in paths), Lines())


def weigh(root: Path) -> Weight:
    package = root / PACKAGE
    folders = sorted(path.parent for path in package.glob("*/__init__.py"))
    pages = package / "web" / "pages"
    kinds = sorted({path.suffix for path in pages.rglob("*") if path.suffix})
    guides = (*sorted(root.glob("*.md")), *sorted((root / "docs").glob("*.md")))
    return Weight(
        __version__,
        {folder.name: python(folder.rglob("*.py")) for folder in folders}
        | {"(top)": python(package.glob("*.py"))},
        {name: python((root / name).rglob("*.py")) for name in ("tests", "tools", "bench")},
        {
            kind: sum(
                len(path.read_text(encoding="utf-8").splitlines())
                for path in pages.rglob(f"*{kind}")
            )
            for kind in kinds
        },
        {
            path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").split())
            for path in guides
        },
    )


def _counts(now: int, before: int) -> str:
    return f"{now:>9,}{before:>9,}{now - before:>+9,}"


def _python_rows(now: dict[str, Lines], before: dict[str, Lines]) -> list[str]:
    rows = []
    for name in dict.fromkeys((*now, *before)):
        mine, last = now.get(name, Lines()), before.get(name, Lines())
        parts = f"{mine.modules:>8,}{mine.code:>9,}{mine.docstrings:>11,}{mine.comments:>9,}"
        rows.append(f"{name:<26}{parts}{mine.blank:>8,}{_counts(mine.total, last.total)}")
    return rows


def _rows(now: dict[str, int], before: dict[str, int]) -> list[str]:
    everything = {"all": sum(now.values())}, {"all": sum(before.values())}
    return [
        f"{name:<26}{'':>45}{_counts(mine.get(name, 0), last.get(name, 0))}"
        for mine, last in ((now, before), everything)
        for name in dict.fromkeys((*mine, *last))
    ]


def table(now: Weight, last: Weight) -> str:
    """Both weights beside each other."""
    parts = f"{'modules':>8}{'code':>9}{'docstrings':>11}{'comments':>9}{'blank':>8}"
    total = f"{'lines':>9}{last.version:>9}{'change':>9}"
    words = f"{'words':>9}{last.version:>9}{'change':>9}"
    package = sum(now.packages.values(), Lines()), sum(last.packages.values(), Lines())
    return "\n".join(
        [
            f"{'src/pitboss':<26}{parts}{total}",
            *_python_rows(now.packages, last.packages),
            *_python_rows({"all": package[0]}, {"all": package[1]}),
            "",
            f"{'around it':<26}{parts}{total}",
            *_python_rows(now.around, last.around),
            "",
            f"{'pages':<26}{'':>45}{total}",
            *_rows(now.pages, last.pages),
            "",
            f"{'guides':<26}{'':>45}{words}",
            *_rows(now.guides, last.guides),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--release", action="store_true", help="keep today's figures as the last release's"
    )
    now = weigh(ROOT)
    if parser.parse_args().release:
        written = msgspec.json.format(msgspec.json.encode(now), indent=1)
        LAST.write_bytes(written + b"\n")
    print(table(now, msgspec.json.decode(LAST.read_bytes(), type=Weight)))


if __name__ == "__main__":
    main()
