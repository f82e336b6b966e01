"""The differences between two rulebooks as a page: statements first, then clauses, then wording."""

from collections.abc import Iterable, Sequence

from pitboss.cli.render.rulebook_sheet import Cell, Sheet, dim, stacked
from pitboss.rulebook.difference import RULINGS, Difference, Pair, Statement

_ENOUGH = 30

_LONG = ("dealing", "readings", "notes", "operations", RULINGS)
"""Sections of sentences, whose rows are separated by blank lines."""


def print_page(difference: Difference) -> None:
    """Prints every value that differs, side by side and by section."""
    with Sheet() as sheet:
        sheet.table(
            ("", ""), list(zip(difference.names, difference.titles, strict=True)), whole=(0,)
        )
        sheet.text()
        sheet.text(_summary(difference))
        for section in dict.fromkeys(pair.section for pair in difference.values):
            pairs = [pair for pair in difference.values if pair.section == section]
            sheet.section(section.capitalize())
            sheet.table(
                ("", *difference.names),
                [(_name(pair), _cell(pair.a), _cell(pair.b)) for pair in pairs],
                widths=_least_widths(pairs, difference.names),
                spaced=section in _LONG,
            )
        if difference.clauses:
            sheet.section("The same by another clause")
            sheet.table(("", *difference.names), _merged_clauses(difference.clauses))
        if difference.wording:
            sheet.section("The same in other words")
            sheet.table(("", ""), _merged_keys(difference.wording), whole=(0,))
        if difference.not_compared:
            sheet.section("Not compared, as only one of the two families has it")
            for said in difference.not_compared:
                sheet.text(said)


def _least_widths(pairs: Sequence[Pair], names: Sequence[str]) -> dict[int, int]:
    """Wide enough for the longest word that heads a row or a column, unless it is a long path."""
    heads = [word for pair in pairs for word in _head(pair.key).split()]
    return {
        index: min(max(map(len, words)), _ENOUGH)
        for index, words in enumerate((heads, names[:1], names[1:]))
    }


def _summary(difference: Difference) -> str:
    counts = (
        ("Different", difference.values),
        ("The same by another clause", difference.clauses),
        ("The same in other words", difference.wording),
    )
    said = [f"{what}: {len(pairs)}." for what, pairs in counts if pairs]
    return " ".join(said) if said else "No difference."


def _head(key: str) -> str:
    """The incident of a ruling, the wager of a pay line."""
    return key.partition(": ")[0]


def _name(pair: Pair) -> Cell:
    _, _, facts = pair.key.partition(": ")
    return stacked(_head(pair.key), dim(facts)) if facts and pair.section == RULINGS else pair.key


def _cell(entry: Statement | None) -> Cell:
    if entry is None:
        return dim("none")
    return f"{entry.value} ({_cited(entry)})" if entry.clauses else entry.value


def _cited(entry: Statement) -> str:
    """The clauses as the document numbers them; the key already identifies the row of a table."""
    return ", ".join(dict.fromkeys(clause.partition(":")[0] for clause in entry.clauses))


def _merged_clauses(pairs: Iterable[Pair]) -> list[tuple[str, str, str]]:
    """One row for everything that moved from the same clauses to the same clauses."""
    rows: dict[tuple[str, str, str], list[str]] = {}
    for pair in pairs:
        assert pair.a is not None, "an entry without its counterpart is a difference of value"
        assert pair.b is not None, "as above"
        one, other = _cited(pair.a), _cited(pair.b)
        if one == other:
            one, other = ", ".join(pair.a.clauses), ", ".join(pair.b.clauses)
        rows.setdefault((pair.section, one or "none", other or "none"), []).append(pair.key)
    return [
        (f"{section}: {', '.join(_shortened(keys))}", one, other)
        for (section, one, other), keys in rows.items()
    ]


def _merged_keys(pairs: Iterable[Pair]) -> list[tuple[str, str]]:
    rows: dict[str, list[str]] = {}
    for pair in pairs:
        rows.setdefault(pair.section, []).append(pair.key)
    return [(section, ", ".join(_shortened(keys))) for section, keys in rows.items()]


def _shortened(keys: Sequence[str]) -> list[str]:
    """Several lines of one pay table, or several cases of one incident, by its name and their
    number.
    """
    heads = [_head(key) for key in keys]
    return list(
        dict.fromkeys(
            key if heads.count(head) == 1 else f"{head} ({heads.count(head)})"
            for key, head in zip(keys, heads, strict=True)
        )
    )
