"""Reads an ordinary record straight from its line.

Nearly every record is a completed round of hands that were played or folded, with limits and a
jackpot and without a fault. Its shape is checked while the JSON is decoded, and only cards and
amounts remain to be looked up. Anything else, faulty or merely unusual, is left to ``read_record``,
which goes step by step and names the first fault. A test checks that both readers give the same
result.
"""

from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from pitboss.games.family import Family, family_of_kind
from pitboss.games.record import (
    FOLDED,
    NO_LIMIT,
    PLAYED,
    Box,
    Jackpot,
    Limit,
    Round,
)
from pitboss.games.record_fields import MOST_BOX_NUMBER
from pitboss.kernel.cards import SPELLINGS, Card
from pitboss.kernel.money import NOTHING, to_cents
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf


class _Box(msgspec.Struct):
    box: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOX_NUMBER)]
    bets: dict[str, str]
    cards: list[str] | None = None
    player: str | None = None
    hand: Literal["played", "folded"] = "played"
    arrangement: None = None
    under_minimum_settled_before: bool = False
    kept_back: bool = False


class _Limit(msgspec.Struct):
    min: str | None = None
    max: str | None = None


class _Table(msgspec.Struct):
    limits: dict[str, _Limit] | None = None
    dealing: str | None = None


class _Jackpot(msgspec.Struct):
    displayed: str
    reset: str


class _Record(msgspec.Struct):
    id: str
    rulebook: str
    dealer: list[str]
    boxes: list[_Box]
    table: _Table | None = None
    jackpot: _Jackpot | None = None
    community: list[str] | None = None
    outcome: Literal["completed"] = "completed"
    registered_by: None = None


_LONGEST = 4_000

_decode = msgspec.json.Decoder(_Record).decode
_card = SPELLINGS.__getitem__


class _Unusual(ValueError):
    """The record must be read step by step."""


def read_quickly(line: bytes, shelf: Shelf) -> Round | None:
    """The round, or None if the record is not an ordinary one."""
    # The decoder does not look into fields that it skips, where input that is refused elsewhere
    # could hide: bytes that are not UTF-8, or a number with thousands of digits.
    if len(line) > _LONGEST or not line.isascii():
        return None
    try:
        record = _decode(line)
        book = shelf.get(record.rulebook)
        return _reader(type(book)).read(record, book)
    except (LookupError, ValueError, RecursionError):
        return None


class _Reader:
    """Reads the records of one family."""

    def __init__(self, family: Family[Any]) -> None:
        self.family = family
        self.shared = family.community_cards
        self.hand_cards = family.hand_cards
        self.folds = bool(family.raises)
        self.positions = family.positions
        self.raises = slice(1, 1 + len(family.raises))
        self.no_limits = [NO_LIMIT] * len(family.bets)
        self.no_bets = [NOTHING] * len(family.bets)

    def read(self, record: _Record, book: Rulebook) -> Round:
        dealer = tuple(map(_card, record.dealer))
        community = tuple(map(_card, record.community or ())) if self.shared else None
        dealt = [*dealer, *(community or ())]
        boxes = tuple([self._box(box, dealt) for box in record.boxes])
        each_once = len(set(dealt)) == len(dealt) and len({box.number for box in boxes}) == len(
            boxes
        )
        complete = len(dealer) == self.hand_cards
        if community is not None:
            complete = complete and len(community) == self.shared
        if not each_once or not complete:
            raise _Unusual
        jackpot = None
        if record.jackpot is not None:
            jackpot = Jackpot(to_cents(record.jackpot.displayed), to_cents(record.jackpot.reset))
        elif any(box.bets[-1] for box in boxes):
            raise _Unusual
        return Round(
            record.id,
            book,
            False,
            self._limits(record.table),
            jackpot,
            dealer,
            community,
            boxes,
            None if record.table is None else record.table.dealing,
        )

    def _limits(self, table: _Table | None) -> tuple[Limit, ...]:
        limits = self.no_limits.copy()
        for name, limit in ((table.limits if table else None) or {}).items():
            least = None if limit.min is None else to_cents(limit.min)
            most = None if limit.max is None else to_cents(limit.max)
            crossed = least is not None and most is not None and least > most
            if crossed or name not in self.family.limited:
                raise _Unusual
            limits[self.positions[name]] = Limit(least, most)
        return tuple(limits)

    def _box(self, box: _Box, dealt: list[Card]) -> Box:
        cards = None if box.cards is None else tuple(map(_card, box.cards))
        dealt += cards or ()
        bets = self.no_bets.copy()
        for name, amount in box.bets.items():
            bets[self.positions[name]] = to_cents(amount)
        if box.hand == "played":
            state, usual = PLAYED, bets[1] or not self.folds
        else:
            state, usual = FOLDED, self.folds and not any(bets[self.raises])
        whole = cards is not None and len(cards) == self.hand_cards
        complete = bets[0] and (whole or (cards is None and state is FOLDED))
        if not usual or not complete or box.under_minimum_settled_before or box.kept_back:
            raise _Unusual
        return Box(box.box, box.player, state, tuple(bets), cards)


@cache
def _reader(kind: type[Rulebook]) -> _Reader:
    return _Reader(family_of_kind(kind))
