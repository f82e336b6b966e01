"""The simulator's rounds against the settlement of live rounds: the same cards must come to the
same money.

A block of one round is simulated, so that its one cell is known; the same deal is then settled as a
round record, and every wager must come to what the cell is said to be worth.
"""

from collections.abc import Callable
from fractions import Fraction

import msgspec
import numpy as np
import pytest

from pitboss.games.bullseye.book import BullseyeBook
from pitboss.games.family import family_of
from pitboss.games.holdem.book import HoldemBook
from pitboss.games.record import FOLDED, NO_LIMIT, PLAYED, Box, HandState, Jackpot, Round
from pitboss.games.settle import settle_round
from pitboss.games.stud.book import StudBook
from pitboss.kernel.cards import Card
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import Category
from pitboss.maths.exact.holdem_classes import (
    FOUR_BEGINS,
    four_class,
    four_of_key,
    mask_index,
    pair_of,
)
from pitboss.maths.exact.holdem_counts import starting_hand
from pitboss.maths.kernels.draws import deals
from pitboss.maths.kernels.ranking import five
from pitboss.maths.kernels.ranksets import KEYS
from pitboss.maths.simulation import holdem_kernel, kernels
from pitboss.maths.simulation.blocks import BLOCK_ROUNDS, Plan, Work, count_blocks
from pitboss.maths.simulation.game import Stakes, Strategy
from pitboss.maths.simulation.pays import (
    ProgressiveValues,
    bullseye_values,
    holdem_values,
    progressive_values,
    stake_unit,
    stud_values,
)
from pitboss.maths.simulation.run import prepare, strategies_of
from pitboss.maths.simulation.stud import StudGame
from pitboss.rulebook.loader import builtin_ids
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.parts import Cap, PayLine
from pitboss.rulebook.pay import parse_pay
from pitboss.rulebook.readings import EqualPointHands, PicturePairs
from tests.effort import times
from tests.maths import decision_tables
from tests.support import book_of

ROUNDS = times(1_200, 400)
BET, JACKPOT = Cents(500), Cents(31_415_900)
Net = dict[str, Fraction]


def variants() -> dict[str, Rulebook]:
    """The five documents, and variants in what a simulation could get wrong: odds, readings, what a
    fold forfeits.
    """
    found = {name: book_of(name) for name in builtin_ids()}
    stud, bullseye, holdem = (
        found["mbs-megalink-stud-6"],
        found["mbs-megalink-bullseye-4"],
        found["rws-multilink-holdem-2"],
    )
    assert isinstance(stud, StudBook)
    assert isinstance(bullseye, BullseyeBook)
    assert isinstance(holdem, HoldemBook)
    change = msgspec.structs.replace
    pays = stud.pays
    line = PayLine(parse_pay("7 to 3"), pays.bet.one_pair.clause if pays.bet.one_pair else "")
    found["stud, a pair pays 7 to 3"] = change(
        stud, pays=change(pays, bet=change(pays.bet, one_pair=line))
    )
    readings = bullseye.readings
    for equal in EqualPointHands:
        for pictures in PicturePairs:
            found[f"bullseye, {equal}, {pictures}"] = change(
                bullseye,
                readings=change(
                    readings,
                    equal_point_hands=change(readings.equal_point_hands, take=equal),
                    picture_pairs=change(readings.picture_pairs, take=pictures),
                ),
            )
    ante = holdem.pays.ante
    found["holdem, the ante pays from two pairs, 3 to 2"] = change(
        holdem,
        pays=change(
            holdem.pays,
            ante=change(
                ante, from_category="two-pairs", win=PayLine(parse_pay("3 to 2"), ante.win.clause)
            ),
        ),
    )
    return found


BOOKS = variants()


