"""Why a link refuses a command: a stable code, a sentence, and the clauses."""

from enum import StrEnum

import msgspec

from pitboss.jackpot.events import AnyLinkEvent


class LinkRefusal(StrEnum):
    """The codes, in order of precedence: if there are several reasons, the first is given."""

    NO_LINK = "no-link"
    LINK_EXISTS = "link-exists"
    LINK_NOT_ALLOWED = "link-not-allowed"
    BAD_PARAMETERS = "bad-parameters"
    OTHER_OPERATOR = "other-operator"
    OTHER_ORDER = "other-order"
    LINK_DOWN = "link-down"
    LINK_WORKS = "link-works"
    NO_SUCH_CLAIM = "no-such-claim"
    CLAIM_CLOSED = "claim-closed"
    CLAIM_OPEN = "claim-open"
    SAME_PERSON = "same-person"
    OTHER_WINNER = "other-winner"
    NOTHING_PROPOSED = "nothing-proposed"
    CHANGED_SINCE = "changed-since"
    PROPOSAL_OPEN = "proposal-open"
    BAD_CORRECTION = "bad-correction"
    ORDER_NOT_FREE = "order-not-free"
    REASON_NEEDED = "reason-needed"
    NOTHING_TO_DO = "nothing-to-do"


class LinkRefused(msgspec.Struct, frozen=True):
    """A command that was refused; nothing has changed."""

    code: LinkRefusal
    message: str
    clauses: tuple[str, ...] = ()


LinkDecision = tuple[AnyLinkEvent, ...] | LinkRefused
"""What ``decide_link`` answers."""
