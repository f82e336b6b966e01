"""How two rulebooks differ.

A rulebook is broken down into entries: what is said under a key, the clauses behind it, and our own
wording. Rulings are not compared row by row, because two tables may say the same in different rows:
every combination of facts is put to both.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from pitboss.rulebook import words
from pitboss.rulebook.checks import shown
from pitboss.rulebook.deciding import deciding_row, fact_combinations
from pitboss.rulebook.effects import RulingRow
from pitboss.rulebook.incidents import Fact, Incident
from pitboss.rulebook.model import Rulebook, possible
from pitboss.rulebook.parts import PayLine

NOTHING = "nothing"
RULINGS = "rulings"
CANT_HAPPEN = "can't happen in this game"


class Statement(msgspec.Struct, frozen=True):
    """One thing that a rulebook says."""

    section: str
    key: str
    value: str
    clauses: tuple[str, ...] = ()
    wording: str = ""


class Pair(msgspec.Struct, frozen=True):
    """What the two say under one key; None if one of them has no such key."""

    section: str
    key: str
    a: Statement | None
    b: Statement | None


class Difference(msgspec.Struct, frozen=True):
    """All differences, the most important first: what is said, then only the clause, then only our
    wording.
    """

    names: tuple[str, str]
    titles: tuple[str, str]
    values: tuple[Pair, ...]
    clauses: tuple[Pair, ...]
    wording: tuple[Pair, ...]
    not_compared: tuple[str, ...]


def compare(a: Rulebook, b: Rulebook, names: tuple[str, str]) -> Difference:
    """Compares two rulebooks of any families; ids and titles are only shown."""
    pairs, not_compared = _paired(a, b)
    pairs += [pair for incident in Incident for pair in _compare_rulings(a, b, incident)]
    values, clauses, wording = [], [], []
    for pair in pairs:
        if pair.a is None or pair.b is None or pair.a.value != pair.b.value:
            values.append(pair)
            continue
        if pair.a.clauses != pair.b.clauses:
            clauses.append(pair)
        if pair.a.wording != pair.b.wording:
            wording.append(pair)
    titles = tuple(f"{book.title}, version {book.version} ({book.operator})" for book in (a, b))
    return Difference(
        names, (titles[0], titles[1]), tuple(values), tuple(clauses), tuple(wording), not_compared
    )


# ── everything but rulings ────────────────────────────────────────────────────────────────────────

BY_FAMILY = ("pay tables", "play", "outcomes")
"""Sections whose keys depend on the family: a key that only one family has can't be compared."""


def _paired(a: Rulebook, b: Rulebook) -> tuple[list[Pair], tuple[str, ...]]:
    left = {(entry.section, entry.key): entry for entry in entries(a)}
    right = {(entry.section, entry.key): entry for entry in entries(b)}
    pairs, alone = [], []
    for section, key in sorted(left | right, key=lambda at: SECTIONS.index(at[0])):
        pair = Pair(section, key, left.get((section, key)), right.get((section, key)))
        if section in BY_FAMILY and (pair.a is None or pair.b is None):
            alone.append(pair)
        else:
            pairs.append(pair)
    not_compared = []
    for section in BY_FAMILY:
        keys = list(
            dict.fromkeys(pair.key.partition(": ")[0] for pair in alone if pair.section == section)
        )
        if keys:
            not_compared.append(f"{section}: {', '.join(keys)}")
    return pairs, tuple(not_compared)


SECTIONS = (
    "document",
    "deck",
    "layouts",
    "dealing",
    "wagers",
    "conduct",
    "limits",
    "caps",
    "pay tables",
    "play",
    "jackpot",
    "readings",
    "notes",
    "powers",
    "operations",
    "refusals",
    "outcomes",
)


