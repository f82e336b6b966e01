"""One-time links: whoever is invited chooses the password, and nobody else ever knows it."""

import pytest

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.invitations import INVITATION_MS, invited
from pitboss.people.roles import Role
from tests.people.crew import HOUR_MS, Crew

ROOT = Role.ADMINISTRATOR


def house() -> Crew:
    """Root has invited dana."""
    people = Crew(ROOT)
    people.do(c.AddPerson("dana", Role.DEALER, invitation="link"), "root")
    return people


def test_whoever_is_invited_chooses_a_password_and_signs_in_with_it_as_often_as_they_like() -> None:
    people = house()
    assert people.refuse(c.OpenSession("s", "dana", HOUR_MS, "hash")).code == (
        "wrong-name-or-password"
    ), "nobody is let in before"
    (accepted,) = people.do(c.AcceptInvitation("link", "hash"), "dana")
    assert accepted == e.InvitationAccepted(
        at_ms=people.now_ms, by="dana", name="dana", password="hash"
    )
    assert not people.state.persons["dana"].must_change
    people.sign_in("dana", "s1", "hash")
    people.sign_in("dana", "s2", "hash")


def test_a_link_is_good_once() -> None:
    people = house()
    people.do(c.AcceptInvitation("link", "hash"), "dana")
    assert people.refuse(c.AcceptInvitation("link", "another"), "dana").code == "no-invitation"
    assert people.state.persons["dana"].password == "hash"


def test_a_link_runs_out() -> None:
    people = house()
    people.now_ms += INVITATION_MS - 1
    assert invited(people.state, "link", people.now_ms) is people.state.persons["dana"]
    people.now_ms += 1
    assert invited(people.state, "link", people.now_ms) is None
    assert people.refuse(c.AcceptInvitation("link", "hash"), "dana").code == "no-invitation"


def test_a_new_link_ends_the_old_one_the_password_the_pin_and_every_session() -> None:
    people = house()
    people.do(c.AcceptInvitation("link", "hash"), "dana")
    people.do(c.SetPin("pin"), "dana")
    people.sign_in("dana", "s1", "hash")
    people.do(c.InvitePerson("dana", "next"), "root")
    people.do(c.InvitePerson("dana", "last"), "root")
    dana = people.state.persons["dana"]
    assert (dana.password, dana.pin, dana.since_ms) == (None, None, people.now_ms)
    assert people.state.sessions == {}
    assert people.refuse(c.AcceptInvitation("next", "hash"), "dana").code == "no-invitation"
    people.do(c.AcceptInvitation("last", "another"), "dana")


def test_a_disabled_person_s_link_opens_nothing() -> None:
    people = house()
    people.do(c.DisablePerson("dana"), "root")
    assert people.refuse(c.AcceptInvitation("link", "hash"), "dana").code == "no-invitation"
    people.do(c.EnablePerson("dana"), "root")
    people.do(c.AcceptInvitation("link", "hash"), "dana")


def test_an_account_counts_from_when_its_owner_came() -> None:
    people = house()
    people.now_ms += HOUR_MS
    people.do(c.AcceptInvitation("link", "hash"), "dana")
    assert people.state.persons["dana"].since_ms == people.now_ms


def test_nobody_invites_themselves() -> None:
    assert house().refuse(c.InvitePerson("root", "link"), "root").code == "own-password"


@pytest.mark.parametrize("zone", [None, "Asia/Singapore"])
def test_the_first_administrator_says_where_the_house_is(zone: str | None) -> None:
    people = Crew()
    people.do(c.SetUp("root", "hash", zone))
    assert people.state.timezone == zone
    assert people.state.persons["root"].role is ROOT
