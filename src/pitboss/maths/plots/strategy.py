"""Heat maps of the best play, by family, and the outcomes of point hands in Bullseye."""

from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, TwoSlopeNorm
from numpy.typing import NDArray

from pitboss.games.bullseye.book import BullseyeBook
from pitboss.games.holdem.book import HoldemBook
from pitboss.games.stud.book import StudBook
from pitboss.kernel.cards import ACE, KING, RANKS
from pitboss.kernel.points import PLACE_LABELS
from pitboss.kernel.poker import ACE_KING_HIGH, CATEGORY_OF, Category
from pitboss.maths.exact import bullseye, stud
from pitboss.maths.exact.stud_counts import stud_counts
from pitboss.maths.kernels.ranksets import rank_sets
from pitboss.maths.plots import style as plots
from pitboss.maths.strategy.holdem import starting_values

RANKS_DOWN = tuple(range(ACE, -1, -1))

Shares = NDArray[np.float64]


# ── stud ──────────────────────────────────────────────────────────────────────────────────────────


def ace_king_shares(bets: stud.Decisions) -> tuple[list[str], Shares]:
    """How often to bet ace-king with the two next cards, by the exposed rank from the ace down."""
    counts, sets = stud_counts(), rank_sets()
    ranks = sets.ranks[sets.by_strength[counts.strength]]
    first_pair = CATEGORY_OF.index(Category.ONE_PAIR, 1)
    ace_king = (counts.strength >= ACE_KING_HIGH) & (counts.strength < first_pair)
    names, rows = [], []
    for third in range(KING - 1, 1, -1):
        for fourth in range(third - 1, 0, -1):
            here = ace_king & (ranks[:, 2] == third) & (ranks[:, 1] == fourth)
            if not counts.weight[here].any():
                continue
            names.append(f"A-K-{RANKS[third]}-{RANKS[fourth]}")
            rows.append(
                [_share(here & (counts.exposed == exposed), bets) for exposed in RANKS_DOWN]
            )
    return names, np.array(rows)


def _share(here: NDArray[np.bool_], bets: stud.Decisions) -> float:
    ways = stud_counts().weight[here].astype(np.int64)
    return float(ways[bets[here]].sum() / ways.sum()) if ways.any() else float("nan")


def stud_strategy(book: StudBook) -> str:
    """Ace-king hands by their next two cards and the dealer's card; other hands need no table."""
    names, shares = ace_king_shares(stud.best_decisions(stud.StudOdds.of(book)))
    description = (
        "A heat map of how often to bet ace-king hands under the best play. Rows are the hand by "
        "its third and fourth card, columns the dealer's exposed card from ace to two. Pairs and "
        "better are always bet; hands below ace-king are always folded, unless the text says "
        "otherwise."
    )
    with plots.Picture(
        "strategy", "When to bet ace-king", description, 0.9 + 0.168 * len(names), 6.6
    ) as picture:
        axes = picture.axes()
        plots.cells(axes, shares, plots.SHARES, Normalize(0, 1))
        axes.set_xticks(range(13), labels=[RANKS[rank].replace("T", "10") for rank in RANKS_DOWN])
        axes.set_yticks(
            range(len(names)), labels=[name.replace("T", "10") for name in names], fontsize=7.6
        )
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        axes.set_xlabel("dealer's exposed card", labelpad=6)
        axes.set_ylabel("player's hand, by its third and fourth card")
        axes.tick_params(length=0)
        for row, values in enumerate(shares):
            for column, value in enumerate(values):
                _cell(axes, row, column, value)
        # A line between hands with a different third card.
        for row in range(1, len(names)):
            if names[row][:5] != names[row - 1][:5]:
                axes.axhline(row - 0.5, color=plots.PAPER, linewidth=2.2)
        for side in axes.spines.values():
            side.set_visible(False)
    return picture.svg


def _cell(axes: Axes, row: int, column: int, value: float) -> None:
    if np.isnan(value):
        return
    said = (
        "bet"
        if value == 1
        else "fold"
        if value == 0
        else f"{100 * value:.0f}%"
        if value >= 0.01
        else "< 1%"
    )
    colour = plots.PAPER if value > 0.55 else plots.QUIET if value == 0 else plots.INK
    axes.text(column, row, said, ha="center", va="center", fontsize=6.4, color=colour)


# ── hold'em ───────────────────────────────────────────────────────────────────────────────────────


