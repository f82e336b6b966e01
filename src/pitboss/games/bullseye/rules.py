"""How Bullseye is settled."""

from typing import assert_never

import msgspec

from pitboss.games import progressive
from pitboss.games.bullseye.book import BullseyeBook, CountPays
from pitboss.games.bullseye.family import FAMILY
from pitboss.games.limits import goes_back_under_minimum, within_limits
from pitboss.games.progressive import Awards, ProgressivePays
from pitboss.games.record import LEFT, UNREVEALED, Box, Round
from pitboss.games.settlement import DealerHand, Line, Payment, Wager, returned
from pitboss.kernel.cards import Card
from pitboss.kernel.hand_names import point_hand_name
from pitboss.kernel.points import (
    NO_HAND,
    PAIR_OF_JACKS,
    PAIR_OF_KINGS,
    PLACE_LABELS,
    PointKind,
    best_place,
    is_picture,
    kind_of_place,
    makes_three_card_hand,
    place_of_two,
    settings,
)
from pitboss.kernel.poker import CATEGORY_OF, Category, strength_of_five
from pitboss.rulebook.readings import EqualPointHands, PicturePairs

LAYOUT_BETS = FAMILY.bets[:-1]


class PlacedHand(msgspec.Struct, frozen=True):
    """A hand as it is set: its place on the list (0: no 3 Card Hand), and the clauses that set it
    that way.
    """

    place: int
    clauses: tuple[str, ...]