def entries(book: Rulebook) -> Iterator[Statement]:
    """Everything that a rulebook says outside its rulings."""
    yield Statement("document", "operator", book.operator)
    yield Statement("document", "version", book.version)
    yield Statement(
        "document",
        "in force since",
        words.in_force(book.effective),
        wording=book.effective.source,
    )
    yield Statement("deck", "cards", str(book.deck.cards), (book.deck.clause,))
    for name, layout in book.layouts.items():
        least, most = layout.boxes
        yield Statement("layouts", name, f"{least} to {most} boxes", (layout.clause,))
    for name, method in book.dealing.items():
        yield Statement("dealing", name, words.dealing(method), (method.clause,))
    for name, wager in words.wager_list(book):
        times = (
            "" if wager.times_opening is None else f", {wager.times_opening} x the opening wager"
        )
        yield Statement("wagers", name, f"{wager.kind}{times}", (wager.clause,), wager.label)
    yield from _conduct(book)
    yield from _limits(book)
    for name, cap in book.caps.items():
        yield Statement("caps", name, f"${cap.winnings}", (cap.clause,))
    for name, _ in words.wager_list(book):
        yield from _pays(name, book.pays.table(name))
    yield from _play(book.play)
    yield from _jackpot(book)
    yield from _readings(book)
    for name, note in book.notes.items():
        yield Statement("notes", words.spaced(name), note.take, note.clauses, note.question)
    for name, power in book.powers.items():
        yield Statement(
            "powers", name, words.authority(power.authority), (power.clause,), power.what
        )
    for name, operation in book.operations.items():
        notice = "no notice" if operation.notice is None else f"notice: {operation.notice}"
        yield Statement("operations", name, notice, (operation.clause,), operation.what)
    for code, clauses in book.refusals.items():
        yield Statement("refusals", code, "refused", clauses)
    for name, clauses in msgspec.structs.asdict(book.cites).items():
        if clauses:
            yield Statement("outcomes", words.spaced(name), "", clauses)


def _conduct(book: Rulebook) -> Iterator[Statement]:
    rules = book.conduct
    yield Statement("conduct", "betting opens", rules.announce_open, (rules.open_clause,))
    yield Statement("conduct", "betting closes", rules.announce_close, (rules.close_clause,))
    shared = "several players" if rules.boxes_are_shared else "one player"
    yield Statement("conduct", "wagers on a box", shared, (rules.boxes_clause,))
    placed = "chips on a coin spot" if rules.has_coin_spots else "by the wagering system"
    yield Statement("conduct", "progressive bet", placed)
    yield Statement(
        "conduct", "notice of one hand", "", (rules.one_hand_clause,), rules.one_hand_notice
    )


def _limits(book: Rulebook) -> Iterator[Statement]:
    rules = book.limits
    yield Statement("limits", "over the maximum", "", rules.over_maximum_clauses)
    yield Statement(
        "limits", "under the minimum plays", rules.under_minimum, rules.under_minimum_clauses
    )
    yield Statement("limits", "raise too large", "", rules.raise_over_clauses)
    yield Statement("limits", "raise too small", "", rules.raise_under_clauses)


def _pays(wager: str, table: msgspec.Struct) -> Iterator[Statement]:
    for field in msgspec.structs.fields(table):
        line = getattr(table, field.name)
        key = f"{wager}: {words.line_key(wager, field.encode_name)}"
        if isinstance(line, PayLine):
            yield Statement("pay tables", key, str(line.pays), (line.clause,))
        else:
            yield Statement("pay tables", key, NOTHING if line is None else str(line))


_PLAY_CLAUSES = {"folded_progressive": "folded_clause", "hidden_progressive": "hiding_clause"}


def _play(play: msgspec.Struct) -> Iterator[Statement]:
    """Options with their own clause, if one is named after them: another package's game may name
    its clauses as it likes. A clause without an option is one that a whole family shares.
    """
    said: Mapping[str, str] = msgspec.structs.asdict(play)
    behind = {
        name: _PLAY_CLAUSES.get(name) or f"{name.removesuffix('_with')}_clause"
        for name in said
        if not name.endswith("_clause")
    }
    for name, clause in behind.items():
        clauses = (said[clause],) if clause in said else ()
        yield Statement("play", words.spaced(name), str(said[name]), clauses)
    for clause in said:
        if clause.endswith("_clause") and clause not in behind.values():
            yield Statement(
                "play",
                f"{clause.removesuffix('_clause')} (as the family plays)",
                "",
                (said[clause],),
            )


def _jackpot(book: Rulebook) -> Iterator[Statement]:
    order = book.jackpot
    yield Statement("jackpot", "same table", order.same_table, order.same_table_clauses)
    yield Statement("jackpot", "several royal flushes", "", order.several_royal_flushes_clauses)
    yield Statement(
        "jackpot", "several straight flushes", "", order.several_straight_flushes_clauses
    )
    yield Statement("jackpot", "royal flushes last", "", order.royal_flushes_last_clauses)
    yield Statement("jackpot", "across tables", order.across_tables, order.across_tables_clauses)


