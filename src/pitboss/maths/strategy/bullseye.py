"""The best play in Bullseye: one hand at a time, and as a chart."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pitboss.games.bullseye.book import BullseyeBook
from pitboss.kernel.cards import Card
from pitboss.kernel.points import PLACE_LABELS, settings
from pitboss.maths.exact import bullseye
from pitboss.maths.strategy.best_play import Advice, BadSituation, Choice, best_first
from pitboss.maths.strategy.charts import Chart, Rule

# ── one situation ───────────────────────────────────────────────────────────────────────────────


def advice(book: BullseyeBook, cards: Sequence[Card]) -> Advice:
    if len(cards) != 5:
        raise BadSituation(f"{len(cards)} cards were given; name the player's five")
    pays = bullseye.BullseyeOdds(book)
    counts = bullseye.bullseye_counts()
    at = bullseye.sort_of(cards)
    choices = []
    # The House Way first: if settings are equal, it is the one to take.
    for setting in sorted(settings(cards), key=lambda setting: -pays.order[setting.place]):
        beaten, _, lost = bullseye.against(
            pays, np.array([setting.place]), counts.dealer[at : at + 1]
        )
        value = (int(beaten[0]) * pays.win[setting.place] - int(lost[0])) / Fraction(bullseye.DEALS)
        choices.append(Choice(PLACE_LABELS[setting.place], value, setting.three))
    if not choices:
        choices.append(Choice("none", Fraction(-1)))
    return Advice(book.id, best_first(*choices))


# ── the chart ───────────────────────────────────────────────────────────────────────────────────


def chart_of(book: BullseyeBook) -> Chart:
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
