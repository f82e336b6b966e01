"""What is waiting for a second person, as staff are shown it."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from pitboss.casino.approvals import WITHIN_MS, ApprovalAsked, ApprovalKind
from pitboss.casino.stream_ids import link_of, table_of
from pitboss.kernel.json_types import Outgoing
from pitboss.people.roles import Role
from pitboss.table.event_base import CommandJson


class WaitingApproval(Outgoing, frozen=True, kw_only=True):
    """A command that somebody has asked for and a second person must approve."""

    digest: Annotated[str, msgspec.Meta(description="Its identifier; approve it by this.")]
    table: str | None
    link: str | None
    round: str | None
    command: CommandJson
    by: str
    kind: ApprovalKind
    post: Annotated[Role, msgspec.Meta(description="The lowest post that may approve it.")]
    why: str
    until_ms: Annotated[int, msgspec.Meta(description="When it stops waiting.")]


class WaitingApprovals(Outgoing, frozen=True):
    """What is waiting for a second person, and what was decided recently."""

    approvals: list[WaitingApproval]
    decided: Annotated[
        Mapping[str, bool], msgspec.Meta(description="Whether it was approved, by digest.")
    ]


class Approved(Outgoing, frozen=True):
    """What was approved, by whom, and what it led to."""

    digest: str
    by: str
    position: int
    events: list[str]


class DroppedApproval(Outgoing, frozen=True):
    digest: str
    dropped: bool


class PinChosen(Outgoing, frozen=True):
    name: str


class WalkIn(Outgoing, frozen=True):
    """A guest without an account, and the table where the guest may play."""

    name: str
    table: str


class Draining(Outgoing, frozen=True):
    """Whether new rounds wait for a restart, and how many are in progress."""

    draining: bool
    rounds: int


_POSTS = {role.post: role for role in Role if role.post is not None}


def waiting_view(asked: ApprovalAsked) -> WaitingApproval:
    return WaitingApproval(
        digest=asked.digest,
        table=table_of(asked.target),
        link=link_of(asked.target),
        round=asked.round,
        command=msgspec.json.decode(asked.command),
        by=asked.by.name,
        kind=asked.kind,
        post=_POSTS[asked.least],
        why=asked.why,
        until_ms=asked.at_ms + WITHIN_MS,
    )
