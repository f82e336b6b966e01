"""Exact hold'em against plain enumeration, the settlement engine, and what is published.

Published figures: all-in equities of starting hands against a random hand, which every table of
them agrees on; and the Wizard of Odds on Texas Hold'em Bonus Poker, which is this game where the
ante is paid from a straight up.
"""

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

import pitboss
from pitboss.kernel.cards import DECK, NAMES, RANKS, Card, parse_cards
from pitboss.kernel.poker import CATEGORY_OF, Category, strength_of_five, strength_of_seven
from pitboss.maths.exact import holdem, holdem_classes
from pitboss.maths.exact import holdem_counts as counting
from pitboss.maths.exact.holdem_boards import BET_SHIFT
from pitboss.maths.exact.holdem_counts import HoldemCounts
from pitboss.maths.exact.progressive import HANDS
from pitboss.maths.kernels.ranking import rank7
from pitboss.maths.strategy.best_play import advise
from tests.maths import variants
from tests.support import MH


@pytest.fixture(scope="module")
def pays() -> holdem.HoldemOdds:
    return holdem.HoldemOdds.of(variants.holdem())


@pytest.fixture(scope="module")
def counts(pays: holdem.HoldemOdds) -> HoldemCounts:
    return holdem.best_counts(pays)


def entry_of(
    counts: HoldemCounts, hole: list[Card], board: list[Card]
) -> tuple[int, int, int, int]:
    """Low wins, paid wins, losses and the river decision that the tables have for two hole cards on
    four.
    """
    suits = np.zeros(4, np.int64)
    at, sorts = holdem_classes.four_class(
        np.array(board, np.int64),
        holdem_classes.mask_index(),
        holdem_classes.four_of_key(),
        holdem_classes.FOUR_BEGINS,
        suits,
    )
    one, two = ((card >> 2) + suits[card & 3] for card in hole)
    entry = int(counts.entries[at + holdem_classes.pair_of(one, two, sorts)])
    return entry & 0xFFFF, entry >> 16 & 0xFFFF, entry >> 32 & 0xFFFF, entry >> int(BET_SHIFT)


def plainly(hole: list[Card], board: list[Card]) -> tuple[int, int, int, int]:
    """The same by ranking the dealer's hands one by one, all rivers and all hands."""
    low = paid = lost = 0
    rest = [card for card in DECK if card not in (*hole, *board)]
    for river in rest:
        mine = strength_of_seven([*hole, *board, river])
        pairs = np.array(list(combinations([card for card in rest if card != river], 2)), np.uint8)
        hands = np.empty((len(pairs), 7), np.uint8)
        hands[:, :4], hands[:, 4], hands[:, 5:] = board, river, pairs
        theirs = rank7(hands)
        won = int((theirs < mine).sum())
        if CATEGORY_OF[mine] >= Category.STRAIGHT:
            paid += won
        else:
            low += won
        lost += int((theirs > mine).sum())
    return low, paid, lost, int(low + paid > lost)


SITUATIONS = [
    "As Kd 2c 7d 9h Js",  # four suits
    "As Kd 2c 7c 9h Js",  # two of a suit
    "Ac Kd 2c 7c 9h Js",  # and one in the hand
    "Ac Kh 2c 7c 9h Jh",  # two and two
    "Ac Kc 9c 7c 9h 7h",  # two and two, the same ranks
    "3h Kc 2c 7c 9c Jh",  # three of a suit
    "3c Kc 2c 7c 9c Jh",
    "3h Kd 2c 7c 9c Jc",  # four of a suit
    "3c Kd 2c 7c 9c Jc",
    "3c Kc 4c 5c 6c 7c",
    "2h 2d 7c 7d 7h 7s",  # four of a kind lies open
    "Ah Ad Ac As Kh Kd",
]


@pytest.mark.parametrize("cards", SITUATIONS)
def test_chosen_boards_of_four_are_those_of_plain_enumeration(
    counts: HoldemCounts, cards: str
) -> None:
    a, b, *board = parse_cards(cards)
    assert entry_of(counts, [a, b], board) == plainly([a, b], board)


def test_random_boards_of_four_are_those_of_plain_enumeration(counts: HoldemCounts) -> None:
    random = Random(17)
    for _ in range(25):
        a, b, *board = random.sample(DECK, 6)
        assert entry_of(counts, [a, b], board) == plainly([a, b], board)