class BullseyeRules:
    """A Bullseye rulebook prepared for settling."""

    def __init__(self, book: BullseyeBook) -> None:
        self.book = book
        self.cites = cites = book.cites
        self.progressive_pays = ProgressivePays(book)
        order = list(range(len(PLACE_LABELS)))
        if book.readings.picture_pairs.take is PicturePairs.EQUAL:
            for place in range(PAIR_OF_JACKS, PAIR_OF_KINGS + 1):
                order[place] = PAIR_OF_KINGS
        self.order = tuple(order)
        main, tie = book.pays.main, book.pays.tie
        by_kind = {
            PointKind.GNAU_TUNG_KU: Payment.of(main.gnau_tung_ku, cites.player_higher),
            PointKind.PAIR: Payment.of(main.pair, cites.player_higher),
            PointKind.MIXED_PICTURES: Payment.of(main.mixed_pictures, cites.player_higher),
            PointKind.POINT_TOTAL: Payment.of(main.point_total, cites.player_higher),
        }
        self.main_higher = {
            place: by_kind[kind_of_place(place)] for place in range(NO_HAND + 1, len(PLACE_LABELS))
        }
        self.tie_same = Payment.of(tie.same_ranking, cites.tie)
        self.tie_neither = Payment.of(tie.both_without_three_card_hand, cites.dealer_without_tie)
        self.suits = _by_count(book.pays.suits, cites.suits)
        self.bullseye = _by_count(book.pays.bullseye, cites.bullseye)

    # ── the hands ─────────────────────────────────────────────────────────────────────────────────

    def dealer(self, round: Round) -> PlacedHand | None:
        """1.1.5: the dealer sets the House Way."""
        cards = round.dealer
        return (
            None
            if cards is None or len(cards) != 5
            else self._house_way(cards, self.cites.house_way)
        )

    def dealer_name(self, dealer: PlacedHand) -> DealerHand:
        return DealerHand(PLACE_LABELS[dealer.place], dealer.place != NO_HAND)

    def hand(self, round: Round, box: Box) -> PlacedHand | None:  # noqa: ARG002 - hold'em needs the round
        """3.10.1 and 3.12: the player's own setting, or the House Way if it misses a 10, 20 or
        30.
        """
        cards, three = box.cards, box.three
        if cards is None or len(cards) != 5:
            return None
        if three is None:
            return self._house_way(
                cards, self.cites.left if box.state is LEFT else self.cites.house_way
            )
        if not makes_three_card_hand(three):
            return self._house_way(cards, self.cites.missed_setting)
        first, second = (card for card in cards if card not in three)
        return PlacedHand(place_of_two(first, second), self.cites.own_setting)

    def _house_way(self, cards: tuple[Card, ...], clauses: tuple[str, ...]) -> PlacedHand:
        return PlacedHand(best_place(cards, self.order), clauses)

    def three_card_hand(
        self, cards: tuple[Card, ...], three: tuple[Card, ...] | None
    ) -> tuple[Card, ...]:
        """As the player has set it; where that makes none, as the House Way sets it."""
        if three is not None and makes_three_card_hand(three):
            return three
        allowed = settings(cards)
        return max(allowed, key=lambda one: self.order[one.place]).three if allowed else ()

    def hand_name(self, hand: PlacedHand) -> str:
        return PLACE_LABELS[hand.place]

    def hand_words(self, hand: PlacedHand) -> str:
        return point_hand_name(hand.place)

    def progressive_hand(self, round: Round, box: Box, hand: PlacedHand | None) -> Category | None:  # noqa: ARG002 - as above
        """3.4.2.2: five cards at their printed ranks; a hand that is not shown has no combination
        (3.17).
        """
        if box.cards is None or box.state is UNREVEALED:
            return None
        return CATEGORY_OF[strength_of_five(box.cards)]

    # ── the wagers ────────────────────────────────────────────────────────────────────────────────

    def settle_box(
        self, round: Round, box: Box, hand: PlacedHand | None, dealer: PlacedHand, awards: Awards
    ) -> list[Line]:
        rules, settled_before = self.book.limits, box.under_minimum_settled_before
        lines = []
        for bet, laid, limit in zip(LAYOUT_BETS, box.bets, round.limits, strict=False):
            if not laid:
                continue
            if settled_before and goes_back_under_minimum(laid, limit, rules):
                lines.append(returned(bet, laid, rules.under_minimum_clauses))
            else:
                lines.append(
                    self.settle_wager(within_limits(bet, laid, limit, rules), box, hand, dealer)
                )
        stake = box.bets[-1]
        if stake:
            category = self.progressive_hand(round, box, hand)
            if category is None:
                lines.append(progressive.loses(stake, self.cites.hidden))
            else:
                lines.append(self.progressive_pays.settle(box.number, stake, category, awards))
        return lines

    def settle_wager(
        self, wager: Wager, box: Box, hand: PlacedHand | None, dealer: PlacedHand
    ) -> Line:
        """A wager of the layout; 3.17 comes first: a hand that is not shown loses."""
        if box.state is UNREVEALED:
            return wager.loses(self.cites.hidden)
        assert hand is not None, "a hand that is settled has its cards"
        assert box.cards is not None, "as above"
        match wager.bet:
            case "main":
                return self.settle_main(wager, hand, dealer)
            case "tie":
                return self.settle_tie(wager, hand, dealer)
            case "suits":
                suits = [card & 3 for card in box.cards]
                return _paid_by_count(
                    wager, max(map(suits.count, suits)), self.suits, self.cites.suits
                )
            case _:
                pictures = sum(map(is_picture, box.cards))
                return _paid_by_count(wager, pictures, self.bullseye, self.cites.bullseye)

    def settle_main(self, wager: Wager, hand: PlacedHand, dealer: PlacedHand) -> Line:
        """3.10.4, 3.14.1, then the comparison of 3.3 on the list of 3.15."""
        cites = self.cites
        if hand.place == NO_HAND:
            return wager.loses(cites.no_three_card_hand)
        if dealer.place == NO_HAND:
            return wager.pushes(cites.dealer_without_push)
        mine, theirs = self.order[hand.place], self.order[dealer.place]
        if mine < theirs:
            return wager.loses(cites.player_lower + hand.clauses)
        if mine == theirs:
            match self.book.readings.equal_point_hands.take:
                case EqualPointHands.PUSH:
                    return wager.pushes(cites.equal + hand.clauses)
                case EqualPointHands.LOSE:
                    return wager.loses(cites.equal + hand.clauses)
                case EqualPointHands.WIN:
                    pass
                case _:
                    assert_never(self.book.readings.equal_point_hands.take)
        return wager.wins(self.main_higher[hand.place], clauses=hand.clauses)

    def settle_tie(self, wager: Wager, hand: PlacedHand, dealer: PlacedHand) -> Line:
        """1.1.13 and 3.14.2: equal point hands, or no 3 Card Hand on either side."""
        dealer_without = dealer.place == NO_HAND
        if self.order[hand.place] != self.order[dealer.place]:
            return wager.loses(self.cites.dealer_without_tie if dealer_without else self.cites.tie)
        return wager.wins(self.tie_neither if dealer_without else self.tie_same)


def _by_count(pays: CountPays, clauses: tuple[str, ...]) -> dict[int, Payment]:
    return {
        3: Payment.of(pays.three, clauses),
        4: Payment.of(pays.four, clauses),
        5: Payment.of(pays.five, clauses),
    }


def _paid_by_count(
    wager: Wager, count: int, pays: dict[int, Payment], clauses: tuple[str, ...]
) -> Line:
    """Suits and Bullseye: exactly three, four or five alike."""
    payment = pays.get(count)
    return wager.loses(clauses) if payment is None else wager.wins(payment)
