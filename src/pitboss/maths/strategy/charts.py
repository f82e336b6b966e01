"""Charts of the best play that a person can read, and what it costs to play by simpler rules."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, assert_never

import msgspec
import numpy as np
import numpy.typing as npt

from pitboss.kernel.cards import ACE, JACK, KING, QUEEN, RANKS
from pitboss.kernel.poker import ACE_KING_HIGH, CATEGORY_OF, Category
from pitboss.maths.exact import bullseye, holdem, stud
from pitboss.maths.exact.analysis import number
from pitboss.maths.exact.holdem_boards import Entries
from pitboss.maths.exact.premises import check_premises
from pitboss.maths.exact.stud_counts import stud_counts
from pitboss.maths.kernels.ranksets import rank_sets
from pitboss.maths.strategy.best_play import ProgressiveStakes, starting_values
from pitboss.maths.strategy.holdem_simple import simple_totals
from pitboss.rulebook.model import BullseyeBook, FoldedProgressive, HoldemBook, Rulebook, StudBook

RANKS_DOWN = tuple(range(ACE, -1, -1))


class Rule(msgspec.Struct, frozen=True):
    """A way to play that can be said in a sentence, and its house edge."""

    says: str
    house_edge: Fraction


class ChartRow(msgspec.Struct, frozen=True):
    """A row of a chart: how often to bet, by column; None where that can't come up."""

    name: str
    cells: tuple[Fraction | None, ...]


class Chart(msgspec.Struct, frozen=True):
    """What is always done, a table of what depends, and the rules with the best play first."""

    rulebook: str
    says: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    cells_are: str
    rules: tuple[Rule, ...]

    def as_json(self) -> dict[str, Any]:
        best = self.rules[0].house_edge
        return {
            "rulebook": self.rulebook,
            "says": list(self.says),
            "table": {
                "cells": self.cells_are,
                "columns": list(self.columns),
                "rows": {
                    row.name: [None if cell is None else number(cell) for cell in row.cells]
                    for row in self.rows
                },
            },
            "rules": [
                {
                    "rule": rule.says,
                    "house_edge": number(rule.house_edge),
                    "cost": number(rule.house_edge - best),
                }
                for rule in self.rules
            ],
        }


@lru_cache(maxsize=8)
def chart(book: Rulebook, stakes: ProgressiveStakes | None = None) -> Chart:
    """The chart of a rulebook; with ``stakes`` for a player who has a progressive bet down."""
    check_premises(book)
    match book:
        case StudBook():
            return _stud(book, stakes)
        case HoldemBook():
            return _holdem(book)
        case BullseyeBook():
            return _bullseye(book)
        case _:
            assert_never(book)


# ── stud ──────────────────────────────────────────────────────────────────────────────────────────


def _stud(book: StudBook, stakes: ProgressiveStakes | None) -> Chart:
    pays = stud.StudOdds.of(book)
    plain = stud.best_decisions(pays)
    best = plain
    says = []
    if stakes is not None and book.play.folded_progressive is FoldedProgressive.LOST:
        best = stud.best_decisions(
            pays, tuple(stakes.award(book, category) for category in Category)
        )
        changed = int(stud_counts().weight[best != plain].sum(dtype=np.int64))
        says.append(
            "Folding forfeits the progressive bet. With this jackpot "
            + (
                f"{changed:,} hands are bet that would be folded without it."
                if changed
                else "no decision changes."
            )
        )
    every, some = _by_strength(best)
    always = (
        next((strength for strength in range(len(every) - 1, 0, -1) if not every[strength]), 0) + 1
    )
    never = next((strength for strength in range(1, len(some)) if some[strength]), len(some)) - 1
    if always < len(every):
        says.append(f"Always bet {_hand_name(always)} or better.")
    if never:
        says.append(f"Always fold {_hand_name(never)} or less.")
    if always > never + 1:
        says.append(
            "Between these it depends on the dealer's card; the table is for ace-king with "
            "the third card."
        )
    return Chart(
        book.id,
        tuple(says),
        tuple(f"dealer {RANKS[rank]}" for rank in RANKS_DOWN),
        _ace_king_rows(best),
        "how often to bet ace-king, by its third card and the dealer's card",
        _stud_rules(pays, plain),
    )


