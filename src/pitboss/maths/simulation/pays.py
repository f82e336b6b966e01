"""What each cell of a simulation is worth, according to the settlement that pays live rounds.

For every cell a round of its kind is put before the family's rules, and the resulting lines are its
value. So a simulation settles nothing itself: pay tables, readings and the effects of folding reach
it through the one implementation there is. Payout caps are ignored, as in the exact mathematics.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

import msgspec

from pitboss.games.bullseye.book import BullseyeBook
from pitboss.games.bullseye.rules import BullseyeRules, PlacedHand
from pitboss.games.family import family_of
from pitboss.games.holdem.book import HoldemBook
from pitboss.games.holdem.rules import HoldemRules
from pitboss.games.progressive import ProgressivePays
from pitboss.games.record import FOLDED, NO_LIMIT, PLAYED, Box, HandState, Round
from pitboss.games.settle import rules_for
from pitboss.games.settlement import Line, Wager
from pitboss.games.stud.book import StudBook
from pitboss.games.stud.rules import StudRules
from pitboss.kernel.cards import Card, parse_cards
from pitboss.kernel.money import Cents
from pitboss.kernel.points import PLACE_LABELS
from pitboss.kernel.poker import ACE_KING_HIGH, CATEGORY_OF, KINDS_OF_HAND, Category
from pitboss.maths.simulation.holdem_kernel import HOLDEM_PATHS
from pitboss.maths.simulation.kernels import (
    ALIKE,
    DRAWN,
    FOLD_TO_HAND,
    FOLD_TO_NONE,
    LOST,
    NO_DEALER_HAND,
    WON,
)
from pitboss.rulebook.checks import pay_lines
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.pay import ToOne

Values = tuple[Fraction, ...]
"""By cell, per unit of the opening wager or of the side wager itself."""

WEAKEST, STRONGEST = 1, KINDS_OF_HAND


class CellValues(msgspec.Struct, frozen=True):
    """What the cells of one list are worth to a wager: what it wins or loses, and what is staked on
    it.
    """

    net: Values
    staked: Values


class ProgressiveValues(msgspec.Struct, frozen=True):
    """What a progressive bet wins by category: a multiple of the bet, or a share of the jackpot.

    ``lives_when_folded``: whether a folded hand wins as well.
    """

    fixed: Values
    share: Values
    lives_when_folded: bool


def stake_unit(book: Rulebook) -> Cents:
    """A stake for which every line of the pay tables comes to whole cents."""
    tables = [getattr(book.pays, field) for field in book.pays.__struct_fields__]
    lines = [line for table in tables for _, line in pay_lines(table)]
    return Cents(lcm(1, *(line.pays.against for line in lines if isinstance(line.pays, ToOne))))


def _round(
    book: Rulebook,
    dealer: tuple[Card, ...] | None = None,
    community: tuple[Card, ...] | None = None,
) -> Round:
    return Round(None, book, False, (NO_LIMIT,) * 8, None, dealer, community, ())


def _box(state: HandState, bets: Sequence[int], cards: tuple[Card, ...] | None = None) -> Box:
    return Box(1, None, state, tuple(Cents(bet) for bet in bets), cards)


def _sums(lines: Iterable[Line], unit: int) -> tuple[Fraction, Fraction]:
    lines = [*lines]
    return Fraction(sum(line.net for line in lines), unit), Fraction(
        sum(line.stake for line in lines), unit
    )


def _values(cells: Iterable[tuple[Fraction, Fraction]]) -> CellValues:
    net, staked = zip(*cells, strict=True)
    return CellValues(net, staked)


# ── stud ──────────────────────────────────────────────────────────────────────────────────────────


def stud_values(book: StudBook) -> dict[str, CellValues]:
    """For ante and bet, separately and together, by what happened to the hand and its category."""
    rules = StudRules(msgspec.structs.replace(book, caps={}))
    unit = stake_unit(book)
    bet = unit * rules.bet_times
    round = _round(book)

    def settled(result: int, category: Category) -> list[Line]:
        if result in (FOLD_TO_HAND, FOLD_TO_NONE):
            return rules.settle_box(round, _box(FOLDED, (unit, 0, 0)), None, STRONGEST, {})
        best = max(
            strength
            for strength in range(1, KINDS_OF_HAND + 1)
            if CATEGORY_OF[strength] is category
        )
        # A losing hand loses whatever it is, so the weakest against the strongest stands for all of
        # them.
        hand, dealer = {
            NO_DEALER_HAND: (best, WEAKEST),
            LOST: (WEAKEST, STRONGEST),
            DRAWN: (best, best),
            WON: (best, ACE_KING_HIGH),
        }[result]
        return rules.settle_box(round, _box(PLAYED, (unit, bet, 0)), hand, dealer, {})

    cells = [settled(result, category) for result in range(WON + 1) for category in Category]
    values = {"main": _values(_sums(lines, unit) for lines in cells)}
    for name in ("ante", "bet"):
        values[name] = _values(
            _sums((line for line in lines if line.bet == name), unit) for lines in cells
        )
    return values


# ── hold'em ───────────────────────────────────────────────────────────────────────────────────────

BONUS_HANDS = {
    "none": ("7c 2d", "Kc Kd"),
    "aa-player-and-dealer": ("Ac Ad", "Ah As"),
    "aa-player-only": ("Ac Ad", "Kc Kd"),
    "ak-suited": ("Ac Kc", "Ah As"),
    "aq-aj-suited": ("Ac Jc", "Ah As"),
    "ak-unsuited": ("Ac Kd", "Ah As"),
    "kk-qq-jj": ("Qc Qd", "Ah As"),
    "aq-aj-unsuited": ("Ac Qd", "Ah As"),
    "low-pairs": ("2c 2d", "Ah As"),
}
"""A player's and a dealer's hole cards for each line of the bonus, by its key in the rulebook."""


def holdem_values(book: HoldemBook) -> dict[str, CellValues]:
    """For ante and raises, separately and together, by path, result and category; for the bonus by
    fold and line.
    """
    rules = HoldemRules(msgspec.structs.replace(book, caps={}))
    unit = stake_unit(book)
    names = ("flop", "turn", "river")
    cells: list[list[Line]] = []
    for path in range(HOLDEM_PATHS):
        ante = Wager("ante", unit, unit)
        raised = (True, bool(path - 1 & 1), bool(path - 1 & 2)) if path else (False,) * 3
        raises = [
            Wager(name, Cents(unit * times), Cents(unit * times))
            for name, times, is_raised in zip(names, rules.times, raised, strict=True)
            if is_raised
        ]
        for result in (LOST, DRAWN, WON):
            for category in Category:
                hand = CATEGORY_OF.index(category, 1)
                dealer = {LOST: STRONGEST + 1, DRAWN: hand, WON: 0}[result]
                if path:
                    cells.append(rules.compare(hand, dealer, ante, raises))
                else:
                    box = _box(FOLDED, (unit, 0, 0, 0, 0, 0))
                    cells.append(rules.settle_ante_and_raises(box, None, dealer, ante, []))
    values = {"main": _values(_sums(lines, unit) for lines in cells)}
    for name in ("ante", *names):
        values[name] = _values(
            _sums((line for line in lines if line.bet == name), unit) for lines in cells
        )
    values["bonus"] = _values(
        _sums([_bonus(rules, state, hole, dealer, unit)], unit)
        for state in (PLAYED, FOLDED)
        for hole, dealer in BONUS_HANDS.values()
    )
    return values


def _bonus(rules: HoldemRules, state: HandState, hole: str, dealer: str, unit: Cents) -> Line:
    box = _box(state, (unit, 0, 0, 0, unit, 0), parse_cards(hole))
    return rules.settle_bonus(_round(rules.book, dealer=parse_cards(dealer)), box, unit)


# ── Bullseye ──────────────────────────────────────────────────────────────────────────────────────

SUITED_HANDS = {2: "2c 3c 4d 5d 6h", 3: "2c 3c 4c 5d 6h", 4: "2c 3c 4c 5c 6h", 5: "2c 3c 4c 5c 7c"}
"""Five cards by how many are of one suit."""

_PICTURES_FIRST = ("Jc", "Qc", "Kc", "Jd", "Qd", "2c", "3c", "4c", "5c", "6c")
PICTURE_HANDS = {count: _PICTURES_FIRST[5 - count : 10 - count] for count in range(6)}
"""Five cards by how many are pictures."""


def bullseye_values(book: BullseyeBook) -> dict[str, CellValues]:
    """Main and tie by both point hands; suits by the longest suit; bullseye by the number of
    picture cards.
    """
    rules = BullseyeRules(msgspec.structs.replace(book, caps={}))
    unit = stake_unit(book)
    places = range(len(PLACE_LABELS))
    pairs = [(PlacedHand(mine, ()), PlacedHand(theirs, ())) for mine in places for theirs in places]

    def by_count(bet: str, hands: dict[int, str]) -> CellValues:
        nothing = Fraction(0), Fraction(0)
        return _values(
            _sums([_counted(rules, bet, hands[count], unit)], unit) if count in hands else nothing
            for count in range(ALIKE)
        )

    def wager(bet: str) -> Wager:
        return Wager(bet, unit, unit)

    return {
        "main": _values(
            _sums([rules.settle_main(wager("main"), mine, theirs)], unit) for mine, theirs in pairs
        ),
        "tie": _values(
            _sums([rules.settle_tie(wager("tie"), mine, theirs)], unit) for mine, theirs in pairs
        ),
        "suits": by_count("suits", SUITED_HANDS),
        "bullseye": by_count(
            "bullseye", {count: " ".join(cards) for count, cards in PICTURE_HANDS.items()}
        ),
    }


def _counted(rules: BullseyeRules, bet: str, cards: str, unit: Cents) -> Line:
    hand = PlacedHand(1, ())
    return rules.settle_wager(
        Wager(bet, unit, unit), _box(PLAYED, (unit,), parse_cards(cards)), hand, hand
    )


# ── the progressive ───────────────────────────────────────────────────────────────────────────────


def progressive_values(book: Rulebook, bet: Cents) -> ProgressiveValues:
    """What each category wins, and whether folding forfeits it."""
    pays = ProgressivePays(book)
    nothing = Fraction(0)
    fixed, share = [], []
    for category in Category:
        payment, part = pays.payments[category], pays.share(category)
        minor = payment is not None and part is None
        fixed.append(
            Fraction(payment.pays.winnings(bet), bet) if minor and payment is not None else nothing
        )
        share.append(part or nothing)
    return ProgressiveValues(tuple(fixed), tuple(share), _lives_when_folded(book))


def _lives_when_folded(book: Rulebook) -> bool:
    """Asked of the settlement: does a folded royal flush still have a progressive hand?"""
    family, rules = family_of(book), rules_for(book)
    royal = parse_cards("Ac Kc Qc Jc Tc")
    own = family.hand_cards
    community = royal[own:] + parse_cards("2d 3d") if family.community_cards else None
    round = _round(book, None, community)
    box = _box(FOLDED, (1, *(0,) * (len(family.bets) - 2), 1), royal[:own])
    return rules.progressive_hand(round, box, rules.hand(round, box)) is not None
