"""Hold'em recomputed."""

from collections.abc import Collection

from pitboss.audit.families import Course
from pitboss.audit.hands import LADDER, Hand, best_hand, five_card_hand
from pitboss.audit.jackpots import PROGRESSIVE
from pitboss.audit.rounds import (
    AuditedBox,
    AuditedLine,
    AuditedRound,
    Stake,
    goes_back,
)
from pitboss.audit.rulebook_file import CannotCheck, RulebookFile
from pitboss.kernel.cards import ACE, JACK, KING, QUEEN, Card, rank_of, suit_of

WAGERS: tuple[str, ...] = ("ante", "flop", "turn", "river", "bonus", "progressive")
RAISES: tuple[str, ...] = ("flop", "turn", "river")
SHARES_CARDS = True
SETS_HANDS = False
COURSE = Course(
    hand_cards=2,
    asks=(("stay", "flop"), ("turn", "turn"), ("river", "river")),
    dealer_along=False,
)

_HAND_SIZE = 2
_BOARD_SIZE = 5
_FLOP_SIZE = 3


def turned_up(book: RulebookFile, state: str, *, bets: Collection[str], established: bool) -> bool:
    """True for a folded hand whose progressive wager is live, and for that of a player who left
    unless he is deemed to check; a hand not shown is turned up only if it was established.
    """
    if state == "unrevealed":
        return established
    if state == "left" and book.reading("leaving-after-flop") == "checks-to-the-end":
        return True
    return PROGRESSIVE in bets and book.find("play", "folded-progressive") == "stays"


def dealer(round: AuditedRound) -> tuple[str, None] | None:
    """The dealer's best hand; there is no qualifying."""
    hand = _hand(round, round.dealer)
    return None if hand is None else (hand.name, None)


def hand_name(round: AuditedRound, box: AuditedBox) -> str | None:
    """The best hand of the box."""
    hand = _hand(round, box.cards)
    return None if hand is None else hand.name


def _hand(round: AuditedRound, hole: tuple[Card, ...]) -> Hand | None:
    if len(hole) != _HAND_SIZE or len(round.community) != _BOARD_SIZE:
        return None
    return best_hand(hole + round.community)


def progressive_hand(round: AuditedRound, box: AuditedBox) -> str | None:
    """Hole cards and flop (1.21); None if the wager can't win, or there are no cards to prove
    it.
    """
    stays = round.book.text("play", "folded-progressive") == "stays"
    if box.state == "unrevealed":
        lives = "progressive" in box.established
    else:
        lives = not _folds(round, box) or stays
    if not lives or len(box.cards) != _HAND_SIZE:
        return None
    if len(round.community) < _FLOP_SIZE:
        raise CannotCheck("the record has no flop")
    return five_card_hand(box.cards + round.community[:_FLOP_SIZE]).name


def _folds(round: AuditedRound, box: AuditedBox) -> bool:
    """Whether the hand is folded, or deemed to be because its player has left (5.5)."""
    if box.state == "left":
        return not (
            box.bets["flop"] and round.book.reading("leaving-after-flop") == "checks-to-the-end"
        )
    return box.state == "folded"


def settle(
    round: AuditedRound, box: AuditedBox, stakes: dict[str, Stake]
) -> dict[str, AuditedLine]:
    """The result of all wagers except the progressive one."""
    lines = {}
    hand = _hand(round, box.cards)
    hidden = box.state == "unrevealed" or (box.state == "left" and hand is None)
    if hidden or _folds(round, box):
        for bet in ("ante", *RAISES):
            if bet in stakes:
                lines[bet] = (
                    stakes[bet].loses() if bet == "ante" else _raise_lost(round, box, stakes[bet])
                )
    elif hand is None:
        raise CannotCheck(f"the record has no two cards for box {box.number}")
    else:
        lines |= _compared(round, hand, stakes)
    if "bonus" in stakes:
        pays = not _folds(round, box) and (box.state != "unrevealed" or "bonus" in box.established)
        lines["bonus"] = _bonus(round, box, stakes["bonus"], pays)
    return lines


def _raise_lost(round: AuditedRound, box: AuditedBox, raised: Stake) -> AuditedLine:
    """A raise on a hand that is folded after all; Q-D1 asks whether a player who left gets it
    back.
    """
    taken = round.book.reading("leaving-after-flop")
    if box.state == "left" and taken == "folded-and-raises-returned":
        return goes_back(raised.bet, raised.laid)
    return raised.loses()


def _compared(round: AuditedRound, hand: Hand, stakes: dict[str, Stake]) -> dict[str, AuditedLine]:
    """Ante and raises of a hand that is compared with the dealer's: 3.13 to 3.15."""
    theirs = _hand(round, round.dealer)
    if theirs is None:
        raise CannotCheck("the record has not all cards of dealer and community")
    lines = {}
    for bet in ("ante", *RAISES):
        if bet not in stakes:
            continue
        if hand < theirs:
            lines[bet] = stakes[bet].loses()
        elif hand == theirs or (bet == "ante" and not _pays_ante(round, hand)):
            lines[bet] = stakes[bet].pushes()
        else:
            lines[bet] = stakes[bet].wins(round.book.pay(bet, "win"))
    return lines


def _pays_ante(round: AuditedRound, hand: Hand) -> bool:
    """Whether a winning hand is also paid on the ante: from a straight upward (3.13)."""
    return hand.place >= LADDER.index(round.book.text("pays", "ante", "from-category"))


def _bonus(round: AuditedRound, box: AuditedBox, bonus: Stake, pays: bool) -> AuditedLine:
    line = _bonus_line(box.cards, round.dealer) if pays and len(box.cards) == _HAND_SIZE else None
    if line is None:
        return bonus.loses()
    return bonus.wins(round.book.pay("bonus", line), round.book.cap("bonus"))


def _bonus_line(hole: tuple[Card, ...], theirs: tuple[Card, ...]) -> str | None:
    """The highest line of 4.1 that a player's two cards reach."""
    high, low = sorted((rank_of(card) for card in hole), reverse=True)
    suited = "suited" if suit_of(hole[0]) == suit_of(hole[1]) else "unsuited"
    if high == low == ACE:
        both = all(rank_of(card) == ACE for card in theirs)
        return "aa-player-and-dealer" if both else "aa-player-only"
    if high == low:
        return "kk-qq-jj" if high in (KING, QUEEN, JACK) else "low-pairs"
    if high == ACE and low == KING:
        return f"ak-{suited}"
    if high == ACE and low in (QUEEN, JACK):
        return f"aq-aj-{suited}"
    return None
