"""Casino Hold'em recomputed for the auditor from the house rules, and not from ``rules``: nothing
of the game is imported here.
"""

from collections.abc import Collection
from pathlib import Path

from pitboss.audit.families import Course
from pitboss.audit.hands import LADDER, Hand, best_hand, five_card_hand
from pitboss.audit.rounds import AuditedBox, AuditedLine, AuditedRound, Stake
from pitboss.audit.rulebook_file import CannotCheck, RulebookFile
from pitboss.kernel.cards import Card, parse_cards

WAGERS: tuple[str, ...] = ("ante", "call", "bonus", "progressive")
RAISES: tuple[str, ...] = ("call",)
SHARES_CARDS = True
SETS_HANDS = False
COURSE = Course(
    hand_cards=2, asks=(("stay", "call"),), flop_settles=frozenset(("bonus", "progressive"))
)
RULEBOOKS = Path(__file__).parent / "rulebooks"

_HAND_SIZE, _FLOP_SIZE, _BOARD_SIZE = 2, 3, 5

_FOURS = five_card_hand(parse_cards("2h 3h 4s 4h 5c"))
"""5.1: no pair of fours is lower."""
_ACES = five_card_hand(parse_cards("2h 3h 4s Ah As"))
"""6.3: no pair of aces is lower."""


def turned_up(
    book: RulebookFile,  # noqa: ARG001 - one question of every family
    state: str,
    *,
    bets: Collection[str],
    established: bool,
) -> bool:
    """4.1, 8.5: a hand that is given up is turned up for the wagers that live on; 5.6: one that is
    not shown, if proved.
    """
    return established if state == "unrevealed" else "bonus" in bets or "progressive" in bets


def dealer(round: AuditedRound) -> tuple[str, bool] | None:
    """The dealer's best hand, and whether it qualifies: 5.1."""
    hand = _best(round, round.dealer)
    return None if hand is None else (hand.name, not hand < _FOURS)


def hand_name(round: AuditedRound, box: AuditedBox) -> str | None:
    """The best hand of the box."""
    hand = _best(round, box.cards)
    return None if hand is None else hand.name


def progressive_hand(round: AuditedRound, box: AuditedBox) -> str | None:
    """5.8: hole cards and flop."""
    hand = _first_five(round, box, "progressive")
    return None if hand is None else hand.name


def settle(
    round: AuditedRound, box: AuditedBox, stakes: dict[str, Stake]
) -> dict[str, AuditedLine]:
    """What all wagers but the progressive one come to."""
    lines: dict[str, AuditedLine] = {}
    if box.state == "played":
        lines |= _compared(round, box, stakes)
    else:
        lines |= {bet: stakes[bet].loses() for bet in ("ante", "call") if bet in stakes}
    if "bonus" in stakes:
        hand = _first_five(round, box, "bonus")
        if hand is None or hand < _ACES:
            lines["bonus"] = stakes["bonus"].loses()
        else:
            low = hand.place <= LADDER.index("straight")
            pay = round.book.pay("bonus", "pair-of-aces" if low else hand.name)
            lines["bonus"] = stakes["bonus"].wins(pay, round.book.cap("bonus"))
    return lines


def _compared(
    round: AuditedRound, box: AuditedBox, stakes: dict[str, Stake]
) -> dict[str, AuditedLine]:
    """Ante and call of a hand that has called: 5.2 to 5.5."""
    mine, theirs = _best(round, box.cards), _best(round, round.dealer)
    if mine is None or theirs is None:
        raise CannotCheck(
            f"the record has not all cards of the dealer, the board and box {box.number}"
        )
    ante, call = stakes["ante"], stakes["call"]
    if theirs < _FOURS:
        return {"ante": ante.wins(round.book.pay("ante", mine.name)), "call": call.pushes()}
    if mine == theirs:
        return {"ante": ante.pushes(), "call": call.pushes()}
    if mine < theirs:
        return {"ante": ante.loses(), "call": call.loses()}
    return {
        "ante": ante.wins(round.book.pay("ante", mine.name)),
        "call": call.wins(round.book.pay("call", "win")),
    }


def _best(round: AuditedRound, hole: tuple[Card, ...]) -> Hand | None:
    if len(hole) != _HAND_SIZE or len(round.community) != _BOARD_SIZE:
        return None
    return best_hand(hole + round.community)


def _first_five(round: AuditedRound, box: AuditedBox, bet: str) -> Hand | None:
    """Hole cards and flop; None where nobody has shown or proved them for this wager."""
    proved = box.state != "unrevealed" or bet in box.established
    if not proved or len(box.cards) != _HAND_SIZE:
        return None
    if len(round.community) < _FLOP_SIZE:
        raise CannotCheck("the record has no flop")
    return five_card_hand(box.cards + round.community[:_FLOP_SIZE])
