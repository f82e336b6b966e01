"""The house's controls: what it requires beyond the documents. Pure.

The engine itself enforces the documents' rules on who decides what. The controls are the house's
own, which the service builds from its settings; scripts, and a casino opened without controls, have
only the documents' authorities.
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
    """The least post that must approve each kind of action; None means nobody need.

    ``payout_above`` is what a player may win unapproved in a round where no device reads the cards;
    ``money_above`` is what a shift manager may move alone after a round; ``entered_by_hand`` says
    that "entered" cards are typed in by a person.
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
        """The least post that must approve an action of a kind."""
        post: Post | None = getattr(self, kind.name.lower())
        return post


class Controls(msgspec.Struct, frozen=True, kw_only=True):
    """``verifiers`` is the least number of people who must verify or decline a claim on a link.

    An approval always names what it approves, so that nothing can be swapped in between the look
    and the click; and nobody who acted in a round judges or approves anything in it.
    """

    verifiers: int
    approvals: ApprovalPolicy = ApprovalPolicy()
    people: HouseRules = HouseRules()
