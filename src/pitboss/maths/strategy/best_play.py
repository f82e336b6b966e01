"""The best play in one situation: the value of each choice, exactly. This is also the hint of a
practice seat.

Values are what the round comes to on average, per unit of the opening wager: what is down already
counts.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, assert_never

import msgspec
import numpy as np

from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents
from pitboss.kernel.points import PLACE_LABELS, settings
from pitboss.kernel.poker import CATEGORY_OF, Category, strength_of_five
from pitboss.maths.exact import bullseye, holdem, stud
from pitboss.maths.exact.holdem_counts import starting_hand
from pitboss.maths.exact.premises import check_premises
from pitboss.maths.exact.progressive import awards
from pitboss.maths.exact.stud_counts import DEALS, stud_counts
from pitboss.maths.kernels.compiled import compiled
from pitboss.maths.kernels.ranking import SUITS_FULL, seven, seven_key, seven_mixed
from pitboss.rulebook.model import BullseyeBook, FoldedProgressive, HoldemBook, Rulebook, StudBook


class BadSituation(ValueError):
    """Cards that make no situation of the game; says which do."""


class ProgressiveStakes(msgspec.Struct, frozen=True):
    """A progressive bet beside the ante, and what the jackpot stands at."""

    ante_cents: Cents
    bet_cents: Cents
    jackpot_cents: Cents

    def award(self, book: Rulebook, category: Category) -> Fraction:
        """What a hand wins with the progressive bet, per unit of the ante."""
        line = book.pays.progressive.line(category)
        if line is None:
            return Fraction(0)
        cents, share = awards(line.pays, self.bet_cents)
        return (cents + share * self.jackpot_cents) / self.ante_cents


class Choice(msgspec.Struct, frozen=True):
    """What the player can do. ``cards`` are those of the 3 Card Hand, in Bullseye."""

    name: str
    value: Fraction
    cards: tuple[Card, ...] = ()


class Advice(msgspec.Struct, frozen=True):
    """The choices, the best first; of equal ones that with the smaller wager.

    ``award`` is what the progressive bet wins in any case, and ``forfeits`` what folding would give
    away; both per unit of the ante, and None where no jackpot was given.
    """

    rulebook: str
    choices: tuple[Choice, ...]
    award: Fraction | None = None
    forfeits: Fraction | None = None

    @property
    def best(self) -> Choice:
        return self.choices[0]


def advise(
    book: Rulebook,
    cards: Sequence[Card],
    stakes: ProgressiveStakes | None = None,
    *,
    turn_down: bool = False,
) -> Advice:
    """The value of each choice with these cards.

    Stud: five cards of the player and the dealer's. Hold'em: two hole cards, then what lies open,
    nothing or three or four cards. Bullseye: five cards. ``stakes`` are for a player who has a
    progressive bet down; ``turn_down`` counts a Turn wager that is down when the River is decided,
    which changes no choice.
    """
    if len(set(cards)) != len(cards):
        raise BadSituation("a card is named twice")
    check_premises(book)
    match book:
        case StudBook():
            return _stud(book, cards, stakes)
        case HoldemBook():
            return _holdem(book, cards, stakes, turn_down)
        case BullseyeBook():
            return _bullseye(book, cards)
        case _:
            assert_never(book)


def _ordered(*choices: Choice) -> tuple[Choice, ...]:
    """The best first. They are given with the smallest wager first, and sorting keeps equal ones in
    that order.
    """
    return tuple(sorted(choices, key=lambda choice: -choice.value))


# ── stud ──────────────────────────────────────────────────────────────────────────────────────────


def _stud(book: StudBook, cards: Sequence[Card], stakes: ProgressiveStakes | None) -> Advice:
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
    return Advice(book.id, _ordered(Choice("fold", fold), Choice("bet", bet)), award, forfeits)


def situation(hand: Sequence[Card], exposed: Card) -> int:
    """Where a hand against an exposed card stands in the counts of stud."""
    counts, strength = stud_counts(), strength_of_five(hand)
    width = int(counts.width[strength])
    if width == 1:
        mask = int(hand[0] & 3 == exposed & 3)
    else:
        ranks = sorted({card >> 2 for card in hand})
        suited = {card >> 2 for card in hand if card & 3 == exposed & 3}
        mask = sum(1 << place for place, rank in enumerate(ranks) if rank in suited)
    return int(counts.begins[strength]) + ((exposed >> 2) << width) + mask


# ── hold'em ───────────────────────────────────────────────────────────────────────────────────────


def _holdem(
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
                f"{count} cards were given; name two hole cards, or those and the three of "
                "the flop, "
                "or those and the turn"
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
    return Advice(book.id, _ordered(Choice("fold", fold), Choice("flop", flop)), award, forfeits)


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
    """What a raise (0 flop, 1 turn, 2 river) comes to, times the number of deals."""
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
    return _ordered(Choice("check", check), Choice("turn", turn))


def _after_turn(
    pays: holdem.HoldemOdds, cards: Sequence[Card], turn_down: bool
) -> tuple[Choice, ...]:
    low, paid, lost = _counted(pays, cards, [cards[5]])[0]
    deals = 46 * 990
    check = (paid * pays.ante - lost + _raised(pays, 0, low + paid, lost)) / deals
    if turn_down:
        check += _raised(pays, 1, low + paid, lost) / deals
    river = check + _raised(pays, 2, low + paid, lost) / deals
    return _ordered(Choice("check", check), Choice("river", river))


# ── Bullseye ──────────────────────────────────────────────────────────────────────────────────────


def _bullseye(book: BullseyeBook, cards: Sequence[Card]) -> Advice:
    if len(cards) != 5:
        raise BadSituation(f"{len(cards)} cards were given; name the player's five")
    pays = bullseye.BullseyeOdds(book)
    counts = bullseye.bullseye_counts()
    at = bullseye.sort_of(cards)
    choices = []
    # The House Way first: of equal settings it is the one to take.
    for setting in sorted(settings(cards), key=lambda setting: -pays.order[setting.place]):
        beaten, _, lost = bullseye.against(
            pays, np.array([setting.place]), counts.dealer[at : at + 1]
        )
        value = (int(beaten[0]) * pays.win[setting.place] - int(lost[0])) / Fraction(bullseye.DEALS)
        choices.append(Choice(PLACE_LABELS[setting.place], value, setting.three))
    if not choices:
        choices.append(Choice("none", Fraction(-1)))
    return Advice(book.id, _ordered(*choices))
