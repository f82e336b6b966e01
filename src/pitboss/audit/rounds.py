"""Reading a round record for checking, and the four possible results of a wager.

The engine read and accepted the record when the round was settled. Here other code reads it again,
only as far as a settlement depends on it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pitboss.audit.families import AuditedFamily
from pitboss.audit.rulebook_file import CannotCheck, PayRow, RulebookFile
from pitboss.kernel.cards import SPELLINGS, Card
from pitboss.kernel.money import to_cents

STATES = ("played", "folded", "left", "unrevealed", "invalid")
_NOTHING: frozenset[str] = frozenset()


class AuditedBox(msgspec.Struct, frozen=True):
    number: int
    player: str | None
    state: str
    cards: tuple[Card, ...]
    bets: Mapping[str, int]
    established: frozenset[str]
    three: tuple[Card, ...] | None
    had_under_minimum: bool


class AuditedRound(msgspec.Struct, frozen=True):
    """A round. ``jackpot`` is what was displayed and the restart value; ``opening`` is the wager
    without which a box is not in the round.
    """

    book: RulebookFile
    id: str | None
    void: bool
    limits: Mapping[str, tuple[int | None, int | None]]
    jackpot: tuple[int, int] | None
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    boxes: tuple[AuditedBox, ...]
    opening: str


class AuditedLine(msgspec.Struct, frozen=True):
    """One wager of a settlement."""

    bet: str
    stake: int
    result: str
    returned: int
    winnings: int
    row: str | None = None


class Stake(msgspec.Struct, frozen=True):
    """A wager on the layout, and how much of it plays: the rest goes back. If it is returned, none
    of it plays.
    """

    bet: str
    laid: int
    plays: int
    is_returned: bool = False

    def wins(self, pay: PayRow, cap: int | None = None) -> AuditedLine:
        """Paid, and the stake goes back."""
        winnings = pay.winnings(self.plays)
        winnings = winnings if cap is None else min(winnings, cap)
        return AuditedLine(self.bet, self.laid, "win", self.laid, winnings, pay.row)

    def loses(self) -> AuditedLine:
        """Collected, except for what does not play."""
        return AuditedLine(self.bet, self.laid, "lose", self.laid - self.plays, 0)

    def pushes(self) -> AuditedLine:
        """Neither paid nor collected."""
        return AuditedLine(self.bet, self.laid, "push", self.laid, 0)


def goes_back(bet: str, laid: int) -> AuditedLine:
    """Returned because of an irregularity."""
    return AuditedLine(bet, laid, "void", laid, 0)


def family_of(book: RulebookFile) -> AuditedFamily:
    """The game a rulebook describes; raises CannotCheck if it is unknown."""
    family = book.game
    if family is None:
        raise CannotCheck(
            f"rulebook {book.name} has the family {book.family!r}, which is not known"
        )
    return family


def stake(round: AuditedRound, box: AuditedBox, bet: str) -> Stake:
    """How much of a wager plays, by the table's limits and, for a raise, by the part of the opening
    wager that counts.
    """
    laid, book = box.bets[bet], round.book
    if bet in (book.game or family_of(book)).RAISES:
        opening = stake(round, box, round.opening)
        if opening.is_returned:
            return Stake(bet, laid, 0, is_returned=True)
        return Stake(bet, laid, min(laid, book.times_opening(bet) * opening.plays))
    least, most = round.limits.get(bet, (None, None))
    if least is not None and laid < least and box.had_under_minimum and book.plays_once:
        return Stake(bet, laid, 0, is_returned=True)
    return Stake(bet, laid, laid if most is None else min(laid, most))


def is_in_round(round: AuditedRound, box: AuditedBox) -> bool:
    """Whether a box has a result. In a void round, with an invalid hand or without an opening
    wager, all bets go back.
    """
    if round.void or not box.bets[round.opening] or box.state == "invalid":
        return False
    return not (box.state == "left" and round.book.text("play", "leaving") == "invalid")


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


def read_round(record: Mapping[str, Any], book: RulebookFile) -> AuditedRound:
    """Reads a record; raises CannotCheck if it lacks what a settlement needs."""
    family = family_of(book)
    outcome = record.get("outcome", "completed")
    if outcome not in ("completed", "void"):
        raise CannotCheck(f"the record's outcome is {outcome!r}, neither 'completed' nor 'void'")
    table = _mapping(record.get("table"), "table")
    limits = _mapping(table.get("limits"), "table.limits")
    jackpot = record.get("jackpot")
    boxes = record.get("boxes")
    if not isinstance(boxes, list | tuple):
        raise CannotCheck("the record has no boxes")
    void = outcome == "void"
    round = AuditedRound(
        book=book,
        id=record.get("id"),
        void=void,
        limits={bet: _limit(limit, bet) for bet, limit in limits.items()},
        jackpot=None if jackpot is None else _jackpot(_mapping(jackpot, "jackpot")),
        dealer=_cards(record.get("dealer"), "dealer"),
        community=_cards(record.get("community"), "community") if family.SHARES_CARDS else (),
        boxes=tuple([_box(box, f"boxes[{at}]", family, void) for at, box in enumerate(boxes)]),
        opening=family.WAGERS[0],
    )
    out = round.dealer + round.community + sum([box.cards for box in round.boxes], ())
    if len(set(out)) < len(out):
        raise CannotCheck("the record has a card twice; a deck has one of each")
    if len({box.number for box in round.boxes}) < len(boxes):
        raise CannotCheck("the record has two boxes of one number")
    return round


# Places in a record are passed in parts, joined only when there is something to report.


def _mapping(value: Any, *at: str) -> Mapping[str, Any]:
    if type(value) is dict:
        return value
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise CannotCheck(f"the record has no object at {''.join(at)}")
    return value


def _amount(value: Any, *at: str) -> int:
    try:
        return to_cents(value)
    except (TypeError, ValueError):
        raise CannotCheck(
            f"the record has {value!r} at {''.join(at)}, which is no amount"
        ) from None


def _limit(value: Any, bet: str) -> tuple[int | None, int | None]:
    ends = _mapping(value, "table.limits.", bet)
    least = _amount(ends["min"], "table.limits.", bet, ".min") if "min" in ends else None
    most = _amount(ends["max"], "table.limits.", bet, ".max") if "max" in ends else None
    return least, most


def _jackpot(value: Mapping[str, Any]) -> tuple[int, int]:
    return _amount(value.get("displayed"), "jackpot.displayed"), _amount(
        value.get("reset"), "jackpot.reset"
    )


def _cards(value: Any, *at: str) -> tuple[Card, ...]:
    if value is None:
        return ()
    if not isinstance(value, (list, tuple)):
        raise CannotCheck(f"the record has no list of cards at {''.join(at)}")
    try:
        known = tuple([SPELLINGS[card] for card in value])
    except (KeyError, TypeError):
        known = ()
    if len(set(known)) < len(value):
        where = "".join(at)
        raise CannotCheck(f"the record has something that is no card, or a card twice, at {where}")
    return known


def _box(fields: Any, at: str, family: AuditedFamily, void: bool) -> AuditedBox:
    wagers = family.WAGERS
    value = _mapping(fields, at)
    bets = _mapping(value.get("bets"), at, ".bets")
    unknown = [bet for bet in bets if bet not in wagers]
    state = value.get("hand", "played")
    if unknown or state not in STATES:
        raise CannotCheck(f"the record has {unknown or state!r} at {at}, which is not known")
    number = value.get("box")
    if not isinstance(number, int):
        raise CannotCheck(f"the record has no number at {at}.box")
    cards = _cards(value.get("cards"), at, ".cards")
    try:
        laid = {bet: to_cents(bets[bet]) if bet in bets else 0 for bet in wagers}
    except (TypeError, ValueError):
        laid = {bet: _amount(bets.get(bet, "0"), at, ".bets.", bet) for bet in wagers}
    # The hand of a player who left is set the House Way (Bullseye 5.11); if a hand has no result,
    # or is not shown, its setting does not matter.
    sets = state == "played" and not void and laid[wagers[0]] > 0
    return AuditedBox(
        number=number,
        player=value.get("player"),
        state=state,
        cards=cards,
        bets=laid,
        established=_texts(value.get("established")),
        three=_three(value.get("arrangement"), cards, at) if sets and family.SETS_HANDS else None,
        had_under_minimum=value.get("under_minimum_settled_before") is True,
    )


def _texts(value: Any) -> frozenset[str]:
    return frozenset([one for one in value if isinstance(one, str)]) if value else _NOTHING


def _three(arrangement: Any, cards: Sequence[Card], at: str) -> tuple[Card, ...] | None:
    """The player's own setting."""
    if arrangement is None:
        return None
    three = _cards(_mapping(arrangement, at, ".arrangement").get("three"), at, ".arrangement.three")
    if len(three) != 3 or not set(three) <= set(cards):
        raise CannotCheck(f"the record has not three cards of the hand at {at}.arrangement.three")
    return three
