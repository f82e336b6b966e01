"""How Casino Hold'em is settled."""

from casino_holdem.book import CasinoHoldemBook
from casino_holdem.family import BONUS, FAMILY
from pitboss.games import progressive
from pitboss.games.limits import goes_back_under_minimum, within_limits, within_raise
from pitboss.games.progressive import Awards, ProgressivePays
from pitboss.games.record import LEFT, UNREVEALED, Box, Round
from pitboss.games.settlement import DealerHand, Line, Payment, Wager, returned
from pitboss.kernel.cards import Card, parse_cards
from pitboss.kernel.hand_names import poker_hand_name
from pitboss.kernel.money import Cents
from pitboss.kernel.poker import (
    CATEGORY_LABELS,
    CATEGORY_OF,
    Category,
    strength_of_five,
    strength_of_seven,
)

PAIR_OF_FOURS = strength_of_five(parse_cards("4c 4d 2c 3d 5h"))
"""The lowest hand with which the dealer qualifies."""

PAIR_OF_ACES = strength_of_five(parse_cards("Ac Ad 2c 3d 4h"))
"""The lowest hand that wins the bonus."""

_BONUS_AT = FAMILY.bets.index(BONUS)


class CasinoHoldemRules:
    """A rulebook made ready for settling. A hand is the strength of its best five of seven."""

    def __init__(self, book: CasinoHoldemBook) -> None:
        self.book = book
        self.cites = cites = book.cites
        self.progressive_pays = ProgressivePays(book)
        pays = book.pays
        lines = [line for kind in Category if (line := pays.ante.line(kind)) is not None]
        self.ante_higher = tuple(Payment.of(line, cites.player_higher) for line in lines)
        self.ante_unqualified = tuple(
            Payment.of(line, cites.dealer_does_not_qualify) for line in lines
        )
        self.call_higher = Payment.of(pays.call.win, cites.player_higher)
        self.bonus_wins = tuple(Payment.of(pays.bonus.line(kind), cites.bonus) for kind in Category)
        self.bonus_cap = book.caps.get(BONUS)
        self.call_times = book.wagers.call.times_opening or 0

    # ── the hands ─────────────────────────────────────────────────────────────────────────────────

    def dealer(self, round: Round) -> int | None:
        return _best_of_seven(round.dealer, round.community)

    def dealer_name(self, dealer: int) -> DealerHand:
        return DealerHand(CATEGORY_LABELS[CATEGORY_OF[dealer]], dealer >= PAIR_OF_FOURS)

    def hand(self, round: Round, box: Box) -> int | None:
        return _best_of_seven(box.cards, round.community)

    def hand_name(self, hand: int) -> str:
        return CATEGORY_LABELS[CATEGORY_OF[hand]]

    def hand_words(self, hand: int) -> str:
        return poker_hand_name(hand)

    def progressive_hand(self, round: Round, box: Box, hand: int | None) -> Category | None:  # noqa: ARG002 - stud needs it
        """Hole cards and flop, whether he folds or calls; turn and river never count."""
        strength = self._on_the_flop(round, box, progressive.BET)
        return None if strength is None else CATEGORY_OF[strength]

    def _on_the_flop(self, round: Round, box: Box, bet: str) -> int | None:
        """The five cards that decide a wager; None where nobody has shown or proved them."""
        if box.cards is None or (box.state is UNREVEALED and bet not in box.established):
            return None
        assert round.community is not None, "a completed round has its community cards"
        return strength_of_five(box.cards + round.community[:3])

    # ── the wagers ────────────────────────────────────────────────────────────────────────────────

    def settle_box(
        self, round: Round, box: Box, hand: int | None, dealer: int, awards: Awards
    ) -> list[Line]:
        ante_laid, call_laid, bonus_laid, progressive_laid = box.bets
        limit, rules = round.limits[0], self.book.limits
        if box.under_minimum_settled_before and goes_back_under_minimum(ante_laid, limit, rules):
            clauses = rules.under_minimum_clauses
            lines = [returned("ante", ante_laid, clauses)]
            if call_laid:
                lines.append(returned("call", call_laid, clauses))
        else:
            ante = within_limits("ante", ante_laid, limit, rules)
            if call_laid:
                call = within_raise("call", call_laid, ante, self.call_times, rules)
                lines = self.settle_ante_and_call(box, hand, dealer, ante, call)
            else:
                lines = [ante.loses(self.cites.left if box.state is LEFT else self.cites.folded)]
        if bonus_laid:
            lines.append(self.settle_bonus(round, box, bonus_laid))
        if progressive_laid:
            lines.append(self.settle_progressive(round, box, progressive_laid, awards))
        return lines

    def settle_ante_and_call(
        self, box: Box, hand: int | None, dealer: int, ante: Wager, call: Wager
    ) -> list[Line]:
        """Of a hand that has called."""
        cites = self.cites
        if box.state is UNREVEALED:
            return [ante.loses(cites.hidden), call.loses(cites.hidden)]
        assert hand is not None, "a hand that is compared has its cards"
        kind = CATEGORY_OF[hand]
        if dealer < PAIR_OF_FOURS:
            # Whatever he holds: his hand may be the higher one, and the ante is paid all the same.
            unqualified = self.ante_unqualified[kind]
            return [ante.wins(unqualified), call.pushes(cites.dealer_does_not_qualify)]
        if hand < dealer:
            return [ante.loses(cites.player_lower), call.loses(cites.player_lower)]
        if hand == dealer:
            return [ante.pushes(cites.stand_off), call.pushes(cites.stand_off)]
        return [ante.wins(self.ante_higher[kind]), call.wins(self.call_higher)]

    def settle_bonus(self, round: Round, box: Box, laid: Cents) -> Line:
        """On hole cards and flop, whether he folds or calls."""
        limit, rules = round.limits[_BONUS_AT], self.book.limits
        if box.under_minimum_settled_before and goes_back_under_minimum(laid, limit, rules):
            return returned(BONUS, laid, rules.under_minimum_clauses)
        wager = within_limits(BONUS, laid, limit, rules)
        strength = self._on_the_flop(round, box, BONUS)
        if strength is None:
            return wager.loses(self.cites.hidden if box.state is UNREVEALED else self.cites.bonus)
        if strength < PAIR_OF_ACES:
            return wager.loses(self.cites.bonus)
        return wager.wins(self.bonus_wins[CATEGORY_OF[strength]], self.bonus_cap)

    def settle_progressive(self, round: Round, box: Box, stake: Cents, awards: Awards) -> Line:
        category = self.progressive_hand(round, box, None)
        if category is not None:
            return self.progressive_pays.settle(box.number, stake, category, awards)
        hidden = box.state is UNREVEALED
        return progressive.loses(stake, self.cites.hidden if hidden else self.cites.progressive)


def _best_of_seven(hole: tuple[Card, ...] | None, community: tuple[Card, ...] | None) -> int | None:
    if hole is None or community is None or len(hole) != 2 or len(community) != 5:
        return None
    return strength_of_seven(hole + community)
