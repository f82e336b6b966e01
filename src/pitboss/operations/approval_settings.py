"""The settings of what needs a second person's approval."""

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.operations.storage_settings import described


class Approver(StrEnum):
    NONE = "none"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"


_APPROVERS = "none, pit-supervisor, pit-manager or shift-manager"


class ApprovalSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What needs a second person's approval, and the lowest post that may give it. Nobody approves
    what they did or asked for themselves, or anything in a round they dealt or are playing in.
    """

    void: Annotated[
        Approver,
        described(
            "Who approves voiding a round or a hand, unless one person has reported what "
            "happened and another rules on it.",
            _APPROVERS,
        ),
    ] = Approver.PIT_SUPERVISOR
    stake: Annotated[
        Approver,
        described(
            "Who approves changing or returning a stake after the close, by a report such "
            "as over-maximum-bet or wrong-raise.",
            _APPROVERS,
        ),
    ] = Approver.PIT_SUPERVISOR
    payout: Annotated[
        Approver,
        described(
            "Who approves a large payout, before the round is settled, at a table whose cards no "
            "device reads; and any payment a shift manager decides on after a round is over.",
            _APPROVERS,
        ),
    ] = Approver.PIT_SUPERVISOR
    payout_above: Annotated[
        int,
        described(
            "The most one player may win in a round at such a table without that approval. "
            "A hand that won a jackpot award has already been verified.",
            "a whole number of currency units from 0 to 1000000000",
            ge=0,
            le=1_000_000_000,
        ),
    ] = 5_000
    money_above: Annotated[
        int,
        described(
            "The most a shift manager may decide alone to pay on account of a round that is over. "
            "Small sums add up: a limit on each decision can be got round by deciding often.",
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
            "Who admits a guest without an account, so that staff may place that guest's "
            "bets. With none, staff may bet for any name that is not a staff member's.",
            _APPROVERS,
        ),
    ] = Approver.PIT_SUPERVISOR
    link: Annotated[
        Approver,
        described(
            "Who approves opening a link, besides the shift manager who asks for it.", _APPROVERS
        ),
    ] = Approver.SHIFT_MANAGER
    appointments: Annotated[
        bool,
        described(
            "Whether it takes two administrators to make somebody a pit manager, a shift "
            "manager or an administrator, or to give such a person a new password. A new "
            "house starts with 'pitboss appoint' on the machine itself.",
            "true or false",
        ),
    ] = True
    supervisors_by_two: Annotated[
        bool,
        described(
            "Whether it takes two administrators to make somebody a pit supervisor too. "
            "Then an administrator who invents people, and waits until their accounts are "
            "old enough, still has none who can approve or verify anything.",
            "true or false",
        ),
    ] = False
    account_age_hours: Annotated[
        int,
        described(
            "How old an account must be, counted from when somebody else last gave it a "
            "role or a link, or its owner accepted an invitation, before it can approve anything "
            "or verify a claim. Whom two administrators appoint before the first table is opened "
            "need not wait.",
            "a whole number of hours from 0 to 720",
            ge=0,
            le=720,
        ),
    ] = 24
