"""Badges: given by two, of one person each, and worth nothing once revoked."""

import pytest

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.appointments import HouseRules
from pitboss.people.badges import badge_form_fault, badge_owner
from pitboss.people.decide import decide_people
from pitboss.people.repeats import is_repeat
from pitboss.people.roles import Role
from tests.people.crew import NOW_MS, Crew

RULES = HouseRules(appointments=True)


def crew() -> Crew:
    people = Crew(Role.ADMINISTRATOR, Role.DEALER, Role.SHIFT_MANAGER, Role.PLAYER)
    people.do(c.IssueBadge("max", "max's badge"), "root")
    return people


def owner(people: Crew, badge: str) -> str | None:
    found = badge_owner(people.state, badge)
    return None if found is None else found.name


def test_a_badge_is_known_until_it_is_revoked_or_another_takes_its_place() -> None:
    people = crew()
    assert owner(people, "max's badge") == "max"
    people.do(c.IssueBadge("max", "another"), "root")
    assert (owner(people, "max's badge"), owner(people, "another")) == (None, "max")
    people.do(c.RevokeBadge("max"), "root")
    assert owner(people, "another") is None


def test_whoever_is_disabled_or_was_reset_has_none() -> None:
    people = crew()
    people.do(c.DisablePerson("max"), "root")
    assert owner(people, "max's badge") is None
    people.do(c.EnablePerson("max"), "root")
    assert owner(people, "max's badge") == "max"
    people.do(c.ResetFactors("max"), "root")
    assert owner(people, "max's badge") is None


@pytest.mark.parametrize("post", ["dana", "max"])
def test_in_any_post_two_administrators_give_it(post: str) -> None:
    people, issue = crew(), c.IssueBadge(post, "a badge")
    proposed = decide_people(people.state, issue, "root", NOW_MS, RULES)
    assert proposed == (e.DeedProposed(at_ms=NOW_MS, by="root", deed=issue),)
    assert is_repeat(issue, "root", proposed[0])
    assert not is_repeat(c.IssueBadge(post, "another"), "root", proposed[0])


@pytest.mark.parametrize(
    ("name", "code"), [("ann", "bad-field"), ("root", "bad-field"), ("zoe", "no-such-person")]
)
def test_only_who_approves_at_tables_has_one(name: str, code: str) -> None:
    assert crew().refuse(c.IssueBadge(name, "a badge"), "root").code == code
    assert crew().refuse(c.RevokeBadge("zoe"), "root").code == "no-such-person"


@pytest.mark.parametrize(
    "number", ["", "1234567", "1" * 65, "1234567\u0668", "1234567\n", "1234 5678", "abcdef12345"]
)
def test_what_is_no_number_of_a_badge(number: str) -> None:
    fault = badge_form_fault(number)
    assert fault is not None
    assert fault.endswith("scan it again.")


def test_others_will_do() -> None:
    assert badge_form_fault("0012345678") is None
    assert badge_form_fault("A1B2-C3D456") is None
