"""How stud is settled."""

from pitboss.games import progressive
from pitboss.games.limits import goes_back_under_minimum, within_limits, within_raise
from pitboss.games.progressive import Awards, ProgressivePays
from pitboss.games.record import FOLDED, LEFT, PLAYED, UNREVEALED, Box, HandState, Round
from pitboss.games.settlement import DealerHand, Line, Payment, Wager, all_returned, returned
from pitboss.games.stud.book import HiddenProgressive, StudBook, StudHiding
from pitboss.games.stud.family import FAMILY
from pitboss.kernel.hand_names import poker_hand_name
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import (
    ACE_KING_HIGH,
    CATEGORY_LABELS,
    CATEGORY_OF,
    Category,
    strength_of_five,
)
from pitboss.rulebook.model import FoldedProgressive
from pitboss.rulebook.parts import Leaving
from pitboss.rulebook.readings import DeclinedWithNoHand, HiddenHand


class StudRules:
    """A stud rulebook prepared for settling. A hand is its strength."""

    def __init__(self, book: StudBook) -> None:
        self.book = book
        self.cites = cites = book.cites
        self.progressive_pays = ProgressivePays(book)
        self.hidden = _what_hiding_does(book)
        self.bet_cap = book.caps.get("bet")
        self.bet_times = book.wagers.bet.times_opening or 0
        self.progressive_lives = _where_progressive_lives(book)
        ante = book.pays.ante
        self.ante_unqualified = Payment.of(
            ante.dealer_does_not_qualify, cites.dealer_does_not_qualify_ante
        )
        self.ante_higher = Payment.of(ante.dealer_qualifies, cites.player_higher)
        lines = [book.pays.bet.line(category) for category in Category]
        self.bet_higher = tuple(
            Payment.of(line, cites.player_higher) for line in lines if line is not None
        )

    # ── the hands ─────────────────────────────────────────────────────────────────────────────────

    def dealer(self, round: Round) -> int | None:
        cards = round.dealer
        return None if cards is None or len(cards) != 5 else strength_of_five(cards)

    def dealer_name(self, dealer: int) -> DealerHand:
        return DealerHand(CATEGORY_LABELS[CATEGORY_OF[dealer]], dealer >= ACE_KING_HIGH)

    def hand(self, round: Round, box: Box) -> int | None:  # noqa: ARG002 - hold'em needs the round
        cards = box.cards
        return None if cards is None or len(cards) != 5 else strength_of_five(cards)

    def hand_name(self, hand: int) -> str:
        return CATEGORY_LABELS[CATEGORY_OF[hand]]

    def hand_words(self, hand: int) -> str:
        return poker_hand_name(hand)

    def progressive_hand(self, round: Round, box: Box, hand: int | None) -> Category | None:  # noqa: ARG002 - as above
        """RWS 3.12.1, 5.5 and 4.3; MBS 3.9.1, 5.11 and 3.10.1."""
        if hand is None or box.state not in self.progressive_lives:
            return None
        if box.state is UNREVEALED and self.hidden is not HiddenHand.SHOWN:
            if progressive.BET not in box.established:
                return None
        return CATEGORY_OF[hand]

    # ── the wagers ────────────────────────────────────────────────────────────────────────────────

    def settle_box(
        self, round: Round, box: Box, hand: int | None, dealer: int, awards: Awards
    ) -> list[Line]:
        if box.state is LEFT and self.book.play.leaving is Leaving.INVALID:
            return all_returned(FAMILY.bets, box.bets, self.cites.left)
        ante_laid, bet_laid, progressive_laid = box.bets
        limit, rules = round.limits[0], self.book.limits
        if box.under_minimum_settled_before and goes_back_under_minimum(ante_laid, limit, rules):
            clauses = rules.under_minimum_clauses
            lines = [returned("ante", ante_laid, clauses)]
            if bet_laid:
                lines.append(returned("bet", bet_laid, clauses))
        else:
            ante = within_limits("ante", ante_laid, limit, rules)
            if bet_laid:
                bet = within_raise("bet", bet_laid, ante, self.bet_times, rules)
                lines = self.settle_ante_and_bet(box, hand, dealer, ante, bet)
            else:
                lines = [ante.loses(self.cites.folded if box.state is FOLDED else self.cites.left)]
        if progressive_laid:
            lines.append(self.settle_progressive(round, box, hand, progressive_laid, awards))
        return lines

    def settle_ante_and_bet(
        self, box: Box, hand: int | None, dealer: int, ante: Wager, bet: Wager
    ) -> list[Line]:
        """RWS 4.3, then 3.13 and 3.14; MBS 3.10.1, then 3.10.2 to 3.10.4."""
        if box.state is UNREVEALED and (self.hidden is not HiddenHand.SHOWN or hand is None):
            return self.settle_hidden(dealer, ante, bet)
        if dealer < ACE_KING_HIGH:
            return self.dealer_does_not_qualify(ante, bet)
        assert hand is not None, "a hand that is compared has its cards"
        return self.compare(hand, dealer, ante, bet)

    def dealer_does_not_qualify(self, ante: Wager, bet: Wager) -> list[Line]:
        """RWS 3.13, MBS 3.10.2: the ante is paid and the bet goes back, whatever the player
        holds.
        """
        return [
            ante.wins(self.ante_unqualified),
            bet.pushes(self.cites.dealer_does_not_qualify_bet),
        ]

    def compare(self, hand: int, dealer: int, ante: Wager, bet: Wager) -> list[Line]:
        """RWS 3.14.1 to 3.14.3, MBS 3.10.3.1, 3.10.3.2 and 3.10.4."""
        cites = self.cites
        if hand < dealer:
            return [ante.loses(cites.player_lower), bet.loses(cites.player_lower)]
        if hand == dealer:
            return [ante.pushes(cites.stand_off), bet.pushes(cites.stand_off)]
        return [
            ante.wins(self.ante_higher),
            bet.wins(self.bet_higher[CATEGORY_OF[hand]], self.bet_cap),
        ]

    def settle_hidden(self, dealer: int, ante: Wager, bet: Wager) -> list[Line]:
        """Cards that are not shown: RWS 4.3, MBS 3.10.1."""
        if self.hidden is not HiddenHand.FOLDED and dealer < ACE_KING_HIGH:
            return self.dealer_does_not_qualify(ante, bet)
        # A rank that nobody has proved can't win a comparison; a hand deemed folded loses
        # everything staked.
        return [ante.loses(self.cites.hidden), bet.loses(self.cites.hidden)]

    def settle_progressive(
        self, round: Round, box: Box, hand: int | None, stake: Cents, awards: Awards
    ) -> Line:
        category = self.progressive_hand(round, box, hand)
        if category is not None:
            return self.progressive_pays.settle(box.number, stake, category, awards)
        return progressive.loses_unshown(box, stake, self.book.play.folded_progressive, self.cites)


def _where_progressive_lives(book: StudBook) -> tuple[HandState, ...]:
    """What may have happened to a hand that can still win the jackpot."""
    play = book.play
    states = [PLAYED]
    if play.folded_progressive is FoldedProgressive.STAYS:
        states += [FOLDED, LEFT] if play.leaving is Leaving.FOLDED else [FOLDED]
    if play.hidden_progressive is HiddenProgressive.IF_ESTABLISHED:
        states.append(UNREVEALED)
    return tuple(states)


def _what_hiding_does(book: StudBook) -> HiddenHand:
    """A document that deems a hidden hand folded says so; the others leave it to a reading."""
    readings = book.readings
    if readings.hidden_hand is not None:
        return readings.hidden_hand.take
    if readings.declined_with_no_hand is not None:
        paid = readings.declined_with_no_hand.take is DeclinedWithNoHand.ANTE_PAID
        return HiddenHand.UNPROVED if paid else HiddenHand.FOLDED
    assert book.play.hiding is StudHiding.DEEMED_FOLDED, "the loader asks for a reading otherwise"
    return HiddenHand.FOLDED
