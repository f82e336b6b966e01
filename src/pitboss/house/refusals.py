"""Why a command about the house rules is refused: a stable code and a sentence."""

from enum import StrEnum

import msgspec

from pitboss.house.events import AnyHouseEvent


class HouseRefusal(StrEnum):
    """The codes, in order of precedence: if there are several reasons, the first is given."""

    NOT_ALLOWED = "not-allowed"
    TOO_LONG = "too-long"
    BAD_RULEBOOK = "bad-rulebook"
    UNKNOWN_RULEBOOK = "unknown-rulebook"
    OTHER_GAME = "other-game"
    PROPOSAL_OPEN = "proposal-open"
    IN_FORCE = "in-force"
    NOTHING_PROPOSED = "nothing-proposed"
    SAME_PERSON = "same-person"
    ENDED = "ended"


class HouseRefused(msgspec.Struct, frozen=True):
    """A command that was refused; nothing has changed. ``where`` is the field that is wrong."""

    code: HouseRefusal
    message: str
    where: str = ""


HouseDecision = tuple[AnyHouseEvent, ...] | HouseRefused
