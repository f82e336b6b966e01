"""What each command about people leads to."""

import typing

import pytest

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.factors import Passkey, PasskeyGiven, TotpGiven
from pitboss.people.invitations import INVITATION_MS
from pitboss.people.roles import Role
from pitboss.people.state import People, Person, administrators
from tests.people.crew import HOUR_MS, NOW_MS, READS, Crew, console, program, recovery, sign

ROOT = Role.ADMINISTRATOR

DONE: list[tuple[c.AnyPeopleCommand, str | None, e.AnyPeopleEvent]] = [
    (
        c.SetUp("ida", "hash"),
        None,
        e.PersonAdded(at_ms=NOW_MS, by="pitboss", name="ida", role=ROOT, password="hash"),
    ),
    (
        c.AddPerson("zoe", Role.PLAYER),
        "root",
        e.PersonAdded(at_ms=NOW_MS, by="root", name="zoe", role=Role.PLAYER),
    ),
    (
        c.ChangeRole("ann", Role.DEALER),
        "root",
        e.RoleSet(at_ms=NOW_MS, by="root", name="ann", role=Role.DEALER),
    ),
    (
        c.DisablePerson("ann"),
        "root",
        e.PersonDisabled(at_ms=NOW_MS, by="root", name="ann"),
    ),
    (c.EnablePerson("ann"), "root", e.PersonEnabled(at_ms=NOW_MS, by="root", name="ann")),
    (
        c.InvitePerson("ann", "link"),
        "root",
        e.PersonInvited(
            at_ms=NOW_MS,
            by="root",
            name="ann",
            invitation="link",
            link_until_ms=NOW_MS + INVITATION_MS,
        ),
    ),
    (
        c.AcceptInvitation("link of ivy", "hash"),
        "ivy",
        e.InvitationAccepted(at_ms=NOW_MS, by="ivy", name="ivy", password="hash"),
    ),
    (
        c.ChangePassword("hash of ann", "hash"),
        "ann",
        e.PasswordSet(at_ms=NOW_MS, by="ann", name="ann", password="hash"),
    ),
    (c.SetPin("pin"), "ann", e.PinSet(at_ms=NOW_MS, by="ann", name="ann", pin="pin")),
    (
        c.NoteWrongPin("root", "10.0.0.7"),
        "ann",
        e.PinRefused(at_ms=NOW_MS, by="ann", name="root", address="10.0.0.7"),
    ),
    (
        c.NoteRightPin("root"),
        "ann",
        e.PinAccepted(at_ms=NOW_MS, by="ann", name="root"),
    ),
    (
        c.EnrolTotp("sealed"),
        "ann",
        e.TotpEnrolled(at_ms=NOW_MS, by="ann", name="ann", sealed="sealed"),
    ),
    (
        c.ConfirmTotp("pending", 8, ("three",), "r1"),
        "root",
        e.TotpConfirmed(
            at_ms=NOW_MS, by="root", name="root", step=8, codes=("three",), session="r1"
        ),
    ),
    (c.RemoveTotp(), "root", e.TotpRemoved(at_ms=NOW_MS, by="root", name="root")),
    (
        c.RenewCodes(("three",)),
        "root",
        e.RecoveryCodesRenewed(at_ms=NOW_MS, by="root", name="root", codes=("three",)),
    ),
    (
        c.AddPasskey(Passkey("k2", "Token", "public", 0, "example"), "r1"),
        "root",
        e.PasskeyAdded(
            at_ms=NOW_MS,
            by="root",
            name="root",
            passkey=Passkey("k2", "Token", "public", 0, "example"),
            session="r1",
        ),
    ),
    (
        c.RemovePasskey("k1"),
        "root",
        e.PasskeyRemoved(at_ms=NOW_MS, by="root", name="root", id="k1"),
    ),
    (
        c.GivePasskey("root", PasskeyGiven("k1", 5, "c", NOW_MS + 1)),
        "ann",
        e.SecondFactorGiven(
            at_ms=NOW_MS,
            by="ann",
            name="root",
            session="",
            given=PasskeyGiven("k1", 5, "c", NOW_MS + 1),
        ),
    ),
    (
        c.GiveSecond("r1", TotpGiven(8)),
        "root",
        e.SecondFactorGiven(at_ms=NOW_MS, by="root", name="root", session="r1", given=TotpGiven(8)),
    ),
    (
        c.NoteWrongCode("root", "10.0.0.7"),
        "root",
        e.SecondFactorRefused(at_ms=NOW_MS, by="root", name="root", address="10.0.0.7"),
    ),
    (c.ResetFactors("ann"), "root", e.FactorsReset(at_ms=NOW_MS, by="root", name="ann")),
    (
        recovery(reason="  Root has left. "),
        None,
        e.AdministratorRecovered(
            at_ms=NOW_MS,
            by="pitboss",
            name="root",
            password="hash of a way back",
            reason="Root has left.",
            os_user="ops",
            host="floor-1",
        ),
    ),
    (
        c.Appoint("mia", Role.SHIFT_MANAGER, "first", " A new house. ", "ops", "floor-1"),
        None,
        e.PersonAppointed(
            at_ms=NOW_MS,
            by="pitboss",
            name="mia",
            role=Role.SHIFT_MANAGER,
            password="first",
            reason="A new house.",
            os_user="ops",
            host="floor-1",
        ),
    ),
    (c.StartDemo(), None, e.DemoStarted(at_ms=NOW_MS, by="pitboss")),
    (
        c.OpenSession("s9", "ann", HOUR_MS, "hash of ann"),
        "ann",
        e.SessionOpened(
            at_ms=NOW_MS, by="ann", session="s9", name="ann", expires_ms=NOW_MS + HOUR_MS
        ),
    ),
    (
        c.NoteSession("s1", NOW_MS - 7),
        "ann",
        e.SessionSeen(at_ms=NOW_MS - 7, by="ann", session="s1"),
    ),
    (c.CloseSession("s1"), "ann", e.SessionClosed(at_ms=NOW_MS, by="ann", session="s1")),
    (
        c.NoteFailedSignIn("nobody", "10.0.0.7"),
        None,
        e.SignInFailed(at_ms=NOW_MS, by="pitboss", name="nobody", address="10.0.0.7"),
    ),
    (
        c.AdmitWalkIn("Mr Tan", "T1"),
        "root",
        e.WalkInAdmitted(at_ms=NOW_MS, by="root", name="Mr Tan", table="T1"),
    ),
    (
        console("Console 1", "T1"),
        "root",
        e.DeviceAdded(
            at_ms=NOW_MS,
            by="root",
            device="d2",
            token="token of d2",
            role=Role.DEALER,
            label="Console 1",
            table="T1",
        ),
    ),
    (
        c.RenewDevice("d1", "another token", HOUR_MS),
        "root",
        e.DeviceRenewed(
            at_ms=NOW_MS,
            by="root",
            device="d1",
            token="another token",
            ends_ms=NOW_MS + HOUR_MS,
        ),
    ),
    (c.RevokeDevice("d1"), "root", e.DeviceRevoked(at_ms=NOW_MS, by="root", device="d1")),
    (
        c.OpenByDirectory(
            session="s9", issuer="i", subject="x", name="", roles=(Role.DEALER,), lasts_ms=HOUR_MS
        ),
        None,
        e.DirectorySessionOpened(
            at_ms=NOW_MS,
            by="pitboss",
            session="s9",
            name="drew",
            issuer="i",
            subject="x",
            expires_ms=NOW_MS + HOUR_MS,
        ),
    ),
    (
        c.IssueBadge("dana", "a badge"),
        "root",
        e.BadgeIssued(at_ms=NOW_MS, by="root", name="dana", badge="a badge"),
    ),
    (c.RevokeBadge("max"), "root", e.BadgeRevoked(at_ms=NOW_MS, by="root", name="max")),
    (
        program("p2", "Export"),
        "root",
        e.ProgramAdded(
            at_ms=NOW_MS,
            by="root",
            program="p2",
            token="token of p2",
            name="Export",
            role=Role.AUDITOR,
            scope=READS,
            until_ms=NOW_MS + HOUR_MS,
        ),
    ),
    (c.RevokeProgram("p1"), "root", e.ProgramRevoked(at_ms=NOW_MS, by="root", program="p1")),
    (
        c.NoteProgram("p1", NOW_MS + 1),
        "program/Feeder",
        e.ProgramSeen(at_ms=NOW_MS + 1, by="program/Feeder", program="p1"),
    ),
]