def _by_strength(bets: stud.Decisions) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """By strength: whether to bet in all situations, and in some."""
    counts = stud_counts()
    real = counts.weight > 0
    some = np.zeros(len(counts.begins), np.bool_)
    some[counts.strength[real & bets]] = True
    every = np.ones(len(counts.begins), np.bool_)
    every[counts.strength[real & ~bets]] = False
    return every, some


def _hand_name(strength: int) -> str:
    """``a pair of 2s with 5-4-3``, or the ranks of a hand of odd cards."""
    sets = rank_sets()
    ranks = sorted(sets.ranks[sets.by_strength[strength]].tolist(), key=lambda rank: -rank)
    name = "-".join(RANKS[rank] for rank in ranks)
    category = CATEGORY_OF[strength]
    return (
        name
        if category is Category.FIVE_ODD_CARDS
        else (f"{name} ({category.label.replace('-', ' ')})")
    )


def _ace_king_rows(bets: stud.Decisions) -> tuple[ChartRow, ...]:
    counts, ranks = stud_counts(), _ranks_of_situations()
    first_pair = next(
        strength for strength in range(1, len(CATEGORY_OF)) if CATEGORY_OF[strength] > 0
    )
    ace_king = (counts.strength >= ACE_KING_HIGH) & (counts.strength < first_pair)
    rows = []
    for third in range(QUEEN, 1, -1):
        cells: list[Fraction | None] = []
        of_third = ace_king & (ranks[:, 2] == third)
        for exposed in RANKS_DOWN:
            here = of_third & (counts.exposed == exposed)
            ways = counts.weight[here].astype(np.int64)
            total = int(ways.sum())
            cells.append(Fraction(int(ways[bets[here]].sum()), total) if total else None)
        rows.append(ChartRow(f"A-K-{RANKS[third]}", tuple(cells)))
    return tuple(rows)


def _ranks_of_situations() -> npt.NDArray[np.uint8]:
    """The five ranks of the player in each situation, rising."""
    sets = rank_sets()
    return sets.ranks[sets.by_strength[stud_counts().strength]]


_THREE_RULES = (
    "Bet a pair or better; bet ace-king if the dealer's card is a queen or lower and matches "
    "one of yours, if it is "
    "an ace or king and you hold a queen or jack, or if it matches none, you hold a queen and "
    "it is lower than your "
    "fourth card. Fold the rest."
)


def _stud_rules(pays: stud.StudOdds, best: stud.Decisions) -> tuple[Rule, ...]:
    counts, ranks = stud_counts(), _ranks_of_situations()
    pair = np.array(CATEGORY_OF)[counts.strength] >= Category.ONE_PAIR
    ace_king = counts.strength >= ACE_KING_HIGH
    exposed = counts.exposed
    matches = (ranks == exposed[:, None]).any(axis=1)
    queen = (ranks == QUEEN).any(axis=1)
    jack = (ranks == JACK).any(axis=1)
    low = exposed <= QUEEN
    three_rules = (
        (matches & low)
        | ((exposed >= KING) & (queen | jack))
        | (~matches & queen & (exposed < ranks[:, 1]))
    )
    rules = (
        ("The best play.", best),
        (
            _THREE_RULES,
            pair | (ace_king & three_rules),
        ),
        ("Bet A-K-J-8-3 or better, fold the rest.", stud.from_strength(stud.AKJ83)),
        ("Bet ace-king or better, fold the rest.", stud.from_strength(ACE_KING_HIGH)),
        ("Bet a pair or better, fold the rest.", np.asarray(pair)),
        ("Bet everything.", stud.from_strength(1)),
    )
    return tuple(
        Rule(says, stud.cases(pays, np.asarray(bets, np.bool_)).house_edge) for says, bets in rules
    )


# ── hold'em ───────────────────────────────────────────────────────────────────────────────────────