def one_round(plan: Plan, block: int) -> list[int]:
    """The cells of a block's first round."""
    # The last block of a simulation may be short: here it has one round.
    counts = count_blocks(plan, Work(block * BLOCK_ROUNDS + 1, seed=5), block, block + 1)
    return [int(cell) for cell in np.nonzero(counts)[0]]


def settled(
    book: Rulebook,
    state: HandState,
    bets: dict[str, int],
    cards: list[Card],
    dealer: list[Card],
    community: list[Card] | None = None,
) -> Net:
    """What each wager came to in the settlement of live rounds, in units of the opening wager."""
    wagers = family_of(book).bets
    unit = stake_unit(book)
    laid = tuple(
        Cents(bets.get(name, 0) * unit if name != "progressive" else BET) for name in wagers
    )
    box = Box(1, None, state, laid, tuple(cards))
    round = Round(
        None,
        msgspec.structs.replace(book, caps={}),
        False,
        (NO_LIMIT,) * len(wagers),
        Jackpot(JACKPOT, Cents(100)),
        tuple(dealer),
        None if community is None else tuple(community),
        (box,),
    )
    found = {}
    for line in settle_round(round).boxes[0].lines:
        found[line.bet] = Fraction(line.net, BET if line.bet == "progressive" else unit)
    return found


def progressive_net(values: ProgressiveValues, category: int, folded: bool) -> Fraction:
    """What a progressive bet comes to by the simulator's values."""
    if folded and not values.lives_when_folded:
        return Fraction(-1)
    return values.fixed[category] + values.share[category] * Fraction(JACKPOT, BET) - 1


def stud_round(book: StudBook, block: int, plan: Plan, deal: list[Card]) -> None:
    (cell,) = one_round(plan, block)
    result, category = divmod(cell, len(Category))
    folded = result in (kernels.FOLD_TO_HAND, kernels.FOLD_TO_NONE)
    bets = {"ante": 1} if folded else {"ante": 1, "bet": 2}
    found = settled(book, FOLDED if folded else PLAYED, bets, deal[:5], deal[5:])
    values = stud_values(book)
    assert found["ante"] == values["ante"].net[cell]
    assert found.get("bet", 0) == values["bet"].net[cell]
    assert found["ante"] + found.get("bet", 0) == values["main"].net[cell]
    assert found["progressive"] == progressive_net(progressive_values(book, BET), category, folded)
    assert sum(bets.values()) == values["main"].staked[cell]


def holdem_round(book: HoldemBook, block: int, plan: Plan, deal: list[Card]) -> None:
    main, bonus, combination = one_round(plan, block)
    path = main // 30
    bets = {"ante": 1, "bonus": 1}
    if path:
        bets |= {"flop": 2, "turn": path - 1 & 1, "river": path - 1 >> 1}
    state = PLAYED if path else FOLDED
    found = settled(book, state, bets, deal[:2], deal[7:], deal[2:7])
    values = holdem_values(book)
    for name in ("ante", "flop", "turn", "river"):
        assert found.get(name, 0) == values[name].net[main], name
    raised = sum(found.get(name, 0) for name in ("ante", "flop", "turn", "river"))
    assert raised == values["main"].net[main]
    assert sum(bets.values()) - 1 == values["main"].staked[main]
    assert found["bonus"] == values["bonus"].net[bonus - holdem_kernel.BONUS_AT]
    folded, category = divmod(combination - holdem_kernel.PROGRESSIVE_AT, 10)
    assert bool(folded) is (path == 0)
    assert found["progressive"] == progressive_net(
        progressive_values(book, BET), category, bool(folded)
    )


def bullseye_round(book: BullseyeBook, block: int, plan: Plan, deal: list[Card]) -> None:
    pairs, suits, pictures, category = one_round(plan, block)
    bets = {"main": 1, "tie": 1, "suits": 1, "bullseye": 1}
    found = settled(book, PLAYED, bets, deal[:5], deal[5:])
    values = bullseye_values(book)
    assert found["main"] == values["main"].net[pairs]
    assert found["tie"] == values["tie"].net[pairs]
    assert found["suits"] == values["suits"].net[suits - kernels.SUITS_AT]
    assert found["bullseye"] == values["bullseye"].net[pictures - kernels.PICTURES_AT]
    wins = progressive_net(progressive_values(book, BET), category - kernels.COMBINATION_AT, False)
    assert found["progressive"] == wins


