"""Operations on the journal itself, by the operator of the machine rather than anybody signed in.

They are events of a stream of their own, on record like everything else. They change no table, link
or account.
"""

import os
import pwd
from typing import Any, TypeAlias

import msgspec

OPERATIONS_STREAM = "operations"
EDITION = 6
"""The edition of the house's controls that this program enforces (see ``ControlsInForce``)."""


class OperationEvent(
    msgspec.Struct, frozen=True, tag_field="event", rename="kebab", kw_only=True, omit_defaults=True
):
    """Base of all events. ``by`` is a user of the operating system."""

    at_ms: int
    by: str


class JournalRestored(OperationEvent, frozen=True, tag="journal-restored/1", kw_only=True):
    """A backup replaced the journal. It ends at ``position``; the journal it replaced, if that
    could still be read, ended at ``replaced``.
    """

    file: str
    position: int
    replaced: int | None = None


class SigningKeyChanged(OperationEvent, frozen=True, tag="signing-key-changed/1", kw_only=True):
    """Another key signs from here on; both are public keys in hexadecimal.

    ``signature`` is the old key's statement that the new one replaces it after ``checkpoint``;
    there is none if the old key was lost.
    """

    before: str
    after: str
    checkpoint: int
    signature: str | None = None


class ClockStepped(OperationEvent, frozen=True, tag="clock-stepped/1", kw_only=True):
    """The clock of a machine was set: it should have shown ``expected_ms`` and showed ``found_ms``.
    Time in the journal goes on from ``at_ms``, never back.
    """

    expected_ms: int
    found_ms: int


class VaultKeyChanged(OperationEvent, frozen=True, tag="vault-key-changed/1", kw_only=True):
    """From here on, the secrets of shuffles and the seals of snapshots are derived from a new key,
    or from the first. Both fields are names, which reveal no key. ``lost``: the old key was no
    longer available.
    """

    after: str
    before: str | None = None
    lost: bool = False


class ControlsInForce(OperationEvent, frozen=True, tag="controls-in-force/1", kw_only=True):
    """What the house requires beyond the documents from here on. Posts are numbers counting up from
    1, the dealer; None means that nobody's approval is needed. ``appointments``: two administrators
    give high posts; ``account_age_ms`` is the least age of an account that approves;
    ``badge_alone``: a badge approves without a PIN; ``directory_high``: the directory's groups give
    high posts; ``second_from`` is the lowest post that signs in with a second factor, and
    ``step_up_ms`` how long that is good for approvals. None of them has been on record from the
    start.

    ``edition`` is that of the controls themselves. Since the second, a console is nobody: what it
    asks for needs the names of two people; chips on unnamed boxes count as one player's; and money
    moved after a round needs a second person if it exceeds ``money_above``, and never goes to
    staff. Since the third, whoever verifies a claim on an unnamed box names the winner. Since the
    fourth, it takes two to remove an administrator, one person can make a second administrator only
    if there has never been one, and whoever proposes an appointment needs as old an account as
    whoever approves it; and nobody who acted in a round decides in which order its claims are paid.
    Since the fifth, staff can't say alone that a player has left the table, or what players chose,
    if bets are returned as a result; whoever rules on another's report counts as the second person
    only if his account is old enough; and paying claims in another order than hands were dealt
    needs a second person. Since the sixth, nobody who acted in a finished round approves money on
    account of it, and one person can't take back what took two.

    ``supervisors_by_two``: it takes two administrators to make a pit supervisor as well.
    """

    verifiers: int
    void: int | None = None
    stake: int | None = None
    payout: int | None = None
    payout_above: int = 0
    entered_by_hand: bool = True
    walk_in: int | None = None
    link: int | None = None
    appointments: bool = False
    account_age_ms: int = 0
    badge_alone: bool = False
    second_from: int | None = None
    step_up_ms: int = 0
    edition: int = 1
    directory_high: bool = False
    money_above: int = 0
    supervisors_by_two: bool = False


class ProgramStarted(OperationEvent, frozen=True, tag="program-started/1", kw_only=True):
    """A program that writes to this journal was started: its version, the hash of all its files,
    the Python that runs it, and the packages that add games. ``process`` names it until it stops.
    """

    process: str
    version: str
    program: str
    python: str
    games: dict[str, str] = {}


class ProgramStopped(OperationEvent, frozen=True, tag="program-stopped/1", kw_only=True):
    """A program stopped in good order. One that was killed leaves no such event."""

    process: str


SettingsJson: TypeAlias = dict[str, Any]
"""Settings by name."""


class SettingsInForce(OperationEvent, frozen=True, tag="settings-in-force/1", kw_only=True):
    """The settings that affect decisions, from here on, by name."""

    settings: SettingsJson


class ArchiveSealed(OperationEvent, frozen=True, tag="archive-sealed/1", kw_only=True):
    """From here on, ``records`` records of the journal are in a segment of its archive, from
    position ``first`` to ``last``, all covered by ``checkpoint``. ``digest`` names the segment, in
    hexadecimal.
    """

    segment: int
    first: int
    last: int
    records: int
    checkpoint: int
    digest: str


AnyOperationsEvent = (
    JournalRestored
    | SigningKeyChanged
    | VaultKeyChanged
    | ClockStepped
    | ControlsInForce
    | ProgramStarted
    | ProgramStopped
    | SettingsInForce
    | ArchiveSealed
)


def system_user() -> str:
    """The operating system's user who runs this process."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
