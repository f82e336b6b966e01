"""Individual fields of a round record, and the faults they can have."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.games.faults import Fault, FaultCode, shown
from pitboss.kernel.cards import SPELLINGS, Card
from pitboss.kernel.money import Cents, parse_cents

MISSING: Any = object()

# The answer repeats the number, and JSON readers agree on whole numbers up to here.
MOST_BOX_NUMBER = 2**53 - 1


def object_of(raw: object, at: str, absent_is_empty: bool = True) -> Mapping[str, object]:
    # A JSON decoder returns plain dicts, and testing for dict is much quicker than for any mapping.
    if type(raw) is dict or isinstance(raw, Mapping):
        return raw
    if raw is None and absent_is_empty:
        return {}
    what = at or "a record"
    raise Fault(FaultCode.BAD_FIELD, f"{what} must be a JSON object, not {shown(raw)}", at)


def box_number(number: object, at: str, numbers: set[int]) -> int:
    if number is None:
        raise Fault(
            FaultCode.MISSING_FIELD,
            "box is missing; give the box's number on the layout",
            f"{at}.box",
        )
    if (
        not isinstance(number, int)
        or isinstance(number, bool)
        or not 1 <= number <= MOST_BOX_NUMBER
    ):
        raise Fault(
            FaultCode.BAD_FIELD,
            f"box must be a whole number from 1, not {shown(number)}",
            f"{at}.box",
        )
    if number in numbers:
        raise Fault(
            FaultCode.DUPLICATE_BOX, f"box {number} stands in the record already", f"{at}.box"
        )
    numbers.add(number)
    return number


def yes_or_no(box: Mapping[str, object], field: str, at: str) -> bool:
    """A flag; False if it is missing."""
    value = box.get(field, False)
    if isinstance(value, bool):
        return value
    message = f"{field} must be true or false, not {shown(value)}"
    raise Fault(FaultCode.BAD_FIELD, message, f"{at}.{field}")


def clauses_told(raw: object, at: str) -> tuple[str, ...]:
    """The clauses by which something was decided; none if they are not given."""
    if raw is None:
        return ()
    if not isinstance(raw, (list, tuple)) or not all(isinstance(clause, str) for clause in raw):
        raise Fault(FaultCode.BAD_FIELD, f"clauses must be a list of strings, not {shown(raw)}", at)
    return tuple(raw)


def arrangement_of(raw: object, cards: tuple[Card, ...] | None, at: str) -> tuple[Card, ...] | None:
    if raw is None:
        return None
    at += ".arrangement"
    names = object_of(raw, at).get("three")
    if not isinstance(names, (list, tuple)):
        raise Fault(
            FaultCode.BAD_FIELD,
            f"three must be a list of three cards, not {shown(names)}",
            f"{at}.three",
        )
    try:
        three = tuple([SPELLINGS[name] for name in names])
    except (KeyError, TypeError):
        raise bad_card(names, f"{at}.three") from None
    assert cards is not None, "a played hand has its cards"
    if len(three) != 3 or len(set(three)) != 3 or not set(three) <= set(cards):
        raise Fault(
            FaultCode.BAD_FIELD, "three must be three different cards of this hand", f"{at}.three"
        )
    return three


def bad_card(raw: Sequence[object], at: str) -> Fault:
    index = next(
        index
        for index, name in enumerate(raw)
        if not isinstance(name, str) or name not in SPELLINGS
    )
    message = (
        f"{shown(raw[index])} is not a card; write a rank A K Q J T 9 … 2 and a suit s h d c, as "
        "in Td"
    )
    return Fault(FaultCode.BAD_CARD, message, f"{at}[{index}]")


def bad_amount(raw: object, at: str) -> Fault:
    message = (
        f'{shown(raw)} is not an amount; write a string of dollars such as "25.00", with at most '
        "two places"
    )
    return Fault(FaultCode.BAD_AMOUNT, message, at)


def needed_amount(raw: object, at: str) -> Cents:
    if raw is None:
        raise Fault(
            FaultCode.MISSING_FIELD, f'{at} is missing; give an amount such as "100000.00"', at
        )
    amount = parse_cents(raw) if isinstance(raw, str) else None
    if amount is None:
        raise bad_amount(raw, at)
    return amount


def optional_amount(raw: object, at: str) -> Cents | None:
    return None if raw is None else needed_amount(raw, at)


def any_progressive(boxes: object) -> bool:
    """Whether any box holds a progressive bet; faults of the boxes themselves are reported
    later.
    """
    for box in boxes if isinstance(boxes, (list, tuple)) else ():
        bets = box.get("bets") if isinstance(box, Mapping) else None
        amount = bets.get("progressive") if isinstance(bets, Mapping) else None
        if isinstance(amount, str) and parse_cents(amount):
            return True
    return False