def holdem_strategy(book: HoldemBook) -> str:
    """The 169 starting hands: what playing each is worth, and which to fold."""
    worth = starting_values(book)
    values = np.array(
        [[float(worth[row * 13 + column]) for column in RANKS_DOWN] for row in RANKS_DOWN]
    )
    folded = np.array(
        [[worth[row * 13 + column] <= -1 for column in RANKS_DOWN] for row in RANKS_DOWN]
    )
    description = (
        "A heat map of the 169 starting hands, aces at the top left, suited hands above the "
        "diagonal of pairs and offsuit hands below it. Each cell has what playing the hand is "
        f"worth in antes, folding being worth minus one. {int(folded.sum())} hands are to be "
        "folded."
    )
    with plots.Picture(
        "strategy", "What each starting hand is worth", description, 6.4, 7.4
    ) as picture:
        axes = picture.axes()
        reach = float(values.max())
        scale = TwoSlopeNorm(vmin=-1, vcenter=0, vmax=max(reach, 0.1))
        shown = np.where(folded, -1.0, values)
        image = plots.cells(axes, shown, plots.VALUES, scale)
        axes.set_aspect("equal")
        ranks = [RANKS[rank] for rank in RANKS_DOWN]
        axes.set_xticks([])
        axes.set_yticks([])
        for row in range(13):
            for column in range(13):
                high, low = min(row, column), max(row, column)
                kind = "" if row == column else "s" if row < column else "o"
                dark = shown[row, column] > 0.6 * reach or shown[row, column] < -0.72
                colour = plots.PAPER if dark else plots.INK
                axes.text(
                    column,
                    row - 0.15,
                    f"{ranks[high]}{ranks[low]}{kind}",
                    ha="center",
                    va="center",
                    fontsize=8.4,
                    weight="bold",
                    color=colour,
                )
                said = (
                    "fold"
                    if folded[row, column]
                    else f"{values[row, column]:+.2f}".replace("-", "−")
                )
                axes.text(
                    column, row + 0.24, said, ha="center", va="center", fontsize=6.8, color=colour
                )
        axes.set_xticks(np.arange(12) + 0.5, minor=True)
        axes.set_yticks(np.arange(12) + 0.5, minor=True)
        axes.set_axisbelow(False)
        axes.grid(which="minor", color=plots.PAPER, linewidth=1.4)
        axes.tick_params(which="both", length=0)
        for side in axes.spines.values():
            side.set_visible(False)
        bar = picture.figure.colorbar(image, ax=axes, shrink=0.55, pad=0.015, aspect=26)
        bar.outline.set_visible(False)
        if bar.solids is not None:
            # A scale of many colours would become an image; as shapes it needs edges, or the
            # background shows through.
            bar.solids.set_rasterized(False)
            bar.solids.set_edgecolor("face")
        bar.set_label("value of playing, in antes (folding: −1)")
        bar.ax.tick_params(length=0)
    return picture.svg


# ── Bullseye ──────────────────────────────────────────────────────────────────────────────────────


def point_hand_shares(
    book: BullseyeBook,
) -> list[tuple[str, Fraction, Fraction, Fraction, Fraction]]:
    """By point hand from the highest down: its probability, and how much of that wins, pushes and
    loses.
    """
    counts, pays = bullseye.bullseye_counts(), bullseye.BullseyeOdds(book)
    places = bullseye.best_places(pays)
    beaten, pushed, lost = bullseye.against(pays, places, counts.dealer)
    total = bullseye.HANDS * bullseye.DEALS
    rows = []
    for place in reversed(range(bullseye.PLACES)):
        here = places == place
        parts = [
            Fraction(int((counts.hands * ways)[here].sum()), total)
            for ways in (beaten, pushed, lost)
        ]
        rows.append((PLACE_LABELS[place], sum(parts, Fraction(0)), parts[0], parts[1], parts[2]))
    return rows


def bullseye_hands(book: BullseyeBook) -> str:
    """How often each point hand comes, and its outcomes."""
    rows = point_hand_shares(book)
    names = [name.replace("-", " ") for name, *_ in rows]
    description = (
        "Lying bars for each point hand from the highest to none: on the left how often the player "
        "has it, on the right how often it then wins, pushes and loses against the dealer's hand "
        "set the House Way."
    )
    with plots.Picture(
        "strategy", "Point hands and what becomes of them", description, 6.0
    ) as picture:
        left, right = picture.figure.subplots(1, 2, sharey=True, width_ratios=(1, 1.5))
        places = range(len(rows))
        left.barh(places, [float(chance) for _, chance, *_ in rows], color=plots.GOLD, height=0.72)
        left.set_yticks(places, labels=names)
        left.set_xlim(0, max(float(chance) for _, chance, *_ in rows) * 1.22)
        for place, (_, chance, *_) in enumerate(rows):
            left.text(float(chance), place, f" {float(chance):.2%}", va="center", fontsize=7.6)
        left.set_title("how often", weight="normal", fontsize=9)
        begin = np.zeros(len(rows))
        kinds = (("wins", 2, plots.BLUE), ("pushes", 3, plots.GREY), ("loses", 4, plots.BRICK))
        for label, at, colour in kinds:
            shares = np.array([float(row[at] / row[1]) if row[1] else 0.0 for row in rows])  # type: ignore[operator]  # the fields from the second on are fractions
            right.barh(places, shares, left=begin, color=colour, height=0.72, label=label)
            begin += shares
        right.set_xlim(0, 1)
        plots.percent_axis(left.xaxis)
        plots.percent_axis(right.xaxis)
        right.set_title("what becomes of it", weight="normal", fontsize=9)
        right.legend(loc="lower center", bbox_to_anchor=(0.5, -0.13), ncols=3)
        left.invert_yaxis()
        for axes in (left, right):
            axes.tick_params(axis="y", length=0)
            axes.spines["left"].set_visible(False)
    return picture.svg