BY_TWO = {
    e.TimeZoneSet,
    e.FoundingEnded,
    e.DeedProposed,
    e.DeedApproved,
    e.DeedDropped,
    e.DirectoryPersonAdded,
}
"""What takes two administrators is in test_appointments, and a new account of the directory, which
comes with its session, in test_directories.
"""

TO_NOBODY_YET = (c.SetUp, c.StartDemo)


def crew() -> Crew:
    found = Crew(ROOT, Role.PLAYER, Role.DEALER, Role.SHIFT_MANAGER)
    found.do(c.AddPerson("ivy", Role.DEALER, invitation="link of ivy"), "root")
    found.do(c.IssueBadge("max", "max's badge"), "root")
    found.do(
        c.OpenByDirectory(
            session="s8",
            issuer="i",
            subject="x",
            name="drew",
            roles=(Role.DEALER,),
            lasts_ms=HOUR_MS,
        )
    )
    found.sign_in("ann", "s1")
    found.do(sign("Sign"), "root")
    found.do(program("p1", "Feeder"), "root")
    found.do(c.SetPin("root's pin"), "root")
    found.do(c.NoteWrongPin("root", "10.0.0.7"), "ann")
    found.sign_in("root", "r1")
    found.do(c.EnrolTotp("sealed"), "root")
    found.do(c.ConfirmTotp("sealed", 7, ("one",), "r1"), "root")
    found.do(c.EnrolTotp("pending"), "root")
    found.do(c.AddPasskey(Passkey("k1", "Key", "public", 4, "example"), "r1"), "root")
    return found