def test_turn_decisions_of_random_flops_are_those_of_plain_enumeration(
    counts: HoldemCounts,
) -> None:
    random, book = Random(23), variants.holdem()
    flop_class, flop_suits, _ = holdem_classes.flops()
    for _ in range(25):
        cards = random.sample(DECK, 5)
        number = holdem_classes.flop_number(*cards[2:])
        suits = flop_suits[number].tolist()
        one, two = ((card & ~3) | suits[card & 3] for card in cards[:2])
        bets = counts.turn_bets[flop_class[number], counting.hole_number(one, two)]
        # The advice ranks all hands of the dealer anew.
        assert bool(bets) == (advise(book, cards).best.name == "turn")


def test_values_after_random_flops_are_those_of_plain_enumeration(counts: HoldemCounts) -> None:
    """What the tables add up to over the turns is what ranking all hands of the dealer anew comes
    to.
    """
    random, book = Random(31), variants.holdem()
    for _ in range(10):
        cards = random.sample(DECK, 5)
        entries = [
            entry_of(counts, cards[:2], [*cards[2:], turn]) for turn in DECK if turn not in cards
        ]
        low, paid, lost, _ = (sum(column) for column in zip(*entries, strict=True))
        river = sum(one + two - three for one, two, three, bet in entries if bet)
        check = Fraction(2 * low + 3 * paid - 3 * lost + river, 47 * 46 * 990)
        turn = check + Fraction(low + paid - lost, 47 * 46 * 990)
        advice = advise(book, cards)
        assert {choice.name: choice.value for choice in advice.choices} == {
            "check": check,
            "turn": turn,
        }


def test_every_flop_and_every_pair_of_hole_cards_is_counted(counts: HoldemCounts) -> None:
    flop_class, _, own = holdem_classes.flops()
    assert (len(flop_class), len(own)) == (22_100, 1_755)
    assert holdem.COMBINATIONS.sum() == 1_326
    turns = counts.totals[:, :, :, counting.TURN_CARDS].sum(axis=(1, 2))
    assert (turns == holdem.COMBINATIONS * counting.FLOPS * counting.TURNS).all()
    # Player and dealer are dealt alike.
    wins = counts.totals[..., : counting.LOSS].sum()
    assert wins == counts.totals[..., counting.LOSS].sum()


@pytest.mark.parametrize(
    ("name", "equity"),
    [
        ("AA", "85.204"),
        ("KK", "82.396"),
        ("AKs", "67.045"),
        ("AKo", "65.320"),
        ("72o", "34.584"),
        ("32o", "32.303"),
    ],
)
def test_equities_against_a_random_hand_as_published(
    counts: HoldemCounts, name: str, equity: str
) -> None:
    high, low = (RANKS.index(rank) for rank in name[:2])
    hand = low * 13 + high if name.endswith("o") else high * 13 + low
    first, second, lost, turns = (int(count) for count in counts.totals[hand].sum(axis=(0, 1)))
    deals = turns * 46 * 990
    won = first + second
    assert f"{100 * (won + (deals - won - lost) / 2) / deals:.3f}" == equity


def test_texas_holdem_bonus_as_published(pays: holdem.HoldemOdds, counts: HoldemCounts) -> None:
    plays = holdem.best_plays(holdem.values(pays, counts.totals))
    best = holdem.cases(pays, counts.totals, plays)
    assert f"{float(best.house_edge):.4f}" == "0.0204"
    assert f"{float(best.element_of_risk):.4f}" == "0.0053"
    folded = {hand for hand in range(169) if not plays[hand]}
    # 7-2, 6-2, 5-2, 4-2 and 3-2 of two suits: the two is the lower rank, number 0.
    assert folded == {1, 2, 3, 4, 5}
    assert f"{float(holdem.bonus_cases(variants.holdem(), plays).house_edge):.4f}" == "0.0854"


def test_seven_two_as_found_by_ranking_every_hand_on_every_board(
    pays: holdem.HoldemOdds, counts: HoldemCounts
) -> None:
    """Five minutes of enumeration, done once: all flops, turns, rivers and hands of the dealer for
    7c 2d.
    """
    assert holdem.values(pays, counts.totals)[5] == Fraction(-10_816_140_431, 10_487_862_000)


