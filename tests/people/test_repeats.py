"""A command that comes again under its id: the same one, or another."""

import msgspec
import pytest

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.repeats import is_repeat
from pitboss.people.roles import Role
from tests.people.test_decide import DONE

ONCE = (
    c.SetUp,
    c.AcceptInvitation,
    c.RecoverAdministrator,
    c.Appoint,
    c.StartDemo,
    c.OpenSession,
    c.OpenByDirectory,
    c.NoteSession,
    c.CloseSession,
    c.NoteFailedSignIn,
    c.NoteWrongPin,
    c.NoteRightPin,
    c.EnrolTotp,
    c.ConfirmTotp,
    c.RemoveTotp,
    c.RenewCodes,
    c.AddPasskey,
    c.RemovePasskey,
    c.GivePasskey,
    c.GiveSecond,
    c.NoteWrongCode,
    c.NoteProgram,
)
"""These have ids drawn by lot: none comes again."""


@pytest.mark.parametrize(("command", "by", "event"), DONE)
def test_a_command_is_known_again_by_its_own_event_alone(
    command: c.AnyPeopleCommand, by: str | None, event: e.AnyPeopleEvent
) -> None:
    who = by or "pitboss"
    assert is_repeat(command, who, event) is not isinstance(command, ONCE)
    for other, _, _ in DONE:
        if not isinstance(other, type(command)):
            assert not is_repeat(other, who, event)


@pytest.mark.parametrize(("command", "by", "event"), DONE)
def test_what_somebody_else_has_done_is_no_repeat(
    command: c.AnyPeopleCommand, by: str | None, event: e.AnyPeopleEvent
) -> None:
    assert not is_repeat(command, "ida", event)


ADDED = e.PersonAdded(at_ms=1, by="root", name="zoe", role=Role.DEALER, password="one hash")
DEVICE = e.DeviceAdded(
    at_ms=1, by="root", device="d1", token="t1", role=Role.DEALER, label="Console", table="T1"
)


@pytest.mark.parametrize(
    ("command", "event", "same"),
    [
        (c.AddPerson("zoe", Role.DEALER, "another hash"), ADDED, True),
        (c.AddPerson("zoe", Role.PLAYER, "one hash"), ADDED, False),
        (c.AddPerson("yan", Role.DEALER, "one hash"), ADDED, False),
        (c.AddDevice("d2", "t2", Role.DEALER, "Console", "T1"), DEVICE, True),
        (c.AddDevice("d1", "t1", Role.DEALER, "Console", "T2"), DEVICE, False),
        (c.AddDevice("d1", "t1", Role.DEALER, "Other", "T1"), DEVICE, False),
        (c.AddDevice("d1", "t1", Role.DISPLAY, "Console"), DEVICE, False),
    ],
)
def test_what_was_drawn_by_lot_makes_no_other_command(
    command: c.AnyPeopleCommand, event: e.AnyPeopleEvent, same: bool
) -> None:
    assert is_repeat(command, "root", event) is same


@pytest.mark.parametrize(("command", "by", "event"), DONE)
def test_another_name_makes_another_command(
    command: c.AnyPeopleCommand, by: str | None, event: e.AnyPeopleEvent
) -> None:
    for field in ("name", "device", "label"):
        if field in command.__struct_fields__ and not isinstance(command, c.AddDevice):
            other = msgspec.structs.replace(command, **{field: "other"})
            assert not is_repeat(other, by or "pitboss", event)
