"""What the operator of the machine, rather than anybody signed in, did to the journal itself.

Events of one stream, so that it is on record like everything else. They change no table, link or
account.
"""

import os
import pwd
from typing import Any, TypeAlias

import msgspec

OPERATIONS_STREAM = "operations"
EDITION = 6
"""Of the house's controls, as this program has them."""


class OperationEvent(
    msgspec.Struct, frozen=True, tag_field="event", rename="kebab", kw_only=True, omit_defaults=True
):
    """Base of all events. ``by`` is a user of the operating system."""

    at_ms: int
    by: str


class JournalRestored(OperationEvent, frozen=True, tag="journal-restored/1", kw_only=True):
    """A backup took the place of the journal. It ends at ``position``; the journal that it
    replaced, where that could still be read, ended at ``replaced``.
    """

    file: str
    position: int
    replaced: int | None = None


class SigningKeyChanged(OperationEvent, frozen=True, tag="signing-key-changed/1", kw_only=True):
    """Another key signs from here on; both are public keys in hexadecimal digits.

    ``signature`` is the old key's word that the new one takes its place after ``checkpoint``; there
    is none where the old key was lost.
    """

    before: str
    after: str
    checkpoint: int
    signature: str | None = None


class ClockStepped(OperationEvent, frozen=True, tag="clock-stepped/1", kw_only=True):
    """The clock of a machine was set: it would have shown ``expected_ms``, and showed ``found_ms``.
    In the journal time goes on from ``at_ms``, and never back.
    """

    expected_ms: int
    found_ms: int


class VaultKeyChanged(OperationEvent, frozen=True, tag="vault-key-changed/1", kw_only=True):
    """The secrets of shuffles and the seals of snapshots follow from another key from here on, or
    from a first one. Both are names, from which no key can be found. ``lost``: the old one was not
    there any more.
    """

    after: str
    before: str | None = None
    lost: bool = False


class ControlsInForce(OperationEvent, frozen=True, tag="controls-in-force/1", kw_only=True):
    """What the house asks for beyond the documents from here on. Posts are numbers that rise from
    1, the dealer; where there is none nobody's approval is needed. ``appointments``: high posts are
    given by two administrators; ``account_age_ms`` is how old an account is that approves;
    ``badge_alone``: a badge approves without a PIN; ``directory_high``: the directory's groups give
    high posts; ``second_from`` is the post from which on people sign in with a second factor, and
    ``step_up_ms`` how long that is good for approvals. None of them was always on record.

    ``edition`` is that of the controls themselves. From the second on a console is nobody: what it
    asks for has the names of two persons; chips on boxes that nobody has given his name for count
    as one player's; and money that is decided after a round has a second person where it is more
    than ``money_above``, and goes to nobody who works here. From the third on whoever verifies a
    claim on a box without a name names the winner. From the fourth on an administrator's post is
    taken away by two, a second administrator is made alone only where there never was one, and
    whoever proposes an appointment has as old an account as whoever approves it; and nobody who
    acted in a round says in which order its claims are paid. From the fifth on staff do not say
    alone that a player has left the table, or what players chose, where bets then go back; and who
    rules on what another reported is the second person only if his account is old enough; and
    another order of claims than that in which hands were dealt has a second person. From the sixth
    on nobody who acted in a round that is over approves money on account of it, and what takes two
    is not taken back by one.

    ``supervisors_by_two``: two administrators make a pit supervisor too.
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
    the Python that runs it, and the packages that bring games of their own. ``process`` names it
    until it stops.
    """

    process: str
    version: str
    program: str
    python: str
    games: dict[str, str] = {}


class ProgramStopped(OperationEvent, frozen=True, tag="program-stopped/1", kw_only=True):
    """It has stopped in order. One that was killed leaves no such word."""

    process: str


SettingsJson: TypeAlias = dict[str, Any]
"""Settings by their names."""


class SettingsInForce(OperationEvent, frozen=True, tag="settings-in-force/1", kw_only=True):
    """The settings that decide anything, from here on, by their names."""

    settings: SettingsJson


class ArchiveSealed(OperationEvent, frozen=True, tag="archive-sealed/1", kw_only=True):
    """Records of the journal are in a segment of its archive from here on: ``records`` of them,
    from position ``first`` up to ``last``, all of which ``checkpoint`` has signed. ``digest`` names
    the segment, in hexadecimal digits.
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
    """Who runs this process."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
