"""Reads a round record from JSON.

Checks run in the order in which the contract reports faults: rulebook, outcome, table, jackpot,
dealer, community, boxes. A list of cards or bets is first tried as a whole, which is quick, and
examined one by one only if that fails.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.games.family import Family, family_of
from pitboss.games.faults import Fault, FaultCode, short, shown
from pitboss.games.record import (
    FOLDED,
    INVALID,
    LEFT,
    NO_LIMIT,
    PLAYED,
    UNREVEALED,
    Box,
    HandState,
    Jackpot,
    Limit,
    Round,
)
from pitboss.games.record_fields import (
    MISSING,
    any_progressive,
    arrangement_of,
    bad_amount,
    bad_card,
    box_number,
    clauses_told,
    needed_amount,
    object_of,
    optional_amount,
    yes_or_no,
)
from pitboss.kernel.cards import NAMES, SPELLINGS, Card
from pitboss.kernel.money import Cents, parse_cents
from pitboss.rulebook.loader import RulebookError
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.shelf import Shelf, UnknownRulebook

_STATES = {state.value: state for state in HandState}


def record_id(record: object) -> str | None:
    """The record's id, so that even a bad record can be answered by name."""
    id = record.get("id") if isinstance(record, Mapping) else None
    return id if isinstance(id, str) else None


def read_record(record: object, shelf: Shelf) -> Round:
    """Checks a record and converts it to its types; raises Fault for the first fault."""
    record = object_of(record, "", absent_is_empty=False)
    found_id = record.get("id", MISSING)
    if found_id is not MISSING and not isinstance(found_id, str):
        raise Fault(FaultCode.BAD_FIELD, f"id must be a string, not {shown(found_id)}", "id")
    book = find_rulebook(record, shelf)
    outcome = record.get("outcome", "completed")
    if outcome not in ("completed", "void"):
        raise Fault(
            FaultCode.BAD_FIELD,
            f"outcome must be completed or void, not {shown(outcome)}",
            "outcome",
        )
    ended = record.get("deal_ended", False)
    if not isinstance(ended, bool):
        message = f"deal_ended must be true or false, not {shown(ended)}"
        raise Fault(FaultCode.BAD_FIELD, message, "deal_ended")
    reader = _Reader(family_of(book), book, outcome == "void", ended)
    return Round(
        None if found_id is MISSING else found_id,
        book,
        reader.void,
        reader.read_limits(record.get("table")),
        reader.read_jackpot(record.get("jackpot"), record.get("boxes")),
        reader.read_dealer(record.get("dealer")),
        reader.read_community(record.get("community")),
        reader.read_boxes(record.get("boxes")),
        _dealing(record.get("table")),
        clauses_told(record.get("void_by"), "void_by"),
        clauses_told(record.get("registered_by"), "registered_by"),
    )


def _dealing(table: object) -> str | None:
    """How the cards were dealt, if that is given."""
    dealing = object_of(table, "table").get("dealing")
    if dealing is not None and not isinstance(dealing, str):
        raise Fault(
            FaultCode.BAD_FIELD, f"dealing must be a string, not {shown(dealing)}", "table.dealing"
        )
    return dealing


def find_rulebook(source: Mapping[str, object], shelf: Shelf) -> Rulebook:
    """The rulebook that a record or an incident names."""
    name = source.get("rulebook")
    if name is None:
        raise Fault(
            FaultCode.MISSING_FIELD,
            f"rulebook is missing; write one of {', '.join(shelf.ids())}",
            "rulebook",
        )
    if not isinstance(name, str):
        raise Fault(
            FaultCode.UNKNOWN_RULEBOOK,
            f"rulebook must be a string, not {shown(name)}",
            "rulebook",
        )
    try:
        return shelf.get(name)
    except (UnknownRulebook, RulebookError) as error:
        raise Fault(FaultCode.UNKNOWN_RULEBOOK, str(error), "rulebook") from None


