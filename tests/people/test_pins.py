"""PINs: who has one, when one is locked, and which are too easy to guess."""

import pytest

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.pins import pin_form_fault
from pitboss.people.roles import Role
from pitboss.people.state import PIN_TRIES
from tests.people.crew import Crew


def crew() -> Crew:
    people = Crew(Role.ADMINISTRATOR, Role.DEALER, Role.SHIFT_MANAGER)
    people.do(c.SetPin("max's pin"), "max")
    return people


def wrong(people: Crew, times: int) -> None:
    for _ in range(times):
        people.do(c.NoteWrongPin("max", "10.0.0.7"), "dana")


def test_a_pin_is_its_owners_own() -> None:
    people = crew()
    assert people.state.persons["max"].pin == "max's pin"
    assert people.state.persons["dana"].pin is None


def test_a_pin_is_locked_after_wrong_tries_and_good_again_when_its_owner_chooses_another() -> None:
    people = crew()
    wrong(people, PIN_TRIES - 1)
    assert people.do(c.NoteRightPin("max"), "dana") != (), "not yet"
    wrong(people, PIN_TRIES)
    assert people.state.persons["max"].pin_locked
    assert people.refuse(c.NoteRightPin("max"), "dana").code == "pin-locked"
    assert people.do(c.NoteWrongPin("max", "10.0.0.7"), "dana") == (), "nobody counts on"
    people.do(c.SetPin("another"), "max")
    assert people.do(c.NoteRightPin("max"), "dana") == ()


def test_the_right_pin_in_time_makes_it_good_for_as_many_tries_again() -> None:
    people = crew()
    wrong(people, PIN_TRIES - 1)
    (event,) = people.do(c.NoteRightPin("max"), "dana")
    assert isinstance(event, e.PinAccepted)
    wrong(people, PIN_TRIES - 1)
    assert not people.state.persons["max"].pin_locked


@pytest.mark.parametrize("name", ["zoe", "dana"])
def test_nobody_learns_who_has_a_pin(name: str) -> None:
    people = crew()
    people.do(c.DisablePerson("dana"), "root")
    assert people.refuse(c.NoteRightPin(name), "max").code == "wrong-name-or-pin"
    assert people.refuse(c.NoteWrongPin(name, "10.0.0.7"), "max").code == "wrong-name-or-pin"


def test_where_there_is_no_pin_none_is_tried() -> None:
    people = crew()
    assert people.do(c.NoteWrongPin("dana", "10.0.0.7"), "max") == ()


def test_whoever_gives_somebody_a_password_does_not_come_by_his_pin() -> None:
    people = crew()
    people.do(c.InvitePerson("max", "link"), "root")
    assert people.state.persons["max"].pin is None


def test_a_password_of_ones_own_leaves_the_pin_as_it_is() -> None:
    people = crew()
    people.do(c.ChangePassword("hash of max", "new"), "max")
    assert people.state.persons["max"].pin == "max's pin"


@pytest.mark.parametrize(
    "pin", ["12345", "1234567890123", "12a456", "\u0661\u0662\u0663\u0664\u0665\u0667", ""]
)
def test_a_pin_has_six_to_twelve_digits(pin: str) -> None:
    assert pin_form_fault(pin) == "A PIN has 6 to 12 digits."


@pytest.mark.parametrize("pin", ["000000", "123456", "890123", "987654", "210987"])
def test_what_is_tried_first_is_no_pin(pin: str) -> None:
    assert pin_form_fault(pin) is not None


@pytest.mark.parametrize("pin", ["135791", "280461", "123457", "112233445566"])
def test_others_will_do(pin: str) -> None:
    assert pin_form_fault(pin) is None


def test_a_walk_in_keeps_his_name_at_every_table() -> None:
    people = crew()
    people.do(c.AdmitWalkIn("Mr Tan", "T1"), "max")
    people.do(c.AdmitWalkIn("Mr Tan", "T2"), "max")
    people.do(c.AdmitWalkIn("Mr Tan", "T1"), "max")
    assert people.state.walk_ins == {"Mr Tan": ("T1", "T2")}


def test_nobody_else_has_a_walk_ins_name_and_he_has_nobody_elses() -> None:
    people = crew()
    people.do(c.AdmitWalkIn("Mr Tan", "T1"), "max")
    assert people.refuse(c.AddPerson("mr tan", Role.PLAYER), "root").code == "name-taken"
    assert people.refuse(c.AdmitWalkIn("MR TAN", "T1"), "max").code == "name-taken"
    assert people.refuse(c.AdmitWalkIn("Dana", "T1"), "max").code == "name-taken"
    assert people.refuse(c.AdmitWalkIn("dana", "T1"), "max").code == "name-taken"