def _readings(book: Rulebook) -> Iterator[Statement]:
    for name, reading in words.readings_of(book):
        yield Statement(
            "readings",
            name,
            reading.take.value,
            reading.clauses,
            f"{reading.question}: {reading.asks}",
        )
        choices = ", ".join(choice.value for choice in reading.alternatives)
        yield Statement("readings", f"{name}: alternatives", choices)


# ── rulings ───────────────────────────────────────────────────────────────────────────────────────


def _compare_rulings(a: Rulebook, b: Rulebook, incident: Incident) -> Iterator[Pair]:
    """One pair for each set of facts for which both answers stay the same."""
    if incident not in a.rulings and incident not in b.rulings:
        return
    left, right = _rows(a, incident), _rows(b, incident)
    groups: dict[tuple[object, ...], list[tuple[dict[str, Fact], Statement, Statement]]] = {}
    for facts in fact_combinations(incident, (*left, *right)):
        one, other = _answer(left, facts), _answer(right, facts)
        substance = (one.value, one.clauses, other.value, other.clauses)
        groups.setdefault(substance, []).append((facts, one, other))
    values = _values_of(facts for group in groups.values() for facts, _, _ in group)
    for group in groups.values():
        one, other = _merged(one for _, one, _ in group), _merged(other for _, _, other in group)
        for said in described([facts for facts, _, _ in group], values):
            yield Pair(RULINGS, f"{incident}: {said}" if said else str(incident), one, other)


def _rows(book: Rulebook, incident: Incident) -> Sequence[RulingRow]:
    """The rows that decide; none if the game can't have the incident."""
    if not possible(book, incident):
        return ()
    return book.rulings.get(incident) or book.rulings[Incident.UNLISTED]


def _answer(rows: Sequence[RulingRow], facts: Mapping[str, Fact]) -> Statement:
    row = deciding_row(rows, facts)
    if row is None:
        return Statement(RULINGS, "", CANT_HAPPEN)
    return Statement(RULINGS, "", words.ruling(row), row.clauses, row.because)


def _merged(answers: Iterable[Statement]) -> Statement:
    """Answers of the same substance as one, with all the reasons given for it."""
    first, *others = answers
    reasons = dict.fromkeys(answer.wording for answer in (first, *others))
    return msgspec.structs.replace(first, wording=" ".join(reasons))


def _values_of(combinations: Iterable[Mapping[str, Fact]]) -> dict[str, list[Fact]]:
    """Every value that each fact has in some combination."""
    values: dict[str, dict[Fact, None]] = {}
    for facts in combinations:
        for name, value in facts.items():
            values.setdefault(name, {})[value] = None
    return {
        name: sorted(distinct) if _are_numbers(distinct) else list(distinct)
        for name, distinct in values.items()
    }


def _are_numbers(values: Iterable[Fact]) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


def described(
    combinations: Sequence[Mapping[str, Fact]], values: Mapping[str, Sequence[Fact]]
) -> list[str]:
    """Sets of facts in few words: a fact that may have any value is left out. Several texts if it
    takes several.
    """
    if not values:
        return [""]
    name, *others = values
    rest = {other: values[other] for other in others}
    by_value = {
        value: [{o: facts[o] for o in others} for facts in combinations if facts[name] == value]
        for value in values[name]
    }
    groups: list[tuple[list[Fact], list[dict[str, Fact]]]] = []
    for value, remaining in by_value.items():
        for together, same in groups:
            if same == remaining:
                together.append(value)
                break
        else:
            groups.append(([value], remaining))
    texts = []
    for together, remaining in groups:
        if remaining:
            head = _values_said(name, together, values[name])
            texts += [", ".join(filter(None, (head, tail))) for tail in described(remaining, rest)]
    return texts


def _values_said(name: str, some: Sequence[Fact], every: Sequence[Fact]) -> str:
    if len(some) == len(every):
        return ""
    if len(some) > 1 and _are_numbers(some) and list(some) == list(every[-len(some) :]):
        return f"{name} >= {some[0]}"
    return f"{name} = {' or '.join(map(_plain, some))}"


def _plain(value: Fact) -> str:
    return value if isinstance(value, str) else shown(value)
