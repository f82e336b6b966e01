"""The best play in hold'em: one situation at a time, and as a chart."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.games.holdem.book import HoldemBook
from pitboss.kernel.cards import RANKS, Card
from pitboss.kernel.poker import Category
from pitboss.maths.exact import holdem
from pitboss.maths.exact.holdem_boards import Entries
from pitboss.maths.exact.holdem_counts import starting_hand
from pitboss.maths.kernels.compilation import compiled
from pitboss.maths.kernels.ranking import SUITS_FULL, seven, seven_key, seven_mixed
from pitboss.maths.strategy.best_play import (
    Advice,
    BadSituation,
    Choice,
    ProgressiveStakes,
    best_first,
)
from pitboss.maths.strategy.charts import RANKS_DOWN, Chart, ChartRow, Rule
from pitboss.maths.strategy.holdem_simple import simple_totals
from pitboss.rulebook.model import FoldedProgressive

# ── one situation ───────────────────────────────────────────────────────────────────────────────


def advice(
    book: HoldemBook, cards: Sequence[Card], stakes: ProgressiveStakes | None, turn_down: bool
) -> Advice:
    pays = holdem.HoldemOdds.of(book)
    match len(cards):
        case 2:
            return _before_flop(book, cards, stakes)
        case 5:
            return Advice(book.id, _after_flop(pays, cards))
        case 6:
            return Advice(book.id, _after_turn(pays, cards, turn_down))
        case count:
            raise BadSituation(
                f"{count} cards were given; name two hole cards, or those and the three of the "
                "flop, or those and the turn"
            )


@lru_cache(maxsize=8)
def starting_values(book: HoldemBook) -> tuple[Fraction, ...]:
    """What playing each of the 169 starting hands is worth."""
    pays = holdem.HoldemOdds.of(book)
    return tuple(holdem.values(pays, holdem.best_counts(pays).totals))


def _before_flop(
    book: HoldemBook, cards: Sequence[Card], stakes: ProgressiveStakes | None
) -> Advice:
    hand = starting_hand(*cards)
    flop, fold = starting_values(book)[hand], Fraction(-1)
    award = forfeits = None
    if stakes is not None:
        made = holdem.flop_hands()[hand]
        total = int(made.sum())
        expected = (
            sum(
                (int(made[category]) * stakes.award(book, category) for category in Category),
                Fraction(0),
            )
            / total
        )
        if book.play.folded_progressive is FoldedProgressive.LOST:
            forfeits = expected
            flop += expected
        else:
            award = expected
    return Advice(book.id, best_first(Choice("fold", fold), Choice("flop", flop)), award, forfeits)


@compiled
def _by_turn(hole: Any, flop: Any, turns: Any, paid_from: Any, out: Any) -> None:
    """For each turn card: wins without the ante, wins with it, losses, over all rivers and hands of
    the dealer.
    """
    dead = np.zeros(52, np.bool_)
    for card in hole:
        dead[card] = True
    for card in flop:
        dead[card] = True
    a, b, x, y, z = hole[0], hole[1], flop[0], flop[1], flop[2]
    for number in range(len(turns)):
        turn = turns[number]
        dead[turn] = True
        for river in range(52):
            if dead[river]:
                continue
            last = np.uint8(river)
            mine = seven(a, b, x, y, z, turn, last)
            dead[river] = True
            won, lost = _against_dealer(dead, mine, x, y, z, turn, last)
            dead[river] = False
            out[number, 1 if mine >= paid_from else 0] += won
            out[number, 2] += lost
        dead[turn] = False


@compiled
def _against_dealer(dead: Any, mine: Any, x: Any, y: Any, z: Any, turn: Any, river: Any) -> Any:
    """How many of the dealer's 990 hands a strength beats on a board, and how many beat it."""
    board = seven_key(x) + seven_key(y) + seven_key(z) + seven_key(turn) + seven_key(river)
    won = lost = 0
    for one in range(51):
        if dead[one]:
            continue
        with_one = board + seven_key(np.uint8(one))
        for two in range(one + 1, 52):
            if dead[two]:
                continue
            key = with_one + seven_key(np.uint8(two))
            if key & SUITS_FULL:
                other = seven(np.uint8(one), np.uint8(two), x, y, z, turn, river)
            else:
                other = seven_mixed(key)
            won += other < mine
            lost += other > mine
    return won, lost


def _counted(
    pays: holdem.HoldemOdds, cards: Sequence[Card], turns: Sequence[Card]
) -> list[tuple[int, int, int]]:
    out = np.zeros((len(turns), 3), np.int64)
    known = np.array(cards[:5], np.uint8)
    _by_turn(known[:2], known[2:], np.array(turns, np.uint8), pays.paid_from, out)
    return [(int(low), int(paid), int(lost)) for low, paid, lost in out]


def _raised(pays: holdem.HoldemOdds, raise_: int, won: int, lost: int) -> Fraction:
    """What a raise (0 flop, 1 turn, 2 river) is worth, times the number of deals."""
    return pays.times[raise_] * (won * pays.odds[raise_] - lost)


def _after_flop(pays: holdem.HoldemOdds, cards: Sequence[Card]) -> tuple[Choice, ...]:
    turns = [Card(card) for card in range(52) if card not in cards]
    counted = _counted(pays, cards, turns)
    low, paid, lost = (sum(column) for column in zip(*counted, strict=True))
    deals = 47 * 46 * 990
    down = paid * pays.ante - lost + _raised(pays, 0, low + paid, lost)
    # The river wager will be placed where it is worth something, whatever is done now.
    later = sum(max(Fraction(0), _raised(pays, 2, one + two, three)) for one, two, three in counted)
    check = (down + later) / deals
    turn = check + _raised(pays, 1, low + paid, lost) / deals
    return best_first(Choice("check", check), Choice("turn", turn))


def _after_turn(
    pays: holdem.HoldemOdds, cards: Sequence[Card], turn_down: bool
) -> tuple[Choice, ...]:
    low, paid, lost = _counted(pays, cards, [cards[5]])[0]
    deals = 46 * 990
    check = (paid * pays.ante - lost + _raised(pays, 0, low + paid, lost)) / deals
    if turn_down:
        check += _raised(pays, 1, low + paid, lost) / deals
    river = check + _raised(pays, 2, low + paid, lost) / deals
    return best_first(Choice("check", check), Choice("river", river))


# ── the chart ───────────────────────────────────────────────────────────────────────────────────


def chart_of(book: HoldemBook) -> Chart:
    pays = holdem.HoldemOdds.of(book)
    counts = holdem.best_counts(pays)
    worth = list(starting_values(book))
    plays = holdem.best_plays(worth)
    rows = [
        ChartRow(
            RANKS[row],
            # A suited hand is where the row is the higher rank.
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
            else "Play everything.",
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
            "Fold as above; bet turn and river with a pair of your own or better, or with an ace "
            "when the board holds a pair; bet the turn also with four cards to a flush.",
            holdem.cases(pays, with_chances, plays).house_edge,
        ),
        Rule(
            "Fold as above; bet turn and river with a pair of your own or better, check the rest.",
            holdem.cases(pays, own, plays).house_edge,
        ),
    )