def test_the_bonus_by_hand() -> None:
    """1,326 hole cards: 6 pairs of aces, of which 1 in 1,225 meets the other two; the rest by
    counting.
    """
    edge = holdem.bonus_cases(variants.holdem(), np.ones(169, np.bool_)).house_edge
    won = (
        Fraction(6 * (1_000 + 30 * 1_224), 1_225)
        + 4 * 25
        + 8 * 20
        + 12 * 15
        + 18 * 10
        + 24 * 5
        + 54 * 3
    )
    assert edge == Fraction(1_326 - 6 - 4 - 8 - 12 - 18 - 24 - 54, 1_326) - won / 1_326


def test_a_folded_bonus_hand_loses_the_bonus() -> None:
    plays = np.ones(169, np.bool_)
    plays[0] = False
    book = variants.holdem()
    lost = (
        holdem.bonus_cases(book, plays).house_edge
        - holdem.bonus_cases(book, np.ones(169, np.bool_)).house_edge
    )
    # Six pairs of twos, three to one each, and the stake.
    assert lost == Fraction(6 * 4, 1_326)


def test_results_are_those_of_the_settlement_engine(pays: holdem.HoldemOdds) -> None:
    random = Random(29)
    for _ in range(400):
        cards = random.sample(DECK, 9)
        names = [NAMES[card] for card in cards]
        turn, river = random.randint(0, 1), random.randint(0, 1)
        mine, theirs = strength_of_seven(cards[:2] + cards[4:]), strength_of_seven(cards[2:])
        net = Fraction(0)
        if mine > theirs:
            net = pays.won(turn, river) + (pays.ante if mine >= pays.paid_from else 0)
        elif mine < theirs:
            net = -pays.staked(turn, river)
        bets = {"ante": "1.00", "flop": "2.00"}
        bets |= {"turn": "1.00"} if turn else {}
        bets |= {"river": "1.00"} if river else {}
        box = {"box": 1, "cards": names[:2], "bets": bets}
        record = {
            "id": "r",
            "rulebook": MH,
            "dealer": names[2:4],
            "community": names[4:],
            "boxes": [box],
        }
        assert pitboss.settle(record).boxes[0].net == 100 * net


def test_hands_of_hole_and_flop_cards_are_hands_of_five() -> None:
    made = holdem.progressive_hands(np.ones(169, np.bool_))
    assert made == tuple(Fraction(HANDS[category], 2_598_960) for category in Category)
    aces = holdem.flop_hands()[168]
    rest = [card for card in DECK if card not in parse_cards("As Ah")]
    plain = [0] * len(Category)
    for flop in combinations(rest, 3):
        plain[CATEGORY_OF[strength_of_five([*parse_cards("As Ah"), *flop])]] += 6
    assert aces.tolist() == plain


def test_a_choice_of_equal_value_takes_the_smaller_wager() -> None:
    assert holdem.best_plays([Fraction(-1), Fraction(-1, 2)]).tolist() == [False, True]


def test_river_odds_of_another_kind_change_the_river_decision(counts: HoldemCounts) -> None:
    generous = holdem.best_counts(holdem.HoldemOdds.of(variants.holdem(pays__river__win="3 to 2")))
    bets, more = counts.entries >> BET_SHIFT, generous.entries >> BET_SHIFT
    assert more.sum() > bets.sum()
    assert np.array_equal(counts.totals.sum(axis=(1, 2)), generous.totals.sum(axis=(1, 2)))


def test_the_ante_paid_from_another_hand_moves_wins_and_no_losses(counts: HoldemCounts) -> None:
    flush = holdem.HoldemOdds.of(variants.holdem(pays__ante__from_category="flush"))
    found = holdem.best_counts(flush)
    assert found.totals[..., counting.PAID_WIN].sum() < counts.totals[..., counting.PAID_WIN].sum()
    assert found.totals[..., counting.LOSS].sum() == counts.totals[..., counting.LOSS].sum()
    assert (
        holdem.cases(flush, found.totals, np.ones(169, np.bool_)).house_edge
        > holdem.cases(
            holdem.HoldemOdds.of(variants.holdem()), counts.totals, np.ones(169, np.bool_)
        ).house_edge
    )
