"""Records the house's controls, so that the auditor can check every action against them, and a
control switched off for an evening shows.
"""

from collections.abc import Callable

import msgspec

from pitboss.casino.codec import read_event, record_operation
from pitboss.casino.controls.policy import Controls
from pitboss.casino.operations import EDITION, OPERATIONS_STREAM, ControlsInForce, system_user
from pitboss.journal.port import Conflict, Journal


def controls_on_record(journal: Journal) -> ControlsInForce | None:
    """The controls in force according to the journal; None if there never were any."""
    controls = None
    for record in journal.read(OPERATIONS_STREAM):
        event = read_event(record)
        if isinstance(event, ControlsInForce):
            controls = event
    return controls


def put_controls_on_record(
    journal: Journal, controls: Controls, clock_ms: Callable[[], int]
) -> None:
    """Records the controls if they differ from those on record."""
    posts = msgspec.structs.asdict(controls.approvals)
    while True:
        event = ControlsInForce(
            at_ms=clock_ms(),
            by=system_user(),
            verifiers=controls.verifiers,
            appointments=controls.people.appointments,
            account_age_ms=controls.people.account_age_ms,
            badge_alone=controls.people.badge_alone,
            directory_high=controls.people.directory_high,
            supervisors_by_two=controls.people.supervisors_by_two,
            second_from=controls.people.second_from,
            step_up_ms=controls.people.step_up_ms,
            edition=EDITION,
            **posts,
        )
        known = controls_on_record(journal)
        if known is not None and _same(known, event):
            return
        try:
            record_operation(journal, event)
        except Conflict:
            # Another process started at the same moment.
            continue


def _same(one: ControlsInForce, other: ControlsInForce) -> bool:
    return msgspec.structs.replace(one, at_ms=0, by="") == msgspec.structs.replace(
        other, at_ms=0, by=""
    )
