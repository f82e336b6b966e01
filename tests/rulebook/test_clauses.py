"""The clause list that comes with the package, and what is refused in a list from elsewhere."""

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from pitboss.rulebook.clauses import (
    DATA,
    Clause,
    ClauseListError,
    Kind,
    UnlistedRulebook,
    all_clauses,
    clauses,
    read_clauses,
)

HEADER = "rulebook,clause,kind,operative,gist\n"
GOOD = "house-stud-1,1.1,betting,yes,An Ante is needed.\n"


def test_every_document_is_there_with_all_its_clauses() -> None:
    counts = {
        rulebook: (len(numbers), sum(clause.operative for clause in numbers.values()))
        for rulebook, numbers in all_clauses().items()
    }
    assert {rulebook: every for rulebook, (every, _) in counts.items()} == {
        "rws-multilink-stud-3": 141,
        "rws-casino-stud-6": 132,
        "mbs-megalink-stud-6": 119,
        "mbs-megalink-bullseye-4": 147,
        "rws-multilink-holdem-2": 164,
    }
    assert sum(operative for _, operative in counts.values()) == 665


def test_every_kind_occurs() -> None:
    assert {
        clause.kind for numbers in all_clauses().values() for clause in numbers.values()
    } == set(Kind)


def test_a_clause_knows_where_it_stands() -> None:
    for rulebook, numbers in all_clauses().items():
        for number, clause in numbers.items():
            assert (clause.rulebook, clause.number) == (rulebook, number)


def test_clauses_come_in_document_order_not_in_that_of_their_text() -> None:
    numbers = list(clauses("rws-multilink-stud-3"))
    assert numbers[:4] == ["1.1", "1.2", "1.3", "1.4"]
    assert numbers.index("1.9") < numbers.index("1.10") < numbers.index("2.1.1")


def test_one_clause_in_full() -> None:
    assert clauses("rws-multilink-stud-3")["1.2"] == Clause(
        "rws-multilink-stud-3",
        "1.2",
        Kind.DEFINITION,
        False,
        "Bet and wager are interchangeable words throughout the document.",
    )


def test_the_list_is_read_once_and_cannot_be_changed() -> None:
    assert clauses("rws-casino-stud-6") is clauses("rws-casino-stud-6")
    with pytest.raises(TypeError):
        clauses("rws-casino-stud-6")["9.9"] = clauses("rws-casino-stud-6")["1.1"]  # type: ignore[index]  # the point
    with pytest.raises(FrozenInstanceError):
        clauses("rws-casino-stud-6")["1.1"].gist = "Another."  # type: ignore[misc]  # the point of the test


def test_the_file_has_unix_line_ends() -> None:
    assert b"\r" not in (DATA / "clauses.csv").read_bytes()


def test_an_unknown_rulebook_is_named_together_with_the_known_ones() -> None:
    with pytest.raises(
        UnlistedRulebook, match=r"no rulebook 'rws-stud'; there are .*rws-casino-stud-6"
    ):
        clauses("rws-stud")


@pytest.mark.parametrize(
    "text",
    [
        HEADER + GOOD,
        "\ufeff" + HEADER + GOOD,
        (HEADER + GOOD).replace("\n", "\r\n"),
        HEADER + "\n" + GOOD,
        (
            "note,gist,operative,kind,clause,rulebook\nx,An Ante is "
            "needed.,yes,betting,1.1,house-stud-1\n"
        ),
    ],
    ids=["plain", "byte-order mark", "CRLF", "blank line", "other columns and order"],
)
def test_an_operators_list_is_read(tmp_path: Path, text: str) -> None:
    file = tmp_path / "clauses.csv"
    file.write_text(text, encoding="utf-8", newline="")
    assert read_clauses(file) == {
        "house-stud-1": {
            "1.1": Clause("house-stud-1", "1.1", Kind.BETTING, True, "An Ante is needed.")
        }
    }


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (HEADER.replace("kind,", "") + GOOD, 1, "missing column kind"),
        (
            HEADER + GOOD.replace("betting", "wagering"),
            2,
            "unknown kind 'wagering'; use one of definition,",
        ),
        (HEADER + GOOD.replace("yes", "true"), 2, "operative must be yes or no, not 'true'"),
        (HEADER + GOOD + GOOD, 3, "clause 1.1 of house-stud-1 is already on line 2"),
        (HEADER + GOOD.replace("needed.", "needed, first."), 2, "6 cells where the header has 5"),
        (HEADER + "house-stud-1,1.1\n", 2, "2 cells where the header has 5"),
        (HEADER + GOOD.replace("1.1", " "), 2, "the clause is empty"),
        (HEADER + GOOD.replace("house-stud-1", ""), 2, "the rulebook is empty"),
        (HEADER + GOOD.replace("An Ante is needed.", ""), 2, "the gist is empty"),
        (HEADER + GOOD + 'house-stud-1,1.2,betting,yes,"open\n', 3, "is not CSV"),
        # The quoted gist spans lines 2 and 3, so that the row at fault starts on line 4.
        (
            HEADER
            + GOOD.replace("An Ante is needed.", '"An Ante\nis needed."')
            + "house-stud-1,1.2,betting,no way,x\n",
            4,
            "operative",
        ),
        (HEADER, 0, "the list holds no clause"),
        ("", 0, "the list holds no clause"),
    ],
)
def test_a_bad_list_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    file = tmp_path / "clauses.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ClauseListError) as caught:
        read_clauses(file)
    assert (caught.value.file, caught.value.line) == (file, line)
    assert message in caught.value.message
    assert str(caught.value) == (f"{file}:{line}: " if line else f"{file}: ") + caught.value.message


def test_a_missing_file_and_a_file_that_is_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ClauseListError, match="cannot be read: No such file"):
        read_clauses(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes(HEADER.encode() + b"\xe9")
    with pytest.raises(ClauseListError, match="is not UTF-8"):
        read_clauses(tmp_path / "latin.csv")
