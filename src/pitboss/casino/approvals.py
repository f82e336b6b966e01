"""Approvals: a command that needs a second person waits until one approves it, for a minute.

An approval is good for that command and no other: it names it by a digest of its bytes, of who
asked and of the round. How the approver proved who he is (a PIN, a badge, a session at the pit
desk) is recorded but makes no difference. The waiting commands are the state of one stream; an
approved command leaves it, so it is carried out once.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import assert_never

import msgspec

from pitboss.jackpot.commands import AnyLinkCommand
from pitboss.kernel.digest import digest_of
from pitboss.rulebook.authority import Actor, Post
from pitboss.table.commands import AnyCommand

APPROVALS_STREAM = "approvals"
WITHIN_MS = 60_000
"""How long a command waits for its approval."""


class ApprovalKind(StrEnum):
    """What the house asks a second person for."""

    VOID = "void"
    STAKE = "stake"
    PAYOUT = "payout"
    WALK_IN = "walk-in"
    LINK = "link"


class How(StrEnum):
    """How the approver proved who he is."""

    PIN = "pin"
    BADGE = "badge"
    BADGE_AND_PIN = "badge-and-pin"
    PASSKEY = "passkey"
    SESSION = "session"


class Approval(msgspec.Struct, frozen=True):
    """Who approves what, and how he proved who he is. The time is that at which it is carried
    out.
    """

    by: Actor
    digest: str
    how: How


class DropApproval(
    msgspec.Struct, frozen=True, tag_field="do", rename="kebab", tag="drop-approval"
):
    """Withdraws a waiting command: whoever asked has thought better of it, or a second person has
    looked and said no.
    """

    digest: str


# ── what has happened ─────────────────────────────────────────────────────────────────────────────


class ApprovalEvent(msgspec.Struct, frozen=True, tag_field="event", rename="kebab", kw_only=True):
    """Base of the approval events."""

    digest: str
    at_ms: int


class ApprovalAsked(ApprovalEvent, frozen=True, tag="approval-asked/1", kw_only=True):
    """A command waits for somebody of a post or above. ``id`` is the caller's own id of it, and
    ``command`` its bytes; ``round`` is the one that was on at its table.
    """

    id: str
    target: str
    round: str | None
    command: str
    by: Actor
    kind: ApprovalKind
    least: Post
    why: str


class ApprovalGiven(ApprovalEvent, frozen=True, tag="approval-given/1", kw_only=True):
    """Somebody has approved a command, which is carried out in the same unit: the events that
    follow under the same command id are its own.
    """

    target: str
    round: str | None
    kind: ApprovalKind
    asked_by: Actor
    by: Actor
    how: How


class FirstApproval(ApprovalEvent, frozen=True, tag="approval-first/1", kw_only=True):
    """One person has approved what a console asked for. Nobody knows who stood at the console, so a
    second person must approve as well.
    """

    by: Actor
    how: How


class ApprovalDropped(ApprovalEvent, frozen=True, tag="approval-dropped/1", kw_only=True):
    by: Actor


AnyApprovalEvent = ApprovalAsked | FirstApproval | ApprovalGiven | ApprovalDropped


DECIDED_KEPT = 50
"""Callers ask about a decision soon after it; older ones are in the journal."""


class Approvals(msgspec.Struct, frozen=True):
    """What waits, by its digest, in the order in which it was asked for; of what waits no longer,
    whether it was approved; and who has approved first where it takes two.
    """

    waiting: Mapping[str, ApprovalAsked] = {}
    decided: Mapping[str, bool] = {}
    first: Mapping[str, Actor] = {}


def evolve_approvals(state: Approvals, event: AnyApprovalEvent) -> Approvals:
    """The state after an event. Requests that have timed out are dropped when the next one
    arrives.
    """
    match event:
        case ApprovalAsked():
            alive = {
                digest: asked
                for digest, asked in state.waiting.items()
                if not overdue(asked, event.at_ms)
            }
            first = {digest: by for digest, by in state.first.items() if digest in alive}
            return Approvals({**alive, event.digest: event}, state.decided, first)
        case FirstApproval():
            return Approvals(state.waiting, state.decided, {**state.first, event.digest: event.by})
        case ApprovalGiven() | ApprovalDropped():
            left = {key: asked for key, asked in state.waiting.items() if key != event.digest}
            given = isinstance(event, ApprovalGiven)
            decided = [*state.decided.items(), (event.digest, given)]
            first = {digest: by for digest, by in state.first.items() if digest != event.digest}
            return Approvals(left, dict(decided[-DECIDED_KEPT:]), first)
        case _:
            assert_never(event)


def overdue(asked: ApprovalAsked, now_ms: int) -> bool:
    """Whether a waiting command has timed out."""
    return now_ms - asked.at_ms > WITHIN_MS


def post_words(post: Post) -> str:
    """A post in words."""
    return post.name.lower().replace("_", " ")


# ── a command in bytes ────────────────────────────────────────────────────────────────────────────

_encode = msgspec.json.Encoder().encode
# Built at import rather than on first use: msgspec crashes if two threads make it prepare the same
# type at once.
_decoder = msgspec.json.Decoder(AnyCommand | AnyLinkCommand)


def digest_of_command(
    id: str, target: str, round: str | None, by: Actor, command: AnyCommand | AnyLinkCommand
) -> str:
    """The digest that names a waiting command; its approver has to quote it."""
    return digest_of(_encode(("approval", id, target, round, by, command)))


def written_command(command: AnyCommand | AnyLinkCommand) -> str:
    """A command in the form kept while it waits."""
    return _encode(command).decode()


def command_of(asked: ApprovalAsked) -> AnyCommand | AnyLinkCommand:
    """The waiting command itself."""
    command: AnyCommand | AnyLinkCommand = _decoder.decode(asked.command)
    return command