class _Reader:
    """Reads the parts of one record; remembers the cards seen so far, because a card may appear
    only once in a record.
    """

    __slots__ = ("book", "ended", "family", "no_bets", "once", "positions", "seen", "void")

    def __init__(self, family: Family[Any], book: Rulebook, void: bool, ended: bool) -> None:
        self.family, self.book, self.void, self.ended = family, book, void, ended
        self.positions = family.positions
        self.no_bets = family.no_bets
        self.once = book.limits.under_minimum.is_limited
        self.seen: set[Card] = set()

    # ── table and jackpot ─────────────────────────────────────────────────────────────────────────

    def read_limits(self, table: object) -> tuple[Limit, ...]:
        limits = object_of(table, "table").get("limits")
        by_wager = dict.fromkeys(self.family.bets, NO_LIMIT)
        for name, limit in object_of(limits, "table.limits").items():
            at = f"table.limits.{short(name)}"
            if name not in self.positions:
                raise self._unknown_bet(name, at)
            if name not in self.family.limited:
                allowed = ", ".join(self.family.limited)
                raise Fault(
                    FaultCode.BAD_FIELD,
                    f"{name} has no limits of its own; limits are for {allowed}",
                    at,
                )
            values = object_of(limit, at)
            least = optional_amount(values.get("min"), f"{at}.min")
            most = optional_amount(values.get("max"), f"{at}.max")
            if least is not None and most is not None and least > most:
                raise Fault(FaultCode.BAD_FIELD, "the minimum is over the maximum", at)
            by_wager[name] = Limit(least, most)
        return tuple(by_wager.values())

    def read_jackpot(self, jackpot: object, boxes: object) -> Jackpot | None:
        if jackpot is None:
            if any_progressive(boxes):
                message = (
                    "jackpot is missing, and there is a progressive bet; give displayed and reset"
                )
                raise Fault(FaultCode.MISSING_FIELD, message, "jackpot")
            return None
        values = object_of(jackpot, "jackpot")
        return Jackpot(
            needed_amount(values.get("displayed"), "jackpot.displayed"),
            needed_amount(values.get("reset"), "jackpot.reset"),
        )

    # ── cards ─────────────────────────────────────────────────────────────────────────────────────

    def read_dealer(self, cards: object) -> tuple[Card, ...] | None:
        return self._shared_cards(cards, "dealer", self.family.hand_cards)

    def read_community(self, cards: object) -> tuple[Card, ...] | None:
        if not self.family.community_cards:
            return None
        return self._shared_cards(cards, "community", self.family.community_cards)

    def _shared_cards(self, cards: object, at: str, count: int) -> tuple[Card, ...] | None:
        if cards is None:
            if self.void or self.ended:
                return None
            raise Fault(
                FaultCode.MISSING_FIELD,
                f"{at} is missing; a completed round needs {count} cards there",
                at,
            )
        return self._cards(cards, at, None if self.void or self.ended else count)

    def _cards(self, raw: object, at: str, count: int | None) -> tuple[Card, ...]:
        """Cards that exist and have not appeared in the record before; ``count`` of them, or any
        number.
        """
        if not isinstance(raw, (list, tuple)):
            raise Fault(FaultCode.BAD_FIELD, f"cards must be a list, not {shown(raw)}", at)
        try:
            cards = tuple([SPELLINGS[name] for name in raw])
        except (KeyError, TypeError):
            raise bad_card(raw, at) from None
        if len(set(cards)) != len(cards) or not self.seen.isdisjoint(cards):
            raise self._duplicate(cards, at)
        self.seen.update(cards)
        if count is not None and len(cards) != count:
            raise Fault(
                FaultCode.WRONG_CARD_COUNT,
                f"{count} cards are needed here, and there are {len(cards)}",
                at,
            )
        return cards

    def _duplicate(self, cards: Sequence[Card], at: str) -> Fault:
        twice = next(
            index for index, card in enumerate(cards) if card in self.seen or card in cards[:index]
        )
        message = f"{NAMES[cards[twice]]} stands in the record already; a deck has one of each card"
        return Fault(FaultCode.DUPLICATE_CARD, message, f"{at}[{twice}]")

    # ── boxes ─────────────────────────────────────────────────────────────────────────────────────

    def read_boxes(self, boxes: object) -> tuple[Box, ...]:
        if boxes is None:
            raise Fault(
                FaultCode.MISSING_FIELD,
                "boxes is missing; give a list of boxes in dealing order",
                "boxes",
            )
        if not isinstance(boxes, (list, tuple)):
            raise Fault(FaultCode.BAD_FIELD, f"boxes must be a list, not {shown(boxes)}", "boxes")
        numbers: set[int] = set()
        return tuple(
            [self._box(box, f"boxes[{index}]", numbers) for index, box in enumerate(boxes)]
        )

    def _box(self, raw: object, at: str, numbers: set[int]) -> Box:
        box = object_of(raw, at, absent_is_empty=False)
        number = box_number(box.get("box"), at, numbers)
        player = box.get("player")
        if player is not None and not isinstance(player, str):
            raise Fault(
                FaultCode.BAD_FIELD,
                f"player must be a string, not {shown(player)}",
                f"{at}.player",
            )
        state = self._state(box.get("hand", "played"), at)
        bets = self._bets(box.get("bets"), at)
        # A round or hand without a result, and a box that is not in the round, need not be
        # consistent; only a void round and an invalid hand may have a wrong number of cards.
        counts = bool(bets[0]) and not self.void and state is not INVALID
        if counts:
            if self.ended and self.family.is_compared(self.book, state):
                message = f"the hand is {state}, so the deal can't have ended without the dealer's"
                raise Fault(FaultCode.MISSING_FIELD, message, "dealer")
            self._check_state(state, bets, at)
        cards = self._box_cards(box.get("cards"), state, counts, at)
        three = None
        if counts and state is PLAYED and not self.family.raises:
            three = arrangement_of(box.get("arrangement"), cards, at)
        established = self._established(box.get("established"), at) if state is UNREVEALED else ()
        settled_before = self.once and yes_or_no(box, "under_minimum_settled_before", at)
        invalid_by = clauses_told(box.get("invalid_by"), f"{at}.invalid_by")
        kept_back = state is FOLDED and cards is None and yes_or_no(box, "kept_back", at)
        return Box(
            number,
            player,
            state,
            bets,
            cards,
            three,
            established,
            settled_before,
            invalid_by,
            kept_back,
        )

    def _state(self, hand: object, at: str) -> HandState:
        state = _STATES.get(hand) if isinstance(hand, str) else None
        if state is None:
            message = f"hand must be one of {', '.join(_STATES)}, not {shown(hand)}"
            raise Fault(FaultCode.BAD_FIELD, message, f"{at}.hand")
        return state

    def _bets(self, raw: object, at: str) -> tuple[Cents, ...]:
        amounts = list(self.no_bets)
        bets = raw if type(raw) is dict else object_of(raw, f"{at}.bets")
        for name, amount in bets.items():
            position = self.positions.get(name)
            if position is None:
                raise self._unknown_bet(name, f"{at}.bets.{short(name)}")
            cents = parse_cents(amount) if isinstance(amount, str) else None
            if cents is None:
                raise bad_amount(amount, f"{at}.bets.{name}")
            amounts[position] = cents
        return tuple(amounts)

    def _check_state(self, state: HandState, bets: tuple[Cents, ...], at: str) -> None:
        """Whether the raises match what happened to the hand: they are placed by staying in."""
        raises = self.family.raises
        if not raises:
            if state is FOLDED:
                raise Fault(FaultCode.BAD_FIELD, "there is no folding in this game", f"{at}.hand")
            return
        amounts = bets[1 : 1 + len(raises)]
        if state is FOLDED:
            barred = [name for name, amount in zip(raises, amounts, strict=True) if amount]
        elif state is LEFT:
            # With the last raise placed, nothing was left to decide; and a later raise requires the
            # first one.
            barred = (
                [raises[-1]]
                if amounts[-1]
                else [raises[1]]
                if any(amounts) and not amounts[0]
                else []
            )
        else:
            if not amounts[0]:
                message = f"a hand that is {state} holds its {raises[0]}; without one it was folded"
                raise Fault(FaultCode.MISSING_FIELD, message, f"{at}.bets.{raises[0]}")
            barred = []
        if barred:
            message = (
                f"a hand that is {state} can't hold {barred[0]} here: it is placed by staying in"
            )
            raise Fault(FaultCode.BAD_FIELD, message, f"{at}.bets.{barred[0]}")

    def _box_cards(
        self, raw: object, state: HandState, counts: bool, at: str
    ) -> tuple[Card, ...] | None:
        if raw is None:
            needed = state is PLAYED or (state is LEFT and not self.family.raises)
            if counts and needed:
                message = (
                    f"cards is missing; a hand that is {state} needs its {self.family.hand_cards} "
                    "cards"
                )
                raise Fault(FaultCode.MISSING_FIELD, message, f"{at}.cards")
            return None
        # A box without an ante gets its chips back, but if its hand is given it must be complete.
        whole = not self.void and state is not INVALID
        return self._cards(raw, f"{at}.cards", self.family.hand_cards if whole else None)

    def _established(self, raw: object, at: str) -> tuple[str, ...]:
        at += ".established"
        names = [] if raw is None else raw
        if not isinstance(names, (list, tuple)):
            raise Fault(
                FaultCode.BAD_FIELD,
                f"established must be a list of bet names, not {shown(raw)}",
                at,
            )
        for index, name in enumerate(names):
            if not isinstance(name, str) or name not in self.positions:
                raise self._unknown_bet(name, f"{at}[{index}]")
        return tuple(names)

    def _unknown_bet(self, name: object, at: str) -> Fault:
        message = (
            f"{shown(name)} is not a bet of {self.book.title}; the bets are "
            f"{', '.join(self.family.bets)}"
        )
        return Fault(FaultCode.UNKNOWN_BET, message, at)