def test_every_command_and_every_event_is_here() -> None:
    commands = {type(command) for command, _, _ in DONE} | {c.ApproveDeed, c.DropDeed}
    assert commands == {*typing.get_args(c.AnyPeopleCommand)}
    events = {type(event) for _, _, event in DONE} | BY_TWO
    assert events == {*typing.get_args(e.AnyPeopleEvent)}


@pytest.mark.parametrize(("command", "by", "event"), DONE)
def test_a_command_leads_to_its_event(
    command: c.AnyPeopleCommand, by: str | None, event: e.AnyPeopleEvent
) -> None:
    people = Crew() if isinstance(command, TO_NOBODY_YET) else crew()
    assert people.do(command, by) == (event,)


def test_a_password_that_another_person_chose_has_to_be_changed() -> None:
    people = Crew(ROOT)
    people.do(c.AddPerson("dana", Role.DEALER, "hash"))
    people.do(c.AddPerson("max", Role.SHIFT_MANAGER, "hash"), "root")
    people.do(c.AddPerson("ann", Role.PLAYER), "root")
    must_change = {person.name for person in people.state.persons.values() if person.must_change}
    assert must_change == {"max"}
    people.do(c.ChangePassword("hash", "another"), "max")
    assert not people.state.persons["max"].must_change


def test_a_first_password_opens_one_session_and_its_owner_goes_on_in_it() -> None:
    people = Crew(ROOT)
    people.do(c.AddPerson("max", Role.SHIFT_MANAGER, "first"), "root")
    people.sign_in("max", "s1", "first")
    assert people.refuse(c.OpenSession("s2", "max", HOUR_MS, "first")).code == "first-password-used"
    people.do(c.NoteSession("s1", NOW_MS + 1), "max")
    people.do(c.ChangePassword("first", "own"), "max")
    for session in ("s3", "s4"):
        people.sign_in("max", session, "own")


def test_where_no_password_was_asked_for_none_is_compared() -> None:
    people = Crew(ROOT)
    people.do(c.AddPerson("max", Role.SHIFT_MANAGER, "first"), "root")
    for session in ("s1", "s2"):
        people.sign_in("max", session)
    assert set(people.state.sessions) == {"s1", "s2"}


def test_a_session_that_is_over_is_neither_seen_nor_closed_again() -> None:
    people = Crew(Role.PLAYER)
    assert people.do(c.NoteSession("s1", NOW_MS), "ann") == ()
    assert people.do(c.CloseSession("s1"), "ann") == ()


def test_a_demonstration_starts_once_and_only_where_nobody_is() -> None:
    people = Crew()
    # Whoever fails to sign in at an empty house leaves nobody behind.
    people.do(c.NoteFailedSignIn("root", "10.0.0.7"))
    assert people.do(c.StartDemo()) != ()
    assert people.do(c.StartDemo()) == ()
    assert people.refuse(c.SetUp("root", "hash")).code == "already-set-up"


def test_a_demonstration_does_without_an_administrator() -> None:
    people = Crew()
    people.do(c.StartDemo())
    people.do(c.AddPerson("demo-administrator", ROOT))
    people.do(c.DisablePerson("demo-administrator"), "demo-administrator")
    assert administrators(people.state) == []


def test_where_there_never_was_an_administrator_others_are_changed_all_the_same() -> None:
    people = Crew(Role.DEALER)
    people.do(c.DisablePerson("dana"))
    assert not people.state.persons["dana"].enabled


def test_of_two_administrators_one_may_go() -> None:
    people = Crew(ROOT)
    people.do(c.AddPerson("second", ROOT), "root")
    people.do(c.DisablePerson("root"), "second")
    assert administrators(people.state) == ["second"]
    assert people.refuse(c.DisablePerson("second"), "second").code == "last-administrator"


def test_the_label_of_a_revoked_device_goes_to_another_device_but_to_no_person() -> None:
    people = Crew(ROOT)
    people.do(sign("Bar"), "root")
    people.do(c.RevokeDevice("d1"), "root")
    assert people.refuse(c.AddPerson("BAR", Role.DEALER), "root").code == "name-taken"
    people.do(sign("bar", "d3"), "root")
    assert people.refuse(sign("Bar", "d4"), "root").code == "name-taken"


def test_whom_a_recovery_lets_in() -> None:
    people = Crew(Role.DEALER)
    people.do(recovery("ida"))
    assert administrators(people.state) == ["ida"], "a new one, where none is left"
    people.do(recovery())
    people.do(recovery("ida"))
    assert [one.name for one in people.state.recoveries] == ["ida", "ida", "ida"]


def test_a_recovery_lets_a_disabled_administrator_in_where_no_other_is_left() -> None:
    people = Crew()
    people.state = People(persons={"root": Person("root", ROOT, enabled=False)})
    people.do(recovery("root"))
    person = people.state.persons["root"]
    assert (person.enabled, person.must_change) == (True, True)
    people.sign_in("root", "s1", "hash of a way back")


def test_what_is_decided_depends_on_nothing_but_the_arguments() -> None:
    people = crew()
    for command, by, _ in DONE:
        before = people.state
        assert people.decide(command, by) == people.decide(command, by)
        assert people.state is before
