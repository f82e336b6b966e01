"""The clauses of the rule documents, as data: number, kind, and what each one requires, in our own
words.

Everything the program decides cites a clause, and a citation is only worth something if the clause
exists. Citations and proofs are checked against this list. It contains no rule of any game.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

DATA = Path(__file__).parent / "data"

COLUMNS = ("rulebook", "clause", "kind", "operative", "gist")


class Kind(StrEnum):
    """What a clause is about; in the order in which reports list the kinds."""

    DEFINITION = "definition"
    EQUIPMENT = "equipment"
    RANKING = "ranking"
    BETTING = "betting"
    DEALING = "dealing"
    DECISION = "decision"
    SETTLEMENT = "settlement"
    PAYTABLE = "paytable"
    PROGRESSIVE = "progressive"
    IRREGULARITY = "irregularity"
    AUTHORITY = "authority"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of one rule document. An operative clause requires something that can be kept or
    broken.
    """

    rulebook: str
    number: str
    kind: Kind
    operative: bool
    gist: str


# Rulebook, then clause number, both in the order of the list.
ClauseList: TypeAlias = Mapping[str, Mapping[str, Clause]]


class ClauseListError(Exception):
    """A clause list that cannot be used. Line 0 stands for the file as a whole."""

    def __init__(self, file: Path, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}" if line else f"{file}: {message}")
        self.file = file
        self.line = line
        self.message = message


class UnlistedRulebook(LookupError):
    """A rulebook for which the clause list has nothing."""


def clauses(rulebook: str) -> Mapping[str, Clause]:
    """The clauses of one rulebook by number, in document order."""
    known = all_clauses()
    if rulebook not in known:
        raise UnlistedRulebook(f"no rulebook {rulebook!r}; there are {', '.join(known)}")
    return known[rulebook]


@cache
def all_clauses() -> ClauseList:
    """The clauses of every rulebook that comes with the package."""
    return read_clauses(DATA / "clauses.csv")


def read_clauses(path: Path) -> ClauseList:
    """Reads a clause list: the package's own, or one that an operator keeps for further
    rulebooks.
    """
    # utf-8-sig, because spreadsheets put a byte-order mark in front of the first column's name.
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ClauseListError(path, 0, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ClauseListError(path, 0, f"is not UTF-8 text (byte {error.start})") from error
    return parse_clauses(text, path)


def written_clauses(listed: Iterable[Clause]) -> str:
    """Clauses in the form of a list: what a rulebook cites, as it goes into the record."""
    written = io.StringIO(newline="")
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(COLUMNS)
    for one in listed:
        operative = "yes" if one.operative else "no"
        rows.writerow((one.rulebook, one.number, one.kind.value, operative, one.gist))
    return written.getvalue()


def parse_clauses(text: str, path: Path) -> ClauseList:
    """The clauses in the text of a list; ``path`` is its name in messages."""
    by_rulebook: dict[str, dict[str, Clause]] = {}
    first_line: dict[tuple[str, str], int] = {}
    for line, row in _rows(text, path):
        clause = _clause(path, line, row)
        key = (clause.rulebook, clause.number)
        if key in first_line:
            raise ClauseListError(
                path,
                line,
                f"clause {clause.number} of {clause.rulebook} is already on line {first_line[key]}",
            )
        first_line[key] = line
        by_rulebook.setdefault(clause.rulebook, {})[clause.number] = clause
    if not by_rulebook:
        raise ClauseListError(path, 0, "the list holds no clause")
    return MappingProxyType(
        {rulebook: MappingProxyType(numbers) for rulebook, numbers in by_rulebook.items()}
    )


def _rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row under its header, with the line on which it starts (a quoted gist may span
    lines).
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    header: list[str] | None = None
    line = 1
    try:
        for cells in reader:
            if header is None:
                header = cells
                if missing := [column for column in COLUMNS if column not in header]:
                    raise ClauseListError(path, line, f"missing column {', '.join(missing)}")
            elif cells:
                if len(cells) != len(header):
                    raise ClauseListError(
                        path, line, f"{len(cells)} cells where the header has {len(header)}"
                    )
                yield line, dict(zip(header, cells, strict=True))
            line = reader.line_num + 1
    except csv.Error as error:
        raise ClauseListError(path, line, f"is not CSV: {error}") from error


def _clause(path: Path, line: int, row: Mapping[str, str]) -> Clause:
    for column in ("rulebook", "clause", "gist"):
        if not row[column].strip():
            raise ClauseListError(path, line, f"the {column} is empty")
    try:
        kind = Kind(row["kind"])
    except ValueError:
        raise ClauseListError(
            path, line, f"unknown kind {row['kind']!r}; use one of {', '.join(Kind)}"
        ) from None
    if row["operative"] not in ("yes", "no"):
        raise ClauseListError(path, line, f"operative must be yes or no, not {row['operative']!r}")
    return Clause(row["rulebook"], row["clause"], kind, row["operative"] == "yes", row["gist"])
