"""The settings of what needs a second person's approval."""

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.operations.keeping import described


class Approver(StrEnum):
    NONE = "none"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"


_APPROVERS = "none, pit-supervisor, pit-manager or shift-manager"


class ApprovalSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What needs a second person's approval, and of which post he must be, or above. Nobody
    approves what he himself did or asked for, nor anything of a round that he dealt or plays in.
    """

    void: Annotated[
        Approver,
        described(
            "Who approves that a round or a hand is void, unless one person has reported what "
            "happened and another one rules on it.",
            _APPROVERS,
        ),
    ] = Approver.PIT_SUPERVISOR
    stake: Annotated[
        Approver,
        described(
            "Who approves that a stake is changed or given back after the close, by a report such "
            "as over-maximum-bet or wrong-raise.",
            _APPROVERS,
        ),
    ] = Approver.PIT_SUPERVISOR
    payout: Annotated[
        Approver,
        described(
            "Who approves a large payout at a table whose cards no device reads, before the round "
            "is settled; and money that a shift manager decides on when a round is over.",
            _APPROVERS,
        ),
    ] = Approver.PIT_SUPERVISOR
    payout_above: Annotated[
        int,
        described(
            "What one player may win in one round at such a table without that. A hand that has "
            "won an award of a jackpot was verified already.",
            "a whole number of currency units from 0 to 1000000000",
            ge=0,
            le=1_000_000_000,
        ),
    ] = 5_000
    money_above: Annotated[
        int,
        described(
            "What a shift manager may decide alone to pay on account of a round that is over. Of "
            "little there can be much: a limit for one decision can be gone round by deciding "
            "often.",
            "a whole number of currency units from 0 to 1000000000",
            ge=0,
            le=1_000_000_000,
        ),
    ] = 0
    entered_by_hand: Annotated[
        bool,
        described(
            'Whether cards that are "entered" are typed in by a person; false where a card-reading '
            "shoe or shuffler enters them.",
            "true or false",
        ),
    ] = True
    walk_in: Annotated[
        Approver,
        described(
            "Who admits a guest without an account, so that staff may bet for him. With none, "
            "staff may bet for any name but one of staff.",
            _APPROVERS,
        ),
    ] = Approver.PIT_SUPERVISOR
    link: Annotated[
        Approver,
        described("Who, besides the shift manager who asks for it, opens a link.", _APPROVERS),
    ] = Approver.SHIFT_MANAGER
    appointments: Annotated[
        bool,
        described(
            "Whether two administrators are needed to make somebody a pit manager, a shift manager "
            "or an administrator, and to give such a person a new password. A new house begins "
            "with 'pitboss appoint' on the machine itself.",
            "true or false",
        ),
    ] = True
    supervisors_by_two: Annotated[
        bool,
        described(
            "Whether that takes two administrators for pit supervisors too. Then an administrator "
            "who makes up people, and waits until their accounts are old enough, has nobody among "
            "them who approves or verifies anything.",
            "true or false",
        ),
    ] = False
    account_age_hours: Annotated[
        int,
        described(
            "How old an account must be, since somebody else last gave it a role or a password, "
            "before it approves anything or verifies a claim.",
            "a whole number of hours from 0 to 720",
            ge=0,
            le=720,
        ),
    ] = 24
