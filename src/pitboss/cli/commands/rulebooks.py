"""``pitboss rulebooks``, ``pitboss rulebook ID`` and ``pitboss rulebook diff A B``."""

from pathlib import Path

import msgspec
import typer

from pitboss.rulebook import words
from pitboss.rulebook.checks import Clauses, clauses_of
from pitboss.rulebook.loader import RulebookError, faults_of_added, installed_file, installed_ids
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import SUFFIX, Shelf, UnknownRulebook

Found = tuple[Rulebook, Path]
"""A rulebook and the file it was read from."""


def print_rulebooks(json: bool) -> None:
    """The rulebooks that come with Pitboss and with installed games."""
    books = [_find(name) for name in installed_ids()]
    for fault in faults_of_added().values():
        typer.echo(f"pitboss: {fault}", err=True)
    if json:
        _print_json([_in_short(book, clauses_of(book, file.parent)) for book, file in books])
        return
    from pitboss.cli.render.rulebook_sheet import Sheet

    rows = []
    for book, file in books:
        clauses = clauses_of(book, file.parent)
        operative = sum(clause.operative for clause in clauses.values())
        rows.append(
            (
                f"{book.id}\n{book.title}",
                f"{book.operator} {book.version}",
                book.family,
                words.in_force(book.effective),
                ", ".join(name for name, _ in words.wager_list(book)),
                f"{len(clauses)} ({operative})",
            )
        )
    with Sheet() as sheet:
        header = ("Rulebook", "Version", "Family", "In force since", "Wagers", "Clauses")
        longest_id = max(len(book.id) for book, _ in books)
        sheet.table(
            header,
            rows,
            whole=(1, 2, 5),
            widths={0: longest_id, 3: len("00:00+08:00")},
            spaced=True,
        )
        sheet.text()
        sheet.text("Clauses: all of the document, and in brackets those that are operative.")


def print_rulebook(name: str, toml: bool, json: bool) -> int:
    """One rulebook: as a page, as its file or as JSON. Returns the exit code."""
    if toml and json:
        return _fail("give --toml or --json, not both")
    try:
        book, file = _find(name)
    except (RulebookError, UnknownRulebook) as error:
        return _fail(str(error))
    if toml:
        # The file's own bytes: what is printed can be saved and edited.
        typer.echo(file.read_bytes(), nl=False)
    elif json:
        _print_json(_in_full(book, clauses_of(book, file.parent)))
    else:
        from pitboss.cli.render.rulebook_page import print_page

        print_page(book, file.parent)
    return 0


def print_difference(a: str, b: str, json: bool) -> int:
    """How two rulebooks differ. Returns the exit code."""
    from pitboss.rulebook.difference import compare
    from pitboss.rulebook.difference_json import written_difference

    try:
        (one, _), (other, _) = _find(a), _find(b)
    except (RulebookError, UnknownRulebook) as error:
        return _fail(str(error))
    names = (one.id, other.id) if one.id != other.id else (a, b)
    difference = compare(one, other, names)
    if json:
        _print_json(written_difference(difference))
    else:
        from pitboss.cli.render.rulebook_diff_page import print_page

        print_page(difference)
    return 0


def _find(name: str) -> Found:
    """By id, or by the path of an own file; raises UnknownRulebook or RulebookError."""
    book = Shelf().get(name)
    return book, Path(name) if name.endswith(SUFFIX) else installed_file(name) or Path()


def _fail(message: str) -> int:
    typer.echo(f"pitboss: {message}", err=True)
    return 2


def _in_short(book: Rulebook, clauses: Clauses) -> dict[str, object]:
    return {
        "id": book.id,
        "title": book.title,
        "operator": book.operator,
        "version": book.version,
        "family": book.family,
        "effective_since": book.effective.since,
        "wagers": [name for name, _ in words.wager_list(book)],
        "clauses": len(clauses),
        "operative_clauses": sum(clause.operative for clause in clauses.values()),
    }


def _in_full(book: Rulebook, clauses: Clauses) -> dict[str, object]:
    """Everything the file says, in its own keys and words, and the clauses that it cites."""
    whole: dict[str, object] = msgspec.to_builtins(book, enc_hook=str)
    listed = [
        {"clause": one.number, "kind": one.kind, "operative": one.operative, "gist": one.gist}
        for one in clauses.values()
    ]
    return whole | {"clauses": listed}


def _print_json(value: object) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))
