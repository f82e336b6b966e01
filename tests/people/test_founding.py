"""The founding of a house: until its first table, two administrators appoint whom it needs at once;
from then on every new account waits.
"""

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.appointments import HouseRules, appoints_from_ms
from pitboss.people.decide import decide_people
from pitboss.people.evolve import evolve_people
from pitboss.people.refusals import PeopleDecision, PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.state import People, old_enough_ms, too_new

DAY_MS = 24 * 3_600_000
BY_TWO = HouseRules(appointments=True, account_age_ms=DAY_MS)


class FirstDay:
    """A house that has just been set up, and its two administrators."""

    def __init__(self, rules: HouseRules = BY_TWO) -> None:
        self.state, self.now_ms, self.rules = People(), 10 * DAY_MS, rules
        self.do(c.SetUp("root", "hash"), None)
        self.do(c.AddPerson("ada", Role.ADMINISTRATOR, invitation="link of ada"), "root")
        self.do(c.AcceptInvitation("link of ada", "hash"), "ada")

    def decide(self, command: c.AnyPeopleCommand, by: str | None) -> PeopleDecision:
        self.now_ms += 1_000
        return decide_people(self.state, command, by, self.now_ms, self.rules)

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

    def appoint(self, command: c.Deed, accept: bool = True) -> None:
        """Root proposes, ada approves, and whoever was invited comes."""
        self.do(command, "root")
        self.do(c.ApproveDeed(next(iter(self.state.deeds))), "ada")
        if accept:
            self.do(c.AcceptInvitation("link", "hash"), command.name)

    def open_table(self) -> None:
        self.state = evolve_people(self.state, e.FoundingEnded(at_ms=self.now_ms, by="max"))

    def is_new(self, name: str) -> bool:
        return too_new(self.state, name, DAY_MS, self.now_ms)


MAX = c.AddPerson("max", Role.SHIFT_MANAGER, invitation="link")


def test_two_administrators_of_one_day_appoint_who_approves_at_once() -> None:
    house = FirstDay()
    assert appoints_from_ms(house.state, "ada", BY_TWO) == 0
    house.appoint(MAX)
    assert not house.is_new("max")
    house.open_table()
    assert not house.is_new("max"), "nor after the first table"


def test_one_administrator_alone_founds_nothing() -> None:
    house = FirstDay()
    (proposed,) = house.do(MAX, "root")
    assert isinstance(proposed, e.DeedProposed)
    digest = next(iter(house.state.deeds))
    assert house.refused(c.ApproveDeed(digest), "root") == "second-administrator-needed"
    # Somebody whom one alone can make approves nothing for a day.
    house.do(c.AddPerson("sue", Role.PIT_SUPERVISOR, invitation="link of sue"), "root")
    house.do(c.AcceptInvitation("link of sue", "hash"), "sue")
    assert house.is_new("sue")


def test_a_second_administrator_who_has_not_come_yet_approves_nothing() -> None:
    house = FirstDay()
    house.do(c.DisablePerson("ada"), "root")
    house.do(MAX, "root")
    digest = next(iter(house.state.deeds))
    assert house.refused(c.ApproveDeed(digest), "ada") == "second-administrator-needed"


def test_a_supervisor_counts_at_once_if_two_want_it_so() -> None:
    house = FirstDay()
    house.appoint(c.AddPerson("sue", Role.PIT_SUPERVISOR, invitation="link", by_two=True))
    assert not house.is_new("sue")


def test_after_the_first_table_everybody_new_waits_for_a_day() -> None:
    house = FirstDay()
    house.open_table()
    house.do(MAX, "root")
    digest = next(iter(house.state.deeds))
    assert house.refused(c.ApproveDeed(digest), "ada") == "account-too-new"
    assert appoints_from_ms(house.state, "ada", BY_TWO) == old_enough_ms(house.state, "ada", DAY_MS)
    house.now_ms += DAY_MS
    house.do(c.ApproveDeed(digest), "ada")
    house.do(c.AcceptInvitation("link", "hash"), "max")
    assert house.is_new("max")


def test_an_invitation_of_the_founding_that_is_accepted_late_makes_a_new_account() -> None:
    house = FirstDay()
    house.appoint(MAX, accept=False)
    house.open_table()
    house.do(c.AcceptInvitation("link", "hash"), "max")
    assert house.is_new("max"), "nobody keeps a shift manager in a drawer"


def test_a_link_given_again_by_two_in_the_founding_counts_at_once_by_one_it_does_not() -> None:
    house = FirstDay()
    house.appoint(MAX)
    house.appoint(c.InvitePerson("max", "link"))
    assert not house.is_new("max")
    house.appoint(c.AddPerson("sue", Role.PIT_SUPERVISOR, invitation="link", by_two=True))
    house.do(c.InvitePerson("sue", "another"), "root")
    house.do(c.AcceptInvitation("another", "hash"), "sue")
    assert house.is_new("sue")


def test_another_deed_in_the_founding_is_done_as_ever() -> None:
    house = FirstDay()
    house.appoint(MAX)
    house.do(c.DisablePerson("max"), "root")
    house.appoint(c.EnablePerson("max"), accept=False)
    assert house.state.persons["max"].enabled


def test_who_wants_two_in_a_house_that_asks_for_one_gets_one() -> None:
    house = FirstDay(HouseRules(account_age_ms=DAY_MS))
    (added,) = house.do(
        c.AddPerson("sue", Role.PIT_SUPERVISOR, invitation="link", by_two=True), "root"
    )
    assert isinstance(added, e.PersonAdded)
    assert house.is_new("sue")