def _holdem(book: HoldemBook) -> Chart:
    pays = holdem.HoldemOdds.of(book)
    counts = holdem.best_counts(pays)
    worth = list(starting_values(book))
    plays = holdem.best_plays(worth)
    rows = [
        ChartRow(
            RANKS[row],
            # A suited hand stands where the row is the higher rank.
            tuple(worth[row * 13 + column] for column in RANKS_DOWN),
        )
        for row in RANKS_DOWN
    ]
    folded = [_starting_name(hand) for hand in range(169) if not plays[hand]]
    everything = np.ones_like(plays)
    return Chart(
        book.id,
        (
            f"Fold {', '.join(reversed(folded))}; play everything else."
            if folded
            else ("Play everything."),
            (
                "Turn and River: bet exactly when the hand wins more often than it loses against "
                "what the dealer may hold."
            ),
            (
                "Rows and columns are the two ranks: suited above the diagonal of pairs to the "
                "right, offsuit below it."
            ),
        ),
        tuple(RANKS[rank] for rank in RANKS_DOWN),
        tuple(rows),
        "what playing is worth, in antes; folding is worth -1",
        (
            Rule("The best play.", holdem.cases(pays, counts.totals, plays).house_edge),
            *_holdem_rules(pays, counts.entries, plays),
            Rule(
                "Never fold; turn and river as in the best play.",
                holdem.cases(pays, counts.totals, everything).house_edge,
            ),
            Rule(
                "Never fold; check turn and river.",
                holdem.cases(pays, holdem.checked(counts), everything).house_edge,
            ),
        ),
    )


def _starting_name(hand: int) -> str:
    row, column = divmod(hand, 13)
    high, low = max(row, column), min(row, column)
    kind = "s" if row > column else "o" if row < column else ""
    return f"{RANKS[high]}{RANKS[low]}{kind}"


def _holdem_rules(
    pays: holdem.HoldemOdds, entries: Entries, plays: holdem.Plays
) -> tuple[Rule, ...]:
    own, with_chances = simple_totals(entries)
    return (
        Rule(
            "Fold as above; bet turn and river with a pair of your own or better, or with an "
            "ace when the board holds "
            "a pair; bet the turn also with four cards to a flush.",
            holdem.cases(pays, with_chances, plays).house_edge,
        ),
        Rule(
            "Fold as above; bet turn and river with a pair of your own or better, check the rest.",
            holdem.cases(pays, own, plays).house_edge,
        ),
    )


# ── Bullseye ──────────────────────────────────────────────────────────────────────────────────────


def _bullseye(book: BullseyeBook) -> Chart:
    pays = bullseye.BullseyeOdds(book)
    counts, best = bullseye.bullseye_counts(), bullseye.best_places(pays)
    house_way = bool((best == counts.best).all())
    # Of the settings that the rules allow, the one with the lowest point hand.
    lowest = np.where(counts.settings == 0, bullseye.PLACES, counts.settings).min(axis=1)
    lowest = np.where(counts.best == 0, 0, lowest)
    several = np.array([len(set(row[row > 0].tolist())) > 1 for row in counts.settings])
    chosen, without = (
        Fraction(int(counts.hands[hands].sum()), bullseye.HANDS)
        for hands in (several, counts.best == 0)
    )
    return Chart(
        book.id,
        (
            (
                "Set the highest point hand that a 3 Card Hand leaves: the House Way is the best "
                "play for every hand."
            )
            if house_way
            else (
                "The House Way is not always best under this pay table; ask for a hand to see "
                "its settings."
            ),
            (
                f"There is something to choose in {float(chosen):.2%} of hands; "
                f"{float(without):.2%} have no 3 Card Hand."
            ),
        ),
        (),
        (),
        "",
        (
            Rule("The best play.", bullseye.main_cases(pays, best).house_edge),
            Rule("The House Way.", bullseye.main_cases(pays, counts.best).house_edge),
            Rule(
                "The lowest point hand that the rules allow.",
                bullseye.main_cases(pays, lowest).house_edge,
            ),
        ),
    )
