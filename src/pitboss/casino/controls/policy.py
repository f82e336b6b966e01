"""The house's controls: what it requires beyond the documents. Pure.

The engine itself enforces what the documents say about who decides what. The controls are the
house's own, built from its settings by the service; scripts, and a casino that is opened without
them, have the documents' authorities only.
"""

from enum import StrEnum

import msgspec

from pitboss.casino.approvals import ApprovalKind
from pitboss.kernel.money import Cents
from pitboss.people.appointments import HouseRules
from pitboss.rulebook.authority import Post


class ControlRefusal(StrEnum):
    """Why the house refuses what the documents would allow: stable codes, in order of
    precedence.
    """

    PERSON_NEEDED = "person-needed"
    TOO_FEW_VERIFIERS = "too-few-verifiers"
    APPROVAL_UNNAMED = "approval-unnamed"
    ACTED_IN_ROUND = "acted-in-round"
    WINNER_NEEDED = "winner-needed"
    STAFF_MAY_NOT_PLAY = "staff-may-not-play"
    APPROVAL_NEEDED = "approval-needed"
    NOT_WAITING = "not-waiting"
    APPROVAL_CHANGED = "approval-changed"
    OWN_DEED = "own-deed"
    POST_TOO_LOW = "post-too-low"
    ACCOUNT_TOO_NEW = "account-too-new"


class ApprovalPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """The least post whose approval something needs, where that is not None.

    ``payout_above`` is what a player may win in a round where no device reads the cards;
    ``money_above`` is what a shift manager may decide alone when a round is over;
    ``entered_by_hand`` says that cards which are entered are entered by a person.
    """

    void: Post | None = Post.PIT_SUPERVISOR
    stake: Post | None = Post.PIT_SUPERVISOR
    payout: Post | None = Post.PIT_SUPERVISOR
    payout_above: Cents = Cents(5_000_00)
    money_above: Cents = Cents(0)
    entered_by_hand: bool = True
    walk_in: Post | None = Post.PIT_SUPERVISOR
    link: Post | None = Post.SHIFT_MANAGER

    def least(self, kind: ApprovalKind) -> Post | None:
        """Whose approval something of a kind needs."""
        post: Post | None = getattr(self, kind.name.lower())
        return post


class Controls(msgspec.Struct, frozen=True, kw_only=True):
    """``verifiers`` is the least number of persons who verify or decline a claim on a link.

    An approval always names what it approves, so that nothing can be put in its place between the
    look and the click; and whoever acted in a round neither judges nor approves anything in it.
    """

    verifiers: int
    approvals: ApprovalPolicy = ApprovalPolicy()
    people: HouseRules = HouseRules()
