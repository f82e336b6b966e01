"""Appointments by two administrators, and people who are appointed from the machine itself."""

import pytest

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.appointments import HouseRules
from pitboss.people.decide import decide_people
from pitboss.people.evolve import evolve_people
from pitboss.people.refusals import PeopleDecision, PeopleRefused
from pitboss.people.repeats import is_repeat
from pitboss.people.roles import Role
from pitboss.people.state import People, too_new

DAY_MS = 24 * 3_600_000
TWO = HouseRules(appointments=True, account_age_ms=DAY_MS)


class TwoHouse:
    """A house in which high posts take two administrators, and which has opened its first table;
    its clock goes on with each command.
    """

    def __init__(self) -> None:
        self.state, self.now_ms = People(), 10 * DAY_MS
        self.do(c.SetUp("root", "hash"), None)
        self.do(c.AddPerson("ada", Role.ADMINISTRATOR, "hash"), "root")
        self.do(c.AddPerson("max", Role.SHIFT_MANAGER, "hash"), None)
        self.state = evolve_people(self.state, e.FoundingEnded(at_ms=self.now_ms, by="max"))
        self.now_ms += 2 * DAY_MS

    def decide(self, command: c.AnyPeopleCommand, by: str | None) -> PeopleDecision:
        self.now_ms += 1
        return decide_people(self.state, command, by, self.now_ms, TWO)

    def do(self, command: c.AnyPeopleCommand, by: str | None) -> tuple[e.AnyPeopleEvent, ...]:
        decided = self.decide(command, by)
        assert not isinstance(decided, PeopleRefused), decided
        for event in decided:
            self.state = evolve_people(self.state, event)
        return decided

    def refused(self, command: c.AnyPeopleCommand, by: str) -> str:
        decided = self.decide(command, by)
        assert isinstance(decided, PeopleRefused), decided
        return decided.code.value

    @property
    def digest(self) -> str:
        """What names the one deed that waits."""
        (digest,) = self.state.deeds
        return digest


DEEDS: list[c.Deed] = [
    c.AddPerson("mia", Role.SHIFT_MANAGER, "first"),
    c.AddPerson("mia", Role.PIT_MANAGER, "first"),
    c.AddPerson("mia", Role.ADMINISTRATOR, "first"),
    c.ChangeRole("ada", Role.SHIFT_MANAGER),
    c.InvitePerson("max", "link"),
    c.EnablePerson("max"),
]


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: str(deed)[:40])
def test_one_administrator_proposes_and_another_one_approves(deed: c.Deed) -> None:
    house = TwoHouse()
    if isinstance(deed, c.ChangeRole):
        house.do(c.AddPerson("eve", Role.ADMINISTRATOR, "hash"), None)
        house.now_ms += 2 * DAY_MS
    before = house.state.persons
    (proposed,) = house.do(deed, "root")
    assert isinstance(proposed, e.DeedProposed)
    assert is_repeat(deed, "root", proposed)
    assert house.state.persons == before, "nothing is done yet"
    approver = "eve" if isinstance(deed, c.ChangeRole) else "ada"
    digest = house.digest
    approved, done = house.do(c.ApproveDeed(digest), approver)
    assert isinstance(approved, e.DeedApproved)
    assert (approved.by, approved.proposed_by, done.by) == (approver, "root", "root")
    assert is_repeat(c.ApproveDeed(digest), approver, approved)
    assert not house.state.deeds
    assert house.state.persons != before or isinstance(deed, c.EnablePerson)


def test_nobody_approves_what_he_proposed_himself_nor_does_somebody_else() -> None:
    house = TwoHouse()
    house.do(DEEDS[0], "root")
    assert house.refused(c.ApproveDeed(house.digest), "root") == "second-administrator-needed"
    assert house.refused(c.ApproveDeed(house.digest), "max") == "second-administrator-needed"
    assert house.refused(c.ApproveDeed("another"), "ada") == "nothing-waits"


def test_a_new_administrator_approves_nothing_for_a_day() -> None:
    house = TwoHouse()
    house.do(c.AddPerson("eve", Role.ADMINISTRATOR, "hash"), None)
    house.do(DEEDS[0], "root")
    assert house.refused(c.ApproveDeed(house.digest), "eve") == "account-too-new"
    house.now_ms += DAY_MS
    house.do(c.ApproveDeed(house.digest), "eve")


def test_nor_is_what_he_proposes_approved() -> None:
    house = TwoHouse()
    house.do(c.AddPerson("eve", Role.ADMINISTRATOR, "hash"), None)
    house.do(DEEDS[0], "eve")
    assert house.refused(c.ApproveDeed(house.digest), "root") == "account-too-new"
    house.now_ms += DAY_MS
    house.do(c.ApproveDeed(house.digest), "root")


