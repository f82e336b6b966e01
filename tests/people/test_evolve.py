"""The state of people after each kind of event."""

import pytest

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.evolve import evolve_people
from pitboss.people.roles import Role
from pitboss.people.state import Device, People, Person, Recovery, Session, device_of
from pitboss.rulebook.authority import Post
from tests.people.crew import HOUR_MS, NOW_MS, Crew, recovery, sign
from tests.people.test_decide import DONE, TO_NOBODY_YET, crew


@pytest.mark.parametrize(("command", "by", "event"), DONE)
def test_whatever_is_decided_can_be_followed(
    command: c.AnyPeopleCommand, by: str | None, event: e.AnyPeopleEvent
) -> None:
    before = People() if isinstance(command, TO_NOBODY_YET) else crew().state
    after = evolve_people(before, event)
    assert isinstance(after, People)
    assert (after == before) is isinstance(event, e.SignInFailed | e.PersonEnabled)


def test_a_person_is_added_with_what_was_given() -> None:
    people = Crew(Role.ADMINISTRATOR)
    people.do(c.AddPerson("dana", Role.DEALER, "hash"), "root")
    assert people.state.persons["dana"] == Person(
        "dana", Role.DEALER, "hash", must_change=True, since_ms=people.now_ms
    )
    people.do(c.ChangeRole("dana", Role.AUDITOR), "root")
    assert people.state.persons["dana"].role is Role.AUDITOR


@pytest.mark.parametrize(
    "command",
    [c.DisablePerson("ann"), c.InvitePerson("ann", "link"), recovery("root")],
)
def test_who_is_disabled_or_gets_a_password_is_signed_out_and_nobody_else(
    command: c.AnyPeopleCommand,
) -> None:
    people = Crew(Role.ADMINISTRATOR, Role.PLAYER)
    people.sign_in("ann", "a1")
    people.sign_in("ann", "a2")
    people.sign_in("root", "r1")
    people.do(command, "max")
    left = {"a1", "a2"} if isinstance(command, c.RecoverAdministrator) else {"r1"}
    assert set(people.state.sessions) == left


def test_who_is_enabled_again_has_the_password_of_before() -> None:
    people = Crew(Role.ADMINISTRATOR, Role.PLAYER)
    people.do(c.DisablePerson("ann"), "root")
    assert not people.state.persons["ann"].enabled
    people.do(c.EnablePerson("ann"), "root")
    people.sign_in("ann", "a1", "hash of ann")
    assert not people.state.persons["ann"].used, "a password of one's own is not used up"


def test_a_recovery_is_remembered() -> None:
    people = Crew(Role.ADMINISTRATOR)
    people.do(recovery())
    assert people.state.recoveries == (
        Recovery("root", NOW_MS, "Root has left.", "ops", "floor-1"),
    )


def test_sessions_begin_are_seen_and_end() -> None:
    people = Crew(Role.PLAYER)
    people.sign_in("ann", "a1")
    assert people.state.sessions["a1"] == Session("ann", NOW_MS, NOW_MS + HOUR_MS, NOW_MS)
    people.do(c.NoteSession("a1", NOW_MS + 5), "ann")
    assert people.state.sessions["a1"].seen_ms == NOW_MS + 5
    people.do(c.CloseSession("a1"), "ann")
    assert people.state.sessions == {}
    seen = e.SessionSeen(at_ms=NOW_MS, by="ann", session="a1")
    assert evolve_people(people.state, seen) == people.state, "older journals hold such events"


def test_sessions_that_have_run_out_are_forgotten_when_the_next_begins() -> None:
    people = Crew(Role.PLAYER)
    people.sign_in("ann", "a1")
    people.now_ms += HOUR_MS
    people.sign_in("ann", "a2")
    assert set(people.state.sessions) == {"a2"}


def test_a_session_of_somebody_who_was_never_added_can_be_followed() -> None:
    opened = e.SessionOpened(at_ms=1, by="old", session="s", name="old", expires_ms=2)
    assert evolve_people(People(), opened).sessions == {"s": Session("old", 1, 2, 1)}


def test_a_device_is_known_by_its_token_until_it_is_revoked() -> None:
    people = Crew(Role.ADMINISTRATOR)
    people.do(sign("Sign"), "root")
    found = device_of(people.state, "token of d1", 0)
    assert found == Device("d1", "token of d1", Role.DISPLAY, "Sign")
    assert device_of(people.state, "token of d2", 0) is None
    people.do(c.RevokeDevice("d1"), "root")
    assert device_of(people.state, "token of d1", 0) is None
    assert people.state.devices["d1"].revoked


def test_a_devices_token_is_over_at_its_end_and_another_takes_its_place() -> None:
    people = Crew(Role.ADMINISTRATOR)
    people.do(c.AddDevice("d1", "one", Role.DISPLAY, "Sign", None, 1_000), "root")
    end_ms = people.state.devices["d1"].ends_ms
    assert end_ms is not None
    assert device_of(people.state, "one", end_ms - 1) is not None
    assert device_of(people.state, "one", end_ms) is None
    people.do(c.RenewDevice("d1", "two"), "root")
    assert device_of(people.state, "one", 0) is None
    renewed = device_of(people.state, "two", end_ms)
    assert renewed == Device("d1", "two", Role.DISPLAY, "Sign")


def test_somebody_must_be_set_up_until_there_is_an_administrator() -> None:
    people = Crew(Role.DEALER)
    assert people.state.nobody_yet
    people.do(c.SetUp("root", "hash"))
    assert not people.state.nobody_yet


def test_the_first_five_roles_act_in_their_post_and_the_others_do_not_act() -> None:
    assert [role.post for role in Role] == [*Post, None, None, None]
