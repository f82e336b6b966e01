"""The best play in stud: one situation at a time, and as a chart."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from pitboss.games.stud.book import StudBook
from pitboss.kernel.cards import JACK, KING, QUEEN, RANKS, Card
from pitboss.kernel.poker import ACE_KING_HIGH, CATEGORY_OF, Category, strength_of_five
from pitboss.maths.exact import stud
from pitboss.maths.exact.stud_counts import DEALS, stud_counts
from pitboss.maths.kernels.ranksets import rank_sets
from pitboss.maths.strategy.best_play import (
    Advice,
    BadSituation,
    Choice,
    ProgressiveStakes,
    best_first,
)
from pitboss.maths.strategy.charts import RANKS_DOWN, Chart, ChartRow, Rule
from pitboss.rulebook.model import FoldedProgressive

# ── one situation ───────────────────────────────────────────────────────────────────────────────


def advice(book: StudBook, cards: Sequence[Card], stakes: ProgressiveStakes | None) -> Advice:
    if len(cards) != 6:
        raise BadSituation(
            f"{len(cards)} cards were given; name the player's five and then the dealer's "
            "exposed card"
        )
    hand, exposed = cards[:5], cards[5]
    pays = stud.StudOdds.of(book)
    counts, at = stud_counts(), situation(hand, exposed)
    category = CATEGORY_OF[strength_of_five(hand)]
    won = (
        int(counts.unqualified[at]) * pays.ante_unqualified
        + int(counts.below[at]) * pays.win[category]
        - int(counts.above[at]) * pays.lose
    )
    bet, fold = won / DEALS, Fraction(-1)
    award = forfeits = None
    if stakes is not None:
        worth = stakes.award(book, category)
        if book.play.folded_progressive is FoldedProgressive.LOST:
            forfeits = worth
            bet += worth
        else:
            award = worth
    return Advice(book.id, best_first(Choice("fold", fold), Choice("bet", bet)), award, forfeits)


def situation(hand: Sequence[Card], exposed: Card) -> int:
    """Where a hand against an exposed card is in the counts of stud."""
    counts, strength = stud_counts(), strength_of_five(hand)
    width = int(counts.width[strength])
    if width == 1:
        mask = int(hand[0] & 3 == exposed & 3)
    else:
        ranks = sorted({card >> 2 for card in hand})
        suited = {card >> 2 for card in hand if card & 3 == exposed & 3}
        mask = sum(1 << place for place, rank in enumerate(ranks) if rank in suited)
    return int(counts.begins[strength]) + ((exposed >> 2) << width) + mask


# ── the chart ───────────────────────────────────────────────────────────────────────────────────


def chart_of(book: StudBook, stakes: ProgressiveStakes | None) -> Chart:
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
    in_all, in_some = _by_strength(best)
    always = next((hand for hand in range(len(in_all) - 1, 0, -1) if not in_all[hand]), 0) + 1
    never = next((hand for hand in range(1, len(in_some)) if in_some[hand]), len(in_some)) - 1
    if always < len(in_all):
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
    in_some = np.zeros(len(counts.begins), np.bool_)
    in_some[counts.strength[real & bets]] = True
    in_all = np.ones(len(counts.begins), np.bool_)
    in_all[counts.strength[real & ~bets]] = False
    return in_all, in_some


def _hand_name(strength: int) -> str:
    """``a pair of 2s with 5-4-3``, or the ranks of a hand of odd cards."""
    sets = rank_sets()
    ranks = sorted(sets.ranks[sets.by_strength[strength]].tolist(), key=lambda rank: -rank)
    name = "-".join(RANKS[rank] for rank in ranks)
    category = CATEGORY_OF[strength]
    return (
        name
        if category is Category.FIVE_ODD_CARDS
        else f"{name} ({category.label.replace('-', ' ')})"
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
    """The five ranks of the player in each situation, ascending."""
    sets = rank_sets()
    return sets.ranks[sets.by_strength[stud_counts().strength]]


_THREE_RULES = (
    "Bet a pair or better; bet ace-king if the dealer's card is a queen or lower and matches one "
    "of yours, if it is an ace or king and you hold a queen or jack, or if it matches none, you "
    "hold a queen and it is lower than your fourth card. Fold the rest."
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
