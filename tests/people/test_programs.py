"""Programs that act by a token: who may have one, for what and until when."""

import pytest

from pitboss.house.commands import AnyHouseCommand
from pitboss.jackpot.commands import AnyLinkCommand
from pitboss.people import commands as c
from pitboss.people import events as e
from pitboss.people.appointments import HouseRules
from pitboss.people.decide import decide_people
from pitboss.people.evolve import evolve_people
from pitboss.people.refusals import PeopleRefused
from pitboss.people.repeats import is_repeat
from pitboss.people.roles import Role
from pitboss.people.scopes import MOST_IN_SCOPE, PERSONS_ONLY, Scope, is_program
from pitboss.people.state import program_of
from pitboss.table.commands import AnyCommand
from tests.people.crew import HOUR_MS, NOW_MS, READS, Crew

RULES = HouseRules(appointments=True, program_ms=24 * HOUR_MS)


def added(
    name: str = "Feeder",
    *,
    program: str = "p1",
    role: Role = Role.AUDITOR,
    scope: Scope = READS,
    until_ms: int = NOW_MS + HOUR_MS,
) -> c.AddProgram:
    return c.AddProgram(
        program=program,
        token=f"token of {program}",
        name=name,
        role=role,
        scope=scope,
        until_ms=until_ms,
    )


def crew() -> Crew:
    return Crew(Role.ADMINISTRATOR, Role.DEALER)


def decided(people: Crew, command: c.AnyPeopleCommand, by: str) -> tuple[e.AnyPeopleEvent, ...]:
    """What a command leads to in a house where high posts take two."""
    events = decide_people(people.state, command, by, people.now_ms, RULES)
    assert not isinstance(events, PeopleRefused), events
    for event in events:
        people.state = evolve_people(people.state, event)
    return events


def test_a_program_acts_under_a_name_that_no_person_has() -> None:
    people = crew()
    people.do(added(), "root")
    known = program_of(people.state, "token of p1")
    assert known is not None
    assert (known.acts_as, known.by, known.seen_ms) == ("program/Feeder", "root", None)
    assert is_program(known.acts_as)
    assert people.refuse(c.AddPerson("program/Feeder", Role.DEALER), "root").code == "bad-name"
    assert people.refuse(c.AddPerson("feeder", Role.DEALER), "root").code == "name-taken"
    assert program_of(people.state, "another") is None


def test_its_last_use_is_noted_and_it_is_revoked_for_good() -> None:
    people = crew()
    people.do(added(scope=Scope(commands=("deal",), tables=("T1", "T2"))), "root")
    people.do(c.NoteProgram("p1", NOW_MS + 5), "program/Feeder")
    people.do(c.RevokeProgram("p1"), "root")
    known = people.state.programs["p1"]
    assert (known.seen_ms, known.revoked) == (NOW_MS + 5, True)


def test_a_name_is_free_again_when_its_token_has_ended() -> None:
    people = crew()
    people.do(added(), "root")
    assert people.refuse(added(program="p2"), "root").code == "name-taken"
    assert people.refuse(added("Dana", program="p2"), "root").code == "name-taken"
    now_ms = people.now_ms = NOW_MS + HOUR_MS
    people.do(added(program="p2", until_ms=now_ms + 1), "root")
    people.do(c.RevokeProgram("p2"), "root")
    people.do(c.AdmitWalkIn("Mr Tan", "T1"), "root")
    people.do(c.AddDevice("d1", "t", Role.DISPLAY, "Sign"), "root")
    for taken in ("sign", "mr tan"):
        again = added(taken, program="p3", until_ms=now_ms + 1)
        assert people.refuse(again, "root").code == "name-taken"
    people.do(added(program="p3", until_ms=now_ms + 1), "root")


@pytest.mark.parametrize(
    ("command", "where", "says"),
    [
        (added(role=Role.PLAYER), "role", "A program's role is one of dealer"),
        (added(role=Role.ADMINISTRATOR), "role", "A program's role is one of dealer"),
        (added(scope=Scope()), "scope", "Say what the token is for"),
        (added(scope=Scope(tables=("T1",))), "scope", "Say what the token is for"),
        (added(scope=Scope(commands=("deal", "confirm"))), "scope", "confirm needs a person"),
        (added(scope=Scope(commands=("deal",) * (MOST_IN_SCOPE + 1))), "scope", "A scope names at"),
        (added(scope=Scope(commands=("deal",), tables=("a/b",))), "scope", "A name can't contain"),
        (added(until_ms=NOW_MS), "until_ms", "The token's end is in the past"),
        (
            added(until_ms=NOW_MS + 24 * HOUR_MS + 1),
            "until_ms",
            "In this house a token lasts at most 1 days",
        ),
    ],
)
def test_it_says_what_is_wrong(command: c.AddProgram, where: str, says: str) -> None:
    people = crew()
    refused = decide_people(people.state, command, "root", people.now_ms, RULES)
    assert isinstance(refused, PeopleRefused)
    assert (refused.code, refused.where) == ("bad-field", where)
    assert refused.message.startswith(says)


def test_a_high_post_takes_two_administrators() -> None:
    people = crew()
    people.do(c.AddPerson("ida", Role.ADMINISTRATOR, "hash"), "root")
    high = added(role=Role.SHIFT_MANAGER)
    (proposed,) = decided(people, high, "root")
    assert isinstance(proposed, e.DeedProposed)
    assert people.state.programs == {}
    _, made = decided(people, c.ApproveDeed(next(iter(people.state.deeds))), "ida")
    assert isinstance(made, e.ProgramAdded)
    assert (made.by, people.state.programs["p1"].role) == ("root", Role.SHIFT_MANAGER)
    other = added(role=Role.SHIFT_MANAGER, scope=Scope(commands=("deal",)))
    for event in (proposed, made):
        assert is_repeat(high, "root", event)
        assert not is_repeat(other, "root", event)
    (alone,) = decided(people, added("Other", program="p2"), "root")
    assert isinstance(alone, e.ProgramAdded), "an auditor's program takes one"
    (revoked,) = decided(people, c.RevokeProgram("p2"), "root")
    assert is_repeat(c.RevokeProgram("p2"), "root", revoked)
    assert not is_repeat(c.RevokeProgram("p1"), "root", revoked)


def test_what_takes_a_person_is_a_command() -> None:
    known = {
        str(kind.__struct_config__.tag)
        for union in (AnyCommand, AnyLinkCommand, AnyHouseCommand)
        for kind in union.__args__
    }
    assert known >= PERSONS_ONLY
