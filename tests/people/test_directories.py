"""Accounts of a directory: whose a subject is, and what its groups come to."""

import pytest

from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.appointments import HouseRules
from pitboss.people.decide import decide_people
from pitboss.people.directories import role_of
from pitboss.people.evolve import evolve_people
from pitboss.people.factors import DirectoryGiven
from pitboss.people.refusals import PeopleRefused
from pitboss.people.roles import Role
from pitboss.people.second_factor import step_up_due
from pitboss.people.state import Person
from tests.people.crew import HOUR_MS, NOW_MS, Crew

ISSUER = "https://login.example"
ROOT, MANAGER, SUPERVISOR = Role.ADMINISTRATOR, Role.SHIFT_MANAGER, Role.PIT_SUPERVISOR
TRUSTED, NOT = HouseRules(directory_high=True), HouseRules()


def opening(
    name: str = "drew",
    *roles: Role,
    subject: str = "s-1",
    issuer: str = ISSUER,
    session: str = "s1",
    second: bool = False,
) -> c.OpenByDirectory:
    return c.OpenByDirectory(
        session=session,
        issuer=issuer,
        subject=subject,
        name=name,
        roles=roles or (Role.DEALER,),
        lasts_ms=HOUR_MS,
        second=second,
    )


def crew() -> Crew:
    people = Crew(ROOT, Role.DEALER)
    people.do(opening())
    return people


def test_the_first_sign_in_makes_an_account_and_later_ones_find_it() -> None:
    people = Crew(ROOT)
    added, opened = people.do(opening())
    assert isinstance(added, e.DirectoryPersonAdded)
    assert isinstance(opened, e.DirectorySessionOpened)
    (again,) = people.do(opening("Andrew", session="s2"))
    assert isinstance(again, e.DirectorySessionOpened)
    assert (again.name, set(people.state.sessions)) == ("drew", {"s1", "s2"})
    assert people.state.persons["drew"].since_ms == NOW_MS


def test_who_has_a_second_factor_there_and_none_here_proves_it_again_there() -> None:
    people, rules = Crew(ROOT), HouseRules(step_up_ms=HOUR_MS)
    people.do(opening(second=True))
    due_ms = people.state.sessions["s1"].second_ms or 0
    due_ms += HOUR_MS
    assert not step_up_due(people.state, people.state.sessions["s1"], rules, due_ms - 1)
    assert step_up_due(people.state, people.state.sessions["s1"], rules, due_ms)
    for given, session in (
        (DirectoryGiven(ISSUER, "s-2"), "s1"),
        (DirectoryGiven("https://evil.example", "s-1"), "s1"),
        (DirectoryGiven(ISSUER, "s-1"), "s9"),
    ):
        refused = people.refuse(c.GiveSecond(session, given), "drew")
        assert refused.code == "no-second-factor"
    people.now_ms = due_ms
    people.do(c.GiveSecond("s1", DirectoryGiven(ISSUER, "s-1")), "drew")
    assert people.state.sessions["s1"].second_ms == due_ms
    assert not step_up_due(people.state, people.state.sessions["s1"], rules, due_ms)


def test_who_has_one_here_does_not_prove_it_there() -> None:
    people = Crew(ROOT)
    people.do(opening(second=True))
    people.do(c.EnrolTotp("sealed"), "drew")
    people.do(c.ConfirmTotp("sealed", 7, ("code",), "s1"), "drew")
    given = c.GiveSecond("s1", DirectoryGiven(ISSUER, "s-1"))
    assert people.refuse(given, "drew").code == "no-second-factor"


def test_who_has_signed_in_there_without_one_is_not_asked_again() -> None:
    people = crew()
    session = people.state.sessions["s1"]
    rules = HouseRules(step_up_ms=1)
    assert not step_up_due(people.state, session, rules, people.now_ms + HOUR_MS)


def test_the_same_subject_of_another_issuer_is_somebody_else() -> None:
    people = crew()
    assert people.refuse(opening(issuer="https://evil.example")).code == "name-taken"
    people.do(opening("eve", issuer="https://evil.example"))
    assert {"drew", "eve"} <= set(people.state.persons)


@pytest.mark.parametrize("name", ["dana", "DANA", "d\u0430na", "drew", "a/b", "pitboss"])
def test_no_name_takes_over_an_account(name: str) -> None:
    refused = crew().refuse(opening(name, subject="s-2"))
    assert refused.code in ("name-taken", "bad-name")
    assert refused.message.startswith(f"The directory calls you {name}, and no new account")


def test_a_second_factor_of_the_directory_counts_where_the_house_says_so() -> None:
    people = crew()
    people.do(opening(session="s2", second=True))
    assert people.state.sessions["s1"].second_ms is None
    assert people.state.sessions["s2"].second_ms == NOW_MS


def test_another_role_is_set_and_signs_out_elsewhere() -> None:
    people = crew()
    changed, opened = people.do(opening("drew", SUPERVISOR, session="s2"))
    assert changed == e.RoleSet(at_ms=NOW_MS, by="pitboss", name="drew", role=SUPERVISOR)
    assert isinstance(opened, e.DirectorySessionOpened)
    assert set(people.state.sessions) == {"s2"}


def test_who_is_disabled_and_who_has_no_role_stays_out() -> None:
    people = crew()
    assert people.refuse(opening("eve", Role.DISPLAY, subject="s-2")).code == "no-role"
    people.do(c.DisablePerson("drew"), "root")
    assert people.refuse(opening()).code == "account-disabled"


def test_the_directory_does_not_take_the_last_administrator() -> None:
    people = Crew()
    decided = decide_people(people.state, opening("ida", ROOT), None, NOW_MS, TRUSTED)
    assert not isinstance(decided, PeopleRefused)
    for event in decided:
        people.state = evolve_people(people.state, event)
    assert people.refuse(opening("ida", Role.DEALER)).code == "last-administrator"


def person(role: Role) -> Person:
    return Person("max", role)


@pytest.mark.parametrize(
    ("groups", "known", "rules", "expected"),
    [
        ((), None, NOT, None),
        ((Role.DISPLAY,), None, TRUSTED, None),
        ((Role.PLAYER, Role.DEALER), None, NOT, Role.DEALER),
        ((Role.AUDITOR, Role.DEALER), None, NOT, Role.DEALER),
        ((MANAGER,), None, NOT, SUPERVISOR),
        ((MANAGER, Role.DEALER), person(Role.DEALER), NOT, SUPERVISOR),
        ((MANAGER,), person(MANAGER), NOT, MANAGER),
        ((MANAGER,), person(Role.PIT_MANAGER), NOT, Role.PIT_MANAGER),
        ((Role.PIT_MANAGER,), person(MANAGER), NOT, SUPERVISOR),
        ((Role.DEALER,), person(MANAGER), NOT, Role.DEALER),
        ((ROOT,), None, NOT, None),
        ((ROOT,), person(ROOT), NOT, ROOT),
        ((MANAGER,), person(ROOT), NOT, SUPERVISOR),
        ((ROOT,), person(MANAGER), NOT, None),
        ((ROOT, Role.DEALER), None, NOT, Role.DEALER),
        ((MANAGER,), None, TRUSTED, MANAGER),
        ((ROOT, MANAGER), None, TRUSTED, ROOT),
    ],
)
def test_what_groups_come_to(
    groups: tuple[Role, ...], known: Person | None, rules: HouseRules, expected: Role | None
) -> None:
    assert role_of(groups, known, rules) is expected
