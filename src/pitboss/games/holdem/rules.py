"""How hold'em is settled."""

from pitboss.games import progressive
from pitboss.games.deal_plan import FLOP_CARDS
from pitboss.games.holdem.book import BonusPays, HoldemBook
from pitboss.games.holdem.family import FAMILY
from pitboss.games.limits import goes_back_under_minimum, within_limits, within_raise
from pitboss.games.progressive import Awards, ProgressivePays
from pitboss.games.record import FOLDED, LEFT, UNREVEALED, Box, Round
from pitboss.games.settlement import DealerHand, Line, Payment, Wager, all_returned, returned
from pitboss.kernel.cards import ACE, JACK, KING, Card
from pitboss.kernel.hand_names import poker_hand_name
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import (
    CATEGORY_LABELS,
    CATEGORY_OF,
    Category,
    strength_of_five,
    strength_of_seven,
)
from pitboss.rulebook.model import FoldedProgressive
from pitboss.rulebook.parts import PayLine
from pitboss.rulebook.readings import LeavingAfterFlop

RAISES = FAMILY.raises
BONUS = "bonus"
_BONUS_AT = FAMILY.bets.index(BONUS)


class HoldemRules:
    """A hold'em rulebook prepared for settling. A hand is the strength of its best five of
    seven.
    """

    def __init__(self, book: HoldemBook) -> None:
        self.book = book
        self.cites = cites = book.cites
        self.progressive_pays = ProgressivePays(book)
        pays, wagers = book.pays, book.wagers
        self.ante_higher = Payment.of(pays.ante.win, cites.player_higher)
        self.ante_pays_from = Category(CATEGORY_LABELS.index(pays.ante.from_category))
        raise_lines = {"flop": pays.flop.win, "turn": pays.turn.win, "river": pays.river.win}
        self.raises_higher = {
            bet: Payment.of(line, cites.player_higher) for bet, line in raise_lines.items()
        }
        self.times = tuple(
            wager.times_opening or 0 for wager in (wagers.flop, wagers.turn, wagers.river)
        )
        self.bonus_cap = book.caps.get(BONUS)
        self.leaving = book.readings.leaving_after_flop.take
        # The document mentions folding twice: once for each device.
        self.folded_by = dict.fromkeys(book.dealing, cites.folded)
        for name, dealing in book.dealing.items():
            if dealing.device == "shuffler" and cites.folded_at_shuffler:
                self.folded_by[name] = cites.folded_at_shuffler

    # ── the hands ─────────────────────────────────────────────────────────────────────────────────

    def dealer(self, round: Round) -> int | None:
        return _best_of_seven(round.dealer, round.community)

    def dealer_name(self, dealer: int) -> DealerHand:
        return DealerHand(CATEGORY_LABELS[CATEGORY_OF[dealer]], None)

    def hand(self, round: Round, box: Box) -> int | None:
        return _best_of_seven(box.cards, round.community)

    def hand_name(self, hand: int) -> str:
        return CATEGORY_LABELS[CATEGORY_OF[hand]]

    def hand_words(self, hand: int) -> str:
        return poker_hand_name(hand)

    def progressive_hand(self, round: Round, box: Box, hand: int | None) -> Category | None:  # noqa: ARG002 - stud needs it
        """1.21: hole cards and flop cards; turn and river never count."""
        if box.cards is None:
            return None
        if box.state is UNREVEALED and progressive.BET not in box.established:
            return None
        if self._folded(box) and self.book.play.folded_progressive is FoldedProgressive.LOST:
            return None
        if round.community is None or len(round.community) < FLOP_CARDS:
            # Nobody had a wager that a flop could have decided.
            return None
        return CATEGORY_OF[strength_of_five(box.cards + round.community[:FLOP_CARDS])]

    def _folded(self, box: Box) -> bool:
        """Folded, or deemed so: 5.5, unless the reading lets a player who left after the Flop check
        to the end.
        """
        if box.state is LEFT:
            return self.leaving is not LeavingAfterFlop.CHECKS or not box.bets[1]
        return box.state is FOLDED

    # ── the wagers ────────────────────────────────────────────────────────────────────────────────

    def settle_box(
        self, round: Round, box: Box, hand: int | None, dealer: int, awards: Awards
    ) -> list[Line]:
        ante_laid, *raises_laid, bonus_laid, progressive_laid = box.bets
        limit, rules = round.limits[0], self.book.limits
        if box.under_minimum_settled_before and goes_back_under_minimum(ante_laid, limit, rules):
            lines = all_returned(
                FAMILY.bets[:_BONUS_AT], box.bets[:_BONUS_AT], rules.under_minimum_clauses
            )
        else:
            ante = within_limits("ante", ante_laid, limit, rules)
            raises = [
                within_raise(bet, laid, ante, times, rules)
                for bet, laid, times in zip(RAISES, raises_laid, self.times, strict=True)
                if laid
            ]
            lines = self.settle_ante_and_raises(
                box, hand, dealer, ante, raises, self.given_up(round, box)
            )
        if bonus_laid:
            lines.append(self.settle_bonus(round, box, bonus_laid))
        if progressive_laid:
            lines.append(self.settle_progressive(round, box, hand, progressive_laid, awards))
        return lines

    def given_up(self, round: Round, box: Box) -> tuple[str, ...]:
        """The clauses by which a folded hand, or one whose player has left, loses."""
        cites = self.cites
        folded = self.folded_by.get(round.dealing or "", cites.folded)
        if box.state is FOLDED:
            return folded
        return tuple(clause for clause in cites.left if clause not in cites.folded) + folded

    def settle_ante_and_raises(
        self,
        box: Box,
        hand: int | None,
        dealer: int,
        ante: Wager,
        raises: list[Wager],
        given_up: tuple[str, ...] = (),
    ) -> list[Line]:
        """3.11.2.a, 5.5 and 4.3, then 3.13 to 3.15."""
        if box.state is UNREVEALED:
            return [wager.loses(self.cites.hidden) for wager in (ante, *raises)]
        if box.state is FOLDED:
            return [ante.loses(given_up)]
        if box.state is LEFT and (
            not raises or hand is None or self.leaving is not LeavingAfterFlop.CHECKS
        ):
            return self.settle_left(ante, raises, given_up)
        assert hand is not None, "a hand that is compared has its cards"
        return self.compare(hand, dealer, ante, raises)

    def settle_left(self, ante: Wager, raises: list[Wager], clauses: tuple[str, ...]) -> list[Line]:
        """5.5: deemed folded; what then happens to Flop and Turn is a reading."""
        if self.leaving is LeavingAfterFlop.FOLDED_RAISES_BACK:
            return [
                ante.loses(clauses),
                *(returned(wager.bet, wager.laid, clauses) for wager in raises),
            ]
        return [wager.loses(clauses) for wager in (ante, *raises)]

    def compare(self, hand: int, dealer: int, ante: Wager, raises: list[Wager]) -> list[Line]:
        """3.13 to 3.15."""
        cites = self.cites
        if hand < dealer:
            return [wager.loses(cites.player_lower) for wager in (ante, *raises)]
        if hand == dealer:
            return [wager.pushes(cites.stand_off) for wager in (ante, *raises)]
        pays = CATEGORY_OF[hand] >= self.ante_pays_from
        ante_line = ante.wins(self.ante_higher) if pays else ante.pushes(cites.player_higher)
        return [ante_line, *(wager.wins(self.raises_higher[wager.bet]) for wager in raises)]

    def settle_bonus(self, round: Round, box: Box, laid: Cents) -> Line:
        """3.9 and 4.1 on the hole cards; lost by folding (3.11.2.a), and by not showing unless
        proved (4.3).
        """
        limit, rules, cites = round.limits[_BONUS_AT], self.book.limits, self.cites
        if box.under_minimum_settled_before and goes_back_under_minimum(laid, limit, rules):
            return returned(BONUS, laid, rules.under_minimum_clauses)
        wager = within_limits(BONUS, laid, limit, rules)
        if self._folded(box):
            return wager.loses(self.given_up(round, box))
        if box.state is UNREVEALED and (BONUS not in box.established or box.cards is None):
            return wager.loses(cites.hidden)
        assert round.dealer is not None, "a completed round has its dealer's cards"
        line = (
            None if box.cards is None else bonus_line(self.book.pays.bonus, box.cards, round.dealer)
        )
        if line is None:
            return wager.loses(cites.bonus)
        return wager.wins(Payment.of(line, cites.bonus), self.bonus_cap)

    def settle_progressive(
        self, round: Round, box: Box, hand: int | None, stake: Cents, awards: Awards
    ) -> Line:
        category = self.progressive_hand(round, box, hand)
        if category is not None:
            return self.progressive_pays.settle(box.number, stake, category, awards)
        return progressive.loses_unshown(box, stake, self.book.play.folded_progressive, self.cites)


def _best_of_seven(hole: tuple[Card, ...] | None, community: tuple[Card, ...] | None) -> int | None:
    if hole is None or community is None or len(hole) != 2 or len(community) != 5:
        return None
    return strength_of_seven(hole + community)


def bonus_line(pays: BonusPays, hole: tuple[Card, ...], dealer: tuple[Card, ...]) -> PayLine | None:
    """The line of the bonus pay table that two hole cards are on, the highest only."""
    low, high = sorted(card >> 2 for card in hole)
    if low == high:
        if high == ACE:
            both = all(card >> 2 == ACE for card in dealer)
            return pays.aa_player_and_dealer if both else pays.aa_player_only
        return pays.kk_qq_jj if high >= JACK else pays.low_pairs
    if high != ACE or low < JACK:
        return None
    suited = hole[0] & 3 == hole[1] & 3
    if low == KING:
        return pays.ak_suited if suited else pays.ak_unsuited
    return pays.aq_aj_suited if suited else pays.aq_aj_unsuited
