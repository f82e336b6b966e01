"""Words for the enumerations in a rulebook, for pages that people read. Nothing is decided here."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import assert_never

import msgspec

from pitboss.rulebook.authority import Authority
from pitboss.rulebook.checks import shown
from pitboss.rulebook.effects import OptionsFor, RulingRow
from pitboss.rulebook.model import (
    FoldedProgressive,
    Rulebook,
)
from pitboss.rulebook.parts import (
    AcrossTables,
    Dealing,
    Effective,
    PayLine,
    SameTable,
    UnderMinimum,
    WagerKind,
    WagerSpot,
)
from pitboss.rulebook.readings import Reading
from pitboss.rulebook.shape import BookShape, shape_named

Clauses = tuple[str, ...]

_LINES: Mapping[str, str] = {
    "aa-player-and-dealer": "A-A, player and dealer",
    "aa-player-only": "A-A, player only",
    "ak-suited": "A-K, suited",
    "aq-aj-suited": "A-Q or A-J, suited",
    "ak-unsuited": "A-K, unsuited",
    "kk-qq-jj": "K-K, Q-Q or J-J",
    "aq-aj-unsuited": "A-Q or A-J, unsuited",
    "low-pairs": "10-10 down to 2-2",
    "gnau-tung-ku": "Gnau Tung Ku",
    "both-without-three-card-hand": "neither has a 3 Card Hand",
    "same-ranking": "point hands of the same rank",
    "suits.three": "three of one suit",
    "suits.four": "four of one suit",
    "suits.five": "five of one suit",
    "bullseye.three": "three pictures",
    "bullseye.four": "four pictures",
    "bullseye.five": "five pictures",
    "win": "wins",
}


def spaced(name: str) -> str:
    """``four of a kind`` for ``four-of-a-kind``."""
    return name.replace("-", " ").replace("_", " ")


def pay_line(book: Rulebook, wager: str, key: str, line: PayLine) -> str:
    """What a line of a pay table is for; its game may say more than the key does."""
    return _shape(book).pay_in_words(book, wager, line) or line_key(wager, key)


def play(book: Rulebook) -> list[tuple[str, str, Clauses]]:
    """What folding, leaving and hiding do: the case, what happens, the clause."""
    return _shape(book).play_in_words(book)


def _shape(book: Rulebook) -> BookShape[Rulebook]:
    shape = shape_named(book.family)
    assert shape is not None, "a rulebook has been loaded for its family"
    return shape


def line_key(wager: str, key: str) -> str:
    """What a line of a pay table is for, by its key."""
    return _LINES.get(f"{wager}.{key}") or _LINES.get(key) or spaced(key)


def wager_list(book: Rulebook) -> list[tuple[str, WagerSpot]]:
    """The wagers by name, in the order of the family."""
    return list(book.wagers.spots())


def readings_of(book: Rulebook) -> list[tuple[str, Reading[StrEnum]]]:
    """The readings that a rulebook has, by the names that its file gives them."""
    fields = msgspec.structs.fields(book.readings)
    readings = [(field.encode_name, getattr(book.readings, field.name)) for field in fields]
    return [(name, reading) for name, reading in readings if reading is not None]


def in_force(effective: Effective) -> str:
    """When a document took effect, and when it ends if it does, to the minute and with the time
    zone.
    """
    since, until = effective.since, effective.until
    begins = "not stated" if since is None else since.isoformat(" ", "minutes")
    return begins if until is None else f"{begins}, until {until.isoformat(' ', 'minutes')}"


def needs(wager: WagerSpot, opening: WagerSpot) -> str:
    """What a wager requires of its box."""
    match wager.kind:
        case WagerKind.OPENING:
            return "nothing; opens the box"
        case WagerKind.RAISE:
            return f"{wager.times_opening} x the {opening.label}"
        case WagerKind.SIDE | WagerKind.PROGRESSIVE:
            return f"the {opening.label} on the box"
        case _:
            assert_never(wager.kind)


def conduct(book: Rulebook) -> list[tuple[str, str, Clauses]]:
    """What is announced and who may bet where: the case, what is said or done, the clause."""
    rules = book.conduct
    shared = (
        "may bear wagers of several players"
        if rules.boxes_are_shared
        else "bears the wagers of one player"
    )
    return [
        ("betting opens", f'"{rules.announce_open}"', (rules.open_clause,)),
        ("betting closes", f'"{rules.announce_close}"', (rules.close_clause,)),
        ("a box", shared, (rules.boxes_clause,)),
        ("several boxes", f"a player is told: {rules.one_hand_notice}", (rules.one_hand_clause,)),
    ]


def dealing(method: Dealing) -> str:
    """One way of dealing, in a few sentences."""
    cards = {"one-by-one": "One card at a time", "whole-sets": "Whole sets"}[method.cards]
    device = {"shoe": "the card shoe", "shuffler": "the shuffler"}.get(
        method.device, f"{'an' if method.device == 'automated' else 'a'} {method.device} device"
    )
    burns = f"A burn before {joined(method.burn_before)}." if method.burn_before else "No burn."
    face_up = {
        "last": "The dealer's last card lies face up.",
        "none": "No card of the dealer lies face up.",
    }[method.dealer_face_up]
    security = " A security card lies under the dealer's cards." if method.security_card else ""
    return f"{cards} from {device}: {', '.join(method.order)}. {burns} {face_up}{security}"


def limits(book: Rulebook) -> list[tuple[str, str, Clauses]]:
    """What happens to wagers of the wrong size: the case, what happens, the clauses."""
    rules = book.limits
    under = {
        UnderMinimum.ALWAYS: "plays as it lies, every time",
        UnderMinimum.ONCE: (
            "plays as it lies once for each player; after that it goes back, win or lose"
        ),
        UnderMinimum.ONCE_A_DAY: (
            "plays as it lies once for each player and gaming day; after that it goes back, win or "
            "lose"
        ),
    }[rules.under_minimum]
    cases = [
        (
            "over the maximum",
            "plays as the maximum; the rest goes back",
            rules.over_maximum_clauses,
        ),
        ("under the minimum", under, rules.under_minimum_clauses),
    ]
    raises = joined(
        [wager.label for _, wager in wager_list(book) if wager.kind is WagerKind.RAISE], "or"
    )
    if raises:
        cases += [
            (
                f"{raises} too large",
                "plays as its multiple; the rest goes back",
                rules.raise_over_clauses,
            ),
            (f"{raises} too small", "plays as it lies", rules.raise_under_clauses),
        ]
    return cases


def folding(progressive: FoldedProgressive) -> str:
    """What folding does, by what happens to the progressive wager."""
    return {
        FoldedProgressive.STAYS: (
            "The hand is given up; its progressive wager stays and is paid on the cards."
        ),
        FoldedProgressive.LOST: "The hand is given up, and its progressive wager is lost with it.",
    }[progressive]


def jackpot(book: Rulebook) -> list[tuple[str, str, Clauses]]:
    """In which order major awards are paid: the case, what happens, the clauses."""
    order = book.jackpot
    cases = [
        (
            "one table",
            {
                SameTable.DEALING_ORDER: (
                    "one after another in the order of dealing, each from what is then displayed"
                ),
                SameTable.POOLED: "winners of a kind share a pool equally",
            }[order.same_table],
            order.same_table_clauses,
        )
    ]
    readings = book.readings
    for case, reading, clauses in (
        (
            "several royal flushes",
            readings.several_royal_flushes,
            order.several_royal_flushes_clauses,
        ),
        (
            "several straight flushes",
            readings.several_straight_flushes,
            order.several_straight_flushes_clauses,
        ),
    ):
        if reading is not None:
            cases.append(
                (case, f"{spaced(reading.take.value)}, by the reading of that name", clauses)
            )
    if order.royal_flushes_last_clauses:
        cases.append(
            ("royal and straight", "royal flushes come last", order.royal_flushes_last_clauses)
        )
    across = {
        AcrossTables.TIME_DEALT: "first the hand whose cards were complete first",
        AcrossTables.FIRST_ENTERED: "first the hand that was entered into the jackpot system first",
    }[order.across_tables]
    return [*cases, ("several tables", across, order.across_tables_clauses)]


def when(row: RulingRow) -> str:
    """The facts of a ruling's row, one per line."""
    return "\n".join(fact(name, wanted) for name, wanted in row.when.items()) or "always"


def fact(name: str, wanted: object) -> str:
    """``count >= 2``, ``noticed = later``."""
    if isinstance(wanted, str):
        number = wanted.removeprefix(">=")
        return f"{name} = {wanted}" if number == wanted else f"{name} >= {number}"
    return f"{name} = {shown(wanted)}"


def ruling(row: RulingRow) -> str:
    """Effects, options and authority of a ruling, one per line."""
    lines = [", ".join(row.effects)]
    if row.options_for is not None:
        whose = {OptionsFor.AFFECTED: "players affected", OptionsFor.ALL: "all players"}[
            row.options_for
        ]
        lines.append(f"{whose} choose: {' or '.join(row.options)}")
    if row.authority is not None:
        lines.append(f"decided by: {authority(row.authority)}")
    return "\n".join(lines)


def authority(least: Authority) -> str:
    """Who may act; a higher post always may."""
    return "the house" if least is Authority.HOUSE else f"{spaced(least)} or above"


def joined(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    front, final = words[:-1], words[-1:]
    return f"{', '.join(front)} {last} {final[0]}" if front else "".join(final)
