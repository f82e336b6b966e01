"""Bad input: a stable code, a sentence, and the place."""

from enum import StrEnum


class FaultCode(StrEnum):
    """Why a record or an incident can't be answered. The words are part of the contracts."""

    NOT_JSON = "not-json"
    UNKNOWN_RULEBOOK = "unknown-rulebook"
    BAD_FIELD = "bad-field"
    BAD_CARD = "bad-card"
    DUPLICATE_CARD = "duplicate-card"
    WRONG_CARD_COUNT = "wrong-card-count"
    UNKNOWN_BET = "unknown-bet"
    BAD_AMOUNT = "bad-amount"
    DUPLICATE_BOX = "duplicate-box"
    MISSING_FIELD = "missing-field"
    UNKNOWN_INCIDENT = "unknown-incident"


class Fault(ValueError):
    """Input that can't be answered. ``at`` is a path such as ``boxes[2].cards[0]``, empty for the
    whole input.
    """

    def __init__(self, code: FaultCode, message: str, at: str = "") -> None:
        super().__init__(f"{at}: {message}" if at else message)
        self.code, self.message, self.at = code, message, at


def short(name: object) -> str:
    """A name as shown in a path: never long."""
    text = str(name)
    return text if len(text) <= 50 else f"{text[:47]}..."


def shown(value: object) -> str:
    """A value as shown in an error message: like JSON, and never long."""
    match value:
        case str():
            return f'"{value}"' if len(value) <= 50 else f'"{value[:47]}..."'
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case int() if abs(value) >= 10**40:
            # Thousands of digits are not worth printing, and str() may refuse them.
            return "a huge number"
        case int() | float():
            return str(value)
        case list() | tuple():
            return "a list"
        case _:
            return "an object"
