"""One rulebook as a page: everything it says, each value next to its clause, for a pit or a
regulator to read.
"""

from pathlib import Path

from pitboss.cli.render.rulebook_sheet import Cell, Sheet, bold, dim, indented, stacked
from pitboss.rulebook import words
from pitboss.rulebook.authority import Authority
from pitboss.rulebook.checks import Clauses, clauses_of, pay_lines
from pitboss.rulebook.clauses import Kind
from pitboss.rulebook.incidents import Incident
from pitboss.rulebook.model import Rulebook, possible


def print_page(book: Rulebook, folder: Path) -> None:
    """Prints everything, from what a table needs first to the list of clauses."""
    clauses = clauses_of(book, folder)
    with Sheet() as sheet:
        _head(sheet, book, clauses)
        _conduct(sheet, book)
        _dealing(sheet, book)
        _wagers(sheet, book)
        _pays(sheet, book)
        _play(sheet, book)
        _jackpot(sheet, book)
        _rulings(sheet, book)
        _powers(sheet, book)
        _operations(sheet, book)
        _refusals(sheet, book)
        _readings(sheet, book)
        _notes(sheet, book)
        _clauses(sheet, book, clauses)


def _head(sheet: Sheet, book: Rulebook, clauses: Clauses) -> None:
    operative = sum(clause.operative for clause in clauses.values())
    layouts: dict[str, list[str]] = {}
    for name, layout in book.layouts.items():
        least, most = layout.boxes
        layouts.setdefault(f"{least} to {most} boxes ({layout.clause})", []).append(name)
    rows = [
        ("Id", book.id),
        ("Document", f"version {book.version}, {book.operator}; plays as {book.family}"),
        ("In force since", f"{words.in_force(book.effective)} ({book.effective.source})"),
        ("Deck", f"{book.deck.cards} cards ({book.deck.clause})"),
        ("Layouts", "\n".join(f"{', '.join(names)}: {said}" for said, names in layouts.items())),
        (
            "Clauses",
            f"{len(clauses)} in the list {book.clause_list}, {operative} of them operative",
        ),
    ]
    sheet.title(book.title)
    sheet.text()
    sheet.table(("", ""), rows, whole=(0,))


def _conduct(sheet: Sheet, book: Rulebook) -> None:
    sheet.section("At the table")
    rows = [(case, said, ", ".join(clauses)) for case, said, clauses in words.conduct(book)]
    sheet.table(("When", "What", "Clause"), rows, whole=(0, 2))


def _dealing(sheet: Sheet, book: Rulebook) -> None:
    sheet.section("Dealing")
    rows = [(name, words.dealing(method), method.clause) for name, method in book.dealing.items()]
    sheet.table(("Method", "How", "Clause"), rows, whole=(0, 2))


def _wagers(sheet: Sheet, book: Rulebook) -> None:
    sheet.section("Wagers")
    wagers = words.wager_list(book)
    opening = wagers[0][1]
    rows = [
        (name, wager.label, wager.kind, words.needs(wager, opening), wager.clause)
        for name, wager in wagers
    ]
    sheet.table(("Name", "On the layout", "Kind", "Needs", "Clause"), rows, whole=(0, 2, 4))
    sheet.text()
    limits = [(case, said, ", ".join(clauses)) for case, said, clauses in words.limits(book)]
    sheet.table(("Of a wrong size", "What happens", "Clauses"), limits, whole=(2,))


def _pays(sheet: Sheet, book: Rulebook) -> None:
    sheet.section("Pay tables")
    rows: list[tuple[Cell, ...]] = []
    for name, wager in words.wager_list(book):
        table = book.pays.table(name)
        rows.append((bold(wager.label),))
        for key, line in pay_lines(table):
            said = words.pay_line(book, name, key, line)
            rows.append((indented(said), str(line.pays), line.clause))
        cap = book.caps.get(name)
        if cap is not None:
            rows.append((indented("the most it can win on a box"), f"${cap.winnings}", cap.clause))
    sheet.table(("Wager and hand", "Pays", "Clause"), rows, whole=(1, 2))


def _play(sheet: Sheet, book: Rulebook) -> None:
    sheet.section("Folding, leaving, hiding")
    rows = [(case, said, ", ".join(clauses)) for case, said, clauses in words.play(book)]
    sheet.table(("Case", "What happens", "Clause"), rows, whole=(0, 2))


