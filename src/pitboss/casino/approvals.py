"""Approvals: a command that needs a second person waits until one approves it, for a minute.

An approval is for that command and no other: it names the command by a digest of its bytes, of who
asked for it and of the round it was asked in. How the person proved who he is (a PIN, a badge, a
session at the pit desk) is on record and makes no difference. What waits is the state of one
stream; once approved, a command waits no longer, so it is carried out once.
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
    """How somebody who approves has proved who he is."""

    PIN = "pin"
    BADGE = "badge"
    BADGE_AND_PIN = "badge-and-pin"
    PASSKEY = "passkey"
    SESSION = "session"


class Approval(msgspec.Struct, frozen=True):
    """Who approves what, and how he has proved who he is. When, is when it is carried out."""

    by: Actor
    digest: str
    how: How


class DropApproval(
    msgspec.Struct, frozen=True, tag_field="do", rename="kebab", tag="drop-approval"
):
    """What waits is not to be approved any more: whoever asked has thought better of it, or a
    second person has looked and said no.
    """

    digest: str


# ── what has happened ─────────────────────────────────────────────────────────────────────────────


class ApprovalEvent(msgspec.Struct, frozen=True, tag_field="event", rename="kebab", kw_only=True):
    """Base of these events."""

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
    """Somebody has approved a command, and it is carried out together with this: the events that
    follow under the same command id are its own.
    """

    target: str
    round: str | None
    kind: ApprovalKind
    asked_by: Actor
    by: Actor
    how: How


class FirstApproval(ApprovalEvent, frozen=True, tag="approval-first/1", kw_only=True):
    """One person has approved what a console has asked for. Nobody knows who stood at it, so
    another one has to approve as well.
    """

    by: Actor
    how: How


class ApprovalDropped(ApprovalEvent, frozen=True, tag="approval-dropped/1", kw_only=True):
    by: Actor


AnyApprovalEvent = ApprovalAsked | FirstApproval | ApprovalGiven | ApprovalDropped


DECIDED_KEPT = 50
"""Whoever waits asks soon what became of it; older ones are in the journal."""


class Approvals(msgspec.Struct, frozen=True):
    """What waits, by its digest, in the order in which it was asked for; of what waits no longer,
    whether it was approved; and who has approved first where it takes two.
    """

    waiting: Mapping[str, ApprovalAsked] = {}
    decided: Mapping[str, bool] = {}
    first: Mapping[str, Actor] = {}


def evolve_approvals(state: Approvals, event: AnyApprovalEvent) -> Approvals:
    """What waits after an event. What has waited for too long is forgotten with the next."""
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
    """Whether something has waited for too long."""
    return now_ms - asked.at_ms > WITHIN_MS


def post_words(post: Post) -> str:
    """A post as it is spoken of."""
    return post.name.lower().replace("_", " ")


# ── a command in bytes ────────────────────────────────────────────────────────────────────────────

_encode = msgspec.json.Encoder().encode
# Made here and not when first needed: msgspec crashes when two threads have it prepare the same
# type at once.
_decoder = msgspec.json.Decoder(AnyCommand | AnyLinkCommand)


def digest_of_command(
    id: str, target: str, round: str | None, by: Actor, command: AnyCommand | AnyLinkCommand
) -> str:
    """What names a command that waits; whoever approves it gives it back."""
    return digest_of(_encode(("approval", id, target, round, by, command)))


def written_command(command: AnyCommand | AnyLinkCommand) -> str:
    """A command as it is kept while it waits."""
    return _encode(command).decode()


def command_of(asked: ApprovalAsked) -> AnyCommand | AnyLinkCommand:
    """The command that waits."""
    command: AnyCommand | AnyLinkCommand = _decoder.decode(asked.command)
    return command
