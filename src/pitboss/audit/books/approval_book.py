"""Approvals. Checks that what was approved had been asked for shortly before by somebody else, and
that the approver held the required post.
"""

import hashlib
from typing import Any

import msgspec

from pitboss.audit.report import Misfit, fits
from pitboss.casino.approvals import ApprovalAsked, ApprovalDropped, ApprovalGiven, FirstApproval

A_MINUTE_MS = 60_000


class ApprovalBook:
    """What waits. ``given`` is the approval of the current command."""

    def __init__(self) -> None:
        self._waiting: dict[str, ApprovalAsked] = {}
        self._first: dict[str, str] = {}
        self.given: ApprovalGiven | None = None
        self.first: str | None = None

    def take(self, command: str, event: Any) -> None:
        """Takes one event; raises Misfit if it is impossible."""
        match event:
            case ApprovalAsked():
                fits("the command that waits", event.id, command)
                fits("what names a command that waits", _named(event), event.digest)
                self._waiting[event.digest] = event
            case ApprovalGiven():
                self._take_given(command, event)
            case FirstApproval():
                self._take_first(command, event)
            case ApprovalDropped():
                self._find(event.digest)
                self._first.pop(event.digest, None)
            case _:
                raise Misfit("an event of approvals", "one that is known", type(event).__name__)

    def _take_first(self, command: str, event: FirstApproval) -> None:
        """The first of two approvals."""
        asked = self._waiting.get(event.digest)
        if asked is None or event.digest in self._first:
            raise Misfit("who approves first, of what waits", "the first", event.by.name)
        fits("the command of an approval", f"approved/{event.digest}/{event.by.name}", command)
        self._check_approver(asked, event)
        self._first[event.digest] = event.by.name

    def _take_given(self, command: str, event: ApprovalGiven) -> None:
        asked = self._find(event.digest)
        fits("the command of an approval", f"approved/{event.digest}/{event.by.name}", command)
        fits(
            "what was approved, as it was asked for: target, round, kind, by whom",
            (asked.target, asked.round, asked.kind, asked.by),
            (event.target, event.round, event.kind, event.asked_by),
        )
        first = self._first.pop(event.digest, None)
        if event.by.name == first:
            raise Misfit("who approved it", "another person than approved first", first)
        self._check_approver(asked, event)
        self.first, self.given = first, event

    @staticmethod
    def _check_approver(asked: ApprovalAsked, event: FirstApproval | ApprovalGiven) -> None:
        if event.by.name == asked.by.name:
            raise Misfit("who approved it", "another person than who asked", event.by.name)
        if event.by.post < asked.least:
            raise Misfit("who approved it", f"a post of {asked.least} or above", event.by.post)
        if not 0 <= event.at_ms - asked.at_ms <= A_MINUTE_MS:
            took = event.at_ms - asked.at_ms
            raise Misfit("an approval within a minute, in milliseconds", A_MINUTE_MS, took)

    def _find(self, digest: str) -> ApprovalAsked:
        asked = self._waiting.pop(digest, None)
        if asked is None:
            raise Misfit("what is approved or dropped has been asked for", "what waits", digest)
        return asked

    def end_command(self) -> None:
        """The command carried out by an approval is over."""
        self.given = self.first = None


def _named(asked: ApprovalAsked) -> str:
    command = msgspec.Raw(asked.command.encode())
    parts = ("approval", asked.id, asked.target, asked.round, asked.by, command)
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:32]