def _jackpot(sheet: Sheet, book: Rulebook) -> None:
    sheet.section("Order of jackpot payment")
    rows = [(case, said, ", ".join(clauses)) for case, said, clauses in words.jackpot(book)]
    sheet.table(("Several winners", "Are paid", "Clauses"), rows, whole=(0, 2))


def _readings(sheet: Sheet, book: Rulebook) -> None:
    sheet.section("Readings: where the document is open, and what is taken")
    rows: list[tuple[Cell, ...]] = []
    for name, reading in words.readings_of(book):
        others = [choice.value for choice in reading.alternatives if choice is not reading.take]
        said = stacked(
            reading.asks,
            f"taken: {reading.take.value}",
            dim(f"or: {', '.join(others)}" if others else "no alternative"),
        )
        rows.append((f"{name}\nquestion {reading.question}", said, "\n".join(reading.clauses)))
    sheet.table(("Reading", "Question and answer", "Clauses"), rows, whole=(2,), spaced=True)


def _notes(sheet: Sheet, book: Rulebook) -> None:
    if not book.notes:
        return
    sheet.section("Notes: open questions with one answer")
    rows = [
        (f"{words.spaced(name)} ({note.question})", note.take, ", ".join(note.clauses))
        for name, note in book.notes.items()
    ]
    sheet.table(("Question", "Taken", "Clauses"), rows)


def _powers(sheet: Sheet, book: Rulebook) -> None:
    sheet.section("Who may do what")
    ranks = {authority: rank for rank, authority in enumerate(Authority)}
    powers = sorted(book.powers.values(), key=lambda power: ranks[power.authority])
    rows = [(words.authority(power.authority), power.what, power.clause) for power in powers]
    sheet.table(("Who", "What", "Clause"), rows, whole=(0, 2))


def _operations(sheet: Sheet, book: Rulebook) -> None:
    if not book.operations:
        return
    sheet.section("While the jackpot is down")
    rows: list[tuple[Cell, ...]] = []
    for name, operation in book.operations.items():
        notice = [] if operation.notice is None else [dim(f"Notice: {operation.notice}")]
        rows.append((name, stacked(operation.what, *notice), operation.clause))
    sheet.table(("Choice", "What", "Clause"), rows, whole=(0, 2))


def _refusals(sheet: Sheet, book: Rulebook) -> None:
    if not book.refusals:
        return
    sheet.section("What a table refuses")
    rows = [(code, ", ".join(clauses)) for code, clauses in book.refusals.items()]
    sheet.table(("Refusal", "Clauses"), rows, whole=(0,))


def _rulings(sheet: Sheet, book: Rulebook) -> None:
    sheet.section("Rulings: for each incident the first row whose facts hold")
    rows: list[tuple[Cell, ...]] = []
    for name, table in book.rulings.items():
        for index, row in enumerate(table):
            said = stacked(words.ruling(row), dim(row.because))
            facts = words.when(row)
            first = stacked(bold(name), dim(facts)) if index == 0 else dim(facts)
            rows.append((first, said, "\n".join(row.clauses)))
    sheet.table(("Incident and facts", "Ruling", "Clauses"), rows, whole=(2,), spaced=True)
    unnamed = [incident for incident in Incident if incident not in book.rulings]
    for incidents, said in (
        (
            [one for one in unnamed if possible(book, one)],
            "Not named by the document, so ruled as unlisted",
        ),
        ([one for one in unnamed if not possible(book, one)], "Can't happen in this game"),
    ):
        if incidents:
            sheet.text()
            sheet.text(f"{said}: {', '.join(incidents)}.")


def _clauses(sheet: Sheet, book: Rulebook, clauses: Clauses) -> None:
    sheet.section(f"Clauses of {book.clause_list}, in our own words")
    for kind in Kind:
        here = [clause for clause in clauses.values() if clause.kind is kind]
        if here:
            rows: list[tuple[Cell, ...]] = [
                (
                    clause.number,
                    clause.gist if clause.operative else dim(f"{clause.gist} [not operative]"),
                )
                for clause in here
            ]
            sheet.text()
            sheet.table((kind.value.capitalize(), f"{len(here)} clauses"), rows, whole=(0,))
