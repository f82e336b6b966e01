"""Stud recomputed: three documents, which differ in the effects of folding, leaving and not
showing.
"""

from collections.abc import Collection

from pitboss.audit.families import Course
from pitboss.audit.hands import Hand, five_card_hand, has_ace_and_king
from pitboss.audit.jackpots import PROGRESSIVE
from pitboss.audit.rounds import AuditedBox, AuditedLine, AuditedRound, Stake
from pitboss.audit.rulebook_file import CannotCheck, RulebookFile

WAGERS: tuple[str, ...] = ("ante", "bet", "progressive")
RAISES: tuple[str, ...] = ("bet",)
SHARES_CARDS = False
SETS_HANDS = False
COURSE = Course(hand_cards=5, asks=(("stay", "bet"),))

_HAND_SIZE = 5


def turned_up(book: RulebookFile, state: str, *, bets: Collection[str], established: bool) -> bool:
    """True for a folded hand whose progressive wager is live, and for that of a player who left if
    leaving counts as a fold; for a hand not shown if it can still be worth something.
    """
    if state == "unrevealed":
        proved = established or _hidden(book) == "shown"
        return proved and book.find("play", "hidden-progressive") == "if-established"
    lives = PROGRESSIVE in bets and book.find("play", "folded-progressive") == "stays"
    return lives and (state == "folded" or book.find("play", "leaving") == "folded")


def dealer(round: AuditedRound) -> tuple[str, bool] | None:
    """The dealer's hand and whether it qualifies."""
    if len(round.dealer) != _HAND_SIZE:
        return None
    hand = five_card_hand(round.dealer)
    # A pair is already higher than ace and king.
    return hand.name, hand.name != "five-odd-cards" or has_ace_and_king(round.dealer)


def hand_name(round: AuditedRound, box: AuditedBox) -> str | None:  # noqa: ARG001 - one question of every family
    """What the box holds."""
    hand = _hand(box)
    return None if hand is None else hand.name


def _hand(box: AuditedBox) -> Hand | None:
    return five_card_hand(box.cards) if len(box.cards) == _HAND_SIZE else None


def progressive_hand(round: AuditedRound, box: AuditedBox) -> str | None:
    """The hand the progressive wager is paid on; None if the wager can't win, or there are no cards
    to prove it.
    """
    book = round.book
    match box.state:
        case "folded" | "left":
            lives = book.text("play", "folded-progressive") == "stays"
        case "unrevealed":
            proved = "progressive" in box.established or _hidden(book) == "shown"
            lives = proved and book.text("play", "hidden-progressive") == "if-established"
        case _:
            lives = True
    return hand_name(round, box) if lives else None


def settle(
    round: AuditedRound, box: AuditedBox, stakes: dict[str, Stake]
) -> dict[str, AuditedLine]:
    """The results of ante and bet."""
    outcome = _outcome(round, box)
    book, ante = round.book, stakes["ante"]
    lines = {}
    match outcome:
        case "no-dealer-hand":
            lines["ante"] = ante.wins(book.pay("ante", "dealer-does-not-qualify"))
        case "higher":
            lines["ante"] = ante.wins(book.pay("ante", "dealer-qualifies"))
        case "equal":
            lines["ante"] = ante.pushes()
        case _:
            lines["ante"] = ante.loses()
    if "bet" in stakes:
        lines["bet"] = _bet(book, box, stakes["bet"], outcome)
    return lines


def _bet(book: RulebookFile, box: AuditedBox, bet: Stake, outcome: str) -> AuditedLine:
    match outcome:
        case "higher":
            return bet.wins(book.pay("bet", five_card_hand(box.cards).name), book.cap("bet"))
        case "no-dealer-hand" | "equal":
            return bet.pushes()
        case _:
            return bet.loses()


def _outcome(round: AuditedRound, box: AuditedBox) -> str:
    """How the hand compares with the dealer's: lost, no-dealer-hand, higher, equal or lower."""
    # If everybody has folded, the dealer's cards need not be dealt.
    if box.state in ("folded", "left"):
        return "lost"
    dealers_hand = dealer(round)
    if dealers_hand is None:
        raise CannotCheck("the record has no five cards for the dealer")
    _, qualifies = dealers_hand
    if box.state == "unrevealed":
        hidden = _hidden(round.book)
        if hidden == "lost":
            return "lost"
        # The house can only show cards that it has.
        if qualifies and (hidden == "below" or not box.cards):
            return "lower"
    # RWS 3.13 and MBS 3.10.2 come before any comparison.
    if not qualifies:
        return "no-dealer-hand"
    mine, theirs = _hand(box), five_card_hand(round.dealer)
    if mine is None:
        raise CannotCheck(f"the record has no five cards for box {box.number}")
    return "higher" if mine > theirs else "lower" if mine < theirs else "equal"


def _hidden(book: RulebookFile) -> str:
    """What happens to a hand that is not shown: it loses everything, it ranks below a dealer's
    hand, or the house shows it.
    """
    match book.text("play", "hiding"):
        case "deemed-folded":
            return "lost"
        case "not-said":
            readings = {
                "deemed-folded": "lost",
                "rank-unproved": "below",
                ("house-shows-the-cards"): "shown",
            }
            taken = book.reading("hidden-hand")
            if taken not in readings:
                raise CannotCheck(
                    f"rulebook {book.name} takes {taken!r} for a hidden hand, which is not known"
                )
            return readings[taken]
        case "ranks-below-dealer":
            # If the dealer does not qualify, Q-E5 asks whether a hand not shown is paid like all
            # others.
            return "lost" if book.reading("declined-with-no-hand") == "all-lost" else "below"
        case other:
            raise CannotCheck(
                f"rulebook {book.name} has {other!r} at play.hiding, which is not known"
            )
