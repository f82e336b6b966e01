"""Bullseye recomputed."""

from collections import Counter
from collections.abc import Collection

from pitboss.audit.families import Course
from pitboss.audit.hands import (
    NONE,
    PICTURES,
    PointHand,
    five_card_hand,
    house_way,
    own_setting,
    rank_in,
)
from pitboss.audit.rounds import AuditedBox, AuditedLine, AuditedRound, Stake
from pitboss.audit.rulebook_file import CannotCheck, RulebookFile
from pitboss.kernel.cards import rank_of, suit_of

WAGERS: tuple[str, ...] = ("main", "tie", "suits", "bullseye", "progressive")
RAISES: tuple[str, ...] = ()
SHARES_CARDS = False
SETS_HANDS = True
COURSE = Course(hand_cards=5, asks=(("set", None),))

_HAND_SIZE = 5
_COUNTS = {3: "three", 4: "four", 5: "five"}


def turned_up(
    book: RulebookFile,  # noqa: ARG001 - one question of every family
    state: str,
    *,
    bets: Collection[str],  # noqa: ARG001 - as above
    established: bool,  # noqa: ARG001 - as above
) -> bool:
    """A hand whose player left is set for him; one that is not shown stays face down."""
    return state == "left"


def dealer(round: AuditedRound) -> tuple[str, bool] | None:
    """The dealer's point hand and whether a 3 Card Hand could be set beside it."""
    if len(round.dealer) != _HAND_SIZE:
        return None
    hand = house_way(round.dealer)
    return hand.name, hand != NONE


def hand_name(round: AuditedRound, box: AuditedBox) -> str | None:  # noqa: ARG001 - one question of every family
    """The point hand of the box."""
    return own_setting(box.cards, box.three).name if len(box.cards) == _HAND_SIZE else None


def progressive_hand(round: AuditedRound, box: AuditedBox) -> str | None:  # noqa: ARG001 - one question of every family
    """All five cards at their printed ranks (1.1.10); a hand that is not shown has no winning
    combination (3.17).
    """
    if box.state == "unrevealed" or len(box.cards) != _HAND_SIZE:
        return None
    return five_card_hand(box.cards).name


def settle(
    round: AuditedRound, box: AuditedBox, stakes: dict[str, Stake]
) -> dict[str, AuditedLine]:
    """The result of all wagers except the progressive one."""
    if box.state == "unrevealed":
        return {bet: stake.loses() for bet, stake in stakes.items()}
    if len(round.dealer) != _HAND_SIZE or len(box.cards) != _HAND_SIZE:
        raise CannotCheck(f"the record has not five cards for the dealer and for box {box.number}")
    mine, theirs = own_setting(box.cards, box.three), house_way(round.dealer)
    return {bet: _line(round, box, stake, mine, theirs) for bet, stake in stakes.items()}


def _line(
    round: AuditedRound, box: AuditedBox, stake: Stake, mine: PointHand, theirs: PointHand
) -> AuditedLine:
    match stake.bet:
        case "main":
            return _main(round, stake, mine, theirs)
        case "tie":
            return _tie(round, stake, mine, theirs)
        case "suits":
            return _counted(
                round, stake, max(Counter(suit_of(card) for card in box.cards).values())
            )
        case _:
            return _counted(round, stake, sum(rank_of(card) in PICTURES for card in box.cards))


def _ranks(round: AuditedRound, mine: PointHand, theirs: PointHand) -> tuple[int, int]:
    equal = round.book.reading("picture-pairs") == "all-equal"
    return rank_in(mine, equal), rank_in(theirs, equal)


def _main(round: AuditedRound, main: Stake, mine: PointHand, theirs: PointHand) -> AuditedLine:
    """3.10.4, then 3.14.1, then the comparison of 3.3."""
    if mine == NONE:
        return main.loses()
    if theirs == NONE:
        return main.pushes()
    ours, dealers = _ranks(round, mine, theirs)
    result = (
        "win"
        if ours > dealers
        else "lose"
        if ours < dealers
        else round.book.reading("equal-point-hands")
    )
    match result:
        case "win":
            return main.wins(round.book.pay("main", mine.row))
        case "lose":
            return main.loses()
        case "push":
            return main.pushes()
        case other:
            raise CannotCheck(f"rulebook {round.book.name} takes {other!r} for equal point hands")


def _tie(round: AuditedRound, tie: Stake, mine: PointHand, theirs: PointHand) -> AuditedLine:
    """1.1.13 and 3.14.2: the same place in the list, or nobody with a 3 Card Hand."""
    if mine == theirs == NONE:
        return tie.wins(round.book.pay("tie", "both-without-three-card-hand"))
    ours, dealers = _ranks(round, mine, theirs)
    return tie.wins(round.book.pay("tie", "same-ranking")) if ours == dealers else tie.loses()


def _counted(round: AuditedRound, side: Stake, count: int) -> AuditedLine:
    """Suits and Bullseye: three, four or five of the cards (4.3, 4.4)."""
    line = _COUNTS.get(count)
    return side.loses() if line is None else side.wins(round.book.pay(side.bet, line))