def check_of(book: Rulebook) -> tuple[Callable[..., None], int]:
    checks: dict[str, tuple[Callable[..., None], int]] = {
        "stud": (stud_round, kernels.STUD_CARDS),
        "holdem": (holdem_round, holdem_kernel.HOLDEM_CARDS),
        "bullseye": (bullseye_round, kernels.BULLSEYE_CARDS),
    }
    return checks[book.family]


@pytest.mark.parametrize("name", BOOKS)
def test_a_simulated_round_comes_to_what_its_settlement_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = BOOKS[name]
    check, cards = check_of(book)
    # Values are the same for every round; asking for them anew would take most of the time.
    for values in (stud_values, holdem_values, bullseye_values):
        monkeypatch.setitem(globals(), values.__name__, _kept(values))
    for strategy in strategies_of(book):
        plan = prepare(book, strategy, Stakes(BET, JACKPOT)).plan
        for block in range(ROUNDS // len(strategies_of(book))):
            (deal,) = deals(5, block, 1, cards).tolist()
            check(book, block, plan, deal)


def _kept(values: Callable[..., object]) -> Callable[[Rulebook], object]:
    kept: dict[int, object] = {}

    def answer(book: Rulebook) -> object:
        if id(book) not in kept:
            kept[id(book)] = values(book)
        return kept[id(book)]

    return answer


# ── decisions ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("strategy", ["optimal", "akj83", "blind", "always-fold"])
def test_stud_hands_are_bet_as_the_decision_table_says(strategy: str) -> None:
    book = book_of("rws-multilink-stud-3")
    assert isinstance(book, StudBook)
    plan = prepare(book, Strategy(strategy), Stakes()).plan
    table = decision_tables.stud_table(book, strategy)
    bets = folds = 0
    for block in range(1_500):
        (deal,) = deals(5, block, 1, 10)
        hand = (deal[0], deal[1], deal[2], deal[3], deal[4])
        strength = five(*hand)
        wanted = decision_tables.stud_bets(
            table.verdict, table.begins, table.width, table.bets, strength, *hand, deal[9]
        )
        (cell,) = one_round(plan, block)
        assert (cell // 10 >= kernels.NO_DEALER_HAND) == bool(wanted)
        bets, folds = bets + bool(wanted), folds + (not wanted)
    assert {"blind": folds, "always-fold": bets}.get(strategy, 0) == 0
    if strategy in ("optimal", "akj83"):
        assert min(bets, folds) > 500


def test_hands_that_need_the_exposed_card_are_looked_up_by_it() -> None:
    # A-K-Q-J-9 and its like: bet against some exposed cards and folded against others (a dealer
    # showing one of one's own ranks, or a low card), which only the exposed card can tell.
    book = book_of("rws-multilink-stud-3")
    assert isinstance(book, StudBook)
    plan = prepare(book, Strategy.OPTIMAL, Stakes()).plan
    table = decision_tables.stud_table(book)
    looked = 0
    for block in range(12_000):
        (deal,) = deals(5, block, 1, 10)
        hand = (deal[0], deal[1], deal[2], deal[3], deal[4])
        strength = five(*hand)
        if table.verdict[strength] != decision_tables.LOOK:
            continue
        looked += 1
        wanted = decision_tables.stud_bets(
            table.verdict, table.begins, table.width, table.bets, strength, *hand, deal[9]
        )
        assert (one_round(plan, block)[0] // 10 >= kernels.NO_DEALER_HAND) == bool(wanted)
    assert looked > 300


def test_holdem_hands_are_raised_as_the_decision_table_says() -> None:
    book = book_of("rws-multilink-holdem-2")
    assert isinstance(book, HoldemBook)
    plan = prepare(book, Strategy.OPTIMAL, Stakes()).plan
    table = decision_tables.holdem_table(book)
    suits = np.zeros(4, np.int64)
    paths = np.zeros(5, np.int64)
    for block in range(4_000):
        (deal,) = deals(5, block, 1, 9).astype(np.int64)
        a, b, *board = deal[:6]
        turn = decision_tables.holdem_turn_bets(
            table.flop_class, table.flop_suits, table.turn_bets, a, b, *board[:3]
        )
        river = decision_tables.holdem_river_bets(
            table.river_bets,
            table.mask_index,
            table.four_of_key,
            table.begins,
            a,
            b,
            np.array(board),
            suits,
        )
        plays = table.plays[starting_hand(a, b)]
        path = one_round(plan, block)[0] // 30
        assert path == (1 + turn + 2 * river if plays else 0)
        paths[path] += 1
    assert paths.min() > 50, "every path is taken"


def test_river_decisions_are_looked_up_where_they_were_put() -> None:
    index, four_of, begins = mask_index(), four_of_key(), FOUR_BEGINS
    suits = np.zeros(4, np.int64)
    for deal in deals(seed=6, block=0, rounds=8_000, cards=6):
        a, b, *board = deal.astype(np.int64)
        at, sorts = four_class(np.array(board), index, four_of, begins, suits)
        wanted = at + pair_of((a >> 2) + suits[a & 3], (b >> 2) + suits[b & 3], sorts)
        assert holdem_kernel.river_place(*deal, index, four_of, KEYS, begins) == wanted  # type: ignore[call-arg]  # six cards


def test_payout_caps_are_left_out() -> None:
    cap = {"bet": Cap("0.01", "4.1.1"), "bonus": Cap("0.01", "4.1.1")}
    for name, values in (
        ("rws-casino-stud-6", stud_values),
        ("rws-multilink-holdem-2", holdem_values),
    ):
        book = book_of(name)
        ask: Callable[[Rulebook], object] = values  # type: ignore[assignment]  # each takes a family of its own
        assert ask(msgspec.structs.replace(book, caps=cap)) == ask(book)


def test_a_jackpot_that_folding_forfeits_is_played_for() -> None:
    # Hands that the document's own table pays, flushes and better, are bet anyway. A table that
    # rewards a weak hand changes decisions; here it is one that rewards nothing at all.
    book = book_of("rws-casino-stud-6")
    assert isinstance(book, StudBook)
    change = msgspec.structs.replace
    award = PayLine(parse_pay("$500"), "4.2:flush")
    generous = change(
        book,
        pays=change(book.pays, progressive=change(book.pays.progressive, five_odd_cards=award)),
    )
    # $500 for five odd cards and $100 for a flush are 20 and 4 antes of $25; a royal flush wins all
    # of $314,159.
    forfeited = StudGame(
        generous, Strategy.OPTIMAL, Stakes(BET, JACKPOT, ante=Cents(2_500))
    )._forfeited()
    assert forfeited is not None
    assert forfeited[Category.FIVE_ODD_CARDS] == 20
    assert forfeited[Category.FLUSH] == 4
    assert forfeited[Category.ROYAL_FLUSH] == Fraction(314_159, 25)
    plain = prepare(generous, Strategy.OPTIMAL, Stakes(BET, None)).plan
    keen = prepare(generous, Strategy.OPTIMAL, Stakes(BET, JACKPOT, ante=Cents(2_500))).plan
    folds = [int(count_blocks(plan, Work(100_000, 1), 0, 1)[:20].sum()) for plan in (plain, keen)]
    # Twenty antes for keeping five odd cards in: nobody folds them.
    assert folds[0] > 40_000
    assert folds[1] == 0
