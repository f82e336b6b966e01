"""The house's controls: what it asks for beyond the documents. Pure.

The engine knows by itself what the documents say of who decides what. The controls are the house's
own, built from its settings by the service; scripts, and a casino that is opened without them, have
the documents' authorities only.
"""

from enum import StrEnum
from typing import Any

import msgspec
from msgspec import UNSET

from pitboss.casino.requests import Refusal
from pitboss.jackpot import commands as lc
from pitboss.jackpot.state import LinkState
from pitboss.table.commands import Confirm


class ControlRefusal(StrEnum):
    """Why the house refuses what the documents would allow: stable codes, in order of
    precedence.
    """

    TOO_FEW_VERIFIERS = "too-few-verifiers"
    APPROVAL_UNNAMED = "approval-unnamed"


class Controls(msgspec.Struct, frozen=True, kw_only=True):
    """``verifiers`` is the least number of persons who verify or decline a claim on a link.

    An approval always names what it approves, so that nothing can be put in its place between the
    look and the click.
    """

    verifiers: int

    def refusal(self, command: Any, link: LinkState | None) -> Refusal | None:
        """Why the house does not let a command through that the engine would carry out; None where
        it does.

        ``link`` is the link that the command is for, as it was before.
        """
        if self._too_few(command, link):
            fix = (
                "withdraw these parameters and propose"
                if isinstance(command, lc.ApproveParameters)
                else "give"
            )
            message = (
                f"In this house {self.verifiers} persons at least verify a claim (setting "
                "links.verifiers): "
                f"{fix} verifiers {self.verifiers}."
            )
            return Refusal(ControlRefusal.TOO_FEW_VERIFIERS.value, message)
        if isinstance(command, _APPROVALS) and command.approves is UNSET:
            message = (
                "Say what you approve: give the digest that is shown beside it (field approves)."
            )
            return Refusal(ControlRefusal.APPROVAL_UNNAMED.value, message)
        return None

    def _too_few(self, command: Any, link: LinkState | None) -> bool:
        match command:
            case lc.OpenLink() | lc.ProposeParameters():
                return command.parameters.verifiers < self.verifiers
            case lc.ApproveParameters():
                # What waits may have been proposed before the house asked for more.
                proposal = None if link is None else link.proposal
                return proposal is not None and proposal.parameters.verifiers < self.verifiers
            case _:
                return False


_APPROVALS = (Confirm, lc.ApproveParameters, lc.ApproveCorrection)