def test_whoever_has_got_rid_of_the_other_administrator_makes_up_no_new_one() -> None:
    house = TwoHouse()
    (proposed,) = house.do(c.ChangeRole("ada", Role.PLAYER), "root")
    assert isinstance(proposed, e.DeedProposed), "her post is not taken by one"
    house.do(c.DropDeed(house.digest), "root")
    house.do(c.DisablePerson("ada"), "root")
    (proposed,) = house.do(c.AddPerson("eve", Role.ADMINISTRATOR, "hash"), "root")
    assert isinstance(proposed, e.DeedProposed)
    assert house.refused(c.ApproveDeed(house.digest), "ada") == "second-administrator-needed"


def test_a_proposal_ends_with_the_post_of_whoever_made_it() -> None:
    house = TwoHouse()
    house.do(c.AddPerson("eve", Role.ADMINISTRATOR, "hash"), None)
    house.do(DEEDS[0], "root")
    house.do(c.DisablePerson("root"), "ada")
    assert house.refused(c.ApproveDeed(house.digest), "ada") == "second-administrator-needed"
    (dropped,) = house.do(c.DropDeed(house.digest), "ada")
    assert is_repeat(c.DropDeed(dropped.digest), "ada", dropped)  # type: ignore[union-attr]
    assert not house.state.deeds


def test_what_can_no_longer_be_done_is_refused_when_it_is_approved() -> None:
    house = TwoHouse()
    house.do(DEEDS[0], "root")
    house.do(c.AddPerson("Mia", Role.PLAYER, "hash"), "ada")
    assert house.refused(c.ApproveDeed(house.digest), "ada") == "name-taken"


def test_the_first_administrator_makes_the_second_alone_and_other_posts_take_no_two() -> None:
    house = TwoHouse()
    (added,) = house.do(c.AddPerson("dana", Role.DEALER, "hash"), "root")
    assert isinstance(added, e.PersonAdded)
    (lower,) = house.do(c.ChangeRole("max", Role.PLAYER), "root")
    assert isinstance(lower, e.RoleSet)
    assert house.refused(c.AddPerson("Dana", Role.SHIFT_MANAGER, "h"), "root") == "name-taken"
    assert house.refused(c.InvitePerson("nobody", "link"), "root") == "no-such-person"


def test_nobody_changes_the_own_role_and_a_new_role_ends_sessions() -> None:
    house = TwoHouse()
    assert house.refused(c.ChangeRole("root", Role.SHIFT_MANAGER), "root") == "own-role"
    house.do(c.OpenSession("s1", "max", DAY_MS), "max")
    house.do(c.ChangeRole("max", Role.DEALER), "root")
    assert not house.state.sessions


def test_a_demonstration_takes_no_two() -> None:
    house = TwoHouse()
    house.state = People()
    house.do(c.StartDemo(), None)
    house.do(c.AddPerson("root", Role.ADMINISTRATOR), None)
    house.do(c.AddPerson("mia", Role.SHIFT_MANAGER), "root")
    assert not too_new(house.state, "mia", DAY_MS, house.now_ms)


def test_whoever_is_appointed_at_the_machine_may_approve_at_once() -> None:
    house = TwoHouse()
    appoint = c.Appoint("mia", Role.SHIFT_MANAGER, "first", "A new house.", "ops", "floor-1")
    (appointed,) = house.do(appoint, None)
    assert isinstance(appointed, e.PersonAppointed)
    mia = house.state.persons["mia"]
    assert (mia.role, mia.must_change) == (Role.SHIFT_MANAGER, True)
    assert not too_new(house.state, "mia", DAY_MS, house.now_ms)
    assert too_new(TwoHouse().state, "max", DAY_MS, 10 * DAY_MS + 5)
    assert not too_new(house.state, "a stranger", DAY_MS, house.now_ms)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"reason": " "}, "reason-needed"),
        ({"reason": "two\nlines"}, "bad-reason"),
        ({"role": Role.DISPLAY}, "bad-field"),
        ({"name": "Max"}, "name-taken"),
    ],
)
def test_an_appointment_that_is_refused(changes: dict[str, object], code: str) -> None:
    given: dict[str, object] = {"name": "mia", "role": Role.DEALER, "reason": "A new house."}
    given |= changes
    appoint = c.Appoint(password="first", os_user="ops", host="floor-1", **given)  # type: ignore[arg-type]
    assert TwoHouse().refused(appoint, "pitboss") == code


def test_another_deed_is_no_repeat() -> None:
    proposed = e.DeedProposed(at_ms=1, by="root", deed=DEEDS[0])
    assert not is_repeat(c.AddPerson("mia", Role.PIT_MANAGER), "root", proposed)
    assert not is_repeat(c.InvitePerson("mia", "link"), "root", proposed)
    assert not is_repeat(c.EnablePerson("max"), "root", proposed)


def test_whoever_leaves_is_disabled_by_one_administrator() -> None:
    house = TwoHouse()
    house.do(c.DisablePerson("max"), "root")
    assert not house.state.deeds
    assert not house.state.persons["max"].enabled
