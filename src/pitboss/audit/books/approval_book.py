"""Approvals: that what was approved had been asked for, by somebody else, not long before, and that
whoever approved it was of the post that was asked for.
"""

import hashlib
from typing import Any

import msgspec

from pitboss.audit.report import Misfit, fits
from pitboss.casino.approvals import ApprovalAsked, ApprovalDropped, ApprovalGiven

A_MINUTE_MS = 60_000


class ApprovalBook:
    """What waits. ``given`` is the approval of the command that is being read."""

    def __init__(self) -> None:
        self._waiting: dict[str, ApprovalAsked] = {}
        self.given: ApprovalGiven | None = None

    def take(self, command: str, event: Any) -> None:
        """Follows one event; raises Misfit where it can't be."""
        match event:
            case ApprovalAsked():
                fits("the command that waits", event.id, command)
                fits("what names a command that waits", _named(event), event.digest)
                self._waiting[event.digest] = event
            case ApprovalGiven():
                self._take_given(command, event)
            case ApprovalDropped():
                self._find(event.digest)
            case _:
                raise Misfit("an event of approvals", "one that is known", type(event).__name__)

    def _take_given(self, command: str, event: ApprovalGiven) -> None:
        asked = self._find(event.digest)
        fits("the command of an approval", f"approved/{event.digest}/{event.by.name}", command)
        fits(
            "what was approved, as it was asked for: target, round, kind, by whom",
            (asked.target, asked.round, asked.kind, asked.by),
            (event.target, event.round, event.kind, event.asked_by),
        )
        if event.by.name == asked.by.name:
            raise Misfit("who approved it", "another person than who asked", event.by.name)
        if event.by.post < asked.least:
            raise Misfit("who approved it", f"a post of {asked.least} or above", event.by.post)
        if not 0 <= event.at_ms - asked.at_ms <= A_MINUTE_MS:
            took = event.at_ms - asked.at_ms
            raise Misfit("an approval within a minute, in milliseconds", A_MINUTE_MS, took)
        self.given = event

    def _find(self, digest: str) -> ApprovalAsked:
        asked = self._waiting.pop(digest, None)
        if asked is None:
            raise Misfit("what is approved or dropped has been asked for", "what waits", digest)
        return asked

    def end_command(self) -> ApprovalGiven | None:
        given, self.given = self.given, None
        return given


def _named(asked: ApprovalAsked) -> str:
    command = msgspec.Raw(asked.command.encode())
    parts = ("approval", asked.id, asked.target, asked.round, asked.by, command)
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:32]
